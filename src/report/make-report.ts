import { exitCodes, messageOf, Problem } from '../errors.ts';
import type { HostEvent } from '../host/event.ts';
import { countRows, isSettled, type Report } from './report-json.ts';

export interface RunOutcome
  extends Pick<Report, 'mapping' | 'range' | 'nothingToFile' | 'requests' | 'dependents' | 'leftOut' | 'notices'> {
  /** How many objects that were filed before stand as they should; null: nobody looked. */
  readonly standing: number | null;
  readonly error: RunError | null;
}

/** What a report says of the run itself; `at`: when it began. */
export interface About extends Pick<Report, 'tool' | 'command'> {
  readonly event: HostEvent;
  readonly at: Date;
}

export function makeReport({ error, standing, ...outcome }: RunOutcome, { event, at, tool, command }: About): Report {
  const { id, attempt, url, actor } = event.run;
  const { mapping, range, nothingToFile, requests, dependents, leftOut, notices } = outcome;
  return {
    version: 1,
    tool,
    command,
    run: { id, attempt, url, actor, at: at.toISOString() },
    mapping,
    range,
    nothingToFile,
    counts: countRows(requests, leftOut.length),
    requests,
    dependents,
    leftOut,
    ...(standing === null ? {} : { standing }),
    notices,
    error: error === null ? null : { code: error.code, message: error.message, remedy: error.remedy },
    exitCode: error?.exitCode ?? (requests.every(isSettled) ? exitCodes.filed : exitCodes.notFiled),
  };
}

export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly exitCode: number;
}

/** Turns a thrown error into that of a report. Anything but a Problem is a bug of this program, and says so. */
export function errorOf(thrown: unknown): RunError {
  if (thrown instanceof Problem) return thrown;
  const remedy =
    'This is a defect of file-checkouts: please report it with the stack shown under FILE_CHECKOUTS_DEBUG=1.';
  return { code: 'defect', message: messageOf(thrown), remedy, exitCode: exitCodes.notFiled };
}
