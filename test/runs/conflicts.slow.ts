import { expect, test } from 'vitest';
import type { GivenOptions } from '../../src/options.ts';
import { mappingOf, mappingText, noticesOf, outcomesOf, refusePushes, Stage } from './support.ts';

/** Update, create again, conflict, changed its mind (design §7), as stories over real Git and a real service. */

test('deleted at the service, moved on, and held on: a new request, or a conflict with our own number', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a1' });
  await stage.later('A', { delete: true });
  expect(outcomesOf(await stage.push('Two', { 'A.RPGLE': 'a2' }))).toEqual(['A *MIGRATE created']);
  await stage.later('A', { status: '05' });
  expect(outcomesOf(await stage.push('Three', { 'A.RPGLE': 'a3' }))).toEqual(['A *MIGRATE created']);
  await stage.later('A', { status: '05', lock: '*YES' });
  const held = await stage.push('Four', { 'A.RPGLE': 'a4' });
  expect([held.exitCode, outcomesOf(held)]).toEqual([1, ['A *MIGRATE conflict']]);
  expect(held.requests[0]?.msg).toContain('can no longer be updated');
});

/** What a hostile reader found: each was a green run that lost, doubled or overwrote something. */

test('a mapping file that is moved: numbers stay known, and the new name has a record of its own', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a' });
  const moved = { options: { mapping: 'ci/map.yml' } };
  const files = { '.file-checkouts.yml': null, 'ci/map.yml': mappingText };
  expect(await stage.pushed('Move', { ...files, 'A.RPGLE': 'a2' }, 'main', moved)).toEqual([0, ['A *MIGRATE updated']]);
  const later = await stage.push('Later', { 'A.RPGLE': 'a3' }, 'main', moved);
  expect(later.exitCode).toBe(0);
  expect(outcomesOf(later)).toEqual(['A *MIGRATE updated']);
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a3']);
});

test('a push whose mapping leaves an open path out settles it, and its row says why', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
  await stage.push('Add', { 'A.RPGLE': 'a' }, 'main', { refused: true });
  const other = mappingText.replace('branch: main', 'branch: trunk');
  const none = await stage.push('No rule', { '.file-checkouts.yml': other });
  expect([none.exitCode, outcomesOf(none)]).toEqual([0, []]);
  expect(none.leftOut.find(({ path }) => path === 'A.RPGLE')?.why).toBe('no rule for branch main');
  expect(stage.record('main').exceptions).toEqual([]);
});

const strict = `${mappingText.replace('path: "**"', 'path: .file-checkouts.yml')}unmapped: error\n`;

test('unmapped: error: a deleted file that no rule matches makes its own push red, and no later one', async () => {
  await using stage = await Stage.open();
  const head = stage.commit('Before the ledger', { '.file-checkouts.yml': strict, 'P.CLLE': 'p', 'Q.CLLE': 'q' });
  stage.heads.set('main', head);
  const gone = await stage.push('Gone', { 'P.CLLE': null }, 'main', { runId: 7 });
  expect(gone.exitCode).toBe(1);
  expect(gone.error?.message).toEqual('1 changed file has no rule: P.CLLE (the mapping says unmapped: error)');
  const again = await stage.file('main', head, stage.head(), { runId: 7, attempt: 2 });
  expect([again.exitCode, again.error?.code]).toEqual([1, 'unmapped']);
  const edited = await stage.push('Another', { 'Q.CLLE': 'q2', 'A.RPGLE': 'a' });
  expect(edited.exitCode).toBe(1);
  expect(edited.error?.message).toEqual('1 changed file has no rule: Q.CLLE (the mapping says unmapped: error)');
  expect(outcomesOf(edited)).toEqual(['A *MIGRATE created']);
  expect(noticesOf(edited)).toContainEqual(
    expect.stringMatching(
      /^the change of P\.CLLE is still open \(since run 7-1, jane-doe\): unmapped – it is deleted, and no rule/,
    ),
  );
  // What is there stays red until somebody says what it is.
  const next = await stage.push('README', { 'B.RPGLE': 'b' });
  expect([next.exitCode, next.error?.message]).toEqual([
    1,
    '1 changed file has no rule: Q.CLLE, changed by an earlier push (the mapping says unmapped: error)',
  ]);
  const forgiven = await stage.push('Skipped', { 'Q.CLLE': null }, 'main', { options: { 'still-open': 'fail' } });
  expect([forgiven.exitCode, forgiven.error?.message]).toEqual([
    1,
    '2 changed files have no rule: Q.CLLE, P.CLLE, 1 of them changed by earlier pushes (the mapping says unmapped: error)',
  ]);
  expect(await stage.pushed('Nothing', { 'C.RPGLE': 'c' })).toEqual([0, ['C *MIGRATE created']]);
  // It is not forgotten: a rule that makes something of the name has the delete filed.
  const rule = '  - match: { gfile: "*.CLLE" }\n    request: { attr: CLLE, objt: "*PGM" }\n';
  const mapped = await stage.push('Rule', { '.file-checkouts.yml': strict.replace('rules:\n', `rules:\n${rule}`) });
  expect(outcomesOf(mapped).map((row) => row.split(' ').slice(0, 2).join(' '))).toEqual(['P *DELETE', 'Q *DELETE']);
});

test('unmapped: error: a file that comes and goes is owed no more', async () => {
  await using stage = await Stage.open();
  const files = { '.file-checkouts.yml': strict, 'X.FOO': 'x', 'Y.FOO': 'y' };
  expect((await stage.push('Both', files)).exitCode).toBe(1);
  const one = await stage.push('One goes', { 'Y.FOO': null });
  expect([one.exitCode, one.error?.message]).toEqual([
    1,
    '1 changed file has no rule: X.FOO, changed by an earlier push (the mapping says unmapped: error)',
  ]);
  const other = await stage.push('The other', { 'X.FOO': null });
  expect([other.exitCode, other.error, noticesOf(other)]).toEqual([0, null, []]);
});

test('a change that failed, and reached main meanwhile, is still this branch’s to file', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
  const refused = await stage.push('Two', { 'A.RPGLE': 'a', 'B.RPGLE': 'b' }, 'feature/a', { rejected: true });
  expect(refused.exitCode).toBe(1);
  stage.repository.git('push', '-q', 'origin', 'HEAD:refs/heads/main');
  expect(await stage.next('feature/a')).toEqual([0, ['A *MIGRATE created', 'B *MIGRATE created']]);
});

const grouped = mappingOf('DEMO').replace('rules:', 'rfp: per-push\npipe: { pipe: JENKINS1, pipa: PIPE }\nrules:');

test('a push whose run was killed after its calls keeps its RFP, and sends no keys again', async () => {
  await using stage = await Stage.open();
  // The record is opened, the run begun; the end is not written any more.
  refusePushes(stage, 3);
  const files = { '.file-checkouts.yml': grouped, 'A.RPGLE': 'a', 'B.RPGLE': 'b', 'C.RPGLE': 'c' };
  await stage.push('Import', files, 'main', { runId: 7 });
  const again = await stage.file('main', null, stage.head(), { runId: 7, attempt: 2 });
  expect(outcomesOf(again)).toEqual(['A *MIGRATE updated', 'B *MIGRATE updated', 'C *MIGRATE updated']);
  expectOneRfp(stage);
});

/** Three programs in one RFP, and one pipeline request in it. */
function expectOneRfp(stage: Stage): void {
  const { rfps, requests } = stage.service.inspect();
  const ours = requests.filter(({ objt }) => objt === '*PGM');
  expect(ours.map(({ objn, rfp }) => [objn, rfp])).toEqual(['A', 'B', 'C'].map((objn) => [objn, rfps[0]?.rfp]));
  expect([rfps.length, requests.filter(({ objt }) => objt === '*PIPE').length]).toEqual([1, 1]);
}

test('a push that only updates sends no pipeline key, and says which one its RFP has', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { '.file-checkouts.yml': grouped, 'A.RPGLE': 'a' }, 'main', { runId: 7 });
  const update = await stage.push('Change', { 'A.RPGLE': 'b' });
  expect([update.exitCode, outcomesOf(update)]).toEqual([0, ['A *MIGRATE updated']]);
  expect(noticesOf(update)).toEqual([
    'the service will report on RFP 101 to the earlier pipeline job 7-1, not to this one: only a new request names a job, and this push only updated requests',
  ]);
});

test('a plan says what filing would refuse', async () => {
  await using stage = await Stage.open();
  const options: GivenOptions = { 'dry-run': true, 'max-requests': 1, pipe: 'JENKINS1' };
  const report = await stage.push('Two', { 'A.RPGLE': 'a', 'B.RPGLE': 'b' }, 'main', { options });
  expect(report.exitCode).toBe(0);
  expect(noticesOf(report).join('\n')).toContain(
    'filing this would be refused: this would send 2 requests, and the limit is 1',
  );
  const other = await stage.push('Pipe', { 'C.RPGLE': 'c' }, 'main', {
    options: { 'dry-run': true, pipe: 'JENKINS1' },
  });
  expect(noticesOf(other).join('\n')).toContain('filing this would be refused: pipeline keys need an RFP');
});

test('a commit that was not pushed is said to be that, and is filed once it is', async () => {
  await using stage = await Stage.open();
  await stage.push('Begin', { 'A.RPGLE': 'a' });
  const before = stage.head();
  const head = stage.repository.commit('Edit', { 'A.RPGLE': 'b' });
  const early = await stage.file('main', before, head);
  expect(early.leftOut.map(({ why }) => why)).toEqual([
    expect.stringMatching(/^not pushed: at the remote, main is at /),
  ]);
  stage.repository.push('main');
  expect(outcomesOf(await stage.file('main', before, head))).toEqual(['A *MIGRATE updated']);
});
