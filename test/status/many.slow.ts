/** A ledger of 50,000 requests in 300 branches, by the bundle: how long it takes, and how large it gets. */
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

interface Timed extends Ended {
  readonly ms: number;
}

/** The quickest of some runs: others use the machine, too. */
async function timed(args: readonly string[], env: Readonly<Record<string, string>> = {}, runs = 3): Promise<Timed> {
  const all: Timed[] = [];
  for (let n = 0; n < runs; n += 1) {
    const began = performance.now();
    const ended = await runBundle(bundles.cli, ['status', ...args], { cwd: dir, env });
    all.push({ ...ended, ms: performance.now() - began });
  }
  const [quickest] = all.toSorted((one, other) => one.ms - other.ms);
  if (quickest === undefined) throw new Error('nothing was run');
  process.stderr.write(`status ${args.join(' ')}: ${Math.round(quickest.ms)} ms\n`);
  expect([quickest.code, quickest.stderr]).toEqual([0, '']);
  return quickest;
}

describe.each<[string, Record<string, string>]>([
  ['with the secret', { FILE_CHECKOUTS_TOKEN: manySecret }],
  ['without a secret', {}],
])('%s', (_, env) => {
  test('text: a line a branch, in about a second on a machine of its own', async () => {
    const { stdout, ms } = await timed([], env);
    expect(ms).toBeLessThan(4000);
    expect(stdout).toContain('300 branches: 50000 requests');
    expect(stdout.split('\n').length).toBeLessThan(70);
  });
});

test('JSON: all of it', async () => {
  const { stdout } = await timed(['--format', 'json'], { FILE_CHECKOUTS_TOKEN: manySecret }, 1);
  const status: Status = JSON.parse(stdout);
  expect([status.records.length, status.requests.length, status.verified]).toEqual([branches, requests, true]);
  expect(status.requests.every(({ at: when, account }) => when !== null && account === 'jane-doe')).toBe(true);
});

test('HTML: all requests can be searched, in a page of a few MB', async () => {
  const { stdout } = await timed(['--format', 'html'], {}, 1);
  expect(Buffer.byteLength(stdout)).toBeLessThan(6_000_000);
  const [, data = ''] = /<script id="data" type="application\/json">([\s\S]*?)<\/script>/.exec(stdout) ?? [];
  expect(JSON.parse(data).rows).toHaveLength(requests);
});

test('Markdown, one branch, one user', async () => {
  const markdown = await timed(['--format', 'markdown'], {}, 1);
  expect(Buffer.byteLength(markdown.stdout)).toBeLessThan(100_000);
  const branch = await timed(['--branch', 'main'], {}, 1);
  expect(branch.stdout.match(/^ {2}#\d+/gm)).toHaveLength(166);
  const user = await timed(['--user', 'jane'], {}, 1);
  expect(user.stdout).toContain('  and 16617 more');
});
