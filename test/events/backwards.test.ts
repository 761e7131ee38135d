import { describe, expect, test } from 'vitest';
import { git } from '../git/support.ts';
import { github, pushed } from '../host/support.ts';
import { line, neverBackwards } from './backwards-cases.ts';
import { stage } from './filing-support.ts';
import { filesOf, runIn } from './support.ts';

neverBackwards('auto', ['an old run started again after a newer one files nothing old over something new']);

test('a file that is deleted in an old push is not deleted when the tip makes its object again elsewhere', async () => {
  await using it = await stage();
  const { origin } = it;
  const m0 = origin.commit({ 'src/X.RPGLE': 'X\n', 'K.RPGLE': 'k\n' });
  const m1 = origin.commit({ 'src/X.RPGLE': null });
  const m2 = origin.commit({ 'other/X.RPGLE': 'X, new\n' });
  origin.push(m2, 'main');
  const old = await it.push('main', m0, m1);
  expect(filesOf(old)).toEqual([
    `~src/X.RPGLE: superseded: at the remote main is at ${m2.slice(0, 12)}, where it differs`,
  ]);
  expect(it.held()).toEqual([]);
});

test('where the branch is now cannot be asked: exit 3, and nothing is filed', async () => {
  await using it = await stage();
  const { m0, m1 } = line(it);
  it.origin.push(m1, 'main');
  git(it.origin.root, 'clone', '--quiet', it.origin.url, 'run-0');
  const dir = `${it.origin.root}/run-0`;
  git(dir, 'config', 'remote.origin.url', 'file:///nowhere/at/all.git');
  const told = { env: github('push'), payload: pushed('refs/heads/main', m0, m1) };
  const options = { repo: 'ORDERS', url: it.url, set: ['appl=ORD', 'lvl=10', 'attr=RPGLE', 'objt=*PGM', 'proj=null'] };
  const report = await runIn(dir, told, options, { command: 'file', token: 'demo-token' });
  expect(report).toMatchObject({ exitCode: 3, error: { remedy: expect.stringMatching(/--head/) } });
  expect(it.held()).toEqual([]);
  expect((await runIn(dir, told, options)).exitCode).toBe(0);
});

describe("not another branch's changes", () => {
  test('an ordinary push that goes back to what main has is filed', async () => {
    await using it = await stage();
    const { origin } = it;
    const m0 = origin.commit({ 'A.RPGLE': 'A 0\n' });
    git(origin.work, 'checkout', '--quiet', '-b', 'f');
    const f1 = origin.commit({ 'A.RPGLE': 'A feature\n' });
    const f2 = origin.commit({ 'A.RPGLE': 'A 0\n' });
    origin.push(m0, 'main');
    origin.push(f2, 'f');
    expect(filesOf(await it.push('f', f1, f2, { ledger: 'off' }))).toEqual(['+A.RPGLE']);
  });
});

describe('skipped on purpose, and by hand', () => {
  test('a push by an account in skip-pushers is not filed and says so', async () => {
    await using it = await stage();
    const { m0, m1 } = line(it);
    const head = it.origin.commit({ '.file-checkouts.yml': 'version: 1\nskip-pushers: [mdgit-bot]\n' });
    it.origin.push(head, 'main');
    const report = await it.push('main', m0, head, {}, { actor: 'mdgit-bot' });
    expect(report).toMatchObject({
      exitCode: 0,
      requests: [],
      nothingToFile: expect.stringMatching(/mdgit-bot/),
      range: { rule: 'skipped-pusher' },
    });
    expect(it.held()).toEqual([]);
    expect(m1).not.toBe(head);
  });
});
