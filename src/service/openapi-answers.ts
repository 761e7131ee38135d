/** What the service answers, as schemas and responses of OpenAPI 3.1 (interface §2.7, §4, §7, §9). Pure. */
import { messages } from '../interface/replies.ts';
import { ref, type Schema } from './openapi-fields.ts';
import type { Variant } from './payload.ts';

type AnswerField = readonly [name: string, type: 'number' | 'text', about: string];

/** `request` after a create: the values actually used. */
const usedFields: readonly AnswerField[] = [
  ['objectId', 'number', 'Request number.'],
  ['objt', 'text', 'Object type used.'],
  ['attr', 'text', 'Attribute used.'],
  ['rfp', 'number', 'RFP number; 0 when not assigned.'],
  ['rfpd', 'text', 'RFP description used.'],
  ['proj', 'text', 'Project assigned.'],
  ['task', 'number', 'Task number; 0 when assigned directly to the project.'],
  ['stsk', 'number', 'Subtask number; 0 when assigned directly to the project or task.'],
  ['folb', 'text', 'Library or IFS path holding the object.'],
  ['fslb', 'text', 'Library or IFS path holding the source.'],
  ['fsfl', 'text', 'Source file holding the member.'],
];

/** `request` after an update: the values stored. */
const storedFields: readonly AnswerField[] = [
  ['objectId', 'number', 'Request number.'],
  ['objt', 'text', 'Object type.'],
  ['attr', 'text', 'Attribute after update.'],
  ['srcn', 'text', 'Source name after update.'],
  ['srca', 'text', 'Source type after update.'],
  ['srcd', 'text', 'Source description after update.'],
  ['user', 'text', 'Assigned programmer.'],
  ['csqo', 'number', 'Compile subsequence.'],
  ['arfp', 'text', 'Assign-RFP value applied by the update.'],
  ['rfp', 'number', 'RFP number after update; 0 when not assigned.'],
  ['lock', 'text', '*YES when locked, *NO when unlocked.'],
  ['gpath', 'text', 'Git path after update.'],
  ['gfile', 'text', 'Git file name after update.'],
];

/** Schemas of answers by name; the earlier variant answers `rtn` only, and knows no update. */
export function answerSchemas(variant: Variant): Readonly<Record<string, Schema>> {
  const later = { Created: done('create', usedFields), Updated: done('update', storedFields) };
  return {
    AnsweredNumber: {
      description: 'A whole number, plain or quoted.',
      anyOf: [
        { type: 'integer', minimum: 0 },
        { type: 'string', pattern: '^\\d{1,15}$' },
      ],
    },
    ...(variant === 'later' ? later : { Created: done('create', null) }),
    Refused: refused,
  };
}

function done(what: string, fields: readonly AnswerField[] | null): Schema {
  const rtn = {
    type: 'object',
    required: ['sev', 'msg'],
    properties: {
      sev: { description: '10: processed; 20: processed, with warnings in msg.', enum: ['10', '20'] },
      msg: { type: 'string' },
    },
  };
  const description = `${what === 'create' ? 'A create' : 'An update'} that was carried out.`;
  if (fields === null) return { description, type: 'object', required: ['rtn'], properties: { rtn } };
  const request = {
    description: what === 'create' ? 'The values actually used.' : 'The values stored.',
    type: 'object',
    required: fields.map(([name]) => name),
    properties: Object.fromEntries(
      fields.map(([name, type, about]) => [
        name,
        { description: about, ...(type === 'text' ? { type: 'string' } : ref('AnsweredNumber')) },
      ]),
    ),
  };
  return { description, type: 'object', required: ['rtn', 'request'], properties: { rtn, request } };
}

/** The messages that the interface shows for a refusal (§7). */
const { created: _created, updated: _updated, ...refusals } = messages;

const refused: Schema = {
  description: 'A call that was not carried out.',
  type: 'object',
  required: ['rtn'],
  properties: {
    rtn: {
      type: 'object',
      required: ['sev', 'msg'],
      properties: {
        sev: { description: '30: not processed, because of errors.', const: '30' },
        msg: { type: 'string', examples: Object.values(refusals) },
        existingObjectId: {
          description: 'The request that already holds a lock on the target object, when that is why.',
          ...ref('AnsweredNumber'),
        },
      },
    },
  },
};

/** Responses of one method by HTTP status; the interface shows 400 and 401 only, the others are this service's. */
export function responses(method: 'POST' | 'PATCH'): Readonly<Record<string, unknown>> {
  const carriedOut = ref(method === 'POST' ? 'Created' : 'Updated');
  const noCall = method === 'POST' ? 'A body that is no call' : 'A body that is no call, or objectId missing or 0';
  return {
    200: response('Carried out (sev 10 or 20) or refused (sev 30): the body says which.', {
      oneOf: [carriedOut, ref('Refused')],
    }),
    400: response(`${noCall}.`, ref('Refused')),
    401: {
      ...response('The token is missing or not valid.', ref('Refused')),
      headers: { 'WWW-Authenticate': { required: true, schema: { const: 'Bearer' } } },
    },
    408: response('The call took too long to come.', ref('Refused')),
    413: response('The body is too large.', ref('Refused')),
    415: response('The body is of another type, or compressed.', ref('Refused')),
    422: response('Refused (sev 30), where the service is set to say so by the HTTP status too.', ref('Refused')),
    500: response('The service failed.', ref('Refused')),
    503: {
      ...response('The service cannot do it now.', ref('Refused')),
      headers: { 'Retry-After': { description: 'Seconds.', required: true, schema: { type: 'string' } } },
    },
  };
}

function response(description: string, schema: Schema): Readonly<Record<string, unknown>> {
  return { description, content: { 'application/json': { schema } } };
}
