import { describe, expect, test } from 'vitest';
import { partPath } from '../../src/ledger/parts.ts';
import type { RecordKey } from '../../src/ledger/record.ts';
import { recordPath } from '../../src/ledger/record-path.ts';
import type { KeptRecord } from '../../src/ledger/seal.ts';
import { forge, keptAt, keyOf, makeUp, numberOf, plant, ref, tipOf } from './forge.ts';
import { mappingOf, mappingText, noticesOf, onceHeld, outcomesOf, Stage } from './support.ts';

/** The ledger against somebody who may push its ref (design §8 "Sealed"). */

const unsealed = /record of \S+ is not sealed with the secret of this run/;

const object = (objn: string, more: object = {}) => ({
  ...{ appl: 'ORD', lvl: 50, type: '*PGM', objn, rpth: null },
  ...{ path: `${objn}.RPGLE`, reason: '*MIGRATE', added: false, ...more },
});

const filedAs = (objn: string, objectId: number, more: object = {}) =>
  object(objn, { objectId, blob: null, rfp: 0, commit: '1'.repeat(40), run: '1-1', sent: {}, ...more });

/** X and P are filed on main. */
const begun = () => Stage.begun({ 'X.RPGLE': 'x', 'P.RPGLE': 'p' });

const stands = ['ORD/50 P *MIGRATE p (P.RPGLE)', 'ORD/50 X *MIGRATE x (X.RPGLE)'];

describe('a forged number', () => {
  test.each<[string, object]>([
    ['of a request without a link to Git', {}],
    ['of another file', { repo: 'ORDERS', branch: 'main', gpath: 'OLD', gfile: 'PAYROLL.RPGLE' }],
    ['of another attribute', { repo: 'ORDERS', branch: 'main', gpath: '', gfile: 'PAYROLL.RPGLE', attr: 'CLLE' }],
  ])('%s is not borne out by the service', async (_, fields) => {
    await using stage = await begun();
    await stage.byHand('demo-token', { lvl: 50, objn: 'PAYROLL', ...fields });
    const requestNow = () => {
      const request = stage.service.inspect().requests.find((entry) => entry.objn === 'PAYROLL');
      return ['user', 'attr', 'srcn', 'gpath', 'gfile', 'lock', 'rfp', 'rsn'].map((name) => request?.[name as 'attr']);
    };
    const before = requestNow();
    makeUp(stage, { filed: [filedAs('PAYROLL', numberOf(stage, 'PAYROLL'))] as never });
    // One who may update requests of others.
    const report = await stage.push('Attack', { 'PAYROLL.RPGLE': 'evil' }, 'main', { token: 'demo-lead-token' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['PAYROLL *MIGRATE conflict']]);
    expect(report.requests[0]?.msg).toMatch(/without a seal of ours, and (its attr is|it is of)/);
    expect(requestNow()).toEqual(before);
    expect(stage.held()).toContain('ORD/50 PAYROLL *MIGRATE');
  });

  test('of a colleague who has linked the same file, where the mapping names our user', async () => {
    await using stage = await begun();
    const linked = { repo: 'ORDERS', branch: 'main', gpath: '', gfile: 'PAYROLL.RPGLE' };
    await stage.byHand('demo-token', { lvl: 50, objn: 'PAYROLL', ...linked });
    makeUp(stage, { filed: [filedAs('PAYROLL', numberOf(stage, 'PAYROLL'))] as never });
    const mapped = { '.file-checkouts.yml': mappingOf('LEAD'), 'PAYROLL.RPGLE': 'evil' };
    const report = await stage.push('Attack', mapped, 'main', { token: 'demo-lead-token' });
    expect(outcomesOf(report)).toEqual(['PAYROLL *MIGRATE conflict']);
    expect(report.requests[0]?.msg).toMatch(/its user is DEMO, not LEAD/);
  });

  test('that another branch has: whatever is made up about it, and also where that record lost its seal', async () => {
    await using stage = await begun();
    stage.repository.git('checkout', '-q', '-b', 'feature/a');
    await stage.push('A', { 'Q.RPGLE': 'a' }, 'feature/a');
    stage.repository.git('checkout', '-q', 'main');
    const forged = { filed: [filedAs('Q', numberOf(stage, 'Q'), { lvl: 10 })] as never };
    stage.repository.git('checkout', '-q', '-b', 'feature/b');
    makeUp(stage, forged, keyOf(stage, 'feature/b'));
    forge(stage, ({ seal: _, ...record }) => record, keyOf(stage, 'feature/a'));
    const report = await stage.push('B', { 'Q.RPGLE': 'evil' }, 'feature/b');
    expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['Q *MIGRATE conflict']]);
    expect(stage.held()).toContain('ORD/10 Q *MIGRATE a');
  });

  test('with a forged lock, or reason: what the mapping locks is borne out by its lock', async () => {
    await using stage = await begun();
    await stage.byHand('demo-token', {
      lvl: 10,
      objn: 'PAYROLL',
      repo: 'ORDERS',
      branch: 'feature/search',
      gpath: '',
      gfile: 'PAYROLL.RPGLE',
    });
    for (const more of [{ sent: { lock: '*NO' } }, { sent: { lock: '*NO' }, reason: '*DELETE' }]) {
      makeUp(stage, { filed: [filedAs('PAYROLL', numberOf(stage, 'PAYROLL'), more)] as never });
      const told = { token: 'demo-lead-token' };
      const report = await stage.push('Attack', { 'PAYROLL.RPGLE': `evil ${JSON.stringify(more)}` }, 'main', told);
      expect(report.exitCode).toBe(0);
      expect(stage.held().filter((line) => line.startsWith('ORD/10'))).toEqual(['ORD/10 PAYROLL *MIGRATE']);
      await stage.later('PAYROLL', { delete: true });
    }
  });

  test('of another request, for a delete without a lock: only the delete is filed', async () => {
    await using stage = await Stage.open();
    const unlocked = mappingText.replace('request: { proj: null }', 'request: { proj: null, lock: "*NO" }');
    await stage.push('Import', { '.file-checkouts.yml': unlocked, 'B.RPGLE': 'b' });
    await stage.byHand('demo-token', { lvl: 10, objn: 'OTHER' });
    makeUp(stage, { filed: [filedAs('B', numberOf(stage, 'OTHER'), { sent: { lock: '*NO' } })] as never });
    const report = await stage.push('Delete', { 'B.RPGLE': null }, 'main', { token: 'demo-lead-token' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['B *DELETE created']]);
    expect(stage.held()).toContain('ORD/10 OTHER *MIGRATE');
  });

  test('of a colleague who has linked the same file, without a lock: it is never withdrawn', async () => {
    await using stage = await Stage.open();
    const unlocked = mappingText.replace('request: { proj: null }', 'request: { proj: null, lock: "*NO" }');
    await stage.push('Import', { '.file-checkouts.yml': unlocked, 'X.RPGLE': 'x' });
    const linked = {
      repo: 'ORDERS',
      branch: 'feature/search',
      gpath: '',
      gfile: 'B.RPGLE',
      lock: '*NO',
      arfp: '*NEW',
      rfpd: 'by hand',
    };
    await stage.byHand('demo-token', { lvl: 10, objn: 'B', ...linked });
    const requestNow = () => stage.service.inspect().requests.find((entry) => entry.objn === 'B' && entry.lvl === 10);
    const rfp = requestNow()?.rfp;
    makeUp(stage, { filed: [filedAs('B', numberOf(stage, 'B'), { reason: '*DELETE' })] as never });
    const report = await stage.push('Add', { 'B.RPGLE': 'b' }, 'main', { token: 'demo-lead-token' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['B *MIGRATE created']]);
    expect(report.requests[0]?.warnings.join('\n')).toMatch(/a record that is not sealed has request \d+ for it/);
    expect([rfp, requestNow()?.rfp]).toEqual([expect.any(Number), rfp]);
  });

  test('and a forged file: what the service says of it counts', async () => {
    await using stage = await begun();
    forge(stage, (record) => ({ ...record, filed: record.filed.map((entry) => ({ ...entry, path: 'X.RPGLE' })) }));
    const report = await stage.push('Next', { 'P.RPGLE': 'p2' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE updated']]);
  });

  test('without a lock: it is asked for, not updated, and a request of its own is made', async () => {
    await using stage = await begun();
    await stage.byHand('demo-lead-token', { lvl: 50, objn: 'PAYROLL', lock: '*NO' });
    const number = numberOf(stage, 'PAYROLL');
    makeUp(stage, { filed: [filedAs('PAYROLL', number, { sent: { lock: '*NO' } })] as never });
    const report = await stage.push('Attack', { 'PAYROLL.RPGLE': 'evil' });
    expect(outcomesOf(report)).toEqual(['PAYROLL *MIGRATE created']);
    expect(stage.service.inspectContent(number)).toEqual([]);
  });
});

test('a forged content: the push of that very content is sent all the same', async () => {
  await using stage = await begun();
  const before = stage.heads.get('main') ?? null;
  const head = stage.commit('Change', { 'P.RPGLE': 'p2' });
  const blob = stage.repository.git('rev-parse', `${head}:P.RPGLE`).trim();
  forge(stage, (record) => ({ ...record, filed: record.filed.map((entry) => ({ ...entry, blob })) }));
  const report = await stage.file('main', before, head);
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE updated']]);
  expect(stage.live()[0]).toBe('ORD/50 P *MIGRATE p2 (P.RPGLE)');
});

test('a forged older head: what changed since is filed as it stands, never deleted, and no brake stops the push', async () => {
  await using stage = await Stage.open();
  const first = stage.commit('First', { 'OLD.RPGLE': 'old', 'GONE.RPGLE': 'gone' });
  const second = stage.commit('Second', { 'GONE.RPGLE': null, 'OLD.RPGLE': 'old2' });
  stage.heads.set('main', second);
  await stage.push('Begin', { 'X.RPGLE': 'x' });
  forge(stage, (record) => ({ ...record, head: first }));
  const small = { options: { 'max-requests': 1 } };
  const braked = await stage.push('Next', { 'P.RPGLE': 'p' }, 'main', small);
  expect([braked.exitCode, outcomesOf(braked)]).toEqual([0, ['P *MIGRATE created']]);
  expect(noticesOf(braked).join('\n')).toMatch(/not looked at yet: 2 files that changed before this push/);
  forge(stage, (record) => ({ ...record, head: first }));
  const report = await stage.push('Next', { 'P.RPGLE': 'p2' });
  expect([report.exitCode, outcomesOf(report)]).toEqual([
    0,
    ['OLD *MIGRATE created', 'P *MIGRATE updated', 'X *MIGRATE updated'],
  ]);
  expect(stage.live().filter((line) => line.includes('DELETE'))).toEqual([]);
});

describe('a forged lease', () => {
  const run = (until: Date) => ({
    ...{ run: '9-1', id: '9', attempt: 1, instance: 'forged', head: '1'.repeat(40), until: until.toISOString() },
    calls: [],
  });

  test('that would hold for days counts for nothing', async () => {
    await using stage = await begun();
    forge(stage, (record) => ({ ...record, runs: [run(new Date(Date.now() + 86_400_000))] }));
    const report = await stage.push('Next', { 'P.RPGLE': 'p2' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE updated']]);
  });

  test('of the usual length is waited for, once', async () => {
    await using stage = await begun();
    forge(stage, (record) => ({ ...record, runs: [run(new Date(Date.now() + 100_000))] }));
    let waits = 0;
    const sleep = () => {
      waits += 1;
      stage.pass(1);
      return Promise.resolve();
    };
    const report = await stage.push('Next', { 'P.RPGLE': 'p2' }, 'main', { sleep });
    expect([report.exitCode, outcomesOf(report), waits]).toEqual([0, ['P *MIGRATE updated'], 2]);
  });
});

test('many forged leases, one after the other, hold a run up for one', async () => {
  await using stage = await begun();
  const runs = Array.from({ length: 50 }, (_, n) => ({
    ...{ run: `${n}-1`, id: `${n}`, attempt: 1, instance: `forged ${n}`, head: '1'.repeat(40), calls: [] },
    until: new Date(Date.now() + (n + 1) * 100_000).toISOString(),
  }));
  forge(stage, (record) => ({ ...record, runs }));
  let waited = 0;
  const sleep = () => {
    waited += 1;
    stage.pass(1);
    return Promise.resolve();
  };
  const report = await stage.push('Next', { 'P.RPGLE': 'p2' }, 'main', { sleep });
  // In steps of a minute: for a little more than two.
  expect([report.exitCode, outcomesOf(report), waited]).toEqual([0, ['P *MIGRATE updated'], 3]);
});

describe('a record that was copied', () => {
  const froms: [string, (stage: Stage) => RecordKey][] = [
    ['from another branch', (stage) => keyOf(stage, 'feature/a')],
    ['from another service', (stage) => keyOf(stage, 'main', { service: 'https://other.example' })],
    ['from another mapping', (stage) => keyOf(stage, 'main', { mapping: 'other.yml' })],
    ['from another repository', (stage) => keyOf(stage, 'main', { repo: 'OTHER' })],
  ];

  test.each(froms)('%s is not believed at all', async (_, from) => {
    await using stage = await begun();
    stage.repository.git('checkout', '-q', '-b', 'feature/a');
    await stage.push('A', { 'Q.RPGLE': 'a' }, 'feature/a');
    stage.repository.git('checkout', '-q', 'main');
    const copied = { ...keptAt(stage, keyOf(stage, 'feature/a')), ...from(stage) };
    plant(stage, recordPath(keyOf(stage)), JSON.stringify(copied));
    const report = await stage.push('Next', { 'N.RPGLE': 'n', 'P.RPGLE': 'p2' });
    // The numbers of main are lost with its record: level 50 is reached by main alone, so they are proven.
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['N *MIGRATE created', 'P *MIGRATE updated']]);
    expect(noticesOf(report).join('\n')).toMatch(unsealed);
    expect(stage.held()).toContain('ORD/10 Q *MIGRATE a');
  });
});

describe('an old record of the same branch that is played again', () => {
  const replay = (stage: Stage, tip: string, key = keyOf(stage)) =>
    plant(stage, recordPath(key), JSON.stringify(keptAt(stage, key, tip)));

  test('hides no push that takes back what was filed since', async () => {
    await using stage = await begun();
    const old = tipOf(stage);
    await stage.push('Change', { 'P.RPGLE': 'p2' });
    replay(stage, old);
    const report = await stage.push('Take back', { 'P.RPGLE': 'p' });
    expect([report.exitCode, outcomesOf(report), stage.live()]).toEqual([0, ['P *MIGRATE updated'], stands]);
  });

  test('files nothing backwards, and nothing twice', async () => {
    await using stage = await begun();
    const old = tipOf(stage);
    await stage.push('Change', { 'P.RPGLE': 'p2', 'Q.RPGLE': 'q' });
    replay(stage, old);
    const report = await stage.push('Next', { 'README.md': 'x' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE updated', 'Q *MIGRATE updated']]);
    expect(stage.held().sort()).toEqual(['ORD/50 P *MIGRATE p2', 'ORD/50 Q *MIGRATE q', 'ORD/50 X *MIGRATE x']);
  });

  test('does not take back a request that another branch went on with', async () => {
    await using stage = await begun();
    const git = (...args: string[]) => stage.repository.git(...args);
    git('checkout', '-q', '-b', 'feature/a');
    await stage.push('A', { 'Q.RPGLE': 'a' }, 'feature/a');
    const old = tipOf(stage);
    git('checkout', '-q', '-b', 'feature/b');
    const taken = await stage.push('B goes on', { 'Q.RPGLE': 'b' }, 'feature/b');
    expect(outcomesOf(taken)).toEqual(['Q *MIGRATE updated']);
    replay(stage, old, keyOf(stage, 'feature/a'));
    git('checkout', '-q', 'feature/a');
    const report = await stage.push('A again', { 'Q.RPGLE': 'a2' }, 'feature/a');
    expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['Q *MIGRATE conflict']]);
    expect(report.requests[0]?.msg).toMatch(/is ours by the ledger, which has it for ORDERS feature\/b at \w+ as well/);
    expect(stage.held()).toContain('ORD/10 Q *MIGRATE b');
  });
});

describe('what another branch has in a record that was made up', () => {
  test('gives nothing: a request that is ours by our own record stays ours', async () => {
    await using stage = await begun();
    makeUp(stage, { filed: [filedAs('P', numberOf(stage, 'P'))] as never }, keyOf(stage, 'feature/evil'));
    const report = await stage.push('Next', { 'P.RPGLE': 'p2' });
    expect([report.exitCode, outcomesOf(report), noticesOf(report)]).toEqual([0, ['P *MIGRATE updated'], []]);
  });

  test('nor is it taken for merged here', async () => {
    await using stage = await begun();
    await stage.byHand('demo-lead-token', { lvl: 50, objn: 'PAYROLL' });
    const commit = stage.repository.git('rev-parse', 'main').trim();
    const forged = { filed: [filedAs('PAYROLL', numberOf(stage, 'PAYROLL'), { commit })] as never };
    makeUp(stage, forged, keyOf(stage, 'feature/evil'));
    const report = await stage.push('Attack', { 'PAYROLL.RPGLE': 'evil' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['PAYROLL *MIGRATE conflict']]);
    expect(report.requests[0]?.msg).toMatch(/feature\/evil has it in a record that is not sealed/);
  });
});

describe('a token that was rotated', () => {
  const lead = { token: 'demo-lead-token' };

  test('deletes, and a rename to another name, go on with the numbers of before', async () => {
    await using stage = await begun();
    const report = await stage.push('Next', { 'X.RPGLE': null, 'P.RPGLE': null, 'sub/P.RPGLE': 'p' }, 'main', lead);
    expect(report.exitCode).toBe(0);
    expect(stage.live()).toEqual(['ORD/50 P *MIGRATE p (sub/P.RPGLE)', 'ORD/50 X *DELETE (X.RPGLE)']);
  });

  test('after a run that was killed: its create is found again', async () => {
    await using stage = await begun();
    const old = { ledgerSecret: 'the old one' };
    await stage.push('Killed', { 'Q.RPGLE': 'q' }, 'main', { ...old, dies: onceHeld('Q *MIGRATE') });
    const now = { ledgerSecret: 'the new one' };
    const report = await stage.push('Next', { 'P.RPGLE': 'p2' }, 'main', now);
    expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['P *MIGRATE updated', 'Q *MIGRATE conflict']]);
    // Which user is ours is known by now, so that the create can be proven.
    const next = await stage.push('After', { 'README.md': 'x' }, 'main', now);
    expect([next.exitCode, outcomesOf(next)]).toEqual([0, ['Q *MIGRATE updated']]);
    expect(stage.held()).toHaveLength(3);
  });

  test('and of a push that never ran: what it deleted is said, and what a merge brought in is not filed', async () => {
    await using stage = await begun();
    const lost = stage.commit('Never run', { 'X.RPGLE': null, 'N.RPGLE': 'n' });
    stage.heads.set('main', lost);
    const report = await stage.push('Next', { 'P.RPGLE': 'p2' }, 'main', lead);
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['N *MIGRATE created', 'P *MIGRATE updated']]);
    expect(noticesOf(report).join('\n')).toMatch(/not filed: 1 file that went away, .*: X\.RPGLE; .*--base and --head/);
  });

  test('with a merge of main in a push that never ran: what came from there is left out', async () => {
    await using stage = await begun();
    const git = (...args: string[]) => stage.repository.git(...args);
    git('checkout', '-q', '-b', 'feature/a');
    await stage.push('A', { 'Q.RPGLE': 'q' }, 'feature/a');
    git('checkout', '-q', 'main');
    stage.commit('More on main', { 'M.RPGLE': 'm' });
    git('checkout', '-q', 'feature/a');
    git('merge', '-q', '--no-edit', 'main');
    const merged = stage.commit('Own, never run', { 'O.RPGLE': 'o' }, 'feature/a');
    stage.heads.set('feature/a', merged);
    const report = await stage.push('Next', { 'Q.RPGLE': 'q2' }, 'feature/a', lead);
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['O *MIGRATE created', 'Q *MIGRATE updated']]);
  });

  test('a file that is moved and edited at once goes on with its number', async () => {
    await using stage = await begun();
    const report = await stage.push('Move', { 'P.RPGLE': null, 'sub/P.RPGLE': 'quite another text' }, 'main', lead);
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE updated']]);
    expect(stage.live()[0]).toBe('ORD/50 P *MIGRATE quite another text (sub/P.RPGLE)');
  });

  test('too much waits for one push: it waits on, and is filed by the next', async () => {
    await using stage = await begun();
    const lost = stage.commit('Never run', { 'N.RPGLE': 'n', 'O.RPGLE': 'o' });
    stage.heads.set('main', lost);
    const small = { ...lead, options: { 'max-requests': 2 } };
    const first = await stage.push('Next', { 'P.RPGLE': 'p2' }, 'main', small);
    expect([first.exitCode, outcomesOf(first)]).toEqual([0, ['P *MIGRATE updated']]);
    expect(noticesOf(first).join('\n')).toMatch(/not looked at yet: 2 files .*: N\.RPGLE, O\.RPGLE/);
    const second = await stage.push('After', { 'README.md': 'x' }, 'main', small);
    expect(outcomesOf(second)).toEqual(['N *MIGRATE created', 'O *MIGRATE created']);
    const third = await stage.push('Later', { 'README.md': 'y' }, 'main', small);
    expect([third.exitCode, outcomesOf(third), noticesOf(third)]).toEqual([0, [], []]);
  });

  test('a push of a skipped account right after it is not filed by the next one', async () => {
    await using stage = await Stage.open();
    const mapping = `${mappingText}skip-pushers: [mdgit-bot]\n`;
    await stage.push('Import', { '.file-checkouts.yml': mapping, 'X.RPGLE': 'x', 'P.RPGLE': 'p' });
    const skipped = await stage.push('Installed', { 'X.RPGLE': 'x by bot' }, 'main', { ...lead, actor: 'mdgit-bot' });
    expect(skipped.nothingToFile).toMatch(/skip-pushers/);
    const report = await stage.push('Next', { 'P.RPGLE': 'p2' }, 'main', lead);
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE updated']]);
  });

  test('an old run that is started again says nothing of where the record begins', async () => {
    await using stage = await begun();
    const before = stage.heads.get('main') ?? null;
    const old = stage.commit('Old', { 'P.RPGLE': 'p2' });
    await stage.file('main', before, old, { runId: 7 });
    stage.heads.set('main', old);
    await stage.push('Newer', { 'Q.RPGLE': 'q' });
    await stage.file('main', before, old, { runId: 7, attempt: 2, ...lead });
    expect(keptAt(stage).head === before).toBe(false);
    const report = await stage.push('Next', { 'X.RPGLE': 'x2' }, 'main', lead);
    expect([report.exitCode, outcomesOf(report).filter((line) => !line.startsWith('X'))]).toEqual([0, []]);
  });

  test('a run that nobody tells what changed says which secret it needs', async () => {
    await using stage = await begun();
    const head = stage.heads.get('main') ?? '';
    const manual = { event: 'workflow_dispatch', payload: { ref: 'refs/heads/main' }, ...lead };
    const report = await stage.file('main', null, head, manual);
    expect([report.exitCode, report.error?.message, report.error?.remedy]).toEqual([
      3,
      expect.stringMatching(/its record is not sealed with the secret of this run/),
      expect.stringMatching(/FILE_CHECKOUTS_LEDGER_SECRET.*ledger begin/),
    ]);
  });

  test('without a lock, a request that the service does not show keeps another from being filed', async () => {
    await using stage = await Stage.open();
    const unlocked = mappingText.replace('request: { proj: null }', 'request: { proj: null, lock: "*NO" }');
    await stage.push('Import', { '.file-checkouts.yml': unlocked, 'X.RPGLE': 'x' }, 'main', lead);
    // DEMO may not look at what LEAD has.
    const report = await stage.push('Next', { 'X.RPGLE': 'x2' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['X *MIGRATE rejected']]);
    expect(stage.held()).toHaveLength(1);
  });

  test('after a run that was killed, without a lock: what may be there twice is said', async () => {
    await using stage = await Stage.open();
    const unlocked = mappingText.replace('request: { proj: null }', 'request: { proj: null, lock: "*NO" }');
    await stage.push('Import', { '.file-checkouts.yml': unlocked, 'X.RPGLE': 'x' });
    const old = { ledgerSecret: 'the old one' };
    await stage.push('Killed', { 'Q.RPGLE': 'q' }, 'main', { ...old, dies: onceHeld('Q *MIGRATE') });
    const now = { ledgerSecret: 'the new one' };
    const quiet = await stage.push('Next', { 'X.RPGLE': 'x2' }, 'main', now);
    expect([quiet.exitCode, outcomesOf(quiet)]).toEqual([0, ['X *MIGRATE updated']]);
    expect(noticesOf(quiet).join('\n')).toMatch(
      /not looked at: 1 file without a lock, .*: Q.RPGLE; file them with --paths/,
    );
  });

  test('a branch whose first push met a wrong token: nothing of it is lost', async () => {
    await using stage = await Stage.open();
    const failed = await stage.push('Import', { 'X.RPGLE': 'x', 'P.RPGLE': 'p' }, 'main', { token: 'wrong' });
    expect(failed.exitCode).toBe(4);
    const report = await stage.push('Next', { 'Q.RPGLE': 'q' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([
      0,
      ['P *MIGRATE created', 'Q *MIGRATE created', 'X *MIGRATE created'],
    ]);
    const later = await stage.push('Later', { 'README.md': 'x' });
    expect([later.exitCode, outcomesOf(later), noticesOf(later)]).toEqual([0, [], []]);
  });

  test('the same on another branch: its deletes are taken in as well, as Git tells where it began', async () => {
    await using stage = await begun();
    stage.repository.git('checkout', '-q', '-b', 'feature/a');
    const failed = { 'X.RPGLE': null, 'Q.RPGLE': 'q' };
    await stage.push('Failed', failed, 'feature/a', { token: 'wrong' });
    const report = await stage.push('Next', { 'README.md': 'x' }, 'feature/a');
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['Q *MIGRATE created', 'X *DELETE created']]);
  });

  test('a run that ends early leaves what it took over to the next one', async () => {
    await using stage = await begun();
    await stage.push('Failed', { 'Q.RPGLE': 'q' }, 'main', { token: 'expired' });
    const braked = await stage.push('Braked', { 'P.RPGLE': 'p2', 'R.RPGLE': 'r' }, 'main', {
      ...lead,
      options: { 'max-requests': 1 },
    });
    expect(braked.error?.code).toBe('limit');
    const report = await stage.push('Next', { 'README.md': 'x' }, 'main', lead);
    expect([report.exitCode, outcomesOf(report)]).toEqual([
      0,
      ['P *MIGRATE updated', 'Q *MIGRATE created', 'R *MIGRATE created'],
    ]);
  });

  test('a service that is away: nothing is written, and the next run finds all as it was', async () => {
    await using stage = await begun();
    const before = tipOf(stage);
    const report = await stage.push('Next', { 'P.RPGLE': 'p2' }, 'main', {
      ...lead,
      options: { url: 'http://127.0.0.1:9', 'ledger-key': stage.serviceKey },
      sleep: () => Promise.resolve(),
    });
    expect([report.exitCode, outcomesOf(report), tipOf(stage)]).toEqual([4, ['P *MIGRATE notAttempted'], before]);
  });
});

test('`--ledger require` files by no record that is not sealed', async () => {
  await using stage = await begun();
  forge(stage, ({ seal: _, ...record }) => record);
  const report = await stage.push('Next', { 'P.RPGLE': 'p2' }, 'main', { options: { ledger: 'require' } });
  expect([report.exitCode, report.error?.code, outcomesOf(report)]).toEqual([1, 'ledger', []]);
  expect(stage.live()).toEqual(stands);
});

test('a record of more than 16 MiB is refused unread', async () => {
  await using stage = await begun();
  const path = recordPath(keyOf(stage));
  plant(stage, path, `{"version":1,"pad":"${'x'.repeat(16 * 1024 * 1024)}"}`);
  const report = await stage.push('Next', { 'P.RPGLE': 'p2' });
  expect([report.exitCode, report.error?.message]).toEqual([1, expect.stringMatching(/larger than 16 MiB/)]);
  expect(stage.live()).toEqual(stands);
});

describe('a record in parts', () => {
  const files = Object.fromEntries(Array.from({ length: 520 }, (_, n) => [`src/Q${n}.RPGLE`, `q${n}`]));
  const many = { options: { 'max-requests': 600, 'max-deletes': 600 } };

  test('with a part that was forged: its number is a claim, and the others are proven as well', async () => {
    await using stage = await Stage.open();
    await stage.push('Import', files, 'main', many);
    await stage.byHand('demo-lead-token', { lvl: 50, objn: 'PAYROLL' });
    const number = numberOf(stage, 'PAYROLL');
    const path = partPath(recordPath(keyOf(stage)), 0);
    const part = JSON.parse(stage.repository.git('--git-dir', stage.repository.remote, 'show', `${ref}:${path}`));
    plant(stage, path, JSON.stringify([...part, filedAs('PAYROLL', number)]));
    const report = await stage.push('Attack', { 'PAYROLL.RPGLE': 'evil', 'src/Q7.RPGLE': 'changed' }, 'main', many);
    expect(outcomesOf(report).sort()).toEqual(['PAYROLL *MIGRATE conflict', 'Q7 *MIGRATE updated']);
    const kept: KeptRecord = keptAt(stage);
    expect([kept.seal?.length, kept.digests?.length]).toEqual([64, 4]);
    const next = await stage.push('Next', { 'src/Q8.RPGLE': 'changed' }, 'main', many);
    expect(noticesOf(next).filter((line) => unsealed.test(line))).toEqual([]);
  });
});

test('a forged open change, or a delete that a made-up run had meant to file, deletes nothing', async () => {
  await using stage = await begun();
  const head = stage.heads.get('main') ?? null;
  const object = { appl: 'ORD', lvl: 50, type: '*PGM', objn: 'GONE', rpth: null, path: 'GONE.RPGLE', added: false };
  const open = { ...object, reason: '*DELETE', outcome: 'rejected', why: 'forged', needsPerson: false };
  const sent = { appl: 'ORD', lvl: 50, objn: 'GONE', rsn: '*DELETE' };
  const call = { ...object, reason: '*DELETE', blob: null, objectId: null, sent };
  const withdrawal = {
    ...call,
    objn: 'P',
    path: 'P.RPGLE',
    objectId: numberOf(stage, 'P'),
    sent: null,
    withdraws: true,
  };
  makeUp(stage, { head, open: [open as never], unanswered: [call, withdrawal] as never });
  const stands = stage.live();
  const report = await stage.push('Next', { 'README.md': 'x' });
  // P is looked at, and nothing tells any more that its request is ours: red once, and nothing is touched.
  expect([report.exitCode, outcomesOf(report), stage.live()]).toEqual([1, ['P *MIGRATE conflict'], stands]);
  const next = await stage.push('After', { 'README.md': 'y' });
  expect([next.exitCode, outcomesOf(next), stage.live()]).toEqual([0, [], stands]);
});

test('a run with a wrong token takes the seal away from nobody: the next one catches up, deletes included', async () => {
  await using stage = await begun();
  const { seal } = keptAt(stage);
  const failed = await stage.push('Failed', { 'X.RPGLE': null, 'P.RPGLE': 'p2' }, 'main', { token: 'wrong' });
  expect([failed.exitCode, new Set(failed.requests.map(({ outcome }) => outcome))]).toEqual([
    4,
    new Set(['notAttempted']),
  ]);
  expect(keptAt(stage).seal).toBe(seal);
  const next = await stage.push('Next', { 'README.md': 'x' });
  expect([next.exitCode, outcomesOf(next)]).toEqual([
    0,
    ['P *MIGRATE updated', 'X *MIGRATE withdrawn', 'X *DELETE created'],
  ]);
  expect(noticesOf(next).join('\n')).not.toMatch(unsealed);
});

test('with a secret of its own the ledger outlives every token', async () => {
  await using stage = await Stage.open();
  const ledgerSecret = 'the same for every job';
  await stage.push('Import', { 'X.RPGLE': 'x' }, 'main', { ledgerSecret });
  const next = await stage.push('Next', { 'X.RPGLE': null }, 'main', { ledgerSecret, token: 'demo-lead-token' });
  expect([next.exitCode, noticesOf(next)]).toEqual([0, []]);
});

test('a secret that is given later takes over what the token has sealed', async () => {
  await using stage = await begun();
  const next = await stage.push('Next', { 'X.RPGLE': null }, 'main', { ledgerSecret: 'new' });
  expect([next.exitCode, noticesOf(next)]).toEqual([0, []]);
  const later = await stage.push('Later', { 'P.RPGLE': null }, 'main', {
    ledgerSecret: 'new',
    token: 'demo-lead-token',
  });
  expect([later.exitCode, noticesOf(later)]).toEqual([0, []]);
});

test('with a wrong token no run is green, though its push has nothing to file: what is open before it is not known', async () => {
  await using stage = await begun();
  const wrong = await stage.push('Docs', { 'README.md': 'x' }, 'main', { token: 'wrong' });
  expect([wrong.exitCode, wrong.error?.code, outcomesOf(wrong)]).toEqual([4, 'token', []]);
  const right = await stage.push('More', { 'README.md': 'y' });
  expect([right.exitCode, outcomesOf(right)]).toEqual([0, []]);
});

test('so it is on another branch, where an earlier push was never looked at', async () => {
  await using stage = await begun();
  stage.repository.git('checkout', '-q', '-b', 'feature/a');
  await stage.push('Begin', { 'README.md': 'x' }, 'feature/a');
  const before = stage.commit('Never run', { 'Q.RPGLE': 'q' }, 'feature/a');
  const head = stage.commit('Docs', { 'README.md': 'y' }, 'feature/a');
  const wrong = await stage.file('feature/a', before, head, { token: 'wrong' });
  expect([wrong.exitCode, wrong.error?.code]).toEqual([4, 'token']);
  const right = await stage.file('feature/a', before, head);
  expect([right.exitCode, outcomesOf(right)]).toEqual([0, ['Q *MIGRATE created']]);
});
