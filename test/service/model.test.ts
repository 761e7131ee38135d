import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Seen } from './model-steps.ts';
import { play, sequences } from './model-steps.ts';

test('§2.4, §3, §4 sequences of calls: service and model agree on sev, holder, RFP, status and lock', async () => {
  const seen: Seen = {};
  await fc.assert(
    fc.asyncProperty(sequences, (steps) => play(steps, seen)),
    { numRuns: 40 },
  );
  for (const what of [
    'Request created, new RFP',
    'Request created, an RFP',
    'Request created, no RFP',
    'Request updated, new RFP',
    'Request updated, an RFP',
    'Request updated, no RFP',
    'locked',
    'refused',
  ]) {
    expect(seen[what] ?? 0, what).toBeGreaterThan(1);
  }
});
