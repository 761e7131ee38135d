import { describe, expect, test } from 'vitest';
import { atOnce, mappingOf, noticesOf, outcomesOf, Stage, stageOf, unseen } from './support.ts';

describe('pushes of a branch with a record that were never looked at', () => {
  test('nor those of a push whose run was killed; what only failed is open, and that is said of its paths', async () => {
    await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, mappingOf('DEMO'));
    await stage.push('Killed', { 'A.RPGLE': 'a' }, 'main', { dies: atOnce });
    const next = await stage.push('Next', { 'B.RPGLE': 'b' });
    expect(noticesOf(next).join('\n')).toContain('no earlier run has dealt with the commits');
    await stage.push('Failed', { 'C.RPGLE': 'c' }, 'main', { rejected: true });
    const last = await stage.push('Last', { 'D.RPGLE': 'd' });
    expect(noticesOf(last).join('\n')).not.toContain('no earlier run has dealt with the commits');
    expect(stage.live()).toHaveLength(5);
  });

  test('the older of two such runs, started again, files its own; the next one files the rest', async () => {
    await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, mappingOf('DEMO'));
    const imported = stage.head();
    const one = stage.commit('One', { 'A.RPGLE': 'a', 'E.RPGLE': 'e1' });
    const two = stage.commit('Two', { 'B.RPGLE': 'b', 'E.RPGLE': 'e2' });
    const again = await stage.file('main', imported, one);
    expect([again.exitCode, outcomesOf(again)]).toEqual([0, ['A *MIGRATE created']]);
    expect(again.leftOut.find(({ path }) => path === 'E.RPGLE')?.why).toContain('superseded');
    stage.heads.set('main', two);
    const next = await stage.push('Three', { 'README.md': '3' });
    expect(next.exitCode).toBe(0);
    expect(outcomesOf(next)).toEqual(expect.arrayContaining(['B *MIGRATE created', 'E *MIGRATE created']));
    expect(noticesOf(next).join('\n')).toContain('no earlier run has dealt with the commits');
  });
});

test('the first two pushes of main were never looked at: each, started again, files what is the same at the tip', async () => {
  await using stage = await stageOf('DEMO');
  const base = stage.commit('Before the tool', { 'X.RPGLE': 'x' });
  const first = stage.commit('One', { 'A.RPGLE': 'a', 'E.RPGLE': 'e1', 'Z.RPGLE': 'z' });
  const second = stage.commit('Two', { 'B.RPGLE': 'b', 'E.RPGLE': 'e2' });
  const third = stage.commit('Three', { 'C.RPGLE': 'c', 'Z.RPGLE': null });
  await stage.file('main', second, third);
  const again = await stage.file('main', base, first);
  expect([again.exitCode, outcomesOf(again)]).toEqual([0, ['A *MIGRATE created']]);
  const others = again.leftOut.filter(({ path }) => ['E.RPGLE', 'Z.RPGLE'].includes(path));
  expect(others.map(({ code }) => code)).toEqual(['superseded', 'superseded']);
  expect(await stage.filed('main', first, second)).toEqual([0, ['B *MIGRATE created', 'E *MIGRATE created']]);
  expect(stage.live().filter((line) => !line.includes(' Z '))).toEqual([
    'ORD/50 A *MIGRATE a (A.RPGLE)',
    'ORD/50 B *MIGRATE b (B.RPGLE)',
    'ORD/50 C *MIGRATE c (C.RPGLE)',
    'ORD/50 E *MIGRATE e2 (E.RPGLE)',
  ]);
  expect(stage.record('main').settled).toBe(third);
});

test('the first push of a feature branch was never looked at: the next run files what is the branch’s own, and says so', async () => {
  await using stage = await stageOf('DEMO');
  const main = stage.commit('Base', { 'X.RPGLE': 'x' });
  const first = stage.commit('First', { 'A.RPGLE': 'a' }, 'feature/a');
  const second = stage.commit('Second', { 'B.RPGLE': 'b' }, 'feature/a');
  const report = await stage.file('feature/a', first, second);
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *MIGRATE created', 'B *MIGRATE created']]);
  expect(noticesOf(report).join('\n')).toMatch(unseen(main, first));
});
