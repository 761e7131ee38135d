import { expect, test } from 'vitest';
import { next } from '../../src/checkout/next.ts';
import type { FilingRun } from '../../src/filing/filing.ts';
import {
  earlierGroup,
  followerFields,
  following,
  groupOf,
  leaderFields,
  opening,
  rfpDescription,
  rfpsAhead,
  rfpsBegun,
} from '../../src/filing/rfp.ts';
import type { CreateFields } from '../../src/interface/fields.ts';
import type { Tried } from '../../src/ledger/record.ts';
import { checkOut, deleting, planned, standing, tried } from '../checkout/support.ts';
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
  expect(rfpDescription(fields, { ...run, ...more })).toBe(text);
});

test.each(['appl', 'user', 'rfpd', 'creq', 'areq', 'sreq'] as const)('another %s is another group', (name) => {
  const fields = { appl: 'ORD', lvl: 50, proj: 'CUST' };
  const group = (of: CreateFields, how = run) => groupOf(asking(of), how);
  expect(group({ ...fields, [name]: 'X' })).not.toBe(group(fields));
  expect(group({ ...fields, objn: 'X', srcd: 'X' })).toBe(group(fields));
  expect(group(fields, { ...run, mode: 'none' })).toBeNull();
  expect(group(fields, { ...run, vref: '4711-2' })).toBe(group(fields));
  expect(group(fields, { ...run, id: '4712' })).not.toBe(group(fields));
});

test('under a number all are one group, whatever their fields', () => {
  const group = (fields: CreateFields) => groupOf(asking(fields), { ...run, mode: 12 });
  expect(group({ appl: 'ORD', lvl: 50 })).toBe(group({ appl: 'WEB' }));
});

test.each<[string, Partial<Tried>, string | null]>([
  ['asked for as it was: it may belong to the push of that run', {}, 'of run 4700'],
  ['by this very push', { group: 'of this' }, null],
  ['in no RFP', { group: null }, null],
  ['another content is this push', { blob: 'other' }, null],
  ['another path is this push', { path: 'X' }, null],
  ['another reason is this push', { reason: '*DELETE' }, null],
  ['a withdrawal is none of an RFP', { does: 'withdraw' }, null],
])('what an ended run had meant to file: %s', (_, more, group) => {
  const known = checkOut({ tried: [tried({ group: 'of run 4700', ...more })] });
  expect(earlierGroup(planned(), known, 'of this')).toBe(group);
});

test.each<[FilingRun['mode'], object]>([
  ['none', { arfp: '*NO' }],
  [12, { arfp: '*YES', rfp: 12 }],
  ['per-push', { arfp: '*NEW', rfpd: 'ORDERS main abcdef012345' }],
  ['per-branch', { arfp: '*AUTO', rfpd: 'ORDERS main' }],
])('%s: what the first request of a group says, and the others join its number', (mode, expected) => {
  expect(leaderFields({ appl: 'ORD', lvl: 50 }, { ...run, mode })).toEqual(expected);
  expect(followerFields(77)).toEqual({ arfp: '*YES', rfp: 77 });
});

test('an update does not know *TASK (interface §2.6): it says the words that are used without a project', () => {
  const { create, update, opens } = opening(asking({ ...planned().fields, proj: 'CUST' }), run);
  expect([create.rfpd, update?.rfpd, opens]).toEqual(['*TASK', 'ORDERS main abcdef012345', true]);
});

test('where the service names no RFP, the others find it by its description', () => {
  expect(following(planned(), run, null)).toMatchObject({ create: { arfp: '*AUTO' }, opens: false, keys: null });
});

test('the RFPs that earlier attempts of this very run have opened', () => {
  const of = (objn: string, rfp: number, name: string) => checkOut({ objn, stands: standing({ rfp, run: name }) });
  const group = groupOf(planned(), run) ?? '';
  const known = [of('A', 70, '4710-1'), of('B', 77, '4711-1'), of('C', 0, '4711-1')];
  expect([...rfpsBegun(known, { ...run, vref: '4711-2' })]).toEqual([[group, 77]]);
  expect([...rfpsBegun(known, { ...run, mode: 'per-branch' })]).toEqual([]);
});

test('the RFP that a request will be in, as far as the record tells', () => {
  const known = checkOut({ stands: standing({ rfp: 77 }) });
  const step = (of: Parameters<typeof next>[0], request = planned()) => next(of, { kind: 'request', request });
  const ahead = (mode: FilingRun['mode'], of: ReturnType<typeof step>) => rfpsAhead(mode, [known])(of);
  expect(ahead('per-push', step(null))).toBeNull();
  expect(ahead('per-push', step(known))).toBe(77);
  expect(ahead('per-push', step(known, deleting))).toBeNull();
  expect(ahead(88, step(null))).toBe(88);
  expect(ahead('per-branch', step(null))).toBe(77);
  const ofAnother = planned({ identity: { ...planned().identity, lvl: 10 } });
  expect(ahead('per-branch', step(null, ofAnother))).toBeNull();
});
