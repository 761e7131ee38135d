import { expect, test } from 'vitest';
import { noticesOf, outcomesOf } from './support.ts';
import { next, takenOver } from './taken-over-support.ts';

test('the other one drops what the first had added: the path stays settled there until the first one changes it', async () => {
  await using stage = await takenOver();
  stage.repository.git('checkout', '-q', 'feature/b');
  const dropped = await stage.push('Drop', { 'P.RPGLE': null }, 'feature/b');
  expect(outcomesOf(dropped)).toEqual(['P *MIGRATE withdrawn']);
  const report = await next(stage, '1');
  expect([report.exitCode, outcomesOf(report), noticesOf(report)]).toEqual([0, [], []]);
  const changed = await stage.push('Change', { 'P.RPGLE': 'pa2' }, 'feature/a');
  expect([changed.exitCode, outcomesOf(changed)]).toEqual([0, ['P *MIGRATE created']]);
  expect(stage.live()).toContain('ORD/10 P *MIGRATE pa2 (P.RPGLE)');
  expect(outcomesOf(await next(stage, '2'))).toEqual([]);
});
