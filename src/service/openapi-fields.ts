/** The fields of a call as schemas of OpenAPI 3.1, made from the tables of the interface (§2.1, §2.6). Pure. */
import { createFields, type Field, updateFields } from '../interface/fields.ts';
import type { Variant } from './payload.ts';

/** A schema in the language of OpenAPI 3.1, which is JSON Schema draft 2020-12. */
export interface Schema {
  readonly [word: string]: unknown;
}

/** A reference to a schema of the document. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** What several fields share. A number may be quoted (§2.1, last paragraph); digits as far as readInteger takes them. */
export const fieldSchemas: Readonly<Record<string, Schema>> = {
  NotSent: { description: 'Counts as not sent.', type: ['string', 'null'], pattern: '^ *$' },
  Unchanged: {
    description: 'Leaves the stored value as it is.',
    type: ['string', 'null'],
    pattern: '^(?:\\*SAME)? *$',
  },
  WholeNumber: {
    description: 'A whole number from 0 on, plain or quoted.',
    anyOf: [
      { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      { type: 'string', pattern: '^\\s*\\d{1,15}\\s*$' },
    ],
  },
  PositiveNumber: {
    description: 'A whole number above 0, plain or quoted.',
    anyOf: [
      { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      { type: 'string', pattern: '^\\s*(?=\\d{1,15}\\s*$)0*[1-9]\\d*\\s*$' },
    ],
  },
};

/** Where the earlier variant means something else by a field (§9). */
const earlierAbout: Readonly<Record<string, string>> = {
  objt: 'Object type code.',
  attr: 'Attribute code that sets behaviour and target locations.',
  user: "Developer assigned to the request. Default: the job's current user.",
  proj: 'Project for the request.',
  rfpd: 'Description for a new RFP, or for searching one.',
};

/** The body of a create (§2.1), without the rules between its fields; other fields are ignored, with a warning. */
export function createBody(variant: Variant): Schema {
  const earlier = variant === 'earlier';
  const fields = createFields.filter((field: Field) => !earlier || !field.laterOnly);
  const isRequired = (field: Field) => field.required === true || (earlier && ['objt', 'attr'].includes(field.name));
  return {
    type: 'object',
    required: fields.filter(isRequired).map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map((field: Field) => [field.name, createField(field, isRequired(field), earlier)]),
    ),
  };
}

/** The body of an update (§2.6); what is omitted or *SAME stays as it is stored. */
export function updateBody(): Schema {
  return {
    type: 'object',
    required: updateFields.flatMap((field) => ('required' in field ? [field.name] : [])),
    properties: Object.fromEntries(updateFields.map((field: Field) => [field.name, updateField(field)])),
  };
}

function createField(field: Field, required: boolean, earlier: boolean): Schema {
  const about = earlier ? earlierAbout[field.name] : undefined;
  const described = about === undefined ? describe(field) : { description: about };
  if (field.type === 'integer') return { ...described, ...numberOr('NotSent', required) };
  if (required) return { ...described, type: 'string', pattern: '[^ ]' };
  return { ...described, ...(field.values ? listOr('NotSent', field.values) : text(field)) };
}

function updateField(field: Field): Schema {
  const described = describe(field);
  if (field.required) return { ...described, ...ref('PositiveNumber') };
  if (field.type === 'integer') return { ...described, ...numberOr('Unchanged', false) };
  return { ...described, ...(field.values ? listOr('NotSent', field.values) : { type: ['string', 'null'] }) };
}

/** A default that is a value of the field stands as one; any other is said in words. */
function describe({ about, default: byDefault, laterOnly }: Field): Schema {
  const description = laterOnly ? `${about} Not in the earlier variant of the interface.` : about;
  if (byDefault === undefined) return { description };
  if (byDefault.startsWith('*')) return { description, default: byDefault };
  return { description: `${description} Default: ${byDefault}.` };
}

function numberOr(nothing: string, required: boolean): Schema {
  return required ? ref('WholeNumber') : { anyOf: [ref('WholeNumber'), ref(nothing)] };
}

function listOr(nothing: string, values: readonly string[]): Schema {
  return { anyOf: [{ enum: [...values] }, ref(nothing)] };
}

function text({ special }: Field): Schema {
  const type = ['string', 'null'];
  if (special === undefined) return { type };
  const words = special.map((value) => value.slice('*'.length));
  return { type, pattern: `^(?:$|[^*]|\\*(?:${words.join('|')})$)` };
}
