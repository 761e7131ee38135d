import { optionDefault } from '../defaults.ts';
import { version } from '../version.ts';
import { answerSchemas, responses } from './openapi-answers.ts';
import { createBody, createRules, fieldSchemas, ref, updateBody } from './openapi-fields.ts';
import type { Variant } from './payload.ts';

const description = `Creates and updates object requests (check-outs). The body of an answer decides, whatever its HTTP
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

/**
 * Returns the OpenAPI document of interface §4.1 and §4.2; the earlier variant has no update. Schemas of calls take what the
 * service takes: each type, value list and rule between fields of §2, but no lengths and names. `url` has no trailing slash.
 */
export function openApiDocument(
  variant: Variant = optionDefault('variant'),
  server: { readonly url: string } = anyServer,
): object {
  const later = variant === 'later';
  const token = { type: 'http', scheme: 'bearer', description: 'Token of a user of the security facility (§5).' };
  return {
    openapi: '3.1.1',
    info: { title: 'Object requests', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [server],
    security: [{ token: [] }],
    paths: { '/object-request': { post: createOperation(variant), ...(later ? { patch: updateOperation } : {}) } },
    components: {
      securitySchemes: { token },
      schemas: {
        CreateRequest: { ...createBody(variant), allOf: createRules(variant) },
        ...(later ? { UpdateRequest: updateBody() } : {}),
        ...fieldSchemas,
        ...answerSchemas(variant),
      },
    },
  };
}

function createOperation(variant: Variant) {
  const examples = variant === 'earlier' ? { program, quoted } : { program, fromGit, quoted };
  const aboutFile = 'Considered only with rsn *MIGRATE and copy *NO; named like objn (*IFS, *REMOTE), srcn or gfile.';
  return {
    operationId: 'createObjectRequest',
    summary: 'Create an object request',
    description: 'The owner of the token needs authority for the add-request command (§4.1).',
    requestBody: requestBody('CreateRequest', examples, aboutFile),
    responses: responses('POST'),
  };
}

const updateOperation = {
  operationId: 'updateObjectRequest',
  summary: 'Update an object request; only the fields sent change',
  description:
    'The request must be in status 00 or 01. The owner of the token needs security code 37 for own requests, 31 for those of others (§4.2).',
  requestBody: requestBody(
    'UpdateRequest',
    updateExamples,
    'Named like srcn or gfile; when the call names neither, any file part that is not JSON is used.',
  ),
  responses: responses('PATCH'),
};

/** Returns the description of a body: JSON alone, with examples, or in `multipart/mixed` (§4.3) as `payload`, with files in parts of other names. */
function requestBody(schema: string, examples: Readonly<Record<string, unknown>>, aboutFile: string) {
  const file = {
    description: `The file, byte for byte; its part needs a file name. ${aboutFile}`,
    type: 'string',
    contentMediaType: 'application/octet-stream',
  };
  const parts = {
    type: 'object',
    required: ['payload'],
    properties: { payload: ref(schema) },
    additionalProperties: file,
  };
  return {
    required: true,
    content: {
      'application/json': { schema: ref(schema), examples },
      'multipart/mixed': { schema: parts, encoding: { payload: { contentType: 'application/json' } } },
    },
  };
}
