/** The JSON Schema of the mapping file, for editors and for other programs; made from schema.ts. */

import * as z from 'zod/mini';
import { mappingSchema } from './schema.ts';

type JsonObject = { [key: string]: unknown };

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Follows keys into a schema; a part that is not there is a fault of this file, and its test says so. */
function at(schema: unknown, ...keys: readonly string[]): JsonObject {
  const part = keys.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), schema);
  if (!isObject(part)) throw new TypeError(`no ${keys.join('.')} in the schema of the mapping`);
  return part;
}

/** JSON Schema (draft 2020-12) of a mapping file as it is written, with a description of every key. */
export function mappingJsonSchema(): object {
  const schema: JsonObject = {
    ...z.toJSONSchema(mappingSchema, { io: 'input', target: 'draft-2020-12' }),
    title: 'file-checkouts mapping',
    description: 'Which check-outs are filed for the files that a push changed.',
  };
  // What the schema's own language cannot say, load.ts checks: one result for each rule, and a match that names a part.
  const rule = at(schema, 'properties', 'rules', 'items');
  rule.oneOf = [{ required: ['request'] }, { required: ['requests'] }, { required: ['skip'] }];
  at(rule, 'properties', 'match').minProperties = 1;
  return schema;
}
