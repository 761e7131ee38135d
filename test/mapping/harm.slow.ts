import { expect, test } from 'vitest';
import { loadMapping, MappingError } from '../../src/mapping/load.ts';

function refusal(text: string): string {
  try {
    loadMapping(text, 'm.yml');
  } catch (error) {
    if (error instanceof MappingError) return error.message;
    throw error;
  }
  throw new Error(`not refused: ${text.slice(0, 200)}`);
}

const lines = (length: number, line: (n: number) => string) => Array.from({ length }, (_, n) => line(n)).join('\n');
const bomb = lines(60, (n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`);
test.each([
  ['an alias bomb', `version: 1\na0: &a0 [x]\n${bomb}`, /more than 50000 values/],
  ['a chain of aliases', `- &a0 [x]\n${lines(9000, (n) => `- &a${n + 1} [*a${n}]`)}`, /levels/],
  ['brackets', '['.repeat(100_000), /nested too deeply/],
  ['10 MB', ' '.repeat(10_000_000), /a file of 10000000 characters/],
  ['many mistakes', `version: 1\nrules:\n${'  - { match: { pth: x }, skp: y }\n'.repeat(3000)}`, /and \d+ more$/],
  ['many keys', `version: 1\n${lines(15_000, (n) => `k${n}: 1`)}`, /and 14800 more$/],
  ['many braces', `version: 1\nrequest: { srcd: "${'{a'.repeat(100_000)}" }`, /no placeholder/],
])('files that mean harm: %s', (_, text, message) => {
  // Processor time: a busy machine must not fail the test, and a hang still does.
  const before = process.cpuUsage();
  expect(refusal(text)).toMatch(message);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(3);
});
