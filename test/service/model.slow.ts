import * as fc from 'fast-check';
import { test } from 'vitest';
import '../seed.ts';
import { play, sequences } from './model-steps.ts';

test('§2.4, §3, §4 many sequences of calls: service and model agree', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, (steps) => play(steps, {})),
    { numRuns: 120, interruptAfterTimeLimit: 3_000 },
  );
});
