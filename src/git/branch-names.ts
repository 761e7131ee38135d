import { unreadable } from './failure.ts';
import type { Repository } from './repository.ts';

/**
 * Short names of the branches that this clone knows, its own and those it follows at the remote; nothing is asked over
 * the network.
 * @throws Problem('git') when Git cannot tell.
 */
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
