import { Problem } from '../errors.ts';
import type { Objects } from './objects.ts';
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
  const commit = await resolveRev(repository, rev);
  const name = `${commit}:${path}`;
  const [info] = await objects.info([name]);
  if (info?.type !== 'blob') {
    throw new Problem('usage', `${rev} has no file ${path}`, 'Check the revision and the path behind the colon.');
  }
  const text = await (await objects.read(name)).text();
  return { text, blob: (await repository.git(['rev-parse', '--verify', name])).trim() };
}
