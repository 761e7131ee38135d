import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { GivenOptions } from '../../src/options.ts';
import type { Fault } from '../../src/service/faults.ts';
import { include, install, mapping } from './dependents-support.ts';
import { mappingText, noticesOf, outcomesOf, refusePushes, Stage } from './support.ts';

const branch = 'feature/x';

const refusal: Fault = { method: 'PATCH', nth: 1, refuse: 'Not now' };

/** A stage on whose branch P and Q are filed; the branch is now deleted. */
async function deleted(more = '', text = mappingText, faults: readonly Fault[] = []): Promise<Stage> {
  const play = async (made: Stage) => {
    await made.push('Main', { 'README.md': '1' });
    await made.push('Feature', { 'P.RPGLE': 'p', 'Q.RPGLE': 'q' }, branch);
    made.drop(branch);
  };
  return Stage.after('a deleted branch', `${text}${more}`, play, faults);
}

test('branch-deleted: report names each request that may hold a lock', async () => {
  await using stage = await deleted();
  const report = await stage.ended(branch);
  expect([report.exitCode, outcomesOf(report), stage.live().length]).toEqual([0, [], 2]);
  expect(noticesOf(report)).toEqual([
    expect.stringMatching(/^request \d+ \(ORD\/10 P\) may still hold its lock/),
    expect.stringMatching(/^request \d+ \(ORD\/10 Q\) may still hold its lock/),
  ]);
});

test('under a mapping that is not valid, nobody knows whether to release: open requests make the deletion red', async () => {
  await using stage = await deleted();
  writeFileSync(join(stage.repository.dir, '.file-checkouts.yml'), `${mappingText}branch-deleted: relaese\n`);
  const report = await stage.ended(branch);
  expect([report.exitCode, report.error?.code, stage.live().length]).toEqual([2, 'mapping', 2]);
  expect(noticesOf(report)).toHaveLength(2);
});

test('a release that was not finished, and the branch comes back: what it withdrew is filed again', async () => {
  await using stage = await deleted('branch-deleted: release\n', mappingText, [refusal]);
  expect((await stage.ended(branch)).exitCode).toBe(1);
  expect(await stage.next(branch, { before: null })).toEqual([0, ['Q *MIGRATE created']]);
  expect(stage.live()).toEqual(['ORD/10 P *MIGRATE p (P.RPGLE)', 'ORD/10 Q *MIGRATE q (Q.RPGLE)']);
});

test('a release that was not finished, and the branch comes back: a compilation that it withdrew is requested again', async () => {
  const play = async (made: Stage) => {
    await install(made);
    await made.push('Include', { ...include(), 'B.RPGLE': '**free\ndcl-f CUST;\n// more\n' }, branch, { before: null });
    made.drop(branch);
  };
  const text = mapping('branch-deleted: release\n');
  await using stage = await Stage.after('a deleted branch with a compilation', text, play, [{ ...refusal, objn: 'B' }]);
  const ended = await stage.ended(branch);
  expect([ended.exitCode, outcomesOf(ended).sort()]).toEqual([1, ['A *RECOMPILE withdrawn', 'B *MIGRATE conflict']]);
  const [exitCode, outcomes] = await stage.next(branch, { before: null });
  expect([exitCode, outcomes]).toEqual([0, ['A *RECOMPILE created']]);
});

test.each<[string, { refused?: true }, Fault[], number, string[], string[]]>([
  ['is lost', { refused: true }, [], 4, ['P *MIGRATE notAttempted', 'Q *MIGRATE notAttempted'], ['P', 'Q']],
  ['refuses one', {}, [refusal], 1, ['P *MIGRATE conflict', 'Q *MIGRATE withdrawn'], ['P']],
])('a service that %s: what is not released stays in the record, and the next release goes on', async (...row) => {
  const [, told, faults, exitCode, outcomes, left] = row;
  await using stage = await deleted('branch-deleted: release\n', mappingText, faults);
  const report = await stage.ended(branch, told);
  expect([report.exitCode, outcomesOf(report).sort()]).toEqual([exitCode, outcomes]);
  expect(stage.record(branch).stands.map(({ objn }) => objn)).toEqual(left);
  const next = await stage.ended(branch);
  expect([next.exitCode, outcomesOf(next)]).toEqual([0, left.map((objn) => `${objn} *MIGRATE withdrawn`)]);
  expect(stage.live()).toEqual([]);
});

test('branch-deleted: release frees the objects, and says which requests to delete; the branch can come back', async () => {
  await using stage = await deleted('branch-deleted: release\n');
  await stage.later('Q', { status: '20' });
  const report = await stage.ended(branch);
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE withdrawn', 'Q *MIGRATE unchanged']]);
  expect(report.requests[0]).toMatchObject({
    rfp: 0,
    remedy: expect.stringMatching(/^The withdrawn request still exists: delete request \d+ at the service\.$/),
  });
  expect([stage.live(), stage.record(branch).stands]).toEqual([[], []]);
  const again = await stage.ended(branch);
  expect([again.exitCode, again.nothingToFile]).toEqual([0, 'the ledger knows no open request of feature/x']);
  stage.repository.git('checkout', '-qB', branch, 'main');
  stage.heads.delete(branch);
  const back = await stage.push('Back', { 'P.RPGLE': 'p2' }, branch);
  expect(back.exitCode).toBe(0);
  expect(outcomesOf(back)).toEqual(['P *MIGRATE created']);
  expect(stage.live()).toEqual(['ORD/10 P *MIGRATE p2 (P.RPGLE)']);
});

test('release of a branch that is there: --dry-run lists, --live releases; only a branch that is gone was deleted', async () => {
  await using stage = await deleted();
  stage.repository.git('push', '-q', 'origin', branch);
  const release = async (options: GivenOptions) => {
    const report = await stage.ended(branch, { releases: true, options });
    return [report.exitCode, report.range?.rule, report.error?.remedy ?? outcomesOf(report)];
  };
  expect(await release({})).toEqual([2, 'release', expect.stringContaining('--live')]);
  expect(await release({ 'dry-run': true })).toEqual([0, 'release', ['P *MIGRATE planned', 'Q *MIGRATE planned']]);
  expect(stage.live()).toHaveLength(2);
  expect(await release({ live: true })).toEqual([0, 'release', ['P *MIGRATE withdrawn', 'Q *MIGRATE withdrawn']]);
  expect((await stage.ended(branch)).range?.rule).toBe('branch-deleted');
});

test('of a branch without open requests: its record ends, too', async () => {
  await using stage = await deleted('branch-deleted: release\n');
  for (const objn of ['P', 'Q']) await stage.later(objn, { delete: true });
  expect([(await stage.ended(branch)).exitCode, stage.record(branch).stands]).toEqual([0, []]);
  expect(await stage.next(branch, { before: null })).toEqual([0, ['P *MIGRATE created', 'Q *MIGRATE created']]);
  await stage.push('Delete', { 'P.RPGLE': null, 'Q.RPGLE': null }, branch);
  stage.drop(branch);
  expect((await stage.ended(branch)).nothingToFile).toMatch(/knows no open request/);
  expect(stage.record(branch).settled).toBeNull();
});

test('what another branch goes on with is left to that one', async () => {
  await using stage = await deleted('branch-deleted: release\n');
  const report = await stage.ended('hotfix');
  expect([report.exitCode, outcomesOf(report), stage.live().length]).toEqual([0, [], 2]);
});

test('without a ledger that can be written nothing is released, and the run is red; --ledger off only says so', async () => {
  await using stage = await deleted('branch-deleted: release\n');
  refusePushes(stage);
  const report = await stage.ended(branch);
  expect([report.exitCode, report.error?.code, stage.live().length]).toEqual([3, 'ledger', 2]);
  const off = await stage.ended(branch, { options: { ledger: 'off' } });
  expect([off.exitCode, off.error, stage.live().length]).toEqual([0, null, 2]);
});

test('without the secret of the runs nothing is released', async () => {
  await using stage = await deleted('branch-deleted: release\n');
  const report = await stage.ended(branch, { token: 'demo-lead-token' });
  expect([report.exitCode, report.error?.code, stage.live().length]).toEqual([3, 'ledger', 2]);
});
