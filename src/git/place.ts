import { isEmptyTree } from './empty-tree.ts';
import { isAncestor } from './merge-base.ts';
import type { Repository } from './repository.ts';

/** Where the ledger's record of a branch stands beside an old head of it. */
export type RecordPlace =
  /** There is none, or it accounts for nothing yet. */
  | 'none'
  /** That head comes after it. */
  | 'behind'
  /** It accounts for that head already. */
  | 'past'
  /** It began after that head, so it never looked at it. */
  | 'after'
  /** On another line of history: the branch was moved by force, or is another one of that name. */
  | 'elsewhere';

/** Where the head of a run is, beside the branch as the remote has it now (design §8 "Old runs"). */
export type Place =
  /** At the tip, as far as is known: the branch may be gone, and no record says what came later. */
  | { readonly kind: 'tip' }
  /** The branch or its record has moved on. `startsBranch`: the record is of an earlier branch of that name. */
  | { readonly kind: 'old'; readonly record: RecordPlace; readonly startsBranch: boolean };

/** What of a record tells where it stands. */
export interface RecordLine {
  readonly head: string | null;
  /** Where the push that opened the record began. */
  readonly began?: string;
  readonly past?: readonly string[];
}

/** A head and where its push began (null: the first push of the branch, or not known). */
interface Head {
  readonly oid: string;
  readonly before: string | null;
}

/**
 * Finds out where a head is. The history is looked at only for a head that is not the tip.
 * @param tip where the branch is at the remote; null: it is gone.
 * @throws Problem('git') when the history cannot be read.
 */
export async function placeOf(
  repository: Repository,
  head: Head,
  tip: string | null,
  record: RecordLine | null,
): Promise<Place> {
  if (tip === head.oid) return { kind: 'tip' };
  const stands = await recordPlace(repository, head, record);
  // A branch that is gone counts as being at the head, unless its record is elsewhere: then either may be newer.
  if (tip === null) {
    const isOld = stands !== 'none' && stands !== 'behind' && record?.head !== head.before;
    return isOld ? { kind: 'old', record: 'past', startsBranch: false } : { kind: 'tip' };
  }
  const recordHead = record?.head ?? null;
  const startsBranch =
    head.before === null &&
    (stands === 'none' || stands === 'elsewhere') &&
    (await isAncestor(repository, head.oid, tip)) &&
    (recordHead === null || !(await isAncestor(repository, recordHead, tip)));
  return { kind: 'old', record: stands, startsBranch };
}

async function recordPlace(repository: Repository, { oid }: Head, record: RecordLine | null): Promise<RecordPlace> {
  if (record === null || record.head === null) return 'none';
  const { head, began, past } = record;
  const isBehind = (older: string, newer: string) => !isEmptyTree(older) && isAncestor(repository, older, newer);
  if (began !== undefined && !isEmptyTree(began) && (await isBehind(oid, began))) return 'after';
  if (past?.includes(oid)) return 'past';
  if (isEmptyTree(head)) return 'behind';
  if (await isBehind(head, oid)) return head === oid ? 'past' : 'behind';
  return (await isBehind(oid, head)) ? 'past' : 'elsewhere';
}
