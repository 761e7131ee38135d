import { ownPaths } from '../git/brought-in.ts';
import type { Change } from '../git/changes.ts';
import { pathKey } from '../git/git-path.ts';
import type { NewerTip } from '../git/newer-tip.ts';
import type { Objects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import type { Range } from '../git/resolve-range.ts';
import type { TreeSide } from '../git/tree.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import { lookupOf } from '../plan/lookup.ts';
import { type Mapper, targetsOf } from '../plan/mapper.ts';
import { type SetAside, setAside } from '../plan/set-aside.ts';

/** Leaves out what differs at the branch's tip: the run of the newer push files it (design §3 "Never backwards"). */
export function withoutSuperseded(changes: readonly Change[], branch: string, tip: NewerTip | null): SetAside {
  if (tip === null) return { kept: changes, leftOut: [] };
  const at = `at the remote ${branch} is at ${tip.oid.slice(0, 12)}`;
  const why = tip.isBehind
    ? `not pushed: ${at}, which comes before this commit`
    : `superseded: ${at}, where it differs`;
  return setAside(changes, (key) => tip.differs.has(key), { kind: 'superseded', why });
}

/** What is needed to tell whether this branch has a request for a path. */
interface Held {
  readonly record: LedgerRecord | null;
  readonly mapper: Mapper;
  /** Keys of paths that an earlier run left behind: they are this branch's own. */
  readonly behind: ReadonlySet<string>;
}

/**
 * Leaves out what a merge or rebase brought in from the default branch, unless this branch has a request for it. The
 * history is looked at only when it can matter.
 */
export async function withoutDefaultBranch(
  repository: Repository,
  objects: Objects,
  changes: readonly Change[],
  range: Range,
  defaultBranch: string | null,
  held: Held,
): Promise<SetAside> {
  const all = { kept: changes, leftOut: [] };
  const { base } = range;
  const isPush = range.rule === 'push' || range.rule === 'ledger';
  if (base === null || !isPush || defaultBranch === null || range.branch === defaultBranch) return all;
  const keysHeld = heldKeys(held);
  const isHeld = new Set(changes.flatMap((change) => sides(change).flatMap(keysHeld)));
  const open = changes.filter((change) => sides(change).some((side) => !isHeld.has(pathKey(side.path))));
  if (open.length === 0) return all;
  const own = await ownPaths(repository, objects, { base, head: range.head }, defaultBranch);
  if (own === null) return all;
  const because = { kind: 'asOnDefault', why: `as on ${defaultBranch}` } as const;
  return setAside(changes, (key) => !own.has(key) && !isHeld.has(key), because);
}

function sides({ before, after }: Change): TreeSide[] {
  return [before, after].filter((side) => side !== null);
}

/** Tells the key of a path for which the branch has a request: for the path itself, or for an object that it makes. */
function heldKeys({ record, mapper, behind }: Held): (side: TreeSide) => string[] {
  const filed = record?.filed ?? [];
  const paths = new Set(filed.map((entry) => entry.path));
  const objects = lookupOf(filed);
  return ({ path }) => {
    const key = pathKey(path);
    if (behind.has(key) || paths.has(path.text)) return [key];
    if (filed.length === 0) return [];
    return targetsOf(mapper(path)).some(({ identity }) => objects.same(identity).length > 0) ? [key] : [];
  };
}
