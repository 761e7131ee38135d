import type { Client, Stop } from '../client/create-client.ts';
import { messages, saysLike } from '../interface/replies.ts';
import { type FiledRequest, filed } from '../ledger/outcome.ts';
import type { PlannedRequest } from '../plan/planned.ts';

/** A release under way: what all its calls share. */
export interface Release {
  readonly client: Pick<Client, 'update'>;
  /** Set by the first call that lost the service; nothing new is started then. */
  stop: Stop | null;
}

/** What to do about a request that is left as it is. */
const again = 'Run release again.';

/**
 * Takes a request of ours out of its RFP and frees its object, as its branch is to hold nothing any more (design §16). One
 * that has moved on stays as it is.
 */
export async function releaseRequest(
  release: Release,
  request: PlannedRequest,
  objectId: number,
): Promise<FiledRequest> {
  const { stop } = release;
  if (stop !== null) return filed(request, 'notAttempted', { objectId, msg: stop.why, remedy: stop.remedy });
  const result = await release.client.update({ objectId, arfp: '*NO', lock: '*NO' }, null);
  const lost = result.kind === 'stopped' ? result : result.kind === 'lost' ? result.stop : null;
  if (lost !== null) release.stop ??= lost;
  switch (result.kind) {
    case 'answered':
      break;
    case 'cancelled':
      return filed(request, 'notAttempted', { objectId, msg: 'the run was cancelled', remedy: again });
    case 'refused':
      return refused(request, objectId, result.why);
    default:
      return filed(request, 'notAttempted', { objectId, msg: result.why, remedy: again });
  }
  const { sev, msg, request: used } = result.reply;
  if (sev !== 30) {
    const said = `taken out of its RFP and unlocked${sev === 20 ? ` (${msg})` : ''}`;
    const remedy = `Delete request ${objectId} at the service.`;
    return filed(request, 'withdrawn', { objectId, rfp: 0, sev, msg: said, remedy, used });
  }
  const hasMovedOn = saysLike(result.reply, messages.requestNotFound) || saysLike(result.reply, messages.notOpen);
  return hasMovedOn ? filed(request, 'unchanged', { objectId, stands: false }) : refused(request, objectId, msg);
}

function refused(request: PlannedRequest, objectId: number, why: string): FiledRequest {
  const remedy = `Delete request ${objectId} at the service.`;
  return filed(request, 'conflict', { objectId, msg: `it could not be released: ${why}`, remedy, needsPerson: true });
}
