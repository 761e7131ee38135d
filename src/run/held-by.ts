import { Problem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { isAncestor } from '../git/merge-base.ts';
import { isBranchGone, wantRefs } from '../git/remote-refs.ts';
import type { Repository } from '../git/repository.ts';
import type { Claim } from '../ledger/ledger-access.ts';
import { NotedRuns } from '../ledger/note.ts';
import type { Standing } from '../ledger/record.ts';
import { mayBeSame } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { HeldBy } from '../report/report-json.ts';
import type { Plan } from './plan.ts';

/** Of so many commits it is asked whether they are merged; each is a process of Git. */
const mostAsked = 50;

/** A request of another branch that holds an object, as the ledger has it. */
interface HeldRequest {
  readonly request: PlannedRequest;
  readonly claim: Claim;
  readonly stands: Standing;
}

/**
 * Who holds the objects of planned creates, as far as the ledger knows (design §16): requests of other branches for the
 * same object. What the ledger does not name may be held all the same.
 */
export async function heldBy(
  repository: Repository,
  { steps, run, range, named }: Plan,
): Promise<ReadonlyMap<PlannedRequest, readonly HeldBy[]>> {
  // A request without a lock meets nothing.
  const creates = steps.filter(({ deeds, should }) => deeds.includes('create') && should.request.fields.lock !== '*NO');
  const asked = creates.map(({ should }) => should.request);
  if (asked.length === 0 || run.key === null) return new Map();
  const claims = await run.ledger.holdersOf(asked.map(({ identity }) => identity));
  const found = asked.flatMap((request) => claims.flatMap((claim) => holding(request, claim)));
  if (found.length === 0) return new Map();
  const noted = new NotedRuns(await run.ledger.notes(new Set(found.map(({ stands }) => stands.commit))));
  const isMerged = mergedInto(repository, range.head);
  const isHere = ({ record }: Claim) => record.repo === named.repo && record.repository === run.key?.repository;
  const branches = found.filter(({ claim }) => isHere(claim)).map(({ claim }) => `refs/heads/${claim.record.branch}`);
  // One question to the remote for all branches.
  wantRefs(repository, branches);
  const held: (readonly [PlannedRequest, HeldBy])[] = [];
  for (const { request, claim, stands } of found) {
    const { record, believed } = claim;
    const { repo, branch, mapping } = record;
    const here = isHere(claim);
    held.push([
      request,
      {
        ...{ objectId: stands.objectId, reason: stands.reason, repo, branch, mapping, path: stands.path },
        ...noted.filerOf(stands, record),
        verified: believed && run.ledger.verified,
        // Commits of another repository are none of this one's, and what is not believed is not gone on with.
        merged: here && (believed || !run.ledger.verified) ? await isMerged(stands.commit) : false,
        gone: here ? await isBranchGone(repository, branch) : null,
      },
    ]);
  }
  const groups = Map.groupBy(held, ([request]) => request);
  return new Map([...groups].map(([request, rows]) => [request, rows.map(([, row]) => row)]));
}

function holding(request: PlannedRequest, claim: Claim): HeldRequest[] {
  const { stands } = claim.checkOut;
  const holds = stands !== null && stands.objectId !== null && stands.fields.lock !== '*NO';
  return holds && mayBeSame(claim.checkOut, request.identity) ? [{ request, claim, stands }] : [];
}

/** Whether commits are in the history of the head; null: not known. */
function mergedInto(repository: Repository, head: string): (commit: string) => Promise<boolean | null> {
  const asked = new Map<string, Promise<boolean | null>>();
  // History that could not be had once is not asked for again: each question may wait for a remote that hangs.
  let isLost = false;
  return (commit) => {
    const known = asked.get(commit);
    if (known !== undefined) return known;
    const answer =
      commit === '' || isLost || asked.size >= mostAsked
        ? Promise.resolve(null)
        : isAncestor(repository, commit, head).catch((error) => {
            isLost = true;
            return unknownToGit(error);
          });
    asked.set(commit, answer);
    return answer;
  };
}

/** What Git cannot tell is not known. */
function unknownToGit(error: unknown): null {
  if (error instanceof Problem || error instanceof GitFailure) return null;
  throw error;
}
