import type { FiledRequest } from '../checkout/outcome.ts';
import { settles } from '../checkout/outcome.ts';
import type { Client } from '../client/create-client.ts';
import { carryOut, type FilingResult, type FilingSetup } from '../filing/carry-out.ts';
import type { Stop } from '../filing/filing.ts';
import { rfpsBegun } from '../filing/rfp.ts';
import type { Ended, Work } from '../filing/work.ts';
import { pathKey } from '../git/git-path.ts';
import type { Repository } from '../git/repository.ts';
import { type HeldLease, holdLease, leaseMs, leaseOf } from '../ledger/lease.ts';
import { formatNote } from '../ledger/note.ts';
import { ledgerRequired } from '../ledger/problems.ts';
import type { BranchRecord, CheckOut, Failure, Tried } from '../ledger/record.ts';
import { emptyRecord } from '../ledger/record.ts';
import { identityKey } from '../plan/identity.ts';
import { isCausedNow, type LeftOut } from '../plan/planned.ts';
import { errorOf } from '../report/make-report.ts';
import { reportRequest } from '../report/report-json.ts';
import type { Notice } from '../sentences/notice.ts';
import { makesCalls, worksOf } from './ahead.ts';
import { clientOptions } from './client-options.ts';
import type { Told } from './facts.ts';
import { filingRun } from './filing-run.ts';
import type { RunInput, RunTools } from './input.ts';
import { checkLimits } from './limits.ts';
import { numberSources } from './numbers.ts';
import { type Again, refusedAgain, runBefore } from './open.ts';
import type { Plan } from './plan.ts';
import { givenUp, type Paid, recordAfter } from './settle.ts';
import { StoppedBefore, stopError } from './stopped.ts';
import { unmappedError } from './unmapped.ts';

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
export async function fileRun(tools: RunTools, plan: Plan): Promise<Told | Again> {
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

// -- written ahead

/** Writes the lease and the calls down before the first of them. @returns null: the run may file now. */
async function writeAhead(plan: Plan, works: readonly Work[], hasCalls: boolean, now: Date): Promise<Again | null> {
  const { run, range } = plan;
  if (!run.writes || !hasCalls || run.key === null) return null;
  const { key, me } = run;
  let again: Again | null = null;
  const written = await run.ledger.write((newest) => {
    again = whyAgain(plan, newest);
    if (again !== null) return null;
    const base = newest ?? emptyRecord(key);
    const checkOuts = new Map(base.checkOuts);
    for (const { step, ahead } of works) {
      if (!makesCalls(step)) continue;
      if (step.checkOut !== null) checkOuts.delete(identityKey(step.checkOut));
      checkOuts.set(identityKey(ahead), ahead);
    }
    const leases = base.leases
      .filter(({ instance }) => instance === me.instance)
      .map(() => leaseOf(me, range.head, now));
    return { ...base, checkOuts, leases: leases.length > 0 ? leases : [leaseOf(me, range.head, now)] };
  });
  if (again !== null) return again;
  return written.kind === 'refused' ? refusedWrite(plan, written) : null;
}

function refusedWrite({ run }: Plan, { why, stop }: { readonly why: string; readonly stop?: Stop }): Again {
  if (stop !== undefined) throw new StoppedBefore(stop);
  return refusedAgain(run, why);
}

/** Why what was planned does not count: another run of the branch began, or has written since. */
function whyAgain({ run, record }: Plan, newest: BranchRecord | null): Again | null {
  const lease = runBefore(run, newest);
  if (lease !== null) return { again: 'underWay', lease };
  return newest === record || fingerprint(newest, record) === fingerprint(record, record) ? null : { again: 'moved' };
}

/** All of a record that a plan depends on; leases come and go. */
function fingerprint(record: BranchRecord | null, planned: BranchRecord | null): string {
  if (record === null) return '';
  const keys = [...(planned ?? record).checkOuts.keys()];
  return JSON.stringify([record.settled, [...record.exceptions], keys.map((key) => record.checkOuts.get(key) ?? null)]);
}

/** Writes down a call that the plan did not have. */
async function writeOneAhead({ run }: Plan, checkOut: CheckOut, call: Tried): Promise<Stop | null> {
  if (!run.writes) return null;
  let isReplaced = false;
  const written = await run.ledger.write((newest) => {
    isReplaced = newest?.leases.some(({ instance }) => instance === run.me.instance) !== true;
    if (newest === null || isReplaced) return null;
    const key = identityKey(checkOut);
    const known = newest.checkOuts.get(key) ?? checkOut;
    return { ...newest, checkOuts: new Map(newest.checkOuts).set(key, { ...known, tried: [...known.tried, call] }) };
  });
  if (written.kind === 'written') return null;
  const why = isReplaced
    ? 'another run took over'
    : written.kind === 'refused'
      ? written.why
      : 'the ledger was not written';
  return { code: 'replaced', why, remedy: 'The next run of this branch files the rest.' };
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

interface SettledRun {
  /** Rows that earlier runs have reported in the same way. */
  readonly stillOpen: ReadonlyMap<FiledRequest, Failure>;
  readonly notices: readonly Notice[];
  /** Under `--ledger require`: what was filed could not be remembered. */
  readonly error: Error | null;
}

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

/** What an earlier run reported, and what is refused in the same way again: it makes no other push red (design §16). */
function openBefore(
  filed: readonly { readonly ended: Ended }[],
  record: BranchRecord | null,
  head: string,
): Map<FiledRequest, Failure> {
  const found = new Map<FiledRequest, Failure>();
  for (const { rows, checkOut } of filed.map(({ ended }) => ended)) {
    // What was never answered keeps its exit code until it is settled.
    const isAnswered = (checkOut?.tried.length ?? 0) === 0;
    for (const row of rows) {
      const { request, needsPerson } = row;
      const failed = record?.exceptions.get(pathKey(request.path))?.failed;
      if (failed === undefined || isCausedNow(request)) continue;
      const isRefused = isAnswered && isRefusedAs(row, failed);
      const isForPerson = needsPerson && failed.person && failed.outcome === row.outcome;
      // The push that was refused stays red, however often it is run.
      const isOther = failed.since.head !== head && failed.blob === request.blob;
      if (isOther && (isRefused || isForPerson)) found.set(row, failed);
    }
  }
  return found;
}

/** Refused in the same way: by the same request, or with the same words of the service. */
function isRefusedAs({ outcome, objectId, msg }: FiledRequest, failed: Failure): boolean {
  if (outcome !== failed.outcome) return false;
  return outcome === 'conflict'
    ? objectId === failed.objectId
    : outcome === 'rejected' && failed.said === (msg ?? outcome);
}

function stillOpenNotice([{ request, outcome, msg }, { since }]: [FiledRequest, Failure]): Notice {
  return { code: 'stillOpen', path: request.path.text, outcome, msg: msg ?? '', run: since.run, actor: since.actor };
}

/** An update cannot carry a pipeline key: a push that only updates says which key its RFP has (design §7). */
function keptKeys(
  rows: readonly FiledRequest[],
  filed: readonly { readonly ended: { readonly checkOut: CheckOut | null } }[],
): Notice[] {
  if (rows.some(({ tkey }) => tkey !== null)) return [];
  const updated = new Set(rows.flatMap(({ outcome, rfp }) => (outcome === 'updated' && rfp !== null ? [rfp] : [])));
  const keys = new Map(
    filed.flatMap(({ ended: { checkOut } }) => {
      const { rfp = 0, tkey } = checkOut?.stands ?? {};
      return updated.has(rfp) && tkey !== undefined ? [[rfp, tkey] as const] : [];
    }),
  );
  return [...keys].map(([rfp, key]) => ({ code: 'keepsKey', rfp, key }));
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
      return { outcome, reason, identity: request.identity, objectId, rfp, path: path.text };
    }),
  );
}

// -- told

/** Files whose compilation waits for what they use to be filed, by that. */
function waitNotices(works: readonly Work[], { ended }: FilingResult): Notice[] {
  const waiting = works.flatMap(({ n, step: { should } }) => {
    const isWaiting = should.kind === 'compiled' && ended.get(n)?.rows.length === 0;
    const path = should.request.path.text;
    return isWaiting ? (should.request.dependent?.waitsFor ?? []).map((cause) => ({ cause, path })) : [];
  });
  return [...Map.groupBy(waiting, ({ cause }) => cause)].map(([cause, of]) => {
    return { code: 'waits', cause, paths: [...new Set(of.map(({ path }) => path))] };
  });
}

/** What is still open, for each file that has no other row. */
function leftOpen(
  stillOpen: ReadonlyMap<FiledRequest, Failure>,
  requests: readonly { readonly path: string }[],
): LeftOut[] {
  const named = new Set(requests.map(({ path }) => path));
  return [...stillOpen].flatMap(([{ request, outcome, msg }, { since }]) => {
    const { path, previousPath } = request;
    if (named.has(path.text)) return [];
    return [{ path, previousPath, because: { code: 'stillOpen', run: since.run, outcome, said: msg ?? '' } as const }];
  });
}

/** What the report tells of a filing, the worst that ended it first. */
function told(
  input: RunInput,
  plan: Plan,
  result: FilingResult,
  works: readonly Work[],
  { stillOpen, error, ...settled }: SettledRun,
): Told {
  const all = works.flatMap(({ n }) => result.ended.get(n)?.rows ?? []);
  const requests = all.filter((row) => !stillOpen.has(row)).map(reportRequest);
  const leftOut = [...(plan.told.leftOut ?? []), ...leftOpen(stillOpen, requests)];
  const left = all.filter(({ outcome }) => outcome === 'notAttempted' || outcome === 'unknown').length;
  const stop = result.stop ?? (input.signal.aborted && left > 0 ? cancelled : null);
  const isOwed = result.stop !== null && left > 0 && plan.run.writes;
  const rest: Notice[] = isOwed ? [{ code: 'restIsOwed', count: left }] : [];
  const notices = [...settled.notices, ...waitNotices(works, result), ...rest];
  if (result.defect !== null) {
    input.onDefect(result.defect);
    return { requests, leftOut, notices, error: errorOf(result.defect) };
  }
  if (stop !== null) return { requests, leftOut, notices, error: stopError(stop) };
  return { requests, leftOut, notices, error: error === null ? unmappedError(plan.unmapped) : errorOf(error) };
}

const cancelled: Stop = {
  code: 'cancelled',
  why: 'the run was cancelled before everything was filed',
  remedy: 'The next run of this branch files the rest.',
};
