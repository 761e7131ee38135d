import { messageOf, Problem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { type FiledRequest, filed } from '../ledger/outcome.ts';
import type { Action } from './actions.ts';
import type { Filing } from './filing-state.ts';
import { intendedCalls, lostCalls } from './intended-calls.ts';
import { triedAgain } from './remedies.ts';

/** True for what Git or its remote would not do: that concerns the one request which needed it. */
export function isGitTrouble(error: unknown): boolean {
  return error instanceof Problem || error instanceof GitFailure;
}

/**
 * Does the work of one action. What is thrown becomes its row, so that the rows of all others are still reported and
 * remembered; a defect stops the run as well.
 */
export async function orFailed<T>(filing: Filing, action: Action, work: () => Promise<T>): Promise<T | FiledRequest> {
  try {
    return await work();
  } catch (error) {
    return failed(filing, action, error);
  }
}

function failed(filing: Filing, action: Action, error: unknown): FiledRequest {
  const { request } = action;
  const msg = messageOf(error);
  // Conflicts settle theirs themselves, so this is a content that could not be read: no call was made.
  if (isGitTrouble(error)) return filed(request, 'notAttempted', { msg, remedy: triedAgain });
  filing.defect ??= error instanceof Error ? error : new Error(msg);
  const why = `a defect of file-checkouts stopped the run: ${msg}`;
  filing.stop ??= { code: 'defect', why, remedy: triedAgain };
  // Whether the call was made is not known.
  const uncertain = lostCalls(filing, request, intendedCalls([action], filing.run.mode));
  return filed(request, 'notAttempted', { msg: why, remedy: triedAgain, uncertain });
}
