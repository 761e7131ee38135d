import type { CreateFields } from '../interface/fields.ts';
import type { RfpRun } from './rfp.ts';

/** Why a run attempts nothing more: the service is lost, or somebody cancelled. */
export interface Stop {
  readonly code: string;
  readonly why: string;
  readonly remedy: string;
}

/** A file as the client sends it. */
export interface Part {
  readonly name: string;
  readonly size: number;
  readonly blob: Blob | Uint8Array;
  readonly disposition: Disposition;
}

/** What a file part is named after; for creates only. */
export type AttachAs = 'gfile' | 'srcn' | 'objn';
/** How a file part says what it is. */
export type Disposition = 'form-data' | 'attachment';

/** Keys that tie the RFP of a push to a pipeline job (interface §6). */
export type PipelineKeys = Required<Pick<CreateFields, 'pipe' | 'pipa' | 'tkey'>>;

/** How a run files, apart from the requests themselves. */
export interface FilingRun extends RfpRun {
  /** The run as vref names it; `<run>.<n>` is the vref of the nth request. */
  readonly vref: string;
  readonly pipeline: PipelineKeys | null;
  /** The key of the pipeline job, where requests name the pipeline server by fields of their own. */
  readonly tkey: string;
  readonly concurrency: number;
  readonly attachAs: AttachAs;
  readonly disposition: Disposition;
}

/** The content of a blob by its OID; a small one as bytes. */
export type ReadContent = (oid: string) => Promise<Blob | Uint8Array>;
