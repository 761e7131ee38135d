import { expect, test } from 'vitest';
import { makeStarter } from '../../src/init/starter.ts';
import { longestMapping } from '../../src/mapping/load.ts';
import { spent } from '../spent.ts';
import { filled } from './support.ts';

test('thousands of names that must be listed one by one take seconds', async () => {
  const many = (name: (n: number) => string) => Array.from({ length: 2500 }, (_, n) => name(n));
  const bound = [...many((n) => `src/M${n}.RPGLE`), ...many((n) => `src/M${n}.BND`)];
  const alone = many((n) => `d${n}/m.c`);
  const took = await spent(() => {
    expect(makeStarter(bound, filled).unmapped).toEqual([]);
    expect(makeStarter(alone, filled).rules.map(({ files }) => files)).toEqual([2500]);
  });
  // One by one it took seven seconds.
  expect(took).toBeLessThan(3000);
});

test('a starter file that only its comments make too long to be loaded is refused', () => {
  const started = (lengths: readonly number[]) => {
    const paths = lengths.map((length, n) => `${String(n).padStart(length - 4, 'x')}.cmd`);
    return makeStarter(paths, filled, new Map(paths.map((path) => [path, { is: 'script' }])));
  };
  const sizeOf = (files: number) => started(new Array<number>(files).fill(490)).text.length;
  const each = sizeOf(4) - sizeOf(3);
  const files = Math.ceil((longestMapping - sizeOf(3)) / each) + 3;
  const excess = sizeOf(3) + (files - 3) * each - longestMapping;
  const half = excess >> 1;
  const shortBy = (less: number) => [490 - half, 490 + half - less, ...new Array<number>(files - 2).fill(490)];
  expect(started(shortBy(excess)).text).toHaveLength(longestMapping);
  expect(() => started(shortBy(excess - 1))).toThrow(`a file of ${longestMapping + 1} characters`);
});
