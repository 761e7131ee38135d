import { Problem } from '../errors.ts';
import { ensureNoteBlobs, notesRef } from '../git/notes.ts';
import type { Repository } from '../git/repository.ts';
import { listFolder, type TreeSide } from '../git/tree.ts';

/** A folder of more bytes, about 140,000 names, is not one that runs have made; nor are so many bytes of head files. */
const mostFolderBytes = 8 * 1024 * 1024;
const mostReadBytes = 512 * 1024 * 1024;
/** So many are in memory at once. */
const partBytes = 32 * 1024 * 1024;

/** The files of the notes ref at one commit. Contents are fetched when they are read, those of one call in one request. */
export class RefFiles {
  readonly #repository: Repository;
  /** OID of the notes commit; null: there is none, and no file. */
  readonly tip: string | null;
  readonly #folders = new Map<string, Promise<ReadonlyMap<string, TreeSide>>>();

  /** Reads nothing yet. @param tip OID of the notes commit, or null */
  constructor(repository: Repository, tip: string | null) {
    this.#repository = repository;
    this.tip = tip;
  }

  /** Lists the entries of a folder, also folders, by name; empty: there is no such folder. @throws Problem('git', 'ledger') */
  folder(path: string): Promise<ReadonlyMap<string, TreeSide>> {
    const folder = this.#folders.get(path) ?? this.#list(path);
    this.#folders.set(path, folder);
    return folder;
  }

  /** Lists the entries of a folder, as `folder` does, but does not remember them. */
  async #list(path: string): Promise<ReadonlyMap<string, TreeSide>> {
    const { objects } = this.#repository;
    const sides = this.tip === null ? [] : await listFolder(objects, this.tip, path, mostFolderBytes);
    if (sides === null) throw tooLarge(`the folder ${path} is larger than 8 MiB`);
    return new Map(sides.map((side) => [side.path.text, side]));
  }

  /** Finds the entry at a path; null: there is none. @throws as `folder` does */
  async at(path: string): Promise<TreeSide | null> {
    const [, folder = '', name = path] = /^(.*)\/([^/]*)$/.exec(path) ?? [];
    return (await this.folder(folder)).get(name) ?? null;
  }

  /**
   * Yields the contents of files by OID: first those that are too large, as null and unread; then the others, of which at most 32 MiB are
   * in memory at a time. Fetches all missing ones in one request. @param most bytes that each may have, by OID @throws Problem('git',
   * 'ledger') if one cannot be fetched, or if they are too large together
   */
  async *contents(most: ReadonlyMap<string, number>): AsyncGenerator<readonly [oid: string, bytes: Buffer | null]> {
    const infos = await ensureNoteBlobs(this.#repository, [...most.keys()]);
    const sized = [...most].map(([oid, limit], n) => ({ oid, limit, size: infos[n]?.size ?? 0 }));
    const read = sized.filter(({ size, limit }) => size <= limit);
    if (read.reduce((sum, { size }) => sum + size, 0) > mostReadBytes)
      throw tooLarge('its records are larger than 512 MiB');
    for (const { oid, size, limit } of sized) if (size > limit) yield [oid, null];
    for (let from = 0, to = 0; from < read.length; from = to) {
      for (let bytes = 0; to < read.length && bytes < partBytes; to += 1) bytes += read[to]?.size ?? 0;
      const part = read.slice(from, to).map(({ oid }) => oid);
      const contents = await this.#repository.objects.contents(part);
      for (const [n, oid] of part.entries()) yield [oid, contents[n] ?? null];
    }
  }

  /** Reads contents all at once, in the order asked; null: more than `most` bytes. @throws as `contents` does */
  async read(wanted: readonly { readonly oid: string; readonly most: number }[]): Promise<(Buffer | null)[]> {
    const read = new Map<string, Buffer | null>();
    const most = new Map(wanted.map((one) => [one.oid, one.most]));
    for await (const [oid, bytes] of this.contents(most)) read.set(oid, bytes);
    return wanted.map(({ oid }) => read.get(oid) ?? null);
  }
}

/** Makes the Problem of a ledger that no run has made. @param why as the end of a sentence. */
function tooLarge(why: string): Problem {
  const remedy = `See what was pushed to ${notesRef} (git log), and push the last commit that a run has made in its place.`;
  return new Problem('ledger', `the ledger is not read: ${why}`, remedy);
}
