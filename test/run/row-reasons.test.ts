import { expect, test } from 'vitest';
import type { Action } from '../../src/filing/actions.ts';
import { textPath } from '../../src/git/git-path.ts';
import { reasonsOf } from '../../src/run/row-reasons.ts';
import { entry, intended, path, planned, record } from '../filing/support.ts';

/** Rows that the push does not name say why they are there (design §8 "Level, not edge"). */

const request = planned();
const known = entry({ commit: '1a2b3c4d5e', run: '5035-1' });
const stood = 'not in this push: it stood at 1a2b3c4 since run 5035-1';
const update: Action = { kind: 'update', request, known, fields: {}, sendContent: true, uncertain: false };

const rows: [string, Action, string[], string | undefined][] = [
  ['an update', update, [], stood],
  ['a withdrawal', { kind: 'withdraw', request, known }, [], stood],
  ['a create beside what stands', { kind: 'create', request, earlier: known }, [], stood],
  ['what is kept back', { kind: 'blocked', request, outcome: 'unknown', why: '' }, [], stood],
  [
    'a create of an object that the record does not know',
    { kind: 'create', request: other(), earlier: null },
    [],
    undefined,
  ],
  ['a lost create of one', { kind: 'settle', request: other(), lost: intended() }, [], undefined],
  ['what the push names', update, [path], undefined],
  ['another path that the push names', update, ['X'], stood],
];

function other() {
  return planned({ identity: { ...planned().identity, objn: 'ORD200' }, path: textPath('SRC/ORD200.RPGLE') });
}

test.each(rows)('%s', (_, action, named, why) => {
  expect(reasonsOf([action], new Set(named), record({ filed: [known] })).get(action.request)).toBe(why);
});

test('without a record nothing stood', () => {
  const action: Action = { kind: 'create', request, earlier: null };
  expect(reasonsOf([action], new Set(), null).size).toBe(0);
});
