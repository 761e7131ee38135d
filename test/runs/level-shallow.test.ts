import { expect, test } from 'vitest';
import { noticesOf, outcomesOf, shallowClone, stageOf } from './support.ts';

test('a depth-1 clone of a branch made from another: what the two share is unchanged, never “not merged here”', async () => {
  await using stage = await stageOf('DEMO');
  stage.repository.git('checkout', '-q', '-b', 'feature/a');
  stage.commit('Root', { 'README.md': '1' }, 'feature/a');
  const shared = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
  await stage.push('Eight', Object.fromEntries(shared.map((name) => [`${name}.RPGLE`, name])), 'feature/a');
  stage.repository.git('checkout', '-q', '-b', 'feature/b');
  const head = stage.commit('On top', { 'Z.RPGLE': 'z' }, 'feature/b');
  const report = await stage.file('feature/b', null, head, { dir: shallowClone(stage, 'feature/b') });
  expect(outcomesOf(report)).toEqual([...shared.map((name) => `${name} *MIGRATE unchanged`), 'Z *MIGRATE created']);
  expect([report.exitCode, noticesOf(report)]).toEqual([0, []]);
});
