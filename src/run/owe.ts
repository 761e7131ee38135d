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
import { identityKey, identityLookup } from '../plan/identity.ts';
import { objectsOfChanges } from '../plan/make-plan.ts';
import { type MadeObject, type Mapper, objectsOf } from '../plan/mapper.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { Because } from '../sentences/left-out.ts';
import type { RunTools } from './input.ts';
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

export interface OweInput
  extends Pick<Range, 'head' | 'fork' | 'branch' | 'defaultBranch' | 'before' | 'isSkipped'>,
    Pick<RunTools, 'repository' | 'listChanges'> {
  readonly ledger: Ledger;
  /** Its settled commit is in the object store. */
  readonly record: BranchRecord;
  readonly mapper: Mapper;
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
  const changes = await input.listChanges(base, head);
  const sides = sidesByPath(changes);
  const listed = new Set(sides.keys());
  const reopened = await applyRecord(input, sides);
  const began = await beginEarlier(input, sides);
  const free = new Map<string, Because>();
  const settle = (keys: readonly string[], because: Because) => {
    for (const key of keys) {
      const side = sides.get(key);
      if (side !== undefined && !isSettled(side)) free.set(key, because);
      else if (listed.has(key)) free.set(key, { code: 'settled' });
      sides.delete(key);
    }
  };
  const asOnDefault: Because = { code: 'asOnDefault', branch: input.defaultBranch ?? '' };
  settle(await moveWithFork(input, sides), asOnDefault);
  const skipped = await skippedPaths(input, sides);
  const passed = new Map(skipped.filter((key) => sides.has(key)).map((key) => [key, oidOf(sides.get(key)?.now)]));
  settle(skipped, { code: 'passed' });
  const settled = [...sides].flatMap(([key, side]) => (isSettled(side) && !reopened.has(key) ? [key] : []));
  settle(settled, { code: 'settled' });
  const loaded = (await loadCheckOuts(input, changesOf(changes, sides))) ?? record;
  settle(await pathsAsOnFork({ ...input, record: loaded }, sides, reopened), asOnDefault);
  const was = new Map([...sides].map(([key, { was }]) => [key, isFile(was) ? oidOf(was) : null]));
  return { changes: changesOf(changes, sides), was, free: freeRows(changes, free), passed, record: loaded, began };
}

/** Loads the check-outs of the paths of changes, and of the objects that they make; null: there is no record. */
export async function loadCheckOuts(of: Pick<OweInput, 'ledger' | 'mapper'>, changes: readonly Change[]) {
  const objects = objectsOfChanges(changes, of.mapper).map(({ identity }) => identity);
  return of.ledger.load({ paths: sidesIn(changes).map(({ path }) => path.text), objects });
}

// -- sides of paths

function oidOf(side: TreeSide | null | undefined): string | null {
  return side?.oid ?? null;
}

/** True if content and mode are the settled ones. */
function isSettled({ was, now }: Sides): boolean {
  return was === now || (was?.oid === now?.oid && was?.mode === now?.mode);
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
async function applyRecord(input: OweInput, sides: Map<string, Sides>): Promise<Set<string>> {
  const { record } = input;
  // A compilation that was tried is owed itself, not the file (design §13).
  const isOpen = (checkOut: CheckOut) => checkOut.tried.length > 0 && causesTried(checkOut) === null;
  const tried = [...record.checkOuts.values()].filter(isOpen).flatMap(pathsOfCheckOut);
  const unknown = [...record.exceptions].flatMap(([key, exception]) => (exception.unknown === true ? [key] : []));
  const keys = [...record.exceptions.keys(), ...tried];
  for (const [key, found] of await sidesAt(input, sides, keys)) {
    const { now } = found;
    const exception = record.exceptions.get(key);
    sides.set(key, exception === undefined ? found : { was: settledSide(key, exception.was, now), now });
  }
  return new Set([...tried, ...unknown]);
}

/** Finds the sides of paths, by key; one that is not in `sides` is settled as head has it. */
async function sidesAt({ repository, head }: OweInput, sides: ReadonlyMap<string, Sides>, keys: readonly string[]) {
  const others = keys.filter((key) => !sides.has(key));
  const at = await filesAt(repository.objects, head, others);
  const asAtHead = (now: TreeSide | null): Sides => ({ was: now, now });
  return new Map(keys.map((key) => [key, sides.get(key) ?? asAtHead(at.get(key) ?? null)]));
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

/**
 * Finds the paths that are settled as one commit has them, where another has them otherwise; none with an exception or, by
 * `findFiled`, a check-out. null: one of the commits cannot be found.
 *
 * @returns each with its key, the side of the other commit in the place of the settled one, and that of head.
 */
async function settledAsAt(
  input: OweInput,
  sides: ReadonlyMap<string, Sides>,
  [from, to]: readonly [string, string],
  findFiled: (changes: readonly Change[]) => Promise<(key: string) => boolean>,
): Promise<(Sides & { readonly key: string })[] | null> {
  const changes = await differences(input.repository, from, to);
  if (changes === null) return null;
  const isFiled = await findFiled(changes);
  const differing = sidesByPath(changes);
  const keys = [...differing.keys()].filter((key) => !input.record.exceptions.has(key) && !isFiled(key));
  return [...(await sidesAt(input, sides, keys))].flatMap(([key, { was, now }]) => {
    const { was: old = null, now: other = null } = differing.get(key) ?? {};
    return oidOf(was) === oidOf(old) ? [{ key, was: other, now }] : [];
  });
}

/** Adds the paths of a push of the default branch from before its record began, whose run was killed. @returns where the record begins then. */
async function beginEarlier(input: OweInput, sides: Map<string, Sides>): Promise<string | null> {
  const { repository, record, before, ledger } = input;
  const { began, commit } = record.settled;
  if (input.branch !== input.defaultBranch) return began;
  if (before === null || began === null || before === began || before === commit || isEmptyTree(began)) return began;
  if (!isEmptyTree(before) && !(await isAncestor(repository, before, began))) return began;
  const found = await settledAsAt(input, sides, [began, before], async (changes) => {
    const filed = pathsWithCheckOut((await ledger.load({ paths: sidesByPath(changes).keys() })) ?? record);
    return (key) => filed.has(key);
  });
  for (const { key, was, now } of found ?? []) sides.set(key, { was, now });
  return found === null ? began : before;
}

/**
 * Moves paths that were settled as at the old fork to the new one, so that a merge or rebase neither owes nor hides changes
 * of the default branch.
 *
 * @returns the keys of paths that are as on the default branch now.
 */
async function moveWithFork(input: OweInput, sides: Map<string, Sides>): Promise<string[]> {
  const { record, fork, mapper } = input;
  const old = record.settled.fork;
  if (fork === null || old === null || old === fork) return [];
  const findFiled = async (changes: readonly Change[]) =>
    hasCheckOut((await loadCheckOuts(input, changes)) ?? record, mapper);
  // None where the default branch was moved back by force, and its old commits are gone for good.
  const found = (await settledAsAt(input, sides, [old, fork], findFiled)) ?? [];
  const isAsOnFork = ({ was, now }: Sides) => oidOf(was) === oidOf(now);
  for (const one of found) if (!isAsOnFork(one)) sides.set(one.key, { was: one.was, now: one.now });
  return found.filter(isAsOnFork).map(({ key }) => key);
}

/**
 * Finds the paths that count as settled because a skipped account pushed them. None for any other account, and for a push
 * whose beginning cannot be had (it is filed); all of `sides` for a push without a beginning.
 */
async function skippedPaths(input: OweInput, sides: ReadonlyMap<string, Sides>): Promise<string[]> {
  const { repository, isSkipped, before, head } = input;
  if (!isSkipped) return [];
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
