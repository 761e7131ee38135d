import { Problem } from '../errors.ts';
import { mostBytes } from '../regular-file.ts';
import { localCommit } from './branches.ts';
import { nothingFound } from './failure.ts';
import { ensureCommits, presentBlobs } from './fetch.ts';
import { remoteRef } from './remote-refs.ts';
import type { Repository } from './repository.ts';
import { filesAt } from './tree.ts';

/**
 * Reads a regular file of at most 4 MiB as a revision has it (`--mapping REV:PATH`): a pushed branch cannot choose its
 * own rules then. @throws Problem('usage') when the revision has no such file.
 */
export async function fileAt(
  repository: Repository,
  rev: string,
  path: string,
): Promise<{ text: string; blob: string }> {
  const commit = await namedCommit(repository, rev);
  const [gone] = await ensureCommits(repository, [commit]);
  if (gone !== undefined) {
    const remedy = 'Fetch that branch or tag in the job first.';
    throw new Problem('usage', `${rev} could not be fetched: ${gone.why}`, remedy);
  }
  const blob = (await filesAt(repository.objects, commit, [path])).get(path)?.oid;
  if (blob === undefined) {
    throw new Problem('usage', `${rev} has no file ${path}`, 'Check the revision and the path behind the colon.');
  }
  const [info] = await presentBlobs(repository, [blob], () => path);
  if ((info?.size ?? 0) > mostBytes) {
    throw new Problem('usage', `the file ${path} of ${rev} is over 4 MiB`, 'Name a mapping file.');
  }
  return { text: await (await repository.objects.read(blob)).text(), blob };
}

/**
 * The commit that `--mapping REV:PATH` names, so that nobody who can push a branch or a tag decides it: `<remote>/X` is
 * refs/heads/X as the remote itself reports it; else a full ref of this clone, or a full object name. Git would read
 * `origin/main` as a branch or a tag of that name.
 * @throws Problem('usage') for any other revision, or one that is not there; Problem('git') when the remote cannot be asked.
 */
export async function namedCommit(repository: Repository, rev: string): Promise<string> {
  const oid = isObjectName(repository, rev) ? rev.toLowerCase() : await refNamed(repository, rev);
  // A tag leads to its commit; what is not here yet is taken as it is, and fetched.
  return (await localCommit(repository, oid)) ?? oid;
}

function isObjectName({ objectFormat }: Repository, rev: string): boolean {
  return (objectFormat === 'sha1' ? /^[0-9a-f]{40}$/i : /^[0-9a-f]{64}$/i).test(rev);
}

async function refNamed(repository: Repository, rev: string): Promise<string> {
  const { remote } = repository;
  if (remote !== null && rev.startsWith(`${remote.name}/`)) {
    const branch = rev.slice(remote.name.length + 1);
    const tip = await remoteRef(repository, `refs/heads/${branch}`);
    if (tip !== null) return tip;
    throw new Problem('usage', `the remote ${remote.name} has no branch ${branch}`, 'Check the name of the branch.');
  }
  if (!rev.startsWith('refs/')) throw ambiguous(repository, rev);
  const args = ['show-ref', '--verify', '--hash', rev];
  const oid = (await repository.git(args, { inCheckout: true }).catch(nothingFound)).trim();
  if (oid !== '') return oid;
  throw new Problem('usage', `this clone has no ref ${rev}`, 'Check its name, or fetch it in the job first.');
}

function ambiguous({ remote }: Repository, rev: string): Problem {
  const name = remote?.name ?? 'origin';
  return new Problem(
    'usage',
    `${rev} can mean a branch, a tag or a commit, and others may have made one of that name`,
    `Write ${name}/${rev} for that branch as the remote has it, refs/heads/${rev} or refs/tags/${rev} for what this clone has, or a full commit ID.`,
  );
}
