import { type GitPath, unsendableName } from '../git/git-path.ts';
import { type CreateFields, type Reason, reasonTable } from '../interface/fields.ts';
import type { Because } from '../sentences/left-out.ts';
import type { Identity } from './identity.ts';
import type { Target } from './mapper.ts';

/** One request that the mapping makes of one file, regardless of what was filed before. */
export interface PlannedRequest {
  readonly path: GitPath;
  /** The old path of a file that was moved, unless the old path made another object. */
  readonly previousPath: GitPath | null;
  readonly reason: Reason;
  /** The mapping rule, as `rules[3]`; empty when there are no rules. */
  readonly rule: string;
  readonly identity: Identity;
  /** Body of a create; filing adds the RFP assignment, the pipeline keys and vref. */
  readonly fields: CreateFields;
  /** OID of the content at head; null for a delete. */
  readonly blob: string | null;
  /** Size of the content in bytes; null for a delete, or while unknown. */
  readonly bytes: number | null;
  /** The path of another file at head that makes the object too, and is not owed; absent: there is none. */
  readonly twin?: string;
  /** Files (OIDs by path) that made the object before; absent: nothing is filed for it. */
  readonly before?: Readonly<Record<string, string>>;
  /** Present where `csqo` is the place in the compile order. */
  readonly isOrdered?: true;
  /** Present where the push changes not its file but a file that it uses (design §13). */
  readonly dependent?: Dependent;
  readonly obstacle: Obstacle | null;
}

/** Changed files by path, each with the OID of its content before this branch changed it; null: it was absent. */
export type Causes = Readonly<Record<string, string | null>>;

/** Why an object is compiled whose file the push does not change. */
interface Dependent {
  readonly causes: Causes;
  /** Paths of causes that have to be filed first: the compilation waits for them (design §13). */
  readonly waitsFor: readonly string[];
}

/** True for the compilation of an object because a file that it uses is owed now, not only since an earlier run. */
export function isCausedNow({ dependent }: PlannedRequest): boolean {
  return dependent !== undefined && dependent.waitsFor.length > 0;
}

/** Why a request is not sent. */
export interface Obstacle {
  readonly outcome: 'collision' | 'covered' | 'unsendable' | 'rejected';
  readonly why: string;
}

/** A changed path without a request. */
export interface LeftOut {
  readonly path: GitPath;
  readonly previousPath: GitPath | null;
  readonly because: Because;
}

/** Everything that a range would file, in the order of filing, and what it leaves out. */
export interface PlannedPush {
  readonly requests: readonly PlannedRequest[];
  /** Objects for which nothing should stand any more. */
  readonly nothing: readonly PlannedRequest[];
  readonly leftOut: readonly LeftOut[];
}

/** True for a reason that only compiles or binds (`*RECOMPILE`, `*UPDATE`), so that no content is sent (design §13). */
export function needsNoContent(reason: Reason | string | undefined): boolean {
  return reason !== undefined && reason in reasonTable && reasonTable[reason as Reason] === 'compiles';
}

/**
 * Makes the planned request for one object of a file, with the target's fields and no content unless `details` has others. Its
 * obstacle says that the path cannot be sent, or that the target has values which the interface refuses; null: it can be sent.
 */
export function plannedRequest(
  path: GitPath,
  rule: string,
  target: Target,
  details: Pick<PlannedRequest, 'reason'> &
    Partial<Pick<PlannedRequest, 'previousPath' | 'fields' | 'blob' | 'dependent'>>,
): PlannedRequest {
  const { identity, isOrdered } = target;
  const { reason, previousPath = null, fields = target.fields, blob = null, dependent } = details;
  const name = unsendableName(path);
  const rejected: Obstacle = { outcome: 'rejected', why: target.problems.join('; ') };
  const unsendable: Obstacle | null = name && { outcome: 'unsendable', why: name.text };
  const obstacle = unsendable ?? (target.problems.length === 0 ? null : rejected);
  const more = { ...(isOrdered && { isOrdered }), ...(dependent && { dependent }) };
  return { path, previousPath, reason, rule, identity, fields, blob, bytes: null, obstacle, ...more };
}

/** Returns a copy of a target's fields with another reason than `*MIGRATE`, without `copy`, as interface §2.1 wants it. */
export function fieldsForReason(reason: Reason, { fields }: Target): CreateFields {
  const { copy: _, ...others } = fields;
  return { ...others, rsn: reason };
}

/** Compares numbers, or texts by their UTF-16 units: below 0, 0, above 0. */
function compare(one: string | number, other: string | number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Returns a sorted copy: by application and level; then migrations, dependents, deletes; then by object, type and path. */
export function sortForFiling(requests: readonly PlannedRequest[]): PlannedRequest[] {
  const rank = ({ reason, dependent }: PlannedRequest) => (reasonTable[reason] === 'removes' ? 2 : dependent ? 1 : 0);
  return requests.toSorted(
    (one, other) =>
      compare(one.identity.appl, other.identity.appl) ||
      compare(one.identity.lvl, other.identity.lvl) ||
      compare(rank(one), rank(other)) ||
      compare(one.identity.objn, other.identity.objn) ||
      compare(one.identity.type ?? '', other.identity.type ?? '') ||
      compare(one.path.text, other.path.text),
  );
}
