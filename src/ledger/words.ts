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

/** Why a command without a secret writes nothing. */
export const unverifiable =
  'nothing is given that could seal it: the token of the service (FILE_CHECKOUTS_TOKEN), or FILE_CHECKOUTS_LEDGER_SECRET';

/** Why a run leaves a record as it is. */
export const notSealed = 'its record is not sealed with the secret of this run';

const howSealed =
  'A token that was rotated is the usual reason; where tokens rotate or differ, give every job the same FILE_CHECKOUTS_LEDGER_SECRET';

/** What the report says of a record that is not believed (design §8 "Sealed"). */
export function claimsNotice(branch: string): string {
  return `the ledger's record of ${branch} is not sealed with the secret of this run: its numbers are used as far as the service bears them out, and the rest of it is not believed. ${howSealed}`;
}

/** What a plan says that was made without a secret. */
export function shownNotice(branch: string): string {
  return `what the ledger has of ${branch} is not verified, as no secret was given`;
}

/** Under `require` a record that is not believed ends the run before anything is filed. */
export function sealRequired(branch: string): Problem {
  const message = `the ledger's record of ${branch} is not sealed with the secret of this run`;
  return new Problem('ledger', message, `${howSealed}. Or run once with --ledger auto, which proves what it says.`);
}

/** For a run that only the record could tell what changed. */
export function unsealedRange({ code, message }: Problem): Problem {
  const remedy =
    'Give the secret that sealed it (FILE_CHECKOUTS_LEDGER_SECRET); or file once with --base and --head, then say with ledger begin where that ended.';
  return new Problem(code, `${message}: its record is not sealed with the secret of this run`, remedy);
}

/** For a command that would write to the ledger and has nothing to seal it with. */
export function secretNeeded(): Problem {
  const remedy =
    'Set FILE_CHECKOUTS_TOKEN or give --token-file, as the runs have it; where they have FILE_CHECKOUTS_LEDGER_SECRET, set that.';
  return new Problem('usage', 'what is written to the ledger is sealed, and no secret is given', remedy);
}

/** For a command that mends what is sealed. */
export function otherSeal(branch: string): Problem {
  const message = `the ledger's record of ${branch} is sealed with another secret than the one given, or with none`;
  const remedy =
    'Give the secret that the runs have (FILE_CHECKOUTS_TOKEN, or FILE_CHECKOUTS_LEDGER_SECRET), or let a run seal it anew; ledger forget --branch takes all of it away.';
  return new Problem('ledger', message, remedy);
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
