import { outcomes } from '../checkout/outcome.ts';
import { type Door, rewriteForDoor } from '../door.ts';
import { exitCodes } from '../errors.ts';
import type { HostEvent } from '../host/event.ts';
import { isSettled, type Report } from './report-json.ts';

/** All that a run found out: the parts of its report, and the error that ended it. */
export interface RunOutcome
  extends Pick<Report, 'mapping' | 'range' | 'nothingToFile' | 'requests' | 'dependents' | 'leftOut' | 'notices'> {
  /** As a Problem has it. */
  readonly error: (NonNullable<Report['error']> & { readonly exitCode: number }) | null;
}

/** Makes the report of a run begun at `at`, with counts. Exit code: that of the error, else 0 if all is settled or planned, else 1. */
export function makeReport(
  outcome: RunOutcome,
  { event, at, tool, command }: Pick<Report, 'tool' | 'command'> & { readonly event: HostEvent; readonly at: Date },
): Report {
  const { id, attempt, url, actor } = event.run;
  const { mapping, range, nothingToFile, requests, dependents, leftOut, notices, error } = outcome;
  // Each outcome of filing has a count, `planned` only in a plan.
  const counts: Record<string, number> = Object.fromEntries(outcomes.map((name) => [name, 0]));
  for (const row of requests) counts[row.outcome] = (counts[row.outcome] ?? 0) + 1;
  return {
    ...{ version: 1, tool, command, run: { id, attempt, url, actor, at: at.toISOString() } },
    ...{ mapping, range, nothingToFile, counts: { ...counts, leftOut: leftOut.length } as Report['counts'] },
    ...{ requests, dependents, leftOut, notices },
    error: error && { code: error.code, message: error.message, remedy: error.remedy },
    exitCode: error?.exitCode ?? (requests.every(isSettled) ? exitCodes.filed : exitCodes.notFiled),
  };
}

/** Returns the report with options named as this door does (`cli`: as they are): in error, notices and remedies of requests only. */
export function rewriteReportForDoor(door: Door, report: Report): Report {
  const say = (text: string) => rewriteForDoor(door, text);
  const { error } = report;
  return {
    ...report,
    error: error && { ...error, message: say(error.message), remedy: say(error.remedy) },
    notices: report.notices.map((notice) => ({ ...notice, message: say(notice.message) })),
    requests: report.requests.map((row) => (row.remedy === null ? row : { ...row, remedy: say(row.remedy) })),
  };
}
