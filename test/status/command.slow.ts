/** `status` over a real ledger that real runs have written: as people call it, the bundle, and in its other forms. */
import { expect, test } from 'vitest';
import { toRecordPath } from '../../src/ledger/key.ts';
import type { GivenOptions } from '../../src/options.ts';
import type { Status } from '../../src/status/status.ts';
import { callIn } from '../commands/call.ts';
import { bundles, runBundle } from '../e2e/support/bundle.ts';
import { keyOf, plant } from '../runs/forge.ts';
import { onceHeld, Stage } from '../runs/support.ts';

const status = (stage: Stage, options: GivenOptions = {}, token?: string) =>
  callIn(stage.repository.dir, ['status'], options, token, new Date());
const json = ({ out }: { readonly out: string }): Status => JSON.parse(out);
const paths = (rows: readonly { readonly path: string }[]) => rows.map(({ path }) => path);

test('no ledger at all, no repository, a pattern that is none', async () => {
  await using stage = await Stage.open();
  const nothing = { code: 0, out: 'The ledger has no records.\n', notes: [] };
  expect(await status(stage, { 'fail-on-open': true })).toEqual(nothing);
  const empty = json(await status(stage, { format: 'json' }));
  expect(empty.counts).toEqual({ records: 0, requests: 0, open: 0, unanswered: 0, runs: 0 });
  const outside = await runBundle(bundles.cli, ['status'], { cwd: '/' });
  expect([outside.code, outside.stderr]).toEqual([3, expect.stringContaining('error: ')]);
  const wrong = { code: 'usage', message: expect.stringContaining('`--paths` {a') };
  await expect(status(stage, { paths: ['{a'] })).rejects.toMatchObject(wrong);
  expect((await runBundle(bundles.cli, ['status', '--format', 'xml'], { cwd: '/' })).code).toBe(2);
  stage.repository.git('remote', 'remove', 'origin');
  const alone = { exitCode: 3, message: expect.stringContaining('the ledger could not be read') };
  await expect(status(stage)).rejects.toMatchObject(alone);
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

  const around = { cwd: stage.repository.dir, env: { FILE_CHECKOUTS_TOKEN: 'demo-token' } };
  const bundle = (...args: string[]) => runBundle(bundles.cli, ['status', ...args], around);
  const all = await bundle('--format', 'json');
  const seen: Status = JSON.parse(all.stdout);
  expect([all.code, all.stderr, seen.verified]).toEqual([0, '', true]);
  expect(seen.records.map(({ branch, counts }) => [branch, counts])).toEqual([
    ['feature/a', { requests: 1, open: 0, unanswered: 0, runs: 1 }],
    ['main', { requests: 2, open: 2, unanswered: 0, runs: 0 }],
  ]);
  const { requests, open, runs } = seen;
  expect(paths(requests)).toEqual(['src/D.RPGLE', 'src/A.RPGLE', 'src/B.RPGLE']);
  const [first] = requests;
  expect(first).toMatchObject({ objectId: 10_003, account: 'carol', run: expect.stringMatching(/^\d+-1$/) });
  expect(Date.parse(first?.at ?? '')).toBeGreaterThan(Date.now() - 600_000);
  expect(stage.repository.git('cat-file', '-t', first?.commit ?? '')).toBe('commit');
  expect(paths(open)).toEqual(['X/C.RPGLE', 'Y/C.RPGLE']);
  expect(open[0]).toMatchObject({ outcome: 'collision', needsPerson: true, since: { account: 'bob' } });
  expect(runs).toMatchObject([{ branch: 'feature/a', calls: 1, over: false }]);

  const [text, ofUser, ofPath, ofBranch, none, html, markdown] = await Promise.all([
    bundle('--fail-on-open'),
    status(stage, { user: 'CAROL', 'fail-on-open': true }),
    status(stage, { paths: ['SRC/a.*', 'x/**'], format: 'json' }),
    status(stage, { branch: 'feature/a' }),
    status(stage, { branch: 'feature/b', 'fail-on-open': true }),
    status(stage, { format: 'html' }),
    status(stage, { format: 'markdown' }),
  ]);
  expect([text.code, text.stderr]).toEqual([1, expect.stringContaining('error: 2 things to settle (--fail-on-open)')]);
  expect(text.stdout).toContain('2 branches: 3 requests, 2 changes not filed, 1 run under way\nRecords of ');
  expect(text.stdout).not.toContain('not verified');
  expect([ofUser.code, ofUser.out]).toEqual([0, expect.stringContaining('by carol, run ')]);
  const chosen = json(ofPath);
  expect([...paths(chosen.requests), ...paths(chosen.open)]).toEqual(['src/A.RPGLE', 'X/C.RPGLE']);
  expect(chosen.records).toHaveLength(1);
  expect(ofBranch.out).toMatch(/#10003 \*MIGRATE ORD\/10 D \*PGM {2}src\/D\.RPGLE {2}\(by carol/);
  const nothing = 'The ledger has nothing for branch feature/b.\n';
  expect(none).toEqual({ code: 0, out: nothing, notes: ['Did you mean feature/a?'] });
  expect(html.out).toContain('<h1>Check-outs that are open</h1>');
  expect(markdown.out).toContain('#### Not filed (2)');
});

test('without a secret, and with another one, it says that nothing vouches for what it shows', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'A.RPGLE': 'a' });
  const bare = await status(stage, {}, '');
  expect(bare.out).toContain('not verified: no secret was given');
  expect(json(await status(stage, { format: 'json' }, '')).verified).toBeNull();
  const other = await status(stage, {}, 'other-token-0815');
  expect(other.out).toContain('1 of 1 branches not verified: sealed with another secret');
  expect(other.out).toContain('1 branch: 1 request\nRecord of main, ');
});

test('a record that cannot be read is named, the others are shown, and a job that watches is red', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'A.RPGLE': 'a' });
  const [folder] = stage.repository
    .git('-C', stage.repository.remote, 'ls-tree', '-r', '--name-only', 'refs/notes/check-outs', 'check-outs/')
    .split('/')
    .slice(1);
  plant(stage, `check-outs/${folder}/${'a'.repeat(24)}.json`, JSON.stringify({ version: '\u001b[2J' }));
  plant(stage, toRecordPath(keyOf(stage, 'odd')), JSON.stringify({ version: 2, branch: 'odd' }));
  const ended = await status(stage, { 'fail-on-open': true });
  expect(ended.code).toBe(1);
  expect(ended.out).toContain('1 branch: 1 request');
  expect(ended.out).toContain(`damaged: check-outs/${folder}/${'a'.repeat(24)}.json: it is not a record of version 2`);
  expect(json(await status(stage, { format: 'json' })).damaged).toHaveLength(2);
});
