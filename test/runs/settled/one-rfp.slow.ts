import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/service/faults.ts';
import { changedFile, include, installed, mapping, sources } from '../dependents-support.ts';
import { atOnce, mappingOf, onceHeld, outcomesOf, Stage, stageOf } from '../support.ts';

/** One push, one RFP, no matter what is killed or lost (design §7 "RFP"). */

const told = { options: { rfp: 'per-push', concurrency: 1 }, sleep: async () => {} } as const;
const three = { 'A.RPGLE': 'a', 'B.RPGLE': 'b', 'C.RPGLE': 'c' };
const afterOne = (held: readonly string[]) => held.some((line) => line.includes(' A *MIGRATE a'));

/** The RFP of each live request, first in the order of their names. */
function rfpsOf(stage: Stage): [string, number][] {
  const live = stage.service.inspect().requests.filter(({ lock, status }) => lock === '*YES' && status < '10');
  return live.map(({ objn, rfp }): [string, number] => [objn, rfp]).sort();
}

function expectOne(stage: Stage, names: string[]): void {
  const rows = rfpsOf(stage);
  expect(rows.map(([name]) => name)).toEqual(names);
  expect(new Set(rows.map(([, rfp]) => rfp)).size).toBe(1);
  expect(rows[0]?.[1]).toBeGreaterThan(0);
  expect(stage.service.inspect().rfps).toHaveLength(1);
}

/** The next runs, so many at most; gives the last exit code. */
async function untilGreen(stage: Stage, most: number, first = 1): Promise<number> {
  let exit = first;
  for (let n = 0; n < most && exit !== 0; n += 1) [exit] = await stage.next('main', told);
  return exit;
}

describe('a killed run', () => {
  /** Run 500 was killed when the first of three was filed. */
  async function killed(): Promise<Stage> {
    return Stage.after('A of three is filed', mappingOf('DEMO'), async (made) => {
      await made.push('Import', three, 'main', { ...told, runId: 500, dies: afterOne });
    });
  }

  test('started again: the rest joins', async () => {
    await using stage = await killed();
    const head = stage.head();
    expect((await stage.file('main', null, head, { ...told, runId: 500, attempt: 2 })).exitCode).toBe(0);
    expectOne(stage, ['A', 'B', 'C']);
  });

  test('and the next push: what was left of the killed one joins its RFP, and the next has its own', async () => {
    await using stage = await killed();
    const next = await stage.push('Next', { 'D.RPGLE': 'd' }, 'main', told);
    const rfp = new Map(rfpsOf(stage));
    expect([next.exitCode, [...rfp.keys()]]).toEqual([0, ['A', 'B', 'C', 'D']]);
    expect([rfp.get('B'), rfp.get('C')]).toEqual([rfp.get('A'), rfp.get('A')]);
    expect([rfp.get('A'), rfp.get('D'), stage.service.inspect().rfps.length]).not.toContain(0);
    expect(rfp.get('D')).not.toBe(rfp.get('A'));
  });

  test('and the next push, which is told a number: so does what was left', async () => {
    await using stage = await killed();
    await stage.byHand('demo-token', { lvl: 50, objn: 'Z', arfp: '*NEW', rfpd: 'By hand' });
    const options = { ...told.options, rfp: String(new Map(rfpsOf(stage)).get('Z')) };
    const next = await stage.push('Next', { 'D.RPGLE': 'd' }, 'main', { ...told, options });
    const { A, B, C, D, Z } = Object.fromEntries(rfpsOf(stage));
    expect([next.exitCode, [B, C, D], stage.service.inspect().rfps.length]).toEqual([0, [A, A, Z], 2]);
  });

  const keys = 'pipe: { pipe: JENKINS1, pipa: PIPE }\n';
  test.each([
    ['', 0, '', [0, 1]],
    [' of an RFP that is closed by then, with pipeline keys', 900, keys, [2, 1]],
  ])(
    'which was told a number%s, before its first call, and the next push: each has its own',
    async (_, off, more, others) => {
      await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, `${mappingOf('DEMO')}rfp: per-push\n${more}`);
      const named = stage.service.inspect().rfps[0]?.rfp ?? 0;
      const options = { ...told.options, rfp: String(named + off) };
      await stage.push('Named', { 'A.RPGLE': 'a' }, 'main', { ...told, options, dies: atOnce });
      const next = await stage.push('Next', { 'D.RPGLE': 'd' }, 'main', told);
      const rfp = new Map(rfpsOf(stage));
      expect([next.exitCode, rfp.get('A'), rfp.get('D')]).toEqual([0, ...others.map((other) => named + other)]);
    },
  );

  test('and the next push edits what it filed: it stays in the RFP of the killed one', async () => {
    await using stage = await killed();
    const next = await stage.push('Next', { 'A.RPGLE': 'a2' }, 'main', told);
    expect([next.exitCode, stage.live()[0]]).toEqual([0, 'ORD/50 A *MIGRATE a2 (A.RPGLE)']);
    expectOne(stage, ['A', 'B', 'C']);
  });

  test('started again under `--on-conflict fail`, which does not ask whose the first is: no second RFP, and the rest says why', async () => {
    await using stage = await killed();
    const options = { ...told.options, 'on-conflict': 'fail' } as const;
    const head = stage.head();
    const again = await stage.file('main', null, head, { ...told, options, runId: 500, attempt: 2 });
    const left = ['B *MIGRATE notAttempted', 'C *MIGRATE notAttempted'];
    expect([again.exitCode, outcomesOf(again)]).toEqual([1, ['A *MIGRATE conflict', ...left]]);
    expect(stage.service.inspect().rfps).toHaveLength(1);
    expect((await stage.push('Next', { 'README.md': '1' }, 'main', told)).exitCode).toBe(0);
    expectOne(stage, ['A', 'B', 'C']);
  });

  test('and the next, in which one gets no answer: the one after that files it into the RFP of the killed run', async () => {
    const unanswered: Fault = { method: 'POST', objn: 'B', times: 8, cut: 'before' };
    await using stage = await stageOf('DEMO', [unanswered]);
    await stage.push('Import', three, 'main', { ...told, dies: afterOne });
    const next = await stage.push('Next', { 'README.md': '1' }, 'main', told);
    expect(outcomesOf(next)).toEqual(['A *MIGRATE updated', 'B *MIGRATE unknown', 'C *MIGRATE created']);
    await untilGreen(stage, 3);
    expectOne(stage, ['A', 'B', 'C']);
  });

  test('which deleted a file that the next push restores: the first of the killed one is still asked first', async () => {
    await using stage = await stageOf('DEMO', []);
    const before = stage.commit('Before', { 'A.RPGLE': 'a' });
    const dies = onceHeld('Z *MIGRATE z');
    await stage.push('Rename', { 'A.RPGLE': null, 'Z.RPGLE': 'z' }, 'main', { ...told, before, dies });
    expect((await stage.push('Restore', { 'A.RPGLE': 'a2' }, 'main', told)).exitCode).toBe(0);
    expectOne(stage, ['A', 'Z']);
  });

  test('and the next push deletes what it filed: the delete takes its place in that RFP, and the push has its own', async () => {
    await using stage = await stageOf('DEMO', []);
    const before = stage.commit('Before', { 'A.RPGLE': 'a' });
    await stage.push('Edit', { 'A.RPGLE': 'a2' }, 'main', { ...told, before, dies: onceHeld('A *MIGRATE a2') });
    const killed = stage.service.inspect().rfps.map(({ rfp }) => rfp);
    const next = await stage.push('Delete', { 'A.RPGLE': null, 'D.RPGLE': 'd' }, 'main', told);
    const { A, D } = Object.fromEntries(rfpsOf(stage));
    expect([next.exitCode, [A], stage.service.inspect().rfps.length]).toEqual([0, killed, 2]);
    expect(D).not.toBe(A);
  });

  test('with dependents: they join the RFP of what affects them', async () => {
    await using stage = await installed(mapping().replace('proj: null', 'proj: null, user: DEMO'));
    const rfps = stage.service.inspect().rfps.length;
    const changes = { ...include(), ...changedFile };
    const dies = (held: readonly string[]) => held.some((line) => line.endsWith('CUSTR2'));
    await stage.push('Both', changes, 'main', { ...told, dies });
    const next = await stage.push('Next', { 'README.md': '1' }, 'main', told);
    const rows = rfpsOf(stage);
    expect([next.exitCode, rows.map(([name]) => name)]).toEqual([0, ['A', 'B', 'CUST']]);
    expect(new Set(rows.map(([, rfp]) => rfp)).size).toBe(1);
    expect(stage.service.inspect().rfps.length - rfps).toBe(1);
  });
});

test('a killed run that only compiles, where nobody knows the user: the rest joins', async () => {
  const twice = { ...sources, 'B.RPGLE': sources['A.RPGLE'] };
  await using stage = await installed(mapping('rfp: per-push\n'), twice);
  const rfps = stage.service.inspect().rfps.length;
  await stage.push('Include', include(), 'main', { ...told, dies: onceHeld('A *RECOMPILE') });
  const next = await stage.push('Next', { 'README.md': '1' }, 'main', told);
  const live = rfpsOf(stage);
  expect([next.exitCode, live.map(([objn]) => objn)]).toEqual([0, ['A', 'B']]);
  expect([new Set(live.map(([, rfp]) => rfp)).size, stage.service.inspect().rfps.length - rfps]).toEqual([1, 1]);
});

describe('lost answers', () => {
  const first: Fault = { method: 'POST', nth: 1, cut: 'after' };

  test.each<[string, () => Promise<Stage>, number]>([
    ['of the first create, where the mapping names the user', () => stageOf('DEMO', [first]), 0],
    ['of the first create of the first push ever, where nobody knows the user', () => Stage.open([first]), 1],
    ['of all creates', () => stageOf('DEMO', [{ method: 'POST', cut: 'after', times: 12 }]), 6],
  ])('%s: all are in one RFP, and green after so many runs more', async (_, open, most) => {
    await using stage = await open();
    const { exitCode } = await stage.push('Import', three, 'main', told);
    expect(await untilGreen(stage, most, exitCode)).toBe(0);
    expectOne(stage, ['A', 'B', 'C']);
  });

  const ofOthers: [string, Fault[]][] = [
    ['no answer comes to the repeats', [{ method: 'POST', objn: 'A', from: 2, times: 8, cut: 'after' }]],
    ['none to the question whose it is', [{ method: 'PATCH', times: 8, cut: 'before' }]],
    ['its update is refused', [{ method: 'PATCH', nth: 4, refuse: 'Not now' }]],
    ['what was filed in no RFP joins without an answer', [{ method: 'PATCH', from: 5, times: 8, cut: 'after' }]],
  ];
  test.each(ofOthers)('of the first create, where nobody knows the user, and %s', async (_, faults) => {
    await using stage = await Stage.open([first, ...faults]);
    expect((await stage.push('Import', three, 'main', told)).exitCode).toBe(1);
    await untilGreen(stage, 2);
    expectOne(stage, ['A', 'B', 'C']);
  });
});

test('a named RFP: of a push and its dependents the first create alone carries the pipeline keys', async () => {
  await using stage = await installed(mapping('rfp: per-push\npipe: { pipe: JENKINS1, pipa: PIPE }\n'));
  const opened = await stage.push('Open', { 'C.RPGLE': 'c2' }, 'main', told);
  const options = { ...told.options, rfp: String(opened.requests[0]?.rfp) };
  const report = await stage.push('Both', changedFile, 'main', { ...told, options });
  expect(outcomesOf(report)).toEqual(['CUST *MIGRATE created', 'B *RECOMPILE created']);
  const withKeys = stage.record('main').stands.filter(({ tkey }) => tkey !== undefined);
  expect(withKeys.map(({ objn }) => objn).sort()).toEqual(['A', 'C', 'CUST']);
});

test('a refused leader is followed by the next', async () => {
  await using stage = await stageOf('DEMO', [{ method: 'POST', objn: 'A', times: 1, refuse: 'Not now' }]);
  expect((await stage.push('Import', three, 'main', told)).exitCode).toBe(1);
  expectOne(stage, ['B', 'C']);
  const next = await stage.push('Next', { 'README.md': '1' }, 'main', told);
  expect([next.exitCode, rfpsOf(stage).every(([, rfp]) => rfp > 0)]).toEqual([0, true]);
});

test('a leader that takes the place of a delete in another RFP: the dependents join its own', async () => {
  await using stage = await installed(mapping());
  expect(outcomesOf(await stage.push('Drop', { 'A.RPGLE': null }, 'main', told))).toEqual(['A *DELETE created']);
  const changes = { 'A.RPGLE': 'a2', ...changedFile };
  const report = await stage.push('Restore', changes, 'main', told);
  expect(outcomesOf(report)).toEqual([
    ...['A *DELETE withdrawn', 'A *MIGRATE created', 'CUST *MIGRATE created', 'B *RECOMPILE created'],
  ]);
  expect(new Set(report.requests.slice(1).map(({ rfp }) => rfp)).size).toBe(1);
});
