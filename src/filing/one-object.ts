import { answer, type Came, dropIfEmpty } from '../checkout/answer.ts';
import type { Deed } from '../checkout/next.ts';
import { type FiledRequest, filed } from '../checkout/outcome.ts';
import type { Holder, Verdict } from '../checkout/whose.ts';
import { type CallResult, type NotDone, triedAgain } from '../client/results.ts';
import { type CreateFields, describeFixedChanges } from '../interface/fields.ts';
import type { Reply } from '../interface/replies.ts';
import type { CheckOut, Standing, Tried } from '../ledger/record.ts';
import { formatIdentity } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { ask, findUser } from './ask.ts';
import { buildTriedCall, type Filing, type Work } from './filing.ts';
import { adoptIt, askPerson, describeOrigin, suggestRelease } from './remedies.ts';
import { type Joining, joinsNone, stripAttempt } from './rfp.ts';

const mayBeUnlocked = 'an earlier run was stopped, and may have created this request without a lock';

/** The outcome of the row for a call that was not done, by the kind of its result. */
const outcomeOf = {
  gone: 'rejected',
  locked: 'conflict',
  refused: 'rejected',
  lost: 'unknown',
  stopped: 'notAttempted',
} as const;

/** A create or an update that was done. `before`: the request as it stood; null: there was none, or nobody knows. */
type FiledCall = Pick<FiledRequest, 'objectId' | 'rfp' | 'warnings'> & {
  readonly sent: Pick<CreateFields, 'arfp' | 'tkey' | 'vref'>;
  readonly before: Standing | null;
};

/** One object, and how its filing ended. */
export type Filed = Readonly<Pick<OneObject, 'work' | 'rows' | 'checkOut' | 'isSent' | 'calls' | 'taken' | 'waitsFor'>>;

/** One object while it is filed: what is done for it, what is believed of it, and the rows that say how it ended. */
export class OneObject {
  readonly filing: Filing;
  readonly work: Work;
  readonly request: PlannedRequest;
  /** What is done for it: as planned, until it is filed again. */
  deeds: readonly Deed[];
  /** Its check-out as it is now, also where nothing stands and nothing is tried. */
  believed: CheckOut;
  /** Calls of this run: the check-out has those of them that got no answer. */
  readonly calls: Tried[];
  /** One row, after that of a request that was withdrawn for it; none where there was nothing to do. */
  readonly rows: FiledRequest[] = [];
  /** Check-outs of branches that are gone, whose requests stay as they are: each leaves its record. */
  readonly taken: Holder[] = [];
  /** Paths that a compilation still waits for after all others, so that it is not sent (design §13). */
  waitsFor: readonly string[] = [];
  isSent = false;
  joining: Joining = joinsNone;
  /** The RFP that our request was found in; 0: none, or nobody asked. */
  foundIn = 0;
  /** True when the request that holds the object may be ours: only the user is missing for the proof, or, for a compilation, an answer. */
  isUnproven = false;
  /** True when its request has moved on, and the create that follows goes with its group. */
  isDeferred = false;
  #creates = 0;

  /** Begins without rows. `calls` are those of `work.ahead` that this run has written ahead; `believed` does not have them. */
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

  /** The check-out for the ledger; null: nothing stands, and no call is without an answer. */
  get checkOut(): CheckOut | null {
    return dropIfEmpty(this.believed);
  }

  /** Adds a row with an outcome for the request of the object; fields in `rest` replace the defaults of `filed`. */
  add(outcome: FiledRequest['outcome'], rest: Partial<FiledRequest> = {}): void {
    this.rows.push(filed(this.request, outcome, rest));
  }

  /** Adds the row `unknown`, which only a person can settle. @param msg default: an earlier run may have created it without a lock */
  addUnknown(msg = mayBeUnlocked, rest: Partial<FiledRequest> = {}): void {
    this.add('unknown', { msg, remedy: askPerson, ...rest });
  }

  /** Adds the row `notAttempted` with a reason: the next run tries again. */
  addNotAttempted(msg: string, rest: Partial<FiledRequest> = {}): void {
    this.add('notAttempted', { msg, remedy: triedAgain, ...rest });
  }

  /** Makes a call as `ask` does, and sets `isSent` unless it is `stopped`. */
  async ask(call: Parameters<typeof ask>[1]): Promise<CallResult> {
    const result = await ask(this.filing, call);
    this.isSent ||= result.kind !== 'stopped';
    return result;
  }

  /** Changes `believed` by what came of a call (see `answer`); adds no row. @param stands what stands now if it was done; null: nothing. */
  noteCallEnded(call: Tried, came: Came, stands: Standing | null = null): void {
    this.believed = answer(this.believed, call, came, stands);
  }

  /** Notes a create or update that was done: `believed` has the request as it stands now. Adds its row, with all warnings about it. */
  noteFiled(outcome: 'created' | 'updated', call: Tried, reply: Reply, of: FiledCall): void {
    const { sent, objectId, rfp, before } = of;
    const { path, reason, blob, fields } = this.request;
    const { sha: commit, vref: run } = this.filing.run;
    const { sev, msg, request: used } = reply;
    const tkey = sent.tkey ?? before?.tkey;
    // No update changes the branch of a request that is taken over.
    const { branch = fields.branch } = before?.fields ?? {};
    // What an update finds without a record of it, an earlier run has created.
    const tried = outcome === 'updated' ? this.believed.tried : [];
    const created = before ?? tried.findLast(({ does, objectId: of }) => does === 'file' && of === null);
    const stands = {
      ...{ objectId, reason, path: path.text, blob, rfp: rfp ?? 0, ...(tkey !== undefined && { tkey }) },
      fields: { ...before?.fields, ...fields, ...(branch && { branch }) },
      ...{ user: findUser(reply) ?? before?.user ?? null, commit, run: created?.run ?? run },
    };
    this.noteCallEnded(call, { kind: 'done' }, stands);
    const isInNone = rfp === 0 && sent.arfp !== undefined && sent.arfp !== '*NO';
    const own = [...(sev === 20 ? [msg] : []), ...(isInNone ? ['the service has put it into no RFP'] : [])];
    const warnings = [...own, ...of.warnings, ...this.collectWarnings(before)];
    this.add(outcome, { objectId, rfp, sev, msg, used, vref: sent.vref ?? null, tkey: sent.tkey ?? null, warnings });
  }

  /** Notes a call that was not, or may not be, done: changes `believed`, and adds its row, with the number of the holder that it names. */
  noteFailed(call: Tried, result: NotDone, rest: Partial<FiledRequest>): void {
    this.noteCallEnded(call, result);
    const { kind, why: msg, remedy, reply, by } = result;
    const objectId = by ?? rest.objectId ?? null;
    this.add(outcomeOf[kind], { msg, remedy, sev: reply?.sev ?? null, needsPerson: false, ...rest, objectId });
  }

  /** Notes, without a row, that request `objectId` has moved on: in `believed`, and for all objects in `filing.dropped`. Returns `gone`. */
  noteGone(call: Tried, objectId: number): 'gone' {
    this.filing.dropped.add(objectId);
    this.noteCallEnded(call, { kind: 'gone' });
    return 'gone';
  }

  /** Returns the last of `calls` that does this to request `objectId` (null: a create), else adds one. Sends and writes nothing. */
  ensureCall(does: Tried['does'], objectId: number | null): Tried {
    const known = this.calls.findLast((one) => one.does === does && one.objectId === objectId);
    return known ?? this.#addCall(does, objectId);
  }

  /** Adds an entry for a call of this kind (see buildTriedCall) to `calls`, and returns it; sends and writes nothing. */
  #addCall(does: Tried['does'], objectId: number | null): Tried {
    const call = buildTriedCall(this.request, { does, objectId, group: this.work.group }, this.filing.run);
    this.calls.push(call);
    return call;
  }

  /**
   * Adds a call that the plan did not have to `calls`, and writes it to the ledger, as has to be done before the caller sends it.
   * @param holder the branch whose request is taken over: that request stands in `believed` then; null: none. @param follows true: also
   * writes down the create that follows. @returns the call; null, with a row `notAttempted`: do not send it; `believed` is as before.
   */
  async writeAhead(does: Tried['does'], objectId: number | null, holder: Holder | null = null, follows = false) {
    const call = this.#addCall(does, objectId);
    const ahead = holder === null ? this.believed : await this.withCheckOutOf(holder);
    const next = follows ? [this.ensureCall('file', null)] : [];
    const stop = await this.filing.writeAhead({ ...ahead, tried: [...ahead.tried, ...next] }, call, holder);
    if (stop === null) this.believed = ahead;
    else this.addNotAttempted(stop.message, { objectId, remedy: stop.remedy });
    return stop === null ? call : null;
  }

  /**
   * Returns what is believed after taking over the request of another branch; changes nothing. If this branch had no check-out, its
   * `before` becomes that of the other branch, plus its own entries for files that are there at the fork.
   */
  async withCheckOutOf({ checkOut: { stands, before } }: Holder): Promise<CheckOut> {
    if (this.work.step.checkOut !== null) return { ...this.believed, stands };
    const own = Object.entries(this.believed.before);
    const isAtFork = await Promise.all(own.map(([path]) => this.filing.numbers.isAtFork(path)));
    const atFork = Object.fromEntries(own.filter((_, n) => isAtFork[n]));
    return { ...this.believed, stands, before: { ...before, ...atFork } };
  }

  /** Returns the vref for the next create of the object, and counts it: the mapped one, else `<run>.<n>`, the second time `<run>.<n>.2`. */
  takeVref(): string {
    this.#creates += 1;
    const again = this.#creates > 1 ? `.${this.#creates}` : '';
    return this.request.fields.vref ?? `${this.filing.run.vref}.${this.work.n}${again}`;
  }

  /**
   * Adds the row `conflict` for request `rest.objectId`, not ours, with the fields of `rest`. Its message names the branch that has it in
   * the ledger, if any; a known remedy replaces that of `rest`. Sets `isUnproven` by the verdict. @param refusal the service's words, or ''
   */
  addConflict(verdict: Extract<Verdict, { kind: 'theirs' }>, refusal: string, rest: Partial<FiledRequest>): void {
    const { why, holder, mayAdopt, isUnproven = false } = verdict;
    const held = `${formatIdentity(this.request.identity)} is held by request ${rest.objectId}${describeOrigin(holder)}. ${why}`;
    const msg = refusal === '' ? held : `${held}. The service says: "${refusal}"`;
    this.isUnproven = isUnproven;
    const more = mayAdopt === true ? { remedy: adoptIt } : {};
    this.add('conflict', { ...rest, msg, ...(holder?.gone === true ? { remedy: suggestRelease(holder) } : more) });
  }

  /** Returns warnings about fields that differ from `before` (null: none do) and no update can change, and about a second file (`twin`). */
  collectWarnings(before: Standing | null): string[] {
    const { twin, identity, fields } = this.request;
    const names = before === null ? [] : [before.commit.slice(0, 7), before.run, stripAttempt(before.run)];
    const fixed = before === null ? [] : describeFixedChanges(before.fields, fields, names);
    return twin === undefined ? fixed : [...fixed, `${twin} makes ${formatIdentity(identity)} too`];
  }
}
