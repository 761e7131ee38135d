import type { FiledRequest } from '../checkout/outcome.ts';
import { Problem, toProblem } from '../errors.ts';
import type { FilingResult } from '../filing/carry-out.ts';
import type { Filed } from '../filing/one-object.ts';
import { toPathKey } from '../git/git-path.ts';
import { refuseWithoutLedger } from '../ledger/problems.ts';
import type { BranchRecord, Failure } from '../ledger/record.ts';
import { isCausedNow, type LeftOut } from '../plan/planned.ts';
import { toReportRequest } from '../report/report-json.ts';
import type { Notice } from '../sentences/notice.ts';
import type { Plan } from './plan.ts';

/**
 * Returns the facts of a run that has filed. Unless `--still-open` is fail, rows that fail as in an earlier push become notices and,
 * without another row of their file, entries of `leftOut`. The error is the first of: an unforeseen error (which `onDefect` gets), a stop,
 * a cancellation that left rows open, a ledger that could not be written under `require`, the plan's (files without a rule). @param
 * unwritten why the ledger could not be written, a clause; null: it was, or there was no need. @param more other notices
 */
export function listFilingFacts(plan: Plan, result: FilingResult, unwritten: string | null, more: readonly Notice[]) {
  const { filed, stop, defect } = result;
  const { run, record, range, facts } = plan;
  const { input } = run;
  const rows = filed.flatMap((one) => one.rows);
  const isQuiet = input.options['still-open'] !== 'fail';
  const stillOpen = isQuiet ? findStillOpen(filed, record, range.head) : new Map<FiledRequest, Failure>();
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
  const isCut = input.signal.aborted && count > 0;
  const remedy = 'The next run of this branch files the rest.';
  const cancelled = isCut
    ? new Problem('cancelled', 'the run was cancelled before everything was filed', remedy)
    : null;
  const lost = unwritten !== null && isRequired ? refuseWithoutLedger(unwritten) : null;
  const error = (defect && toProblem(defect)) ?? stop ?? cancelled ?? lost ?? facts.error ?? null;
  return { requests, leftOut: [...(facts.leftOut ?? []), ...still.leftOut], notices, error };
}

/**
 * Returns the rows that fail for the same content as in a push of another head, each with the failure of then: a conflict with the same
 * request, or a refusal in the same words, if no call lacks an answer; or the same outcome that only a person can settle. Never
 * compilations that this push causes. They make no other push red (design §16).
 */
function findStillOpen(filed: readonly Filed[], { exceptions }: BranchRecord, head: string) {
  const found = new Map<FiledRequest, Failure>();
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
      const isOther = failed.since.head !== head && failed.blob === request.blob;
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
  const keys = new Map(
    standing.flatMap(({ rfp, tkey }) => (updated.has(rfp) && tkey !== undefined ? [[rfp, tkey] as const] : [])),
  );
  return [...keys].map(([rfp, key]) => ({ code: 'keepsKey', rfp, key }));
}

/** Returns a notice for each file that was not filed, or is left to the tip's run, and that compilations wait for; with their paths. */
function listWaitNotices(filed: readonly Filed[]): Notice[] {
  const waiting = filed.flatMap(({ work, waitsFor }) =>
    waitsFor.map((cause) => ({ cause, path: work.step.should.request.path.text })),
  );
  return [...Map.groupBy(waiting, ({ cause }) => cause)].map(([cause, entries]) => {
    return { code: 'waits', cause, paths: [...new Set(entries.map(({ path }) => path))] };
  });
}
