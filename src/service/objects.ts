/** Objects: valid types and names, when two are the same, and places of source, object and Git copy, for people to read. */
import type { CreateFields } from '../interface/fields.ts';
import { objectTypes } from '../interface/object-types.ts';
import { checkNativeName, longestNativeName, nativeCharacters } from '../interface/rules.ts';
import { withoutBlanks } from './payload.ts';
import type { PlacedBy, RequestDraft, StoredRequest } from './records.ts';
import { formatValue, ServiceRefusal } from './refusal.ts';
import type { Attribute, Site } from './site.ts';

/** True for *IFS and *REMOTE (in upper case): names of such objects are paths, in which case counts. */
export function isPathType(objt: string): boolean {
  return objt === '*IFS' || objt === '*REMOTE';
}

/** Refuses a type (upper case) not of IBM i or the site; in libraries, names over 10 characters (files: 128). @throws ServiceRefusal */
export function requireValidObject(site: Site, objn: string, objt: string): void {
  const { applications, repositories = [], installed = [], crossReference = [] } = site;
  const attributes = applications.flatMap((application) => application.attributes);
  const mapped = repositories.flatMap((repository) => repository.attributes ?? []);
  const used = [...attributes, ...mapped, ...installed, ...crossReference];
  if (!objectTypes.has(objt) && !used.some((entry) => entry.objt?.toUpperCase() === objt)) {
    throw new ServiceRefusal(`objt is ${formatValue(objt)}; there is no such object type`);
  }
  // A file may be named by its SQL name (§2.5).
  const most = normalizeType(objt) === '*FILE' ? 128 : longestNativeName;
  if (isOutsideLibraries(objt) || objn.length <= most) return;
  const named = `objn is ${formatValue(objn)}; the name of a ${formatValue(objt)}`;
  throw new ServiceRefusal(`${named} has ${most} characters at most`);
}

/** Returns a type in a form to compare: in upper case, with *FILE for physical and logical files. */
export function normalizeType(objt: string): string {
  const type = objt.toUpperCase();
  return type === '*PF' || type === '*LF' ? '*FILE' : type;
}

/** Returns a name in a form to compare: without blanks at its end, in upper case unless objects of its type have paths (*IFS, *REMOTE). */
export function normalizeName(objn: string, objt: string): string {
  const name = withoutBlanks(objn);
  return isPathType(objt) ? name : name.toUpperCase();
}

/** True for types of objects that are in no library, such as *IFS, *PIPE and *STMF. */
function isOutsideLibraries(objt: string): boolean {
  return isPathType(objt) || ['*DIR', '*DOC', '*FIFO', '*FLR', '*PIPE', '*SOCKET', '*STMF', '*SYMLNK'].includes(objt);
}

/** Under `nativeNames` checks objn in a library; for a member srcn and, if sent and not `/...`, fsfl, folb, fslb. @throws ServiceRefusal */
export function requireCreateNames(site: Site, fields: CreateFields, draft: RequestDraft, { source }: Attribute): void {
  if (!isOutsideLibraries(draft.objt)) requireValidName(site, 'objn', draft.objn);
  if (source !== 'member') return;
  requireValidName(site, 'srcn', draft.srcn);
  for (const name of ['fsfl', 'folb', 'fslb'] as const) {
    const sent = fields[name];
    if (sent !== undefined && !sent.startsWith('/')) requireValidName(site, name, sent);
  }
}

/** Refuses a name that IBM i does not accept (case is ignored), if the site sets `nativeNames`; else allows any. @throws ServiceRefusal */
export function requireValidName({ nativeNames }: Site, field: string, name: string): void {
  const problem = nativeNames === true ? checkNativeName(withoutBlanks(name).toUpperCase()) : null;
  if (problem === null) return;
  const tooLong = `a name on IBM i has ${longestNativeName} characters at most`;
  const rule = problem === 'tooLong' ? tooLong : `a name on IBM i has only the characters ${nativeCharacters}`;
  throw new ServiceRefusal(`${field} is ${formatValue(name)}; ${rule}`);
}

/** Returns the place of the source in the from-library: `member LIB/FILE(MEMBER)`, or `ifs PATH` if it is no member. */
export function formatSourcePlace({ fslb, fsfl, srcn }: PlacedBy, isMember: boolean): string {
  return isMember ? `member ${fslb}/${fsfl}(${srcn})` : formatIfsPlace(fslb, srcn);
}

/** Returns the place of the Git file's copy: `git DIRECTORY/FILE`, or `git FILE` for a file at the top of the repository. */
export function formatGitPlace({ gpath, gfile }: PlacedBy): string {
  return `git ${gpath === '' ? gfile : `${withoutEndSlashes(gpath)}/${gfile}`}`;
}

/** Returns the place of the object in the from-library: `object LIB/NAME`, or for types with paths `ifs PATH`. */
export function formatObjectPlace({ objn, objt, folb }: PlacedBy): string {
  return isPathType(objt) ? formatIfsPlace(folb, objn) : `object ${folb}/${objn}`;
}

/** Returns the directory to which the object goes: the attribute's, and `rpth` (`/...` or '') behind it (§2.1); '' if it has none. */
export function resolveTargetDirectory(attribute: Attribute, rpth: string): string {
  return attribute.target === undefined ? '' : withoutEndSlashes(attribute.target) + withoutEndSlashes(rpth);
}

export type LockTarget = Pick<StoredRequest, 'appl' | 'lvl' | 'objn' | 'objt' | 'rpth'>;

/** Returns a text that is equal for requests of the same object: application, level, comparable name and type, relative path. */
export function buildLockKey({ appl, lvl, objn, objt, rpth }: LockTarget): string {
  return JSON.stringify([appl, lvl, normalizeName(objn, objt), normalizeType(objt), withoutEndSlashes(rpth)]);
}

/** Returns the place of a file in the IFS: `ifs DIRECTORY/NAME`. */
function formatIfsPlace(directory: string, name: string): string {
  return `ifs ${withoutEndSlashes(directory)}/${name}`;
}

/** Returns a path without the slashes at its end; '' for `/`. */
function withoutEndSlashes(path: string): string {
  return path.replace(/\/+$/, '');
}
