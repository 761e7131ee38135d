import { expect, test } from 'vitest';
import { changedFile, include, installed } from './dependents-support.ts';
import { noticesOf, outcomesOf } from './support.ts';

test('a changed include compiles its users again; a changed file too', async () => {
  await using stage = await installed();
  const report = await stage.push('Include', include());
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *RECOMPILE created']]);
  expect(report.dependents).toMatchObject([
    {
      path: 'A.RPGLE',
      ...{ appl: 'ORD', lvl: 50, objn: 'A', objt: '*PGM', reason: '*RECOMPILE', request: 0 },
      because: [{ path: 'INC.RPGLEINC', use: 'include', via: [] }],
    },
  ]);
  expect(report.leftOut).toMatchObject([
    { path: 'INC.RPGLEINC', code: 'skip', why: 'skip: include; 1 object uses this file' },
  ]);
  const file = await stage.push('File', changedFile);
  expect([file.exitCode, outcomesOf(file)]).toEqual([0, ['CUST *MIGRATE created', 'B *RECOMPILE created']]);
  expect(noticesOf(file)).toEqual([]);
  const none = await stage.push('README', { 'README.md': '1' });
  expect(none.leftOut).toMatchObject([{ path: 'README.md', why: 'skip: no source' }]);
});
