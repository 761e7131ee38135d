/** Object types: which there are, and when two codes say the same. */
import { longestNativeName } from '../interface/native-names.ts';
import { internalTypes, systemTypes } from '../interface/system-types.ts';
import { withoutBlanks } from './payload.ts';
import type { Site } from './site.ts';

/** Types whose names are paths: their case counts, and their source is not a member. */
export function isPathType(objt: string): boolean {
  return objt === '*IFS' || objt === '*REMOTE';
}

/** True for a type of the system, a code of the interface, and for the types that the site gives to attributes and objects. */
export function isObjectType(site: Site, objt: string): boolean {
  return systemTypes.has(objt) || internalTypes.has(objt) || typesOf(site).some((type) => type.toUpperCase() === objt);
}

function typesOf(site: Site): string[] {
  return [
    ...site.applications.flatMap(({ attributes }) => attributes),
    ...(site.repositories ?? []).flatMap(({ attributes }) => attributes ?? []),
    ...(site.installed ?? []),
    ...(site.crossReference ?? []),
  ].flatMap(({ objt }) => objt ?? []);
}

/** The type as it is compared: case does not count, and physical and logical files are files. */
export function comparableType(objt: string): string {
  const type = objt.toUpperCase();
  return type === '*PF' || type === '*LF' ? '*FILE' : type;
}

/** The name as it is compared: library objects ignore case, files in the IFS do not; blanks at its end never count. */
export function comparableName(objn: string, objt: string): string {
  const name = withoutBlanks(objn);
  return isPathType(objt) ? name : name.toUpperCase();
}

/** Types of objects that stand in no library, so that their names are not those of the system. */
export function isInFileSystem(objt: string): boolean {
  return isPathType(objt) || ['*DIR', '*DOC', '*FIFO', '*FLR', '*PIPE', '*SOCKET', '*STMF', '*SYMLNK'].includes(objt);
}

/** Characters that the name of an object of this type may have; a file may go by its SQL name (interface §2.5, data). */
export function mostCharacters(objt: string): number {
  if (isInFileSystem(objt)) return Number.POSITIVE_INFINITY;
  return comparableType(objt) === '*FILE' ? 128 : longestNativeName;
}
