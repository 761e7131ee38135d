/** A ledger of 50,000 requests in 300 branches, by the bundle: how long it takes, and how large it gets. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Status } from '../../src/status/status.ts';
import { bundles, type Ended, runBundle } from '../e2e/support/bundle.ts';
import type { Remote } from '../git/support.ts';
import { clone, started } from '../ledger/support.ts';
import { manyRecords, manySecret, writeRecords } from './many.ts';

const [branches, requests] = [300, 50_000];
let at: Remote;
let dir: string;

beforeAll(() => {
  ({ at } = started());
  const { records, notes } = manyRecords(branches, requests);
  writeRecords(at, records, notes);
  dir = clone(at, 'work', '--depth=1');
});
afterAll(() => at[Symbol.dispose]());

async function status(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const ended = await runBundle(bundles.cli, ['status', ...args], { cwd: dir, env });
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  return ended;
}

/** What it prints, and the seconds of the processors, Git's part included: what else runs here counts for little. */
function timed(env: Readonly<Record<string, string>>): { stdout: string; seconds: number } {
  const args = ['-c', '"$@" && times >&3', 'sh', process.execPath, bundles.cli, 'status'];
  const { PATH = '', HOME = '' } = process.env;
  const ended = spawnSync('sh', args, {
    cwd: dir,
    env: { PATH, HOME, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  expect([ended.status, ended.stderr]).toEqual([0, '']);
  // The second line is of the children: user, system.
  const [, children = ''] = String(ended.output[3]).trim().split('\n');
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  );
  expect(parts).toHaveLength(2);
  return { stdout: ended.stdout, seconds: parts.reduce((sum, part) => sum + part, 0) };
}

describe.each<[string, Record<string, string>]>([
  ['with the secret', { FILE_CHECKOUTS_TOKEN: manySecret }],
  ['without a secret', {}],
])('%s', (_, env) => {
  // Tried again where a busy machine made it slow.
  test('text: a line a branch, in about a second on a machine of its own', { retry: 2 }, () => {
    const { stdout, seconds } = timed(env);
    expect(stdout).toContain('300 branches: 50000 requests');
    expect(stdout.split('\n').length).toBeLessThan(70);
    process.stderr.write(`status of ${requests} requests: ${seconds.toFixed(2)} s of the processors\n`);
    expect(seconds).toBeLessThan(3);
  });
});

test('JSON: all of it', async () => {
  const { stdout } = await status(['--format', 'json'], { FILE_CHECKOUTS_TOKEN: manySecret });
  const read: Status = JSON.parse(stdout);
  expect([read.records.length, read.requests.length, read.verified]).toEqual([branches, requests, true]);
  expect(read.requests.every(({ at: when, account }) => when !== null && account === 'jane-doe')).toBe(true);
});

test('HTML: all requests can be searched, in a page of a few MB', async () => {
  const { stdout } = await status(['--format', 'html']);
  expect(Buffer.byteLength(stdout)).toBeLessThan(6_000_000);
  const [, data = ''] = /<script id="data" type="application\/json">([\s\S]*?)<\/script>/.exec(stdout) ?? [];
  expect(JSON.parse(data).rows).toHaveLength(requests);
});

test('Markdown, one branch, one user', async () => {
  const markdown = await status(['--format', 'markdown']);
  expect(Buffer.byteLength(markdown.stdout)).toBeLessThan(100_000);
  const branch = await status(['--branch', 'main']);
  expect(branch.stdout.match(/^ {2}#\d+/gm)).toHaveLength(166);
  const user = await status(['--user', 'jane']);
  expect(user.stdout).toContain('  and 16617 more');
});
