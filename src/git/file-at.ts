import { Problem } from '../errors.ts';
import { mostBytes } from '../regular-file.ts';
import { nothingFound } from './failure.ts';
import { ensureCommits, presentBlobs } from './fetch.ts';
import { namedCommit } from './named-commit.ts';
import type { Repository } from './repository.ts';

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
  const blob = await blobAt(repository, commit, path);
  if (blob === null) {
    throw new Problem('usage', `${rev} has no file ${path}`, 'Check the revision and the path behind the colon.');
  }
  const [info] = await presentBlobs(repository, [blob], () => path);
  if ((info?.size ?? 0) > mostBytes) {
    throw new Problem('usage', `the file ${path} of ${rev} is over 4 MiB`, 'Name a mapping file.');
  }
  return { text: await (await repository.objects.read(blob)).text(), blob };
}

/** OID of a regular file of a commit; null: there is none of that path, or a link, a folder or a submodule. */
async function blobAt(repository: Repository, commit: string, path: string): Promise<string | null> {
  const args = ['ls-tree', '-z', '--full-tree', commit, '--', path];
  const entries = (await repository.git(args).catch(nothingFound)).split('\0');
  const [entry] = entries.filter((line) => line.slice(line.indexOf('\t') + 1) === path);
  return /^100\d{3} blob ([0-9a-f]+)\t/.exec(entry ?? '')?.[1] ?? null;
}
