import { expect, test } from 'vitest';
import type { Action } from '../../src/filing/actions.ts';
import {
  followerFields,
  groupActions,
  leaderFields,
  type RfpRun,
  rfpDescription,
  rfpGroup,
} from '../../src/filing/rfp.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { entry, object, planned } from './support.ts';

/** Which requests share an RFP, and how they get into it (design §7 "RFP", interface §2.4). */

const run: RfpRun = { mode: 'per-push', repo: 'ORDERS', branch: 'main', sha: 'abc' };

test.each<[Partial<RfpRun>, object, string]>([
  [{ mode: 'per-push' }, { proj: '*BRANCH' }, '*TASK'],
  [{ mode: 'per-push' }, {}, 'ORDERS main abc'],
  [{ mode: 'per-branch' }, { proj: '*BRANCH' }, 'ORDERS main'],
  [{ mode: 'per-branch' }, { rfpd: 'of main' }, 'of main'],
])('the description of an RFP: %o, %o', (more, fields, text) => {
  expect(rfpDescription(fields, { ...run, ...more })).toBe(text);
});

test.each(['appl', 'user', 'rfpd', 'creq', 'areq', 'sreq'] as const)('another %s is another group', (name) => {
  const fields = { appl: 'ORD', lvl: 50, proj: 'CUST' };
  expect(rfpGroup({ ...fields, [name]: 'X' }, run)).not.toBe(rfpGroup(fields, run));
  expect(rfpGroup({ ...fields, objn: 'X', srcd: 'X' }, run)).toBe(rfpGroup(fields, run));
  expect(rfpGroup(fields, { ...run, mode: 'none' })).toBeNull();
});

test('under a number all are one group, whatever their fields', () => {
  expect(rfpGroup({ appl: 'ORD', lvl: 50 }, { ...run, mode: 12 })).toBe(
    rfpGroup({ appl: 'WEB' }, { ...run, mode: 12 }),
  );
});

test.each<[RfpRun['mode'], object]>([
  ['none', { arfp: '*NO' }],
  [12, { arfp: '*YES', rfp: 12 }],
  ['per-push', { arfp: '*NEW', rfpd: 'ORDERS main abc' }],
  ['per-branch', { arfp: '*AUTO', rfpd: 'ORDERS main' }],
])('%s: what the first request of a group says, and the others join its number', (mode, expected) => {
  expect(leaderFields({ appl: 'ORD', lvl: 50 }, { ...run, mode })).toEqual(expected);
  expect(followerFields(77)).toEqual({ arfp: '*YES', rfp: 77 });
});

const named = (objn: string, appl = 'ORD'): PlannedRequest =>
  planned({ identity: { ...object, appl, objn }, fields: { appl, lvl: 50, objn } });
const create = (objn: string, appl?: string): Action => ({ kind: 'create', request: named(objn, appl), earlier: null });
const update = (objn: string, rfp: number): Action => ({
  kind: 'update',
  request: named(objn),
  known: entry({ rfp }),
  fields: {},
  sendContent: true,
  uncertain: false,
});
const unchanged = (objn: string): Action => ({ kind: 'unchanged', request: named(objn), known: entry() });
const namesOf = (groups: readonly Action[][]) =>
  groups.map((group) => group.map(({ request }) => request.identity.objn).join(' '));

test('actions by group, in the order of their first; an update joins when it is in no RFP', () => {
  const actions = [create('A'), create('B', 'WEB'), update('C', 77), update('D', 0), unchanged('E'), create('F')];
  expect(namesOf(groupActions(actions, run))).toEqual(['A D F', 'B', 'C', 'E']);
  expect(namesOf(groupActions(actions, { ...run, mode: 'none' }))).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
});
