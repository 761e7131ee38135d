import type { Client, Disposition, StopCode } from '../client/create-client.ts';
import type { CallResult } from '../client/results.ts';
import type { CreateFields } from '../interface/fields.ts';
import type { FiledObject } from '../ledger/record.ts';
import type { AttachAs } from '../plan/part-name.ts';
import type { Limiter } from './limiter.ts';
import type { Holder, OwnershipSources } from './ownership.ts';
import type { RfpRun } from './rfp.ts';

/** Why a run attempts nothing more: the service is lost, somebody cancelled, or this program has a defect. */
export interface Stop {
  readonly code: StopCode | 'cancelled' | 'defect';
  readonly why: string;
  readonly remedy: string;
}

/** Keys that tie the RFP of a push to a pipeline job (interface §6). */
export type PipelineKeys = Required<Pick<CreateFields, 'pipe' | 'pipa' | 'tkey'>>;

export interface FilingRun extends RfpRun {
  /** The run as vref names it; `<run>.<n>` is the vref of the nth request. */
  readonly vref: string;
  readonly pipeline: PipelineKeys | null;
  /** The key of the pipeline job, where requests name the pipeline server by fields of their own. */
  readonly tkey: string;
  readonly concurrency: number;
  /** What the file part of a create is named after. */
  readonly attachAs: AttachAs;
  readonly disposition: Disposition;
}

/** The content of a blob by its OID; a small one as bytes. */
export type ReadContent = (oid: string) => Promise<Blob | Uint8Array>;

/** A filing under way: what all its calls share. */
export interface Filing {
  readonly client: Client;
  readonly read: ReadContent;
  readonly run: FilingRun;
  readonly limit: Limiter;
  readonly known: readonly FiledObject[];
  readonly ownership: OwnershipSources;
  /** Requests of merged branches that this one goes on with; their records give them up. */
  readonly takenOver: Holder[];
  /** Numbers of requests that this run created for the owner of the token. */
  readonly created: number[];
  /** Places in the plan of creates that could not be proven while nothing told which user is ours. */
  readonly unproven: Set<number>;
  /** The service user of our requests, once it is learnt. */
  user: string | null;
  learning: Promise<string | null> | null;
  /** Set by the first call that lost the service; nothing new is started then. */
  stop: Stop | null;
  /** The first error that nobody foresaw; it stops the run too. */
  defect: Error | null;
}

/** What every further call would meet too ends the run, whatever this call itself came to. */
export function noteStop(filing: Filing, result: CallResult): void {
  const stop = result.kind === 'stopped' ? result : result.kind === 'lost' ? result.stop : null;
  if (stop !== null) filing.stop ??= stop;
}
