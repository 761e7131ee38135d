import { textPath } from '../git/git-path.ts';
import { entriesAt } from '../git/tree.ts';
import { identityKey } from '../plan/identity.ts';
import { type Lookup, lookup, lookupOf } from '../plan/lookup.ts';
import { type Target, targetsOf } from '../plan/mapper.ts';
import { type Causes, fieldsFor, type PlannedRequest, requestOf } from '../plan/planned.ts';
import type { DependentRow } from '../report/dependents.ts';
import { becauseText } from '../sentences/left-out.ts';
import { type Affected, findAffected } from '../uses/affected.ts';
import { madeObjects, makes } from '../uses/made-objects.ts';
import { type Dependents, noDependents } from './affected-objects.ts';
import type { ChangedFiles } from './changed-files.ts';
import type { PlannedChanges } from './changes.ts';
import { type DependentBefore, dependentsBefore } from './dependents-before.ts';
import type { RunTools } from './input.ts';
import type { PlanBasis } from './plan-basis.ts';
import { usesAtHead } from './uses-at-head.ts';

/** Finds what the changed files affect, and what of it is to be requested. */
export async function planDependents(
  tools: RunTools,
  basis: PlanBasis,
  changes: PlannedChanges,
  changed: ChangedFiles,
): Promise<Dependents> {
  const before = await dependentsBefore(tools.repository.objects, basis);
  const open = before.filter((one) => one.open !== null && !one.isTakenBack);
  const found = await affectedBy(tools, basis, changes, [...causesOf(open), ...changed.files]);
  if ('unknown' in found) return { ...noDependents, notices: [{ code: 'dependentsUnknown', why: found.unknown }] };
  const pushed = new Set(changed.files.map(({ path }) => path));
  const openAt = lookupOf(open);
  const made = found
    .filter(({ path }) => basis.tip === null || !basis.tip.differs.has(path))
    .flatMap((affected) => madeOf(affected, basis))
    // What only an earlier push affected is looked at again where that is still open.
    .filter(({ because, target }) => {
      const isNew = because.some(({ path }) => pushed.has(path));
      return isNew || (target !== null && openAt.same(target.identity).length > 0);
    });
  const paths = [...made, ...before].map(({ path }) => path);
  const oids = await entriesAt(tools.repository.objects, basis.range.head, paths);
  const oidOf = (path: string) => oids.get(path)?.oid ?? null;
  const own = lookup(changes.plan.requests, ({ identity }) => identity);
  const asking = { basis, own, before: lookupOf(before), causes: changed.before, oidOf };
  const rows = rowsOf(made, asking);
  const asked = rows.flatMap(({ request }) => (request?.dependent === undefined ? [] : [request]));
  const requests = [...new Set(asked)];
  return {
    rows,
    requests: [...requests, ...takenBack(before, requests, asking)],
    leftBehind: onlyBefore(rows, pushed),
    notices: [],
  };
}

/**
 * The files that only earlier pushes affected. A request that this push asks for is its own, though it goes on with an
 * earlier one of another file.
 */
function onlyBefore(rows: readonly DependentRow[], pushed: ReadonlySet<string>): Set<string> {
  const isNew = ({ because }: DependentRow) => because.some(({ path }) => pushed.has(path));
  const askedNow = new Set(rows.flatMap((row) => (isNew(row) && row.request !== null ? [row.request.path.text] : [])));
  return new Set(rows.filter((row) => !isNew(row) && !askedNow.has(row.path)).map(({ path }) => path));
}

/** The files that asked for earlier requests, as changed files; one that is gone was deleted since. */
function causesOf(open: readonly DependentBefore[]) {
  return open.flatMap((one) => Object.keys(one.open ?? {}).map((path) => ({ path, deleted: false })));
}

async function affectedBy(
  { repository }: RunTools,
  { range, mapper }: PlanBasis,
  { headTree }: PlannedChanges,
  files: ChangedFiles['files'],
) {
  const distinct = [...new Map(files.map((file) => [file.path, file])).values()];
  const deleted = distinct.flatMap((file) => (file.deleted ? [file.path] : []));
  const uses = await usesAtHead(repository, mapper, { commit: range.head, tree: await headTree(), deleted });
  return findAffected(distinct, uses.objectsOf, uses.seek);
}

/** An affected file with one of the objects that the mapping makes of it. */
interface Made extends Affected {
  readonly rule: string;
  readonly target: Target | null;
  readonly leftOut: string | null;
}

function madeOf(affected: Affected, { mapper }: PlanBasis): Made[] {
  const mapped = mapper(textPath(affected.path));
  if (mapped.kind === 'leftOut') {
    return [{ ...affected, rule: '', target: null, leftOut: becauseText(mapped.because) }];
  }
  return targetsOf(mapped)
    .filter(({ fields }) => isMade(affected, madeObjects([fields])))
    .map((target) => ({ ...affected, rule: mapped.rule, target, leftOut: null }));
}

/** Only programs and service programs are bound anew. */
function isMade({ path, reason }: Affected, objects: ReturnType<typeof madeObjects>): boolean {
  return objects.length > 0 && (reason === '*RECOMPILE' || makes(path, objects, ['*PGM', '*SRVPGM']));
}

/** What decides whether a dependent becomes a request. */
interface Asking {
  readonly basis: PlanBasis;
  /** Requests of the push itself. */
  readonly own: Lookup<PlannedRequest>;
  readonly before: Lookup<DependentBefore>;
  /** What the changed files held before. */
  readonly causes: Causes;
  /** The content of a file at head; null: it is gone. */
  readonly oidOf: (path: string) => string | null;
}

/** Each affected file with the request that compiles its object: one for an object, however many files make it. */
function rowsOf(made: readonly Made[], asking: Asking): DependentRow[] {
  const requests = new Map<Made, PlannedRequest | null>();
  for (const files of byObject(made)) {
    const request = requestFor(files, asking);
    for (const file of files) requests.set(file, request);
  }
  return made.map((one) => {
    const { target, rule: _, ...affected } = one;
    const { identity = null, fields } = target ?? {};
    return { ...affected, identity, objt: fields?.objt ?? null, request: requests.get(one) ?? null };
  });
}

type Making = Made & { readonly target: Target };

/**
 * The files that make objects, those of one object together. One whose type the mapping leaves open stays for itself: it
 * may be any of several objects of its name.
 */
function byObject(made: readonly Made[]): Making[][] {
  const making = made.filter((one): one is Making => one.target !== null);
  return [...Map.groupBy(making, ({ target }) => identityKey(target.identity)).values()];
}

/** The request that compiles an object anew; null: nothing is asked for. @param files that make it, and are affected */
function requestFor(files: readonly Making[], asking: Asking): PlannedRequest | null {
  const { basis, own, before, causes, oidOf } = asking;
  const [first] = files;
  if (first === undefined) return null;
  // The push files the object anyway.
  const [filed] = own.same(first.target.identity);
  if (filed !== undefined) return filed;
  const asked = files.filter(({ onlyReported }) => !onlyReported);
  const [earlier] = before.same(first.target.identity);
  if (basis.dependents !== 'request' || asked[0] === undefined) return null;
  const paths = asked.flatMap(({ because }) => because.map(({ path }) => path));
  if (earlier?.isTakenBack === true && paths.every((path) => Object.hasOwn(earlier.causes, path))) return null;
  const ofPush = Object.fromEntries(paths.map((path) => [path, causes[path] ?? null]));
  const dependent = { causes: { ...ofPush, ...earlier?.open }, isTakenBack: false };
  // Who is compiled anew binds anew, too.
  const reason = asked.some((one) => one.reason === '*RECOMPILE') ? '*RECOMPILE' : '*UPDATE';
  // What has a request goes on with that, whichever of its files that was for.
  const isThere = earlier !== undefined && oidOf(earlier.path) !== null;
  const { path, rule, target } = (isThere ? madeBefore(earlier, basis) : null) ?? asked[0];
  const about = { reason, fields: fieldsFor(reason, target), blob: oidOf(path), dependent } as const;
  return requestOf(textPath(path), rule, target, about);
}

/** The file of an earlier request, where it still makes the object; null: it does not. */
function madeBefore(
  { path, ...identity }: DependentBefore,
  { mapper }: PlanBasis,
): Pick<Making, 'path' | 'rule' | 'target'> | null {
  const mapped = mapper(textPath(path));
  const target = targetsOf(mapped).find((one) => identityKey(one.identity) === identityKey(identity));
  return target === undefined || mapped.kind === 'leftOut' ? null : { path, rule: mapped.rule, target };
}

/** What was filed for changes that are taken back; one that is not filed asks for nothing any more. */
function takenBack(
  before: readonly DependentBefore[],
  asked: readonly PlannedRequest[],
  { basis, own, oidOf }: Asking,
): PlannedRequest[] {
  if (basis.dependents !== 'request') return [];
  const others = lookup(asked, ({ identity }) => identity);
  const back = before.filter((one) => one.isTakenBack && others.same(one).length + own.same(one).length === 0);
  return back.flatMap((one) => {
    const made = madeBefore(one, basis);
    if (made === null) return [];
    const { path, reason, causes } = one;
    const fields = fieldsFor(reason, made.target);
    const about = { reason, fields, blob: oidOf(path), dependent: { causes, isTakenBack: true } };
    return [requestOf(textPath(path), made.rule, made.target, about)];
  });
}
