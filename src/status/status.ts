import type * as z from 'zod/mini';
import type { Unchanging } from '../report/report-json.ts';
import type { statusSchema } from './status-schema.ts';

/** What the ledger knows, for people and programs, as status-schema.ts has it. */
export type Status = Unchanging<z.infer<typeof statusSchema>>;

export type StatusRecord = Status['records'][number];
export type StatusRequest = Status['requests'][number];
export type StatusOpen = Status['open'][number];
export type StatusCall = Status['unanswered'][number];
export type StatusRun = Status['runs'][number];

/** How many things `--fail-on-open` fails for: 0 when nothing waits for a run or a person. */
export function waiting({ open, unanswered, runs, damaged }: Status): number {
  return open.length + unanswered.length + runs.filter(({ over }) => over).length + damaged.length;
}

/** So many requests are few enough to be listed where only the branches were asked for. */
const few = 50;

/** True when the requests themselves are listed: a part of them was asked for, or there are few. */
export function listsRequests({ asked, requests }: Status): boolean {
  return asked.branch !== null || asked.paths.length > 0 || asked.user !== null || requests.length <= few;
}
