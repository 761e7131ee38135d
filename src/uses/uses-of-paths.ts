import type { Repository } from '../git/repository.ts';
import { resolveTrackedTree } from '../git/tracked.ts';
import type { TreeSide } from '../git/tree.ts';
import type { Mapper } from '../plan/mapper.ts';
import { toUnknown } from './affected.ts';
import { listStatementUsers } from './edges.ts';
import { isNoSource } from './made-objects.ts';
import type { Edge } from './reach.ts';
import type { Resolve } from './resolve.ts';
import { detectLanguage } from './source-uses.ts';
import type { SayingSource, Use, UsedName } from './use.ts';
import { openUsesAtHead } from './uses-at-head.ts';

/**
 * Finds what each path uses and what uses it, for `explain`, in the order of `paths`; a missing path counts as deleted.
 * Returns `unknown` instead of the list for a Problem, as when a content cannot be read, or over 200,000 uses.
 * @param head the revision as the user gave it (see resolveTrackedTree) @param tree its files from listTracked
 */
export async function findUsesOfPaths(
  repository: Repository,
  mapper: Mapper,
  { head, tree }: { readonly head: string | undefined; readonly tree: readonly TreeSide[] },
  paths: readonly string[],
) {
  try {
    const listed = tree.filter(({ path }) => detectLanguage(path.text) !== null || !isNoSource(path.text, () => []));
    const commit = await resolveTrackedTree(repository, head, listed);
    const sources = openUsesAtHead(repository, mapper, { commit, tree: { all: () => tree }, deleted: paths });
    const { read, bring } = sources;
    const resolve = await sources.resolver();
    const binding = await sources.binding();
    await bring([...binding, ...paths.filter((path) => sources.languageOf(path) !== null)]);
    const edges = await sources.seek(paths);
    if ('unknown' in edges) return edges;
    const others = await Promise.all(binding.map(read));
    const own = await Promise.all(paths.map(read));
    const uses = own.flatMap(({ said }) => said.flatMap((one) => one.uses));
    await sources.readAll(await sources.scripts(listUsedFileNames(uses)));
    return own.map((one) => ({
      uses: resolvePathUses(one.path, [one, ...others.filter(({ path }) => path !== one.path)], resolve),
      usedBy: listPathUsers(one.path, edges),
    }));
  } catch (error) {
    return toUnknown(error);
  }
}

/** Returns the names of all objects that are used as files, each once. */
export function listUsedFileNames(uses: readonly Use[]): string[] {
  const names = uses.flatMap(({ kind, name }) => (kind === 'file' && name.as === 'object' ? [name.name] : []));
  return [...new Set(names)];
}

/** One use of a file, and the files that it may mean: none, one, or several if the name is ambiguous. */
export interface ResolvedUse extends Pick<Use, 'kind' | 'line'> {
  /** The name without the library: `QRPGLEREF,CUST`, `CUST *FILE`, or a path. */
  readonly name: string;
  /** The source that states it: the file itself, a makefile, or commands. */
  readonly in: string;
  readonly paths: readonly string[];
}

export type User = Pick<Edge, 'kind' | 'ambiguous'> & { readonly path: string };

/** Formats a name as a person would write it: a path, `FILE,MEMBER` or `MEMBER`, `NAME *TYPE` or `NAME`. */
export function formatUsedName(name: UsedName): string {
  if (name.as === 'member' && name.file !== null) return `${name.file},${name.name}`;
  return name.as === 'object' && name.type !== null ? `${name.name} ${name.type}` : name.name;
}

/** Returns a file's uses as stated in `sources`, in order; a use of no file has `paths` [] or, if it may be the system's, is left out. */
function resolvePathUses(path: string, sources: readonly SayingSource[], resolve: Resolve): ResolvedUse[] {
  return sources.flatMap(({ path: from, said }) =>
    said
      .filter((one) => listStatementUsers(one, from, resolve).includes(path))
      .flatMap(({ uses }) => uses)
      .flatMap((use) => {
        const paths = resolve(path, use, from);
        if (paths.length === 0 && use.mayBeOfSystem === true) return [];
        return [{ kind: use.kind, name: formatUsedName(use.name), in: from, line: use.line, paths }];
      }),
  );
}

/** Returns the users of a file by edges, sorted by path and kind; each once for each pair of kind and `ambiguous`. */
function listPathUsers(path: string, edges: readonly Edge[]): User[] {
  const users = edges
    .filter(({ used }) => used === path)
    .map(({ user, kind, ambiguous }) => [`${user} ${kind} ${ambiguous}`, { path: user, kind, ambiguous }] as const);
  // A source may bind in more than one way.
  const keyOf = ({ path, kind }: User) => `${path} ${kind}`;
  return [...new Map(users).values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}
