import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noticesOf } from '../runs/support.ts';
import { bundles, runBundle } from './support/bundle.ts';
import { demoMapping } from './support/mapping.ts';
import { TestRepository } from './support/repository.ts';
import { scene } from './support/scene.ts';

/** The exit codes of design §2, each seen from outside, and what the user is told. */
const { repository, runner, service } = await scene();
const base = repository.commit('Base', { '.file-checkouts.yml': demoMapping, 'README.md': '#\n' });
const programs = Object.fromEntries(['A', 'B', 'C'].map((name) => [`QRPGLESRC/${name}.PGM.RPGLE`, `${name}\n`]));
const head = repository.commit('Programs', programs);
repository.push();

const connected = { FILE_CHECKOUTS_TOKEN: 'demo-token', FILE_CHECKOUTS_URL: service.url };
const file = (args: string[], env: Record<string, string> = {}) =>
  runBundle(bundles.cli, args, { cwd: repository.dir, env: { ...connected, ...env } });
const range = ['--base', base, '--head', head];
const transactions = () => service.inspect().transactions.length;

test('deletes: report files nothing for a deleted file, and a note names it', async () => {
  const mapping = join(runner.dir, 'report.yml');
  writeFileSync(mapping, `${demoMapping}deletes: report\n`);
  const args = ['--base', head, '--head', base, '--mapping', mapping, '--format', 'json'];
  const report = JSON.parse((await file(['plan', ...args])).stdout);
  expect(report.requests).toEqual([]);
  expect(noticesOf(report)).toContain(
    '3 deleted files are not filed for deletion (deletes: report): QRPGLESRC/A.PGM.RPGLE, QRPGLESRC/B.PGM.RPGLE, QRPGLESRC/C.PGM.RPGLE',
  );
});

test('a starter file that is still to be filled in can be planned with, and not filed with', async () => {
  const mapping = join(runner.dir, 'starter.yml');
  writeFileSync(mapping, 'version: 1\nbranches: [{ branch: main, appl: <APPL>, lvl: <LVL> }]\n');
  const args = [...range, '--mapping', mapping, '--format', 'json'];
  const planned = await file(['plan', ...args]);
  expect(planned.code).toBe(0);
  const report = JSON.parse(planned.stdout);
  expect(report.requests).toHaveLength(3);
  expect(noticesOf(report)).toContain(
    'fill in the mapping before you file: branches[0].appl (<APPL>), branches[0].lvl (<LVL>)',
  );
  const filed = await file(['file', ...args]);
  expect(filed.code).toBe(2);
  expect(JSON.parse(filed.stdout).error.message).toContain('is still the placeholder <APPL>');
  expect(transactions()).toBe(0);
});

test('plan shows everything and calls nothing', async () => {
  const ended = await file(['plan', ...range, '--format', 'json']);
  const report = JSON.parse(ended.stdout);
  expect(ended.code).toBe(0);
  const fields = { appl: 'ORD', lvl: 50, gfile: 'A.PGM.RPGLE' };
  expect(report.requests).toMatchObject([
    { objn: 'A', outcome: 'planned', action: 'create', bytes: 2, fields },
    { objn: 'B', outcome: 'planned' },
    { objn: 'C', outcome: 'planned' },
  ]);
  expect(report.range).toMatchObject({ base, head, rule: 'explicit', branch: 'main' });
  expect(transactions()).toBe(0);
});

test('more requests than --max-requests are refused before the first call, with the number to allow', async () => {
  const ended = await file(['file', ...range, '--max-requests', '2']);
  expect(ended.code).toBe(1);
  expect(ended.stdout).toMatch(
    /3 requests, and the limit is 2\. The files: QRPGLESRC\/A\.PGM\.RPGLE[\s\S]*--max-requests 3/,
  );
  expect(transactions()).toBe(0);
});

const usage: [string, string[], RegExp][] = [
  ['an unknown command', ['fil'], /unknown command fil[\s\S]*Did you mean file/],
  ['a mapping file that is not there', ['plan', '--mapping', 'nowhere.yml'], /nowhere\.yml cannot be read/],
  ['a mode that the mapping does not go with', ['file', '--base', 'HEAD~1', '--rfp', 'none'], /pipe.* without an RFP/],
];
test.each(usage)('exit 2: %s', async (_, args, said) => {
  const ended = await file(args);
  expect(ended.stdout + ended.stderr).toMatch(said);
  expect([ended.code, transactions()]).toEqual([2, 0]);
});

test('exit 2: no token, no address', async () => {
  const noToken = await file(['file', ...range], { FILE_CHECKOUTS_TOKEN: '' });
  expect([noToken.code, noToken.stdout]).toEqual([2, expect.stringContaining('FILE_CHECKOUTS_TOKEN')]);
  const noUrl = await file(['file', ...range], { FILE_CHECKOUTS_URL: '' });
  expect([noUrl.code, noUrl.stdout]).toEqual([2, expect.stringContaining('--url')]);
});

test('exit 3: a base that cannot be found is never an empty list', async () => {
  const gone = 'd'.repeat(40);
  const env = runner.push({ branch: 'main', before: gone, after: head });
  const ended = await file(['file', '--report', runner.file('gone.json')], env);
  expect(ended.code).toBe(3);
  expect(ended.stdout).toContain(gone);
  expect(runner.report('gone.json')).toMatchObject({ error: { code: 'range' }, exitCode: 3, requests: [] });
  expect(transactions()).toBe(0);
});

// A tag: test/run/choose.test.ts, and other-ci.slow.ts from outside.
test('exit 0: a deleted branch files nothing and says so', async () => {
  const deleted = runner.push({ branch: 'gone', before: head, after: head, deleted: true });
  expect(await file(['file'], deleted)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('branch gone was deleted'),
  });
  expect(transactions()).toBe(0);
});

test('a branch without a rule files nothing and says so', async () => {
  repository.git('checkout', '--quiet', '-b', 'topic');
  const after = repository.commit('Topic', { 'QRPGLESRC/T.PGM.RPGLE': 't\n' });
  repository.push('topic');
  repository.git('checkout', '--quiet', 'main');
  const ended = await file(['file'], runner.push({ branch: 'topic', before: null, after }));
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('no rule for branch topic') });
  expect(transactions()).toBe(0);
});

test('--mapping origin/main:FILE is read from the remote by a clone that does not follow main', async () => {
  repository.push();
  const dir = join(runner.dir, 'shallow');
  repository.git('push', '--quiet', '--force', 'origin', 'HEAD:refs/heads/topic');
  repository.git('clone', '--quiet', '--depth=1', '--branch=topic', `file://${repository.remote}`, dir);
  const args = ['check', '--mapping', 'origin/main:.file-checkouts.yml', '--format', 'json'];
  const ended = await runBundle(bundles.cli, args, { cwd: dir });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(ended.stdout)).toMatchObject({ valid: true, mapping: { path: '.file-checkouts.yml' } });
  const none = await runBundle(bundles.cli, ['check', '--mapping', 'origin/nowhere:x.yml'], { cwd: dir });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('has no branch nowhere')]);
});

test('a reader that has seen enough does not end the run: the report is written, with its verdict', async () => {
  const report = join(runner.dir, 'piped.json');
  const line = `"${process.execPath}" "${bundles.cli}" plan --base ${base} --head ${head} --report "${report}"; echo $? >&2`;
  const { stderr } = spawnSync('sh', ['-c', `(${line}) | true`], { cwd: repository.dir, encoding: 'utf8' });
  expect(stderr.trim()).toBe('0');
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ counts: { planned: 3 }, exitCode: 0 });
});

test('without a mapping file, --set says where things go', async () => {
  using plain = new TestRepository();
  plain.commit('Programs', { 'QRPGLESRC/A.PGM.RPGLE': 'a\n', 'QRPGLESRC/B.PGM.RPGLE': 'b\n' });
  const where = ['--set', 'appl=ORD', '--set', 'lvl=50', '--repo', 'ORDERS', '--paths', 'QRPGLESRC/A.*'];
  const ended = await runBundle(bundles.cli, ['file', ...where, '--ledger', 'off'], { cwd: plain.dir, env: connected });
  expect(ended.stdout).toContain('A *PGM');
  expect(ended.code).toBe(0);
  expect(service.inspect().requests).toMatchObject([{ objn: 'A', attr: 'RPGLE', objt: '*PGM', gpath: 'QRPGLESRC' }]);
});
