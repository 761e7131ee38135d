import { expect, test } from 'vitest';
import { hasMessage, isLockRefusal, messages, type Reply } from '../../src/interface/replies.ts';

const none = { existingObjectId: null, request: null };
const refusal = (msg: string, more: Partial<Reply> = {}): Reply => ({ sev: 30, msg, ...none, ...more });

/** Interface §4.1 says it with "is", §7 without. */
test.each([
  ['Target Object already locked by another request', true],
  ['The target object is already locked by another request.', true],
  ['TARGET OBJECT IS ALREADY  LOCKED', true],
  ['ORD100 *PGM is already\nlocked by request 77', true],
  ['CPF0001 Object already-locked', true],
  ['Request record is locked', false],
  ['Request record is already locked', false],
  ['Object is unlocked already', false],
  ['', false],
])('%j is a conflict: %s', (msg, expected) => {
  expect(isLockRefusal(refusal(msg))).toBe(expected);
  expect(isLockRefusal(refusal(msg, { existingObjectId: 77 }))).toBe(true);
  expect(isLockRefusal(refusal(msg, { sev: 20, existingObjectId: 77 }))).toBe(false);
});

test('a message is known by its beginning, however it is cased and spaced', () => {
  expect(hasMessage(refusal('  request  record\tis LOCKED by QZDASOINIT'), messages.recordLocked)).toBe(true);
  expect(hasMessage(refusal('The request record is locked'), messages.recordLocked)).toBe(false);
});
