import { type FiledRequest, settles } from '../checkout/outcome.ts';
import { triedAgain } from '../client/results.ts';
import { messageOf } from '../errors.ts';
import type { CheckOut } from '../ledger/record.ts';
import { fileObject } from './deeds.ts';
import { beginFiling, type Filed, type Filing, type FilingSetup, type Work } from './filing.ts';
import { OneObject } from './one-object.ts';
import { following, isNamedRfp, type Joining, joinsNone, keysFor, opening } from './rfp.ts';

export interface FilingResult extends Pick<Filing, 'rfps' | 'stop' | 'defect'> {
  /** In the order of the plan. */
  readonly filed: readonly Filed[];
}

/**
 * Files objects: those that stand in an RFP already, then group by RFP; and last what is to be compiled because of them. A
 * compilation whose cause was not paid ends without a row, and nothing is sent for it (design §13). At most `concurrency`
 * objects are filed at a time.
 *
 * @param onEnded called once for each object, with the rows of its first end: it may be filed again, to join an RFP.
 */
export async function carryOut(
  setup: FilingSetup,
  works: readonly Work[],
  onEnded: (work: Work, rows: readonly FiledRequest[]) => void = () => {},
): Promise<FilingResult> {
  const open = new Set(works);
  const filing = beginFiling(setup, ({ work, rows }) => void (open.delete(work) && onEnded(work, rows)));
  const objects = works.map((work) => new OneObject(filing, work));
  const causesOf = ({ request }: OneObject) => request.dependent?.waitsFor ?? [];
  const first = objects.filter((object) => causesOf(object).length === 0);
  await fileAll(filing, first);
  const failed = first.filter(({ rows }) => !rows.every(({ outcome }) => settles(outcome)));
  const paths = failed.flatMap(({ request: { path, previousPath } }) => [path.text, (previousPath ?? path).text]);
  const unpaid = new Set(paths);
  const isPaid = (object: OneObject) => causesOf(object).every((path) => !unpaid.has(path));
  await fileAll(
    filing,
    objects.filter((object) => !first.includes(object) && isPaid(object)),
  );
  for (const object of objects) filing.hasEnded(object);
  const { rfps, stop, defect } = filing;
  return { filed: objects, rfps, stop, defect };
}

/** Files objects that need no RFP of a group, then all groups beside each other. */
async function fileAll(filing: Filing, objects: readonly OneObject[]): Promise<void> {
  const inGroups = objects.filter(needsRfp);
  // What stands in an RFP stays there; should it have moved on, its create joins that of the push.
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

/** True if an object is to join the RFP of its group: by a create, or by an update of a request that is in none. */
function needsRfp({ deeds, work: { group, step } }: OneObject): boolean {
  if (group === null) return false;
  return deeds.includes('create') || (deeds.includes('update') && standingRfp(step.checkOut) === 0);
}

/** Returns the RFP of the request that stands; 0: no request, no RFP, or an unanswered withdrawal may have taken it out. */
function standingRfp(checkOut: CheckOut | null): number {
  const mayBeOut = checkOut?.tried.some(({ does }) => does === 'withdraw') === true;
  return mayBeOut ? 0 : (checkOut?.stands?.rfp ?? 0);
}

/** Files one object; a defect stops the run and becomes its row, so that all others are still reported and remembered. */
async function fileOne(object: OneObject, joining: Joining): Promise<void> {
  const { filing } = object;
  object.begin(joining);
  try {
    await filing.limit(() => fileObject(object));
  } catch (error) {
    const why = `a defect of file-checkouts stopped the run: ${messageOf(error)}`;
    filing.defect ??= error instanceof Error ? error : new Error(messageOf(error));
    object.noteAllTried();
    object.addNotAttempted(why);
    filing.stop ??= { code: 'defect', why, remedy: triedAgain };
  }
  if (!object.isDeferred) filing.hasEnded(object);
}

const isLeftWhy = 'it is not known whether the RFP of this push was opened: the next run files the rest';

/**
 * Files the requests of one RFP (design §7 "One push, one RFP"): what was tried before comes first, and the RFP that any of
 * it is in is the group's. Where there is none, one request after the other tries to open it; then all others follow.
 */
async function fileGroup(filing: Filing, group: string, members: readonly OneObject[]): Promise<void> {
  const { run, rfps, leftToNext } = filing;
  // Calls without an answer first, then creates, which alone carry pipeline keys.
  const rank = ({ deeds, believed: { tried } }: OneObject) => (tried.length > 0 ? 0 : deeds.includes('create') ? 1 : 2);
  const open = members.toSorted((one, other) => rank(one) - rank(other) || one.work.n - other.work.n);
  if (typeof run.mode === 'number' && !rfps.has(group)) rfps.set(group, run.mode);
  const inNone = await fileLeaders(filing, group, open);
  const rfp = rfps.get(group) ?? null;
  const isLeft = leftToNext.has(group) && rfp === null;
  const follow = async (object: OneObject) => {
    if (isLeft) object.addNotAttempted(isLeftWhy);
    else await fileOne(object, following(object.request, run, rfp));
    return object.rows.at(-1)?.outcome === 'rejected' && !mayHaveOpened(object);
  };
  const areRefused = await Promise.all(open.map(follow));
  for (const object of inNone) await joinLate(object, isLeft);
  // The RFP of an earlier run may be closed by now: then what that run has left opens another.
  const isEarlier = rfp !== null && rfp === filing.begun.get(group);
  if (isEarlier && open.length > 0 && areRefused.every(Boolean) && rfps.delete(group)) {
    filing.keyed.delete(group);
    for (const { rows } of open) rows.pop();
    await fileGroup(filing, group, open);
  }
}

/**
 * Files one request after the other until the RFP of a group is open and has its pipeline keys; notes the RFP, or that the
 * group is left to the next run, as nobody knows whether its RFP was opened.
 *
 * @param open the requests of the group in their order; those that are filed leave it.
 * @returns what was filed in no RFP meanwhile, as an earlier request may have opened it.
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
    const { request } = object;
    const keys = keyed.has(group) ? null : keysFor(request.fields, run);
    if (isOpened && keys === null) break;
    open.splice(at, 1);
    const leads = isOpened ? following(request, run, rfps.get(group) ?? null) : opening(request, run);
    const joining = isOpened || unproven.length === 0 ? { ...leads, keys } : joinsNone;
    const opens = joining.fields?.arfp === '*NEW';
    // A request that was created tells the user of our requests.
    const isUserTold = filing.created.length > 0;
    await fileOne(object, joining);
    const mayLead = mayHaveOpened(object);
    if (object.isUnproven && !isUserTold) unproven.push(object);
    else if (object.isUnproven || (opens && mayLead)) leftToNext.add(group);
    const rfp = joinedRfp(object);
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
function isFiled({ rows }: OneObject): boolean {
  const last = rows.at(-1)?.outcome;
  return last === 'created' || last === 'updated';
}

/** True if nobody knows whether the request was made, and so opened the RFP: its call, or the question whose it is, got no answer. */
function mayHaveOpened({ rows, believed, isUnproven, filing }: OneObject): boolean {
  const outcome = rows.at(-1)?.outcome;
  const tried = believed.tried.filter(({ does }) => does === 'file');
  // A refused leader is followed by the next, unless an answer about it was lost in this very run.
  if (outcome === 'rejected' || (outcome === 'conflict' && !isUnproven))
    return tried.some(({ run }) => run === filing.run.vref);
  return tried.length > 0 && (outcome === 'unknown' || outcome === 'notAttempted');
}

/** Returns the RFP that an object’s last attempt created, found or put its request in; 0: none, or the one that it was in before. */
function joinedRfp(object: OneObject): number {
  if (!object.deeds.includes('create') && standingRfp(object.work.step.checkOut) > 0) return 0;
  if (!isFiled(object)) return object.foundIn;
  return object.believed.stands?.rfp ?? object.rows.at(-1)?.rfp ?? 0;
}

/** Puts a request that was filed in no RFP into that of its group, or opens it, which changes its row; a failure, or a group that is left, adds one. */
async function joinLate(object: OneObject, isLeft: boolean): Promise<void> {
  const { request, rows } = object;
  const { run, rfps } = object.filing;
  const group = object.work.group ?? '';
  const { stands } = object.believed;
  if (stands?.rfp !== 0) return;
  const before = rows.pop();
  const rfp = rfps.get(group);
  object.deeds = ['update'];
  if (isLeft) object.addNotAttempted(isLeftWhy);
  else await fileOne(object, rfp === undefined ? opening(request, run) : following(request, run, rfp));
  const after = rows.pop();
  if (before === undefined || after === undefined) return;
  if (after.outcome !== 'updated') {
    // A call that is tried: the next run makes it.
    object.callEnded(object.callFor('file', stands.objectId), { kind: 'lost', mayBeDone: true });
    rows.push(before, after);
    return;
  }
  const now = object.believed.stands?.rfp ?? 0;
  if (now > 0) rfps.set(group, now);
  const warnings = [...new Set([...before.warnings, ...after.warnings])];
  rows.push({ ...before, rfp: now, used: after.used ?? before.used, warnings });
}
