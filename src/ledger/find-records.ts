import { ensureCommits } from '../git/fetch.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import { Damaged, headOf, jsonOf, type Kept, type Marked, mostBytes, pieceOf, versionOf } from './kept.ts';
import type { Opening } from './ledger-access.ts';
import { besideHead, isHash, ledgerDirectory, oldRecordPath, recordPath, serviceFolder } from './place.ts';
import type { RecordKey } from './record.ts';
import { RefFiles } from './ref-files.ts';
import { digestOf, type Sealed, type SealKeys, sealOf } from './seal.ts';
import { type LoadedRecord, type Piece, withPieces } from './shards.ts';
import { type OldRecord, oldRecord } from './version-1.ts';

/** Values of a field of a check-out: a record, or a shard, is parsed only if its text holds one of them. */
export interface SoughtValues {
  readonly field: keyof typeof fieldIn;
  readonly values: ReadonlySet<unknown>;
}

const fieldIn = { objectId: /"objectId":(\d+)/g, objn: /"objn":("(?:[^"\\]|\\.)*")/g } as const;

/** True for a text that holds one of the values: it is searched sooner than parsed. */
function holds(bytes: Buffer, { field, values }: SoughtValues): boolean {
  for (const [, value = ''] of bytes.toString('utf8').matchAll(fieldIn[field]))
    if (values.has(JSON.parse(value))) return true;
  return false;
}

/** True for a head file that keeps a part of its record in other files, in any version. */
function isDivided(bytes: Buffer): boolean {
  return ['"shards": ', '"parts": ', '"long": '].some((name) => bytes.includes(`\n${name}`));
}

/** The records that the notes ref holds at one commit. */
export class FindRecords {
  readonly files: RefFiles;
  readonly #opening: Opening;
  readonly #keys: SealKeys | null;

  /** @param tip OID of the notes commit; null: there is none. */
  constructor(opening: Opening, keys: SealKeys | null, tip: string | null) {
    this.#opening = opening;
    this.#keys = keys;
    this.files = new RefFiles(opening.repository, tip);
  }

  /** Finds the file of a record, unread: of version 2, else, if it is of this repository, of version 1; null: none. */
  async placeOf(key: RecordKey): Promise<{ readonly path: string; readonly side: TreeSide } | null> {
    const oldPaths = key.repository === this.#opening.key.repository ? [oldRecordPath(key)] : [];
    for (const path of [recordPath(key), ...oldPaths]) {
      const side = await this.files.at(path);
      if (side !== null) return { path, side };
    }
    return null;
  }

  /** Reads the head of the record under a key; null: there is none. @throws Damaged, also for that of another key */
  async at(key: RecordKey): Promise<Kept | null> {
    const place = await this.placeOf(key);
    if (place === null) return null;
    const { oid } = place.side;
    if (!isFile(place.side)) throw new Damaged('what stands in its place is no file');
    const [bytes = null] = await this.files.read([{ oid, most: mostBytes }]);
    const head = await this.#headOf(oid, bytes);
    if (head !== null && head.path !== place.path) throw new Damaged(`it belongs to ${head.path}`);
    return head;
  }

  /**
   * Yields the head of each record with its path, or what keeps it from being read. Reads each content once, however many
   * files have it.
   * @param service undefined: of every service. @param by leaves out records that surely hold none of it.
   */
  async *heads(service?: string, by?: SoughtValues): AsyncGenerator<readonly [path: string, head: Kept | Damaged]> {
    const top = service === undefined ? [...(await this.files.folder(ledgerDirectory)).keys()].filter(isHash) : [];
    const folders = service === undefined ? top.map((name) => `${ledgerDirectory}/${name}`) : [serviceFolder(service)];
    const paths = new Map<string, string[]>();
    for (const folder of folders) {
      for (const [name, side] of await this.files.folder(folder)) {
        const isHead = isFile(side) && name.endsWith('.json') && isHash(name.slice(0, -5));
        if (isHead) paths.set(side.oid, [...(paths.get(side.oid) ?? []), `${folder}/${name}`]);
      }
    }
    for await (const [oid, bytes] of this.files.contents(new Map(paths.keys().map((oid) => [oid, mostBytes])))) {
      if (bytes !== null && by !== undefined && !isDivided(bytes) && !holds(bytes, by)) continue;
      const head = await this.#headOf(oid, bytes).catch((error: unknown) => {
        if (error instanceof Damaged) return error;
        throw error;
      });
      if (head === null) continue;
      for (const path of paths.get(oid) ?? []) {
        const isOwn = head instanceof Damaged || head.path === path;
        yield [path, isOwn ? head : new Damaged(`it belongs to ${head.path}`)];
      }
    }
  }

  /**
   * Parses a head of any version (`bytes` null: too large to be read), with the path to which it belongs; null: it is of
   * version 1, and of another repository. @throws Damaged
   */
  async #headOf(oid: string, bytes: Buffer | null): Promise<Kept | null> {
    if (bytes === null) throw new Damaged('it is larger than 16 MiB');
    const sealed = sealOf(bytes, this.#keys);
    const json = jsonOf(bytes);
    const isOld = versionOf(json) === 1;
    const head = isOld ? await this.#old(json, sealed) : headOf(json, sealed);
    if (head === null) return null;
    const belongs = isOld ? oldRecordPath(head.record) : recordPath(head.record);
    return { ...head, path: belongs, oid, files: this.files, sealed, isOld };
  }

  /**
   * Upgrades a record of version 1, which does not name its repository: null where several repositories share the ledger,
   * and this one lacks its commit. @throws Damaged, also for one that is not sealed
   */
  async #old(json: unknown, sealed: Sealed): Promise<LoadedRecord | null> {
    if (sealed === null) throw new Damaged('it is of version 1, and no secret of this run has sealed it');
    const old = json as OldRecord;
    const { repository, key } = this.#opening;
    const record = await oldRecord(old, key.repository, (marks) => readBeside(this.files, oldRecordPath(old), marks));
    const { commit } = record.settled;
    const isHere = async () => commit !== null && (await ensureCommits(repository, [commit])).length === 0;
    return repository.ledgerRemote === repository.remote || (await isHere()) ? { record, division: null } : null;
  }
}

/** Loads more shards of a record, by name; `by`: those that hold one of its values. A short record stays. @throws Damaged */
export async function load(kept: Kept, shards: readonly string[], by?: SoughtValues): Promise<Kept> {
  const { path, sealed, record, division } = kept;
  if (division === null || shards.length === 0) return kept;
  const marks = shards.map((shard) => [shard, ...(division.marks.get(shard) ?? (['', 0] as const))] as const);
  const pieces = new Map<string, Piece>();
  for (const [n, bytes] of (await readBeside(kept.files, path, marks)).entries())
    if (by === undefined || holds(bytes, by)) pieces.set(shards[n] ?? '', pieceOf(bytes, sealed));
  const loaded = new Set([...division.loaded, ...pieces.keys()]);
  return { ...kept, record: withPieces(record, pieces.values()), division: { ...division, loaded } };
}

/** Reads files beside a head, by their marks and in their order. @throws Damaged if one is not as its head marks it. */
async function readBeside(files: RefFiles, path: string, marks: readonly Marked[]): Promise<Buffer[]> {
  const folder = await files.folder(besideHead(path));
  const other = 'a part of it is missing, or is not the one that its head names';
  const wanted = marks.map(([name, , size]) => {
    const side = folder.get(`${name}.json`);
    if (side === undefined || !isFile(side)) throw new Damaged(other);
    return { oid: side.oid, most: Math.min(size, mostBytes) };
  });
  return (await files.read(wanted)).map((bytes, n) => {
    if (bytes === null || digestOf(bytes) !== marks[n]?.[1]) throw new Damaged(other);
    return bytes;
  });
}
