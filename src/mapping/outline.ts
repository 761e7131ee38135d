/**
 * The parts of a mapping that checks look at, taken from a value that may be wrong in other places: a file with a
 * misspelt key has its patterns checked too.
 */

import { compileGlob, type Glob, GlobError } from '../glob/compile-glob.ts';
import type { Path } from '../yaml/read-yaml.ts';
import { type MatchPart, matchParts } from './schema.ts';

/** The keys of a map. */
export type Values = Readonly<Record<string, unknown>>;

/** One pattern and where it stands; `glob` is null when it cannot be read, and `error` says why. */
export interface PatternAt {
  readonly path: Path;
  readonly part: MatchPart;
  readonly text: string;
  readonly glob: Glob | null;
  readonly error: GlobError | null;
}

export interface FieldsAt {
  readonly path: Path;
  readonly fields: Values;
}

export interface RuleAt {
  readonly path: Path;
  readonly patterns: readonly PatternAt[];
  readonly fieldSets: readonly FieldsAt[];
  readonly value: Values;
}

export interface Outline {
  readonly top: Values;
  readonly request: FieldsAt;
  readonly branches: readonly RuleAt[];
  readonly rules: readonly RuleAt[];
}

/** True when patterns of this part ignore case, as object names do. */
export function ignoresCase(part: MatchPart): boolean {
  return part !== 'branch' && part !== 'repo';
}

/** The outline of what a mapping file holds, whatever that is. */
export function outlineOf(value: unknown): Outline {
  const top = recordOf(value);
  return {
    top,
    request: { path: ['request'], fields: recordOf(top.request) },
    branches: listOf(top.branches).map((rule, index) => branchAt(recordOf(rule), ['branches', index])),
    rules: listOf(top.rules).map((rule, index) => ruleAt(recordOf(rule), ['rules', index])),
  };
}

/** All levels of fields in a mapping. */
export function allFieldSets(outline: Outline): FieldsAt[] {
  return [outline.request, ...[...outline.branches, ...outline.rules].flatMap((rule) => rule.fieldSets)];
}

/** The names that the patterns of a rule capture, each once. */
export function capturesOf(rule: RuleAt): string[] {
  return [...new Set(rule.patterns.flatMap((pattern) => pattern.glob?.captures ?? []))];
}

function branchAt(rule: Values, path: Path): RuleAt {
  const { branch, dependents: _, ...fields } = rule;
  const patterns = patternsAt(branch, 'branch', [...path, 'branch']);
  return { path, patterns, fieldSets: [{ path, fields }], value: rule };
}

function ruleAt(rule: Values, path: Path): RuleAt {
  const match = recordOf(rule.match);
  const patterns = matchParts.flatMap((part) => patternsAt(match[part], part, [...path, 'match', part]));
  const one = { path: [...path, 'request'], fields: recordOf(rule.request) };
  const several = listOf(rule.requests).map((fields, index) => {
    return { path: [...path, 'requests', index], fields: recordOf(fields) };
  });
  return { path, patterns, fieldSets: [one, ...several], value: rule };
}

function patternsAt(value: unknown, part: MatchPart, path: Path): PatternAt[] {
  if (typeof value === 'string') return [patternAt(value, part, path)];
  return listOf(value).flatMap((text, index) =>
    typeof text === 'string' ? [patternAt(text, part, [...path, index])] : [],
  );
}

function patternAt(text: string, part: MatchPart, path: Path): PatternAt {
  try {
    return { path, part, text, glob: compileGlob(text, ignoresCase(part)), error: null };
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    return { path, part, text, glob: null, error };
  }
}

/** The keys of a value; none when it is no map. */
export function recordOf(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
