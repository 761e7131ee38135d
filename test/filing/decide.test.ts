import { expect, test } from 'vitest';
import { type Decision, decide, type May, type Should, type Stands } from '../../src/filing/decide.ts';

/** Every combination of what should stand, what stands and what may stand (design §8 "Level, not edge"). */
const rows: [should: Should, stands: Stands, may: May, decision: Decision, why: string][] = [
  // A request is asked for.
  ['request', 'none', 'none', 'create', 'it is new'],
  ['request', 'none', 'changed', 'create', 'what was changed is no longer known as ours'],
  ['request', 'none', 'made', 'create', 'the same create again meets what the lost one made, and proves it'],
  ['request', 'none', 'madeOther', 'create', 'it meets what the lost one made, which is withdrawn then'],
  ['request', 'none', 'madeUnlocked', 'unknown', 'a second one would stand beside it'],

  ['request', 'same', 'none', 'unchanged', 'the service holds it already'],
  ['request', 'same', 'changed', 'updateWhole', 'a lost call may have sent something else, or withdrawn it'],
  ['request', 'same', 'made', 'updateWhole', 'it goes on if it is still there; else the update finds it moved on'],
  ['request', 'same', 'madeOther', 'create', 'it may be withdrawn, and one of another reason in its place'],
  ['request', 'same', 'madeUnlocked', 'unknown', 'one without a lock may stand beside it'],

  ['request', 'differs', 'none', 'update', 'what changed is sent'],
  ['request', 'differs', 'changed', 'updateWhole', 'nobody knows from what it differs by now'],
  ['request', 'differs', 'made', 'updateWhole', 'it goes on if it is still there; else the update finds it moved on'],
  ['request', 'differs', 'madeOther', 'create', 'it may be withdrawn, and one of another reason in its place'],
  ['request', 'differs', 'madeUnlocked', 'unknown', 'one without a lock may stand beside it'],

  ['request', 'otherReason', 'none', 'create', 'no update changes a reason: the earlier one is withdrawn'],
  ['request', 'otherReason', 'changed', 'create', 'the same, however the earlier one is by now'],
  ['request', 'otherReason', 'made', 'create', 'the earlier one may be withdrawn and this one made: repeated, proven'],
  ['request', 'otherReason', 'madeOther', 'create', 'whichever of the two stands, the create meets it'],
  ['request', 'otherReason', 'madeUnlocked', 'unknown', 'one without a lock may stand beside it'],

  // The file is gone, and this branch had added its object.
  ['nothing', 'none', 'none', 'nothing', 'it never was at the target'],
  ['nothing', 'none', 'changed', 'nothing', 'a change makes no request'],
  ['nothing', 'none', 'made', 'settle', 'the lost create may have made one, which is taken back'],
  ['nothing', 'none', 'madeOther', 'settle', 'the lost create may have made one, which is taken back'],
  ['nothing', 'none', 'madeUnlocked', 'unknown', 'nothing tells which number the lost one has'],

  ['nothing', 'same', 'none', 'withdraw', 'what stands is taken back'],
  ['nothing', 'same', 'changed', 'withdraw', 'a withdrawal twice does no harm'],
  [
    'nothing',
    'same',
    'made',
    'withdraw',
    'what stands goes first; where it moved on, a delete follows and meets the other',
  ],
  ['nothing', 'same', 'madeOther', 'withdraw', 'the same'],
  ['nothing', 'same', 'madeUnlocked', 'unknown', 'the other one would stay'],

  ['nothing', 'differs', 'none', 'withdraw', 'what stands is taken back, whatever its content'],
  ['nothing', 'differs', 'changed', 'withdraw', 'a withdrawal twice does no harm'],
  [
    'nothing',
    'differs',
    'made',
    'withdraw',
    'what stands goes first; where it moved on, a delete follows and meets it',
  ],
  ['nothing', 'differs', 'madeOther', 'withdraw', 'the same'],
  ['nothing', 'differs', 'madeUnlocked', 'unknown', 'the other one would stay'],

  ['nothing', 'otherReason', 'none', 'withdraw', 'the migration of an added file is taken back'],
  ['nothing', 'otherReason', 'changed', 'withdraw', 'a withdrawal twice does no harm'],
  ['nothing', 'otherReason', 'made', 'withdraw', 'what stands goes first; where it moved on, a delete follows'],
  ['nothing', 'otherReason', 'madeOther', 'withdraw', 'the same'],
  ['nothing', 'otherReason', 'madeUnlocked', 'unknown', 'the other one would stay'],
];

test.each(rows)('%s should stand, %s stands, %s may: %s, as %s', (should, stands, may, decision) => {
  expect(decide(should, stands, may)).toBe(decision);
});

test('the table has every combination once', () => {
  const keys = rows.map(([should, stands, may]) => `${should} ${stands} ${may}`);
  expect([keys.length, new Set(keys).size]).toEqual([2 * 4 * 5, 2 * 4 * 5]);
});
