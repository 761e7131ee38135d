import { type CreateFields, createFields } from '../interface/fields.ts';
import { type Reply, readInteger, readRequestNumber } from '../interface/replies.ts';
import { checkCreate } from '../interface/rules.ts';
import type { Tried } from '../ledger/record.ts';
import { carriesContent, partName } from '../plan/contents.ts';
import { askCreate, filePart } from './ask.ts';
import { resolveConflict } from './conflicts.ts';
import type { OneObject } from './one-object.ts';
import { askPerson, mayBeUnlocked } from './remedies.ts';
import type { Joining } from './rfp.ts';

/** Creates the request; once more if our own was in the way, and has moved on or is withdrawn. Rows say how it ended. */
export async function create(object: OneObject): Promise<void> {
  for (const isRepeated of [false, true]) {
    const refusal = await createOnce(object);
    if (refusal === null || !(await resolveConflict(object, refusal, isRepeated))) return;
  }
}

/** Makes one create, unless it breaks a rule of the interface. @returns the refusal if another request holds the object; null: a row says how it ended. */
async function createOnce(object: OneObject): Promise<Parameters<typeof resolveConflict>[1] | null> {
  const { filing, request, joining } = object;
  const call = object.callFor('file', null);
  const vref = object.nextVref();
  const body = createBody(request.fields, joining, vref);
  const problems = checkCreate(body, { attached: carriesContent(request) });
  if (problems.length > 0) {
    object.add('rejected', { msg: `not sent: ${problems.map(({ text }) => text).join('; ')}`, vref });
    return null;
  }
  const result = await object.ask(
    askCreate(filing, body, await filePart(filing, request, partName(request, filing.run.attachAs))),
  );
  if (result.kind === 'locked') {
    object.callEnded(call, result);
    return { ...result, vref };
  }
  const needsPerson = request.fields.lock === '*NO';
  const remedy = needsPerson ? askPerson : 'The next run of this branch finds out and files the rest.';
  if (result.kind === 'done') noteCreate(object, call, result.reply, body);
  else object.noteFailed(call, result, { vref, ...(result.kind === 'lost' && { remedy, needsPerson }) });
  return null;
}

/** Notes a created request, and its number for the search of our user. */
function noteCreate(object: OneObject, call: Tried, reply: Reply, sent: CreateFields): void {
  const { msg, request: used } = reply;
  const objectId = readRequestNumber(used?.objectId);
  // The older variant says it in words (interface §4.1).
  const rfp = readInteger(used?.rfp) ?? readInteger(/\binto RFP (\d{1,15})\b/i.exec(msg)?.[1]);
  const warnings = objectId === null ? ['the service named no request number, so later pushes cannot update it'] : [];
  if (objectId !== null && object.request.fields.user === undefined) object.filing.created.push(objectId);
  object.noteFiled('created', call, reply, { sent, objectId, rfp, before: null, warnings });
}

/**
 * Creates a request in place of one that has moved on. If an earlier run may have made one without a lock, adds an `unknown`
 * row instead; if the create waits for the RFP of its group, does nothing yet.
 */
export async function createInstead(object: OneObject): Promise<void> {
  const { request, believed, joining } = object;
  const older = believed.tried.filter(({ does }) => does === 'file');
  const isLocked = [request, ...older].every(({ fields }) => fields.lock !== '*NO');
  if (older.length > 0 && !isLocked) object.add('unknown', { msg: mayBeUnlocked, remedy: askPerson });
  else if (joining.waits === true) object.isDeferred = true;
  else await create(object);
}

/** Makes the body of a create: the fields that §2.1 lists and that have a value, in its order; RFP and pipeline keys only as it joins. */
export function createBody(fields: CreateFields, joining: Joining, vref: string): CreateFields {
  const { rfp: _, rfpd: _rfpd, pipe: _pipe, pipa: _pipa, tkey: _tkey, ...own } = fields;
  const all: CreateFields = { ...own, arfp: '*NO', ...joining.fields, ...joining.keys, vref };
  return Object.fromEntries(createFields.flatMap(({ name }) => (all[name] === undefined ? [] : [[name, all[name]]])));
}
