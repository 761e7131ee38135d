import { Problem } from '../errors.ts';
import type { Repository } from '../git/repository.ts';
import type { TreeSide } from '../git/tree.ts';
import type { Mapper } from '../plan/mapper.ts';
import { toUnknown, type Unknown } from './affected.ts';
import { type LooseEnds, looseEnds, type SourceUses } from './loose-ends.ts';
import { isNoProgram } from './source-uses.ts';
import { whyUnreadable } from './unreadable.ts';
import { type SourceFiles, sourcesOf } from './uses-at-head.ts';

/** How many sources are read at once. */
const atOnce = 300;

/**
 * Reads all sources of a tree, and compares their uses with its files, for `check` and `init`. Fetches contents that a
 * partial clone lacks. A source that exceeds a limit is reported as unreadable.
 * @param isInclude true for an include by its name; it counts as one unless the mapping makes an object of it.
 * @returns why it is unknown, if a content cannot be read.
 */
export async function looseEndsAtHead(
  repository: Repository,
  mapper: Mapper,
  tree: readonly TreeSide[],
  isInclude: (path: string) => boolean,
): Promise<LooseEnds | Unknown> {
  try {
    const sources = sourcesOf(repository, mapper, { tree: { all: () => tree }, deleted: [] });
    const paths = sources.paths();
    await sources.bring(paths);
    const includes = paths.filter((path) => isInclude(path) && sources.objectsOf(path).length === 0);
    return looseEnds(await readAll(sources), includes, await sources.resolver());
  } catch (error) {
    return toUnknown(error);
  }
}

/** Reads all sources, in the order of `paths`; one past a limit, or in another encoding, says why it is unreadable. */
async function readAll({ paths: list, text: textOf, read }: SourceFiles): Promise<SourceUses[]> {
  const all: SourceUses[] = [];
  const paths = list();
  const readOne = async (path: string) => {
    const text = await textOf(path);
    const source = await read(path).catch(limitMet);
    // The text of what is not UTF-8 has a character for each byte.
    const why = 'why' in source ? source.why : whyUnreadable(Buffer.from(text.slice(0, 4096), 'latin1'));
    return { path, said: source.said, isNoProgram: isNoProgram(path, text), unreadable: why };
  };
  for (let at = 0; at < paths.length; at += atOnce) {
    all.push(...(await Promise.all(paths.slice(at, at + atOnce).map(readOne))));
  }
  return all;
}

/** Returns no uses, and why, for a source that says too much; throws other errors. Of other sources, all is known. */
function limitMet(error: unknown) {
  if (error instanceof Problem && error.code === 'limit') return { said: [], why: error.message };
  throw error;
}
