import { causesTried } from '../checkout/next.ts';
import { type Change, listChanges } from '../git/changes.ts';
import { ensureCommits } from '../git/fetch.ts';
import { pathOfKey } from '../git/git-path.ts';
import { isAncestor } from '../git/merge-base.ts';
import { emptyTree, isEmptyTree } from '../git/object-ids.ts';
import type { Repository } from '../git/repository.ts';
import { filesAt, type TreeSide } from '../git/tree.ts';
import type { BranchRecord, CheckOut } from '../ledger/record.ts';
import { pathsOfCheckOut } from '../ledger/shards.ts';
import { lookup } from '../plan/identity.ts';
import type { MadeObject, Mapper } from '../plan/mapper.ts';
import type { Because } from '../sentences/left-out.ts';
import type { OpenRun } from './open.ts';
import { contentOf, makesObjectOf, pathsOf, type RunPath, type RunPaths, runPath, settledSide } from './paths.ts';
import type { Range } from './range.ts';

/** The paths that a run considers, and its record (design §8, step 2). */
export interface Owed {
  readonly paths: RunPaths;
  /** The record, with all check-outs of the owed paths and their objects loaded. */
  readonly record: BranchRecord;
  /** Where the record began: earlier, for a push from before it. */
  readonly began: string | null;
}

export interface OweInput
  extends Pick<Range, 'head' | 'fork' | 'branch' | 'defaultBranch' | 'before' | 'isSkipped'>,
    Pick<OpenRun, 'repository' | 'listChanges' | 'ledger'> {
  /** Its settled commit is in the object store. */
  readonly record: BranchRecord;
  readonly mapper: Mapper;
}

/**
 * Finds what a branch owes (design §8, step 2): every path whose content at head is not its settled one, or with an unanswered call, unless
 * it has a reason in `leftOut`, such as that a merge brings it. Loads the check-outs of owed paths. Writes nothing. @throws Problem('git')
 */
export async function owe(input: OweInput): Promise<Owed> {
  const { repository, record, head, fork, before, isSkipped } = input;
  const paths = pathsOf(await input.listChanges(record.settled.commit ?? emptyTree[repository.objectFormat], head));
  const listed = new Set(paths.keys());
  const reopened = await applyRecord(input, paths);
  const began = await beginEarlier(input, paths);
  // A path that is settled as at the recorded fork moves with the fork: a merge or rebase neither owes nor hides what is not this branch's.
  const { fork: old } = record.settled;
  const hasMoved = fork !== null && old !== null && old !== fork;
  const forks = pathsOf(hasMoved ? ((await differences(repository, old, fork)) ?? []) : []);
  const isAtOldFork = (key: string, { before: settled }: RunPath) => settled?.oid === forks.get(key)?.before?.oid;
  const moved = await settleAs(input, paths, new Map([...forks].map(([key, { after }]) => [key, after])), isAtOldFork);
  for (const key of hasMoved ? await undoneByReset(input, paths, forks, old) : []) reopened.add(key);
  // What the push of a skipped account changed is settled, unless the commit before it cannot be fetched; by a first push, all.
  const pushed = !isSkipped || before === null ? paths : pathsOf((await differences(repository, before, head)) ?? []);
  const asOnDefault: Because = { code: 'asOnDefault', branch: input.defaultBranch ?? '' };
  for (const [key, path] of paths) {
    const isSame = path.before?.oid === path.after?.oid && path.before?.mode === path.after?.mode;
    const isSettled = isSame && !reopened.has(key);
    const push = pushed.get(key);
    if (isSettled && !listed.has(key)) paths.delete(key);
    else if (isSettled) paths.set(key, { ...path, leftOut: moved.has(key) ? asOnDefault : { code: 'settled' } });
    else if (isSkipped && push !== undefined)
      paths.set(key, { ...path, leftOut: { code: 'passed', isOver: push.was !== path.was } });
  }
  const owed = paths.keys().filter((key) => paths.get(key)?.leftOut === null);
  const loaded = await loadCheckOuts(input, owed);
  for (const [key, path] of await pathsAsOnFork({ ...input, record: loaded }, paths, reopened))
    paths.set(key, { ...path, leftOut: asOnDefault });
  return { paths, record: loaded, began };
}

/** Loads the check-outs of paths (keys) and of the objects that they make, if there is a ledger; returns the record with all loaded. */
export async function loadCheckOuts(
  { ledger, mapper, record }: Pick<OweInput, 'ledger' | 'mapper' | 'record'>,
  keys: Iterable<string>,
) {
  if (!ledger.remembers) return record;
  const paths = Array.from(keys, pathOfKey);
  const objects = paths.flatMap(mapper.objectsOf).map(({ identity }) => identity);
  return (await ledger.load({ paths: paths.map(({ text }) => text), objects })) ?? record;
}

/**
 * Changes `paths` by the record: exceptions give their settled contents, and the paths of calls without an answer are added. @returns the
 * keys of paths that are owed even if head has their settled content: those of such calls, and those with the mark `unknown`
 */
async function applyRecord(input: OweInput, paths: Map<string, RunPath>): Promise<Set<string>> {
  const { exceptions, checkOuts } = input.record;
  // A compilation that was tried is owed itself, not the file (design §13).
  const isOpen = (checkOut: CheckOut) => checkOut.tried.length > 0 && causesTried(checkOut) === null;
  const tried = [...checkOuts.values()].filter(isOpen).flatMap((checkOut) => [...pathsOfCheckOut(checkOut)]);
  const unknown = [...exceptions].flatMap(([key, exception]) => (exception.unknown === true ? [key] : []));
  for (const [key, path] of await pathsAt(input, paths, [...exceptions.keys(), ...tried].sort())) {
    const { was } = exceptions.get(key) ?? path;
    paths.set(key, exceptions.has(key) ? { ...path, before: settledSide(key, was, path.after), was } : path);
  }
  return new Set([...tried, ...unknown]);
}

/** Returns a path for each of `keys`: that of `paths`; else one whose settled content is that of head. Changes nothing. */
async function pathsAt({ repository, head }: OweInput, paths: RunPaths, keys: readonly string[]) {
  const others = keys.filter((key) => !paths.has(key));
  const at = await filesAt(repository.objects, head, others);
  const asAtHead = (key: string) => runPath(at.get(key) ?? null, at.get(key) ?? null);
  return new Map(keys.map((key) => [key, paths.get(key) ?? asAtHead(key)]));
}

/** Returns a test of paths by key: true if the loaded check-outs have one for the path, or for an object that it makes. */
function hasCheckOut({ checkOuts }: BranchRecord, mapper: Mapper): (key: string) => boolean {
  const all = [...checkOuts.values()];
  const known = lookup(all);
  const filed = new Set(all.flatMap((checkOut) => [...pathsOfCheckOut(checkOut)]));
  const isKnown = ({ identity }: MadeObject) => known(identity).length > 0;
  return (key) => filed.has(key) || mapper.objectsOf(pathOfKey(key)).some(isKnown);
}

/** Lists the differences between two commits, which it fetches if they are missing; null: one cannot be fetched. Either may be the empty tree. */
async function differences(repository: Repository, from: string, to: string): Promise<Change[] | null> {
  const commits = [from, to].filter((oid) => !isEmptyTree(oid));
  return (await ensureCommits(repository, commits)).length > 0 ? null : listChanges(repository, from, to);
}

/** Gives `paths` that `applies` to another settled file (null: none), unless they have an exception or check-out. @returns their keys */
async function settleAs(
  input: OweInput,
  paths: Map<string, RunPath>,
  settled: ReadonlyMap<string, TreeSide | null>,
  applies: (key: string, path: RunPath) => boolean,
) {
  const isFiled = hasCheckOut(await loadCheckOuts(input, settled.keys()), input.mapper);
  const keys = [...settled.keys()].filter((key) => !input.record.exceptions.has(key) && !isFiled(key));
  const changed = [...(await pathsAt(input, paths, keys))].filter(([key, path]) => applies(key, path));
  for (const [key, path] of changed) paths.set(key, { ...path, ...runPath(settled.get(key) ?? null, path.after) });
  return new Set(changed.map(([key]) => key));
}

/**
 * Begins the record of the default branch earlier, for a push from before it whose run is started again: the objects that this push changed
 * are settled as when it began. Changes `paths`. @returns where the record begins now: where that push began, or as before
 */
async function beginEarlier(input: OweInput, paths: Map<string, RunPath>): Promise<string | null> {
  const { repository, record, before, head, mapper } = input;
  const { began, commit } = record.settled;
  if (input.branch !== input.defaultBranch) return began;
  if (before === null || began === null || before === began || before === commit || isEmptyTree(began)) return began;
  const isEarlier = isEmptyTree(before) || (await isAncestor(repository, before, began));
  if (!isEarlier || !(await isAncestor(repository, head, began))) return began;
  const own = await differences(repository, before, began);
  const all = await differences(repository, before, commit ?? began);
  if (own === null || all === null) return began;
  const ownPaths = pathsOf(own);
  const makesOwn = makesObjectOf(own, mapper);
  const then = [...pathsOf(all), ...ownPaths].map(([key, path]) => [key, path.before] as const);
  await settleAs(input, paths, new Map(then), (key) => ownPaths.has(key) || makesOwn(key));
  return before;
}

/**
 * Finds files with a check-out that came by a merge from the default branch, and are gone since the branch was reset to before it: they
 * were at fork `old`, and are not at that of now. Adds them to `paths`. @param forks what differs between the forks. @returns their keys
 */
async function undoneByReset(input: OweInput, paths: Map<string, RunPath>, forks: RunPaths, old: string) {
  const { repository, fork, mapper } = input;
  const keys = [...forks].flatMap(([key, { after }]) => (after === null ? [key] : []));
  if (fork === null || keys.length === 0 || !(await isAncestor(repository, fork, old))) return [];
  const isFiled = hasCheckOut(await loadCheckOuts(input, keys), mapper);
  const gone = [...(await pathsAt(input, paths, keys.filter(isFiled)))].filter(([, { after }]) => after === null);
  for (const [key, path] of gone) paths.set(key, path);
  return gone.map(([key]) => key);
}

/**
 * Returns the owed paths, with their keys, that have the same content at the fork, if also no other file of their objects has changed
 * since. Left out are paths with a check-out or an earlier failure, and those in `reopened`. Without a ledger: none.
 */
async function pathsAsOnFork(input: OweInput, paths: RunPaths, reopened: ReadonlySet<string>) {
  const { repository, ledger, record, head, fork, mapper } = input;
  const isStillOpen = (key: string) => reopened.has(key) || record.exceptions.get(key)?.failed !== undefined;
  const owed = [...paths].filter(([key, { leftOut }]) => leftOut === null && !isStillOpen(key));
  // Without a ledger the check-outs of the branch are unknown. If the settled commit is the fork, no owed path is as there.
  if (!ledger.remembers || fork === null || owed.length === 0 || fork === record.settled.commit) return [];
  const keys = owed.map(([key]) => key);
  const at = await filesAt(repository.objects, fork, keys);
  const isFiled = hasCheckOut(record, mapper);
  const same = owed.filter(([key, { after }]) => contentOf(after) === contentOf(at.get(key)) && !isFiled(key));
  if (same.length === 0) return [];
  // Another file may have made the object at the fork.
  const makesChanged = makesObjectOf((await differences(repository, fork, head)) ?? [], mapper);
  return same.filter(([key]) => !makesChanged(key));
}
