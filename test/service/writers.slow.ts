import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { isBusy } from '../../src/service/database.ts';
import { folder } from '../git/support.ts';
import { answers, start } from './durability-kills.ts';
import { verify } from './durability-verify.ts';
import { load, newWorld } from './durability-world.ts';
import { demo, program } from './helper.ts';

function database(): string {
  const { path, [Symbol.dispose]: remove } = folder();
  onTestFinished(remove);
  return join(path, 'requests.db');
}

test('§2.4, §4.1 two processes that start on one new file and are hammered at once: no lock, number or RFP twice, no 500', async () => {
  const db = database();
  await using first = await start(db);
  const [second, third] = await Promise.all([start(db), start(db)]);
  await using _ = second;
  await third.kill();
  const world = newWorld();
  const stop = new AbortController();
  const loading = load(world, [first.url, second.url], 12, stop.signal);
  await answers(world, 200, loading);
  stop.abort();
  await loading;
  expect(verify(world, db)).toEqual([]);
  expect(world.refusals.length).toBeGreaterThan(20);

  // One of them dies; the other goes on, and nothing that either has answered is lost.
  const again = load(world, [first.url, second.url], 12, new AbortController().signal);
  await answers(world, 50, again);
  await first.kill();
  await again;
  const alone = new AbortController();
  const goingOn = load(world, [second.url], 4, alone.signal);
  await answers(world, 50, goingOn);
  alone.abort();
  await goingOn;
  expect(world.doubted).toBeGreaterThan(0);
  expect(verify(world, db)).toEqual([]);
});

test('services that make the tables of one new file at the same moment', async () => {
  const db = database();
  const files = Array.from({ length: 10 }, (_, n) => `${db}${n}`);
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const threads = 2;
  const opener = new URL('writers-opener.ts', import.meta.url);
  const failures = await Promise.all(
    Array.from({ length: threads }, async () => {
      const worker = new Worker(opener, { workerData: { files, threads, gate } });
      const [failed] = (await once(worker, 'message')) as [string[]];
      return failed;
    }),
  );
  expect(failures.flat()).toEqual([]);
});

test.each([
  ...[5, 6, 261, 517, 773].map((code) => [code, true] as const),
  ...[1, 10, 13].map((code) => [code, false] as const),
])('SQLite error %i says that another process holds the database: %s', (errcode, expected) => {
  expect(isBusy(Object.assign(new Error('x'), { errcode }))).toBe(expected);
});

test('§5 no token is in the database, neither in clear nor in the log of what was refused', async () => {
  const db = database();
  await using service = await demo({ db });
  await service.create(program);
  await service.create({ ...program, user: 'demo-lead-toke' }, 'demo-lead-token');
  await service.create(program, 'another-token');
  await service.update({ objectId: 10001 }, 'demo-viewer-token');
  const files = readdirSync(join(db, '..')).filter((name) => name.startsWith('requests.db'));
  expect(files).toContain('requests.db-wal');
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(db, '..', name))));
  // What was sent is found, so a token would be.
  expect(bytes.includes('User demo-lead-toke is not known')).toBe(true);
  for (const token of ['demo-token', 'demo-lead-token', 'another-token', 'demo-viewer-token', 'Bearer']) {
    expect(bytes.includes(token), token).toBe(false);
  }
});
