import { Problem } from '../errors.ts';
import { askHolders } from '../filing/ask.ts';
import type { FilingRun } from '../filing/filing.ts';
import { rfpsAhead } from '../filing/rfp.ts';
import { isBranchGone } from '../git/branches.ts';
import { GitFailure } from '../git/failure.ts';
import { isAncestor } from '../git/merge-base.ts';
import type { Repository } from '../git/repository.ts';
import { notedRuns } from '../ledger/note.ts';
import type { Claim } from '../ledger/record.ts';
import { mayBeSame } from '../plan/identity.ts';
import { nameWarnings } from '../plan/object-names.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { planRows } from '../report/plan-rows.ts';
import type { HeldBy, ReportRequest } from '../report/report-json.ts';
import type { Notice } from '../sentences/notice.ts';
import { cached } from '../uses/cached.ts';
import { makesCalls } from './ahead.ts';
import { checkLimits, filingRun } from './filing-run.ts';
import { clientOptions, type RunInput } from './input.ts';
import type { Plan } from './plan.ts';

/**
 * Says what `file` would do with a plan that is not filed. Returns a row for each step, with the holder of the object and the RFP of the
 * request as far as they are known, and notices, also about limits and options for which `file` would refuse the plan. May ask the service;
 * changes nothing.
 */
export async function foresee(plan: Plan): Promise<{ readonly rows: ReportRequest[]; readonly notices: Notice[] }> {
  const { steps, record } = plan;
  const { input } = plan.run;
  const notices: Notice[] = [];
  /** Turns a refusal, by a limit or by options that do not go together, into a notice. */
  const orRefused = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (steps.some(makesCalls)) notices.push({ code: 'wouldBeRefused', why: error.message });
      return null;
    }
  };
  orRefused(() => checkLimits(input, steps));
  const run: FilingRun | null = orRefused(() => filingRun(plan));
  const known = [...record.checkOuts.values()];
  const requests = steps.map(({ should }) => should.request);
  const held = await stillHeld(input, await heldInLedger(plan));
  const foreseen = {
    names: nameWarnings(requests, known),
    heldBy: held.heldBy,
    rfpMode: run?.mode ?? null,
    rfpOf: run === null ? () => null : rfpsAhead(run.mode, known),
  };
  return { rows: steps.flatMap((step) => planRows(step, foreseen)), notices: [...notices, ...held.notices] };
}

/** The requests that hold the objects of planned ones. */
type HeldByRequest = ReadonlyMap<PlannedRequest, readonly HeldBy[]>;

/**
 * Returns `held` without the requests that have moved on. If address and token are given it asks the service about each of them, else it
 * takes the ledger's word; a notice says which. Without holders it asks nothing and returns no notice.
 */
async function stillHeld(input: RunInput, held: HeldByRequest): Promise<{ heldBy: HeldByRequest; notices: Notice[] }> {
  if (held.size === 0) return { heldBy: held, notices: [] };
  const numbers = [...held.values()].flatMap((rows) => rows.flatMap(({ objectId }) => objectId ?? []));
  const at = input.now().toISOString();
  const options = input.token && input.options.url ? clientOptions(input) : null;
  const answers = options && (await askHolders(options, [...new Set(numbers)]));
  if (answers === null) return { heldBy: held, notices: [{ code: 'heldByLedger', at }] };
  const { asked, gone } = answers;
  const isHeld = ({ objectId }: HeldBy) => objectId === null || !gone.has(objectId);
  return {
    heldBy: new Map([...held].map(([request, rows]) => [request, rows.filter(isHeld)])),
    notices: [{ code: 'heldAsked', at, asked, gone: [...gone] }],
  };
}

/**
 * Finds in the ledger the open requests of other branches for the object of each planned create (design §16). It skips creates and requests
 * without a lock, and requests without a number. An object may also be held by somebody who is not in the ledger.
 */
async function heldInLedger({ steps, run, range }: Plan): Promise<HeldByRequest> {
  const { repository, subject } = run;
  // A request without a lock meets nothing.
  const creates = steps.filter(({ deeds, should }) => deeds.includes('create') && should.request.fields.lock !== '*NO');
  const requests = creates.map(({ should }) => should.request);
  if (requests.length === 0) return new Map();
  const claims = await run.ledger.holdersOf(requests.map(({ identity }) => identity));
  const isHere = ({ record }: Claim) => record.repo === subject.repo && record.repository === run.key.repository;
  const found = requests.flatMap((request) =>
    claims.flatMap((claim) => {
      const { stands } = claim.checkOut;
      if (stands === null || stands.objectId === null || stands.fields.lock === '*NO') return [];
      return mayBeSame(claim.checkOut, request.identity) ? [{ request, claim, stands, here: isHere(claim) }] : [];
    }),
  );
  if (found.length === 0) return new Map();
  const noted = notedRuns(await run.ledger.notes(new Set(found.map(({ stands }) => stands.commit))));
  const isMerged = mergedInto(repository, range.head);
  const held = new Map<PlannedRequest, HeldBy[]>(found.map(({ request }) => [request, []]));
  for (const { request, claim, stands, here } of found) {
    const { record, verified } = claim;
    const { repo, branch, mapping } = record;
    held.get(request)?.push({
      ...{ objectId: stands.objectId, reason: stands.reason, repo, branch, mapping, path: stands.path },
      ...noted.filerOf(stands, record),
      verified: verified === true,
      // Commits of another repository are not in this one, and a record that is not believed is not taken over.
      merged: here && verified !== false ? await isMerged(stands.commit) : false,
      gone: here ? await isBranchGone(repository, branch) : null,
    });
  }
  return held;
}

/** Git is asked for at most this number of commits, each by a process. */
const mostAsked = 50;

/**
 * Returns a test of commits: true if one is in the history of `head`. null: not known, as for '' , for all after the 50th, and once Git has
 * failed.
 */
function mergedInto(repository: Repository, head: string): (commit: string) => Promise<boolean | null> {
  let left = mostAsked;
  const giveUp = (error: unknown) => {
    if (!(error instanceof Problem || error instanceof GitFailure)) throw error;
    // Each question may wait for a remote that hangs.
    left = 0;
    return null;
  };
  return cached(async (commit) => {
    if (commit === '' || left === 0) return null;
    left -= 1;
    return isAncestor(repository, commit, head).catch(giveUp);
  });
}
