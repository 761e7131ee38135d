import { causesTried } from '../checkout/next.ts';
import { type Change, listChanges, sidesIn } from '../git/changes.ts';
import { ensureCommits } from '../git/fetch.ts';
import { pathKey, pathOfKey } from '../git/git-path.ts';
import { isAncestor } from '../git/merge-base.ts';
import { emptyTree, isEmptyTree } from '../git/object-ids.ts';
import type { Repository } from '../git/repository.ts';
import { fileSide, filesAt, isFile, type TreeSide } from '../git/tree.ts';
import type { Ledger } from '../ledger/ledger-access.ts';
import type { BranchRecord, CheckOut } from '../ledger/record.ts';
import { identityKey } from '../plan/identity.ts';
import { identityLookup } from '../plan/lookup.ts';
import { objectsOfChanges } from '../plan/make-plan.ts';
import { type MadeObject, type Mapper, objectsOf } from '../plan/mapper.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { Because } from '../sentences/left-out.ts';
import type { Range } from './range.ts';

/** The paths that are owed at a head (design §8, step 2). */
export interface Owed {
  /** Each with its settled content and that of head: the same twice where head has nothing new. */
  readonly changes: readonly Change[];
  /** The settled content of each path, by key: an OID; null: the path is absent. */
  readonly was: ReadonlyMap<string, string | null>;
  /** Paths that are settled without filing, with the reason. */
  readonly free: readonly LeftOut[];
  /** The content that the push of a skipped account gave to paths, by key: an OID; null: none. */
  readonly passed: ReadonlyMap<string, string | null>;
  /** The record, with all check-outs of these paths and their objects loaded. */
  readonly record: BranchRecord;
  /** Where the record began: earlier, for a push from before it. */
  readonly began: string | null;
}

export interface OweInput extends Pick<Range, 'head' | 'fork' | 'defaultBranch' | 'pushedFrom' | 'skippedFrom'> {
  readonly repository: Repository;
  readonly ledger: Ledger;
  /** Its settled commit is in the object store. */
  readonly record: BranchRecord;
  readonly mapper: Mapper;
  /** The changes from the settled commit to the head, while they are listed; null: that has not started. */
  readonly listed: Promise<Change[]> | null;
}

/** A path as it is settled, and as head has it. */
interface Sides {
  readonly was: TreeSide | null;
  readonly now: TreeSide | null;
}

/**
 * Finds every path whose content at head is not its settled content, or for which something was or may have been sent; moves
 * the settled side of what a merge or rebase brings, and of a push from before the record. @throws Problem('git')
 */
export async function owe(input: OweInput): Promise<Owed> {
  const { repository, record, head } = input;
  const base = record.settled.commit ?? emptyTree[repository.objectFormat];
  // The early listing may have lacked a commit that has been fetched since.
  const early = await (input.listed?.catch(() => null) ?? null);
  const changes = early ?? (await listChanges(repository, base, head));
  const sides = sidesByPath(changes);
  const listed = new Set(sides.keys());
  const reopened = await applyRecord(input, sides);
  const began = await beginEarlier(input, sides);
  const free = new Map<string, Because>();
  const settle = (key: string, because: Because) => {
    const side = sides.get(key);
    if (side !== undefined && !isSettled(side)) free.set(key, because);
    else if (listed.has(key)) free.set(key, { code: 'settled' });
    sides.delete(key);
  };
  const asOnDefault: Because = { code: 'asOnDefault', branch: input.defaultBranch ?? '' };
  for (const key of await moveWithFork(input, sides)) settle(key, asOnDefault);
  const passed = new Map<string, string | null>();
  for (const key of await skippedPaths(input, sides)) {
    const side = sides.get(key);
    if (side !== undefined) passed.set(key, oidOf(side.now));
    settle(key, { code: 'passed' });
  }
  for (const [key, side] of sides) if (isSettled(side) && !reopened.has(key)) settle(key, { code: 'settled' });
  const loaded = (await loadCheckOuts(input, changesOf(changes, sides))) ?? record;
  for (const key of await pathsAsOnFork({ ...input, record: loaded }, sides, reopened)) settle(key, asOnDefault);
  const was = new Map([...sides].map(([key, { was }]) => [key, isFile(was) ? oidOf(was) : null]));
  return { changes: changesOf(changes, sides), was, free: freeRows(changes, free), passed, record: loaded, began };
}

/** Loads the check-outs of the paths of changes, and of the objects that they make; null: there is no record. */
export async function loadCheckOuts(of: Pick<OweInput, 'ledger' | 'mapper'>, changes: readonly Change[]) {
  const objects = objectsOfChanges(changes, of.mapper).map(({ identity }) => identity);
  return of.ledger.load({ paths: sidesIn(changes).map(({ path }) => path.text), objects });
}

// -- sides of paths

function oidOf(side: TreeSide | null): string | null {
  return side?.oid ?? null;
}

/** True if content and mode are the settled ones. */
function isSettled({ was, now }: Sides): boolean {
  return was === now || (was !== null && now !== null && was.oid === now.oid && was.mode === now.mode);
}

/** Puts changes by the key of their path; a move is two: gone, and new. */
function sidesByPath(changes: readonly Change[]): Map<string, Sides> {
  const sides = new Map<string, Sides>();
  for (const { before, after } of changes) {
    const [oldKey, key] = [before, after].map((side) => side && pathKey(side.path));
    if (oldKey != null) sides.set(oldKey, { was: before, now: oldKey === key ? after : null });
    if (key != null && key !== oldKey) sides.set(key, { was: null, now: after });
  }
  return sides;
}

/** Turns paths into changes: in Git's order, then those that only the record names; a move stays one where both sides do. */
function changesOf(listed: readonly Change[], sides: ReadonlyMap<string, Sides>): Change[] {
  const open = new Map(sides);
  const take = (side: TreeSide | null): Change[] => {
    const key = side === null ? '' : pathKey(side.path);
    const found = open.get(key);
    return open.delete(key) && found !== undefined ? [toChange(key, found)] : [];
  };
  const changes = listed.flatMap((change) => {
    const { before, after } = change;
    const [old, now] = [before, after].map((side) => side && open.get(pathKey(side.path)));
    const isMove = old && now && old !== now && old.now === null && now.was === null;
    if (!isMove) return [...take(before), ...take(after)];
    take(before);
    take(after);
    return [change];
  });
  const more = [...open].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, found]) => toChange(key, found));
  return [...changes, ...more];
}

function toChange(key: string, { was, now }: Sides): Change {
  // Something may have been sent for a path that never was and is not there.
  if (was === null && now === null) return { before: { path: pathOfKey(key), mode: '100644', oid: '' }, after: null };
  return { before: was, after: now };
}

/** Makes a row for each path that is settled without filing; a move whose paths both are is one row. */
function freeRows(listed: readonly Change[], free: ReadonlyMap<string, Because>): LeftOut[] {
  const open = new Map(free);
  const moves = listed.flatMap(({ before, after }): LeftOut[] => {
    if (before === null || after === null) return [];
    const [oldKey, key] = [pathKey(before.path), pathKey(after.path)];
    const because = open.get(key);
    if (oldKey === key || because === undefined || !open.delete(oldKey)) return [];
    open.delete(key);
    return [{ path: after.path, previousPath: before.path, because }];
  });
  return [...moves, ...[...open].map(([key, because]) => ({ path: pathOfKey(key), previousPath: null, because }))];
}

// -- what the record says

/**
 * Puts the exceptions of the record in the place of the settled commit's content, and adds the paths of what was tried.
 *
 * @returns the keys of paths that are owed even if head has their settled content.
 */
async function applyRecord({ repository, record, head }: OweInput, sides: Map<string, Sides>): Promise<Set<string>> {
  // A compilation that was tried is owed itself, not the file (design §13).
  const isOpen = (checkOut: CheckOut) => checkOut.tried.length > 0 && causesTried(checkOut) === null;
  const tried = [...record.checkOuts.values()].filter(isOpen).flatMap(pathsOfCheckOut);
  const unknown = [...record.exceptions].flatMap(([key, exception]) => (exception.unknown === true ? [key] : []));
  const keys = [...record.exceptions.keys(), ...tried];
  const at = await filesAtOthers(repository, head, keys, sides);
  for (const key of keys) {
    const now = sides.get(key)?.now ?? at.get(key) ?? null;
    const exception = record.exceptions.get(key);
    if (exception !== undefined) sides.set(key, { was: settledSide(key, exception.was, now), now });
    else if (!sides.has(key)) sides.set(key, { was: now, now });
  }
  return new Set([...tried, ...unknown]);
}

/** Reads the files at a commit whose paths are not listed yet, by key. */
function filesAtOthers({ objects }: Repository, commit: string, keys: Iterable<string>, sides: Map<string, Sides>) {
  const others = [...keys].filter((key) => !sides.has(key));
  return filesAt(objects, commit, others);
}

/** Makes the settled side of an exception; the side of head itself where that has the same content. */
function settledSide(key: string, was: string | null, now: TreeSide | null): TreeSide | null {
  if (was === null) return null;
  return now?.oid === was ? now : fileSide(key, was);
}

/** Returns the paths of what stands and of what was tried. */
function pathsOfCheckOut({ stands, tried }: CheckOut): string[] {
  return [...new Set([...(stands === null ? [] : [stands.path]), ...tried.map(({ path }) => path)])];
}

function pathsWithCheckOut(record: BranchRecord): Set<string> {
  return new Set([...record.checkOuts.values()].flatMap(pathsOfCheckOut));
}

/** Makes a test for paths: true if the record has a check-out for it, or for an object that it makes. */
function hasCheckOut(record: BranchRecord, mapper: Mapper): (key: string) => boolean {
  const known = identityLookup([...record.checkOuts.values()]);
  const filed = pathsWithCheckOut(record);
  const isKnown = (key: string) =>
    objectsOf(mapper, pathOfKey(key)).some(({ identity }) => known.same(identity).length > 0);
  return (key) => filed.has(key) || isKnown(key);
}

// -- paths that another commit settles

/** Lists the differences between two commits, which a clone may lack; null: one of them cannot be found. */
async function differences(repository: Repository, from: string, to: string): Promise<Change[] | null> {
  const commits = [from, to].filter((oid) => !isEmptyTree(oid));
  return (await ensureCommits(repository, commits)).length > 0 ? null : listChanges(repository, from, to);
}

/** A path that differs between two commits, beside its settled content and that of head. */
interface Differing extends Sides {
  readonly key: string;
  readonly from: TreeSide | null;
  readonly to: TreeSide | null;
}

/** Finds the paths of changes that have neither an exception nor, by `isFiled`, a check-out; `from` and `to` are the sides of the change. */
async function withoutEntry(
  { repository, record, head }: OweInput,
  sides: Map<string, Sides>,
  changes: readonly Change[],
  isFiled: (key: string) => boolean,
): Promise<Differing[]> {
  const differing = sidesByPath(changes);
  const at = await filesAtOthers(repository, head, differing.keys(), sides);
  return [...differing].flatMap(([key, { was: from, now: to }]) => {
    if (record.exceptions.has(key) || isFiled(key)) return [];
    const now = at.get(key) ?? null;
    return [{ key, from, to, ...(sides.get(key) ?? { was: now, now }) }];
  });
}

/** Adds the paths of a push of the default branch from before its record began, whose run was killed. @returns where the record begins then. */
async function beginEarlier(input: OweInput, sides: Map<string, Sides>): Promise<string | null> {
  const { repository, record, pushedFrom: before, ledger } = input;
  const { began, commit } = record.settled;
  if (before === null || began === null || before === began || before === commit || isEmptyTree(began)) return began;
  if (!isEmptyTree(before) && !(await isAncestor(repository, before, began))) return began;
  const changes = await differences(repository, before, began);
  if (changes === null) return began;
  const filed = pathsWithCheckOut((await ledger.load({ paths: sidesByPath(changes).keys() })) ?? record);
  for (const { key, from, to, was, now } of await withoutEntry(input, sides, changes, (path) => filed.has(path))) {
    if (oidOf(was) === oidOf(to)) sides.set(key, { was: from, now });
  }
  return before;
}

/**
 * Moves paths that were settled as at the old fork to the new one, so that a merge or rebase neither owes nor hides changes
 * of the default branch.
 *
 * @returns the keys of paths that are as on the default branch now.
 */
async function moveWithFork(input: OweInput, sides: Map<string, Sides>): Promise<string[]> {
  const { repository, record, fork, mapper } = input;
  const old = record.settled.fork;
  if (fork === null || old === null || old === fork) return [];
  const changes = await differences(repository, old, fork);
  // The default branch was moved back by force, and its old commits are gone for good.
  if (changes === null) return [];
  const isFiled = hasCheckOut((await loadCheckOuts(input, changes)) ?? record, mapper);
  const asOnFork: string[] = [];
  for (const { key, from, to, was, now } of await withoutEntry(input, sides, changes, isFiled)) {
    if (oidOf(was) !== oidOf(from)) continue;
    if (oidOf(now) === oidOf(to)) asOnFork.push(key);
    else sides.set(key, { was: to, now });
  }
  return asOnFork;
}

/**
 * Finds the paths that count as settled because a skipped account pushed them. None for any other account, and for a push
 * whose beginning cannot be had (it is filed); all of `sides` for a push without a beginning.
 */
async function skippedPaths(input: OweInput, sides: ReadonlyMap<string, Sides>): Promise<string[]> {
  const { repository, skippedFrom: before, head } = input;
  if (before === undefined) return [];
  if (before === null) return [...sides.keys()];
  // A push whose beginning cannot be found is filed like any other.
  return [...sidesByPath((await differences(repository, before, head)) ?? []).keys()];
}

/** Finds the paths that are as at the fork (if there is one), with their objects, without check-out in this branch, and of which nothing is unpaid. */
async function pathsAsOnFork(input: OweInput, sides: Map<string, Sides>, reopened: Set<string>): Promise<string[]> {
  const { repository, ledger, record, head, fork, mapper } = input;
  // Without a ledger nobody knows the check-outs of the branch.
  if (!ledger.remembers) return [];
  // Where the settled commit is the fork itself, no owed path is as there.
  if (fork === null || sides.size === 0 || fork === record.settled.commit) return [];
  const isUnpaid = (key: string) => reopened.has(key) || record.exceptions.get(key)?.failed !== undefined;
  const keys = [...sides.keys()].filter((key) => !isUnpaid(key));
  const at = await filesAt(repository.objects, fork, keys);
  const isFiled = hasCheckOut(record, mapper);
  const same = keys.filter((key) => {
    const now = sides.get(key)?.now ?? null;
    return (isFile(now) ? oidOf(now) : null) === oidOf(at.get(key) ?? null) && !isFiled(key);
  });
  if (same.length === 0) return [];
  // Another file may have made the object at the fork.
  const changes = (await differences(repository, fork, head)) ?? [];
  const changed = new Set(objectsOfChanges(changes, mapper).map(({ identity }) => identityKey(identity)));
  const isChanged = ({ identity }: MadeObject) => changed.has(identityKey(identity));
  return same.filter((key) => !objectsOf(mapper, pathOfKey(key)).some(isChanged));
}
