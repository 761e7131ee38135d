import type { Client } from '../client/create-client.ts';
import { clientOptions } from './client-options.ts';
import { type Action, makesCalls } from '../filing/actions.ts';
import { carryOut, type FilingResult } from '../filing/carry-out.ts';
import type { Stop } from '../filing/filing-state.ts';
import { type FiledRequest, settledOutcomes } from '../ledger/outcome.ts';
import { checkLimits, filingRun } from './filing-run.ts';
import type { Objects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import { tidyHeap } from '../git/small-heap.ts';
import type { PlannedRange } from './plan.ts';
import { beginRun } from '../ledger/begin-run.ts';
import { endRun } from '../ledger/end-run.ts';
import { holdLease, type Lease } from '../ledger/hold-lease.ts';
import { ownershipSources } from '../filing/holders.ts';
import type { RunInput } from './input.ts';

/** What filing a range came to. */
export type FiledRange =
  | {
      readonly kind: 'filed';
      readonly rows: readonly FiledRequest[];
      /** Why the rest was not attempted: the service was lost, the run was cancelled, or a defect was met. */
      readonly stop: Stop | null;
      /** A defect that filing met, with which it stopped. */
      readonly defect: Error | null;
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

/** The client and what it needs are loaded once there is something to call for. */
async function openClient(input: RunInput, concurrency: number, mayGoOn: Lease['ensure']): Promise<Client> {
  const { createClient } = await import('../client/create-client.ts');
  return createClient(clientOptions(input, concurrency, mayGoOn));
}

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
  let lease: Lease | null = null;
  const mayGoOn = async () => planned.stop ?? (await lease?.ensure()) ?? null;
  const client = calls > 0 ? await openClient({ ...input, log }, run.concurrency, mayGoOn) : noClient;
  try {
    const since = input.now();
    const begun = await beginRun(input, planned, run.mode, calls > 0);
    if (begun.kind !== 'begun') return begun;
    const ownership = ownershipSources(input, planned, repository, objects);
    const read = (oid: string) => objects.content(oid);
    const setup = { client, read, run, known: record?.filed ?? [], ownership };
    using held = holdLease(input, planned, since);
    lease = held;
    const result = await carryWatched(input, planned, setup, calls, objects);
    tidyHeap();
    const { rows, error } = await endRun(input, planned, result, notices);
    const stop = result.stop ?? (input.signal.aborted && rows.some(isLeft) ? cancelled : null);
    return { kind: 'filed', rows, stop, defect: result.defect, ledgerError: error };
  } finally {
    await client.close();
  }
}

/** Carries the plan out while the run is known to live, and shows how far it has got. */
async function carryWatched(
  input: RunInput,
  planned: PlannedRange,
  setup: Parameters<typeof carryOut>[0],
  calls: number,
  objects: Objects,
): Promise<FilingResult> {
  using _progress = input.progress?.begin(calls);
  const needed = contentsNeeded(planned.actions, objects);
  return await carryOut(setup, planned.actions, (action, rows) => {
    if (makesCalls(action)) input.progress?.ended(!rows.every(isSettled));
    needed.ended(action.request.blob);
  });
}

/** Lets go of a content once every action that it belongs to has ended: large ones fill the temporary directory. */
function contentsNeeded(actions: readonly Action[], objects: Objects) {
  const left = new Map<string, number>();
  for (const { request } of actions) {
    if (request.blob !== null) left.set(request.blob, (left.get(request.blob) ?? 0) + 1);
  }
  return {
    ended: (blob: string | null) => {
      if (blob === null) return;
      left.set(blob, (left.get(blob) ?? 0) - 1);
      if (left.get(blob) === 0) void objects.release(blob);
    },
  };
}

const cancelled: Stop = {
  code: 'cancelled',
  why: 'the run was cancelled before everything was filed',
  remedy: 'The next run of this branch files the rest.',
};

function isSettled({ outcome }: FiledRequest): boolean {
  return settledOutcomes.includes(outcome);
}

function isLeft(row: FiledRequest): boolean {
  return row.outcome === 'notAttempted' || row.uncertain.length > 0;
}
