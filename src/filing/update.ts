import type { CallResult, Lost, UnreadableAnswer } from '../client/results.ts';
import type { UpdateFields } from '../interface/fields.ts';
import { isValue, messages, type Reply, readInteger, saysLike, saysLocked } from '../interface/replies.ts';
import { fixedWarnings } from '../ledger/fixed.ts';
import type { IntendedCall } from '../ledger/lease.ts';
import { type FiledRequest, filed } from '../ledger/outcome.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Action } from './actions.ts';
import { withPart } from './content.ts';
import { type Filing, noteStop } from './filing-state.ts';
import { callOf, lostCalls } from './intended-calls.ts';
import { remedyFor, triedAgain } from './remedies.ts';
import type { RfpFields } from './rfp.ts';

export type Update = Extract<Action, { kind: 'update' }>;

/** The row of an update, or that the request has moved on and a create has to follow. */
export type UpdateResult = FiledRequest | { readonly movedOn: number };

/** Files one update. @param joins how it gets into an RFP, for a request that is in none; null: it stays as it is. */
export async function fileUpdate(filing: Filing, update: Update, joins: RfpFields | null): Promise<UpdateResult> {
  const { request, known } = update;
  if (filing.stop !== null) return filed(request, 'notAttempted', { msg: filing.stop.why });
  const objectId = known.objectId;
  if (objectId === null) return { movedOn: 0 };
  const fields: UpdateFields = { objectId, ...update.fields, ...joins };
  const bare = { fields, content: null };
  const body = update.sendContent ? await withPart(filing, request, fields) : bare;
  const result = await filing.client.update(body.fields, body.content);
  noteStop(filing, result);
  noteUser(filing, update, result);
  return updateRow(filing, update, fields, result);
}

function updateRow(filing: Filing, update: Update, sent: UpdateFields, result: CallResult): UpdateResult {
  const { request, known } = update;
  const { objectId } = known;
  switch (result.kind) {
    case 'answered':
      return result.reply.sev === 30 ? refused(update, result.reply) : updated(update, sent, result.reply);
    case 'refused':
      return filed(request, 'rejected', { objectId, msg: result.why, remedy: result.remedy });
    case 'lost':
    case 'unreadable':
      return unansweredUpdate(request, objectId, result, lostCalls(filing, request, [callOf(request, objectId)]));
    case 'stopped':
      return filed(request, 'notAttempted', { objectId, msg: result.why, remedy: result.remedy });
    case 'cancelled':
      return filed(request, 'notAttempted', { objectId, msg: 'the run was cancelled' });
  }
}

/** An update that got no answer which can be read: it may be done or not, and is repeated without harm. */
export function unansweredUpdate(
  request: PlannedRequest,
  objectId: number | null,
  result: Lost | UnreadableAnswer,
  uncertain: readonly IntendedCall[],
): FiledRequest {
  const snippet = result.kind === 'unreadable' && result.snippet !== '' ? `: ${result.snippet}` : '';
  const msg = `the service gave no answer that can be read (${result.why}${snippet})`;
  return filed(request, 'unknown', { objectId, msg, remedy: triedAgain, needsPerson: false, uncertain });
}

/** The answer about a request that was filed for the owner of the token tells which user that is (interface §2.7). */
function noteUser(filing: Filing, { request, known }: Update, result: CallResult): void {
  if (result.kind !== 'answered' || result.reply.sev === 30) return;
  if (request.fields.user !== undefined || known.sent.user !== undefined) return;
  const user = result.reply.request?.user;
  if (typeof user === 'string' && user.trim() !== '') filing.user ??= user;
}

function refused(update: Update, reply: Reply): UpdateResult {
  const { request, known } = update;
  if (saysLike(reply, messages.requestNotFound) || saysLike(reply, messages.notOpen)) {
    return { movedOn: known.objectId ?? 0 };
  }
  const locked = saysLocked(reply);
  return filed(request, locked ? 'conflict' : 'rejected', {
    objectId: locked ? (reply.existingObjectId ?? known.objectId) : known.objectId,
    sev: 30,
    msg: reply.msg,
    remedy: remedyFor(reply),
  });
}

function updated(update: Update, sent: UpdateFields, reply: Reply): FiledRequest {
  const { request, known } = update;
  const rfp = readInteger(reply.request?.rfp) ?? known.rfp;
  const isOut = rfp === 0 && known.rfp > 0 && sent.rfp === undefined;
  const taken = isOut ? [`it was taken out of RFP ${known.rfp} at the service, and is in none`] : [];
  return filed(request, 'updated', {
    objectId: known.objectId,
    rfp,
    sev: reply.sev,
    msg: reply.msg,
    used: reply.request,
    warnings: [
      ...(reply.sev === 20 ? [reply.msg] : []),
      ...fieldDifferences(sent, reply),
      ...taken,
      ...leftInNone(sent, rfp),
      ...fixedWarnings(known, request.fields),
    ],
  });
}

/** What is said of a request that was to open or find an RFP, and is in none. */
export function leftInNone({ arfp }: UpdateFields, rfp: number | null): string[] {
  return rfp === 0 && (arfp === '*NEW' || arfp === '*AUTO') ? ['the service has put it into no RFP'] : [];
}

const compared = ['attr', 'srcn', 'srca', 'srcd', 'user', 'csqo', 'lock', 'gpath', 'gfile', 'rfp'] as const;

/** Where the stored values differ from those sent; a value that was not answered is not compared, nor 0, which asks for the service's own. */
export function fieldDifferences(sent: UpdateFields, reply: Reply): string[] {
  const stored = reply.request;
  if (stored === null) return [];
  const differs = (name: (typeof compared)[number]) => {
    const [mine, theirs] = [sent[name], stored[name]];
    if (mine === undefined || theirs === undefined) return false;
    return mine !== 0 && !isValue(theirs, mine);
  };
  return compared
    .filter(differs)
    .map((name) => `${name}: sent ${JSON.stringify(sent[name])}, stored ${JSON.stringify(stored[name])}`);
}
