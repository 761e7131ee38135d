import { messages } from '../interface/replies.ts';
import { ref, type Schema } from './openapi-fields.ts';
import type { Variant } from './payload.ts';
import { type AnsweredFields, requestColumns, type StoredRequest, storedFields, usedFields } from './records.ts';

/**
 * Returns the schemas of answers by name (§2.7, §4, §7, §9). The later variant answers a create and an update with the stored
 * request; the earlier one answers a create with `rtn` alone, and has no schema of an update.
 */
export function answerSchemas(variant: Variant): Readonly<Record<string, Schema>> {
  const later = {
    Created: doneSchema('A create', 'The values actually used.', usedFields),
    Updated: doneSchema('An update', 'The values stored.', storedFields),
  };
  return {
    AnsweredNumber: {
      description: 'A whole number, plain or quoted.',
      anyOf: [
        { type: 'integer', minimum: 0 },
        { type: 'string', pattern: '^\\d{1,15}$' },
      ],
    },
    ...(variant === 'later' ? later : { Created: doneSchema('A create', '', null) }),
    Refused: refusedSchema,
  };
}

/** Returns the schema of an answer with sev 10 or 20. @param fields of `request`, with what they mean; null: the answer is `rtn` alone */
function doneSchema(what: string, aboutRequest: string, fields: AnsweredFields | null): Schema {
  const description = `${what} that was carried out.`;
  const rtn = recordSchema({
    sev: { description: '10: processed; 20: processed, with warnings in msg.', enum: ['10', '20'] },
    msg: { type: 'string' },
  });
  if (fields === null) return { description, ...recordSchema({ rtn }) };
  const described = Object.entries(fields).map(([name, about]) => [name, { description: about, ...typeOf(name) }]);
  const request = { description: aboutRequest, ...recordSchema(Object.fromEntries(described)) };
  return { description, ...recordSchema({ rtn, request }) };
}

const typeOf = (name: string): Schema =>
  requestColumns[name as keyof StoredRequest] === 'integer' ? ref('AnsweredNumber') : { type: 'string' };

/** Returns the schema of an object that has all of these fields. */
function recordSchema(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}

const { created: _created, updated: _updated, ...refusals } = messages;

const refusedSchema: Schema = {
  description: 'A call that was not carried out.',
  ...recordSchema({
    rtn: {
      ...recordSchema({
        sev: { description: '30: not processed, because of errors.', const: '30' },
        msg: { type: 'string', examples: Object.values(refusals) },
        existingObjectId: {
          description: 'The request that already holds a lock on the target object, when that is why.',
          ...ref('AnsweredNumber'),
        },
      }),
      required: ['sev', 'msg'],
    },
  }),
};

/** Returns the responses of a method by HTTP status; the interface shows 200, 400 and 401, this service adds the others. */
export function responses(method: 'POST' | 'PATCH'): Readonly<Record<string, unknown>> {
  const carriedOut = ref(method === 'POST' ? 'Created' : 'Updated');
  const noCall = method === 'POST' ? 'A body that is no call' : 'A body that is no call, or objectId missing or 0';
  const retryAfter = { 'Retry-After': { description: 'Seconds.', required: true, schema: { type: 'string' } } };
  return {
    200: response('Carried out (sev 10 or 20) or refused (sev 30): the body says which.', {
      oneOf: [carriedOut, ref('Refused')],
    }),
    400: response(`${noCall}.`),
    401: {
      ...response('The token is missing or not valid.'),
      headers: { 'WWW-Authenticate': { required: true, schema: { const: 'Bearer' } } },
    },
    408: response('The call took too long to come.'),
    413: response('The body is too large.'),
    415: response('The body is of another type, or compressed.'),
    422: response('Refused (sev 30), where the service is set to say so by the HTTP status too.'),
    500: response('The service failed.'),
    503: { ...response('The service cannot do it now.'), headers: retryAfter },
  };
}

function response(description: string, schema = ref('Refused')): Readonly<Record<string, unknown>> {
  return { description, content: { 'application/json': { schema } } };
}
