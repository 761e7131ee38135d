/** A ledger of 4,000 requests in 300 branches, by the bundle: how many processes it takes, and how large it gets. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Status } from '../../src/status/status.ts';
import { bundles, type Ended, runBundle } from '../e2e/support/bundle.ts';
import { folder, type Remote } from '../git/support.ts';
import { watchGit } from '../git/watched-git.ts';
import { clone, started } from '../ledger/support.ts';
import { manyRecords, manySecret, writeRecords } from './many.ts';

const [branches, requests] = [300, 4_000];
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

test('text: a line a branch, by as many Git processes as for one branch', async () => {
  using place = folder();
  const watch = watchGit(place.path);
  const { stdout } = await status([], { ...watch.env, FILE_CHECKOUTS_TOKEN: manySecret });
  expect(stdout).toContain('300 branches: 4000 requests');
  expect(stdout.split('\n').length).toBeLessThan(70);
  expect(watch.commands().length).toBeLessThan(12);
});

test('JSON: all of it', async () => {
  const { stdout } = await status(['--format', 'json'], { FILE_CHECKOUTS_TOKEN: manySecret });
  const read: Status = JSON.parse(stdout);
  expect([read.records.length, read.requests.length, read.verified]).toEqual([branches, requests, true]);
  expect(read.requests.every(({ at: when, account }) => when !== null && account === 'jane-doe')).toBe(true);
});

test('HTML: all requests can be searched, in a page of a MB or so', async () => {
  const { stdout } = await status(['--format', 'html']);
  expect(Buffer.byteLength(stdout)).toBeLessThan(1_500_000);
  const [, data = ''] = /<script id="data" type="application\/json">([\s\S]*?)<\/script>/.exec(stdout) ?? [];
  expect(JSON.parse(data).rows).toHaveLength(requests);
});

test('Markdown, and one user of all', async () => {
  const markdown = await status(['--format', 'markdown']);
  expect(Buffer.byteLength(markdown.stdout)).toBeLessThan(100_000);
  const user = await status(['--user', 'jane']);
  expect(user.stdout).toMatch(/^ {2}and \d{4} more$/m);
});
