import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/report/report-json.ts';
import { formatTextReport } from '../../src/report/text.ts';
import { folder } from '../git/support.ts';
import { watchGit } from '../git/watched-git.ts';
import { type Files, mappingText, outcomesOf, Stage } from './support.ts';

/** The plan before the merge says who holds an object now, as far as the ledger knows (design §16). */

const mapping = mappingText.replace('{ branch: main, appl: ORD, lvl: 50 }', '{ branch: main, appl: ORD, lvl: 10 }');

/** Main is there; feature/x has filed P, as bob pushed it. */
function held(text = mapping): Promise<Stage> {
  return Stage.after('bob has P', text, async (made) => {
    await made.push('Main', { 'Q.RPGLE': 'q0', 'P.RPGLE': 'p0' }, 'main', { options: { paths: ['none'] } });
    await made.push('Feature', { 'P.RPGLE': 'p1' }, 'feature/x', { actor: 'bob' });
  });
}

/** A pull request of the branch `topic`, whose commits were pushed, against main. */
async function planOf(stage: Stage, files: Files, more = {}) {
  stage.repository.git('checkout', '-qB', 'topic', 'main');
  const head = stage.commit('Topic', files, 'topic');
  const base = stage.heads.get('main');
  return stage.file('main', null, head, {
    event: 'pull_request',
    payload: { pull_request: { number: 1, base: { ref: 'main', sha: base }, head: { ref: 'topic', sha: head } } },
    ci: { GITHUB_REF: 'refs/pull/1/merge', GITHUB_BASE_REF: 'main', GITHUB_HEAD_REF: 'topic' },
    ...more,
  });
}

/** The lines of a plan that say who holds what. */
const said = (report: Report) =>
  formatTextReport(report)
    .split('\n')
    .filter((line) => /^ +(held by|updates) /.test(line))
    .map((line) => line.trim().replace(/since 20\d\d-\d\d-\d\d \d\d:\d\d UTC/, 'since then'));

test('another branch holds it: number, branch, who and since when; nothing is said of what nobody holds', async () => {
  await using stage = await held();
  const report = await planOf(stage, { 'P.RPGLE': 'p2', 'Q.RPGLE': 'q2' });
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE planned', 'Q *MIGRATE planned']]);
  expect(said(report)).toEqual(['held by #10001 of feature/x, bob, since then']);
  const holder = {
    objectId: 10001,
    branch: 'feature/x',
    account: 'bob',
    commit: stage.head('feature/x'),
    run: '102-1',
  };
  expect(report.requests[0]?.heldBy).toEqual([
    expect.objectContaining({ ...holder, repo: 'ORDERS', path: 'P.RPGLE', verified: true, merged: false, gone: false }),
  ]);
  expect(report.requests[1]?.heldBy).toEqual([]);
  // What is foreseen is what filing meets.
  const filed = await stage.push('Merged', { 'P.RPGLE': 'p2', 'Q.RPGLE': 'q2' });
  expect(outcomesOf(filed)).toEqual(['P *MIGRATE conflict', 'Q *MIGRATE created']);
});

test('a merged branch: filing updates its request, and the row says that it still belongs there', async () => {
  await using stage = await held();
  stage.merge('feature/x', 'main', '--ff-only');
  const report = await planOf(stage, { 'P.RPGLE': 'p2' });
  expect(said(report)).toEqual([
    'updates #10001 of feature/x, bob, since then, which is merged into this branch; it still belongs to that branch',
  ]);
  const filed = await stage.push('Go on', { 'P.RPGLE': 'p2' });
  expect(outcomesOf(filed)).toEqual(['P *MIGRATE updated']);
  expect(filed.requests[0]?.warnings).toContainEqual(
    expect.stringMatching(
      /^it still belongs to branch feature\/x and its project, .* delete request 10001 at the service/,
    ),
  );
});

test('a branch that is gone: the plan says so, and the conflict says how to let go of what it left', async () => {
  await using stage = await held();
  stage.drop('feature/x');
  const report = await planOf(stage, { 'P.RPGLE': 'p2' });
  expect(said(report)).toEqual(['held by #10001 of feature/x (a branch that is gone), bob, since then']);
  const filed = await stage.push('Change', { 'P.RPGLE': 'p2' });
  expect(filed.requests[0]).toMatchObject({
    outcome: 'conflict',
    msg: expect.stringMatching(/, filed by feature\/x of ORDERS \(a branch that is gone\) at commit [0-9a-f]{12}\. /),
    remedy: expect.stringContaining('file-checkouts release --branch feature/x'),
  });
  // The remedy works.
  expect(outcomesOf(await stage.ended('feature/x', { releases: true }))).toEqual(['P *MIGRATE withdrawn']);
  expect(outcomesOf(await stage.push('Again', { 'P.RPGLE': 'p3' }))).toEqual(['P *MIGRATE created']);
});

test('a delete, a request without a lock, a released one, and a plan without a secret', async () => {
  await using stage = await held();
  const planned = await planOf(stage, { 'P.RPGLE': null }, { token: '' });
  expect(said(planned)).toEqual(['held by #10001 of feature/x, bob, since then, as *MIGRATE, not verified']);
  expect(planned.requests[0]?.heldBy?.[0]).toMatchObject({ verified: false, merged: false });
  const unlocked = await planOf(stage, { 'P.RPGLE': 'p2' }, { options: { set: ['lock=*NO'] } });
  expect(said(unlocked)).toEqual([]);
});

test('what a push affects is held, too', async () => {
  await using stage = await held(`dependents: request\n${mapping}`);
  const use = "      /copy 'CPY.RPGLEINC'\n";
  const more = `  - match: { gfile: "*.RPGLEINC" }\n    skip: include\n  - match: { path: "**" }`;
  const text = `dependents: request\n${mapping.replace('  - match: { path: "**" }', more)}`;
  await stage.push('Sources', { '.file-checkouts.yml': text, 'CPY.RPGLEINC': '1', 'P.RPGLE': use }, 'main', {
    options: { paths: ['none'] },
  });
  const report = await planOf(stage, { 'CPY.RPGLEINC': '2' });
  expect(outcomesOf(report)).toEqual(['P *RECOMPILE planned']);
  expect(said(report)).toEqual(['held by #10001 of feature/x, bob, since then, as *MIGRATE']);
});

test('history that cannot be had is asked for once, and nothing is said of what is merged', async () => {
  await using stage = await held();
  using place = folder();
  stage.repository.git('checkout', '-qb', 'feature/y', 'main');
  await stage.push('Feature', { 'R.RPGLE': 'r1' }, 'feature/y', { actor: 'ann' });
  stage.repository.git('checkout', '-q', 'main');
  const before = stage.repository.git('rev-parse', 'HEAD').trim();
  const head = stage.commit('Both', { 'P.RPGLE': 'p2', 'R.RPGLE': 'r2' });
  const dir = join(place.path, 'shallow');
  stage.repository.git('clone', '-q', '--depth=2', `file://${stage.repository.remote}`, dir);
  const inClone = (...args: string[]) => execFileSync('git', args, { cwd: dir, stdio: 'ignore' });
  inClone('config', 'remote.origin.url', join(place.path, 'nowhere'));
  const watch = watchGit(place.path);
  const report = await stage.file('main', before, head, {
    ...{ command: 'plan', dir, env: { PATH: watch.env.PATH ?? '' } },
    options: { base: before, head, 'ledger-remote': stage.ledgerDir },
  });
  expect(said(report)).toEqual([
    'held by #10001 of feature/x, bob, since then',
    'held by #10002 of feature/y, ann, since then',
  ]);
  expect(watch.started().filter(({ args }) => args.includes('--unshallow'))).toHaveLength(1);
});

test('what was completed holds nothing: the service is asked where a token and a URL are given, else the plan says as of when', async () => {
  await using stage = await held();
  const holders = (report: Report) => report.notices.filter(({ code }) => /^held/.test(code));
  const files = { 'P.RPGLE': 'p2' };
  expect(holders(await planOf(stage, files))).toEqual([
    { code: 'heldAsked', message: expect.stringMatching(/about 1 request, 20\d\d-.* UTC: all are open$/) },
  ]);
  await stage.later('P', { status: '50' });
  const asked = await planOf(stage, files);
  expect([said(asked), holders(asked)[0]?.message]).toEqual([[], expect.stringMatching(/: no longer open: 10001$/)]);
  const untold = await planOf(stage, files, { token: '' });
  expect(said(untold)).toEqual(['held by #10001 of feature/x, bob, since then, not verified']);
  expect(holders(untold)[0]?.message).toMatch(/from the ledger, as of 20\d\d-\d\d-\d\d \d\d:\d\d UTC/);
});
