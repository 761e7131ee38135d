import type { Change } from '../git/changes.ts';
import type { NewerTip } from '../git/newer-tip.ts';
import type { Range } from '../git/resolve-range.ts';
import type { Ledger } from '../ledger/ledger-access.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import type { Mapper } from '../plan/mapper.ts';
import type { AttachAs } from '../plan/part-name.ts';

/** A range, where its branch is by now, and the record as it counts for it. */
export interface ChosenRange {
  readonly range: Range;
  readonly tip: NewerTip | null;
  /** Its changes, as they are being listed; null: they are not. */
  readonly listed: Promise<Change[]> | null;
  readonly defaultBranch: string | null;
  readonly record: LedgerRecord | null;
}

/** What decides which changes of a range go into its plan. */
export interface Choice extends ChosenRange {
  readonly ledger: Ledger;
  /** False for a branch without a rule: all of its changes are left out for that reason alone. */
  readonly isMapped: boolean;
  readonly mapper: Mapper;
  /** OID of the mapping's content; null: there is none. */
  readonly mappingBlob: string | null;
  /** What the file part of a create is named after. */
  readonly attachAs: AttachAs;
  readonly deletes: 'request' | 'report' | 'ignore';
}
