import { causesTried } from '../checkout/next.ts';
import { type Change, listChanges } from '../git/changes.ts';
import { ensureCommits } from '../git/fetch.ts';
import { pathOfKey } from '../git/git-path.ts';
import { isAncestor } from '../git/merge-base.ts';
import { emptyTree, isEmptyTree } from '../git/object-ids.ts';
import type { Repository } from '../git/repository.ts';
import { fileSide, filesAt } from '../git/tree.ts';
import type { Ledger } from '../ledger/ledger-access.ts';
import type { BranchRecord, CheckOut } from '../ledger/record.ts';
import { identityKey, identityLookup } from '../plan/identity.ts';
import { objectsOfChanges } from '../plan/make-plan.ts';
import type { MadeObject, Mapper } from '../plan/mapper.ts';
import type { Because } from '../sentences/left-out.ts';
import type { RunTools } from './input.ts';
import { contentOf, pathsOf, type RunPath, type RunPaths, runPath } from './paths.ts';
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
    Pick<RunTools, 'repository' | 'listChanges'> {
  readonly ledger: Ledger;
  /** Its settled commit is in the object store. */
  readonly record: BranchRecord;
  readonly mapper: Mapper;
}

/**
 * Finds every path whose content at head is not its settled content, or for which a call has no answer; takes what a merge or rebase
 * brings from the default branch as settled. Paths that are not owed have the reason in `leftOut`. Writes nothing. @throws Problem('git')
 */
export async function owe(input: OweInput): Promise<Owed> {
  const { repository, record, head } = input;
  const base = record.settled.commit ?? emptyTree[repository.objectFormat];
  const paths = pathsOf(await input.listChanges(base, head));
  const listed = new Set(paths.keys());
  const reopened = await applyRecord(input, paths);
  const began = await beginEarlier(input, paths);
  const moved = await moveWithFork(input, paths);
  const passed = await passedPaths(input, paths);
  const asOnDefault: Because = { code: 'asOnDefault', branch: input.defaultBranch ?? '' };
  for (const [key, path] of paths) {
    const isPaid = isSettled(path) && !reopened.has(key);
    if (isPaid && !listed.has(key)) paths.delete(key);
    else if (isPaid) paths.set(key, { ...path, leftOut: moved.has(key) ? asOnDefault : { code: 'settled' } });
    else if (passed.has(key)) paths.set(key, { ...path, leftOut: { code: 'passed' } });
  }
  const owed = paths.keys().filter((key) => paths.get(key)?.leftOut === null);
  const loaded = await loadCheckOuts(input, owed);
  for (const [key, path] of await pathsAsOnFork({ ...input, record: loaded }, paths, reopened)) {
    paths.set(key, { ...path, leftOut: asOnDefault });
  }
  return { paths, record: loaded, began };
}

/** Reads from the ledger the check-outs of paths (see pathKey), and of the objects that they make. @returns the record with them. */
export async function loadCheckOuts(
  { ledger, mapper, record }: Pick<OweInput, 'ledger' | 'mapper' | 'record'>,
  keys: Iterable<string>,
): Promise<BranchRecord> {
  if (!ledger.remembers) return record;
  const paths = Array.from(keys, pathOfKey);
  const objects = paths.flatMap(mapper.objectsOf).map(({ identity }) => identity);
  return (await ledger.load({ paths: paths.map(({ text }) => text), objects })) ?? record;
}

/** True if the file at head has the settled content and mode, or is absent in both. */
function isSettled({ before, after }: RunPath): boolean {
  return before === after || (before?.oid === after?.oid && before?.mode === after?.mode);
}

// -- what the record says

/**
 * Changes `paths`: exceptions of the record replace the content of the settled commit; paths of calls without an answer are added.
 * @returns the keys of paths that are owed even if head has their settled content.
 */
async function applyRecord(input: OweInput, paths: Map<string, RunPath>): Promise<Set<string>> {
  const { exceptions, checkOuts } = input.record;
  // A compilation that was tried is owed itself, not the file (design §13).
  const isOpen = (checkOut: CheckOut) => checkOut.tried.length > 0 && causesTried(checkOut) === null;
  const tried = [...checkOuts.values()].filter(isOpen).flatMap(pathsOfCheckOut);
  const unknown = [...exceptions].flatMap(([key, exception]) => (exception.unknown === true ? [key] : []));
  for (const [key, path] of await pathsAt(input, paths, [...exceptions.keys(), ...tried].sort())) {
    const { was } = exceptions.get(key) ?? path;
    const before = was === null ? null : contentOf(path.after) === was ? path.after : fileSide(key, was);
    paths.set(key, exceptions.has(key) ? { ...path, before, was } : path);
  }
  return new Set([...tried, ...unknown]);
}

/** Returns the paths of `keys`; for one that is not in `paths`, makes one that is settled as head has it. */
async function pathsAt({ repository, head }: OweInput, paths: RunPaths, keys: readonly string[]) {
  const others = keys.filter((key) => !paths.has(key));
  const at = await filesAt(repository.objects, head, others);
  const asAtHead = (key: string) => runPath(at.get(key) ?? null, at.get(key) ?? null);
  return new Map(keys.map((key) => [key, paths.get(key) ?? asAtHead(key)]));
}

/** Returns the paths, maybe repeated, for which a check-out has an open request or calls without an answer. */
function pathsOfCheckOut({ stands, tried }: CheckOut): string[] {
  return [...(stands === null ? [] : [stands.path]), ...tried.map(({ path }) => path)];
}

/** Returns a test for keys of paths: true if the record has a check-out for the path, or for an object that it makes. */
function hasCheckOut({ checkOuts }: BranchRecord, mapper: Mapper): (key: string) => boolean {
  const all = [...checkOuts.values()];
  const known = identityLookup(all);
  const filed = new Set(all.flatMap(pathsOfCheckOut));
  const isKnown = ({ identity }: MadeObject) => known.same(identity).length > 0;
  return (key) => filed.has(key) || mapper.objectsOf(pathOfKey(key)).some(isKnown);
}

// -- paths that another commit settles

/** Lists the differences between two commits, and fetches these if missing; null: one of them cannot be fetched. */
async function differences(repository: Repository, from: string, to: string): Promise<Change[] | null> {
  const commits = [from, to].filter((oid) => !isEmptyTree(oid));
  return (await ensureCommits(repository, commits)).length > 0 ? null : listChanges(repository, from, to);
}

/**
 * Changes `paths`: those that are settled as commit `from` has them become settled as `to` has them; not those with an exception in the
 * record, or a check-out.
 * @returns their keys; null: one of the commits cannot be found.
 */
async function settleAsAt(
  input: OweInput,
  paths: Map<string, RunPath>,
  from: string,
  to: string,
): Promise<Set<string> | null> {
  const changes = await differences(input.repository, from, to);
  if (changes === null) return null;
  const differing = pathsOf(changes);
  const isFiled = hasCheckOut(await loadCheckOuts(input, differing.keys()), input.mapper);
  const keys = [...differing.keys()].filter((key) => !input.record.exceptions.has(key) && !isFiled(key));
  const settled = [...(await pathsAt(input, paths, keys))].flatMap(([key, path]) => {
    const { before = null, after = null } = differing.get(key) ?? {};
    return path.before?.oid === before?.oid ? [[key, { ...path, ...runPath(after, path.after) }] as const] : [];
  });
  for (const [key, path] of settled) paths.set(key, path);
  return new Set(settled.map(([key]) => key));
}

/**
 * Adds to `paths` those of a push of the default branch that began before its record, as its run was killed.
 * @returns the commit where the record begins then.
 */
async function beginEarlier(input: OweInput, paths: Map<string, RunPath>): Promise<string | null> {
  const { repository, record, before } = input;
  const { began, commit } = record.settled;
  if (input.branch !== input.defaultBranch) return began;
  if (before === null || began === null || before === began || before === commit || isEmptyTree(began)) return began;
  if (!isEmptyTree(before) && !(await isAncestor(repository, before, began))) return began;
  return (await settleAsAt(input, paths, began, before)) === null ? began : before;
}

/**
 * Changes `paths`: those that are settled as at the recorded fork become settled as at the new one, so that a merge or rebase neither
 * owes nor hides changes of the default branch. @returns their keys.
 */
async function moveWithFork(input: OweInput, paths: Map<string, RunPath>): Promise<Set<string>> {
  const { record, fork } = input;
  const old = record.settled.fork;
  // None where the default branch was moved back by force, and its old commits are gone for good.
  const found = fork === null || old === null || old === fork ? null : await settleAsAt(input, paths, old, fork);
  return found ?? new Set();
}

/**
 * Returns the keys of paths that the push of an account in `skip-pushers` settles without filing: those that it changed; all of `paths`
 * for a first push. None for other accounts, and if the commit before the push cannot be fetched: then it is filed.
 */
async function passedPaths({ repository, isSkipped, before, head }: OweInput, paths: RunPaths): Promise<Set<string>> {
  if (!isSkipped) return new Set();
  return new Set((before === null ? paths : pathsOf((await differences(repository, before, head)) ?? [])).keys());
}

/** Returns the owed paths (key and path) that are the same at the fork, as are their objects; not those with a check-out or an earlier failure. */
async function pathsAsOnFork(input: OweInput, paths: RunPaths, reopened: ReadonlySet<string>) {
  const { repository, ledger, record, head, fork, mapper } = input;
  const isUnpaid = (key: string) => reopened.has(key) || record.exceptions.get(key)?.failed !== undefined;
  const owed = [...paths].filter(([key, { leftOut }]) => leftOut === null && !isUnpaid(key));
  // Without a ledger the check-outs of the branch are unknown. If the settled commit is the fork, no owed path is as there.
  if (!ledger.remembers || fork === null || owed.length === 0 || fork === record.settled.commit) return [];
  const at = await filesAt(
    repository.objects,
    fork,
    owed.map(([key]) => key),
  );
  const isFiled = hasCheckOut(record, mapper);
  const same = owed.filter(([key, { after }]) => contentOf(after) === contentOf(at.get(key)) && !isFiled(key));
  if (same.length === 0) return [];
  // Another file may have made the object at the fork.
  const changes = (await differences(repository, fork, head)) ?? [];
  const changed = new Set(objectsOfChanges(changes, mapper).map(({ identity }) => identityKey(identity)));
  const isChanged = ({ identity }: MadeObject) => changed.has(identityKey(identity));
  return same.filter(([key]) => !mapper.objectsOf(pathOfKey(key)).some(isChanged));
}
