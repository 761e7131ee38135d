import { type FiledRequest, outcomeRow, settles } from '../checkout/outcome.ts';
import type { Client } from '../client/create-client.ts';
import { carryOut, type FilingResult, type FilingSetup } from '../filing/carry-out.ts';
import { rfpsBegun } from '../filing/rfp.ts';
import type { Work } from '../filing/work.ts';
import { pathKey } from '../git/git-path.ts';
import type { Repository } from '../git/repository.ts';
import { type HeldLease, holdLease, leaseMs, leaseOf } from '../ledger/lease.ts';
import { formatNote } from '../ledger/note.ts';
import { ledgerRequired } from '../ledger/problems.ts';
import { type BranchRecord, emptyRecord, type Failure } from '../ledger/record.ts';
import { makesCalls, whyAgain, worksOf, writeAhead, writeOneAhead } from './ahead.ts';
import { clientOptions } from './client-options.ts';
import type { StepFacts } from './facts.ts';
import { filingRun } from './filing-run.ts';
import type { RunInput, RunTools } from './input.ts';
import { checkLimits } from './limits.ts';
import { numberSources } from './numbers.ts';
import type { Again } from './open.ts';
import type { Plan } from './plan.ts';
import { givenUp, type Paid, recordAfter } from './settle.ts';
import { keptKeys, openBefore, type SettledRun, stillOpenNotice, told } from './told.ts';

const noClient: Client = {
  create: () => Promise.reject(new Error('no call was planned')),
  update: () => Promise.reject(new Error('no call was planned')),
  close: () => Promise.resolve(),
};

/**
 * Files what was planned, within its limits: writes the calls down, files, and writes down what was paid (design §8, steps
 * 5 to 7).
 *
 * @returns what the report tells of it; or why the run has to look again.
 * @throws Problem('limit', 'usage', 'ledger') before the first call.
 */
export async function fileRun(tools: RunTools, plan: Plan): Promise<StepFacts | Again> {
  const { input, repository } = tools;
  const { steps, run, record, range } = plan;
  checkLimits(input, steps);
  const filing = filingRun(input, plan);
  const works = worksOf(steps, filing, range.head, plan.before, record);
  const calls = steps.filter(makesCalls).length;
  const since = input.now();
  const moved = await writeAhead(plan, works, calls > 0, since);
  if (moved !== null) return moved;
  const log = input.progress?.over(input.log) ?? input.log;
  let lease: HeldLease | null = null;
  const findStop = async () => (await lease?.ensure()) ?? null;
  const client = calls > 0 ? await openClient({ ...input, log }, filing.concurrency, findStop) : noClient;
  try {
    using held = run.writes && calls > 0 ? holdLease(run.ledger, run.me, run.now, since) : null;
    lease = held;
    const { mapping } = plan.named.read;
    const about = { run, record, head: range.head, branch: range.branch, mapping, options: input.options };
    const numbers = await numberSources(repository, about, numbersOf(works));
    const setup: FilingSetup = {
      client,
      read: (oid) => repository.objects.content(oid),
      run: filing,
      head: range.head,
      numbers: numbers.sources,
      writeAhead: (checkOut, call) => writeOneAhead(plan, checkOut, call),
      waitForOther: waiting(input),
      rfps: rfpsBegun(record, filing, works),
    };
    const result = await carryWatched(tools, works, setup, calls);
    const settled = await settle(input, plan, works, result, calls > 0);
    if ('again' in settled) return settled;
    return told(input, plan, result, works, { ...settled, notices: [...settled.notices, ...numbers.notices()] });
  } finally {
    await client.close();
  }
}

/** The client and what it needs are loaded once there is something to call for. */
async function openClient(input: RunInput, concurrency: number, findStop: HeldLease['ensure']): Promise<Client> {
  const { createClient } = await import('../client/create-client.ts');
  return createClient(clientOptions(input, concurrency, findStop));
}

/** Numbers that the run will update or withdraw. */
function numbersOf(works: readonly Work[]): number[] {
  const calling = works.filter(({ step }) => makesCalls(step));
  return [...new Set(calling.flatMap(({ step }) => step.checkOut?.stands?.objectId ?? []))];
}

/** How often a run looks whether a run of another branch has ended, in milliseconds. */
const lookAgainMs = 5_000;

/** Waits for runs of other branches, for a lease in all: two runs may wait for each other. */
function waiting(input: RunInput): () => Promise<boolean> {
  let left = leaseMs;
  return async () => {
    if (left <= 0 || input.signal.aborted) return false;
    left -= lookAgainMs;
    await input.sleep(lookAgainMs, input.signal);
    return true;
  };
}

// -- filed

/** Carries the work out, and shows how far it has got. */
async function carryWatched(
  { input, repository }: RunTools,
  works: readonly Work[],
  setup: FilingSetup,
  calls: number,
): Promise<FilingResult> {
  using _progress = input.progress?.begin(calls);
  const needed = contentsNeeded(works, repository);
  return await carryOut(setup, works, ({ step }, rows) => {
    if (makesCalls(step)) input.progress?.ended(!rows.every(({ outcome }) => settles(outcome)));
    needed.ended(step.should.request.blob);
  });
}

/** Lets go of a content once all work that it belongs to has ended: large ones fill the temporary directory. */
function contentsNeeded(works: readonly Work[], { objects }: Repository) {
  const left = new Map<string, number>();
  for (const { step } of works) {
    const { blob } = step.should.request;
    if (blob !== null) left.set(blob, (left.get(blob) ?? 0) + 1);
  }
  return {
    ended: (blob: string | null) => {
      if (blob === null) return;
      left.set(blob, (left.get(blob) ?? 0) - 1);
      if (left.get(blob) === 0) void objects.release(blob);
    },
  };
}

// -- settled

/** True for a record of which nobody knows whether the service has ever taken the token that sealed it. */
function isBeginning(record: BranchRecord | null): boolean {
  if (record === null) return true;
  const { settled, exceptions, checkOuts } = record;
  return settled.commit === settled.began && exceptions.size + checkOuts.size === 0;
}

/** Writes down what was paid, with the note on the commit. */
async function settle(
  input: RunInput,
  plan: Plan,
  works: readonly Work[],
  { ended, rfps, stop }: FilingResult,
  hasLease: boolean,
): Promise<SettledRun | Again> {
  const { run, range, settling, unmapped, record } = plan;
  const filed = works.flatMap((work) => {
    const how = ended.get(work.n);
    return how === undefined ? [] : [{ work, ended: how }];
  });
  const rows = filed.flatMap(({ ended: { rows: of } }) => of);
  const stillOpen =
    input.options['still-open'] === 'fail' ? new Map<FiledRequest, Failure>() : openBefore(filed, record, range.head);
  const notices = [...[...stillOpen].map(stillOpenNotice), ...keptKeys(rows, filed)];
  if (!run.writes || run.key === null) return { stillOpen, notices, error: null };
  const paid: Paid = {
    ...settling,
    head: range.head,
    fork: range.fork,
    me: leaseOf(run.me, range.head, input.now()),
    actor: input.event.run.actor,
    unmapped: unmapped.all.map(pathKey),
    filed,
    rfps,
    isRefused:
      (stop?.code === 'token' || (stop !== null && isBeginning(record) && settling.passed.size === 0)) &&
      filed.every(({ ended: { isSent } }) => !isSent),
    hasLease,
  };
  const { key } = run;
  // The commits of a branch that is gone may be gone, too.
  const isNoted = rows.length > 0 && settling.ends !== true;
  const note = !isNoted ? null : { commit: range.head, text: textOf(input, plan, rows) };
  let again: Again | null = null;
  const change = (newest: BranchRecord | null) => {
    // A run without a lease has only looked: what it saw has to be so still.
    again = hasLease ? null : whyAgain(plan, newest);
    return again === null ? changed(newest, recordAfter(newest ?? emptyRecord(key), paid)) : null;
  };
  const written = await run.ledger.write(change, { note, others: givenUp(paid) });
  if (again !== null) return again;
  if (written.kind !== 'refused') return { stillOpen, notices, error: null };
  if (run.isRequired) return { stillOpen, notices, error: ledgerRequired(written.why) };
  return { stillOpen, notices: [...notices, { code: 'endNotWritten', why: written.why }], error: null };
}

/** null where the record would be as it is: nothing is written then. */
function changed(before: BranchRecord | null, after: BranchRecord): BranchRecord | null {
  if (before === null) return after;
  const flat = ({ exceptions, checkOuts, ...rest }: BranchRecord) =>
    JSON.stringify([rest, [...exceptions], [...checkOuts]]);
  return flat(before) === flat(after) ? null : after;
}

function textOf(
  { event, version, me, now }: RunInput,
  { run, mappingBlob, range }: Plan,
  rows: readonly FiledRequest[],
): string {
  const about = {
    service: run.key?.service ?? '',
    at: now(),
    run: me.run,
    event,
    version,
    mappingBlob,
    branch: range.branch,
  };
  return formatNote(
    about,
    rows.map(({ outcome, reason, request, objectId, rfp, path }) => {
      return { outcome: outcomeRow(outcome).word, reason, identity: request.identity, objectId, rfp, path: path.text };
    }),
  );
}
