import { Problem } from '../errors.ts';
import { mayPush } from '../sentences/notice.ts';
import type { RecordKey } from './record.ts';

/** Makes Problem('ledger') of a record damaged or not believed. @param why ends a sentence. @param remedy default: the earlier secret */
export function refuseUnbelieved({ branch }: RecordKey, why: string, remedy = changedSecret): Problem {
  return new Problem('ledger', `the ledger's record of ${branch} cannot be verified: ${why}`, remedy);
}

const changedSecret =
  'If the token or the ledger secret was changed, also give the earlier one: FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS (input ledger-secret-previous). If nobody has the earlier one, or the record is damaged, run ledger begin.';

/**
 * Makes the Problem('ledger') of a record that no secret of this run has sealed: the token is wrong, or another secret was used. @param
 * asked the service's answer about the token; null: accepted; code `token`: refused; any other code, or undefined (not asked): not known.
 */
export function refuseUnsealed(key: RecordKey, asked: Problem | null | undefined): Problem {
  if (asked === null) return refuseUnbelieved(key, 'the service accepts the token, so another secret has sealed it');
  if (asked?.code === 'token') {
    const also = `The token also signs the ledger: without the right one, the record of ${key.branch} cannot be verified`;
    return new Problem('ledger', `${asked.message} ${also}`, asked.remedy);
  }
  const why = 'the token may be mistyped, or another secret has sealed it';
  return refuseUnbelieved(key, why, `Check the token first. ${changedSecret}`);
}

/** Makes the Problem('usage') of a command that would write to the ledger, without a secret to seal it. */
export function refuseWithoutSecret(): Problem {
  const remedy =
    'Give the secret of the runs: FILE_CHECKOUTS_LEDGER_SECRET if they have one, else their token (FILE_CHECKOUTS_TOKEN or `--token-file`).';
  return new Problem('usage', 'the ledger is sealed with a secret, and none is given', remedy);
}

/** Makes the Problem('ledger') of a command that may not write a record sealed by an earlier secret, as it cannot ask about the token. */
export function refuseEarlierSeal(): Problem {
  const remedy =
    'Let a run of the branch seal it again first. Or give that earlier secret alone (FILE_CHECKOUTS_LEDGER_SECRET, or the earlier token).';
  return new Problem('ledger', 'the record is not changed: an earlier secret has sealed it', remedy);
}

/** Makes the Problem('ledger') of a command that could not write the ledger, its only purpose. @param why as the end of a sentence. */
export function refuseUnwrittenLedger(why: string): Problem {
  const remedy =
    'Give a Git token that may push (FILE_CHECKOUTS_GIT_TOKEN, or FILE_CHECKOUTS_LEDGER_TOKEN with `--ledger-remote`), or use a checkout that keeps its credentials.';
  return new Problem('ledger', `the ledger could not be written: ${why}`, remedy);
}

/** Makes the Problem('ledger') for a run under `require` that cannot write the ledger and files nothing. @param why ends a sentence. */
export function refuseWithoutLedger(why: string): Problem {
  const remedy = `${mayPush}. Or run with \`--ledger auto\`.`;
  return new Problem('ledger', `the ledger cannot be written: ${why}`, remedy);
}

/** Returns the warning about a record that is not verified (false: no seal fits; null: no secret was given); null if it is verified. */
export function describeUnverified(verified: boolean | null): string | null {
  if (verified === null) return 'not verified: no secret was given';
  return verified ? null : 'not verified: sealed with another secret than the one given, or with none';
}
