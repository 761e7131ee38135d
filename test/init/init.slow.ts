import { expect, test } from 'vitest';
import { makeStarter } from '../../src/init/starter.ts';
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
