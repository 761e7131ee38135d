import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toRecordPath } from '../../src/ledger/key.ts';
import type { Report } from '../../src/report/report-json.ts';
import { checkOutOf, keptAt, keyOf, makeUp, numberOf, plant, putBack, tipOf } from './forge.ts';
import { mappingText, noticesOf, outcomesOf, Stage } from './support.ts';

/** The ledger against somebody who may push its ref (design §8 "Sealed"): what else than sealed.test.ts can be done. */

/** X and P are filed on main. */
const begun = () => Stage.begun({ 'X.RPGLE': 'x', 'P.RPGLE': 'p' });

/** The run is red, has filed nothing, and has written nothing. */
function refused(report: Report, stage: Stage, before: { readonly held: string[]; readonly tip: string }): void {
  expect([report.exitCode, report.error?.code, report.requests]).toEqual([3, 'ledger', []]);
  expect(report.error?.message).toMatch(/the ledger's record of \S+ cannot be verified/);
  expect([stage.held(), tipOf(stage)]).toEqual([before.held, before.tip]);
}

const asItIs = (stage: Stage) => ({ held: stage.held(), tip: tipOf(stage) });

describe('a record that no secret of the run has sealed is refused', () => {
  test('one that was made up for a branch without a record, also where it claims to be merged here', async () => {
    await using stage = await begun();
    await stage.byHand('demo-lead-token', { lvl: 10, objn: 'PAYROLL' });
    makeUp(stage, [checkOutOf('PAYROLL', numberOf(stage, 'PAYROLL'))], keyOf(stage, 'feature/a'));
    const before = asItIs(stage);
    refused(await stage.push('Attack', { 'PAYROLL.RPGLE': 'evil' }, 'feature/a'), stage, before);
  });

  test('one that was copied byte for byte: it says what it is about', async () => {
    await using stage = await begun();
    await stage.push('A', { 'Q.RPGLE': 'a' }, 'feature/a');
    plant(stage, toRecordPath(keyOf(stage)), keptAt(stage, keyOf(stage, 'feature/a')), '');
    const before = asItIs(stage);
    refused(await stage.push('Next', { 'P.RPGLE': 'p2' }), stage, before);
  });

  test('also by `--ledger require`, and by a push that has nothing to file', async () => {
    await using stage = await begun();
    plant(stage, toRecordPath(keyOf(stage)), keptAt(stage).replace('"objn":"X"', '"objn":"Z"'), '');
    const before = asItIs(stage);
    refused(await stage.push('Docs', { 'README.md': '1' }), stage, before);
    refused(await stage.push('More', { 'README.md': '2' }, 'main', { options: { ledger: 'require' } }), stage, before);
  });

  test('also by the run of an older push, where no request is left in it', async () => {
    await using stage = await Stage.open();
    await stage.push('Added', { 'X.RPGLE': 'x' });
    const added = stage.head();
    const older = stage.commit('Gone', { 'X.RPGLE': null });
    const lead = { token: 'demo-lead-token' };
    expect(await stage.pushed('Newer', { 'README.md': '1' }, 'main', { before: older })).toEqual([
      0,
      ['X *MIGRATE withdrawn'],
    ]);
    const before = asItIs(stage);
    refused(await stage.file('main', added, older, lead), stage, before);
    // A newer push owes no more than that record says, whoever sealed it.
    expect(await stage.pushed('Newest', { 'Q.RPGLE': 'q' }, 'main', lead)).toEqual([0, ['Q *MIGRATE created']]);
  });
});

test('an old record that is played again does not take back a request that another branch went on with', async () => {
  await using stage = await begun();
  await stage.push('A', { 'Q.RPGLE': 'a' }, 'feature/a');
  const old = tipOf(stage);
  expect(outcomesOf(await stage.push('B goes on', { 'Q.RPGLE': 'b' }, 'feature/b'))).toEqual(['Q *MIGRATE updated']);
  const key = keyOf(stage, 'feature/a');
  plant(stage, toRecordPath(key), keptAt(stage, key, old), '');
  expect(await stage.pushed('A again', { 'Q.RPGLE': 'a2' }, 'feature/a')).toEqual([1, ['Q *MIGRATE conflict']]);
  expect(stage.held()).toContain('ORD/10 Q *MIGRATE b');
});

describe('records of other branches that are not believed count as not there', () => {
  test('a request that is ours by our own record stays ours', async () => {
    await using stage = await begun();
    makeUp(stage, [checkOutOf('P', numberOf(stage, 'P'))], keyOf(stage, 'feature/evil'));
    expect(await stage.pushed('Next', { 'P.RPGLE': 'p2' })).toEqual([0, ['P *MIGRATE updated']]);
  });

  test('somebody’s request that one of them names as merged here is not touched', async () => {
    await using stage = await begun();
    await stage.byHand('demo-lead-token', { lvl: 50, objn: 'PAYROLL' });
    const commit = stage.repository.git('rev-parse', 'main').trim();
    const forged = checkOutOf('PAYROLL', numberOf(stage, 'PAYROLL'), commit);
    makeUp(stage, [forged], keyOf(stage, 'feature/evil'), commit);
    const report = await stage.push('Attack', { 'PAYROLL.RPGLE': 'evil' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['PAYROLL *MIGRATE conflict']]);
    expect(noticesOf(report)).toEqual([expect.stringMatching(/record of feature\/evil is ignored/)]);
    expect(stage.held()).toContain('ORD/50 PAYROLL *MIGRATE');
  });
});

describe('secrets that change', () => {
  const lead = { token: 'demo-lead-token' };

  test('with the earlier token beside the present one a delete, a move and an edit go on with their numbers', async () => {
    await using stage = await Stage.edited({ 'X.RPGLE': 'x', 'P.RPGLE': 'p', 'Q.RPGLE': 'q' });
    const files = { 'X.RPGLE': null, 'P.RPGLE': null, 'sub/P.RPGLE': 'p', 'Q.RPGLE': 'q2' };
    const report = await stage.push('Next', files, 'main', { ...lead, ledgerSecretPrevious: 'demo-token' });
    expect([report.exitCode, noticesOf(report)]).toEqual([0, []]);
    expect(stage.live()).toEqual([
      'ORD/50 P *MIGRATE p (sub/P.RPGLE)',
      'ORD/50 Q *MIGRATE q2 (Q.RPGLE)',
      'ORD/50 X *DELETE (X.RPGLE)',
    ]);
  });

  test('a secret that is given later takes over what the token has sealed', async () => {
    await using stage = await begun();
    const ledgerSecret = 'new';
    const next = await stage.push('Next', { 'X.RPGLE': null }, 'main', { ledgerSecret });
    expect([next.exitCode, noticesOf(next)]).toEqual([0, []]);
    const later = await stage.push('Later', { 'P.RPGLE': null }, 'main', { ledgerSecret, ...lead });
    expect([later.exitCode, noticesOf(later)]).toEqual([0, []]);
  });

  const away = { options: { url: 'http://127.0.0.1:9' }, sleep: () => Promise.resolve() };
  const sources = { 'X.RPGLE': 'x', 'P.RPGLE': 'p' };
  const all = ['P *MIGRATE created', 'Q *MIGRATE created', 'X *MIGRATE created'];
  test.each<[string, Record<string, string>, Parameters<Stage['push']>[3] & object, string[]]>([
    ['is refused', sources, {}, all],
    ['does not reach the service', sources, away, all],
    ['has nothing to file', { 'README.md': '0' }, {}, ['Q *MIGRATE created']],
    ['is empty', sources, { token: '' }, all],
  ])('a first push with a wrong token that %s: nothing of it is lost', async (_, files, more, created) => {
    await using stage = await Stage.open();
    const options = { 'ledger-key': stage.serviceKey, ...more.options };
    const failed = await stage.push('Import', files, 'main', { token: 'wrong', ...more, options });
    expect(outcomesOf(failed).filter((outcome) => !outcome.endsWith('notAttempted'))).toEqual([]);
    stage.pass(5);
    expect(await stage.pushed('Next', { 'Q.RPGLE': 'q' })).toEqual([0, created]);
    const later = await stage.push('Later', { 'README.md': 'x' });
    expect([later.exitCode, outcomesOf(later), noticesOf(later)]).toEqual([0, [], []]);
  });

  test('a first push with a wrong token that moves a file: the next push files it', async () => {
    await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
    const files = { 'X.RPGLE': null, 'lib/X.RPGLE': 'x2' };
    const failed = await stage.push('Move', files, 'feature/a', { token: 'wrong', before: null });
    expect([failed.exitCode, outcomesOf(failed)]).toEqual([4, ['X *MIGRATE notAttempted']]);
    const report = await stage.push('Next', { 'Q.RPGLE': 'q' }, 'feature/a');
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['Q *MIGRATE created', 'X *MIGRATE created']]);
  });

  test('a first push with a wrong token, and a reset to before the fork: the next push files', async () => {
    await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
    const old = stage.head();
    await stage.push('Main', { 'Y.RPGLE': 'y' });
    await stage.push('Branch', { 'P.RPGLE': 'p' }, 'feature/a', { token: 'wrong', before: null });
    stage.repository.git('reset', '-q', '--hard', old);
    expect(await stage.pushed('Next', { 'Q.RPGLE': 'q' }, 'feature/a')).toEqual([0, ['Q *MIGRATE created']]);
  });

  test('--ledger require without a token: each run asks for it', async () => {
    await using stage = await Stage.open();
    const push = async (told: object) => {
      const { error } = await stage.push('Push', { 'P.RPGLE': randomUUID() }, 'main', told);
      return `${error?.code} ${error?.remedy}`;
    };
    const none = { token: '', options: { ledger: 'require' } };
    const asked = expect.stringMatching(/^usage .*FILE_CHECKOUTS_TOKEN/);
    for (const told of [none, none, {}, none])
      expect(await push(told)).toEqual(told === none ? asked : 'undefined undefined');
  });

  test('a first push with a wrong token that is only a collision: once that is settled its file is filed', async () => {
    await using stage = await Stage.open();
    await stage.push('Twins', { 'P.RPGLE': 'p', 'P-twin.RPGLE': 'twin' }, 'main', { token: 'wrong' });
    expect(await stage.pushed('Next', { 'P-twin.RPGLE': null })).toEqual([0, ['P *MIGRATE created']]);
  });

  const skips = `${mappingText}skip-pushers: [bot]\n`;
  const unlocked = mappingText.replace('null }', 'null, lock: "*NO" }');
  const killed = { dies: (held: readonly string[]) => held.length > 0 };
  test.each<[string, string, Parameters<Stage['push']>[3] & object, readonly [number, ...string[]]]>([
    ['what a skipped account pushed stays settled', skips, { actor: 'bot' }, [0, 'ORD/50 Q *MIGRATE q']],
    ['a create without a lock that was killed is not repeated', unlocked, killed, [3, 'ORD/50 X *MIGRATE unlocked x']],
    ['a create that was killed is not forgotten', mappingText, killed, [3, 'ORD/50 X *MIGRATE x']],
  ])('a token that was rotated before any request has a number: %s', async (_, mapping, first, expected) => {
    await using stage = await Stage.open();
    await stage.push('First', { '.file-checkouts.yml': mapping, 'X.RPGLE': 'x' }, 'main', first);
    stage.pass(5);
    expect([(await stage.push('Next', { 'Q.RPGLE': 'q' }, 'main', lead)).exitCode, ...stage.held()]).toEqual(expected);
  });

  test('the service cannot be reached: nothing is sealed again, and the next run finds all as it was', async () => {
    await using stage = await begun();
    const before = tipOf(stage);
    const report = await stage.push('Next', { 'P.RPGLE': 'p2' }, 'main', {
      ...{ ...lead, ledgerSecretPrevious: 'demo-token' },
      options: { url: 'http://127.0.0.1:9', 'ledger-key': stage.serviceKey },
      sleep: () => Promise.resolve(),
    });
    expect([report.exitCode, tipOf(stage)]).toEqual([4, before]);
  });
});

test('the record of a run that was killed is waited for by its lease, and no longer', async () => {
  await using stage = await begun();
  await stage.push('Killed', { 'P.RPGLE': 'p2' }, 'main', { dies: () => true });
  stage.pass(-2);
  let waited = 0;
  const sleep = () => {
    waited += 1;
    stage.pass(0.5);
    return Promise.resolve();
  };
  expect(await stage.next('main', { sleep })).toEqual([0, ['P *MIGRATE updated']]);
  expect(waited).toBeLessThanOrEqual(4);
  expect(waited).toBeGreaterThan(0);
});

test('a token that was rotated: red, until the earlier one is given beside it; a wrong one takes no seal away', async () => {
  await using stage = await begun();
  const lead = { token: 'demo-lead-token' };
  const wrong = await stage.push('Wrong', { 'X.RPGLE': 'x2' }, 'main', { token: 'expired' });
  expect([wrong.exitCode, wrong.error?.code]).toEqual([3, 'ledger']);
  expect(wrong.error?.message).toMatch(/^The service does not accept the token .* record of .* cannot be verified$/);
  expect(wrong.error?.remedy).toMatch(/mistyped/);
  // The service takes this one.
  const changed = await stage.push('Changed', { 'X.RPGLE': 'x2' }, 'main', lead);
  expect(changed.error?.message).toMatch(/the service accepts the token, so another secret has sealed it$/);
  const tip = tipOf(stage);
  const both = { token: 'expired', ledgerSecretPrevious: 'demo-token' };
  expect([(await stage.push('Refused', { 'Y.RPGLE': 'y' }, 'main', both)).exitCode, tipOf(stage)]).toEqual([4, tip]);
  const withBoth = { ...lead, ledgerSecretPrevious: 'demo-token' };
  const rotated = await stage.push('Rotated', { 'P.RPGLE': 'p2' }, 'main', withBoth);
  expect(rotated.exitCode).toBe(0);
  expect(outcomesOf(rotated).toSorted()).toEqual(['P *MIGRATE updated', 'X *MIGRATE updated', 'Y *MIGRATE created']);
  expect(await stage.pushed('After', { 'X.RPGLE': 'x3' }, 'main', lead)).toEqual([0, ['X *MIGRATE updated']]);
});

test('an older record of the branch that is put back: more is owed, nothing older is sent, nothing is filed twice', async () => {
  await using stage = await begun();
  const tip = tipOf(stage);
  await stage.push('Newer', { 'X.RPGLE': 'x2', 'N.RPGLE': 'n' });
  putBack(stage, tip);
  expect(outcomesOf(await stage.push('Next', { 'P.RPGLE': 'p2' }))).toContain('P *MIGRATE updated');
  expect(stage.live()).toEqual([
    'ORD/50 N *MIGRATE n (N.RPGLE)',
    'ORD/50 P *MIGRATE p2 (P.RPGLE)',
    'ORD/50 X *MIGRATE x2 (X.RPGLE)',
  ]);
});

test('a ledger that was deleted is a branch without a record: nobody else’s request is touched', async () => {
  await using stage = await begun();
  await stage.byHand('demo-lead-token', { lvl: 50, objn: 'PAYROLL' });
  stage.repository.git('-C', stage.ledgerDir, 'update-ref', '-d', 'refs/notes/check-outs');
  const report = await stage.push('Next', { 'PAYROLL.RPGLE': 'mine', 'Q.RPGLE': 'q' });
  expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['PAYROLL *MIGRATE conflict', 'Q *MIGRATE created']]);
  expect(stage.held()).toContain('ORD/50 PAYROLL *MIGRATE');
});
