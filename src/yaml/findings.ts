/** Findings about a file, in words: what was found, what to write instead, and where. */
import type * as z from 'zod/mini';
import { isRecord } from '../interface/replies.ts';
import { findNearestWord, shorten } from '../near.ts';
import type { Lines } from './lines.ts';
import type { Path, ReadYaml } from './read-yaml.ts';

/** A mistake at a path of a file, before its line is looked up. */
export interface YamlFinding {
  readonly path: Path;
  /** The mistake is the key, not its value. */
  readonly atKey?: true;
  readonly found: string;
  readonly right: string;
}

type Issue = z.core.$ZodIssue;

/**
 * Returns the findings for one issue of the schema: one, but of unknown keys one each; of a union, those of its last alternative that has
 * errors inside the value, if any. A missing key is found at the map around it. @param value of the file @param unknownKey see FileShape
 */
export function toFindings(issue: Issue, value: unknown, unknownKey: (at: Path) => YamlFinding | null): YamlFinding[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    const allowed = issue.message.split(', ');
    return issue.keys.map((key) => unknownKey([...path, key]) ?? buildUnknownKeyFinding([...path, key], allowed));
  }
  const alternatives: readonly Issue[][] = issue.code === 'invalid_union' ? issue.errors : [];
  const nested = alternatives.findLast((errors) => errors.some((error) => error.path.length > 0));
  if (nested !== undefined) {
    return nested.flatMap((inner) => toFindings({ ...inner, path: [...issue.path, ...inner.path] }, value, unknownKey));
  }
  const part = findValueAt(value, path);
  const around = path.slice(0, -1);
  const name = path.at(-1);
  // If YAML cannot read a value, its key has no value here, and a problem of its own.
  if (part === undefined && typeof name === 'string' && !hasKey(findValueAt(value, around), name)) {
    return [{ path: around, found: `no \`${name}\``, right: `expected \`${name}\`: ${issue.message}` }];
  }
  const entry = issue.code === 'invalid_type' && issue.expected === 'array' ? adviseOnDash(part) : '';
  return [{ path, found: describeValue(part), right: adviseOnBraces(part) ?? `expected ${issue.message}${entry}` }];
}

/** Returns advice for a map in place of a list: a dash before each entry, `- KEY:` with its first key; '' for no map, or an empty one. */
function adviseOnDash(value: unknown): string {
  const [key] = isRecord(value) ? Object.keys(value) : [];
  return key === undefined ? '' : `, a dash before each: \`- ${shorten(key)}:\``;
}

/** True for a map or list that has this key or index. */
function hasKey(value: unknown, key: string | number): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

/** Returns the finding for a key that is not allowed, the last of `path`; lists all allowed ones if none is near it. */
function buildUnknownKeyFinding(path: Path, allowed: readonly string[]): YamlFinding {
  const key = String(path.at(-1));
  const nearestKey = findNearestWord(key, allowed);
  const right = nearestKey === null ? `one of ${allowed.join(', ')}` : `did you mean \`${nearestKey}\`?`;
  return { path, atKey: true, found: `unknown key \`${shorten(key)}\``, right };
}

/** Returns the value at a path; undefined if there is none. */
function findValueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, key) => (hasKey(part, key) ? part[key] : undefined), value);
}

/** Returns the advice to quote `{proj}`, which YAML reads as a map of keys without values; null for any other value. */
function adviseOnBraces(value: unknown): string | null {
  if (!isRecord(value)) return null;
  const names = Object.keys(value);
  const isBare = names.length > 0 && Object.values(value).every((element) => element === null);
  return isBare ? `quotes around it: "{${names.join(',')}}"` : null;
}

/** Describes a value in a few words, such as `the text "x"`, `an empty list`, `a map`, `the value true`; `nothing` for null, undefined. */
function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text ${shorten(JSON.stringify(value))}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isRecord(value)) return 'a map';
  return `the value ${String(value)}`;
}

/**
 * Makes the problem of a finding, at the value (`atKey`: the key) of its path; if none is there, at the start of the nearest value around.
 */
export function toFileProblem({ path, atKey, found, right }: YamlFinding, { placeOf }: ReadYaml, lines: Lines) {
  const own = placeOf(path);
  if (own !== undefined) {
    const [start, end] = (atKey && own.key) ?? own.value;
    return lines.problemAt(start, end - start, found, right);
  }
  const around = path.keys().map((n) => placeOf(path.slice(0, -1 - n)));
  return lines.problemAt(around.find((place) => place !== undefined)?.value[0] ?? 0, 1, found, right);
}
