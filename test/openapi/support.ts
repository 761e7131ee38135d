/** The OpenAPI document as a client of others sees it: validators of its schemas, and calls held to it. */
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import { buildOpenApi } from '../../src/service/openapi.ts';
import type { Variant } from '../../src/service/payload.ts';
import type { Answered } from '../service/helper.ts';

export interface Json {
  readonly [word: string]: unknown;
}

/** As much of the document as the tests read. */
export interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly securitySchemes: Json };
}

export interface Operation {
  readonly operationId: string;
  readonly requestBody: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Record<string, Media> }>
  >;
}

export interface Media {
  readonly schema: Json;
  readonly examples?: Readonly<Record<string, { readonly value: Json }>>;
}

export type Check = ((value: unknown) => boolean) & { readonly errors?: unknown };
interface Validator {
  addSchema(schema: object, key: string): void;
  addVocabulary(words: readonly string[]): void;
  compile(schema: object): Check;
}
/** A validator of others; strict: it refuses a schema with words that the standard does not have. */
const { Ajv2020 } = createRequire(import.meta.resolve('yaml-language-server/package.json'))('ajv/dist/2020') as {
  Ajv2020: new (options: object) => Validator;
};

export const documentOf = (variant: Variant = 'later') => buildOpenApi(variant) as Document;

/** Validators of the parts of a document, by where they stand in it: `#/components/schemas/Created`. */
export function validators(document: object): (pointer: string) => Check {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
  // The document around the schemas, in which they refer to each other.
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema(document, 'document');
  return (pointer) => ajv.compile({ $ref: `document${pointer}` });
}

/** The document with no other names in answers than those it has, so that one it does not tell of is found. */
export function closed(document: Document): Document {
  const parts = Object.entries(document.components.schemas);
  const schemas = parts.map(([name, schema]) => [name, name.endsWith('Request') ? schema : closeAll(schema)]);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

function closeAll(schema: Json): Json {
  if (typeof schema.properties !== 'object' || schema.properties === null) return schema;
  const properties = Object.entries(schema.properties).map(([name, part]) => [name, closeAll(part as Json)]);
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: false };
}

/** Holds answers to the document: the status is one of the method's, and the body is what is said there. */
export function holder(variant: Variant = 'later') {
  const document = closed(documentOf(variant));
  const validatorOf = validators(document);
  const checks = new Map<string, Check>();
  return (method: 'post' | 'patch', answer: Answered): Answered => {
    const responses = document.paths['/object-request']?.[method]?.responses ?? {};
    expect(Object.keys(responses)).toContain(String(answer.status));
    expect(answer.headers.get('content-type')).toContain('application/json');
    const pointer = `#/paths/~1object-request/${method}/responses/${answer.status}/content/application~1json/schema`;
    const check = checks.get(pointer) ?? validatorOf(pointer);
    checks.set(pointer, check);
    expect(check(answer.json), `${answer.text} ${JSON.stringify(check.errors)}`).toBe(true);
    return answer;
  };
}
