import { expect, test } from 'vitest';
import { bundles, runBundle } from '../e2e/support/bundle.ts';
import { outcomesOf, Stage } from './support.ts';

const ledger = (stage: Stage, ...args: string[]) =>
  runBundle(bundles.cli, ['ledger', ...args], { cwd: stage.repository.dir });

test('ledger show prints what is remembered; forget takes a path out, and a branch', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'A.RPGLE': 'a1', 'X/B.RPGLE': '1', 'Y/B.RPGLE': '2' });
  const shown = await ledger(stage, 'show');
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain('main (repo ORDERS, mapping .file-checkouts.yml)');
  expect(shown.stdout).toMatch(/#10001 \*MIGRATE ORD\/50 A \*PGM {2}A\.RPGLE/);
  expect(shown.stdout).toContain('open collision: ORD/50 B *PGM  X/B.RPGLE');
  const forgotten = await ledger(stage, 'forget', 'X/B.RPGLE', 'Y/B.RPGLE');
  expect(forgotten.stdout).toBe(
    'forgotten: X/B.RPGLE: open change (collision)\nforgotten: Y/B.RPGLE: open change (collision)\n',
  );
  const next = await stage.push('Other', { 'README.md': '1' });
  expect([next.exitCode, next.requests, next.notices]).toEqual([0, [], []]);
  expect((await ledger(stage, 'forget', '--branch', 'main')).code).toBe(0);
  const records = JSON.parse((await ledger(stage, 'show', '--format', 'json')).stdout);
  expect(records).toMatchObject([{ branch: 'main', head: null, filed: [], open: [] }]);
  const again = await stage.push('Again', { 'A.RPGLE': 'a2' });
  expect([again.range?.rule, outcomesOf(again)]).toEqual(['push', ['A *MIGRATE updated']]);
});

test('what cannot be done is said', async () => {
  await using stage = await Stage.open();
  expect(await ledger(stage, 'show')).toMatchObject({ code: 0, stdout: 'the ledger remembers nothing\n' });
  const cases: [string[], string][] = [
    [[], 'neither show nor forget'],
    [['forget'], 'not told what'],
    [['forget', 'NOWHERE'], 'remembers nothing of that'],
  ];
  for (const [args, said] of cases) {
    const ended = await ledger(stage, ...args);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(said)]);
  }
});
