/** What a schema refuses, in words: what was found, what would be right, and where. */

import { nearest, shorten } from '../near.ts';
import type { FileProblem, Lines } from './lines.ts';
import type { Path, ReadYaml } from './read-yaml.ts';

/** Something wrong at a place of a file, before its line is looked up. */
export interface Finding {
  readonly path: Path;
  /** The place is the key, not its value. */
  readonly atKey?: true;
  readonly found: string;
  readonly right: string;
}

/** As much of a schema's issue as is read here. */
export interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly Issue[])[];
}

/** The findings for one issue. @param value the whole content of the file @param unknownKey what to say of such a key */
export function findingsOf(issue: Issue, value: unknown, unknownKey: (path: Path) => Finding): Finding[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') return (issue.keys ?? []).map((key) => unknownKey([...path, key]));
  const nested = deepestErrors(issue);
  if (nested.length > 0) {
    return nested.flatMap((inner) => findingsOf({ ...inner, path: [...issue.path, ...inner.path] }, value, unknownKey));
  }
  const here = valueAt(value, path);
  const name = path.at(-1);
  // A key that is there without a value, as YAML could not read it, has its own problem in that place.
  const isMissing = here === undefined && typeof name === 'string' && !hasKey(valueAt(value, path.slice(0, -1)), name);
  if (isMissing) {
    return [{ path: path.slice(0, -1), found: `no \`${name}\``, right: `expected \`${name}\`: ${issue.message}` }];
  }
  return [{ path, found: describe(here), right: unquotedBraces(here) ?? `expected ${issue.message}` }];
}

function hasKey(value: unknown, key: string | number): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

/** The errors of a union inside the value, which say more than "none fits"; of several options, the last one's. */
function deepestErrors(issue: Issue): readonly Issue[] {
  const inside = (issue.errors ?? []).filter((option) => option.some((error) => error.path.length > 0));
  return inside.at(-1) ?? [];
}

/** A key that may not stand there, with the keys that may. */
export function unknownKeyFinding(path: Path, allowed: readonly string[]): Finding {
  const key = String(path.at(-1));
  const near = nearest(key, allowed);
  const right = near === null ? `one of ${allowed.join(', ')}` : `did you mean \`${near}\`?`;
  return { path, atKey: true, found: `unknown key \`${shorten(key)}\``, right };
}

/** The value at a path, undefined when there is none. */
function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, key) => (hasKey(part, key) ? part[key] : undefined), value);
}

/** `{proj}` without quotes is a map to YAML: a word with nothing behind it. */
function unquotedBraces(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const names = Object.keys(value);
  const bare = names.length > 0 && Object.values(value).every((element) => element === null);
  return bare ? `quotes around it: "{${names.join(',')}}"` : null;
}

/** A value as a sentence names it, never long. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text ${shorten(JSON.stringify(value))}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a map';
  return `the value ${String(value)}`;
}

/** Looks up the place of a finding: its own, or that of the nearest part around it. */
export function problemOf(finding: Finding, yaml: ReadYaml, lines: Lines): FileProblem {
  for (let length = finding.path.length; length >= 0; length--) {
    const place = yaml.placeOf(finding.path.slice(0, length));
    if (place === undefined) continue;
    const own = length === finding.path.length;
    const range = own && finding.atKey !== undefined && place.key !== null ? place.key : place.value;
    return lines.problemAt(range[0], own ? range[1] - range[0] : 1, finding.found, finding.right);
  }
  return lines.problemAt(0, 1, finding.found, finding.right);
}

/** In the order of the file; where YAML could not read a value, what the schema says of it is left out. */
export function inOrder(yaml: readonly FileProblem[], findings: readonly FileProblem[]): FileProblem[] {
  const unread = new Set(yaml.map(({ line, column }) => `${line}:${column}`));
  const others = findings.filter(({ line, column }) => !unread.has(`${line}:${column}`));
  return [...yaml, ...others].sort((a, b) => a.line - b.line || a.column - b.column);
}
