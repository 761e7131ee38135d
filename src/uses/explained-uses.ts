/** What a file uses and what uses it, for `explain`. */

import type { Edge } from './reach.ts';
import type { Resolve } from './resolve.ts';
import type { Use } from './use.ts';

/** One use of a source, and the files that it may mean: none, one, or several where that cannot be told. */
export interface ResolvedUse extends Use {
  readonly paths: readonly string[];
}

/** A file that uses another, in one way. */
export type User = Pick<Edge, 'kind' | 'ambiguous'> & { readonly path: string };

/** What a file uses, in the order of its lines. */
export function usesOfPath(path: string, uses: readonly Use[], resolve: Resolve): ResolvedUse[] {
  return uses.map((use) => ({ ...use, paths: resolve(path, use) }));
}

/** What uses a file, sorted. @param edges as a Seek found them. */
export function usersOfPath(path: string, edges: readonly Edge[]): User[] {
  return edges
    .filter(({ used }) => used === path)
    .map(({ user, kind, ambiguous }) => ({ path: user, kind, ambiguous }))
    .toSorted((one, other) => (`${one.path} ${one.kind}` < `${other.path} ${other.kind}` ? -1 : 1));
}
