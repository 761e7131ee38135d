import { type Deed, requestChange } from '../checkout/next.ts';
import { unmergedHolder } from '../checkout/whose.ts';
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

/** What each deed does. @returns false: what should follow it is not done. */
const actions: Readonly<Record<Deed, (object: OneObject) => unknown>> = {
  unchanged: leaveUnchanged,
  unknown: (object) => object.add('unknown', { msg: mayBeUnlocked, remedy: askPerson }),
  create,
  update,
  look,
  withdraw: withdrawStanding,
  learn,
};

/** What changes the request that stands. */
const touching: readonly Deed[] = ['update', 'look', 'withdraw'];

/**
 * Files one object: does its deeds one after the other, until one fails; none for a blocked object, or one that another branch
 * has, too: these get a row. A content or a history that cannot be read is a row, too; any other error is thrown.
 */
export async function fileObject(object: OneObject): Promise<void> {
  const { deeds } = object;
  const { should } = object.work.step;
  try {
    if (should.kind === 'blocked') object.add(should.outcome, { msg: should.why });
    const isOurs = !deeds.some((deed) => touching.includes(deed)) || (await isOursAlone(object));
    for (const deed of isOurs ? deeds : []) if ((await actions[deed](object)) === false) break;
  } catch (error) {
    if (!(error instanceof Problem || error instanceof GitFailure)) throw error;
    object.addNotAttempted(error.message);
  }
}

/** True if no other branch that is not merged here had the number that stands when filing began, or the request has moved on; else a row says so. */
async function isOursAlone(object: OneObject): Promise<boolean> {
  const objectId = object.believed.stands?.objectId ?? null;
  const holder = objectId === null ? null : unmergedHolder(object.filing.numbers.holdersAtBegin(objectId));
  if (objectId === null || holder === null) return true;
  if ((await askUpdate(object.filing, { objectId })).kind === 'gone') return true;
  const why = `request ${objectId} is in the ledger for ${holder.branch}, too`;
  object.addConflict({ kind: 'theirs', holder, why, isCertain: true }, '', { objectId });
  return false;
}

/** Adds the row of a request that stays as it is; none where nothing stands. */
function leaveUnchanged(object: OneObject): void {
  const { stands } = object.believed;
  if (stands === null) return;
  object.add('unchanged', { objectId: stands.objectId, rfp: stands.rfp, warnings: object.warnings(stands) });
}

/**
 * Updates what stands, whole after calls without an answer; creates where nothing stands, where it has no known number, and after
 * one that has moved on.
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

/** Asks whether our request that compiles the object is still open; sends a new place in the compile order; creates one if it has moved on. */
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

/** Withdraws what stands, if anything with a number does. @returns true: the next thing may be done for the object; false: a row says why not. */
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
 * Goes on after a request that should be withdrawn, and has moved on: it may stand at the target, so the delete or compilation that
 * follows is created, or a lost create is learnt. @returns true: the next thing may be done for the object.
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
 * Repeats a create without an answer, in no RFP, and withdraws what it made, or what holds the object if the create made that,
 * as nothing should stand; if that is another's for certain, or another check-out has it, nothing stands that the create made.
 * Else a row says so; a create without a lock is for a person.
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
  if (result.kind !== 'locked' || result.by === null) return object.addNotDone(result, { reason });
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

/** Withdraws the request that a lost create made; then nothing stands. */
async function takeBack(object: OneObject, objectId: number, lost: Tried): Promise<void> {
  const call = await object.writeAhead('withdraw', objectId);
  if (call === null) return;
  const end = await withdraw(object, objectId, call, lost);
  // What was tried made this one request at most: nothing is left of it.
  if (end === true || (end === 'gone' && (await afterGone(object, objectId)))) object.callEnded(lost, { kind: 'done' });
}
