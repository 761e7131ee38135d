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
  readonly #tip: string | null;
  readonly #folders = new Map<string, Promise<ReadonlyMap<string, TreeSide>>>();

  /** @param tip OID of the notes commit; null: there is none, and no file. */
  constructor(repository: Repository, tip: string | null) {
    this.#repository = repository;
    this.#tip = tip;
  }

  /** What stands in a folder, by name; nothing where there is no such folder. @throws Problem('git', 'ledger') */
  folder(path: string): Promise<ReadonlyMap<string, TreeSide>> {
    const known = this.#folders.get(path);
    if (known !== undefined || this.#tip === null) return known ?? Promise.resolve(new Map());
    const listed = listFolder(this.#repository.objects, this.#tip, path, mostFolderBytes);
    const folder = listed.then((sides) => {
      if (sides === null) throw tooMuch(`the folder ${path} is larger than 8 MiB`);
      return new Map(sides.map((side) => [side.path.text, side]));
    });
    this.#folders.set(path, folder);
    return folder;
  }

  /** What stands at a path; null: nothing. */
  async at(path: string): Promise<TreeSide | null> {
    const [, folder = '', name = path] = /^(.*)\/([^/]*)$/.exec(path) ?? [];
    return (await this.folder(folder)).get(name) ?? null;
  }

  /**
   * The contents of some files, each once, a part of them at a time: all is fetched in one request.
   * @param most bytes of one: null for one that has more, and is not read. @throws Problem('git', 'ledger')
   */
  async *contents(oids: Iterable<string>, most: number): AsyncGenerator<readonly [oid: string, bytes: Buffer | null]> {
    const each = [...new Set(oids)];
    const infos = await ensureNoteBlobs(this.#repository, each);
    const sizes = infos.map((info) => info?.size ?? 0);
    const isRead = (n: number) => (sizes[n] ?? 0) <= most;
    const total = sizes.reduce((sum, size, n) => sum + (isRead(n) ? size : 0), 0);
    if (total > mostReadBytes) throw tooMuch('its records are larger than 512 MiB');
    for (const [n, oid] of each.entries()) if (!isRead(n)) yield [oid, null];
    const read = [...each.keys()].filter(isRead);
    for (let from = 0, to = 0; from < read.length; from = to) {
      for (let bytes = 0; to < read.length && bytes < partBytes; to += 1) bytes += sizes[read[to] ?? 0] ?? 0;
      const part = read.slice(from, to).map((n) => each[n] ?? '');
      const contents = await this.#repository.objects.contents(part);
      for (const [n, oid] of part.entries()) yield [oid, contents[n] ?? null];
    }
  }

  /**
   * Contents in the order asked; null for one that has more bytes than it may have, and is not read.
   * @throws Problem('git') when one cannot be had.
   */
  async read(wanted: readonly { readonly oid: string; readonly most: number }[]): Promise<(Buffer | null)[]> {
    const infos = await ensureNoteBlobs(
      this.#repository,
      wanted.map(({ oid }) => oid),
    );
    const isRead = wanted.map(({ most }, n) => (infos[n]?.size ?? Number.POSITIVE_INFINITY) <= most);
    const oids = wanted.filter((_, n) => isRead[n]).map(({ oid }) => oid);
    const contents = (await this.#repository.objects.contents(oids))[Symbol.iterator]();
    return isRead.map((is) => (is ? (contents.next().value ?? null) : null));
  }
}

/** What runs have not made is not read, and not guessed at: the run ends before it touches anything. */
function tooMuch(why: string): Problem {
  const remedy = `See what was pushed to ${notesRef} (git log), and push the last commit that a run has made in its place.`;
  return new Problem('ledger', `the ledger is not read: ${why}`, remedy);
}
