import { expect, test } from 'vitest';
import { noticesOf, outcomesOf, Stage } from './support.ts';

/** P is in the hands of somebody else: a push of it is refused, whoever pushes. */
async function heldBySomebody(): Promise<Stage> {
  const stage = await Stage.begun({ 'P.RPGLE': 'p', 'Q.RPGLE': 'q' });
  for (const objn of ['P', 'Q']) await stage.later(objn, { status: '20' });
  await stage.byHand('demo-lead-token', { lvl: 50, objn: 'P' });
  return stage;
}

test('what is refused in another way is news, and so is what was never answered', async () => {
  await using stage = await heldBySomebody();
  await stage.push('Bob', { 'P.RPGLE': 'bob' }, 'main', { actor: 'bob' });
  expect(await stage.next('main', { actor: 'alice', refused: true })).toEqual([4, ['P *MIGRATE notAttempted']]);
  await stage.later('P', { status: '20' });
  await stage.byHand('demo-lead-token', { lvl: 50, objn: 'P' });
  expect(await stage.next('main', { actor: 'carol' })).toEqual([1, ['P *MIGRATE conflict']]);
});

test('a push that changes the file itself is red, whoever was refused before', async () => {
  await using stage = await heldBySomebody();
  await stage.push('Bob', { 'P.RPGLE': 'bob' }, 'main', { actor: 'bob' });
  const alice = await stage.push('Alice', { 'P.RPGLE': 'alice' }, 'main', { actor: 'alice' });
  expect([alice.exitCode, outcomesOf(alice)]).toEqual([1, ['P *MIGRATE conflict']]);
});

test('the week of three people: only the runs of the one whose push is refused are red, until the next of anybody files it', async () => {
  await using stage = await heldBySomebody();
  const bob = await stage.push('Bob', { 'P.RPGLE': 'bob' }, 'main', { actor: 'bob', runId: 5035 });
  expect([bob.exitCode, outcomesOf(bob)]).toEqual([1, ['P *MIGRATE conflict']]);
  const again = await stage.file('main', bob.range?.base ?? null, bob.range?.head ?? '', {
    ...{ actor: 'bob', runId: 5035, attempt: 2 },
  });
  expect([again.exitCode, outcomesOf(again)]).toEqual([1, ['P *MIGRATE conflict']]);
  const alice = await stage.push('Alice', { 'Q.RPGLE': 'alice' }, 'main', { actor: 'alice' });
  expect([alice.exitCode, outcomesOf(alice)]).toEqual([0, ['Q *MIGRATE created']]);
  const since = /^the change of P\.RPGLE is still open \(since run 5035-1, bob\): conflict – .*held/;
  expect(noticesOf(alice)).toEqual([expect.stringMatching(since)]);
  expect(alice.notices[0]?.code).toBe('stillOpen');
  const strict = await stage.push('Carol', { 'README.md': 'c' }, 'main', {
    actor: 'carol',
    options: { 'still-open': 'fail' },
  });
  expect([strict.exitCode, outcomesOf(strict)]).toEqual([1, ['P *MIGRATE conflict']]);
  const carol = await stage.push('Carol', { 'README.md': 'carol' }, 'main', { actor: 'carol' });
  expect([carol.exitCode, noticesOf(carol)]).toEqual([0, [expect.stringMatching(since)]]);
  await stage.later('P', { status: '20' });
  const last = await stage.push('Alice', { 'README.md': 'alice' }, 'main', { actor: 'alice' });
  expect([last.exitCode, outcomesOf(last), noticesOf(last)]).toEqual([0, ['P *MIGRATE created'], []]);
});
