import { unreadable } from './failure.ts';
import type { Repository } from './repository.ts';

/** Short names of the clone's branches and of those it follows at the remote, which is not asked. @throws Problem('git') */
export async function knownBranches(repository: Repository): Promise<string[]> {
  const remote = repository.remote === null ? [] : [`refs/remotes/${repository.remote.name}`];
  const args = ['for-each-ref', '--format=%(refname)', 'refs/heads', ...remote];
  const output = await repository.git(args, { inCheckout: true }).catch((error) => {
    throw unreadable('the branches', error);
  });
  const names = output
    .split('\n')
    .filter((name) => name !== '' && !name.endsWith('/HEAD'))
    .map((name) => name.replace(/^refs\/heads\//, '').replace(`refs/remotes/${repository.remote?.name}/`, ''));
  return [...new Set(names)];
}
