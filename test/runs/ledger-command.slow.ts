import { expect, test } from 'vitest';
import { emptyTree } from '../../src/git/object-ids.ts';
import { bundles, runBundle } from '../e2e/support/bundle.ts';
import { outcomesOf, Stage } from './support.ts';

/** The commands by themselves are in test/commands/; here runs go on from them. */

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
});

test('ledger begin with the empty tree: everything is new', async () => {
  await using stage = await Stage.open();
  const { repository, service } = stage;
  const { dir } = repository;
  const env = { FILE_CHECKOUTS_TOKEN: 'demo-token', FILE_CHECKOUTS_URL: service.url };
  repository.commit('Import', { 'A.RPGLE': '1', 'B.RPGLE': '1' });
  repository.push();
  const cli = (...args: string[]) => runBundle(bundles.cli, [...args, '--branch', 'main'], { cwd: dir, env });
  expect(await cli('ledger', 'begin', '--head', emptyTree.sha256)).toMatchObject({
    code: 0,
    stdout: `begun: main (repo ORDERS) at ${service.url} has nothing filed: everything is owed\n`,
  });
  const filed = JSON.parse((await cli('file', '--format', 'json')).stdout);
  expect([filed.range, outcomesOf(filed)]).toMatchObject([
    { rule: 'ledger', base: emptyTree.sha1 },
    ['A *MIGRATE created', 'B *MIGRATE created'],
  ]);
  expect(JSON.parse((await cli('file', '--format', 'json')).stdout)).toMatchObject({ exitCode: 0, requests: [] });
});
