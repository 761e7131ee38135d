import { causesTried } from '../checkout/next.ts';
import type { Change } from '../git/changes.ts';
import { textPath } from '../git/git-path.ts';
import { fileSide } from '../git/tree.ts';
import type { BranchRecord, CheckOut } from '../ledger/record.ts';
import type { DependentMode } from '../mapping/schema.ts';
import { identityKey, type Lookup, lookup } from '../plan/identity.ts';
import type { Mapper, Target } from '../plan/mapper.ts';
import type { Causes, LeftOut, PlannedPush, PlannedRequest } from '../plan/planned.ts';
import { fieldsForReason, needsNoContent, plannedRequest, sortForFiling } from '../plan/planned.ts';
import { sidesOf } from '../plan/sides.ts';
import type { DependentRow } from '../report/dependents.ts';
import { becauseText } from '../sentences/left-out.ts';
import type { Notice } from '../sentences/notice.ts';
import { type Affected, type ChangedFile, findAffected } from '../uses/affected.ts';
import { canBeUsed, madeObjects, makes } from '../uses/made-objects.ts';
import { usesAtHead } from '../uses/uses-at-head.ts';
import { contentOf } from './paths.ts';
import { checkOutsOf, type Planning } from './steps.ts';
import { supersededBy } from './tip.ts';

/** What should stand for the owed paths, and for the objects that they affect (design §13). */
export interface Dependents extends Pick<PlannedPush, 'requests' | 'nothing'> {
  readonly rows: readonly DependentRow[];
  /** The record, with the check-outs of what is affected loaded. */
  readonly record: BranchRecord;
  readonly notices: readonly Notice[];
  /** Present where it was not, or could not be, found out: compilations that earlier runs owe stay owed. */
  readonly isUnknown?: true;
}

/** A changed file, and the OID of its content before; null: it was not there. */
interface Changed extends ChangedFile {
  readonly was: string | null;
}

/**
 * Finds the objects that use the changed files, and returns `wanted` with the requests that compile them again; leaves a file that differs
 * at the tip to the run of the tip. Searches nothing where the mapping ignores dependents or has no rule for the branch, where there is
 * no base, and where nothing changed that others can use and no earlier run owes a compilation. A failed search becomes a notice.
 */
export async function withDependents(planning: Planning, wanted: PlannedPush): Promise<Dependents> {
  const { run, range, tip, mapper, record } = planning;
  const none = { ...wanted, rows: [], record, notices: [] };
  const changed = changedFiles(planning.changes);
  const open = openCompilations(record);
  const isUsable = ({ path }: ChangedFile) =>
    canBeUsed(path, madeObjects(mapper.objectsOf(textPath(path)).map(({ fields }) => fields)));
  const isAsked = planning.isMapped && range.base !== null && planning.dependents !== 'ignore';
  if (!isAsked || (open.size === 0 && !changed.values().some(isUsable))) return { ...none, isUnknown: true };
  const causes = [...open.values()].flatMap(Object.keys).map((path) => [path, { path, deleted: false }] as const);
  const files = [...new Map<string, ChangedFile>([...causes, ...changed]).values()];
  const deleted = files.flatMap((file) => (file.deleted ? [file.path] : []));
  const uses = usesAtHead(run.repository, mapper, { commit: range.head, tree: await planning.headFiles(), deleted });
  const found = await findAffected(files, uses.objectsOf, uses.seek);
  if ('unknown' in found) {
    return { ...none, notices: [{ code: 'dependentsUnknown', why: found.unknown }], isUnknown: true };
  }
  const isSuperseded = supersededBy(tip, mapper);
  const made = found
    .filter(({ path, because }) => open.has(path) || because.some((cause) => changed.has(cause.path)))
    .filter(({ path }) => !isSuperseded({ before: null, after: fileSide(path, '') }))
    .flatMap((affected) => madeOf(affected, mapper));
  const objects = made.flatMap(({ target }) => (target === null ? [] : [target.identity]));
  const loaded = (await run.ledger.load({ objects })) ?? record;
  const own = lookup(wanted.requests, ({ identity }) => identity);
  const asking = { mode: planning.dependents, own, checkOutOf: checkOutsOf(loaded), open, changed, oidOf: uses.oidOf };
  const { rows, compiled, nothing } = rowsOf(made, asking);
  const requests = compiled.length === 0 ? wanted.requests : sortForFiling([...wanted.requests, ...compiled]);
  return { rows, requests, nothing: [...wanted.nothing, ...nothing], record: loaded, notices: [] };
}

/** Returns, by path, the causes of the compilations that earlier runs owe: not filed yet, or tried without an answer. */
function openCompilations({ checkOuts, exceptions }: BranchRecord): Map<string, Causes> {
  const tried = [...checkOuts.values()].flatMap((one) => {
    const causes = causesTried(one);
    return causes === null ? [] : one.tried.map(({ path }) => [path, causes] as const);
  });
  const unfiled = [...exceptions].flatMap(([path, { causes }]) =>
    causes === undefined ? [] : [[path, causes] as const],
  );
  return new Map([...tried, ...unfiled]);
}

/** An affected file with one of the objects that the mapping makes of it. */
interface Made extends Affected {
  readonly rule: string;
  readonly target: Target | null;
  readonly leftOut: string | null;
}

/**
 * Returns an affected file once for each of its objects that is compiled or (only programs and service programs) bound
 * again; or once with the reason why it is left out.
 */
function madeOf(affected: Affected, mapper: Mapper): Made[] {
  const { path, reason } = affected;
  const mapped = mapper(textPath(path));
  if (mapped.kind === 'leftOut') return [{ ...affected, rule: '', target: null, leftOut: becauseText(mapped.because) }];
  const isMade = (objects: ReturnType<typeof madeObjects>) =>
    objects.length > 0 && (reason === '*RECOMPILE' || makes(path, objects, ['*PGM', '*SRVPGM']));
  const made = mapped.targets.filter(({ fields }) => isMade(madeObjects([fields])));
  return made.map((target) => ({ ...affected, rule: mapped.rule, target, leftOut: null }));
}

/** What decides whether a dependent becomes a request. */
interface Asking {
  readonly mode: DependentMode;
  /** The requests that the push files anyway. */
  readonly own: Lookup<PlannedRequest>;
  readonly checkOutOf: (identity: Target['identity']) => CheckOut | null;
  /** Paths whose object is owed a compilation, with its causes. */
  readonly open: ReadonlyMap<string, Causes>;
  readonly changed: ReadonlyMap<string, Changed>;
  /** The content of a file at head; null: it is gone. */
  readonly oidOf: (path: string) => string | null;
}

type Making = Made & { readonly target: Target };

/**
 * Makes a row for each object of an affected file, with the request that compiles it, if any; files that make one
 * object share one. Also lists the new requests: `compiled`, and those to withdraw (`nothing`).
 */
function rowsOf(made: readonly Made[], asking: Asking) {
  const making = made.filter((one): one is Making => one.target !== null);
  const decided = [...Map.groupBy(making, ({ target }) => identityKey(target.identity)).values()].flatMap((files) => {
    const found = decideCompilation(files, asking);
    return found === null ? [] : [{ ...found, files }];
  });
  const { own = [], compiled = [], nothing = [] } = Object.groupBy(decided, ({ kind }) => kind);
  const asked = [...own, ...compiled].flatMap(({ request, files }) => files.map((file) => [file, request] as const));
  const requestOf = new Map<Made, PlannedRequest>(asked);
  const rows = made.map((one): DependentRow => {
    const { target, rule: _, ...affected } = one;
    const { identity = null, fields } = target ?? {};
    return { ...affected, identity, objt: fields?.objt ?? null, request: requestOf.get(one) ?? null };
  });
  const requestsIn = (entries: readonly Decided[]) => entries.map(({ request }) => request);
  return { rows, compiled: requestsIn(compiled), nothing: requestsIn(nothing) };
}

type Decided = { readonly kind: 'own' | 'compiled' | 'nothing'; readonly request: PlannedRequest };

/**
 * Decides what compiles an object: a request that the push files anyway, or a compilation; `nothing` takes one back whose causes are all
 * as before. null: nothing is asked for, as it is only reported, or nothing is there to be taken back.
 * @param files that make the object, and are affected; the one that stands is asked for, else the first.
 */
function decideCompilation(files: readonly Making[], asking: Asking): Decided | null {
  const { mode, own, checkOutOf, open, changed, oidOf } = asking;
  const [first] = files;
  if (first === undefined) return null;
  // The push files the object anyway.
  const [filed] = own.same(first.target.identity);
  if (filed !== undefined) return { kind: 'own', request: filed };
  const asked = files.filter(({ onlyReported }) => !onlyReported);
  const [file] = asked;
  if (mode !== 'request' || file === undefined) return null;
  const checkOut = checkOutOf(first.target.identity);
  const paths = asked.flatMap(({ because }) => because.map(({ path }) => path)).filter((path) => changed.has(path));
  const earlier = { ...checkOut?.causes, ...Object.assign({}, ...asked.map(({ path }) => open.get(path) ?? {})) };
  const causes: Causes = {
    ...Object.fromEntries(paths.map((path) => [path, changed.get(path)?.was ?? null])),
    ...earlier,
  };
  const stands = checkOut?.stands ?? null;
  const isOwn = stands !== null && !needsNoContent(stands.reason);
  const isAsBefore = Object.entries(causes).every(([path, oid]) => oidOf(path) === oid);
  // A compilation that was tried while the object's own request stood may have made a second one: it is checked, not withdrawn.
  const isTakenBack = isAsBefore && !(isOwn && checkOut !== null && causesTried(checkOut) !== null);
  // Who is compiled again binds again, too.
  const reason = asked.some((one) => one.reason === '*RECOMPILE') ? '*RECOMPILE' : '*UPDATE';
  const { path, rule, target } = asked.find((one) => one.path === stands?.path) ?? file;
  const dependent = { causes, waitsFor: isTakenBack ? [] : paths };
  const about = { reason, fields: fieldsForReason(reason, target), blob: oidOf(path), dependent } as const;
  const request = { ...plannedRequest(textPath(path), rule, target, about), before: { [path]: about.blob ?? '' } };
  if (!isTakenBack) return { kind: 'compiled', request };
  // Only what such a change asked for is taken back.
  return isOwn || checkOut?.causes === undefined ? null : { kind: 'nothing', request };
}

/**
 * Returns the regular files whose content changed, by path; of a move without a new content only the old path, as deleted. Leaves out
 * names that are not UTF-8.
 */
function changedFiles(changes: readonly Change[]): Map<string, Changed> {
  const files = new Map<string, Changed>();
  for (const change of changes) {
    const sides = sidesOf(change);
    if ('because' in sides) continue;
    const { present: now, gone } = sides;
    if (gone !== null && gone.path.raw === null && gone.oid !== '') {
      files.set(gone.path.text, { path: gone.path.text, deleted: true, was: gone.oid });
    }
    if (now === null || now.path.raw !== null || now.oid === change.before?.oid) continue;
    files.set(now.path.text, {
      path: now.path.text,
      deleted: false,
      was: gone === null ? contentOf(change.before) : null,
    });
  }
  return files;
}

/** Returns the left-out files; those that the mapping skips or has no rule for get `usedBy`, the number of objects that use them, unless 0 (design §16). */
export function withUsers(leftOut: readonly LeftOut[], rows: readonly DependentRow[]): LeftOut[] {
  const objects = rows.filter(({ identity }) => identity !== null);
  const users = new Map<string, number>();
  for (const path of objects.flatMap(({ because }) => [...new Set(because.map((cause) => cause.path))])) {
    users.set(path, (users.get(path) ?? 0) + 1);
  }
  return leftOut.map((entry) => {
    const { because, path } = entry;
    const usedBy = users.get(path.text) ?? 0;
    const isCounted = usedBy > 0 && (because.code === 'skip' || because.code === 'unmapped');
    return isCounted ? { ...entry, because: { ...because, usedBy } } : entry;
  });
}
