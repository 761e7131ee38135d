import type { PlannedRequest } from '../plan/planned.ts';
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
