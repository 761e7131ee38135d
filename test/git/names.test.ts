import { expect, test } from 'vitest';
import type { Report } from '../../src/report/report-json.ts';
import { runIn } from '../events/support.ts';
import { pushOf } from '../host/support.ts';
import { makeClone } from './clones.ts';
import { commitEntries, oddCases, shown } from './names.ts';
import { remote } from './support.ts';

/** Every account that a report gives of a file, with its name byte for byte. */
function accounts(report: Report): string[] {
  const name = ({ path, pathBase64 }: { path: string; pathBase64?: string }) =>
    shown(pathBase64 === undefined ? path : Buffer.from(pathBase64, 'base64'));
  const requests = report.requests.map((row) => {
    const kind = row.reason === '*DELETE' ? 'delete' : 'request';
    const what = row.outcome !== 'unsendable' ? kind : kind === 'delete' ? 'unsendable delete' : 'unsendable';
    return `${what} ${name(row)}${row.previousPath === null ? '' : ` < ${JSON.stringify(row.previousPath)}`}`;
  });
  return [...requests, ...report.leftOut.map((row) => `left ${name(row)}: ${row.why}`)].sort();
}

test(`${oddCases.length} odd names and changes: each ends exactly once, byte for byte`, async () => {
  expect(oddCases.length).toBeGreaterThanOrEqual(36);
  using origin = remote();
  const entries = (at: 'before' | 'after') => oddCases.flatMap((odd) => odd[at]);
  const before = commitEntries(origin, entries('before'), null);
  const after = commitEntries(origin, entries('after'), before);
  origin.push(after, 'main');
  const dir = makeClone('bareMirror', origin, { ref: 'main', head: after });
  const told = pushOf(before, after);
  const report = await runIn(dir, told);
  expect(report.error).toBeNull();
  expect(accounts(report)).toEqual(oddCases.flatMap((odd) => odd.becomes).sort());
});
