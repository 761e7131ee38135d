/** Where the source, the object and the file of a request are: texts like `member LIB/FILE(MEMBER)`, for people to read. */
import { comparableName, comparableType, isPathType } from './object-types.ts';
import type { StoredRequest } from './records.ts';
import type { Attribute } from './site.ts';

/** Object type of attributes with a source and no object: the interface has such (§2.1 folb), but shows no code. */
export const sourceOnlyType = '*SRC';

/** Returns the place of the source in the from-library: a member or, for an attribute with source in the IFS, a file. */
export function sourcePlace(
  { fslb, fsfl, srcn }: Pick<StoredRequest, 'fslb' | 'fsfl' | 'srcn'>,
  { source }: Attribute,
): string {
  return source === 'member' ? `member ${fslb}/${fsfl}(${srcn})` : ifsPlace(fslb, srcn);
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
