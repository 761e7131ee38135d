import { type Deed, requestChange } from '../checkout/next.ts';
import { unmergedHolder } from '../checkout/whose.ts';
import { Problem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { readInteger } from '../interface/replies.ts';
import { askUpdate, userOf } from './ask.ts';
import { create, createAfter } from './creates.ts';
import type { OneObject } from './one-object.ts';
import { askPerson, mayBeUnlocked, triedAgain } from './remedies.ts';
import { learn, withdrawStanding } from './take-back.ts';
import { sendUpdate } from './updates.ts';

/** What each deed does. @returns false: what should follow it is not done. */
const actions: Readonly<Record<Deed, (object: OneObject) => unknown>> = {
  unchanged: leaveUnchanged,
  unknown: (object) => object.add('unknown', { msg: mayBeUnlocked, remedy: askPerson }),
  create: (object) => create(object),
  update,
  look,
  withdraw: withdrawStanding,
  learn,
};

/** What changes the request that stands. */
const touching: readonly Deed[] = ['update', 'look', 'withdraw'];

/**
 * Files one object: does the deeds of its step one after the other, until one fails; none to what another branch has too, and a blocked one: these get a row. A content
 * or a history that cannot be read is a row, too; any other error is thrown.
 */
export async function fileObject(object: OneObject): Promise<void> {
  const { should, deeds } = object.work.step;
  try {
    if (should.kind === 'blocked') object.add(should.outcome, { msg: should.why });
    const isOurs = !deeds.some((deed) => touching.includes(deed)) || (await isOursAlone(object));
    for (const deed of isOurs ? deeds : []) if ((await actions[deed](object)) === false) break;
  } catch (error) {
    if (!(error instanceof Problem || error instanceof GitFailure)) throw error;
    object.add('notAttempted', { msg: error.message, remedy: triedAgain });
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
  if (objectId === null) return createAfter(object, null);
  const older = object.believed.tried;
  const isOut = older.some(({ does }) => does === 'withdraw');
  const change = requestChange(older.length > 0 ? null : stands, request, work.step.isAsked, isOut);
  const before = isOut ? { ...stands, rfp: 0 } : stands;
  const end = await sendUpdate(object, objectId, { call: object.callFor('file', objectId), change, before });
  if (end === 'gone') await createAfter(object, objectId);
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
    object.hasMovedOn(call, objectId);
    return createAfter(object, objectId);
  }
  if (result.kind !== 'done') return object.failed(call, result, { objectId });
  const { reply } = result;
  const fields = isMoved ? { ...stands.fields, csqo } : stands.fields;
  const rfp = readInteger(reply.request?.rfp) ?? stands.rfp;
  object.callEnded(call, { kind: 'done', stands: { ...stands, rfp, fields, user: userOf(reply) ?? stands.user } });
  const msg = isSame ? reply.msg : `request ${objectId} (${stands.reason}) of this branch compiles it`;
  object.add(isMoved ? 'updated' : 'unchanged', { objectId, rfp, sev: reply.sev, msg, used: reply.request });
}
