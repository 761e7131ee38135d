import type { Action } from '../filing/actions.ts';
import { isGitTrouble } from '../filing/failed.ts';
import { isAncestor } from '../git/merge-base.ts';
import { branchIsGone, wantRefs } from '../git/remote-refs.ts';
import type { Repository } from '../git/repository.ts';
import { commitOf, NotedRuns } from '../ledger/noted-runs.ts';
import type { FiledObject, LedgerRecord } from '../ledger/record.ts';
import type { RunLedger } from '../ledger/run-ledger.ts';
import { mayBeSame, nameKey } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { HeldBy } from '../report/report-json.ts';
import type { PlannedRange } from './plan.ts';

/** Of so many commits it is asked whether they are merged; each is a process of Git. */
const mostAsked = 50;

/** A request of another branch that holds an object, as the ledger has it. */
interface Found {
  readonly request: PlannedRequest;
  readonly record: LedgerRecord;
  readonly entry: FiledObject;
  readonly verified: boolean;
  /** True where a secret is given, and has not sealed what says so: filing will not go on with that. */
  readonly isClaim: boolean;
}

/**
 * Who holds the objects of planned creates, as far as the ledger knows (design §16): open requests of other branches for
 * the same object. What the ledger does not name may be held all the same.
 */
export async function heldBy(
  repository: Repository,
  { actions, run, range, repo }: PlannedRange,
): Promise<ReadonlyMap<PlannedRequest, readonly HeldBy[]>> {
  const asked = actions.filter(mayMeetHolder).map(({ request }) => request);
  const found = await findHolders(run, asked);
  if (found.length === 0) return new Map();
  const noted = new NotedRuns(await run.ledger.notes(new Set(found.map(({ entry }) => commitOf(entry)))));
  const isMerged = mergedInto(repository, range.head);
  // One question to the remote for all branches.
  wantRefs(
    repository,
    found.filter(({ record }) => record.repo === repo).map(({ record }) => `refs/heads/${record.branch}`),
  );
  const held: (readonly [PlannedRequest, HeldBy])[] = [];
  for (const one of found) {
    const { record, entry, verified, isClaim } = one;
    const { repo: ofRepo, branch, mapping } = record;
    const isHere = ofRepo === repo;
    held.push([
      one.request,
      {
        ...{ objectId: entry.objectId, reason: entry.reason, repo: ofRepo, branch, mapping, path: entry.path },
        ...noted.filerOf(entry, record),
        verified,
        // Commits of another repository are none of this one's.
        merged: isHere && !isClaim ? await isMerged(commitOf(entry)) : false,
        gone: isHere ? await branchIsGone(repository, branch) : null,
      },
    ]);
  }
  const groups = Map.groupBy(held, ([request]) => request);
  return new Map([...groups].map(([request, rows]) => [request, rows.map(([, row]) => row)]));
}

/** A create meets whatever holds its object; what the plan keeps back, and our own open request, meet nothing. */
function mayMeetHolder({ kind, request }: Action): boolean {
  return kind === 'create' && request.fields.lock !== '*NO';
}

async function findHolders({ ledger, key }: RunLedger, asked: readonly PlannedRequest[]): Promise<Found[]> {
  if (asked.length === 0 || key === null) return [];
  const { records, areSealed, unsealed } = await ledger.naming(new Set(asked.map(({ identity }) => identity.objn)));
  const byName = Map.groupBy(asked, ({ identity }) => nameKey(identity));
  const isOther = (one: LedgerRecord) =>
    one.service === key.service && !(one.repo === key.repo && one.mapping === key.mapping && one.branch === key.branch);
  const holdersIn = (isBelieved: boolean) => (record: LedgerRecord) =>
    record.filed.filter(holds).flatMap((entry) =>
      (byName.get(nameKey(entry)) ?? [])
        .filter(({ identity }) => mayBeSame(identity, entry))
        .map((request) => {
          const isClaim = !isBelieved || entry.claimed === true;
          return { request, record, entry, verified: areSealed && !isClaim, isClaim };
        }),
    );
  return [...records.filter(isOther).flatMap(holdersIn(true)), ...unsealed.filter(isOther).flatMap(holdersIn(false))];
}

/** A request without a lock holds nothing, nor does one whose number nobody knows tell who it is. */
function holds({ objectId, sent }: FiledObject): boolean {
  return objectId !== null && sent.lock !== '*NO';
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
  if (isGitTrouble(error)) return null;
  throw error;
}
