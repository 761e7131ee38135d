import { throwUnreadable, toReadProblem } from './failure.ts';
import { ensureCommits } from './fetch.ts';
import { decodePath, encodePath } from './git-path.ts';
import type { Repository } from './repository.ts';
import { resolveRev } from './revision.ts';
import { readTreeFiles, type TreeSide, writeTree } from './tree.ts';

/**
 * Lists the files, links and submodules that Git tracks, in its order; never from the work tree (design §5). @param head a revision as the
 * user gave it, fetched if missing; if undefined, the index counts, or HEAD in a bare repository. @throws Problem('git') if they cannot be
 * read, or the remote does not answer; Problem('range') for a revision that resolveRev refuses.
 */
export async function listTracked(repository: Repository, head: string | undefined): Promise<readonly TreeSide[]> {
  if (readsIndex(repository, head)) return listIndex(repository);
  const commit = await resolveRev(repository, head ?? 'HEAD');
  const [gone] = await ensureCommits(repository, [commit]);
  if (gone !== undefined) throw toReadProblem(`the files of ${head ?? 'HEAD'}`, new Error(gone.why));
  return (await readTreeFiles(repository.objects, commit)).all();
}

/** True if the tracked files are those of the index: no revision is given, and the repository is not bare. */
function readsIndex({ location }: Repository, head: string | undefined): boolean {
  return head === undefined && location.top !== location.gitDir;
}

/** Returns the OID of commit `head`; if undefined, of a tree that this writes of `files`, or if bare, of HEAD. @throws as listTracked */
export async function resolveTrackedTree(repository: Repository, head: string | undefined, files: readonly TreeSide[]) {
  if (!readsIndex(repository, head)) return resolveRev(repository, head ?? 'HEAD');
  return writeTree(repository, null, new Map(files.map((side) => [encodePath(side.path), side])));
}

/** Lists the entries of the index, of a file in an unfinished merge only its last one. @throws Problem('git') */
async function listIndex(repository: Repository): Promise<TreeSide[]> {
  const args = ['ls-files', '--stage', '-z', '--full-name', ':/'];
  const output = await repository.bytes(args, { inCheckout: true }).catch(throwUnreadable('the tracked files'));
  const entries = output.toString('latin1').matchAll(/(\d+) ([0-9a-f]+) \d\t([^\0]*)\0/g);
  const sides = new Map<string, TreeSide>();
  for (const [, mode = '', oid = '', name = ''] of entries) sides.set(name, { path: decodePath(name), mode, oid });
  return [...sides.values()];
}
