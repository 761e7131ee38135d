/** What `check` says of the uses of a whole repository. */

import { type ResolvedUse, usedNameText } from './explained-uses.ts';
import type { Resolve } from './resolve.ts';
import { makersOf } from './seek-users.ts';
import { languageOf } from './source-uses.ts';
import type { Use, UsedName } from './use.ts';

/** A source and what it uses. */
export interface SourceUses {
  readonly path: string;
  readonly uses: readonly Use[];
  /** True where it says itself that it becomes no program. */
  readonly isNoProgram: boolean;
  /** Objects that it makes of no source, as a `Rules.mk` binds programs. */
  readonly binds: readonly BoundObject[];
}

interface BoundObject {
  readonly name: string;
  readonly type: string;
}

/** A use that no file of the repository answers. */
export type Unanswered = Pick<ResolvedUse, 'kind' | 'name' | 'line'> & { readonly path: string };

/** How the uses of a repository meet its files, each list sorted by path. */
export interface LooseEnds {
  /** Includes that nobody uses. */
  readonly unused: readonly string[];
  /** Uses that nothing answers. */
  readonly unanswered: readonly Unanswered[];
  /** The sources that include a file, by its path. */
  readonly includers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sources that say NOMAIN. */
  readonly noPrograms: readonly string[];
  /** Objects that only a `Rules.mk` makes: no file does, by the mapping. */
  readonly onlyBound: readonly (BoundObject & { readonly path: string })[];
}

/** @param sources all of the repository. @param includes all includes of the repository. */
export function looseEnds(sources: readonly SourceUses[], includes: readonly string[], resolve: Resolve): LooseEnds {
  const used = new Set<string>();
  const unanswered: Unanswered[] = [];
  const includers = new Map<string, Set<string>>();
  for (const { path, uses } of sources.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    // Rules.mk repeats what the sources say.
    const isSource = languageOf(path) !== 'Rules.mk';
    for (const use of uses) {
      const paths = resolve(path, use);
      if (paths.length === 0 && !isOfSystem(use.name)) {
        unanswered.push({ path, line: use.line, kind: use.kind, name: usedNameText(use.name) });
      }
      for (const one of paths.filter((found) => found !== path)) {
        used.add(one);
        if (use.kind !== 'include' || !isSource) continue;
        const known = includers.get(one);
        if (known === undefined) includers.set(one, new Set([path]));
        else known.add(path);
      }
    }
  }
  const noPrograms = sources.flatMap(({ path, isNoProgram }) => (isNoProgram ? [path] : []));
  const unused = includes.filter((path) => !used.has(path));
  const onlyBound = sources.flatMap(({ path, binds }) =>
    binds.filter((object) => makersOf(object, resolve).length === 0).map((object) => ({ ...object, path })),
  );
  return { unused: unused.toSorted(), unanswered, includers, noPrograms: noPrograms.toSorted(), onlyBound };
}

/** Names that begin with Q are those of the system, which no repository holds: `QSYSPRT`, `QSYSINC/QRPGLESRC,QUSEC`. */
function isOfSystem(name: UsedName): boolean {
  if (name.as === 'object') return /^q/i.test(name.name);
  if (name.as === 'member') return /^q/i.test(name.member);
  return /^(\/qsys\.lib\/|\/qibm\/|qsysinc\/)/i.test(name.path);
}
