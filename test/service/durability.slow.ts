import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { killUnderLoad } from './durability-kills.ts';
import { newWorld } from './durability-world.ts';

test('§2.7, §3 up to thirty kills under load: every answer is held against what is stored', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'service-'));
  try {
    const world = newWorld();
    expect(await killUnderLoad(world, join(dir, 'requests.db'), 30, 5_000)).toEqual([]);
    expect(world.known.size).toBeGreaterThan(10);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('§2.7, §3 what was answered with sev 10 is there after a kill -9 under load: requests, locks, RFPs, attachments', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'service-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const world = newWorld();
  const wrong = await killUnderLoad(world, join(dir, 'requests.db'), 5, 10_000);
  expect(wrong).toEqual([]);
  expect(world.known.size).toBeGreaterThan(10);
  expect(world.refusals.length).toBeGreaterThan(0);
  expect(world.doubted).toBeGreaterThan(5);
});
