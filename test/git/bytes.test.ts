import { expect, test } from 'vitest';
import { GitFailure } from '../../src/git/failure.ts';
import { openRepository } from '../../src/git/repository.ts';
import { remote, runEnv } from './support.ts';

test('what was begun ahead and nobody waits for ends with the repository', async () => {
  using origin = remote();
  origin.commit({ 'A.RPGLE': 'a\n' });
  const repository = await openRepository({ repoDir: origin.work, env: runEnv });
  const begun = repository.bytes(['hash-object', '--stdin']).catch((error: unknown) => error);
  repository[Symbol.dispose]();
  expect(await begun).toBeInstanceOf(GitFailure);
});
