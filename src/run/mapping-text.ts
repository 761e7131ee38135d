import { join } from 'node:path';
import { readFileAt } from '../git/file-at.ts';
import { blobId } from '../git/object-ids.ts';
import type { Repository } from '../git/repository.ts';
import { parseMappingName, readMappingFile } from '../mapping/source.ts';

export interface MappingText {
  /** Its name as the user gave it, without a revision. */
  readonly name: string;
  /** Where it stands on disk; for one that was read from a commit, where the work tree has it if it does. */
  readonly place: string;
  readonly text: string;
  readonly blob: string;
}

/**
 * Reads the text of the mapping, from disk or from a commit.
 *
 * @param named what `--mapping` says; undefined: the default name, and only that may be absent (null).
 * @throws Problem('usage', 'range') when there is no such file or revision.
 */
export async function readMappingText(
  named: string | undefined,
  cwd: string,
  repository: Repository,
): Promise<MappingText | null> {
  const parsed = named === undefined ? null : parseMappingName(named);
  if (parsed !== null && 'rev' in parsed) {
    const place = join(repository.location.top, parsed.path);
    return { name: parsed.path, place, ...(await readFileAt(repository, parsed.rev, parsed.path)) };
  }
  const { location, inCi } = repository;
  const file = readMappingFile(named ?? null, { cwd, top: location.top, onlyInside: inCi });
  if (file === null) return null;
  const blob = blobId(file.content, repository.objectFormat);
  return { name: file.name, place: file.place, text: Buffer.from(file.content).toString('utf8'), blob };
}
