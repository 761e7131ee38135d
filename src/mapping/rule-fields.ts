/** The fields of a rule, as far as they are the same for all its files. */
import { type CreateFields, createFields, type Field } from '../interface/fields.ts';
import { readInteger } from '../interface/replies.ts';
import { checkMappedFields } from '../interface/rules.ts';
import type { BranchMatch } from './branch.ts';
import type { CompiledMapping } from './compile.ts';
import type { FileNames, RunNames } from './names.ts';
import { isPlaceholder } from './placeholders.ts';
import type { RuleFields } from './schema.ts';
import type { PlaceholderValues, Template } from './templates.ts';
import { compileOrder, isTemplate, nothingMissing, parseTemplate } from './templates.ts';

export interface RunFields extends RunNames {
  /** The service user of the pusher, where the mapping names one. */
  readonly user?: string | null;
}

/** The inputs that all files of one rule share. */
export interface RuleInput {
  readonly compiled: CompiledMapping;
  readonly branchMatch: BranchMatch | null;
  /** Fields of the file rule; one of its `requests`. */
  readonly requestFields: RuleFields;
  /** The name of their rule, for `origins`: `rules[3]`. Default: `rule`. */
  readonly rule?: string;
  readonly run: RunFields;
  /** The fields of `--set`, over all others; null: not sent. */
  readonly set: Readonly<Record<string, string | null>>;
}

/** The level of a field that is not sent, and why; `ofBranch`: the service takes the value from the branch. */
export interface Withheld {
  readonly origin: string;
  readonly code: 'ofBranch' | 'noValue';
  readonly why: string;
}

/** By field: its value, and the level that gives it. */
export type MergedFields = ReadonlyMap<string, { readonly value: string | number | null; readonly origin: string }>;

/** A field that is sent, as far as all files of a rule share it. */
export interface PreparedField {
  readonly name: string;
  readonly field: Field;
  readonly origin: string;
  readonly isInteger: boolean;
  /** The value itself, or with placeholders; for `ofFile` the word `gpath` or `gfile`. */
  readonly value: string | number;
  readonly kind: 'plain' | 'template' | 'ofFile' | 'defaultObject' | 'order';
  /** The parsed value, if it has placeholders. */
  readonly template: Template | null;
}

/** The fields of a rule, in the order of the interface. */
export interface RuleShape {
  /** Where each field comes from: `run`, `request`, `branches[0]`, `rules[3]`, `--set`, or `default` (objn). */
  readonly origins: Readonly<Record<string, string>>;
  /** By field: the value with placeholders that it is made from. */
  readonly templates: Readonly<Record<string, string>>;
  /** By field that is not sent because a level says `null`: that level. */
  readonly unset: Readonly<Record<string, string>>;
  /** Fields that a level gives, and the request leaves out. */
  readonly withheld: Readonly<Record<string, Withheld>>;
  /** True if `csqo` is the place in the compile order. */
  readonly isOrdered: boolean;
  readonly fields: readonly PreparedField[];
  readonly quick: QuickFields | null;
}

/** The fields of a rule whose files rarely need a closer look: no value is wrong for all files, or a mark of `init`. */
export interface QuickFields {
  /** Every field that is sent, in order; those that vary by file are empty. */
  readonly same: CreateFields;
  readonly varying: readonly PreparedField[];
}

/** Returns the shape under `proj: "*BRANCH"`: task and subtask are withheld, as the branch gives them (interface §2.2). */
export function shapeWithoutTask(merged: MergedFields): RuleShape {
  const kept = new Map(merged);
  const withheld: Record<string, Withheld> = {};
  for (const name of ['task', 'stsk']) {
    const level = merged.get(name);
    if (level === undefined || level.value === null) continue;
    kept.delete(name);
    withheld[name] = { origin: level.origin, code: 'ofBranch', why: 'proj is *BRANCH' };
  }
  return ruleShape(kept, withheld);
}

/**
 * Returns each field's value from the highest level that gives one, also null: run, `request`, branch rule, file rule,
 * `--set`. Without `objn` its default is added, empty if it depends on the file.
 */
export function mergeLevels(input: RuleInput): MergedFields {
  const { repo, branch, user } = input.run;
  const pusherField = user === undefined || user === null ? {} : { user };
  const levels: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['run', { repo, gpath: 'gpath', gfile: 'gfile', branch, proj: '*BRANCH', ...pusherField }],
    ['request', input.compiled.mapping.request],
    [input.branchMatch?.rule ?? 'branch', input.branchMatch?.fields ?? {}],
    [input.rule ?? 'rule', input.requestFields],
    ['--set', input.set],
  ];
  const merged = new Map<string, { value: string | number | null; origin: string }>();
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

/** Prepares the merged fields for all files of the rule; what is null goes to `unset`. */
export function ruleShape(merged: MergedFields, withheld: RuleShape['withheld']): RuleShape {
  const fields: PreparedField[] = [];
  const unset: Record<string, string> = {};
  for (const field of createFields) {
    const level = merged.get(field.name);
    if (level?.value === null) unset[field.name] = level.origin;
    else if (level !== undefined) fields.push(prepareField(field, level.value, level.origin));
  }
  const templates = fields.filter(({ kind }) => kind === 'template');
  return {
    fields,
    quick: toQuickFields(fields, unset),
    isOrdered: fields.some(({ kind }) => kind === 'order'),
    // A place in the compile order has no origin yet.
    origins: Object.fromEntries(fields.flatMap(({ name, origin, kind }) => (kind === 'order' ? [] : [[name, origin]]))),
    templates: Object.fromEntries(templates.map(({ name, value }) => [name, String(value)])),
    unset,
    withheld,
  };
}

/** Fields that are checked against each other: if one varies by file, each file needs a closer look. */
const crossCheckedFields: readonly string[] = ['proj', 'repo', 'branch', 'rfpd'];

/**
 * Returns the fields for the quick way. Null if each file needs a closer look: a value is wrong or a mark of `init`,
 * `objn` is null or depends on the file's type, or a field varies that others are checked against.
 */
function toQuickFields(fields: readonly PreparedField[], unset: RuleShape['unset']): QuickFields | null {
  const sent = fields.filter(({ kind }) => kind !== 'order');
  const varying = sent.filter(({ kind }) => kind !== 'plain');
  const plain = sent.filter(({ kind }) => kind === 'plain');
  const sentValue = ({ isInteger, value }: PreparedField) => (isInteger ? readInteger(value) : null) ?? value;
  const plainValues = Object.fromEntries(plain.map((field) => [field.name, sentValue(field)]));
  const needsCloserLook =
    varying.some(({ name, kind }) => kind === 'defaultObject' || crossCheckedFields.includes(name)) ||
    plain.some(({ value }) => isPlaceholder(value)) ||
    Object.hasOwn(unset, 'objn') ||
    checkMappedFields(plainValues).length > 0;
  const same = Object.fromEntries(sent.map(({ name }) => [name, plainValues[name] ?? '']));
  return needsCloserLook ? null : { same, varying };
}

/** Decides how files get the value of a field: as it is, by placeholders, from their path, or later. A value of the run is never a template. */
function prepareField(field: Field, value: string | number, origin: string): PreparedField {
  const { name } = field;
  const common = { name, field, isInteger: field.type === 'integer', value, origin, template: null };
  if (value === '' && origin === 'default') return { ...common, kind: 'defaultObject' };
  // A value of the run is data: a directory may be called `{x}`.
  if (origin === 'run') return { ...common, kind: name === 'gpath' || name === 'gfile' ? 'ofFile' : 'plain' };
  if (name === 'csqo' && value === compileOrder) return { ...common, kind: 'order' };
  if (!isTemplate(value)) return { ...common, kind: 'plain' };
  return { ...common, kind: 'template', template: parseTemplate(value) };
}

/** Returns the value of a field for one file, as text if it has placeholders, and the placeholders without a value. */
export function renderText({ kind, value, template }: PreparedField, names: FileNames, merged: MergedFields) {
  if (kind === 'defaultObject') return parseTemplate(defaultObject(merged, names))(names);
  if (template !== null) return template(names);
  return {
    text: kind === 'ofFile' ? names.file[value === 'gpath' ? 'gpath' : 'gfile'] : value,
    missing: nothingMissing,
  };
}

/**
 * Returns the default of `objn` as a template: `{gfile}` for IFS and remote objects, `{name|upper}` for others.
 * @param names null: `objt` has no placeholders
 */
export function defaultObject(merged: MergedFields, names: PlaceholderValues | null): string {
  const objt = merged.get('objt')?.value;
  const objtTemplate = typeof objt === 'string' ? objt : '';
  const type = (names === null ? objtTemplate : parseTemplate(objtTemplate)(names).text).toUpperCase();
  return type === '*IFS' || type === '*REMOTE' ? '{gfile}' : '{name|upper}';
}
