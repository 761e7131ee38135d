import type { UpdateFields } from '../interface/fields.ts';
import type { FilePart } from './body.ts';
import { formatGitPlace, formatObjectPlace, formatSourcePlace, isPathType } from './objects.ts';
import { withoutBlanks } from './payload.ts';
import type { PlacedBy, PlacedFile } from './records.ts';
import { formatValue } from './refusal.ts';
import type { Attribute } from './site.ts';

type Kind = PlacedFile['kind'];

/** Decides by placeParts where a create's files go (§4.3): to the object, source, Git file (if linked) so named; with copy *YES nowhere. */
export function placeOnCreate(request: PlacedBy, attribute: Attribute, parts: readonly FilePart[]) {
  const { copy, repositoryType, gfile } = request;
  return placeParts(request, attribute, parts, (part, named) => {
    if (copy !== '*NO') return [];
    return repositoryType === '*GIT' && isNamed(part, gfile) ? [...named, 'git'] : named;
  });
}

/**
 * Decides where the files of an update go (§4.3), by placeParts. A file is used if it is named after source or Git file or, in a call with
 * neither `srcn` nor `gfile`, is not JSON. It goes where its name says, else to the source (also an IFS or remote object so named), without
 * source to the object. @param request as it will be @param hasGitCopy true if there is a copy of the Git file to replace too
 */
export function placeOnUpdate(
  request: PlacedBy,
  attribute: Attribute | undefined,
  parts: readonly FilePart[],
  sent: Pick<UpdateFields, 'srcn' | 'gfile'>,
  hasGitCopy: boolean,
) {
  const { objt, objn, srcn, gfile } = request;
  const namesNone = sent.gfile === undefined && sent.srcn === undefined;
  const sources: Kind[] = isPathType(objt) && objn === srcn ? ['source', 'object'] : ['source'];
  return placeParts(request, attribute, parts, (part, named) => {
    const isGitFile = isNamed(part, gfile) || isNamed(part, sent.gfile ?? '');
    const isOther = namesNone && !/^application\/json\b/i.test(part.type);
    if (!named.includes('source') && !isGitFile && !isOther) return [];
    const others: Kind[] = attribute?.source === 'none' ? ['object'] : sources;
    return [...(named.length > 0 ? named : others), ...(hasGitCopy ? (['git'] as const) : [])];
  });
}

/**
 * Gives each file the places of its kinds that no earlier file has (`files`), and warns of each file without a place. None gets one if rsn
 * is not *MIGRATE, dir is *YES, or the attribute is unknown. @param kindsOf returns the kinds of a file; `named` has those whose name the
 * file bears: `object` (*IFS, *REMOTE), `source` (of a member, in any case of letters)
 */
function placeParts(
  request: PlacedBy,
  attribute: Attribute | undefined,
  parts: readonly FilePart[],
  kindsOf: (part: FilePart, named: Kind[]) => Kind[],
) {
  const { rsn, dir, objn, objt, srcn, gfile } = request;
  const byPlace = new Map<string, PlacedFile>();
  const isMember = attribute?.source === 'member';
  const takesFiles = attribute !== undefined && rsn === '*MIGRATE' && dir !== '*YES';
  const warnings = parts.flatMap((part) => {
    const targets = {
      object: { place: formatObjectPlace(request), filename: objn },
      source: { place: formatSourcePlace(request, isMember), filename: isMember ? part.filename : srcn },
      git: { place: formatGitPlace(request), filename: gfile },
    };
    const isObject = isPathType(objt) && isNamed(part, objn);
    const isSource = attribute?.source !== 'none' && isNamed(part, srcn, isMember);
    const named: Kind[] = [...(isObject ? ['object' as const] : []), ...(isSource ? ['source' as const] : [])];
    const kinds = takesFiles ? kindsOf(part, named) : [];
    const wanted = kinds.map((kind) => ({ kind, bytes: part.bytes, ...targets[kind] }));
    const free = wanted.filter(({ place }) => !byPlace.has(place));
    for (const file of free) byPlace.set(file.place, file);
    return free.length > 0 ? [] : [`attachment ${formatValue(part.filename)} not used`];
  });
  return { files: [...byPlace.values()], warnings };
}

/** True if a part's name or file name is this name but for blanks at the end; quote, CR, LF and backslash may be encoded. False for ''. */
function isNamed(part: FilePart, name: string, ignoreCase = false): boolean {
  if (name === '') return false;
  const fold = (text: string) => withoutBlanks(ignoreCase ? text.toUpperCase() : text);
  return [part.name, part.filename].some((sent) => {
    const plain = sent.replace(/%(22|0D|0A|5C)/gi, (encoded) => decodeURIComponent(encoded));
    return fold(sent) === fold(name) || fold(plain) === fold(name);
  });
}
