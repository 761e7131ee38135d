import { expect, test } from 'vitest';
import { optionTable, toEnvVariable } from '../../src/options.ts';
import { actionOutputTable, buildActionOutputs, formatDotenvReport } from '../../src/report/outputs.ts';
import { hostile, noticed, reportOf, row, times } from './support.ts';

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
  expect(buildActionOutputs(report, '/tmp/report.json')).toEqual({
    ...{ created: '2', updated: '1', unchanged: '1', failed: '2', 'object-ids': '10001,10002,10003', rfps: '77' },
    ...{ report: '/tmp/report.json', 'nothing-to-file': 'false' },
  });
});

test('a list over 256 KiB is left to the report', () => {
  const rows = (count: number) => times(count, (n) => row('created', 'a', { objectId: 1_000_000 + n }));
  expect(buildActionOutputs(reportOf(rows(32_000)), 'r')['object-ids']).toHaveLength(32_000 * 8 - 1);
  expect(buildActionOutputs(reportOf(rows(33_000)), 'r')['object-ids']).toBe('');
});

/** What GitLab takes: every line a name and a value, both trimmed; any other line refuses the file. */
function parse(text: string): Record<string, string> {
  const pairs = (text.match(/[^\n]+\n?|\n/g) ?? []).map((line) => {
    const [, name = '', value = ''] = /^(.*?)=(.*)\n?$/.exec(line) ?? [];
    expect(name, line).toMatch(/^[A-Z][A-Z0-9_]*$/);
    return [name, value.trim()];
  });
  return Object.fromEntries(pairs);
}

const created = (count: number) =>
  times(count, (n) => row('created', `A${n}`, { objectId: 10_000 + n, rfp: 5_000 + n }));

test('one variable for each output, at most 20, and none that an option of a later job would read', () => {
  const names = Object.keys(parse(formatDotenvReport(reportOf([]), 'r.json')));
  expect(names).toHaveLength(Object.keys(actionOutputTable).length);
  expect(names.length).toBeLessThanOrEqual(20);
  const options = new Set(optionTable.map(({ name }) => toEnvVariable(name)));
  expect(names.filter((name) => options.has(name))).toEqual([]);
});

test.each([0, 1, 332, 333, 334, 10_000])('%i requests stay under 5 KiB; a list is whole or empty', (count) => {
  const text = formatDotenvReport(reportOf(created(count)), `${'r'.repeat(250)}.json`);
  expect(Buffer.byteLength(text)).toBeLessThan(5 * 1024);
  const { FILE_CHECKOUTS_OBJECT_IDS: ids = '', FILE_CHECKOUTS_CREATED: counted } = parse(text);
  expect(counted).toBe(String(count));
  expect(ids === '' ? 0 : ids.split(',').length).toBe(count <= 333 ? count : 0);
});

test.each([...hostile, 'a b.json', 'x'.repeat(5000), '$CI_JOB_TOKEN', '../`id`'])(
  '%j as the path of the report, and everywhere in it, leaves no text',
  (text) => {
    const report = reportOf([row('rejected', text, { msg: text, remedy: text })], { notices: [noticed(text)] });
    const variables = parse(formatDotenvReport(report, text));
    expect(variables.FILE_CHECKOUTS_REPORT_FILE).toBe('');
    expect(Object.values(variables).join('')).toMatch(/^[\d,]*false$/);
  },
);

test.each([
  ['/builds/acme/orders/out/r.json', '/builds/acme/orders', 'out/r.json'],
  ['/builds/acme/orders-2/r.json', '/builds/acme/orders', '/builds/acme/orders-2/r.json'],
  ['/builds/acme/orders/r.json', '', '/builds/acme/orders/r.json'],
  ['out/r.json', '/builds/acme/orders', 'out/r.json'],
])('the report %s of a job with its checkout at %j is %s to a later job', (file, checkout, expected) => {
  const text = formatDotenvReport(reportOf([]), file, checkout);
  expect(parse(text)).toMatchObject({ FILE_CHECKOUTS_REPORT_FILE: expected });
});

test('nothing to file', () => {
  const report = reportOf([], { nothingToFile: 'a tag was pushed' });
  const none = { created: '0', failed: '0', 'object-ids': '', rfps: '', 'nothing-to-file': 'true' };
  expect(buildActionOutputs(report, 'r.json')).toMatchObject(none);
  const text = formatDotenvReport(report, '');
  expect(parse(text)).toMatchObject({ FILE_CHECKOUTS_CREATED: '0', FILE_CHECKOUTS_NOTHING_TO_FILE: 'true' });
  expect(text).not.toContain('tag');
});
