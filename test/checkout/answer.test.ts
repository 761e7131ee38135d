import { describe, expect, test } from 'vitest';
import { answer, type Came, withoutNumber, withoutRequest } from '../../src/checkout/answer.ts';
import { type CheckOut, createRecord, type Tried } from '../../src/ledger/record.ts';
import { checkOut, standing, tried, withdrawing } from './support.ts';

/** What is believed of an object once a call about it has ended: every call, by everything that may come of it. */

const key = { service: '', repository: '', repo: '', mapping: '', branch: 'main' };
const calls = { create: tried(), update: tried({ objectId: 7 }), withdraw: withdrawing() } as const;

const came = {
  done: { kind: 'done' },
  gone: { kind: 'gone' },
  refused: { kind: 'refused', mayBeDone: false },
  lost: { kind: 'lost', mayBeDone: true },
} as const satisfies Record<string, Came>;

/** Request 8 stands where the call is done. */
const after = (known: CheckOut, call: Tried, what: Came) => answer(known, call, what, standing({ objectId: 8 }));

/** As `#7; update #7, create`: what stands, and what is tried. */
function text(believed: CheckOut): string {
  const stands = believed.stands === null ? 'none' : `#${believed.stands.objectId}`;
  return [stands, believed.tried.map(callText).join(', ')].filter((part) => part !== '').join('; ');
}

function callText({ does, objectId }: Tried): string {
  if (does === 'withdraw') return `withdraw #${objectId}`;
  return objectId === null ? 'create' : `update #${objectId}`;
}

const rows: [call: keyof typeof calls, stands: 'none' | '#7', what: keyof typeof came, believed: string][] = [
  ['create', 'none', 'done', '#8'],
  ['create', 'none', 'gone', 'none'],
  ['create', 'none', 'refused', 'none'],
  ['create', 'none', 'lost', 'none; create'],
  ['create', '#7', 'done', '#8'],
  ['create', '#7', 'gone', '#7'],
  ['create', '#7', 'refused', '#7'],
  ['create', '#7', 'lost', '#7; create'],
  ['update', 'none', 'done', '#8'],
  ['update', 'none', 'gone', 'none'],
  ['update', 'none', 'refused', 'none'],
  ['update', 'none', 'lost', 'none; update #7'],
  ['update', '#7', 'done', '#8'],
  ['update', '#7', 'gone', 'none'],
  ['update', '#7', 'refused', '#7'],
  ['update', '#7', 'lost', '#7; update #7'],
  ['withdraw', 'none', 'done', 'none'],
  ['withdraw', 'none', 'gone', 'none'],
  ['withdraw', 'none', 'refused', 'none'],
  ['withdraw', 'none', 'lost', 'none; withdraw #7'],
  ['withdraw', '#7', 'done', 'none'],
  ['withdraw', '#7', 'gone', 'none'],
  ['withdraw', '#7', 'refused', '#7'],
  ['withdraw', '#7', 'lost', '#7; withdraw #7'],
];

test.each(rows)('a %s where %s stands, %s: %s', (name, stands, what, believed) => {
  const call = calls[name];
  const known = checkOut({ stands: stands === 'none' ? null : standing(), tried: [] });
  expect(text(after(known, call, came[what]))).toBe(believed);
});

describe('what ended runs had tried beside it', () => {
  const run = '0-1';
  const older = [tried({ run }), tried({ run, objectId: 7 }), withdrawing({ run })];
  const known = checkOut({ stands: standing(), tried: older });

  test.each<[string, Tried, Came, string]>([
    ['an update is done: one request holds an object, and this is it', calls.update, came.done, '#8'],
    [
      'a compilation is covered by it: its content may be that of an update without an answer',
      tried({ objectId: 7, reason: '*RECOMPILE' }),
      came.done,
      '#8; update #7, withdraw #7',
    ],
    ['a withdrawal is done: nothing can change the number any more', calls.withdraw, came.done, 'none; create'],
    [
      'it has moved on: an update that got no answer may have been followed by a create',
      calls.update,
      came.gone,
      'none; create, create',
    ],
    ['the same, found by a withdrawal', calls.withdraw, came.gone, 'none; create, create'],
    ['it was refused: the others stay', calls.update, came.refused, '#7; create, update #7, withdraw #7'],
  ])('%s', (_, call, what, believed) => {
    expect(text(after(known, call, what))).toBe(believed);
  });
});

test('a call is told by what was written down, not by how it looks', () => {
  const twin = tried();
  const lost = answer(checkOut({ tried: [twin] }), calls.create, came.lost);
  expect(lost.tried).toEqual([twin, calls.create]);
  expect(answer(lost, calls.create, came.refused)).toBe(lost);
});

test('a request without a number stands, no matter which number leaves the record', () => {
  const known = checkOut({ stands: standing({ objectId: null }), tried: [calls.create, calls.update] });
  expect(text(withoutNumber(known, 7))).toBe('#null; create');
});

test('what was tried about another number stays', () => {
  const known = checkOut({ stands: standing(), tried: [calls.update, tried({ objectId: 8 })] });
  expect(text(withoutNumber(known, 7))).toBe('none; update #8');
});

test('a record without a request: its check-outs are without its number, those with nothing else are gone', () => {
  const checkOuts = new Map([
    ['stands', checkOut({ stands: standing() })],
    ['tried', checkOut({ tried: [calls.update, calls.create] })],
    ['other', checkOut({ stands: standing({ objectId: 8 }) })],
    ['empty', checkOut()],
  ]);
  const left = withoutRequest({ ...createRecord(key), checkOuts }, 7).checkOuts;
  const texts = [...left].map(([name, one]) => `${name} ${text(one)}`);
  expect(texts).toEqual(['tried none; create', 'other #8', 'empty none']);
});

test('what made the object before stays known', () => {
  const known = checkOut({ tried: [calls.create], before: { 'SRC/ORD100.RPGLE': 'zero' } });
  expect(answer(known, calls.create, came.done).before).toEqual(known.before);
});
