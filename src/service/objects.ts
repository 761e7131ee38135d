/**
 * Objects: which types and names are valid, when two are the same, and where source, object and Git copy of a request are: texts
 * like `member LIB/FILE(MEMBER)`, for people to read.
 */
import type { CreateFields } from '../interface/fields.ts';
import { longestNativeName, nativeCharacters, nativeNameProblem } from '../interface/rules.ts';
import { internalTypes, systemTypes } from '../interface/system-types.ts';
import { withoutBlanks } from './payload.ts';
import type { StoredRequest } from './records.ts';
import { display, ServiceRefusal } from './refusal.ts';
import type { Attribute, Site } from './site.ts';

/** True for types whose names are paths: their case counts, and their source is not a member. */
export function isPathType(objt: string): boolean {
  return objt === '*IFS' || objt === '*REMOTE';
}

/** True for a type of the system, of the interface or of a record of the site. @param objt in upper case */
export function isObjectType(site: Site, objt: string): boolean {
  const { applications, repositories = [], installed = [], crossReference = [] } = site;
  const attributes = applications.flatMap((application) => application.attributes);
  const mapped = repositories.flatMap((repository) => repository.attributes ?? []);
  const used = [...attributes, ...mapped, ...installed, ...crossReference];
  return systemTypes.has(objt) || internalTypes.has(objt) || used.some((entry) => entry.objt?.toUpperCase() === objt);
}

/** Returns a type in a form to compare: in upper case, with *FILE for physical and logical files. */
export function comparableType(objt: string): string {
  const type = objt.toUpperCase();
  return type === '*PF' || type === '*LF' ? '*FILE' : type;
}

/** Returns a name in a form to compare: without blanks at its end, in upper case unless it is a path. */
export function comparableName(objn: string, objt: string): string {
  const name = withoutBlanks(objn);
  return isPathType(objt) ? name : name.toUpperCase();
}

/** True for types of objects outside of libraries, where the system's rules for names do not hold. */
function isInFileSystem(objt: string): boolean {
  return isPathType(objt) || ['*DIR', '*DOC', '*FIFO', '*FLR', '*PIPE', '*SOCKET', '*STMF', '*SYMLNK'].includes(objt);
}

/** Returns the greatest length of a name of this type; a file may go by its SQL name (interface §2.5, data). */
export function mostCharacters(objt: string): number {
  if (isInFileSystem(objt)) return Number.POSITIVE_INFINITY;
  return comparableType(objt) === '*FILE' ? 128 : longestNativeName;
}

/** The names of a request, and what decides if they follow the system's rules. */
type NamedRequest = Pick<StoredRequest, 'objn' | 'objt' | 'srcn'> & Pick<Attribute, 'source'>;

/** Checks names of a create by checkName: of an object in a library, and of a member with its source file and libraries, if they were sent. */
export function checkCreateNames(site: Site, fields: CreateFields, { objn, objt, srcn, source }: NamedRequest): void {
  if (!isInFileSystem(objt)) checkName(site, 'objn', objn);
  if (source !== 'member') return;
  checkName(site, 'srcn', srcn);
  for (const name of ['fsfl', 'folb', 'fslb'] as const) {
    const sent = fields[name];
    if (sent !== undefined && !sent.startsWith('/')) checkName(site, name, sent);
  }
}

/** Refuses a name that the system does not take (case ignored) if the site sets `nativeNames`; else nothing. @throws ServiceRefusal */
export function checkName({ nativeNames }: Site, field: string, name: string): void {
  const problem = nativeNames === true ? nativeNameProblem(withoutBlanks(name).toUpperCase()) : null;
  if (problem === null) return;
  const rule =
    problem === 'tooLong'
      ? `a name on IBM i has ${longestNativeName} characters at most`
      : `a name on IBM i has only the characters ${nativeCharacters}`;
  throw new ServiceRefusal(`${field} is ${display(name)}; ${rule}`);
}

/** Object type of attributes with a source and no object: the interface has such (§2.1 folb), but shows no code. */
export const sourceOnlyType = '*SRC';

/** Returns the place of the source in the from-library: a member, else a file in the IFS. */
export function sourcePlace({ fslb, fsfl, srcn }: Pick<StoredRequest, 'fslb' | 'fsfl' | 'srcn'>, isMember: boolean) {
  return isMember ? `member ${fslb}/${fsfl}(${srcn})` : ifsPlace(fslb, srcn);
}

/** Returns the place of the Git file's copy for a request that is linked to Git. */
export function gitPlace({ gpath, gfile }: Pick<StoredRequest, 'gpath' | 'gfile'>): string {
  return `git ${gpath === '' ? gfile : `${withoutEnd(gpath)}/${gfile}`}`;
}

/** Returns the place of the object: a file in `folb`, or an object of that library. */
export function objectPlace({ objn, objt, folb }: Pick<StoredRequest, 'objn' | 'objt' | 'folb'>): string {
  return isPathType(objt) ? ifsPlace(folb, objn) : `object ${folb}/${objn}`;
}

/** Returns the directory to which the object goes: the attribute's and `rpth` (interface §2.1); empty: it has none. */
export function targetDirectory(attribute: Attribute, rpth: string): string {
  return attribute.target === undefined ? '' : withoutEnd(attribute.target) + withoutEnd(rpth);
}

export type LockTarget = Pick<StoredRequest, 'appl' | 'lvl' | 'objn' | 'objt' | 'rpth'>;

/** Returns the key of the object that a request locks: application, level, comparable name and type, relative path. */
export function lockKey({ appl, lvl, objn, objt, rpth }: LockTarget): string {
  return JSON.stringify([appl, lvl, comparableName(objn, objt), comparableType(objt), withoutEnd(rpth)]);
}

function ifsPlace(directory: string, name: string): string {
  return `ifs ${withoutEnd(directory)}/${name}`;
}

function withoutEnd(path: string): string {
  return path.replace(/\/+$/, '');
}
