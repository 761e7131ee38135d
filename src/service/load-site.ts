/** Reading a site file: YAML or JSON, with every fault at its line and column. */
import type { Document, Node } from 'yaml';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { messageOf, Problem } from '../errors.ts';
import { shown } from './refusal.ts';
import type { Site } from './site.ts';
import { siteSchema } from './site.ts';
import type { SiteFault } from './site-checks.ts';
import { siteFaults } from './site-checks.ts';

/** Longest site file that is read, in characters. */
const maxLength = 2 * 1024 * 1024;

/**
 * Reads the text of a site file.
 * @param file its name, for messages
 * @throws Problem usage that lists all faults as `FILE:LINE:COLUMN: what`, one a line
 */
export function readSite(text: string, file: string): Site {
  if (text.length > maxLength) throw faulty([`${file}:1:1: the file is longer than ${maxLength} characters`]);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number, what: string) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}: ${what}`;
  };
  if (document.errors.length > 0) throw faulty(document.errors.map((error) => at(error.pos[0], error.message)));
  let content: unknown;
  try {
    content = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw faulty([at(0, messageOf(error))]);
  }
  const read = siteSchema.safeParse(content);
  const faults = read.success ? siteFaults(read.data) : read.error.issues.map((issue) => schemaFault(issue, content));
  if (!read.success || faults.length > 0) {
    throw faulty(faults.map((fault) => at(offsetOf(document, fault), describe(fault))));
  }
  return read.data;
}

function faulty(lines: readonly string[]): Problem {
  return new Problem('usage', lines.join('\n'), 'Correct the site file, or start with --demo.');
}

function describe({ path, text }: SiteFault): string {
  const name = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return name === '' ? text : `${name.replace(/^\./, '')}: ${text}`;
}

type Issue = NonNullable<ReturnType<typeof siteSchema.safeParse>['error']>['issues'][number];

function schemaFault(issue: Issue, content: unknown): SiteFault {
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

/** Where a fault is in the text: at its own name or value, or at the nearest one around it. */
function offsetOf(document: Document, { path, atKey }: SiteFault): number {
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
