/** What a validator of others says of a report. */
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
export const isReport = compile(reportJsonSchema());
/** As the schema that ships, but without room for keys of a later tool: it finds what the definition forgot. */
const isExactly = compile(z.toJSONSchema(reportSchema, { io: 'output', target: 'draft-2020-12' }));

/** What is wrong with a report as it is written to a file. */
export function faults(report: object): readonly object[] {
  const written = JSON.parse(JSON.stringify(report));
  return isReport(written) && isExactly(written) ? [] : [...(isReport.errors ?? []), ...(isExactly.errors ?? [])];
}
