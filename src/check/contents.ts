/** What `check` says of contents that do not fit the mapping: programs mapped as modules and the other way round, and encodings. */

import { isUtf8 } from 'node:buffer';
import { counted, some } from '../counted.ts';
import { type LineOf, lineOfRule, placeOf } from './remark.ts';
import type { CheckPart } from './uses.ts';

/** A source of which the mapping makes a request, as its content was seen. */
export interface SeenContent {
  readonly path: string;
  /** The rule that wins, as `rules[3]`. */
  readonly rule: string;
  /** Object type of its request. */
  readonly objt: string | null;
  /** What it says of itself, and by what; null: it does not tell. */
  readonly says: { readonly is: 'program' | 'module'; readonly by: string } | null;
  readonly encoding: Encoding | null;
}

/** How a text is written that is not UTF-8. */
export type Encoding = 'EBCDIC' | 'Latin-1';

/** Sources of one rule that say something else than it. */
export interface Misjudged {
  readonly rule: string;
  /** Line in the mapping file, from 1; null where it has none. */
  readonly line: number | null;
  readonly paths: readonly string[];
}

/** What does not fit. */
export interface ContentFindings {
  /** Why nothing of it is known; null: all is. */
  readonly unknown: string | null;
  /** Sources that look like programs, and are modules to the mapping. */
  readonly asModules: readonly Misjudged[];
  /** Sources that can be no programs, and are to the mapping; RPG with NOMAIN is among the uses. */
  readonly asPrograms: readonly Misjudged[];
  readonly encodings: readonly { readonly encoding: Encoding; readonly paths: readonly string[] }[];
}

/** So many lines of each kind are shown; the report has all. */
const mostLines = 5;

/** Every module of COBOL has one, too. */
const saysLittle = 'IDENTIFICATION DIVISION';

/** The findings out of what was read. */
export function contentFindings(
  seen: readonly SeenContent[] | { readonly unknown: string },
  lineOf: LineOf,
): ContentFindings {
  if ('unknown' in seen) return { unknown: seen.unknown, asModules: [], asPrograms: [], encodings: [] };
  const told = (is: 'program' | 'module', objt: string) =>
    byRule(
      seen.filter(
        ({ says, objt: mapped }) => says?.is === is && says.by !== saysLittle && mapped?.toUpperCase() === objt,
      ),
      lineOf,
    );
  return {
    unknown: null,
    asModules: told('program', '*MODULE'),
    asPrograms: byRule(
      seen.filter(({ says, objt }) => says?.by === 'no main' && objt?.toUpperCase() === '*PGM'),
      lineOf,
    ),
    encodings: (['EBCDIC', 'Latin-1'] as const).flatMap((encoding) => {
      const paths = seen.flatMap((one) => (one.encoding === encoding ? [one.path] : []));
      return paths.length === 0 ? [] : [{ encoding, paths }];
    }),
  };
}

function byRule(seen: readonly SeenContent[], lineOf: LineOf): Misjudged[] {
  return [...Map.groupBy(seen, ({ rule }) => rule)]
    .map(([rule, files]) => ({ rule, line: lineOfRule(rule, lineOf), paths: files.map(({ path }) => path) }))
    .toSorted((one, other) => other.paths.length - one.paths.length);
}

/**
 * The encoding of bytes that are no UTF-8; null: they are, or hold what no source does, as UTF-16 and pictures do. In EBCDIC
 * the blank is X'40', which ASCII has for `@`.
 */
export function encodingOf(bytes: Uint8Array): Encoding | null {
  if (isUtf8(bytes)) return null;
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  const [nul = 0, ascii = 0, ebcdic = 0] = [counts[0x00], counts[0x20], counts[0x40]];
  if (nul > 0) return null;
  return ebcdic > ascii && ebcdic * 20 > bytes.length ? 'EBCDIC' : 'Latin-1';
}

/** The parts of a page about contents; those without lines have nothing to say. @param findings null: not looked for. */
export function contentParts(findings: ContentFindings | null): CheckPart[] {
  if (findings === null) return [];
  const { unknown, asModules, asPrograms, encodings } = findings;
  const misjudged = (list: readonly Misjudged[]) => folded(list.map((one) => `${placeOf(one)}: ${some(one.paths)}`));
  return [
    { title: 'what sources hold is not known', lines: unknown === null ? [] : [unknown] },
    { title: asModulesSentence(asModules), lines: misjudged(asModules) },
    { title: asProgramsSentence(asPrograms), lines: misjudged(asPrograms) },
    {
      title: encodingSentence(encodings),
      lines: encodings.map(({ encoding, paths }) => `${encoding}: ${some(paths)}`),
    },
  ];
}

/** Sources that look like programs, in a sentence. */
export function asModulesSentence(found: readonly Misjudged[]): string {
  const { count, them } = about(found);
  const [look, a] = count === 1 ? ['looks like a program', 'it'] : ['look like programs', 'each'];
  return `${counted(count, 'source')} ${look}, but the mapping makes a *MODULE of ${them}: right where ${a} is bound, else a rule for *PGM is missing`;
}

/** C sources without a main function, in a sentence. */
export function asProgramsSentence(found: readonly Misjudged[]): string {
  const { count, them } = about(found);
  const have = count === 1 ? 'has' : 'have';
  return `${counted(count, 'C source')} ${have} no main function, but the mapping makes a *PGM of ${them}: a rule for *MODULE is missing`;
}

/** Sources that are not in UTF-8, in a sentence. */
export function encodingSentence(encodings: ContentFindings['encodings']): string {
  const count = encodings.reduce((sum, { paths }) => sum + paths.length, 0);
  const [are, they, their] = count === 1 ? ['is', 'it is', 'its'] : ['are', 'they are', 'their'];
  return `${counted(count, 'source')} ${are} not in UTF-8: ${they} filed as ${they}, byte for byte; save as UTF-8 unless the service expects ${their} encoding`;
}

function about(found: readonly Misjudged[]) {
  const count = found.reduce((sum, { paths }) => sum + paths.length, 0);
  return { count, them: count === 1 ? 'it' : 'them' };
}

function folded(lines: readonly string[]): string[] {
  const rest = lines.length - mostLines;
  return rest > 1 ? [...lines.slice(0, mostLines), `and ${rest} more lines; --format json has all`] : [...lines];
}
