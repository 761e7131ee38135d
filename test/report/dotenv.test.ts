import { expect, test } from 'vitest';
import { envVariable, optionTable } from '../../src/options.ts';
import { actionOutputTable, dotenvReport } from '../../src/report/outputs.ts';
import { hostile, noticed, reportOf, row } from './support.ts';

/** What GitLab takes: every line a name and a value, both trimmed; any other line refuses the file. */
function parse(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(/(?<=\n)/)
      .filter((line) => line !== '')
      .map((line) => {
        const [, name = '', value = ''] = /^(.*?)=(.*)\n?$/.exec(line) ?? [];
        expect(name, line).toMatch(/^[A-Z][A-Z0-9_]*$/);
        return [name, value.trim()];
      }),
  );
}

const created = (count: number) =>
  Array.from({ length: count }, (_, n) => row('created', `A${n}`, { objectId: 10_000 + n, rfp: 5_000 + n }));

test('the outputs of the action as variables', () => {
  const report = reportOf([
    row('created', 'a', { objectId: 10001, rfp: 77 }),
    row('unchanged', 'b', { objectId: 10002, rfp: 0 }),
    row('conflict', 'c', { objectId: 9 }),
  ]);
  expect(parse(dotenvReport(report, 'out/report.json'))).toEqual({
    FILE_CHECKOUTS_CREATED: '1',
    FILE_CHECKOUTS_UPDATED: '0',
    FILE_CHECKOUTS_UNCHANGED: '1',
    FILE_CHECKOUTS_FAILED: '1',
    FILE_CHECKOUTS_OBJECT_IDS: '10001,10002',
    FILE_CHECKOUTS_RFPS: '77',
    FILE_CHECKOUTS_REPORT_FILE: 'out/report.json',
    FILE_CHECKOUTS_NOTHING_TO_FILE: 'false',
  });
});

test('one variable for each output, at most 20, and none that an option of a later job would read', () => {
  const names = Object.keys(parse(dotenvReport(reportOf([]), 'r.json')));
  expect(names).toHaveLength(Object.keys(actionOutputTable).length);
  expect(names.length).toBeLessThanOrEqual(20);
  const options = new Set(optionTable.map(({ name }) => envVariable(name)));
  expect(names.filter((name) => options.has(name))).toEqual([]);
});

test.each([0, 1, 332, 333, 334, 10_000])('%i requests stay under 5 KiB; a list is whole or empty', (count) => {
  const text = dotenvReport(reportOf(created(count)), `${'r'.repeat(250)}.json`);
  expect(Buffer.byteLength(text)).toBeLessThan(5 * 1024);
  const { FILE_CHECKOUTS_OBJECT_IDS: ids = '', FILE_CHECKOUTS_CREATED: counted } = parse(text);
  expect(counted).toBe(String(count));
  expect(ids === '' ? 0 : ids.split(',').length).toBe(count <= 333 ? count : 0);
});

test.each([...hostile, 'a b.json', 'x'.repeat(5000), '$CI_JOB_TOKEN', '../`id`'])(
  '%j as the path of the report, and everywhere in it, leaves no text',
  (text) => {
    const report = reportOf([row('rejected', text, { msg: text, remedy: text })], { notices: [noticed(text)] });
    const variables = parse(dotenvReport(report, text));
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
  const text = dotenvReport(reportOf([]), file, checkout);
  expect(parse(text)).toMatchObject({ FILE_CHECKOUTS_REPORT_FILE: expected });
});

test('nothing to file', () => {
  const text = dotenvReport(reportOf([], { nothingToFile: 'a tag was pushed' }), '');
  expect(parse(text)).toMatchObject({ FILE_CHECKOUTS_CREATED: '0', FILE_CHECKOUTS_NOTHING_TO_FILE: 'true' });
  expect(text).not.toContain('tag');
});
