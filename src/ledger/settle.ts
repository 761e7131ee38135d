import { pathKey } from '../git/git-path.ts';
import { identityKey } from '../plan/identity.ts';
import { lookup, lookupOf } from '../plan/lookup.ts';
import type { Causes } from '../plan/planned.ts';
import { becauseText } from '../sentences/left-out.ts';
import { filedAfter, filedObject } from './filed-after.ts';
import { type IntendedCall, withoutRun } from './lease.ts';
import { type FiledRequest, heldOutcomes, settledOutcomes } from './outcome.ts';
import {
  beginsAnew,
  type FiledObject,
  type LedgerRecord,
  type OpenChange,
  type OpenSince,
  pastAfter,
  type SharedObject,
} from './record.ts';
import type { Settlement } from './settlement.ts';

/**
 * The record after a run: what was filed, what is still open, and the head up to which all is accounted for (§8).
 *
 * @param newest the record as it is now; another run of the branch may have written since this one read it.
 * @returns null when there is nothing to remember yet (a range given by hand before any push).
 */
export function recordAfter(newest: LedgerRecord | null, told: Settlement): LedgerRecord | null {
  // A row about what another request does says nothing of its own, unless what its file uses asked for it.
  const rows = told.rows.filter(({ outcome, request }) => outcome !== 'covered' || request.dependent !== undefined);
  const { key, head, firstPush, stays } = told;
  const movesHead = told.movesHead && (newest === null || newest.head === told.countedFrom);
  if (newest === null && !movesHead && rows.every((row) => filedObject(row, told) === null)) return null;
  if (newest !== null && isReplaced(newest, told)) return afterReplacement(newest, rows);
  // Another run has come further meanwhile: what this one only looked at says nothing by now.
  const isLate = told.movesHead && !movesHead;
  if (isLate && !told.hasBegun) return null;
  const begins = newest === null || beginsAnew(newest, told);
  // Sent although another run had accounted for later commits (its lease had ended, or a clock was wrong): it may have
  // replaced what that one had sent.
  const late = rows.filter(({ outcome }) => isLate && (outcome === 'created' || outcome === 'updated'));
  const lateNumbers = new Set(late.map(({ objectId }) => objectId));
  const settlement = { ...told, rows: rows.filter((row) => !isLate || isSent(row) || row.uncertain.length > 0) };
  const objects = filedAfter(newest?.filed ?? [], settlement, movesHead).map((entry) =>
    lateNumbers.has(entry.objectId) ? { ...entry, blob: null } : entry,
  );
  const past = newest !== null && movesHead ? pastAfter(newest, head) : (newest?.past ?? []);
  return {
    version: 1,
    ...key,
    head: movesHead ? head : (newest?.head ?? null),
    firstHead: begins ? (firstPush ? head : null) : newest.firstHead,
    ...(newest?.began === undefined ? {} : { began: newest.began }),
    ...(past.length === 0 ? {} : { past }),
    filed: movesHead ? withLeft(objects, settlement) : objects,
    // A run that moves the head has tried every open change again, or left it out for now.
    open: [
      ...openAfter(begins ? [] : newest.open, settlement, ({ path }) => !movesHead || stays.has(path)),
      ...late.map((row) => ({ ...openChange(row), outcome: 'notAttempted', why: overtaken })),
      ...(movesHead ? [] : settlement.rows.filter(isTakenBack).map(openChange)),
    ],
    ...keysAfter(newest?.keys ?? {}, settlement, objects),
    runs: withoutRun(newest?.runs ?? [], told.me),
    unanswered: unansweredAfter(newest?.unanswered ?? [], settlement),
    ...sharedAfter(newest?.shared ?? [], settlement),
    ...passedAfter(newest, settlement, movesHead),
    ...mappedAfter(newest, settlement, movesHead),
    ...(newest?.claims === undefined || (movesHead && told.hasLookedAtClaims) ? {} : { claims: newest.claims }),
  };
}

/** True for what a row has ended: a dependent says nothing of what is open for the file itself. */
function endsIt({ request }: FiledRequest, { causes }: { readonly causes?: Causes }): boolean {
  return request.dependent === undefined || causes !== undefined;
}

/** True for a run that wrote itself down and is there no more: another one took what it had meant to do upon itself. */
function isReplaced({ runs }: LedgerRecord, { hasBegun, me }: Settlement): boolean {
  return hasBegun && !runs.some(({ instance }) => instance === me.instance);
}

/**
 * What a replaced run has sent was sent before the other one began, and that one has settled it. But an update that was
 * on its way may have come last: what it was about is sent once more.
 */
function afterReplacement(newest: LedgerRecord, rows: readonly FiledRequest[]): LedgerRecord | null {
  const updated = new Set(rows.flatMap(({ outcome, objectId }) => (outcome === 'updated' ? [objectId] : [])));
  if (!newest.filed.some(({ objectId }) => updated.has(objectId))) return null;
  const filed = newest.filed.map((entry) => (updated.has(entry.objectId) ? { ...entry, blob: null } : entry));
  return { ...newest, filed };
}

/** What the look found of objects that this run has filed nothing for. */
function withLeft(objects: readonly FiledObject[], { left, rows }: Settlement): readonly FiledObject[] {
  if (left === null || left.size === 0) return objects;
  const filed = new Set(rows.filter(({ outcome }) => heldOutcomes.includes(outcome)).map(({ objectId }) => objectId));
  return objects.map((entry) => {
    const now = left.get(identityKey(entry));
    if (now === undefined || now === (entry.left ?? null) || filed.has(entry.objectId)) return entry;
    const { left: _, ...rest } = entry;
    return now === null ? rest : { ...rest, left: now };
  });
}

/** Objects that stand by a merged branch's request, which this branch has to look after. */
function sharedAfter(before: readonly SharedObject[], { rows, gone }: Settlement): Pick<LedgerRecord, 'shared'> {
  const own = rows.filter(({ request }) => request.dependent === undefined);
  const touched = lookupOf([...own.map(({ request }) => request.identity), ...gone]);
  const kept = before.filter((shared) => touched.same(shared).length === 0);
  const more = rows.flatMap((row): SharedObject[] => {
    const { of, objectId, request } = row;
    if (of === null || objectId === null || request.blob === null) return [];
    const { identity, path, blob } = request;
    return [{ ...identity, objectId, path: path.text, blob, added: row.ofAdded, of }];
  });
  return kept.length + more.length === 0 ? {} : { shared: [...kept, ...more] };
}

/**
 * What skipped accounts made of files counts until something is filed over it, and while those files belong to something
 * that was filed, or the head is before it.
 */
function passedAfter(
  newest: LedgerRecord | null,
  { rows }: Settlement,
  movesHead: boolean,
): Pick<LedgerRecord, 'passed'> {
  const { passed, filed } = newest ?? {};
  if (passed === undefined || filed === undefined) return {};
  const paths = new Set(filed.map(({ path }) => path));
  const numbers = new Map(filed.map(({ objectId, path }) => [objectId, path]));
  const over = new Set(
    rows.filter(isSent).flatMap(({ request, path, objectId }) => {
      return [request.path.text, path.text, request.previousPath?.text, numbers.get(objectId)];
    }),
  );
  const kept = Object.entries(passed).filter(([path]) => !over.has(path) && (!movesHead || paths.has(path)));
  return kept.length === 0 ? {} : { passed: Object.fromEntries(kept) };
}

function mappedAfter(
  newest: LedgerRecord | null,
  { left, mappingBlob }: Settlement,
  movesHead: boolean,
): Pick<LedgerRecord, 'mapped'> {
  // Where nothing was filed before, all that is filed now was looked at.
  const isFirst = newest === null || (newest.filed.length === 0 && newest.mapped === undefined);
  const hasLooked = left !== null || isFirst;
  const mapped = movesHead && hasLooked ? (mappingBlob ?? undefined) : newest?.mapped;
  return mapped === undefined ? {} : { mapped };
}

function isSent({ outcome }: FiledRequest): boolean {
  return outcome === 'created' || outcome === 'updated' || outcome === 'withdrawn';
}

/**
 * True for a request that was withdrawn because its object is gone, and that this branch had added. Until the head has
 * moved past that, nothing else would tell that there is nothing to delete.
 */
function isTakenBack({ outcome, request }: FiledRequest): boolean {
  return outcome === 'withdrawn' && request.reason === '*DELETE' && request.added;
}

const overtaken = 'sent by a run that another run had overtaken: the next run files it again';

function openAfter(
  all: readonly OpenChange[],
  settlement: Settlement,
  isKept: (change: OpenChange) => boolean,
): OpenChange[] {
  const { rows, unmapped } = settlement;
  const before = all.filter(isKept);
  const touched = lookup(rows, ({ request }) => request.identity);
  const byPath = Map.groupBy(before.length === 0 ? [] : rows, ({ request }) => pathKey(request.path));
  const endedBy = (change: OpenChange) => [...touched.same(change), ...(byPath.get(change.path) ?? [])];
  const kept = before.filter((change) => !endedBy(change).some((row) => endsIt(row, change)));
  const earlier = lookupOf(all);
  const open = rows
    .filter((row) => !settledOutcomes.includes(row.outcome))
    .map((row) => ({ ...openChange(row), openSince: sinceOf(row, earlier.same(row.request.identity), settlement) }));
  const paths = new Set([...kept, ...open].map(({ path }) => path));
  const more = unmapped.map(pathKey).filter((path) => !paths.has(path));
  const { me, actor, head } = settlement;
  const openSince = { run: me.run, actor, head };
  return [...kept, ...open, ...more.map((path) => ({ ...unmappedChange, path, openSince }))];
}

const unmappedChange = {
  appl: '',
  lvl: 0,
  type: null,
  objn: '',
  rpth: null,
  reason: '*MIGRATE',
  outcome: 'unmapped',
  why: becauseText({ code: 'unmapped', isError: true }),
  needsPerson: false,
  added: false,
} as const;

/** What ended in the same way before is open since then. */
function sinceOf(
  { outcome }: FiledRequest,
  earlier: readonly OpenChange[],
  { me, actor, head }: Settlement,
): OpenSince {
  return earlier.find((open) => open.outcome === outcome)?.openSince ?? { run: me.run, actor, head };
}

function openChange(row: FiledRequest): OpenChange {
  const { request } = row;
  return {
    ...request.identity,
    path: pathKey(request.path),
    reason: request.reason,
    outcome: row.outcome,
    why: row.msg ?? row.outcome,
    needsPerson: row.needsPerson,
    added: request.added,
    ...(request.dependent === undefined ? {} : { causes: request.dependent.causes }),
  };
}

function keysAfter(
  before: Readonly<Record<string, string>>,
  { rows }: Settlement,
  filed: readonly FiledObject[],
): Pick<LedgerRecord, 'keys'> {
  const sent = rows.flatMap(({ rfp, tkey }) => ((rfp ?? 0) > 0 && tkey !== null ? [[String(rfp), tkey] as const] : []));
  const inUse = new Set(filed.map(({ rfp }) => String(rfp)));
  const keys = [...Object.entries(before), ...sent].filter(([rfp]) => inUse.has(rfp));
  return keys.length === 0 ? {} : { keys: Object.fromEntries(keys) };
}

/**
 * Calls that this run has settled are no longer unanswered; what it did not get to is as uncertain as before, and so is
 * what it got no answer to.
 */
function unansweredAfter(before: readonly IntendedCall[], { rows, gone, given }: Settlement): IntendedCall[] {
  const asked = lookupOf(given);
  const ended = rows.filter((row) => settledOutcomes.includes(row.outcome) || row.uncertain.length > 0);
  const met = lookup(ended, ({ request }) => request.identity);
  const over = lookupOf(gone);
  const kept = before
    .filter((call) => over.same(call).length === 0 && !met.same(call).some((row) => endsIt(row, call)))
    .map((call) => (asked.same(call).length > 0 ? { ...call, closed: true as const } : call));
  return [...kept, ...rows.flatMap(({ uncertain }) => uncertain)];
}
