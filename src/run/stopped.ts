import { exitCodes } from '../errors.ts';
import type { FilingStop } from '../filing/filing.ts';
import type { RunError } from '../report/make-report.ts';

/** The service did not take the token, before anything was sent. */
export class StoppedBefore extends Error {
  readonly stop: FilingStop;

  constructor(stop: FilingStop) {
    super(stop.why);
    this.name = 'StoppedBefore';
    this.stop = stop;
  }
}

/** What a run that was stopped reports: the service was lost, or it was cancelled or replaced. */
export function stopError({ code, why, remedy }: FilingStop): RunError {
  const isLost = code !== 'cancelled' && code !== 'replaced';
  return { code, message: why, remedy, exitCode: isLost ? exitCodes.serviceLost : exitCodes.notFiled };
}
