import type { LedgerRecord } from './record.ts';
import type { RunLedger } from './run-ledger.ts';

/**
 * A record of this branch that began under another address or repository ID and under which nothing was ever filed: a
 * first day's typing error. Once that is mended, its changes must not be lost with it.
 *
 * @returns null when there is none, or more than one.
 */
export async function strayedRecord({ key, ledger }: RunLedger): Promise<LedgerRecord | null> {
  if (key === null || ledger.trouble !== null) return null;
  const strayed = (await ledger.all()).records.filter(
    ({ service, repo, mapping, branch, head, filed, unanswered }) =>
      branch === key.branch &&
      mapping === key.mapping &&
      (service === key.service) !== (repo === key.repo) &&
      head !== null &&
      filed.length === 0 &&
      unanswered.length === 0,
  );
  return strayed.length === 1 ? (strayed[0] ?? null) : null;
}
