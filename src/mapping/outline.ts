/** The parts of a mapping that checks need, from a file that may be wrong elsewhere: one run shows all mistakes. */
import { type Glob, GlobError, tryCompileGlob } from '../glob/compile-glob.ts';
import { isRecord } from '../interface/replies.ts';
import type { Path } from '../yaml/read-yaml.ts';
import { type MatchPart, matchParts } from './schema.ts';

export type MapKeys = Readonly<Record<string, unknown>>;

/** One pattern and its place in the mapping; `glob` is the error of one that cannot be read. */
export type PatternAt = Readonly<{ path: Path; part: MatchPart; text: string; glob: Glob | GlobError }>;

export type FieldsAt = { readonly path: Path; readonly fields: MapKeys };

export type RuleAt = Readonly<{ path: Path; patterns: PatternAt[]; fieldSets: FieldsAt[]; value: MapKeys }>;

export type Outline = Readonly<{ top: MapKeys; request: FieldsAt; branches: RuleAt[]; rules: RuleAt[] }>;

/** True for `path`, `gpath`, `gfile`: their patterns ignore case, as object names do. False for `branch` and `repo`. */
export function ignoresCase(part: MatchPart): boolean {
  return part !== 'branch' && part !== 'repo';
}

/** Reads the outline from any content of a mapping file; a part of the wrong type counts as empty. */
export function readOutline(value: unknown): Outline {
  const top = toRecord(value);
  return {
    top,
    request: { path: ['request'], fields: toRecord(top.request) },
    branches: toList(top.branches).map((rule, index) => readBranchRule(toRecord(rule), ['branches', index])),
    rules: toList(top.rules).map((rule, index) => readFileRule(toRecord(rule), ['rules', index])),
  };
}

/** Returns the names that the patterns of a rule capture, each once. */
export function listRuleCaptures(rule: RuleAt): string[] {
  return [...new Set(rule.patterns.flatMap(listPatternCaptures))];
}

/** Returns the names that a pattern captures; [] for one that cannot be read. */
export function listPatternCaptures({ glob }: PatternAt): readonly string[] {
  return glob instanceof GlobError ? [] : glob.captures;
}

/** Reads a branch rule: its patterns, and one set of fields from all keys but `branch` and `dependents`. */
function readBranchRule(rule: MapKeys, path: Path): RuleAt {
  const { branch, dependents: _, ...fields } = rule;
  const patterns = readPatterns(branch, 'branch', [...path, 'branch']);
  return { path, patterns, fieldSets: [{ path, fields }], value: rule };
}

/** Reads a file rule: patterns of all parts, one set of fields for `request` (maybe empty), and each of `requests`. */
function readFileRule(rule: MapKeys, path: Path): RuleAt {
  const match = toRecord(rule.match);
  const patterns = matchParts.flatMap((part) => readPatterns(match[part], part, [...path, 'match', part]));
  const single = { path: [...path, 'request'], fields: toRecord(rule.request) };
  const more = toList(rule.requests).map((fields, n) => ({ path: [...path, 'requests', n], fields: toRecord(fields) }));
  return { path, patterns, fieldSets: [single, ...more], value: rule };
}

/** Reads one pattern or a list of them; a value that is no text is left out. Does not throw: `glob` holds the error. */
function readPatterns(value: unknown, part: MatchPart, path: Path): PatternAt[] {
  const readPattern = (text: unknown, at: Path) =>
    typeof text === 'string' ? [{ path: at, part, text, glob: tryCompileGlob(text, ignoresCase(part)) }] : [];
  if (!Array.isArray(value)) return readPattern(value, path);
  return value.flatMap((text, index) => readPattern(text, [...path, index]));
}

/** Returns the value if it is a map, else an empty one. */
export function toRecord(value: unknown): MapKeys {
  return isRecord(value) ? value : {};
}

/** Returns the value if it is a list, else an empty one. */
function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
