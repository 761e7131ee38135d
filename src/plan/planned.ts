import type { GitPath } from '../git/git-path.ts';
import type { CreateFields, Reason } from '../interface/fields.ts';
import type { Identity } from './identity.ts';

/** One request that the mapping makes of one file, before anything is known of what was filed before. */
export interface PlannedRequest {
  readonly path: GitPath;
  /** The old path of a file that was moved, unless it is the old path that made another object. */
  readonly previousPath: GitPath | null;
  readonly reason: Reason;
  /** The mapping rule, as `rules[3]`; empty when there are no rules. */
  readonly rule: string;
  readonly identity: Identity;
  /** Body of a create without RFP assignment, pipeline keys and vref, which filing adds. */
  readonly fields: CreateFields;
  /** OID of the content at head; null for a delete. */
  readonly blob: string | null;
  /** Size of the content in bytes; null for a delete, or while unknown. */
  readonly bytes: number | null;
  /** True when the range's base did not have this object: the branch itself added it. */
  readonly added: boolean;
  /** What already keeps it from being filed; null when nothing does. */
  readonly obstacle: Obstacle | null;
}

/** An outcome that the plan alone decides. */
export interface Obstacle {
  readonly outcome: 'collision' | 'covered' | 'unsendable' | 'rejected';
  readonly why: string;
}

/** Why a changed file makes no request. */
export type LeftOutKind =
  /** No branch rule matches the branch. */
  | 'noBranchRule'
  /** No rule matches the file. */
  | 'unmapped'
  /** A rule says so. */
  | 'skip'
  /** The run of a newer push files it. */
  | 'superseded'
  /** A push of a skipped account made it what it is. */
  | 'passed'
  /** A merge or rebase brought it in from the default branch. */
  | 'asOnDefault'
  /** A submodule or a symbolic link. */
  | 'noFile'
  /** Its content is as it was. */
  | 'modeOnly'
  /** Deleted, and another file makes its object. */
  | 'stillMade'
  /** Deleted, and the mapping files no deletes. */
  | 'deleteMode'
  /** Deleted, and another file of its object is filed for deletion. */
  | 'deletedWith'
  /** Deleted, and the branch that added it never got it filed. */
  | 'neverFiled'
  /** Filed once, and the mapping makes something else of its file by now. */
  | 'noLongerMapped';

/** What the report says of a file that no rule reaches. The report has no kinds: there this text alone tells them. */
export const unmappedWhy = 'no rule matches it';

/** A changed file that makes no request, and why. */
export interface LeftOut {
  readonly path: GitPath;
  readonly previousPath: GitPath | null;
  readonly kind: LeftOutKind;
  /** The same for people, in a sentence. */
  readonly why: string;
  /** True when no rule reached it and the mapping says `unmapped: error`. */
  readonly error: boolean;
}

const forNow: readonly LeftOutKind[] = ['noBranchRule', 'unmapped', 'superseded', 'asOnDefault'];

/** True for a file that is left out for now only: what is open of it stays open. */
export function isLeftOutForNow({ kind }: LeftOut): boolean {
  return forNow.includes(kind);
}

/** Everything a range would file, in the order of filing, and everything it would not. */
export interface Plan {
  readonly requests: readonly PlannedRequest[];
  readonly leftOut: readonly LeftOut[];
}
