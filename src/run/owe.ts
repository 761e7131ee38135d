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
import { identityLookup } from '../plan/lookup.ts';
import { objectsOfChanges } from '../plan/make-plan.ts';
import { type Mapper, objectsOf } from '../plan/mapper.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { Because } from '../sentences/left-out.ts';

/** What is owed at a head (design §8, step 2). */
export interface Owed {
  /** Each path that is owed, with what is settled there and what head has: the same twice where head has nothing new. */
  readonly changes: readonly Change[];
  /** What is settled at each of them, by key: the OID of a content; null: the path is absent. */
  readonly was: ReadonlyMap<string, string | null>;
  /** Paths that are settled without filing, with the reason. */
  readonly free: readonly LeftOut[];
  /** Of those, what the push of a skipped account made of paths, by key: an OID; null: gone. */
  readonly passed: ReadonlyMap<string, string | null>;
  /** The record, with all check-outs of these paths and their objects loaded. */
  readonly record: BranchRecord;
  /** Where the record began: earlier, for a push from before it. */
  readonly began: string | null;
}

export interface OweInput {
  readonly repository: Repository;
  readonly ledger: Ledger;
  /** Its settled commit is there. */
  readonly record: BranchRecord;
  readonly head: string;
  readonly mapper: Mapper;
  /** The fork of the head (see forkOf); null on the default branch. */
  readonly fork: string | null;
  readonly defaultBranch: string | null;
  /** Where the push of a skipped account began (null: not known); undefined: it is no such push. */
  readonly skippedFrom: string | null | undefined;
  /** Where the push began, on the default branch; null: elsewhere, or not known. */
  readonly pushedFrom: string | null;
  /** The changes from the settled commit to the head, where they have been listed already. */
  readonly listed: Promise<Change[]> | null;
}

/** What is settled at a path, and what head has there. */
interface Sides {
  readonly was: TreeSide | null;
  readonly now: TreeSide | null;
}

/** What differs between two commits, which a clone may lack; null: one of them cannot be had. */
async function differences(repository: Repository, one: string, other: string): Promise<Change[] | null> {
  const commits = [one, other].filter((oid) => !isEmptyTree(oid));
  return (await ensureCommits(repository, commits)).length > 0 ? null : listChanges(repository, one, other);
}

/** Finds every path whose content at head is not its settled content. @throws Problem('git') */
export async function owe(input: OweInput): Promise<Owed> {
  const { repository, record, head } = input;
  const base = record.settled.commit ?? emptyTree[repository.objectFormat];
  // What was listed ahead may have lacked a commit that has been fetched since.
  const ahead = await (input.listed?.catch(() => null) ?? null);
  const changes = ahead ?? (await listChanges(repository, base, head));
  const sides = sidesByPath(changes);
  const listed = new Set(sides.keys());
  const reopened = await applyRecord(input, sides);
  const began = await beginEarlier(input, sides);
  const free = new Map<string, Because>();
  const leave = (key: string, because: Because) => {
    const side = sides.get(key);
    if (side !== undefined && !isSettled(side)) free.set(key, because);
    else if (listed.has(key)) free.set(key, { code: 'settled' });
    sides.delete(key);
  };
  for (const key of await forkMoved(input, sides)) leave(key, asOn(input.defaultBranch));
  const passed = new Map<string, string | null>();
  for (const [key, because] of await skippedBy(input, sides)) {
    const side = sides.get(key);
    if (side !== undefined) passed.set(key, side.now?.oid ?? null);
    leave(key, because);
  }
  for (const [key, side] of sides) if (isSettled(side) && !reopened.has(key)) leave(key, { code: 'settled' });
  const loaded = (await loadFor(input, changesOf(changes, sides))) ?? record;
  for (const key of await asOnFork({ ...input, record: loaded }, sides, reopened))
    leave(key, asOn(input.defaultBranch));
  const was = new Map([...sides].map(([key, { was }]) => [key, isFile(was) ? (was?.oid ?? null) : null]));
  return { changes: changesOf(changes, sides), was, free: freeRows(changes, free), passed, record: loaded, began };
}

/** What is settled without filing, a row for each path; a move whose paths both are is one row. */
function freeRows(listed: readonly Change[], free: ReadonlyMap<string, Because>): LeftOut[] {
  const left = new Map(free);
  const moves = listed.flatMap(({ before, after }): LeftOut[] => {
    if (before === null || after === null) return [];
    const [old, now] = [pathKey(before.path), pathKey(after.path)];
    const because = left.get(now);
    if (old === now || because === undefined || !left.has(old)) return [];
    left.delete(old);
    left.delete(now);
    return [{ path: after.path, previousPath: before.path, because }];
  });
  return [...moves, ...[...left].map(([key, because]) => ({ path: pathOfKey(key), previousPath: null, because }))];
}

function asOn(branch: string | null): Because {
  return { code: 'asOnDefault', branch: branch ?? '' };
}

function isSettled({ was, now }: Sides): boolean {
  return was === now || (was !== null && now !== null && was.oid === now.oid && was.mode === now.mode);
}

function sidesByPath(changes: readonly Change[]): Map<string, Sides> {
  const sides = new Map<string, Sides>();
  for (const { before, after } of changes) {
    const [old, now] = [before, after].map((side) => (side === null ? null : pathKey(side.path)));
    if (old !== null && old === now) sides.set(old as string, { was: before, now: after });
    else {
      if (old != null) sides.set(old, { was: before, now: null });
      if (now != null) sides.set(now, { was: null, now: after });
    }
  }
  return sides;
}

/** The paths as changes again: in Git's order, then those that only the record names; a move stays one where both sides do. */
function changesOf(listed: readonly Change[], sides: ReadonlyMap<string, Sides>): Change[] {
  const left = new Map(sides);
  const take = (side: TreeSide | null): Change[] => {
    const key = side === null ? null : pathKey(side.path);
    const found = key === null ? undefined : left.get(key);
    if (key === null || found === undefined) return [];
    left.delete(key);
    return [asChange(key, found)];
  };
  const changes = listed.flatMap((change) => {
    const { before, after } = change;
    const [old, now] = [before, after].map((side) => (side === null ? undefined : left.get(pathKey(side.path))));
    const isMove = old !== undefined && now !== undefined && old !== now && old.now === null && now.was === null;
    if (!isMove || before === null || after === null) return [...take(before), ...take(after)];
    left.delete(pathKey(before.path));
    left.delete(pathKey(after.path));
    return [change];
  });
  const more = [...left].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, found]) => asChange(key, found));
  return [...changes, ...more];
}

function asChange(key: string, { was, now }: Sides): Change {
  // What is gone and was never there is asked about all the same: something may have been sent for it.
  if (was === null && now === null) return { before: { path: pathOfKey(key), mode: '100644', oid: '' }, after: null };
  return { before: was, after: now };
}

/**
 * Puts the exceptions of the record in the place of what the settled commit has, and adds what was tried.
 *
 * @returns the keys of paths that are owed even if head has their settled content.
 */
async function applyRecord({ repository, record, head }: OweInput, sides: Map<string, Sides>): Promise<Set<string>> {
  // A compilation that was tried is owed itself, not the file (design §13).
  const isOpen = (one: CheckOut) => one.tried.length > 0 && causesTried(one) === null;
  const tried = [...record.checkOuts.values()].filter(isOpen).flatMap(pathsOf);
  const unknown = [...record.exceptions].flatMap(([key, { unknown: isUnknown }]) => (isUnknown === true ? [key] : []));
  const reopened = new Set([...tried, ...unknown]);
  const keys = [...record.exceptions.keys(), ...tried];
  const at = await filesAt(
    repository.objects,
    head,
    keys.filter((key) => !sides.has(key)),
  );
  for (const key of keys) {
    const now = sides.has(key) ? (sides.get(key)?.now ?? null) : (at.get(key) ?? null);
    const exception = record.exceptions.get(key);
    if (exception === undefined) {
      if (!sides.has(key)) sides.set(key, { was: now, now });
    } else sides.set(key, { was: settledSide(key, exception.was, now), now });
  }
  return reopened;
}

/** The settled side of an exception; the very side of head where that has the same content. */
function settledSide(key: string, was: string | null, now: TreeSide | null): TreeSide | null {
  if (was === null) return null;
  return now !== null && now.oid === was ? now : fileSide(key, was);
}

function pathsOf({ stands, tried }: CheckOut): string[] {
  return [...new Set([...(stands === null ? [] : [stands.path]), ...tried.map(({ path }) => path)])];
}

/** A push of the default branch from before its record began, whose run was killed before it wrote, owes its paths. */
async function beginEarlier(input: OweInput, sides: Map<string, Sides>): Promise<string | null> {
  const { repository, record, pushedFrom: before, ledger, head } = input;
  const { began, commit } = record.settled;
  if (before === null || began === null || before === began || before === commit || isEmptyTree(began)) return began;
  if (!isEmptyTree(before) && !(await isAncestor(repository, before, began))) return began;
  const listed = await differences(repository, before, began);
  if (listed === null) return began;
  const changes = sidesByPath(listed);
  const loaded = (await ledger.load({ paths: changes.keys() })) ?? record;
  const filed = pathsWithCheckOut(loaded);
  const at = await filesAt(
    repository.objects,
    head,
    [...changes.keys()].filter((key) => !sides.has(key)),
  );
  for (const [key, { was: then, now: atBegin }] of changes) {
    if (record.exceptions.has(key) || filed.has(key)) continue;
    const known = sides.get(key);
    const now = known === undefined ? (at.get(key) ?? null) : known.now;
    const was = known === undefined ? now : known.was;
    if ((was?.oid ?? null) === (atBegin?.oid ?? null)) sides.set(key, { was: then, now });
  }
  return before;
}

function pathsWithCheckOut(record: BranchRecord): Set<string> {
  return new Set([...record.checkOuts.values()].flatMap(pathsOf));
}

/**
 * Paths that were settled as they stood at the fork of then go with the fork, so that a merge or rebase neither owes nor
 * hides what is the default branch's.
 *
 * @returns the keys of paths that are as on the default branch now.
 */
async function forkMoved(input: OweInput, sides: Map<string, Sides>): Promise<string[]> {
  const { repository, record, fork, head, mapper } = input;
  const old = record.settled.fork;
  if (fork === null || old === null || old === fork) return [];
  const listed = await differences(repository, old, fork);
  // The default branch was moved back by force, and what it had is gone for good.
  if (listed === null) return [];
  const moved = sidesByPath(listed);
  const isFiled = withCheckOut((await loadFor(input, listed)) ?? record, mapper);
  const at = await filesAt(
    repository.objects,
    head,
    [...moved.keys()].filter((key) => !sides.has(key)),
  );
  const left: string[] = [];
  for (const [key, { was: then, now: atFork }] of moved) {
    if (record.exceptions.has(key) || isFiled(key)) continue;
    const known = sides.get(key);
    const now = known === undefined ? (at.get(key) ?? null) : known.now;
    const was = known === undefined ? now : known.was;
    if ((was?.oid ?? null) !== (then?.oid ?? null)) continue;
    if ((now?.oid ?? null) === (atFork?.oid ?? null)) left.push(key);
    else sides.set(key, { was: atFork, now });
  }
  return left;
}

/** What the push of a skipped account made of paths counts as dealt with. */
async function skippedBy(
  { repository, skippedFrom: before, head }: OweInput,
  sides: ReadonlyMap<string, Sides>,
): Promise<[string, Because][]> {
  if (before === undefined) return [];
  const because: Because = { code: 'passed' };
  // A push whose beginning cannot be had is filed like any other.
  const listed = before === null ? [] : ((await differences(repository, before, head)) ?? []);
  const paths = before === null ? [...sides.keys()] : [...sidesByPath(listed).keys()];
  return paths.map((key) => [key, because]);
}

/** Loads the check-outs of the paths of changes, and of the objects that they make. */
export async function loadFor(
  { ledger, mapper }: Pick<OweInput, 'ledger' | 'mapper'>,
  changes: readonly Change[],
): Promise<BranchRecord | null> {
  const objects = objectsOfChanges(changes, mapper).map(({ identity }) => identity);
  return ledger.load({ paths: sidesIn(changes).map(({ path }) => path.text), objects });
}

/** Paths that are as at the fork, whose objects this branch has no check-out for, and of which nothing is unpaid. */
async function asOnFork(
  { repository, ledger, record, fork, mapper }: OweInput,
  sides: ReadonlyMap<string, Sides>,
  reopened: ReadonlySet<string>,
): Promise<string[]> {
  // Where nothing is remembered, nobody knows what the branch has a check-out for.
  if (!ledger.remembers) return [];
  // Where the settled commit is the fork itself, nothing that is owed is as there.
  if (fork === null || sides.size === 0 || fork === record.settled.commit) return [];
  const isUnpaid = (key: string) => reopened.has(key) || record.exceptions.get(key)?.failed !== undefined;
  const keys = [...sides.keys()].filter((key) => !isUnpaid(key));
  const at = await filesAt(repository.objects, fork, keys);
  const isFiled = withCheckOut(record, mapper);
  return keys.filter((key) => {
    const now = sides.get(key)?.now ?? null;
    return (isFile(now) ? now?.oid : null) === (at.get(key)?.oid ?? null) && !isFiled(key);
  });
}

/** Tells by the key of a path whether the record has a check-out for it, or for an object that it makes. */
function withCheckOut(record: BranchRecord, mapper: Mapper): (key: string) => boolean {
  const known = identityLookup([...record.checkOuts.values()]);
  const filed = pathsWithCheckOut(record);
  const isKnown = (key: string) =>
    objectsOf(mapper, pathOfKey(key)).some(({ identity }) => known.same(identity).length > 0);
  return (key) => filed.has(key) || isKnown(key);
}
