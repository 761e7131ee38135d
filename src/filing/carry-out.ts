import { type FiledRequest, filed, settles } from '../checkout/outcome.ts';
import { messageOf } from '../errors.ts';
import type { CheckOut } from '../ledger/record.ts';
import { callOf, type Ended, type Filed, type Filing, type FilingRun, type FilingSetup, type Work } from './filing.ts';
import { fileObject } from './object.ts';
import { OneObject } from './one-object.ts';
import { triedAgain } from './remedies.ts';
import { following, type Joining, joinsNone, keysFor, laterInGroup, opening } from './rfp.ts';

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
  const filing: Filing = {
    ...setup,
    ...{ limit: limiter(setup.run.concurrency), begun: new Map(setup.rfps), leftToNext: new Set(), dropped: new Set() },
    ...{ keyed: new Set(), created: [], user: null, learning: null, stop: null, defect: null },
  };
  const ended = new Map<number, Ended>();
  const note = (work: Work, how: Ended) => {
    const isFirst = !ended.has(work.n);
    ended.set(work.n, how);
    if (isFirst) onEnded(work, how.rows);
  };
  const causesOf = ({ step }: Work) => step.should.request.dependent?.waitsFor ?? [];
  const first = works.filter((work) => causesOf(work).length === 0);
  await fileAll(filing, first, note);
  const failed = first.filter(({ n }) => ended.get(n)?.rows.some(({ outcome }) => !settles(outcome)));
  const requests = failed.map(({ step }) => step.should.request);
  const unpaid = new Set(requests.flatMap(({ path, previousPath }) => [path.text, (previousPath ?? path).text]));
  const isWaiting = (work: Work) => causesOf(work).some((path) => unpaid.has(path));
  const later = works.filter((work) => causesOf(work).length > 0);
  for (const work of later.filter(isWaiting)) note(work, notFiled(filing, work, []));
  const paid = later.filter((work) => !isWaiting(work));
  await fileAll(filing, paid, note);
  const filed = works.flatMap((work): Filed[] => {
    const how = ended.get(work.n);
    return how === undefined ? [] : [{ work, ended: how }];
  });
  return { filed, rfps: filing.rfps, stop: filing.stop, defect: filing.defect };
}

/** Makes a limiter. @param size how many pieces of work run at once; one that fails makes room as well. */
export function limiter(size: number): Filing['limit'] {
  const waiting: (() => void)[] = [];
  let free = size;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Ends work for which nothing is sent: what stands, and what was tried before, stays so. */
function notFiled(filing: Filing, work: Work, rows: readonly FiledRequest[]): Ended {
  return { ...new OneObject(filing, work, joinsNone).ended(), rows };
}

type WhenEnded = (work: Work, ended: Ended) => void;

/** Files objects that need no RFP of a group, then all groups beside each other. @param note called with each end, also a later one of the same object. */
async function fileAll(filing: Filing, works: readonly Work[], note: WhenEnded): Promise<void> {
  const inGroups = works.filter(needsRfp);
  // What stands in an RFP stays there; should it have moved on, its create joins that of the push.
  const fileAlone = async (work: Work) => {
    const ended = await fileOne(filing, work, work.group === null ? joinsNone : laterInGroup);
    if (ended.isDeferred) inGroups.push(asCreate(filing, work, ended.checkOut));
    else note(work, ended);
  };
  await Promise.all(works.filter((work) => !needsRfp(work)).map(fileAlone));
  const groups = Map.groupBy(inGroups, ({ group }) => group ?? '');
  await Promise.all([...groups].map(([group, members]) => fileGroup(filing, group, members, note)));
}

/** True for a create, and an update of what is in no RFP, where the run has RFPs. */
function needsRfp({ group, step: { checkOut, deeds } }: Work): boolean {
  if (group === null) return false;
  return deeds.includes('create') || (deeds.includes('update') && standingRfp(checkOut) === 0);
}

/** Returns the RFP of the request that stands; 0: it is in none, or may have been taken out of it. */
function standingRfp(checkOut: CheckOut | null): number {
  const mayBeOut = checkOut?.tried.some(({ does }) => does === 'withdraw') === true;
  return mayBeOut ? 0 : (checkOut?.stands?.rfp ?? 0);
}

/** Turns work into a create, with its call: for a request that has moved on, or is filed again. @param checkOut what is left of it. */
function asCreate({ run }: Filing, work: Work, checkOut: CheckOut | null): Work {
  const { group, step } = work;
  const call = callOf(step.should.request, 'file', null, run, group);
  const ahead = { ...(checkOut ?? { ...work.ahead, stands: null }), tried: [...(checkOut?.tried ?? []), call] };
  return { ...work, ahead, step: { ...step, checkOut, deeds: ['create'] } };
}

/** Files one object; a defect stops the run and becomes its row, so that all others are still reported and remembered. */
async function fileOne(filing: Filing, work: Work, joining: Joining): Promise<Ended> {
  try {
    return await filing.limit(() => fileObject(filing, work, joining));
  } catch (error) {
    const why = `a defect of file-checkouts stopped the run: ${messageOf(error)}`;
    filing.defect ??= error instanceof Error ? error : new Error(messageOf(error));
    filing.stop ??= { code: 'defect', why, remedy: triedAgain };
    const row = filed(work.step.should.request, 'notAttempted', { msg: why, remedy: triedAgain });
    // Whether the call was made is not known.
    return { ...notFiled(filing, work, [row]), checkOut: work.ahead, isSent: true };
  }
}

/**
 * Files the requests of one RFP (design §7 "One push, one RFP"): what was tried before comes first, and the RFP that any of
 * it is in is the group's. Where there is none, one request after the other tries to open it; then all others follow.
 */
async function fileGroup(filing: Filing, group: string, members: readonly Work[], note: WhenEnded): Promise<void> {
  const { run, rfps, leftToNext } = filing;
  const open = members.toSorted((one, other) => groupRank(one) - groupRank(other) || one.n - other.n);
  if (typeof run.mode === 'number') rfps.set(group, run.mode);
  const inNone = await fileLeaders(filing, group, open, note);
  const rfp = rfps.get(group) ?? null;
  const isLeft = leftToNext.has(group) && rfp === null;
  const follow = async (work: Work) => {
    const joining = following(work.step.should.request, run, rfp);
    const ended = isLeft ? notFiled(filing, work, [leftRow(work)]) : await fileOne(filing, work, joining);
    note(work, ended);
    return ended.rows.at(-1)?.outcome === 'rejected' && !mayBeLeader(ended, run);
  };
  const areRefused = await Promise.all(open.map(follow));
  for (const { work, ended } of inNone) note(work, await joinLate(filing, work, ended, isLeft));
  // The RFP of an earlier run may be closed by now: then what that run has left opens another.
  const isEarlier = rfp !== null && rfp === filing.begun.get(group);
  if (isEarlier && open.length > 0 && areRefused.every(Boolean) && rfps.delete(group)) {
    filing.keyed.delete(group);
    await fileGroup(filing, group, open, note);
  }
}

/**
 * Files one request after the other until the RFP of a group is open and has its pipeline keys; notes the RFP, or that the
 * group is left to the next run, as nobody knows whether its RFP was opened.
 *
 * @param open the requests of the group in their order; those that are filed leave it.
 * @returns what was filed in no RFP meanwhile, as an earlier request may have opened it.
 */
async function fileLeaders(filing: Filing, group: string, open: Work[], note: WhenEnded): Promise<Filed[]> {
  const { run, rfps, leftToNext, keyed } = filing;
  let isOpened = rfps.has(group);
  // Keys go on the first create in an RFP, also in one that was named, or that an update has opened.
  if (isOpened && typeof run.mode !== 'number') keyed.add(group);
  // Requests that may be the leader of the group: no second RFP is opened beside their own.
  const unproven = new Map<Work, readonly FiledRequest[]>();
  /** Those that are filed again, with what is done of them. */
  const repeated = new Map<Work, readonly FiledRequest[]>();
  const inNone: Filed[] = [];
  while (filing.stop === null && !leftToNext.has(group)) {
    const at = isOpened ? open.findIndex(({ step }) => step.deeds.includes('create')) : 0;
    const work = open[at];
    if (work === undefined) break;
    const { request } = work.step.should;
    const keys = keyed.has(group) ? null : keysFor(request.fields, run);
    if (isOpened && keys === null) break;
    open.splice(at, 1);
    const leads = isOpened ? following(request, run, rfps.get(group) ?? null) : opening(request, run);
    const joining = isOpened || unproven.size === 0 ? { ...leads, keys } : joinsNone;
    const now = await fileOne(filing, work, joining);
    const ended = { ...now, rows: [...(repeated.get(work) ?? []), ...now.rows] };
    note(work, ended);
    const mayLead = mayBeLeader(ended, run);
    if (ended.isUnproven && !repeated.has(work))
      unproven.set(asCreate(filing, work, ended.checkOut), ended.rows.slice(0, -1));
    else if (ended.isUnproven || (joining.opens && mayLead)) leftToNext.add(group);
    const rfp = joinedRfp(work, ended);
    if (rfp > 0) rfps.set(group, rfp);
    else if (isFiled(ended) && unproven.size > 0) inNone.push({ work, ended });
    isOpened ||= rfps.has(group) || (isFiled(ended) && joining.opens);
    if (mayLead || ended.foundIn > 0 || ended.rows.at(-1)?.tkey != null) keyed.add(group);
    if (unproven.size > 0 && filing.created.length > 0) {
      // The user of our requests can be learnt now.
      open.unshift(...unproven.keys());
      for (const entry of unproven) repeated.set(...entry);
      unproven.clear();
    }
  }
  if (unproven.size > 0 && !isOpened && filing.stop === null) leftToNext.add(group);
  return inNone;
}

/** True if the last row says created or updated. */
function isFiled({ rows }: Ended): boolean {
  const last = rows.at(-1)?.outcome;
  return last === 'created' || last === 'updated';
}

/** True where nobody knows whether the request was made: its call, or the question whose it is, got no answer. */
function mayBeLeader({ rows, checkOut, isUnproven }: Ended, { vref }: FilingRun): boolean {
  const outcome = rows.at(-1)?.outcome;
  const tried = checkOut?.tried.filter(({ does }) => does === 'file') ?? [];
  // A refused leader is followed by the next, unless an answer about it was lost in this very run.
  if (outcome === 'rejected' || (outcome === 'conflict' && !isUnproven)) return tried.some(({ run }) => run === vref);
  return tried.length > 0 && (outcome === 'unknown' || outcome === 'notAttempted');
}

/** Makes the row of what is left to the next run, which can tell which RFP the push has. */
function leftRow({ step }: Work): FiledRequest {
  const msg = 'it is not known whether the RFP of this push was opened: the next run files the rest';
  return filed(step.should.request, 'notAttempted', { msg, remedy: triedAgain });
}

/** Returns the place in a group: calls without an answer first, then creates, which alone carry pipeline keys. */
function groupRank({ step: { checkOut, deeds } }: Work): number {
  if ((checkOut?.tried.length ?? 0) > 0) return 0;
  return deeds.includes('create') ? 1 : 2;
}

/** Returns the RFP that a request was made, found or put in by this call; 0: none, or one that it was in before and stays in. */
function joinedRfp({ step }: Work, ended: Ended): number {
  if (!step.deeds.includes('create') && standingRfp(step.checkOut) > 0) return 0;
  if (!isFiled(ended)) return ended.foundIn;
  return ended.checkOut?.stands?.rfp ?? ended.rows.at(-1)?.rfp ?? 0;
}

/** Puts a request that was filed in no RFP into that of its group, or opens it, which changes its row; a failure, or a group that is left, adds one. */
async function joinLate(filing: Filing, work: Work, ended: Ended, isLeft: boolean): Promise<Ended> {
  const { checkOut } = ended;
  if (checkOut?.stands?.rfp !== 0) return ended;
  if (isLeft) return { ...ended, rows: [...ended.rows, leftRow(work)] };
  const { run, rfps } = filing;
  const { request } = work.step.should;
  const rfp = rfps.get(work.group ?? '');
  const joining = rfp === undefined ? opening(request, run) : following(request, run, rfp);
  const step = { ...work.step, checkOut, deeds: ['update'] as const };
  const joined = await fileOne(filing, { ...work, step, ahead: checkOut }, joining);
  const [before, after] = [ended.rows.at(-1), joined.rows.at(-1)];
  if (before === undefined || after === undefined) return ended;
  const now = joined.checkOut?.stands?.rfp ?? 0;
  if (now > 0) rfps.set(work.group ?? '', now);
  const warnings = [...new Set([...before.warnings, ...after.warnings])];
  const row = { ...before, rfp: now, used: after.used ?? before.used, warnings };
  const rows = after.outcome === 'updated' ? [...ended.rows.slice(0, -1), row] : [...ended.rows, after];
  return { ...ended, rows, checkOut: joined.checkOut };
}
