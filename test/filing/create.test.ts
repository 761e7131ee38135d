import { describe, expect, test } from 'vitest';
import type { CallResult } from '../../src/client/results.ts';
import { Problem } from '../../src/errors.ts';
import type { FilingRun } from '../../src/filing/filing.ts';
import { GitFailure } from '../../src/git/failure.ts';
import type { CreateFields } from '../../src/interface/fields.ts';
import { checkOut, planned, standing, tried } from '../checkout/support.ts';
import { type AskedObject, answered, fileAll, fileOne, lostAnswer, refusedAs, scriptedRun } from './scripted.ts';

const { fields } = planned();
const per: FilingRun = { ...scriptedRun, mode: 'per-push' };

test.each<[string, CreateFields, Partial<FilingRun>, RegExp]>([
  ['2.1: no project for *TASK', { ...fields, rfpd: '*TASK' }, {}, /^not sent: rfpd is \*TASK, which needs proj$/],
  ['2.1: no objn', { appl: 'ORD', lvl: 50, rfpd: '*TASK' }, {}, /^not sent: objn is not given; .*; rfpd/],
  ['2.2: a value that is none', { ...fields, lock: 'yes' }, {}, /^not sent: lock/],
  ['2.1: arfp *YES without a number', fields, { mode: 0 }, /^not sent: arfp is \*YES, which needs the number in rfp$/],
  ['2.1: pipe without pipa', fields, { pipeline: { pipe: 'P', pipa: '', tkey: '1' } }, /^not sent: pipe and tkey/],
  ['4.3: a file that the reason does not take', { ...fields, rsn: '*RECOMPILE' }, {}, /^not sent: rsn .* attachment$/],
])('a body that breaks a rule of the interface is rejected without a call: §%s', async (_, wrong, more, msg) => {
  const should = { kind: 'request', request: planned({ fields: wrong }) } as const;
  const { rows, calls, believed } = await fileOne({ should, filing: { run: { ...per, ...more } } });
  expect(rows).toMatchObject([{ outcome: 'rejected', msg: expect.stringMatching(msg), vref: '4711-1.1' }]);
  expect([calls, believed]).toEqual([[], null]);
});

const finds = 'The next run of this branch finds out and files the rest.';
const says = (text: string) => expect.stringContaining(text);
const nameless = 'the service named no request number, so later pushes cannot update it';
const answer = (rfp: number, more: object = {}) =>
  answered({ msg: 'Request created', request: { objectId: 8, rfp }, ...more });

test.each<[string, FilingRun, object, CallResult, object]>([
  ['lost', per, {}, lostAnswer, { outcome: 'unknown', msg: 'no answer', remedy: finds, needsPerson: false }],
  [
    'lost, without a lock',
    per,
    { lock: '*NO' },
    lostAnswer,
    { outcome: 'unknown', remedy: says('ledger forget PATH'), needsPerson: true },
  ],
  [
    'refused',
    per,
    { lock: '*NO' },
    refusedAs('no'),
    { outcome: 'rejected', sev: 30, remedy: null, needsPerson: false },
  ],
  [
    'put into no RFP',
    per,
    {},
    answer(0),
    { outcome: 'created', rfp: 0, tkey: null, warnings: ['the service has put it into no RFP'] },
  ],
  ['asked into none', scriptedRun, {}, answer(0), { outcome: 'created', rfp: 0, warnings: [] }],
  [
    'with a warning',
    per,
    {},
    answer(77, { sev: 20, msg: 'Mind' }),
    { sev: 20, msg: 'Mind', rfp: 77, warnings: ['Mind'] },
  ],
  [
    'without a number',
    per,
    {},
    answered({ msg: 'Created into RFP 77' }),
    { objectId: null, rfp: 77, warnings: [nameless] },
  ],
])('what comes of a create: %s', async (_, run, more, result, row) => {
  const request = planned({ fields: { ...fields, ...more } });
  const came = await fileOne({ should: { kind: 'request', request }, filing: { run } }, result);
  expect(came.rows).toMatchObject([{ vref: '4711-1.1', ...row }]);
});

test('the record has it as it was created, by this run', async () => {
  const pipeline = { pipe: 'P', pipa: 'A', tkey: 'K' };
  const come = answer(77, { request: { objectId: '8', rfp: '77', user: 'JOE' } });
  const { row, believed } = await fileOne(
    { known: checkOut({ tried: [tried()] }), filing: { run: { ...per, pipeline } } },
    come,
  );
  expect(row).toMatchObject({ objectId: 8, rfp: 77, tkey: 'K' });
  const { sha: commit, vref } = scriptedRun;
  expect(believed).toEqual(
    checkOut({ stands: standing({ objectId: 8, blob: 'new', rfp: 77, tkey: 'K', user: 'JOE', commit, run: vref }) }),
  );
});

test('what is held back, or needs no call, gets its row alone', async () => {
  const unlocked = checkOut({ tried: [tried({ fields: { ...fields, lock: '*NO' } })] });
  const stands = checkOut({ stands: standing({ blob: 'new', rfp: 77, fields: { ...fields, data: '*YES' } }) });
  const blocked = { kind: 'blocked', request: planned(), outcome: 'collision', why: 'two files' } as const;
  const rows = async (asked: AskedObject) => {
    const { rows: all, believed, calls, ended } = await fileOne(asked);
    expect([calls, believed, ended.isSent, ended.calls]).toEqual([[], asked.known, false, []]);
    return all;
  };
  expect(await rows({ should: blocked, known: stands })).toMatchObject([{ outcome: 'collision', msg: 'two files' }]);
  const warnings = ['data stays as it was filed (*YES)'];
  expect(await rows({ known: stands })).toMatchObject([{ outcome: 'unchanged', objectId: 7, rfp: 77, warnings }]);
  const msg = 'an earlier run was stopped, and may have created this request without a lock';
  expect(await rows({ known: unlocked })).toMatchObject([
    { outcome: 'unknown', msg, remedy: says('ledger forget PATH') },
  ]);
});

describe('a content that cannot be read', () => {
  const read = (error: unknown) => ({ filing: { read: () => Promise.reject(error) } });

  test.each([new Problem('git', 'no remote', 'Again.'), new GitFailure('fatal', 'fetch', 128)])(
    '%s: the next run',
    async (error) => {
      const { filed, calls, stop, defect } = await fileAll([{}], read(error));
      expect(filed[0]?.rows).toMatchObject([
        { outcome: 'notAttempted', msg: error.message, remedy: 'The next run tries again.' },
      ]);
      expect([filed[0]?.isSent, filed[0]?.checkOut, calls, stop, defect]).toEqual([false, null, [], null, null]);
    },
  );

  test.each([new TypeError('x is undefined'), 'x is undefined'])('a defect (%s) stops the run', async (error) => {
    const other = { should: { kind: 'request', request: planned({ blob: null }) }, known: null } as const;
    const { filed, stop, defect } = await fileAll([{ known: checkOut({ tried: [tried()] }) }, other], read(error));
    const msg = 'a defect of file-checkouts stopped the run: x is undefined';
    expect(filed.map(({ rows }) => rows)).toMatchObject([
      [{ outcome: 'notAttempted', msg }],
      [{ outcome: 'notAttempted', msg }],
    ]);
    expect([stop?.code, defect?.message, filed.map(({ isSent }) => isSent)]).toEqual([
      'defect',
      'x is undefined',
      [true, false],
    ]);
    expect(filed.map(({ checkOut: of }) => of?.tried.map(({ run }) => run))).toEqual([['1-1', '4711-1'], undefined]);
  });
});
