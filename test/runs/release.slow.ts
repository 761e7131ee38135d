import { expect, test } from 'vitest';
import type { GivenOptions } from '../../src/options.ts';
import type { Fault } from '../../src/service/faults.ts';
import { mappingOf, mappingText, noticesOf, onceHeld, outcomesOf, Stage } from './support.ts';

const branch = 'feature/x';
/** The event of a host for a branch that was deleted. */
const gone = { payload: { ref: `refs/heads/${branch}`, before: 'a'.repeat(40), after: '0'.repeat(40), deleted: true } };

/** A stage on whose branch P and Q are filed; the branch is deleted by now. */
async function deleted(more = '', text = mappingText, faults: readonly Fault[] = []): Promise<Stage> {
  const play = async (made: Stage) => {
    await made.push('Main', { 'README.md': '1' });
    await made.push('Feature', { 'P.RPGLE': 'p', 'Q.RPGLE': 'q' }, branch);
    made.repository.git('checkout', '-q', 'main');
    made.drop(branch);
  };
  return Stage.after('a deleted branch', `${text}${more}`, play, faults);
}

const head = (stage: Stage) => stage.head();

test('branch-deleted: report names each request that may hold a lock', async () => {
  await using stage = await deleted();
  const report = await stage.file(branch, null, head(stage), gone);
  expect([report.exitCode, outcomesOf(report), stage.live().length]).toEqual([0, [], 2]);
  expect(noticesOf(report)).toEqual([
    expect.stringMatching(/^request \d+ \(ORD\/10 P\) may still hold its lock/),
    expect.stringMatching(/^request \d+ \(ORD\/10 Q\) may still hold its lock/),
  ]);
});

test('a service that is lost or refuses: what is not released stays in the ledger, and the next release goes on', async () => {
  await using stage = await deleted('branch-deleted: release\n');
  const lost = await stage.file(branch, null, head(stage), { ...gone, refused: true });
  expect([lost.exitCode, lost.error?.code]).toEqual([4, 'token']);
  expect(outcomesOf(lost)).toEqual(['P *MIGRATE notAttempted', 'Q *MIGRATE notAttempted']);
  expect(stage.record(branch).stands).toHaveLength(2);
  const next = await stage.file(branch, null, head(stage), gone);
  expect([next.exitCode, outcomesOf(next), stage.live()]).toEqual([
    0,
    ['P *MIGRATE withdrawn', 'Q *MIGRATE withdrawn'],
    [],
  ]);
});

test('a release that was not finished, and the branch comes back: what it withdrew is filed again', async () => {
  await using stage = await deleted('branch-deleted: release\n', mappingText, [
    { method: 'PATCH', nth: 1, refuse: 'Not now' },
  ]);
  expect((await stage.file(branch, null, head(stage), gone)).exitCode).toBe(1);
  const next = await stage.push('Back', { 'README.md': '2' }, branch, { before: null });
  expect([next.exitCode, outcomesOf(next)]).toEqual([0, ['Q *MIGRATE created']]);
  expect(stage.live()).toEqual(['ORD/10 P *MIGRATE p (P.RPGLE)', 'ORD/10 Q *MIGRATE q (Q.RPGLE)']);
});

test('a create without an answer is found out, and released', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, mappingOf('DEMO'));
  await stage.push('Feature', { 'P.RPGLE': 'p' }, branch, { before: null, dies: onceHeld('P *MIGRATE p') });
  stage.drop(branch);
  expect(await stage.filed(branch, null, head(stage), { releases: true })).toEqual([0, ['P *MIGRATE withdrawn']]);
  expect([stage.live(), stage.record(branch).tried]).toEqual([['ORD/50 X *MIGRATE x (X.RPGLE)'], []]);
});

test('what the service does not let go of stays in the record, and the next release goes on', async () => {
  const refusals = [{ method: 'PATCH', nth: 1, refuse: 'Not now' } as const];
  await using stage = await deleted('branch-deleted: release\n', mappingText, refusals);
  const report = await stage.file(branch, null, head(stage), gone);
  expect([report.exitCode, outcomesOf(report).sort()]).toEqual([1, ['P *MIGRATE conflict', 'Q *MIGRATE withdrawn']]);
  expect(stage.record(branch).stands.map(({ objn }) => objn)).toEqual(['P']);
  const next = await stage.file(branch, null, head(stage), gone);
  expect([next.exitCode, outcomesOf(next), stage.live()]).toEqual([0, ['P *MIGRATE withdrawn'], []]);
});

test('branch-deleted: release frees the objects, and says which requests to delete; the branch can come back', async () => {
  await using stage = await deleted('branch-deleted: release\n');
  await stage.later('Q', { status: '20' });
  const report = await stage.file(branch, null, head(stage), gone);
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE withdrawn', 'Q *MIGRATE unchanged']]);
  expect(report.requests[0]).toMatchObject({
    rfp: 0,
    remedy: expect.stringMatching(/^The withdrawn request still exists: delete request \d+ at the service\.$/),
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

test('of a branch without open requests: its record ends, too', async () => {
  await using stage = await deleted('branch-deleted: release\n');
  for (const objn of ['P', 'Q']) await stage.later(objn, { delete: true });
  expect([(await stage.file(branch, null, head(stage), gone)).exitCode, stage.record(branch).stands]).toEqual([0, []]);
  const back = await stage.push('Back', { 'README.md': '2' }, branch, { before: null });
  expect([back.exitCode, outcomesOf(back)]).toEqual([0, ['P *MIGRATE created', 'Q *MIGRATE created']]);
  await stage.push('Delete', { 'P.RPGLE': null, 'Q.RPGLE': null }, branch);
  stage.repository.git('checkout', '-q', 'main');
  stage.drop(branch);
  expect((await stage.file(branch, null, head(stage), gone)).nothingToFile).toMatch(/knows no open request/);
  expect(stage.record(branch).settled).toBeNull();
});

test('what another branch goes on with is left to that one', async () => {
  await using stage = await deleted('branch-deleted: release\n');
  const report = await stage.file('hotfix', null, head(stage), {
    payload: { ...gone.payload, ref: 'refs/heads/hotfix' },
  });
  expect([report.exitCode, outcomesOf(report), stage.live().length]).toEqual([0, [], 2]);
});

test('without the secret of the runs nothing is released', async () => {
  await using stage = await deleted('branch-deleted: release\n');
  const report = await stage.file(branch, null, head(stage), { ...gone, token: 'demo-lead-token' });
  expect([report.exitCode, report.error?.code, stage.live().length]).toEqual([3, 'ledger', 2]);
});
