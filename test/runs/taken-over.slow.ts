import { expect, test } from 'vitest';
import { noticesOf, outcomesOf, Stage } from './support.ts';
import { next, takenOver } from './taken-over-support.ts';

test.each([
  ['goes on', 'pb2', ['ORD/10 P *MIGRATE pb2 (P.RPGLE)']],
  ['deletes it', null, []],
])('the other one %s: in the first branch the path stays settled', async (_, text, stands) => {
  await using stage = await takenOver();
  stage.repository.git('checkout', '-q', 'feature/b');
  await stage.push('On', { 'P.RPGLE': text }, 'feature/b');
  for (const n of ['1', '2']) {
    const report = await next(stage, n);
    expect([report.exitCode, outcomesOf(report), noticesOf(report)]).toEqual([0, [], []]);
  }
  expect(stage.live().filter((line) => line.includes(' P '))).toEqual(stands);
});

test('the other branch is released: the first one files the path once it changes it', async () => {
  await using stage = await takenOver();
  stage.repository.git('push', '-q', 'origin', ':feature/b');
  const payload = { ref: 'refs/heads/feature/b', before: 'a'.repeat(40), after: '0'.repeat(40), deleted: true };
  const at = stage.heads.get('feature/b') ?? '';
  const released = await stage.file('feature/b', null, at, { payload, releases: true });
  expect(outcomesOf(released)).toEqual(['P *MIGRATE withdrawn']);
  const report = await next(stage, '1');
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, []]);
  const changed = await stage.push('Change', { 'P.RPGLE': 'pa2' }, 'feature/a');
  expect([changed.exitCode, outcomesOf(changed)]).toEqual([0, ['P *MIGRATE created']]);
});

test('a run that was killed while it took over, and whose edit is taken back: what stands is sent again', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
  stage.repository.git('checkout', '-qb', 'feature/a');
  await stage.push('A', { 'P.RPGLE': 'pa' }, 'feature/a');
  stage.repository.git('checkout', '-qb', 'feature/b');
  await stage.push('Begin', { 'README.md': '1' }, 'feature/b');
  const isSent = (held: readonly string[]) => held.some((line) => line.includes('pb'));
  await stage.push('B', { 'P.RPGLE': 'pb ' }, 'feature/b', { dies: isSent });
  const back = await stage.push('Back', { 'P.RPGLE': 'pa' }, 'feature/b');
  expect([back.exitCode, outcomesOf(back)]).toEqual([0, ['P *MIGRATE updated']]);
  expect(stage.live()).toContain('ORD/10 P *MIGRATE pa (P.RPGLE)');
});
