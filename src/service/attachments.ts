import type { UpdateFields } from '../interface/fields.ts';
import type { FilePart } from './body.ts';
import { gitPlace, isPathType, objectPlace, sourcePlace } from './objects.ts';
import { withoutBlanks } from './payload.ts';
import type { PlacedFile, RequestDraft } from './records.ts';
import { display } from './refusal.ts';
import type { Attribute } from './site.ts';

/** A request whose member has no type and text yet. */
type PlacedBy = Omit<RequestDraft, 'srca' | 'srcd' | 'copied'>;

type Kind = PlacedFile['kind'];

/**
 * Places the files of a create (interface §4.3): by name as object, source and Git copy, each in all that fit. None has a place
 * unless rsn is *MIGRATE, copy *NO and dir not *YES. Returns the placed files, and a warning for each without a place.
 */
export function placeOnCreate(request: PlacedBy, attribute: Attribute, parts: readonly FilePart[]) {
  const { rsn, copy, dir, gfile, repositoryType } = request;
  return placeParts(request, attribute, parts, (part) => {
    if (rsn !== '*MIGRATE' || copy !== '*NO' || dir === '*YES') return [];
    const isGitFile = repositoryType === '*GIT' && isNamed(part, gfile);
    return [...kindsByName(request, attribute, part), ...(isGitFile ? (['git'] as const) : [])];
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
  const namesNone = sent.gfile === undefined && sent.srcn === undefined;
  return placeParts(request, attribute, parts, (part) => {
    if (request.rsn !== '*MIGRATE' || !attribute || request.dir === '*YES') return [];
    const named = kindsByName(request, attribute, part);
    const isGitFile = isNamed(part, request.gfile) || isNamed(part, sent.gfile ?? '');
    const isOther = namesNone && !/^application\/json\b/i.test(part.type);
    if (!named.includes('source') && !isGitFile && !isOther) return [];
    // Under another name it is the source (and an object of that name), or without a source the object.
    const isBoth = isPathType(request.objt) && request.objn === request.srcn;
    const others: Kind[] = attribute.source === 'none' ? ['object'] : isBoth ? ['source', 'object'] : ['source'];
    return [...(named.length > 0 ? named : others), ...(hasGitCopy ? (['git'] as const) : [])];
  });
}

/** Puts each file into all its places that no earlier file of the call took; one that gets no place is in the warnings. */
function placeParts(
  request: PlacedBy,
  attribute: Attribute | undefined,
  parts: readonly FilePart[],
  kindsOf: (part: FilePart) => Kind[],
) {
  const byPlace = new Map<string, PlacedFile>();
  const isMember = attribute?.source === 'member';
  const placeOf = (kind: Kind, part: FilePart) => {
    if (kind === 'object') return { place: objectPlace(request), filename: request.objn };
    if (kind === 'git') return { place: gitPlace(request), filename: request.gfile };
    return { place: sourcePlace(request, isMember), filename: isMember ? part.filename : request.srcn };
  };
  const warnings = parts.flatMap((part) => {
    const files = kindsOf(part).map((kind) => ({ kind, bytes: part.bytes, ...placeOf(kind, part) }));
    const free = files.filter(({ place }) => !byPlace.has(place));
    for (const file of free) byPlace.set(file.place, file);
    return free.length > 0 ? [] : [`attachment ${display(part.filename)} not used`];
  });
  return { placed: [...byPlace.values()], warnings };
}

/** Returns what a file is that is named like the object (of a type with paths), the source, or both. */
function kindsByName({ objt, objn, srcn }: PlacedBy, { source }: Attribute, part: FilePart): Kind[] {
  const isObject = isPathType(objt) && isNamed(part, objn);
  const isSource = source !== 'none' && isNamed(part, srcn, source === 'member');
  return [...(isObject ? (['object'] as const) : []), ...(isSource ? (['source'] as const) : [])];
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
