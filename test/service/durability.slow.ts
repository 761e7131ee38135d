import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killUnderLoad } from './durability-kills.ts';
import { newWorld } from './durability-world.ts';

test('§2.7, §3 up to sixty kills under load: every answer is held against what is stored', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'service-'));
  try {
    const world = newWorld();
    expect(await killUnderLoad(world, join(dir, 'requests.db'), 60, 20_000)).toEqual([]);
    expect(world.known.size).toBeGreaterThan(30);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
