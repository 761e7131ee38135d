/** What `check` says of the uses of a whole repository. */

import { makersOf } from './edges.ts';
import { type ResolvedUse, usedNameText } from './explained-uses.ts';
import { isTarget } from './made-objects.ts';
import type { Resolve } from './resolve.ts';
import { boundObjects } from './rules-mk.ts';
import { languageOf, mayInclude } from './source-uses.ts';
import type { SaidUses, UsedName, UsedObject } from './use.ts';

/** A source and what it says. */
export interface SourceUses {
  readonly path: string;
  readonly said: readonly SaidUses[];
  /** True where it says itself that it becomes no program. */
  readonly isNoProgram: boolean;
  /** Why it cannot be read, in words; null: it can. */
  readonly unreadable: string | null;
}

/** A use that no file of the repository answers. */
export type LooseUse = Pick<ResolvedUse, 'kind' | 'name' | 'line'> & { readonly path: string };

/** How the uses of a repository meet its files, each list sorted by path. */
export interface LooseEnds {
  /** Includes that nobody uses. */
  readonly unused: readonly string[];
  /** Uses that nothing answers. */
  readonly unanswered: readonly LooseUse[];
  /** The sources that include a file, by its path. */
  readonly includers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sources that say NOMAIN. */
  readonly noPrograms: readonly string[];
  /** Objects that only a `Rules.mk` makes: no file does, by the mapping. */
  readonly onlyBound: readonly (UsedObject & { readonly path: string })[];
  /** Sources in an encoding that nobody reads here, and why: what they use is not known. */
  readonly unreadable: readonly { readonly path: string; readonly why: string }[];
}

/** In real repositories, a name has a few answers. */
const mostAnswers = 100;

/** @param sources all of the repository. @param includes all includes of the repository. */
export function looseEnds(sources: readonly SourceUses[], includes: readonly string[], resolve: Resolve): LooseEnds {
  const used = new Set<string>();
  const vague = new Set<readonly string[]>();
  const unanswered: LooseUse[] = [];
  const includers = new Map<string, Set<string>>();
  const inOrder = sources.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  for (const { path, said } of inOrder) {
    // Makefiles and commands repeat what the sources say.
    const uses = said.flatMap((one) => one.uses.map((use) => ({ use, isOwn: one.targets === null })));
    for (const { use, isOwn } of uses) {
      const paths = resolve(path, use);
      if (paths.length === 0 && use.mayBeOfSystem !== true && !isOfSystem(use.name) && isAsked(path, isOwn)) {
        unanswered.push({ path, line: use.line, kind: use.kind, name: usedNameText(use.name) });
      }
      // A name that so many answer says nothing of any of them.
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

/** False for what a makefile or CL says of others: it names much that is no source, and is made elsewhere. */
function isAsked(path: string, isOwn: boolean): boolean {
  return isOwn || languageOf(path) === 'Rules.mk';
}

/** Names that begin with Q are those of the system, which no repository holds: `QSYSPRT`, `QSYSINC/QRPGLESRC,QUSEC`. */
function isOfSystem(name: UsedName): boolean {
  if (name.as === 'object') return /^q/i.test(name.name);
  if (name.as === 'member') return /^q/i.test(name.member);
  return /^(\/qsys\.lib\/|\/qibm\/|qsysinc\/)/i.test(name.path);
}
