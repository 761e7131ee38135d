import { Problem } from '../errors.ts';
import { howSealed, mayPush } from '../sentences/notice.ts';

/** Why a command without a secret writes nothing. */
export const unverifiable =
  'no secret is given to seal it: the token of the service (FILE_CHECKOUTS_TOKEN), or FILE_CHECKOUTS_LEDGER_SECRET';

/** Why a run leaves a record as it is. */
export const notSealed = 'its record is not sealed with the secret of this run';

/** Under `require` a record that is not believed ends the run before anything is filed. */
export function sealRequired(branch: string): Problem {
  const message = `the ledger's record of ${branch} is not sealed with the secret of this run`;
  return new Problem('ledger', message, `${howSealed}. Or run once with --ledger auto, which proves what it says.`);
}

/** For a run that only the record could tell what changed. */
export function unsealedRange({ code, message }: Problem): Problem {
  const remedy =
    'Give the secret that sealed it (FILE_CHECKOUTS_LEDGER_SECRET); or file once with --base and --head, then tell the ledger with ledger begin where that ended.';
  return new Problem(code, `${message}: its record is not sealed with the secret of this run`, remedy);
}

/** For a command that would write to the ledger and has nothing to seal it with. */
export function secretNeeded(): Problem {
  const remedy =
    'Set FILE_CHECKOUTS_TOKEN or give --token-file, as the runs have it; where they have FILE_CHECKOUTS_LEDGER_SECRET, set that.';
  return new Problem('usage', 'the ledger is sealed with a secret, and none is given', remedy);
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
    'Give a Git token that may push (FILE_CHECKOUTS_GIT_TOKEN, or FILE_CHECKOUTS_LEDGER_TOKEN with --ledger-remote), or use a checkout that keeps its credentials.';
  return new Problem('ledger', `the ledger could not be written: ${why}`, remedy);
}

/** Under `require` a ledger that cannot be written ends the run before anything is filed. */
export function ledgerRequired(why: string): Problem {
  const remedy = `${mayPush}, or run with --ledger auto.`;
  return new Problem('ledger', `the ledger cannot be written: ${why}`, remedy);
}

/** What is said of records that are only shown: `verified` is false where a seal does not fit, null without a secret. */
export function notVerified(verified: boolean | null): string | null {
  if (verified === null) return 'not verified: no secret was given';
  return verified ? null : 'not verified: sealed with another secret than the one given, or with none';
}
