import { describe, expect, test } from 'vitest';
import { include, installed, mapping, sources } from '../dependents-support.ts';
import { outcomesOf, type Stage } from '../support.ts';

/** A compilation that another request covers stays owed until it is filed (design §8, §13). */

const compiled = (live: string[]) => live.filter((line) => line.includes('*RECOMPILE'));

describe('somebody else’s request covers it', () => {
  async function covered(): Promise<Stage> {
    const stage = await installed();
    await stage.byHand('demo-lead-token', { lvl: 50, objn: 'A' });
    const held = stage.held();
    const report = await stage.push('Include', include());
    expect([report.exitCode, outcomesOf(report), stage.held()]).toEqual([0, ['A *RECOMPILE covered'], held]);
    expect(report.requests[0]?.msg).toMatch(/^request \d+ holds ORD\/50 A \*PGM and compiles it/);
    return stage;
  }

  test('as long as it is there, each run says so, green', async () => {
    await using stage = await covered();
    const held = stage.held();
    expect([...(await stage.next()), stage.held()]).toEqual([0, ['A *RECOMPILE covered'], held]);
  });

  test('once it is deleted, the next run files it, and no later one', async () => {
    await using stage = await covered();
    await stage.later('A', { delete: true });
    expect(await stage.next()).toEqual([0, ['A *RECOMPILE created']]);
    expect(await stage.next()).toEqual([0, []]);
    expect(compiled(stage.live())).toEqual(['ORD/50 A *RECOMPILE (A.RPGLE)']);
  });

  test('while the branch has no rule it is not asked for; once it has one again, it is', async () => {
    await using stage = await covered();
    await stage.push('None', { '.file-checkouts.yml': mapping().replace('branch: main', 'branch: other') });
    await stage.later('A', { delete: true });
    expect(await stage.pushed('Rule', { '.file-checkouts.yml': mapping() })).toEqual([0, ['A *RECOMPILE created']]);
  });

  test('a change that is taken back takes what it had asked for back', async () => {
    await using stage = await covered();
    await stage.push('Back', include(1));
    await stage.later('A', { delete: true });
    expect([...(await stage.next()), stage.live()]).toEqual([0, [], []]);
  });
});

describe('the request of another branch covers it', () => {
  const [a, b] = ['feature/a', 'feature/b'];

  /** `feature/a` has filed A, and `feature/b` has changed what A includes. */
  async function covered(): Promise<Stage> {
    const stage = await installed(mapping('branch-deleted: release\n'));
    stage.repository.git('branch', '-q', b);
    await stage.push('A', { 'A.RPGLE': '**free\n/copy INC\n// a\nreturn;\n' }, a);
    expect(await stage.pushed('Include', include(), b)).toEqual([0, ['A *RECOMPILE covered']]);
    return stage;
  }

  async function expectFiled(stage: Stage): Promise<void> {
    expect(await stage.next(b)).toEqual([0, ['A *RECOMPILE created']]);
    expect(stage.live()).toEqual(['ORD/10 A *RECOMPILE (A.RPGLE)']);
  }

  test('and is deleted at the service', async () => {
    await using stage = await covered();
    await stage.later('A', { delete: true });
    await expectFiled(stage);
  });

  test('and is released', async () => {
    await using stage = await covered();
    stage.drop(a);
    expect([(await stage.ended(a)).exitCode, stage.live()]).toEqual([0, []]);
    await expectFiled(stage);
  });
});

test('an open recompilation covers an update of the program, and takes the place of one', async () => {
  const rules = mapping().replace(
    'rules:\n',
    'rules:\n  - match: { gfile: "M.RPGLE" }\n    request: { attr: SQLRPGLE, objt: "*MODULE" }\n',
  );
  const bound = { 'M.RPGLE': '**free\nctl-opt nomain;\n', 'Rules.mk': 'A.PGM: M.MODULE A.RPGLE\n' };
  await using stage = await installed(rules, { ...sources, ...bound });
  const module = (n: number) => stage.push('Module', { 'M.RPGLE': `**free\nctl-opt nomain;\n// ${n}\n` });
  expect(outcomesOf(await module(1)).sort()).toEqual(['A *UPDATE created', 'M *MIGRATE created']);
  expect(outcomesOf(await stage.push('Include', include()))).toEqual(['A *UPDATE withdrawn', 'A *RECOMPILE created']);
  expect(outcomesOf(await module(2)).sort()).toEqual(['A *UPDATE unchanged', 'M *MIGRATE updated']);
  expect(stage.live().filter((line) => line.includes(' A '))).toEqual(['ORD/50 A *RECOMPILE (A.RPGLE)']);
});

test('a mapping without dependents covers nothing', async () => {
  await using stage = await installed(mapping().replace('dependents: request\n', ''));
  await stage.byHand('demo-lead-token', { lvl: 50, objn: 'A' });
  expect(await stage.pushed('Include', include())).toEqual([0, []]);
});

const branch = 'feature/a';

test.each([
  ['was compiled', false, ['A *RECOMPILE created']],
  ['was covered', true, ['A *RECOMPILE covered']],
])(
  'a program of main that a branch deletes and restores, and that %s: it is compiled again',
  async (_, isCovered, first) => {
    await using stage = await installed(mapping('deletes: report\n'));
    if (isCovered) await stage.byHand('demo-lead-token', { lvl: 10, objn: 'A' });
    expect(await stage.pushed('Include', include(), branch, { before: null })).toEqual([0, first]);
    expect((await stage.push('Delete', { 'A.RPGLE': null }, branch)).exitCode).toBe(0);
    expect(await stage.next(branch)).toEqual([0, []]);
    if (isCovered) await stage.later('A', { delete: true });
    const restored = await stage.push('Restore', { 'A.RPGLE': sources['A.RPGLE'] }, branch);
    expect([restored.exitCode, outcomesOf(restored)]).toEqual([0, ['A *RECOMPILE created']]);
    expect(outcomesOf(await stage.push('After', { 'README.md': '2' }, branch))).toEqual([]);
  },
);
