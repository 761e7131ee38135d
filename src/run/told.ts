import type { FiledRequest } from '../checkout/outcome.ts';
import type { FilingResult } from '../filing/carry-out.ts';
import type { FilingStop } from '../filing/filing.ts';
import type { Ended, Work } from '../filing/work.ts';
import { pathKey } from '../git/git-path.ts';
import type { BranchRecord, CheckOut, Failure } from '../ledger/record.ts';
import { isCausedNow, type LeftOut } from '../plan/planned.ts';
import { errorOf } from '../report/make-report.ts';
import { reportRequest } from '../report/report-json.ts';
import type { Notice } from '../sentences/notice.ts';
import type { StepFacts } from './facts.ts';
import type { RunInput } from './input.ts';
import type { Plan } from './plan.ts';
import { stopError } from './stopped.ts';
import { unmappedError } from './unmapped.ts';

/** What a run wrote down, as its report tells it. */
export interface SettledRun {
  /** Rows that earlier runs have reported in the same way. */
  readonly stillOpen: ReadonlyMap<FiledRequest, Failure>;
  readonly notices: readonly Notice[];
  /** Under `--ledger require`: what was filed could not be remembered. */
  readonly error: Error | null;
}

/** What an earlier run reported, and what is refused in the same way again: it makes no other push red (design §16). */
export function openBefore(
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

export function stillOpenNotice([{ request, outcome, msg }, { since }]: [FiledRequest, Failure]): Notice {
  return { code: 'stillOpen', path: request.path.text, outcome, msg: msg ?? '', run: since.run, actor: since.actor };
}

/** An update cannot carry a pipeline key: a push that only updates says which key its RFP has (design §7). */
export function keptKeys(
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
export function told(
  input: RunInput,
  plan: Plan,
  result: FilingResult,
  works: readonly Work[],
  { stillOpen, error, ...settled }: SettledRun,
): StepFacts {
  const all = works.flatMap(({ n }) => result.ended.get(n)?.rows ?? []);
  const left = all.filter(({ outcome }) => outcome === 'notAttempted' || outcome === 'unknown').length;
  const stop = result.stop ?? (input.signal.aborted && left > 0 ? cancelled : null);
  const isOwed = result.stop !== null && left > 0 && plan.run.writes;
  const rest: Notice[] = isOwed ? [{ code: 'restIsOwed', count: left }] : [];
  const notices = [...settled.notices, ...waitNotices(works, result), ...rest];
  const requests = all.filter((row) => !stillOpen.has(row)).map(reportRequest);
  const leftOut = [...(plan.told.leftOut ?? []), ...leftOpen(stillOpen, requests)];
  if (result.defect !== null) {
    input.onDefect(result.defect);
    return { requests, leftOut, notices, error: errorOf(result.defect) };
  }
  if (stop !== null) return { requests, leftOut, notices, error: stopError(stop) };
  return { requests, leftOut, notices, error: error === null ? unmappedError(plan.unmapped) : errorOf(error) };
}

const cancelled: FilingStop = {
  code: 'cancelled',
  why: 'the run was cancelled before everything was filed',
  remedy: 'The next run of this branch files the rest.',
};
