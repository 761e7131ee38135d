import { describe, expect, test } from 'vitest';
import { installed, mapping, sources } from './dependents-support.ts';
import { noticesOf, outcomesOf, Stage } from './support.ts';

describe('what a push affects', () => {
  test('a changed include compiles its users again; a changed file too', async () => {
    await using stage = await installed();
    const report = await stage.push('Include', { 'INC.RPGLEINC': 'dcl-s a char(2);\n' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *RECOMPILE created']]);
    expect(report.dependents).toMatchObject([
      {
        path: 'A.RPGLE',
        ...{ appl: 'ORD', lvl: 50, objn: 'A', objt: '*PGM', reason: '*RECOMPILE', request: 0 },
        because: [{ path: 'INC.RPGLEINC', use: 'include', via: [] }],
      },
    ]);
    expect(report.leftOut).toMatchObject([
      { path: 'INC.RPGLEINC', code: 'skip', why: 'skip: include; 1 object uses it' },
    ]);
    const file = await stage.push('File', { 'CUST.PF': '     A          R CUSTR2\n' });
    expect([file.exitCode, outcomesOf(file)]).toEqual([0, ['CUST *MIGRATE created', 'B *RECOMPILE created']]);
    expect(noticesOf(file)).toEqual([]);
    const none = await stage.push('README', { 'README.md': '1' });
    expect(none.leftOut).toMatchObject([{ path: 'README.md', why: 'skip: no source' }]);
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
    const report = await stage.push('Include', { 'INC.RPGLEINC': 'dcl-s a char(2);\n' });
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
      expect([next.exitCode, next.requests.map(({ objn, reason }) => `${objn} ${reason}`)]).toEqual([
        0,
        ['A *RECOMPILE'],
      ]);
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
    const next = await stage.push('Nothing of it', { 'README.md': '1' });
    expect([next.exitCode, outcomesOf(next)]).toEqual([0, []]);
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

  test('a request of somebody else is named and left alone', async () => {
    await using stage = await installed();
    await stage.byHand('demo-lead-token', { lvl: 50, objn: 'A' });
    const held = stage.held();
    const report = await stage.push('Include', { 'INC.RPGLEINC': 'dcl-s a char(2);\n' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *RECOMPILE covered']]);
    expect(report.requests[0]?.msg).toMatch(/^request \d+ holds ORD\/50 A \*PGM and compiles it/);
    expect(stage.held()).toEqual(held);
  });

  test('a change that is taken back takes its dependents back', async () => {
    await using stage = await installed();
    await stage.push('Include', { 'INC.RPGLEINC': 'dcl-s a char(2);\n' });
    const back = await stage.push('Back', { 'INC.RPGLEINC': sources['INC.RPGLEINC'] });
    expect([back.exitCode, outcomesOf(back)]).toEqual([0, ['A *RECOMPILE withdrawn']]);
    expect(back.requests[0]?.msg).toContain('what its file uses is as it was before');
    const next = await stage.push('Nothing', { 'README.md': '1' });
    expect([next.exitCode, outcomesOf(next), stage.live()]).toEqual([0, [], []]);
  });
});
