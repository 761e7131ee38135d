/** Reading a YAML or JSON file against a schema, with every mistake at its line and column. */
import type { Document, Node } from 'yaml';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod/mini';
import { messageOf, Problem } from '../errors.ts';
import { shown } from './refusal.ts';

/** Longest file that is read, in characters. */
const maxLength = 2 * 1024 * 1024;

/** Something wrong at a place of a file; the path is as in `['users', 0, 'token']`. */
export interface Mistake {
  readonly path: readonly PropertyKey[];
  readonly text: string;
  /** The mistake is the name of the field, not its value. */
  readonly atKey?: true;
}

/** What a file must be: its shape, what it must agree on within itself, and what to do when it is neither. */
export interface FileRules<Content> {
  readonly schema: z.ZodMiniType<Content>;
  readonly mistakes?: (content: Content) => readonly Mistake[];
  readonly remedy: string;
}

/**
 * Reads the text of a file.
 * @param file its name, for messages
 * @throws Problem usage that lists all mistakes as `FILE:LINE:COLUMN: what`, one a line
 */
export function readChecked<Content>(text: string, file: string, rules: FileRules<Content>): Content {
  const wrong = (lines: readonly string[]) => new Problem('usage', lines.join('\n'), rules.remedy);
  if (text.length > maxLength) throw wrong([`${file}:1:1: the file is longer than ${maxLength} characters`]);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number, what: string) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}: ${what}`;
  };
  if (document.errors.length > 0) throw wrong(document.errors.map((error) => at(error.pos[0], error.message)));
  let content: unknown;
  try {
    content = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw wrong([at(0, messageOf(error))]);
  }
  const read = rules.schema.safeParse(content);
  const mistakes = read.success
    ? (rules.mistakes?.(read.data) ?? [])
    : read.error.issues.map((issue) => schemaMistake(issue, content));
  if (!read.success || mistakes.length > 0) {
    throw wrong(mistakes.map((mistake) => at(offsetOf(document, mistake), describe(mistake))));
  }
  return read.data;
}

function describe({ path, text }: Mistake): string {
  const name = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return name === '' ? text : `${name.replace(/^\./, '')}: ${text}`;
}

function schemaMistake(issue: z.core.$ZodIssue, content: unknown): Mistake {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return {
      path: [...path, issue.keys[0] ?? ''],
      text: `is not known here (${issue.keys.map(shown).join(', ')})`,
      atKey: true,
    };
  }
  const value = path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    content,
  );
  if (value === undefined) return { path, text: 'is missing' };
  if (content === null) return { path, text: 'the file is empty' };
  if (issue.code === 'invalid_type')
    return { path, text: `is ${shown(value)}; it must be ${expected(issue.expected)}` };
  return { path, text: `is ${shown(value)}; it ${issue.message}` };
}

function expected(type: string): string {
  const names: Record<string, string> = { int: 'a whole number', number: 'a whole number', boolean: 'true or false' };
  return names[type] ?? (type === 'array' ? 'a list' : type === 'object' ? 'a group of fields' : `a ${type}`);
}

/** Where a mistake is in the text: at its own name or value, or at the nearest one around it. */
function offsetOf(document: Document, { path, atKey }: Mistake): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [index, key] of path.entries()) {
    const inner = step(isAlias(node) ? node.resolve(document) : node, key);
    if (inner === undefined) break;
    node = inner.value;
    offset = startOf(atKey && index === path.length - 1 ? inner.key : node) ?? offset;
  }
  return offset;
}

function step(node: unknown, key: PropertyKey): { key: unknown; value: unknown } | undefined {
  if (isSeq(node) && typeof key === 'number') return { key: node.items[key], value: node.items[key] };
  if (!isMap(node)) return undefined;
  return node.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}
