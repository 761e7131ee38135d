import { reportAtDoor } from '../door.ts';
import { Problem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { reportDependents } from '../report/dependents.ts';
import { errorOf, makeReport } from '../report/make-report.ts';
import { type Report, reportLeftOuts, reportNotice } from '../report/report-json.ts';
import { Secrets, secretsOf } from '../secrets.ts';
import type { Facts } from './facts.ts';
import type { RunInput } from './input.ts';
import type { Plan } from './plan.ts';
import { StoppedBefore, stopError } from './stopped.ts';

/** What is known of a run that an error has ended. */
export function factsOf(input: RunInput, facts: Facts, thrown: unknown): Facts {
  if (thrown instanceof StoppedBefore) return { ...facts, error: stopError(thrown.stop) };
  const error = errorOf(input.signal.aborted ? cancelledBy(thrown) : thrown);
  if (error.code === 'defect') input.onDefect(thrown);
  return { ...facts, error };
}

/** A signal may end the Git processes of the run as well: what they then say is no fault of a clone. */
function cancelledBy(error: unknown): unknown {
  const isGits = error instanceof GitFailure || (error instanceof Problem && ['git', 'range'].includes(error.code));
  if (!isGits) return error;
  const message = 'the run was cancelled before its changes were known';
  return new Problem('cancelled', message, 'Start the run again.', { cause: error });
}

/** The report of a run. @param at when the run began. */
export function finish(input: RunInput, facts: Facts, at: Date): Report {
  const { version: tool, command, event } = input;
  const leftOut = reportLeftOuts(facts.leftOut);
  const notices = facts.notices.map(reportNotice);
  const dependents = reportDependents(facts.dependents, facts.requests);
  const report = makeReport({ ...facts, dependents, leftOut, notices }, { tool, command, event, at });
  // No report holds a token that a service, a proxy, a Git server or an error has echoed.
  const secrets = new Secrets([
    input.token,
    input.gitToken,
    input.ledgerToken,
    input.ledgerSecret,
    input.ledgerSecretPrevious,
    ...secretsOf(input.proxyEnv),
  ]);
  return secrets.hideIn(reportAtDoor(input.door ?? 'cli', report));
}

/** Why a plan has no request to show; null: it has one. @param skipped the account whose pushes are skipped, for a push of it. */
export function nothingToFile({ steps, told: { leftOut = [] } }: Plan, skipped: string | null): string | null {
  if (steps.length > 0) return null;
  if (skipped !== null) return `pushed by ${skipped}, who is in skip-pushers`;
  if (leftOut.length === 0) return 'no file changed';
  return leftOut.length === 1 ? 'the one changed file is left out' : 'every changed file is left out';
}
