import { describe, expect, test } from 'vitest';
import { deriveChange, findTriedCauses, next, type Should } from '../../src/checkout/next.ts';
import type { Standing, Tried } from '../../src/ledger/record.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { checkOut, deleting, planned, standing, tried, withdrawing } from './support.ts';

/** What is to be done for an object: every combination of what should stand, what stands and what was tried (design §8). */

const unlocked = { ...planned().fields, lock: '*NO' } as const;
const compiling = planned({ reason: '*RECOMPILE', dependent: { causes: {}, waitsFor: [] } });

const shoulds = {
  request: { kind: 'request', request: planned() },
  nothing: { kind: 'nothing', request: deleting, follows: true },
  compiled: { kind: 'compiled', request: compiling },
  blocked: { kind: 'blocked', request: planned(), outcome: 'collision', why: 'is also built from X' },
} satisfies Record<string, Should>;

const stands = {
  none: null,
  same: standing({ blob: 'new' }),
  differs: standing(),
  otherReason: standing({ reason: '*RECOMPILE' }),
} satisfies Record<string, Standing | null>;

type Pending = (typeof pendings)[number];

/** Calls without an answer, for a request of a reason. */
function pendingCalls(pending: Pending, { reason }: PlannedRequest): Tried[] {
  const other = reason === '*MIGRATE' ? '*DELETE' : '*MIGRATE';
  const calls: Record<Pending, Tried[]> = {
    none: [],
    changed: [withdrawing(), tried({ objectId: 7, reason })],
    made: [tried({ reason }), tried({ objectId: 7 })],
    madeOther: [tried({ reason }), tried({ reason: other })],
    madeUnlocked: [tried({ reason, fields: unlocked }), tried({ reason: other })],
  };
  return calls[pending];
}

const pendings = ['none', 'changed', 'made', 'madeOther', 'madeUnlocked'] as const;

/** The deeds for each of `pendings`. A lost create without a lock is for a person: a second one would stand beside it. */
const table: [should: keyof typeof shoulds, stands: keyof typeof stands, deeds: string[]][] = [
  // The same create again meets what the lost one made, and proves it.
  ['request', 'none', ['create', 'create', 'create', 'create', 'unknown']],
  // A lost call may have sent something else, or withdrawn it, and made one of another reason in its place.
  ['request', 'same', ['unchanged', 'update', 'update', 'create', 'unknown']],
  ['request', 'differs', ['update', 'update', 'update', 'create', 'unknown']],
  // No update changes a reason; a withdrawal twice does no harm.
  ['request', 'otherReason', [...Array(4).fill('withdraw, create'), 'unknown']],
  // A lost create may have made one, which is taken back; a change makes none.
  ['nothing', 'none', ['', '', 'learn', 'learn', 'unknown']],
  ['nothing', 'same', ['withdraw', 'withdraw', 'withdraw, learn', 'withdraw, learn', 'unknown']],
  ['nothing', 'differs', ['withdraw', 'withdraw', 'withdraw, learn', 'withdraw, learn', 'unknown']],
  ['nothing', 'otherReason', ['withdraw', 'withdraw', 'withdraw, learn', 'withdraw, learn', 'unknown']],
  // A migration that is still open compiles the object, no matter the content; a lost call may have withdrawn a compilation.
  ['compiled', 'none', ['create', 'create', 'create', 'create', 'unknown']],
  ['compiled', 'same', ['look', 'look', 'look', 'look', 'unknown']],
  ['compiled', 'differs', ['look', 'look', 'look', 'look', 'unknown']],
  ['compiled', 'otherReason', ['look', 'update', 'update', 'update', 'unknown']],
  // What stands stays.
  ...(['none', 'same', 'differs', 'otherReason'] as const).map((known): (typeof table)[number] => {
    return ['blocked', known, ['', '', '', '', '']];
  }),
];
const cells = table.flatMap(([should, known, deeds]) =>
  pendings.map((pending, n) => [should, known, pending, deeds[n] ?? 'none listed'] as const),
);

test.each(cells)('%s should stand, %s stands, %s: %s', (should, known, pending, deeds) => {
  const calls = pendingCalls(pending, shoulds[should].request);
  const of = known === 'none' && pending === 'none' ? null : checkOut({ stands: stands[known], tried: calls });
  expect(next(of, shoulds[should]).deeds.join(', ')).toBe(deeds);
});

describe('a compilation that the mapping itself asks for, and an open request that compiles the object', () => {
  const reasons: [asked: '*RECOMPILE' | '*UPDATE', stands: Standing['reason'], isCovered: boolean][] = [
    ['*RECOMPILE', '*MIGRATE', true],
    ['*RECOMPILE', '*UPDATE', false],
    ['*RECOMPILE', '*DELETE', false],
    ['*UPDATE', '*MIGRATE', true],
    ['*UPDATE', '*RECOMPILE', true],
    ['*UPDATE', '*DELETE', false],
  ];
  test.each(reasons)('%s, where a %s stands: covered %s', (reason, stood, isCovered) => {
    const request = planned({ reason });
    const deeds = (calls: Tried[], more: Partial<Standing> = {}) =>
      next(checkOut({ stands: standing({ reason: stood, ...more }), tried: calls }), { kind: 'request', request })
        .deeds;
    expect(deeds([])).toEqual(isCovered ? ['look'] : ['withdraw', 'create']);
    expect(deeds([], { objectId: null })).toEqual(['withdraw', 'create']);
    for (const pending of ['changed', 'made', 'madeOther'] as const) {
      expect(deeds(pendingCalls(pending, request))).toEqual(['withdraw', 'create']);
    }
    expect(deeds(pendingCalls('madeUnlocked', request))).toEqual(['unknown']);
  });
});

test('a request without a number cannot be withdrawn: what it may have brought to the target is deleted there', () => {
  const unnumbered = checkOut({ stands: standing({ objectId: null }) });
  expect(next(unnumbered, shoulds.nothing).deeds).toEqual(['create']);
  expect(next(unnumbered, { ...shoulds.nothing, follows: false }).deeds).toEqual(['withdraw']);
});

test('a request without a number cannot be looked at: only a create tells, where a lock would refuse it', () => {
  const unnumbered = (fields: Standing['fields']) => checkOut({ stands: standing({ objectId: null, fields }) });
  expect(next(unnumbered({}), shoulds.compiled).deeds).toEqual(['create']);
  expect(next(unnumbered({ lock: '*NO' }), shoulds.compiled).deeds).toEqual(['unchanged']);
});

test('a binding again compiles nothing', () => {
  const bound = checkOut({ stands: standing({ reason: '*UPDATE' }) });
  expect(next(bound, shoulds.compiled).deeds).toEqual(['withdraw', 'create']);
});

test('what is asked for by hand is sent again, no matter what stands', () => {
  const step = next(checkOut({ stands: stands.same }), shoulds.request, true);
  expect(step).toMatchObject({ deeds: ['update'], isAsked: true });
});

describe('an update, of what changed (design §7 "Update")', () => {
  const { fields } = planned();
  const { user: _, ...userless } = fields;
  const { gpath: __, gfile: ___, ...withoutPath } = userless;
  const moved = { path: 'OLD/ORD100.RPGLE' };
  const table: [name: string, request: PlannedRequest, stands: Partial<Standing>, sent: object, content: boolean][] = [
    ['nothing', planned(), { blob: 'new' }, {}, false],
    ['the content', planned(), {}, {}, true],
    ['a field', planned({ blob: 'old', fields: { ...fields, attr: 'CLLE' } }), {}, { attr: 'CLLE' }, false],
    ['a field at first', planned({ blob: 'old', fields: { ...fields, srcd: 'x' } }), {}, { srcd: 'x' }, false],
    ['a field that is no longer mapped is no change', planned(), { fields: { ...fields, lock: '*NO' } }, {}, true],
    ['another user', planned({ fields: { ...fields, user: 'JOE' } }), {}, { user: 'JOE' }, true],
    ['a user who is mapped only now', planned({ blob: 'old' }), { fields: userless }, { user: 'JANE' }, false],
    ['no user who is no longer mapped', planned({ fields: userless }), {}, {}, true],
    ['a field that no update carries', planned({ blob: 'old', fields: { ...fields, proj: 'CUST' } }), {}, {}, false],
    ['the path of a moved file', planned({ blob: 'old' }), moved, { gpath: 'SRC', gfile: 'ORD100.RPGLE' }, false],
    ['the same, as far as it is mapped', planned({ fields: withoutPath }), moved, {}, true],
    [
      'the content beside a new srcn: the part is named after gfile, which goes along (interface §4.3)',
      planned({ fields: { ...fields, srcn: 'ORD100X' } }),
      {},
      { srcn: 'ORD100X', gfile: 'ORD100.RPGLE' },
      true,
    ],
    ['a new srcn', planned({ blob: 'old', fields: { ...fields, srcn: 'ORD100X' } }), {}, { srcn: 'ORD100X' }, false],
    ['no content where it copies (interface §4.3)', planned({ fields: { ...fields, copy: '*YES' } }), {}, {}, false],
    ['nor does a delete', { ...deleting, fields }, { reason: '*DELETE' }, {}, false],
  ];
  test.each(table)('%s', (_, request, known, sent, sendsContent) => {
    expect(deriveChange(standing(known), request, false)).toEqual({ fields: sent, sendsContent });
    const isSame = Object.keys(sent).length === 0 && !sendsContent;
    const step = next(checkOut({ stands: standing(known) }), { kind: 'request', request });
    expect(step.deeds).toEqual([isSame ? 'unchanged' : 'update']);
  });

  test('by hand the content goes along, where the request carries one', () => {
    expect(deriveChange(standing({ blob: 'new' }), planned(), true)).toEqual({ fields: {}, sendsContent: true });
    const copied = planned({ fields: { ...fields, copy: '*YES' } });
    expect(deriveChange(standing({ blob: 'new' }), copied, true)).toEqual({ fields: {}, sendsContent: false });
  });

  const all = { attr: 'RPGLE', user: 'JANE', gpath: 'SRC', gfile: 'ORD100.RPGLE' };
  test.each<[string, PlannedRequest, boolean, object, boolean]>([
    ['all of it, where nobody knows what the service holds', planned(), false, all, true],
    ['without content where the reason carries none', { ...deleting, fields }, false, all, false],
    ['one that may be withdrawn is locked again', planned(), true, { ...all, lock: '*YES' }, true],
    ['as the mapping locks it', planned({ fields: unlocked }), true, { ...all, lock: '*NO' }, true],
  ])('%s', (_, request, isOut, sent, sendsContent) => {
    expect(deriveChange(null, request, false, isOut)).toEqual({ fields: sent, sendsContent });
  });
});

test.each([
  ['nothing', [], null],
  ['a compilation', [tried({ reason: '*RECOMPILE' })], { A: 'zero' }],
  ['compilations alone', [tried({ reason: '*UPDATE' }), tried({ reason: '*RECOMPILE' })], { A: 'zero' }],
  ['a compilation and its file', [tried({ reason: '*RECOMPILE' }), tried()], null],
  ['its file', [tried()], null],
] as const)('the causes of a check-out with %s tried', (_, calls, causes) => {
  expect(findTriedCauses(checkOut({ tried: calls, causes: { A: 'zero' } }))).toEqual(causes);
});
