import { expect, test } from 'vitest';
import type { Answered } from '../../src/client/results.ts';
import { carryOut } from '../../src/filing/carry-out.ts';
import type { FilingRun } from '../../src/filing/filing-state.ts';
import type { CreateFields } from '../../src/interface/fields.ts';
import { ownRecordOnly } from './sources.ts';
import { planned } from './support.ts';

const created: Answered = {
  kind: 'answered',
  reply: { sev: 10, msg: 'Request created', existingObjectId: null, request: { objectId: 7, rfp: 77 } },
  status: 200,
  attempts: 1,
  afterLost: false,
};
const run: FilingRun = {
  mode: 'per-push',
  repo: 'ORDERS',
  branch: 'main',
  sha: 'c',
  vref: '4711-1',
  pipeline: null,
  tkey: '4711-1',
  concurrency: 1,
  attachAs: 'gfile',
  disposition: 'form-data',
};
const { fields } = planned();

/** Files creates of these fields; gives the rows, and the bodies that were sent. */
async function file(creates: readonly CreateFields[], more: Partial<FilingRun> = {}) {
  const sent: CreateFields[] = [];
  const client = {
    create: async (body: CreateFields) => {
      sent.push(body);
      return created;
    },
    update: () => Promise.reject(new Error('nothing is updated')),
    close: () => Promise.resolve(),
  };
  const setup = {
    client,
    read: async () => Buffer.from('x'),
    run: { ...run, ...more },
    known: [],
    ownership: ownRecordOnly(),
  };
  const actions = creates.map((fields) => ({ kind: 'create', request: planned({ fields }), earlier: null }) as const);
  const { rows } = await carryOut(setup, actions);
  return { rows: rows.map(({ outcome, msg, vref }) => [outcome, msg, vref]), sent };
}

test.each<[string, CreateFields, Partial<FilingRun>, RegExp]>([
  ['2.1: no project for *TASK', { ...fields, rfpd: '*TASK' }, {}, /^not sent: rfpd is \*TASK, which needs proj$/],
  ['2.1: no objn', { appl: 'ORD', lvl: 50 }, {}, /^not sent: objn is not given/],
  ['2.1: arfp *YES without a number', fields, { mode: 0 }, /^not sent: arfp is \*YES, which needs the number in rfp$/],
  [
    '2.1: pipe without pipa',
    fields,
    { pipeline: { pipe: 'JENKINS1', pipa: '', tkey: '1' } },
    /^not sent: pipe and tkey given without pipa/,
  ],
  [
    '4.3: a file with a reason that takes none',
    { ...fields, rsn: '*RECOMPILE' },
    {},
    /^not sent: rsn is \*RECOMPILE, which takes no attachment$/,
  ],
])('a body that breaks a rule of the interface is rejected without a call: §%s', async (_, wrong, more, msg) => {
  const { rows, sent } = await file([wrong], more);
  expect(rows).toEqual([['rejected', expect.stringMatching(msg), '4711-1.1']]);
  expect(sent).toEqual([]);
});

test('the next of the group leads in place of one that was not sent', async () => {
  const { rows, sent } = await file([{ ...fields, lock: 'yes' }, fields, fields]);
  expect(rows.map(([outcome]) => outcome)).toEqual(['rejected', 'created', 'created']);
  expect(sent.map(({ arfp }) => arfp)).toEqual(['*NEW', '*YES']);
});
