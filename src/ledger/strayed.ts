import type { LedgerRecord, RecordKey } from './record.ts';

/**
 * A record of this branch that began under another address or repository ID and under which nothing was ever filed: a
 * first day's typing error. Once that is mended, its changes must not be lost with it.
 *
 * @returns null when there is none, or more than one, so that nobody can tell.
 */
export function strayedRecord(records: readonly LedgerRecord[], key: RecordKey): LedgerRecord | null {
  const strayed = records.filter(
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

/** That record under the right key. */
export function underKey(strayed: LedgerRecord, key: RecordKey): LedgerRecord {
  return { ...strayed, ...key, runs: [] };
}
