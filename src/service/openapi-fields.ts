/** The fields of a call as schemas of OpenAPI 3.1, made from the tables of the interface (§2.1, §2.6). Pure. */
import { createFields, type Field, updateFields } from '../interface/fields.ts';
import type { Variant } from './payload.ts';

/** A schema in the language of OpenAPI 3.1, which is JSON Schema draft 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

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
const earlier: Readonly<Record<string, Partial<Field>>> = {
  objt: { about: 'Object type code.', required: true },
  attr: { about: 'Attribute code that sets behaviour and target locations.', required: true },
  user: { about: 'Developer assigned to the request.', default: "the job's current user" },
  proj: { about: 'Project for the request.' },
  rfpd: { about: 'Description for a new RFP, or for searching one.', default: '' },
};
const earlierFields = createFields
  .filter(({ laterOnly }) => !laterOnly)
  .map((field): Field => ({ ...field, ...earlier[field.name] }));

/** The body of a create (§2.1), without the rules between its fields; other fields are ignored, with a warning. */
export function createBody(variant: Variant): Schema {
  return body(variant === 'later' ? createFields : earlierFields, 'WholeNumber', 'NotSent');
}

/** The body of an update (§2.6); what is omitted or *SAME stays as it is stored. */
export function updateBody(): Schema {
  return body(updateFields, 'PositiveNumber', 'Unchanged');
}

/** A body of these fields: what a number is that must be sent, and what stands for a number that is not. */
function body(fields: readonly Field[], number: string, nothing: string): Schema {
  const schemaOf = (field: Field): Schema => {
    if (field.type === 'integer') {
      return field.required ? ref(number) : { anyOf: [ref('WholeNumber'), ref(nothing)] };
    }
    if (field.required) return { type: 'string', pattern: '[^ ]' };
    return field.values ? { anyOf: [{ enum: [...field.values] }, ref('NotSent')] } : text(field);
  };
  return {
    type: 'object',
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(fields.map((field) => [field.name, { ...described(field), ...schemaOf(field) }])),
  };
}

/** A default that is a value of the field stands as one; any other is said in words. */
function described({ about, default: byDefault, laterOnly }: Field): Schema {
  const description = laterOnly ? `${about} Not in the earlier variant of the interface.` : about;
  if (!byDefault) return { description };
  if (byDefault.startsWith('*')) return { description, default: byDefault };
  return { description: `${description} Default: ${byDefault}.` };
}

function text({ special }: Field): Schema {
  const type = ['string', 'null'];
  if (special === undefined) return { type };
  const words = special.map((value) => value.slice('*'.length));
  return { type, pattern: `^(?:$|[^*]|\\*(?:${words.join('|')})$)` };
}
