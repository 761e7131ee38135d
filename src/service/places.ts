/** Where the source, the object and the file of a request are: texts like `member LIB/FILE(MEMBER)`, for people to read. */

import { isPathType } from './object-types.ts';
import type { StoredRequest } from './records.ts';
import type { Attribute } from './site.ts';

/** Object type of attributes that have a source and no object; the interface speaks of such (§2.1 folb) and shows no code. */
export const sourceOnlyType = '*SRC';

/** The member that holds the source, in the from-library. */
export function memberPlace({ fslb, fsfl, srcn }: Pick<StoredRequest, 'fslb' | 'fsfl' | 'srcn'>): string {
  return `member ${fslb}/${fsfl}(${srcn})`;
}

/** A file of the IFS. */
export function ifsPlace(directory: string, name: string): string {
  return `ifs ${withoutEnd(directory)}/${name}`;
}

/** A file as copied for the request that is linked to Git. */
export function gitPlace({ gpath, gfile }: Pick<StoredRequest, 'gpath' | 'gfile'>): string {
  return `git ${gpath === '' ? gfile : `${withoutEnd(gpath)}/${gfile}`}`;
}

/** What `copy` *YES fills: the source, when the attribute defines one, else the object (interface §2.1 copy). */
export function copyPlace(
  request: Pick<StoredRequest, 'objn' | 'objt' | 'folb' | 'fslb' | 'fsfl' | 'srcn'>,
  attribute: Attribute,
): string {
  if (attribute.source === 'member') return memberPlace(request);
  if (attribute.source === 'ifs') return ifsPlace(request.fslb, request.srcn);
  return objectPlace(request);
}

/** The object itself: a file in `folb`, or an object of that library. */
export function objectPlace({ objn, objt, folb }: Pick<StoredRequest, 'objn' | 'objt' | 'folb'>): string {
  return isPathType(objt) ? ifsPlace(folb, objn) : `object ${folb}/${objn}`;
}

/** The directory to which the object is deployed: the attribute's, with `rpth` after it (interface §2.1 rpth); empty without one. */
export function targetDirectory(attribute: Attribute, rpth: string): string {
  return attribute.target === undefined ? '' : withoutEnd(attribute.target) + withoutEnd(rpth);
}

function withoutEnd(path: string): string {
  return path.replace(/\/+$/, '');
}
