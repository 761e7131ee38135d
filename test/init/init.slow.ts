import { expect, test } from 'vitest';
import { makeStarter } from '../../src/init/starter.ts';
import { filled } from './support.ts';

test('thousands of names that must be listed one by one take seconds', () => {
  const many = (name: (n: number) => string) => Array.from({ length: 5000 }, (_, n) => name(n));
  const before = process.cpuUsage();
  const bound = makeStarter([...many((n) => `src/M${n}.RPGLE`), ...many((n) => `src/M${n}.BND`)], filled);
  const alone = makeStarter(
    many((n) => `d${n}/m.c`),
    filled,
  );
  const { user, system } = process.cpuUsage(before);
  expect(bound.unmapped).toEqual([]);
  expect(alone.rules.map(({ files }) => files)).toEqual([5000]);
  // One by one it took half a minute.
  expect((user + system) / 1000).toBeLessThan(6000);
});
