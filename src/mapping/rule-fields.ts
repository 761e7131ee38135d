/** The fields of a rule, as far as they are the same for all of its files. */

import { type CreateFields, createFields, type Field } from '../interface/fields.ts';
import { readInteger } from '../interface/replies.ts';
import { checkMapped } from '../interface/rules.ts';
import type { BranchMatch } from './branch.ts';
import type { CompiledMapping } from './compile.ts';
import type { FileNames, RunNames } from './file-names.ts';
import { isPlaceholder } from './placeholders.ts';
import type { RuleFields } from './schema.ts';
import { compileOrder, isTemplate, type Template, templateOf, type Values } from './templates.ts';

export interface RunFields extends RunNames {
  /** The service user of the pusher, where the mapping names one. */
  readonly user?: string | null;
}

/** What the fields of all files that one rule reaches depend on. */
export interface RuleInput {
  readonly compiled: CompiledMapping;
  readonly branchMatch: BranchMatch | null;
  /** Fields of the file rule; one of its `requests`. */
  readonly requestFields: RuleFields;
  /** Where those stand, for `origins`: `rules[3]`. Default: `rule`. */
  readonly rule?: string;
  readonly run: RunFields;
  /** `--set`: over everything else; null: not sent. */
  readonly set: Readonly<Record<string, string | null>>;
}

/** The level that gives a field, and why it is not sent; `ofBranch`: the service takes it from the branch. */
export interface Withheld {
  readonly origin: string;
  readonly code: 'ofBranch' | 'noValue';
  readonly why: string;
}

export interface Value {
  readonly value: string | number | null;
  readonly origin: string;
}

/** A field that is sent, as far as it is the same for all files of a rule. */
export interface Prepared {
  readonly name: string;
  readonly field: Field;
  readonly origin: string;
  readonly isInteger: boolean;
  /** As it is, with placeholders, or (`ofFile`) the name of what the run knows of the file. */
  readonly value: string | number;
  readonly kind: 'plain' | 'template' | 'ofFile' | 'defaultObject' | 'order';
  /** The value taken apart, where it has placeholders. */
  readonly template: Template | null;
}

/** The fields of a rule, in the order of the interface. */
export interface Shape {
  /** As in RenderedFields. */
  readonly origins: Readonly<Record<string, string>>;
  readonly templates: Readonly<Record<string, string>>;
  readonly unset: Readonly<Record<string, string>>;
  readonly withheld: Readonly<Record<string, Withheld>>;
  readonly isOrdered: boolean;
  readonly fields: readonly Prepared[];
  readonly quick: Quick | null;
}

/** What lets the fields of most files be filled in quickly; none where a value is wrong, or a mark of `init`, for all. */
export interface Quick {
  /** Every field that is sent, in order; those that differ from file to file are empty. */
  readonly same: CreateFields;
  readonly varying: readonly Prepared[];
}

/** Under `proj: "*BRANCH"` the service takes task and subtask from the branch (interface §2.2), so neither is sent. */
export function withoutTask(merged: ReadonlyMap<string, Value>): Shape {
  const kept = new Map(merged);
  const withheld: Record<string, Withheld> = {};
  for (const name of ['task', 'stsk']) {
    const from = merged.get(name);
    if (from === undefined || from.value === null) continue;
    kept.delete(name);
    withheld[name] = { origin: from.origin, code: 'ofBranch', why: 'proj is *BRANCH' };
  }
  return shapeOf(kept, withheld);
}

/** For each field the value of the highest level that has it. */
export function mergeLevels(input: RuleInput): Map<string, Value> {
  const { repo, branch, user } = input.run;
  const ofPusher = user === undefined || user === null ? {} : { user };
  const levels: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['run', { repo, gpath: 'gpath', gfile: 'gfile', branch, proj: '*BRANCH', ...ofPusher }],
    ['request', input.compiled.mapping.request],
    [input.branchMatch?.rule ?? 'branch', input.branchMatch?.fields ?? {}],
    [input.rule ?? 'rule', input.requestFields],
    ['--set', input.set],
  ];
  const merged = new Map<string, Value>();
  for (const [origin, fields] of levels) {
    for (const [name, value] of Object.entries(fields)) {
      if (value === null || typeof value === 'string' || typeof value === 'number') merged.set(name, { value, origin });
    }
  }
  if (!merged.has('objn')) {
    const value = isTemplate(merged.get('objt')?.value) ? '' : defaultObject(merged, null);
    merged.set('objn', { value, origin: 'default' });
  }
  return merged;
}

export function shapeOf(merged: ReadonlyMap<string, Value>, withheld: Shape['withheld']): Shape {
  const fields: Prepared[] = [];
  const unset: Record<string, string> = {};
  for (const field of createFields) {
    const from = merged.get(field.name);
    if (from?.value === null) unset[field.name] = from.origin;
    else if (from !== undefined) fields.push(prepared(field, from.value, from.origin));
  }
  const templates = fields.filter(({ kind }) => kind === 'template');
  return {
    fields,
    quick: quickOf(fields, unset),
    isOrdered: fields.some(({ kind }) => kind === 'order'),
    // A place in the compile order comes from nowhere yet.
    origins: Object.fromEntries(fields.flatMap(({ name, origin, kind }) => (kind === 'order' ? [] : [[name, origin]]))),
    templates: Object.fromEntries(templates.map(({ name, value }) => [name, String(value)])),
    unset,
    withheld,
  };
}

/** What rules between fields compare: where one of them differs from file to file, each file needs a closer look. */
const compared: readonly string[] = ['proj', 'repo', 'branch', 'rfpd'];

function quickOf(fields: readonly Prepared[], unset: Shape['unset']): Quick | null {
  const sent = fields.filter(({ kind }) => kind !== 'order');
  const varying = sent.filter(({ kind }) => kind !== 'plain');
  const plain = sent.filter(({ kind }) => kind === 'plain');
  const sentAs = ({ isInteger, value }: Prepared) => (isInteger ? readInteger(value) : null) ?? value;
  const known = Object.fromEntries(plain.map((field) => [field.name, sentAs(field)]));
  const isLookedAt =
    varying.some(({ name, kind }) => kind === 'defaultObject' || compared.includes(name)) ||
    plain.some(({ value }) => isPlaceholder(value)) ||
    Object.hasOwn(unset, 'objn') ||
    checkMapped(known).length > 0;
  if (isLookedAt) return null;
  return {
    same: Object.fromEntries(sent.map(({ name }) => [name, known[name] ?? ''])),
    varying,
  };
}

function prepared(field: Field, value: string | number, origin: string): Prepared {
  const { name } = field;
  const about = { name, field, isInteger: field.type === 'integer', value, origin, template: null };
  if (value === '' && origin === 'default') return { ...about, kind: 'defaultObject' };
  // What the run gives is data: a directory may be called `{x}`.
  if (origin === 'run') return { ...about, kind: name === 'gpath' || name === 'gfile' ? 'ofFile' : 'plain' };
  if (name === 'csqo' && value === compileOrder) return { ...about, kind: 'order' };
  return isTemplate(value) ? { ...about, kind: 'template', template: templateOf(value) } : { ...about, kind: 'plain' };
}

export function textOf(
  { kind, value, template }: Prepared,
  names: FileNames,
  merged: ReadonlyMap<string, Value>,
): { readonly text: string | number; readonly missing: readonly string[] } {
  if (kind === 'ofFile') return { text: value === 'gpath' ? names.file.gpath : names.file.gfile, missing: none };
  if (kind === 'defaultObject') return templateOf(defaultObject(merged, names))(names);
  return template === null ? { text: value, missing: none } : template(names);
}

const none: readonly string[] = [];

/** IFS and remote objects are called like their files, with case and extension; others have short upper-case names. */
export function defaultObject(merged: ReadonlyMap<string, Value>, names: Values | null): string {
  const objt = merged.get('objt')?.value;
  const written = typeof objt === 'string' ? objt : '';
  const type = (names === null ? written : templateOf(written)(names).text).toUpperCase();
  return type === '*IFS' || type === '*REMOTE' ? '{gfile}' : '{name|upper}';
}
