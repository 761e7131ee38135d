import type { Objects } from '../git/objects.ts';
import { entriesAt, isFile } from '../git/tree.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import type { Identity } from '../plan/identity.ts';
import type { Causes, PlannedRequest } from '../plan/planned.ts';
import type { PlanBasis } from './plan-basis.ts';

/** A request that earlier pushes of the branch made, or could not make, because of what its file uses. */
export interface DependentBefore extends Identity {
  readonly path: string;
  readonly reason: PlannedRequest['reason'];
  readonly causes: Causes;
  /** True for one that is not known to be filed. */
  readonly isOpen: boolean;
  /** True when all that asked for it is as it was before. */
  readonly isTakenBack: boolean;
}

/**
 * What the record knows of dependents, for the newest push of its branch; an older one, and a range given by hand, looks
 * at nothing else than itself.
 */
export async function dependentsBefore(objects: Objects, { range, record }: PlanBasis): Promise<DependentBefore[]> {
  if (record === null || range.explicit || !range.mayFile || !range.movesHead) return [];
  const entries = entriesOf(record);
  const paths = new Set(entries.flatMap(({ causes }) => Object.keys(causes)));
  const at = await entriesAt(objects, range.head, paths);
  const oidOf = (path: string) => {
    const side = at.get(path) ?? null;
    return side !== null && isFile(side) ? side.oid : null;
  };
  return entries.map((entry) => {
    const causes = Object.entries(entry.causes);
    // What was compiled anew after it had moved on has no cause that could be taken back.
    const isTakenBack = causes.length > 0 && causes.every(([path, before]) => oidOf(path) === before);
    return { ...entry, isTakenBack };
  });
}

function entriesOf({ filed, open, unanswered }: LedgerRecord): Omit<DependentBefore, 'isTakenBack'>[] {
  const isCurrent = (entry: { readonly closed?: true; readonly claimed?: true }) =>
    entry.closed !== true && entry.claimed !== true;
  const causing = <Entry extends { readonly causes?: Causes }>(entries: readonly Entry[]) =>
    entries.flatMap(({ causes, ...entry }) => (causes === undefined ? [] : [{ ...entry, causes }]));
  return [
    ...causing(filed.filter(isCurrent)).map((entry) => ({ ...about(entry), isOpen: false })),
    ...causing(open).map((entry) => ({ ...about(entry), isOpen: true })),
    ...causing(unanswered.filter(isCurrent)).map((entry) => ({ ...about(entry), isOpen: true })),
  ];
}

function about({
  appl,
  lvl,
  type,
  objn,
  rpth,
  path,
  reason,
  causes,
}: Omit<DependentBefore, 'isOpen' | 'isTakenBack'>): Omit<DependentBefore, 'isOpen' | 'isTakenBack'> {
  return { appl, lvl, type, objn, rpth, path, reason, causes };
}
