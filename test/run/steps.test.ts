import { describe, expect, test } from 'vitest';
import { makesCalls } from '../../src/checkout/next.ts';
import type { CheckOut } from '../../src/ledger/record.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { buildWorks } from '../../src/run/ahead.ts';
import { decideSteps } from '../../src/run/steps.ts';
import { checkOut, deleting, object, planned, standing, tried } from '../checkout/support.ts';
import { scriptedRun } from '../filing/scripted.ts';
import { recordWith } from './support.ts';

/** What should stand beside what stands and what was tried, and the calls that are written down for it (design §8, steps 4 and 5). */

const ofType = (type: string | null, more: Partial<PlannedRequest> = {}) =>
  planned({ identity: { ...object, type }, ...more });
const filedAs = (type: string | null, objectId: number): CheckOut => checkOut({ type, stands: standing({ objectId }) });

describe('the check-out of an object', () => {
  /** The numbers that the requests go on with, in their order. */
  const numbers = (requests: readonly PlannedRequest[], known: readonly CheckOut[]) =>
    decideSteps({ requests, nothing: [] }, recordWith(...known), false).map(
      ({ checkOut: found }) => found?.stands?.objectId ?? null,
    );

  test.each<[string, PlannedRequest[], CheckOut[], (number | null)[]]>([
    ['nothing filed', [planned()], [], [null]],
    ['the object, from whichever file', [planned()], [filedAs('*PGM', 7)], [7]],
    ['another object', [planned()], [checkOut({ objn: 'ELSE', stands: standing() })], [null]],
    ['another level', [planned()], [checkOut({ lvl: 10, stands: standing() })], [null]],
    ['another type', [planned()], [filedAs('*MODULE', 7)], [null]],
    ['its type was open before', [planned()], [filedAs(null, 7)], [7]],
    ['its type is open now', [ofType(null)], [filedAs('*PGM', 7)], [7]],
    [
      'the very object goes before one whose type may be the same',
      [planned()],
      [filedAs(null, 8), filedAs('*PGM', 7)],
      [7],
    ],
    [
      'a request is gone on with once: of two updates the second would replace the content of the first',
      [planned(), ofType('*MODULE')],
      [filedAs(null, 7)],
      [7, null],
    ],
    ['the surest way first, no matter the order', [ofType(null), planned()], [filedAs('*PGM', 7)], [null, 7]],
    [
      'two whose types are open each have their own',
      [planned(), ofType(null)],
      [filedAs('*PGM', 7), filedAs(null, 8)],
      [7, 8],
    ],
    [
      'one that is kept back takes nothing but its own',
      [ofType('*MODULE', { obstacle: { outcome: 'collision', why: '' } }), planned()],
      [filedAs(null, 7)],
      [null, 7],
    ],
  ])('%s', (_, requests, known, expected) => {
    expect(numbers(requests, known)).toEqual(expected);
  });
});

test('what becomes of each kind of request', () => {
  const compiling = planned({ reason: '*RECOMPILE', dependent: { causes: {}, waitsFor: [] } });
  const wanted = {
    requests: [planned(), planned({ obstacle: { outcome: 'unsendable', why: 'its name is not UTF-8' } }), compiling],
    nothing: [deleting, planned(), compiling],
  };
  expect(decideSteps(wanted, recordWith(), false).map(({ should }) => should)).toMatchObject([
    { kind: 'request' },
    { kind: 'blocked', outcome: 'unsendable', why: 'its name is not UTF-8' },
    { kind: 'compiled' },
    // Where the request has moved on, the object stands: it has to be deleted, or compiled with what is there again.
    { kind: 'nothing', follows: true },
    { kind: 'nothing', follows: false },
    { kind: 'nothing', follows: true },
  ]);
  expect(decideSteps(wanted, recordWith(), true).every(({ isAsked }) => isAsked)).toBe(true);
});

const workOf = (request: PlannedRequest, known: CheckOut | null, isNothing?: true) => {
  const wanted = isNothing ? { requests: [], nothing: [request] } : { requests: [request], nothing: [] };
  const steps = decideSteps(wanted, recordWith(...(known === null ? [] : [known])), false);
  const [work] = buildWorks(steps, { ...scriptedRun, mode: 'per-push', sha: 'head' });
  if (work === undefined) throw new Error('no work');
  return work;
};

describe('written ahead', () => {
  const stands = filedAs('*PGM', 7);
  const compiling = planned({ reason: '*RECOMPILE', blob: null, dependent: { causes: { INC: 'old' }, waitsFor: [] } });

  const [update, look] = [
    { does: 'file', objectId: 7 },
    { does: 'file', objectId: 7, reason: '*RECOMPILE' },
  ];
  const create = { does: 'file', objectId: null };
  const withdrawal = { does: 'withdraw', objectId: 7, reason: '*MIGRATE', fields: {} };

  test.each<[string, PlannedRequest, CheckOut | null, object[], isNothing?: true]>([
    ['a create', planned(), null, [{ ...create, blob: 'new', commit: 'head', run: '4711-1' }]],
    ['an update', planned(), stands, [{ ...update, fields: planned().fields }]],
    ['a look, which may become a create', compiling, stands, [look]],
    ['a withdrawal, and what follows', deleting, stands, [withdrawal, { ...create, reason: '*DELETE' }]],
    ['a deletion in the place of what has no number', deleting, filedAs('*PGM', null as never), [create], true],
    ['a withdrawal alone', deleting, stands, [{ does: 'withdraw', objectId: 7 }], true],
    ['nothing to do', planned({ blob: 'old' }), stands, []],
  ])('%s', (_, request, known, calls, isNothing) => {
    const { ahead, group } = workOf(request, known, isNothing);
    expect(ahead.tried).toMatchObject(calls);
    expect(ahead.tried.every((call) => call.group === group)).toBe(true);
  });

  test('beside what ended runs had tried', () => {
    const older = tried();
    expect(workOf(planned(), checkOut({ tried: [older] })).ahead.tried).toMatchObject([older, { run: '4711-1' }]);
  });

  test('only what calls the service is', () => {
    const requests = [planned({ blob: 'old' }), ofType('*MODULE')];
    const steps = decideSteps({ requests, nothing: [] }, recordWith(stands), false);
    expect(steps.map(makesCalls)).toEqual([false, true]);
  });

  test('what a compilation is asked for by is kept, the oldest content of each', () => {
    const known = checkOut({ stands: standing({ reason: '*RECOMPILE' }), causes: { INC: 'older', OTHER: null } });
    expect(workOf(compiling, known).ahead.causes).toEqual({ INC: 'older', OTHER: null });
    expect(workOf(compiling, null).ahead.causes).toEqual({ INC: 'old' });
  });
});

test('what made an object before is kept from the branch’s first request for it on', () => {
  const request = planned({ before: { NEW: 'one' } });
  const beforeOf = (known: CheckOut | null) => workOf(request, known).ahead.before;
  expect(beforeOf(null)).toEqual({ NEW: 'one' });
  expect(beforeOf(checkOut({ stands: standing(), before: { OLD: 'zero' } }))).toEqual({ OLD: 'zero' });
});
