import type { CreateFields, Reason } from '../interface/fields.ts';
import type { Identity } from '../plan/identity.ts';
import type { Causes } from '../plan/planned.ts';

/** The ledger's record of one branch at one service (design §8). */
export interface BranchRecord extends RecordKey {
  readonly version: 2;
  readonly settled: Settled;
  /** By path, as a key (see toPathKey). */
  readonly exceptions: ReadonlyMap<string, Exception>;
  /** By the key of their object (see toIdentityKey); of a long record only those that were loaded. */
  readonly checkOuts: ReadonlyMap<string, CheckOut>;
  readonly leases: readonly Lease[];
}

/** Identifies a record. A request number is valid at its service only. */
export interface RecordKey {
  readonly service: string;
  /** The repository as its host names it: `host/owner/name` (see buildHostedName). */
  readonly repository: string;
  /** ID of the repository at the service. */
  readonly repo: string;
  /** The mapping file, and the target where one is set by hand. */
  readonly mapping: string;
  readonly branch: string;
}

/** The commit whose tree holds the settled content of every path. */
export interface Settled {
  /** OID of a commit or of the empty tree; null while only manual ranges have been filed. */
  readonly commit: string | null;
  /** The commit at which the record began. */
  readonly began: string | null;
  /** The fork of `commit`, where it left the line of the default branch; null on the default branch itself. */
  readonly fork: string | null;
}

/** The settled content of a path that differs from the settled commit. */
export interface Exception {
  /** OID of the content; null: the path is absent. */
  readonly was: string | null;
  /** The path is owed, regardless of head: a call was or may have been sent, and not all of it is paid. */
  readonly unknown?: true;
  /** Present if not the file is owed but a compilation of its object (design §13). */
  readonly causes?: Causes;
  /** Why a run could not pay the path. */
  readonly failed?: Failure;
}

/** How an owed path ended in a run, and since when. */
export interface Failure {
  /** An outcome of a request, or `unmapped`. */
  readonly outcome: string;
  /** What the service said, or the sentence of the report. */
  readonly said: string;
  /** OID of the content that was tried; null: a delete. */
  readonly blob: string | null;
  readonly objectId: number | null;
  /** The first run that ended so, who pushed, and the head. */
  readonly since: { readonly run: string; readonly actor: string | null; readonly head: string };
  /** The RFP that this run's group had; 0: none. */
  readonly rfp: number;
  /** True if only a person can settle it. */
  readonly person: boolean;
}

/** The requests that this branch has, or may have, at the service for one object. */
export interface CheckOut extends Identity {
  /** The request, as of the service's last answer; null: none. */
  readonly stands: Standing | null;
  /** Calls that were written ahead and have no answer yet. */
  readonly tried: readonly Tried[];
  /** Files (OIDs by path) that made the object before the branch's first request for it; empty: this branch made it. */
  readonly before: Readonly<Record<string, string>>;
  /** Present if a file that it uses asked for it, not its own (design §13). */
  readonly causes?: Causes;
}

/** What was sent, or is to be sent, to the service. */
interface Sent {
  readonly reason: Reason;
  readonly path: string;
  /** OID of the content; null: it carries none. */
  readonly blob: string | null;
  /** Without vref and pipeline keys; empty for a withdrawal. */
  readonly fields: CreateFields;
  readonly commit: string;
  /** The run as vref names it, `4711-1`. */
  readonly run: string;
}

/** A request as it stands at the service: every field that was ever sent, the commit of the last write, the run of the create. */
export interface Standing extends Sent {
  /** null if the service named none (the earlier variant); such a request cannot be updated. */
  readonly objectId: number | null;
  /** 0 when it is in no RFP. */
  readonly rfp: number;
  /** The pipeline key of its RFP. */
  readonly tkey?: string;
  /** The service's user of the request; null: no answer named one. */
  readonly user: string | null;
}

/** One call that a run wrote ahead. */
export interface Tried extends Sent {
  /** `file`: a create, or an update, which a create follows if the request has moved on. */
  readonly does: 'file' | 'withdraw';
  /** The request to update or withdraw; null for a create. */
  readonly objectId: number | null;
  /** Its RFP group: the run's ID and what the requests of the group have in common; null: none. */
  readonly group: string | null;
}

/** A run that has begun and not ended. */
export interface Lease {
  readonly run: string;
  /** The host's number of the run, the same for every attempt; null outside CI. */
  readonly id: string | null;
  readonly attempt: number;
  /** Differs between the jobs of a run, and between the starts of a job. */
  readonly instance: string;
  readonly head: string;
  /** The end of the lease; ISO 8601. */
  readonly until: string;
}

/** A record, and whether it is believed. */
export interface ReadRecord {
  readonly record: BranchRecord;
  /** True: a secret of this run has sealed it. null: unknown without a secret. */
  readonly verified: boolean | null;
}

/** A check-out of another record, with at least this one loaded, for a request number, or an object, that this run asked about. */
export interface Claim extends ReadRecord {
  readonly checkOut: CheckOut;
}

/** Makes an empty record under a key: nothing is settled, and it has no entries and no leases. */
export function createRecord({ service, repository, repo, mapping, branch }: RecordKey): BranchRecord {
  const key = { service, repository, repo, mapping, branch };
  const settled = { commit: null, began: null, fork: null };
  return { version: 2, ...key, settled, exceptions: new Map(), checkOuts: new Map(), leases: [] };
}
