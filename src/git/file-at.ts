import { Problem } from '../errors.ts';
import { mostBytes } from '../regular-file.ts';
import { localCommit } from './branches.ts';
import { noOutput } from './failure.ts';
import { ensureBlobs, ensureCommits } from './fetch.ts';
import { emptyTree } from './object-ids.ts';
import { branchOfRemote, remoteBranches } from './remote-branches.ts';
import type { Repository } from './repository.ts';
import { filesAt } from './tree.ts';

/**
 * Reads a regular file at a revision that no pushed branch can choose (`--mapping REV:PATH`); `blob` is its OID.
 * @throws Problem('usage') if the revision has no such file, or one over 4 MiB; Problem('git') if it cannot be fetched.
 */
export async function readFileAt(repository: Repository, rev: string, path: string) {
  const oid = await resolveTrustedRev(repository, rev);
  // A tag leads to its commit; a missing object is fetched.
  const commit = (await localCommit(repository, oid)) ?? oid;
  const [gone] = await ensureCommits(repository, [commit]);
  if (gone !== undefined) {
    throw new Problem(
      'usage',
      `${rev} could not be fetched: ${gone.why}`,
      'Fetch that branch or tag in the job first.',
    );
  }
  const blob = (await filesAt(repository.objects, commit, [path])).get(path)?.oid;
  if (blob === undefined) {
    throw new Problem('usage', `${rev} has no file ${path}`, 'Check the revision and the path behind the colon.');
  }
  const [info] = await ensureBlobs(repository, [blob], () => path);
  if ((info?.size ?? 0) > mostBytes) {
    throw new Problem('usage', `the file ${path} of ${rev} is over 4 MiB`, 'Name a mapping file.');
  }
  const [content] = await repository.objects.contents([blob]);
  return { text: new TextDecoder().decode(content), blob };
}

/**
 * Resolves a revision to an OID, of a commit or a tag: `<remote>/X` as refs/heads/X of the remote itself, else a full ref
 * of this clone, or a full OID. Git would prefer a pushed branch or tag that is named `origin/main`.
 * @throws Problem('usage') for any other revision, or one that is missing; Problem('git') if the remote does not answer.
 */
async function resolveTrustedRev(repository: Repository, rev: string): Promise<string> {
  const { length } = emptyTree[repository.objectFormat];
  if (new RegExp(`^[0-9a-f]{${length}}$`, 'i').test(rev)) return rev.toLowerCase();
  const name = repository.remote?.name ?? 'origin';
  const branch = branchOfRemote(repository, rev);
  if (branch !== null) {
    const tip = (await remoteBranches(repository)).tips.get(branch);
    if (tip !== undefined) return tip;
    throw new Problem('usage', `the remote ${name} has no branch ${branch}`, 'Check the name of the branch.');
  }
  if (!rev.startsWith('refs/')) {
    const what = `${rev} can mean a branch, a tag or a commit, and others may have made one of that name`;
    const remedy = `Write ${name}/${rev} for that branch as the remote has it, refs/heads/${rev} or refs/tags/${rev} for what this clone has, or a full commit ID.`;
    throw new Problem('usage', what, remedy);
  }
  const args = ['show-ref', '--verify', '--hash', rev];
  const oid = (await repository.git(args, { inCheckout: true }).catch(noOutput)).trim();
  if (oid !== '') return oid;
  throw new Problem('usage', `this clone has no ref ${rev}`, 'Check its name, or fetch it in the job first.');
}
