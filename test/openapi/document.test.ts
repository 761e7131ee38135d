import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createFields, type Field, updateFields } from '../../src/interface/fields.ts';
import type { Variant } from '../../src/service/payload.ts';
import { version } from '../../src/version.ts';
import { type Document, documentOf, type Json, validators } from './support.ts';

const variants: readonly Variant[] = ['later', 'earlier'];

/** Every object in the document with the keys that lead to it. */
function* partsOf(part: unknown, path: readonly string[] = []): Generator<{ path: readonly string[]; part: Json }> {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) yield { path, part: part as Json };
  for (const [key, child] of Object.entries(part)) yield* partsOf(child, [...path, key]);
}

function at(document: Document, pointer: string): unknown {
  const keys = pointer.slice(2).split('/');
  return keys.reduce<unknown>((part, key) => (part as Json | undefined)?.[key.replaceAll('~1', '/')], document);
}

test('schema/openapi.json is the document of this version as it is made: npm run generate', () => {
  expect(JSON.parse(readFileSync('schema/openapi.json', 'utf8'))).toEqual(documentOf());
  expect(at(documentOf(), '#/info/version')).toBe(version);
});

describe.each(variants)('the document of the %s variant', (variant) => {
  const document = documentOf(variant);
  const operations = Object.values(document.paths['/object-request'] ?? {});

  test('is OpenAPI 3.1 with the objects that this asks for', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document).toMatchObject({ info: { title: expect.any(String), version } });
    for (const { operationId, responses } of operations) {
      expect(operationId).toMatch(/^[a-z]+ObjectRequest$/);
      for (const [status, { description }] of Object.entries(responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/);
        expect(description).toMatch(/^[A-Z].*\.$/);
      }
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  test('has §1: POST, and PATCH only in the later variant (§9), both with a bearer token (§5)', () => {
    expect(Object.keys(document.paths)).toEqual(['/object-request']);
    const methods = variant === 'later' ? ['post', 'patch'] : ['post'];
    expect(Object.keys(document.paths['/object-request'] ?? {})).toEqual(methods);
    expect(document).toMatchObject({ security: [{ token: [] }] });
    expect(document.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  test('refers to nothing that is not there, and has nothing that nothing refers to', () => {
    const refs = [...partsOf(document)].flatMap(({ part }) => (typeof part.$ref === 'string' ? [part.$ref] : []));
    for (const pointer of refs) expect(at(document, pointer), pointer).toBeDefined();
    const named = Object.keys(document.components.schemas);
    // What only an update says is not used where there is none.
    const unused = named.filter((name) => !refs.includes(`#/components/schemas/${name}`));
    expect(unused).toEqual(variant === 'later' ? [] : ['Unchanged']);
  });

  test('has schemas of draft 2020-12 in words of the standard', () => {
    const validatorOf = validators(document);
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => validatorOf(`#/components/schemas/${name}`), name).not.toThrow();
    }
    for (const { path, part } of partsOf(document)) {
      if (path.at(-1) === 'schema' && part.$ref === undefined) {
        const pointer = `#/${path.map((key) => key.replaceAll('/', '~1')).join('/')}`;
        expect(() => validatorOf(pointer), pointer).not.toThrow();
      }
    }
  });

  test('says of every field of a call and of an answer what it is', () => {
    const fields = Object.values(document.components.schemas).flatMap((schema) =>
      Object.entries((schema.properties ?? {}) as Record<string, Json>),
    );
    const more = [...partsOf(document.components.schemas.Created)].filter(({ path }) => path.at(-2) === 'properties');
    const shapes = ['rtn', 'msg', 'error', 'request'];
    const named = more.map(({ path, part }) => [path.at(-1) ?? '', part] as const);
    for (const [name, { description }] of [...fields, ...named]) {
      if (!shapes.includes(name)) expect(description, name).toMatch(/\.$/);
    }
  });

  test('has examples that its own schemas take', () => {
    const validatorOf = validators(document);
    for (const [method, { requestBody }] of Object.entries(document.paths['/object-request'] ?? {})) {
      const isValid = validatorOf(`#/paths/~1object-request/${method}/requestBody/content/application~1json/schema`);
      const examples = Object.values(requestBody.content['application/json']?.examples ?? {});
      expect(examples.length).toBeGreaterThan(1);
      for (const { value } of examples) expect(isValid(value), JSON.stringify(value)).toBe(true);
    }
  });
});

describe('the fields', () => {
  const names = (fields: readonly Field[]) => fields.map(({ name }) => name);
  const create = (variant: Variant) => documentOf(variant).components.schemas.CreateRequest;
  const propertiesOf = (schema: Json | undefined) => (schema?.properties ?? {}) as Record<string, Json>;

  test('§2.1: the 42 of a create, in its order, three of them required', () => {
    expect(Object.keys(propertiesOf(create('later')))).toEqual(names(createFields));
    expect(create('later')?.required).toEqual(['appl', 'lvl', 'objn']);
  });

  test('§2.6: the 13 of an update, objectId required', () => {
    const { UpdateRequest } = documentOf().components.schemas;
    expect(Object.keys(propertiesOf(UpdateRequest))).toEqual(names(updateFields));
    expect(UpdateRequest?.required).toEqual(['objectId']);
  });

  test('§9: the earlier variant has no Git fields, no *BRANCH and no *TASK, and requires objt and attr', () => {
    const properties = propertiesOf(create('earlier'));
    const git = ['repo', 'gpath', 'gfile', 'branch'];
    expect(Object.keys(properties)).toEqual(names(createFields).filter((name) => !git.includes(name)));
    expect(create('earlier')?.required).toEqual(['appl', 'lvl', 'objn', 'objt', 'attr']);
    expect(JSON.stringify(create('earlier'))).not.toMatch(/\*BRANCH|\*TASK"|owner of the token/);
  });

  test('§2.3, §2.4: value lists and defaults are those of the tables', () => {
    const properties = propertiesOf(create('later'));
    for (const field of createFields as readonly Field[]) {
      const [first] = (properties[field.name]?.anyOf ?? []) as Json[];
      expect(first?.enum, field.name).toEqual(field.values);
      const byDefault = field.default?.startsWith('*') ? field.default : undefined;
      expect(properties[field.name]?.default, field.name).toBe(byDefault);
    }
  });
});
