import { sourceTypeOf } from '../../init/source-types.ts';
import { asPattern } from '../../init/tracked-file.ts';
import type { CreateFields } from '../../interface/fields.ts';
import { isPathType } from '../../service/objects.ts';
import type { Attribute } from '../../service/site.ts';

/** An attribute, and how much of it is made up. */
export interface MadeAttribute {
  readonly attr: string;
  readonly objt: string;
  /** The file names that the service derives it for; null: the mapping names it. */
  readonly pattern: string | null;
  /** The mapping does not say the type either. */
  readonly isGuess: boolean;
}

/** Where sources and files of the IFS are, unless the mapping says so. */
export const madePlaces = { fsfl: 'QSOURCE', target: '/rehearsal' } as const;

/**
 * Makes an attribute for each code that the requests of an application name, for each extension of those that name none
 * (`FILE` without one), and for pipelines, which `made` leaves out.
 */
export function madeAttributes(requests: readonly CreateFields[], pipes: readonly { readonly pipa: string }[]) {
  const all = [...Map.groupBy(requests, attributeName)].map(([attr, of]) => {
    const typed = of.find(({ objt }) => objt !== undefined);
    const [first = {}] = of;
    const objt = typed?.objt ?? usualType(first);
    const open = of.find((fields) => fields.attr === undefined);
    const made: MadeAttribute = { attr, objt, pattern: open ? patternOf(open) : null, isGuess: typed === undefined };
    return { made, attribute: makeAttribute(made, of) };
  });
  const made = all.map((one) => one.made);
  const known = new Set(made.map(({ attr }) => attr));
  const ofPipes = [...new Set(pipes.map(({ pipa }) => pipa))].filter((pipa) => !known.has(pipa));
  const pipeAttributes = ofPipes.map((attr): Attribute => ({ attr, objt: '*PIPE', source: 'none' }));
  return { attributes: [...all.map(({ attribute }) => attribute), ...pipeAttributes], made };
}

/** Makes an attribute of the IFS, or of members in the source file that the first request with one names. */
function makeAttribute({ attr, objt }: MadeAttribute, requests: readonly CreateFields[]): Attribute {
  if (isPathType(objt)) return { attr, objt, source: 'ifs', target: madePlaces.target };
  const fsfl = requests.find((fields) => fields.fsfl !== undefined)?.fsfl;
  return { attr, objt, source: 'member', fsfl: fsfl ?? madePlaces.fsfl };
}

/** Returns the extension of the file in upper case; null: none. */
function extensionOf({ gfile = '' }: CreateFields): string | null {
  const dot = gfile.lastIndexOf('.');
  return dot < 0 || dot === gfile.length - 1 ? null : gfile.slice(dot + 1).toUpperCase();
}

const attributeName = (fields: CreateFields): string => fields.attr ?? extensionOf(fields) ?? 'FILE';

function patternOf(fields: CreateFields): string {
  const extension = extensionOf(fields);
  return extension === null ? '*' : `*.${asPattern(extension)}`;
}

/** Returns the object type that a source of that extension usually makes; `*PGM` if that is not known. */
function usualType(fields: CreateFields): string {
  const extension = extensionOf(fields) ?? '';
  const makes = sourceTypeOf(extension)?.makes;
  if (makes?.kind === 'ile') return makes.usual;
  return makes?.kind === 'object' ? makes.objt.replace('{ext|upper}', extension) : '*PGM';
}
