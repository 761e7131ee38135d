import { findTriedCauses } from '../checkout/next.ts';
import { Problem } from '../errors.ts';
import { type Change, listChanges, listSides } from '../git/changes.ts';
import { ensureCommits } from '../git/fetch.ts';
import { parsePathKey } from '../git/git-path.ts';
import { isAncestor } from '../git/history.ts';
import { emptyTree, isEmptyTree } from '../git/object-ids.ts';
import type { Repository } from '../git/repository.ts';
import { readTreeFiles, type TreeSide } from '../git/tree.ts';
import { createPathFilter } from '../glob/match.ts';
import type { BranchRecord, CheckOut } from '../ledger/record.ts';
import { listCheckOutPaths } from '../ledger/shards.ts';
import { indexByName } from '../plan/identity.ts';
import { matchObjectsOf } from '../plan/make-plan.ts';
import type { MadeObject, Mapper } from '../plan/mapper.ts';
import { type OpenRun, peekRecord } from './open.ts';
import { type RunPath, type RunPaths, toContentOid, toRunPath, toRunPaths, toSettledSide } from './paths.ts';
import type { Range } from './range.ts';

/** The paths that a run considers, and its record (design §8, step 2). */
export interface Owed {
  readonly paths: RunPaths;
  /** The record, with all check-outs of the owed paths and their objects loaded. */
  readonly record: BranchRecord;
  /** Where the record begins after this run: as before, or earlier for a push from before it; null: as in the record. */
  readonly began: string | null;
}

export interface OweInput
  extends Pick<Range, 'head' | 'fork' | 'branch' | 'defaultBranch' | 'before' | 'isSkipped'>,
    Pick<OpenRun, 'repository' | 'listChanges' | 'findFiles' | 'ledger'> {
  /** Its settled commit is in the object store. */
  readonly record: BranchRecord;
  readonly mapper: Mapper;
}

/**
 * Finds the paths that a run considers: those that are owed; for a range given by hand or a proposal those that differ between its
 * commits, without a base all at head, in both cases only those that `--paths`, if given, chooses. By hand, `was` is as settled, or without
 * a settled commit as at the fork (`before`: see RunPath). @throws Problem('usage') without a base if `--paths` chooses no file; as owe
 */
export async function findRunPaths(run: OpenRun, range: Range, mapper: Mapper): Promise<Owed> {
  const { repository, ledger } = run;
  const recorded = peekRecord(run);
  if (!range.isGiven && range.mayFile && range.base !== null) {
    // Where the settled commit is gone, a merge base takes its place.
    const settled = range.begins ?? { ...recorded.settled, commit: range.base };
    return owe({ ...run, ...range, record: { ...recorded, settled }, mapper });
  }
  const { base, head } = range;
  const isChosen = createPathFilter(run.input.options.paths);
  const all = base === null ? await listChosenFiles(run, head, isChosen) : await run.listChanges(base, head);
  const named = all.filter((change) => listSides([change]).some(({ path }) => isChosen(path.text)));
  const settled = range.mayFile ? (recorded.settled.commit ?? range.fork) : null;
  // A settled commit that is gone for good says nothing of what was there.
  const isSettled =
    settled !== null && (isEmptyTree(settled) || (await ensureCommits(repository, [settled])).length === 0);
  const paths = toRunPaths(named);
  const at = isSettled ? await run.findFiles(settled, paths.keys()) : new Map<string, null>();
  const moved = new Set([...paths.values()].map(({ from }) => from));
  for (const [key, path] of range.mayFile ? paths : []) {
    const { was } = recorded.exceptions.get(key) ?? { was: toContentOid(at.get(key)) };
    // No run has ever seen a file that is gone and not settled.
    const isUnseen = isSettled && was === null && path.after === null && !moved.has(key);
    const settledFile = isSettled && path.from === undefined ? toSettledSide(key, was, path.after) : path.before;
    const before = isUnseen ? path.before && { ...path.before, oid: '' } : settledFile;
    paths.set(key, { ...path, was, before });
  }
  return { paths, record: await loadCheckOuts({ ledger, mapper, record: recorded }, paths.keys()), began: null };
}

/** Returns each file at the head that `--paths` choose, as a change from itself to itself. @throws Problem('usage') if there is none */
async function listChosenFiles(run: OpenRun, head: string, isChosen: (path: string) => boolean): Promise<Change[]> {
  const chosen = (await readTreeFiles(run.repository.objects, head)).all().filter(({ path }) => isChosen(path.text));
  if (chosen.length > 0) return chosen.map((side) => ({ before: side, after: side }));
  const what = `no file at the head matches \`--paths\` ${(run.input.options.paths ?? []).join(', ')}`;
  const forms = 'a directory as QRPGLESRC/**, a name anywhere as **/ORD100.PGM.RPGLE';
  throw new Problem('usage', what, `Give paths as Git has them, from the top: ${forms}.`);
}

/**
 * Finds what a branch owes (design §8, step 2): each path that differs at head from what is settled, that the record marks `unknown`, or
 * that a call without an answer (no compilation) is about. `paths` also has others that differ, with the reason in `leftOut`, as that the
 * default branch has the same. Loads the check-outs of owed paths. Writes nothing. @throws Problem('git')
 */
export async function owe(input: OweInput): Promise<Owed> {
  const { repository, record, head, fork, before, isSkipped } = input;
  const paths = toRunPaths(await input.listChanges(record.settled.commit ?? emptyTree[repository.objectFormat], head));
  const listed = new Set(paths.keys());
  const reopened = await applyRecord(input, paths);
  const began = await beginEarlier(input, paths);
  // A path that is settled as at the recorded fork moves with the fork: a merge or rebase neither owes nor hides what is not this branch's.
  const { fork: old } = record.settled;
  const hasMoved = fork !== null && old !== null && old !== fork;
  const forks = toRunPaths(hasMoved ? ((await listDifferences(repository, old, fork)) ?? []) : []);
  const isAtOldFork = (key: string, { before: settled }: RunPath) => settled?.oid === forks.get(key)?.before?.oid;
  const moved = await settleAs(input, paths, new Map([...forks].map(([key, { after }]) => [key, after])), isAtOldFork);
  for (const key of hasMoved ? await addUndoneByReset(input, paths, forks, old) : []) reopened.add(key);
  // What the push of a skipped account changed is settled, unless the commit before it cannot be fetched; by a first push, all.
  const pushed =
    !isSkipped || before === null ? paths : toRunPaths((await listDifferences(repository, before, head)) ?? []);
  const asOnDefault = { code: 'asOnDefault', branch: input.defaultBranch ?? '' } as const;
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
  for (const [key, path] of await listSameAsFork({ ...input, record: loaded }, paths, reopened))
    paths.set(key, { ...path, leftOut: asOnDefault });
  return { paths, record: loaded, began };
}

/** Loads the check-outs of paths (keys) and their objects. Returns the record with all loaded so far; without a ledger, `record` as is. */
export async function loadCheckOuts(about: Pick<OweInput, 'ledger' | 'mapper' | 'record'>, keys: Iterable<string>) {
  const { ledger, mapper, record } = about;
  if (!ledger.remembers) return record;
  const paths = Array.from(keys, parsePathKey);
  const objects = paths.flatMap(mapper.listObjects).map(({ identity }) => identity);
  return (await ledger.load({ paths: paths.map(({ text }) => text), objects })) ?? record;
}

/**
 * Changes `paths` by the record: each path with an exception gets its settled content from there; adds paths missing for exceptions, and
 * for check-outs with unanswered calls (not if all only compile). @returns keys owed in any case: of such check-outs, exceptions `unknown`
 */
async function applyRecord(input: OweInput, paths: Map<string, RunPath>): Promise<Set<string>> {
  const { exceptions, checkOuts } = input.record;
  // A compilation that was tried is owed itself, not the file (design §13).
  const isOpen = (checkOut: CheckOut) => checkOut.tried.length > 0 && findTriedCauses(checkOut) === null;
  const tried = [...checkOuts.values()].filter(isOpen).flatMap((checkOut) => [...listCheckOutPaths(checkOut)]);
  const unknown = [...exceptions].flatMap(([key, exception]) => (exception.unknown === true ? [key] : []));
  for (const [key, path] of await resolvePaths(input, paths, [...exceptions.keys(), ...tried].sort())) {
    const { was } = exceptions.get(key) ?? path;
    paths.set(key, exceptions.has(key) ? { ...path, before: toSettledSide(key, was, path.after), was } : path);
  }
  return new Set([...tried, ...unknown]);
}

/** Returns a path for each of `keys`, by key: that in `paths`; else the file at head (or none), taken as settled. Changes nothing. */
async function resolvePaths({ findFiles, head }: OweInput, paths: RunPaths, keys: readonly string[]) {
  const others = keys.filter((key) => !paths.has(key));
  const at = await findFiles(head, others);
  const asAtHead = (key: string) => toRunPath(at.get(key) ?? null, at.get(key) ?? null);
  return new Map(keys.map((key) => [key, paths.get(key) ?? asAtHead(key)]));
}

/** Returns a test of paths by key: true if the loaded check-outs have one for the path, or for an object that it makes. */
function matchCheckOuts({ checkOuts }: BranchRecord, mapper: Mapper): (key: string) => boolean {
  const all = [...checkOuts.values()];
  const known = indexByName(all);
  const filed = new Set(all.flatMap((checkOut) => [...listCheckOutPaths(checkOut)]));
  const isKnown = ({ identity }: MadeObject) => known(identity).length > 0;
  return (key) => filed.has(key) || mapper.listObjects(parsePathKey(key)).some(isKnown);
}

/** Fetches two commits (or the empty tree), lists their differences; null: a commit cannot be fetched. @throws Problem('git') */
export async function listDifferences(repository: Repository, from: string, to: string): Promise<Change[] | null> {
  const commits = [from, to].filter((oid) => !isEmptyTree(oid));
  return (await ensureCommits(repository, commits)).length > 0 ? null : listChanges(repository, from, to);
}

/**
 * Sets in `paths` the settled file of each path in `settled` to the one given there (null: none), if `applies` is true for it and it has
 * neither an exception nor a check-out (also of an object that it makes); adds it if `paths` lacks it. @returns the keys of the paths set
 */
async function settleAs(
  input: OweInput,
  paths: Map<string, RunPath>,
  settled: ReadonlyMap<string, TreeSide | null>,
  applies: (key: string, path: RunPath) => boolean,
) {
  const isFiled = matchCheckOuts(await loadCheckOuts(input, settled.keys()), input.mapper);
  const keys = [...settled.keys()].filter((key) => !input.record.exceptions.has(key) && !isFiled(key));
  const changed = [...(await resolvePaths(input, paths, keys))].filter(([key, path]) => applies(key, path));
  for (const [key, path] of changed) paths.set(key, { ...path, ...toRunPath(settled.get(key) ?? null, path.after) });
  return new Set(changed.map(([key]) => key));
}

/**
 * Begins the record of the default branch earlier, if both ends of the run's push are in the history of its beginning. Changes `paths`:
 * what differs between the beginnings of push and record is settled as where the push began, and so are other paths of the same objects
 * (see settleAs). @returns where the push began; for any other run, or if a commit cannot be fetched, `began` of the record as it is
 */
async function beginEarlier(input: OweInput, paths: Map<string, RunPath>): Promise<string | null> {
  const { repository, record, before, head, mapper } = input;
  const { began, commit } = record.settled;
  if (input.branch !== input.defaultBranch) return began;
  if (before === null || began === null || before === began || before === commit || isEmptyTree(began)) return began;
  const isEarlier = isEmptyTree(before) || (await isAncestor(repository, before, began));
  if (!isEarlier || !(await isAncestor(repository, head, began))) return began;
  const own = await listDifferences(repository, before, began);
  const all = await listDifferences(repository, before, commit ?? began);
  if (own === null || all === null) return began;
  const ownPaths = toRunPaths(own);
  const makesOwn = matchObjectsOf(own, mapper);
  const then = [...toRunPaths(all), ...ownPaths].map(([key, path]) => [key, path.before] as const);
  await settleAs(input, paths, new Map(then), (key) => ownPaths.has(key) || makesOwn(key));
  return before;
}

/**
 * Finds files with a check-out here that a merge from the default branch had brought, and that are gone since a reset to before that merge:
 * at fork `old`, not at the fork of now, nor at head. Adds them to `paths`. @param forks differences of the forks @returns the files' keys
 */
async function addUndoneByReset(input: OweInput, paths: Map<string, RunPath>, forks: RunPaths, old: string) {
  const { repository, fork, mapper } = input;
  const keys = [...forks].flatMap(([key, { after }]) => (after === null ? [key] : []));
  if (fork === null || keys.length === 0 || !(await isAncestor(repository, fork, old))) return [];
  const isFiled = matchCheckOuts(await loadCheckOuts(input, keys), mapper);
  const gone = [...(await resolvePaths(input, paths, keys.filter(isFiled)))].filter(([, { after }]) => after === null);
  for (const [key, path] of gone) paths.set(key, path);
  return gone.map(([key]) => key);
}

/**
 * Returns the owed paths, with their keys, that have the same content (or none) at head and fork, if no file that differs between the two
 * makes one of their objects. Never those with a check-out or an earlier failure, or in `reopened`; none without a ledger or a fork.
 */
async function listSameAsFork(input: OweInput, paths: RunPaths, reopened: ReadonlySet<string>) {
  const { repository, ledger, record, head, fork, mapper } = input;
  const isStillOpen = (key: string) => reopened.has(key) || record.exceptions.get(key)?.failed !== undefined;
  const owed = [...paths].filter(([key, { leftOut }]) => leftOut === null && !isStillOpen(key));
  // Without a ledger the check-outs of the branch are unknown. If the settled commit is the fork, no owed path is as there.
  if (!ledger.remembers || fork === null || owed.length === 0 || fork === record.settled.commit) return [];
  const keys = owed.map(([key]) => key);
  const at = await input.findFiles(fork, keys);
  const isFiled = matchCheckOuts(record, mapper);
  const same = owed.filter(([key, { after }]) => toContentOid(after) === toContentOid(at.get(key)) && !isFiled(key));
  if (same.length === 0) return [];
  // Another file may have made the object at the fork.
  const makesChanged = matchObjectsOf((await listDifferences(repository, fork, head)) ?? [], mapper);
  return same.filter(([key]) => !makesChanged(key));
}
