import { type Captures, noCaptures } from '../glob/match.ts';
import type { CompiledMapping } from './compile.ts';
import { splitPath } from './names.ts';
import { type CompiledPart, type CompiledRule, matchList } from './pattern-list.ts';
import type { MatchPart } from './schema.ts';

/** A file that rules are matched against; `path` has slashes, and none in front. */
type FileToMatch = { readonly path: string; readonly repo: string; readonly branch: string };

/** What the first file rule that matches makes of a file. `rule` is `rules[3]`, or `every file` if the mapping has no list of rules. */
type FileMatch =
  | (CompiledRule['result'] & { readonly rule: string; readonly captures: Captures })
  | { readonly kind: 'unmapped' };

/** A part of a file, and the patterns of a rule that it was compared with. */
export type ComparedPart = { readonly part: MatchPart; readonly value: string; readonly patterns: readonly string[] };

/** Whether one rule matches; `by`: all of its parts, if it does; `failed`: else the first part that does not. */
export interface RuleExplanation {
  readonly rule: string;
  readonly matched: boolean;
  readonly by?: readonly ComparedPart[];
  readonly failed?: ComparedPart;
}

/** Finds the first file rule that matches, else `unmapped`. In a mapping without `rules`, every file makes one request without fields. */
export function matchFile(compiled: CompiledMapping, file: FileToMatch): FileMatch {
  const subjects = toSubjects(file);
  if (compiled.rules === null) return { kind: 'requests', rule: 'every file', requests: [{}], captures: noCaptures };
  for (const { rule, parts, result } of compiled.rulesFor(subjects)) {
    const captures = matchRuleParts(parts, subjects);
    if (captures !== null) return { ...result, rule, captures };
  }
  return { kind: 'unmapped' };
}

/** Lists all file rules in order: one that matches with all its parts, another with the first part that fails; [] without a list. */
export function explainMatch(compiled: CompiledMapping, file: FileToMatch): RuleExplanation[] {
  const subjects = toSubjects(file);
  const comparePart = ({ part, globs }: CompiledPart): ComparedPart => {
    return { part, value: subjects[part], patterns: globs.map(({ source }) => source) };
  };
  return (compiled.rules ?? []).map(({ rule, parts }) => {
    const failedPart = parts.find((part) => matchList(part, subjects[part.part]) === null);
    if (failedPart === undefined) return { rule, matched: true, by: parts.map(comparePart) };
    return { rule, matched: false, failed: comparePart(failedPart) };
  });
}

/** Returns the names (`rules[3]`) of the wanted file rules that match a file, in order, also after the first one. */
export function findMatchingRules(compiled: CompiledMapping, file: FileToMatch, isWanted: (rule: string) => boolean) {
  const subjects = toSubjects(file);
  const isFound = ({ rule, parts }: CompiledRule) => isWanted(rule) && matchRuleParts(parts, subjects) !== null;
  return compiled.rulesFor(subjects).flatMap((one) => (isFound(one) ? [one.rule] : []));
}

/** Returns the texts of a file that patterns are matched with: path, folder, name, repository ID and branch. */
const toSubjects = ({ path, repo, branch }: FileToMatch) => ({ ...splitPath(path), repo, branch });

/** Returns the captures of all parts of a rule together; null if a part does not match. */
function matchRuleParts(parts: readonly CompiledPart[], subjects: Readonly<Record<MatchPart, string>>) {
  let captures = noCaptures;
  for (const part of parts) {
    const added = matchList(part, subjects[part.part]);
    if (added === null) return null;
    // Most parts capture nothing, and to merge costs more than all the rest.
    if (added !== noCaptures) captures = captures === noCaptures ? added : { ...captures, ...added };
  }
  return captures;
}
