import pLimit from 'p-limit';
import type { Step } from '../checkout/next.ts';
import type { FiledRequest } from '../checkout/outcome.ts';
import type { Holder, NumberFacts } from '../checkout/whose.ts';
import type { Client } from '../client/create-client.ts';
import type { Content } from '../client/multipart.ts';
import type { Problem } from '../errors.ts';
import type { CreateFields } from '../interface/fields.ts';
import type { CheckOut, Standing, Tried } from '../ledger/record.ts';
import type { RfpMode } from '../mapping/schema.ts';
import type { Options } from '../options.ts';
import type { AttachAs } from '../plan/contents.ts';
import type { Identity } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';

/** One object to be filed. */
export interface Work {
  /** Its place in the plan, from 1: the vref of its create. */
  readonly n: number;
  readonly step: Step;
  /** The check-out with the calls of the step written down. */
  readonly ahead: CheckOut;
  /** What shares an RFP with it; null: nothing. */
  readonly group: string | null;
}

/** Makes the entry of a call for the ledger; sends and writes nothing. The entry of a withdrawal has no fields. */
export function buildTriedCall(
  { reason, path, blob, fields }: PlannedRequest,
  { does, objectId, group }: Pick<Tried, 'does' | 'objectId' | 'group'>,
  { sha: commit, vref: run }: FilingRun,
): Tried {
  return { does, objectId, reason, path: path.text, blob, fields: does === 'file' ? fields : {}, commit, run, group };
}

/** Keys that tie the RFP of a push to a pipeline job (interface §6). */
export type PipelineKeys = Required<Pick<CreateFields, 'pipe' | 'pipa' | 'tkey'>>;

/** How a run files, by its options and the mapping. */
export interface FilingRun {
  readonly mode: RfpMode;
  readonly repo: string;
  readonly branch: string;
  /** The head. */
  readonly sha: string;
  /** The run as vref names it; `<run>.<n>` is the vref of the nth request. */
  readonly vref: string;
  /** The host's number of the run, the same for every attempt; outside CI the name of the run. */
  readonly id: string;
  readonly pipeline: PipelineKeys | null;
  /** The key of the pipeline job, where requests name the pipeline server by fields of their own. */
  readonly tkey: string;
  readonly concurrency: number;
  readonly attachAs: AttachAs;
  readonly disposition: Content['disposition'];
}

/** What tells whose a number is, beyond the check-out at hand (design §8). */
export interface NumberSources {
  readonly onConflict: Options['on-conflict'];
  /** Check-outs of other records that name the number, as the ledger is now. */
  holders(number: number): Promise<readonly Holder[]>;
  /** Check-outs of other records that name the number, as the ledger was when filing began. */
  holdersAtBegin(number: number): readonly Holder[];
  /** Other branches that tried to create this object and have no answer yet. */
  rivals(identity: Identity): Promise<NumberFacts['rivals']>;
  /** What our record has under a number, as this run found it; null: nothing. */
  ownStanding(number: number): Standing | null;
  /** Our requests without a mapped user in the ledger: the first service user that an answer told, and the numbers to ask for it. */
  own(): Promise<{ readonly user: string | null; readonly numbers: readonly number[] }>;
  isSoleBranch(identity: Identity): boolean;
  isAtHead(path: string): Promise<boolean>;
  /** True if the commit where this branch left the default branch has the file. */
  isAtFork(path: string): Promise<boolean>;
}

/** What a filing begins with; the rest it finds out. */
export interface FilingSetup {
  readonly client: Client;
  /** The content of a blob by its OID; a small one as bytes. */
  readonly read: (oid: string) => Promise<Blob | Uint8Array>;
  readonly run: FilingRun;
  readonly numbers: NumberSources;
  /** Writes one more call down before it is made (see createAheadWriter); returns why it must not be made, null: it may. */
  readonly writeAhead: (checkOut: CheckOut, call: Tried, holder: Holder | null) => Promise<Problem | null>;
  /** Waits before a run of another branch is looked at again; false: it has been waited for long enough. */
  readonly waitForOther: () => Promise<boolean>;
  /** The RFP of each group, once it is known. */
  readonly rfps: Map<string, number>;
}

/** A filing under way: what all its calls share. */
export type Filing = ReturnType<typeof beginFiling>;

type HasEnded = (object: { readonly work: Work; readonly rows: readonly FiledRequest[] }) => void;

/** Makes a filing from its setup, with nothing found out yet. @param hasEnded called when an object is done, and again if filed again. */
export function beginFiling(setup: FilingSetup, hasEnded: HasEnded) {
  return {
    ...setup,
    hasEnded,
    limit: pLimit(setup.run.concurrency),
    /** RFPs that earlier runs have opened, by group. */
    begun: new Map(setup.rfps),
    /** Groups of which nobody knows whether their RFP was opened: the rest of them is left to the next run. */
    leftToNext: new Set<string>(),
    /** Groups whose pipeline keys have been sent, or may have been. */
    keyed: new Set<string>(),
    /** Numbers that this run has withdrawn, or found to have moved on. */
    dropped: new Set<number>(),
    /** Numbers of requests that this run created for the owner of the token. */
    created: [] as number[],
    /** The service's user of our requests, once it is learnt. */
    user: null as string | null,
    /** The search for it that is under way. */
    learning: null as Promise<string | null> | null,
    /** Set by the first call that lost the service; nothing new is started then. */
    stop: null as Problem | null,
    /** The first error that nobody foresaw; it stops the run too. */
    defect: null as Error | null,
  };
}
