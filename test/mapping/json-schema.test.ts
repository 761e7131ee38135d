import { describe, expect, test } from 'vitest';
import { fromJSONSchema } from 'zod';
import { createFields } from '../../src/interface/fields.ts';
import { mappingJsonSchema } from '../../src/mapping/json-schema.ts';

interface Json {
  readonly $schema?: string;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
  readonly oneOf?: readonly object[];
  readonly minProperties?: number;
  readonly description?: string;
}
const schema: Json = mappingJsonSchema();

describe('the JSON Schema of the mapping', () => {
  test('is of draft 2020-12 and refuses unknown keys', () => {
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.required).toEqual(['version']);
    expect(schema.additionalProperties).toBe(false);
  });

  test('describes every key and every field, and has no arfp and no rfp as fields', () => {
    const request = schema.properties?.request?.properties ?? {};
    const names = createFields.map((field) => field.name).filter((name) => name !== 'arfp' && name !== 'rfp');
    expect(Object.keys(request)).toEqual(names);
    for (const [name, part] of Object.entries({ ...schema.properties, ...request })) {
      expect(part?.description, name).toMatch(/\w+/);
    }
  });

  test('wants one result for each rule, and a part for each match', () => {
    const rule = schema.properties?.rules?.items;
    expect(rule?.oneOf).toEqual([{ required: ['request'] }, { required: ['requests'] }, { required: ['skip'] }]);
    expect(rule?.properties?.match?.minProperties).toBe(1);
  });

  test('says the same as the schema it is made from', () => {
    const read = fromJSONSchema(mappingJsonSchema() as Parameters<typeof fromJSONSchema>[0]);
    const takes = (value: object) => read.safeParse({ version: 1, ...value }).success;
    expect(takes({ request: { lvl: 5, lock: '*YES', proj: null } })).toBe(true);
    expect(takes({ request: { lvl: '{lvl}', lock: '{x}' }, rfp: 'per-push' })).toBe(true);
    expect(takes({ branches: [{ branch: ['a', 'b'], lvl: '5' }] })).toBe(true);
    expect(takes({ request: { lock: 'maybe' } })).toBe(false);
    expect(takes({ request: { lvl: -1 } })).toBe(false);
    expect(takes({ request: { rfp: 1 } })).toBe(false);
    expect(takes({ branches: [{ lvl: 5 }] })).toBe(false);
    expect(takes({ rfp: 'sometimes' })).toBe(false);
  });
});
