/**
 * Filing throughput: 2,000 small files, contents read from Git, 16 calls at a time to the object-request service in a
 * process of its own. The floor is a bare loop that sends the same bytes to the same service by `undici.request`. Each
 * side of a round is a new process, as a run is.
 */

import { bundles } from '../e2e/support/bundle.ts';
import { folder, git, gitEnv } from '../git/support.ts';
import { concurrency, makeSources } from './filing-plan.ts';
import { groupOf, inTurns } from './group.ts';
import type { Heading } from './row.ts';
import { serve } from './serving.ts';
import { bundled, timed } from './timed.ts';

const files = 2000;
const heading: Heading = {
  name: 'filing-2000',
  what: `filing, 2,000 small files, concurrency ${concurrency}`,
  unit: 'requests/s',
  target: { of: 'ratio', atLeast: 0.7 },
};

async function pairsOf(_: Heading, runs: number) {
  using repository = folder();
  git(repository.path, 'init', '--quiet', '--bare', '--initial-branch=main');
  makeSources(repository.path, files);
  const ours = await bundled(repository.path, 'filing-child.ts');
  const bare = await bundled(repository.path, 'floors/bare-loop.ts');
  await using service = await serve(bundles.cli);
  let count = 0;
  const perSecond = (program: string) => async () => {
    count += 1;
    const args = [program, service.url, repository.path, String(count)];
    const { stdout } = await timed({ args, cwd: repository.path, env: gitEnv });
    const { ms, created } = JSON.parse(stdout) as { ms: number; created: number };
    if (created !== files) throw new Error(`${program}: ${created} of ${files} requests were created`);
    return (files * 1000) / ms;
  };
  // Awaited here: what is returned unawaited would outlive the service.
  return await inTurns(runs, perSecond(ours), perSecond(bare));
}

export const filing = groupOf([heading], { usual: 9, quick: 2 }, pairsOf);
