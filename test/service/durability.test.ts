import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/service/database.ts';
import { demoSite } from '../../src/service/demo.ts';
import { startService } from '../../src/service/start.ts';
import { folder } from '../git/support.ts';
import { demo, lead, program } from './helper.ts';

/** A database file in a folder of its own, of which `dir` is the path. */
function databaseFile() {
  const { path: dir, [Symbol.dispose]: remove } = folder();
  onTestFinished(remove);
  return { dir, db: join(dir, 'requests.db') };
}

test('a commit is synced before it is answered', () => {
  const database = openDatabase(databaseFile().db);
  onTestFinished(() => database.close());
  expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 });
});

test('a call is stored as a whole or not at all', async () => {
  const { db } = databaseFile();
  await using service = await demo({ db });
  const other = new DatabaseSync(db);
  onTestFinished(() => other.close());
  other.exec(`create trigger full before insert on transactions begin select raise(abort, 'disk full'); end`);
  const inNew = { ...program, arfp: '*NEW', rfpd: 'R' };
  const answer = await service.multipart('POST', inNew, { name: 'ORD200', bytes: 'x' });
  expect(answer).toMatchObject({ status: 500, sev: '30', msg: 'The service failed: disk full' });
  expect(service.inspect()).toMatchObject({ requests: [], rfps: [], attachments: [], transactions: [] });
});

test('a database is taken up again; numbers go on', async () => {
  const { db } = databaseFile();
  {
    await using service = await demo({ db });
    await service.multipart('POST', program, { name: 'ORD200', bytes: 'abc' });
  }
  await using service = await demo({ db });
  expect(Buffer.from(service.inspectContent(10001)[0]?.bytes ?? []).toString()).toBe('abc');
  expect((await service.create({ ...program, objn: 'B' })).request.objectId).toBe(10002);
});

test('a database file that cannot be used: a problem with a remedy, and the file stays as it is', async () => {
  const { dir } = databaseFile();
  writeFileSync(join(dir, 'text'), 'not a database, but long enough to be read as one '.repeat(40));
  using older = new DatabaseSync(join(dir, 'older'));
  older.exec(`create table requests (x); pragma user_version = 7; pragma application_id = ${0x66636f73}`);
  using foreign = new DatabaseSync(join(dir, 'foreign'));
  foreign.exec('create table bookmarks (x)');
  const notWritable = 'Name a file that can be written, in an existing folder that can be written too, or :memory:.';
  for (const [name, message, remedy] of [
    ['text', /cannot be used: file is not a database\.$/, notWritable],
    ['none/db', /cannot be used: unable to open database file\.$/, notWritable],
    ['.', /cannot be used: unable to open database file\.$/, notWritable],
    ['older', /older was made by another version of this program, with other tables\.$/, 'Name a new file; the old'],
    ['foreign', /foreign is a database of another program\.$/, 'Name a file that does not exist yet'],
  ] as const) {
    const db = join(dir, name);
    const before = statSync(db, { throwIfNoEntry: false })?.isFile() ? readFileSync(db) : null;
    await expect(startService({ site: demoSite, db, port: 0 })).rejects.toMatchObject({
      code: 'usage',
      exitCode: 2,
      message: expect.stringMatching(message),
      remedy: expect.stringContaining(remedy),
    });
    if (before !== null) expect(readFileSync(db).equals(before), name).toBe(true);
  }
  expect(readdirSync(dir).sort()).toEqual(['foreign', 'older', 'text']);
});

test('a file of this version is known by its marks alone', () => {
  const { db: file } = databaseFile();
  openDatabase(file).close();
  openDatabase(file).close();
  const made = new DatabaseSync(file);
  made.exec('pragma user_version = 1');
  made.close();
  expect(() => openDatabase(file)).toThrow('another version');
});

test('a file that can be read and not be written is refused at the start, not at the first call', async () => {
  const { db: file } = databaseFile();
  const readOnly = () => startService({ site: demoSite, db: `file:${file}?mode=ro`, port: 0 });
  const refused = {
    code: 'usage',
    message: expect.stringContaining('attempt to write a readonly database'),
    remedy: expect.stringContaining('Name a file that can be written'),
  };
  {
    await using service = await demo({ db: file });
    await service.create(program);
    await expect(readOnly()).rejects.toMatchObject(refused);
  }
  await expect(readOnly()).rejects.toMatchObject(refused);
  await using service = await demo({ db: file });
  expect(service.inspect().requests).toMatchObject([{ objn: 'ORD200' }]);
});

test('a database is taken up with another site: what its requests name may be gone', async () => {
  const { db } = databaseFile();
  {
    await using service = await demo({ db });
    await service.create({ ...program, user: 'LEAD', srcd: 'Mine', arfp: '*NEW', rfpd: 'R' }, lead);
  }
  const [orders] = demoSite.applications;
  const attributes = orders?.attributes.filter(({ attr }) => attr === 'CLLE') ?? [];
  const applications = [{ appl: 'ORD', levels: [{ lvl: 10 }], attributes }];
  const users = demoSite.users.filter(({ user }) => user === 'LEAD');
  await using service = await demo({ db, site: { users, applications } });
  const files = { name: 'ORD200', bytes: 'x' };
  expect(await service.update({ objectId: 10001, srcd: 'New', arfp: '*NO' }, lead)).toMatchObject({
    sev: '20',
    msg: 'Request updated; attribute RPGLE is not defined any more for application ORD and level 10, so the source stays as it is',
    request: { srcd: 'Mine', rfp: 0 },
  });
  expect((await service.update({ objectId: 10001, attr: 'RPGLE' }, lead)).sev).toBe('30');
  const again = { attr: 'CLLE', srcd: 'New' };
  const updated = await service.update({ objectId: 10001, ...again }, lead);
  expect(updated).toMatchObject({ sev: '10', request: again });
  expect(await service.create({ ...program, attr: 'CLLE' }, lead)).toMatchObject({ existingObjectId: 10001 });
  expect((await service.multipart('POST', program, files)).status).toBe(401);
});

test('a port in use, or none at all: a problem with a remedy', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const start = (at: number) => startService({ site: demoSite, db: ':memory:', port: at });
  for (const [at, why] of [
    [port, 'another program listens there'],
    [99_999, 'ports go up to 65535'],
  ] as const) {
    const message = `The service cannot listen on port ${at}: ${why}.`;
    const remedy = expect.stringContaining('--port');
    await expect(start(at)).rejects.toMatchObject({ code: 'usage', message, remedy });
  }
});

test('§7 Request record is locked: while another process holds the database, nothing is a 500', async () => {
  const { db } = databaseFile();
  await using service = await demo({ db });
  await service.create(program);
  const other = new DatabaseSync(db);
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  const created = await service.create({ ...program, objn: 'B' });
  expect([created.status, created.headers.get('retry-after'), created.sev]).toEqual([503, '1', '30']);
  const updated = await service.update({ objectId: 10001, lock: '*NO' });
  expect(updated).toMatchObject({ status: 200, sev: '30', msg: 'Request record is locked' });
  const later = await service.later(10001, { status: '02' });
  expect([later.status, later.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await fetch(`${service.url}/inspect.json`)).status).toBe(200);
  other.exec('rollback');
  expect((await service.create({ ...program, objn: 'B' })).request.objectId).toBe(10002);
});

test('§4.1 of many creates at once one wins, and the others are told its number', async () => {
  await using service = await demo();
  const answers = await Promise.all(Array.from({ length: 20 }, () => service.create(program)));
  expect(answers.filter((answer) => answer.sev === '10')).toHaveLength(1);
  expect(answers.filter((answer) => answer.existingObjectId === 10001)).toHaveLength(19);
});
