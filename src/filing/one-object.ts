import { answer, type Came, nullIfEmpty } from '../checkout/answer.ts';
import type { Deed } from '../checkout/next.ts';
import { type FiledRequest, filed, settles } from '../checkout/outcome.ts';
import type { Holder, Verdict } from '../checkout/whose.ts';
import { type CallResult, type NotDone, triedAgain } from '../client/results.ts';
import { type CreateFields, fixedWarnings } from '../interface/fields.ts';
import type { Reply } from '../interface/replies.ts';
import type { CheckOut, Standing, Tried } from '../ledger/record.ts';
import { identityText } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { findUser } from './ask.ts';
import { type Filed, type Filing, makeCall, type Work } from './filing.ts';
import { adoptIt, heldBy, inNoRfp } from './remedies.ts';
import { type Joining, joinsNone, runId } from './rfp.ts';

/** How the row of a call ends that did not do what it asked for. */
const outcomeOf = {
  gone: 'rejected',
  locked: 'conflict',
  refused: 'rejected',
  lost: 'unknown',
  stopped: 'notAttempted',
} as const;

/** A create or an update that was done. */
interface FiledCall {
  readonly sent: Pick<CreateFields, 'arfp' | 'tkey' | 'vref'>;
  readonly objectId: number | null;
  readonly rfp: number | null;
  /** The request as it stood; null: none, or not known. */
  readonly before: Standing | null;
  readonly warnings: readonly string[];
}

/** One object while it is filed: what is done for it, what is believed of it, and the rows that say how it ended. */
export class OneObject implements Filed {
  readonly filing: Filing;
  readonly work: Work;
  readonly request: PlannedRequest;
  /** What is done for it: as planned, until it is filed again. */
  deeds: readonly Deed[];
  /** Its check-out as it is now, also where nothing stands and nothing is tried. */
  believed: CheckOut;
  /** Calls of this run: the check-out has those of them that got no answer. */
  readonly calls: Tried[];
  readonly rows: FiledRequest[] = [];
  readonly taken: Holder[] = [];
  isSent = false;
  /** How it gets into its RFP. */
  joining: Joining = joinsNone;
  /** The RFP that our request was found in; 0: none, or nobody asked. */
  foundIn = 0;
  /** True when only the user of our requests is missing to prove that a request is ours. */
  isUnproven = false;
  /** True when its request has moved on, and the create that follows goes with its group. */
  isDeferred = false;
  #creates = 0;

  constructor(filing: Filing, work: Work) {
    const { ahead, step } = work;
    const tried = step.checkOut?.tried ?? [];
    this.filing = filing;
    this.work = work;
    this.request = step.should.request;
    this.deeds = step.deeds;
    this.believed = { ...ahead, tried };
    this.calls = ahead.tried.slice(tried.length);
  }

  get checkOut(): CheckOut | null {
    return nullIfEmpty(this.believed);
  }

  get isBackToBefore(): boolean {
    const hasWithdrawn = this.rows.some(({ outcome }) => outcome === 'withdrawn');
    return hasWithdrawn && this.checkOut === null && !settles(this.rows.at(-1)?.outcome ?? '');
  }

  /** Begins to file it, also again: what the last attempt found of its RFP and its user does not count any more. */
  begin(joining: Joining): void {
    this.joining = joining;
    this.foundIn = 0;
    this.isUnproven = false;
    this.isDeferred = false;
  }

  /** Adds a row for the request. */
  add(outcome: FiledRequest['outcome'], rest: Partial<FiledRequest> = {}): void {
    this.rows.push(filed(this.request, outcome, rest));
  }

  /** Adds a row that leaves the object to the next run. */
  addNotAttempted(msg: string, rest: Partial<FiledRequest> = {}): void {
    this.add('notAttempted', { msg, remedy: triedAgain, ...rest });
  }

  /** Adds a row for a call that did not do what it asked for; its number is that of the request in the way, if any. */
  addNotDone({ kind, why: msg, remedy, reply, by }: NotDone, rest: Partial<FiledRequest> = {}): void {
    const objectId = by ?? rest.objectId ?? null;
    this.add(outcomeOf[kind], { msg, remedy, sev: reply?.sev ?? null, needsPerson: false, ...rest, objectId });
  }

  /** Awaits a call and returns its result; notes that something was sent for the object, unless it was `stopped`. */
  async ask(call: Promise<CallResult>): Promise<CallResult> {
    const result = await call;
    this.isSent ||= result.kind !== 'stopped';
    return result;
  }

  /** Changes the check-out by what came of a call: nothing else changes it. @param stands the request after a call that was done; null: none. */
  callEnded(call: Tried, came: Came, stands: Standing | null = null): void {
    this.believed = answer(this.believed, call, came, stands);
  }

  /** Notes what stands after a create (`before` null) or an update, with its row. @param rfp null: not known. */
  noteFiled(outcome: 'created' | 'updated', call: Tried, reply: Reply, of: FiledCall): void {
    const { sent, objectId, rfp, before } = of;
    const { path, reason, blob, fields } = this.request;
    const { sha: commit, vref: run } = this.filing.run;
    const { sev, msg, request: used } = reply;
    const tkey = sent.tkey ?? before?.tkey;
    this.callEnded(
      call,
      { kind: 'done' },
      {
        ...{ objectId, reason, path: path.text, blob, rfp: rfp ?? 0, ...(tkey !== undefined && { tkey }) },
        ...{ fields: { ...before?.fields, ...fields }, user: findUser(reply) ?? before?.user ?? null },
        ...{ commit, run: before?.run ?? run },
      },
    );
    const isInNone = rfp === 0 && sent.arfp !== undefined && sent.arfp !== '*NO';
    const own = [...(sev === 20 ? [msg] : []), ...(isInNone ? [inNoRfp] : [])];
    const warnings = [...own, ...of.warnings, ...this.warnings(before)];
    this.add(outcome, { objectId, rfp, sev, msg, used, vref: sent.vref ?? null, tkey: sent.tkey ?? null, warnings });
  }

  /** Notes a call that did not do what it asked for, with its row. */
  noteFailed(call: Tried, result: NotDone, rest: Partial<FiledRequest> = {}): void {
    this.callEnded(call, result);
    this.addNotDone(result, rest);
  }

  /** Notes that a request has moved on, for all objects of the run. @returns `gone`. */
  noteGone(call: Tried, objectId: number): 'gone' {
    this.filing.dropped.add(objectId);
    this.callEnded(call, { kind: 'gone' });
    return 'gone';
  }

  /** Notes after a defect that every call of this run may have been made: all are tried from now on. */
  noteAllTried(): void {
    this.isSent = true;
    this.believed = { ...this.believed, tried: [...(this.work.step.checkOut?.tried ?? []), ...this.calls] };
  }

  /** Returns the newest call of this run that does this with this request (null: a create); makes one if there is none. */
  callFor(does: Tried['does'], objectId: number | null): Tried {
    const call = this.calls.findLast((one) => one.does === does && one.objectId === objectId);
    return call ?? this.#newCall(does, objectId);
  }

  #newCall(does: Tried['does'], objectId: number | null): Tried {
    const call = makeCall(this.request, { does, objectId, group: this.work.group }, this.filing.run);
    this.calls.push(call);
    return call;
  }

  /**
   * Makes a call that the plan did not have, and writes it down.
   *
   * @param holder the branch whose check-out this one goes on with from here on; null: none. @param follows true if a create
   * follows. @returns null: a row says why it must not be made.
   */
  async writeAhead(
    does: Tried['does'],
    objectId: number | null,
    holder: Holder | null = null,
    follows = false,
  ): Promise<Tried | null> {
    const call = this.#newCall(does, objectId);
    const ahead = holder === null ? this.believed : this.withCheckOutOf(holder);
    const next = follows ? [this.callFor('file', null)] : [];
    const stop = await this.filing.writeAhead({ ...ahead, tried: [...ahead.tried, ...next] }, call, holder);
    if (stop === null) {
      this.believed = ahead;
      return call;
    }
    this.addNotAttempted(stop.why, { objectId, remedy: stop.remedy });
    return null;
  }

  /** Returns what is believed once the request of another branch is this one's, with what made its object before that branch. */
  withCheckOutOf({ checkOut: { stands, before } }: Holder): CheckOut {
    return { ...this.believed, stands, ...(this.work.step.checkOut === null && { before }) };
  }

  /** Returns the vref of the next create, how the service's log names it: mapped, else `<run>.<n>`, `<run>.<n>.2` for the second. */
  nextVref(): string {
    this.#creates += 1;
    const again = this.#creates > 1 ? `.${this.#creates}` : '';
    return this.request.fields.vref ?? `${this.filing.run.vref}.${this.work.n}${again}`;
  }

  /**
   * Adds a row of a conflict, with who holds the object as far as the ledger knows; notes where only the user is missing to
   * prove that it is ours. @param refusal of the service; or empty.
   */
  addConflict(verdict: Extract<Verdict, { why: string }>, refusal: string, rest: Partial<FiledRequest>): void {
    const msg = refusal === '' ? verdict.why : `${refusal} – ${verdict.why}`;
    this.isUnproven = verdict.kind === 'unproven';
    const { holder, mayAdopt } = verdict.kind === 'theirs' ? verdict : { holder: null };
    const more = mayAdopt === true ? { remedy: adoptIt } : {};
    this.add('conflict', { ...rest, msg, ...(holder === null ? more : heldBy(holder, msg)) });
  }

  /** Names what stays as it was filed, as no update can change it, and another file that makes the object. @param before null: a create. */
  warnings(before: Standing | null): string[] {
    const { twin, identity, fields } = this.request;
    const names = before === null ? [] : [before.commit.slice(0, 7), before.run, runId(before.run)];
    const fixed = before === null ? [] : fixedWarnings(before.fields, fields, names);
    return twin === undefined ? fixed : [...fixed, `${twin} makes ${identityText(identity)} too`];
  }
}
