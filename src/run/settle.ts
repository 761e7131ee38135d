import { dropIfEmpty, dropNumber, withoutRequest } from '../checkout/answer.ts';
import { lookUpOutcome, settles } from '../checkout/outcome.ts';
import type { Holder } from '../checkout/whose.ts';
import type { FilingResult } from '../filing/carry-out.ts';
import type { Work } from '../filing/filing.ts';
import type { Filed } from '../filing/one-object.ts';
import { toPathKey } from '../git/git-path.ts';
import { toRecordPath } from '../ledger/key.ts';
import type { RunName } from '../ledger/lease.ts';
import type { OtherChange } from '../ledger/ledger-access.ts';
import type { BranchRecord, CheckOut, Exception, Failure, RecordKey, Tried } from '../ledger/record.ts';
import { createRecord } from '../ledger/record.ts';
import { toIdentityKey } from '../plan/identity.ts';
import { isCausedNow, needsNoContent } from '../plan/planned.ts';
import { toContentOid } from './paths.ts';
import type { Plan } from './plan.ts';

/** What a run has planned and filed, from which its record is made (design §8, step 7). */
export interface EndedRun
  extends Pick<Plan, 'record' | 'paths' | 'began' | 'movesSettled' | 'uncompiled' | 'unmapped'>,
    Pick<Plan['range'], 'head' | 'fork' | 'rule'>,
    Pick<FilingResult, 'filed' | 'rfps'> {
  readonly me: RunName;
  readonly actor: string | null;
  /** True if the token seals the record and nothing was sent: the service refused it, or the first run of a record did not reach it. */
  readonly isRefused: boolean;
  /** False for a run that wrote no lease, as it made no call. */
  readonly hasLease: boolean;
}

/**
 * Returns the record after a run, without its lease: check-outs as filing left them, exceptions of deriveExceptions, with `movesSettled`
 * the head as settled commit. But if another run took the lease: `newest` with the calls of this run; if `isRefused`: only check-outs
 * change; after a release, if all rows settle: an empty record with the check-outs left, else `newest` where what was withdrawn is owed.
 */
export function deriveRecord(newest: BranchRecord, ended: EndedRun): BranchRecord {
  const { head, fork, began, movesSettled, filed } = ended;
  const leases = newest.leases.filter(({ instance }) => instance !== ended.me.instance);
  if (ended.hasLease && leases.length === newest.leases.length) return addReplacedCalls(newest, ended);
  const checkOuts = deriveCheckOuts(newest, ended);
  if (ended.rule === 'release') {
    const isReleased = filed.every(({ rows }) => rows.every(({ outcome }) => settles(outcome)));
    // A branch that comes back begins as a new one; until all is released, what was withdrawn is owed again.
    const back = filed.flatMap(({ checkOut, work }) => (checkOut === null ? restoreSettled(work.step.checkOut) : []));
    const rest = { ...newest, exceptions: new Map([...newest.exceptions, ...back]) };
    return { ...(isReleased ? createRecord(newest) : rest), checkOuts, leases };
  }
  // A token that the service does not take may be a wrong one: it seals no more than the beginning of the record.
  if (ended.isRefused) return { ...newest, checkOuts, leases };
  const settled = movesSettled ? { commit: head, began: began ?? newest.settled.began, fork } : newest.settled;
  return { ...newest, settled, exceptions: deriveExceptions(newest, ended), checkOuts, leases };
}

/**
 * Returns `newest` with the calls (see withLateCalls) of this run, whose lease another run took. They become calls without an answer: the
 * service may have done them after those of the other run. Leaves out compilations, and objects for which nothing was sent.
 */
function addReplacedCalls(newest: BranchRecord, { filed }: EndedRun): BranchRecord {
  const checkOuts = new Map(newest.checkOuts);
  for (const { work, isSent, calls } of filed) {
    // A compilation has no content, so that any of them is right.
    if (work.step.should.request.dependent !== undefined || !isSent) continue;
    const key = toIdentityKey(work.ahead);
    const checkOut = withLateCalls(checkOuts.get(key) ?? null, work, calls);
    if (checkOut !== null) checkOuts.set(key, checkOut);
  }
  return { ...newest, checkOuts };
}

/** Returns `checkOut` (null: a new one) with the `late` calls that create or name its number; null if it then has no request or call. */
function withLateCalls(checkOut: CheckOut | null, { ahead }: Work, late: readonly Tried[]): CheckOut | null {
  const known = checkOut ?? { ...ahead, stands: null, tried: [] };
  const calls = late.filter(({ objectId }) => objectId === null || objectId === known.stands?.objectId);
  return dropIfEmpty({ ...known, tried: [...known.tried, ...calls] });
}

/**
 * Returns how the paths of requests ended, by key (both paths of a move; not of compilations). `unfiled`: a request was not filed, or no
 * rule matches, each with its failure. `touched`: something was sent, and not all of it is as it should be. `makers`: other owed files that
 * made an object whose request was not filed, for the run that files it. `back`: as before this branch, each with that content: a
 * withdrawal succeeded, and what should follow was refused.
 */
function listEndedPaths({ exceptions }: BranchRecord, ended: EndedRun) {
  const unfiled = new Map<string, Failure>();
  const touched = new Set<string>();
  const makers = new Set<string>();
  const back = new Map<string, string | null>();
  const isOwed = (key: string) => ended.paths.get(key)?.leftOut === null;
  for (const one of ended.filed) {
    const { work, rows, checkOut, isSent } = one;
    const { path, previousPath, dependent } = work.step.should.request;
    if (dependent !== undefined) continue;
    const paths = [path, previousPath ?? path].map(toPathKey);
    const mayHaveChanged = (checkOut?.tried.length ?? 0) > 0 || rows.some(({ outcome }) => settles(outcome));
    for (const key of isSent && mayHaveChanged ? paths : []) touched.add(key);
    if (rows.every(({ outcome }) => settles(outcome))) continue;
    const { before } = work.ahead;
    const standing = work.step.checkOut?.stands?.path;
    const isGone = standing !== undefined && toContentOid(ended.paths.get(standing)?.after) === null;
    for (const key of [...Object.keys(before), ...(isGone ? [standing] : [])]) if (isOwed(key)) makers.add(key);
    for (const key of paths.filter((one) => !unfiled.has(one))) {
      const failed = deriveFailure(one, exceptions.get(key)?.failed, ended);
      if (failed !== null) unfiled.set(key, failed);
    }
    const isBackToBefore = checkOut === null && rows.some(({ outcome }) => outcome === 'withdrawn');
    for (const key of isBackToBefore ? [...paths, ...Object.keys(before)] : []) back.set(key, before[key] ?? null);
  }
  for (const key of ended.unmapped) {
    const blob = toContentOid(ended.paths.get(key)?.after);
    const failed = { outcome: 'unmapped', said: 'no rule matches', blob, objectId: null };
    const since = findFailingSince(failed, exceptions.get(key)?.failed, ended);
    unfiled.set(key, { ...failed, since, rfp: 0, person: false });
  }
  return { unfiled, touched, makers, back };
}

/**
 * Returns the exceptions after a run. If the settled commit moves to head, earlier ones end, except compilations that stay owed, and those
 * another run has added. If it does not move, they stay, and each path that was filed, or that a skipped account pushed, is settled as at
 * head. In both cases a path not filed keeps its settled content, with the failure; so does one for which another branch's request stands.
 */
function deriveExceptions(newest: BranchRecord, ended: EndedRun): Map<string, Exception> {
  const { record, paths, began, movesSettled, uncompiled, filed } = ended;
  const { unfiled, touched, makers, back } = listEndedPaths(newest, ended);
  const isEarlier = !movesSettled && began !== null && began !== newest.settled.began;
  // The run of another branch may have given a path back meanwhile.
  const isKept = (key: string) => !movesSettled || uncompiled.has(key) || !record.exceptions.has(key);
  const after = new Map([...newest.exceptions].filter(([key]) => isKept(key)));
  for (const [key, { after: now, was, leftOut }] of paths) {
    if (leftOut !== null && (movesSettled || leftOut.code !== 'passed')) {
      // Where the record begins earlier now, its settled content may be another.
      if (isEarlier && !after.has(key)) after.set(key, { was });
      continue;
    }
    const isGone = uncompiled.has(key) && toContentOid(now) === null;
    if (makers.has(key)) after.set(key, { was });
    else if (isGone) after.set(key, { ...after.get(key), was: null });
    else if (movesSettled) after.delete(key);
    else if (!unfiled.has(key)) after.set(key, { was: toContentOid(now) });
  }
  for (const { work, rows, checkOut } of filed) {
    const { kind, request } = work.step.should;
    const last = rows.at(-1)?.outcome;
    const old = work.step.checkOut?.stands?.path ?? '';
    const left = paths.get(old);
    // A file that is gone, which is not owed here: it may have made other objects, so it stays owed.
    const isLeft = left !== undefined && left.leftOut !== null && toContentOid(left.after) === null;
    if (isLeft && !movesSettled && last === 'withdrawn' && request.dependent === undefined)
      after.set(old, { was: null, unknown: true });
    const key = toPathKey(request.path);
    const path = paths.get(key);
    // The request of another branch stands for it, which that branch may withdraw: asked for until this branch has its own.
    const isElsewhere = kind === 'request' && last === 'unchanged' && !checkOut?.stands;
    if (isElsewhere && path !== undefined) after.set(key, { was: path.was });
  }
  for (const [key, was] of back) if (!unfiled.has(key)) after.set(key, { was });
  for (const [key, failed] of unfiled) {
    const known = newest.exceptions.get(key);
    const was = (back.has(key) ? back.get(key) : (paths.get(key) ?? known)?.was) ?? null;
    const unknown = touched.has(key) || known?.unknown === true ? { unknown: true as const } : {};
    const { causes } = known !== undefined && isKept(key) ? known : {};
    after.set(key, { was, ...unknown, ...(causes && { causes }), failed });
  }
  for (const one of filed) updateCauses(after, one, newest, ended);
  return after;
}

/** Keeps in `after` the `causes` of a file (why to compile it) while that is owed; else drops them, and an exception that is empty then. */
function updateCauses(after: Map<string, Exception>, one: Filed, newest: BranchRecord, ended: EndedRun): void {
  const { should, checkOut } = one.work.step;
  const { request, kind } = should;
  const { rows } = one;
  const causes = request.dependent?.causes ?? request.causes;
  const key = toPathKey(request.path);
  // Should the file come back, it is compiled against what has changed.
  const isGone = kind === 'nothing' && request.blob === null && rows.at(-1)?.outcome === 'withdrawn';
  if (isGone && checkOut?.causes !== undefined)
    after.set(key, { was: null, ...after.get(key), causes: checkOut.causes });
  const known = newest.exceptions.get(key);
  const failed = deriveFailure(one, known?.failed, ended);
  if (causes === undefined || (request.dependent === undefined && failed === null)) return;
  const { was } = (!ended.movesSettled && ended.paths.get(key)) || { was: request.blob };
  const { causes: _, ...rest } = after.get(key) ?? { was };
  const isCovered = rows.some(({ outcome }) => outcome === 'covered');
  // A file that causes it is not filed; another one may be, so that it stays owed.
  const isWaiting = one.waitsFor.length > 0;
  if (failed !== null || isCovered || isWaiting) {
    after.set(key, { ...rest, causes: { ...causes, ...known?.causes }, ...(failed && { failed }) });
  } else if (rest.failed === undefined && rest.unknown === undefined && rest.was === request.blob) after.delete(key);
  else after.set(key, rest);
}

/** Returns the failure of the first row that does not settle; null: all do. @param known an earlier one, for `since`: findFailingSince */
function deriveFailure({ work, rows }: Filed, known: Failure | undefined, ended: EndedRun): Failure | null {
  const row = rows.find(({ outcome }) => !settles(outcome));
  if (row === undefined) return null;
  const { outcome, objectId, request, needsPerson: person } = row;
  const failed = { outcome, said: row.msg ?? lookUpOutcome(outcome).word, blob: request.blob, objectId };
  const since = findFailingSince(failed, isCausedNow(request) ? undefined : known, ended);
  return { ...failed, since, rfp: ended.rfps.get(work.group ?? '') ?? 0, person };
}

/** Returns the run since which a file fails: that of `known`, an earlier failure, if outcome and content are the same; else this run. */
function findFailingSince(failed: Pick<Failure, 'outcome' | 'blob'>, known: Failure | undefined, ended: EndedRun) {
  if (known?.outcome === failed.outcome && known.blob === failed.blob) return known.since;
  return { run: ended.me.run, actor: ended.actor, head: ended.head };
}

/** Returns `newest`'s check-outs as filing left them, with calls that a replaced run added. A number stays only in the one filed last. */
function deriveCheckOuts(newest: BranchRecord, { filed }: EndedRun): Map<string, CheckOut> {
  const after = new Map(newest.checkOuts);
  const byNumber = Map.groupBy(after.keys(), (key) => after.get(key)?.stands?.objectId ?? null);
  for (const one of filed) {
    const { work } = one;
    const { checkOut: known } = work.step;
    // A run that was replaced may have added its calls meanwhile: the service may have carried them out after those of this one.
    const calls = after.get(toIdentityKey(work.ahead))?.tried ?? [];
    const late = withoutCalls(calls, [...(known?.tried ?? []), ...one.calls]);
    if (known !== null) after.delete(toIdentityKey(known));
    after.delete(toIdentityKey(work.ahead));
    const checkOut = withLateCalls(one.checkOut, work, late);
    if (checkOut === null) continue;
    const key = toIdentityKey(checkOut);
    const number = checkOut.stands?.objectId ?? null;
    if (number !== null) {
      for (const other of byNumber.get(number) ?? []) {
        if (after.get(other)?.stands?.objectId === number) dropNumber(after, other, number);
      }
      byNumber.set(number, [key]);
    }
    const { causes: _, ...own } = checkOut;
    // No cause may withdraw an open request that was made for its own file.
    const isOwn = own.stands !== null && own.tried.length === 0 && !needsNoContent(own.stands.reason);
    after.set(key, isOwn ? own : checkOut);
  }
  return after;
}

/** Returns `calls` without the `others`. Each of the others removes only the first equal call (same run, commit, does, number and path). */
function withoutCalls(calls: readonly Tried[], others: readonly Tried[]): Tried[] {
  const names = ['run', 'commit', 'does', 'objectId', 'path'] as const;
  const left = [...calls];
  for (const other of others) {
    const at = left.findIndex((call) => names.every((name) => call[name] === other[name]));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** Returns a change for each other record concerned: requests taken over leave it; paths of requests withdrawn are settled as before. */
export function deriveOtherChanges(filed: readonly Filed[], own: RecordKey): OtherChange[] {
  const toTaken = (holder: Holder): OtherChange => {
    const number = holder.checkOut.stands?.objectId ?? 0;
    return { key: holder, of: [holder.checkOut], change: (newest) => newest && withoutRequest(newest, number) };
  };
  const changes = filed.flatMap((one) => [...one.taken.map(toTaken), ...giveBackPaths(one, own)]);
  return [...Map.groupBy(changes, ({ key }) => toRecordPath(key)).values()].flatMap((all): OtherChange[] => {
    const change: OtherChange['change'] = (newest) => all.reduce((record, one) => one.change(record), newest);
    return all.slice(0, 1).map(({ key }) => ({ key, of: all.flatMap(({ of }) => of), change }));
  });
}

/** Returns pairs of key and exception: a check-out's paths settled as before its request, any compilation owed; []: no request stands. */
function restoreSettled(checkOut: CheckOut | null): [string, Exception][] {
  if (!checkOut?.stands) return [];
  const { stands, before, causes } = checkOut;
  const owed = (key: string) => key === stands.path && causes && { causes };
  return Object.entries({ [stands.path]: null, ...before }).map(([key, was]) => [key, { was, ...owed(key) }]);
}

/** Returns, for a withdrawn request of another branch, the change of that branch's record: its paths are settled as before; else []. */
function giveBackPaths({ work, rows, checkOut }: Filed, own: RecordKey): OtherChange[] {
  const { should, checkOut: known } = work.step;
  const branch = known?.stands?.fields.branch ?? own.branch;
  const isLeft = should.kind === 'nothing' && checkOut === null && rows.at(-1)?.outcome === 'withdrawn';
  if (!isLeft || known === null || branch === own.branch) return [];
  const back = restoreSettled(known);
  // A record without a settled commit does not say what is settled.
  const change: OtherChange['change'] = (newest) =>
    newest?.settled.commit ? { ...newest, exceptions: new Map([...back, ...newest.exceptions]) } : newest;
  return [{ key: { ...own, branch }, of: [known], change }];
}
