import { type Captures, noCaptures } from '../glob/match.ts';
import type { CompiledMapping } from './compile.ts';
import type { CompiledPart } from './compiled-rule.ts';
import { pathParts } from './names.ts';
import { matchList } from './pattern-list.ts';
import type { MatchPart, RuleFields } from './schema.ts';

/** What a rule is matched against; `path` with slashes and without a leading one. */
export interface FileToMatch {
  readonly path: string;
  readonly repo: string;
  readonly branch: string;
}

export interface RequestsMatch {
  readonly kind: 'requests';
  /** `rules[3]`; `every file` when the mapping has no list of rules. */
  readonly rule: string;
  readonly requests: readonly RuleFields[];
  readonly captures: Captures;
}

export type FileMatch =
  | RequestsMatch
  | { readonly kind: 'skip'; readonly rule: string; readonly why: string }
  | { readonly kind: 'unmapped' };

/** A part of a file's name, and the patterns of a rule that it was compared with. */
export interface ComparedPart {
  readonly part: MatchPart;
  readonly value: string;
  readonly patterns: readonly string[];
}

/** Whether one rule matches; `by`: all of its parts, where it does; `failed`: the first part that does not. */
export interface RuleExplanation {
  readonly rule: string;
  readonly matched: boolean;
  readonly by?: readonly ComparedPart[];
  readonly failed?: ComparedPart;
}

/** A file taken apart, as patterns see it. */
type Subjects = Readonly<Record<MatchPart, string>>;

/** The first rule that matches a file decides; without a list of rules every file is one request. */
export function matchFile(compiled: CompiledMapping, file: FileToMatch): FileMatch {
  return matchSubjects(compiled, subjectsOf(file));
}

/** The same for a file whose path is taken apart already. */
export function matchSubjects(compiled: CompiledMapping, subjects: Subjects): FileMatch {
  if (compiled.rules === null) return { kind: 'requests', rule: 'every file', requests: [{}], captures: noCaptures };
  for (const { rule, parts, result } of compiled.rulesFor(subjects)) {
    const captures = matchParts(parts, subjects);
    if (captures === null) continue;
    if (result.kind === 'skip') return { kind: 'skip', rule, why: result.why };
    return { kind: 'requests', rule, requests: result.requests, captures };
  }
  return unmapped;
}

const unmapped: FileMatch = { kind: 'unmapped' };

/** Every rule in order, also those after the one that wins. */
export function explainMatch(compiled: CompiledMapping, file: FileToMatch): RuleExplanation[] {
  const subjects = subjectsOf(file);
  const compared = ({ part, globs }: CompiledPart): ComparedPart => {
    return { part, value: subjects[part], patterns: globs.map(({ source }) => source) };
  };
  return (compiled.rules ?? []).map(({ rule, parts }) => {
    const failing = parts.find((part) => matchPart(part, subjects) === null);
    if (failing === undefined) return { rule, matched: true, by: parts.map(compared) };
    return { rule, matched: false, failed: compared(failing) };
  });
}

/** The names of all rules that match a file, in order. @param asked tells which rules are wanted at all */
export function matchingRules(compiled: CompiledMapping, file: FileToMatch, asked: (rule: string) => boolean) {
  const subjects = subjectsOf(file);
  const found = compiled.rulesFor(subjects).filter(({ rule, parts }) => asked(rule) && matchParts(parts, subjects));
  return found.map(({ rule }) => rule);
}

function subjectsOf({ path, repo, branch }: FileToMatch): Subjects {
  const { gpath, gfile } = pathParts(path);
  return { path, gpath, gfile, repo, branch };
}

/** All parts must match; their captures come together. */
function matchParts(parts: readonly CompiledPart[], subjects: Subjects): Captures | null {
  const first = parts[0];
  if (parts.length === 1 && first !== undefined) return matchPart(first, subjects);
  let captures = noCaptures;
  for (const part of parts) {
    const found = matchPart(part, subjects);
    if (found === null) return null;
    // Most parts capture nothing, and merging costs more than all the rest.
    if (found !== noCaptures) captures = captures === noCaptures ? found : { ...captures, ...found };
  }
  return captures;
}

function matchPart(compiled: CompiledPart, subjects: Subjects): Captures | null {
  return matchList(compiled, subjects[compiled.part]);
}
