/**
 * The JSON Schema of the mapping file, for editors and for other programs; made from schema.ts. It keeps to words of
 * the standard, so that every validator reads it, and is arranged for what editors show of it.
 */

import * as z from 'zod/mini';
import { type MappedFieldName, type MatchPart, mappedFields, mappingSchema } from '../src/mapping/schema.ts';

type JsonObject = { [key: string]: unknown };

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the part of a schema under these keys, one below the other. @throws TypeError if there is none */
function partAt(schema: unknown, ...keys: readonly string[]): JsonObject {
  const part = keys.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), schema);
  if (!isObject(part)) throw new TypeError(`no ${keys.join('.')} in the schema of the mapping`);
  return part;
}

/**
 * Returns the JSON Schema (draft 2020-12) of a mapping file as it is written: each key has a title and a description,
 * and examples and default where there are any.
 */
export function mappingJsonSchema(): object {
  const made = z.toJSONSchema(mappingSchema, {
    io: 'input',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => arrangeForEditors(jsonSchema as JsonObject),
  });
  const schema: JsonObject = {
    ...made,
    title: 'file-checkouts mapping',
    description: 'Which check-outs are filed for the files that a push changed.',
  };
  // What the schema's own language cannot say, load.ts checks: one result for each rule, and a match that names a part.
  const rule = partAt(schema, 'properties', 'rules', 'items');
  rule.oneOf = [{ required: ['request'] }, { required: ['requests'] }, { required: ['skip'] }];
  partAt(rule, 'properties', 'match').minProperties = 1;
  addExamples(schema, rule);
  addDefaults(partAt(schema, 'properties', 'request', 'properties'));
  return schema;
}

/** Changes a part of the schema for what editors show: joins alternatives to one where nothing is lost, gives titles to all other keys. */
function arrangeForEditors(part: JsonObject): void {
  joinTypes(part);
  if (!isObject(part.properties)) return;
  for (const [key, property] of Object.entries(part.properties)) if (isObject(property)) addTitles(key, property);
}

/** Replaces alternatives that only name types (and what a list holds) by one list of types, in place. */
function joinTypes(part: JsonObject): void {
  const options = Array.isArray(part.anyOf) ? part.anyOf.filter(isObject) : [];
  const types = options.flatMap(({ type }) => (typeof type === 'string' ? [type] : []));
  const more = options.some((option) => ['enum', 'const', 'pattern', 'minLength'].some((word) => word in option));
  if (options.length === 0 || more || new Set(types).size !== options.length) return;
  delete part.anyOf;
  Object.assign(part, ...options, { type: types });
}

/** Sets the title of a key, and one for each alternative: editors show alternatives as one when nothing tells them apart. */
function addTitles(key: string, property: JsonObject): void {
  property.title = key;
  if (!Array.isArray(property.anyOf)) return;
  for (const option of property.anyOf) if (isObject(option)) option.title = `${key}: ${alternativeName(option)}`;
}

function alternativeName(option: JsonObject): string {
  if (Array.isArray(option.enum)) return option.enum.join(', ');
  if (option.type === 'null') return 'not sent';
  if (option.const !== undefined) return String(option.const);
  return option.type === 'integer' ? 'a number' : 'text';
}

/** Adds examples to fields, patterns and top keys of the schema, in place. @param rule the schema of a rule in it */
function addExamples(schema: JsonObject, rule: JsonObject): void {
  const branchRule = partAt(schema, 'properties', 'branches', 'items');
  const fieldSets = [branchRule, partAt(schema, 'properties', 'request'), partAt(rule, 'properties', 'request')];
  for (const set of [...fieldSets, partAt(rule, 'properties', 'requests', 'items')]) setExamples(set, fieldExamples);
  setExamples(partAt(rule, 'properties', 'match'), patternExamples);
  setExamples(branchRule, { branch: patternExamples.branch });
  setExamples(schema, keyExamples);
}

/** Sets the examples of properties, in place. @throws TypeError for a key that is not a property */
function setExamples(set: JsonObject, examples: { readonly [key: string]: readonly unknown[] | undefined }): void {
  for (const [key, values] of Object.entries(examples)) partAt(set, 'properties', key).examples = values;
}

/** Sets the defaults that the service uses (those with a star). Not in rules: there a field that is left out comes from a level below. */
function addDefaults(request: JsonObject): void {
  for (const field of mappedFields) {
    if (field.default?.startsWith('*')) partAt(request, field.name).default = field.default;
  }
}

/** Values of fields; text may hold placeholders. Fields with a value list need none. */
const fieldExamples: { readonly [name in MappedFieldName]?: readonly (string | number)[] } = {
  appl: ['ORD'],
  lvl: [10],
  objn: ['{name|upper}', '{stem}'],
  objt: ['*PGM', '*MODULE', '*SRVPGM', '*FILE', '*CMD', '*IFS'],
  attr: ['RPGLE', '{ext|upper}'],
  rpth: ['/{gpath}'],
  srcn: ['{stem}'],
  srca: ['RPGLE', '{ext|upper}'],
  user: ['JANE'],
  folb: ['DEVLIB'],
  fslb: ['DEVLIB'],
  fsfl: ['QRPGLESRC'],
  repo: ['ORDERS'],
  proj: ['*BRANCH', '{proj}'],
  task: ['{task}'],
  stsk: ['{stsk}'],
  rfpd: ['*TASK', '{repo} {branch}'],
  csqo: [10],
  data: ['*SAME', '*MIGRATE', '*NONE'],
  dmbr: ['*ALL', '*FIRST'],
  vref: ['{run}'],
};

/** Patterns, by the part that they match. */
const patternExamples: Readonly<Record<MatchPart, readonly string[]>> = {
  path: ['docs/**'],
  gpath: ['QRPGLESRC', '**/QRPGLESRC'],
  gfile: ['*.PGM.RPGLE', '*.{PF,LF}'],
  repo: ['ORD*'],
  branch: ['main', 'feature/**', 'feat-{proj}-{task}.{stsk}'],
};

/** Values of keys partAt the top of the mapping. */
const keyExamples: Readonly<Record<string, readonly unknown[]>> = {
  repo: ['ORDERS'],
  'skip-pushers': [['mdgit-bot']],
  users: [{ 'jane-doe': 'JANE' }],
  pipe: [{ pipe: 'JENKINS1', pipa: 'PIPE' }],
};
