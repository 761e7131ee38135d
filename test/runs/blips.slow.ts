import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outcomesOf, Stage } from './support.ts';

test('a Git remote that is gone while one conflict is looked at: all else is filed, reported and remembered', async () => {
  await using stage = await Stage.open();
  await stage.byHand('demo-lead-token', { lvl: 50, objn: 'B' });
  const dir = stage.repository.remote;
  stage.onCall = async (moment, method, { objn }) => {
    if (moment !== 'before-work' || method !== 'POST') return null;
    if (objn === 'B') renameSync(dir, `${dir}.away`);
    if (objn === 'C') renameSync(`${dir}.away`, dir);
    return null;
  };
  const files = { 'A.RPGLE': 'a1', 'B.RPGLE': 'b1', 'C.RPGLE': 'c1' };
  const report = await stage.push('Import', files, 'main', { options: { concurrency: 1 } });
  expect(outcomesOf(report)).toEqual(['A *MIGRATE created', 'B *MIGRATE notAttempted', 'C *MIGRATE created']);
  expect(report).toMatchObject({ exitCode: 1, error: null });
  expect(report.requests[1]?.msg).toContain('could not be asked');
  stage.onCall = null;
  const next = await stage.push('Next', { 'D.RPGLE': 'd1' });
  expect(outcomesOf(next)).toEqual(['B *MIGRATE conflict', 'D *MIGRATE created']);
});

test('an error that nobody foresaw stands beside the rows, and the next run goes on from there', async () => {
  await using stage = await Stage.open();
  const head = stage.commit('Import', { 'A.RPGLE': 'a1', 'B.RPGLE': 'b1', 'C.RPGLE': 'c1' });
  stage.heads.set('main', head);
  const oid = stage.repository.git('rev-parse', `${head}:B.RPGLE`).trim();
  const gone = join(stage.repository.dir, '.git', 'objects', oid.slice(0, 2), oid.slice(2));
  stage.onCall = async () => {
    stage.onCall = null;
    rmSync(gone);
    return null;
  };
  const defects: unknown[] = [];
  const told = { options: { concurrency: 1 }, onDefect: (error: unknown) => void defects.push(error) };
  const report = await stage.file('main', null, head, told);
  expect(outcomesOf(report)).toEqual(['A *MIGRATE created', 'B *MIGRATE notAttempted', 'C *MIGRATE notAttempted']);
  expect(report).toMatchObject({ exitCode: 1, error: { code: 'defect', message: expect.stringContaining(oid) } });
  expect(defects).toHaveLength(1);
  stage.repository.git('hash-object', '-w', 'B.RPGLE');
  const next = await stage.push('Next', { 'D.RPGLE': 'd1' });
  expect(outcomesOf(next)).toEqual(['B *MIGRATE created', 'C *MIGRATE created', 'D *MIGRATE created']);
});
