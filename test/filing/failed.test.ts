import { describe, expect, test } from 'vitest';
import { Problem } from '../../src/errors.ts';
import { GitFailure } from '../../src/git/failure.ts';
import { bench, pgm } from './bench.ts';

/** What is thrown while one action is carried out: the rows of the others are reported and remembered (design §8). */

const one = { concurrency: 1 };
const files = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`A/P${n}.BND`, `content ${n}`]));
const theirs = { appl: 'ORD', lvl: 50, objn: 'P1', objt: '*SRVPGM', attr: 'BND' };
const troubles = [
  ['the remote', new Problem('git', 'the remote origin could not be asked', 'Try again.')],
  ['Git', new GitFailure('fatal: unable to access', 'fetch', 128)],
] as const;

describe.each(troubles)('%s fails', (_, error) => {
  const fails = () => Promise.reject(error);

  test.each(['holders', 'rivals'] as const)('while a conflict is settled: %s', async (source) => {
    await using at = await bench();
    const held = await at.stranger(theirs);
    const { rows, texts, stop, defect } = await at.push(files, { ...one, sources: { [source]: fails } });
    const created = [0, 2, 3].map((n, at) => `created *MIGRATE P${n} #${10002 + at}`);
    expect(texts.toSorted()).toEqual([...created, `notAttempted *MIGRATE P1 #${held}`]);
    expect(rows[1]?.msg).toContain(error.message);
    expect([stop, defect]).toEqual([null, null]);
    expect(at.known()).toMatchObject({ stands: { length: 3 }, unpaid: [{ path: 'A/P1.BND', person: false }] });
  });

  test('after a request was withdrawn: the row of that stays, and the next run files what was to follow', async () => {
    await using at = await bench({ before: { [pgm('ORD100')]: 'zero' } });
    await at.push({});
    const unreadable = { content: 'one', error };
    const failed = await at.push({ [pgm('ORD100')]: 'one' }, { unreadable });
    expect(failed.texts).toEqual(['withdrawn *DELETE ORD100 #10001', 'notAttempted *MIGRATE ORD100']);
    expect(at.known()).toMatchObject({ stands: [], tried: [] });
    expect((await at.push({ [pgm('ORD100')]: 'one' })).texts).toEqual(['created *MIGRATE ORD100 #10002']);
  });

  test('while a content is read that goes without a lock: nothing was sent, so nobody has to look', async () => {
    await using at = await bench();
    const set = ['lock=*NO'];
    await at.push({ 'A/P0.BND': 'x' }, { set, unreadable: { content: 'x', error } });
    expect((await at.push({ 'A/P0.BND': 'x' }, { set })).texts).toEqual(['created *MIGRATE P0 #10001']);
  });
});

describe('a defect', () => {
  const error = new TypeError('entry is undefined');

  test('of a create stops the run: what was filed counts, what may have been filed is found out by the next run', async () => {
    await using at = await bench();
    const unreadable = { content: 'content 1', error };
    const { rows, calls, stop, defect } = await at.push(files, { ...one, unreadable });
    expect(rows.map(({ outcome }) => outcome)).toEqual(['created', 'notAttempted', 'notAttempted', 'notAttempted']);
    expect(rows.slice(1).every(({ msg }) => msg?.includes(error.message))).toBe(true);
    expect(calls).toHaveLength(1);
    expect(stop?.code).toBe('defect');
    expect(defect).toBe(error);
    expect(at.known()).toMatchObject({ stands: [{ objn: 'P0' }], unpaid: { length: 3 }, tried: [{ objn: 'P1' }] });
    const next = await at.push(files, one);
    expect(next.texts).toEqual([2, 3, 4].map((n) => `created *MIGRATE P${n - 1} #${10000 + n}`));
    expect(at.known()).toMatchObject({ unpaid: [], tried: [] });
  });
});
