/** Reads a file that people write in YAML, checked by its shape; says in words what was found, what to write instead, and where. */
import * as z from 'zod/mini';
import type { Problem } from '../errors.ts';
import { isRecord } from '../interface/replies.ts';
import { findNearestWord, shorten } from '../near.ts';
import { type FileProblem, indexLines, type Lines } from './lines.ts';
import { type LineOf, type Path, type ReadYaml, readYaml } from './read-yaml.ts';

/** A mistake at a path of a file, before its line is looked up. */
export interface YamlFinding {
  readonly path: Path;
  /** The mistake is the key, not its value. */
  readonly atKey?: true;
  readonly found: string;
  readonly right: string;
}

interface FileShape<Content> {
  /** All maps in it with fixed keys are made by `strictMap`. */
  readonly schema: z.ZodMiniType<Content>;
  /** Returns what is wrong beyond the schema; `value` may also break the schema. */
  readonly findings: (value: unknown) => readonly YamlFinding[];
  /** Returns the finding for a key that the schema does not know; if it is null or absent, one that names the nearest known key, or all. */
  readonly unknownKey?: (path: Path) => YamlFinding | null;
  /** The least content of a file, in words: for the message about an empty one. */
  readonly least: string;
  /** Returns the error to throw, with all problems in the order of the file. */
  readonly refusal: (problems: readonly FileProblem[]) => Problem;
  /** Most characters (UTF-16 units), and most values with aliases written out. */
  readonly mostCharacters: number;
  readonly mostValues: number;
}

/**
 * Reads YAML text and checks it by a shape; returns its `content`, and `lineOf` for lines of values. Ignores a byte order mark. @throws
 * what `shape.refusal` makes of all problems, in order; a text too long, not UTF-8, no YAML, empty, or with too many values is not checked
 * further.
 */
export function readChecked<Content>(text: string, shape: FileShape<Content>) {
  const { schema, unknownKey = () => null } = shape;
  const refuseTop = (found: string, right: string) => shape.refusal([{ line: 1, column: 1, found, right }]);
  if (text.length > shape.mostCharacters) {
    throw refuseTop(`a file of ${text.length} characters`, `at most ${shape.mostCharacters}`);
  }
  const source = text.replace(/^\uFEFF/, '');
  const lines = indexLines(source);
  const unreadable = checkEncoding(source, lines);
  if (unreadable.length > 0) throw shape.refusal(unreadable);
  const yaml = readYaml(source, lines, shape.mostValues);
  if (yaml.value === undefined && yaml.problems.length > 0) throw shape.refusal(yaml.problems);
  if (yaml.value === null) throw refuseTop('an empty file', `at least ${shape.least}`);
  const parsed = z.safeParse(schema, yaml.value);
  const findings = (parsed.error?.issues ?? []).flatMap((issue) => toFindings(issue, yaml.value, unknownKey));
  const found = [...findings, ...shape.findings(yaml.value)].map((one) => toFileProblem(one, yaml, lines));
  // A place that YAML could not read has its problem already.
  const unread = new Set(yaml.problems.map(({ line, column }) => `${line}:${column}`));
  const others = found.filter(({ line, column }) => !unread.has(`${line}:${column}`));
  const problems = [...yaml.problems, ...others].sort((a, b) => a.line - b.line || a.column - b.column);
  if (!parsed.success || problems.length > 0) throw shape.refusal(problems);
  const lineOf: LineOf = (path) => {
    const place = yaml.placeOf(path);
    return place === undefined ? undefined : lines.lineAt(place.value[0]);
  };
  return { content: parsed.data, lineOf };
}

/** Returns a problem for the first NUL, as in UTF-16; without one, for the first byte of each line that is not UTF-8 (read as U+FFFD). */
function checkEncoding(source: string, lines: Lines): FileProblem[] {
  const right = 'the file saved as UTF-8';
  if (source.includes('\0')) return [lines.problemAt(source.indexOf('\0'), 1, 'a NUL, as UTF-16 holds them', right)];
  return Array.from(source.matchAll(/^.*?(\uFFFD)/gm), ({ index, 0: before }) =>
    lines.problemAt(index + before.length - 1, 1, 'a byte that is not UTF-8', right),
  );
}

type Issue = z.core.$ZodIssue;

/**
 * Returns the findings for one issue of the schema: one, but of unknown keys one each; of a union, those of its last alternative that has
 * errors inside the value, if any. A missing key is found at the map around it. @param value of the file @param unknownKey see FileShape
 */
function toFindings(issue: Issue, value: unknown, unknownKey: (at: Path) => YamlFinding | null): YamlFinding[] {
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

/** Makes the problem of a finding, at the value (`atKey`: the key) of its path; if none is there, where the nearest value around begins. */
function toFileProblem({ path, atKey, found, right }: YamlFinding, { placeOf }: ReadYaml, lines: Lines) {
  const own = placeOf(path);
  if (own !== undefined) {
    const [start, end] = (atKey && own.key) ?? own.value;
    return lines.problemAt(start, end - start, found, right);
  }
  const around = path.keys().map((n) => placeOf(path.slice(0, -1 - n)));
  return lines.problemAt(around.find((place) => place !== undefined)?.value[0] ?? 0, 1, found, right);
}
