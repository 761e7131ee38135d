import type { Change } from '../git/changes.ts';
import type { NewerTip } from '../git/newer-tip.ts';
import type { Range } from '../git/resolve-range.ts';
import type { Ledger } from '../ledger/ledger-access.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import type { DependentMode } from '../mapping/schema.ts';
import type { Mapper } from '../plan/mapper.ts';
import type { AttachAs } from '../plan/part-name.ts';

/** What decides which changes of a range go into its plan. */
export interface PlanBasis {
  readonly range: Range;
  /** Where the branch is by now, when that is not the head. */
  readonly tip: NewerTip | null;
  /** The changes of the range, as they are being listed; null: they are not. */
  readonly listed: Promise<Change[]> | null;
  readonly defaultBranch: string | null;
  readonly record: LedgerRecord | null;
  readonly ledger: Ledger;
  /** False for a branch without a rule: all of its changes are left out for that reason alone. */
  readonly isMapped: boolean;
  readonly mapper: Mapper;
  readonly mappingBlob: string | null;
  readonly attachAs: AttachAs;
  readonly deletes: 'request' | 'report' | 'ignore';
  readonly dependents: DependentMode;
}
