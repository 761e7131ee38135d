import { expect, test } from 'vitest';
import { mappingOf, noticesOf, onceHeld, Stage } from '../support.ts';

/** A branch whose record has ended begins again where its fork is (design §8, §16). */

const branch = 'feature/x';

/** A stage on whose branch P and Q are pushed, and filed unless the run dies; the branch is deleted at the remote. */
async function deleted(told: Parameters<Stage['push']>[3] & object = {}): Promise<Stage> {
  const stage = await Stage.open();
  const files = { '.file-checkouts.yml': `${mappingOf('DEMO')}branch-deleted: release\n`, 'README.md': '1' };
  await stage.push('Main', files);
  await stage.push('Feature', { 'P.RPGLE': 'p', 'Q.RPGLE': 'q' }, branch, { options: { concurrency: 1 }, ...told });
  stage.drop(branch);
  return stage;
}

test('released by the command, a branch that comes back with the same head files its changes', async () => {
  await using stage = await deleted();
  expect((await stage.ended(branch, { releases: true })).exitCode).toBe(0);
  expect(stage.live()).toEqual([]);
  const head = stage.head(branch);
  stage.repository.git('push', '-q', 'origin', `${head}:refs/heads/${branch}`);
  expect(await stage.filed(branch, null, head)).toEqual([0, ['P *MIGRATE created', 'Q *MIGRATE created']]);
  expect(stage.live()).toEqual(['ORD/10 P *MIGRATE p (P.RPGLE)', 'ORD/10 Q *MIGRATE q (Q.RPGLE)']);
});

test('what cannot be found out is named', async () => {
  await using stage = await deleted({ dies: onceHeld('P *MIGRATE') });
  const report = await stage.ended(branch, { refused: true });
  expect(report.exitCode).not.toBe(0);
  expect(JSON.stringify([report.requests, noticesOf(report), report.error])).toMatch(/P\.RPGLE|ORD\/10 P\b/);
  expect([(await stage.ended(branch)).exitCode, stage.live()]).toEqual([0, []]);
});
