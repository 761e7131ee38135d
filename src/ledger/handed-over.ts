import { isFile, type TreeSide } from '../git/tree.ts';
import { type Lookup, lookupOf } from '../plan/lookup.ts';
import type { AllRecords } from './ledger-access.ts';
import type { FiledObject, LedgerRecord, SharedObject } from './record.ts';

/**
 * Requests that another branch goes on with, because it had this one merged (design §16 "Taken over"). Its content may
 * become another then, or the request go; so this branch remembers whose it is, and files the object again when nobody
 * holds it any more.
 */

type Branch = SharedObject['of'];

/** The record of a branch once another one goes on with some of its requests. */
export function handOver(record: LedgerRecord, numbers: ReadonlySet<number | null>, to: Branch): LedgerRecord {
  const { repo, mapping, branch } = to;
  const given = record.filed.filter(({ objectId }) => numbers.has(objectId));
  const more = given.flatMap((entry): SharedObject[] => {
    const { appl, lvl, type, objn, rpth, objectId, path, blob, added } = entry;
    // Of a delete, or of what only a used file asked for, nothing is left to look after.
    if (objectId === null || blob === null || entry.causes !== undefined) return [];
    const of = { repo, mapping, branch };
    return [{ appl, lvl, type, objn, rpth, objectId, path, blob, added, of, handedOver: true }];
  });
  const again = lookupOf(given);
  const before = (record.shared ?? []).filter((shared) => again.same(shared).length === 0);
  const { shared: _, ...rest } = record;
  const shared = [...before, ...more];
  const filed = record.filed.filter(({ objectId }) => !numbers.has(objectId));
  return { ...rest, filed, ...(shared.length === 0 ? {} : { shared }) };
}

export interface Elsewhere {
  /** Paths whose object nobody holds any more. */
  readonly nobodys: readonly string[];
  /** Paths whose object another branch holds with other content than this one has, by that branch. */
  readonly held: ReadonlyMap<string, readonly string[]>;
}

/**
 * What became of objects that were handed over. One whose file is gone here is the other branch's alone.
 * @param at what stands at head at the path of each
 * @param all records of all branches: one that is not believed withholds, too, and so does one that cannot be read.
 */
export function findElsewhere(
  shared: readonly SharedObject[],
  at: ReadonlyMap<string, TreeSide | null>,
  all: Pick<AllRecords, 'records' | 'unsealed' | 'damaged'>,
): Elsewhere {
  const handed = shared.filter(({ path, handedOver }) => handedOver === true && isFile(at.get(path) ?? null));
  const holders = new Holders(all);
  const nobodys: string[] = [];
  const held = new Map<string, string[]>();
  for (const object of handed) {
    const holder = holders.of(object);
    if (holder === null) nobodys.push(object.path);
    else if (holder.blob !== at.get(object.path)?.oid) {
      const paths = held.get(holder.branch) ?? [];
      paths.push(object.path);
      held.set(holder.branch, paths);
    }
  }
  return { nobodys, held };
}

interface Holder {
  readonly branch: string;
  readonly blob: string | null;
}

class Holders {
  readonly #records: ReadonlyMap<string, LedgerRecord>;
  readonly #filed = new Map<LedgerRecord, Lookup<FiledObject>>();
  readonly #shared = new Map<LedgerRecord, Lookup<SharedObject>>();

  /** False where a record that is missing may be one that cannot be read: filing again could file twice. */
  readonly #areAllRead: boolean;

  constructor({ records, unsealed, damaged }: Parameters<typeof findElsewhere>[2]) {
    this.#records = new Map([...unsealed, ...records].map((record) => [branchKey(record), record]));
    this.#areAllRead = damaged.length === 0;
  }

  /** The branch that has the object by now: the one that went on with it may have handed it over as well. */
  of(object: SharedObject): Holder | null {
    const asked = new Set<string>();
    let branch: Branch | undefined = object.of;
    while (branch !== undefined && !asked.has(branchKey(branch))) {
      asked.add(branchKey(branch));
      const record = this.#records.get(branchKey(branch));
      if (record === undefined) return this.#areAllRead ? null : { branch: branch.branch, blob: null };
      const [entry] = lookupIn(this.#filed, record, record.filed).same(object);
      if (entry !== undefined) return { branch: record.branch, blob: entry.blob };
      branch = lookupIn(this.#shared, record, record.shared ?? []).same(object)[0]?.of;
    }
    return null;
  }
}

function lookupIn<T extends SharedObject | FiledObject>(
  known: Map<LedgerRecord, Lookup<T>>,
  record: LedgerRecord,
  entries: readonly T[],
): Lookup<T> {
  const found = known.get(record) ?? lookupOf(entries);
  known.set(record, found);
  return found;
}

function branchKey({ repo, mapping, branch }: Branch): string {
  return [repo, mapping, branch].join('\0');
}
