import { answer, type CallEnd, nullIfEmpty } from '../checkout/answer.ts';
import { type FiledRequest, filed, settles } from '../checkout/outcome.ts';
import type { Verdict } from '../checkout/whose.ts';
import { fixedWarnings } from '../interface/fields.ts';
import type { CheckOut, Standing, Tried } from '../ledger/record.ts';
import { identityText } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { CallOutcome, NotDone } from './ask.ts';
import { callOf, type Ended, type Filing, type Taken, type Work } from './filing.ts';
import { adoptIt, heldBy } from './remedies.ts';
import { type Joining, runId } from './rfp.ts';

/** How the row of a call ends that did not do what it asked for. */
const outcomeOf = {
  gone: 'rejected',
  locked: 'conflict',
  refused: 'rejected',
  lost: 'unknown',
  stopped: 'notAttempted',
} as const;

/** One object while it is filed: what is believed of it, and the rows that say what was done for it. */
export class OneObject {
  readonly filing: Filing;
  readonly work: Work;
  readonly request: PlannedRequest;
  /** How it gets into its RFP. */
  readonly joining: Joining;
  checkOut: CheckOut | null;
  /** The RFP that our request was found in; 0: none, or nobody asked. */
  foundIn = 0;
  /** Requests that leave another record. */
  readonly taken: Taken[] = [];
  /** True when only the user of our requests is missing to prove that a request is ours. */
  isUnproven = false;
  /** True when its request has moved on, and the create that follows goes with its group. */
  isDeferred = false;
  readonly #rows: FiledRequest[] = [];
  /** Calls of ended runs. */
  readonly #older: Set<Tried>;
  readonly #unanswered = new Set<Tried>();
  #isSent = false;
  #creates = 0;

  constructor(filing: Filing, work: Work, joining: Joining) {
    this.filing = filing;
    this.work = work;
    this.request = work.step.should.request;
    this.joining = joining;
    this.checkOut = work.ahead;
    this.#older = new Set(work.step.checkOut?.tried);
  }

  /** Returns how it ended; of the calls that are tried, new ones stay only where they were made and got no answer. */
  ended(): Ended {
    const { checkOut: known, taken, isUnproven, foundIn, isDeferred } = this;
    const [rows, isSent] = [this.#rows, this.#isSent];
    const isTried = (call: Tried) => !this.isNew(call) || this.#unanswered.has(call);
    const checkOut = known && nullIfEmpty({ ...known, tried: known.tried.filter(isTried) });
    const hasWithdrawn = rows.some(({ outcome }) => outcome === 'withdrawn');
    const isBackToBefore = hasWithdrawn && checkOut === null && !settles(rows.at(-1)?.outcome ?? '');
    return { rows, checkOut, isSent, isBackToBefore, taken, isUnproven, foundIn, isDeferred };
  }

  /** Adds a row for the request. */
  add(outcome: FiledRequest['outcome'], rest: Partial<FiledRequest> = {}): void {
    this.#rows.push(filed(this.request, outcome, rest));
  }

  /** Adds a row for a call that did not do what it asked for; its number is that of the request in the way, if any. */
  addNotDone({ kind, why: msg, remedy, sev, by }: NotDone, rest: Partial<FiledRequest> = {}): void {
    const objectId = by ?? rest.objectId ?? null;
    this.add(outcomeOf[kind], { msg, remedy, sev, needsPerson: false, ...rest, objectId });
  }

  /** Awaits a call, and notes that something was sent, unless filing had stopped before. */
  async ask(call: Promise<CallOutcome>): Promise<CallOutcome> {
    const result = await call;
    this.#isSent ||= result.kind !== 'stopped';
    return result;
  }

  /** True for a call of this very run; an ended one, whose calls got no answer, may have the same name. */
  isNew(call: Tried): boolean {
    return !this.#older.has(call);
  }

  /** Notes how a call ended: the only way in which this filing learns what stands. One that once got no answer may be done for good. */
  callEnded(call: Tried, end: CallEnd): void {
    if (end.kind === 'notDone' && end.mayBeDone) this.#unanswered.add(call);
    const known = end.kind === 'notDone' ? { ...end, mayBeDone: this.#unanswered.has(call) } : end;
    this.checkOut = answer(this.checkOut ?? this.#nothing(), call, known);
  }

  /** Notes a call that did not do what it asked for, with its row. */
  failed(call: Tried, result: NotDone, rest: Partial<FiledRequest> = {}): void {
    this.callEnded(call, { kind: 'notDone', mayBeDone: result.mayBeDone });
    this.addNotDone(result, rest);
  }

  /** Notes that a request has moved on, for all objects of the run. @returns `gone`. */
  hasMovedOn(call: Tried, objectId: number): 'gone' {
    const updates = this.checkOut?.tried.filter((one) => one.does === 'file' && one.objectId === objectId) ?? [];
    this.filing.dropped.add(objectId);
    this.callEnded(call, { kind: 'gone' });
    // The creates that may have followed them are the last now, and as old as they are.
    const creates = this.checkOut?.tried.slice(-updates.length) ?? [];
    for (const [n, update] of updates.entries()) if (creates[n] && !this.isNew(update)) this.#older.add(creates[n]);
    return 'gone';
  }

  /** Returns the check-out without anything in it. */
  #nothing(): CheckOut {
    return { ...this.work.ahead, stands: null, tried: [] };
  }

  /** Returns the newest such call that this run wrote ahead; else makes one. */
  callFor(does: Tried['does'], objectId: number | null): Tried {
    const isIt = (call: Tried) => this.isNew(call) && call.does === does && call.objectId === objectId;
    return this.checkOut?.tried.findLast(isIt) ?? this.#newCall(does, objectId);
  }

  #newCall(does: Tried['does'], objectId: number | null): Tried {
    return callOf(this.request, does, objectId, this.filing.run, this.work.group);
  }

  /** Makes a call that the plan did not have, and writes it down. @returns null: a row says why it must not be made. */
  async writeAhead(does: Tried['does'], objectId: number | null): Promise<Tried | null> {
    const call = this.#newCall(does, objectId);
    const checkOut = this.checkOut ?? this.#nothing();
    const stop = await this.filing.writeAhead(checkOut, call);
    if (stop !== null) {
      this.add('notAttempted', { objectId, msg: stop.why, remedy: stop.remedy });
      return null;
    }
    this.checkOut = { ...checkOut, tried: [...checkOut.tried, call] };
    return call;
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
  addConflict(verdict: Verdict, refusal: string, rest: Partial<FiledRequest>): void {
    const why = 'why' in verdict ? verdict.why : '';
    const msg = refusal === '' ? why : `${refusal} – ${why}`;
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
    return twin === undefined ? fixed : [...fixed, `${twin.path} makes ${identityText(identity)} too`];
  }
}
