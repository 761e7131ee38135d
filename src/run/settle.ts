import { withoutNumber } from '../checkout/answer.ts';
import { type FiledRequest, outcomeRow, settles } from '../checkout/outcome.ts';
import type { Ended, Work } from '../filing/work.ts';
import { pathKey } from '../git/git-path.ts';
import type { OtherChange } from '../ledger/ledger-access.ts';
import {
  type BranchRecord,
  type CheckOut,
  type Exception,
  emptyRecord,
  type Failure,
  type Lease,
} from '../ledger/record.ts';
import { identityKey } from '../plan/identity.ts';
import { isCausedNow, needsNoContent } from '../plan/planned.ts';

/** What a run did, as the record takes it up (design §8, step 7). */
export interface Paid {
  readonly head: string;
  readonly fork: string | null;
  readonly began: string | null;
  /** True for a run at the tip that looked at all that was owed: the settled commit moves to the head. */
  readonly movesSettled: boolean;
  readonly me: Lease;
  readonly actor: string | null;
  /** What was settled at each path that was owed, by key. */
  readonly was: ReadonlyMap<string, string | null>;
  /** What head has at a path, by key; null: nothing. */
  readonly oidAt: (key: string) => string | null;
  /** Keys of paths that are left to the run of the tip, or that nobody may settle yet. */
  readonly left: ReadonlySet<string>;
  /** What the push of a skipped account made of paths, by key. */
  readonly passed: ReadonlyMap<string, string | null>;
  /** Keys of files that no rule matches although each must be matched. */
  readonly unmapped: readonly string[];
  readonly filed: readonly { readonly work: Work; readonly ended: Ended }[];
  readonly rfps: ReadonlyMap<string, number>;
  /** Present where nobody knows what is affected: compilations that are owed stay so. */
  readonly keepsCompilations?: true;
  /** Present for a release: the record ends, but for what could not be released. */
  readonly ends?: true;
  /** True where nothing was sent, as the service refused the token, or was not reached by the first run of a record. */
  readonly isRefused: boolean;
  /** False for a run that wrote no lease, as it made no call. */
  readonly hasLease: boolean;
}

/** The record once a run has ended. Pure. */
export function recordAfter(newest: BranchRecord, paid: Paid): BranchRecord {
  const leases = newest.leases.filter(({ instance }) => instance !== paid.me.instance);
  if (paid.hasLease && leases.length === newest.leases.length) return replaced(newest, paid);
  if (paid.ends === true) {
    const rows = paid.filed.flatMap(({ ended }) => ended.rows);
    // What could not be released is owed as before.
    if (rows.some(({ outcome }) => !settles(outcome))) {
      return { ...newest, checkOuts: checkOutsAfter(newest, paid), leases };
    }
    // A branch that comes back begins as a new one.
    return { ...emptyRecord(newest), checkOuts: checkOutsAfter(newest, paid), leases };
  }
  // A token that the service does not take may be a wrong one: what it seals says nothing but where the record begins.
  if (paid.isRefused) return { ...newest, checkOuts: checkOutsAfter(newest, paid), leases };
  const exceptions = exceptionsAfter(newest, paid);
  const { head, fork, began, movesSettled } = paid;
  const settled = movesSettled ? { commit: head, began: began ?? newest.settled.began, fork } : newest.settled;
  return { ...newest, settled, exceptions, checkOuts: checkOutsAfter(newest, paid), leases };
}

/** Another run took over: what this one may have sent late is owed again. */
function replaced(newest: BranchRecord, { filed, was }: Paid): BranchRecord {
  const exceptions = new Map(newest.exceptions);
  for (const { work, ended } of filed) {
    for (const key of ended.isSent ? pathsOf(work) : []) {
      const known = exceptions.get(key) ?? { was: was.get(key) ?? null };
      exceptions.set(key, { ...known, unknown: true });
    }
  }
  return { ...newest, exceptions };
}

function pathsOf({ step }: Work): string[] {
  const { path, previousPath } = step.should.request;
  return [path, previousPath].flatMap((one) => (one === null ? [] : [pathKey(one)]));
}

/** How a path ended that is not paid. */
interface Unpaid {
  readonly row: FiledRequest;
  readonly rfp: number;
}

function exceptionsAfter(newest: BranchRecord, paid: Paid): Map<string, Exception> {
  const { filed, rfps } = paid;
  const own = filed.filter(({ work }) => work.step.should.request.dependent === undefined);
  const unpaid = new Map<string, Unpaid>();
  const touched = new Set<string>();
  const back = new Map<string, string | null>();
  for (const { work, ended } of own) {
    const paths = pathsOf(work);
    const row = ended.rows.find(({ outcome }) => !settles(outcome));
    for (const key of paths) {
      if (row !== undefined && !unpaid.has(key)) unpaid.set(key, { row, rfp: rfps.get(work.group ?? '') ?? 0 });
      if (ended.isSent && mayHaveChanged(ended)) touched.add(key);
    }
    if (ended.isBackToBefore) {
      const { before } = work.ahead;
      for (const key of [...paths, ...Object.keys(before)]) back.set(key, before[key] ?? null);
    }
  }
  const after = new Map<string, Exception>(paid.movesSettled ? keptCompilations(newest, paid) : newest.exceptions);
  const put = (key: string, exception: Exception | null) => {
    if (exception === null) after.delete(key);
    else after.set(key, exception);
  };
  if (!paid.movesSettled) for (const [key, was] of paid.passed) put(key, { was });
  for (const key of paid.was.keys()) {
    if (paid.left.has(key)) {
      // Left to another run: owed as before.
      if (paid.movesSettled) put(key, newest.exceptions.get(key) ?? { was: paid.was.get(key) ?? null });
    } else if (!unpaid.has(key)) put(key, paid.movesSettled ? null : { was: paid.oidAt(key) });
  }
  for (const [key, was] of back) if (!unpaid.has(key)) put(key, { was });
  for (const [key, { row, rfp }] of unpaid) {
    const known = newest.exceptions.get(key);
    const was = back.has(key)
      ? (back.get(key) ?? null)
      : paid.was.has(key)
        ? (paid.was.get(key) ?? null)
        : (known?.was ?? null);
    const unknown = touched.has(key) || known?.unknown === true ? { unknown: true as const } : {};
    put(key, { was, ...unknown, failed: failureOf(row, rfp, known?.failed, paid) });
  }
  for (const key of paid.unmapped) {
    const known = newest.exceptions.get(key)?.failed;
    put(key, { was: paid.was.get(key) ?? null, failed: unmappedFailure(key, known, paid) });
  }
  for (const { work, ended } of filed) putCauses(after, work, ended, newest, paid);
  return after;
}

function keptCompilations({ exceptions }: BranchRecord, { keepsCompilations }: Paid): [string, Exception][] {
  return keepsCompilations === true ? [...exceptions].filter(([, { causes }]) => causes !== undefined) : [];
}

/** True where the service may hold something else than before, of which not all is as it should be. */
function mayHaveChanged({ rows, checkOut, isBackToBefore }: Ended): boolean {
  const hasPending = (checkOut?.tried.length ?? 0) > 0;
  return hasPending || isBackToBefore || rows.some(({ outcome }) => settles(outcome));
}

/** A compilation that was not filed, or that another request covers, stays owed with its causes. */
function putCauses(
  after: Map<string, Exception>,
  { step, group }: Work,
  ended: Ended,
  newest: BranchRecord,
  paid: Paid,
): void {
  const { request, kind } = { ...step.should };
  const { dependent } = request;
  if (dependent === undefined) return;
  const key = pathKey(request.path);
  const { causes: _, ...rest } = after.get(key) ?? { was: request.blob };
  const row = ended.rows.find(({ outcome }) => !settles(outcome));
  const isCovered = ended.rows.some(({ outcome }) => outcome === 'covered');
  // One whose cause is not paid is asked for with it.
  const isWaiting = ended.rows.length === 0 && kind === 'compiled';
  if (row === undefined && !isCovered && !isWaiting) {
    if (rest.failed === undefined && rest.unknown === undefined && rest.was === request.blob) after.delete(key);
    else after.set(key, rest);
    return;
  }
  if (isWaiting && newest.exceptions.get(key)?.causes === undefined) return;
  const rfp = paid.rfps.get(group ?? '') ?? 0;
  const failed = row === undefined ? {} : { failed: failureOf(row, rfp, newest.exceptions.get(key)?.failed, paid) };
  const open = newest.exceptions.get(key)?.causes ?? {};
  after.set(key, { ...rest, causes: { ...dependent.causes, ...open }, ...failed });
}

function failureOf(row: FiledRequest, rfp: number, known: Failure | undefined, { me, actor, head }: Paid): Failure {
  const { outcome, objectId, request, needsPerson } = row;
  const { blob } = request;
  const isSame = known?.outcome === outcome && known.blob === blob && !isCausedNow(request);
  const since = isSame ? known.since : { run: me.run, actor, head };
  return { outcome, said: row.msg ?? outcomeRow(outcome).word, blob, objectId, since, rfp, person: needsPerson };
}

function unmappedFailure(key: string, known: Failure | undefined, { me, actor, head, oidAt }: Paid): Failure {
  const blob = oidAt(key);
  const isSame = known?.outcome === 'unmapped' && known.blob === blob;
  return {
    outcome: 'unmapped',
    said: 'no rule matches it',
    blob,
    objectId: null,
    since: isSame ? known.since : { run: me.run, actor, head },
    rfp: 0,
    person: false,
  };
}

/** One check-out for each object, and one for each number. */
function checkOutsAfter(newest: BranchRecord, { filed }: Paid): Map<string, CheckOut> {
  const after = new Map(newest.checkOuts);
  const byNumber = Map.groupBy(after.keys(), (key) => after.get(key)?.stands?.objectId ?? null);
  for (const { work, ended } of filed) {
    const { checkOut: known } = work.step;
    if (known !== null) after.delete(identityKey(known));
    after.delete(identityKey(work.ahead));
    const { checkOut } = ended;
    if (checkOut === null) continue;
    const key = identityKey(checkOut);
    const number = checkOut.stands?.objectId ?? null;
    if (number !== null) {
      for (const other of byNumber.get(number) ?? []) leaveNumber(after, other, number);
      byNumber.set(number, [key]);
    }
    after.set(key, withOwnCauses(checkOut));
  }
  return after;
}

/** What its own file asked for is never taken back because of what it uses. */
function withOwnCauses(checkOut: CheckOut): CheckOut {
  const { causes, ...rest } = checkOut;
  const isOwn = rest.stands !== null && rest.tried.length === 0 && !needsNoContent(rest.stands.reason);
  return causes === undefined || isOwn ? rest : checkOut;
}

/** A check-out for which a number stood that another one has now. */
function leaveNumber(checkOuts: Map<string, CheckOut>, key: string, number: number): void {
  const known = checkOuts.get(key);
  if (known?.stands?.objectId !== number) return;
  const rest = withoutNumber(known, number);
  if (rest.tried.length === 0) checkOuts.delete(key);
  else checkOuts.set(key, rest);
}

/**
 * The records of other branches give up the requests that this one goes on with, and what ended runs had tried with them:
 * one change for each record.
 */
export function givenUp({ filed }: Pick<Paid, 'filed'>): OtherChange[] {
  const taken = filed.flatMap(({ ended }) => ended.taken);
  const ofOne = Map.groupBy(taken, ({ holder: { key } }) => JSON.stringify(key)).values();
  return [...ofOne].flatMap((all): OtherChange[] => {
    const [first] = all;
    if (first === undefined) return [];
    const change = (newest: BranchRecord | null) =>
      newest && all.reduce((record, { objectId }) => withoutRequest(record, objectId), newest);
    return [{ key: first.holder.key, of: all.map(({ holder }) => holder.checkOut), change }];
  });
}

function withoutRequest(record: BranchRecord, objectId: number): BranchRecord {
  const checkOuts = new Map(record.checkOuts);
  for (const [key, one] of record.checkOuts) {
    const names = one.stands?.objectId === objectId || one.tried.some((call) => call.objectId === objectId);
    if (!names) continue;
    const rest = withoutNumber(one, objectId);
    if (rest.stands === null && rest.tried.length === 0) checkOuts.delete(key);
    else checkOuts.set(key, rest);
  }
  return { ...record, checkOuts };
}
