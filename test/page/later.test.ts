import { expect, test } from 'vitest';

const file = '../../src/service/page/browser/words.js';

test.each([
  ['00', '10'],
  ['01', '10'],
  ['10', '20'],
  ['15', '20'],
  ['80', '90'],
  ['89', '90'],
  ['90', null],
  ['99', null],
  ['x', null],
])('after status %s comes %s', async (status, next) => {
  const { findNextStatus } = await import(file);
  expect(findNextStatus(status)).toBe(next);
});
