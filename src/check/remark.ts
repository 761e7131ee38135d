/** What `check` reports about a valid mapping. */
import { formatNames, limitLines } from '../counted.ts';
import type { LineOf } from '../yaml/read-yaml.ts';

/** A finding at a place in the mapping. */
export interface Remark {
  /** Line in the mapping file, from 1; null where it has none (no mapping file, or the file as a whole). */
  readonly line: number | null;
  readonly message: string;
}

/** A rule that does nothing here. */
export interface IdleRule extends Remark {
  /** As reports name it: `rules[3]`, `branches[0]`. */
  readonly rule: string;
  /** The earlier rules that win all that it matches, or would match; absent: nothing here matches it. */
  readonly by?: readonly string[];
}

/** Returns the line of a rule in the mapping file by its name (`rules[3]`, `branches[0]`); null for another name, or if it is not known. */
export function findRuleLine(rule: string, lineOf: LineOf): number | null {
  const [, list, index] = /^(\w+)\[(\d+)\]$/.exec(rule) ?? [];
  return list === undefined ? null : (lineOf([list, Number(index)]) ?? null);
}

/** Names a rule with its line, if known: `rules[3] (line 12)`. */
export function formatRulePlace({ rule, line }: Omit<IdleRule, 'message' | 'by'>): string {
  return line === null ? rule : `${rule} (line ${line})`;
}

/** Files that one rule maps to something that their sources contradict. */
export interface RuleFiles extends Omit<IdleRule, 'message' | 'by'> {
  readonly paths: readonly string[];
}

/** Groups paths by their rule (`rules[3]`), with its line; the rule with the most files first. */
export function groupFilesByRule(files: readonly Record<'rule' | 'path', string>[], lineOf: LineOf): RuleFiles[] {
  return [...Map.groupBy(files, ({ rule }) => rule)]
    .map(([rule, ofRule]) => ({ rule, line: findRuleLine(rule, lineOf), paths: ofRule.map(({ path }) => path) }))
    .toSorted((one, other) => other.paths.length - one.paths.length);
}

/** Returns how many paths all entries have together. */
export function countFiles(rules: readonly Pick<RuleFiles, 'paths'>[]): number {
  return rules.reduce((sum, { paths }) => sum + paths.length, 0);
}

/** Returns a line for each rule, `rules[3] (line 12): a, b, c and 9 more`. */
export function formatRuleFiles(rules: readonly RuleFiles[]): string[] {
  return rules.map((one) => `${formatRulePlace(one)}: ${formatNames(one.paths)}`);
}

export interface CheckPart {
  /** True if the title needs no lines. */
  readonly isWhole?: boolean;
  readonly title: string;
  readonly lines: readonly string[];
}

/** Shortens the lines of each part to the first five, and one that counts the others; six lines or fewer stay. */
export function foldParts(parts: readonly CheckPart[]): CheckPart[] {
  const fold = (lines: readonly string[]) =>
    limitLines(lines, lines.length === 6 ? 6 : 5, (left) => `and ${left} more lines; \`--format json\` has all`);
  return parts.map((part) => ({ ...part, lines: fold(part.lines) }));
}
