import { Problem } from './errors.ts';
import { type Action, decideActions } from './filing/actions.ts';
import { withoutOverRuns } from './filing/begin.ts';
import { type Change, differingPaths, emptyTree, listChanges, listTree, type TreeSide } from './git/changes.ts';
import { ensureCommits } from './git/fetch.ts';
import { type GitPath, pathKey } from './git/git-path.ts';
import { type NewerTip, newerTip } from './git/newer-tip.ts';
import type { Objects } from './git/objects.ts';
import { asTheyAre } from './git/paths-at-head.ts';
import { branchOf, decideRange } from './git/range.ts';
import { wantRefs } from './git/remote-refs.ts';
import type { Repository } from './git/repository.ts';
import { checkedOutBranch, type Range, resolveRange } from './git/resolve-range.ts';
import { closedLedger, type Ledger, openLedger, readOnlyLedger } from './ledger/ledger.ts';
import type { LedgerRecord, RecordKey } from './ledger/record.ts';
import { strayedRecord, underKey } from './ledger/strayed.ts';
import { type BranchMatch, branchRuleFor } from './mapping/branch.ts';
import type { CompiledMapping } from './mapping/compile.ts';
import { parseSet } from './mapping/fields.ts';
import { compileGlob } from './mapping/glob.ts';
import { matchGlob, subjectOf } from './mapping/glob-match.ts';
import { bindMapping } from './plan/bind-mapping.ts';
import { withContents } from './plan/contents.ts';
import type { Mapper } from './plan/mapper.ts';
import { makePlan, takesAway } from './plan/plan.ts';
import { isLeftOutForNow, type Plan } from './plan/planned.ts';
import { reopened } from './plan/reopened.ts';
import { blobFacts } from './planning/contents.ts';
import type { Planning } from './planning/context.ts';
import { ledgerKey, repositoryName } from './planning/names.ts';
import { noteHeld, noteLedger, noteRemote, noteUnmapped } from './planning/notices.ts';
import { openRecord, passSkipped } from './planning/open-record.ts';
import { withoutDefaultBranch, withoutSuperseded } from './planning/others-changes.ts';
import { type ReadMapping, readMapping } from './planning/read-mapping.ts';
import { requireTarget } from './planning/require-target.ts';
import { standing } from './planning/standing.ts';
import { notDeletingUnfiled } from './planning/unfiled.ts';
import type { Draft } from './report/draft.ts';
import { reportLeftOut } from './report/report.ts';
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
  /** Keys of the paths that were left out for now only. */
  readonly stays: ReadonlySet<string>;
  /** Files that no rule reaches, under `unmapped: error`. */
  readonly unmapped: readonly GitPath[];
}

/**
 * The way from the event to the actions: mapping, ledger record, range, changes, plan. Decides and reads only, but for
 * the ledger, where a range is written down before anything can fail. Fills the draft as far as it gets.
 *
 * @param ledgerRefused why the ledger cannot be written, when an earlier attempt of this run has found out.
 * @returns null when the event itself leaves nothing to do.
 */
export async function planRange(
  input: RunInput,
  repository: Repository,
  objects: Objects,
  draft: Draft,
  ledgerRefused: string | null,
): Promise<PlannedRange | null> {
  const planning = { input, repository, objects, draft };
  const known = await gather(planning, ledgerRefused);
  const chosen = await chooseRange(planning, known);
  if (chosen === null) return null;
  const { key, repo, read } = known;
  const { range, record } = chosen;
  const ledger = await openRecord(planning, known.ledger, range, key, record);
  if (read.problem !== null) throw read.problem;
  const { mapping } = read;
  const branchMatch = branchRuleFor(mapping, range.branch);
  const mapper = bindRun(planning, mapping, branchMatch, range, repo);
  const choice = { ...chosen, mapper, isMapped: branchMatch !== null, deletes: mapping.mapping.deletes };
  const { plan, leftBehind } = await planChanges(planning, choice);
  noteRemote(planning, ledger);
  draft.leftOut = plan.leftOut.map(reportLeftOut);
  draft.leftOutFails = plan.leftOut.some((entry) => entry.error);
  noteUnmapped(planning, mapping, plan);
  const stands = await standing(objects, range, plan.requests, record, mapper);
  const actions = decideActions(plan.requests, record, range.explicit, stands);
  const stays = new Set(plan.leftOut.filter(isLeftOutForNow).map(({ path }) => pathKey(path)));
  const unmapped = plan.leftOut.filter((entry) => entry.error).map(({ path }) => path);
  const about = { range, repo, mapping, mappingBlob: read.blob, ledger, record, key };
  return { ...about, actions, leftBehind, stays, unmapped };
}

/** What a run knows before its range is decided. */
interface Known {
  readonly read: ReadMapping;
  readonly repo: string;
  readonly key: RecordKey | null;
  readonly ledger: Ledger;
}

/** Mapping and ledger. */
async function gather(planning: Planning, ledgerRefused: string | null): Promise<Known> {
  const { input, repository, objects, draft } = planning;
  const { event, options } = input;
  const branch = branchOf({ event, options, checkedOut: checkedOutBranch(repository.location) });
  const read = await readMapping(input, repository, objects, (file) => {
    draft.mapping = file;
  });
  const repo = options.repo ?? read.repo ?? repositoryName(input, repository);
  draft.range = { repo, branch, base: null, head: null, rule: '' };
  const key = ledgerKey(options, repo, read.name, branch);
  wantRefs(repository, refsToAsk(input, branch));
  const opened =
    key === null
      ? closedLedger('no service is named')
      : await openLedger(repository, objects, options.ledger ?? 'auto', key);
  const ledger = ledgerRefused === null ? opened : readOnlyLedger(opened, ledgerRefused);
  noteLedger(planning, key, ledger);
  return { read, repo, key, ledger };
}

/** A range, where its branch is by now, and the record as it counts for it. */
interface ChosenRange {
  readonly range: Range;
  readonly tip: NewerTip | null;
  readonly defaultBranch: string | null;
  readonly record: LedgerRecord | null;
}

/** Decides the range and makes its commits available; null when the event leaves nothing to do. */
async function chooseRange(planning: Planning, { read, repo, key, ledger }: Known): Promise<ChosenRange | null> {
  const { input, repository, objects, draft } = planning;
  const { event, options } = input;
  const skipPushers = read.mapping.mapping['skip-pushers'];
  const found = ledger.record ?? (await strayed(planning, key, ledger));
  const record = found === null ? null : withoutOverRuns(found, input.me, input.now());
  const checkedOut = checkedOutBranch(repository.location);
  const decision = decidedFirst(read.problem, () => decideRange({ event, options, checkedOut, record, skipPushers }));
  draft.range = { repo, branch: decision.branch, base: null, head: null, rule: decision.rule };
  if (decision.kind === 'nothing') {
    draft.nothingToFile = decision.why;
    if (decision.rule === 'branch-deleted') noteHeld(planning, ledger);
    if (decision.rule === 'skipped-pusher') await passSkipped(planning, ledger, decision.why);
    return null;
  }
  const defaultBranch = event.repository.defaultBranch ?? repository.remoteView.defaultBranch;
  const onMissingBase = options['on-missing-base'] ?? 'fail';
  const resolved = await resolveRange(repository, objects, decision, { onMissingBase, defaultBranch });
  draft.range = { repo, branch: resolved.branch, base: resolved.base, head: resolved.head, rule: resolved.rule };
  const tip = asksTip(input, resolved) ? await newerTip(repository, objects, resolved.branch, resolved.head) : null;
  // The newest push of the branch begins or moves its record; an older one only adds what it filed.
  const range = tip === null ? resolved : { ...resolved, movesHead: false };
  const begins = range.firstPush && record !== null && record.firstHead !== range.head;
  return { range, tip, defaultBranch, record: begins ? renewedFor(record) : record };
}

/**
 * The record of an earlier branch of that name as it counts for this one: open changes go, numbers stay, but what they
 * hold by now is not known (design §3).
 */
function renewedFor(record: LedgerRecord): LedgerRecord {
  return { ...record, open: [], filed: record.filed.map((entry) => ({ ...entry, blob: null })) };
}

/** The record of this branch under another address or repository ID, when that one was a mistake. */
async function strayed({ draft }: Planning, key: RecordKey | null, ledger: Ledger): Promise<LedgerRecord | null> {
  if (key === null || ledger.trouble !== null) return null;
  const record = strayedRecord((await ledger.all()).records, key);
  if (record === null) return null;
  draft.notices.push(`nothing was filed at ${record.service} for ${record.repo}: its changes are filed here`);
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

/** A plan does not ask where the branch is now, and a head that was named is meant as it is (design §3). */
function asksTip({ command, options }: RunInput, range: Range): boolean {
  return command === 'file' && options['dry-run'] !== true && options.head === undefined && range.mayFile;
}

function bindRun(
  { input }: Planning,
  mapping: CompiledMapping,
  branchMatch: BranchMatch | null,
  range: Range,
  repo: string,
): Mapper {
  const { fields: set, problems } = parseSet([...(input.options.set ?? [])]);
  if (problems.length > 0) throw new Problem('usage', `--set: ${problems.join('; ')}`, 'Give FIELD=VALUE.');
  const { id, attempt, actor } = input.event.run;
  return bindMapping(mapping, branchMatch, {
    repo,
    branch: range.branch,
    sha: range.head,
    run: id === null ? '' : `${id}-${attempt}`,
    user: actor === null ? null : (mapping.mapping.users[actor] ?? null),
    set,
  });
}

/** What decides which changes of a range go into its plan. */
interface Choice extends ChosenRange {
  /** False for a branch without a rule: all of its changes are left out for that reason alone. */
  readonly isMapped: boolean;
  readonly mapper: Mapper;
  readonly deletes: 'request' | 'report' | 'ignore';
}

async function planChanges(planning: Planning, choice: Choice): Promise<{ plan: Plan; leftBehind: Set<string> }> {
  const { repository, objects } = planning;
  const { range, mapper, deletes, isMapped } = choice;
  const tip = isMapped ? choice.tip : null;
  const defaultBranch = isMapped ? choice.defaultBranch : null;
  const { record } = choice;
  let tree: TreeSide[] | null = null;
  const headTree = async () => {
    tree ??= await listTree(repository, range.head);
    return tree;
  };
  const listed = await listRange(planning, range, headTree);
  // With another base than the recorded one, what was filed in between may have been taken back.
  const filed = range.rule === 'merge-base' ? (record?.filed ?? []) : [];
  const behind = range.explicit ? [] : [...(record?.open ?? []), ...(record?.unanswered ?? []), ...filed];
  const open = [...new Set(behind.map((entry) => entry.path))];
  const all = open.length === 0 ? listed : [...listed, ...reopened(open, listed, await headTree())];
  const current = withoutSuperseded(all, range.branch, tip);
  const held = { record, mapper, behind: new Set([...open, ...(await pushedBefore(planning, range))]) };
  const own = await withoutDefaultBranch(repository, objects, current.kept, range, defaultBranch, held);
  const changes = own.kept;
  const known = changes.some(takesAway) ? [...(await headTree()), ...(tip?.tree ?? [])] : [];
  const fromNothing = range.base === emptyTree[repository.objectFormat];
  const made = makePlan({ changes, headTree: () => known, mapper, deletes, fromNothing });
  const whole = { ...made, leftOut: [...current.leftOut, ...own.leftOut, ...made.leftOut] };
  const plan = notDeletingUnfiled(whole, record);
  requireTarget(plan);
  const named = new Set(
    listed.flatMap(({ before, after }) => [before, after].flatMap((side) => (side ? [pathKey(side.path)] : []))),
  );
  const leftBehind = new Set(open.filter((path) => !named.has(path)));
  return { plan: withContents(plan, await blobFacts(repository, objects, plan)), leftBehind };
}

/** What earlier pushes of the branch changed and no run has accounted for: its own, wherever it stands by now. */
async function pushedBefore({ input, repository, objects }: Planning, range: Range): Promise<Iterable<string>> {
  const { happening } = input.event;
  const before = happening.kind === 'push' ? happening.before : null;
  if (range.rule !== 'ledger' || before === null || range.base === null || before === range.base) return [];
  const [gone] = await ensureCommits(repository, objects, [before]);
  // Without that commit nobody can tell; then all of the range counts as the branch's own.
  return differingPaths(repository, range.base, gone === undefined ? before : range.head);
}

/** The changes of the range; with `--paths` the chosen files as they are, or only their changes. */
async function listRange({ input, repository }: Planning, range: Range, headTree: () => Promise<TreeSide[]>) {
  const chosen = pathFilter(input.options.paths);
  if (range.base === null) {
    const as = asTheyAre(await headTree(), chosen);
    if (as.length > 0) return as;
    const given = (input.options.paths ?? []).join(', ');
    throw new Problem(
      'usage',
      `no file at the head matches --paths ${given}`,
      'Give paths as Git has them, from the top.',
    );
  }
  return (await listChanges(repository, range.base, range.head)).filter((change) => touches(change, chosen));
}

function pathFilter(globs: readonly string[] | undefined): (path: string) => boolean {
  if (globs === undefined) return () => true;
  const compiled = globs.map((glob) => compileGlob(glob, true));
  return (path) => compiled.some((glob) => matchGlob(glob, subjectOf(path)) !== null);
}

function touches({ before, after }: Change, chosen: (path: string) => boolean): boolean {
  return [before, after].some((side) => side !== null && chosen(side.path.text));
}
