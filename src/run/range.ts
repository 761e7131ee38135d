import { Problem } from '../errors.ts';
import { findBranchTip } from '../git/branches.ts';
import { ensureCommit, type MissingCommit } from '../git/fetch.ts';
import { ensureMergeBase, findBeginning, findFork, isAncestor } from '../git/history.ts';
import { emptyTree, isEmptyTree } from '../git/object-ids.ts';
import type { Repository } from '../git/repository.ts';
import { resolveRev } from '../git/revision.ts';
import { refuseUnsealed } from '../ledger/problems.ts';
import type { Settled } from '../ledger/record.ts';
import { quoteShellWord } from '../near.ts';
import type { Notice } from '../sentences/notice.ts';
import { type BaseChoice, type BaseRule, type Begins, howToName, type NamedCommit, type RunChoice } from './choose.ts';
import { type OpenRun, peekRecord } from './open.ts';

/** The commits of a run, all in the object store, and how the run treats them. */
export interface Range {
  readonly branch: string;
  /** null: unknown. */
  readonly defaultBranch: string | null;
  /** OID of a commit or of the empty tree: the settled or the given one; null with `--paths`. */
  readonly base: string | null;
  readonly head: string;
  readonly rule: BaseRule;
  /** False for pull requests and the like, which are planned and never filed. */
  readonly mayFile: boolean;
  /** True for a range given by hand: it is sent again even if it is settled, and nothing else is filed. */
  readonly isGiven: boolean;
  /** Where the head left the default branch; null: on that branch, not known, a proposal, or by hand with a settled commit. */
  readonly fork: string | null;
  /** Where the push began; null: unknown, or no push. */
  readonly before: string | null;
  readonly isSkipped: boolean;
  /** The beginning of a record that does not exist yet; null: it exists, or this range begins none. */
  readonly begins: Settled | null;
  readonly notices: readonly Notice[];
}

/** Returns a range without `base`, `rule`: may be filed, neither by hand nor skipped; `fork`, `before`, `begins` null, `notices` []. */
export function buildPlainRange(branch: string, defaultBranch: string | null, head: string) {
  const given = { mayFile: true, isGiven: false, fork: null, before: null, isSkipped: false };
  return { branch, defaultBranch, head, ...given, begins: null, notices: [] };
}

type AnyRange = Exclude<RunChoice, { kind: 'nothing' }>;
/** The base of what is owed, and how it was found; `begins` for a branch without a record. */
type RangeBase = Pick<Range, 'rule'> & { readonly base: string } & Partial<Pick<Range, 'begins' | 'notices'>>;

/** What the base of an owed range depends on. */
interface Owing extends Pick<Range, 'branch' | 'defaultBranch' | 'head' | 'before'> {
  readonly run: OpenRun;
  readonly begins: Begins;
}

/**
 * Finds the commits that a choice names, and fetches those that are missing: the head, the base to compare it with, and the fork. The base
 * of what is owed is the settled commit or, without one, where the record begins (then also `begins`); with `--paths` alone it is null.
 * @throws Problem('range', 'git') for a commit that cannot be had, or that nothing names; Problem('ledger') see chooseEarlier
 */
export async function findRange(run: OpenRun, choice: AnyRange, defaultBranch: string | null): Promise<Range> {
  const { repository } = run;
  const { branch } = choice;
  const head = await resolveHead(repository, choice.head);
  const range = buildPlainRange(branch, defaultBranch, head);
  const settled = peekRecord(run).settled.commit;
  if (choice.kind === 'compared') {
    const { rule, mayFile } = choice;
    const named = choice.base !== 'settled' ? choice.base : settled && { oid: settled };
    if (named === null && rule === 'explicit')
      throw new Problem('range', '`--head` alone does not say what to compare it with', 'Give `--base` as well.');
    const base = named && requireCommit(await resolveBase(repository, named, head), rule, branch);
    const fork = mayFile && settled === null ? await findBranchFork(repository, range, head) : null;
    return { ...range, base, rule, mayFile, fork, isGiven: rule !== 'proposal' };
  }
  const { before, isSkipped, begins } = choice;
  const owing = { run, branch, defaultBranch, head, before, begins };
  const fork = await findBranchFork(repository, range, head);
  const found = settled === null ? await findRecordBeginning(owing, fork) : await findSettledBase(owing, settled);
  return { ...range, ...found, fork, before, isSkipped, rule: isSkipped ? 'skipped-pusher' : found.rule };
}

/** Returns the OID of the head; fetches the commit if it is missing. @throws Problem('range') if it cannot be had, Problem('git') */
async function resolveHead(repository: Repository, head: NamedCommit): Promise<string> {
  const oid = 'oid' in head ? head.oid : await resolveRev(repository, head.rev);
  const had = await ensureCommit(repository, oid);
  if (typeof had === 'string') return had;
  const remedy = 'Check out the pushed commit, and let the job read the repository (contents: read).';
  throw new Problem('range', `the commit ${oid} is not in this clone and could not be fetched: ${had.why}`, remedy);
}

/**
 * Returns the OID of a base, fetched, or why it cannot be had; the empty tree if there is no merge base, or no such branch at the remote.
 * @throws Problem('range') for a revision that names no commit, Problem('git')
 */
async function resolveBase(repository: Repository, base: BaseChoice, head: string): Promise<string | MissingCommit> {
  if ('oid' in base) return ensureCommit(repository, base.oid);
  if ('rev' in base) return ensureCommit(repository, await resolveRev(repository, base.rev));
  if ('mergeBaseWith' in base) return ensureMergeBase(repository, base.mergeBaseWith, head);
  const tip = await findBranchTip(repository, base.mergeBaseWithBranch);
  return tip === null ? emptyTree[repository.objectFormat] : ensureMergeBase(repository, tip, head);
}

/** Returns `commit`, an OID. @throws Problem('range') if it is missing. @param mayMerge true: the remedy names `--on-missing-base`. */
function requireCommit(commit: string | MissingCommit, rule: BaseRule, branch: string, mayMerge = false): string {
  if (typeof commit === 'string') return commit;
  const what = `the base commit ${commit.gone} is not in this clone and could not be fetched: ${commit.why}`;
  const merge = mayMerge ? ', or accept another base with `--on-missing-base merge-base`' : '';
  const full = 'Check out with the full history (fetch-depth: 0)';
  if (rule !== 'ledger') throw new Problem('range', what, `${full}, or give \`--base\`${merge}.`);
  const of = `--branch ${quoteShellWord(branch)}`;
  const begin = `file-checkouts ledger forget ${of}, and ledger begin COMMIT ${of}`;
  const once = 'file the difference once with `--base` and `--head`';
  throw new Problem('range', what, `${full}${merge}. If that commit is gone for good, ${once}. Then run ${begin}.`);
}

/** Returns the settled commit as base (if gone: findCommitOrMergeBase), `rule` push if the push began there, notices of unseen commits. */
async function findSettledBase(owing: Owing, settled: string): Promise<RangeBase> {
  const { before } = owing;
  const { base, rule } = await findCommitOrMergeBase(owing, settled, 'ledger');
  const notices = await listUnseenNotices(owing.run.repository, base, before);
  return { base, rule: rule === 'ledger' && settled === before ? 'push' : rule, notices };
}

/** Fetches base `oid`; if gone, by `--on-missing-base merge-base` takes one with the default branch, if other. @throws Problem('range') */
async function findCommitOrMergeBase(owing: Owing, oid: string, rule: 'ledger' | 'push'): Promise<RangeBase> {
  const { run, defaultBranch, head, branch } = owing;
  const had = await ensureCommit(run.repository, oid);
  const mayMerge = defaultBranch !== null && defaultBranch !== branch;
  if (typeof had !== 'string' && mayMerge && run.input.options['on-missing-base'] === 'merge-base') {
    const base = await resolveBase(run.repository, { mergeBaseWithBranch: defaultBranch }, head);
    if (typeof base === 'string') return { base, rule: 'merge-base' };
  }
  return { base: requireCommit(had, rule, branch, mayMerge), rule };
}

/** Returns a notice if `settled` is older, in the history of `before`, where the push began: no run saw the commits between. Else []. */
async function listUnseenNotices(repository: Repository, settled: string, before: string | null): Promise<Notice[]> {
  if (before === null || before === settled) return [];
  // A push that was started again, or moved by force, begins elsewhere.
  const leads = isEmptyTree(settled) || (await isAncestor(repository, settled, before).catch(() => false));
  return leads ? [{ code: 'unseenCommits', base: settled, to: before }] : [];
}

/**
 * Finds the base of a branch without a settled commit, and the record to begin there: where the branch left the default branch, for that one
 * where the push began; earlier if an unverified record says so. Without ledger: where the push began, if known. @throws as its callees
 */
async function findRecordBeginning(owing: Owing, fork: string | null): Promise<RangeBase> {
  const { before, begins } = owing;
  const { repository, ledger } = owing.run;
  // A branch that was moved by force begins where it left the default branch.
  const isFork = begins.from === 'fork';
  const isHad = before !== null && (!isFork || typeof (await ensureCommit(repository, before)) === 'string');
  if (!ledger.remembers && before !== null && isHad) {
    const found = await findCommitOrMergeBase(owing, before, 'push');
    const forkOfBase = fork === null ? null : await findBranchFork(repository, owing, found.base);
    return { ...found, begins: { commit: found.base, began: found.base, fork: forkOfBase } };
  }
  const found = await findBranchBeginning(owing);
  const base = await chooseEarlier(owing, found.base, ledger.begun());
  return { ...found, base, begins: { commit: base, began: base, fork } };
}

/** Returns the earlier of `base` and `begun.commit`. @throws Problem('ledger') if the latter is neither `began` nor in head's history */
async function chooseEarlier({ run: { repository, key }, head }: Owing, base: string, begun: Settled | null) {
  const hint = begun?.commit ?? base;
  if (hint === base || isEmptyTree(base)) return base;
  if (isEmptyTree(hint)) return hint;
  // The run of an older push cannot tell what the record of a later one has settled.
  if (begun?.began !== hint && !(await isAncestor(repository, hint, head).catch(() => true)))
    throw refuseUnsealed(key, undefined);
  const isEarlier = await isAncestor(repository, hint, base).catch(() => false);
  return isEarlier && typeof (await ensureCommit(repository, hint)) === 'string' ? hint : base;
}

/**
 * Finds where a branch without a settled commit begins, and fetches that commit: where the push began (`push`), or usually the merge base
 * with the default branch (`fork`: findBeginning); the empty tree if nothing is before. @throws Problem('range', 'git'), also for `unknown`
 */
async function findBranchBeginning(owing: Owing): Promise<RangeBase> {
  const { run, begins, branch, before } = owing;
  const { input, repository, ledger } = run;
  const empty = emptyTree[repository.objectFormat];
  if (begins.from === 'unknown')
    throw refuseUnknownBeginning(begins.what, branch, ledger.record() !== null, input.options.set);
  if (begins.from === 'push') {
    if (before === null) return { base: empty, rule: 'first-push' };
    const found = await findCommitOrMergeBase(owing, before, 'push');
    return { ...found, notices: [{ code: 'ledgerBegins', branch, before: found.base }] };
  }
  const { defaultBranch } = begins;
  const { commit, isMerged } = await findBeginning(repository, defaultBranch, owing.head);
  const base = requireCommit(commit === null ? empty : await ensureCommit(repository, commit), 'first-push', branch);
  const merged: Notice[] = isMerged ? [{ code: 'mergedAlready', branch, defaultBranch }] : [];
  const notices = before === null ? merged : await listUnseenNotices(repository, base, before);
  return { base, rule: 'first-push', notices };
}

/**
 * Finds the commit at which `commit` left the default branch, and fetches it. null: the branch is the default branch, the default branch is
 * unknown or not at the remote, or the two share no commit. @throws Problem('range', 'git')
 */
async function findBranchFork(repository: Repository, about: Pick<Range, 'branch' | 'defaultBranch'>, commit: string) {
  const { branch, defaultBranch } = about;
  if (defaultBranch === null || branch === defaultBranch) return null;
  const tip = await findBranchTip(repository, defaultBranch);
  const fork = tip === null ? null : await findFork(repository, tip, commit);
  return fork === null ? null : requireCommit(await ensureCommit(repository, fork), 'push', branch);
}

/**
 * Returns the Problem('range') of a run that cannot tell what changed, as its branch has no settled commit. @param what says in a clause
 * why the event names none. @param hasRecord true if only ranges given by hand were filed. @param set items of `--set`, for the remedy.
 */
export function refuseUnknownBeginning(what: string, branch: string, hasRecord: boolean, set: readonly string[]) {
  const knows = hasRecord ? `knows only ranges of ${branch} that were named by hand` : `has no record of ${branch}`;
  const more = set.map((item) => ` --set ${quoteShellWord(item)}`).join('');
  const begin = `file-checkouts ledger begin COMMIT --branch ${quoteShellWord(branch)}${more} --url URL`;
  const remedy = `${howToName} Or start the ledger at the last commit that is already filed: ${begin}.`;
  const lacks = `The ledger ${knows}, and ${what}`;
  return new Problem('range', `no commit to compare with. ${lacks}`, remedy);
}
