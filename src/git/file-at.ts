import { Problem } from '../errors.ts';
import { mostBytes } from '../regular-file.ts';
import { localCommit } from './branches.ts';
import { noOutput } from './failure.ts';
import { ensureBlobs, ensureCommits } from './fetch.ts';
import { branchOfRemote, remoteRef } from './remote-refs.ts';
import type { Repository } from './repository.ts';
import { filesAt } from './tree.ts';

/**
 * Reads a regular file of at most 4 MiB at a revision that no pushed branch can choose (`--mapping REV:PATH`).
 * @returns its text and OID. @throws Problem('usage') if the revision has no such file.
 */
export async function readFileAt(
  repository: Repository,
  rev: string,
  path: string,
): Promise<{ text: string; blob: string }> {
  const commit = await resolveTrustedRev(repository, rev);
  const [gone] = await ensureCommits(repository, [commit]);
  if (gone !== undefined) {
    const remedy = 'Fetch that branch or tag in the job first.';
    throw new Problem('usage', `${rev} could not be fetched: ${gone.why}`, remedy);
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
 * Resolves a revision to a commit: `<remote>/X` to refs/heads/X as the remote itself reports it, else a full ref of this
 * clone, or a full object name. Git would prefer a pushed branch or tag that is named `origin/main`.
 * @throws Problem('usage') for any other revision, or one that is missing; Problem('git') if the remote does not answer.
 */
async function resolveTrustedRev(repository: Repository, rev: string): Promise<string> {
  const oid = isObjectName(repository, rev) ? rev.toLowerCase() : await resolveTrustedRef(repository, rev);
  // A tag leads to its commit; a missing object is fetched later.
  return (await localCommit(repository, oid)) ?? oid;
}

function isObjectName({ objectFormat }: Repository, rev: string): boolean {
  return (objectFormat === 'sha1' ? /^[0-9a-f]{40}$/i : /^[0-9a-f]{64}$/i).test(rev);
}

async function resolveTrustedRef(repository: Repository, rev: string): Promise<string> {
  const branch = branchOfRemote(repository, rev);
  if (branch !== null) {
    const tip = await remoteRef(repository, `refs/heads/${branch}`);
    if (tip !== null) return tip;
    const what = `the remote ${repository.remote?.name} has no branch ${branch}`;
    throw new Problem('usage', what, 'Check the name of the branch.');
  }
  if (!rev.startsWith('refs/')) throw ambiguousProblem(repository, rev);
  const args = ['show-ref', '--verify', '--hash', rev];
  const oid = (await repository.git(args, { inCheckout: true }).catch(noOutput)).trim();
  if (oid !== '') return oid;
  throw new Problem('usage', `this clone has no ref ${rev}`, 'Check its name, or fetch it in the job first.');
}

function ambiguousProblem({ remote }: Repository, rev: string): Problem {
  const name = remote?.name ?? 'origin';
  return new Problem(
    'usage',
    `${rev} can mean a branch, a tag or a commit, and others may have made one of that name`,
    `Write ${name}/${rev} for that branch as the remote has it, refs/heads/${rev} or refs/tags/${rev} for what this clone has, or a full commit ID.`,
  );
}
