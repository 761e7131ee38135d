import { Problem } from '../errors.ts';
import { nothingFound } from './failure.ts';
import { ensureCommits } from './fetch.ts';
import type { Objects } from './objects.ts';
import { presentBlobs } from './present-blobs.ts';
import type { Repository } from './repository.ts';
import { resolveRev } from './resolve-range.ts';

/**
 * Reads one file as a revision has it, so that a pushed branch cannot choose its own rules (`--mapping REV:PATH`).
 *
 * @throws Problem('usage') when the revision has no such file.
 */
export async function fileAt(
  repository: Repository,
  objects: Objects,
  rev: string,
  path: string,
): Promise<{ text: string; blob: string }> {
  const commit = await resolveRev(repository, rev).catch((error) => {
    // Of a mapping, not of a range: what was given cannot be right.
    throw error instanceof Problem && error.code === 'range'
      ? new Problem('usage', error.message, error.remedy)
      : error;
  });
  const [gone] = await ensureCommits(repository, objects, [commit]);
  if (gone !== undefined) {
    throw new Problem(
      'usage',
      `${rev} could not be fetched: ${gone.why}`,
      'Fetch that branch or tag in the job first.',
    );
  }
  const args = ['rev-parse', '--verify', '--quiet', `${commit}:${path}`];
  const blob = (await repository.git(args).catch(nothingFound)).trim();
  const [info] = blob === '' ? [] : await presentBlobs(repository, objects, [blob]);
  if (info?.type !== 'blob') {
    throw new Problem('usage', `${rev} has no file ${path}`, 'Check the revision and the path behind the colon.');
  }
  return { text: await (await objects.read(blob)).text(), blob };
}
