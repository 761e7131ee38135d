import type { UpdateFields } from '../interface/fields.ts';
import type { FilePart } from './multipart.ts';
import { gitPlace, isPathType, objectPlace, sourcePlace } from './objects.ts';
import { withoutBlanks } from './payload.ts';
import type { PlacedFile, RequestDraft } from './records.ts';
import { display } from './refusal.ts';
import type { Attribute } from './site.ts';

/** A request whose member has no type and text yet. */
type PlacedBy = Omit<RequestDraft, 'srca' | 'srcd' | 'copied'>;

/**
 * Places the files of a create (interface §4.3): by name as object, source and Git copy, each in all that fit. None has a place
 * unless rsn is *MIGRATE, copy *NO and dir not *YES. Returns the placed files, and a warning for each without a place.
 */
export function placeOnCreate(request: PlacedBy, attribute: Attribute, parts: readonly FilePart[]) {
  const { rsn, copy, dir, gfile, repositoryType } = request;
  const considered = rsn === '*MIGRATE' && copy === '*NO' && dir !== '*YES';
  return placeParts(parts, (part) => {
    if (!considered) return [];
    const isGitFile = repositoryType === '*GIT' && isNamed(part, gfile);
    return [...placesByName(request, attribute, part), ...(isGitFile ? [gitFile(request, part)] : [])];
  });
}

/**
 * Places the files of an update in the from-library of the request: those that are named like `srcn` or `gfile` or, if
 * the call names neither, all that are not JSON. None has a place unless rsn is *MIGRATE, dir not *YES and the attribute
 * known. Returns the placed files, and a warning for each other one.
 * @param request as it will be
 * @param sent the names in the call, stored or not
 * @param hasGitCopy the request has a copy of the Git file; the file replaces that too
 */
export function placeOnUpdate(
  request: PlacedBy,
  attribute: Attribute | undefined,
  parts: readonly FilePart[],
  sent: Pick<UpdateFields, 'srcn' | 'gfile'>,
  hasGitCopy: boolean,
) {
  return placeParts(parts, (part) => {
    if (request.rsn !== '*MIGRATE' || !attribute || request.dir === '*YES') return [];
    const isOther = sent.gfile === undefined && sent.srcn === undefined && !/^application\/json\b/i.test(part.type);
    const isNamedFile = isSource(request, attribute, part) || isNamed(part, request.gfile);
    if (!isNamedFile && !isOther && !isNamed(part, sent.gfile ?? '')) return [];
    const inLibrary = fromLibraryPlaces(request, attribute, part);
    return hasGitCopy ? [...inLibrary, gitFile(request, part)] : inLibrary;
  });
}

/** Puts each file into all its places that no earlier file of the call took; one that gets no place is in the warnings. */
function placeParts(parts: readonly FilePart[], placesOf: (part: FilePart) => PlacedFile[]) {
  const byPlace = new Map<string, PlacedFile>();
  const warnings: string[] = [];
  for (const part of parts) {
    const free = placesOf(part).filter((placed) => !byPlace.has(placed.place));
    for (const placed of free) byPlace.set(placed.place, placed);
    if (free.length === 0) warnings.push(`attachment ${display(part.filename)} not used`);
  }
  return { placed: [...byPlace.values()], warnings };
}

/** Returns the places of a file that is named like the object (of a type with paths), the source, or both; else none. */
function placesByName(request: PlacedBy, attribute: Attribute, part: FilePart): PlacedFile[] {
  return [
    ...(isPathType(request.objt) && isNamed(part, request.objn) ? [objectFile(request, part)] : []),
    ...(isSource(request, attribute, part) ? [sourceFile(request, attribute, part)] : []),
  ];
}

/** Returns the places of a file by its name; under another name it is the source (and an object of that name), or without a source the object. */
function fromLibraryPlaces(request: PlacedBy, attribute: Attribute, part: FilePart): PlacedFile[] {
  const named = placesByName(request, attribute, part);
  if (named.length > 0) return named;
  if (attribute.source === 'none') return [objectFile(request, part)];
  const isBoth = isPathType(request.objt) && request.objn === request.srcn;
  return [sourceFile(request, attribute, part), ...(isBoth ? [objectFile(request, part)] : [])];
}

function isSource(request: PlacedBy, attribute: Attribute, part: FilePart): boolean {
  return attribute.source !== 'none' && isNamed(part, request.srcn, attribute.source === 'member');
}

function objectFile(request: PlacedBy, { bytes }: FilePart): PlacedFile {
  return { kind: 'object', place: objectPlace(request), filename: request.objn, bytes };
}

function sourceFile(request: PlacedBy, attribute: Attribute, part: FilePart): PlacedFile {
  const filename = attribute.source === 'member' ? part.filename : request.srcn;
  return { kind: 'source', place: sourcePlace(request, attribute), filename, bytes: part.bytes };
}

function gitFile(request: PlacedBy, { bytes }: FilePart): PlacedFile {
  return { kind: 'git', place: gitPlace(request), filename: request.gfile, bytes };
}

/** True if part name or file name is that name, blanks at the end aside, as sent or without the escapes of form encoders; never for ''. */
function isNamed(part: FilePart, name: string, ignoreCase = false): boolean {
  if (name === '') return false;
  const fold = (text: string) => withoutBlanks(ignoreCase ? text.toUpperCase() : text);
  return [part.name, part.filename].some((sent) => {
    const plain = sent.replace(/%(22|0D|0A|5C)/gi, (encoded) => decodeURIComponent(encoded));
    return fold(sent) === fold(name) || fold(plain) === fold(name);
  });
}
