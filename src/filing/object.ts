import { type Deed, requestChange, wholeChange } from '../checkout/next.ts';
import { Problem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { readInteger } from '../interface/replies.ts';
import { askUpdate } from './ask.ts';
import { create, createAfter } from './creates.ts';
import type { Filing } from './filing.ts';
import { OneObject } from './one-object.ts';
import { userOf } from './own-user.ts';
import { askPerson, mayBeUnlocked, triedAgain } from './remedies.ts';
import type { Joining } from './rfp.ts';
import { learn, withdrawStanding } from './take-back.ts';
import { sendUpdate } from './updates.ts';
import type { Ended, Work } from './work.ts';

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

/** Files one object: does what its step says, one call after the other. @param joining how it gets into its RFP. */
export async function fileObject(filing: Filing, work: Work, joining: Joining): Promise<Ended> {
  const object = new OneObject(filing, work, joining);
  const { should, deeds } = work.step;
  try {
    if (should.kind === 'blocked') object.add(should.outcome, { msg: should.why });
    for (const deed of deeds) if ((await actions[deed](object)) === false) break;
  } catch (error) {
    // A content or a history that could not be read concerns this one object.
    if (!(error instanceof Problem || error instanceof GitFailure)) throw error;
    object.add('notAttempted', { msg: error.message, remedy: triedAgain });
  }
  return object.ended();
}

function leaveUnchanged(object: OneObject): void {
  const stands = object.checkOut?.stands ?? null;
  if (stands === null) return;
  const warnings = [...object.fixedWarnings(stands), ...object.twinWarnings()];
  object.add('unchanged', { objectId: stands.objectId, rfp: stands.rfp, warnings });
}

async function update(object: OneObject): Promise<void> {
  const { request, work } = object;
  const stands = object.checkOut?.stands ?? null;
  if (stands === null) return create(object);
  const { objectId } = stands;
  if (objectId === null) {
    object.callEnded(object.callFor('file', null), { kind: 'notDone', mayBeDone: false });
    return createAfter(object, null);
  }
  if (!(await object.isOursAlone(objectId))) return;
  const older = (object.checkOut?.tried ?? []).filter((call) => !object.isNew(call));
  const isOut = older.some(({ does }) => does === 'withdraw');
  const { isAsked, isUnknown = false } = work.step;
  const isWhole = older.length > 0 || isUnknown;
  const change = isWhole ? wholeChange(request, isOut || isUnknown) : requestChange(stands, request, isAsked);
  const before = isOut ? { ...stands, rfp: 0 } : stands;
  const end = await sendUpdate(object, objectId, { call: object.callFor('file', objectId), change, before });
  if (end === 'gone') await createAfter(object, objectId);
}

/** Asks whether our request, which compiles the object, is still open; sends its place in the compile order. */
async function look(object: OneObject): Promise<void> {
  const { filing, request } = object;
  const stands = object.checkOut?.stands ?? null;
  if (stands === null || stands.objectId === null) return;
  const { objectId } = stands;
  if (!(await object.isOursAlone(objectId))) return;
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
