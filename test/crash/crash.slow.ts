import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepBundle } from './child.ts';
import { killSeries } from './kills.ts';

test('a run killed in any phase is completed by the next one, with nothing filed twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'file-checkouts-crash-'));
  try {
    const rows = await killSeries({ kills: 1, seed: 1, lanes: 2, bundle: keepBundle(folder) });
    expect(rows.flatMap(({ failures }) => failures)).toEqual([]);
    expect(rows.map(({ kills }) => kills)).toEqual([1, 1, 1, 1, 1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
