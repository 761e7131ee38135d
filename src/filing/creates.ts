import { type CreateFields, createFields } from '../interface/fields.ts';
import { readInteger, readRequestNumber } from '../interface/replies.ts';
import { checkCreate } from '../interface/rules.ts';
import { carriesContent, partName } from '../plan/contents.ts';
import { askCreate, filePart } from './ask.ts';
import { resolveConflict } from './conflicts.ts';
import type { OneObject } from './one-object.ts';
import { askPerson, mayBeUnlocked } from './remedies.ts';
import { following, type Joining } from './rfp.ts';

/**
 * Creates the request of an object; rows say how it ended. A request that breaks a rule of the interface is not sent (`rejected`). If
 * another request holds the object, see resolveConflict; the create is then repeated once at most.
 */
export async function create(object: OneObject, isRepeated = false): Promise<void> {
  const { filing, request, joining } = object;
  const call = object.callFor('file', null);
  const vref = object.nextVref();
  const body = createBody(request.fields, joining, vref);
  const problems = checkCreate(body, { attached: carriesContent(request) });
  if (problems.length > 0)
    return object.add('rejected', { msg: `not sent: ${problems.map(({ text }) => text).join('; ')}`, vref });
  const part = await filePart(filing, request, partName(request, filing.run.attachAs));
  const result = await object.ask(askCreate(filing, body, part));
  if (result.kind === 'locked') {
    object.callEnded(call, result);
    if (!(await resolveConflict(object, result, vref, isRepeated))) return;
    // An earlier run opened the RFP of the group for the request that was withdrawn.
    if (object.foundIn > 0 && joining.fields?.arfp === '*NEW')
      object.joining = following(request, filing.run, object.foundIn);
    return create(object, true);
  }
  if (result.kind !== 'done') {
    const needsPerson = request.fields.lock === '*NO';
    const remedy = needsPerson ? askPerson : 'The next run of this branch finds out and files the rest.';
    return object.noteFailed(call, result, { vref, ...(result.kind === 'lost' && { remedy, needsPerson }) });
  }
  const { msg, request: used } = result.reply;
  const objectId = readRequestNumber(used?.objectId);
  // The older variant says it in words (interface §4.1).
  const rfp = readInteger(used?.rfp) ?? readInteger(/\binto RFP (\d{1,15})\b/i.exec(msg)?.[1]);
  const warnings = objectId === null ? ['the service named no request number, so later pushes cannot update it'] : [];
  // It can be asked for the user of our requests.
  if (objectId !== null && request.fields.user === undefined) filing.created.push(objectId);
  object.noteFiled('created', call, result.reply, { sent: body, objectId, rfp, before: null, warnings });
}

/**
 * Creates a request in place of one that has moved on. If a call without an answer may have made one without a lock, only adds the
 * row `unknown`; if the create has to wait for the RFP of its group, only sets `isDeferred`.
 */
export async function createInstead(object: OneObject): Promise<void> {
  const { request, believed, joining } = object;
  const older = believed.tried.filter(({ does }) => does === 'file');
  const isLocked = [request, ...older].every(({ fields }) => fields.lock !== '*NO');
  if (older.length > 0 && !isLocked) object.add('unknown', { msg: mayBeUnlocked, remedy: askPerson });
  else if (joining.waits === true) object.isDeferred = true;
  else await create(object);
}

/** Makes the body of a create: `fields` in the order of interface §2.1 with vref, and RFP (none: arfp *NO) and pipeline keys of `joining`, not their own. */
export function createBody(fields: CreateFields, joining: Joining, vref: string): CreateFields {
  const { rfp: _, rfpd: _rfpd, pipe: _pipe, pipa: _pipa, tkey: _tkey, ...own } = fields;
  const all: CreateFields = { ...own, arfp: '*NO', ...joining.fields, ...joining.keys, vref };
  return Object.fromEntries(createFields.flatMap(({ name }) => (all[name] === undefined ? [] : [[name, all[name]]])));
}
