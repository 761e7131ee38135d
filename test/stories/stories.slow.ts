import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepBundle } from '../crash/child.ts';
import { playSeries } from './series.ts';

test('what stands at the service is what the branches say, however their runs went', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'file-checkouts-stories-'));
  // One here: `npm run stories` plays as many as there is time for.
  const stories = [1];
  try {
    const { failures } = await playSeries({
      bundle: keepBundle(folder),
      seed: 16,
      next: () => stories.shift() ?? null,
      lanes: 1,
      shrinks: 0,
      onStory: () => {},
    });
    expect(failures.map(({ text }) => text)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
