import { type Deed, deriveChange } from '../checkout/next.ts';
import { Problem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { type CreateFields, createFields } from '../interface/fields.ts';
import { parseInteger, parseRequestNumber } from '../interface/replies.ts';
import { checkCreate } from '../interface/rules.ts';
import type { Tried } from '../ledger/record.ts';
import { carriesContent, choosePartName } from '../plan/contents.ts';
import { ask, findUser, readFilePart } from './ask.ts';
import { findOwner, resolveConflict } from './conflicts.ts';
import type { OneObject } from './one-object.ts';
import { askPerson } from './remedies.ts';
import { type Joining, joinsNone } from './rfp.ts';
import { sendUpdate, withdrawRequest } from './updates.ts';

/** What each deed does to an object. If one returns false, those that follow are not done. */
const actions: Readonly<Record<Deed, (object: OneObject) => unknown>> = {
  unchanged: leaveUnchanged,
  unknown: (object) => object.addUnknown(),
  create: sendCreate,
  update: updateStanding,
  look: confirmStanding,
  withdraw: withdrawStanding,
  learn: withdrawLostCreate,
};

/**
 * Does the deeds of one object in order, up to one that returns false, and adds rows that say how that ended. A blocked object, and one
 * whose request another branch has too (see isOursAlone), only get a row. A Problem or GitFailure (unreadable content or history) becomes
 * the row `notAttempted`; other errors are thrown.
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
 * True if the request that stands may be changed: none stands, its number is not known, or no other branch that is not merged here had the
 * number in the ledger when filing began. Else asks the service: true if the request has moved on; if not, false, with a row `conflict`.
 */
async function isOursAlone(object: OneObject): Promise<boolean> {
  const objectId = object.believed.stands?.objectId ?? null;
  if (objectId === null) return true;
  const holder = object.filing.numbers.holdersAtBegin(objectId).find(({ merged }) => !merged);
  if (holder === undefined) return true;
  if ((await ask(object.filing, (client) => client.update({ objectId }, null))).kind === 'gone') return true;
  const why = 'The ledger has it for this branch, too';
  object.addConflict({ kind: 'theirs', holder, why, isCertain: true }, '', { objectId });
  return false;
}

/** Adds the row `unchanged` for the request that stands; no row if nothing stands. Sends nothing. */
function leaveUnchanged(object: OneObject): void {
  const { stands } = object.believed;
  if (stands === null) return;
  object.add('unchanged', { objectId: stands.objectId, rfp: stands.rfp, warnings: object.collectWarnings(stands) });
}

/**
 * Creates the request of an object; rows say how it ended. A request that breaks a rule of the interface is not sent (`rejected`). If
 * another request holds the object, see resolveConflict; the create is then repeated once at most. @throws if the content is unreadable
 */
async function sendCreate(object: OneObject, isRepeated = false): Promise<void> {
  const { filing, request, joining } = object;
  const call = object.ensureCall('file', null);
  const vref = object.takeVref();
  const body = buildCreateBody(request.fields, joining, vref);
  const problems = checkCreate(body, { attached: carriesContent(request) });
  if (problems.length > 0)
    return object.add('rejected', { msg: `not sent: ${problems.map(({ text }) => text).join('; ')}`, vref });
  const part = await readFilePart(filing, request, choosePartName(request, filing.run.attachAs));
  const result = await object.ask((client) => client.create(body, part));
  if (result.kind === 'locked') {
    object.noteCallEnded(call, result);
    if (!(await resolveConflict(object, result, vref, isRepeated))) return;
    // An earlier run opened the RFP of the group for the request that was withdrawn.
    if (object.foundIn > 0 && joining.fields?.arfp === '*NEW')
      object.joining = { fields: { arfp: '*YES', rfp: object.foundIn }, keys: null };
    return sendCreate(object, true);
  }
  if (result.kind !== 'done') {
    const needsPerson = request.fields.lock === '*NO';
    const remedy = needsPerson ? askPerson : 'The next run of this branch finds out and files the rest.';
    return object.noteFailed(call, result, { vref, ...(result.kind === 'lost' && { remedy, needsPerson }) });
  }
  const { msg, request: used } = result.reply;
  const objectId = parseRequestNumber(used?.objectId);
  // The older variant says it in words (interface §4.1).
  const rfp = parseInteger(used?.rfp) ?? parseInteger(/\binto RFP (\d{1,15})\b/i.exec(msg)?.[1]);
  const warnings = objectId === null ? ['the service named no request number, so later pushes cannot update it'] : [];
  // It can be asked for the user of our requests.
  if (objectId !== null && request.fields.user === undefined) filing.created.push(objectId);
  object.noteFiled('created', call, result.reply, { sent: body, objectId, rfp, before: null, warnings });
}

/**
 * Creates a request in place of one that has moved on, or whose number is not known. If an earlier create or update has no answer, and that
 * or this request no lock, only adds the row `unknown`; else if the create has to wait for the RFP of its group, only sets `isDeferred`.
 */
async function createInstead(object: OneObject): Promise<void> {
  const { request, believed, joining } = object;
  const older = believed.tried.filter(({ does }) => does === 'file');
  const isLocked = [request, ...older].every(({ fields }) => fields.lock !== '*NO');
  if (older.length > 0 && !isLocked) object.addUnknown();
  else if (joining.waits === true) object.isDeferred = true;
  else await sendCreate(object);
}

/** Returns the body of a create, ordered as interface §2.1: `fields`; RFP (none: arfp *NO) and pipeline keys only of `joining`; vref. */
function buildCreateBody(fields: CreateFields, joining: Joining, vref: string): CreateFields {
  const { rfp: _, rfpd: _rfpd, pipe: _pipe, pipa: _pipa, tkey: _tkey, ...own } = fields;
  const all: CreateFields = { ...own, arfp: '*NO', ...joining.fields, ...joining.keys, vref };
  return Object.fromEntries(createFields.flatMap(({ name }) => (all[name] === undefined ? [] : [[name, all[name]]])));
}

/**
 * Updates what stands with the fields that changed, and the content if it changed or is asked for; with all of them if a call has no answer
 * (also `lock`, if that may have withdrawn it). Creates one if nothing stands; createInstead if its number is not known or it has moved on.
 */
async function updateStanding(object: OneObject): Promise<void> {
  const { request, work } = object;
  const { stands } = object.believed;
  if (stands === null) return sendCreate(object);
  const { objectId } = stands;
  if (objectId === null) return createInstead(object);
  const older = object.believed.tried;
  const isOut = older.some(({ does }) => does === 'withdraw');
  const change = deriveChange(older.length > 0 ? null : stands, request, work.step.isAsked, isOut);
  const before = isOut ? { ...stands, rfp: 0 } : stands;
  const call = object.ensureCall('file', objectId);
  if (await sendUpdate(object, objectId, { call, change, before })) await createInstead(object);
}

/**
 * Asks the service if the request that stands, and so compiles the object, is still open: row `unchanged`. Sends a changed `csqo` (compile
 * order) along if the reason is the same: row `updated`. If it has moved on, see createInstead. Does nothing if none with a number stands.
 */
async function confirmStanding(object: OneObject): Promise<void> {
  const { request } = object;
  const { stands } = object.believed;
  if (stands === null || stands.objectId === null) return;
  const { objectId } = stands;
  const { csqo } = request.fields;
  const isSame = stands.reason === request.reason;
  const isMoved = isSame && csqo !== undefined && csqo !== stands.fields.csqo;
  const call = object.ensureCall('file', objectId);
  const result = await object.ask((client) => client.update({ objectId, ...(isMoved && { csqo }) }, null));
  if (result.kind === 'gone') {
    object.noteGone(call, objectId);
    return createInstead(object);
  }
  if (result.kind !== 'done') return object.noteFailed(call, result, { objectId });
  const { reply } = result;
  const fields = isMoved ? { ...stands.fields, csqo } : stands.fields;
  const rfp = parseInteger(reply.request?.rfp) ?? stands.rfp;
  object.noteCallEnded(call, result, { ...stands, rfp, fields, user: findUser(reply) ?? stands.user });
  const msg = isSame ? reply.msg : `request ${objectId} (${stands.reason}) of this branch compiles it`;
  object.add(isMoved ? 'updated' : 'unchanged', { objectId, rfp, sev: reply.sev, msg, used: reply.request });
}

const nothingStands = 'no request of this branch is open for it';

/**
 * Withdraws the request that stands; if it has moved on, may create what is due in its place (false). Sends nothing if none stands, or its
 * number is not known (row `unknown` and false if nothing should stand, else true). @returns true: the next deed may be done; false: not
 */
async function withdrawStanding(object: OneObject): Promise<boolean> {
  const { stands } = object.believed;
  if (stands === null) return true;
  const { objectId } = stands;
  if (objectId === null && object.work.step.should.kind === 'nothing') {
    object.addUnknown('it has an open request whose number is not known');
    return false;
  }
  // The create that follows is refused by its lock, or takes its place.
  if (objectId === null) return true;
  const end = await withdrawRequest(object, objectId, object.ensureCall('withdraw', objectId), stands);
  return end === 'gone' ? resolveGone(object, objectId) : end;
}

/**
 * Does what is due when a request to be withdrawn has moved on, so that its object may be installed at the target. If another should stand,
 * does nothing, as its create follows. If a delete or compilation should follow (`follows`), creates it. Else, if a call lacks an answer,
 * does `learn` unless that deed follows; if all have one, adds row `unchanged`. @returns true: the next deed may be done; false: it may not
 */
async function resolveGone(object: OneObject, objectId: number): Promise<boolean> {
  const { should } = object.work.step;
  if (should.kind !== 'nothing') return true;
  if (!should.follows) {
    // Its update may have been followed by a create that got no answer.
    if (object.checkOut === null) object.add('unchanged', { objectId, msg: nothingStands });
    else if (!object.deeds.includes('learn')) await withdrawLostCreate(object);
    return true;
  }
  if ((await object.writeAhead('file', null)) !== null) await createInstead(object);
  return false;
}

/**
 * Finds out what a create without an answer has made, by sending it again without RFP and content, and withdraws that, as nothing should
 * stand: the request created now, or the one that holds the object if that create made it. If it certainly did not (another's, one of a
 * merged branch, or of another check-out of this branch), `tried` is emptied: row `unchanged`; if not certain: row `conflict`. Does
 * nothing, and adds no row, if no create lacks an answer; sends nothing for one without a lock: row `unknown`.
 */
async function withdrawLostCreate(object: OneObject): Promise<void> {
  const lost = object.believed.tried.find((call) => call.does === 'file' && call.objectId === null);
  if (lost === undefined) return;
  const { reason } = lost;
  if (lost.fields.lock === '*NO') return object.addUnknown(undefined, { reason });
  const body = buildCreateBody({ ...lost.fields, rsn: reason }, joinsNone, object.takeVref());
  const result = await object.ask((client) => client.create(body, null));
  if (result.kind === 'done') {
    const number = parseRequestNumber(result.reply.request?.objectId);
    if (number !== null) return takeBack(object, number, lost);
    const msg = 'its file is gone, and an earlier run may have filed a request whose number is not known';
    return object.addUnknown(msg, { reason });
  }
  if (result.kind !== 'locked' || result.by === null) return object.noteFailed(lost, result, { reason });
  const { by: objectId, why } = result;
  const verdict = await findOwner(object, objectId);
  if (verdict === null) return;
  const isOurs = (verdict.kind === 'ours' || verdict.kind === 'otherReason') && verdict.holder === null;
  if (isOurs && object.filing.numbers.ownStanding(objectId) === null) return takeBack(object, objectId, lost);
  if (verdict.kind === 'theirs' && !verdict.isCertain)
    return object.addConflict(verdict, why, { reason, objectId, sev: 30 });
  object.noteCallEnded(lost, { kind: 'done' });
  object.add('unchanged', { reason, objectId, msg: nothingStands });
}

/** Withdraws request `objectId`, which the unanswered create `lost` made; rows say how. If done, or moved on, empties `tried`. */
async function takeBack(object: OneObject, objectId: number, lost: Tried): Promise<void> {
  const call = await object.writeAhead('withdraw', objectId);
  if (call === null) return;
  const end = await withdrawRequest(object, objectId, call, lost);
  // What was tried made this one request at most: nothing is left of it.
  if (end === true || (end === 'gone' && (await resolveGone(object, objectId))))
    object.noteCallEnded(lost, { kind: 'done' });
}
