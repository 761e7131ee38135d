/** Where the file parts of a call go (interface §4.3). Pure. */
import type { UpdateFields } from '../interface/fields.ts';
import type { FilePart } from './multipart.ts';
import { isPathType } from './object-types.ts';
import { withoutBlanks } from './payload.ts';
import { gitPlace, objectPlace, sourcePlace } from './places.ts';
import type { PlacedFile, RequestDraft } from './records.ts';
import { shown } from './refusal.ts';
import type { Attribute } from './site.ts';

/** A request; type and text of its source may be unknown yet. */
type PlacedBy = Omit<RequestDraft, 'srca' | 'srcd' | 'copied'>;

/** Places for a create: only under rsn *MIGRATE and copy *NO, by every rule of §4.3 that takes the file. */
export function placeOnCreate(request: PlacedBy, attribute: Attribute, parts: readonly FilePart[]) {
  const { rsn, copy, dir, gfile, repositoryType } = request;
  const considered = rsn === '*MIGRATE' && copy === '*NO' && dir !== '*YES';
  return place(parts, (part) => {
    if (!considered) return [];
    const isGitFile = repositoryType === '*GIT' && isNamed(part, gfile);
    return [...namedPlaces(request, attribute, part), ...(isGitFile ? [inGit(request, part)] : [])];
  });
}

/** What was sent, also where it is not stored, and whether there is a copy of the Git file. */
interface UpdatedBy extends Pick<UpdateFields, 'srcn' | 'gfile'> {
  readonly hasGitCopy: boolean;
}

/**
 * Places for an update: in the from-library of the request, for a file that is named like `srcn` or `gfile`; if the call
 * names neither, for any file that is not JSON. A Git copy is renewed with it.
 */
export function placeOnUpdate(
  request: PlacedBy,
  attribute: Attribute | undefined,
  parts: readonly FilePart[],
  by: UpdatedBy,
) {
  return place(parts, (part) => {
    if (request.rsn !== '*MIGRATE' || !attribute || request.dir === '*YES') return [];
    if (!isMeant(request, attribute, part, by)) return [];
    const inLibrary = fromLibraryPlaces(request, attribute, part);
    return by.hasGitCopy ? [...inLibrary, inGit(request, part)] : inLibrary;
  });
}

function isMeant(request: PlacedBy, attribute: Attribute, part: FilePart, by: UpdatedBy): boolean {
  if (isSource(request, attribute, part) || isNamed(part, request.gfile)) return true;
  if (by.gfile !== undefined) return isNamed(part, by.gfile);
  return by.srcn === undefined && !/^application\/json\b/i.test(part.type);
}

/** Each file goes to all its places that no earlier file of the call has; a file without a place gets a warning. */
function place(parts: readonly FilePart[], placesOf: (part: FilePart) => PlacedFile[]) {
  const byPlace = new Map<string, PlacedFile>();
  const warnings: string[] = [];
  for (const part of parts) {
    const free = placesOf(part).filter((placed) => !byPlace.has(placed.place));
    for (const placed of free) byPlace.set(placed.place, placed);
    if (free.length === 0) warnings.push(`attachment ${shown(part.filename)} not used`);
  }
  return { placed: [...byPlace.values()], warnings };
}

/** Object and source each to their own place; both, where the file is named like both. */
function namedPlaces(request: PlacedBy, attribute: Attribute, part: FilePart): PlacedFile[] {
  return [
    ...(isPathType(request.objt) && isNamed(part, request.objn) ? [asObject(request, part)] : []),
    ...(isSource(request, attribute, part) ? [asSource(request, attribute, part)] : []),
  ];
}

/** A file that is named like neither object nor source is the source, where there is one. */
function fromLibraryPlaces(request: PlacedBy, attribute: Attribute, part: FilePart): PlacedFile[] {
  const named = namedPlaces(request, attribute, part);
  if (named.length > 0) return named;
  if (attribute.source === 'none') return [asObject(request, part)];
  const isBoth = isPathType(request.objt) && request.objn === request.srcn;
  return [asSource(request, attribute, part), ...(isBoth ? [asObject(request, part)] : [])];
}

function isSource(request: PlacedBy, attribute: Attribute, part: FilePart): boolean {
  return attribute.source !== 'none' && isNamed(part, request.srcn, attribute.source === 'member');
}

function asObject(request: PlacedBy, { bytes }: FilePart): PlacedFile {
  return { kind: 'object', place: objectPlace(request), filename: request.objn, bytes };
}

function asSource(request: PlacedBy, attribute: Attribute, part: FilePart): PlacedFile {
  const filename = attribute.source === 'member' ? part.filename : request.srcn;
  return { kind: 'source', place: sourcePlace(request, attribute), filename, bytes: part.bytes };
}

function inGit(request: PlacedBy, { bytes }: FilePart): PlacedFile {
  return { kind: 'git', place: gitPlace(request), filename: request.gfile, bytes };
}

/** Part name or file name, as sent or with the escapes that form encoders write: quote, line breaks, and a backslash at its end. */
function isNamed(part: FilePart, name: string, ignoreCase = false): boolean {
  if (name === '') return false;
  const fold = (text: string) => withoutBlanks(ignoreCase ? text.toUpperCase() : text);
  return [part.name, part.filename].some((sent) => {
    const plain = sent.replace(/%(22|0D|0A|5C)/gi, (encoded) => decodeURIComponent(encoded));
    return fold(sent) === fold(name) || fold(plain) === fold(name);
  });
}
