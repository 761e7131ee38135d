import type { Answered, CallResult, Refused } from '../client/results.ts';
import { messages, type Reply, saysLike } from '../interface/replies.ts';
import { type FiledRequest, filed } from '../ledger/outcome.ts';
import type { FiledObject } from '../ledger/record.ts';
import { identityText } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { type Filing, noteStop } from './filing-state.ts';
import { lostCalls, withdrawalOf } from './intended-calls.ts';
import { triedAgain } from './remedies.ts';

/** The row of a withdrawal, or that the request has moved on at the service, so that nothing of it can be taken back. */
export type Withdrawal = FiledRequest | 'movedOn';

/** Takes an earlier request of ours out of its RFP and frees its object (design §7). */
export async function withdraw(filing: Filing, request: PlannedRequest, earlier: FiledObject): Promise<Withdrawal> {
  const objectId = earlier.objectId;
  if (objectId === null) return 'movedOn';
  if (filing.stop !== null) return filed(request, 'notAttempted', { objectId, msg: filing.stop.why });
  const result = await filing.client.update({ objectId, arfp: '*NO', lock: '*NO' }, null);
  noteStop(filing, result);
  if (result.kind === 'refused') return keptBack(request, earlier, result.why);
  if (result.kind !== 'answered') return notWithdrawn(filing, request, earlier, result);
  const { reply } = result;
  if (reply.sev !== 30) return withdrawnRow(request, earlier, objectId, reply);
  if (saysLike(reply, messages.requestNotFound) || saysLike(reply, messages.notOpen)) return 'movedOn';
  return keptBack(request, earlier, reply.msg);
}

function keptBack(request: PlannedRequest, { objectId, reason }: FiledObject, why: string): FiledRequest {
  return filed(request, 'conflict', {
    objectId,
    needsPerson: true,
    msg: `request ${objectId} (${reason}) of this branch holds the object and could not be withdrawn: ${why}`,
    remedy: `Delete request ${objectId} at the service, then file again.`,
  });
}

function withdrawnRow(
  request: PlannedRequest,
  earlier: FiledObject,
  objectId: number,
  { sev, msg, request: used }: Reply,
): FiledRequest {
  const said = sev === 20 ? [msg] : [];
  return filed(request, 'withdrawn', {
    reason: earlier.reason,
    path: { text: earlier.path, raw: null },
    objectId,
    rfp: 0,
    sev,
    msg: `taken out of its RFP and unlocked: ${whyWithdrawn(request, earlier)}`,
    remedy: `Delete request ${objectId} at the service.`,
    used,
    warnings: said,
  });
}

function whyWithdrawn({ reason, added, dependent }: PlannedRequest, earlier: FiledObject): string {
  if (dependent !== undefined) return 'what its file uses is as it was before';
  if (reason === '*DELETE' && added) {
    return 'its file is gone, and there is nothing to delete, as this branch had added it';
  }
  return `${identityText(earlier)} is filed anew as ${reason}`;
}

/** A withdrawal without an answer: nobody refused it, and it can be repeated without harm. */
function notWithdrawn(
  filing: Filing,
  request: PlannedRequest,
  earlier: FiledObject,
  result: Exclude<CallResult, Answered | Refused>,
): FiledRequest {
  const { objectId } = earlier;
  // Of a request that only a lost create made, that create is what is known; it stays so.
  const uncertain = lostCalls(filing, request, earlier.run === '' ? [] : [withdrawalOf(earlier)]);
  if (result.kind === 'cancelled') {
    return filed(request, 'notAttempted', { objectId, msg: 'the run was cancelled', uncertain });
  }
  if (result.kind === 'stopped') {
    return filed(request, 'notAttempted', { objectId, msg: result.why, remedy: result.remedy, uncertain });
  }
  const msg = `request ${objectId} (${earlier.reason}) of this branch holds the object, and whether it was withdrawn is not known: ${result.why}`;
  return filed(request, 'notAttempted', { objectId, msg, remedy: triedAgain, uncertain });
}
