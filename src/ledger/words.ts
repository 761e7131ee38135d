import { Problem } from '../errors.ts';

const nothingRemembered = 'nothing is remembered of this run, because the ledger cannot be used';

/** What the report says of a run that cannot write the ledger (design §8 "No write permission"). */
export function ledgerNotice(why: string): string {
  return `${nothingRemembered} (${why}): the next push of the same files will meet their locks, and without locks file them again`;
}

/** What the report says of a run that wrote down what it meant to do, and not what came of it. */
export function endNotWritten(why: string): string {
  return `what came of this run could not be written to the ledger (${why}): the next run of this branch finds it out`;
}

/** True for a notice that says this; in the report notices are texts. */
export function isLedgerNotice(notice: string): boolean {
  return notice.startsWith(nothingRemembered);
}

/** For a command that is about nothing but the ledger. */
export function ledgerNotWritten(why: string): Problem {
  const remedy =
    'Give a Git token that may push (FILE_CHECKOUTS_GIT_TOKEN), or use a checkout that keeps its credentials.';
  return new Problem('ledger', `the ledger could not be written: ${why}`, remedy);
}

/** Under `require` a ledger that cannot be written ends the run before anything is filed. */
export function ledgerRequired(why: string): Problem {
  const remedy = 'Let the job push refs/notes/check-outs (contents: write), or run with --ledger auto.';
  return new Problem('ledger', `the ledger cannot be written: ${why}`, remedy);
}
