/** What `check` says of the uses of a whole repository. */

import type { ResolvedUse } from './explained-uses.ts';
import type { Resolve } from './resolve.ts';
import type { Use, UsedName } from './use.ts';

/** A source and what it uses. */
export interface SourceUses {
  readonly path: string;
  readonly uses: readonly Use[];
}

/** A use that no file of the repository answers. */
export type Unanswered = Omit<ResolvedUse, 'paths'> & { readonly path: string };

/** Includes that nobody uses, and uses that nothing answers, each sorted by path. */
export interface LooseEnds {
  readonly unused: readonly string[];
  readonly unanswered: readonly Unanswered[];
}

/** @param sources all of the repository. @param includes all includes of the repository. */
export function looseEnds(sources: readonly SourceUses[], includes: readonly string[], resolve: Resolve): LooseEnds {
  const used = new Set<string>();
  const unanswered: Unanswered[] = [];
  for (const { path, uses } of sources.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    for (const use of uses) {
      const paths = resolve(path, use);
      for (const one of paths) if (one !== path) used.add(one);
      if (paths.length === 0 && !isOfSystem(use.name)) unanswered.push({ ...use, path });
    }
  }
  return { unused: includes.filter((path) => !used.has(path)).toSorted(), unanswered };
}

/** Names that begin with Q are those of the system, which no repository holds: `QSYSPRT`, `QSYSINC/QRPGLESRC,QUSEC`. */
function isOfSystem(name: UsedName): boolean {
  if (name.as === 'object') return /^q/i.test(name.name);
  if (name.as === 'member') return /^q/i.test(name.member);
  return /^(\/qsys\.lib\/|\/qibm\/|qsysinc\/)/i.test(name.path);
}
