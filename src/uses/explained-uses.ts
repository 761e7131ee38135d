import { usersOf } from './edges.ts';
import type { Edge } from './reach.ts';
import type { Resolve } from './resolve.ts';
import type { SaidUses, UsedName, UseKind } from './use.ts';

/** One use of a file, and the files that it may mean: none, one, or several if the name is ambiguous. */
export interface ResolvedUse {
  readonly kind: UseKind;
  /** The name without the library: `QRPGLEREF,CUST`, `CUST *FILE`, or a path. */
  readonly name: string;
  /** The source that states it: the file itself, a makefile, or commands. */
  readonly in: string;
  /** Line of it, from 1. */
  readonly line: number;
  readonly paths: readonly string[];
}

/** A file that uses another, in one way. */
export type User = Pick<Edge, 'kind' | 'ambiguous'> & { readonly path: string };

/** A source and the uses that it states. */
export interface SayingSource {
  readonly path: string;
  readonly said: readonly SaidUses[];
}

/** Formats a name as a person would write it: a path, `FILE,MEMBER` or `MEMBER`, `NAME *TYPE` or `NAME`. */
export function usedNameText(name: UsedName): string {
  if (name.as === 'path') return name.path;
  if (name.as === 'member') return name.file === null ? name.member : `${name.file},${name.member}`;
  return name.type === null ? name.name : `${name.name} ${name.type}`;
}

/**
 * Returns what a file uses, in the order in which the sources state it. A use that means no file has no paths; if its
 * name may be the system's, it is left out.
 * @param sources that may state it: the file itself, makefiles and commands.
 */
export function usesOfPath(path: string, sources: readonly SayingSource[], resolve: Resolve): ResolvedUse[] {
  return sources.flatMap(({ path: from, said }) =>
    said
      .filter((one) => usersOf(one, from, resolve).includes(path))
      .flatMap(({ uses }) => uses)
      .map((use) => ({
        use,
        kind: use.kind,
        name: usedNameText(use.name),
        in: from,
        line: use.line,
        paths: resolve(path, use, from),
      }))
      .filter(({ use, paths }) => paths.length > 0 || use.mayBeOfSystem !== true)
      .map(({ use: _, ...resolved }) => resolved),
  );
}

/**
 * Returns the users of a file, sorted by path and kind: a user once for each kind, and once more if it is also ambiguous.
 * @param edges as a Seek found them, also of other files.
 */
export function usersOfPath(path: string, edges: readonly Edge[]): User[] {
  const users = edges
    .filter(({ used }) => used === path)
    .map(({ user, kind, ambiguous }) => [`${user} ${kind} ${ambiguous}`, { path: user, kind, ambiguous }] as const);
  // A source may bind in more than one way.
  return [...new Map(users).values()].toSorted((one, other) =>
    `${one.path} ${one.kind}` < `${other.path} ${other.kind}` ? -1 : 1,
  );
}
