import { expect, test } from 'vitest';
import { makeClone } from '../git/clones.ts';
import { folder, git } from '../git/support.ts';
import { watchGit } from '../git/watched-git.ts';
import { github, pushed, zeros } from '../host/support.ts';
import { stage } from './filing-support.ts';
import { filesOf, runIn } from './support.ts';

test('the ledger, which comes without its history, does not pass for a shallow clone', async () => {
  await using it = await stage();
  const m0 = it.origin.commit({ 'A.RPGLE': 'A 0\n' });
  const m1 = it.origin.commit({ 'A.RPGLE': 'A 1\n' });
  await it.pushed('main', m0, m1);
  git(it.origin.work, 'checkout', '--quiet', '-b', 'f');
  const f1 = it.origin.commit({ 'F.RPGLE': 'F\n' });
  it.origin.push(f1, 'f');
  const dir = makeClone('full', it.origin, { ref: 'f', head: f1 });
  using watched = folder();
  const watch = watchGit(watched.path);
  const told = { env: github('push', { GITHUB_REF: 'refs/heads/f' }), payload: pushed('refs/heads/f', zeros, f1) };
  const options = { url: it.url, repo: 'ORDERS' };
  expect(filesOf(await runIn(dir, told, options, { env: watch.env }))).toEqual(['+F.RPGLE']);
  const fetches = watch.commands().filter((line) => line.includes('fetch'));
  expect(fetches.filter((line) => line.includes('unshallow'))).toEqual([]);
});
