import { expect, test } from 'vitest';

const file = '../../src/service/page/browser/words.js';

test.each(['00 10', '01 10', '10 20', '15 20', '80 90', '89 90', '90', '99', 'x'])('after status: %s', async (row) => {
  const [status, next = null] = row.split(' ');
  const { findNextStatus } = await import(file);
  expect(findNextStatus(status)).toBe(next);
});
