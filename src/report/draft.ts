import { exitCodes, messageOf, Problem } from '../errors.ts';
import type { HostEvent } from '../host/event.ts';
import { allSettled, countRows, type Report, type ReportRequest } from './report-json.ts';

/** What filing has come to so far, so that a run that fails still reports it. */
export interface Draft {
  requests: ReportRequest[];
  /** Why nothing more was attempted. */
  error: { code: string; message: string; remedy: string; exitCode: number } | null;
}

/** A draft of which nothing is known yet. */
export function newDraft(): Draft {
  return { requests: [], error: null };
}

/** A draft with the facts of its run. */
export type ToldDraft = Draft &
  Pick<Report, 'mapping' | 'range' | 'nothingToFile' | 'leftOut' | 'notices'> & {
    readonly standing: number | null;
  };

/** What a thrown error is in a report. Anything but a Problem is a bug of ours and says so. */
export function errorOf(thrown: unknown): NonNullable<Draft['error']> {
  if (thrown instanceof Problem) {
    return { code: thrown.code, message: thrown.message, remedy: thrown.remedy, exitCode: thrown.exitCode };
  }
  const remedy =
    'This is a defect of file-checkouts: please report it with the stack shown under FILE_CHECKOUTS_DEBUG=1.';
  return { code: 'defect', message: messageOf(thrown), remedy, exitCode: exitCodes.notFiled };
}

/** The report that a draft came to. */
export function finishDraft(
  draft: ToldDraft,
  about: Pick<Report, 'tool' | 'command'> & { event: HostEvent; at: Date },
): Report {
  const failed = !allSettled(draft.requests);
  const { error } = draft;
  const { id, attempt, url, actor } = about.event.run;
  return {
    version: 1,
    tool: about.tool,
    command: about.command,
    run: { id, attempt, url, actor, at: about.at.toISOString() },
    mapping: draft.mapping,
    range: draft.range,
    nothingToFile: draft.nothingToFile,
    counts: countRows(draft.requests, draft.leftOut.length),
    requests: draft.requests,
    leftOut: draft.leftOut,
    ...(draft.standing === null ? {} : { standing: draft.standing }),
    notices: draft.notices,
    error: error === null ? null : { code: error.code, message: error.message, remedy: error.remedy },
    exitCode: error?.exitCode ?? (failed ? exitCodes.notFiled : exitCodes.filed),
  };
}
