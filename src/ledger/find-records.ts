import { posix } from 'node:path';
import { ensureCommits } from '../git/fetch.ts';
import type { Repository } from '../git/repository.ts';
import { isFile } from '../git/tree.ts';
import { Damaged, findVersion, type Kept, mostBytes, parseHead, parseJson, parsePiece } from './kept.ts';
import { isHash, ledgerDirectory, toOldRecordPath, toRecordFolder, toRecordPath, toServiceFolder } from './key.ts';
import type { CheckOut, Claim, ReadRecord, RecordKey } from './record.ts';
import { createRefReader } from './ref-files.ts';
import { hashContent, type SealKeys, verifySeal } from './seal.ts';
import { listMissingShards, listShardsToOpen, type ShardMark, withPieces } from './shards.ts';
import { type OldRecord, upgradeRecord } from './version-1.ts';

/** Matches a head file that keeps a part of its record in other files, in any version. */
const divided = /\n"(shards|parts|long)": /;

/**
 * Returns functions that find and read the records of the notes ref at one commit; reads nothing yet. @param tip OID of the notes commit;
 * null: there is none. @param hostedName this repository, as in RecordKey. @param keys verify seals; null: none is verified.
 */
export function openRecords(repository: Repository, tip: string | null, hostedName: string, keys: SealKeys | null) {
  const files = createRefReader(repository, tip);

  /**
   * Finds the head file of a record, without reading it: that of version 2, else that of version 1 if the key is of this repository; null
   * if neither is there. `oid` is null if what is in its place is no file. @throws Problem('git', 'ledger')
   */
  async function findPlace(key: RecordKey): Promise<{ readonly path: string; readonly oid: string | null } | null> {
    const folder = await files.readFolder(toServiceFolder(key.service));
    const oldPaths = key.repository === hostedName ? [toOldRecordPath(key)] : [];
    for (const path of [toRecordPath(key), ...oldPaths]) {
      const side = folder.get(posix.basename(path));
      if (side !== undefined) return { path, oid: isFile(side) ? side.oid : null };
    }
    return null;
  }

  /**
   * Reads the record under a key, believed or not, with its shards that hold exceptions, calls without an answer, or one of `keys`
   * (toObjectShard, toPathShard). null: there is none, or only one of version 1 that belongs to another repository. @throws Damaged, also
   * for one of version 1 not believed, and if the file of another record is in its place; Problem('git', 'ledger')
   */
  async function readRecord(key: RecordKey, keys: Iterable<string>): Promise<Kept | null> {
    const place = await findPlace(key);
    if (place === null) return null;
    const { path, oid } = place;
    if (oid === null) throw new Damaged('what stands in its place is no file');
    const contents = await files.read(new Map([[oid, mostBytes]]));
    const head = await parseRecord(oid, contents.get(oid) ?? null);
    if (head === null) return null;
    if (head.path !== path) throw new Damaged(`it belongs to ${head.path}`);
    return loadShards(head, [...new Set([...listShardsToOpen(head), ...listMissingShards(head, keys)])]);
  }

  /**
   * Finds the check-outs that `isMeant` accepts in the records of the key's service, except the record under the key: in their heads, and
   * the shards that `inShards` names. Leaves out damaged records, and the shards of records not believed. @param held passes over,
   * unparsed, heads of one-file records, and shards, in which no match of `field` has one of `values` as group 1, read as JSON.
   */
  async function findClaims(
    key: RecordKey,
    isMeant: (checkOut: CheckOut) => boolean,
    inShards: (head: Kept) => string[],
    held: { readonly field: RegExp; readonly values: ReadonlySet<unknown> },
  ): Promise<Claim[]> {
    const except = (await findPlace(key))?.path;
    const findValues = (bytes: Buffer) => bytes.toString('utf8').matchAll(held.field);
    const mayHold = (bytes: Buffer) => findValues(bytes).some(([, value = '']) => held.values.has(JSON.parse(value)));
    const claims: Claim[] = [];
    for await (const [, read] of readEach(key.service, inShards, mayHold, except)) {
      if (read instanceof Damaged) continue;
      for (const checkOut of read.record.checkOuts.values()) if (isMeant(checkOut)) claims.push({ ...read, checkOut });
    }
    return claims;
  }

  /**
   * Reads all entries of the records of one service (undefined: of all), sorted by service, branch, mapping. Of a record not believed
   * (`verified` false) reads only the head. `damaged`: a line for each that cannot be read, with its path.
   */
  async function readAllRecords(service: string | undefined) {
    const records: ReadRecord[] = [];
    const damaged: string[] = [];
    for await (const [path, read] of readEach(service, (head) => listShardsToOpen(head, true))) {
      if (read instanceof Damaged) damaged.push(`${path}: ${read.message}`);
      else records.push(read);
    }
    const toSortKey = ({ record }: ReadRecord) => `${record.service}\0${record.branch}\0${record.mapping}`;
    return { records: records.toSorted((one, other) => (toSortKey(one) < toSortKey(other) ? -1 : 1)), damaged };
  }

  /**
   * Yields the path of each record, and the record with the shards that `shards` names (not believed: only the head), or the Damaged in its
   * place. Leaves out those of version 1 of other repositories. Reads each content once, however many files have it. @param service
   * undefined: of every service. @param mayHold texts that fail it are left out, except heads of divided records; so is the path `except`.
   */
  async function* readEach(
    service: string | undefined,
    shards: (head: Kept) => string[],
    mayHold = (_bytes: Buffer) => true,
    except?: string,
  ): AsyncGenerator<readonly [path: string, read: ReadRecord | Damaged]> {
    const top = service === undefined ? [...(await files.readFolder(ledgerDirectory)).keys()].filter(isHash) : [];
    const folders =
      service === undefined ? top.map((name) => `${ledgerDirectory}/${name}`) : [toServiceFolder(service)];
    const listings = await Array.fromAsync(folders, async (folder) =>
      [...(await files.readFolder(folder))].map(([name, side]) => ({ name, side, path: `${folder}/${name}` })),
    );
    const heads = listings.flat().filter(({ name, side, path }) => {
      return isFile(side) && name.endsWith('.json') && isHash(name.slice(0, -5)) && path !== except;
    });
    const byContent = Map.groupBy(heads, ({ side }) => side.oid);
    for await (const [oid, bytes] of files.streamContents(new Map(byContent.keys().map((oid) => [oid, mostBytes])))) {
      if (bytes !== null && !mayHold(bytes) && !divided.test(bytes.toString('latin1'))) continue;
      const head = await catchDamaged(parseRecord(oid, bytes));
      if (head === null) continue;
      for (const { path } of byContent.get(oid) ?? []) {
        if (head instanceof Damaged) yield [path, head];
        else if (head.path !== path) yield [path, new Damaged(`it belongs to ${head.path}`)];
        else {
          const verified = keys === null ? null : head.sealed !== null;
          const read = await catchDamaged(loadShards(head, verified === false ? [] : shards(head), mayHold));
          yield [path, read instanceof Damaged ? read : { record: read.record, verified }];
        }
      }
    }
  }

  /**
   * Parses a head file of version 1 or 2 into a record, with the path that its key gives; of version 1 also reads the files beside it. If
   * no key fits the seal, `sealed` is null, and version 1 is Damaged. Version 1 does not name its repository: in a ledger that has a
   * repository of its own, one without a settled commit that this repository has or can fetch is taken for another repository's, and null
   * is returned. @param bytes null: the file is too large to be read @throws Damaged; Problem('git', 'ledger')
   */
  async function parseRecord(oid: string, bytes: Buffer | null): Promise<Kept | null> {
    if (bytes === null) throw new Damaged('it is larger than 16 MiB');
    const sealed = verifySeal(bytes, keys);
    const json = parseJson(bytes);
    if (findVersion(json) !== 1) {
      const head = parseHead(json, sealed);
      return { ...head, path: toRecordPath(head.record), oid, sealed };
    }
    if (sealed === null) throw new Damaged('it is of version 1, and no secret of this run has sealed it');
    const path = toOldRecordPath(json as OldRecord);
    const record = await upgradeRecord(json as OldRecord, hostedName, (marks) => readBeside(path, marks));
    const { commit } = record.settled;
    const isHere = async () => commit !== null && (await ensureCommits(repository, [commit])).length === 0;
    const isOwn = repository.ledgerRemote === repository.remote || (await isHere());
    return isOwn ? { record, division: null, path, oid, sealed } : null;
  }

  /** Returns a record with these shards added, except texts that `mayHold` refuses. @throws Damaged for a bad one; Problem as readBeside */
  async function loadShards(kept: Kept, shards: readonly string[], mayHold = (_bytes: Buffer) => true): Promise<Kept> {
    const { path, sealed, record, division } = kept;
    if (division === null || shards.length === 0) return kept;
    const marks = shards.map((shard) => [shard, division.marks.get(shard) ?? (['', 0] as const)] as const);
    const texts = await readBeside(path, marks);
    const read = new Map([...texts].filter(([, bytes]) => mayHold(bytes)));
    const pieces = read.values().map((bytes) => parsePiece(bytes, sealed));
    const loaded = division.loaded.union(read);
    return { ...kept, record: withPieces(record, pieces), division: { ...division, loaded } };
  }

  /** Reads named files beside the head `path`; returns bytes by name. @throws Damaged for one gone or changed; Problem('git', 'ledger') */
  async function readBeside(path: string, marks: readonly (readonly [string, ShardMark])[]) {
    const folder = await files.readFolder(toRecordFolder(path));
    const other = 'a part of it is missing, or is not the one that its head names';
    const wanted = marks.map(([name, [digest, size]]) => {
      const side = folder.get(`${name}.json`);
      if (side === undefined || !isFile(side)) throw new Damaged(other);
      return { name, digest, oid: side.oid, most: Math.min(size, mostBytes) };
    });
    const contents = await files.read(new Map(wanted.map(({ oid, most }) => [oid, most])));
    const texts = wanted.map(({ name, digest, oid }) => {
      const bytes = contents.get(oid) ?? null;
      if (bytes === null || hashContent(bytes) !== digest) throw new Damaged(other);
      return [name, bytes] as const;
    });
    return new Map(texts);
  }

  return { tip, findPlace, readRecord, findClaims, readAllRecords, loadShards };
}

/** Returns the result of `work`; if it throws Damaged, returns that. Any other error is thrown. */
export async function catchDamaged<T>(work: Promise<T>): Promise<T | Damaged> {
  return work.catch((error: unknown) => {
    if (error instanceof Damaged) return error;
    throw error;
  });
}
