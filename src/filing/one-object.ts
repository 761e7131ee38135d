import { answer, type Came } from '../checkout/answer.ts';
import { type FiledRequest, filed, settles } from '../checkout/outcome.ts';
import { rivalOf, type Verdict } from '../checkout/whose.ts';
import { fixedWarnings } from '../interface/fields.ts';
import type { CheckOut, Standing, Tried } from '../ledger/record.ts';
import { identityText } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { NotDone, ServiceSaid } from './ask.ts';
import type { Filing } from './filing.ts';
import { adoptIt, heldBy } from './remedies.ts';
import type { Joining } from './rfp.ts';
import { callOf, type Ended, type Taken, type Work } from './work.ts';

/** How a row ends whose call did not do what it asked for. */
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
  readonly joins: Joining;
  checkOut: CheckOut | null;
  /** The RFP that our request was found in; 0: none, or nobody asked. */
  foundIn = 0;
  /** True when only the user of our requests is missing to prove that a request is ours. */
  isUnproven = false;
  readonly #rows: FiledRequest[] = [];
  readonly #taken: Taken[] = [];
  readonly #unanswered = new Set<Tried>();
  #isSent = false;
  #isDeferred = false;
  #creates = 0;

  constructor(filing: Filing, work: Work, joins: Joining) {
    this.filing = filing;
    this.work = work;
    this.request = work.step.should.request;
    this.joins = joins;
    this.checkOut = work.ahead;
  }

  ended(): Ended {
    const rows = this.#rows;
    const follows = rows.at(-1) !== undefined && settles(rows.at(-1)?.outcome ?? '');
    const hasWithdrawn = rows.some(({ outcome }) => outcome === 'withdrawn');
    const checkOut = this.#withoutUnsent();
    return {
      rows,
      checkOut: this.#isDeferred ? this.checkOut : checkOut,
      isSent: this.#isSent,
      isBackToBefore: hasWithdrawn && !follows && checkOut === null,
      taken: this.#taken,
      isUnproven: this.isUnproven,
      foundIn: this.foundIn,
      isDeferred: this.#isDeferred,
    };
  }

  /** What is believed, without calls of this run that were never made. */
  #withoutUnsent(): CheckOut | null {
    if (this.checkOut === null) return null;
    const tried = this.checkOut.tried.filter((call) => !this.isNew(call) || this.#unanswered.has(call));
    return this.checkOut.stands === null && tried.length === 0 ? null : { ...this.checkOut, tried };
  }

  add(outcome: FiledRequest['outcome'], rest: Partial<FiledRequest> = {}): void {
    this.#rows.push(filed(this.request, outcome, rest));
  }

  /** A row for a call that did not do what it asked for. */
  addNotDone({ kind, why: msg, remedy, sev, by }: NotDone, rest: Partial<FiledRequest> = {}): void {
    const objectId = by ?? rest.objectId ?? null;
    this.add(outcomeOf[kind], { msg, remedy, sev, needsPerson: false, ...rest, objectId });
  }

  /** Makes a call. */
  async ask(call: Promise<ServiceSaid>): Promise<ServiceSaid> {
    const asked = await call;
    if (asked.kind !== 'stopped') this.#isSent = true;
    return asked;
  }

  /** True for a call of this very run, and not of an ended one that got no answer. */
  isNew(call: Tried): boolean {
    return call.run === this.filing.run.vref && this.work.step.checkOut?.tried.includes(call) !== true;
  }

  /** Takes note of what came of a call: the only way in which this filing learns what stands. */
  came(call: Tried, came: Came): void {
    if (came.kind === 'notDone' && came.mayBeDone) this.#unanswered.add(call);
    // What is refused later says nothing of the attempt that got no answer.
    const known = came.kind === 'notDone' ? { ...came, mayBeDone: this.#unanswered.has(call) } : came;
    this.checkOut = answer(this.checkOut ?? this.#nothing(), call, known);
  }

  /** The same for a call that did not do what it asked for, with its row. */
  failed(call: Tried, asked: NotDone, rest: Partial<FiledRequest> = {}): void {
    this.came(call, { kind: 'notDone', mayBeDone: asked.mayBeDone });
    this.addNotDone(asked, rest);
  }

  #nothing(): CheckOut {
    return { ...this.work.ahead, stands: null, tried: [] };
  }

  /** The call as it was written down for this run. */
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

  /** How the service's log is to name the next create. */
  nextVref(): string {
    this.#creates += 1;
    const again = this.#creates > 1 ? `.${this.#creates}` : '';
    return this.request.fields.vref ?? `${this.filing.run.vref}.${this.work.n}${again}`;
  }

  /** Leaves the create that is next to the group of its RFP. @returns false: it is to be made now. */
  defersCreate(): boolean {
    this.#isDeferred = this.joins.defersCreate === true;
    return this.#isDeferred;
  }

  /** The request leaves the record of another branch. */
  take(taken: Taken): void {
    this.#taken.push(taken);
  }

  /** A number that another branch has by right as well is not touched. @returns true when it is ours alone. */
  isOursAlone(objectId: number): boolean {
    const rival = rivalOf(this.filing.numbers.holdersAtBegin(objectId));
    if (rival === null) return true;
    const why = `request ${objectId} is in the ledger for ${rival.branch}, too`;
    this.addTheirs({ kind: 'theirs', holder: rival, why, isCertain: true }, '', { objectId });
    return false;
  }

  /** A row that says who holds the object, as far as the ledger knows; a branch that is gone can be released. */
  addTheirs(theirs: Extract<Verdict, { kind: 'theirs' }>, refusal: string, rest: Partial<FiledRequest>): void {
    const { holder, why, mayAdopt } = theirs;
    const said = refusal === '' ? why : `${refusal} – ${why}`;
    const more = holder === null ? (mayAdopt === true ? { remedy: adoptIt } : {}) : heldBy(holder, said);
    this.add('conflict', { ...rest, msg: said, ...more });
  }

  /** What stays as it was filed although the file says otherwise. */
  fixed(stands: Standing): string[] {
    const names = [stands.commit.slice(0, 7), stands.run, stands.run.replace(/-\d+$/, '')];
    return fixedWarnings(stands.fields, this.request.fields, names);
  }

  /** Another file that makes the object, too. */
  twin(): string[] {
    const { twin, identity } = this.request;
    return twin === undefined ? [] : [`${twin.path} makes ${identityText(identity)} too`];
  }
}
