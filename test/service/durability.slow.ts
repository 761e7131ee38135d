import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from '../git/support.ts';
import { killUnderLoad } from './durability-kills.ts';
import { newWorld } from './durability-world.ts';

/** Requests, locks, RFPs and attachments that were answered with sev 10 are there after each `kill -9`. */
test('§2.7, §3 up to eight kills under load: every answer is held against what is stored', async () => {
  using at = folder();
  const world = newWorld();
  expect(await killUnderLoad(world, join(at.path, 'requests.db'), 8, 5_000)).toEqual([]);
  expect(world.known.size).toBeGreaterThan(10);
  expect(world.refusals.length).toBeGreaterThan(0);
  expect(world.doubted).toBeGreaterThan(5);
});
