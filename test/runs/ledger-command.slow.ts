import { expect, test } from 'vitest';
import { emptyTree } from '../../src/git/object-ids.ts';
import { bundles, runBundle } from '../e2e/support/bundle.ts';
import { outcomesOf, Stage } from './support.ts';

/** The commands by themselves are in test/commands/; here runs go on from them. */

/** Runs a command for main. */
function cli({ repository, service }: Stage, ...args: string[]) {
  const env = { FILE_CHECKOUTS_TOKEN: 'demo-token', FILE_CHECKOUTS_URL: service.url };
  return runBundle(bundles.cli, [...args, '--branch', 'main'], { cwd: repository.dir, env });
}

/** Files main; gives the report. */
const file = async (stage: Stage) => JSON.parse((await cli(stage, 'file', '--format', 'json')).stdout);

test('ledger begin: where nobody says what a push changed, the next run files what came after it', async () => {
  await using stage = await Stage.open();
  const { repository, service } = stage;
  repository.commit('Import, filed long ago in another way', { 'A.RPGLE': '1', 'B.RPGLE': '1' });
  repository.push();
  const message = expect.stringContaining('has no record of main');
  expect(await file(stage)).toMatchObject({ exitCode: 3, error: { message } });
  const head = repository.git('rev-parse', 'HEAD');
  const stdout = `begun: main (repo ORDERS) at ${service.url} is settled at ${head}\n`;
  expect(await cli(stage, 'ledger', 'begin')).toMatchObject({ code: 0, stdout });
  stage.commit('One', { 'A.RPGLE': '2' });
  stage.commit('Two', { 'C.RPGLE': '1' });
  const filed = await file(stage);
  expect([filed.range.rule, outcomesOf(filed)]).toEqual(['ledger', ['A *MIGRATE created', 'C *MIGRATE created']]);
  expect(await file(stage)).toMatchObject({ exitCode: 0, requests: [] });
});

test('ledger begin with the empty tree: everything is new', async () => {
  await using stage = await Stage.open();
  stage.commit('Import', { 'A.RPGLE': '1', 'B.RPGLE': '1' });
  const stdout = `begun: main (repo ORDERS) at ${stage.service.url} has nothing filed: everything is owed\n`;
  expect(await cli(stage, 'ledger', 'begin', '--head', emptyTree.sha256)).toMatchObject({ code: 0, stdout });
  const filed = await file(stage);
  expect([filed.range, outcomesOf(filed)]).toMatchObject([
    { rule: 'ledger', base: emptyTree.sha1 },
    ['A *MIGRATE created', 'B *MIGRATE created'],
  ]);
  expect(await file(stage)).toMatchObject({ exitCode: 0, requests: [] });
});
