import type { Captures } from '../glob/match.ts';
import { type CreateFields, createField, createFields } from '../interface/fields.ts';
import { readInteger } from '../interface/replies.ts';
import { checkField, checkMapped, type Finding, missingField, type RuleCode } from '../interface/rules.ts';
import type { BranchMatch } from './branch.ts';
import type { CompiledMapping } from './compile.ts';
import { FileNames, type RunNames } from './file-names.ts';
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

/** What they depend on beside that. */
export interface FileInput {
  /** Captures of the file rule's match; they go before those of the branch rule. */
  readonly captures: Captures;
  /** The file, with slashes and without a leading one. */
  readonly path: string;
}

/** The level that gives a field, and why it is not sent; `ofBranch`: the service takes it from the branch. */
interface Withheld {
  readonly origin: string;
  readonly code: 'ofBranch' | 'noValue';
  readonly why: string;
}

export interface RenderedFields {
  /** The fields as the interface has them (§2.1), in its order, without `arfp` and `rfp`. */
  readonly fields: CreateFields;
  /** Where each field comes from: `run`, `request`, `branches[0]`, `rules[3]`, `--set`, or `default` (objn). */
  readonly origins: Readonly<Record<string, string>>;
  /** Fields that were made from a value with placeholders: that value. */
  readonly templates: Readonly<Record<string, string>>;
  /** Fields that are not sent because a level says `null`: that level. */
  readonly unset: Readonly<Record<string, string>>;
  /** Fields that a level gives and that are not sent all the same. */
  readonly withheld: Readonly<Record<string, Withheld>>;
  /** True where `csqo` is the place in the compile order. */
  readonly isOrdered: boolean;
  /** What keeps the request from being sent; `noValue`: a placeholder has none here. */
  readonly problems: readonly Finding<RuleCode | 'noValue'>[];
  /** Fields that `init` left open, with their marks; a number that is still a mark is not among `fields`. */
  readonly placeholders: Readonly<Record<string, string>>;
}

interface Value {
  readonly value: string | number | null;
  readonly origin: string;
}

/** A field that is sent, as far as it is the same for all files of a rule. */
interface Prepared {
  readonly name: string;
  readonly origin: string;
  readonly isInteger: boolean;
  /** As it is, with placeholders, or (`ofFile`) the name of what the run knows of the file. */
  readonly value: string | number;
  readonly kind: 'plain' | 'template' | 'ofFile' | 'defaultObject' | 'order';
  /** The value taken apart, where it has placeholders. */
  readonly template: Template | null;
}

/** The fields of a rule, in the order of the interface. */
interface Shape extends Pick<RenderedFields, 'origins' | 'templates' | 'unset' | 'withheld' | 'isOrdered'> {
  readonly fields: readonly Prepared[];
  readonly quick: Quick | null;
}

/** What lets the fields of most files be filled in quickly; none where a value is wrong, or a mark of `init`, for all. */
interface Quick {
  /** Every field that is sent, in order; those that differ from file to file are empty. */
  readonly same: CreateFields;
  readonly varying: readonly Prepared[];
}

/** The fields of one request: see fieldsOf. */
export function renderFields(input: RuleInput & FileInput): RenderedFields {
  return fieldsOf(input).all(input);
}

/** The fields of one request, file by file. */
export interface FieldsOf {
  all(file: FileInput): RenderedFields;
  /** At least those that tell the object, and the reason; quicker, and not checked. */
  ofObject(file: FileInput): CreateFields;
}

/**
 * The fields of one request for each file (design §5): the run < `request` < branch rule < file rule < `--set`; null
 * takes a field away. What is the same for all files of the rule is found once.
 */
export function fieldsOf(input: RuleInput): FieldsOf {
  const merged = mergeLevels(input);
  const whole = shapeOf(merged, {});
  const linked = withoutTask(merged);
  const project = whole.fields.find(({ name }) => name === 'proj');
  const ofBranch = input.branchMatch?.captures ?? {};
  const namesOf = ({ path, captures }: FileInput) => new FileNames(path, input.run, [captures, ofBranch]);
  const all = (names: FileNames) => {
    const isLinked = project !== undefined && textOf(project, names, merged).text === '*BRANCH';
    const shape = isLinked ? linked : whole;
    const fields = shape.quick === null ? null : quicklyFilled(shape.quick, names, merged);
    return fields === null ? fill(shape, names, merged) : { fields, ...restOf(shape) };
  };
  const object = shapeOf(new Map([...merged].filter(([name]) => ofObject.includes(name))), {}).quick;
  return {
    all: (file) => all(namesOf(file)),
    ofObject: (file) => {
      const names = namesOf(file);
      return (object === null ? null : quicklyFilled(object, names, merged)) ?? all(names).fields;
    },
  };
}

const none: RenderedFields['problems'] = [];
const noMarks: RenderedFields['placeholders'] = {};

/** What goes with fields that need no closer look. */
function restOf({ origins, templates, unset, withheld, isOrdered }: Shape): Omit<RenderedFields, 'fields'> {
  return { origins, templates, unset, withheld, isOrdered, problems: none, placeholders: noMarks };
}

/** The fields of which an object's identity is made, and the reason. */
const ofObject: readonly string[] = ['appl', 'lvl', 'objt', 'attr', 'objn', 'rpth', 'rsn'];

/** The fields of a file; null: something is missing, marked or wrong, and needs a closer look. */
function quicklyFilled(
  { same, varying }: Quick,
  names: FileNames,
  merged: ReadonlyMap<string, Value>,
): CreateFields | null {
  const fields: Record<string, string | number | undefined> = { ...same };
  for (const prepared of varying) {
    const { text, missing } = textOf(prepared, names, merged);
    const value = (prepared.isInteger ? readInteger(text) : null) ?? text;
    if (missing.length > 0 || isPlaceholder(text) || checkField(prepared.name, value) !== null) return null;
    fields[prepared.name] = value;
  }
  return fields;
}

/** Under `proj: "*BRANCH"` the service takes task and subtask from the branch (interface §2.2), so neither is sent. */
function withoutTask(merged: ReadonlyMap<string, Value>): Shape {
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
function mergeLevels(input: RuleInput): Map<string, Value> {
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

function shapeOf(merged: ReadonlyMap<string, Value>, withheld: Shape['withheld']): Shape {
  const fields: Prepared[] = [];
  const unset: Record<string, string> = {};
  for (const field of createFields) {
    const from = merged.get(field.name);
    if (from?.value === null) unset[field.name] = from.origin;
    else if (from !== undefined) fields.push(prepared(field.name, field.type === 'integer', from.value, from.origin));
  }
  const templates = fields.filter(({ kind }) => kind === 'template');
  return {
    fields,
    quick: quickOf(fields, unset),
    isOrdered: fields.some(({ kind }) => kind === 'order'),
    origins: Object.fromEntries(fields.map(({ name, origin }) => [name, origin])),
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
  return { same: Object.fromEntries(sent.map(({ name }) => [name, known[name] ?? ''])), varying };
}

function prepared(name: string, isInteger: boolean, value: string | number, origin: string): Prepared {
  const about = { name, isInteger, value, origin, template: null };
  if (value === '' && origin === 'default') return { ...about, kind: 'defaultObject' };
  // What the run gives is data: a directory may be called `{x}`.
  if (origin === 'run') return { ...about, kind: name === 'gpath' || name === 'gfile' ? 'ofFile' : 'plain' };
  if (name === 'csqo' && value === compileOrder) return { ...about, kind: 'order' };
  return isTemplate(value) ? { ...about, kind: 'template', template: templateOf(value) } : { ...about, kind: 'plain' };
}

function textOf(
  { kind, value, template }: Prepared,
  names: FileNames,
  merged: ReadonlyMap<string, Value>,
): { readonly text: string | number; readonly missing: readonly string[] } {
  if (kind === 'ofFile') return { text: value === 'gpath' ? names.gpath : names.gfile, missing: [] };
  if (kind === 'defaultObject') return templateOf(defaultObject(merged, names))(names);
  return template === null ? { text: value, missing: [] } : template(names);
}

/** IFS and remote objects are called like their files, with case and extension; others have short upper-case names. */
function defaultObject(merged: ReadonlyMap<string, Value>, names: Values | null): string {
  const objt = merged.get('objt')?.value;
  const written = typeof objt === 'string' ? objt : '';
  const type = (names === null ? written : templateOf(written)(names).text).toUpperCase();
  return type === '*IFS' || type === '*REMOTE' ? '{gfile}' : '{name|upper}';
}

function fill(shape: Shape, names: FileNames, merged: ReadonlyMap<string, Value>): RenderedFields {
  const fields: Record<string, string | number> = {};
  const withheld: Record<string, Withheld> = { ...shape.withheld };
  const problems: Finding<RuleCode | 'noValue'>[] = [];
  const placeholders: Record<string, string> = {};
  for (const prepared of shape.fields) {
    const { name, origin, isInteger } = prepared;
    // Known once the whole push is.
    if (prepared.kind === 'order') continue;
    const { text, missing } = textOf(prepared, names, merged);
    if (missing.length > 0) {
      const detail = missing.map((word) => `{${word}}`).join(', ');
      const why = `${detail} has no value for this file on this branch`;
      const said = `${name} is "${prepared.value}" (${origin}), but ${why}`;
      problems.push({ code: 'noValue', field: name, detail, text: said });
      withheld[name] = { origin, code: 'noValue', why };
      continue;
    }
    if (isPlaceholder(text)) {
      placeholders[name] = text;
      if (isInteger) continue;
    }
    fields[name] = (isInteger ? readInteger(text) : null) ?? text;
  }
  // Application and level may still be missing here for all files alike; an object has a name unless a level says null.
  if (Object.hasOwn(shape.unset, 'objn')) problems.push(missingField('objn'));
  problems.push(...checkMapped(withoutMarks(fields, placeholders)));
  // The default may depend on the file's own type.
  const isOpen = shape.fields.some(({ kind }) => kind === 'defaultObject');
  const templates = isOpen ? { ...shape.templates, objn: defaultObject(merged, names) } : shape.templates;
  const { isOrdered } = shape;
  const origins = originsOf(shape, fields);
  return { fields, origins, templates, unset: shape.unset, withheld, isOrdered, problems, placeholders };
}

/** Where the fields that are sent come from: nearly always all of the rule's. */
function originsOf({ fields, origins }: Shape, sent: CreateFields): Readonly<Record<string, string>> {
  if (fields.every(({ name }) => Object.hasOwn(sent, name))) return origins;
  return Object.fromEntries(Object.entries(origins).filter(([name]) => Object.hasOwn(sent, name)));
}

/** A mark of `init` is no value yet: value lists and forms are not checked. */
function withoutMarks(fields: CreateFields, marks: Readonly<Record<string, string>>): CreateFields {
  if (Object.keys(marks).length === 0) return fields;
  const open = (name: string) =>
    Object.hasOwn(marks, name) && (name === 'rpth' || createField(name)?.values !== undefined);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !open(name)));
}
