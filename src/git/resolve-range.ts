import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../errors.ts';
import { isNoCommit } from '../host/event.ts';
import { branchTip } from './branch-tip.ts';
import { emptyTree, isEmptyTree } from './empty-tree.ts';
import { nothingFound } from './failure.ts';
import { ensureCommits } from './fetch.ts';
import { localCommit } from './local-commit.ts';
import type { Location } from './locate.ts';
import { isAncestor, mergeBase } from './merge-base.ts';
import type { BaseChoice, ChosenRange, HeadChoice } from './range.ts';
import { forgetRef, remoteRef } from './remote-refs.ts';
import type { Repository } from './repository.ts';

/** A range whose two ends are in the object store. */
export interface Range extends Pick<ChosenRange, 'branch' | 'rule' | 'mayFile' | 'explicit' | 'firstPush'> {
  /** OID of a commit or of the empty tree; null with `--paths`. */
  readonly base: string | null;
  readonly head: string;
  /** True when afterwards the ledger may say that every change up to `head` is accounted for (design §3, §8). */
  readonly movesHead: boolean;
  /** True when a later head of the record accounts for all of it: only what is still open is filed. */
  readonly isAccounted: boolean;
  /** Where the push began, when no run is known to have looked at the commits from the base to there. */
  readonly unseenTo: string | null;
}

/** What to do when the base commit cannot be fetched. */
export type OnMissingBase = 'fail' | 'merge-base';

/** The branch that is checked out, read from HEAD without asking Git; null when detached. */
export function checkedOutBranch(location: Location): string | null {
  const head = readFileSync(join(location.gitDir, 'HEAD'), 'utf8').trim();
  return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;
}

/**
 * Turns a decision into two commits that are in the object store, fetching what a shallow or partial clone lacks.
 * @throws Problem('git' or 'range') when one of them cannot be fetched; never an empty range instead.
 */
export async function resolveRange(
  repository: Repository,
  decision: ChosenRange,
  options: { onMissingBase: OnMissingBase; defaultBranch: string | null },
): Promise<Range> {
  const head = await resolveHead(repository, decision.head);
  const { branch, rule, mayFile, explicit, firstPush } = decision;
  const range = {
    branch,
    rule,
    head,
    mayFile,
    explicit,
    firstPush,
    movesHead: mayFile && !explicit && decision.movesHead !== false,
    isAccounted: decision.isAccounted === true,
    unseenTo: decision.unseenTo ?? null,
  };
  if (decision.base === null) return { ...range, base: null };
  const base = await resolveBase(repository, decision.base, head);
  if (typeof base === 'string') {
    const unseenTo = base === range.unseenTo ? null : range.unseenTo;
    const isWhole = decision.base.kind === 'unseen' && unseenTo !== null;
    return { ...range, base, unseenTo, rule: isWhole ? 'first-push' : rule };
  }
  // Such a range files nothing of its own, so it does not matter where it began.
  if (range.isAccounted) return { ...range, base: head };
  // On the default branch itself the merge base would be the head: an empty range, which is no answer.
  const { defaultBranch } = options;
  if (options.onMissingBase === 'merge-base' && defaultBranch !== null && defaultBranch !== branch) {
    const choice = { kind: 'mergeBaseWithBranch', branch: defaultBranch } as const;
    const other = await resolveBase(repository, choice, head);
    if (typeof other === 'string') return { ...range, base: other, rule: 'merge-base' };
  }
  const what = `the base commit ${base.gone} is not in this clone and could not be fetched: ${base.why}`;
  throw new Problem('range', what, howToGoOn(decision, branch !== defaultBranch));
}

/** The remedy when the base cannot be fetched; at the default branch, no merge base helps. */
function howToGoOn({ rule, branch }: ChosenRange, mayMerge: boolean): string {
  const merge = mayMerge ? ', or accept another base with --on-missing-base merge-base' : '';
  if (rule !== 'ledger') return `Check out with the full history (fetch-depth: 0), or give --base${merge}.`;
  const begin = `file-checkouts ledger forget --branch ${branch}, and ledger begin --branch ${branch} --head COMMIT`;
  return `Check out with the full history (fetch-depth: 0)${merge}. If that commit is gone for good: file the difference with --base and --head, then ${begin}.`;
}

/**
 * The commit that a revision names in the checkout. A full ID that is not there yet is taken as it is; a branch of the
 * remote (`origin/main`) that this clone does not follow, as one of depth 1 does not, is asked for there.
 */
export async function resolveRev(repository: Repository, rev: string): Promise<string> {
  if (isNoCommit(rev)) throw new Problem('range', `${rev} stands for no commit: the branch was new`, whereNew);
  // No revision begins with a dash; as an option, one could make Git do anything.
  if (!rev.startsWith('-')) {
    await refuseAmbiguous(repository, rev);
    const oid = await localCommit(repository, rev);
    if (oid !== null) return oid;
  }
  if (/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(rev)) return rev.toLowerCase();
  const prefix = `${repository.remote?.name}/`;
  if (repository.remote !== null && rev.startsWith(prefix)) {
    const ref = `refs/heads/${rev.slice(prefix.length)}`;
    const tip = await remoteRef(repository, ref);
    // Where the branch of the run is, is asked later, once the ledger is read: never older than that.
    forgetRef(repository, ref);
    if (tip !== null) return tip;
  }
  const remedy = 'Give a full commit ID, which is fetched when it is missing, or fetch the branch or tag first.';
  throw new Problem('range', `${rev} names no commit in this clone`, remedy);
}

/** CI systems hand it over as what was there before the first push. */
const whereNew = 'Leave --base away for what a first push files, or give the commit to compare with.';

/** Git takes the tag where a branch and a tag have one name, and whoever may push can make either. */
async function refuseAmbiguous(repository: Repository, rev: string): Promise<void> {
  // A lone `@` is HEAD, and may stand in a name otherwise.
  const [name = ''] = rev.split(/[~^:]|@\{/);
  if (name === '' || name === 'HEAD' || name === '@' || name.startsWith('refs/') || /^[0-9a-f]{40,64}$/i.test(name))
    return;
  const named = ['heads', 'tags', 'remotes'].map((kind) => `refs/${kind}/${name}`);
  const args = ['for-each-ref', '--format=%(refname)', ...named];
  const listed = await repository.git(args, { inCheckout: true }).catch(nothingFound);
  const refs = listed.split('\n').filter((ref) => named.includes(ref));
  if (refs.length < 2) return;
  const commits = await Promise.all(refs.map((ref) => localCommit(repository, ref)));
  if (new Set(commits).size === 1) return;
  const remedy = `Write which one is meant: ${refs.join(' or ')}; or give a full commit ID.`;
  throw new Problem('range', `${name} names more than one commit in this clone`, remedy);
}

async function oidOf(repository: Repository, choice: HeadChoice): Promise<string> {
  return choice.kind === 'commit' ? choice.oid : resolveRev(repository, choice.rev);
}

async function resolveHead(repository: Repository, head: HeadChoice): Promise<string> {
  const oid = await oidOf(repository, head);
  const [gone] = await ensureCommits(repository, [oid]);
  if (gone === undefined) return oid;
  const remedy = 'Check out the pushed commit, and let the job read the repository (contents: read).';
  throw new Problem('range', `the commit ${oid} is not in this clone and could not be fetched: ${gone.why}`, remedy);
}

type Gone = { readonly gone: string; readonly why: string };

async function resolveBase(repository: Repository, base: BaseChoice, head: string): Promise<string | Gone> {
  switch (base.kind) {
    case 'emptyTree':
      return emptyTree[repository.objectFormat];
    case 'rev':
    case 'commit':
      return resolveCommit(repository, await oidOf(repository, base));
    case 'mergeBaseWith':
      return mergeBaseWith(repository, base.oid, head);
    case 'mergeBaseWithBranch': {
      const tip = await branchTip(repository, base.branch);
      // The default branch was not pushed yet: there is nothing to share.
      if (tip === null) return emptyTree[repository.objectFormat];
      return mergeBaseWith(repository, tip, head);
    }
    case 'unseen':
      return unseenBase(repository, base, head);
  }
}

/** Where the commits of a branch begin that no run has looked at: the push itself, when there are none before it. */
async function unseenBase(
  repository: Repository,
  { branch, before }: Extract<BaseChoice, { kind: 'unseen' }>,
  head: string,
): Promise<string | Gone> {
  const tip = await branchTip(repository, branch);
  const shared = tip === null ? null : await mergeBaseWith(repository, tip, head);
  if (typeof shared !== 'string') return resolveCommit(repository, before);
  const isKnown = !isEmptyTree(shared) && (await isAncestor(repository, before, shared));
  return isKnown ? resolveCommit(repository, before) : shared;
}

async function resolveCommit(repository: Repository, oid: string): Promise<string | Gone> {
  const [gone] = await ensureCommits(repository, [oid]);
  return gone === undefined ? oid : { gone: oid, why: gone.why };
}

async function mergeBaseWith(repository: Repository, oid: string, head: string): Promise<string | Gone> {
  const base = await mergeBase(repository, oid, head).catch((error: unknown): Gone => {
    if (error instanceof Problem) return { gone: `shared with ${oid}`, why: error.message };
    throw error;
  });
  if (base === null) return emptyTree[repository.objectFormat];
  return typeof base === 'string' ? resolveCommit(repository, base) : base;
}
