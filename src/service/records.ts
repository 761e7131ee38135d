/** What the service stores, as plain records, and what its rules may ask of the store. */
import { withoutBlanks } from './blanks.ts';
import { comparableType, isPathType } from './object-types.ts';

/** Columns of a stored request, in the order of the interface; numbers are whole, text is never null. */
export const requestColumns = {
  objectId: 'integer',
  appl: 'text',
  lvl: 'integer',
  objn: 'text',
  objt: 'text',
  attr: 'text',
  rpth: 'text',
  target: 'text',
  srcn: 'text',
  srca: 'text',
  srcd: 'text',
  rsn: 'text',
  status: 'text',
  lock: 'text',
  user: 'text',
  folb: 'text',
  fslb: 'text',
  fsfl: 'text',
  copy: 'text',
  copied: 'text',
  repositoryType: 'text',
  repo: 'text',
  branch: 'text',
  gpath: 'text',
  gfile: 'text',
  proj: 'text',
  task: 'integer',
  stsk: 'integer',
  arfp: 'text',
  rfp: 'integer',
  rfpd: 'text',
  csqo: 'integer',
  data: 'text',
  dmbr: 'text',
  rpgm: 'text',
  rjrn: 'text',
  rcst: 'text',
  rtrg: 'text',
  rlfm: 'text',
  dir: 'text',
  vref: 'text',
  pipe: 'text',
  pipa: 'text',
  tkey: 'text',
  createdBy: 'text',
  createdAt: 'text',
  changedAt: 'text',
} as const;

type Columns = typeof requestColumns;
/**
 * A stored request; `status` 00 is open and 01 assigned to an RFP (interface §3), `rfp` 0 none. Not fields of the
 * interface: `target` is the directory to which an object of the IFS goes, `copied` the place that `copy` *YES filled.
 */
export type StoredRequest = { [K in keyof Columns]: Columns[K] extends 'integer' ? number : string };

/** What a request is before it has a number, an RFP and its times. */
export type RequestDraft = Omit<
  StoredRequest,
  'objectId' | 'rfp' | 'rfpd' | 'status' | 'copied' | 'createdBy' | 'createdAt' | 'changedAt'
>;

/** Values that only the request which makes an RFP may set (interface §2.1: creq, areq, sreq). */
export interface NewRfp {
  readonly appl: string;
  readonly lvl: number;
  readonly user: string;
  readonly rfpd: string;
  readonly creq: string;
  readonly areq: string;
  readonly sreq: string;
}
export interface StoredRfp extends NewRfp {
  readonly rfp: number;
  /** False once a request of it has gone past 00 and 01: it was submitted. */
  readonly open: boolean;
}

/** A file part of a call, byte for byte. */
export interface FilePart {
  readonly name: string;
  readonly filename: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}
/** Where a file part goes (interface §4.3). */
export interface PlacedFile {
  readonly kind: 'object' | 'source' | 'git';
  readonly place: string;
  readonly filename: string;
  readonly bytes: Uint8Array;
}

/** What happens to the RFP of a request (interface §2.4, §3). */
export type RfpChange =
  | { readonly do: 'keep' }
  | { readonly do: 'leave' }
  | { readonly do: 'join'; readonly rfp: number; readonly rfpd: string }
  | { readonly do: 'make'; readonly rfp: NewRfp };

/** What the rules may look up while they decide; nothing here changes anything. */
export interface Records {
  request(objectId: number): StoredRequest | null;
  /** The number of another request that holds the lock on this target object. */
  lockHolder(target: LockTarget, except: number): number | null;
  /** The reason of the newest request that brings this object to its level, or has deleted it there; null: none. */
  lastToMove(target: LockTarget): '*MIGRATE' | '*DELETE' | null;
  /** True when the request has a copy of its Git file. */
  hasGitCopy(objectId: number): boolean;
  rfp(rfp: number): StoredRfp | null;
  openRfp(wanted: Pick<NewRfp, 'appl' | 'lvl' | 'user' | 'rfpd'>): StoredRfp | null;
  /** True when the project was authorized for the application by an earlier call. */
  authorized(proj: string, appl: string): boolean;
}

/** The target object of a lock. */
export type LockTarget = Pick<StoredRequest, 'appl' | 'lvl' | 'objn' | 'objt' | 'rpth'>;

/** The name of an object as it is compared: library objects ignore case, files in the IFS do not; blanks at its end never count. */
export function comparableName(objn: string, objt: string): string {
  const name = withoutBlanks(objn);
  return isPathType(objt) ? name : name.toUpperCase();
}

/** The key under which locks meet: application, level, object, type, relative path. */
export function lockKey(target: LockTarget): string {
  const rpth = target.rpth.replace(/\/+$/, '');
  return JSON.stringify([
    target.appl,
    target.lvl,
    comparableName(target.objn, target.objt),
    comparableType(target.objt),
    rpth,
  ]);
}
