import { expect, test } from 'vitest';
import { forgetAllRefs, remoteRef } from '../../src/git/remote-refs.ts';
import { openRepository } from '../../src/git/repository.ts';
import { folder, remote } from './support.ts';
import { watchGit } from './watched-git.ts';

const main = 'refs/heads/main';

test('one question serves all that ask while it is under way, but none that looks anew', async () => {
  using origin = remote();
  const first = origin.commit({ 'A.RPGLE': 'a\n' });
  origin.push(first, 'main');
  using watched = folder();
  const watch = watchGit(watched.path);
  using repository = await openRepository({ repoDir: origin.work, env: watch.env });
  const asked = [remoteRef(repository, main), remoteRef(repository, main)];
  forgetAllRefs(repository);
  const second = origin.commit({ 'A.RPGLE': 'b\n' });
  origin.push(second, 'main');
  expect(await remoteRef(repository, main)).toBe(second);
  expect(await Promise.all(asked)).toEqual([second, second]);
  const questions = watch.started().filter(({ args }) => args.includes('ls-remote'));
  expect(questions).toHaveLength(2);
});
