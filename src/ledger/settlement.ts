import type { GitPath } from '../git/git-path.ts';
import type { Identity } from '../plan/identity.ts';
import type { IntendedCall, RunName } from './lease.ts';
import type { LeftAsFiled } from './level.ts';
import type { FiledRequest } from './outcome.ts';
import type { RecordKey } from './record.ts';

export interface Settlement {
  readonly key: RecordKey;
  readonly head: string;
  readonly me: RunName;
  readonly actor: string | null;
  readonly rows: readonly FiledRequest[];
  /** Keys of paths that were left out for now: an open change of one of them stays open. */
  readonly stays: ReadonlySet<string>;
  /** Files that no rule reaches although the mapping says that each must be: not filed, so open. */
  readonly unmapped: readonly GitPath[];
  /** True when the record begins with this push; an earlier branch of that name loses head and open changes. */
  readonly firstPush: boolean;
  /** False for a range given by hand, and for an older push: the head stays where it is. */
  readonly movesHead: boolean;
  /** The head that the range was counted from; when another run has moved it since, its later one stands. */
  readonly countedFrom: string | null;
  /** True when the run was written down before its first call. */
  readonly hasBegun: boolean;
  /** Why filed objects are left as they are; null: nobody looked. */
  readonly left: LeftAsFiled | null;
  /** True when what a record without a seal has open was looked at. */
  readonly hasLookedAtClaims: boolean;
  /** Objects for which nothing stands and nothing should. */
  readonly gone: readonly Identity[];
  /** Calls without an answer that no run will ask about again. */
  readonly given: readonly IntendedCall[];
  readonly mappingBlob: string | null;
}
