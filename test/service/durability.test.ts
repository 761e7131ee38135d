import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/service/database.ts';
import { demoSite } from '../../src/service/demo.ts';
import { startService } from '../../src/service/start.ts';
import { killUnderLoad } from './durability-kills.ts';
import { newWorld } from './durability-world.ts';
import { demo, program } from './helper.ts';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'service-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

test('§2.7, §3 what was answered with sev 10 is there after a kill -9 under load: requests, locks, RFPs, attachments', async () => {
  const world = newWorld();
  const wrong = await killUnderLoad(world, join(folder(), 'requests.db'), 5, 10_000);
  expect(wrong).toEqual([]);
  expect(world.known.size).toBeGreaterThan(10);
  expect(world.refusals.length).toBeGreaterThan(0);
  expect(world.doubted).toBeGreaterThan(5);
});

test('a commit is synced before it is answered', () => {
  const database = openDatabase(join(folder(), 'requests.db'));
  onTestFinished(() => database.close());
  expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 });
});

test('a call is stored as a whole or not at all', async () => {
  const db = join(folder(), 'requests.db');
  await using service = await demo({ db });
  const other = new DatabaseSync(db);
  onTestFinished(() => other.close());
  other.exec(`create trigger full before insert on transactions begin select raise(abort, 'disk full'); end`);
  const answer = await service.multipart(
    'POST',
    { ...program, arfp: '*NEW', rfpd: 'R' },
    { name: 'ORD200', bytes: 'x' },
  );
  expect(answer).toMatchObject({ status: 500, json: { error: 'The service failed: disk full' } });
  expect(service.inspect()).toMatchObject({ requests: [], rfps: [], attachments: [], transactions: [] });
});

test('a database is taken up again; numbers go on', async () => {
  const db = join(folder(), 'requests.db');
  {
    await using service = await demo({ db });
    await service.multipart('POST', program, { name: 'ORD200', bytes: 'abc' });
  }
  await using service = await demo({ db });
  expect(Buffer.from(service.inspectContent(10001)[0]?.bytes ?? []).toString()).toBe('abc');
  expect((await service.create({ ...program, objn: 'B' })).request.objectId).toBe(10002);
});

test('a file that is no such database, or one of another version, a folder that is not there, a port in use: a problem with a remedy', async () => {
  const dir = folder();
  writeFileSync(join(dir, 'text'), 'not a database, but long enough to be read as one '.repeat(40));
  openDatabase(join(dir, 'older')).exec('pragma user_version = 1');
  new DatabaseSync(join(dir, 'foreign')).exec('create table requests (x)');
  for (const db of ['text', 'none/db', 'older', 'foreign'].map((name) => join(dir, name))) {
    await expect(startService({ site: demoSite, db, port: 0 })).rejects.toMatchObject({ code: 'usage', exitCode: 2 });
  }
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  const starting = startService({ site: demoSite, db: ':memory:', port });
  await expect(starting).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(`port ${port}`) });
});
