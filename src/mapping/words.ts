/** What the schema refuses, in words: what was found, what would be right, and where. */

import { nearest, shorten } from './near.ts';
import { keys, modeFields } from './schema.ts';
import type { Path } from './yaml.ts';

/** Something wrong at a place of the mapping, before its line is looked up. */
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

/** The findings for one issue of the schema over `value`, the whole mapping. */
export function findingsOf(issue: Issue, value: unknown): Finding[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => unknownKey([...path, key]));
  }
  const nested = deepestErrors(issue);
  if (nested.length > 0) {
    return nested.flatMap((inner) => findingsOf({ ...inner, path: [...issue.path, ...inner.path] }, value));
  }
  const here = valueAt(value, path);
  const name = path.at(-1);
  if (here === undefined && typeof name === 'string') {
    return [{ path: path.slice(0, -1), found: `no \`${name}\``, right: `expected \`${name}\`: ${issue.message}` }];
  }
  const hint = unquotedBraces(here);
  return [{ path, found: describe(here), right: hint ?? `expected ${issue.message}` }];
}

/** The errors of a union inside of the value: those of the option that came furthest say more than "none fits". */
function deepestErrors(issue: Issue): readonly Issue[] {
  const inside = (issue.errors ?? []).filter((option) => option.some((error) => error.path.length > 0));
  return inside.at(-1) ?? [];
}

function unknownKey(path: Path): Finding {
  const key = String(path.at(-1));
  const at = { path, atKey: true } as const;
  if ((modeFields as readonly string[]).includes(key)) {
    return {
      ...at,
      found: `\`${key}\` as a field`,
      right: '`rfp:` at the top of the file; it is a mode: none, per-push, per-branch or an RFP number',
    };
  }
  const allowed = keysAt(path.slice(0, -1));
  const near = nearest(key, allowed);
  const right = near === null ? `one of ${allowed.join(', ')}` : `did you mean \`${near}\`?`;
  return { ...at, found: `unknown key \`${shorten(key)}\``, right };
}

/** The keys that may stand in the map at a path. */
function keysAt(path: Path): readonly string[] {
  const [top, , part] = path;
  if (top === undefined) return keys.top;
  if (top === 'branches') return keys.branch;
  if (top === 'pipe') return keys.pipe;
  if (top === 'attach') return keys.attach;
  if (top === 'rules' && part === undefined) return keys.rule;
  if (top === 'rules' && part === 'match') return keys.match;
  return keys.fields;
}

/** The value at a path, undefined when there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, key) => {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return undefined;
    return (part as Record<string | number, unknown>)[key];
  }, value);
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
