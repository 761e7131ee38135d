import type { LeftOut, PlannedRequest } from '../plan/planned.ts';
import type { DependentRow } from '../report/dependents.ts';
import type { Notice } from '../sentences/notice.ts';

/** What a push affects beside what it changes (design §13). */
export interface Dependents {
  readonly rows: readonly DependentRow[];
  /** Requests for them, and for what earlier pushes left open or have to take back. */
  readonly requests: readonly PlannedRequest[];
  /** Keys of the paths that only earlier pushes affected. */
  readonly leftBehind: ReadonlySet<string>;
  readonly notices: readonly Notice[];
}

export const noDependents: Dependents = {
  rows: [],
  requests: [],
  leftBehind: new Set(),
  notices: [],
};

/** The files that are left out, each that the mapping makes nothing of with how many objects use it (design §16). */
export function withUsers(leftOut: readonly LeftOut[], rows: readonly DependentRow[]): LeftOut[] {
  const objects = rows.filter(({ identity }) => identity !== null);
  const users = new Map<string, number>();
  for (const path of objects.flatMap(({ because }) => [...new Set(because.map((cause) => cause.path))])) {
    users.set(path, (users.get(path) ?? 0) + 1);
  }
  return leftOut.map((entry) => {
    const { because, path } = entry;
    const usedBy = users.get(path.text) ?? 0;
    const isCounted = usedBy > 0 && (because.code === 'skip' || because.code === 'unmapped');
    return isCounted ? { ...entry, because: { ...because, usedBy } } : entry;
  });
}
