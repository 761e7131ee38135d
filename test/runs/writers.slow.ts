import { expect, test } from 'vitest';
import { noticesOf, outcomesOf, Stage } from './support.ts';

test('three runs of three branches at once: every record is there, nothing is filed twice', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
  const base = stage.repository.git('rev-parse', 'HEAD');
  const heads = Array.from({ length: 3 }, (_, n) => {
    stage.repository.git('checkout', '-q', '-B', `feature/${n}`, base);
    return [`feature/${n}`, stage.commit(`B${n}`, { [`B${n}.RPGLE`]: String(n) }, `feature/${n}`)] as const;
  });
  const reports = await Promise.all(heads.map(([branch, head]) => stage.file(branch, null, head)));
  expect(reports.map(({ exitCode }) => exitCode)).toEqual(heads.map(() => 0));
  expect(reports.flatMap(noticesOf)).toEqual([]);
  expect(stage.held()).toHaveLength(4);
  for (const [branch] of heads) expect(stage.record(branch).stands).toHaveLength(1);
  const [[branch, head] = ['', '']] = heads;
  expect(outcomesOf(await stage.file(branch, base, head))).toEqual([]);
});
