import { type FiledRequest, filed } from '../ledger/outcome.ts';
import type { FiledObject } from '../ledger/record.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { claimDiffers } from './claim.ts';
import { askStored } from './conflict.ts';
import type { Filing } from './filing-state.ts';
import { triedAgain } from './remedies.ts';

/**
 * A number that another branch went on with is not ours any more, whatever an old record of ours says that was put back:
 * nothing is sent to it (design §8 "Sealed").
 *
 * @returns the row of the conflict; null when nobody else has the number.
 */
export async function heldElsewhere(
  filing: Filing,
  request: PlannedRequest,
  { objectId }: FiledObject,
): Promise<FiledRequest | null> {
  const rival = objectId === null || filing.stop !== null ? null : await filing.ownership.rivalFor(objectId);
  if (rival === null) return null;
  const { repo, branch, entry } = rival;
  const msg = `request ${objectId} is ours by the ledger, which has it for ${repo} ${branch} at ${entry.commit.slice(0, 12)} as well`;
  return filed(request, 'conflict', {
    objectId,
    msg,
    remedy: 'See ledger show; ledger forget takes out what is wrong.',
  });
}

/**
 * Asks the service whether a number that no seal vouches for is ours, where there is no lock that would tell.
 *
 * @returns 'ours', 'notOurs', or a row when that could not be found out.
 */
export async function bearOut(
  filing: Filing,
  request: PlannedRequest,
  known: FiledObject,
): Promise<'ours' | 'notOurs' | FiledRequest> {
  if (filing.stop !== null) return filed(request, 'notAttempted', { msg: filing.stop.why });
  const objectId = known.objectId ?? 0;
  const holders = await filing.ownership.holdersOf(objectId);
  if (holders.some(({ own }) => !own)) return 'notOurs';
  const asked = await askStored(filing, objectId);
  if (asked.kind === 'unanswered') {
    const msg = `the service did not say whether request ${objectId} is ours: ${asked.why}`;
    return filed(request, 'notAttempted', { objectId, msg, remedy: triedAgain });
  }
  if (asked.stored === null && !asked.isGone) {
    // It may be ours all the same, and nothing must be filed beside it.
    const msg = `the service does not show request ${objectId}, which the ledger has for it without a seal: ${asked.said}`;
    return filed(request, 'rejected', { objectId, msg, remedy: triedAgain });
  }
  const formerPath = (await filing.ownership.atHead(known.path)) ? null : known.path;
  return claimDiffers({ request, probe: asked.stored, formerPath }) === null ? 'ours' : 'notOurs';
}
