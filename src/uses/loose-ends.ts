import { makersOf } from './edges.ts';
import { type ResolvedUse, type SayingSource, usedNameText } from './explained-uses.ts';
import { isTarget } from './made-objects.ts';
import { namesAny, type Resolve } from './resolve.ts';
import { boundObjects } from './rules-mk.ts';
import { languageOf, mayInclude } from './source-uses.ts';
import type { UsedName, UsedObject } from './use.ts';

/** What a source says and is. */
export interface SourceUses extends SayingSource {
  /** True if it says itself that it is no program. */
  readonly isNoProgram: boolean;
  /** Why it cannot be read, in words; null: it can. */
  readonly unreadable: string | null;
}

/** A use of something that is not in the repository. */
export type LooseUse = Pick<ResolvedUse, 'kind' | 'name' | 'line'> & { readonly path: string };

/** The findings about the uses of a repository, each list sorted by path. */
export interface LooseEnds {
  /** Includes that nobody uses. */
  readonly unused: readonly string[];
  /** Uses of something that is not in the repository. */
  readonly unanswered: readonly LooseUse[];
  /** The sources that include a file, by its path. */
  readonly includers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sources that say NOMAIN. */
  readonly noPrograms: readonly string[];
  /** Objects that only a `Rules.mk` makes, and the mapping makes of no file. */
  readonly onlyBound: readonly (UsedObject & { readonly path: string })[];
  /** Sources in an encoding that is not read, and why: what they use is unknown. */
  readonly unreadable: readonly { readonly path: string; readonly why: string }[];
}

/** Most files that a name may mean; in real repositories it means a few. */
const mostAnswers = 100;

/**
 * Compares the uses of all sources with the files. `unanswered` leaves out names of the system, pattern rules, and what
 * CL and makefiles (not `Rules.mk`) state for other objects. A name that means over 100 files uses each, but includes
 * none. An include that is unreadable, or that an unreadable source may include, is not `unused`.
 * @param sources all of the repository. @param includes all includes of the repository.
 */
export function looseEnds(sources: readonly SourceUses[], includes: readonly string[], resolve: Resolve): LooseEnds {
  const used = new Set<string>();
  const vague = new Set<readonly string[]>();
  const unanswered: LooseUse[] = [];
  const includers = new Map<string, Set<string>>();
  const inOrder = sources.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  for (const { path, said } of inOrder) {
    // Makefiles and commands repeat what the sources say.
    const stated = said.flatMap((one) => one.uses.map((use) => ({ use, isOwn: one.targets === null })));
    const uses = stated.filter(({ use }) => !namesAny(use.name));
    for (const { use, isOwn } of uses) {
      const paths = resolve(path, use);
      // What a makefile (not `Rules.mk`) or CL states for other objects often has no source here.
      const isAsked = isOwn || languageOf(path) === 'Rules.mk';
      if (isAsked && paths.length === 0 && use.mayBeOfSystem !== true && !isOfSystem(use.name)) {
        unanswered.push({ path, line: use.line, kind: use.kind, name: usedNameText(use.name) });
      }
      // A name with so many meanings proves nothing about any of them.
      if (paths.length > mostAnswers) {
        if (!vague.has(paths)) for (const one of paths) used.add(one);
        vague.add(paths);
        continue;
      }
      for (const one of paths.filter((found) => found !== path && !isTarget(found))) {
        used.add(one);
        if (use.kind !== 'include' || !isOwn) continue;
        const known = includers.get(one);
        if (known === undefined) includers.set(one, new Set([path]));
        else known.add(path);
      }
    }
  }
  const unreadable = inOrder.flatMap(({ path, unreadable: why }) => (why === null ? [] : [{ path, why }]));
  // What cannot be read may use it.
  const isKnown = (path: string) => !unreadable.some((source) => source.path === path || mayInclude(source.path, path));
  return {
    unused: includes.filter((path) => !used.has(path) && isKnown(path)).toSorted(),
    unanswered,
    includers,
    noPrograms: inOrder.flatMap(({ path, isNoProgram }) => (isNoProgram ? [path] : [])),
    onlyBound: sources.flatMap(({ path, said }) => {
      const objects = languageOf(path) === 'Rules.mk' ? boundObjects(said) : [];
      const isMade = (object: UsedObject) => makersOf(object, resolve).some((one) => !isTarget(one));
      return objects.filter((object) => !isMade(object)).map((object) => ({ ...object, path }));
    }),
    unreadable,
  };
}

/** True for names of the system, which are in no repository: objects and members that begin with Q, paths in /QSYS.LIB, /QIBM or QSYSINC. */
function isOfSystem(name: UsedName): boolean {
  if (name.as === 'object') return /^q/i.test(name.name);
  if (name.as === 'member') return /^q/i.test(name.member);
  return /^(\/qsys\.lib\/|\/qibm\/|qsysinc\/)/i.test(name.path);
}
