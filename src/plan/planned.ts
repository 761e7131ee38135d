import type { Change } from '../git/changes.ts';
import { checkSendablePath, type GitPath, toPathKey } from '../git/git-path.ts';
import { isFile, type TreeFiles } from '../git/tree.ts';
import { type CreateFields, type Reason, reasonTable } from '../interface/fields.ts';
import type { Mapping } from '../mapping/schema.ts';
import type { Because } from '../sentences/left-out.ts';
import type { Identity } from './identity.ts';
import type { Mapper, Target } from './mapper.ts';

/** One request that the mapping makes of one file, regardless of what was filed before. */
export interface PlannedRequest {
  readonly path: GitPath;
  /** The old path of a file that was moved, unless the old path made another object. */
  readonly previousPath: GitPath | null;
  readonly reason: Reason;
  /** That of its target. */
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
  /** Present if the push changes only files that it uses (`causes`). `waitsFor`: those to be filed first, or its own, left to the tip. */
  readonly dependent?: { readonly causes: Causes; readonly waitsFor: readonly string[] };
  /** Present where the push changes both. */
  readonly causes?: Causes;
  readonly obstacle: Obstacle | null;
}

/** Changed files by path, each with the OID of its content before this branch changed it; null: it was absent. */
export type Causes = Readonly<Record<string, string | null>>;

/** True for a request with `dependent` that waits for paths (its `waitsFor` is not empty); false if that is empty, and for any other. */
export const isCausedNow = ({ dependent }: PlannedRequest) => dependent !== undefined && dependent.waitsFor.length > 0;

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

/** An object of the record that has, or may have, a request. */
export interface KnownObject extends Identity {
  /** The file that it was filed for, as text. */
  readonly path: string;
  readonly objectId: number | null;
  readonly reason: Reason;
  /** True if its request may be another than the record says: a call has no answer. */
  readonly isUnsure: boolean;
  /** True when the object existed before this branch filed anything for it. */
  readonly existedBefore: boolean;
  /** The files (OIDs by path) that made the object before this branch filed anything for it. */
  readonly before: Readonly<Record<string, string>>;
}

export interface PlanInput {
  /** Each owed path with its settled content and that of head. */
  readonly changes: readonly Change[];
  readonly headFiles: () => TreeFiles;
  readonly mapper: Mapper;
  readonly deletes: Mapping['deletes'];
  /** Objects of the record, of these changes at least. */
  readonly known: readonly KnownObject[];
}

/** Everything that a range would file, in the order of filing, and what it leaves out. */
export interface PlannedPush {
  readonly requests: readonly PlannedRequest[];
  /** Objects for which nothing should stand any more. */
  readonly nothing: readonly PlannedRequest[];
  readonly leftOut: readonly LeftOut[];
}

/** True for `*RECOMPILE` and `*UPDATE`, which only compile or bind and carry no content (design §13); false for all else. */
export const needsNoContent = (reason: string | undefined) => reasonTable[reason as Reason] === 'compiles';

/**
 * Makes the request of a file for one object; sends nothing. Without a `reason` it has the `rsn` (default *MIGRATE) and all fields of
 * `target`; with one, the same fields with that as `rsn`, and without `copy`, which only a migration has (interface §2.1). Without a `blob`
 * it has no content. It has an obstacle if the path cannot be sent (`unsendable`), else if a value of the target is refused (`rejected`).
 */
export function planRequest(
  path: GitPath,
  target: Target,
  details: Partial<Pick<PlannedRequest, 'reason' | 'previousPath' | 'blob' | 'dependent'>>,
): PlannedRequest {
  const { rule, identity, isOrdered } = target;
  const { previousPath = null, blob = null, dependent } = details;
  const reason = details.reason ?? ((target.fields.rsn ?? '*MIGRATE') as Reason);
  const { copy: _, ...others } = target.fields;
  const fields = details.reason === undefined ? target.fields : { ...others, rsn: reason };
  const name = checkSendablePath(path);
  const rejected: Obstacle = { outcome: 'rejected', why: target.problems.join('; ') };
  const unsendable: Obstacle | null = name && { outcome: 'unsendable', why: name.text };
  const obstacle = unsendable ?? (target.problems.length === 0 ? null : rejected);
  // A delete of a gone file has no place in the compile order.
  const place = isOrdered && details.reason !== '*DELETE' && { isOrdered };
  const more = { ...place, ...(dependent && { dependent }) };
  return { path, previousPath, reason, rule, identity, fields, blob, bytes: null, obstacle, ...more };
}

/** Compares numbers, or texts by their UTF-16 units: below 0, 0, above 0. */
const compareValues = (one: string | number, other: string | number) => (one === other ? 0 : one < other ? -1 : 1);

/** Returns requests sorted by application, then level; in a level dependents after others, deletes last; then by name, type, path. */
export function sortForFiling(requests: readonly PlannedRequest[]): PlannedRequest[] {
  const rankRequest = ({ reason, dependent }: PlannedRequest) =>
    reasonTable[reason] === 'removes' ? 2 : dependent ? 1 : 0;
  return requests.toSorted(
    (one, other) =>
      compareValues(one.identity.appl, other.identity.appl) ||
      compareValues(one.identity.lvl, other.identity.lvl) ||
      compareValues(rankRequest(one), rankRequest(other)) ||
      compareValues(one.identity.objn, other.identity.objn) ||
      compareValues(one.identity.type ?? '', other.identity.type ?? '') ||
      compareValues(one.path.text, other.path.text),
  );
}

/** Entries of a tree that are no regular files, by their mode. */
const kinds: Readonly<Record<string, string>> = { 160000: 'submodule', 120000: 'symbolic link' };

/**
 * Returns the regular file that a change adds, edits or keeps (`present`, at head), the file whose path it removes (`gone`), or both (a
 * move). A link that became a file counts as added. Both are null, and `leftOut` says why, if the change has no file (submodule, link), if
 * a file became one of these, or if only a mode changed. @throws Error for a change without sides, which Git does not make
 */
export function splitChange({ before, after }: Change) {
  const side = after ?? before;
  if (side === null) throw new Error('a change without sides');
  const { path, mode } = side;
  const previousPath = before === null || toPathKey(before.path) === toPathKey(path) ? null : before.path;
  const withoutSides = (because: Because) => ({ present: null, gone: null, leftOut: { path, previousPath, because } });
  const present = isFile(after) ? after : null;
  const oldFile = isFile(before) ? before : null;
  const stays = oldFile !== null && present !== null && previousPath === null;
  const gone = stays ? null : oldFile;
  if (present === null && (gone === null || after !== null))
    return withoutSides({ code: 'noFile', what: kinds[mode] ?? `entry of mode ${mode}` });
  if (stays && oldFile.oid === present.oid && oldFile.mode !== mode) return withoutSides({ code: 'modeOnly' });
  return { present, gone, leftOut: null };
}
