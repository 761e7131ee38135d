import { expect, test } from 'vitest';
import type { Report } from '../../src/report/report-json.ts';
import { Stage } from '../runs/support.ts';

/** `--max-requests` and `--max-deletes` (design §2): a whole repository is not filed by mistake, and nothing is lost. */

const count = 220;
const paths = Array.from({ length: count }, (_, n) => `QRPGLESRC/P${String(n).padStart(3, '0')}.RPGLE`);
const gone = paths.slice(5, 35);

function files<Text extends string | null>(of: readonly string[], text: Text): Record<string, Text> {
  return Object.fromEntries(of.map((path) => [path, (text === null ? null : `${text} ${path}`) as Text]));
}

/** The paths of a report's requests that ended so, in order. */
function filedPaths(report: Report, outcome: string): string[] {
  return report.requests.filter((request) => request.outcome === outcome).map(({ path }) => path);
}

const calls = (stage: Stage): number => stage.service.inspect().transactions.length;

test('the first push of a repository with 220 files: is refused before the first call, and the next run with the limit raised files all of it', async () => {
  await using stage = await Stage.open();
  const refused = await stage.push('Import', { ...files(paths, '1'), 'README.md': '' });
  expect(refused.error).toEqual({
    code: 'limit',
    message: `this would send 220 requests, and the limit is 200. The files: ${paths.slice(0, 10).join(', ')} and 210 more`,
    remedy: 'If you want that, run with `--max-requests 220`.',
  });
  expect([refused.exitCode, refused.requests, calls(stage)]).toEqual([1, [], 0]);
  // The range is written down from its beginning, with nothing filed and nobody under way.
  const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
  expect(stage.record('main')).toMatchObject({ settled: emptyTree, stands: [], tried: [], leases: [] });

  const one = await stage.push('One more', files(paths.slice(0, 1), '2'));
  expect([one.range?.rule, one.error?.code, calls(stage)]).toEqual(['ledger', 'limit', 0]);

  const raised = await stage.file('main', stage.heads.get('main') ?? '', stage.heads.get('main') ?? '', {
    options: { 'max-requests': count },
  });
  expect([raised.exitCode, filedPaths(raised, 'created')]).toEqual([0, paths]);
  expect(stage.service.inspect().requests).toHaveLength(count);
  expect(stage.record('main')).toMatchObject({ settled: stage.heads.get('main'), exceptions: [], leases: [] });
  expect(stage.held()[0]).toBe('ORD/50 P000 *MIGRATE 2 QRPGLESRC/P000.RPGLE');
});

test('a push that deletes 30 files: is refused before the first call, its other changes with it; with the limit raised all is filed', async () => {
  await using stage = await Stage.edited(files(paths.slice(0, 35), '1'));
  const imported = stage.heads.get('main');
  const before = calls(stage);

  const push = { ...files(gone, null), ...files(paths.slice(0, 5), '2') };
  const refused = await stage.push('Clean up', push);
  expect([refused.exitCode, refused.error?.code, calls(stage)]).toEqual([1, 'limit', before]);
  expect(refused.error?.message).toBe(
    `this would send 30 deletes, and the limit is 20. The files: ${gone.slice(0, 10).join(', ')} and 20 more`,
  );
  expect(stage.record('main')).toMatchObject({ settled: imported, exceptions: [], leases: [] });

  const next = await stage.push('Docs', { 'README.md': 'x' }, 'main', { options: { 'max-deletes': 29 } });
  expect([next.error?.remedy, calls(stage)]).toEqual(['If you want that, run with `--max-deletes 30`.', before]);

  const raised = await stage.push('More docs', { 'README.md': 'y' }, 'main', { options: { 'max-deletes': 30 } });
  expect(raised.exitCode).toBe(0);
  expect(filedPaths(raised, 'updated')).toEqual(paths.slice(0, 5));
  const deletes = raised.requests.filter(({ reason }) => reason === '*DELETE');
  expect(deletes.map(({ path, outcome }) => `${path} ${outcome}`)).toEqual(gone.map((path) => `${path} created`));
  expect(stage.record('main')).toMatchObject({ settled: stage.heads.get('main'), exceptions: [], leases: [] });
});
