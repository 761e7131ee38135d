/** Where the file parts of a call go (interface §4.3). Pure: nothing is written here, and nowhere but in the database. */
import { gitPlace, ifsPlace, memberPlace } from './places.ts';
import type { FilePart, PlacedFile, StoredRequest } from './records.ts';
import { isPathType } from './records.ts';
import { shown } from './refusal.ts';
import type { Attribute } from './site.ts';

/** Files with their places, and a sentence for each file that no rule takes. */
export interface Placement {
  readonly placed: readonly PlacedFile[];
  readonly warnings: readonly string[];
}

/** Fields that decide about places. */
export type PlacedBy = Pick<
  StoredRequest,
  'objn' | 'objt' | 'rsn' | 'copy' | 'dir' | 'folb' | 'fslb' | 'fsfl' | 'srcn' | 'repositoryType' | 'gpath' | 'gfile'
>;

/** Places for a create: only under rsn *MIGRATE and copy *NO, by the first rule of §4.3 that takes the file. */
export function placeOnCreate(request: PlacedBy, attribute: Attribute, parts: readonly FilePart[]): Placement {
  const considered = request.rsn === '*MIGRATE' && request.copy === '*NO' && !isDirectory(request);
  return place(parts, (part) => (considered ? byName(request, attribute, part) : null));
}

/**
 * Places for an update. The file must be named like `srcn` or `gfile` as stored after it; when the call names
 * neither, any file part that is not JSON is taken. It goes where a create would put it, else into the from-library.
 */
export function placeOnUpdate(
  request: PlacedBy,
  attribute: Attribute | undefined,
  parts: readonly FilePart[],
  namesNeither: boolean,
): Placement {
  return place(parts, (part) => {
    if (request.rsn !== '*MIGRATE' || !attribute || isDirectory(request)) return null;
    const isMember = attribute.source === 'member';
    const isMeant = isNamed(part, request.srcn, isMember) || isNamed(part, request.gfile, false);
    const isAnyFile = namesNeither && !/^application\/json\b/i.test(part.type);
    if (!isMeant && !isAnyFile) return null;
    return byName(request, attribute, part) ?? intoFromLibrary(request, attribute, part);
  });
}

function isDirectory({ dir }: PlacedBy): boolean {
  return dir === '*YES';
}

function place(parts: readonly FilePart[], placeOf: (part: FilePart) => PlacedFile | null): Placement {
  const byKind = new Map<string, PlacedFile>();
  const warnings: string[] = [];
  for (const part of parts) {
    const placed = placeOf(part);
    if (placed && !byKind.has(placed.kind)) byKind.set(placed.kind, placed);
    else warnings.push(`attachment ${shown(part.filename)} not used`);
  }
  return { placed: [...byKind.values()], warnings };
}

function byName(request: PlacedBy, attribute: Attribute, part: FilePart): PlacedFile | null {
  const { bytes } = part;
  if (isPathType(request.objt) && isNamed(part, request.objn, false)) return inIfs(request.folb, request.objn, bytes);
  if (attribute.source === 'ifs' && isNamed(part, request.srcn, false)) {
    return inIfs(request.fslb, request.srcn, bytes);
  }
  if (attribute.source === 'member' && isNamed(part, request.srcn, true)) return asMember(request, part);
  if (request.repositoryType === '*GIT' && isNamed(part, request.gfile, false)) return inGit(request, bytes);
  return null;
}

function intoFromLibrary(request: PlacedBy, attribute: Attribute, part: FilePart): PlacedFile | null {
  if (attribute.source === 'member') return asMember(request, part);
  if (attribute.source === 'ifs') return inIfs(request.fslb, request.srcn, part.bytes);
  if (isPathType(request.objt)) return inIfs(request.folb, request.objn, part.bytes);
  return request.repositoryType === '*GIT' && request.gfile !== '' ? inGit(request, part.bytes) : null;
}

function asMember(request: PlacedBy, part: FilePart): PlacedFile {
  return { kind: 'member', place: memberPlace(request), filename: part.filename, bytes: part.bytes };
}

function inIfs(directory: string, name: string, bytes: Uint8Array): PlacedFile {
  return { kind: 'ifs', place: ifsPlace(directory, name), filename: name, bytes };
}

function inGit(request: PlacedBy, bytes: Uint8Array): PlacedFile {
  return { kind: 'git', place: gitPlace(request), filename: request.gfile, bytes };
}

/** Part name or file name, as sent or with the escapes that form encoders write: quote, line breaks, and a backslash at its end. */
function isNamed(part: FilePart, name: string, ignoreCase: boolean): boolean {
  if (name === '') return false;
  const fold = (text: string) => (ignoreCase ? text.toUpperCase() : text);
  return [part.name, part.filename].some((sent) => {
    const plain = sent.replace(/%(22|0D|0A|5C)/gi, (encoded) => decodeURIComponent(encoded));
    return fold(sent) === fold(name) || fold(plain) === fold(name);
  });
}
