import { expect, test } from 'vitest';
import { next } from '../../src/checkout/next.ts';
import type { CallResult } from '../../src/client/results.ts';
import { carryOut } from '../../src/filing/carry-out.ts';
import type { FilingRun } from '../../src/filing/filing.ts';
import type { CreateFields } from '../../src/interface/fields.ts';
import { buildWorks } from '../../src/run/ahead.ts';
import { planned } from '../checkout/support.ts';
import { answered, fileOne, scripted, scriptedRun } from './scripted.ts';

const created = answered({ msg: 'Request created', request: { objectId: 7, rfp: 77 } });
const { fields } = planned();

/** Files creates of these fields; gives the rows, and the bodies that were sent. */
async function file(creates: readonly CreateFields[], more: Partial<FilingRun> = {}) {
  const run = { ...scriptedRun, mode: 'per-push' as const, ...more };
  const answers: CallResult[] = creates.map(() => created);
  const { filing, calls } = scripted({ filing: { run } }, answers);
  const steps = creates.map((one, n) => {
    const identity = { ...planned().identity, objn: `P${n}` };
    return next(null, { kind: 'request', request: planned({ fields: one, identity }) });
  });
  const works = buildWorks(steps, run);
  const { filed } = await carryOut(filing, works);
  const rows = filed.flatMap((one) => one.rows);
  return {
    rows: rows.map(({ outcome, msg, vref }) => [outcome, msg, vref]),
    sent: calls.map((call) => call.fields as CreateFields),
    believed: filed.map(({ checkOut }) => checkOut),
  };
}

test.each<[string, CreateFields, Partial<FilingRun>, RegExp]>([
  ['2.1: no project for *TASK', { ...fields, rfpd: '*TASK' }, {}, /^not sent: rfpd is \*TASK, which needs proj$/],
  ['2.1: no objn', { appl: 'ORD', lvl: 50 }, {}, /^not sent: objn is not given/],
  ['2.1: arfp *YES without a number', fields, { mode: 0 }, /^not sent: arfp is \*YES, which needs the number in rfp$/],
  ['2.1: pipe without pipa', fields, { pipeline: { pipe: 'P', pipa: '', tkey: '1' } }, /^not sent: pipe and tkey/],
  ['4.3: a file that the reason does not take', { ...fields, rsn: '*RECOMPILE' }, {}, /^not sent: rsn .* attachment$/],
])('a body that breaks a rule of the interface is rejected without a call: §%s', async (_, wrong, more, msg) => {
  const { rows, sent, believed } = await file([wrong], more);
  expect(rows).toEqual([['rejected', expect.stringMatching(msg), '4711-1.1']]);
  expect(sent).toEqual([]);
  expect(believed).toEqual([null]);
});

test('the next of the group leads in place of one that was not sent', async () => {
  const { rows, sent } = await file([fields, fields, { ...fields, lock: 'yes' }]);
  expect(rows.map(([outcome]) => outcome)).toEqual(['created', 'created', 'rejected']);
  expect(sent.map(({ arfp }) => arfp)).toEqual(['*NEW', '*YES']);
});

test('a create that the service puts into no RFP says so', async () => {
  const alone = answered({ msg: 'Request created', request: { objectId: 8, rfp: '0' } });
  const { row } = await fileOne({ filing: { run: { ...scriptedRun, mode: 'per-push' } } }, alone);
  expect(row).toMatchObject({ outcome: 'created', rfp: 0, warnings: ['the service has put it into no RFP'] });
});
