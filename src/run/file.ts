import { makesCalls } from '../checkout/next.ts';
import { type FiledRequest, lookUpOutcome, settles } from '../checkout/outcome.ts';
import type { Client } from '../client/create-client.ts';
import { Problem, toProblem } from '../errors.ts';
import { carryOut, type FilingResult } from '../filing/carry-out.ts';
import type { FilingSetup, Work } from '../filing/filing.ts';
import type { Filed } from '../filing/one-object.ts';
import { listBegunRfps } from '../filing/rfp.ts';
import { toPathKey } from '../git/git-path.ts';
import { type HeldLease, holdLease, leaseMs, retryMs } from '../ledger/lease.ts';
import { formatNote } from '../ledger/note.ts';
import { refuseWithoutLedger } from '../ledger/problems.ts';
import { type BranchRecord, createRecord, type Failure } from '../ledger/record.ts';
import { isCausedNow, type LeftOut } from '../plan/planned.ts';
import { toReportRequest } from '../report/report-json.ts';
import type { Notice } from '../sentences/notice.ts';
import { buildFilingRun, buildWorks, createAheadWriter, requireLimits, writeAhead } from './ahead.ts';
import { buildClientOptions, type Facts, type RunInput } from './input.ts';
import { createNumberSources } from './numbers.ts';
import { requireCurrent } from './open.ts';
import type { Plan } from './plan.ts';
import { deriveOtherChanges, deriveRecord, type EndedRun } from './settle.ts';

/** Rejects: takes the place of each call of the client in a run that has planned none. */
const rejectCall = () => Promise.reject(new Error('no call was planned'));
const noClient: Client = { create: rejectCall, update: rejectCall, close: () => Promise.resolve() };

/**
 * Files a plan (design §8, steps 5 to 7): writes its calls to the ledger, makes them at the service, and writes how they ended. If the run
 * cannot write the ledger, it only makes the calls. Returns the facts for the report, also about calls that failed, and a ledger that could
 * not be written after them. @throws Problem('limit', 'usage', 'ledger', 'git', or of a refused token) or StartAgain, before the first call
 */
export async function filePlan(plan: Plan): Promise<Partial<Facts>> {
  const { steps, run, record } = plan;
  const { input, repository } = run;
  requireLimits(input, steps);
  const filing = buildFilingRun(plan);
  const works = buildWorks(steps, filing, record);
  const isCalling = steps.some(makesCalls);
  // A run without an address or a token writes no calls down.
  if (isCalling) buildClientOptions(input);
  const since = input.now();
  await writeAhead(plan, works, since);
  using lease = run.writes && isCalling ? holdLease(run.ledger, input.me, input.now, since) : null;
  const client = isCalling ? await openClient(input, lease?.ensure) : noClient;
  try {
    const numbers = await createNumberSources(plan);
    const setup: FilingSetup = {
      ...{ client, run: filing, numbers: numbers.sources },
      read: (oid) => repository.objects.content(oid),
      writeAhead: createAheadWriter(run),
      waitForOther: createLeaseWait(input),
      rfps: listBegunRfps(record, filing, works),
    };
    const result = await carryOutShown(run, works, setup);
    return listFilingFacts(plan, result, await settleRun(plan, result, isCalling), numbers.listNotices());
  } finally {
    await client.close();
  }
}

/** Makes a client of the service, which logs above the progress line. The caller closes it. @throws Problem('usage') for bad options */
async function openClient(input: RunInput, findStop?: HeldLease['ensure']): Promise<Client> {
  const { createClient } = await import('../client/create-client.ts');
  const log = input.progress?.wrapLog(input.log) ?? input.log;
  return createClient(buildClientOptions({ ...input, log }, findStop));
}

/** Returns a function that waits 5 s (less if then cancelled) and returns true; at once false if cancelled before, or after 24 waits. */
function createLeaseWait(input: RunInput): () => Promise<boolean> {
  let waited = 0;
  return async () => {
    // Two runs may wait for each other.
    if (waited >= leaseMs || input.signal.aborted) return false;
    waited += retryMs;
    await input.sleep(retryMs, input.signal);
    return true;
  };
}

/** Makes the calls of all works, shows progress; returns what carryOut returns. Removes a content's temporary file after its last work. */
async function carryOutShown({ input, repository }: Plan['run'], works: readonly Work[], setup: FilingSetup) {
  using _progress = input.progress?.begin(works.filter(({ step }) => makesCalls(step)).length);
  const pickBlob = ({ step }: Work) => step.should.request.blob;
  const open = Map.groupBy(works, pickBlob);
  return await carryOut(setup, works, ({ work, rows }) => {
    if (makesCalls(work.step)) input.progress?.countEnded(!rows.every(({ outcome }) => settles(outcome)));
    const blob = pickBlob(work);
    const sharing = open.get(blob);
    sharing?.pop();
    if (blob !== null && sharing?.length === 0) repository.objects.release(blob);
  });
}

/**
 * Writes to the ledger how a run has ended: its record, the changes of other branches' records, and a note on the head. Writes nothing if
 * the run may not write, or its own record stays as it is. @param hasLease false if the run made no call. @returns why it could not be
 * written, a clause; null: it was, or nothing had to be. @throws StartAgain for a run without a lease whose record has changed
 */
async function settleRun(plan: Plan, result: FilingResult, hasLease: boolean): Promise<string | null> {
  const { run, range, paths, record } = plan;
  const { filed, stop } = result;
  const { key, input } = run;
  if (!run.writes) return null;
  const hasPassed = paths.values().some(({ leftOut }) => leftOut?.code === 'passed');
  const { settled, exceptions, checkOuts } = record;
  // The token that sealed a record with no more than its beginning may be one that the service has never accepted.
  const isJustBegun = settled.commit === settled.began && exceptions.size + checkOuts.size === 0;
  const isUnreached = stop !== null && isJustBegun && !hasPassed;
  const ended: EndedRun = {
    ...{ ...plan, ...range, ...result, hasLease, me: input.me },
    actor: input.event.run.actor,
    isRefused: !input.ledgerSecret && (stop?.code === 'token' || isUnreached) && filed.every(({ isSent }) => !isSent),
  };
  const also = { note: buildNote(plan, filed), others: deriveOtherChanges(filed, key) };
  const toText = ({ exceptions, checkOuts, ...rest }: BranchRecord) =>
    JSON.stringify([rest, [...exceptions], [...checkOuts]]);
  const settleRecord = (newest: BranchRecord | null) => {
    const before = newest ?? createRecord(key);
    if (!hasLease) requireCurrent(run, record, before);
    const after = deriveRecord(before, ended);
    return newest !== null && toText(newest) === toText(after) ? null : after;
  };
  const written = await run.ledger.write(settleRecord, also);
  return written.kind === 'refused' ? written.why : null;
}

/** Returns head and text of the note about all rows of a run; null: the run has no rows, or is a release, whose commit may be gone. */
function buildNote({ run, range }: Plan, filed: readonly Filed[]) {
  const { event, version, me, now } = run.input;
  const rows = filed.flatMap((one) => one.rows);
  if (rows.length === 0 || range.rule === 'release') return null;
  const mappingBlob = run.subject.file?.blob ?? null;
  const about = { service: run.key.service, at: now(), run: me.run, event, version, branch: range.branch, mappingBlob };
  const lines = rows.map(({ outcome, reason, request: { identity }, objectId, rfp, path }) => {
    return { outcome: lookUpOutcome(outcome).word, reason, identity, objectId, rfp, path: path.text };
  });
  return { commit: range.head, text: formatNote(about, lines) };
}

/**
 * Returns the facts of a run that has filed. Unless `--still-open` is fail, rows that fail as in an earlier push are no `requests` but
 * notices and, if their file has no row left in `requests`, entries of `leftOut`. The error is the first of: an unforeseen error (which
 * `onDefect` gets), a stop, a cancellation that left rows open, under `require` a ledger not written, the plan's (files without a rule);
 * else null. @param unwritten why the ledger could not be written, a clause; null: it was, or need not be. @param more other notices
 */
function listFilingFacts(plan: Plan, result: FilingResult, unwritten: string | null, more: readonly Notice[]) {
  const { filed, stop, defect } = result;
  const { run, facts } = plan;
  const { input } = run;
  const rows = filed.flatMap((one) => one.rows);
  const stillOpen = findStillOpen(filed, plan);
  const requests = rows.filter((row) => !stillOpen.has(row)).map(toReportRequest);
  const still = listStillOpen(stillOpen, requests);
  const isRequired = input.options.ledger === 'require';
  const count = rows.filter(({ outcome }) => outcome === 'notAttempted' || outcome === 'unknown').length;
  const notices = [
    ...still.notices,
    ...listKeyNotices(filed),
    ...(unwritten === null || isRequired ? [] : [{ code: 'endNotWritten', why: unwritten } as const]),
    ...more,
    ...listWaitNotices(filed),
    ...(stop !== null && count > 0 && run.writes ? [{ code: 'restIsOwed', count } as const] : []),
  ];
  if (defect !== null) input.onDefect(defect);
  const remedy = 'The next run of this branch files the rest.';
  const cut = new Problem('cancelled', 'the run was cancelled before everything was filed', remedy);
  const cancelled = input.signal.aborted && count > 0 ? cut : null;
  const lost = unwritten !== null && isRequired ? refuseWithoutLedger(unwritten) : null;
  const error = (defect && toProblem(defect)) ?? stop ?? cancelled ?? lost ?? facts.error ?? null;
  return { requests, leftOut: [...(facts.leftOut ?? []), ...still.leftOut], notices, error };
}

/**
 * Returns the rows that fail for the same content as in a push of another head, each with the failure of then: a conflict with the same
 * request, or a refusal in the same words, if no call lacks an answer; or the same outcome that only a person can settle. Never
 * compilations that this push causes. Such rows make no other push red (design §16). Empty if `--still-open` is fail.
 */
function findStillOpen(filed: readonly Filed[], { run, record: { exceptions }, range }: Plan) {
  const found = new Map<FiledRequest, Failure>();
  if (run.input.options['still-open'] === 'fail') return found;
  for (const { rows, checkOut } of filed) {
    // A call without an answer keeps its exit code until it is settled.
    const isAnswered = (checkOut?.tried.length ?? 0) === 0;
    for (const row of rows) {
      const { request, needsPerson, outcome, objectId, msg } = row;
      const failed = exceptions.get(toPathKey(request.path))?.failed;
      if (failed?.outcome !== outcome || isCausedNow(request)) continue;
      const isRejected = outcome === 'rejected' && failed.said === (msg ?? outcome);
      const isRefused = isAnswered && (outcome === 'conflict' ? objectId === failed.objectId : isRejected);
      // The push that was refused stays red, however often it is run.
      const isOther = failed.since.head !== range.head && failed.blob === request.blob;
      if (isOther && (isRefused || (needsPerson && failed.person))) found.set(row, failed);
    }
  }
  return found;
}

/** Returns a notice for each row that is still open; and for those whose file has no row in `requests`, an entry of `leftOut`. */
function listStillOpen(stillOpen: ReadonlyMap<FiledRequest, Failure>, requests: readonly { readonly path: string }[]) {
  const named = new Set(requests.map(({ path }) => path));
  const rows = [...stillOpen].map(([row, { since }]) => ({ ...row, said: row.msg ?? '', since }));
  const notices = rows.map(({ request, outcome, said, since: { run, actor } }): Notice => {
    return { code: 'stillOpen', path: request.path.text, outcome, msg: said, run, actor };
  });
  const leftOut = rows.flatMap(({ request: { path, previousPath }, outcome, said, since: { run } }): LeftOut[] => {
    return named.has(path.text) ? [] : [{ path, previousPath, because: { code: 'stillOpen', run, outcome, said } }];
  });
  return { notices, leftOut };
}

/** Returns a notice for each RFP that has updated requests and keeps an earlier pipeline key (design §7); [] if any row has sent a key. */
function listKeyNotices(filed: readonly Filed[]): Notice[] {
  const rows = filed.flatMap((one) => one.rows);
  if (rows.some(({ tkey }) => tkey !== null)) return [];
  const updated = new Set(rows.flatMap(({ outcome, rfp }) => (outcome === 'updated' && rfp !== null ? [rfp] : [])));
  const standing = filed.flatMap(({ checkOut }) => checkOut?.stands ?? []);
  const keyed = standing.filter(({ rfp, tkey }) => updated.has(rfp) && tkey !== undefined);
  const keys = new Map(keyed.map(({ rfp, tkey = '' }) => [rfp, tkey]));
  return [...keys].map(([rfp, key]) => ({ code: 'keepsKey', rfp, key }));
}

/** Returns a notice for each file that compilations wait for (not filed, or left to the tip's run), with the paths of the compilations. */
function listWaitNotices(filed: readonly Filed[]): Notice[] {
  const waiting = filed.flatMap(({ work, waitsFor }) =>
    waitsFor.map((cause) => ({ cause, path: work.step.should.request.path.text })),
  );
  return [...Map.groupBy(waiting, ({ cause }) => cause)].map(([cause, entries]) => {
    return { code: 'waits', cause, paths: [...new Set(entries.map(({ path }) => path))] };
  });
}
