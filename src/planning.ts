import type { Problem } from './errors.ts';
import { type Action, decideActions } from './filing/actions.ts';
import { withoutOverRuns } from './filing/begin.ts';
import type { LeftAsFiled } from './filing/level.ts';
import { type GitPath, pathKey } from './git/git-path.ts';
import { newerTip, tipNow } from './git/newer-tip.ts';
import type { Objects } from './git/objects.ts';
import { branchOf, decideRange } from './git/range.ts';
import { forgetRef, forgetTips, wantRefs } from './git/remote-refs.ts';
import type { Repository } from './git/repository.ts';
import { checkedOutBranch, type Range, resolveRange } from './git/resolve-range.ts';
import { closedLedger, type Ledger, readOnlyLedger } from './ledger/ledger.ts';
import { openLedger } from './ledger/open-ledger.ts';
import { beginsAnew, type LedgerRecord, type RecordKey, renewedRecord } from './ledger/record.ts';
import type { IntendedCall } from './ledger/runs.ts';
import { sealKeys } from './ledger/seal.ts';
import { strayedRecord, underKey } from './ledger/strayed.ts';
import { type BranchMatch, branchRuleFor } from './mapping/branch.ts';
import type { CompiledMapping } from './mapping/compile.ts';
import { placeholdersIn } from './mapping/placeholders.ts';
import { userOf } from './mapping/users.ts';
import { bindMapping } from './plan/bind-mapping.ts';
import { type Identity, identityText } from './plan/identity.ts';
import type { Mapper } from './plan/mapper.ts';
import { isLeftOutForNow, type LeftOut, type PlannedRequest } from './plan/planned.ts';
import {
  type AskService,
  acceptClaims,
  type Refused,
  type RunToWaitFor,
  requireSeal,
} from './planning/accept-claims.ts';
import { reasonsOf } from './planning/because.ts';
import type { ChosenRange } from './planning/choice.ts';
import { type Facts, newFacts, type Planning } from './planning/context.ts';
import { fetchAhead } from './planning/fetch-ahead.ts';
import { asksTip, onlyOnBranch, placeOfRun } from './planning/head.ts';
import { leftUnderOthers, orLeftUnder } from './planning/left-under-others.ts';
import { ledgerKey, repositoryName } from './planning/names.ts';
import {
  noteDeletes,
  noteHeld,
  noteLedger,
  notePlaceholders,
  noteRemote,
  noteUnmapped,
  noteUnseen,
} from './planning/notices.ts';
import { openRecord, passSkipped } from './planning/open-record.ts';
import { listAhead, planChanges } from './planning/plan-changes.ts';
import { type ReadMapping, readMapping } from './planning/read-mapping.ts';
import { readSet } from './planning/read-set.ts';
import { requireTarget } from './planning/require-target.ts';
import { standing } from './planning/standing.ts';
import type { RunInput } from './run-input.ts';

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
  /** Those of them that only a record says whose seal did not fit. */
  readonly claimed: ReadonlySet<string>;
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
  const chosen = await chooseRange(planning, known);
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
  const { plan, leftBehind, claimed, named, takenBack, look, given } = await planChanges(planning, choice);
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
    claimed,
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

/** What was begun or found out before a range is planned. */
export interface Ahead {
  /** The ledger as it is being fetched (fetchAhead); null: it is not. */
  readonly fetched: Promise<string | null> | null;
  /** Why the ledger cannot be written, when an earlier attempt of this run has found out. */
  readonly ledgerRefused: string | null;
  readonly ask: AskService;
}

/** What a run knows before its range is decided. */
interface Known {
  readonly read: ReadMapping;
  readonly repo: string;
  readonly key: RecordKey | null;
  readonly ledger: Ledger;
}

/** Mapping and ledger. */
async function gather(planning: Planning, ahead: Ahead): Promise<Known> {
  const { input, repository, objects, facts } = planning;
  const { event, options } = input;
  const branch = branchOf({ event, options, checkedOut: checkedOutBranch(repository.location) });
  const { ledgerRefused } = ahead;
  const fetched = ahead.fetched ?? fetchAhead(input, repository);
  const read = await readMapping(input, repository, objects, (file) => {
    facts.mapping = file;
  });
  // The mapping may be that branch's: where it is, is asked once the ledger is read, never older than that.
  if (branch !== null) forgetRef(repository, `refs/heads/${branch}`);
  const repo = options.repo ?? read.repo ?? repositoryName(input.event, repository);
  facts.range = { repo, branch, base: null, head: null, rule: '' };
  const key = ledgerKey(options, repo, read.name, branch);
  wantRefs(repository, refsToAsk(input, branch));
  const opened =
    key === null
      ? closedLedger('no service is named')
      : await openLedger({
          repository,
          objects,
          key,
          mode: options.ledger,
          keys: sealKeys(input),
          now: input.now,
          fetched,
        });
  const ledger = ledgerRefused === null ? opened : readOnlyLedger(opened, ledgerRefused);
  noteLedger(planning, key, ledger);
  requireSeal(planning, ledger, branch);
  return { read, repo, key, ledger };
}

/** A range that was decided, with what counts for it. */
type Chosen = Omit<ChosenRange, 'tip' | 'listed'> & {
  readonly leftUnder: Problem | null;
  /** Where the branch is by now, when that is not the head. */
  readonly tipOid: string | null;
  /** Why nobody can tell. */
  readonly tipProblem: Error | null;
};

/** Decides the range and makes its commits available; null when the event leaves nothing to do. */
async function chooseRange(planning: Planning, { read, repo, key, ledger }: Known): Promise<Chosen | null> {
  const { input, repository, objects, facts } = planning;
  const { event, options } = input;
  const skipPushers = read.mapping.mapping['skip-pushers'];
  const found = ledger.record ?? (await strayed(planning, key, ledger));
  const record = found === null ? null : withoutOverRuns(found, input.me, input.now());
  const checkedOut = checkedOutBranch(repository.location);
  const branch = branchOf({ event, options, checkedOut });
  const asks = asksTip(input) && branch !== null && repository.remote !== null;
  const asked = asks ? await tipNow(repository, branch).catch((error: unknown) => error) : null;
  // A branch without a record is written down first, so that the next run catches this push up.
  if (asked instanceof Error && record !== null) throw asked;
  const tip = typeof asked === 'string' ? asked : null;
  const place = await placeOfRun(planning, tip, record);
  const hasLedger = key !== null && ledger.trouble === null;
  const decision = await orLeftUnder(planning, key, ledger, () =>
    decidedFirst(read.problem, () =>
      decideRange({ event, options, checkedOut, record: knownOf(record), hasLedger, place, skipPushers }),
    ),
  );
  facts.range = { repo, branch: decision.branch, base: null, head: null, rule: decision.rule };
  if (decision.kind === 'nothing') {
    facts.nothingToFile = decision.why;
    if (decision.rule === 'branch-deleted') noteHeld(planning, ledger);
    if (decision.rule === 'skipped-pusher') await passSkipped(planning, ledger, decision.why);
    return null;
  }
  const defaultBranch = event.repository.defaultBranch ?? repository.remoteView.defaultBranch;
  const onMissingBase = options['on-missing-base'];
  const resolved = await resolveRange(repository, objects, decision, { onMissingBase, defaultBranch });
  facts.range = { repo, branch: resolved.branch, base: resolved.base, head: resolved.head, rule: resolved.rule };
  await onlyOnBranch(planning, resolved, tip);
  const begins = record !== null && beginsAnew(record, resolved);
  const isNew = record === null || record.head === null;
  const leftUnder = isNew ? await leftUnderOthers(planning, key, ledger, resolved) : null;
  const tipOid = tip === null || tip === resolved.head || !resolved.mayFile ? null : tip;
  const tipProblem = asked instanceof Error ? asked : null;
  // The newest push of the branch moves its record; an older one only adds what it filed.
  const range = tipOid === null ? resolved : { ...resolved, movesHead: false };
  return { range, tipOid, tipProblem, defaultBranch, record: begins ? renewedRecord(record) : record, leftUnder };
}

/** A record that is not believed, and under which nothing was filed, says nothing of where the branch begins. */
function knownOf(record: LedgerRecord | null): LedgerRecord | null {
  const isEmpty = record?.claims !== undefined && record.head === null && record.filed.length === 0;
  return isEmpty ? null : record;
}

/** The record of this branch under another address or repository ID, when that one was a mistake. */
async function strayed({ facts }: Planning, key: RecordKey | null, ledger: Ledger): Promise<LedgerRecord | null> {
  if (key === null || ledger.trouble !== null) return null;
  const record = strayedRecord((await ledger.all()).records, key);
  if (record === null) return null;
  facts.notices.push(
    `an earlier run knew this branch at ${record.service} as ${record.repo} and filed nothing there: what it left is filed here`,
  );
  return underKey(record, key);
}

/** A mapping that is not valid is said first, also when the range cannot be decided either. */
function decidedFirst<T>(problem: Problem | null, decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    throw problem ?? error;
  }
}

/** Refs that a run may ask the remote about, so that one question serves for all. */
function refsToAsk({ event }: RunInput, branch: string | null): string[] {
  const { defaultBranch } = event.repository;
  const branches = [branch, defaultBranch].filter((name) => name !== null);
  return [...new Set(branches.map((name) => `refs/heads/${name}`)), ...(defaultBranch === null ? ['HEAD'] : [])];
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
