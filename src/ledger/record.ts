import type { CreateFields, Reason } from '../interface/fields.ts';
import type { Identity } from '../plan/identity.ts';
import type { Causes } from '../plan/planned.ts';

/**
 * The ledger's record of one branch at one service (design §8): which commit is settled, which paths are not as it says,
 * the check-outs that the branch answers for, and the runs under way.
 */
export interface BranchRecord extends RecordKey {
  readonly version: 2;
  readonly settled: Settled;
  /** By path, as a key (see pathKey). */
  readonly exceptions: ReadonlyMap<string, Exception>;
  /** By the key of their object (see identityKey); of a long record only those that were loaded. */
  readonly checkOuts: ReadonlyMap<string, CheckOut>;
  readonly leases: readonly Lease[];
}

/** What a record is about. A request number means something only to the service that gave it. */
export interface RecordKey {
  readonly service: string;
  /** The repository as its host names it: `host/owner/name` (see hostedName). */
  readonly repository: string;
  /** ID of the repository at the service. */
  readonly repo: string;
  /** The mapping file, and the target where one is set by hand. */
  readonly mapping: string;
  readonly branch: string;
}

/** The commit whose tree says for every path which content has been dealt with. */
export interface Settled {
  /** OID of a commit or of the empty tree; null while only ranges that were given by hand have been filed. */
  readonly commit: string | null;
  /** Where the record began. */
  readonly began: string | null;
  /** The fork of `commit`: where it left the line of the default branch; null on the default branch itself. */
  readonly fork: string | null;
}

/** What is settled at a path in place of what the settled commit has there. */
export interface Exception {
  /** OID of the content; null: the path is absent. */
  readonly was: string | null;
  /** Owed whatever head says: something was or may have been sent for the path, and not all of it is paid. */
  readonly unknown?: true;
  /** Present where not the file is owed but a compilation of its object (design §13). */
  readonly causes?: Causes;
  /** Why a run could not pay the path. */
  readonly failed?: Failure;
}

/** How a path that is owed ended in a run, and since when it ends so. */
export interface Failure {
  /** An outcome of a request, or `unmapped`. */
  readonly outcome: string;
  /** What the service said, or the sentence of the report. */
  readonly said: string;
  /** OID of the content that was tried; null: a delete. */
  readonly blob: string | null;
  readonly objectId: number | null;
  /** The first run that ended so, who pushed, and what. */
  readonly since: { readonly run: string; readonly actor: string | null; readonly head: string };
  /** The RFP that this run's group had; 0: none. */
  readonly rfp: number;
  /** True when only a person can settle it. */
  readonly person: boolean;
}

/** What this branch has, and may have, at the service for one object. */
export interface CheckOut extends Identity {
  /** The request as the service last answered about it; null: none. */
  readonly stands: Standing | null;
  /** Calls that were written down and have no answer yet. */
  readonly tried: readonly Tried[];
  /** Files and contents that made the object before the branch's first request for it; empty: this branch made it. */
  readonly before: Readonly<Record<string, string>>;
  /** Present where not its own file asked for it (design §13). */
  readonly causes?: Causes;
}

export interface Standing {
  /** null when the service named none (the earlier variant); such a request cannot be updated. */
  readonly objectId: number | null;
  readonly reason: Reason;
  readonly path: string;
  /** OID of the content that the service holds; null for a request without content. */
  readonly blob: string | null;
  /** 0 when it is in no RFP. */
  readonly rfp: number;
  /** The pipeline key of its RFP, where it was given one. */
  readonly tkey?: string;
  /** All fields that were sent, as the last call that carries each of them had them. */
  readonly fields: CreateFields;
  /** The service's user of the request, where an answer told it. */
  readonly user: string | null;
  /** The commit of the last write. */
  readonly commit: string;
  /** The run of the create. */
  readonly run: string;
}

/** One call that a run wrote down before it made it. */
export interface Tried {
  /** `file`: a create, or an update, which a create follows where the request has moved on. */
  readonly does: 'file' | 'withdraw';
  /** The request that is updated or withdrawn; null for a create. */
  readonly objectId: number | null;
  readonly reason: Reason;
  readonly path: string;
  readonly blob: string | null;
  /** What a create sends, without vref and pipeline keys; empty for a withdrawal. */
  readonly fields: CreateFields;
  readonly commit: string;
  /** The run as vref names it, `4711-1`. */
  readonly run: string;
  /** The RFP group that it belongs to: the run's ID and what the requests of the group have in common; null: none. */
  readonly group: string | null;
}

/** A run that has begun and not ended. */
export interface Lease {
  /** The run as vref names it, `4711-1`. */
  readonly run: string;
  /** The host's number of the run, the same for every attempt; null outside CI. */
  readonly id: string | null;
  readonly attempt: number;
  /** Tells apart two jobs of one run; a later start of the same job has another one, too. */
  readonly instance: string;
  readonly head: string;
  /** Until when it counts as alive without being heard of; ISO 8601. */
  readonly until: string;
}

/** The record of a branch of which nothing is known yet. */
export function emptyRecord({ service, repository, repo, mapping, branch }: RecordKey): BranchRecord {
  return {
    version: 2,
    ...{ service, repository, repo, mapping, branch },
    settled: { commit: null, began: null, fork: null },
    exceptions: new Map(),
    checkOuts: new Map(),
    leases: [],
  };
}
