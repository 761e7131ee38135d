import { ensureNoteBlobs } from '../git/notes.ts';
import type { Repository } from '../git/repository.ts';
import { listFolder, type TreeSide } from '../git/tree.ts';

/** A folder of so many bytes is not one that runs have made. */
const mostFolderBytes = 32 * 1024 * 1024;

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

  /** What stands in a folder, by name; nothing where there is no such folder. @throws Problem('git') */
  folder(path: string): Promise<ReadonlyMap<string, TreeSide>> {
    const known = this.#folders.get(path);
    if (known !== undefined || this.#tip === null) return known ?? Promise.resolve(new Map());
    const listed = listFolder(this.#repository.objects, this.#tip, path, mostFolderBytes);
    const folder = listed.then((sides) => new Map(sides.map((side) => [side.path.text, side])));
    this.#folders.set(path, folder);
    return folder;
  }

  /** What stands at a path; null: nothing. */
  async at(path: string): Promise<TreeSide | null> {
    const [, folder = '', name = path] = /^(.*)\/([^/]*)$/.exec(path) ?? [];
    return (await this.folder(folder)).get(name) ?? null;
  }

  /** Fetches contents that will be read, so that it is one request for all of them. @throws Problem('git') */
  async fetch(oids: Iterable<string>): Promise<void> {
    await ensureNoteBlobs(this.#repository, [...new Set(oids)]);
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
