import { describe, expect, test } from 'vitest';
import type { GivenOptions } from '../../src/options.ts';
import { buildJsonAnswer } from '../../src/service/answer.ts';
import { ServiceRefusal } from '../../src/service/refusal.ts';
import { changedFile, include, install, installed, mapping, sources } from './dependents-support.ts';
import { atOnce, outcomesOf, Stage } from './support.ts';

/** All sources are installed, and A is compiled again for its include. */
async function included(): Promise<Stage> {
  return Stage.after('an include has changed', mapping(), async (made) => {
    await install(made);
    await made.push('Include', include());
  });
}

describe('what a push affects', () => {
  test.each<[string, string, string, [string, null][]]>([
    ['dependents: ignore', 'dependents: request', 'dependents: ignore', []],
    ['a branch rule that says otherwise than the mapping', 'lvl: 50 }', 'lvl: 50, dependents: report }', [['A', null]]],
  ])('%s requests nothing', async (_, was, is, dependents) => {
    await using stage = await installed(mapping().replace(was, is));
    const report = await stage.push('Include', include());
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, []]);
    expect(report.dependents.map(({ objn, request }) => [objn, request])).toEqual(dependents);
  });

  test('what stands compiles it: nothing more is requested, whoever filed it', async () => {
    await using stage = await included();
    expect(await stage.pushed('Again', include(3))).toEqual([0, ['A *RECOMPILE unchanged']]);
    await stage.push('Own', { 'B.RPGLE': '**free\ndcl-f CUST;\n// more\n' });
    await stage.byHand('demo-lead-token', { lvl: 50, objn: 'C' });
    await stage.push('C uses', { 'D.RPGLE': '**free\n/copy INC\n' });
    const file = await stage.push('File', { 'CUST.PF': '     A          R CUSTR3\n' });
    expect([file.exitCode, outcomesOf(file)]).toEqual([0, ['CUST *MIGRATE created', 'B *RECOMPILE unchanged']]);
    const after = await stage.push('Nothing', { 'README.md': '1' });
    expect([after.exitCode, outcomesOf(after), after.dependents]).toEqual([0, [], []]);
  });

  test('one that has moved on is created again', async () => {
    await using stage = await included();
    await stage.later('A', { status: '20' });
    expect(await stage.pushed('Again', include(3))).toEqual([0, ['A *RECOMPILE created']]);
  });

  test('taken back after it has moved on: compiled once more', async () => {
    await using stage = await included();
    await stage.later('A', { status: '20' });
    const back = await stage.push('Back', { 'INC.RPGLEINC': sources['INC.RPGLEINC'] });
    expect([back.exitCode, outcomesOf(back)]).toEqual([0, ['A *RECOMPILE created']]);
    expect([...(await stage.next()), stage.live()]).toEqual([0, [], ['ORD/50 A *RECOMPILE (A.RPGLE)']]);
  });

  test('its own change goes before: the request is created again, as a migration', async () => {
    await using stage = await included();
    const own = await stage.push('Own', { 'A.RPGLE': '**free\n/copy INC\n// more\nreturn;\n' });
    expect([own.exitCode, outcomesOf(own)]).toEqual([0, ['A *RECOMPILE withdrawn', 'A *MIGRATE created']]);
    const both = await stage.push('Both', { 'INC.RPGLEINC': '1', 'A.RPGLE': '**free\n/copy INC\n' });
    expect([both.exitCode, outcomesOf(both)]).toEqual([0, ['A *MIGRATE updated']]);
    expect(both.dependents).toEqual([]);
  });

  test('a run that lost the service: the next one goes on, for an unrelated push', async () => {
    await using stage = await installed();
    const lost = await stage.push('Include', include(), 'main', { refused: true });
    expect([lost.exitCode, outcomesOf(lost)]).toEqual([4, ['A *RECOMPILE notAttempted']]);
    const next = await stage.push('Nothing', { 'README.md': '1' });
    expect([next.exitCode, outcomesOf(next)]).toEqual([0, ['A *RECOMPILE created']]);
    expect(next.dependents).toMatchObject([{ objn: 'A', because: [{ path: 'INC.RPGLEINC' }], request: 0 }]);
    expect([...(await stage.next()), stage.live()]).toEqual([0, [], ['ORD/50 A *RECOMPILE (A.RPGLE)']]);
  });

  test('a deleted include is only reported, and so is what the mapping leaves out, with the rule', async () => {
    const text = mapping().replace(
      '  - match: { gfile: "*.RPGLEINC" }',
      '  - match: { gfile: "T.RPGLE" }\n    skip: tests\n  - match: { gfile: "*.RPGLEINC" }',
    );
    const first = text.replace('rules:\n', 'rules:\n  - match: { gfile: "T.RPGLE" }\n    skip: tests\n');
    await using stage = await installed(first, { ...sources, 'T.RPGLE': '**free\n/copy INC\n' });
    const report = await stage.push('Include', include());
    expect(report.dependents.map(({ path, leftOut, request }) => [path, leftOut, request])).toEqual([
      ['A.RPGLE', undefined, 0],
      ['T.RPGLE', 'skip: tests', null],
    ]);
    const gone = await stage.push('Gone', { 'INC.RPGLEINC': null });
    expect([gone.exitCode, outcomesOf(gone)]).toEqual([0, []]);
    expect(gone.dependents).toMatchObject([
      { objn: 'A', because: [{ deleted: true }], request: null },
      { path: 'T.RPGLE' },
    ]);
  });

  test('csqo: "{order}" is the place in the compile order, sent again when it changed', async () => {
    await using stage = await installed(mapping('', ', csqo: "{order}"'));
    const csqo = () =>
      stage.service
        .inspect()
        .requests.filter(({ status }) => status === '00')
        .map(({ objn, csqo }) => [objn, csqo])
        .toSorted();
    await stage.push('File', { 'CUST.PF': '2' });
    expect(csqo()).toEqual([
      ['B', 2],
      ['CUST', 1],
    ]);
    await stage.push('Both', {
      'CUST.PF': '     A          R CUSTR                     PFILE(BASE)\n',
      'BASE.PF': 'new',
    });
    expect(csqo()).toEqual([
      ['B', 3],
      ['BASE', 1],
      ['CUST', 2],
    ]);
  });

  test('without a lock our own request is asked for, and a lost create is not repeated', async () => {
    await using stage = await installed(mapping('', ', lock: "*NO"'));
    const [first, again] = [await stage.push('Include', include()), await stage.push('Again', include(3))];
    expect([outcomesOf(first), outcomesOf(again)]).toEqual([['A *RECOMPILE created'], ['A *RECOMPILE unchanged']]);
  });

  test('a run killed before its first call: the next one goes on, nothing twice', async () => {
    await using stage = await installed(mapping().replace('proj: null', 'proj: null, user: DEMO'));
    await stage.push('Include', include(), 'main', { dies: atOnce });
    expect(await stage.leaves('Nothing', { 'README.md': '1' })).toEqual([0, ['ORD/50 A *RECOMPILE (A.RPGLE)']]);
    expect([...(await stage.next()), stage.live()]).toEqual([0, [], ['ORD/50 A *RECOMPILE (A.RPGLE)']]);
  });

  test('the brake says how many are dependents', async () => {
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`P${n}.RPGLE`, '**free\n/copy INC\n']));
    await using stage = await installed(mapping(), { ...sources, ...files });
    const options = { 'max-requests': 3 };
    const report = await stage.push('Include', { 'INC.RPGLEINC': '2', 'C.RPGLE': '2' }, 'main', { options });
    expect(report.exitCode).toBe(1);
    expect(report.error?.message).toContain(
      'this would send 7 requests, and the limit is 3. The files: 1 changed (C.RPGLE), 6 that only use a changed one (A.RPGLE, P0.RPGLE, P1.RPGLE, P2.RPGLE, P3.RPGLE, P4.RPGLE)',
    );
    expect(stage.live()).toEqual([]);
    expect([(await stage.push('Next', { 'README.md': '1' })).exitCode, stage.live().length]).toEqual([0, 7]);
  });

  test.each([
    ['files it', {}, 'A *MIGRATE created'],
    ['is taken back before it: its compilation is owed', { 'A.RPGLE': sources['A.RPGLE'] }, 'A *RECOMPILE created'],
  ])('never backwards: what the newer push changes itself is left to its run, which %s', async (_, files, row) => {
    await using stage = await installed();
    const before = stage.heads.get('main') ?? null;
    const first = stage.commit('Include', include());
    stage.commit('Own', { 'A.RPGLE': '**free\n/copy INC\n// own\n' });
    const old = await stage.file('main', before, first);
    expect([old.exitCode, outcomesOf(old), old.dependents.map(({ request }) => request)]).toEqual([0, [], [null]]);
    expect(await stage.pushed('Newest', { 'README.md': '1', ...files })).toEqual([0, [row]]);
  });
});

test.each([
  ['with locks', ''],
  ['without', ', lock: "*NO"'],
])('an object that two files make is compiled once, whichever of them a push affects: %s', async (_, lock) => {
  const twice = {
    'other/A.RPGLE': '**free\n/copy INC\n/copy MORE\nreturn;\n',
    'MORE.RPGLEINC': 'dcl-s b char(1);\n',
    'LAST.RPGLEINC': 'dcl-s c char(1);\n',
  };
  const first = { 'A.RPGLE': '**free\n/copy INC\n/copy LAST\nreturn;\n' };
  await using stage = await Stage.open();
  // As it was before the ledger began: a push of both would be a collision.
  const head = stage.commit('Import', { '.file-checkouts.yml': mapping('', lock), ...sources, ...twice, ...first });
  stage.heads.set('main', head);
  await stage.byHand('demo-lead-token', { lvl: 50, objn: 'A' });
  await stage.later('A', { status: '20' });
  const report = await stage.push('Include', include());
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *RECOMPILE created']]);
  expect(report.dependents.map(({ path, request }) => [path, request])).toEqual([
    ['A.RPGLE', 0],
    ['other/A.RPGLE', 0],
  ]);
  for (const [name, content] of [
    ['MORE', 'dcl-s b char(2);\n'],
    ['LAST', 'dcl-s c char(2);\n'],
  ]) {
    const next = await stage.push('Another include', { [`${name}.RPGLEINC`]: content ?? '' });
    expect(next.exitCode).toBe(0);
    expect(next.requests.map(({ objn, reason }) => `${objn} ${reason}`)).toEqual(['A *RECOMPILE']);
  }
  expect(stage.service.inspect().requests.filter(({ rsn }) => rsn === '*RECOMPILE')).toHaveLength(1);
});

test('what is refused for a file of the push is red, though an earlier push was refused for another file of it', async () => {
  await using stage = await Stage.open();
  const twice = { 'b/A.RPGLE': '**free\n/copy INC\n', 'c/A.RPGLE': '**free\n/copy MORE\n' };
  const includes = { 'INC.RPGLEINC': 'a', 'MORE.RPGLEINC': 'a' };
  stage.heads.set('main', stage.commit('Import', { '.file-checkouts.yml': mapping(), ...twice, ...includes }));
  for (const name of ['INC', 'MORE']) {
    const report = await stage.push(name, { [`${name}.RPGLEINC`]: 'b' });
    expect([name, report.exitCode, outcomesOf(report)]).toEqual([name, 1, ['A *RECOMPILE rejected']]);
  }
  expect(await stage.next()).toEqual([0, []]);
});

test('files of one name and several types, one of them open, have a request each', async () => {
  await using stage = await Stage.open();
  const typed = mapping().replace(
    'rules:\n',
    'rules:\n  - { match: { gfile: "*.PGM.RPGLE" }, request: { objt: "*PGM", attr: RPGLE } }\n  - { match: { gfile: "*.MOD.RPGLE" }, request: { objt: "*MODULE", attr: RPGLE } }\n  - { match: { gpath: open }, request: {} }\n',
  );
  const copies = Object.fromEntries(
    ['open/A.RPGLE', 'b/A.PGM.RPGLE', 'c/A.MOD.RPGLE'].map((path) => [path, '**free\n/copy INC\n']),
  );
  stage.heads.set('main', stage.commit('Import', { '.file-checkouts.yml': typed, ...copies, 'INC.RPGLEINC': 'a' }));
  const changed = { 'INC.RPGLEINC': 'b', 'b/A.PGM.RPGLE': '**free\n/copy INC\nreturn;\n' };
  const plan = await stage.push('Include', changed, 'main', { command: 'plan' });
  const planned = plan.requests.map(({ objn, objt, reason }) => `${objn} ${objt} ${reason}`);
  expect(planned).toEqual(expect.arrayContaining(['A *PGM *MIGRATE', 'A *MODULE *RECOMPILE']));
});

test('a killed edit of a program that is compiled meanwhile: it is not forgotten', async () => {
  await using stage = await installed();
  await stage.push('Edit', { 'A.RPGLE': '**free\n/copy INC\n// 1\nreturn;\n' });
  const before = stage.head();
  const edit = { 'A.RPGLE': '**free\n/copy INC\n// 2\nreturn;\n' };
  await stage.push('Killed', edit, 'main', { dies: (held) => held.some((line) => line.includes('// 2')) });
  const back = { 'A.RPGLE': '**free\n/copy INC\n// 1\nreturn;\n', ...include() };
  const head = stage.commit('Back, and include', back);
  const options = { base: before, head, paths: ['*.RPGLEINC'] };
  const byHand = await stage.file('main', null, head, { event: 'workflow_dispatch', options });
  expect([byHand.exitCode, outcomesOf(byHand)]).toEqual([0, ['A *RECOMPILE unchanged']]);
  stage.heads.set('main', head);
  const next = await stage.push('Next', { 'README.md': '1' });
  expect([next.exitCode, outcomesOf(next)[0]]).toEqual([0, 'A *MIGRATE updated']);
  expect(stage.live().some((line) => line.includes('// 1'))).toBe(true);
});

test('a release that failed: a compilation keeps what it was asked for', async () => {
  await using stage = await included();
  const told = { releases: true, refused: true, options: { live: true } } as const;
  expect((await stage.ended('main', told)).exitCode).toBe(4);
  await stage.push('Again', include(3));
  expect(await stage.pushed('Half way back', include())).toEqual([0, ['A *RECOMPILE unchanged']]);
});

test('an old run, from before what was changed: it takes no compilation back', async () => {
  await using stage = await installed();
  await stage.push('Old', { 'C.RPGLE': 'c2' });
  const old = stage.head();
  stage.onCall = async (_, method) => (method === 'POST' ? buildJsonAnswer(500, {}) : null);
  const lost = await stage.push('Include', include(), 'main', { sleep: async () => {} });
  expect(outcomesOf(lost)).toEqual(['A *RECOMPILE unknown']);
  stage.onCall = null;
  expect((await stage.file('main', null, old)).exitCode).toBe(0);
  expect((await stage.push('Next', { 'README.md': '1' })).exitCode).toBe(0);
  expect(stage.live().filter((line) => line.includes('*RECOMPILE'))).toEqual(['ORD/50 A *RECOMPILE (A.RPGLE)']);
});

test('a change that is taken back takes its dependents back', async () => {
  await using stage = await included();
  const back = await stage.push('Back', { 'INC.RPGLEINC': sources['INC.RPGLEINC'] });
  expect([back.exitCode, outcomesOf(back)]).toEqual([0, ['A *RECOMPILE withdrawn']]);
  expect(back.requests[0]?.msg).toContain('the change that it was requested for was reverted');
  expect([...(await stage.next()), stage.live()]).toEqual([0, [], []]);
});

describe('a compilation that a push also owes is not forgotten with the change of its own file', () => {
  const own = { 'A.RPGLE': '**free\n/copy INC\n// own\nreturn;\n' };
  const before = { 'A.RPGLE': sources['A.RPGLE'] };

  test.each([
    ['both in one push', [{ ...include(), ...own }]],
    ['one after the other', [include(), own]],
  ])('%s, refused, and its own is taken back', async (_, pushes) => {
    await using stage = await installed();
    for (const files of pushes) await stage.push('Refused', files, 'main', { rejected: true });
    expect(await stage.pushed('Back', before)).toEqual([0, ['A *RECOMPILE created']]);
    expect(await stage.next()).toEqual([0, []]);
  });

  test('refused, and its file changed by a skipped push: it alone is filed', async () => {
    await using stage = await installed(`${mapping()}skip-pushers: [bot]\n`);
    await stage.push('Include', include(), 'main', { rejected: true });
    expect(await stage.pushed('Install', own, 'main', { actor: 'bot' })).toEqual([0, ['A *RECOMPILE created']]);
    expect(outcomesOf(await stage.push('Next', { 'README.md': '1' }))).toEqual([]);
  });

  test('refused, and refused when its file is sent by hand', async () => {
    await using stage = await installed();
    await stage.push('Include', include(), 'main', { rejected: true });
    const options = { paths: ['A.RPGLE'] };
    await stage.file('main', null, stage.head(), { rejected: true, options });
    expect(outcomesOf(await stage.push('Next', { 'README.md': '1' }))).toEqual(['A *RECOMPILE created']);
  });
});

test('a push that never ran, of which a file is chosen by hand: what that affects is filed with it', async () => {
  await using stage = await installed();
  const head = stage.commit('Never run', changedFile);
  stage.heads.set('main', head);
  const chosen = await stage.file('main', null, head, { options: { paths: ['CUST.PF'] } });
  expect([chosen.exitCode, outcomesOf(chosen)]).toEqual([0, ['CUST *MIGRATE created', 'B *RECOMPILE created']]);
  expect(await stage.next()).toEqual([0, []]);
});

const without = '**free\n// nothing is included\n';

test.each<[string | null, GivenOptions]>([
  [null, {}],
  [without, { paths: ['INC.RPGLEINC'] }],
])(
  'a user that is not one for a while (%j), when the include is filed with %j: restored, it is compiled',
  async (meanwhile, options) => {
    await using stage = await installed();
    const before = stage.head();
    const first = stage.commit('Change', { ...include(), 'A.RPGLE': meanwhile });
    const tip = stage.commit('Restore', { 'A.RPGLE': sources['A.RPGLE'] });
    stage.heads.set('main', tip);
    const runs = [await stage.file('main', before, first, { options })];
    runs.push(await stage.file('main', first, tip), await stage.push('Next', { 'README.md': '1' }));
    const expected = [
      [0, []],
      [0, ['A *RECOMPILE created']],
      [0, []],
    ];
    expect(runs.map((report) => [report.exitCode, outcomesOf(report)])).toEqual(expected);
  },
);

test.each([null, without])('a user that is none any more (%j): it is not compiled', async (meanwhile) => {
  await using stage = await installed();
  const head = stage.commit('Change', { ...include(), 'A.RPGLE': meanwhile });
  stage.heads.set('main', head);
  await stage.file('main', null, head, { options: { paths: ['INC.RPGLEINC'] } });
  const next = await stage.push('Next', { 'README.md': '1' });
  expect(outcomesOf(next)).toEqual([meanwhile === null ? 'A *DELETE created' : 'A *MIGRATE created']);
  expect(outcomesOf(await stage.push('After', { 'README.md': '2' }))).toEqual([]);
});

test('a file that an earlier compilation waits for is affected, too', async () => {
  const logical = (text: string) => `     A          R CUSTR                     PFILE(CUST)\n     A* ${text}\n`;
  const text = mapping().replace('gfile: "*.PF"', 'gfile: ["*.PF", "*.LF"]');
  const files = { 'CUST.PF': sources['CUST.PF'], 'CUSTL.LF': logical('1'), 'B.RPGLE': '**free\ndcl-f CUSTL;\n' };
  await using stage = await installed(text, files);
  stage.onCall = async (_, method, { objn }) => (method === 'POST' && objn === 'B' ? new ServiceRefusal('No') : null);
  await stage.push('Logical', { 'CUSTL.LF': logical('2') });
  stage.onCall = null;
  await stage.later('CUSTL', { status: '20' });
  const report = await stage.push('Physical', changedFile);
  const rows = ['CUST *MIGRATE created', 'B *RECOMPILE created', 'CUSTL *RECOMPILE created'];
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, rows]);
});

test('what was filed can be recompiled; what the installation does not know is refused, and the report says so', async () => {
  await using stage = await Stage.open();
  const uses = '**free\n/copy INC\n';
  const never = { 'OLD.RPGLE': uses, 'ORD100.RPGLE': uses };
  const before = stage.commit('Never filed', { '.file-checkouts.yml': mapping(), ...never });
  const filed = await stage.push('Filed', { 'NEW.RPGLE': uses, 'INC.RPGLEINC': '1' }, 'main', { before });
  expect(outcomesOf(filed)).toEqual(['NEW *MIGRATE created', 'OLD *RECOMPILE rejected', 'ORD100 *RECOMPILE created']);
  expect([filed.exitCode, filed.requests[1]?.msg]).toEqual([
    1,
    'OLD *PGM is not installed at level 50 or above, so rsn *RECOMPILE has nothing to work on',
  ]);
  await stage.later('NEW', { status: '60' });
  await stage.later('ORD100', { status: '60' });
  const again = await stage.push('Again', { 'INC.RPGLEINC': '2' });
  expect(outcomesOf(again)).toEqual(['NEW *RECOMPILE created', 'OLD *RECOMPILE rejected', 'ORD100 *RECOMPILE created']);
});
