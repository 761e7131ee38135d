import type { Objects } from '../git/objects.ts';
import { entriesAt, isFile } from '../git/tree.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import { type Identity, identityKey } from '../plan/identity.ts';
import type { Causes, PlannedRequest } from '../plan/planned.ts';
import type { PlanBasis } from './plan-basis.ts';

/** What earlier pushes of the branch asked for because of what a file uses: filed, open, or without an answer. */
export interface DependentBefore extends Identity {
  readonly path: string;
  readonly reason: PlannedRequest['reason'];
  /** Of what is filed and of what is open. */
  readonly causes: Causes;
  /** Of what is not known to be filed; null: nothing is open. */
  readonly open: Causes | null;
  /** True when all that asked for it is as it was before. */
  readonly isTakenBack: boolean;
}

/**
 * What the record knows of dependents, one for each object, for the newest push of its branch; an older one, and a range
 * given by hand, looks at nothing else than itself.
 */
export async function dependentsBefore(objects: Objects, { range, record }: PlanBasis): Promise<DependentBefore[]> {
  if (record === null || range.explicit || !range.mayFile || !range.movesHead) return [];
  const all = [...Map.groupBy(entriesOf(record), identityKey).values()];
  const paths = new Set(all.flat().flatMap(({ causes }) => Object.keys(causes)));
  const at = await entriesAt(objects, range.head, paths);
  const oidOf = (path: string) => {
    const side = at.get(path) ?? null;
    return side !== null && isFile(side) ? side.oid : null;
  };
  return all.flatMap((entries) => combined(entries, oidOf) ?? []);
}

interface Entry extends Identity, Pick<DependentBefore, 'path' | 'reason' | 'causes'> {
  readonly isFiled: boolean;
}

function entriesOf({ filed, open, unanswered }: LedgerRecord): Entry[] {
  type Kept = Identity & Pick<DependentBefore, 'path' | 'reason'> & { causes?: Causes; closed?: true; claimed?: true };
  const causing = (entries: readonly Kept[], isFiled: boolean) =>
    entries.flatMap((entry) => {
      const { causes, closed, claimed } = entry;
      return causes !== undefined && closed !== true && claimed !== true ? [{ ...entry, causes, isFiled }] : [];
    });
  return [...causing(filed, true), ...causing(open, false), ...causing(unanswered, false)];
}

/** The oldest says what a file held before; what is filed was so before what is open. */
function combined(entries: readonly Entry[], oidOf: (path: string) => string | null): DependentBefore | null {
  const [first] = entries;
  if (first === undefined) return null;
  const oldest = (some: readonly Entry[]): Causes =>
    Object.assign({}, ...some.map((entry) => entry.causes).toReversed());
  const open = entries.filter(({ isFiled }) => !isFiled);
  const causes = oldest(entries);
  const changed = Object.entries(causes);
  // What was compiled anew after it had moved on has no cause that could be taken back.
  const isTakenBack = changed.length > 0 && changed.every(([path, before]) => oidOf(path) === before);
  const { isFiled: _, ...about } = first;
  return { ...about, causes, open: open.length === 0 ? null : oldest(open), isTakenBack };
}
