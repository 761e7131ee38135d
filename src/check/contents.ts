/** Finds contents that contradict the mapping: programs mapped as modules and modules as programs, and encodings. */
import { isUtf8 } from 'node:buffer';
import { formatCount, formatNames } from '../counted.ts';
import type { LineOf } from '../yaml/read-yaml.ts';
import type { CheckPart, RuleFiles } from './remark.ts';
import { countFiles, foldParts, formatRuleFiles, groupFilesByRule } from './remark.ts';

/** A source of a request, with the rule that wins (`rules[3]`) and the request's object type, and what its content shows. */
export interface SeenContent {
  readonly path: string;
  readonly rule: string;
  readonly objt: string | null;
  /** What it says it is, and by which words; null: it does not say. */
  readonly says: { readonly is: string; readonly by: string } | null;
  readonly encoding: Encoding | null;
}

/** The encoding of a text that is not UTF-8. */
export type Encoding = 'EBCDIC' | 'Latin-1';

export type ContentFindings = Readonly<ReturnType<typeof findContentProblems>>;

/**
 * Finds, by rule, sources that look like programs (not COBOL) and are mapped as *MODULE (`asModules`), and modules (C without main, or by a
 * build file; RPG with NOMAIN is in UseFindings) that are mapped as *PGM (`asPrograms`); by encoding, sources not in UTF-8 (`encodings`).
 * @param unknown why not all sources could be read (then the lists are empty), or null; it is returned as `unknown`
 */
export function findContentProblems(seen: readonly SeenContent[], unknown: string | null, lineOf: LineOf) {
  const known = unknown === null ? seen : [];
  const groupWronglyMapped = (type: string, isWrong: (says: NonNullable<SeenContent['says']>) => boolean) => {
    const wrong = known.filter(({ says, objt }) => objt?.toUpperCase() === type && says !== null && isWrong(says));
    return groupFilesByRule(wrong, lineOf);
  };
  return {
    unknown,
    // COBOL modules have an IDENTIFICATION DIVISION, too.
    asModules: groupWronglyMapped('*MODULE', ({ is, by }) => is === 'program' && by !== 'IDENTIFICATION DIVISION'),
    asPrograms: groupWronglyMapped('*PGM', ({ is, by }) => by === 'no main' || (by === 'build' && is === 'module')),
    encodings: (['EBCDIC', 'Latin-1'] as const).flatMap((encoding) => {
      const paths = known.flatMap((one) => (one.encoding === encoding ? [one.path] : []));
      return paths.length === 0 ? [] : [{ encoding, paths }];
    }),
  };
}

/** Guesses the encoding; null for UTF-8 or with a NUL; EBCDIC if X'40', its blank, is over 5 % and more than the X'20'; else Latin-1. */
export function guessEncoding(bytes: Uint8Array): Encoding | null {
  if (isUtf8(bytes)) return null;
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  const [nul = 0, ascii = 0, ebcdic = 0] = [counts[0x00], counts[0x20], counts[0x40]];
  if (nul > 0) return null;
  return ebcdic > ascii && ebcdic * 20 > bytes.length ? 'EBCDIC' : 'Latin-1';
}

/** Returns a part for each kind of finding, 6 lines each at most; one without lines has no finding. @param findings null: [] */
export function listContentParts(findings: ContentFindings | null): CheckPart[] {
  if (findings === null) return [];
  const { unknown, asModules, asPrograms, encodings } = findings;
  return foldParts([
    { title: 'what sources hold is not known', lines: unknown === null ? [] : [unknown] },
    { title: describeAsModules(asModules), lines: formatRuleFiles(asModules) },
    { title: describeAsPrograms(asPrograms), lines: formatRuleFiles(asPrograms) },
    {
      title: describeEncodings(encodings),
      lines: encodings.map((one) => `${one.encoding}: ${formatNames(one.paths)}`),
    },
  ]);
}

/** Returns a sentence: how many sources look like programs and are mapped as *MODULE, which is right only where they are bound. */
export function describeAsModules(found: readonly RuleFiles[]): string {
  const count = countFiles(found);
  const [look, them, a] = count === 1 ? ['looks like a program', 'it', 'it'] : ['look like programs', 'them', 'each'];
  return `${formatCount(count, 'source')} ${look}, but the mapping makes a *MODULE of ${them}: right where ${a} is bound, else a rule for *PGM is missing`;
}

/** Returns a sentence: how many sources are modules (C without main, or as a build file says) and are mapped as *PGM. */
export function describeAsPrograms(found: readonly RuleFiles[]): string {
  const count = countFiles(found);
  const [are, them] = count === 1 ? ['is a module', 'it'] : ['are modules', 'them'];
  return `${formatCount(count, 'source')} ${are} (as a build file says, or as C without main), but the mapping makes a *PGM of ${them}: a rule for *MODULE is missing`;
}

/** Returns a sentence: how many sources are not in UTF-8, and that they are filed as they are. */
export function describeEncodings(encodings: ContentFindings['encodings']): string {
  const count = countFiles(encodings);
  const [are, they, their] = count === 1 ? ['is', 'it is', 'its'] : ['are', 'they are', 'their'];
  return `${formatCount(count, 'source')} ${are} not in UTF-8: ${they} filed as ${they}, byte for byte; save as UTF-8 unless the service expects ${their} encoding`;
}
