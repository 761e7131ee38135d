import { settles } from '../checkout/outcome.ts';
import { triedAgain } from '../client/results.ts';
import { Problem, toMessage } from '../errors.ts';
import { reasonTable } from '../interface/fields.ts';
import type { CheckOut } from '../ledger/record.ts';
import { isCausedNow } from '../plan/planned.ts';
import { fileObject } from './deeds.ts';
import { beginFiling, type Filing, type FilingSetup, type Work } from './filing.ts';
import { type Filed, OneObject } from './one-object.ts';
import { chooseRfpKeys, deriveFollowerFields, deriveLeaderFields, isNamedRfp, type Joining, joinsNone } from './rfp.ts';

/** What came of a filing; `filed` is in the order of the plan. */
export type FilingResult = Awaited<ReturnType<typeof carryOut>>;

/**
 * Does the deeds of all objects at the service, `concurrency` at a time, those of compilations that wait for files (`waitsFor`) last. A
 * compilation whose cause was not filed, or whose own file is left to the run of the tip, gets no call and no row (design §13). @returns
 * `filed` (each object with its rows), `rfps` (by group), `stop` (why filing stopped, or null), `defect` (an unforeseen error, or null).
 * @param onEnded called once for each object, with its rows so far: it may be filed again later, to join an RFP
 */
export async function carryOut(setup: FilingSetup, works: readonly Work[], onEnded: Filing['hasEnded'] = () => {}) {
  const open = new Set(works);
  const filing = beginFiling(setup, (object) => void (open.delete(object.work) && onEnded(object)));
  const objects = works.map((work) => new OneObject(filing, work));
  const own = objects.filter(({ request }) => !isCausedNow(request));
  const waiting = objects.filter(({ request }) => isCausedNow(request));
  await fileAll(filing, own);
  const failed = own.filter(({ rows }) => !rows.every(({ outcome }) => settles(outcome)));
  const unfiled = new Set(failed.flatMap(({ request: { path, previousPath } }) => [path.text, previousPath?.text]));
  for (const object of waiting) {
    const { path: own, dependent } = object.request;
    object.waitsFor = dependent?.waitsFor.filter((path) => unfiled.has(path) || path === own.text) ?? [];
  }
  const ready = waiting.filter(({ waitsFor }) => waitsFor.length === 0);
  await fileAll(filing, ready);
  for (const object of objects) filing.hasEnded(object);
  const { rfps, stop, defect } = filing;
  return { filed: objects as readonly Filed[], rfps, stop, defect };
}

/** Files the objects that join no RFP (needsRfp); then all groups at once: the others, and creates for requests that have moved on. */
async function fileAll(filing: Filing, objects: readonly OneObject[]): Promise<void> {
  const inGroups = objects.filter(needsRfp);
  const fileAlone = async (object: OneObject) => {
    await fileOne(object, object.work.group === null ? joinsNone : { ...joinsNone, waits: true });
    if (!object.isDeferred) return;
    object.deeds = ['create'];
    inGroups.push(object);
  };
  await Promise.all(objects.filter((object) => !needsRfp(object)).map(fileAlone));
  const groups = Map.groupBy(inGroups, ({ work }) => work.group ?? '');
  await Promise.all([...groups].map(([group, members]) => fileGroup(filing, group, members)));
}

/** True if an object has a group and joins its RFP: it is created, or its request is updated and is in no RFP (see findStandingRfp). */
function needsRfp({ deeds, work: { group, step } }: OneObject): boolean {
  if (group === null) return false;
  return deeds.includes('create') || (deeds.includes('update') && findStandingRfp(step.checkOut) === 0);
}

/** Returns the RFP of the request that stands; 0 if it is in none, nothing stands, or an unanswered withdrawal may have taken it out. */
function findStandingRfp(checkOut: CheckOut | null): number {
  return checkOut?.tried.some(({ does }) => does === 'withdraw') ? 0 : (checkOut?.stands?.rfp ?? 0);
}

/**
 * Files one object, into the RFP that `joining` names, and reports its end (`hasEnded`) unless it is deferred. An unforeseen error is not
 * thrown: it becomes a row `notAttempted` and `filing.defect`, and stops filing; all calls of the object then count as sent, unanswered.
 */
async function fileOne(object: OneObject, joining: Joining): Promise<void> {
  const { filing } = object;
  // What an earlier attempt found out does not count any more.
  Object.assign(object, { joining, foundIn: 0, isUnproven: false, isDeferred: false } satisfies Partial<OneObject>);
  try {
    await filing.limit(() => fileObject(object));
  } catch (error) {
    const why = `a defect of file-checkouts stopped the run: ${toMessage(error)}`;
    filing.defect ??= error instanceof Error ? error : new Error(toMessage(error));
    object.isSent = true;
    object.believed = { ...object.believed, tried: [...(object.work.step.checkOut?.tried ?? []), ...object.calls] };
    object.addNotAttempted(why);
    filing.stop ??= new Problem('defect', why, triedAgain);
  }
  if (!object.isDeferred) filing.hasEnded(object);
}

const isLeftWhy = 'it is not known whether the RFP of this push was opened: the next run files the rest';

/**
 * Files the objects of one group into one RFP (design §7 "One push, one RFP"): one after the other until the RFP is open, with its keys if
 * any, those with calls without an answer first; then all others at once. If it is not known whether the RFP was opened, these get the row
 * `notAttempted`. If the RFP is of an earlier run and the service rejects all the others, it may be closed: files them again, in another.
 */
async function fileGroup(filing: Filing, group: string, members: readonly OneObject[]): Promise<void> {
  const { run, rfps, leftToNext } = filing;
  // Calls without an answer first, in the order of their run, whose first opened the RFP; then creates, which alone carry pipeline keys.
  const rankObject = ({ deeds, believed: { tried } }: OneObject) => {
    const call = tried.findLast(({ does }) => does === 'file');
    if (call === undefined) return deeds.includes('create') ? 2 : 3;
    return reasonTable[call.reason] === 'removes' ? 1 : 0;
  };
  const all = members.toSorted((one, other) => rankObject(one) - rankObject(other) || one.work.n - other.work.n);
  const open = [...all];
  if (group === String(run.mode)) rfps.set(group, Number(group));
  const inNone = await fileLeaders(filing, group, open);
  const rfp = rfps.get(group);
  const isLeft = leftToNext.has(group) && rfp === undefined;
  const fileFollower = async (object: OneObject) => {
    if (isLeft) object.addNotAttempted(isLeftWhy);
    else await fileOne(object, { fields: deriveFollowerFields(object.request.fields, run, rfp), keys: null });
  };
  await Promise.all(open.map(fileFollower));
  for (const object of inNone) await joinRfpLate(object, group, isLeft);
  const isEarlier = rfp !== undefined && rfp === filing.begun.get(group);
  const isRefused = (object: OneObject) => object.rows.at(-1)?.outcome === 'rejected' && !mayHaveOpenedRfp(object);
  const left = all.filter((object) => open.includes(object) || isRefused(object));
  if (isEarlier && left.length > 0 && left.every(isRefused) && rfps.delete(group)) {
    filing.keyed.delete(group);
    for (const { rows } of left) rows.pop();
    await fileGroup(filing, group, left);
  }
}

/**
 * Files one object after the other until the RFP of a group is open and has its pipeline keys, none is left that can do it, or filing
 * stops. Then `rfps` has the RFP's number, if an answer named it, and `keyed` the group, if keys may have been sent. If nobody knows if an
 * RFP was opened, ends early with the group in `leftToNext`. @param open the group's objects in order; removes those filed, except those to
 * be filed again, as creates. @returns those filed into no RFP for now, as an earlier object may have opened it (see joinRfpLate)
 */
async function fileLeaders(filing: Filing, group: string, open: OneObject[]): Promise<OneObject[]> {
  const { run, rfps, leftToNext, keyed } = filing;
  let isOpened = rfps.has(group);
  // Keys go on the first create in an RFP, also in one that was named, or that an update has opened.
  if (isOpened && typeof run.mode !== 'number' && !isNamedRfp(group)) keyed.add(group);
  // Requests that may be the leader of the group: no second RFP is opened beside their own.
  const unproven: OneObject[] = [];
  const inNone: OneObject[] = [];
  while (filing.stop === null && !leftToNext.has(group)) {
    const at = isOpened ? open.findIndex(({ deeds }) => deeds.includes('create')) : 0;
    const object = open[at];
    if (object === undefined) break;
    const { fields } = object.request;
    const keys = keyed.has(group) ? null : chooseRfpKeys(fields, run);
    if (isOpened && keys === null) break;
    open.splice(at, 1);
    const leads = isOpened ? deriveFollowerFields(fields, run, rfps.get(group)) : deriveLeaderFields(fields, run);
    const joining = isOpened || unproven.length === 0 ? { fields: leads, keys } : joinsNone;
    const opens = joining.fields?.arfp === '*NEW';
    // A request that was created tells the user of our requests.
    const isUserTold = filing.created.length > 0;
    await fileOne(object, joining);
    const mayLead = mayHaveOpenedRfp(object);
    if (object.isUnproven && !isUserTold) unproven.push(object);
    else if (object.isUnproven || (opens && mayLead)) leftToNext.add(group);
    const rfp = findJoinedRfp(object);
    if (rfp > 0) rfps.set(group, rfp);
    else if (isFiled(object) && unproven.length > 0) inNone.push(object);
    isOpened ||= rfps.has(group) || (isFiled(object) && opens);
    if (mayLead || object.foundIn > 0 || object.rows.at(-1)?.tkey != null) keyed.add(group);
    if (filing.created.length === 0) continue;
    for (const one of unproven) {
      one.rows.pop();
      one.deeds = ['create'];
    }
    open.unshift(...unproven.splice(0));
  }
  if (unproven.length > 0 && !isOpened && filing.stop === null) leftToNext.add(group);
  return inNone;
}

/** True if the last row says created or updated. */
const isFiled = ({ rows }: OneObject) => /^(created|updated)$/.test(rows.at(-1)?.outcome ?? '');

/**
 * True if an unanswered create or update of an object may have opened an RFP: its last row is `unknown` or `notAttempted`, or `conflict`
 * under `--on-conflict fail`; or that call is of this run, and the row is `rejected` or `conflict`. False if the object `isUnproven`.
 */
function mayHaveOpenedRfp({ rows, believed, isUnproven, filing }: OneObject): boolean {
  const outcome = rows.at(-1)?.outcome;
  const tried = isUnproven ? [] : believed.tried.filter(({ does }) => does === 'file');
  // Under `fail` nobody asks whose the request is that holds the object.
  const isOpen = outcome === 'conflict' && filing.numbers.onConflict === 'fail';
  if (outcome === 'unknown' || outcome === 'notAttempted' || isOpen) return tried.length > 0;
  // A refused leader is followed by the next, unless an answer about it was lost in this very run.
  return (outcome === 'rejected' || outcome === 'conflict') && tried.some(({ run }) => run === filing.run.vref);
}

/** Returns the RFP that the last attempt put or found a request in; 0 if none, or not known. */
function findJoinedRfp(object: OneObject): number {
  if (!isFiled(object)) return object.foundIn;
  return object.believed.stands?.rfp ?? 0;
}

/**
 * Updates a request that this run has filed into no RFP, to join that of its group or open one; its row then has that RFP. Does nothing if
 * none without RFP stands. If the update fails, or is left to the next run (`isLeft`), a second row says so, and the call joins `tried`.
 */
async function joinRfpLate(object: OneObject, group: string, isLeft: boolean): Promise<void> {
  const { rows } = object;
  const { fields } = object.request;
  const { run, rfps } = object.filing;
  const { stands } = object.believed;
  if (stands?.rfp !== 0) return;
  const before = rows.pop();
  const rfp = rfps.get(group);
  object.deeds = ['update'];
  if (isLeft) object.addNotAttempted(isLeftWhy);
  else if (rfp !== undefined) await fileOne(object, { fields: deriveFollowerFields(fields, run, rfp), keys: null });
  else await fileOne(object, { fields: deriveLeaderFields(fields, run), keys: chooseRfpKeys(fields, run) });
  const after = rows.pop();
  if (before === undefined || after === undefined) return;
  if (after.outcome !== 'updated') {
    // A call that is tried: the next run makes it.
    object.noteCallEnded(object.ensureCall('file', stands.objectId), { kind: 'lost', mayBeDone: true });
    rows.push(before, after);
    return;
  }
  const now = object.believed.stands?.rfp ?? 0;
  if (now > 0) rfps.set(group, now);
  const warnings = [...new Set([...before.warnings, ...after.warnings])];
  rows.push({ ...before, rfp: now, used: after.used ?? before.used, warnings });
}
