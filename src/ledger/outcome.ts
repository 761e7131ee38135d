import type { GitPath } from '../git/git-path.ts';
import type { Reason } from '../interface/fields.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { IntendedCall } from './lease.ts';
import type { SharedObject } from './record.ts';

/** How one request ended (design §10). */
export const outcomes = [
  'created',
  'updated',
  'unchanged',
  'conflict',
  'rejected',
  'collision',
  'withdrawn',
  'covered',
  'unknown',
  'unsendable',
  'notAttempted',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Outcomes with which a request of the branch stands at the service. */
export const heldOutcomes: readonly string[] = ['created', 'updated', 'unchanged'] satisfies Outcome[];

/** Outcomes with which nothing is left to do; every other one makes the exit code 1. */
export const settledOutcomes: readonly string[] = [
  ...heldOutcomes,
  'withdrawn' satisfies Outcome,
  'covered' satisfies Outcome,
];

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
  /** True when only a person can settle it: trying again changes nothing (design §8). */
  readonly needsPerson: boolean;
  /** Calls about the object whose answers are missing, for the next run to find out what came of them. */
  readonly uncertain: readonly IntendedCall[];
  /** Whose record has the request, where that is a merged branch; null: this branch's own. */
  readonly of: SharedObject['of'] | null;
  /** True when that branch had added the object. */
  readonly ofAdded: boolean;
  /** False when nothing of this branch stands for the object, and nothing should. */
  readonly stands: boolean;
  /** True when another request does what this one asks for, so that the record stays as it is. */
  readonly leavesRecord: boolean;
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
    needsPerson: outcome === 'unsendable' || outcome === 'collision' || outcome === 'unknown',
    uncertain: [],
    of: null,
    ofAdded: false,
    stands: true,
    leavesRecord: false,
    warnings: [],
    ...rest,
  };
}
