/** What a validator of others says of JSON that we write. */
import { createRequire } from 'node:module';
import * as z from 'zod/mini';
import { reportJsonSchema } from '../../scripts/json-schemas.ts';
import { reportSchema } from '../../src/report/report-schema.ts';

/** A validator of others; strict: it refuses a schema with words that the standard does not have. */
const { Ajv2020 } = createRequire(import.meta.resolve('yaml-language-server/package.json'))('ajv/dist/2020') as {
  Ajv2020: new (
    options: object,
  ) => { compile(schema: object): ((value: unknown) => boolean) & { readonly errors?: readonly object[] } };
};
const compile = (schema: object) => new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

/** By the schema that ships, and by its definition, without room for keys of a later tool: what the definition forgot. */
export function judges(shipped: object, definition: z.core.$ZodType) {
  const isRight = compile(shipped);
  const isExactly = compile(z.toJSONSchema(definition, { io: 'output', target: 'draft-2020-12' }));
  const faults = (written: unknown): readonly object[] =>
    isRight(written) && isExactly(written) ? [] : [...(isRight.errors ?? []), ...(isExactly.errors ?? [])];
  return { isRight, faults };
}

const ofReports = judges(reportJsonSchema(), reportSchema);
export const isReport = ofReports.isRight;

/** What is wrong with a report as it is written to a file. */
export const faults = (report: object) => ofReports.faults(JSON.parse(JSON.stringify(report)));
