/** What the service stores, as plain records. */
import type { CreateFields } from '../interface/fields.ts';

/** Returns a record with this value under each name. */
export function withNames<const Value, Name extends string>(value: Value, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;
}

/** Columns of a stored request, in the order of the interface; numbers are whole, text is never null. */
export const requestColumns = {
  objectId: 'integer',
  appl: 'text',
  lvl: 'integer',
  ...withNames('text', 'objn', 'objt', 'attr', 'rpth', 'target', 'srcn', 'srca', 'srcd', 'rsn', 'status', 'lock'),
  ...withNames('text', 'user', 'folb', 'fslb', 'fsfl', 'copy', 'copied'),
  ...withNames('text', 'repositoryType', 'repo', 'branch', 'gpath', 'gfile', 'proj'),
  ...withNames('integer', 'task', 'stsk'),
  arfp: 'text',
  rfp: 'integer',
  rfpd: 'text',
  csqo: 'integer',
  ...withNames('text', 'data', 'dmbr', 'rpgm', 'rjrn', 'rcst', 'rtrg', 'rlfm', 'dir', 'vref', 'pipe', 'pipa', 'tkey'),
  ...withNames('text', 'createdBy', 'createdAt', 'changedAt'),
} as const;

type Columns = typeof requestColumns;
/**
 * A stored request; `status` 00 is open and 01 assigned to an RFP (interface §3), `rfp` 0 none. Not fields of the interface: `target` is
 * the directory to which an object of the IFS goes, `copied` the place that `copy` *YES filled.
 */
export type StoredRequest = { [K in keyof Columns]: Columns[K] extends 'integer' ? number : string };

/** What a request is before it has a number, an RFP and its times. */
export type RequestDraft = Omit<
  StoredRequest,
  'objectId' | 'rfp' | 'rfpd' | 'status' | 'createdBy' | 'createdAt' | 'changedAt'
>;

/** A request before type and text of its member, and the place that `copy` fills, are decided. */
export type PlacedBy = Omit<RequestDraft, 'srca' | 'srcd' | 'copied'>;

/** An RFP to make; creq, areq and sreq are those of the request that makes it (interface §2.1). */
export type NewRfp = Required<Pick<CreateFields, 'appl' | 'lvl' | 'user' | 'rfpd' | 'creq' | 'areq' | 'sreq'>>;
export interface StoredRfp extends NewRfp {
  readonly rfp: number;
  /** False once a request of it has gone past 00 and 01: it was submitted. */
  readonly open: boolean;
}

/** Where a file part goes (interface §4.3). */
export interface PlacedFile {
  readonly kind: 'object' | 'source' | 'git';
  readonly place: string;
  readonly filename: string;
  readonly bytes: Uint8Array;
}

/** The RFP in which a request is to be (interface §2.4, §3): one with a number, or one to make; null: none. */
export type WantedRfp = StoredRfp | NewRfp | null;

/** Fields of `request` in an answer, each with what it means. */
export type AnsweredFields = { readonly [Name in keyof StoredRequest]?: string };

/** Those of a create: the values actually used (interface §2.7). */
export const usedFields = {
  objectId: 'Request number.',
  objt: 'Object type used.',
  attr: 'Attribute used.',
  rfp: 'RFP number; 0 when not assigned.',
  rfpd: 'RFP description used.',
  proj: 'Project assigned.',
  task: 'Task number; 0 when assigned directly to the project.',
  stsk: 'Subtask number; 0 when assigned directly to the project or task.',
  folb: 'Library or IFS path holding the object.',
  fslb: 'Library or IFS path holding the source.',
  fsfl: 'Source file holding the member.',
} as const;

/** Those of an update: the values stored (interface §2.7). */
export const storedFields = {
  objectId: 'Request number.',
  objt: 'Object type.',
  attr: 'Attribute after update.',
  srcn: 'Source name after update.',
  srca: 'Source type after update.',
  srcd: 'Source description after update.',
  user: 'Assigned programmer.',
  csqo: 'Compile subsequence.',
  arfp: 'Assign-RFP value applied by the update.',
  rfp: 'RFP number after update; 0 when not assigned.',
  lock: '*YES when locked, *NO when unlocked.',
  gpath: 'Git path after update.',
  gfile: 'Git file name after update.',
} as const;
