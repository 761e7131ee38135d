import { expect } from 'vitest';
import { outcomesOf, Stage } from './support.ts';

/** A branch goes on with the request of another that it had merged (design §16 “Taken over”). */

/** `feature/a` has filed P, and `feature/b`, made from it, has edited P since. */
export async function takenOver(inMain: Record<string, string> = {}): Promise<Stage> {
  const stage = await Stage.begun({ 'X.RPGLE': 'x', ...inMain });
  stage.repository.git('checkout', '-qb', 'feature/a');
  await stage.push('A', { 'P.RPGLE': 'pa' }, 'feature/a');
  stage.repository.git('checkout', '-qb', 'feature/b');
  const report = await stage.push('B', { 'P.RPGLE': 'pb ' }, 'feature/b');
  expect(outcomesOf(report)).toEqual(['P *MIGRATE updated']);
  return stage;
}

/** A push of the first branch that changes no object. */
export async function next(stage: Stage, text: string) {
  stage.repository.git('checkout', '-q', 'feature/a');
  return stage.push('Next', { 'README.md': text }, 'feature/a');
}
