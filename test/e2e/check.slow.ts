import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CheckReport } from '../../src/check/check-report.ts';
import { bundles, runBundle } from './support/bundle.ts';
import { scene } from './support/scene.ts';

const good = `version: 1
repo: ORDERS
branches:
  - { branch: main, appl: ORD, lvl: 50 }
rules:
  - { match: { gfile: "*.PGM.RPGLE" }, request: { objt: "*PGM" } }
  - { match: { path: .file-checkouts.yml }, skip: no source }
unmapped: error
`;

/** Check and explain as a user runs them. */
const { repository, runner, service } = await scene();
repository.commit('Sources', { 'Q/A.PGM.RPGLE': 'a', '.file-checkouts.yml': good });

const cli = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runBundle(bundles.cli, args, { cwd: repository.dir, env });
const json = async (args: readonly string[]): Promise<CheckReport> =>
  JSON.parse((await cli(['check', '--format', 'json', ...args])).stdout) as CheckReport;

test('a file without a rule under unmapped: error is exit 1, and the report says the same', async () => {
  repository.git('checkout', '--quiet', '-B', 'topic', 'main');
  repository.commit('More', { 'Q/B.CLLE': 'b', 'Q/C.CLLE': 'c' });
  try {
    const ended = await cli(['check', '--report', runner.file('check.json')]);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(
      '2 tracked files without a rule (unmapped: error)\n  Q/*.CLLE  2 files: Q/B.CLLE, Q/C.CLLE',
    );
    const said = { valid: true, unmapped: ['Q/B.CLLE', 'Q/C.CLLE'], exitCode: 1 };
    expect(JSON.parse(runner.read('check.json'))).toMatchObject(said);
  } finally {
    repository.git('checkout', '--quiet', '--force', 'main');
  }
});

const broken = 'version: 1\nrulez: []\nunmapped: maybe\n';

test('an invalid mapping is exit 2 with all errors, each with its line and a caret', async () => {
  const file = runner.file('broken.yml');
  writeFileSync(file, broken);
  const ended = await cli(['check', '--mapping', file]);
  expect(ended.code).toBe(2);
  expect(ended.stdout).toContain(`${file}:2:1: `);
  expect(ended.stdout).toContain('did you mean');
  expect(ended.stdout).toContain(`${file}:3:11: `);
  expect(ended.stdout).toMatch(/\n {4}unmapped: maybe\n {14}\^{5}\n/);
  const report = await json(['--mapping', file]);
  expect(report).toMatchObject({ valid: false, exitCode: 2 });
  expect(report.errors.map(({ line, column }) => [line, column])).toEqual([
    [2, 1],
    [3, 11],
  ]);
});

test('in a workflow the findings stand beside the mapping file', async () => {
  const file = join(repository.dir, '.git', 'broken.yml');
  writeFileSync(file, broken);
  const before = repository.git('rev-parse', 'HEAD');
  const ended = await cli(['check', '--mapping', file], runner.push({ branch: 'main', before, after: before }));
  expect(ended.code).toBe(2);
  expect(ended.stdout).toMatch(/^::error title=file-checkouts,file=.*broken\.yml,line=2,col=1::/m);
});

test('the action checks too, with a summary', async () => {
  const before = repository.git('rev-parse', 'HEAD');
  const job = runner.push({ branch: 'main', before, after: before });
  const ended = await runner.act(repository.dir, job, { command: 'check' });
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain('.file-checkouts.yml is valid');
  expect(runner.read('summary')).toContain('## Mapping');
});

describe('--url asks one harmless question', () => {
  const ask = (url: string, token = 'demo-token') => cli(['check', '--url', url], { FILE_CHECKOUTS_TOKEN: token });

  test('all well: exit 0, and nothing was filed', async () => {
    const ended = await ask(service.url);
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout).toContain('The service answers and accepts the token.');
    expect(service.inspect().requests).toEqual([]);
    expect(service.inspect().transactions.every(({ method }) => method === 'PATCH')).toBe(true);
  });

  test('a wrong token: exit 4', async () => {
    const ended = await ask(service.url, 'wrong');
    expect(ended.code).toBe(4);
    expect(ended.stdout).toMatch(/401|token/);
    expect(`${ended.stdout}${ended.stderr}`).not.toContain('wrong');
  });
});

test('explain: a path from the top and from the current directory, as text and as JSON', async () => {
  const ended = await cli(['explain', 'Q/A.PGM.RPGLE', 'nowhere.txt']);
  expect(ended.code).toBe(0);
  expect(ended.stdout).toMatch(/^Q\/A\.PGM\.RPGLE\n {2}branch main\n {4}branches\[0\] \(line 4\) wins: "main"/);
  expect(ended.stdout).toContain('nowhere.txt (not tracked by Git)');
  const args = ['explain', 'A.PGM.RPGLE', '--mapping', '../.file-checkouts.yml', '--format', 'json'];
  const below = await runBundle(bundles.cli, args, { cwd: `${repository.dir}/Q` });
  expect(JSON.parse(below.stdout)).toMatchObject([
    { path: 'Q/A.PGM.RPGLE', result: { kind: 'requests', rule: 'rules[0]' } },
  ]);
});
