import type { FiledRequest } from '../checkout/outcome.ts';
import type { Stop } from '../errors.ts';
import type { FilingResult } from '../filing/carry-out.ts';
import type { Filed } from '../filing/filing.ts';
import { pathKey } from '../git/git-path.ts';
import { ledgerRequired } from '../ledger/problems.ts';
import type { BranchRecord, Failure } from '../ledger/record.ts';
import { isCausedNow, type LeftOut } from '../plan/planned.ts';
import { errorOf } from '../report/make-report.ts';
import { reportRequest } from '../report/report-json.ts';
import type { Notice } from '../sentences/notice.ts';
import { type StepFacts, stopError } from './facts.ts';
import type { Plan } from './plan.ts';
import { unmappedError } from './unmapped.ts';

/** Rows that earlier runs have reported in the same way, each with the failure of then. */
type StillOpen = ReadonlyMap<FiledRequest, Failure>;

const cancelled: Stop = {
  code: 'cancelled',
  why: 'the run was cancelled before everything was filed',
  remedy: 'The next run of this branch files the rest.',
};

/**
 * Returns what the report says of a filing, and tells `onDefect` of a defect. Rows that are still open as before move to
 * `leftOut` (not under `--still-open fail`). Error, the first of: defect, stop or cancellation, ledger, unmapped files.
 * @param unwritten why the end of the run could not be written down; null: it was. @param more notices of the run
 */
export function filingFacts(
  plan: Plan,
  { filed, stop, defect }: FilingResult,
  unwritten: string | null,
  more: readonly Notice[],
): StepFacts {
  const { run, record, range, facts, unmapped } = plan;
  const { input } = run;
  const rows = filed.flatMap((one) => one.rows);
  const isQuiet = input.options['still-open'] !== 'fail';
  const stillOpen: StillOpen = isQuiet ? findStillOpen(filed, record, range.head) : new Map();
  const isRequired = input.options.ledger === 'require';
  const count = rows.filter(({ outcome }) => outcome === 'notAttempted' || outcome === 'unknown').length;
  const notices = [
    ...[...stillOpen].map(stillOpenNotice),
    ...keyNotices(filed),
    ...(unwritten === null || isRequired ? [] : [{ code: 'endNotWritten', why: unwritten } as const]),
    ...more,
    ...waitNotices(filed),
    ...(stop !== null && count > 0 && run.writes ? [{ code: 'restIsOwed', count } as const] : []),
  ];
  const requests = rows.filter((row) => !stillOpen.has(row)).map(reportRequest);
  const leftOut = [...(facts.leftOut ?? []), ...stillOpenRows(stillOpen, requests)];
  const found = { requests, leftOut, notices };
  if (defect !== null) {
    input.onDefect(defect);
    return { ...found, error: errorOf(defect) };
  }
  const ended = stop ?? (input.signal.aborted && count > 0 ? cancelled : null);
  if (ended !== null) return { ...found, error: stopError(ended) };
  return { ...found, error: unwritten !== null && isRequired ? ledgerRequired(unwritten) : unmappedError(unmapped) };
}

/** Returns the rows that fail as an earlier push with another head has reported, each with the failure of then: they make no later push red (design §16). */
function findStillOpen(filed: readonly Filed[], { exceptions }: BranchRecord, head: string): StillOpen {
  const found = new Map<FiledRequest, Failure>();
  for (const { rows, checkOut } of filed) {
    // A call without an answer keeps its exit code until it is settled.
    const isAnswered = (checkOut?.tried.length ?? 0) === 0;
    for (const row of rows) {
      const { request, needsPerson } = row;
      const failed = exceptions.get(pathKey(request.path))?.failed;
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

/** True for a row refused as before: by the same request, or with the same words of the service. */
function isRefusedAs({ outcome, objectId, msg }: FiledRequest, failed: Failure): boolean {
  if (outcome !== failed.outcome) return false;
  if (outcome === 'conflict') return objectId === failed.objectId;
  return outcome === 'rejected' && failed.said === (msg ?? outcome);
}

/** Makes the notice of a row that is still open, with the run and the account that reported it first. */
function stillOpenNotice([{ request, outcome, msg }, { since }]: [FiledRequest, Failure]): Notice {
  return { code: 'stillOpen', path: request.path.text, outcome, msg: msg ?? '', run: since.run, actor: since.actor };
}

/** Makes a left-out entry for each file that is still open and is not among `requests`, the rows of the report. */
function stillOpenRows(stillOpen: StillOpen, requests: readonly { readonly path: string }[]): LeftOut[] {
  const named = new Set(requests.map(({ path }) => path));
  return [...stillOpen].flatMap(([{ request, outcome, msg }, { since }]) => {
    const { path, previousPath } = request;
    if (named.has(path.text)) return [];
    return [{ path, previousPath, because: { code: 'stillOpen', run: since.run, outcome, said: msg ?? '' } as const }];
  });
}

/** Makes a notice for each RFP in which a push only updated requests, with the pipeline key it keeps (design §7); [] if any row has sent a key. */
function keyNotices(filed: readonly Filed[]): Notice[] {
  const rows = filed.flatMap((one) => one.rows);
  if (rows.some(({ tkey }) => tkey !== null)) return [];
  const updated = new Set(rows.flatMap(({ outcome, rfp }) => (outcome === 'updated' && rfp !== null ? [rfp] : [])));
  const keys = new Map(
    filed.flatMap(({ checkOut }) => {
      const { rfp = 0, tkey } = checkOut?.stands ?? {};
      return updated.has(rfp) && tkey !== undefined ? [[rfp, tkey] as const] : [];
    }),
  );
  return [...keys].map(([rfp, key]) => ({ code: 'keepsKey', rfp, key }));
}

/** Makes a notice for each file that has to be filed first, with the files whose compilation waits for it. */
function waitNotices(filed: readonly Filed[]): Notice[] {
  const waiting = filed.flatMap(({ work: { step }, rows }) => {
    const { kind, request } = step.should;
    if (kind !== 'compiled' || rows.length > 0) return [];
    return (request.dependent?.waitsFor ?? []).map((cause) => ({ cause, path: request.path.text }));
  });
  return [...Map.groupBy(waiting, ({ cause }) => cause)].map(([cause, entries]) => {
    return { code: 'waits', cause, paths: [...new Set(entries.map(({ path }) => path))] };
  });
}
