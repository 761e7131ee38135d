import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outcomesOf, Stage } from './support.ts';

const theirs = { appl: 'ORD', lvl: 50, objn: 'B', objt: '*PGM', attr: 'RPGLE' };

test('a Git remote that is gone while one conflict is looked at: all else is filed, reported and remembered', async () => {
  const remote = { hide: () => {}, show: () => {} };
  await using stage = await Stage.open([], {
    interfere: (method, objn) => {
      if (method === 'POST' && objn === 'B') remote.hide();
      if (method === 'POST' && objn === 'C') remote.show();
      return async () => null;
    },
  });
  const headers = { authorization: 'Bearer demo-lead-token', 'content-type': 'application/json' };
  await fetch(`${stage.service.url}/object-request`, { method: 'POST', headers, body: JSON.stringify(theirs) });
  const dir = stage.repository.remote;
  remote.hide = () => renameSync(dir, `${dir}.away`);
  remote.show = () => renameSync(`${dir}.away`, dir);
  const files = { 'A.RPGLE': 'a1', 'B.RPGLE': 'b1', 'C.RPGLE': 'c1' };
  const report = await stage.push('Import', files, 'main', { options: { concurrency: 1 } });
  expect(outcomesOf(report)).toEqual(['A *MIGRATE created', 'B *MIGRATE notAttempted', 'C *MIGRATE created']);
  expect(report).toMatchObject({ exitCode: 1, error: null });
  expect(report.requests[1]?.msg).toContain('could not be asked');
  remote.hide = () => {};
  remote.show = () => {};
  const next = await stage.push('Next', { 'D.RPGLE': 'd1' });
  expect(outcomesOf(next)).toEqual(['B *MIGRATE conflict', 'D *MIGRATE created']);
});

test('an error that nobody foresaw stands beside the rows, and the next run goes on from there', async () => {
  let gone = '';
  await using stage = await Stage.open([], {
    interfere: () => {
      if (gone !== '') rmSync(gone);
      gone = '';
      return async () => null;
    },
  });
  const head = stage.commit('Import', { 'A.RPGLE': 'a1', 'B.RPGLE': 'b1', 'C.RPGLE': 'c1' });
  stage.heads.set('main', head);
  const oid = stage.repository.git('rev-parse', `${head}:B.RPGLE`).trim();
  gone = join(stage.repository.dir, '.git', 'objects', oid.slice(0, 2), oid.slice(2));
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
