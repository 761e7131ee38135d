import { type GitPath, unsendableName } from '../git/git-path.ts';
import type { CreateFields, Reason } from '../interface/fields.ts';
import type { Because } from '../sentences/left-out.ts';
import type { Identity } from './identity.ts';
import type { Target } from './mapper.ts';

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
  /** Present where another file at head, which is not owed, makes the object too. */
  readonly twin?: { readonly path: string; readonly oid: string };
  /** Present where `csqo` is the place in the compile order. */
  readonly isOrdered?: true;
  /** Present where the push does not change its file, but what that uses (design §13). */
  readonly dependent?: Dependent;
  readonly obstacle: Obstacle | null;
}

/** Changed files by path, with what they held before this branch changed them: an OID; null: they were not there. */
export type Causes = Readonly<Record<string, string | null>>;

/** Why a request is there whose file the push does not change. */
export interface Dependent {
  readonly causes: Causes;
  /** Causes that have to be paid first: the compilation waits for them (design §13). */
  readonly waitsFor: readonly string[];
}

/** True for a compilation that something asks for which is owed now, not only what an earlier run left unpaid. */
export function isCausedNow({ dependent }: PlannedRequest): boolean {
  return dependent !== undefined && dependent.waitsFor.length > 0;
}

export interface Obstacle {
  readonly outcome: 'collision' | 'covered' | 'unsendable' | 'rejected';
  readonly why: string;
}

export interface LeftOut {
  readonly path: GitPath;
  readonly previousPath: GitPath | null;
  readonly because: Because;
}

/** Everything a range would file, in the order of filing, and everything it would not. */
export interface PlannedPush {
  readonly requests: readonly PlannedRequest[];
  /** Objects of the record for which nothing should stand any more. */
  readonly nothing: readonly PlannedRequest[];
  readonly leftOut: readonly LeftOut[];
}

/** True for a request that carries no content: a migration of its object does what it asks for, too (design §13). */
export function needsNoContent(reason: Reason | string | undefined): boolean {
  return reason === '*RECOMPILE' || reason === '*UPDATE';
}

/** What keeps a file's request from being sent: a name that cannot be carried, or values that cannot be right. */
function obstacleOf(path: GitPath, problems: readonly string[]): Obstacle | null {
  const name = unsendableName(path);
  if (name !== null) return { outcome: 'unsendable', why: name.text };
  return problems.length === 0 ? null : { outcome: 'rejected', why: problems.join('; ') };
}

/** A request for one object of a file; without content unless `rest` says so. */
export function requestOf(
  path: GitPath,
  rule: string,
  target: Target,
  rest: Pick<PlannedRequest, 'reason'> & Partial<RestOfRequest>,
): PlannedRequest {
  const { identity, isOrdered } = target;
  const { reason, previousPath = null, fields = target.fields, blob = null, dependent } = rest;
  const obstacle = obstacleOf(path, target.problems);
  const request = { path, previousPath, reason, rule, identity, fields, blob, bytes: null, obstacle };
  if (dependent !== undefined) return isOrdered ? { ...request, isOrdered, dependent } : { ...request, dependent };
  return isOrdered ? { ...request, isOrdered } : request;
}

/** What the file and the rule do not say of a request. */
type RestOfRequest = Pick<PlannedRequest, 'previousPath' | 'fields' | 'blob' | 'dependent'>;

/** The fields of a request for another reason than a migration: `copy` counts for these alone (interface §2.1). */
export function fieldsFor(reason: Reason, { fields }: Target): CreateFields {
  if (fields.copy === undefined) return { ...fields, rsn: reason };
  const { copy: _, ...others } = fields;
  return { ...others, rsn: reason };
}
