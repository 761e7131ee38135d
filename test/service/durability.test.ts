import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import { startService } from '../../src/service/start.ts';
import { demo, program } from './helper.ts';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'service-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

test('what was answered is there after a kill', async () => {
  const db = join(folder(), 'requests.db');
  const start = new URL('../../src/service/start.ts', import.meta.url);
  const site = new URL('../../src/service/demo.ts', import.meta.url);
  const script = `import { startService } from '${start}'; import { demoSite } from '${site}';
    console.log((await startService({ site: demoSite, db: process.argv[1], port: 0 })).url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, db], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data).trim())));
  const answered: number[] = [];
  const create = async (n: number) => {
    const body = JSON.stringify({ ...program, objn: `O${n}` });
    const headers = { authorization: 'Bearer demo-token', 'content-type': 'application/json' };
    const response = await fetch(`${url}/object-request`, { method: 'POST', headers, body });
    const { request } = (await response.json()) as { request: { objectId: number } };
    answered.push(request.objectId);
    if (answered.length === 20) child.kill('SIGKILL');
  };
  await Promise.allSettled(Array.from({ length: 60 }, (_, n) => create(n)));
  await using service = await demo({ db });
  const kept = service.inspect().requests.map((request) => request.objectId);
  expect(answered.length).toBeGreaterThanOrEqual(20);
  expect(kept).toEqual(expect.arrayContaining(answered));
  expect(service.inspect().transactions).toHaveLength(kept.length);
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

test('a file that is no such database, a folder that is not there, a port in use: a problem with a remedy', async () => {
  const dir = folder();
  writeFileSync(join(dir, 'text'), 'not a database, but long enough to be read as one '.repeat(40));
  for (const db of [join(dir, 'text'), join(dir, 'none', 'db')]) {
    await expect(startService({ site: demoSite, db, port: 0 })).rejects.toMatchObject({ code: 'usage', exitCode: 2 });
  }
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  const starting = startService({ site: demoSite, db: ':memory:', port });
  await expect(starting).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(`port ${port}`) });
});
