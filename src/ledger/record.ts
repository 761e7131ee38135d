import type { CreateFields, Reason } from '../interface/fields.ts';
import type { Identity } from '../plan/identity.ts';
import type { Causes } from '../plan/planned.ts';
import type { IntendedCall, RunUnderWay } from './lease.ts';

/**
 * The ledger's record of one branch: what this service was told about it. Apart for each service, repository ID,
 * mapping file and branch, because a number means something only to the service that gave it.
 */
export interface LedgerRecord {
  readonly version: 1;
  readonly service: string;
  readonly repo: string;
  readonly mapping: string;
  readonly branch: string;
  /**
   * The commit up to which every change is accounted for: filed, left out, or open below. The OID of the empty tree
   * before a first push is filed; null while only ranges given by hand were filed.
   */
  readonly head: string | null;
  /** Where the push that opened this record began: a push that ends there is not accounted for by it. */
  readonly began?: string;
  /** Heads that it had before, the newest last: a run of one of them is old, wherever the branch is by now. */
  readonly past?: readonly string[];
  /** The head of the push that began this record; tells a first push started again from a new branch of the same name. */
  readonly firstHead: string | null;
  readonly filed: readonly FiledObject[];
  readonly open: readonly OpenChange[];
  /** The pipeline key that each RFP was given, by RFP number. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Runs that have begun and not ended, as far as known. */
  readonly runs: readonly RunUnderWay[];
  /** Calls of runs that are over without having said what came of them: each may have been made or not. */
  readonly unanswered: readonly IntendedCall[];
  /** Objects that stand by a request of another branch, which holds the very content of this one. */
  readonly shared?: readonly SharedObject[];
  /** What pushes of skipped accounts made of paths: the OID of the content, null: gone. It counts as standing. */
  readonly passed?: Readonly<Record<string, string | null>>;
  /** OID of the mapping by which the filed objects were looked at last. */
  readonly mapped?: string;
  /** What a record said whose seal did not fit, as far as no run has looked at it yet. */
  readonly claims?: Claims;
  /** Into how many parts the filed objects are divided, only as it is kept: see parts.ts and seal.ts. */
  readonly parts?: number;
}

/** What is not believed, and must not be lost either: files that may wait to be filed since another secret was used. */
export interface Claims {
  /** Up to where all was accounted for; null: nothing is said. */
  readonly head: string | null;
  /** Files, as keys (see pathKey). */
  readonly paths: readonly string[];
  readonly passed?: LedgerRecord['passed'];
}

/** An object of this branch that stands by the request of another one. */
export interface SharedObject extends Identity {
  readonly objectId: number;
  readonly path: string;
  readonly blob: string;
  /** True when that branch had added the object. */
  readonly added: boolean;
  readonly of: Pick<LedgerRecord, 'repo' | 'mapping' | 'branch'>;
  /** Present for what this branch had filed, until the other one went on with it: its content may be another by now. */
  readonly handedOver?: true;
}

/** Fields whose last sent value is remembered, because an update sends only what changed (design §7). */
export const rememberedFields = ['attr', 'srcn', 'srca', 'srcd', 'user', 'csqo', 'lock'] as const;
export type RememberedFields = Pick<CreateFields, (typeof rememberedFields)[number]>;

/** An object request that this branch filed and that is still ours as far as known. */
export interface FiledObject extends Identity {
  /** null when the service named none (the earlier variant); such a request cannot be updated. */
  readonly objectId: number | null;
  readonly reason: Reason;
  readonly path: string;
  /** OID of the content that the service holds; null for a delete. */
  readonly blob: string | null;
  /** 0 when it is in no RFP. */
  readonly rfp: number;
  /** The commit and the run that filed it last. */
  readonly commit: string;
  readonly run: string;
  /** The commit at which it was filed as it is, where a later run only found it so: `commit` is that one's. */
  readonly since?: string;
  /** The run that put it into its RFP, where that was an earlier one. */
  readonly rfpRun?: string;
  /** True when the branch itself added the object. */
  readonly added: boolean;
  readonly sent: RememberedFields;
  /** Present for a request that a change of what its file uses asked for (design §13). */
  readonly causes?: Causes;
  /** Values of its create that no update can change; empty text for one that held the commit or the run. */
  readonly fixed?: Readonly<Record<string, string | number>> | undefined;
  /** Why it stays as it was filed although its file is another by now, or gone; said once (design §8 "Level"). */
  readonly left?: 'noLongerMapped' | 'notDeleted';
  /** Present for a request of an earlier branch of this name: its number counts, and nothing else is known of it. */
  readonly closed?: true;
  /** Present for one that no seal vouches for: the number is ours once the service has borne it out. */
  readonly claimed?: true;
}

/** A change that a run could not file, tried again by every later run of the branch. */
export interface OpenChange extends Identity {
  /** The file, as a key (see pathKey): with its bytes in base64 when the name is not UTF-8 text. */
  readonly path: string;
  readonly reason: Reason;
  readonly outcome: string;
  readonly why: string;
  /** True when only a person can settle it: red in the run that finds it, a warning afterwards. */
  readonly needsPerson: boolean;
  /** True when the branch itself added the object: gone again before it was filed, there is nothing to delete. */
  readonly added: boolean;
  /** Present for a request that a change of what its file uses asked for. */
  readonly causes?: Causes;
  /** The first run that ended so, who pushed, and what; absent where the tool that wrote it did not say it. */
  readonly openSince?: OpenSince;
}

/** True for a file that no rule matched, under `unmapped: error`. */
export function isUnmapped({ outcome }: OpenChange): boolean {
  return outcome === 'unmapped';
}

export interface OpenSince {
  readonly run: string;
  readonly actor: string | null;
  readonly head: string;
}

export type RecordKey = Pick<LedgerRecord, 'service' | 'repo' | 'mapping' | 'branch'>;

/** A branch that nothing is known of yet, or no longer. */
export function emptyRecord({ service, repo, mapping, branch }: RecordKey): LedgerRecord {
  const key = { service, repo, mapping, branch };
  return { version: 1, ...key, head: null, firstHead: null, filed: [], open: [], runs: [], unanswered: [] };
}

/** True when a push begins the record: it is the first of the branch, and not the one that began what is there. */
export function beginsAnew(
  record: Pick<LedgerRecord, 'firstHead'> | null,
  push: { readonly firstPush: boolean; readonly head: string },
): boolean {
  return push.firstPush && record?.firstHead !== push.head;
}

/**
 * The record of an earlier branch of that name as it counts for this one: open changes go, numbers stay, but what they
 * hold by now is not known, and the object may stand at the target by now (design §3).
 */
export function renewedRecord({
  began: _,
  shared: _shared,
  passed: _passed,
  claims: _claims,
  ...record
}: LedgerRecord): LedgerRecord {
  const filed = record.filed.map(({ left: _left, ...entry }) => ({
    ...entry,
    blob: null,
    added: false,
    closed: true as const,
  }));
  const unanswered = record.unanswered.map((call) => ({ ...call, closed: true as const }));
  return { ...record, open: [], filed, unanswered };
}

const pastHeads = 50;

/** The heads of a record once it moves to another one. */
export function pastAfter({ past = [], head }: Pick<LedgerRecord, 'past' | 'head'>, to: string): readonly string[] {
  const heads = [...past, ...(head === null ? [] : [head])].filter((oid) => oid !== to);
  return [...new Set(heads)].slice(-pastHeads);
}

/** The remembered fields of a create body: what a later update is compared with. */
export function rememberedOf(fields: CreateFields): RememberedFields {
  const remembered: Record<string, unknown> = {};
  for (const name of rememberedFields) if (fields[name] !== undefined) remembered[name] = fields[name];
  return remembered;
}
