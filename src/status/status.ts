import type * as z from 'zod/mini';
import type { Unchanging } from '../report/report-json.ts';
import type { statusSchema } from './status-schema.ts';

/** The contents of the ledger, for people and programs; status-schema.ts describes each field. */
export type Status = Unchanging<z.infer<typeof statusSchema>>;

export type StatusRecord = Status['records'][number];
export type StatusRequest = Status['requests'][number];
export type StatusOpen = Status['open'][number];
export type StatusCall = Status['unanswered'][number];
export type StatusRun = Status['runs'][number];

/** Counts what `--fail-on-open` fails for: open changes, calls without an answer, runs that never ended, damaged records. */
export function countWaiting({ open, unanswered, runs, damaged }: Status): number {
  return open.length + unanswered.length + runs.filter(({ over }) => over).length + damaged.length;
}

/** Most requests that are listed without a question. */
const few = 50;

/** True if text and Markdown list the requests themselves: a branch, paths or a user was asked for, or they are 50 or fewer. */
export function listsRequests({ asked, requests }: Status): boolean {
  return asked.branch !== null || asked.paths.length > 0 || asked.user !== null || requests.length <= few;
}
