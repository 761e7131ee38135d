/** `status` as people call it: the bundle, over a real ledger that real runs have written. */
import { expect, test } from 'vitest';
import { recordPath } from '../../src/ledger/place.ts';
import type { Status } from '../../src/status/status.ts';
import { bundles, type Ended, runBundle } from '../e2e/support/bundle.ts';
import { keyOf, plant } from '../runs/forge.ts';
import { onceHeld, Stage } from '../runs/support.ts';

const secret = { FILE_CHECKOUTS_TOKEN: 'demo-token' };
const status = (stage: Stage, args: readonly string[] = [], env: Readonly<Record<string, string>> = secret) =>
  runBundle(bundles.cli, ['status', ...args], { cwd: stage.repository.dir, env });
const json = ({ stdout }: Ended): Status => JSON.parse(stdout);
const paths = (rows: readonly { readonly path: string }[]) => rows.map(({ path }) => path);

test('no ledger at all, no repository, a pattern that is none', async () => {
  await using stage = await Stage.open();
  const none = await status(stage, ['--fail-on-open']);
  expect(none).toEqual({ code: 0, stdout: 'The ledger remembers nothing.\n', stderr: '' });
  const empty = json(await status(stage, ['--format', 'json']));
  expect(empty.counts).toEqual({ records: 0, requests: 0, open: 0, unanswered: 0, runs: 0 });
  const outside = await runBundle(bundles.cli, ['status'], { cwd: '/' });
  expect([outside.code, outside.stderr]).toEqual([3, expect.stringContaining('error: ')]);
  const wrong = await status(stage, ['--paths', '{a']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--paths {a')]);
  expect((await status(stage, ['--format', 'xml'])).code).toBe(2);
  stage.repository.git('remote', 'remove', 'origin');
  const alone = await status(stage);
  expect([alone.code, alone.stderr]).toEqual([3, expect.stringContaining('the ledger could not be read')]);
});

test('some branches: what stands, what is still open, and a run that was killed', async () => {
  await using stage = await Stage.open();
  const head = stage.commit('Mapping', { 'README.md': '1' });
  stage.heads.set('main', head);
  await stage.push('Import', { 'src/A.RPGLE': 'a', 'src/B.RPGLE': 'b' });
  const collided = await stage.push('Collide', { 'X/C.RPGLE': '1', 'Y/C.RPGLE': '2' }, 'main', { actor: 'bob' });
  expect(collided.exitCode).toBe(1);
  stage.repository.git('checkout', '-q', '-b', 'feature/a');
  await stage.push('D', { 'src/D.RPGLE': 'd' }, 'feature/a', { actor: 'carol' });
  await stage.push('E', { 'src/E.RPGLE': 'e' }, 'feature/a', { dies: onceHeld('E *MIGRATE') });

  const all = await status(stage, ['--format', 'json']);
  const seen = json(all);
  expect([all.code, all.stderr, seen.verified]).toEqual([0, '', true]);
  expect(seen.records.map(({ branch, counts }) => [branch, counts])).toEqual([
    ['feature/a', { requests: 1, open: 0, unanswered: 0, runs: 1 }],
    ['main', { requests: 2, open: 2, unanswered: 0, runs: 0 }],
  ]);
  const { requests, open, runs } = seen;
  expect(paths(requests)).toEqual(['src/D.RPGLE', 'src/A.RPGLE', 'src/B.RPGLE']);
  const [first] = requests;
  expect(first).toMatchObject({
    objectId: 10_003,
    account: 'carol',
    run: expect.stringMatching(/^\d+-1$/),
  });
  expect(Date.parse(first?.at ?? '')).toBeGreaterThan(Date.now() - 600_000);
  expect(stage.repository.git('cat-file', '-t', first?.commit ?? '')).toBe('commit');
  expect(paths(open)).toEqual(['X/C.RPGLE', 'Y/C.RPGLE']);
  expect(open[0]).toMatchObject({ outcome: 'collision', needsPerson: true, since: { account: 'bob' } });
  expect(runs).toMatchObject([{ branch: 'feature/a', calls: 1, over: false }]);

  const [text, ofUser, ofPath, ofBranch, none, html, markdown] = await Promise.all([
    status(stage, ['--fail-on-open']),
    status(stage, ['--user', 'CAROL', '--fail-on-open']),
    status(stage, ['--paths', 'SRC/a.*', 'x/**', '--format', 'json']),
    status(stage, ['--branch', 'feature/a']),
    status(stage, ['--branch', 'feature/b', '--fail-on-open']),
    status(stage, ['--format', 'html']),
    status(stage, ['--format', 'markdown']),
  ]);
  expect([text.code, text.stderr]).toEqual([1, expect.stringContaining('error: 2 things to settle (--fail-on-open)')]);
  expect(text.stdout).toContain('2 branches: 3 requests, 2 changes still open, 1 run under way (of ');
  expect(text.stdout).not.toContain('not verified');
  expect([ofUser.code, ofUser.stdout]).toEqual([0, expect.stringContaining('by carol, run ')]);
  const chosen = json(ofPath);
  expect([paths(chosen.requests), paths(chosen.open), chosen.records.length]).toEqual([
    ['src/A.RPGLE'],
    ['X/C.RPGLE'],
    1,
  ]);
  expect(ofBranch.stdout).toMatch(/#10003 \*MIGRATE ORD\/10 D \*PGM {2}src\/D\.RPGLE {2}\(by carol/);
  expect(none).toEqual({
    code: 0,
    stdout: 'The ledger remembers nothing of branch feature/b.\n',
    stderr: 'Did you mean feature/a?\n',
  });
  expect(html.stdout).toContain('<h1>Check-outs that are open</h1>');
  expect(markdown.stdout).toContain('#### Still open (2)');
});

test('without a secret, and with another one, it says that nothing vouches for what it shows', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'A.RPGLE': 'a' });
  const bare = await status(stage, [], {});
  expect(bare.stdout).toContain('not verified: no secret was given');
  expect(json(await status(stage, ['--format', 'json'], {})).verified).toBeNull();
  const other = await status(stage, [], { FILE_CHECKOUTS_TOKEN: 'other-token-0815' });
  expect(other.stdout).toContain('1 of 1 branches not verified: sealed with another secret');
  expect(other.stdout).toContain('1 branch: 1 request (main, ');
});

test('a record that cannot be read is named, the others are shown, and a job that watches is red', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'A.RPGLE': 'a' });
  const [folder] = stage.repository
    .git('-C', stage.repository.remote, 'ls-tree', '-r', '--name-only', 'refs/notes/check-outs', 'check-outs/')
    .split('/')
    .slice(1);
  plant(stage, `check-outs/${folder}/${'a'.repeat(24)}.json`, JSON.stringify({ version: '\u001b[2J' }));
  plant(stage, recordPath(keyOf(stage, 'odd')), JSON.stringify({ version: 2, branch: 'odd' }));
  const ended = await status(stage, ['--fail-on-open']);
  expect(ended.code).toBe(1);
  expect(ended.stdout).toContain('1 branch: 1 request');
  expect(ended.stdout).toContain(
    `damaged: check-outs/${folder}/${'a'.repeat(24)}.json: it is not a record of version 2`,
  );
  expect(json(await status(stage, ['--format', 'json'])).damaged).toHaveLength(2);
});
