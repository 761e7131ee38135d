import { expect, test } from 'vitest';
import { outcomesOf, Stage } from './support.ts';

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
  const lost = await stage.push('Alice', { 'README.md': 'a' }, 'main', { actor: 'alice', refused: true });
  expect([lost.exitCode, outcomesOf(lost)]).toEqual([4, ['P *MIGRATE notAttempted']]);
  await stage.later('P', { status: '20' });
  await stage.byHand('demo-lead-token', { lvl: 50, objn: 'P' });
  const other = await stage.push('Carol', { 'README.md': 'c' }, 'main', { actor: 'carol' });
  expect([other.exitCode, outcomesOf(other)]).toEqual([1, ['P *MIGRATE conflict']]);
});

test('a push that changes the file itself is red, whoever was refused before', async () => {
  await using stage = await heldBySomebody();
  await stage.push('Bob', { 'P.RPGLE': 'bob' }, 'main', { actor: 'bob' });
  const alice = await stage.push('Alice', { 'P.RPGLE': 'alice' }, 'main', { actor: 'alice' });
  expect([alice.exitCode, outcomesOf(alice)]).toEqual([1, ['P *MIGRATE conflict']]);
});
