import type { Captures } from '../glob/match.ts';
import { type CreateFields, findCreateField } from '../interface/fields.ts';
import { readInteger } from '../interface/replies.ts';
import { checkMappedFields, type FieldFinding, missingField, type RuleCode, valueProblem } from '../interface/rules.ts';
import { FileNames, pathParts } from './names.ts';
import { isPlaceholder } from './placeholders.ts';
import type { MergedFields, QuickFields, RuleInput, RuleShape, Withheld } from './rule-fields.ts';
import { defaultObject, mergeLevels, renderText, ruleShape, shapeWithoutTask } from './rule-fields.ts';

/** The file of one request, beside what its rule gives (`RuleInput`). */
interface FileInput {
  /** Captures of the file rule's match; they go before those of the branch rule. */
  readonly captures: Captures;
  /** The file, with slashes and without a leading one. */
  readonly path: string;
}

export interface RenderedFields extends Omit<RuleShape, 'fields' | 'quick'> {
  /** In the order of the interface (§2.1), without `arfp` and `rfp`. */
  readonly fields: CreateFields;
  /** Why the request cannot be sent; `noValue`: a placeholder has no value for this file. */
  readonly problems: readonly FieldFinding<RuleCode | 'noValue'>[];
  /** Fields with a mark of `init`, and that mark; a number field with a mark is left out of `fields`. */
  readonly placeholders: Readonly<Record<string, string>>;
}

/** Returns the fields of one request for one file; `fieldRenderer` serves many files. */
export function renderFields(input: RuleInput & FileInput): RenderedFields {
  const branchCaptures = input.branchMatch?.captures ?? {};
  const names = new FileNames(pathParts(input.path), input.run, input.captures, branchCaptures);
  return fieldRenderer(input).render(names);
}

export interface FieldRenderer {
  render(names: FileNames): RenderedFields;
  /** Returns at least the object's identity and the reason (`rsn`), unchecked: quicker than `render`. */
  renderIdentity(names: FileNames): CreateFields;
}

/**
 * Makes the renderer of one request's fields (design §5): `render` for all, `renderIdentity` for those that name the object.
 * A later level wins: run, `request`, branch rule, file rule, `--set`; null takes a field away. Where the project becomes
 * `*BRANCH`, the task is left out. Work that is the same for all files of the rule is done once.
 */
export function fieldRenderer(input: RuleInput): FieldRenderer {
  const merged = mergeLevels(input);
  const wholeShape = ruleShape(merged, {});
  const linkedShape = shapeWithoutTask(merged);
  const project = wholeShape.fields.find(({ name }) => name === 'proj');
  const shapeFor = (names: FileNames) => {
    const isLinked = project !== undefined && renderText(project, names, merged).text === '*BRANCH';
    return isLinked ? linkedShape : wholeShape;
  };
  const fillQuickly = ({ quick }: RuleShape, names: FileNames) =>
    quick === null ? null : quickFields(quick, names, merged);
  const render = (names: FileNames) => {
    const shape = shapeFor(names);
    const fields = fillQuickly(shape, names);
    if (fields === null) return fillCarefully(shape, names, merged);
    const { origins, templates, unset, withheld, isOrdered } = shape;
    return { fields, origins, templates, unset, withheld, isOrdered, ...nothingWrong };
  };
  const identityShape = ruleShape(new Map([...merged].filter(([name]) => identityFields.includes(name))), {});
  return { render, renderIdentity: (names) => fillQuickly(identityShape, names) ?? render(names).fields };
}

const nothingWrong: Pick<RenderedFields, 'problems' | 'placeholders'> = { problems: [], placeholders: {} };

/** The fields that make an object's identity, and the reason. */
const identityFields: readonly string[] = ['appl', 'lvl', 'objt', 'attr', 'objn', 'rpth', 'rsn'];

/** Returns the fields of a file; null if a value is missing, wrong or a mark of `init`: `fillCarefully` says which. */
function quickFields({ same, varying }: QuickFields, names: FileNames, merged: MergedFields): CreateFields | null {
  const fields: Record<string, string | number | undefined> = { ...same };
  for (const prepared of varying) {
    const { text, missing } = renderText(prepared, names, merged);
    const value = (prepared.isInteger ? readInteger(text) : null) ?? text;
    if (missing.length > 0 || isPlaceholder(text) || valueProblem(prepared.field, value) !== null) return null;
    fields[prepared.name] = value;
  }
  return fields;
}

/** Returns the fields of a file and every problem; without those that lack a value (`withheld`), numbers with a mark of `init`, and `{order}`. */
function fillCarefully(shape: RuleShape, names: FileNames, merged: MergedFields): RenderedFields {
  const fields: Record<string, string | number> = {};
  const withheld: Record<string, Withheld> = { ...shape.withheld };
  const problems: FieldFinding<RuleCode | 'noValue'>[] = [];
  const placeholders: Record<string, string> = {};
  for (const prepared of shape.fields) {
    const { name, origin, isInteger } = prepared;
    // The compile order needs the whole push.
    if (prepared.kind === 'order') continue;
    const { text, missing } = renderText(prepared, names, merged);
    if (missing.length > 0) {
      const detail = missing.map((word) => `{${word}}`).join(', ');
      const why = `${detail} has no value for this file on this branch`;
      const sentence = `${name} is "${prepared.value}" (${origin}), but ${why}`;
      problems.push({ code: 'noValue', field: name, detail, text: sentence });
      withheld[name] = { origin, code: 'noValue', why };
      continue;
    }
    if (isPlaceholder(text)) {
      placeholders[name] = text;
      if (isInteger) continue;
    }
    fields[name] = (isInteger ? readInteger(text) : null) ?? text;
  }
  // Application and level are checked later, once for all files; an object has a name unless a level says null.
  if (Object.hasOwn(shape.unset, 'objn')) problems.push(missingField('objn'));
  problems.push(...checkMappedFields(checkableFields(fields, placeholders)));
  const dependsOnType = shape.fields.some(({ kind }) => kind === 'defaultObject');
  const templates = dependsOnType ? { ...shape.templates, objn: defaultObject(merged, names) } : shape.templates;
  const { isOrdered, unset } = shape;
  const origins = Object.fromEntries(Object.entries(shape.origins).filter(([name]) => Object.hasOwn(fields, name)));
  return { fields, origins, templates, unset, withheld, isOrdered, problems, placeholders };
}

/** Returns the fields without marks of `init` where a list of values, or `rpth`'s form, would refuse them. */
function checkableFields(fields: CreateFields, marks: Readonly<Record<string, string>>): CreateFields {
  if (Object.keys(marks).length === 0) return fields;
  const isUncheckable = (name: string) =>
    Object.hasOwn(marks, name) && (name === 'rpth' || findCreateField(name)?.values !== undefined);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isUncheckable(name)));
}
