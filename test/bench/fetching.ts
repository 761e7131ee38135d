/**
 * Depth-1 fetch: the list of 10,000 changed files where CI has cloned one commit only, so that the base has to be
 * fetched. The floor is `git fetch --depth 1`, of trees without contents, into a new copy of that clone, and `git
 * diff-tree`, from an otherwise empty program.
 */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeClone } from '../git/clones.ts';
import { gitEnv, remote } from '../git/support.ts';
import { type Asked, type Group, inTurns } from './group.ts';
import { gitProcess, replayOf } from './replay.ts';
import { manyChanges } from './repositories.ts';
import { type Heading, type Row, rowOf } from './row.ts';
import { bundled, timed } from './timed.ts';

const count = 10_000;
const heading: Heading = { name: 'fetch-depth-1', what: 'depth-1 fetch and list, 10,000 files', unit: 'ms' };

async function measure({ runs, say }: Asked): Promise<Row[]> {
  say(heading.what);
  using origin = remote();
  const child = await bundled(origin.root, 'list-child.ts');
  const { base, head } = manyChanges(origin, 'main', count);
  const clone = makeClone('depth1', origin, { ref: 'main', head });
  const copy = join(origin.root, 'copy.git');
  const fetch = ['fetch', '--quiet', '--no-tags', '--depth=1', '--filter=blob:none', 'origin', base];
  const diff = ['diff-tree', '-r', '-z', '--raw', '-M100%', base, head];
  const floor = replayOf(
    origin.root,
    'fetch',
    [fetch, diff].map((args) => gitProcess(copy, args)),
    [],
  );
  const pairs = await inTurns(
    runs,
    async () => (await timed({ args: [child, clone, base, head], cwd: clone, env: gitEnv })).ms,
    async () => {
      rmSync(copy, { recursive: true, force: true });
      cpSync(join(clone, '.git'), copy, { recursive: true });
      return (await timed(floor)).ms;
    },
  );
  return [rowOf(heading, pairs)];
}

export const fetching: Group = { names: [heading.name], runs: { usual: 9, quick: 3 }, measure };
