import { describe, expect, test } from 'vitest';
import { next, type Should } from '../../src/checkout/next.ts';
import type { FilingRun } from '../../src/filing/filing.ts';
import {
  chooseRfpGroup,
  chooseRfpKeys,
  createRfpPredictor,
  deriveFollowerFields,
  deriveLeaderFields,
  deriveUpdateRfp,
  isNamedRfp,
  listBegunRfps,
  stripAttempt,
} from '../../src/filing/rfp.ts';
import { toPathKey } from '../../src/git/git-path.ts';
import type { CreateFields } from '../../src/interface/fields.ts';
import type { CheckOut, Failure, Standing, Tried } from '../../src/ledger/record.ts';
import { buildWorks } from '../../src/run/ahead.ts';
import { checkOut, deleting, planned, standing, tried } from '../checkout/support.ts';
import { recordWith } from '../run/support.ts';
import { scriptedRun } from './scripted.ts';

/** Which requests share an RFP, and how they get into it (design §7 "RFP", interface §2.4). */

const run: FilingRun = { ...scriptedRun, mode: 'per-push', sha: 'abcdef0123456789' };
const asking = (fields: CreateFields) => planned({ fields });

test.each<[Partial<FilingRun>, object, string]>([
  [{ mode: 'per-push' }, { proj: '*BRANCH' }, '*TASK'],
  [{ mode: 'per-push' }, {}, 'ORDERS main abcdef012345'],
  [{ mode: 'per-branch' }, { proj: '*BRANCH' }, 'ORDERS main'],
  [{ mode: 'per-branch' }, { rfpd: 'of main' }, 'of main'],
])('the description of an RFP: %o, %o', (more, fields, text) => {
  expect(deriveLeaderFields(fields, { ...run, ...more }).rfpd).toBe(text);
});

test.each(['appl', 'user', 'rfpd', 'creq', 'areq', 'sreq'] as const)('another %s is another group', (name) => {
  const fields = { appl: 'ORD', lvl: 50, proj: 'CUST' };
  const group = (of: CreateFields, how = run) => chooseRfpGroup(asking(of), how);
  expect(group({ ...fields, [name]: 'X' })).not.toBe(group(fields));
  expect(group({ ...fields, objn: 'X', srcd: 'X' })).toBe(group(fields));
  expect(group(fields, { ...run, mode: 'none' })).toBeNull();
  expect(group(fields, { ...run, vref: '4711-2' })).toBe(group(fields));
  expect(group(fields, { ...run, id: '4712' })).not.toBe(group(fields));
});

test('a description that is asked for in words is that of a project, and none under per-branch', () => {
  const group = (of: CreateFields, mode: FilingRun['mode'] = 'per-push') =>
    chooseRfpGroup(asking(of), { ...run, mode });
  const of = { appl: 'ORD', lvl: 50 };
  expect(group({ ...of, proj: 'CUST' })).toBe(group({ ...of, rfpd: '*TASK' }));
  expect(group(of)).toBe(group({ ...of, rfpd: '' }));
  expect(group({ ...of, proj: 'CUST' }, 'per-branch')).toBe(group(of, 'per-branch'));
  expect(chooseRfpGroup(asking(of), { ...run, mode: 'per-branch', id: '4712' })).toBe(group(of, 'per-branch'));
});

test('under a number all are one group, no matter the fields', () => {
  const group = (fields: CreateFields) => chooseRfpGroup(asking(fields), { ...run, mode: 12 });
  expect(group({ appl: 'ORD', lvl: 50 })).toBe(group({ appl: 'WEB' }));
});

const ofPush = (id: string) => chooseRfpGroup(planned(), { ...run, id });
const left = (more: Partial<Failure> = {}): Failure => ({
  ...{ outcome: 'notAttempted', said: '', blob: planned().blob, objectId: null, rfp: 0, person: false },
  ...{ since: { run: '4700-1', actor: null, head: 'head' }, ...more },
});

test.each<[string, Partial<Tried> | null, Failure | undefined, string | null]>([
  ['a call without an answer is of its push', {}, undefined, 'of run 4700'],
  ['the call of this very run', { group: ofPush('4711') }, undefined, ofPush('4711')],
  ['one that was in no RFP', { group: null }, undefined, ofPush('4711')],
  ['a withdrawal is none of an RFP', { does: 'withdraw' }, undefined, ofPush('4711')],
  ['what a run did not get to is of its push', null, left(), ofPush('4700')],
  ['another content is of this push', null, left({ blob: 'other' }), ofPush('4711')],
  ['what was refused is of this push', null, left({ outcome: 'rejected' }), ofPush('4711')],
])('the group of what an ended run had meant to file: %s', (_, more, failed, group) => {
  const known = more === null ? null : checkOut({ tried: [tried({ group: 'of run 4700', ...more })] });
  expect(chooseRfpGroup(planned(), run, known, failed)).toBe(group);
});

test.each<[FilingRun['mode'], object]>([
  ['none', { arfp: '*NO' }],
  [12, { arfp: '*YES', rfp: 12 }],
  ['per-push', { arfp: '*NEW', rfpd: 'ORDERS main abcdef012345' }],
  ['per-branch', { arfp: '*AUTO', rfpd: 'ORDERS main' }],
])('%s: what the first request of a group says, and the others join its number', (mode, expected) => {
  expect(deriveLeaderFields({ appl: 'ORD', lvl: 50 }, { ...run, mode })).toEqual(expected);
  const joins = { arfp: '*YES', rfp: 77 };
  expect(deriveFollowerFields(planned().fields, { ...run, mode }, 77)).toEqual(joins);
});

test('an update does not know *TASK (interface §2.6): it says the words that are used without a project', () => {
  const fields = deriveLeaderFields({ ...planned().fields, proj: 'CUST' }, run);
  expect([fields.rfpd, deriveUpdateRfp(fields, run)?.rfpd]).toEqual(['*TASK', 'ORDERS main abcdef012345']);
});

test('where the service names no RFP, the others find it by its description', () => {
  expect(deriveFollowerFields(planned().fields, run, undefined)).toMatchObject({ arfp: '*AUTO' });
});

test('the RFPs that earlier runs have opened', () => {
  const of = (objn: string, rfp: number, name: string) => checkOut({ objn, stands: standing({ rfp, run: name }) });
  const known = recordWith(
    of('A', 70, '4710-1'),
    of('B', 77, '4711-1'),
    of('E', 71, '4711-2'),
    of('C', 0, '4711-1'),
    checkOut({ objn: 'D' }),
  );
  const exceptions = new Map([[toPathKey(planned().path), { was: null, failed: left({ rfp: 66 }) }]]);
  const record = { ...known, exceptions };
  const works = buildWorks([next(null, { kind: 'request', request: planned() })], run, record);
  const begun = Object.fromEntries(listBegunRfps(record, run, works));
  expect(begun).toEqual({ [`${ofPush('4710')}`]: 70, [`${ofPush('4711')}`]: 77, [`${ofPush('4700')}`]: 66 });
  expect([...listBegunRfps(record, { ...run, mode: 'per-branch' }, works)]).toEqual([]);
  const begunOf = (group: string | null, failed: Partial<Failure> | null, more: Partial<FilingRun> = {}) => {
    const all = new Map(failed && [[toPathKey(planned().path), { was: null, failed: left(failed) }]]);
    return [
      ...listBegunRfps(
        { ...record, exceptions: all },
        { ...run, ...more },
        works.map((work) => ({ ...work, group })),
      ),
    ];
  };
  const ofRecord = [
    [ofPush('4710'), 70],
    [ofPush('4711'), 77],
  ];
  expect(begunOf('12', { rfp: 66 })).toEqual([['12', 12], ...ofRecord]);
  expect(begunOf('12', null, { mode: 12 })).toEqual([]);
  expect(begunOf('12', null, { mode: 'per-branch' })).toEqual([['12', 12]]);
  expect(begunOf(null, { rfp: 66 })).toEqual(ofRecord);
  expect(begunOf(ofPush('4700'), { rfp: 0 })).toEqual(ofRecord);
  expect(begunOf(ofPush('4710'), { rfp: 66, since: { run: '4710-1', actor: null, head: '' } })).toEqual(ofRecord);
  expect(begunOf(ofPush('4701'), { rfp: 66 })).toEqual(ofRecord);
  expect([...listBegunRfps(null, run, works)]).toEqual([]);
});

describe('the RFP that a request will be in, as far as the record tells', () => {
  const inRfp = (rfp: number, more: Partial<Standing> = {}) => checkOut({ stands: standing({ rfp, ...more }) });
  const known = inRfp(77);
  const { user: _, ...userless } = planned().fields;
  const mine = inRfp(60, { fields: userless });
  const asked = { kind: 'request', request: planned() } as const;
  const of = (more: object) => ({ ...asked, request: asking({ ...planned().fields, ...more }) });
  const blocked: Should = { kind: 'blocked', request: planned(), outcome: 'collision', why: '' };
  const gone: Should = { kind: 'nothing', request: deleting, follows: true };
  const below: Should = { ...asked, request: planned({ identity: { ...planned().identity, lvl: 10 } }) };
  test.each<[string, FilingRun['mode'], CheckOut | null, Should, number | null]>([
    ['a new one', 'per-push', null, asked, null],
    ['that it is in', 'per-push', known, asked, 77],
    ['it is created again', 'per-push', known, { kind: 'request', request: deleting }, null],
    ['it is withdrawn', 12, known, gone, 77],
    ['out of none', 12, inRfp(0), gone, null],
    ['it is in none, and joins', 12, inRfp(0), asked, 12],
    ['a number', 88, null, asked, 88],
    ['it is held back', 88, null, blocked, null],
    ['that of the branch, the newest', 'per-branch', null, asked, 77],
    ['of its user', 'per-branch', null, { ...asked, request: asking(userless) }, 60],
    ['of its target', 'per-branch', null, below, null],
    ['not with a description', 'per-branch', null, of({ rfpd: 'X' }), null],
    ['nor other requirements', 'per-branch', null, of({ sreq: '*NO' }), null],
  ])('%s', (_name, mode, at, should, rfp) => {
    expect(createRfpPredictor(mode, [known, inRfp(76), mine, inRfp(0)])(next(at, should))).toBe(rfp);
  });
});

test.each<[Partial<CreateFields>, Partial<FilingRun>, object | null]>([
  [{}, {}, null],
  [{ pipe: 'P' }, {}, null],
  [{ pipa: 'A' }, {}, null],
  [{ pipe: 'P', pipa: 'A' }, {}, { pipe: 'P', pipa: 'A', tkey: '4711-1' }],
  [{ pipe: 'P', pipa: 'A', tkey: 'K' }, {}, { pipe: 'P', pipa: 'A', tkey: 'K' }],
  [{ pipe: 'P', pipa: 'A' }, { pipeline: { pipe: 'Q', pipa: 'B', tkey: 'L' } }, { pipe: 'Q', pipa: 'B', tkey: 'L' }],
])('the pipeline keys of fields %o under %o', (more, how, keys) => {
  expect(chooseRfpKeys({ ...planned().fields, ...more }, { ...run, ...how })).toEqual(keys);
});

test('a run is named without its attempt', () => {
  expect(['4711-12', '4711', 'a-1-b', '47-1-2'].map(stripAttempt)).toEqual(['4711', '4711', 'a-1-b', '47-1']);
  expect(['12', '1x', 'x1', ''].map(isNamedRfp)).toEqual([true, false, false, false]);
});

test('an update joins by the words of its own RFP, if it has some', () => {
  const fields = deriveFollowerFields(planned().fields, { ...run, mode: 'per-branch' }, undefined);
  expect([fields, deriveUpdateRfp(null, run)]).toEqual([{ arfp: '*AUTO', rfpd: 'ORDERS main' }, null]);
});
