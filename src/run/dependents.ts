import { causesTried } from '../checkout/next.ts';
import type { Change } from '../git/changes.ts';
import { textPath } from '../git/git-path.ts';
import type { Repository } from '../git/repository.ts';
import type { TreeFiles } from '../git/tree.ts';
import type { Ledger } from '../ledger/ledger-access.ts';
import type { BranchRecord, CheckOut } from '../ledger/record.ts';
import type { DependentMode } from '../mapping/schema.ts';
import { identityKey } from '../plan/identity.ts';
import { type Lookup, lookup } from '../plan/lookup.ts';
import { type Mapper, type Target, targetsOf } from '../plan/mapper.ts';
import {
  type Causes,
  fieldsForReason,
  type LeftOut,
  needsNoContent,
  type PlannedRequest,
  plannedRequest,
} from '../plan/planned.ts';
import { sidesOf } from '../plan/sides.ts';
import type { DependentRow } from '../report/dependents.ts';
import { becauseText } from '../sentences/left-out.ts';
import type { Notice } from '../sentences/notice.ts';
import { type Affected, type ChangedFile, findAffected } from '../uses/affected.ts';
import { canBeUsed, madeObjects, makes } from '../uses/made-objects.ts';
import { usesAtHead } from '../uses/uses-at-head.ts';
import { checkOutsOf } from './steps.ts';

/** What the paths that are owed affect beside themselves (design §13). */
export interface Dependents {
  readonly rows: readonly DependentRow[];
  readonly requests: readonly PlannedRequest[];
  /** Compilations that nothing asks for any more. */
  readonly nothing: readonly PlannedRequest[];
  readonly record: BranchRecord | null;
  readonly notices: readonly Notice[];
  /** Present where it could not be found out: compilations that earlier runs owe stay owed. */
  readonly isUnknown?: true;
}

export interface DependentsInput {
  readonly repository: Repository;
  /** null: no ledger is open. */
  readonly ledger: Ledger | null;
  readonly record: BranchRecord | null;
  readonly head: string;
  readonly mapper: Mapper;
  readonly mode: DependentMode;
  readonly changes: readonly Change[];
  /** Requests for the changed files themselves. */
  readonly own: readonly PlannedRequest[];
  readonly headFiles: () => Promise<TreeFiles>;
  /** Tells an affected file that is left to the run of the tip. */
  readonly isSuperseded: (path: string) => boolean;
}

/** True where a compilation may be owed: something changed that others can use, or the record has one open. */
export function mayAffect({
  mapper,
  mode,
  changes,
  record,
}: Pick<DependentsInput, 'mapper' | 'mode' | 'changes' | 'record'>): boolean {
  if (mode === 'ignore') return false;
  if (openCompilations(record).size > 0) return true;
  const objectsOf = (path: string) => madeObjects(targetsOf(mapper(textPath(path))).map(({ fields }) => fields));
  return changedFiles(changes).files.some(({ path }) => canBeUsed(path, objectsOf(path)));
}

/** Finds what the changed files affect, and what of it is to be requested. */
export async function dependentsOf(input: DependentsInput): Promise<Dependents> {
  const { repository, mapper, head, headFiles, record } = input;
  const nothing = { rows: [], requests: [], nothing: [], record, notices: [] };
  const changed = changedFiles(input.changes);
  const open = openCompilations(record);
  const files = [...[...open.values()].flatMap((causes) => Object.keys(causes).map(present)), ...changed.files];
  const distinct = [...new Map(files.map((file) => [file.path, file])).values()];
  const deleted = distinct.flatMap((file) => (file.deleted ? [file.path] : []));
  const uses = usesAtHead(repository, mapper, { commit: head, tree: await headFiles(), deleted });
  const found = await findAffected(distinct, uses.objectsOf, uses.seek);
  if ('unknown' in found) {
    return { ...nothing, notices: [{ code: 'dependentsUnknown', why: found.unknown }], isUnknown: true };
  }
  const pushed = new Set(changed.files.map(({ path }) => path));
  const made = found
    .filter(({ path, because }) => open.has(path) || because.some((cause) => pushed.has(cause.path)))
    .filter(({ path }) => !input.isSuperseded(path))
    .flatMap((affected) => madeOf(affected, mapper));
  const objects = made.flatMap(({ target }) => (target === null ? [] : [target.identity]));
  const loaded = input.ledger === null ? record : ((await input.ledger.load({ objects })) ?? record);
  const asking: Asking = {
    ...input,
    own: lookup(input.own, ({ identity }) => identity),
    checkOutOf: checkOutsOf(loaded),
    open,
    before: changed.before,
    oidOf: uses.oidOf,
  };
  return { ...nothing, ...rowsOf(made, asking), record: loaded };
}

/** Paths whose object is owed a compilation, with its causes: none was filed, or one was tried and has no answer. */
function openCompilations(record: BranchRecord | null): Map<string, Causes> {
  const tried = [...(record?.checkOuts.values() ?? [])].flatMap((one) => {
    const causes = causesTried(one);
    return causes === null ? [] : one.tried.map(({ path }) => [path, causes] as const);
  });
  const unfiled = [...(record?.exceptions ?? [])].flatMap(([path, { causes }]) =>
    causes === undefined ? [] : [[path, causes] as const],
  );
  return new Map([...tried, ...unfiled]);
}

function present(path: string): ChangedFile {
  return { path, deleted: false };
}

/** An affected file with one of the objects that the mapping makes of it. */
interface Made extends Affected {
  readonly rule: string;
  readonly target: Target | null;
  readonly leftOut: string | null;
}

function madeOf(affected: Affected, mapper: Mapper): Made[] {
  const mapped = mapper(textPath(affected.path));
  if (mapped.kind === 'leftOut') {
    return [{ ...affected, rule: '', target: null, leftOut: becauseText(mapped.because) }];
  }
  return targetsOf(mapped)
    .filter(({ fields }) => isMade(affected, madeObjects([fields])))
    .map((target) => ({ ...affected, rule: mapped.rule, target, leftOut: null }));
}

/** Only programs and service programs are bound again. */
function isMade({ path, reason }: Affected, objects: ReturnType<typeof madeObjects>): boolean {
  return objects.length > 0 && (reason === '*RECOMPILE' || makes(path, objects, ['*PGM', '*SRVPGM']));
}

/** What decides whether a dependent becomes a request. */
interface Asking {
  readonly mode: DependentMode;
  readonly own: Lookup<PlannedRequest>;
  readonly checkOutOf: (identity: Target['identity']) => CheckOut | null;
  /** Paths whose object is owed a compilation, with its causes. */
  readonly open: ReadonlyMap<string, Causes>;
  /** What the changed files held before. */
  readonly before: Causes;
  /** The content of a file at head; null: it is gone. */
  readonly oidOf: (path: string) => string | null;
}

type Making = Made & { readonly target: Target };

/** Each affected file with the request that compiles its object: one for an object, however many files make it. */
function rowsOf(made: readonly Made[], asking: Asking): Pick<Dependents, 'rows' | 'requests' | 'nothing'> {
  const asked = new Map<Made, PlannedRequest>();
  const requests: PlannedRequest[] = [];
  const nothing: PlannedRequest[] = [];
  const making = made.filter((one): one is Making => one.target !== null);
  for (const files of Map.groupBy(making, ({ target }) => identityKey(target.identity)).values()) {
    const decided = decide(files, asking);
    if (decided === null) continue;
    if (decided.kind === 'nothing') nothing.push(decided.request);
    else {
      if (decided.kind === 'compiled') requests.push(decided.request);
      for (const file of files) asked.set(file, decided.request);
    }
  }
  const rows = made.map((one) => {
    const { target, rule: _, ...affected } = one;
    const { identity = null, fields } = target ?? {};
    return { ...affected, identity, objt: fields?.objt ?? null, request: asked.get(one) ?? null };
  });
  return { rows, requests, nothing };
}

type Decided = { readonly kind: 'own' | 'compiled' | 'nothing'; readonly request: PlannedRequest };

/** What compiles an object; null: nothing is asked for. @param files that make it, and are affected */
function decide(files: readonly Making[], { mode, own, checkOutOf, open, before, oidOf }: Asking): Decided | null {
  const [first] = files;
  if (first === undefined) return null;
  // The push files the object anyway.
  const [filed] = own.same(first.target.identity);
  if (filed !== undefined) return { kind: 'own', request: filed };
  const asked = files.filter(({ onlyReported }) => !onlyReported);
  const [file] = asked;
  if (mode !== 'request' || file === undefined) return null;
  const checkOut = checkOutOf(first.target.identity);
  const paths = asked
    .flatMap(({ because }) => because.map(({ path }) => path))
    .filter((path) => Object.hasOwn(before, path));
  const earlier = {
    ...checkOut?.causes,
    ...Object.assign({}, ...asked.map(({ path }) => open.get(path) ?? {})),
  };
  const causes: Causes = { ...Object.fromEntries(paths.map((path) => [path, before[path] ?? null])), ...earlier };
  const stands = checkOut?.stands ?? null;
  const isOwn = stands !== null && !needsNoContent(stands.reason);
  const isAsBefore = Object.entries(causes).every(([path, oid]) => oidOf(path) === oid);
  // What was tried beside a request of the object's own file may have made one more: it is looked at, not withdrawn.
  const isTakenBack = isAsBefore && !(isOwn && checkOut !== null && causesTried(checkOut) !== null);
  // Who is compiled again binds again, too.
  const reason = asked.some((one) => one.reason === '*RECOMPILE') ? '*RECOMPILE' : '*UPDATE';
  const { path, rule, target } = asked.find((one) => one.path === stands?.path) ?? file;
  const waitsFor = isTakenBack ? [] : paths;
  const about = {
    reason,
    fields: fieldsForReason(reason, target),
    blob: oidOf(path),
    dependent: { causes, waitsFor },
  } as const;
  const request = plannedRequest(textPath(path), rule, target, about);
  if (!isTakenBack) return { kind: 'compiled', request };
  // Only what such a change asked for is taken back.
  return isOwn || checkOut?.causes === undefined ? null : { kind: 'nothing', request };
}

/** What a push did to the contents of files, for what uses them. */
interface ChangedFiles {
  readonly files: readonly ChangedFile[];
  /** What each held before; null: it was not there. */
  readonly before: Causes;
}

/** The files whose content changed, by their sides: a move that leaves the content as it is only takes the old name. */
function changedFiles(changes: readonly Change[]): ChangedFiles {
  const files: ChangedFile[] = [];
  const before: Record<string, string | null> = {};
  const add = (path: string, deleted: boolean, oid: string | null) => {
    files.push({ path, deleted });
    before[path] = oid;
  };
  for (const change of changes) {
    const sides = sidesOf(change);
    if ('because' in sides) continue;
    const { present: now, gone, isNew } = sides;
    const old = change.before;
    if (gone !== null && gone.path.raw === null && gone.oid !== '') add(gone.path.text, true, gone.oid);
    if (now === null || now.path.raw !== null || now.oid === old?.oid) continue;
    add(now.path.text, false, isNew ? null : (old?.oid ?? null));
  }
  return { files, before };
}

/** The files that are left out, each that the mapping makes nothing of with how many objects use it (design §16). */
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
