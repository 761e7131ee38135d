import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reportJsonSchema } from '../../scripts/json-schemas.ts';
import { outcomes } from '../../src/checkout/outcome.ts';
import { someOfEach } from './affected-support.ts';
import { faults, isReport } from './report-faults.ts';
import { reportOf, row } from './support.ts';

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
