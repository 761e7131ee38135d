import type { GitPath } from '../git/git-path.ts';
import type { Reason } from '../interface/fields.ts';
import type { PlannedRequest } from '../plan/planned.ts';

/**
 * How one request can end (design §10). `settles`: nothing is left to do, so it makes no run red. `person`: trying again
 * changes nothing.
 */
const table = {
  created: { settles: true, person: false },
  updated: { settles: true, person: false },
  unchanged: { settles: true, person: false },
  conflict: { settles: false, person: false },
  rejected: { settles: false, person: false },
  collision: { settles: false, person: true },
  withdrawn: { settles: true, person: false },
  covered: { settles: true, person: false },
  unknown: { settles: false, person: true },
  unsendable: { settles: false, person: true },
  notAttempted: { settles: false, person: false },
} as const;

export type Outcome = keyof typeof table;

/** All outcomes, in the order in which reports count them. */
export const outcomes = Object.keys(table) as [Outcome, ...Outcome[]];

/** True for an outcome with which nothing is left to do; every other one makes the exit code 1. */
export function settles(outcome: string): boolean {
  return outcome in table && table[outcome as Outcome].settles;
}

/** True for an outcome with which a request of the branch stands at the service. */
export function holds(outcome: string): boolean {
  return outcome === 'created' || outcome === 'updated' || outcome === 'unchanged';
}

/** One request and how it ended. */
export interface FiledRequest {
  readonly request: PlannedRequest;
  /** The reason of the request that the row is about; a withdrawn one has its own. */
  readonly reason: Reason;
  readonly path: GitPath;
  readonly outcome: Outcome;
  readonly objectId: number | null;
  readonly rfp: number | null;
  readonly sev: number | null;
  readonly msg: string | null;
  /** What to do about it, where that is known. */
  readonly remedy: string | null;
  readonly vref: string | null;
  /** The pipeline key that its RFP was given with it; null: it carried none. */
  readonly tkey: string | null;
  /** The service's request record as it came. */
  readonly used: Readonly<Record<string, unknown>> | null;
  /** True when only a person can settle it: trying again changes nothing (design §16). */
  readonly needsPerson: boolean;
  /** Differences between what was sent and what the service stored, and the like. */
  readonly warnings: readonly string[];
}

/** A row for a request; what is not named is not known. */
export function filed(request: PlannedRequest, outcome: Outcome, rest: Partial<FiledRequest> = {}): FiledRequest {
  return {
    request,
    reason: request.reason,
    path: request.path,
    outcome,
    objectId: null,
    rfp: null,
    sev: null,
    msg: null,
    remedy: null,
    vref: null,
    tkey: null,
    used: null,
    needsPerson: table[outcome].person,
    warnings: [],
    ...rest,
  };
}
