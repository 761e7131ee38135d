import { type Deed, requestChange } from '../checkout/next.ts';
import { Problem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { readInteger, readRequestNumber } from '../interface/replies.ts';
import type { Tried } from '../ledger/record.ts';
import { askCreate, askUpdate, findUser } from './ask.ts';
import { findOwner } from './conflicts.ts';
import { create, createBody, createInstead } from './creates.ts';
import type { OneObject } from './one-object.ts';
import { askPerson, mayBeUnlocked } from './remedies.ts';
import { joinsNone } from './rfp.ts';
import { sendUpdate, withdraw } from './updates.ts';

/** What each deed does to an object. One that returns false keeps those that follow from being done. */
const actions: Readonly<Record<Deed, (object: OneObject) => unknown>> = {
  unchanged: leaveUnchanged,
  unknown: (object) => object.add('unknown', { msg: mayBeUnlocked, remedy: askPerson }),
  create,
  update,
  look,
  withdraw: withdrawStanding,
  learn,
};

/**
 * Does the deeds of one object in their order, up to one that fails, and adds rows to it that say how that ended. A blocked object, and
 * one whose request another branch has too, only get a row. A Problem or GitFailure (a content or history that cannot be read) becomes
 * a row; any other error is thrown.
 */
export async function fileObject(object: OneObject): Promise<void> {
  const { deeds } = object;
  const { should } = object.work.step;
  try {
    if (should.kind === 'blocked') object.add(should.outcome, { msg: should.why });
    const isAboutStanding = deeds.some((deed) => deed === 'update' || deed === 'look' || deed === 'withdraw');
    const isOurs = !isAboutStanding || (await isOursAlone(object));
    for (const deed of isOurs ? deeds : []) if ((await actions[deed](object)) === false) break;
  } catch (error) {
    if (!(error instanceof Problem || error instanceof GitFailure)) throw error;
    object.addNotAttempted(error.message);
  }
}

/**
 * False, with a row `conflict`, if the ledger also had the request that stands for another branch when filing began, one that is not merged
 * here, and the service does not say that it has moved on. True otherwise.
 */
async function isOursAlone(object: OneObject): Promise<boolean> {
  const objectId = object.believed.stands?.objectId ?? null;
  if (objectId === null) return true;
  const holder = object.filing.numbers.holdersAtBegin(objectId).find(({ merged }) => !merged);
  if (holder === undefined) return true;
  if ((await askUpdate(object.filing, { objectId })).kind === 'gone') return true;
  const why = `request ${objectId} is in the ledger for ${holder.branch}, too`;
  object.addConflict({ kind: 'theirs', holder, why, isCertain: true }, '', { objectId });
  return false;
}

/** Adds the row `unchanged` for the request that stands; no row where nothing stands. Calls nothing. */
function leaveUnchanged(object: OneObject): void {
  const { stands } = object.believed;
  if (stands === null) return;
  object.add('unchanged', { objectId: stands.objectId, rfp: stands.rfp, warnings: object.warnings(stands) });
}

/**
 * Updates the request that stands with the fields, and the content, that changed; with all of them if a call has no answer (also `lock`, if
 * that call may have withdrawn it). Creates one if nothing stands; see createInstead if its number is not known, or if it has moved on.
 */
async function update(object: OneObject): Promise<void> {
  const { request, work } = object;
  const { stands } = object.believed;
  if (stands === null) return create(object);
  const { objectId } = stands;
  if (objectId === null) return createInstead(object);
  const older = object.believed.tried;
  const isOut = older.some(({ does }) => does === 'withdraw');
  const change = requestChange(older.length > 0 ? null : stands, request, work.step.isAsked, isOut);
  const before = isOut ? { ...stands, rfp: 0 } : stands;
  const end = await sendUpdate(object, objectId, { call: object.callFor('file', objectId), change, before });
  if (end === 'gone') await createInstead(object);
}

/**
 * Asks the service whether the request that stands, and so compiles the object, is still open; sends the place in the compile order
 * (`csqo`) along if that has changed and the request has the same reason. If it has moved on, see createInstead. Does nothing if no request
 * with a number stands.
 */
async function look(object: OneObject): Promise<void> {
  const { filing, request } = object;
  const { stands } = object.believed;
  if (stands === null || stands.objectId === null) return;
  const { objectId } = stands;
  const { csqo } = request.fields;
  const isSame = stands.reason === request.reason;
  const isMoved = isSame && csqo !== undefined && csqo !== stands.fields.csqo;
  const call = object.callFor('file', objectId);
  const result = await object.ask(askUpdate(filing, { objectId, ...(isMoved ? { csqo } : {}) }));
  if (result.kind === 'gone') {
    object.noteGone(call, objectId);
    return createInstead(object);
  }
  if (result.kind !== 'done') return object.noteFailed(call, result, { objectId });
  const { reply } = result;
  const fields = isMoved ? { ...stands.fields, csqo } : stands.fields;
  const rfp = readInteger(reply.request?.rfp) ?? stands.rfp;
  object.callEnded(call, result, { ...stands, rfp, fields, user: findUser(reply) ?? stands.user });
  const msg = isSame ? reply.msg : `request ${objectId} (${stands.reason}) of this branch compiles it`;
  object.add(isMoved ? 'updated' : 'unchanged', { objectId, rfp, sev: reply.sev, msg, used: reply.request });
}

const nothingStands = 'no request of this branch is open for it';

/**
 * Withdraws the request that stands. Nothing if none stands; nor if its number is not known, which is a row `unknown` if nothing should
 * stand. @returns true: the deed that follows may be done; false: it may not, or is done already, as a row says
 */
async function withdrawStanding(object: OneObject): Promise<boolean> {
  const { stands } = object.believed;
  if (stands === null) return true;
  const { objectId } = stands;
  if (objectId === null && object.work.step.should.kind === 'nothing') {
    object.add('unknown', { msg: 'it has an open request whose number is not known', remedy: askPerson });
    return false;
  }
  // The create that follows is refused by its lock, or takes its place.
  if (objectId === null) return true;
  const end = await withdraw(object, objectId, object.callFor('withdraw', objectId), stands);
  return end === 'gone' ? afterGone(object, objectId) : end;
}

/**
 * Does what is due when a request that should be withdrawn has moved on, so that its object may be installed at the target. If another
 * request should stand: nothing, as its create follows. If a delete or compilation should follow: creates it. Else: if a create has no
 * answer, learns what it made, unless a deed will; if none has, adds a row that no request is open. @returns true: the deed that follows
 * may be done; false: all is done here
 */
async function afterGone(object: OneObject, objectId: number): Promise<boolean> {
  const { should } = object.work.step;
  if (should.kind !== 'nothing') return true;
  if (!should.follows) {
    // Its update may have been followed by a create that got no answer.
    if (object.checkOut === null) object.add('unchanged', { objectId, msg: nothingStands });
    else if (!object.deeds.includes('learn')) await learn(object);
    return true;
  }
  if ((await object.writeAhead('file', null)) !== null) await createInstead(object);
  return false;
}

/**
 * Finds out what a create without an answer has made, by making it again in no RFP, and withdraws that, as nothing should stand: the
 * request that is created now, or the one that holds the object if that is ours. If that one is certainly not ours, or stands in another
 * check-out of this branch, the create is over. A row says how it ended. Does nothing if no create lacks an answer; one without a lock is
 * only `unknown`.
 */
async function learn(object: OneObject): Promise<void> {
  const lost = object.believed.tried.find((call) => call.does === 'file' && call.objectId === null);
  if (lost === undefined) return;
  const { reason } = lost;
  if (lost.fields.lock === '*NO') return object.add('unknown', { reason, msg: mayBeUnlocked, remedy: askPerson });
  const body = createBody({ ...lost.fields, rsn: reason }, joinsNone, object.nextVref());
  const result = await object.ask(askCreate(object.filing, body, null));
  if (result.kind === 'done') {
    const number = readRequestNumber(result.reply.request?.objectId);
    if (number !== null) return takeBack(object, number, lost);
    const msg = 'its file is gone, and an earlier run may have filed a request whose number is not known';
    return object.add('unknown', { reason, msg, remedy: askPerson });
  }
  if (result.kind !== 'locked' || result.by === null) return object.noteFailed(lost, result, { reason });
  const { by: objectId, why } = result;
  const verdict = await findOwner(object, objectId);
  if (verdict === null) return;
  const isOurs = (verdict.kind === 'ours' || verdict.kind === 'otherReason') && verdict.holder === null;
  if (isOurs && object.filing.numbers.ownStanding(objectId) === null) return takeBack(object, objectId, lost);
  if (verdict.kind === 'unproven' || (verdict.kind === 'theirs' && !verdict.isCertain))
    return object.addConflict(verdict, why, { reason, objectId, sev: 30 });
  object.callEnded(lost, { kind: 'done' });
  object.add('unchanged', { reason, objectId, msg: nothingStands });
}

/** Withdraws request `objectId`, which the unanswered create `lost` has made; a row says how it ended. Done, or moved on: nothing is tried any more. */
async function takeBack(object: OneObject, objectId: number, lost: Tried): Promise<void> {
  const call = await object.writeAhead('withdraw', objectId);
  if (call === null) return;
  const end = await withdraw(object, objectId, call, lost);
  // What was tried made this one request at most: nothing is left of it.
  if (end === true || (end === 'gone' && (await afterGone(object, objectId)))) object.callEnded(lost, { kind: 'done' });
}
