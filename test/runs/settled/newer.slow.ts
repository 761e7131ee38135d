import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/report-json.ts';
import { mappingOf, noticesOf, Stage } from '../support.ts';

/** A run that is started again says which commit is newer, never its own (design §8 "Only what the tip says is sent"). */

const wordsOf = (report: Report) =>
  [...report.leftOut.map(({ why }) => why), ...report.requests.map(({ msg }) => msg), ...noticesOf(report)].join('\n');

function threePushes() {
  return Stage.after('three runs of main', mappingOf('DEMO'), async (made) => {
    const after = [];
    for (const text of ['0', '1', '2', '3']) {
      const files = text === '0' ? { 'X.RPGLE': 'x' } : { 'P.RPGLE': text, 'README.md': text };
      await made.push(text, files, 'main', { runId: 700 + Number(text) });
      after.push(made.head());
    }
    return after;
  });
}

test('the run of an earlier push', async () => {
  await using stage = await threePushes();
  const [before = '', own = '', , tip = ''] = stage.known;
  const stands = stage.live();
  const again = await stage.file('main', before, own, { runId: 701, attempt: 2 });
  expect([again.exitCode, stage.live()]).toEqual([0, stands]);
  expect(wordsOf(again)).toContain(tip.slice(0, 7));
  expect(wordsOf(again)).not.toContain(own.slice(0, 7));
});

test('the run of the tip itself says nothing of a newer one', async () => {
  await using stage = await threePushes();
  const heads = stage.known;
  const again = await stage.file('main', heads[2] ?? '', heads[3] ?? '', { runId: 703, attempt: 2 });
  expect([again.exitCode, again.requests, wordsOf(again)]).toEqual([0, [], '']);
});

test('after a push back to it, the run of an older commit is the run of the tip', async () => {
  await using stage = await threePushes();
  const heads = stage.known;
  stage.repository.git('push', '-qf', 'origin', `${heads[1]}:refs/heads/main`);
  const back = await stage.file('main', heads[0] ?? '', heads[1] ?? '', { runId: 701, attempt: 2 });
  expect(back.exitCode).toBe(0);
  expect(stage.live()).toEqual(['ORD/50 P *MIGRATE 1 (P.RPGLE)', 'ORD/50 X *MIGRATE x (X.RPGLE)']);
  expect(wordsOf(back)).not.toContain('superseded');
});

test('of a branch that is gone: the settled commit is the newer one', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, mappingOf('DEMO'));
  await stage.push('1', { 'P.RPGLE': '1' }, 'feature/x');
  const own = stage.head('feature/x');
  await stage.push('2', { 'P.RPGLE': '2' }, 'feature/x');
  const last = stage.head('feature/x');
  stage.drop('feature/x');
  const stands = stage.live();
  const again = await stage.file('feature/x', null, own);
  expect([again.exitCode, stage.live()]).toEqual([0, stands]);
  expect(wordsOf(again)).toContain(last.slice(0, 7));
  expect(wordsOf(again)).not.toContain(own.slice(0, 7));
});
