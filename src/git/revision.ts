import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../errors.ts';
import { isNoCommit } from '../host/event.ts';
import { localCommit } from './branches.ts';
import { emptyTree } from './empty-tree.ts';
import { nothingFound } from './failure.ts';
import { ensureCommits } from './fetch.ts';
import type { Location } from './locate.ts';
import { mergeBase } from './merge-base.ts';
import { forgetRef, remoteRef } from './remote-refs.ts';
import type { Repository } from './repository.ts';

/** The branch that is checked out, read from HEAD without asking Git; null when detached. */
export function checkedOutBranch(location: Location): string | null {
  const head = readFileSync(join(location.gitDir, 'HEAD'), 'utf8').trim();
  return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;
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

/** A commit that cannot be had, and why. */
export interface MissingCommit {
  readonly gone: string;
  readonly why: string;
}

/** Makes a commit available, fetching it where the clone lacks it. */
export async function haveCommit(repository: Repository, oid: string): Promise<string | MissingCommit> {
  const [gone] = await ensureCommits(repository, [oid]);
  return gone === undefined ? oid : { gone: oid, why: gone.why };
}

/** The merge base of a head with a commit, made available; the empty tree where they share nothing. */
export async function haveMergeBase(
  repository: Repository,
  oid: string,
  head: string,
): Promise<string | MissingCommit> {
  const base = await mergeBase(repository, oid, head).catch((error: unknown): MissingCommit => {
    if (error instanceof Problem) return { gone: `shared with ${oid}`, why: error.message };
    throw error;
  });
  if (base === null) return emptyTree[repository.objectFormat];
  return typeof base === 'string' ? haveCommit(repository, base) : base;
}
