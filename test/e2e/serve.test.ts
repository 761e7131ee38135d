import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptInMemory } from '../kept-in-memory.ts';
import { bundles } from './support/bundle.ts';

/** `serve --demo` as a stranger's client meets it: the bundle as a child process, spoken to by curl. */
const dir = mkdtempSync(join(tmpdir(), 'file-checkouts-serve-'));
const child = spawn(process.execPath, [bundles.cli, 'serve', '--demo', '--port', '0', '--db', join(dir, 'db.sqlite')], {
  env: { ...process.env, ...keptInMemory() },
});
let url = '';

beforeAll(async () => {
  url = await new Promise((resolve) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const found = /listening on (http:\/\/\S+)/.exec(said);
      if (found?.[1]) resolve(found[1]);
    });
  });
});
afterAll(async () => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  rmSync(dir, { recursive: true, force: true });
});

async function curl(...args: string[]) {
  const token = ['-H', 'Authorization: Bearer demo-token'];
  const { stdout } = await promisify(execFile)('curl', ['-sS', '-w', '\n%{http_code}', ...token, ...args]);
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), json: JSON.parse(stdout.slice(0, end) || 'null') };
}

const json = ['-H', 'Content-Type: application/json', '-d'];
const where = { appl: 'ORD', lvl: 10, repo: 'ORDERS', branch: 'feature/search', gpath: 'QRPGLESRC' };
const order = { ...where, objn: 'CURL1', gfile: 'CURL1.PGM.RPGLE', proj: '*BRANCH' };
const mixedOrder = { ...where, objn: 'CURL2', gfile: 'CURL2.PGM.RPGLE', arfp: '*NEW', rfpd: 'By hand' };

test('curl creates a request from JSON, with attribute, type and project derived', async () => {
  const { status, json: reply } = await curl(...json, JSON.stringify(order), `${url}/object-request`);
  expect(status).toBe(200);
  expect(reply.rtn).toMatchObject({ sev: '10', msg: 'Request created' });
  expect(reply.request).toMatchObject({ attr: 'RPGLE', objt: '*PGM', proj: 'CUST', task: 12, stsk: 1, folb: 'DEMO10' });
});

test('curl attaches a file as multipart/mixed, and updates it', async () => {
  const payload = join(dir, 'payload.json');
  const source = join(dir, 'CURL2.PGM.RPGLE');
  writeFileSync(payload, JSON.stringify(mixedOrder));
  writeFileSync(source, '**free\r\nreturn;\r\n');
  const mixed = ['-H', 'Content-Type: multipart/mixed'];
  const parts = ['-F', `payload=@${payload};type=application/json`, '-F', `CURL2.PGM.RPGLE=@${source}`];
  const { json: reply } = await curl(...mixed, ...parts, `${url}/object-request`);
  expect(reply.rtn.sev).toBe('10');
  expect(reply.request.rfp).toBeGreaterThan(0);
  writeFileSync(payload, JSON.stringify({ objectId: reply.request.objectId }));
  writeFileSync(source, 'changed\r\n');
  const updated = await curl('-X', 'PATCH', ...mixed, ...parts, `${url}/object-request`);
  expect(updated.json.rtn).toMatchObject({ sev: '10', msg: 'Request updated' });
  const { json: held } = await curl(`${url}/inspect.json`);
  const [attachment] = held.attachments;
  expect(attachment).toMatchObject({ objectId: reply.request.objectId, filename: 'CURL2.PGM.RPGLE', bytes: 9 });
});
