import { type BroughtIn, broughtIn } from '../git/brought-in.ts';
import type { Change } from '../git/changes.ts';
import { pathKey } from '../git/git-path.ts';
import type { NewerTip } from '../git/newer-tip.ts';
import type { Range } from '../git/resolve-range.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import { lookupOf } from '../plan/lookup.ts';
import { type Mapper, targetsOf } from '../plan/mapper.ts';
import { type SetAside, setAside } from '../plan/set-aside.ts';
import type { RunTools } from './input.ts';

/** Leaves out what differs at the branch's tip: the run of the newer push files it (design §3 "Never backwards"). */
export function withoutSuperseded(changes: readonly Change[], branch: string, tip: NewerTip | null): SetAside {
  if (tip === null) return { kept: changes, leftOut: [] };
  const by = tip.isBehind ? 'older' : 'tip';
  return setAside(changes, (key) => tip.differs.has(key), { code: 'superseded', branch, commit: tip.oid, by });
}

/** Leaves out what a later head of the record accounts for: a run that is started again files only what is still open. */
export function withoutAccounted(
  changes: readonly Change[],
  range: Range,
  record: LedgerRecord | null,
  behind: ReadonlySet<string>,
): SetAside {
  if (!range.isAccounted) return { kept: changes, leftOut: [] };
  const { branch } = range;
  const because = { code: 'superseded', branch, commit: record?.head ?? '', by: 'ledger' } as const;
  return setAside(changes, (key) => !behind.has(key), because);
}

/** Leaves out what is as a push of a skipped account made it: that counts as standing. */
export function withoutPassed(changes: readonly Change[], range: Range, record: LedgerRecord | null): SetAside {
  const passed = range.explicit ? undefined : record?.passed;
  if (passed === undefined) return { kept: changes, leftOut: [] };
  const keys = new Set(
    changes.flatMap(sides).flatMap(({ path }) => (path.raw === null && path.text in passed ? [path.text] : [])),
  );
  const now = new Map(
    changes.flatMap(({ after }) => (isFile(after) && after ? [[pathKey(after.path), after.oid]] : [])),
  );
  return setAside(changes, (key) => keys.has(key) && passed[key] === (now.get(key) ?? null), { code: 'passed' });
}

interface Held {
  readonly record: LedgerRecord | null;
  readonly mapper: Mapper;
  /** Keys of paths that an earlier run left behind: they are this branch's own. */
  readonly behind: ReadonlySet<string>;
  /** null: not known, or none of the branch's files are mapped. */
  readonly defaultBranch: string | null;
  /** Where the push itself began; null: that is not known. */
  readonly pushed: string | null;
}

/**
 * Leaves out what a merge or rebase brought in from the default branch, unless this branch has a request for it. The
 * history is looked at only when it can matter.
 *
 * @returns with what was brought in.
 */
export async function withoutDefaultBranch(
  { repository }: RunTools,
  changes: readonly Change[],
  range: Range,
  held: Held,
): Promise<SetAside & { readonly brought: BroughtIn | null }> {
  const all = { kept: changes, leftOut: [], brought: null };
  const { base } = range;
  const { defaultBranch } = held;
  const isPush = range.rule === 'push' || range.rule === 'ledger';
  if (base === null || !isPush || defaultBranch === null || range.branch === defaultBranch) return all;
  const keysHeld = heldKeys(held);
  const isHeld = new Set(changes.flatMap((change) => sides(change).flatMap(keysHeld)));
  const open = changes.filter((change) => sides(change).some((side) => !isHeld.has(pathKey(side.path))));
  if (open.length === 0) return all;
  const brought = await broughtIn(repository, { base, head: range.head, pushed: held.pushed }, defaultBranch);
  if (brought === null) return all;
  const because = { code: 'asOnDefault', branch: defaultBranch } as const;
  const kept = setAside(changes, (key) => !brought.own.has(key) && !isHeld.has(key), because);
  return { ...kept, brought };
}

function sides({ before, after }: Change): TreeSide[] {
  return [before, after].filter((side) => side !== null);
}

/** Tells the key of a path for which the branch has a request: for the path itself, or for an object that it makes. */
function heldKeys({ record, mapper, behind }: Held): (side: TreeSide) => string[] {
  const filed = (record?.filed ?? []).filter(({ closed }) => closed !== true);
  const paths = new Set(filed.map((entry) => entry.path));
  const objects = lookupOf(filed);
  return ({ path }) => {
    const key = pathKey(path);
    if (behind.has(key) || paths.has(path.text)) return [key];
    if (filed.length === 0) return [];
    return targetsOf(mapper(path)).some(({ identity }) => objects.same(identity).length > 0) ? [key] : [];
  };
}
