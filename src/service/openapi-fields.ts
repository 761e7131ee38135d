/** The fields of a call, and the rules between them, as schemas of OpenAPI 3.1 (interface §2.1, §2.6). Pure. */
import { createFields, type Field, updateFields } from '../interface/fields.ts';
import type { Variant } from './payload.ts';

/** A schema in the language of OpenAPI 3.1, which is JSON Schema draft 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

/** Returns a reference to a schema of that name in the components of the document. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

const textOrNull = ['string', 'null'];
/** Schemas that fields share. A number may be quoted (§2.1, last paragraph), with as many digits as parseInteger takes. */
const sharedSchemas: Readonly<Record<string, Schema>> = {
  NotSent: { description: 'Counts as not sent.', type: textOrNull, pattern: '^ *$' },
  Unchanged: { description: 'Leaves the stored value as it is.', type: textOrNull, pattern: '^(?:\\*SAME)? *$' },
  WholeNumber: buildNumberSchema('from 0 on', 0, '\\d{1,15}'),
  PositiveNumber: buildNumberSchema('above 0', 1, '(?=\\d{1,15}\\s*$)0*[1-9]\\d*'),
};

/** Returns the schema of a whole number from `minimum` on, plain or quoted. @param digits a pattern of those that may be in the quotes */
function buildNumberSchema(range: string, minimum: number, digits: string): Schema {
  const plain = { type: 'integer', minimum, maximum: Number.MAX_SAFE_INTEGER };
  const quoted = { type: 'string', pattern: `^\\s*${digits}\\s*$` };
  return { description: `A whole number ${range}, plain or quoted.`, anyOf: [plain, quoted] };
}

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

/** Returns schemas by name: of the body of a create (§2.1) and, in the later variant, an update (§2.6), with those that they refer to. */
export function buildBodySchemas(variant: Variant): Readonly<Record<string, Schema>> {
  const isLater = variant === 'later';
  const ofCreate = buildBodySchema(isLater ? createFields : earlierFields, 'WholeNumber', 'NotSent');
  const CreateRequest = { ...ofCreate, allOf: isLater ? [...laterRules, ...commonRules] : commonRules };
  const UpdateRequest = buildBodySchema(updateFields, 'PositiveNumber', 'Unchanged');
  return { CreateRequest, ...(isLater ? { UpdateRequest } : {}), ...sharedSchemas };
}

/** Returns a body's schema. @param number name of the schema of required numbers @param nothing of the one for optional numbers not sent */
function buildBodySchema(fields: readonly Field[], number: string, nothing: string): Schema {
  const buildFieldSchema = (field: Field): Schema => {
    if (field.type === 'integer') return field.required ? ref(number) : { anyOf: [ref('WholeNumber'), ref(nothing)] };
    if (field.required) return { type: 'string', pattern: '[^ ]' };
    return field.values ? { anyOf: [{ enum: [...field.values] }, ref('NotSent')] } : buildTextSchema(field);
  };
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const schemas = fields.map((field) => [field.name, { ...describeBodyField(field), ...buildFieldSchema(field) }]);
  return { type: 'object', required, properties: Object.fromEntries(schemas) };
}

/** Returns description and default of a field as parts of its schema; a default that begins with no star goes into the description. */
function describeBodyField({ about, default: byDefault, laterOnly }: Field): Schema {
  const description = laterOnly ? `${about} Not in the earlier variant of the interface.` : about;
  if (!byDefault) return { description };
  if (byDefault.startsWith('*')) return { description, default: byDefault };
  return { description: `${description} Default: ${byDefault}.` };
}

/** Returns the schema of a text or null; of a field with special values: these, or any text that does not begin with a star. */
function buildTextSchema({ special }: Field): Schema {
  if (special === undefined) return { type: textOrNull };
  const words = special.map((value) => value.slice('*'.length));
  return { type: textOrNull, pattern: `^(?:$|[^*]|\\*(?:${words.join('|')})$)` };
}

/** Returns a schema that holds for a body with this field, if `value` holds for its value. */
const has = (name: string, value: Schema): Schema => ({ required: [name], properties: { [name]: value } });
/** Returns a schema that holds for a body in which this field is sent, and neither null nor blank. */
const isSent = (name: string) => has(name, { not: ref('NotSent') });
/** Returns a schema that holds for a body in which this field has one of these values. */
const isOneOf = (name: string, ...values: string[]) => has(name, { enum: values });
/** Returns a rule between fields: a body for which `when` holds must fulfil `then`. */
const rule = (description: string, when: Schema, then: Schema): Schema => ({ description, if: when, then });

const hasDescription = has('rfpd', { not: { enum: ['*TASK', '', null] } });
const laterRules: readonly Schema[] = [
  rule('branch needs repo (§2.1).', isSent('branch'), isSent('repo')),
  rule('proj *BRANCH needs repo and branch (§2.2, 4).', isOneOf('proj', '*BRANCH'), {
    allOf: [isSent('repo'), isSent('branch')],
  }),
  rule(
    'arfp *AUTO and *NEW without rfpd, or with rfpd *TASK, need proj (§2.1, rfpd).',
    { allOf: [isOneOf('arfp', '*AUTO', '*NEW'), { not: hasDescription }] },
    isSent('proj'),
  ),
];

const commonRules: readonly Schema[] = [
  rule('arfp *YES needs the number in rfp (§2.4).', isOneOf('arfp', '*YES'), has('rfp', ref('PositiveNumber'))),
  rule(
    'pipe, pipa and tkey go together, and need an RFP (§2.1, §6).',
    { anyOf: [isSent('pipe'), isSent('pipa'), isSent('tkey')] },
    { allOf: [isSent('pipe'), isSent('pipa'), isSent('tkey'), isOneOf('arfp', '*YES', '*AUTO', '*NEW')] },
  ),
];
