import { type Client, createClient } from './client/client.ts';
import { clientOptions } from './client-setup.ts';
import { exitCodes } from './errors.ts';
import type { Action } from './filing/actions.ts';
import { carryOut, type FilingResult } from './filing/carry-out.ts';
import type { Stop } from './filing/context.ts';
import { type FiledRequest, settledOutcomes } from './filing/outcome.ts';
import { checkLimits, filingRun } from './filing-setup.ts';
import type { Objects } from './git/objects.ts';
import type { Repository } from './git/repository.ts';
import type { PlannedRange } from './planning.ts';
import { beginRun, endRun, holdLease, ownershipSources } from './remembering.ts';
import type { RunInput } from './run-input.ts';

/** What filing a range came to. */
export type FiledRange =
  | {
      readonly kind: 'filed';
      readonly rows: readonly FiledRequest[];
      readonly stop: Stop | null;
      /** 4 when the service was lost, 1 when the run was cancelled. */
      readonly exitCode: number;
      /** Under `--ledger require`: what was filed could not be remembered. */
      readonly ledgerError: Error | null;
    }
  /** Another run of the branch is under way: wait, then look again. */
  | { readonly kind: 'underWay'; readonly run: string }
  /** The job may not write the ledger: plan again without its record. */
  | { readonly kind: 'ledgerRefused'; readonly why: string };

const noClient: Client = {
  create: () => Promise.reject(new Error('no call was planned')),
  update: () => Promise.reject(new Error('no call was planned')),
  close: () => Promise.resolve(),
};

/**
 * Files what was planned, within its limits: writes down what is intended, files, writes down what came of it (§8).
 *
 * @param notices gets a line for what the user should know of the ledger.
 * @throws Problem('limit', 'usage', 'ledger') before the first call.
 */
export async function fileRange(
  input: RunInput,
  planned: PlannedRange,
  repository: Repository,
  objects: Objects,
  notices: string[],
): Promise<FiledRange> {
  const { actions, record } = planned;
  checkLimits(input, actions);
  const calls = actions.filter(makesCalls).length;
  const run = filingRun(input, planned);
  const log = input.progress?.over(input.log) ?? input.log;
  const client = calls > 0 ? await createClient(clientOptions({ ...input, log }, run.concurrency)) : noClient;
  const begun = await beginRun(input, planned, calls > 0);
  if (begun.kind !== 'begun') return begun;
  let result: FilingResult;
  {
    using _lease = holdLease(input, planned);
    using _progress = input.progress?.begin(calls);
    try {
      const ownership = ownershipSources(input, planned, repository, objects);
      const read = (oid: string) => objects.content(oid);
      const setup = { client, read, run, known: record?.filed ?? [], ownership };
      result = await carryOut(setup, actions, (action, rows) => {
        if (makesCalls(action)) input.progress?.ended(!rows.every(isSettled));
      });
    } finally {
      await client.close();
    }
  }
  const { rows, error } = await endRun(input, planned, result, notices);
  const stop = result.stop ?? (input.signal.aborted && rows.some(isLeft) ? cancelled : null);
  const exitCode = stop?.code === cancelled.code ? exitCodes.notFiled : exitCodes.serviceLost;
  return { kind: 'filed', rows, stop, exitCode, ledgerError: error };
}

const cancelled: Stop = {
  code: 'cancelled',
  why: 'the run was cancelled before everything was filed',
  remedy: 'The next run of this branch files the rest.',
};

function makesCalls({ kind }: Action): boolean {
  return kind === 'create' || kind === 'update';
}

function isSettled({ outcome }: FiledRequest): boolean {
  return settledOutcomes.includes(outcome);
}

function isLeft(row: FiledRequest): boolean {
  return row.outcome === 'notAttempted' || row.uncertain !== null;
}
