import { readRequestNumber } from '../interface/replies.ts';
import type { Tried } from '../ledger/record.ts';
import { askCreate } from './ask.ts';
import { judge } from './conflicts.ts';
import { createAfter, createBody } from './creates.ts';
import type { OneObject } from './one-object.ts';
import { askPerson, mayBeUnlocked } from './remedies.ts';
import { withdraw } from './updates.ts';

const nothingStands = 'no request of this branch is open for it';

/** Withdraws what stands, if anything with a number does. @returns true: the next thing may be done for the object; false: a row says why not. */
export async function withdrawStanding(object: OneObject): Promise<boolean> {
  const stands = object.checkOut?.stands ?? null;
  if (stands === null) return true;
  const { objectId } = stands;
  if (objectId === null && object.work.step.should.kind === 'nothing') {
    object.add('unknown', { msg: 'it has an open request whose number is not known', remedy: askPerson });
    return false;
  }
  // The create that follows is refused by its lock, or takes its place.
  if (objectId === null) return true;
  if (!(await object.isOursAlone(objectId))) return false;
  const end = await withdraw(object, objectId, object.callFor('withdraw', objectId), stands);
  return end === 'gone' ? afterGone(object, objectId) : end;
}

/**
 * Goes on after a request that should be withdrawn, and has moved on: it may stand at the target, so the delete or compilation that
 * follows is created, or a lost create is learnt. @returns true: the next thing may be done for the object.
 */
async function afterGone(object: OneObject, objectId: number): Promise<boolean> {
  const { should, deeds } = object.work.step;
  if (should.kind !== 'nothing') return true;
  if (!should.follows) {
    // Its update may have been followed by a create that got no answer.
    if (object.checkOut === null) object.add('unchanged', { objectId, msg: nothingStands });
    else if (!deeds.includes('learn')) await learn(object);
    return true;
  }
  if ((await object.writeAhead('file', null)) !== null) await createAfter(object, objectId);
  return false;
}

/** Repeats a create without an answer, in no RFP, and withdraws what it made, as nothing should stand; a create without a lock is for a person. */
export async function learn(object: OneObject): Promise<void> {
  const lost = object.checkOut?.tried.find((call) => call.does === 'file' && call.objectId === null);
  if (lost === undefined) return;
  const { reason } = lost;
  if (lost.fields.lock === '*NO') return object.add('unknown', { reason, msg: mayBeUnlocked, remedy: askPerson });
  const { rfp: _, rfpd: _rfpd, pipe: _pipe, pipa: _pipa, tkey: _tkey, ...fields } = lost.fields;
  const body = createBody({ ...fields, rsn: reason, arfp: '*NO', vref: object.nextVref() });
  const result = await object.ask(askCreate(object.filing, body, null));
  if (result.kind === 'done') {
    const number = readRequestNumber(result.reply.request?.objectId);
    if (number !== null) return takeBack(object, number, lost);
    const msg = 'its file is gone, and an earlier run may have filed a request whose number is not known';
    return object.add('unknown', { reason, msg, remedy: askPerson });
  }
  if (result.kind !== 'locked' || result.by === null) return object.addNotDone(result, { reason });
  await meetHolderOfLost(object, result.by, lost, result.why);
}

/**
 * Withdraws what holds the object if the lost create made it. If it is another's for certain, or another check-out has it, nothing
 * stands that the create made. Else a row says so.
 */
async function meetHolderOfLost(object: OneObject, by: number, lost: Tried, refusal: string): Promise<void> {
  const { reason } = lost;
  const verdict = await judge(object, by);
  if (verdict === null) return;
  const isOurs = (verdict.kind === 'ours' || verdict.kind === 'otherReason') && verdict.holder === null;
  if (isOurs && object.filing.numbers.ownStanding(by) === null) return takeBack(object, by, lost);
  const isOpen = ['busy', 'unproven', 'probe'].includes(verdict.kind);
  if (isOpen || (verdict.kind === 'theirs' && !verdict.isCertain))
    return object.addUnproven(verdict, refusal, { reason, objectId: by, sev: 30 });
  object.checkOut = null;
  object.add('unchanged', { reason, objectId: by, msg: nothingStands });
}

/** Withdraws the request that a lost create made; then nothing stands. */
async function takeBack(object: OneObject, objectId: number, lost: Tried): Promise<void> {
  const call = await object.writeAhead('withdraw', objectId);
  if (call === null) return;
  const end = await withdraw(object, objectId, call, lost);
  // What was tried made this one request at most: nothing is left of it.
  if (end === true || (end === 'gone' && (await afterGone(object, objectId)))) object.checkOut = null;
}
