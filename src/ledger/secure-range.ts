import type { Range } from '../git/resolve-range.ts';
import type { Notice } from '../sentences/notice.ts';
import { type AskService, acceptClaims, type Refused } from './accept-claims.ts';
import { beginsAnew, type LedgerRecord } from './record.ts';
import { type Again, type RunLedger, withoutWriting } from './run-ledger.ts';
import { recordOpened } from './written-ahead.ts';

/** A range that no failure from here on can lose, as far as the ledger can be written. */
export interface Secured {
  readonly run: RunLedger;
  /** Why nothing is to be sent; null: nothing is known that would forbid it. */
  readonly stop: Refused | null;
  readonly notices: readonly Notice[];
}

/**
 * Makes sure that this run may write its record, and writes down the range of a branch that has none yet, before
 * anything else can fail (design §8). A job that may not push goes on without.
 *
 * @param record as it counts for this range. @param ask whether the service takes the token.
 */
export async function secureRange(
  run: RunLedger,
  range: Range,
  record: LedgerRecord | null,
  ask: AskService,
): Promise<Secured | Again> {
  const accepted = await acceptClaims(run, range.mayFile, ask);
  if ('again' in accepted) return accepted;
  const { stop } = accepted;
  const written = await openRecord(accepted.run, range, record);
  if (written === 'moved') return { again: 'moved' };
  if (written === null) return { run: accepted.run, stop, notices: [] };
  const without = withoutWriting(accepted.run, written.refused);
  return { run: without.run, stop, notices: [without.notice] };
}

/** @returns null when all is well. */
async function openRecord(
  { ledger, key, mayWrite }: RunLedger,
  range: Range,
  record: LedgerRecord | null,
): Promise<'moved' | { readonly refused: string } | null> {
  const counts = range.mayFile && !range.explicit && range.base !== null;
  // A record that strayed to another key is not under this one yet.
  const isNew = ledger.latest() === null || record === null || record.head === null || beginsAnew(record, range);
  // An old run says nothing of where a record begins that another secret has sealed.
  const isOld = ledger.trust === 'claims' && !range.movesHead;
  if (!mayWrite || !counts || !isNew || isOld || key === null || ledger.trouble !== null) return null;
  const { base, head, firstPush } = range;
  let moved = false;
  const written = await ledger.write((newest) => {
    moved = newest !== ledger.record && JSON.stringify(newest) !== JSON.stringify(ledger.record);
    if (moved) return null;
    const opened = recordOpened(newest ?? record, { key, base, head, firstPush });
    return newest === null && record === null && base !== null ? { ...opened, began: base } : opened;
  });
  if (moved) return 'moved';
  return written.kind === 'refused' ? { refused: written.why } : null;
}
