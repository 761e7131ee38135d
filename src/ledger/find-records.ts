import { ensureCommits } from '../git/fetch.ts';
import type { Repository } from '../git/repository.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import { Damaged, headOf, jsonOf, type Kept, type Marked, mostBytes, pieceOf, versionOf } from './kept.ts';
import { besideHead, isHash, ledgerDirectory, oldRecordPath, recordPath, serviceFolder } from './place.ts';
import type { RecordKey } from './record.ts';
import { RefFiles } from './ref-files.ts';
import { digestOf, type Sealed, type SealKeys, sealOf } from './seal.ts';
import { type LoadedRecord, type Piece, withPieces } from './shards.ts';
import { type OldRecord, oldRecord } from './version-1.ts';

/** What the text of a record, or of a shard, has to hold for it to be parsed: one of some values of a field of a check-out. */
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

/** True for a head file of which a part stands in other files. */
function isDivided(bytes: Buffer): boolean {
  return ['"shards": ', '"parts": ', '"long": '].some((name) => bytes.includes(`\n${name}`));
}

/** The records that the notes ref holds at one commit. */
export class FindRecords {
  readonly files: RefFiles;
  readonly #repository: Repository;
  readonly #keys: SealKeys | null;
  readonly #name: string;

  /** @param tip OID of the notes commit; null: there is none. @param name of the repository whose runs look. */
  constructor(repository: Repository, tip: string | null, keys: SealKeys | null, name: string) {
    this.#repository = repository;
    this.#keys = keys;
    this.#name = name;
    this.files = new RefFiles(repository, tip);
  }

  /** Finds what stands at the path of a record; null: nothing. A record of version 1 comes second. */
  async placeOf(key: RecordKey): Promise<{ readonly path: string; readonly side: TreeSide } | null> {
    const isOwn = key.repository === this.#name;
    for (const path of [recordPath(key), ...(isOwn ? [oldRecordPath(key)] : [])]) {
      const side = await this.files.at(path);
      if (side !== null) return { path, side };
    }
    return null;
  }

  /** Reads the record under a key; null: there is none. @throws Damaged */
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
   * All records, or those at one service: each head, or what keeps it from being read. Each content is read once, however
   * many files have it. @param by what surely holds none of it is left out.
   */
  async *heads(
    service?: string,
    by?: SoughtValues,
  ): AsyncGenerator<{ readonly path: string; readonly head: Kept | Damaged }> {
    const top = service === undefined ? [...(await this.files.folder(ledgerDirectory)).keys()].filter(isHash) : [];
    const folders = service === undefined ? top.map((name) => `${ledgerDirectory}/${name}`) : [serviceFolder(service)];
    const places: { readonly path: string; readonly oid: string }[] = [];
    for (const folder of folders) {
      for (const [name, side] of await this.files.folder(folder)) {
        const isHead = isFile(side) && name.endsWith('.json') && isHash(name.slice(0, -5));
        if (isHead) places.push({ path: `${folder}/${name}`, oid: side.oid });
      }
    }
    const byOid = Map.groupBy(places, ({ oid }) => oid);
    for await (const [oid, bytes] of this.files.contents(new Map([...byOid.keys()].map((oid) => [oid, mostBytes])))) {
      if (bytes !== null && by !== undefined && !isDivided(bytes) && !holds(bytes, by)) continue;
      const head = await this.#headOf(oid, bytes).catch((error: unknown) => {
        if (error instanceof Damaged) return error;
        throw error;
      });
      if (head === null) continue;
      for (const { path } of byOid.get(oid) ?? []) {
        const isOwn = head instanceof Damaged || head.path === path;
        yield { path, head: isOwn ? head : new Damaged(`it belongs to ${head.path}`) };
      }
    }
  }

  /** The head of a record, at the path to which it belongs; null for one that is not of this repository. @throws Damaged */
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

  /** Version 1 does not name the repository: in a ledger that several share, a record counts where its commit is known. */
  async #old(json: unknown, sealed: Sealed): Promise<LoadedRecord | null> {
    if (sealed === null) throw new Damaged('it is of version 1, and no secret of this run has sealed it');
    const old = json as OldRecord;
    const record = await oldRecord(old, this.#name, (marks) => readBeside(this, oldRecordPath(old), marks));
    const { ledgerRemote, remote } = this.#repository;
    const { commit } = record.settled;
    const isHere = async () => commit !== null && (await ensureCommits(this.#repository, [commit])).length === 0;
    return ledgerRemote === remote || (await isHere()) ? { record, division: null } : null;
  }
}

/** A record with more of its shards, by their names; `by`: only those that hold it. @throws Damaged */
export async function load(kept: Kept, shards: readonly string[], by?: SoughtValues): Promise<Kept> {
  const { path, sealed, record, division } = kept;
  if (division === null || shards.length === 0) return kept;
  const marks = shards.map((shard) => [shard, ...(division.marks.get(shard) ?? (['', 0] as const))] as const);
  const pieces = new Map<string, Piece>();
  for (const [n, bytes] of (await readBeside(kept, path, marks)).entries())
    if (by === undefined || holds(bytes, by)) pieces.set(shards[n] ?? '', pieceOf(bytes, sealed));
  const loaded = new Set([...division.loaded, ...pieces.keys()]);
  return { ...kept, record: withPieces(record, pieces.values()), division: { ...division, loaded } };
}

/** Files beside a head, fetched in one request. @throws Damaged where one is not as the head marks it. */
async function readBeside(at: { readonly files: RefFiles }, path: string, marks: readonly Marked[]): Promise<Buffer[]> {
  const { files } = at;
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
