import { expect, test } from 'vitest';
import { mappingOf, noticesOf, outcomesOf, Stage } from '../support.ts';

/** A branch whose record has ended begins again where its fork is (design §8, §16). */

const branch = 'feature/x';
const payload = { ref: `refs/heads/${branch}`, before: 'a'.repeat(40), after: '0'.repeat(40), deleted: true };
const stands = ['ORD/10 P *MIGRATE p (P.RPGLE)', 'ORD/10 Q *MIGRATE q (Q.RPGLE)'];

/** A stage on whose branch P and Q are pushed, and filed unless the run dies. */
async function filed(dies?: (held: readonly string[]) => boolean): Promise<{ stage: Stage; head: string }> {
  const stage = await Stage.open();
  const files = { '.file-checkouts.yml': `${mappingOf('DEMO')}branch-deleted: release\n`, 'README.md': '1' };
  await stage.push('Main', files);
  const options = { concurrency: 1 };
  await stage.push('Feature', { 'P.RPGLE': 'p', 'Q.RPGLE': 'q' }, branch, { options, ...(dies && { dies }) });
  return { stage, head: stage.head(branch) };
}

/** Deletes the branch at the remote and releases it. */
async function released({ stage }: { stage: Stage }, releases?: true) {
  stage.drop(branch);
  return stage.file(branch, null, stage.head(), { payload, ...(releases && { releases }) });
}

/** "Restore branch": it is there again, where it was. */
function restore({ stage, head }: { stage: Stage; head: string }) {
  stage.repository.git('push', '-q', 'origin', `${head}:refs/heads/${branch}`);
  return stage.file(branch, null, head);
}

test.each([
  ['branch-deleted: release', undefined],
  ['the command', true],
] as const)('released by %s, a branch that comes back with the same head files its changes', async (_, releases) => {
  const scene = await filed();
  await using stage = scene.stage;
  const report = await released(scene, releases);
  expect([report.exitCode, stage.live()]).toEqual([0, []]);
  const back = await restore(scene);
  expect([back.exitCode, outcomesOf(back)]).toEqual([0, ['P *MIGRATE created', 'Q *MIGRATE created']]);
  expect(stage.live()).toEqual(stands);
});

test('what a killed run had tried is settled', async () => {
  const scene = await filed((held) => held.some((line) => line.includes(' P *MIGRATE')));
  await using stage = scene.stage;
  const report = await released(scene);
  expect([report.exitCode, stage.live()]).toEqual([0, []]);
  const back = await restore(scene);
  expect([back.exitCode, stage.live()]).toEqual([0, stands]);
});

test('what cannot be found out is named', async () => {
  const scene = await filed((held) => held.some((line) => line.includes(' P *MIGRATE')));
  await using stage = scene.stage;
  stage.drop(branch);
  const told = { payload, refused: true } as const;
  const report = await stage.file(branch, null, stage.head(), told);
  expect(report.exitCode).not.toBe(0);
  expect(JSON.stringify([report.requests, noticesOf(report), report.error])).toMatch(/P\.RPGLE|ORD\/10 P\b/);
  expect([(await stage.file(branch, null, stage.head(), { payload })).exitCode, stage.live()]).toEqual([0, []]);
});

test('a living branch is refused by the command', async () => {
  const scene = await filed();
  await using stage = scene.stage;
  const report = await stage.file(branch, null, scene.head, { payload, releases: true });
  expect(report.exitCode).not.toBe(0);
  expect(`${report.error?.message} ${report.error?.remedy}`).toContain('--live');
  expect(stage.live()).toEqual(stands);
  const live = await stage.file(branch, null, scene.head, { payload, releases: true, options: { live: true } });
  // Not that it was deleted.
  expect([live.exitCode, live.range?.rule, stage.live()]).toEqual([0, 'release', []]);
});
