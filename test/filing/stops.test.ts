import { expect, test } from 'vitest';
import { bench, pgm } from './bench.ts';

const files = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`A/P${n}.BND`, `${n}`]));

test.each([
  [401, 'token'],
  [403, 'token'],
  [404, 'address'],
])('%i in the middle stops the run: what was filed stays, the rest is not attempted', async (status, code) => {
  await using at = await bench();
  at.recorder.intercept = (_, n) => (n > 3 ? status : null);
  const { rows, stop, calls } = await at.push(files, { concurrency: 2 });
  expect(stop).toMatchObject({ message: expect.any(String), remedy: expect.any(String) });
  expect(status === 403 || stop?.code === code).toBe(true);
  const left = rows.filter(({ outcome }) => outcome === 'notAttempted');
  expect([rows.length, rows.filter(({ outcome }) => outcome === 'created').length, left.length]).toEqual([8, 3, 5]);
  for (const { msg } of left) expect(msg).toMatch(/\w/);
  // Two calls at once: at most one more was under way when the first was refused.
  expect(calls.length).toBeLessThanOrEqual(5);
  expect(at.known()).toMatchObject({ stands: { length: 3 }, unpaid: { length: 5 } });
});

test('under lock *NO a lost answer is unknown, also in the next run', async () => {
  await using at = await bench();
  at.recorder.intercept = () => 500;
  const set = ['lock=*NO'];
  expect((await at.push({ [pgm('ORD100')]: 'one' }, { set })).texts).toEqual(['unknown *MIGRATE ORD100']);
  at.recorder.intercept = () => null;
  const { texts, calls } = await at.push({ [pgm('ORD100')]: 'one' }, { set });
  expect(texts).toEqual(['unknown *MIGRATE ORD100']);
  expect(calls).toEqual([]);
});

test('what was refused without an answer of the interface was not done, however often it was sent', async () => {
  await using at = await bench();
  let calls = 0;
  at.recorder.intercept = () => (++calls === 1 ? 429 : 400);
  const set = ['lock=*NO'];
  expect((await at.push({ [pgm('ORD100')]: 'one' }, { set })).texts).toEqual(['rejected *MIGRATE ORD100']);
  at.recorder.intercept = () => null;
  expect((await at.push({ [pgm('ORD100')]: 'one' }, { set })).texts).toEqual(['created *MIGRATE ORD100 #10001']);
});
