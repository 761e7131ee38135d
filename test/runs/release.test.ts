import { expect, test } from 'vitest';
import type { GivenOptions } from '../../src/options.ts';
import { mappingText, outcomesOf, Stage } from './support.ts';

const branch = 'feature/x';
/** The event of a host for a branch that was deleted. */
const gone = { payload: { ref: `refs/heads/${branch}`, before: 'a'.repeat(40), after: '0'.repeat(40), deleted: true } };

/** A stage on whose branch P and Q are filed; the branch is deleted by now. */
async function deleted(more = '', text = mappingText): Promise<Stage> {
  const stage = await Stage.open();
  const mapping = `${text}${more}`;
  await stage.push('Main', { '.file-checkouts.yml': mapping, 'README.md': '1' });
  stage.repository.git('checkout', '-qb', branch);
  await stage.push('Feature', { 'P.RPGLE': 'p', 'Q.RPGLE': 'q' }, branch);
  stage.repository.git('checkout', '-q', 'main');
  stage.repository.git('push', '-q', 'origin', `:${branch}`);
  return stage;
}

const head = (stage: Stage) => stage.heads.get('main') ?? '';

test('branch-deleted: release frees the objects, and says which requests to delete; the branch can come back', async () => {
  await using stage = await deleted('branch-deleted: release\n');
  await stage.later('Q', { status: '20' });
  const report = await stage.file(branch, null, head(stage), gone);
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE withdrawn', 'Q *MIGRATE unchanged']]);
  expect(report.requests[0]).toMatchObject({
    rfp: 0,
    remedy: expect.stringMatching(/^Delete request \d+ at the service\.$/),
  });
  expect([stage.live(), stage.record(branch).stands]).toEqual([[], []]);
  const again = await stage.file(branch, null, head(stage), gone);
  expect([again.exitCode, again.nothingToFile]).toEqual([0, 'the ledger knows no open request of feature/x']);
  stage.repository.git('checkout', '-qB', branch, 'main');
  stage.heads.delete(branch);
  const back = await stage.push('Back', { 'P.RPGLE': 'p2' }, branch);
  expect([back.exitCode, outcomesOf(back), stage.live()]).toEqual([
    0,
    ['P *MIGRATE created'],
    ['ORD/10 P *MIGRATE p2 (P.RPGLE)'],
  ]);
});

test('release of a branch that is there: --dry-run lists, --live releases; only a branch that is gone was deleted', async () => {
  await using stage = await deleted();
  stage.repository.git('push', '-q', 'origin', branch);
  const release = async (options: GivenOptions) => {
    const report = await stage.file(branch, null, head(stage), { ...gone, releases: true, options });
    return [report.exitCode, report.range?.rule, report.error?.code ?? outcomesOf(report)];
  };
  expect(await release({})).toEqual([2, 'release', 'usage']);
  expect(await release({ 'dry-run': true })).toEqual([0, 'release', ['P *MIGRATE planned', 'Q *MIGRATE planned']]);
  expect(stage.live()).toHaveLength(2);
  expect(await release({ live: true })).toEqual([0, 'release', ['P *MIGRATE withdrawn', 'Q *MIGRATE withdrawn']]);
  expect((await stage.file(branch, null, head(stage), gone)).range?.rule).toBe('branch-deleted');
});
