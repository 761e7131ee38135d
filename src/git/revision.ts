import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../errors.ts';
import { isNoCommit, toOidOrNull } from '../host/event.ts';
import { mostBytes } from '../regular-file.ts';
import { ensureBlobs } from './blobs.ts';
import { findLocalCommit, listRemoteBranches } from './branches.ts';
import { ignoreGitFailure } from './failure.ts';
import { ensureCommits } from './fetch.ts';
import type { Location } from './locate.ts';
import { emptyTree } from './object-ids.ts';
import type { Repository } from './repository.ts';
import { findFilesAt } from './tree.ts';

/** Reads the short name of HEAD's branch, perhaps without commits; null: none, or refs are in tables. @throws the system's error */
export function readCheckedOutBranch(location: Location): string | null {
  const head = readFileSync(join(location.gitDir, 'HEAD'), 'utf8').trim();
  // A repository that keeps its refs in tables has a HEAD that names `.invalid`.
  return /^ref: refs\/heads\/(?!\.invalid$)(.+)$/.exec(head)?.[1] ?? null;
}

/**
 * Resolves a revision to the OID of a commit of the checkout. A full OID that is missing there is returned in lower case, not fetched; the
 * remote resolves a branch (`origin/main`) that this clone does not track. @throws Problem('range') for zeros, a name of several commits,
 * or a name of none; Problem('git') if the remote does not answer.
 */
export async function resolveRev(repository: Repository, rev: string): Promise<string> {
  if (isNoCommit(rev)) {
    // CI systems give the zero ID as the commit before the first push.
    const remedy = 'Leave `--base` away for what a first push files, or give the commit to compare with.';
    throw new Problem('range', `${rev} is no commit: the branch was new`, remedy);
  }
  // Git would take it for an option.
  const isOption = rev.startsWith('-');
  if (!isOption) await refuseAmbiguous(repository, rev);
  const oid = (!isOption && (await findLocalCommit(repository, rev))) || (await resolveOidOrTip(repository, rev));
  if (oid) return oid;
  const remedy = 'Give a full commit ID, which is fetched when it is missing, or fetch the branch or tag first.';
  throw new Problem('range', `${rev} names no commit in this clone`, remedy);
}

/**
 * Returns `rev` in lower case if it is a full OID (not zeros); for a branch such as `origin/main` its tip at the remote, undefined if the
 * remote has no such branch; null if `rev` has neither form. @throws Problem('git') if the remote does not answer
 */
async function resolveOidOrTip(repository: Repository, rev: string): Promise<string | undefined | null> {
  const oid = rev.length === emptyTree[repository.objectFormat].length ? toOidOrNull(rev) : null;
  const prefix = `${repository.remote?.name}/`;
  if (oid !== null || repository.remote === null || !rev.startsWith(prefix)) return oid;
  return (await listRemoteBranches(repository)).tips.get(rev.slice(prefix.length));
}

/**
 * Refuses a revision whose name is that of several refs (such as a branch and a tag) with different commits: Git would take the tag, and
 * anybody who can push can make either. Accepts HEAD, full refs, OIDs, and names of no ref. @throws Problem('range')
 */
async function refuseAmbiguous(repository: Repository, rev: string): Promise<void> {
  // A lone `@` is HEAD, and may stand in a name otherwise.
  const [name = ''] = rev.split(/[~^:]|@\{/);
  if (/^(|HEAD|@|refs\/.*|[0-9a-fA-F]{40,64})$/s.test(name)) return;
  const named = ['heads', 'tags', 'remotes'].map((kind) => `refs/${kind}/${name}`);
  const args = ['for-each-ref', '--format=%(refname)', ...named];
  const listed = await repository.git(args, { inCheckout: true }).catch(ignoreGitFailure);
  const refs = listed.split('\n').filter((ref) => named.includes(ref));
  const commits = refs.length < 2 ? [] : await Promise.all(refs.map((ref) => findLocalCommit(repository, ref)));
  if (new Set(commits).size < 2) return;
  const remedy = `Write which one is meant: ${refs.join(' or ')}; or give a full commit ID.`;
  throw new Problem('range', `${name} names more than one commit in this clone`, remedy);
}

/**
 * Reads a regular file at a revision whose name no other pushed ref can take (`--mapping REV:PATH`): its text, where bytes that are not UTF-8
 * become replacement characters, and in `blob` its OID. @throws Problem('usage') for a revision that resolveTrustedRev refuses, or that
 * cannot be fetched, for no such file, or one over 4 MiB; Problem('git') if the content cannot be fetched, or the remote does not answer
 */
export async function readFileAt(repository: Repository, rev: string, path: string) {
  const oid = await resolveTrustedRev(repository, rev);
  // A tag leads to its commit; a missing object is fetched.
  const commit = (await findLocalCommit(repository, oid)) ?? oid;
  const [gone] = await ensureCommits(repository, [commit]);
  const remedy = 'Fetch that branch or tag in the job first.';
  if (gone !== undefined) throw new Problem('usage', `${rev} could not be fetched: ${gone.why}`, remedy);
  const blob = (await findFilesAt(repository.objects, commit, [path])).get(path)?.oid;
  if (blob === undefined)
    throw new Problem('usage', `${rev} has no file ${path}`, 'Check the revision and the path behind the colon.');
  const [info] = await ensureBlobs(repository, [blob], () => path);
  if ((info?.size ?? 0) > mostBytes)
    throw new Problem('usage', `the file ${path} of ${rev} is over 4 MiB`, 'Name a mapping file.');
  const [content] = await repository.objects.contents([blob]);
  return { text: new TextDecoder().decode(content), blob };
}

/**
 * Resolves a revision to an OID, of a commit or a tag: `<remote>/X` as refs/heads/X of the remote itself, else a full ref of this clone, or
 * a full OID, which need not be there. Git would prefer a pushed branch or tag that is named `origin/main`. @throws Problem('usage') for
 * any other revision, or a branch or ref that is missing; Problem('git') if the remote does not answer
 */
async function resolveTrustedRev(repository: Repository, rev: string): Promise<string> {
  const name = repository.remote?.name ?? 'origin';
  const oid = await resolveOidOrTip(repository, rev);
  if (oid) return oid;
  if (oid === undefined) {
    const what = `the remote ${name} has no branch ${rev.slice(name.length + 1)}`;
    throw new Problem('usage', what, 'Check the name of the branch.');
  }
  if (!rev.startsWith('refs/')) {
    const what = `${rev} can mean a branch, a tag or a commit, and others may have made one of that name`;
    const remedy = `Write ${name}/${rev} for that branch as the remote has it, refs/heads/${rev} or refs/tags/${rev} for what this clone has, or a full commit ID.`;
    throw new Problem('usage', what, remedy);
  }
  const args = ['show-ref', '--verify', '--hash', rev];
  const output = (await repository.git(args, { inCheckout: true }).catch(ignoreGitFailure)).trim();
  if (output !== '') return output;
  throw new Problem('usage', `this clone has no ref ${rev}`, 'Check its name, or fetch it in the job first.');
}
