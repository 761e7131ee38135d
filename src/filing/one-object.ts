import { answer, type CallEnd } from '../checkout/answer.ts';
import { type FiledRequest, filed, settles } from '../checkout/outcome.ts';
import { unmergedHolder, type Verdict } from '../checkout/whose.ts';
import { fixedWarnings } from '../interface/fields.ts';
import type { CheckOut, Standing, Tried } from '../ledger/record.ts';
import { identityText } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { askUpdate, type CallOutcome, type NotDone } from './ask.ts';
import type { Filing } from './filing.ts';
import { adoptIt, heldBy } from './remedies.ts';
import type { Joining } from './rfp.ts';
import { callOf, type Ended, type Taken, type Work } from './work.ts';

/** How a row ends whose call did not do what it result for. */
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
  readonly #rows: FiledRequest[] = [];
  /** Calls of ended runs. */
  readonly #older: Set<Tried>;
  readonly #unanswered = new Set<Tried>();
  #isSent = false;
  #isDeferred = false;
  #creates = 0;

  constructor(filing: Filing, work: Work, joining: Joining) {
    this.filing = filing;
    this.work = work;
    this.request = work.step.should.request;
    this.joining = joining;
    this.checkOut = work.ahead;
    this.#older = new Set(work.step.checkOut?.tried);
  }

  ended(): Ended {
    const rows = this.#rows;
    const follows = settles(rows.at(-1)?.outcome ?? '');
    const hasWithdrawn = rows.some(({ outcome }) => outcome === 'withdrawn');
    const checkOut = this.#withoutUnsent();
    return {
      rows,
      checkOut,
      isSent: this.#isSent,
      isBackToBefore: hasWithdrawn && !follows && checkOut === null,
      taken: this.taken,
      isUnproven: this.isUnproven,
      foundIn: this.foundIn,
      isDeferred: this.#isDeferred,
    };
  }

  /** Returns what is believed, without calls of this run that were never made. */
  #withoutUnsent(): CheckOut | null {
    if (this.checkOut === null) return null;
    const tried = this.checkOut.tried.filter((call) => !this.isNew(call) || this.#unanswered.has(call));
    return this.checkOut.stands === null && tried.length === 0 ? null : { ...this.checkOut, tried };
  }

  add(outcome: FiledRequest['outcome'], rest: Partial<FiledRequest> = {}): void {
    this.#rows.push(filed(this.request, outcome, rest));
  }

  /** Adds a row for a call that did not do what it asked for. */
  addNotDone({ kind, why: msg, remedy, sev, by }: NotDone, rest: Partial<FiledRequest> = {}): void {
    const objectId = by ?? rest.objectId ?? null;
    this.add(outcomeOf[kind], { msg, remedy, sev, needsPerson: false, ...rest, objectId });
  }

  /** Makes a call, and notes that something was sent. */
  async ask(call: Promise<CallOutcome>): Promise<CallOutcome> {
    const result = await call;
    this.#isSent ||= result.kind !== 'stopped';
    return result;
  }

  /** True for a call of this very run, and not of an ended one, which may have the same name, that got no answer. */
  isNew(call: Tried): boolean {
    return !this.#older.has(call);
  }

  /** Notes how a call ended: the only way in which this filing learns what stands. */
  callEnded(call: Tried, end: CallEnd): void {
    if (end.kind === 'notDone' && end.mayBeDone) this.#unanswered.add(call);
    // What is refused later says nothing of the attempt that got no answer.
    const known = end.kind === 'notDone' ? { ...end, mayBeDone: this.#unanswered.has(call) } : end;
    this.checkOut = answer(this.checkOut ?? this.#nothing(), call, known);
  }

  /** Notes a call that did not do what it asked for, with its row. */
  failed(call: Tried, result: NotDone, rest: Partial<FiledRequest> = {}): void {
    this.callEnded(call, { kind: 'notDone', mayBeDone: result.mayBeDone });
    this.addNotDone(result, rest);
  }

  /** Notes that a request has moved on. */
  hasMovedOn(call: Tried, objectId: number): 'gone' {
    const updates = this.checkOut?.tried.filter((one) => one.does === 'file' && one.objectId === objectId) ?? [];
    this.filing.dropped.add(objectId);
    this.callEnded(call, { kind: 'gone' });
    // The creates that may have followed them are the last now, and as old as they are.
    const creates = this.checkOut?.tried.slice(-updates.length) ?? [];
    for (const [n, update] of updates.entries()) if (creates[n] && !this.isNew(update)) this.#older.add(creates[n]);
    return 'gone';
  }

  #nothing(): CheckOut {
    return { ...this.work.ahead, stands: null, tried: [] };
  }

  /** Returns the call as this run wrote it ahead. */
  callFor(does: Tried['does'], objectId: number | null): Tried {
    const isIt = (call: Tried) => this.isNew(call) && call.does === does && call.objectId === objectId;
    return this.checkOut?.tried.findLast(isIt) ?? this.#newCall(does, objectId);
  }

  #newCall(does: Tried['does'], objectId: number | null): Tried {
    const { head: commit, run } = this.filing;
    return callOf(this.request, does, objectId, { commit, run: run.vref, group: this.work.group });
  }

  /** Writes a call down that the plan did not have. @returns null: a row says why it must not be made. */
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

  /** Returns the vref of the next create: how the service's log names it. */
  nextVref(): string {
    this.#creates += 1;
    const again = this.#creates > 1 ? `.${this.#creates}` : '';
    return this.request.fields.vref ?? `${this.filing.run.vref}.${this.work.n}${again}`;
  }

  /** Leaves the create that is next to the group of its RFP. @returns false: it is to be made now. */
  defersCreate(): boolean {
    this.#isDeferred = this.joining.defersCreate === true;
    return this.#isDeferred;
  }

  /** True if no other branch that is not merged here has the number, or the request has moved on; else a row says so. */
  async isOursAlone(objectId: number): Promise<boolean> {
    const rival = unmergedHolder(this.filing.numbers.holdersAtBegin(objectId));
    if (rival === null || (await askUpdate(this.filing, { objectId })).kind === 'gone') return true;
    const why = `request ${objectId} is in the ledger for ${rival.branch}, too`;
    this.addTheirs({ kind: 'theirs', holder: rival, why, isCertain: true }, '', { objectId });
    return false;
  }

  /** Adds a row that says who holds the object, as far as the ledger knows; a branch that is gone can be released. */
  addTheirs(theirs: Extract<Verdict, { kind: 'theirs' }>, refusal: string, rest: Partial<FiledRequest>): void {
    const { holder, why, mayAdopt } = theirs;
    const said = refusal === '' ? why : `${refusal} – ${why}`;
    const more = holder === null ? (mayAdopt === true ? { remedy: adoptIt } : {}) : heldBy(holder, said);
    this.add('conflict', { ...rest, msg: said, ...more });
  }

  /** Adds a row for a request that may be ours, and is not proven to be. */
  addUnproven(verdict: Verdict, refusal: string, rest: Partial<FiledRequest>): void {
    this.isUnproven = verdict.kind === 'unproven';
    this.add('conflict', { ...rest, msg: `${refusal} – ${'why' in verdict ? verdict.why : ''}` });
  }

  /** Names what stays as it was filed, as no update can change it. */
  fixedWarnings(stands: Standing): string[] {
    const names = [stands.commit.slice(0, 7), stands.run, stands.run.replace(/-\d+$/, '')];
    return fixedWarnings(stands.fields, this.request.fields, names);
  }

  /** Names another file that makes the object, too. */
  twinWarnings(): string[] {
    const { twin, identity } = this.request;
    return twin === undefined ? [] : [`${twin.path} makes ${identityText(identity)} too`];
  }
}
