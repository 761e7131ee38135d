import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mappingText, noticesOf, outcomesOf, refusePushes, Stage } from './support.ts';

/** Each sentence of design §8, as a story (the rest of them) over real Git and a real service. */

test('a first push whose run failed is caught up as well, by its own second attempt or by the next push', async () => {
  await using stage = await Stage.open();
  expect((await stage.push('Import', { 'A.RPGLE': 'a1' }, 'main', { token: 'wrong', runId: 7 })).exitCode).toBe(4);
  expect(await stage.filed('main', null, stage.head(), { runId: 7, attempt: 2 })).toEqual([0, ['A *MIGRATE created']]);
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a1']);
});

test('a change reverted while another is still open: the service ends with what the branch has', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a1', 'B.RPGLE': 'b1' });
  await stage.later('B', { status: '02', lock: '*YES' });
  const open = await stage.push('Both', { 'A.RPGLE': 'a2', 'B.RPGLE': 'b2' });
  expect([open.exitCode, outcomesOf(open)]).toEqual([1, ['A *MIGRATE updated', 'B *MIGRATE conflict']]);
  const reverted = await stage.push('Revert A', { 'A.RPGLE': 'a1' });
  expect([reverted.exitCode, outcomesOf(reverted)]).toEqual([0, ['A *MIGRATE updated']]);
  expect(noticesOf(reverted).join()).toContain(
    'the change of B.RPGLE is still open (since run 102-1, jane-doe): conflict – ',
  );
  expect(stage.held()).toContain('ORD/50 A *MIGRATE a1');
  await stage.later('B', { delete: true });
  expect(await stage.next()).toEqual([0, ['B *MIGRATE created']]);
});

test('two services in turn from one repository: a number of one is never used at the other', async () => {
  await using stage = await Stage.open();
  await using other = await Stage.open();
  await stage.push('Import', { 'A.RPGLE': 'a1' });
  const head = stage.head();
  const elsewhere = await stage.file('main', null, head, { options: { url: other.service.url } });
  expect(outcomesOf(elsewhere)).toEqual(['A *MIGRATE created']);
  await stage.push('Change', { 'A.RPGLE': 'a2' });
  expect([stage.held(), other.held()]).toEqual([['ORD/50 A *MIGRATE a2'], ['ORD/50 A *MIGRATE a1']]);
  const named = await stage.file('main', head, stage.head(), { options: { url: other.service.url } });
  expect(outcomesOf(named)).toEqual(['A *MIGRATE updated']);
});

test('no write permission, require: fails before filing', async () => {
  await using stage = await Stage.open();
  refusePushes(stage);
  const refused = await stage.push('Import', { 'A.RPGLE': 'a1' }, 'main', { options: { ledger: 'require' } });
  expect([refused.exitCode, refused.error?.code]).toEqual([3, 'ledger']);
  expect(stage.service.inspect().transactions).toEqual([]);
});

test('permission lost between two pushes: the event is taken, the record only names whose a number is', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a1' });
  refusePushes(stage);
  const next = await stage.push('Change', { 'A.RPGLE': 'a2' });
  expect(noticesOf(next).join('\n')).toContain('the requests of this run are not recorded');
  expect(outcomesOf(next)).toEqual(['A *MIGRATE updated']);
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a2']);
});

test('a commit that is filed again keeps the notes of its earlier runs', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'A.RPGLE': 'a1' }, 'main', { runId: 41 });
  const head = stage.head();
  await stage.file('main', null, head, { runId: 42, options: { paths: ['A.RPGLE'] } });
  stage.repository.git('fetch', '-q', 'origin', '+refs/notes/*:refs/notes/*');
  const notes = stage.repository.git('log', '-1', '--notes=check-outs', '--format=%N', head);
  expect(notes).toMatch(/Run: 41-1[\s\S]*created[\s\S]*Run: 42-1[\s\S]*updated/);
});

test('--ledger-key names the service, wherever its address moves; another mapping file has its own record', async () => {
  await using stage = await Stage.open();
  const named = { 'ledger-key': 'production' };
  await stage.push('Import', { 'A.RPGLE': 'a1' }, 'main', { options: named });
  const head = stage.head();
  const moved = stage.service.url.replace('127.0.0.1', 'localhost');
  expect(await stage.filed('main', null, head, { options: { ...named, url: moved } })).toEqual([0, []]);
  const change = await stage.push('Change', { 'A.RPGLE': 'a2', 'other.yml': mappingText }, 'main', { options: named });
  expect(outcomesOf(change)).toEqual(['A *MIGRATE updated']);
  const options = { ...named, mapping: 'other.yml', 'on-conflict': 'fail' } as const;
  const other = await stage.file('main', head, stage.head(), { options });
  expect([other.range?.rule, outcomesOf(other)]).toEqual(['push', ['A *MIGRATE conflict']]);
});

test('two steps of one job that file for two levels: each is filed, and each again with the next push', async () => {
  await using stage = await Stage.open();
  const both = async (before: string | null, head: string, runId: number) => {
    const told = { runId, options: { set: ['lvl=10'] } };
    return [await stage.file('main', before, head, { runId }), await stage.file('main', before, head, told)];
  };
  const first = stage.commit('A', { 'A.RPGLE': 'a\n' });
  const reports = await both(null, first, 1);
  const second = stage.commit('B', { 'B.RPGLE': 'b\n' });
  reports.push(...(await both(first, second, 2)));
  expect(reports.map(({ exitCode, counts }) => [exitCode, counts.created])).toEqual(Array(4).fill([0, 1]));
  expect(stage.held().sort()).toEqual([
    'ORD/10 A *MIGRATE a',
    'ORD/10 B *MIGRATE b',
    'ORD/50 A *MIGRATE a',
    'ORD/50 B *MIGRATE b',
  ]);
});

test('the mapping spelled in another way, and the address too, mean the record that is there', async () => {
  await using stage = await Stage.open();
  await stage.push('A', { 'A.RPGLE': 'a\n' });
  const options = {
    mapping: join(stage.repository.dir, 'sub', '..', '.file-checkouts.yml'),
    url: `${stage.service.url.replace('http:', 'HTTP:')}//`,
  };
  const next = await stage.push('A', { 'A.RPGLE': 'b\n' }, 'main', { options });
  expect(next).toMatchObject({ exitCode: 0, counts: { updated: 1, created: 0 } });
});

test('a branch name used again is nothing special: what the earlier branch had is taken back, or in conflict until it can be', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
  await stage.push('Feature', { 'A.RPGLE': 'a1' }, 'feature/a');
  await stage.later('A', { status: '02', lock: '*YES' });
  expect(outcomesOf(await stage.push('More', { 'A.RPGLE': 'a2' }, 'feature/a'))).toEqual(['A *MIGRATE conflict']);
  stage.drop('feature/a');
  stage.repository.git('checkout', '-q', '-B', 'feature/a', 'main');
  const again = await stage.push('Again', { 'B.RPGLE': 'b1' }, 'feature/a', { before: null });
  expect([again.exitCode, outcomesOf(again)]).toEqual([1, ['B *MIGRATE created', 'A *DELETE conflict']]);
  await stage.later('A', { delete: true });
  expect(await stage.pushed('A again', { 'A.RPGLE': 'a3' }, 'feature/a')).toEqual([0, ['A *MIGRATE created']]);
});

test('a run that finds another of its branch under way, if only a job of its own run, waits for its end', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a1' });
  const before = stage.head();
  const head = stage.commit('One', { 'A.RPGLE': 'a2' });
  const arrived = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  stage.onCall = async (moment, method) => {
    if (moment !== 'before-answer' || method !== 'PATCH') return null;
    arrived.resolve();
    await answered.promise;
    return null;
  };
  const first = stage.file('main', before, head, { runId: 7 });
  await arrived.promise;
  let waited = 0;
  const sleep = async () => {
    waited += 1;
    answered.resolve();
    await first;
  };
  const second = await stage.file('main', before, head, { runId: 7, sleep });
  expect(outcomesOf(await first)).toEqual(['A *MIGRATE updated']);
  expect(waited).toBeGreaterThan(0);
  expect([second.exitCode, outcomesOf(second)]).toEqual([0, []]);
  expect(stage.service.inspect().transactions).toHaveLength(2);
});

test('a mapping error in one push, corrected in the next: the files of both are filed', async () => {
  await using stage = await Stage.open();
  const broken = await stage.push('Import', { 'A.RPGLE': 'a1', '.file-checkouts.yml': `${mappingText}branchs: []\n` });
  expect([broken.exitCode, broken.error?.code]).toEqual([2, 'mapping']);
  const corrected = await stage.push('Correct', { 'B.RPGLE': 'b1', '.file-checkouts.yml': mappingText });
  expect([corrected.exitCode, outcomesOf(corrected)]).toEqual([0, ['A *MIGRATE created', 'B *MIGRATE created']]);
});

test('no write permission: of a branch without a record the event counts, or all of it would be filed again and again', async () => {
  await using stage = await Stage.open();
  const unlocked = { options: { set: ['lock=*NO'] } };
  await stage.push('Import', { 'A.RPGLE': 'a1' }, 'main', { options: { ledger: 'off', paths: ['none'] } });
  refusePushes(stage);
  await stage.push('One', { 'B.RPGLE': 'b1' }, 'feature/x', unlocked);
  const next = await stage.push('Two', { 'C.RPGLE': 'c1' }, 'feature/x', unlocked);
  expect([next.exitCode, next.range?.rule, outcomesOf(next)]).toEqual([0, 'push', ['C *MIGRATE created']]);
  expect(stage.held()).toHaveLength(2);
});
