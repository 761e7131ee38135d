import { answer, type Came } from '../checkout/answer.ts';
import { changeOf, mayHaveMade, type RequestChange, wholeChange } from '../checkout/next.ts';
import { type FiledRequest, filed } from '../checkout/outcome.ts';
import { type Holder, rivalOf, type Verdict, whose } from '../checkout/whose.ts';
import { Problem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { type CreateFields, createFields, type UpdateFields } from '../interface/fields.ts';
import { fixedWarnings } from '../interface/fields-kept.ts';
import { isSameValue, type Reply, readInteger, readRequestNumber } from '../interface/replies.ts';
import { checkCreate } from '../interface/rules.ts';
import type { CheckOut, Standing, Tried } from '../ledger/record.ts';
import { identityText } from '../plan/identity.ts';
import { carriesContent } from '../plan/part-name.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { type Asked, askCreate, askStored, askUpdate, askWithdrawal } from './ask.ts';
import { createPart, withPart } from './content.ts';
import type { Filing } from './filing.ts';
import { ownUser } from './own-user.ts';
import { adoptIt, releaseOf, remedyFor, triedAgain } from './remedies.ts';
import type { Joining } from './rfp.ts';
import type { Ended, Taken, Work } from './work.ts';

/** Files one object: does what its step says, one call after the other. @param joins how it gets into its RFP. */
export async function fileObject(filing: Filing, work: Work, joins: Joining): Promise<Ended> {
  const object = new ObjectFiling(filing, work, joins);
  try {
    await object.carryOut();
  } catch (error) {
    // A content or a history that could not be read concerns this one object.
    if (!(error instanceof Problem || error instanceof GitFailure)) throw error;
    object.break(error);
  }
  return object.ended();
}

/** Whether the next thing may be done for the object. */
type GoOn = boolean;

class ObjectFiling {
  readonly #filing: Filing;
  readonly #work: Work;
  readonly #request: PlannedRequest;
  readonly #joins: Joining;
  readonly #rows: FiledRequest[] = [];
  readonly #taken: Taken[] = [];
  #checkOut: CheckOut | null;
  #isSent = false;
  #hasWithdrawn = false;
  #isUnproven = false;
  /** The RFP that a probe found our request in; 0: none, or nobody asked. */
  #rfpThere = 0;
  #isDeferred = false;
  readonly #unanswered = new Set<Tried>();
  #creates = 0;
  /** The number of another request, while it is found out whose it is. */
  #judged: number | null = null;

  constructor(filing: Filing, work: Work, joins: Joining) {
    this.#filing = filing;
    this.#work = work;
    this.#request = work.step.should.request;
    this.#joins = joins;
    this.#checkOut = work.ahead;
  }

  ended(): Ended {
    const last = this.#rows.at(-1);
    const follows = last !== undefined && ['created', 'updated', 'withdrawn', 'unchanged'].includes(last.outcome);
    return {
      rows: this.#rows,
      checkOut: this.#isDeferred ? this.#checkOut : this.#withoutUnsent(),
      isSent: this.#isSent,
      isBackToBefore: this.#hasWithdrawn && !follows && this.#withoutUnsent() === null,
      taken: this.#taken,
      isUnproven: this.#isUnproven,
      foundIn: this.#rfpThere,
      isDeferred: this.#isDeferred,
    };
  }

  /** What is believed, without calls of this run that were never made. */
  #withoutUnsent(): CheckOut | null {
    if (this.#checkOut === null) return null;
    const tried = this.#checkOut.tried.filter((call) => !this.#isNew(call) || this.#unanswered.has(call));
    return this.#checkOut.stands === null && tried.length === 0 ? null : { ...this.#checkOut, tried };
  }

  async carryOut(): Promise<void> {
    const { should } = this.#work.step;
    if (should.kind === 'blocked') return this.#add(should.outcome, { msg: should.why });
    for (const deed of this.#work.step.deeds) {
      switch (deed) {
        case 'unchanged':
          this.#leaveUnchanged();
          break;
        case 'unknown':
          this.#add('unknown', { msg: mayBeUnlocked, remedy: askPerson });
          break;
        case 'create':
          await this.#create();
          break;
        case 'update':
          await this.#update();
          break;
        case 'look':
          await this.#look();
          break;
        case 'withdraw':
          if (!(await this.#withdrawStanding())) return;
          break;
        case 'learn':
          await this.#learn();
          break;
      }
    }
  }

  /** Nothing more can be done: Git or the ledger did not say what has to be known. */
  break({ message }: Problem | GitFailure): void {
    const number = this.#judged;
    const msg =
      number === null ? message : `request ${number} holds the object, and whose it is cannot be told: ${message}`;
    this.#add('notAttempted', { objectId: number, msg, remedy: triedAgain });
  }

  #add(outcome: FiledRequest['outcome'], rest: Partial<FiledRequest> = {}): void {
    this.#rows.push(filed(this.#request, outcome, rest));
  }

  /** True for a call of this very run, and not of an ended one that got no answer. */
  #isNew(call: Tried): boolean {
    return call.run === this.#filing.run.vref && this.#work.step.checkOut?.tried.includes(call) !== true;
  }

  /** Takes note of what came of a call: the only way in which this filing learns what stands. */
  #came(call: Tried, came: Came): void {
    if (came.kind === 'lost' || (came.kind === 'notDone' && came.mayBeDone)) this.#unanswered.add(call);
    // What is refused later says nothing of the attempt that got no answer.
    const known = came.kind === 'notDone' ? { ...came, mayBeDone: this.#unanswered.has(call) } : came;
    this.#checkOut = answer(this.#checkOut ?? { ...this.#work.ahead, stands: null, tried: [] }, call, known);
  }

  #tried(does: Tried['does'], objectId: number | null): Tried {
    const known = this.#checkOut?.tried.findLast(
      (call) => this.#isNew(call) && call.does === does && call.objectId === objectId,
    );
    return known ?? this.#newCall(does, objectId);
  }

  #newCall(does: Tried['does'], objectId: number | null): Tried {
    const { reason, path, blob, fields } = this.#request;
    const { head: commit, run } = this.#filing;
    const sent = does === 'file' ? fields : {};
    const call = { does, objectId, reason, path: path.text, blob, fields: sent, commit, run: run.vref };
    return { ...call, group: this.#work.group };
  }

  /** Writes a call down that the plan did not have. */
  async #writeAhead(does: Tried['does'], objectId: number | null): Promise<Tried | null> {
    const call = this.#newCall(does, objectId);
    const checkOut = { ...(this.#checkOut ?? { ...this.#work.ahead, stands: null, tried: [] }) };
    const stop = await this.#filing.writeAhead(checkOut, call);
    if (stop !== null) {
      this.#add('notAttempted', { objectId, msg: stop.why, remedy: stop.remedy });
      return null;
    }
    this.#checkOut = { ...checkOut, tried: [...checkOut.tried, call] };
    return call;
  }

  #leaveUnchanged(): void {
    const stands = this.#checkOut?.stands ?? null;
    if (stands === null) return;
    const warnings = [...this.#fixed(stands), ...this.#twin()];
    this.#add('unchanged', { objectId: stands.objectId, rfp: stands.rfp, warnings });
  }

  #fixed(stands: Standing): string[] {
    const names = [stands.commit.slice(0, 7), stands.run, stands.run.replace(/-\d+$/, '')];
    return fixedWarnings(stands.fields, this.#request.fields, names);
  }

  #twin(): string[] {
    const { twin } = this.#request;
    return twin === undefined ? [] : [`${twin.path} makes ${identityText(this.#request.identity)} too`];
  }

  /** A number that another branch has by right as well is not touched. @returns true when it is ours alone. */
  #isOursAlone(objectId: number): boolean {
    const rival = rivalOf(this.#filing.numbers.holdersAtBegin(objectId));
    if (rival === null) return true;
    const why = `request ${objectId} is in the ledger for ${rival.branch}, too`;
    const verdict = { kind: 'theirs', holder: rival, why, isCertain: true } as const;
    this.#add('conflict', { objectId, ...this.#theirs(verdict, '') });
    return false;
  }

  // -- create

  /** @param movedOn our own request that turned out to have moved on. */
  async #create(movedOn: number | null = null, isRepeated = false): Promise<void> {
    const call = this.#tried('file', null);
    this.#checkOut ??= { ...this.#work.ahead, stands: null, tried: [call] };
    const { run } = this.#filing;
    const { fields } = this.#request;
    this.#creates += 1;
    const again = this.#creates > 1 ? `.${this.#creates}` : '';
    const vref = fields.vref ?? `${run.vref}.${this.#work.n}${again}`;
    const { rfpd: _, pipe: _pipe, pipa: _pipa, tkey: _tkey, ...own } = fields;
    const keys = this.#joins.keys;
    const body = bodyOf({ ...own, ...this.#joins.create, ...keys, vref });
    const problems = checkCreate(body, { attached: carriesContent(this.#request) });
    if (problems.length > 0) {
      this.#came(call, { kind: 'notDone', mayBeDone: false });
      this.#add('rejected', { msg: `not sent: ${problems.map(({ text }) => text).join('; ')}`, vref });
      return;
    }
    const asked = await askCreate(this.#filing, body, await createPart(this.#filing, this.#request));
    if (asked.kind !== 'stopped') this.#isSent = true;
    switch (asked.kind) {
      case 'done':
        return this.#created(call, asked.reply, body, vref);
      case 'locked':
        this.#came(call, { kind: 'notDone', mayBeDone: asked.mayBeDone });
        return this.#meetHolder(asked, { vref, movedOn, isRepeated });
      case 'lost': {
        const isUnlocked = fields.lock === '*NO';
        this.#came(call, { kind: 'lost' });
        const remedy = isUnlocked ? askPerson : 'The next run of this branch finds out and files the rest.';
        return this.#add('unknown', { msg: asked.why, remedy, vref, needsPerson: isUnlocked });
      }
      default:
        return this.#notDone(call, asked, { vref });
    }
  }

  #created(call: Tried, reply: Reply, body: CreateFields, vref: string): void {
    const objectId = readRequestNumber(reply.request?.objectId);
    const rfp = rfpOf(reply);
    const warnings = reply.sev === 20 ? [reply.msg] : [];
    if (objectId === null) warnings.push('the service named no request number, so later pushes cannot update it');
    const { path, reason, blob, fields } = this.#request;
    const { run, head } = this.#filing;
    const tkey = body.tkey === undefined ? {} : { tkey: body.tkey };
    const stands = { objectId, reason, path: path.text, blob, rfp: rfp ?? 0, ...tkey, fields, user: null };
    this.#came(call, { kind: 'done', stands: { ...stands, commit: head, run: run.vref } });
    if (objectId !== null && fields.user === undefined) this.#filing.created.push(objectId);
    const row = { objectId, rfp, sev: reply.sev, msg: reply.msg, used: reply.request, vref, tkey: body.tkey ?? null };
    this.#add('created', { ...row, warnings: [...warnings, ...this.#twin()] });
  }

  /** A call that did nothing, as far as its answer tells. */
  #notDone(call: Tried, asked: Exclude<Asked, { kind: 'done' | 'lost' }>, rest: Partial<FiledRequest> = {}): void {
    if (asked.kind === 'stopped') {
      this.#came(call, { kind: 'notDone', mayBeDone: false });
      this.#add('notAttempted', { msg: asked.why, remedy: asked.remedy, ...rest });
    } else if (asked.kind === 'refused') {
      this.#came(call, { kind: 'notDone', mayBeDone: asked.mayBeDone });
      this.#add('rejected', { sev: asked.sev, msg: asked.why, remedy: asked.remedy, ...rest });
    } else {
      this.#came(call, { kind: 'notDone', mayBeDone: false });
      this.#add('rejected', { sev: 30, msg: asked.reply.msg, remedy: remedyFor(asked.reply), ...rest });
    }
  }

  // -- a request in the way

  async #meetHolder(
    { reply, by }: Extract<Asked, { kind: 'locked' }>,
    about: { readonly vref: string; readonly movedOn: number | null; readonly isRepeated: boolean },
  ): Promise<void> {
    const { vref, movedOn } = about;
    const object = identityText(this.#request.identity);
    const whoseText = by === null ? 'another request' : `request ${by}${this.#ownText(by, movedOn)}`;
    const msg = `${reply.msg} (${object} is held by ${whoseText})`;
    const remedy = remedyFor(reply) ?? 'Have the request that holds the object moved on or deleted at the service.';
    const refused = { objectId: by, sev: 30, msg, remedy, vref };
    // An update found that it has moved on, and the service still holds the object with it: nothing is left to do.
    if (by === null || by === movedOn || this.#filing.dropped.has(by)) {
      return this.#add('conflict', { ...refused, needsPerson: by !== null && this.#filing.dropped.has(by) });
    }
    if (this.#request.dependent !== undefined) return this.#meetCompiler(by, vref);
    const verdict = await this.#judge(by);
    if (verdict === null) return;
    await this.#carryOutVerdict(verdict, by, refused, about.isRepeated);
  }

  #ownText(by: number, movedOn: number | null): string {
    if (by === movedOn) return ', filed from this branch before, which can no longer be updated';
    const own = this.#filing.numbers.ownStanding(by);
    return own === null ? '' : `, filed from this branch for ${own.path} (${own.reason})`;
  }

  /** A request that holds the object compiles it: nothing of it is touched, but where it is proven ours. */
  async #meetCompiler(by: number, vref: string): Promise<void> {
    const object = identityText(this.#request.identity);
    const msg = `request ${by} holds ${object} and compiles it: nothing more is requested`;
    const tried = this.#checkOut?.tried ?? [];
    const verdict = tried.some(mayHaveMade) && this.#checkOut?.stands === null ? await this.#judge(by, true) : null;
    if (verdict?.kind === 'ours' && verdict.holder === null) return this.#goOnWith(by, verdict);
    this.#add('covered', { objectId: by, msg, vref });
  }

  /** Finds out whose a number is; null: a row says why that cannot be told. @param isQuiet true where no row is wanted. */
  async #judge(number: number, isQuiet = false): Promise<Verdict | null> {
    const { numbers } = this.#filing;
    this.#judged = number;
    for (;;) {
      const holders = await numbers.holders(number);
      const own = numbers.ownStanding(number);
      const isThere = own !== null && (await numbers.atHead(own.path));
      const facts = {
        request: this.#request,
        number,
        onConflict: numbers.onConflict,
        own,
        holders,
        tried: (this.#checkOut?.tried ?? []).filter(mayHaveMade),
        rival: holders.length > 0 || own !== null ? null : await numbers.rival(this.#request.identity),
        isSoleBranch: numbers.isSoleBranch(this.#request.identity),
        atHead: () => isThere,
      };
      const verdict = whose({ ...facts, ownUser: null, probe: undefined });
      if (verdict.kind === 'busy' && (await this.#filing.waitForOther())) continue;
      if (verdict.kind !== 'probe') return verdict;
      const asked = await askStored(this.#filing, number);
      if (asked.kind === 'lost' || asked.kind === 'stopped') {
        const msg = `request ${number} holds the object, and the service did not tell whose it is: ${asked.why}`;
        if (!isQuiet) this.#add('notAttempted', { objectId: number, msg, remedy: triedAgain });
        return null;
      }
      const probe = asked.kind === 'done' ? asked.reply.request : null;
      const isMapped =
        this.#request.fields.user !== undefined && facts.tried.every(({ fields }) => fields.user !== undefined);
      const user = probe === null || isMapped ? null : await ownUser(this.#filing);
      const found = whose({ ...facts, ownUser: user, probe });
      if (found.kind === 'ours') this.#rfpThere = readInteger(probe?.rfp) ?? 0;
      return found;
    }
  }

  async #carryOutVerdict(
    verdict: Verdict,
    number: number,
    refused: Partial<FiledRequest> & { readonly msg: string },
    isRepeated: boolean,
  ): Promise<void> {
    switch (verdict.kind) {
      case 'ours':
        return this.#goOnWith(number, verdict);
      case 'same':
        return this.#leaveToHolder(number, verdict);
      case 'otherReason': {
        if (isRepeated) return this.#add('conflict', { ...refused, needsPerson: true });
        const call = await this.#writeAhead('withdraw', number);
        if (call === null || !(await this.#withdraw(number, call, verdict.reason, verdict.path))) return;
        if (verdict.holder !== null) this.#taken.push({ holder: verdict.holder, objectId: number });
        return this.#create(null, true);
      }
      case 'collision': {
        const msg = `${identityText(this.#request.identity)} is request ${number}, filed for ${verdict.path}, which is still there`;
        const remedy = 'Map the two files to different objects, or skip one of them.';
        return this.#add('collision', { objectId: number, msg, remedy });
      }
      case 'busy': {
        const msg = `run ${verdict.run} of ${verdict.holder.branch} is filing request ${number}`;
        return this.#add('notAttempted', { objectId: number, msg, remedy: triedAgain });
      }
      case 'theirs':
        return this.#add('conflict', { ...refused, ...this.#theirs(verdict, refused.msg) });
      default:
        this.#isUnproven = verdict.kind === 'unproven';
        return this.#add('conflict', { ...refused, msg: `${refused.msg} – ${'why' in verdict ? verdict.why : ''}` });
    }
  }

  /** Who holds the object, as far as the ledger knows; a branch that is gone can be released. */
  #theirs({ holder, why, mayAdopt }: Extract<Verdict, { kind: 'theirs' }>, refusal: string): Partial<FiledRequest> {
    const msg = refusal === '' ? why : `${refusal} – ${why}`;
    if (holder === null) return mayAdopt === true ? { msg, remedy: adoptIt } : { msg };
    const commit = (holder.checkOut.stands ?? holder.checkOut.tried[0])?.commit.slice(0, 12) ?? '';
    const by = `${msg}; the ledger has it for ${holder.repo} ${holder.branch} at ${commit}`;
    if (holder.gone !== true) return { msg: by };
    const remedy = `If nobody needs it any more: ${releaseOf(holder)} lets go of what the branch has left.`;
    return { msg: `${by}, a branch that is gone`, remedy };
  }

  /** Another branch, which is merged here, filed this very content: no call is made. */
  #leaveToHolder(number: number, { holder, stands }: Extract<Verdict, { kind: 'same' }>): void {
    const moves = holder.gone === true;
    if (moves) this.#taken.push({ holder, objectId: number });
    const call = this.#tried('file', null);
    if (moves) this.#came(call, { kind: 'done', stands });
    else this.#checkOut = null;
    const warnings = [
      `filed from ${holder.branch}, which is merged here, at ${stands.commit.slice(0, 12)}; it stays booked on that branch`,
    ];
    this.#add('unchanged', { objectId: number, rfp: stands.rfp, warnings });
  }

  /** Sends all that an update can carry to a request that turned out to be ours. */
  async #goOnWith(number: number, { why, holder }: Extract<Verdict, { kind: 'ours' }>): Promise<void> {
    const known = holder?.checkOut.stands ?? this.#filing.numbers.ownStanding(number);
    const call = holder === null ? this.#tried('file', null) : await this.#writeAhead('file', number);
    if (call === null) return;
    const before: Standing | null = known;
    const isDone = await this.#send(number, call, wholeChange(this.#request, false), before, [
      `request ${number} was there already: ${why}`,
      ...(holder === null ? [] : [staysBooked(holder, number)]),
    ]);
    if (isDone && holder !== null) this.#taken.push({ holder, objectId: number });
  }

  // -- update

  async #update(): Promise<void> {
    const stands = this.#checkOut?.stands ?? null;
    if (stands === null) return this.#create();
    const { objectId } = stands;
    if (objectId === null) {
      this.#came(this.#tried('file', null), { kind: 'notDone', mayBeDone: false });
      return this.#createAfter(null);
    }
    if (!this.#isOursAlone(objectId)) return;
    const older = (this.#checkOut?.tried ?? []).filter((call) => !this.#isNew(call));
    const isOut = older.some(({ does }) => does === 'withdraw');
    const isAsked = this.#work.step.isAsked;
    const isUnknown = this.#work.step.isUnknown === true;
    const change =
      older.length > 0 || isUnknown
        ? wholeChange(this.#request, isOut || isUnknown)
        : changeOf(stands, this.#request, isAsked);
    const isDone = await this.#send(
      objectId,
      this.#tried('file', objectId),
      change,
      isOut ? { ...stands, rfp: 0 } : stands,
      [],
    );
    if (isDone === 'gone') await this.#createAfter(objectId);
  }

  /** The create that follows an update whose request has moved on. */
  async #createAfter(objectId: number | null): Promise<void> {
    const isUnlocked = this.#request.fields.lock === '*NO';
    const older = (this.#work.step.checkOut?.tried ?? []).some(({ does }) => does === 'file');
    // One that an earlier run may have made after its own update is not made again: nothing would tell.
    if (isUnlocked && older) return this.#add('unknown', { msg: mayBeUnlocked, remedy: askPerson });
    this.#isDeferred = this.#joins.defersCreate === true;
    if (this.#isDeferred) return;
    await this.#create(objectId);
  }

  /** Sends an update. @returns true: done; `gone`: it has moved on; false: a row says why not. */
  async #send(
    objectId: number,
    call: Tried,
    change: RequestChange,
    before: Standing | null,
    warnings: readonly string[],
  ): Promise<boolean | 'gone'> {
    // What is in an RFP stays in it.
    const joins = (before?.rfp ?? this.#rfpThere) === 0 ? this.#joins.update : null;
    const fields: UpdateFields = { objectId, ...change.fields, ...joins };
    const body = change.sendsContent ? await withPart(this.#filing, this.#request, fields) : { fields, content: null };
    const asked = await askUpdate(this.#filing, body.fields, body.content);
    if (asked.kind !== 'stopped') this.#isSent = true;
    switch (asked.kind) {
      case 'done':
        this.#updated(objectId, call, fields, before, asked.reply, warnings);
        return true;
      case 'gone':
        this.#filing.dropped.add(objectId);
        this.#came(call, { kind: 'gone' });
        return 'gone';
      case 'lost':
        this.#came(call, { kind: 'lost' });
        this.#add('unknown', { objectId, msg: asked.why, remedy: asked.remedy, needsPerson: false });
        return false;
      case 'locked': {
        this.#came(call, { kind: 'notDone', mayBeDone: asked.mayBeDone });
        const { reply, by } = asked;
        this.#add('conflict', { objectId: by ?? objectId, sev: 30, msg: reply.msg, remedy: remedyFor(reply) });
        return false;
      }
      default:
        this.#notDone(call, asked, { objectId });
        return false;
    }
  }

  #updated(
    objectId: number,
    call: Tried,
    sent: UpdateFields,
    before: Standing | null,
    reply: Reply,
    warnings: readonly string[],
  ): void {
    const { path, reason, blob, fields } = this.#request;
    const { head: commit, run } = this.#filing;
    const rfp = readInteger(reply.request?.rfp) ?? before?.rfp ?? this.#rfpThere;
    const user = userOf(reply) ?? before?.user ?? null;
    if (fields.user === undefined && before?.fields.user === undefined) this.#filing.user ??= userOf(reply);
    const tkey = before?.tkey === undefined ? {} : { tkey: before.tkey };
    const merged = { ...before?.fields, ...fields };
    const stands = { objectId, reason, path: path.text, blob, rfp, ...tkey, fields: merged, user, commit };
    this.#came(call, { kind: 'done', stands: { ...stands, run: before?.run ?? run.vref } });
    const wasIn = before?.rfp ?? 0;
    const isOut = rfp === 0 && wasIn > 0 && sent.rfp === undefined;
    this.#add('updated', {
      objectId,
      rfp,
      sev: reply.sev,
      msg: reply.msg,
      used: reply.request,
      warnings: [
        ...warnings,
        ...(reply.sev === 20 ? [reply.msg] : []),
        ...differences(sent, reply),
        ...(isOut ? [`it was taken out of RFP ${wasIn} at the service, and is in none`] : []),
        ...(rfp === 0 && (sent.arfp === '*NEW' || sent.arfp === '*AUTO') ? ['the service has put it into no RFP'] : []),
        ...(before === null ? [] : this.#fixed(before)),
        ...this.#twin(),
      ],
    });
  }

  /** Asks whether our request, which compiles the object, is still open; sends its place in the compile order. */
  async #look(): Promise<void> {
    const stands = this.#checkOut?.stands ?? null;
    if (stands === null || stands.objectId === null) return;
    const { objectId } = stands;
    if (!this.#isOursAlone(objectId)) return;
    const { csqo } = this.#request.fields;
    const isSame = stands.reason === this.#request.reason;
    const isMoved = isSame && csqo !== undefined && csqo !== stands.fields.csqo;
    const call = this.#tried('file', objectId);
    const asked = await askUpdate(this.#filing, { objectId, ...(isMoved ? { csqo } : {}) });
    if (asked.kind !== 'stopped') this.#isSent = true;
    if (asked.kind === 'gone') {
      this.#filing.dropped.add(objectId);
      this.#came(call, { kind: 'gone' });
      return this.#createAfter(objectId);
    }
    if (asked.kind === 'lost') {
      this.#came(call, { kind: 'lost' });
      return this.#add('unknown', { objectId, msg: asked.why, remedy: asked.remedy, needsPerson: false });
    }
    if (asked.kind !== 'done') return this.#notDone(call, asked, { objectId });
    const { reply } = asked;
    const fields = isMoved ? { ...stands.fields, csqo } : stands.fields;
    this.#came(call, { kind: 'done', stands: { ...stands, fields, user: userOf(reply) ?? stands.user } });
    const msg = isSame ? reply.msg : `request ${objectId} (${stands.reason}) of this branch compiles it`;
    const rfp = readInteger(reply.request?.rfp) ?? stands.rfp;
    this.#add(isMoved ? 'updated' : 'unchanged', { objectId, rfp, sev: reply.sev, msg, used: reply.request });
  }

  // -- withdrawal

  async #withdrawStanding(): Promise<GoOn> {
    const stands = this.#checkOut?.stands ?? null;
    if (stands === null) return true;
    const { objectId, reason, path } = stands;
    if (objectId === null && this.#work.step.should.kind === 'nothing') {
      this.#add('unknown', { msg: 'a request of it stands without a known number', remedy: askPerson });
      return false;
    }
    if (objectId === null) {
      this.#checkOut = null;
      return true;
    }
    if (!this.#isOursAlone(objectId)) return false;
    if (!(await this.#withdraw(objectId, this.#tried('withdraw', objectId), reason, path))) return false;
    return true;
  }

  /** Takes a request of ours out of its RFP and frees its object. @returns false: a row says why that did not come about. */
  async #withdraw(objectId: number, call: Tried, reason: Standing['reason'], path: string): Promise<GoOn> {
    const asked = await askWithdrawal(this.#filing, objectId);
    if (asked.kind !== 'stopped') this.#isSent = true;
    const about = `request ${objectId} (${reason}) of this branch holds the object`;
    switch (asked.kind) {
      case 'done': {
        const { reply } = asked;
        this.#filing.dropped.add(objectId);
        this.#hasWithdrawn = true;
        this.#came(call, { kind: 'done', stands: null });
        const row = {
          objectId,
          rfp: 0,
          sev: reply.sev,
          used: reply.request,
          warnings: reply.sev === 20 ? [reply.msg] : [],
        };
        const msg = `taken out of its RFP and unlocked: ${this.#whyWithdrawn()}`;
        const remedy = `Delete request ${objectId} at the service.`;
        this.#add('withdrawn', { ...row, reason, path: { text: path, raw: null }, msg, remedy });
        return true;
      }
      case 'gone':
        this.#filing.dropped.add(objectId);
        this.#came(call, { kind: 'gone' });
        return this.#afterGone(objectId);
      case 'lost': {
        this.#came(call, { kind: 'lost' });
        const msg = `${about}, and whether it was withdrawn is not known: ${asked.why}`;
        this.#add('notAttempted', { objectId, msg, remedy: triedAgain });
        return false;
      }
      case 'stopped':
        this.#came(call, { kind: 'notDone', mayBeDone: false });
        this.#add('notAttempted', { objectId, msg: asked.why, remedy: asked.remedy });
        return false;
      default: {
        this.#came(call, { kind: 'notDone', mayBeDone: asked.mayBeDone });
        const why = asked.kind === 'locked' ? asked.reply.msg : asked.why;
        const remedy = `Delete request ${objectId} at the service, then file again.`;
        this.#add('conflict', {
          objectId,
          needsPerson: true,
          msg: `${about} and could not be withdrawn: ${why}`,
          remedy,
        });
        return false;
      }
    }
  }

  #whyWithdrawn(): string {
    const { should } = this.#work.step;
    if (should.kind !== 'nothing')
      return `${identityText(this.#request.identity)} is filed again as ${this.#request.reason}`;
    if (should.isReleased) return 'what its branch has left is released';
    if (this.#request.dependent !== undefined) return 'what its file uses is as it was before';
    const isAdded = Object.keys(this.#work.ahead.before).length === 0;
    return isAdded
      ? 'its file is gone, and this branch had added it, so there is nothing to delete'
      : 'its file is gone';
  }

  /** What has moved on may stand at the target: it has to be deleted there, or compiled with what is there again. */
  async #afterGone(objectId: number): Promise<GoOn> {
    const { should } = this.#work.step;
    if (should.kind !== 'nothing') return true;
    if (!should.follows) {
      // Its update may have been followed by a create that got no answer.
      if (this.#checkOut === null) this.#add('unchanged', { objectId, msg: nothingStands });
      else await this.#learn();
      return true;
    }
    if ((await this.#writeAhead('file', null)) === null) return false;
    this.#isDeferred = this.#joins.defersCreate === true;
    if (!this.#isDeferred) await this.#create(objectId);
    return false;
  }

  /** A create without an answer may have made a request for an object that nothing should stand for. */
  async #learn(): Promise<void> {
    const lost = this.#checkOut?.tried.find((call) => call.does === 'file' && call.objectId === null);
    if (lost === undefined) return;
    const { run } = this.#filing;
    const about = { reason: lost.reason };
    const { rfp: _, rfpd: _rfpd, pipe: _pipe, pipa: _pipa, tkey: _tkey, ...fields } = lost.fields;
    this.#creates += 1;
    const body = bodyOf({ ...fields, rsn: lost.reason, arfp: '*NO', vref: `${run.vref}.${this.#work.n}` });
    const asked = await askCreate(this.#filing, body, null);
    if (asked.kind !== 'stopped') this.#isSent = true;
    switch (asked.kind) {
      case 'done': {
        const number = readRequestNumber(asked.reply.request?.objectId);
        if (number !== null) return this.#takeBack(number, lost);
        const msg = 'its file is gone, and a request that an earlier run may have filed stands without a known number';
        return this.#add('unknown', { ...about, msg, remedy: askPerson });
      }
      case 'locked': {
        const { by } = asked;
        if (by === null) return this.#add('conflict', { ...about, sev: 30, msg: asked.reply.msg });
        const verdict = await this.#judge(by);
        if (verdict === null) return;
        const isOurs = (verdict.kind === 'ours' || verdict.kind === 'otherReason') && verdict.holder === null;
        if (isOurs) return this.#takeBack(by, lost);
        const isOthers =
          verdict.kind === 'theirs'
            ? verdict.isCertain
            : verdict.kind === 'same' || verdict.kind === 'collision' || 'holder' in verdict;
        if (!isOthers || verdict.kind === 'busy') {
          this.#isUnproven = verdict.kind === 'unproven';
          const why = 'why' in verdict ? verdict.why : '';
          return this.#add('conflict', { ...about, objectId: by, sev: 30, msg: `${asked.reply.msg} – ${why}` });
        }
        // It is surely another's, so nothing of ours stands.
        this.#checkOut = null;
        return this.#add('unchanged', { ...about, objectId: by, msg: nothingStands });
      }
      case 'lost':
        return this.#add('unknown', { ...about, msg: asked.why, remedy: triedAgain, needsPerson: false });
      case 'stopped':
        return this.#add('notAttempted', { ...about, msg: asked.why, remedy: asked.remedy });
      default:
        return this.#add('rejected', {
          ...about,
          msg: asked.kind === 'refused' ? asked.why : asked.reply.msg,
          sev: 30,
        });
    }
  }

  async #takeBack(objectId: number, lost: Tried): Promise<void> {
    const call = await this.#writeAhead('withdraw', objectId);
    if (call === null) return;
    if (!(await this.#withdraw(objectId, call, lost.reason, lost.path))) return;
    // What was tried made this one request at most: nothing is left of it.
    this.#checkOut = null;
  }
}

const mayBeUnlocked = 'an earlier run was stopped while it may have created this request without a lock';
const askPerson = 'Check at the service whether the request exists, then run: file-checkouts ledger forget PATH';
const nothingStands = 'nothing that this branch filed stands for it';

/** The body in the order of the interface, with nothing in it that §2.1 does not list. */
function bodyOf(fields: CreateFields): CreateFields {
  const known = fields as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    createFields.filter(({ name }) => known[name] !== undefined).map(({ name }) => [name, known[name]]),
  );
}

/** The RFP of a created request: from its record, else from the words of the older variant (§4.1). */
function rfpOf(reply: Reply): number | null {
  const stored = readInteger(reply.request?.rfp);
  const told = /\binto RFP (\d{1,15})\b/i.exec(reply.msg)?.[1];
  return stored ?? (told === undefined ? null : Number(told));
}

function userOf({ request }: Reply): string | null {
  const user = request?.user;
  return typeof user === 'string' && user.trim() !== '' ? user : null;
}

const compared = ['attr', 'srcn', 'srca', 'srcd', 'user', 'csqo', 'lock', 'gpath', 'gfile', 'rfp'] as const;

/** Where the stored values differ from those sent; a value that was not answered is not compared, nor 0, which asks for the service's own. */
function differences(sent: UpdateFields, reply: Reply): string[] {
  const stored = reply.request;
  if (stored === null) return [];
  const differs = (name: (typeof compared)[number]) => {
    const [mine, theirs] = [sent[name], stored[name]];
    if (mine === undefined || theirs === undefined) return false;
    return mine !== 0 && !isSameValue(theirs, mine);
  };
  return compared
    .filter(differs)
    .map((name) => `${name}: sent ${JSON.stringify(sent[name])}, stored ${JSON.stringify(stored[name])}`);
}

/** What was filed for another branch is booked on it, and on its project, for good: no update has fields for that. */
function staysBooked(holder: Holder, objectId: number): string {
  const booked = `it stays booked on branch ${holder.branch} and its project, which no update can change`;
  const again = `delete request ${objectId} at the service and push the file again`;
  return `${booked}; to file it again, ${again} (or, before a merge, release it: ${releaseOf(holder)})`;
}
