import type { Client } from '../client/create-client.ts';
import { exitCodes } from '../errors.ts';
import { type Action, makesCalls } from '../filing/actions.ts';
import { carryOut, type FilingResult } from '../filing/carry-out.ts';
import type { Stop } from '../filing/filing-state.ts';
import { ownershipSources } from '../filing/holders.ts';
import { intendedCalls } from '../filing/intended-calls.ts';
import type { Repository } from '../git/repository.ts';
import { beginRun } from '../ledger/begin-run.ts';
import { holdLease, type Lease } from '../ledger/hold-lease.ts';
import { type FiledRequest, settledOutcomes } from '../ledger/outcome.ts';
import type { Again } from '../ledger/run-ledger.ts';
import { firstHeadOf } from '../ledger/written-ahead.ts';
import { errorOf, type RunError } from '../report/make-report.ts';
import { reportRequest } from '../report/report-json.ts';
import { clientOptions } from './client-options.ts';
import { type Ended, endFiling } from './end.ts';
import type { Told } from './facts.ts';
import { filingRun } from './filing-run.ts';
import type { RunInput, RunTools } from './input.ts';
import { checkLimits } from './limits.ts';
import type { PlannedRange } from './plan.ts';
import { tidyHeap } from './small-heap.ts';
import { unmappedError } from './unmapped.ts';

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
 * @returns what the report tells of it; or why the run has to look again.
 * @throws Problem('limit', 'usage', 'ledger') before the first call.
 */
export async function fileRange(tools: RunTools, planned: PlannedRange): Promise<Told | Again> {
  const { input, repository } = tools;
  const { actions, record, range } = planned;
  checkLimits(input, actions);
  const calls = actions.filter(makesCalls).length;
  const run = filingRun(input, planned);
  const log = input.progress?.over(input.log) ?? input.log;
  let lease: Lease | null = null;
  const mayGoOn = async () => planned.stop ?? (await lease?.ensure()) ?? null;
  tidyHeap();
  const client = calls > 0 ? await openClient({ ...input, log }, run.concurrency, mayGoOn) : noClient;
  try {
    const since = input.now();
    const { head, firstPush } = range;
    const base = firstHeadOf(range, planned.run.ledger.trust);
    const intended = intendedCalls(actions, run.mode);
    const again = await beginRun(planned.run, { record, base, head, firstPush, calls: intended });
    if (again !== null) return again;
    const ownership = ownershipSources(repository, { ...planned, options: input.options });
    const read = (oid: string) => repository.objects.content(oid);
    const setup = { client, read, run, known: record?.filed ?? [], ownership };
    using held = holdLease(planned.run, since);
    lease = held;
    const result = await carryWatched(tools, planned, setup, calls);
    tidyHeap();
    return told(input, planned, result, await endFiling(input, planned, result));
  } finally {
    await client.close();
  }
}

/** What the report tells of a filing, the worst that ended it first. */
function told(input: RunInput, planned: PlannedRange, result: FilingResult, { rows, notices, error }: Ended): Told {
  const { quiet, because, leftUnder } = planned.report;
  const requests = rows
    .filter(({ request }) => !quiet.has(request))
    .map((row) => {
      // Why a request is there that the push did not ask for.
      const why = because.get(row.request);
      return reportRequest(why === undefined ? row : { ...row, warnings: [...row.warnings, why] });
    });
  // Where nothing was to be sent, too: by a ledger that is not believed nobody can say that all is filed.
  const stop = result.stop ?? planned.stop ?? (input.signal.aborted && rows.some(isLeft) ? cancelled : null);
  if (result.defect !== null) {
    input.onDefect(result.defect);
    return { requests, notices, error: errorOf(result.defect) };
  }
  if (stop !== null) return { requests, notices, error: stopError(stop) };
  const problem = error ?? leftUnder;
  return { requests, notices, error: problem === null ? unmappedError(planned.unmapped) : errorOf(problem) };
}

function stopError({ code, why, remedy }: Stop): RunError {
  const isLost = code !== 'cancelled' && code !== 'replaced';
  return { code, message: why, remedy, exitCode: isLost ? exitCodes.serviceLost : exitCodes.notFiled };
}

/** Carries the plan out while the run is known to live, and shows how far it has got. */
async function carryWatched(
  { input, repository }: RunTools,
  planned: PlannedRange,
  setup: Parameters<typeof carryOut>[0],
  calls: number,
): Promise<FilingResult> {
  using _progress = input.progress?.begin(calls);
  const needed = contentsNeeded(planned.actions, repository);
  return await carryOut(setup, planned.actions, (action, rows) => {
    if (makesCalls(action)) input.progress?.ended(!rows.every(isSettled));
    needed.ended(action.request.blob);
  });
}

/** Lets go of a content once every action that it belongs to has ended: large ones fill the temporary directory. */
function contentsNeeded(actions: readonly Action[], { objects }: Repository) {
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
