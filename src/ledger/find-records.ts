import { ensureCommits } from '../git/fetch.ts';
import { isFile } from '../git/tree.ts';
import { Damaged, type Kept, mostBytes, parseHead, parseJson, parsePiece, versionOf } from './kept.ts';
import { besideHead, isHash, ledgerDirectory, oldRecordPath, recordPath, serviceFolder } from './key.ts';
import type { Opening, ReadRecord } from './ledger-access.ts';
import type { BranchRecord, RecordKey } from './record.ts';
import { RefFiles } from './ref-files.ts';
import { digestOf, type SealKeys, sealOf } from './seal.ts';
import { type ShardMark, withPieces } from './shards.ts';
import { type OldRecord, oldRecord } from './version-1.ts';

/** True for the text of a record, or of a shard, that may hold what is looked for: others are not parsed. */
type MayHold = (bytes: Buffer) => boolean;

/** True for a head file that keeps a part of its record in other files, in any version. */
function isDivided(bytes: Buffer): boolean {
  return ['"shards": ', '"parts": ', '"long": '].some((name) => bytes.includes(`\n${name}`));
}

/** The records that the notes ref holds at one commit. */
export class FindRecords {
  readonly #files: RefFiles;
  readonly #opening: Opening;
  readonly #keys: SealKeys | null;

  /** @param tip OID of the notes commit; null: there is none. */
  constructor(opening: Opening, keys: SealKeys | null, tip: string | null) {
    this.#opening = opening;
    this.#keys = keys;
    this.#files = new RefFiles(opening.repository, tip);
  }

  /**
   * Finds the place of a record, unread: of version 2, else, if it is of this repository, of version 1; null: none. `oid`
   * null: what is in that place is no file.
   */
  async placeOf(key: RecordKey): Promise<{ readonly path: string; readonly oid: string | null } | null> {
    const oldPaths = key.repository === this.#opening.key.repository ? [oldRecordPath(key)] : [];
    for (const path of [recordPath(key), ...oldPaths]) {
      const side = await this.#files.at(path);
      if (side !== null) return { path, oid: isFile(side) ? side.oid : null };
    }
    return null;
  }

  /** Reads the head of the record under a key; null: there is none. @throws Damaged, also for that of another key */
  async at(key: RecordKey): Promise<Kept | null> {
    const place = await this.placeOf(key);
    if (place === null) return null;
    const { path, oid } = place;
    if (oid === null) throw new Damaged('what stands in its place is no file');
    const [bytes = null] = await this.#files.read([{ oid, most: mostBytes }]);
    const head = await this.#parse(oid, bytes);
    if (head !== null && head.path !== path) throw new Damaged(`it belongs to ${head.path}`);
    return head;
  }

  /**
   * Yields each record, with its path and these shards, or what keeps it from being read; of a record that is not believed
   * only the head. Reads each content once, however many files have it.
   * @param service undefined: of every service. @param looks at all but one path, and only for what a text may hold.
   */
  async *each(
    service: string | undefined,
    shards: (head: Kept) => string[],
    looks: { readonly mayHold?: MayHold; readonly except?: string | undefined } = {},
  ): AsyncGenerator<readonly [path: string, read: ReadRecord | Damaged]> {
    const top = service === undefined ? [...(await this.#files.folder(ledgerDirectory)).keys()].filter(isHash) : [];
    const folders = service === undefined ? top.map((name) => `${ledgerDirectory}/${name}`) : [serviceFolder(service)];
    const paths = new Map<string, string[]>();
    for (const folder of folders) {
      for (const [name, side] of await this.#files.folder(folder)) {
        const path = `${folder}/${name}`;
        const isHead = isFile(side) && name.endsWith('.json') && isHash(name.slice(0, -5));
        if (isHead && path !== looks.except) paths.set(side.oid, [...(paths.get(side.oid) ?? []), path]);
      }
    }
    for await (const [oid, bytes] of this.#files.contents(new Map(paths.keys().map((oid) => [oid, mostBytes])))) {
      if (bytes !== null && looks.mayHold?.(bytes) === false && !isDivided(bytes)) continue;
      const head = await catchDamaged(this.#parse(oid, bytes));
      if (head === null) continue;
      for (const path of paths.get(oid) ?? []) {
        const isOwn = head instanceof Damaged || head.path === path;
        const found = isOwn ? head : new Damaged(`it belongs to ${head.path}`);
        const verified = this.#keys === null ? null : found instanceof Damaged || found.sealed !== null;
        const read =
          found instanceof Damaged || verified === false
            ? found
            : await catchDamaged(this.load(found, shards(found), looks.mayHold));
        yield [path, read instanceof Damaged ? read : { record: read.record, verified }];
      }
    }
  }

  /**
   * Parses a head of any version (`bytes` null: too large to be read), with the path to which it belongs; null: it is of
   * version 1, and of another repository. @throws Damaged
   */
  async #parse(oid: string, bytes: Buffer | null): Promise<Kept | null> {
    if (bytes === null) throw new Damaged('it is larger than 16 MiB');
    const sealed = sealOf(bytes, this.#keys);
    const json = parseJson(bytes);
    if (versionOf(json) !== 1) {
      const head = parseHead(json, sealed);
      return { ...head, path: recordPath(head.record), oid, sealed };
    }
    if (sealed === null) throw new Damaged('it is of version 1, and no secret of this run has sealed it');
    const record = await this.#upgraded(json as OldRecord);
    return record && { record, division: null, path: oldRecordPath(record), oid, sealed };
  }

  /**
   * Upgrades a record of version 1, which does not name its repository: null where several repositories share the ledger,
   * and this one lacks its commit. @throws Damaged
   */
  async #upgraded(old: OldRecord): Promise<BranchRecord | null> {
    const { repository, key } = this.#opening;
    const record = await oldRecord(old, key.repository, (marks) => this.#readBeside(oldRecordPath(old), marks));
    const { commit } = record.settled;
    const isHere = async () => commit !== null && (await ensureCommits(repository, [commit])).length === 0;
    return repository.ledgerRemote === repository.remote || (await isHere()) ? record : null;
  }

  /** Loads more shards of a record, by name; only those that may hold what is looked for. A short record stays. @throws Damaged */
  async load(kept: Kept, shards: readonly string[], mayHold: MayHold = () => true): Promise<Kept> {
    const { path, sealed, record, division } = kept;
    if (division === null || shards.length === 0) return kept;
    const texts = await this.#readBeside(
      path,
      shards.map((shard) => [shard, division.marks.get(shard) ?? ['', 0]]),
    );
    const read = [...texts].filter(([, bytes]) => mayHold(bytes));
    const pieces = read.map(([, bytes]) => parsePiece(bytes, sealed));
    const loaded = new Set([...division.loaded, ...read.map(([shard]) => shard)]);
    return { ...kept, record: withPieces(record, pieces), division: { ...division, loaded } };
  }

  /** Reads files beside a head, by their marks; returns them by name, in the same order. @throws Damaged if one is not as its head marks it. */
  async #readBeside(path: string, marks: readonly (readonly [string, ShardMark])[]): Promise<Map<string, Buffer>> {
    const folder = await this.#files.folder(besideHead(path));
    const other = 'a part of it is missing, or is not the one that its head names';
    const wanted = marks.map(([name, [, size]]) => {
      const side = folder.get(`${name}.json`);
      if (side === undefined || !isFile(side)) throw new Damaged(other);
      return { oid: side.oid, most: Math.min(size, mostBytes) };
    });
    const read = await this.#files.read(wanted);
    return new Map(
      marks.map(([name, [digest]], n) => {
        const bytes = read[n] ?? null;
        if (bytes === null || digestOf(bytes) !== digest) throw new Damaged(other);
        return [name, bytes];
      }),
    );
  }
}

/** Awaits work, and returns Damaged where it throws that. */
export async function catchDamaged<T>(work: Promise<T>): Promise<T | Damaged> {
  return work.catch((error: unknown) => {
    if (error instanceof Damaged) return error;
    throw error;
  });
}
