import type { Captures } from '../glob/match.ts';
import { type CreateFields, createField } from '../interface/fields.ts';
import { readInteger } from '../interface/replies.ts';
import { checkMapped, type Finding, missingField, type RuleCode, wrongWith } from '../interface/rules.ts';
import { FileNames } from './file-names.ts';
import { pathParts } from './names.ts';
import { isPlaceholder } from './placeholders.ts';
import {
  defaultObject,
  mergeLevels,
  type Quick,
  type RuleInput,
  type Shape,
  shapeOf,
  textOf,
  type Value,
  type Withheld,
  withoutTask,
} from './rule-fields.ts';

/** What the fields of a request depend on beside that. */
interface FileInput {
  /** Captures of the file rule's match; they go before those of the branch rule. */
  readonly captures: Captures;
  /** The file, with slashes and without a leading one. */
  readonly path: string;
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

/** The fields of one request: see fieldsOf. */
export function renderFields(input: RuleInput & FileInput): RenderedFields {
  const ofBranch = input.branchMatch?.captures ?? {};
  return fieldsOf(input).all(new FileNames(pathParts(input.path), input.run, input.captures, ofBranch));
}

/** What is sent of them, and what keeps that from being sent. */
export type SentFields = Pick<RenderedFields, 'fields' | 'problems' | 'isOrdered'>;

/** The fields of one request, file by file: all of them, or less where that is enough, which is quicker. */
export interface FieldsOf {
  all(names: FileNames): RenderedFields;
  sent(names: FileNames): SentFields;
  /** At least those that tell the object, and the reason; not checked. */
  ofObject(names: FileNames): CreateFields;
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
  const shapeFor = (names: FileNames) => {
    const isLinked = project !== undefined && textOf(project, names, merged).text === '*BRANCH';
    return isLinked ? linked : whole;
  };
  const filledBy = ({ quick }: Shape, names: FileNames) =>
    quick === null ? null : quicklyFilled(quick, names, merged);
  const all = (names: FileNames) => {
    const shape = shapeFor(names);
    const fields = filledBy(shape, names);
    return fields === null ? fill(shape, names, merged) : { fields, ...restOf(shape) };
  };
  const object = shapeOf(new Map([...merged].filter(([name]) => ofObject.includes(name))), {});
  return {
    all,
    sent: (names) => {
      const shape = shapeFor(names);
      const fields = filledBy(shape, names);
      return fields === null ? fill(shape, names, merged) : { fields, problems: none, isOrdered: shape.isOrdered };
    },
    ofObject: (names) => filledBy(object, names) ?? all(names).fields,
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
    if (missing.length > 0 || isPlaceholder(text) || wrongWith(prepared.field, value) !== null) return null;
    fields[prepared.name] = value;
  }
  return fields;
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
