import { Problem } from '../errors.ts';
import type { Repository } from '../git/repository.ts';
import { treeOfTracked } from '../git/tracked.ts';
import type { TreeSide } from '../git/tree.ts';
import type { Mapper } from '../plan/mapper.ts';
import type { Unknown } from '../uses/affected.ts';
import { type ResolvedUse, type User, usersOfPath, usesOfPath } from '../uses/explained-uses.ts';
import { languageOf } from '../uses/source-uses.ts';
import { type UsesAtHead, usesAtHead } from './uses-at-head.ts';

export interface UsesOfPath {
  readonly uses: readonly ResolvedUse[];
  readonly usedBy: readonly User[];
}

/**
 * What each of some paths uses and what uses it, for `explain`; in their order.
 *
 * @param head what is explained: the revision as the user gave it, and what listTracked lists of it.
 * @returns why it is unknown, in a sentence, where a content cannot be had.
 */
export async function usesOfPaths(
  repository: Repository,
  mapper: Mapper,
  { head, tree }: { readonly head: string | undefined; readonly tree: readonly TreeSide[] },
  paths: readonly string[],
): Promise<UsesOfPath[] | Unknown> {
  try {
    const listed = tree.filter(({ path }) => languageOf(path.text) !== null);
    const commit = await treeOfTracked(repository, head, listed);
    // A path that is not there is looked for as one that was deleted.
    const sources = await usesAtHead(repository, mapper, { commit, tree, deleted: paths });
    return await around(sources, paths);
  } catch (error) {
    if (error instanceof Problem) return { unknown: error.message };
    throw error;
  }
}

async function around(sources: UsesAtHead, paths: readonly string[]): Promise<UsesOfPath[] | Unknown> {
  const rules = sources.paths().filter((path) => languageOf(path) === 'Rules.mk');
  const isSource = (path: string) => languageOf(path) !== null;
  await sources.bring([...rules, ...paths.filter(isSource)]);
  const edges = await sources.seek(paths);
  if ('unknown' in edges) return edges;
  const saying = async (path: string) => ({ path, said: isSource(path) ? await sources.read(path) : [] });
  const ofRules = await Promise.all(rules.map(saying));
  return Promise.all(
    paths.map(async (path) => ({
      uses: usesOfPath(path, [await saying(path), ...ofRules.filter((one) => one.path !== path)], sources.resolve),
      usedBy: usersOfPath(path, edges),
    })),
  );
}
