import { expect, test } from 'vitest';
import { noticesOf, outcomesOf, Stage } from './support.ts';
import { next, takenOver, went } from './taken-over-support.ts';

test('the first branch says that what stands is the content of the other one, as long as it is so', async () => {
  await using stage = await takenOver();
  const stands = stage.live();
  for (const text of ['1', '2']) {
    const report = await next(stage, text);
    expect([report.exitCode, outcomesOf(report), noticesOf(report)]).toEqual([0, [], [went]]);
  }
  expect(stage.live()).toEqual(stands);
  // It is the same again, so there is nothing to say.
  stage.repository.git('checkout', '-q', 'feature/b');
  await stage.push('Back', { 'P.RPGLE': 'pa' }, 'feature/b');
  expect(noticesOf(await next(stage, '3'))).toEqual([]);
});

test('nor does a delete by the other one go unsaid', async () => {
  await using stage = await takenOver({ 'P.RPGLE': 'p' });
  stage.repository.git('checkout', '-q', 'feature/b');
  await stage.push('Drop', { 'P.RPGLE': null }, 'feature/b');
  const report = await next(stage, '1');
  expect([report.exitCode, outcomesOf(report), noticesOf(report)]).toEqual([0, [], [went]]);
});

test('so it does when the other branch is released', async () => {
  await using stage = await takenOver();
  stage.repository.git('push', '-q', 'origin', ':feature/b');
  const payload = { ref: 'refs/heads/feature/b', before: 'a'.repeat(40), after: '0'.repeat(40), deleted: true };
  const at = stage.heads.get('feature/b') ?? '';
  const released = await stage.file('feature/b', null, at, { payload, releases: true });
  expect(outcomesOf(released)).toEqual(['P *MIGRATE withdrawn']);
  const report = await next(stage, '1');
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE created']]);
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

test('the same branches at another service, whose records stand behind in the same ledger, say nothing of it', async () => {
  await using stage = await takenOver();
  const options = { 'ledger-key': 'staging' };
  for (const branch of ['feature/a', 'feature/b']) {
    stage.repository.git('checkout', '-q', branch);
    await stage.push('Docs', { 'README.md': branch }, branch, { options });
  }
  const report = await next(stage, '1');
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, []]);
  expect(noticesOf(report)).toContain(went);
});
