import type { ReportRequest } from './report-json.ts';

/** What needs a person comes first; outcomes that are not named come last, all alike. */
const order = ['conflict', 'rejected', 'collision', 'unknown', 'unsendable', 'notAttempted', 'withdrawn', 'covered'];

/** The requests with those first that need a person; within an outcome they stay as they are. */
export function worstFirst(requests: readonly ReportRequest[]): ReportRequest[] {
  const rank = ({ outcome }: ReportRequest) => order.indexOf(outcome) + 1 || order.length + 1;
  return requests.toSorted((one, other) => rank(one) - rank(other));
}
