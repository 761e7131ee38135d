import { expect, test } from 'vitest';
import { GitFailure } from '../../src/git/failure.ts';
import { openRepository } from '../../src/git/repository.ts';
import { remote, runEnv } from './support.ts';

/** What Git would read for ever. */
function* endless(): Generator<string> {
  for (;;) yield 'x'.repeat(10_000);
}

test('what was begun ahead and nobody waits for ends with the repository', async () => {
  using origin = remote();
  origin.commit({ 'A.RPGLE': 'a\n' });
  const repository = await openRepository({ repoDir: origin.work, env: runEnv });
  const begun = repository.bytes(['hash-object', '--stdin'], { input: endless() }).catch((error: unknown) => error);
  repository[Symbol.dispose]();
  expect(await begun).toBeInstanceOf(GitFailure);
});
