import { findTriedCauses } from '../checkout/next.ts';
import { toGitPath } from '../git/git-path.ts';
import { buildFileSide, readTreeFiles } from '../git/tree.ts';
import type { BranchRecord, CheckOut } from '../ledger/record.ts';
import { indexByName, type Lookup, toIdentityKey } from '../plan/identity.ts';
import type { Mapper, Target } from '../plan/mapper.ts';
import type { Causes, PlannedPush, PlannedRequest } from '../plan/planned.ts';
import { needsNoContent, planRequest, sortForFiling, splitChange } from '../plan/planned.ts';
import type { DependentRow } from '../report/dependents.ts';
import { explainLeftOut } from '../sentences/left-out.ts';
import { type Affected, type ChangedFile, findAffected } from '../uses/affected.ts';
import { canBeUsed, listMadeObjects, makesOneOf } from '../uses/made-objects.ts';
import { openUsesAtHead } from '../uses/uses-at-head.ts';
import { listDifferences } from './owe.ts';
import { toContentOid, toRunPaths } from './paths.ts';
import { indexCheckOuts, type Planning } from './steps.ts';
import { matchSuperseded } from './tip.ts';

/** A changed file, and the OID of its content before; null: it was not there. */
type Changed = ChangedFile & { readonly was: string | null };

/**
 * Finds the objects that use the changed files, or whose compilation is owed. Returns `rows` about those whose own file has not changed;
 * the requests of `wanted` and, under `dependents: request`, those that compile them (to take back: in `nothing`); and the record with
 * their check-outs. A compilation whose file differs at the tip waits for its run (`waitsFor`). With `isUnknown` nothing is added, and what
 * is owed stays owed: dependents or the branch are ignored, nothing changed can be used and none is owed, or the search fails (a notice).
 */
export async function withDependents(planning: Planning, wanted: PlannedPush) {
  const { run, range, tip, mapper, record, dependents: mode } = planning;
  const none = { ...wanted, rows: [], record, notices: [], isUnknown: true };
  const changed = listChangedFiles(planning.changes);
  // What is chosen by `--paths` affects others; nothing else is looked at.
  const open = range.base === null ? new Map<string, Causes>() : listOpenCompilations(record);
  const isUsable = ({ path }: ChangedFile) => canBeUsed(path, listMadeObjects(mapper.listObjects(toGitPath(path))));
  const isAsked = planning.isMapped && mode !== 'ignore';
  if (!isAsked || (open.size === 0 && !changed.values().some(isUsable))) return none;
  const causes = [...open.values()].flatMap(Object.keys).map((path) => [path, { path, deleted: false }] as const);
  const files = [...new Map<string, ChangedFile>([...causes, ...changed]).values()];
  const deleted = files.flatMap((file) => (file.deleted ? [file.path] : []));
  const tree = await planning.headFiles();
  const uses = openUsesAtHead(run.repository, mapper, { commit: range.head, tree, deleted });
  const found = await findAffected(files, uses.objectsOf, uses.seek);
  if ('unknown' in found) return { ...none, notices: [{ code: 'dependentsUnknown', why: found.unknown } as const] };
  const isSuperseded = matchSuperseded(tip, mapper);
  const known = new Set(found.map(({ path }) => path));
  const users = await findUnpaidUsers(planning, files);
  if ('unknown' in users) return { ...none, notices: [{ code: 'dependentsUnknown', why: users.unknown } as const] };
  const unpaid = users.filter(({ path }) => !known.has(path));
  const settled = new Map(unpaid.map(({ path, oid }) => [path, oid]));
  const made = [...found, ...unpaid]
    .filter(({ path, because }) => open.has(path) || because.some((cause) => changed.has(cause.path)))
    .flatMap((affected) => listObjectsToCompile(affected, mapper));
  const objects = made.flatMap(({ target }) => target?.identity ?? []);
  const loaded = (await run.ledger.load({ objects })) ?? record;
  const own = indexByName(wanted.requests);
  const isLeft = (path: string) => settled.has(path) || isSuperseded({ before: null, after: buildFileSide(path, '') });
  const oidOf = (path: string) => settled.get(path) ?? uses.oidOf(path);
  const asking: Asking = { mode, own, checkOutOf: indexCheckOuts(loaded), open, changed, isLeft, oidOf };
  const { rows, causesOf, compiled, nothing } = buildDependentRows(made, asking);
  const withCauses = wanted.requests.map((request) => ({ ...request, ...causesOf.get(request) }));
  return {
    rows: rows.filter(({ path }) => !changed.has(path)),
    requests: rows.length === 0 ? wanted.requests : sortForFiling([...withCauses, ...compiled]),
    ...{ nothing: [...wanted.nothing, ...nothing], record: loaded, notices: [], isUnknown: false },
  };
}

/** Returns the requests, with the place in the compile order as `csqo` in those that are `isOrdered`, and a notice for each circle. */
export async function addCompileOrder(
  { run, range, mapper, headFiles }: Planning,
  requests: readonly PlannedRequest[],
) {
  if (!requests.some(({ isOrdered }) => isOrdered)) return { requests, notices: [] };
  const { withCompileOrder } = await import('../uses/compile-order.ts');
  const about = { repository: run.repository, mapper, head: range.head };
  return withCompileOrder(about, requests, async () => (await headFiles()).all());
}

/**
 * Finds files that as settled use one of `files`, differ at head, and are not filed by this run: a later push may restore them, so their
 * compilation is owed. [] if this run pays all, or requests none, or nothing is settled. @returns each, its `oid` as settled; or `unknown`
 */
async function findUnpaidUsers(planning: Planning, files: readonly ChangedFile[]) {
  const { run, range, tip, mapper, record, changes, dependents } = planning;
  const { commit } = record.settled;
  if (dependents !== 'request' || commit === null || (tip === null && !range.isGiven)) return [];
  const paid = toRunPaths(changes);
  const differing = toRunPaths((await listDifferences(run.repository, commit, range.head)) ?? []);
  const left = new Map([...differing].filter(([key, { was }]) => was !== null && !paid.has(key)));
  if (left.size === 0) return [];
  const tree = await readTreeFiles(run.repository.objects, commit);
  const uses = openUsesAtHead(run.repository, mapper, { commit, tree, deleted: [] });
  const found = await findAffected(files, uses.objectsOf, uses.seek);
  if ('unknown' in found) return found;
  return found.flatMap((affected) => {
    const oid = left.get(affected.path)?.was;
    return oid ? [{ ...affected, oid }] : [];
  });
}

/** Returns the compilations that earlier runs owe, not filed or without an answer: the path of the file to compile, with its causes. */
function listOpenCompilations({ checkOuts, exceptions }: BranchRecord): Map<string, Causes> {
  const tried = [...checkOuts.values()].flatMap((one) => {
    const causes = findTriedCauses(one);
    return causes === null ? [] : one.tried.map(({ path }) => [path, causes] as const);
  });
  const unfiled = [...exceptions].flatMap(([path, { causes }]) => (causes ? [[path, causes] as const] : []));
  return new Map([...tried, ...unfiled]);
}

/** An affected file with one of the objects that the mapping makes of it. */
type Made = Affected & { readonly target: Target | null; readonly leftOut: string | null };

/**
 * Returns an entry for each object of an affected file that has to be compiled, or bound (then programs and service programs only); none
 * for a source delivered as it is. If the mapping leaves the file out: one entry without a target, with the reason.
 */
function listObjectsToCompile(affected: Affected, mapper: Mapper): Made[] {
  const { path, reason } = affected;
  const mapped = mapper(toGitPath(path));
  if (mapped.kind === 'leftOut') return [{ ...affected, target: null, leftOut: explainLeftOut(mapped.because) }];
  const isMade = (objects: ReturnType<typeof listMadeObjects>) =>
    objects.length > 0 && (reason === '*RECOMPILE' || makesOneOf(path, objects, ['*PGM', '*SRVPGM']));
  const made = mapped.targets.filter((target) => isMade(listMadeObjects([target])));
  return made.map((target) => ({ ...affected, target, leftOut: null }));
}

/** What decides whether a dependent becomes a request. */
interface Asking {
  readonly mode: Planning['dependents'];
  /** The requests that the push files anyway. */
  readonly own: Lookup<PlannedRequest>;
  readonly checkOutOf: (identity: Target['identity']) => CheckOut | null;
  /** Paths whose object is owed a compilation, with its causes. */
  readonly open: ReadonlyMap<string, Causes>;
  readonly changed: ReadonlyMap<string, Changed>;
  /** True for a file that differs at the tip. */
  readonly isLeft: (path: string) => boolean;
  /** The content of a file at head; null: it is gone. */
  readonly oidOf: (path: string) => string | null;
}

type Making = Made & { readonly target: Target };

/**
 * Returns a row for each entry, with the request that compiles its object, or null; files of one object share one. Also returns the new
 * requests (`compiled`), those to take back (`nothing`), and the causes that requests which the push files anyway cover (`causesOf`).
 */
function buildDependentRows(made: readonly Made[], asking: Asking) {
  const making = made.filter((one): one is Making => one.target !== null);
  const groups = Map.groupBy(making, ({ target }) => toIdentityKey(target.identity));
  const decided = [...groups.values()].flatMap((files) => decideCompilation(files, asking) ?? []);
  const { own = [], compiled = [], nothing = [] } = Object.groupBy(decided, ({ kind }) => kind);
  const asked = [...own, ...compiled].flatMap(({ request, files }) => files.map((file) => [file, request] as const));
  const requestOf = new Map<Made, PlannedRequest>(asked);
  const rows = made.map((one): DependentRow => {
    const { target, ...affected } = one;
    const { identity = null, fields } = target ?? {};
    return { ...affected, identity, objt: fields?.objt ?? null, request: requestOf.get(one) ?? null };
  });
  const causesOf = new Map(own.map(({ request, causes }) => [request, causes && { causes }]));
  const listRequests = (entries: readonly Decided[]) => entries.map(({ request }) => request);
  return { rows, causesOf, compiled: listRequests(compiled), nothing: listRequests(nothing) };
}

type Decided = Pick<PlannedRequest, 'causes'> & {
  readonly kind: 'own' | 'compiled' | 'nothing';
  readonly request: PlannedRequest;
  readonly files: readonly Making[];
};

/**
 * Decides what compiles the object of `files` (affected, maybe changed too). `own`: a request that the push files anyway, in any mode.
 * `compiled`: a new request, for the file of the recorded one, else the first. `nothing`: the recorded one is taken back, as its causes are
 * as before the branch. null: none is asked for (by mode, or all `onlyReported`), or causes are as before and there is none to take back.
 */
function decideCompilation(files: readonly Making[], asking: Asking): Decided | null {
  const { mode, own, checkOutOf, open, changed, isLeft, oidOf } = asking;
  const [filed] = files.flatMap(({ target }) => own(target.identity));
  const asked = files.filter(({ onlyReported }) => !onlyReported);
  const [file] = asked;
  if (mode !== 'request' || file === undefined) return filed ? { kind: 'own', files, request: filed } : null;
  const checkOut = checkOutOf(file.target.identity);
  const paths = asked.flatMap(({ because }) => because.map(({ path }) => path)).filter((path) => changed.has(path));
  const earlier = { ...checkOut?.causes, ...Object.assign({}, ...asked.map(({ path }) => open.get(path) ?? {})) };
  const before = paths.map((path) => [path, changed.get(path)?.was ?? null] as const);
  const causes: Causes = { ...Object.fromEntries(before), ...earlier };
  // The push files the object anyway.
  if (filed !== undefined) return { kind: 'own', files, request: filed, causes };
  const stands = checkOut?.stands ?? null;
  const isOwn = stands !== null && !needsNoContent(stands.reason);
  const isAsBefore = Object.entries(causes).every(([path, oid]) => oidOf(path) === oid);
  // A compilation that was tried while the object's own request stood may have made a second one: it is checked, not withdrawn.
  const isOwnTried = isOwn && checkOut !== null && findTriedCauses(checkOut) !== null;
  // Who is compiled again binds again, too.
  const reason = asked.some((one) => one.reason === '*RECOMPILE') ? '*RECOMPILE' : '*UPDATE';
  const { path, target } = asked.find((one) => one.path === stands?.path) ?? file;
  // The tip may have changed a cause again.
  const isTakenBack = isAsBefore && !isOwnTried && ![path, ...Object.keys(causes)].some(isLeft);
  const dependent = { causes, waitsFor: isTakenBack ? [] : isLeft(path) ? [path] : paths };
  const about = { reason, blob: oidOf(path), dependent } as const;
  const request = { ...planRequest(toGitPath(path), target, about), before: { [path]: about.blob ?? '' } };
  if (!isTakenBack) return { kind: 'compiled', files, request };
  // Only what such a change asked for is taken back.
  return isOwn || checkOut?.causes === undefined ? null : { kind: 'nothing', files, request };
}

/** Returns, by path, files that changes add, delete or edit; of a move the old path as deleted, the new one if edited. UTF-8 names only. */
function listChangedFiles(changes: Planning['changes']): Map<string, Changed> {
  const files = new Map<string, Changed>();
  for (const change of changes) {
    const { present: now, gone } = splitChange(change);
    if (gone !== null && gone.path.raw === null && gone.oid !== '')
      files.set(gone.path.text, { path: gone.path.text, deleted: true, was: gone.oid });
    if (now === null || now.path.raw !== null || now.oid === change.before?.oid) continue;
    const { text: path } = now.path;
    files.set(path, { path, deleted: false, was: gone === null ? toContentOid(change.before) : null });
  }
  return files;
}
