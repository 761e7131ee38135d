import { Problem } from '../errors.ts';
import { branchTip } from '../git/branches.ts';
import { beginningOf, forkOf, isAncestor } from '../git/merge-base.ts';
import { emptyTree, isEmptyTree } from '../git/object-ids.ts';
import { remoteRef } from '../git/remote-refs.ts';
import type { Repository } from '../git/repository.ts';
import { ensureCommit, ensureMergeBase, type MissingCommit, resolveRev } from '../git/revision.ts';
import type { Ledger } from '../ledger/ledger-access.ts';
import type { BranchRecord, Settled } from '../ledger/record.ts';
import type { Notice } from '../sentences/notice.ts';
import { type BaseChoice, type BaseRule, type NamedCommit, nothingSays, type RunChoice } from './choose.ts';
import type { RunTools } from './input.ts';

/** What a run is about, with its commits in the object store. */
export interface Range {
  readonly branch: string;
  /** OID of a commit or of the empty tree: what is settled, or what was given; null with `--paths`. */
  readonly base: string | null;
  readonly head: string;
  readonly rule: BaseRule;
  /** False for pull requests and the like, which are planned and never filed. */
  readonly mayFile: boolean;
  /** True for a range that was given by hand: it is sent again even if it is settled, and nothing else is looked at. */
  readonly isGiven: boolean;
  /** Where the head left the line of the default branch; null on that branch itself, and for a range given by hand. */
  readonly fork: string | null;
  /** Where a record begins that is not there yet; null: there is one, or this range begins none. */
  readonly begins: Settled | null;
  readonly notices: readonly Notice[];
}

interface RangeInput {
  readonly ledger: Ledger;
  readonly defaultBranch: string | null;
}

/**
 * Makes the commits of a decision available.
 *
 * @throws Problem('range', 'git') for what cannot be had; never an empty range instead.
 */
export async function rangeOf(
  { input, repository }: RunTools,
  decision: Exclude<RunChoice, { kind: 'nothing' }>,
  { ledger, defaultBranch }: RangeInput,
): Promise<Range> {
  const { branch } = decision;
  const record = ledger.record();
  const head = await headOf(repository, decision.head);
  const range = { branch, head, mayFile: true, isGiven: false, fork: null, begins: null, notices: [] };
  switch (decision.kind) {
    case 'proposal': {
      const base = orRefused(await baseOf(repository, decision.base, head), 'proposal', branch);
      return { ...range, base, rule: 'proposal', mayFile: false };
    }
    case 'given': {
      const { mayFile } = decision;
      if (decision.base === null) return { ...range, base: null, rule: 'paths', mayFile, isGiven: true };
      const base = decision.base === 'settled' ? settledOf(record) : decision.base;
      const commit = orRefused(await baseOf(repository, base, head), 'explicit', branch);
      return { ...range, base: commit, rule: 'explicit', mayFile, isGiven: true };
    }
    case 'owed': {
      const settled = record?.settled.commit ?? null;
      const fork = await forkOfHead(repository, branch, head, defaultBranch);
      const rule = decision.isSkipped ? 'skipped-pusher' : null;
      if (settled !== null) {
        const base = await orMergeBase({ input, repository }, settled, 'ledger', { branch, head, defaultBranch });
        const notices = await unseen(repository, base.base, decision.before);
        return {
          ...range,
          ...base,
          notices,
          fork,
          rule: rule ?? base.rule ?? (settled === decision.before ? 'push' : 'ledger'),
        };
      }
      const begun = await beginsAt({ input, repository }, decision, head, fork, { ledger, defaultBranch });
      return { ...range, ...begun, fork, rule: rule ?? begun.rule };
    }
  }
}

async function headOf(repository: Repository, head: NamedCommit): Promise<string> {
  const oid = 'oid' in head ? head.oid : await resolveRev(repository, head.rev);
  const had = await ensureCommit(repository, oid);
  if (typeof had === 'string') return had;
  const remedy = 'Check out the pushed commit, and let the job read the repository (contents: read).';
  throw new Problem('range', `the commit ${oid} is not in this clone and could not be fetched: ${had.why}`, remedy);
}

async function baseOf(repository: Repository, base: BaseChoice, head: string): Promise<string | MissingCommit> {
  if ('oid' in base) return ensureCommit(repository, base.oid);
  if ('rev' in base) return ensureCommit(repository, await resolveRev(repository, base.rev));
  if ('mergeBaseWith' in base) return ensureMergeBase(repository, base.mergeBaseWith, head);
  const tip = await branchTip(repository, base.mergeBaseWithBranch);
  return tip === null ? emptyTree[repository.objectFormat] : ensureMergeBase(repository, tip, head);
}

function settledOf(record: BranchRecord | null): NamedCommit {
  const oid = record?.settled.commit ?? null;
  if (oid !== null) return { oid };
  throw new Problem('range', '--head alone does not say what to compare it with', 'Give --base as well.');
}

function orRefused(commit: string | MissingCommit, rule: BaseRule, branch: string): string {
  if (typeof commit === 'string') return commit;
  throw missing(commit, rule, branch, false);
}

/** @param mayMerge true where a merge base with the default branch would help. */
function missing({ gone, why }: MissingCommit, rule: BaseRule, branch: string, mayMerge: boolean): Problem {
  const what = `the base commit ${gone} is not in this clone and could not be fetched: ${why}`;
  const merge = mayMerge ? ', or accept another base with --on-missing-base merge-base' : '';
  if (rule !== 'ledger') {
    return new Problem('range', what, `Check out with the full history (fetch-depth: 0), or give --base${merge}.`);
  }
  const begin = `file-checkouts ledger forget --branch ${branch}, and ledger begin --branch ${branch} --head COMMIT`;
  const remedy = `Check out with the full history (fetch-depth: 0)${merge}. If that commit is gone for good: file the difference with --base and --head, then ${begin}.`;
  return new Problem('range', what, remedy);
}

interface AroundHead {
  readonly branch: string;
  readonly head: string;
  readonly defaultBranch: string | null;
}

/** A commit to compare with; where it is gone, `on-missing-base` decides. */
async function orMergeBase(
  { input, repository }: RunTools,
  oid: string,
  named: 'ledger' | 'push',
  { branch, head, defaultBranch }: AroundHead,
): Promise<{ readonly base: string; readonly rule: BaseRule | null }> {
  const had = await ensureCommit(repository, oid);
  if (typeof had === 'string') return { base: had, rule: null };
  const mayMerge = defaultBranch !== null && defaultBranch !== branch;
  if (input.options['on-missing-base'] === 'merge-base' && mayMerge) {
    const base = await baseOf(repository, { mergeBaseWithBranch: defaultBranch }, head);
    if (typeof base === 'string') return { base, rule: 'merge-base' };
  }
  throw missing(had, named, branch, mayMerge);
}

/** Commits whose own runs were lost before they settled anything: what they changed is owed. */
async function unseen(repository: Repository, settled: string, before: string | null): Promise<Notice[]> {
  if (before === null || before === settled) return [];
  // A push that was started again, or moved by force, begins elsewhere.
  const leads = isEmptyTree(settled) || (await isAncestor(repository, settled, before).catch(() => false));
  return leads ? [{ code: 'unseenCommits', base: settled, to: before }] : [];
}

/** Where a branch begins that has no record. Where nothing is remembered each push files what is its own (design §8). */
async function beginsAt(
  tools: RunTools,
  decision: Extract<RunChoice, { kind: 'owed' }>,
  head: string,
  fork: string | null,
  { ledger, defaultBranch }: RangeInput,
): Promise<RangeBase & { readonly begins: Settled }> {
  const { repository } = tools;
  const { branch, before } = decision;
  // A branch that was moved by force begins where it left the default branch.
  const isFork = decision.begins.from === 'fork';
  const isHad = before !== null && (!isFork || typeof (await ensureCommit(repository, before)) === 'string');
  if (!ledger.remembers && before !== null && isHad) {
    const begun = await eventsBase(tools, before, { branch, head, defaultBranch });
    const then = fork === null ? null : await forkOfHead(repository, branch, begun.base, defaultBranch);
    return { ...begun, begins: { commit: begun.base, began: begun.base, fork: then } };
  }
  const said = await beginning(tools, decision, head, { ledger, defaultBranch });
  const begun = await earlier(repository, said, ledger.begun());
  return { ...begun, begins: { commit: begun.base, began: begun.base, fork } };
}

async function eventsBase(tools: RunTools, before: string, around: AroundHead): Promise<RangeBase> {
  const { base, rule } = await orMergeBase(tools, before, 'push', around);
  return { base, rule: rule ?? 'push', notices: [] };
}

interface RangeBase {
  readonly base: string;
  readonly rule: BaseRule;
  readonly notices: readonly Notice[];
}

/** A beginning that nobody vouches for counts where it owes more. */
async function earlier<T extends { readonly base: string }>(
  repository: Repository,
  begun: T,
  hint: string | null,
): Promise<T> {
  if (hint === null || hint === begun.base || isEmptyTree(begun.base)) return begun;
  if (isEmptyTree(hint)) return { ...begun, base: hint };
  const isEarlier = await isAncestor(repository, hint, begun.base).catch(() => false);
  return isEarlier && typeof (await ensureCommit(repository, hint)) === 'string' ? { ...begun, base: hint } : begun;
}

/** Where a branch without a record begins (design §3). */
async function beginning(
  tools: RunTools,
  { begins, branch, before }: Extract<RunChoice, { kind: 'owed' }>,
  head: string,
  { ledger, defaultBranch }: RangeInput,
): Promise<RangeBase> {
  const { input, repository } = tools;
  switch (begins.from) {
    case 'unknown':
      throw nothingSays(begins.what, branch, ledger.record() !== null, input.options.set);
    case 'nothing':
      return { base: emptyTree[repository.objectFormat], rule: 'first-push', notices: [] };
    case 'commit': {
      const begun = await eventsBase(tools, begins.oid, { branch, head, defaultBranch });
      return { ...begun, notices: [{ code: 'ledgerBegins', branch, before: begun.base }] };
    }
    case 'fork': {
      const { commit, isMerged } = await beginningOf(repository, begins.defaultBranch, head);
      const base =
        commit === null
          ? emptyTree[repository.objectFormat]
          : orRefused(await ensureCommit(repository, commit), 'first-push', branch);
      const merged: Notice[] =
        isMerged && before === null ? [{ code: 'mergedAlready', branch, defaultBranch: begins.defaultBranch }] : [];
      return { base, rule: 'first-push', notices: [...merged, ...(await unseen(repository, base, before))] };
    }
  }
}

/** null on the default branch, and where nobody names that. */
async function forkOfHead(
  repository: Repository,
  branch: string,
  head: string,
  defaultBranch: string | null,
): Promise<string | null> {
  if (defaultBranch === null || branch === defaultBranch) return null;
  const tip = await branchTip(repository, defaultBranch);
  const fork = tip === null ? null : await forkOf(repository, tip, head);
  if (fork === null) return null;
  const had = await ensureCommit(repository, fork);
  if (typeof had === 'string') return had;
  throw missing(had, 'push', branch, false);
}

/** Where the remote has the branch now; null: it is gone. @throws Problem('range') when the remote cannot be asked. */
export async function tipOf(repository: Repository, branch: string): Promise<string | null> {
  return remoteRef(repository, `refs/heads/${branch}`).catch((error: Error) => {
    throw new Problem(
      'range',
      `cannot tell whether ${branch} has moved on since this push: ${error.message}`,
      'Let the job read the repository (contents: read, or FILE_CHECKOUTS_GIT_TOKEN), or name the commit with --head.',
      { cause: error },
    );
  });
}
