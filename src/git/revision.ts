import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../errors.ts';
import { isNoCommit } from '../host/event.ts';
import { localCommit } from './branches.ts';
import { noOutput } from './failure.ts';
import { ensureCommit, type MissingCommit } from './fetch.ts';
import type { Location } from './locate.ts';
import { mergeBase } from './merge-base.ts';
import { emptyTree } from './object-ids.ts';
import { branchOfRemote, remoteBranches } from './remote-branches.ts';
import type { Repository } from './repository.ts';

/** Reads the name of the branch that is checked out, which may have no commit yet; null: HEAD is detached. */
export function checkedOutBranch(location: Location): string | null {
  const head = readFileSync(join(location.gitDir, 'HEAD'), 'utf8').trim();
  return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;
}

/**
 * Resolves a revision to the OID of a commit of the checkout. A full OID that is missing there stays as it is; the remote
 * resolves a branch (`origin/main`) that this clone does not track.
 * @throws Problem('range') for zeros, a name of several commits, or of none; Problem('git') if the remote does not answer.
 */
export async function resolveRev(repository: Repository, rev: string): Promise<string> {
  if (isNoCommit(rev)) {
    // CI systems give the zero ID as the commit before the first push.
    const remedy = 'Leave `--base` away for what a first push files, or give the commit to compare with.';
    throw new Problem('range', `${rev} is no commit: the branch was new`, remedy);
  }
  // Git would take it for an option.
  if (!rev.startsWith('-')) {
    await refuseAmbiguous(repository, rev);
    const oid = await localCommit(repository, rev);
    if (oid !== null) return oid;
  }
  if (/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(rev)) return rev.toLowerCase();
  const branch = branchOfRemote(repository, rev);
  if (branch !== null) {
    const tip = (await remoteBranches(repository)).tips.get(branch);
    if (tip !== undefined) return tip;
  }
  const remedy = 'Give a full commit ID, which is fetched when it is missing, or fetch the branch or tag first.';
  throw new Problem('range', `${rev} names no commit in this clone`, remedy);
}

/**
 * Refuses a revision whose name is that of several refs (a branch and a tag) with different commits: Git would take the
 * tag, and anybody who can push can make either. Accepts HEAD, full refs and OIDs. @throws Problem('range')
 */
async function refuseAmbiguous(repository: Repository, rev: string): Promise<void> {
  // A lone `@` is HEAD, and may stand in a name otherwise.
  const [name = ''] = rev.split(/[~^:]|@\{/);
  if (/^(|HEAD|@|refs\/.*|[0-9a-fA-F]{40,64})$/s.test(name)) return;
  const named = ['heads', 'tags', 'remotes'].map((kind) => `refs/${kind}/${name}`);
  const args = ['for-each-ref', '--format=%(refname)', ...named];
  const listed = await repository.git(args, { inCheckout: true }).catch(noOutput);
  const refs = listed.split('\n').filter((ref) => named.includes(ref));
  const commits = refs.length < 2 ? [] : await Promise.all(refs.map((ref) => localCommit(repository, ref)));
  if (new Set(commits).size < 2) return;
  const remedy = `Write which one is meant: ${refs.join(' or ')}; or give a full commit ID.`;
  throw new Problem('range', `${name} names more than one commit in this clone`, remedy);
}

/** Makes the merge base of two commits available; returns its OID (none: the empty tree's), or why it cannot be had. */
export async function ensureMergeBase(
  repository: Repository,
  oid: string,
  head: string,
): Promise<string | MissingCommit> {
  const base = await mergeBase(repository, oid, head).catch((error: unknown): MissingCommit => {
    if (error instanceof Problem) return { gone: `shared with ${oid}`, why: error.message };
    throw error;
  });
  if (base === null) return emptyTree[repository.objectFormat];
  return typeof base === 'string' ? ensureCommit(repository, base) : base;
}
