import type { GitPath } from '../git/git-path.ts';
import type { Reason } from '../interface/fields.ts';
import type { PlannedRequest } from '../plan/planned.ts';

/** Nothing is left to do (no run is red for it), somebody has to see to it, or nobody knows yet. */
export type Mood = 'good' | 'bad' | 'open';

interface OutcomeRow {
  /** True where trying again changes nothing: a person has to act. */
  readonly person: boolean;
  /** True where a request of the branch stands at the service. */
  readonly holds: boolean;
  readonly mood: Mood;
  readonly word: string;
  /** What stands before the number of the request: one that holds the object is not ours. */
  readonly number: string;
  /** Place in a list that shows the worst first; 0: as it was filed. */
  readonly rank: number;
}

/** Makes the row of an outcome. Unless `more` says otherwise: no person has to act, no request stands, `#` is put before its number. */
const row = (word: string, mood: Mood, rank: number, more: Partial<OutcomeRow> = {}): OutcomeRow => ({
  ...{ person: false, holds: false, mood, word, number: '#', rank, ...more },
});

/** How one request can end (design §10), in the order in which reports count them; exit code and JUnit kind follow from `settles`. */
const table = {
  created: row('created', 'good', 0, { holds: true }),
  updated: row('updated', 'good', 0, { holds: true }),
  unchanged: row('unchanged', 'good', 0, { holds: true }),
  conflict: row('conflict', 'bad', 1, { number: 'held by #' }),
  rejected: row('rejected', 'bad', 2),
  collision: row('collision', 'bad', 3, { person: true }),
  withdrawn: row('withdrawn', 'good', 8),
  covered: row('covered', 'good', 9, { number: 'covered by #' }),
  unknown: row('unknown', 'open', 4, { person: true }),
  unsendable: row('unsendable', 'bad', 5, { person: true }),
  notAttempted: row('not filed', 'open', 6),
};

export type Outcome = keyof typeof table;

/** Returns the row of an outcome; for a name that is no Outcome, a row of rank 0 with that name as its word: `planned` good, others bad. */
export function lookUpOutcome(outcome: string): OutcomeRow {
  return outcome in table ? table[outcome as Outcome] : row(outcome, outcome === 'planned' ? 'good' : 'bad', 0);
}

/** All outcomes, in the order in which reports count them. */
export const outcomes = Object.keys(table) as [Outcome, ...Outcome[]];

/** True for an Outcome with which nothing is left to do (mood good); false for `planned` and any other name that is no Outcome. */
export const settles = (outcome: string) => outcome in table && lookUpOutcome(outcome).mood === 'good';

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

/** Makes the row of a request: its reason and path, `needsPerson` by `outcome`, null or [] for all else; fields of `rest` replace these. */
export function filed(request: PlannedRequest, outcome: Outcome, rest: Partial<FiledRequest> = {}): FiledRequest {
  const { reason, path } = request;
  const unknown = { objectId: null, rfp: null, sev: null, msg: null, remedy: null, vref: null, tkey: null, used: null };
  return { request, reason, path, outcome, ...unknown, needsPerson: table[outcome].person, warnings: [], ...rest };
}
