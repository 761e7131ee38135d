import { Problem } from '../errors.ts';

const nothingRemembered = 'nothing is remembered of this run, because the ledger cannot be used';

const endUnwritten = 'what came of this run could not be written to the ledger';
const letItPush =
  'Let the job push refs/notes/check-outs (on GitHub permissions: contents: write), or give a Git token that may (FILE_CHECKOUTS_GIT_TOKEN)';

/** What to do where a remote lets nobody in, or this job not write: behind the notice wherever that is shown. */
function remedyFor(why: string): string {
  const isRight = /\b40[13]\b|denied|forbidden|not allowed|permission|protected|authenticat|authoriz|hook declined/i;
  return isRight.test(why) ? `. ${letItPush}` : '';
}

/** What the report says of a run that cannot write the ledger (design §8 "No write permission"). */
export function ledgerNotice(why: string): string {
  return `${nothingRemembered} (${why}): the next push of the same files will meet their locks, and without locks file them again${remedyFor(why)}`;
}

/** What the report says of a run that wrote down what it meant to do, and not what came of it. */
export function endNotWritten(why: string): string {
  return `${endUnwritten} (${why}): the next run of this branch finds it out${remedyFor(why)}`;
}

/** True for a notice that says either; in the report notices are texts. */
export function isLedgerNotice(notice: string): boolean {
  return notice.startsWith(nothingRemembered) || notice.startsWith(endUnwritten);
}

/** For a command that is about nothing but the ledger. */
export function ledgerNotWritten(why: string): Problem {
  const remedy =
    'Give a Git token that may push (FILE_CHECKOUTS_GIT_TOKEN), or use a checkout that keeps its credentials.';
  return new Problem('ledger', `the ledger could not be written: ${why}`, remedy);
}

/** Under `require` a ledger that cannot be written ends the run before anything is filed. */
export function ledgerRequired(why: string): Problem {
  const remedy = `${letItPush}, or run with --ledger auto.`;
  return new Problem('ledger', `the ledger cannot be written: ${why}`, remedy);
}
