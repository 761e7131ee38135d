import { unreadable } from './failure.ts';
import { ensureCommits } from './fetch.ts';
import { gitPath } from './git-path.ts';
import type { Repository } from './repository.ts';
import { resolveRev } from './resolve-range.ts';
import { listTree, type TreeSide } from './tree.ts';

/**
 * The files that Git tracks, in its order; never the work tree, which holds build output and notes (design §5).
 * @param head a revision as the user gave it; undefined: the index, or HEAD in a bare repository.
 * @throws Problem('git' or 'range')
 */
export async function listTracked(repository: Repository, head: string | undefined): Promise<TreeSide[]> {
  const isBare = repository.location.top === repository.location.gitDir;
  if (head === undefined && !isBare) return listIndex(repository);
  const commit = await resolveRev(repository, head ?? 'HEAD');
  const [gone] = await ensureCommits(repository, [commit]);
  if (gone !== undefined) throw unreadable(`the files of ${head ?? 'HEAD'}`, new Error(gone.why));
  return listTree(repository.objects, commit);
}

async function listIndex(repository: Repository): Promise<TreeSide[]> {
  const args = ['ls-files', '--stage', '-z', '--full-name', ':/'];
  const output = await repository.bytes(args, { inCheckout: true }).catch((error) => {
    throw unreadable('the tracked files', error);
  });
  return parseIndex(output);
}

/** Parses `git ls-files --stage -z`; a file in an unfinished merge, which stands there up to three times, counts once. */
function parseIndex(output: Buffer): TreeSide[] {
  const sides = new Map<string, TreeSide>();
  for (let at = 0; at < output.length; ) {
    const tab = output.indexOf(9, at);
    const end = output.indexOf(0, tab);
    const [mode = '', oid = ''] = output.toString('latin1', at, tab).split(' ');
    const name = output.subarray(tab + 1, end);
    sides.set(name.toString('latin1'), { path: gitPath(name), mode, oid });
    at = end + 1;
  }
  return [...sides.values()];
}
