import { messages } from '../interface/replies.ts';
import { withDefaults } from '../options.ts';
import { version } from '../version.ts';
import { buildBodySchemas, ref, type Schema } from './openapi-fields.ts';
import type { Variant } from './payload.ts';
import { type AnsweredFields, requestColumns, type StoredRequest, storedFields, usedFields } from './records.ts';

const description = `Creates and updates object requests (check-outs). The body of an answer decides, no matter the HTTP
status: \`rtn.sev\` is 10 (done), 20 (done, with warnings) or 30 (refused). What the interface leaves open, and what the
service of file-checkouts does there, is in the table of docs/service.md.`;

// Example calls; sent in this order to the demo site, each is carried out (a test does it).
const program = {
  summary: 'An object, with nothing left to derive',
  value: { appl: 'ORD', lvl: 10, objn: 'ORD200', objt: '*PGM', attr: 'RPGLE' },
};
const fromGit = {
  summary: 'A file of a Git repository; attribute, type and project are derived',
  value: {
    appl: 'ORD',
    lvl: 10,
    objn: 'ORD300',
    repo: 'ORDERS',
    branch: 'main',
    gpath: 'QRPGLESRC',
    gfile: 'ORD300.PGM.RPGLE',
    proj: '*BRANCH',
    arfp: '*NEW',
    vref: '4711.1',
  },
};
const quoted = {
  summary: 'Quoted numbers, and a reason',
  value: { appl: 'ORD', lvl: '50', objn: 'ORD100', objt: '*PGM', attr: 'RPGLE', rsn: '*DELETE' },
};

/** Bodies of an update by name; of the second request above, which has the number 10002. */
const updateExamples = {
  moved: {
    summary: 'The file was moved',
    value: { objectId: 10002, gpath: 'orders/QRPGLESRC', gfile: 'ORD300.PGM.RPGLE' },
  },
  withdrawn: {
    summary: 'Out of its RFP, and the object unlocked',
    value: { objectId: 10002, arfp: '*NO', lock: '*NO' },
  },
};

const anyServer = {
  url: '{base_url}',
  description: 'The base address of the service.',
  variables: { base_url: { default: 'http://127.0.0.1:8642' } },
};

/** Returns the interface's OpenAPI document; earlier variant: no update. @param server a Server Object, `url` without slash at its end */
export function buildOpenApi(variant: Variant = withDefaults({}).variant, server: object = anyServer): object {
  const later = variant === 'later';
  const token = { type: 'http', scheme: 'bearer', description: 'Token of a user of the security facility (§5).' };
  return {
    openapi: '3.1.1',
    info: { title: 'Object requests', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [server],
    security: [{ token: [] }],
    paths: { '/object-request': { post: buildCreateOperation(variant), ...(later ? { patch: updateOperation } : {}) } },
    components: {
      securitySchemes: { token },
      schemas: { ...buildBodySchemas(variant), ...buildAnswerSchemas(variant) },
    },
  };
}

/** Returns the operation of a create, with the examples that the variant accepts. */
function buildCreateOperation(variant: Variant) {
  const examples = variant === 'earlier' ? { program, quoted } : { program, fromGit, quoted };
  const aboutFile = 'Considered only with rsn *MIGRATE and copy *NO; named like objn (*IFS, *REMOTE), srcn or gfile.';
  return {
    operationId: 'createObjectRequest',
    summary: 'Create an object request',
    description: 'The owner of the token needs authority for the add-request command (§4.1).',
    requestBody: buildRequestBody('CreateRequest', examples, aboutFile),
    responses: buildResponses('POST'),
  };
}

const aboutUpdateFile =
  'Named like srcn or gfile; when the call names neither, any file part that is not JSON is used.';
const updateOperation = {
  operationId: 'updateObjectRequest',
  summary: 'Update an object request; only the fields sent change',
  description:
    'The request must be in status 00 or 01. The owner of the token needs security code 37 for own requests, 31 for those of others (§4.2).',
  requestBody: buildRequestBody('UpdateRequest', updateExamples, aboutUpdateFile),
  responses: buildResponses('PATCH'),
};

/** Returns the Request Body Object of a call: JSON, or `multipart/mixed` (§4.3) of it and files. @param schema name of the JSON's schema */
function buildRequestBody(schema: string, examples: Readonly<Record<string, unknown>>, aboutFile: string) {
  const file = {
    description: `The file, byte for byte; its part needs a file name. ${aboutFile}`,
    type: 'string',
    contentMediaType: 'application/octet-stream',
  };
  const parts = { ...buildRecordSchema({ payload: ref(schema) }), additionalProperties: file };
  return {
    required: true,
    content: {
      'application/json': { schema: ref(schema), examples },
      'multipart/mixed': { schema: parts, encoding: { payload: { contentType: 'application/json' } } },
    },
  };
}

/** Returns schemas by name: Created, Updated, Refused, AnsweredNumber (§2.7, §7); earlier variant: Created with only `rtn`, no Updated. */
function buildAnswerSchemas(variant: Variant): Readonly<Record<string, Schema>> {
  const plain = { type: 'integer', minimum: 0 };
  const quoted = { type: 'string', pattern: '^\\d{1,15}$' };
  const isLater = variant === 'later';
  return {
    AnsweredNumber: { description: 'A whole number, plain or quoted.', anyOf: [plain, quoted] },
    Created: buildDoneSchema('A create', 'The values actually used.', isLater ? usedFields : null),
    ...(isLater ? { Updated: buildDoneSchema('An update', 'The values stored.', storedFields) } : {}),
    Refused: { description: 'A call that was not carried out.', ...buildRecordSchema({ rtn: refusedRtn }) },
  };
}

/** Returns the schema of an answer with sev 10 or 20. @param what as `A create` @param fields of `request`; null: `rtn` alone */
function buildDoneSchema(what: string, aboutRequest: string, fields: AnsweredFields | null): Schema {
  const description = `${what} that was carried out.`;
  const sev = { description: '10: processed; 20: processed, with warnings in msg.', enum: ['10', '20'] };
  const rtn = buildRecordSchema({ sev, msg: { type: 'string' } });
  if (fields === null) return { description, ...buildRecordSchema({ rtn }) };
  const columns = Object.entries(fields).map(([name, about]) => {
    const isNumber = requestColumns[name as keyof StoredRequest] === 'integer';
    return [name, { description: about, ...(isNumber ? ref('AnsweredNumber') : { type: 'string' }) }];
  });
  const request = { description: aboutRequest, ...buildRecordSchema(Object.fromEntries(columns)) };
  return { description, ...buildRecordSchema({ rtn, request }) };
}

/** Returns the schema of a JSON object that must have all of these properties. */
function buildRecordSchema(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}

const { created: _created, updated: _updated, ...refusals } = messages;

const aboutHolder = 'The request that already holds a lock on the target object, when that is why.';
const refusedRtn = {
  ...buildRecordSchema({
    sev: { description: '30: not processed, because of errors.', const: '30' },
    msg: { type: 'string', examples: Object.values(refusals) },
    existingObjectId: { description: aboutHolder, ...ref('AnsweredNumber') },
  }),
  required: ['sev', 'msg'],
};

/** Returns Response Objects of a method by HTTP status: 200, 400 and 401, which the interface shows, and others that this service gives. */
function buildResponses(method: 'POST' | 'PATCH'): Readonly<Record<string, unknown>> {
  const either = { oneOf: [ref(method === 'POST' ? 'Created' : 'Updated'), ref('Refused')] };
  const bearer = { 'WWW-Authenticate': { required: true, schema: { const: 'Bearer' } } };
  const noCall = method === 'POST' ? 'A body that is no call' : 'A body that is no call, or objectId missing or 0';
  const retryAfter = { 'Retry-After': { description: 'Seconds.', required: true, schema: { type: 'string' } } };
  return {
    200: buildResponse('Carried out (sev 10 or 20) or refused (sev 30): the body says which.', either),
    400: buildResponse(`${noCall}.`),
    401: { ...buildResponse('The token is missing or not valid.'), headers: bearer },
    408: buildResponse('The call took too long to come.'),
    413: buildResponse('The body is too large.'),
    415: buildResponse('The body is of another type, or compressed.'),
    422: buildResponse('Refused (sev 30), where the service is set to say so by the HTTP status too.'),
    500: buildResponse('The service failed.'),
    503: { ...buildResponse('The service cannot do it now.'), headers: retryAfter },
  };
}

/** Returns a Response Object of OpenAPI with a JSON body of this schema. @param schema left out: that of a refusal */
function buildResponse(description: string, schema = ref('Refused')): Readonly<Record<string, unknown>> {
  return { description, content: { 'application/json': { schema } } };
}
