import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { mappingJsonSchema } from '../../scripts/mapping-json-schema.ts';
import { createFields } from '../../src/interface/fields.ts';
import { mappedFields, mappingSchema, matchParts } from '../../src/mapping/schema.ts';

interface Json {
  readonly $schema?: string;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly object[];
  readonly minProperties?: number;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}
const schemaNow = (): Json => mappingJsonSchema();
const ruleOf = (schema: Json) => schema.properties?.rules?.items;
const shipped: Json = JSON.parse(readFileSync('schema/mapping.schema.json', 'utf8'));

/** A validator of others, which editors use too; strict: it refuses a schema with words that the standard does not have. */
const { Ajv2020 } = createRequire(import.meta.resolve('yaml-language-server/package.json'))('ajv/dist/2020') as {
  Ajv2020: new (options: object) => { compile(schema: object): (value: unknown) => boolean };
};
const isValid = new Ajv2020({ strictSchema: true, allowUnionTypes: true }).compile(shipped);
const takes = (value: object) => isValid({ version: 1, ...value });

/** Every key below a part with its schema, as `request.appl`. */
function keysOf(part: Json, prefix = ''): [string, Json][] {
  return Object.entries(part.properties ?? {}).flatMap(([name, child]) => [
    [`${prefix}${name}`, child] as [string, Json],
    ...keysOf(child.items ?? child, `${prefix}${name}.`),
  ]);
}

describe('the JSON Schema of the mapping', () => {
  test('is of draft 2020-12 and refuses unknown keys', () => {
    const schema = schemaNow();
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.required).toEqual(['version']);
    expect(schema.additionalProperties).toBe(false);
  });

  test('ships as it is made: npm run generate', () => {
    expect(schemaNow()).toEqual(shipped);
  });

  test('has the create fields of interface §2.1 in every set of fields, but arfp and rfp', () => {
    const schema = schemaNow();
    const rule = ruleOf(schema);
    const names = createFields.map((field) => field.name).filter((name) => name !== 'arfp' && name !== 'rfp');
    const sets = [schema.properties?.request, rule?.properties?.request, rule?.properties?.requests?.items];
    for (const set of sets) expect(Object.keys(set?.properties ?? {})).toEqual(names);
    const branch = Object.keys(schema.properties?.branches?.items?.properties ?? {});
    expect(branch.filter((name) => name !== 'dependents')).toEqual(names);
  });

  test('has a title and a description for every key, and a title for each alternative', () => {
    const schema = schemaNow();
    const all = keysOf(schema);
    expect(all.length).toBeGreaterThan(4 * mappedFields.length);
    for (const [key, part] of all) {
      expect(part.title, key).toBe(key.split('.').at(-1));
      expect(part.description, key).toMatch(/\w.*\.$/);
      const titles = (part.anyOf ?? []).map(({ title }) => title);
      expect(new Set(titles.filter((title) => title !== undefined)).size, key).toBe(titles.length);
    }
  });

  test('says the default of a field where nothing can stand below it, and the same in words everywhere', () => {
    const schema = schemaNow();
    const rule = ruleOf(schema);
    const lock = (set: Json | undefined) => set?.properties?.lock;
    expect(lock(schema.properties?.request)).toMatchObject({ default: '*YES' });
    expect(lock(rule?.properties?.request)).not.toHaveProperty('default');
    expect(lock(rule?.properties?.request)?.description).toContain('Default: *YES.');
  });

  test('has only examples that it takes', () => {
    const schema = schemaNow();
    const examples = keysOf(schema).flatMap(([key, part]) =>
      (part.examples ?? []).map((value) => [key, value] as const),
    );
    expect(examples.length).toBeGreaterThan(50);
    for (const [key, value] of examples) {
      const name = key.split('.').at(-1) ?? '';
      if (!key.includes('.')) expect(takes({ [name]: value }), key).toBe(true);
      else if (key.includes('.match.')) expect(takes({ rules: [{ match: { [name]: value }, skip: true }] })).toBe(true);
      else expect(takes({ branches: [{ branch: 'b', [name]: value }] }), key).toBe(true);
    }
  });

  test('wants one result for each rule, and a part for each match', () => {
    const rule = ruleOf(schemaNow());
    expect(rule?.oneOf).toEqual([{ required: ['request'] }, { required: ['requests'] }, { required: ['skip'] }]);
    expect(rule?.properties?.match?.minProperties).toBe(1);
  });
});

const values = [null, true, false, '', 'x', '5', ' 5 ', '*YES', '*yes', '{x}', '<APPL>', '/a', 'none', 'warn', 'gfile'];
const numbers = [0, 1, 5, -1, 1.5, 2 ** 60];
const odd = [...numbers, [], ['x'], ['x', 1], [[]], {}, { a: 'b' }, { as: 'objn' }, { pipe: 'P', pipa: 'A' }];

/** A key, and a mapping with a value at it. */
type Place = readonly [key: string, at: (value: unknown) => object];

const places: readonly Place[] = [
  ...Object.keys(mappingSchema.shape).map((key): Place => [key, (value) => ({ [key]: value })]),
  ...mappedFields.map(({ name }): Place => [`request.${name}`, (value) => ({ request: { [name]: value } })]),
  ...matchParts.map(
    (part): Place => [`match.${part}`, (value) => ({ rules: [{ match: { [part]: value }, skip: true }] })],
  ),
  ['skip', (value) => ({ rules: [{ match: { path: 'a' }, skip: value }] })],
  ['branch', (value) => ({ branches: [{ branch: value }] })],
  ['requests', (value) => ({ rules: [{ match: { path: 'a' }, requests: value }] })],
  ['attach.as', (value) => ({ attach: { as: value } })],
  ['pipe.tkey', (value) => ({ pipe: { pipe: 'P', pipa: 'A', tkey: value } })],
];

test.each(places)('the schema it is made from and the JSON Schema say the same of %s', (_, at) => {
  const all = [...values, ...odd].map((value) => ({ version: 1, ...at(value) }));
  const taken = all.filter((value) => z.safeParse(mappingSchema, value).success);
  expect(all.filter((value) => isValid(value))).toEqual(taken);
  expect(taken.length).toBeLessThan(all.length);
});
