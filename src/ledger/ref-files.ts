import { Problem } from '../errors.ts';
import { ensureNoteBlobs, notesRef } from '../git/notes.ts';
import type { Repository } from '../git/repository.ts';
import { listFolder, type TreeSide } from '../git/tree.ts';

/** A folder of more bytes, about 140,000 names, is not one that runs have made; nor are so many bytes of head files. */
const mostFolderBytes = 8 * 1024 * 1024;
const mostReadBytes = 512 * 1024 * 1024;
/** So many are in memory at once. */
const partBytes = 32 * 1024 * 1024;

/** Returns functions that list and read files of the notes ref at one commit; reads nothing yet. @param tip its OID; null: no files. */
export function createRefReader(repository: Repository, tip: string | null) {
  const folders = new Map<string, Promise<ReadonlyMap<string, TreeSide>>>();

  const list = async (path: string) => {
    const sides = tip === null ? [] : await listFolder(repository.objects, tip, path, mostFolderBytes);
    if (sides === null) throw refuseTooLarge(`the folder ${path} is larger than 8 MiB`);
    return new Map(sides.map((side) => [side.path.text, side]));
  };

  /** Returns a folder's entries, also folders, by name; reads it once. Empty if there is no folder. @throws Problem('git', 'ledger') */
  function readFolder(path: string): Promise<ReadonlyMap<string, TreeSide>> {
    const listed = folders.get(path) ?? list(path);
    folders.set(path, listed);
    return listed;
  }

  /**
   * Yields the contents of files with their OIDs: first those that are too large, as null and unread; then the others in order, 32 MiB (and
   * up to one file more) in memory at a time. Fetches all missing ones in one request, also those too large. @param most bytes that each
   * may have, by OID @throws Problem('git', 'ledger') if one cannot be fetched, or if those to be read have over 512 MiB together
   */
  async function* streamContents(most: ReadonlyMap<string, number>) {
    const infos = await ensureNoteBlobs(repository, [...most.keys()]);
    const sized = [...most].map(([oid, limit], n) => ({ oid, limit, size: infos[n]?.size ?? 0 }));
    const { fit = [], tooLong = [] } = Object.groupBy(sized, ({ size, limit }) => (size <= limit ? 'fit' : 'tooLong'));
    if (fit.reduce((sum, { size }) => sum + size, 0) > mostReadBytes)
      throw refuseTooLarge('its records are larger than 512 MiB');
    for (const { oid } of tooLong) yield [oid, null] as const;
    for (let from = 0, to = 0; from < fit.length; from = to) {
      for (let bytes = 0; to < fit.length && bytes < partBytes; to += 1) bytes += fit[to]?.size ?? 0;
      const part = fit.slice(from, to).map(({ oid }) => oid);
      const texts = await repository.objects.contents(part);
      for (const [n, oid] of part.entries()) yield [oid, texts[n] ?? null] as const;
    }
  }

  /** Reads contents as streamContents does, but all at once; returns them by OID, null for one that is too large. */
  const read = async (most: ReadonlyMap<string, number>) => new Map(await Array.fromAsync(streamContents(most)));

  return { readFolder, streamContents, read };
}

/** Makes the Problem('ledger') of a ledger too large to be made by runs. @param why as the end of a sentence. */
function refuseTooLarge(why: string): Problem {
  const remedy = `See what was pushed to ${notesRef} (git log), and push the last commit that a run has made in its place.`;
  return new Problem('ledger', `the ledger is not read: ${why}`, remedy);
}
