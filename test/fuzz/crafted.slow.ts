import * as fc from 'fast-check';
import { test } from 'vitest';
import { craftedSources } from './crafted.ts';

/** A small sample of what `npm run fuzz` plays. */
test('sources that somebody crafted are read in time', async () => {
  await using subject = await craftedSources.open();
  for (const { holds } of subject.properties) await fc.assert(holds, { seed: 1, numRuns: 10 });
});
