import { makesCalls } from '../checkout/next.ts';
import { Problem } from '../errors.ts';
import { askHolders } from '../filing/ask.ts';
import { createRfpPredictor } from '../filing/rfp.ts';
import { isBranchGone } from '../git/branches.ts';
import { GitFailure } from '../git/failure.ts';
import { isAncestor } from '../git/history.ts';
import type { Repository } from '../git/repository.ts';
import { indexNotedRuns } from '../ledger/note.ts';
import { mayBeSame } from '../plan/identity.ts';
import { listNameWarnings } from '../plan/object-names.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { buildPlanRows } from '../report/plan-rows.ts';
import type { HeldBy } from '../report/report-json.ts';
import type { Notice } from '../sentences/notice.ts';
import { cacheByKey } from '../uses/cached.ts';
import { buildFilingRun, requireLimits } from './ahead.ts';
import { buildClientOptions, type Facts, type RunInput } from './input.ts';
import type { Plan } from './plan.ts';

/**
 * Says what `file` would do: returns the rows of each step, with the holder of the object and the RFP as far as they are known, and
 * notices, also about limits and options for which `file` would refuse the plan. May ask the service; changes nothing.
 */
export async function foresee(plan: Plan): Promise<Pick<Facts, 'requests' | 'notices'>> {
  const { steps, record } = plan;
  const { input } = plan.run;
  const notices: Notice[] = [];
  /** Turns a refusal, a Problem, into a notice (only if steps make calls), and returns null. Throws any other error again. */
  const noticeRefusal = (error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    if (steps.some(makesCalls)) notices.push({ code: 'wouldBeRefused', why: error.message });
    return null;
  };
  await Promise.try(requireLimits, input, steps).catch(noticeRefusal);
  const filing = await Promise.try(buildFilingRun, plan).catch(noticeRefusal);
  const mode = filing?.mode ?? null;
  const known = [...record.checkOuts.values()];
  const requests = steps.map(({ should }) => should.request);
  const { held, notice } = await dropMovedOn(input, await findHeldInLedger(plan));
  const byRequest = Map.groupBy(held, ([request]) => request);
  const heldBy = new Map([...byRequest].map(([request, all]) => [request, all.map(([, by]) => by)]));
  const rfpOf = mode === null ? () => null : createRfpPredictor(mode, known);
  const foreseen = { names: listNameWarnings(requests, known), heldBy, rfpMode: mode, rfpOf };
  return { requests: steps.flatMap((step) => buildPlanRows(step, foreseen)), notices: [...notices, ...notice] };
}

/** A planned request, with one that holds its object. */
type Held = readonly [PlannedRequest, HeldBy];

/** Drops holders that are no longer open, if address and token are given and the service answers. `notice`: if it did ([]: no holders). */
async function dropMovedOn(input: RunInput, held: Held[]): Promise<{ held: Held[]; notice: Notice[] }> {
  if (held.length === 0) return { held, notice: [] };
  const numbers = new Set(held.flatMap(([, { objectId }]) => objectId ?? []));
  const at = input.now().toISOString();
  const answers = input.token && input.options.url ? await askHolders(buildClientOptions(input), [...numbers]) : null;
  if (answers === null) return { held, notice: [{ code: 'heldByLedger', at }] };
  const { asked, gone } = answers;
  const isHeld = ([, { objectId }]: Held) => objectId === null || !gone.has(objectId);
  return { held: held.filter(isHeld), notice: [{ code: 'heldAsked', at, asked, gone: [...gone] }] };
}

/**
 * Finds in the ledger the open requests of other records for the object of each planned create (design §16), also of records that are not
 * believed. Skips creates and requests without a lock, and requests without a number. The ledger does not know every holder of an object.
 */
async function findHeldInLedger({ steps, run, range }: Plan): Promise<Held[]> {
  const { repository, key } = run;
  // A request without a lock meets nothing.
  const creates = steps.filter(({ deeds, should }) => deeds.includes('create') && should.request.fields.lock !== '*NO');
  const requests = creates.map(({ should }) => should.request);
  if (requests.length === 0) return [];
  const claims = await run.ledger.findHolders(requests.map(({ identity }) => identity));
  const found = requests.flatMap((request) =>
    claims.flatMap((claim) => {
      const { stands } = claim.checkOut;
      if (stands === null || stands.objectId === null || stands.fields.lock === '*NO') return [];
      const here = claim.record.repo === key.repo && claim.record.repository === key.repository;
      return mayBeSame(claim.checkOut, request.identity) ? [{ request, claim, stands, here }] : [];
    }),
  );
  if (found.length === 0) return [];
  const noted = indexNotedRuns(await run.ledger.notes(new Set(found.map(({ stands }) => stands.commit))));
  const isMerged = matchMerged(repository, range.head);
  return Array.fromAsync(found, async ({ request, claim: { record, verified }, stands, here }): Promise<Held> => {
    const { objectId, reason, path, commit } = stands;
    const { repo, branch, mapping } = record;
    const filer = noted.findFiler(stands, record);
    // Commits of another repository are not in this one, and a record that is not believed is not taken over.
    const merged = here && verified !== false ? await isMerged(commit) : false;
    const gone = here ? await isBranchGone(repository, branch) : null;
    const by = { objectId, reason, repo, branch, mapping, path, ...filer, verified: verified === true, merged, gone };
    return [request, by];
  });
}

/** Returns a test: is a commit in the history of `head`? null: not known, as for '', after 50 commits, and once a question has failed. */
function matchMerged(repository: Repository, head: string): (commit: string) => Promise<boolean | null> {
  // Each one takes a process of Git.
  let left = 50;
  const giveUp = (error: unknown) => {
    if (!(error instanceof Problem || error instanceof GitFailure)) throw error;
    // Each question may wait for a remote that hangs.
    left = 0;
    return null;
  };
  return cacheByKey(async (commit) => {
    if (commit === '' || left === 0) return null;
    left -= 1;
    return isAncestor(repository, commit, head).catch(giveUp);
  });
}
