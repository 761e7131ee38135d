import { Problem } from '../errors.ts';
import { differingPaths } from './changes.ts';
import { ensureCommits, isCut } from './fetch.ts';
import { isAncestor } from './merge-base.ts';
import { remoteRef } from './remote-refs.ts';
import type { Repository } from './repository.ts';
import { type TreeFiles, treeFiles } from './tree-files.ts';

/** Where the branch is by now, when that is not the head of the run. */
export interface NewerTip {
  readonly oid: string;
  /** True when the tip comes before the head: the head was not pushed. False also where the clone cannot tell. */
  readonly isBehind: boolean;
  /** Keys of the paths that differ between the head and the tip. */
  readonly differs: ReadonlySet<string>;
  /** What stands at the tip: nothing that lives there may be deleted. */
  readonly files: TreeFiles;
}

/**
 * Where the remote has the branch now, so that nothing old is filed over something new (design §3 "Never backwards");
 * null when it is gone. @throws Problem('range') when the remote cannot be asked.
 */
export async function tipNow(repository: Repository, branch: string): Promise<string | null> {
  return remoteRef(repository, `refs/heads/${branch}`).catch((error) => {
    throw cannotTell(branch, error);
  });
}

/** What differs between the head of a run and the tip of its branch. @throws Problem('git' or 'range') */
export async function newerTip(repository: Repository, branch: string, head: string, oid: string): Promise<NewerTip> {
  const [known] = await repository.objects.info([`${oid}^{commit}`]);
  const [gone] = await ensureCommits(repository, [oid]);
  if (gone !== undefined) throw cannotTell(branch, new Error(gone.why));
  const isBehind = known?.type === 'commit' && !isCut(repository) && (await isAncestor(repository, oid, head));
  const differs = await differingPaths(repository, head, oid);
  return { oid, isBehind, differs, files: await treeFiles(repository.objects, oid) };
}

function cannotTell(branch: string, error: Error): Problem {
  return new Problem(
    'range',
    `cannot tell whether ${branch} has moved on since this push: ${error.message}`,
    'Let the job read the repository (contents: read, or FILE_CHECKOUTS_GIT_TOKEN), or name the commit with --head.',
    { cause: error },
  );
}
