import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { reportJsonSchema } from '../../scripts/json-schemas.ts';
import { outcomes } from '../../src/checkout/outcome.ts';
import { reportSchema } from '../../src/report/report-schema.ts';
import { someOfEach } from './affected-support.ts';
import { reportOf, row } from './support.ts';

/** A validator of others; strict: it refuses a schema with words that the standard does not have. */
const { Ajv2020 } = createRequire(import.meta.resolve('yaml-language-server/package.json'))('ajv/dist/2020') as {
  Ajv2020: new (
    options: object,
  ) => { compile(schema: object): ((value: unknown) => boolean) & { readonly errors?: readonly object[] } };
};
const compile = (schema: object) => new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
const isReport = compile(reportJsonSchema());
/** As the schema that ships, but without room for keys of a later tool: it finds what the definition forgot. */
const isExactly = compile(z.toJSONSchema(reportSchema, { io: 'output', target: 'draft-2020-12' }));

/** What is wrong with a report as it is written to a file. */
function faults(report: object): readonly object[] {
  const written = JSON.parse(JSON.stringify(report));
  return isReport(written) && isExactly(written) ? [] : [...(isReport.errors ?? []), ...(isExactly.errors ?? [])];
}

test('schema/report.schema.json ships as it is made: npm run generate', () => {
  expect(JSON.parse(readFileSync('schema/report.schema.json', 'utf8'))).toEqual(reportJsonSchema());
});

test('a run does not load it: nothing but types of it is imported in src', () => {
  const report = readFileSync('src/report/report-json.ts', 'utf8');
  expect(report).toContain("import type { reportSchema } from './report-schema.ts'");
  expect(report).not.toMatch(/^import (?!type).*(zod|report-schema)/m);
});

test('a report with all that a dependent may have', () => {
  expect(faults(someOfEach())).toEqual([]);
});

test('every outcome', () => {
  const rows = outcomes.map((outcome) => row(outcome, `${outcome}.RPGLE`, { used: { objectId: '7', later: [1] } }));
  expect(faults(reportOf(rows))).toEqual([]);
});

test('what is not a report is refused', () => {
  const report = reportOf([row('created', 'A.RPGLE')]);
  const [request] = report.requests;
  const wrong = [
    {},
    { ...report, version: 2 },
    { ...report, exitCode: 5 },
    { ...report, counts: { ...report.counts, created: undefined } },
    { ...report, requests: [{ ...request, outcome: 'done' }] },
    { ...report, requests: [{ ...request, reason: '*MOVE' }] },
    { ...report, requests: [{ ...request, action: null }] },
    { ...report, error: { code: 'usage' } },
  ];
  for (const value of wrong) expect(isReport(JSON.parse(JSON.stringify(value))), JSON.stringify(value)).toBe(false);
  expect(isReport({ ...report, added: 'by a later tool' })).toBe(true);
  expect(faults({ ...report, added: 'by this one, and forgotten here' })).not.toEqual([]);
});
