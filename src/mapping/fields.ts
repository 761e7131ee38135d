/** The fields of a request (design §5): merged from all levels, with the placeholders of its file filled in. */
import type { Captures } from '../glob/match.ts';
import { type CreateFields, createFields, type Field } from '../interface/fields.ts';
import { parseInteger } from '../interface/replies.ts';
import { checkField, checkProject, type FieldFinding, type RuleCode, refuseMissingField } from '../interface/rules.ts';
import type { BranchMatch } from './branch.ts';
import type { CompiledMapping } from './compile.ts';
import { isMark } from './marks.ts';
import { createPlaceholderLookup, type RunNames } from './names.ts';
import type { RuleFields } from './schema.ts';
import { compileOrder, type FindValue, isTemplate, parseTemplate, type Rendered } from './templates.ts';

/** The inputs that all files of one rule share. */
interface RuleInput {
  readonly compiled: CompiledMapping;
  readonly branchMatch: BranchMatch;
  /** Fields of the file rule; one of its `requests`. */
  readonly requestFields: RuleFields;
  /** The name of their rule, for `origins`: `rules[3]`. */
  readonly rule: string;
  /** `user`: the service user of the pusher, where the mapping names one. */
  readonly run: RunNames & { readonly user: string | null };
  /** The fields of `--set`, over all others; null: not sent. */
  readonly set: Readonly<Record<string, string | null>>;
}

/** A field that a level gives, also one that the request leaves out. */
interface GivenField {
  /** The level: `run`, `request`, `branches[0]`, `rules[3]`, `--set`, or `default` (objn). */
  readonly origin: string;
  /** The value with placeholders that it is made from. */
  readonly template?: string;
  /** Why it is left out; `ofBranch`: the service takes it from the branch; `noValue`: a placeholder has no value for this file. */
  readonly leftOut?: { readonly code: 'null' | 'ofBranch' | 'noValue'; readonly why: string };
}

export interface RenderedFields {
  /** In the order of the interface (§2.1), without `arfp` and `rfp`. */
  readonly fields: CreateFields;
  readonly given: Readonly<Record<string, GivenField>>;
  /** True if `csqo` is the place in the compile order. */
  readonly isOrdered: boolean;
  /** Why the request cannot be sent; `noValue`: a placeholder has no value for this file. */
  readonly problems: readonly FieldFinding<RuleCode | 'noValue'>[];
  /** Fields with a mark of `init`, and that mark; a number field with a mark is left out of `fields`. */
  readonly marks: Readonly<Record<string, string>>;
}

export type FieldRenderer = ReturnType<typeof createFieldRenderer>;

/**
 * Returns the renderer of one request's fields for the files of a rule. A later level wins: run, `request`, branch rule, file rule,
 * `--set`; null takes a field away. For a file whose project becomes `*BRANCH`, task and subtask are left out, as the branch gives them
 * (interface §2.2). Work that is the same for all files of the rule is done once.
 */
export function createFieldRenderer(input: RuleInput) {
  const merged = mergeLevels(input);
  const whole = prepareFields(merged, () => true);
  const linked = prepareFields(merged, (name) => name !== 'task' && name !== 'stsk');
  const identifies = (name: string) => ['appl', 'lvl', 'objt', 'attr', 'objn', 'rpth', 'rsn'].includes(name);
  const identity = prepareFields(merged, identifies);
  const project = whole.fields.find(({ field }) => field.name === 'proj');
  const isLinked = (names: FindValue) => (project?.render?.(names).text ?? project?.value) === '*BRANCH';
  const findNames = (path: string, captures: Captures) =>
    createPlaceholderLookup(path, input.run, captures, input.branchMatch.captures);
  return {
    /** Makes all fields for a file, with their origins and problems. @param path no leading slash @param captures of the file rule */
    render: (path: string, captures: Captures) => {
      const names = findNames(path, captures);
      return fillInFields(isLinked(names) ? linked : whole, names);
    },
    /** Makes only the fields of the object's identity, and the reason (`rsn`), without problems: quicker than `render`. */
    renderIdentity: (path: string, captures: Captures) => fillInFields(identity, findNames(path, captures)).fields,
  };
}

/** The value of a field, and the level that gives it. */
interface Level {
  readonly value: string | number | null;
  readonly origin: string;
  /** Makes the default of `objn` for a file, where the type of its object has placeholders; `value` is '' then. */
  readonly templateOf?: (names: FindValue) => string;
}

/** Returns by field the value (or null) of the last level that gives it, and its origin; for `objn`, if none does, the default. */
function mergeLevels(input: RuleInput): ReadonlyMap<string, Level> {
  const { branchMatch, run } = input;
  const { repo, branch, user } = run;
  const levels: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['run', { repo, gpath: 'gpath', gfile: 'gfile', branch, proj: '*BRANCH', user: user ?? undefined }],
    ['request', input.compiled.mapping.request],
    [branchMatch.rule, branchMatch.fields],
    [input.rule, input.requestFields],
    ['--set', input.set],
  ];
  const merged = new Map<string, Level>();
  for (const [origin, fields] of levels) {
    for (const [name, value] of Object.entries(fields)) {
      if (value === null || typeof value === 'string' || typeof value === 'number') merged.set(name, { value, origin });
    }
  }
  if (!merged.has('objn')) {
    const objt = merged.get('objt')?.value;
    const renderType = isTemplate(objt) ? parseTemplate(objt) : null;
    const templateOf = (names: FindValue) => chooseObjectTemplate(renderType?.(names).text);
    const byType = renderType === null ? { value: chooseObjectTemplate(objt) } : { value: '', templateOf };
    merged.set('objn', { ...byType, origin: 'default' });
  }
  return merged;
}

/** Returns the default template of `objn` by the object's type: `{gfile}` for `*IFS` and `*REMOTE`, in any case, else `{name|upper}`. */
function chooseObjectTemplate(objt: unknown): string {
  return /^\*(?:IFS|REMOTE)$/i.test(String(objt)) ? '{gfile}' : '{name|upper}';
}

type RenderText = (names: FindValue) => Rendered;

/** A field that is sent, as far as all files of a rule share it. */
interface PreparedField {
  readonly field: Field;
  readonly origin: string;
  /** As a level gives it; a number, if it is one of a number field. */
  readonly value: string | number;
  /** Renders the text that a file makes of it; null: the value is the same for all files, and checked. */
  readonly render: RenderText | null;
}

/**
 * Prepares merged fields as far as all files of a rule share them: puts them in the order of the interface, checks values that are the same
 * for all files (`objn` must not be null), says where each is from, and leaves out a `csqo` of `{order}`, which the plan fills in. @param
 * isSent returns false for a field that is not sent, as the branch gives it
 */
function prepareFields(merged: ReadonlyMap<string, Level>, isSent: (name: string) => boolean) {
  const fields: PreparedField[] = [];
  const given: Record<string, GivenField> = {};
  const isOrdered = merged.get('csqo')?.value === compileOrder;
  for (const field of createFields) {
    const { name } = field;
    const level = merged.get(name);
    // The compile order needs the whole push.
    if (level === undefined || (isOrdered && name === 'csqo')) continue;
    const { value, origin } = level;
    if (value === null) given[name] = { origin, leftOut: { code: 'null', why: 'null' } };
    else if (!isSent(name)) given[name] = { origin, leftOut: { code: 'ofBranch', why: 'proj is *BRANCH' } };
    else {
      const render = createTextRenderer(name, level);
      fields.push({ field, origin, value: render === null ? toFieldValue(field, value) : value, render });
      given[name] = origin !== 'run' && isTemplate(value) ? { origin, template: value } : { origin };
    }
  }
  // Application and level are checked later, once for all files; an object has a name unless a level says null.
  const problems = [
    ...(merged.get('objn')?.value === null ? [refuseMissingField('objn')] : []),
    ...fields.flatMap(({ field, value, render }) => (render === null ? (checkField(field.name, value) ?? []) : [])),
  ];
  const objectTemplate = merged.get('objn')?.templateOf;
  return { fields, given, isOrdered, problems, objectTemplate };
}

/** Returns the value of an integer field as a number, also if it is a text (see parseInteger); any other value as it is. */
function toFieldValue({ type }: Field, value: string | number): string | number {
  return (type === 'integer' ? parseInteger(value) : null) ?? value;
}

/** Returns a function that makes a field's text for a file, unchecked; null if the value is the same for all, and no mark of `init`. */
function createTextRenderer(name: string, { value, origin, templateOf }: Level): RenderText | null {
  if (templateOf !== undefined) return (names) => parseTemplate(templateOf(names))(names);
  if (origin === 'run' && (name === 'gpath' || name === 'gfile')) return parseTemplate(`{${name}}`);
  // A value of the run is data: a directory may be called `{x}`.
  if (origin !== 'run' && isTemplate(value)) return parseTemplate(value);
  return isMark(value) ? () => ({ text: value, missing: [] }) : null;
}

/** Makes and checks the fields for a file. One with a placeholder without value is a problem, and left out; marks are not checked. */
function fillInFields(shape: ReturnType<typeof prepareFields>, names: FindValue): RenderedFields {
  const fields: Record<string, string | number> = {};
  const marks: Record<string, string> = {};
  const problems: FieldFinding<RuleCode | 'noValue'>[] = [...shape.problems];
  let { given } = shape;
  for (const { field, origin, value: written, render } of shape.fields) {
    const { name } = field;
    if (render === null) {
      fields[name] = written;
      continue;
    }
    const { text, missing } = render(names);
    const value = toFieldValue(field, text);
    if (missing.length > 0) {
      const detail = missing.map((word) => `{${word}}`).join(', ');
      const why = `${detail} has no value for this file on this branch`;
      problems.push({ code: 'noValue', field: name, detail, text: `${name} is "${written}" (${origin}), but ${why}` });
      given = { ...given, [name]: { origin, ...given[name], leftOut: { code: 'noValue', why } } };
    } else if (isMark(text)) {
      marks[name] = text;
      if (field.type !== 'integer') fields[name] = text;
    } else {
      fields[name] = value;
      const problem = checkField(name, value);
      if (problem !== null) problems.push(problem);
    }
  }
  problems.push(...checkProject(fields));
  const template = shape.objectTemplate?.(names);
  if (template !== undefined) given = { ...given, objn: { origin: 'default', template } };
  return { fields, given, isOrdered: shape.isOrdered, problems, marks };
}
