/** What a report says in words, the same in its heading, picture and table. */
import { countedHave } from '../../counted.ts';
import { isHeld, isSettled, type Report, type ReportRequest } from '../report-json.ts';

/** Outcomes after which nothing is left to do, and outcomes that need a person; the rest was not tried or not sent. */
export type Mood = 'good' | 'bad' | 'open';

export function moodOf(request: Pick<ReportRequest, 'outcome'>): Mood {
  const { outcome } = request;
  if (isSettled(request)) return 'good';
  return outcome === 'notAttempted' || outcome === 'unknown' ? 'open' : 'bad';
}

/** How it looks: a planned request whose object another branch holds is open. */
export function lookOf(request: ReportRequest): Mood {
  return isHeld(request) ? 'open' : moodOf(request);
}

const outcomeWords: Readonly<Record<string, string>> = { notAttempted: 'not attempted', leftOut: 'left out' };

/** An outcome, or the name of a count, in words. */
export function outcomeWord(outcome: string): string {
  return outcomeWords[outcome] ?? outcome;
}

/** What became of a request; of a planned one, what would be done. */
export function becameOf(request: ReportRequest): string {
  const { outcome, action } = request;
  if (outcome !== 'planned') return outcomeWord(outcome);
  const doing = action === 'none' ? 'nothing to do' : `to ${action ?? 'create'}`;
  return isHeld(request) ? `${doing}, held` : doing;
}

function heldOf({ requests }: Report): string {
  const held = requests.filter(isHeld).length;
  return held === 0 ? '' : ` ${countedHave(held, 'object')} a request of another branch in the way.`;
}

export function verdict(report: Report): string {
  const { requests, command, error, nothingToFile, counts } = report;
  if (error !== null) return 'The run was stopped.';
  if (nothingToFile !== null) return `Nothing to file: ${nothingToFile}`;
  const failed = requests.filter((request) => moodOf(request) !== 'good').length;
  if (failed > 0)
    return `${failed} of ${requests.length} requests ${command === 'plan' ? 'cannot be filed' : 'are not settled'}.`;
  if (command === 'plan') return `A plan: nothing was filed.${heldOf(report)}`;
  if (report.exitCode !== 0) return 'Files were left out that should not be.';
  return requests.length === 0 ? `No requests; ${counts.leftOut} files left out.` : 'Everything was filed.';
}
