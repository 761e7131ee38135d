import { type GitPath, pathKey } from '../git/git-path.ts';
import { identityKey } from '../plan/identity.ts';
import { lookup, lookupOf } from '../plan/lookup.ts';
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
 * @param told what the run came to. @param newest the record as it is now; another run of the branch may have written since this one read it.
 * @returns null when there is nothing to remember yet (a range given by hand before any push).
 */
export function recordAfter(newest: LedgerRecord | null, told: Settlement): LedgerRecord | null {
  // What another request does, too, says nothing of its own about the object.
  const settlement = { ...told, rows: told.rows.filter((row) => !isElsewhere(row)) };
  const { key, head, rows, firstPush, stays } = settlement;
  const movesHead = settlement.movesHead && (newest === null || newest.head === settlement.countedFrom);
  if (newest === null && !movesHead && rows.every((row) => filedObject(row, settlement) === null)) return null;
  if (newest !== null && isReplaced(newest, settlement)) return afterReplacement(newest, rows);
  // Another run has come further meanwhile: what this one only looked at says nothing by now.
  const isLate = settlement.movesHead && !movesHead;
  if (isLate && !settlement.hasBegun) return null;
  const begins = newest === null || beginsAnew(newest, settlement);
  const late = isLate ? sentLate(rows) : [];
  const lateNumbers = new Set(late.map(({ objectId }) => objectId));
  const ended = isLate ? rows.filter(hasCalled) : rows;
  const objects = filedAfter(newest?.filed ?? [], { ...settlement, rows: ended }, movesHead).map((entry) =>
    lateNumbers.has(entry.objectId) ? { ...entry, blob: null } : entry,
  );
  return {
    version: 1,
    ...key,
    head: movesHead ? head : (newest?.head ?? null),
    firstHead: begins ? (firstPush ? head : null) : newest.firstHead,
    ...(newest?.began === undefined ? {} : { began: newest.began }),
    ...pastOf(newest, movesHead ? head : null),
    filed: movesHead ? withLeft(objects, settlement) : objects,
    // A run that moves the head has tried every open change again, or left it out for now.
    open: [
      ...openAfter(
        begins ? [] : newest.open,
        { ...settlement, rows: ended },
        ({ path }) => !movesHead || stays.has(path),
      ),
      ...late.map((row) => ({ ...openChange(row), outcome: 'notAttempted', why: overtaken })),
      ...(movesHead ? [] : ended.filter(isTakenBack).map(openChange)),
    ],
    ...keysAfter(newest?.keys ?? {}, rows, objects),
    runs: withoutRun(newest?.runs ?? [], settlement.me),
    unanswered: unansweredAfter(newest?.unanswered ?? [], { ...settlement, rows: ended }),
    ...sharedAfter(newest?.shared ?? [], { ...settlement, rows: ended }),
    ...passedAfter(newest?.passed ?? {}, newest?.filed ?? [], settlement, movesHead),
    ...mappedAfter(newest, settlement, movesHead),
    ...(newest?.claims === undefined || (movesHead && told.hasLookedAtClaims) ? {} : { claims: newest.claims }),
  };
}

/** True for a row about what another request does. A dependent that somebody else holds is settled all the same. */
function isElsewhere({ outcome, request, leavesRecord }: FiledRequest): boolean {
  return leavesRecord || (outcome === 'covered' && request.dependent === undefined);
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

function pastOf(newest: LedgerRecord | null, to: string | null): Pick<LedgerRecord, 'past'> {
  if (newest === null) return {};
  const past = to === null ? (newest.past ?? []) : pastAfter(newest, to);
  return past.length === 0 ? {} : { past };
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
  const touched = lookupOf([...rows.map(({ request }) => request.identity), ...gone]);
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
  before: NonNullable<LedgerRecord['passed']>,
  filed: readonly FiledObject[],
  { rows }: Settlement,
  movesHead: boolean,
): Pick<LedgerRecord, 'passed'> {
  if (Object.keys(before).length === 0) return {};
  const paths = new Set(filed.map(({ path }) => path));
  const numbers = new Map(filed.map(({ objectId, path }) => [objectId, path]));
  const over = new Set(
    rows
      .filter(isSent)
      .flatMap(({ request, path, objectId }) => [
        request.path.text,
        path.text,
        request.previousPath?.text,
        numbers.get(objectId),
      ]),
  );
  const kept = Object.entries(before).filter(([path]) => !over.has(path) && (!movesHead || paths.has(path)));
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

/** True for a row that may have changed something at the service. */
function hasCalled(row: FiledRequest): boolean {
  return isSent(row) || row.uncertain.length > 0;
}

/**
 * True for a request that was withdrawn because its object is gone, and that this branch had added. Until the head has
 * moved past that, nothing else would tell that there is nothing to delete.
 */
function isTakenBack({ outcome, request }: FiledRequest): boolean {
  return outcome === 'withdrawn' && request.reason === '*DELETE' && request.added;
}

const overtaken = 'sent by a run that another run had overtaken: the next run files it again';

/**
 * What a run has sent although another one had accounted for later commits meanwhile (its lease had ended, or a clock
 * was wrong): it may have replaced what that one had sent.
 */
function sentLate(rows: readonly FiledRequest[]): readonly FiledRequest[] {
  return rows.filter(({ outcome }) => outcome === 'created' || outcome === 'updated');
}

function openAfter(
  all: readonly OpenChange[],
  settlement: Settlement,
  isKept: (change: OpenChange) => boolean,
): OpenChange[] {
  const { rows, unmapped } = settlement;
  const before = all.filter(isKept);
  const touched = lookup(rows, ({ request }) => request.identity);
  const touchedPaths = new Set(before.length === 0 ? [] : rows.map(({ request }) => pathKey(request.path)));
  const kept = before.filter((open) => touched.same(open).length === 0 && !touchedPaths.has(open.path));
  const earlier = lookupOf(all);
  const open = rows
    .filter((row) => !settledOutcomes.includes(row.outcome))
    .map((row) => ({ ...openChange(row), openSince: sinceOf(row, earlier.same(row.request.identity), settlement) }));
  const paths = new Set([...kept, ...open].map(({ path }) => path));
  return [...kept, ...open, ...unmapped.filter((path) => !paths.has(pathKey(path))).map(unmappedChange)];
}

/** A file without a rule: which object it makes is not known yet. */
function unmappedChange(path: GitPath): OpenChange {
  return {
    appl: '',
    lvl: 0,
    type: null,
    objn: '',
    rpth: null,
    path: pathKey(path),
    reason: '*MIGRATE',
    outcome: 'unmapped',
    why: becauseText({ code: 'unmapped', isError: true }),
    needsPerson: false,
    added: false,
  };
}

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

/** Pipeline keys of the RFPs that requests of this branch are in; nothing at all as long as none was sent. */
function keysAfter(
  before: Readonly<Record<string, string>>,
  rows: readonly FiledRequest[],
  filed: readonly FiledObject[],
): Pick<LedgerRecord, 'keys'> {
  const sent = rows.flatMap(({ rfp, tkey }) =>
    rfp !== null && rfp > 0 && tkey !== null ? [[rfp, tkey] as const] : [],
  );
  const inUse = new Set(filed.map(({ rfp }) => String(rfp)));
  const known = [...Object.entries(before), ...sent.map(([rfp, tkey]) => [String(rfp), tkey] as const)];
  const keys = Object.fromEntries(known.filter(([rfp]) => inUse.has(rfp)));
  return Object.keys(keys).length === 0 ? {} : { keys };
}

/**
 * Calls that this run has settled are no longer unanswered; what it did not get to is as uncertain as before, and so is
 * what it got no answer to.
 */
function unansweredAfter(before: readonly IntendedCall[], { rows, gone, given }: Settlement): IntendedCall[] {
  const over = lookupOf(given);
  const ended = rows.filter((row) => settledOutcomes.includes(row.outcome) || row.uncertain.length > 0);
  const met = lookupOf([...ended.map(({ request }) => request.identity), ...gone]);
  const kept = before
    .filter((call) => met.same(call).length === 0)
    .map((call) => (over.same(call).length > 0 ? { ...call, closed: true as const } : call));
  return [...kept, ...rows.flatMap(({ uncertain }) => uncertain)];
}
