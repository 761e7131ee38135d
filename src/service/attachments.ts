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

/** Files with their places, and a warning for each file part without one. */
type Placement = { readonly placed: PlacedFile[]; readonly warnings: string[] };

/**
 * Decides where the files of a create go (§4.3): to each of the places of object, source and Git file after which they are named, unless an
 * earlier file is there; nowhere if rsn is not *MIGRATE, or copy or dir is *YES.
 */
export function placeOnCreate(request: PlacedBy, attribute: Attribute, parts: readonly FilePart[]): Placement {
  const { rsn, copy, dir, gfile, repositoryType } = request;
  return placeParts(request, attribute, parts, (part) => {
    if (rsn !== '*MIGRATE' || copy !== '*NO' || dir === '*YES') return [];
    const isGitFile = repositoryType === '*GIT' && isNamed(part, gfile);
    return [...kindsByName(request, attribute, part), ...(isGitFile ? (['git'] as const) : [])];
  });
}

/**
 * Decides where the files of an update go (§4.3). If the call has `srcn` or `gfile`, only files with that name count; else all that are not
 * JSON. None counts if rsn is not *MIGRATE, dir is *YES, or the attribute is unknown. A file goes to the object or source that it is named
 * after, any other file to the source, unless an earlier file is there. @param request as it will be @param sent both fields as sent
 * @param hasGitCopy true: a file also replaces that copy
 */
export function placeOnUpdate(
  request: PlacedBy,
  attribute: Attribute | undefined,
  parts: readonly FilePart[],
  sent: Pick<UpdateFields, 'srcn' | 'gfile'>,
  hasGitCopy: boolean,
): Placement {
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

/** Gives each file the places of its kinds that no earlier file has, and warns of a file that gets none. */
function placeParts(
  request: PlacedBy,
  attribute: Attribute | undefined,
  parts: readonly FilePart[],
  kindsOf: (part: FilePart) => Kind[],
): Placement {
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

/** Returns what a file is named after: `object` (only of *IFS and *REMOTE), `source` (of a member in any case of letters), both or none. */
function kindsByName({ objt, objn, srcn }: PlacedBy, { source }: Attribute, part: FilePart): Kind[] {
  const isObject = isPathType(objt) && isNamed(part, objn);
  const isSource = source !== 'none' && isNamed(part, srcn, source === 'member');
  return [...(isObject ? (['object'] as const) : []), ...(isSource ? (['source'] as const) : [])];
}

/** True if a part's name or file name, with quote, CR, LF and backslash percent-encoded or not, is this name. False for an empty name. */
function isNamed(part: FilePart, name: string, ignoreCase = false): boolean {
  if (name === '') return false;
  const fold = (text: string) => withoutBlanks(ignoreCase ? text.toUpperCase() : text);
  return [part.name, part.filename].some((sent) => {
    const plain = sent.replace(/%(22|0D|0A|5C)/gi, (encoded) => decodeURIComponent(encoded));
    return fold(sent) === fold(name) || fold(plain) === fold(name);
  });
}
