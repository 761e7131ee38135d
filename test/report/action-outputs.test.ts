import { expect, test } from 'vitest';
import { actionOutputs, actionOutputTable } from '../../src/report/outputs.ts';
import { reportOf, row } from './support.ts';

test('counts, numbers without repeats, the report, and whether there was anything', () => {
  const report = reportOf([
    row('created', 'a', { objectId: 10001, rfp: 77 }),
    row('updated', 'b', { objectId: 10002, rfp: 77 }),
    row('unchanged', 'c', { objectId: 10003, rfp: 0 }),
    row('created', 'd', { objectId: null, rfp: null }),
    row('withdrawn', 'e', { objectId: 10004, rfp: 0 }),
    row('conflict', 'f', { objectId: 9 }),
    row('notAttempted', 'g'),
  ]);
  expect(actionOutputs(report, '/tmp/report.json')).toEqual({
    created: '2',
    updated: '1',
    unchanged: '1',
    failed: '2',
    'object-ids': '10001,10002,10003',
    rfps: '77',
    report: '/tmp/report.json',
    'nothing-to-file': 'false',
  });
});

test('nothing to file', () => {
  const outputs = actionOutputs(reportOf([], { nothingToFile: 'a tag was pushed' }), 'r.json');
  expect(outputs).toMatchObject({ created: '0', failed: '0', 'object-ids': '', rfps: '', 'nothing-to-file': 'true' });
});

test('a list over 256 KiB is left to the report', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => row('created', 'a', { objectId: 1_000_000 + n }));
  expect(actionOutputs(reportOf(rows(32_000)), 'r')['object-ids']).toHaveLength(32_000 * 8 - 1);
  expect(actionOutputs(reportOf(rows(33_000)), 'r')['object-ids']).toBe('');
});

test('the outputs are those of the table', () => {
  expect(Object.keys(actionOutputs(reportOf([]), 'r'))).toEqual(Object.keys(actionOutputTable));
});
