import { expect, test } from 'vitest';
import { listRemoteBranches } from '../../src/git/branches.ts';
import { openRepository } from '../../src/git/repository.ts';
import { folder, git, remote } from './support.ts';
import { watchGit } from './watched-git.ts';

test('one question serves all that ask, until the branches are forgotten; other refs are no branches', async () => {
  using origin = remote();
  const first = origin.commit({ 'A.RPGLE': 'a\n' });
  origin.push(first, 'main');
  const odd = 'main\u2028x';
  for (const branch of ['feature/main', odd]) origin.push(first, branch);
  git(origin.work, 'push', '--quiet', 'origin', `${first}:refs/other/refs/heads/x`, `${first}:refs/notes/check-outs`);
  using watched = folder();
  const watch = watchGit(watched.path);
  using repository = await openRepository({ repoDir: origin.work, env: watch.env });
  const asked = [listRemoteBranches(repository), listRemoteBranches(repository)];
  for (const { tips, defaultBranch } of await Promise.all(asked)) {
    expect(Object.fromEntries(tips)).toEqual({ main: first, 'feature/main': first, [odd]: first });
    expect(defaultBranch).toBe('main');
  }
  const second = origin.commit({ 'A.RPGLE': 'b\n' });
  origin.push(second, 'main');
  expect((await listRemoteBranches(repository)).tips.get('main')).toBe(first);
  repository.seen.branches = null;
  expect((await listRemoteBranches(repository)).tips.get('main')).toBe(second);
  const questions = watch.started().filter(({ args }) => args.includes('ls-remote'));
  expect(questions).toHaveLength(2);
});
