import type { Problem } from '../errors.ts';
import { type Action, decideActions } from '../filing/actions.ts';
import type { LeftAsFiled } from '../ledger/level.ts';
import { type GitPath, pathKey } from '../git/git-path.ts';
import { newerTip } from '../git/newer-tip.ts';
import type { Objects } from '../git/objects.ts';
import { forgetTips } from '../git/remote-refs.ts';
import type { Repository } from '../git/repository.ts';
import type { Range } from '../git/resolve-range.ts';
import type { Ledger } from '../ledger/ledger-access.ts';
import type { LedgerRecord, RecordKey } from '../ledger/record.ts';
import type { IntendedCall } from '../ledger/lease.ts';
import { type BranchMatch, branchRuleFor } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { placeholdersIn } from '../mapping/placeholders.ts';
import { userOf } from '../mapping/users.ts';
import { bindMapping } from '../plan/bind-mapping.ts';
import { type Identity, identityText } from '../plan/identity.ts';
import type { Mapper } from '../plan/mapper.ts';
import { isLeftOutForNow, type LeftOut, type PlannedRequest } from '../plan/planned.ts';
import { acceptClaims, type Refused, type RunToWaitFor } from '../ledger/accept-claims.ts';
import { reasonsOf } from './row-reasons.ts';
import { type Ahead, chooseRange, gather } from './range.ts';
import type { Waiting } from './waiting-claims.ts';
import { type Facts, newFacts, type Planning } from './facts.ts';
import { noteDeletes, notePlaceholders, noteRemote, noteUnmapped, noteUnseen } from './notices.ts';
import { openRecord } from '../ledger/open-record.ts';
import { listAhead, planChanges } from './changes.ts';
import { readSet } from './read-set.ts';
import { requireTarget } from '../plan/require-target.ts';
import { standing } from './still-made.ts';
import type { RunInput } from './input.ts';

/** A range with everything that was decided about it, ready to be shown or filed. */
export interface PlannedRange {
  readonly range: Range;
  readonly repo: string;
  readonly mapping: CompiledMapping;
  readonly mappingBlob: string | null;
  readonly actions: readonly Action[];
  readonly ledger: Ledger;
  /** The ledger's record as this run takes it; null: none. */
  readonly record: LedgerRecord | null;
  readonly key: RecordKey | null;
  /** Paths that only an earlier run left behind; no change of this range. */
  readonly leftBehind: ReadonlySet<string>;
  /** Those of them that only a record says whose seal did not fit; null: nobody looked. */
  readonly waiting: Waiting | null;
  /** Keys of the paths that were left out for now only. */
  readonly stays: ReadonlySet<string>;
  /** What the look at everything filed found; null: nobody looked. */
  readonly left: LeftAsFiled | null;
  /** Objects of which nothing stands and nothing should: what may have been filed for them is settled. */
  readonly gone: readonly Identity[];
  /** Calls without an answer of which no run asks any more. */
  readonly given: readonly IntendedCall[];
  /** Requests that stand as they should and that the push does not name: no report shows them. */
  readonly quiet: ReadonlySet<PlannedRequest>;
  /** Why requests are there that the push itself does not ask for. */
  readonly because: ReadonlyMap<PlannedRequest, string>;
  /** What runs of this branch left under a mapping file that is gone. */
  readonly leftUnder: Problem | null;
  /** Files that no rule reaches, under `unmapped: error`. */
  readonly unmapped: readonly GitPath[];
  /** Why nothing is to be sent; null: nothing is known that would forbid it. */
  readonly stop: Refused | null;
}

/**
 * The way from the event to the actions: mapping, ledger record, range, changes, plan. Decides and reads only, but for
 * the ledger, where a range is written down before anything can fail. Fills the facts as far as it gets.
 *
 * @returns null when the event itself leaves nothing to do.
 */
export async function planRange(
  input: RunInput,
  repository: Repository,
  objects: Objects,
  facts: Facts,
  ahead: Ahead,
): Promise<PlannedRange | RunToWaitFor | null> {
  const planning = { input, repository, objects, facts };
  const known = await gather(planning, ahead);
  const chosen = await chooseRange(planning, known, ahead.ask);
  if (chosen === null) return null;
  const { key, repo, read } = known;
  const { record, leftUnder } = chosen;
  const accepted = await acceptClaims(planning, known.ledger, chosen.range, ahead.ask);
  if ('waitFor' in accepted) return accepted;
  // First of all, so that nothing that fails from here on can lose the range.
  const ledger = await openRecord(planning, accepted.ledger, chosen.range, key, record);
  if (ledger === 'moved') {
    // Another run has written the record since this one read it: what was decided may be wrong by now.
    forgetTips(repository);
    Object.assign(facts, newFacts());
    return planRange(input, repository, objects, facts, { ...ahead, fetched: null });
  }
  const { range, tipOid, tipProblem } = chosen;
  if (tipProblem !== null) throw tipProblem;
  const listed = read.problem === null ? listAhead(repository, range) : null;
  const tip = tipOid === null ? null : await newerTip(repository, objects, range.branch, range.head, tipOid);
  if (read.problem !== null) throw read.problem;
  const { mapping } = read;
  const branchMatch = branchRuleFor(mapping, range.branch);
  const mapper = bindRun(planning, mapping, branchMatch, range, repo);
  const choice = {
    ...chosen,
    ledger,
    tip,
    listed,
    mapper,
    mappingBlob: read.blob,
    isMapped: branchMatch !== null,
    attachAs: input.options['attach-as'] ?? mapping.mapping.attach.as,
    deletes: mapping.mapping.deletes,
  };
  const { plan, leftBehind, waiting, named, takenBack, look, given } = await planChanges(planning, choice);
  const open = placeholdersIn(mapping.mapping);
  requireTarget(plan, open);
  notePlaceholders(planning, open);
  noteRemote(planning, ledger);
  if (key !== null && ledger.trouble === null) await noteUnseen(planning, range, ledger.record);
  // What earlier pushes have sent for a file that this one took back is known by their record alone.
  const isSentAgain = ({ path }: PlannedRequest) => range.explicit || takenBack.has(pathKey(path));
  const stands = await standing(objects, range, plan.requests, record, mapper);
  const decided = decideActions(plan.requests, record, isSentAgain, stands);
  const nothing = decided.filter(({ kind }) => kind === 'nothing').map(({ request }) => request);
  const actions = decided.filter(({ kind }) => kind !== 'nothing');
  // What stands as it should is only counted where the push does not name it.
  const unseen = actions.filter(({ kind, request }) => kind === 'unchanged' && !isNamed(request, named));
  const quiet = new Set(unseen.map(({ request }) => request));
  const leftOut = [...plan.leftOut, ...nothing.map(neverFiled)];
  facts.leftOut = leftOut;
  facts.standing = look?.standing ?? null;
  noteUnmapped(planning, mapping, plan);
  noteDeletes(planning, mapping, plan);
  const stays = new Set(leftOut.filter(isLeftOutForNow).map(({ path }) => pathKey(path)));
  const unmapped = leftOut.filter((entry) => entry.error).map(({ path }) => path);
  const about = { range, repo, mapping, mappingBlob: read.blob, ledger, record, key, leftUnder };
  const because = reasonsOf(actions, named, record);
  const gone = nothing.map(({ identity }) => identity);
  const { stop } = accepted;
  return {
    ...about,
    actions,
    leftBehind,
    waiting,
    stays,
    unmapped,
    left: look?.left ?? null,
    gone,
    given,
    quiet,
    because,
    stop,
  };
}

function isNamed({ path, previousPath }: PlannedRequest, named: ReadonlySet<string>): boolean {
  return named.has(pathKey(path)) || (previousPath !== null && named.has(pathKey(previousPath)));
}

/** The object never was at the target, and what stands there by now is somebody else's (design §7). */
function neverFiled({ path, identity }: PlannedRequest): LeftOut {
  const why = `deleted, and never filed: ${identityText(identity)} was added by this branch`;
  return { path, previousPath: null, kind: 'neverFiled', why, error: false };
}

function bindRun(
  { input }: Planning,
  mapping: CompiledMapping,
  branchMatch: BranchMatch | null,
  range: Range,
  repo: string,
): Mapper {
  const { id, attempt, actor } = input.event.run;
  return bindMapping(mapping, branchMatch, {
    repo,
    branch: range.branch,
    sha: range.head,
    run: id === null ? '' : `${id}-${attempt}`,
    user: actor === null ? null : userOf(mapping.mapping.users, actor),
    set: readSet(input.options),
  });
}
