import type { Answered, CallResult, Refused } from '../client/results.ts';
import type { FiledObject } from '../ledger/record.ts';
import { identityText } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { callOf } from './actions.ts';
import { type Filing, noteStop } from './context.ts';
import { type FiledRequest, filed } from './outcome.ts';
import { triedAgain } from './remedies.ts';

/** Takes an earlier request of ours out of its RFP and frees its object (design §7). */
export async function withdraw(filing: Filing, request: PlannedRequest, earlier: FiledObject): Promise<FiledRequest> {
  const objectId = earlier.objectId;
  if (objectId === null) return filed(request, 'conflict', { msg: 'the earlier request has no known number' });
  const result = await filing.client.update({ objectId, arfp: '*NO', lock: '*NO' }, null);
  noteStop(filing, result);
  if (result.kind !== 'answered' && result.kind !== 'refused') return notWithdrawn(request, earlier, result);
  if (result.kind === 'answered' && result.reply.sev !== 30) {
    return filed(request, 'withdrawn', {
      reason: earlier.reason,
      path: { text: earlier.path, raw: null },
      objectId,
      rfp: 0,
      sev: result.reply.sev,
      msg: `taken out of its RFP and unlocked: ${whyWithdrawn(request, earlier)}`,
      remedy: `Delete request ${objectId} at the service.`,
      used: result.reply.request,
    });
  }
  const why = result.kind === 'refused' ? result.why : result.reply.msg;
  return filed(request, 'conflict', {
    objectId,
    needsPerson: true,
    msg: `request ${objectId} (${earlier.reason}) of this branch holds the object and could not be withdrawn: ${why}`,
    remedy: `Delete request ${objectId} at the service, then file again.`,
  });
}

function whyWithdrawn({ reason }: PlannedRequest, earlier: FiledObject): string {
  if (reason === '*DELETE' && earlier.added) {
    return 'its file is gone, and there is nothing to delete, as this branch had added it';
  }
  return `${identityText(earlier)} is filed anew as ${reason}`;
}

/** A withdrawal without an answer: nobody refused it, and it can be repeated without harm. */
function notWithdrawn(
  request: PlannedRequest,
  earlier: FiledObject,
  result: Exclude<CallResult, Answered | Refused>,
): FiledRequest {
  if (result.kind === 'cancelled') return filed(request, 'notAttempted', { msg: 'the run was cancelled' });
  if (result.kind === 'stopped') return filed(request, 'notAttempted', { msg: result.why, remedy: result.remedy });
  const { objectId } = earlier;
  const msg = `request ${objectId} (${earlier.reason}) of this branch holds the object, and whether it was withdrawn is not known: ${result.why}`;
  // It may have been: then nothing refuses the delete of an object that never was at the target (see create.ts).
  const uncertain = request.reason === '*DELETE' && earlier.added ? callOf(request, null) : null;
  return filed(request, 'notAttempted', { objectId, msg, remedy: triedAgain, uncertain });
}
