import { textPath } from '../git/git-path.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import { type Identity, identityKey, nameKey } from '../plan/identity.ts';
import { type Mapper, targetsOf } from '../plan/mapper.ts';
import type { FiledObject, LedgerRecord, SharedObject } from './record.ts';

/** Why a filed object is left as it is; null: it no longer is. By the key of its identity. */
export type LeftAsFiled = ReadonlyMap<string, FiledObject['left'] | null>;

/** What a look at everything that the record has filed came to (design §8 "Level, not edge"). */
export interface Look {
  /** Paths where head says something else than what stands. */
  readonly paths: ReadonlySet<string>;
  /** Objects whose file is gone: another file may make them. */
  readonly orphans: readonly Identity[];
  /** What the mapping no longer makes of a file, not said before. */
  readonly noLongerMapped: readonly FiledObject[];
  readonly left: LeftAsFiled;
  /** How many objects stand as they should. */
  readonly standing: number;
}

/** What the look depends on. */
export interface LookInput {
  readonly record: LedgerRecord;
  /** What stands at head at the path of each filed object. */
  readonly at: ReadonlyMap<string, TreeSide | null>;
  readonly mapper: Mapper;
  /** True when the mapping is another than at the last look: then it may make something else of any file. */
  readonly isNewMapping: boolean;
}

/** What is found of one object. */
type Found = 'stands' | 'differs' | 'gone' | 'noLongerMapped' | 'leftAsFiled';

/** Compares everything that the record has filed with head. Pure. */
export function lookAt(input: LookInput): Look {
  const paths = new Set<string>();
  const orphans: FiledObject[] = [];
  const noLongerMapped: FiledObject[] = [];
  const left = new Map<string, FiledObject['left'] | null>();
  let standing = 0;
  for (const entry of input.record.filed) {
    // Of a claim nobody knows what it holds; what it says of a file that is gone is not believed.
    if (entry.closed === true || entry.claimed === true) continue;
    const found = find(input, entry);
    if (found === 'leftAsFiled') continue;
    if (found === 'noLongerMapped') {
      if (entry.left !== 'noLongerMapped') noLongerMapped.push(entry);
      left.set(identityKey(entry), 'noLongerMapped');
      continue;
    }
    if (entry.left !== undefined) left.set(identityKey(entry), null);
    if (found === 'stands') standing += 1;
    else paths.add(entry.path);
    if (found === 'gone') orphans.push(entry);
  }
  return { paths, orphans, noLongerMapped, left, standing };
}

function find({ record, at, mapper, isNewMapping }: LookInput, entry: FiledObject): Found {
  const side = at.get(entry.path) ?? null;
  // What became a link or a submodule still stands at its name: nothing is deleted.
  if (side !== null && !isFile(side)) return 'leftAsFiled';
  const blob = side?.oid ?? null;
  const passed = record.passed?.[entry.path];
  if (passed !== undefined && passed === blob) return 'stands';
  // A delete that was left out, or a mapping that has changed, says no more than it did when it was reported.
  if (blob === null && entry.left !== undefined) return 'leftAsFiled';
  const isDelete = entry.reason === '*DELETE';
  const isSame = blob === (isDelete ? null : entry.blob);
  if (isSame && !isNewMapping && entry.left === undefined) return 'stands';
  if (isDelete && isSame) return 'stands';
  if (!isMappedBy(mapper, entry)) return 'noLongerMapped';
  if (isSame) return 'stands';
  return blob === null ? 'gone' : 'differs';
}

/** True when the mapping makes an object of this target and name of the entry's file; its type may have changed. */
export function isMappedBy(mapper: Mapper, entry: Identity & { readonly path: string }): boolean {
  const key = nameKey(entry);
  return targetsOf(mapper(textPath(entry.path))).some(({ identity }) => nameKey(identity) === key);
}

/** Objects that stood by another branch's request and no longer do: that branch has gone on, or this one has. */
export function noLongerShared(
  shared: readonly SharedObject[],
  at: ReadonlyMap<string, TreeSide | null>,
  records: readonly LedgerRecord[],
): SharedObject[] {
  const held = new Map<string, FiledObject>();
  for (const { repo, mapping, branch, filed } of shared.length === 0 ? [] : records) {
    for (const entry of filed) held.set(holderKey({ repo, mapping, branch }, entry.objectId), entry);
  }
  return shared.filter(({ path, blob, objectId, of }) => {
    const side = at.get(path) ?? null;
    if (!isFile(side) || side?.oid !== blob) return true;
    const entry = held.get(holderKey(of, objectId));
    return entry === undefined || entry.blob !== blob || entry.path !== path;
  });
}

function holderKey({ repo, mapping, branch }: SharedObject['of'], objectId: number | null): string {
  return [repo, mapping, branch, objectId].join('\0');
}
