import { expect, test } from 'vitest';
import { next } from '../../src/checkout/next.ts';
import { carryOut } from '../../src/filing/carry-out.ts';
import type { FilingRun } from '../../src/filing/filing.ts';
import {
  chooseRfpGroup,
  createRfpPredictor,
  deriveFollowerFields,
  deriveLeaderFields,
  deriveUpdateRfp,
  listBegunRfps,
} from '../../src/filing/rfp.ts';
import { toPathKey } from '../../src/git/git-path.ts';
import type { CreateFields } from '../../src/interface/fields.ts';
import type { Failure, Tried } from '../../src/ledger/record.ts';
import { buildWorks } from '../../src/run/ahead.ts';
import { checkOut, deleting, planned, standing, tried } from '../checkout/support.ts';
import { recordWith } from '../run/support.ts';
import { answered, held, scripted, scriptedRun } from './scripted.ts';

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
  const known = recordWith(of('A', 70, '4710-1'), of('B', 77, '4711-1'), of('C', 0, '4711-1'), checkOut({ objn: 'D' }));
  const exceptions = new Map([[toPathKey(planned().path), { was: null, failed: left({ rfp: 66 }) }]]);
  const record = { ...known, exceptions };
  const works = buildWorks([next(null, { kind: 'request', request: planned() })], run, record);
  const begun = Object.fromEntries(listBegunRfps(record, run, works));
  expect(begun).toEqual({ [`${ofPush('4710')}`]: 70, [`${ofPush('4711')}`]: 77, [`${ofPush('4700')}`]: 66 });
  expect([...listBegunRfps(record, { ...run, mode: 'per-branch' }, works)]).toEqual([]);
});

test('the RFP that a request will be in, as far as the record tells', () => {
  const known = checkOut({ stands: standing({ rfp: 77 }) });
  const step = (of: Parameters<typeof next>[0], request = planned()) => next(of, { kind: 'request', request });
  const ahead = (mode: FilingRun['mode'], of: ReturnType<typeof step>) => createRfpPredictor(mode, [known])(of);
  expect(ahead('per-push', step(null))).toBeNull();
  expect(ahead('per-push', step(known))).toBe(77);
  expect(ahead('per-push', step(known, deleting))).toBeNull();
  expect(ahead(88, step(null))).toBe(88);
  expect(ahead('per-branch', step(null))).toBe(77);
  const ofAnother = planned({ identity: { ...planned().identity, lvl: 10 } });
  expect(ahead('per-branch', step(null, ofAnother))).toBeNull();
});

test('a leader that may have been made, and that nothing proves, opens no second RFP: the rest waits for the next run', async () => {
  const { user: _, ...userless } = planned().fields;
  const request = planned({ fields: userless });
  const b = planned({ fields: { ...userless, objn: 'B' }, identity: { ...planned().identity, objn: 'B' } });
  const group = chooseRfpGroup(request, run);
  const a = checkOut({ tried: [tried({ fields: userless, group, run: '4711-0' })] });
  const at = checkOut({ objn: 'B', stands: standing({ objectId: 5, fields: { ...userless, objn: 'B' } }) });
  const shown = answered({ request: { ...planned().fields } });
  const answers = [held, shown, answered(), answered({ request: { rfp: 88 } })];
  const { filing, calls } = scripted({ filing: { run } }, answers);
  const works = buildWorks([next(a, { kind: 'request', request }), next(at, { kind: 'request', request: b })], run);
  const { filed } = await carryOut(filing, works);
  expect(calls.map(({ fields }) => fields.arfp)).toEqual(['*NEW', undefined, undefined]);
  expect(filed[1]?.rows.map(({ outcome }) => outcome)).toEqual(['updated', 'notAttempted']);
});
