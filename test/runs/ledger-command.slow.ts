import { expect, test } from 'vitest';
import { emptyTree } from '../../src/git/object-ids.ts';
import { bundles, runBundle } from '../e2e/support/bundle.ts';
import { outcomesOf, Stage, stageOf } from './support.ts';

const ledger = (stage: Stage, ...args: string[]) =>
  runBundle(bundles.cli, ['ledger', ...args], {
    cwd: stage.repository.dir,
    env: { FILE_CHECKOUTS_TOKEN: 'demo-token' },
  });

test('what is written is sealed: without a secret, or with another one, only what is shown works, and says so', async () => {
  await using stage = await stageOf('DEMO');
  await stage.push('Import', { 'A.RPGLE': 'a1' });
  const told = { cwd: stage.repository.dir };
  const other = { ...told, env: { FILE_CHECKOUTS_TOKEN: 'other-token-0815' } };
  const shown = (at: typeof told) => runBundle(bundles.cli, ['ledger', 'show', '--format', 'json'], at);
  const verified = async (at: typeof told) => JSON.parse((await shown(at)).stdout)[0].verified;
  expect([await verified(told), await verified(other)]).toEqual([null, false]);
  expect((await runBundle(bundles.cli, ['ledger', 'show'], told)).stdout).toContain('not verified: no secret');
  expect((await ledger(stage, 'show')).stdout).not.toContain('not verified');
  for (const args of [
    ['forget', 'A.RPGLE'],
    ['begin', '--branch', 'main', '--url', stage.service.url],
  ]) {
    const ended = await runBundle(bundles.cli, ['ledger', ...args], told);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('and none is given')]);
  }
  const foreign = await runBundle(bundles.cli, ['ledger', 'forget', 'A.RPGLE'], other);
  expect([foreign.code, foreign.stderr]).toEqual([3, expect.stringContaining('cannot be verified')]);
  // Whoever takes all of it away believes nothing of it.
  expect((await runBundle(bundles.cli, ['ledger', 'forget', '--branch', 'main'], other)).code).toBe(0);
});

test('what cannot be done is said', async () => {
  await using stage = await Stage.open();
  expect(await ledger(stage, 'show')).toMatchObject({ code: 0, stdout: 'the ledger remembers nothing\n' });
  const cases: [string[], string][] = [
    [[], 'ledger does not know what to do'],
    [['shwo'], 'ledger does not know shwo'],
    [['show', 'main'], 'ledger show does not take main'],
    [['begin'], 'ledger begin needs a service and a branch'],
    [['forget'], 'ledger forget needs paths or a branch'],
    [['forget', 'NOWHERE'], 'the ledger has nothing of that'],
  ];
  for (const [args, said] of cases) {
    const ended = await ledger(stage, ...args);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(said)]);
  }
});

test('ledger begin: where nobody says what a push changed, the next run files what came after it', async () => {
  await using stage = await Stage.open();
  const { repository, service } = stage;
  const { dir } = repository;
  const env = { FILE_CHECKOUTS_TOKEN: 'demo-token', FILE_CHECKOUTS_URL: service.url };
  const file = (...args: string[]) => runBundle(bundles.cli, ['file', ...args, '--format', 'json'], { cwd: dir, env });
  repository.commit('Import, filed long ago in another way', { 'A.RPGLE': '1', 'B.RPGLE': '1' });
  repository.push();
  const lost = await file('--branch', 'main');
  expect([lost.code, JSON.parse(lost.stdout).error.message]).toEqual([
    3,
    expect.stringContaining('has no record of main'),
  ]);
  const head = repository.git('rev-parse', 'HEAD');
  const begun = await runBundle(bundles.cli, ['ledger', 'begin', '--branch', 'main'], { cwd: dir, env });
  expect(begun).toMatchObject({
    code: 0,
    stdout: `begun: main (repo ORDERS) at ${service.url} is settled at ${head}\n`,
  });
  repository.commit('One', { 'A.RPGLE': '2' });
  repository.push();
  repository.commit('Two', { 'C.RPGLE': '1' });
  repository.push();
  const filed = JSON.parse((await file('--branch', 'main')).stdout);
  expect([filed.range.rule, outcomesOf(filed)]).toEqual(['ledger', ['A *MIGRATE created', 'C *MIGRATE created']]);
  const again = JSON.parse((await file('--branch', 'main')).stdout);
  expect([again.exitCode, again.requests]).toEqual([0, []]);
  const twice = await runBundle(bundles.cli, ['ledger', 'begin', '--branch', 'main'], { cwd: dir, env });
  expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('is settled at')]);
});

test('ledger begin with the empty tree: everything is new; what is no commit is said in a sentence', async () => {
  await using stage = await Stage.open();
  const { repository, service } = stage;
  const { dir } = repository;
  const env = { FILE_CHECKOUTS_TOKEN: 'demo-token', FILE_CHECKOUTS_URL: service.url };
  repository.commit('Import', { 'A.RPGLE': '1', 'B.RPGLE': '1' });
  repository.push();
  const begin = (head: string) =>
    runBundle(bundles.cli, ['ledger', 'begin', '--branch', 'main', '--head', head], { cwd: dir, env });
  const trees = ['HEAD^{tree}', 'HEAD:A.RPGLE'].map((rev) => repository.git('rev-parse', rev));
  for (const head of [...trees, '1'.repeat(40), 'HEAD:A.RPGLE', 'nowhere']) {
    const ended = await begin(head);
    expect([head, ended.code, ended.stderr]).toEqual([head, 3, expect.stringMatching(/ no commit in this clone/)]);
    expect(ended.stderr).not.toMatch(/crash|fast-import/);
  }
  const begun = await begin(emptyTree.sha256);
  expect(begun).toMatchObject({
    code: 0,
    stdout: `begun: main (repo ORDERS) at ${service.url} has nothing filed: everything is owed\n`,
  });
  const file = () => runBundle(bundles.cli, ['file', '--branch', 'main', '--format', 'json'], { cwd: dir, env });
  const filed = JSON.parse((await file()).stdout);
  expect([filed.range, outcomesOf(filed)]).toMatchObject([
    { rule: 'ledger', base: emptyTree.sha1 },
    ['A *MIGRATE created', 'B *MIGRATE created'],
  ]);
  expect(JSON.parse((await file()).stdout)).toMatchObject({ exitCode: 0, requests: [] });
  expect(await begin(emptyTree.sha1)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is settled at'),
  });
});
