import type { Repository } from '../git/repository.ts';
import { treeOfTracked } from '../git/tracked.ts';
import type { TreeSide } from '../git/tree.ts';
import type { Mapper } from '../plan/mapper.ts';
import { toUnknown, type Unknown } from './affected.ts';
import { type ResolvedUse, type User, usersOfPath, usesOfPath } from './explained-uses.ts';
import { isNoSource } from './made-objects.ts';
import { languageOf } from './source-uses.ts';
import type { SaidUses } from './use.ts';
import { type UsesAtHead, usesAtHead } from './uses-at-head.ts';

export interface UsesOfPath {
  readonly uses: readonly ResolvedUse[];
  readonly usedBy: readonly User[];
}

/**
 * Finds what each path uses and what uses it, for `explain`, in their order; a missing path counts as deleted.
 * @param head the revision as the user gave it (see treeOfTracked). @param tree its files from listTracked.
 * @returns why all is unknown, for any Problem, as when a content cannot be read.
 */
export async function usesOfPaths(
  repository: Repository,
  mapper: Mapper,
  { head, tree }: { readonly head: string | undefined; readonly tree: readonly TreeSide[] },
  paths: readonly string[],
): Promise<UsesOfPath[] | Unknown> {
  try {
    const listed = tree.filter(({ path }) => languageOf(path.text) !== null || !isNoSource(path.text, () => []));
    const commit = await treeOfTracked(repository, head, listed);
    const sources = usesAtHead(repository, mapper, { commit, tree: { all: () => tree }, deleted: paths });
    return await findUses(sources, paths);
  } catch (error) {
    return toUnknown(error);
  }
}

/**
 * Finds what usesOfPaths returns; `unknown` if a search fails, a Problem if a read does. SQL that may create used files
 * is read before names are resolved.
 */
async function findUses(sources: UsesAtHead, paths: readonly string[]): Promise<UsesOfPath[] | Unknown> {
  const { read, bring, languageOf } = sources;
  const resolve = await sources.resolver();
  const binding = await sources.binding();
  if ('unknown' in binding) return binding;
  await bring([...binding, ...paths.filter((path) => languageOf(path) !== null)]);
  const edges = await sources.seek(paths);
  if ('unknown' in edges) return edges;
  const saying = async (path: string) => ({ path, said: (await read(path)).said });
  const others = await Promise.all(binding.map(saying));
  const own = await Promise.all(paths.map(saying));
  const scripts = await sources.scripts(namesIn(own.flatMap(({ said }) => said)));
  if ('unknown' in scripts) return scripts;
  await bring(scripts);
  await Promise.all(scripts.map(read));
  return own.map((one) => ({
    uses: usesOfPath(one.path, [one, ...others.filter(({ path }) => path !== one.path)], resolve),
    usedBy: usersOfPath(one.path, edges),
  }));
}

/** Returns the names of used files, which a script may create. */
function namesIn(said: readonly SaidUses[]): string[] {
  const files = said.flatMap(({ uses }) => uses).filter(({ kind }) => kind === 'file');
  return [...new Set(files.flatMap(({ name }) => (name.as === 'object' ? [name.name] : [])))];
}
