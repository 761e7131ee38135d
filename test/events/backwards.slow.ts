import { expect, test } from 'vitest';
import { makeClone } from '../git/clones.ts';
import { folder, git } from '../git/support.ts';
import { watchGit } from '../git/watched-git.ts';
import { github, pushed } from '../host/support.ts';
import { noticesOf } from '../runs/support.ts';
import { line, stage } from './filing-support.ts';
import { filesOf, runIn } from './support.ts';

test.each(['auto', 'off'] as const)(
  'two runs that finish in the wrong order, ledger %s: each file is filed once, as it is at the tip',
  async (ledger) => {
    await using it = await stage();
    const { m0, m1, m2 } = line(it);
    await it.pushed('main', m1, m2, { ledger });
    const late = await it.push('main', m0, m1, { ledger });
    expect(late.leftOut.map(({ path }) => path)).toContain('A.RPGLE');
    const held = it.held();
    expect(held.filter((row) => row.includes(' A.RPGLE'))).toEqual(['*MIGRATE A.RPGLE on main = A 2']);
    expect(held).toContain('*MIGRATE C.RPGLE on main = C 2');
    expect(held).not.toContain('*DELETE C.RPGLE on main');
  },
);

test('a branch reset to an older commit: what was taken back is not filed again by the run of the newer commit', async () => {
  await using it = await stage();
  const { m0, m1, m2 } = line(it);
  it.origin.push(m1, 'main');
  await it.push('main', m0, m2);
  const held = it.held();
  expect(held.some((row) => row.includes('A.RPGLE') || row.includes('C.RPGLE'))).toBe(false);
  expect(held).toContain('*MIGRATE D.RPGLE on main = D 1');
});

test('a skipped push with something unaccounted for before it: its own run catches up with that, and settles the skipped one', async () => {
  await using it = await stage();
  const mapping = { '.file-checkouts.yml': 'version: 1\nskip-pushers: [mdgit-bot]\n' };
  const m0 = it.origin.commit({ 'A.RPGLE': 'A\n', ...mapping });
  const m1 = it.origin.commit({ 'A.RPGLE': 'A 1\n' });
  const lost = it.origin.commit({ 'LOST.RPGLE': 'its run failed\n' });
  const bot = it.origin.commit({ 'BOT.RPGLE': 'by the service\n' });
  const human = it.origin.commit({ 'HUMAN.RPGLE': 'by jane\n' });
  await it.pushed('main', m0, m1);
  const skipped = await it.pushed('main', lost, bot, {}, { actor: 'mdgit-bot' });
  expect(skipped.range).toMatchObject({ base: m1, rule: 'skipped-pusher' });
  expect(filesOf(skipped)).toEqual(['+LOST.RPGLE', '~BOT.RPGLE: changed by a push of an account in skip-pushers']);
  expect(filesOf(await it.pushed('main', bot, human))).toEqual(['+HUMAN.RPGLE']);
});

test('without a ledger, only the files of the human push after it are filed', async () => {
  await using it = await stage();
  const m0 = it.origin.commit({ 'A.RPGLE': 'A\n', '.file-checkouts.yml': 'version: 1\nskip-pushers: [mdgit-bot]\n' });
  const bot = it.origin.commit({ 'BOT.RPGLE': 'by the service\n' });
  const human = it.origin.commit({ 'HUMAN.RPGLE': 'by jane\n' });
  await it.pushed('main', m0, bot, { ledger: 'off' }, { actor: 'mdgit-bot' });
  expect(filesOf(await it.pushed('main', bot, human, { ledger: 'off' }))).toEqual(['+HUMAN.RPGLE']);
});

test('a clone that lacks the contents of its own branches has the ledger all the same', async () => {
  await using it = await stage();
  const { origin } = it;
  const m0 = origin.commit({ 'A.RPGLE': 'A 0\n' });
  const m1 = origin.commit({ 'A.RPGLE': 'A 1\n' });
  await it.pushed('main', m0, m1);
  const m2 = origin.commit({ 'B.RPGLE': 'B\n' });
  origin.push(m2, 'main');
  for (const kind of ['blobless', 'sparse'] as const) {
    const dir = makeClone(kind, origin, { ref: 'main', head: m2 }, `ledger-${kind}`);
    const told = { env: github('push'), payload: pushed('refs/heads/main', m1, m2) };
    const options = { url: it.url, repo: 'ORDERS', set: ['appl=ORD', 'lvl=10', 'objt=*PGM'] };
    const report = await runIn(dir, told, options);
    // A plan has no secret, and says so.
    const notices = [expect.stringMatching(/not verified/)];
    expect([kind, filesOf(report), noticesOf(report)]).toEqual([kind, ['+B.RPGLE'], notices]);
  }
});

test('a file that this branch has a request for is filed even when main now has the same', async () => {
  await using it = await stage();
  const { origin } = it;
  const m0 = origin.commit({ 'A.RPGLE': 'A 0\n', 'B.RPGLE': 'B 0\n' });
  git(origin.work, 'checkout', '--quiet', '-b', 'f');
  const f1 = origin.commit({ 'A.RPGLE': 'A feature\n' });
  origin.push(m0, 'main');
  await it.pushed('f', null, f1);
  git(origin.work, 'checkout', '--quiet', 'main');
  const m1 = origin.commit({ 'A.RPGLE': 'A main\n', 'B.RPGLE': 'B main\n' });
  origin.push(m1, 'main');
  git(origin.work, 'checkout', '--quiet', 'f');
  git(origin.work, 'merge', '--quiet', '--no-edit', '-X', 'theirs', 'main');
  const fm = git(origin.work, 'rev-parse', 'HEAD');
  const report = await it.pushed('f', f1, fm);
  expect(filesOf(report)).toEqual(['+A.RPGLE', '~B.RPGLE: as on main']);
  expect(report.requests.map(({ outcome }) => outcome)).toEqual(['updated']);
  expect(it.held()).toEqual(['*MIGRATE A.RPGLE on f = A main']);
});

test('what a rebase brings in that main reaches by a second parent only is filed: it is not on the line of main', async () => {
  await using it = await stage();
  const { origin } = it;
  const m0 = origin.commit({ 'A.RPGLE': 'A 0\n' });
  const m1 = origin.commit({ 'M.RPGLE': 'M\n' });
  git(origin.work, 'checkout', '--quiet', '-b', 'f', m0);
  const g1 = origin.commit({ 'G.RPGLE': 'G\n' });
  git(origin.work, 'checkout', '--quiet', '-b', 'd', m0);
  origin.commit({ 'N.RPGLE': 'N\n' });
  git(origin.work, 'merge', '--quiet', '--no-ff', '--no-edit', m1);
  origin.push(git(origin.work, 'rev-parse', 'HEAD'), 'main');
  git(origin.work, 'checkout', '--quiet', 'f');
  git(origin.work, 'rebase', '--quiet', m1);
  const g2 = git(origin.work, 'rev-parse', 'HEAD');
  git(origin.work, 'push', '--quiet', '--force', 'origin', `${g1}:refs/heads/f`);
  expect(filesOf(await it.push('f', null, g1))).toEqual(['+G.RPGLE']);
  git(origin.work, 'push', '--quiet', '--force', 'origin', `${g2}:refs/heads/f`);
  expect(filesOf(await it.push('f', g1, g2))).toEqual(['+M.RPGLE']);
});

test('a first push that could not ask where the branch is now is caught up by the next one', async () => {
  await using it = await stage();
  const { origin } = it;
  const m0 = origin.commit({ 'A.RPGLE': 'A 0\n' });
  const m1 = origin.commit({ 'A.RPGLE': 'A 1\n' });
  origin.push(m1, 'main');
  using watched = folder();
  const failed = await it.push('main', m0, m1, {}, { env: watchGit(watched.path, 'ls-remote').env });
  expect([failed.exitCode, it.held()]).toEqual([3, []]);
  const m2 = origin.commit({ 'B.RPGLE': 'B\n' });
  expect(filesOf(await it.pushed('main', m1, m2))).toEqual(['+A.RPGLE', '+B.RPGLE']);
});

test('a file that is deleted in an old push is not deleted when the tip makes its object again elsewhere', async () => {
  await using it = await stage();
  const { origin } = it;
  const m0 = origin.commit({ 'src/X.RPGLE': 'X\n', 'K.RPGLE': 'k\n' });
  const m1 = origin.commit({ 'src/X.RPGLE': null });
  const m2 = origin.commit({ 'other/X.RPGLE': 'X, new\n' });
  origin.push(m2, 'main');
  const old = await it.push('main', m0, m1);
  expect(filesOf(old)).toEqual([
    `~src/X.RPGLE: superseded: at the remote, main is already at ${m2.slice(0, 12)}, with another version of this file. That version is filed by the run of that commit`,
  ]);
  expect(it.held()).toEqual([]);
});
