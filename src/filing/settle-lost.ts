import type { IntendedCall } from '../ledger/runs.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { judgeConflict } from './conflict.ts';
import type { Filing } from './context.ts';
import { type Create, callCreate, contestedBy } from './create.ts';
import { type FiledRequest, filed } from './outcome.ts';
import { withdraw } from './withdraw.ts';

/**
 * A create of an object that is gone by now, and that this branch had added, got no answer: it is repeated, in no RFP and
 * without content, to learn the number of what it made, and that is taken back (design §8 "Unanswered first").
 *
 * @param n its place in the plan.
 */
export async function settleLost(
  filing: Filing,
  request: PlannedRequest,
  lost: IntendedCall,
  n: number,
): Promise<FiledRequest[]> {
  const again: PlannedRequest = { ...request, reason: lost.reason, fields: lost.sent ?? {}, blob: null };
  const create: Create = { request: again, n, earlier: null, movedOn: null };
  const rfp = { arfp: '*NO' } as const;
  const called = await callCreate(filing, create, rfp, null);
  if (!('holder' in called)) {
    if (called.outcome !== 'created') return [called];
    return takenBack(filing, request, { ...entryOf(lost), objectId: called.objectId });
  }
  const judged = await judgeConflict(filing, contestedBy(filing, create, called, rfp), n, called.row);
  if ('row' in judged) return [judged.row];
  const { verdict } = judged;
  // Somebody else's request holds the object, so ours does not stand.
  if (verdict.kind !== 'ours' && verdict.kind !== 'otherReason') return [nothingStands(request, called.holder)];
  return takenBack(filing, request, { ...entryOf(lost), objectId: called.holder });
}

async function takenBack(
  filing: Filing,
  request: PlannedRequest,
  made: ReturnType<typeof entryOf> & { objectId: number | null },
) {
  const withdrawn = await withdraw(filing, request, made);
  return [withdrawn === 'movedOn' ? nothingStands(request, made.objectId) : withdrawn];
}

function nothingStands(request: PlannedRequest, objectId: number | null): FiledRequest {
  const msg = 'its file is gone, and nothing that this branch filed stands for it';
  return filed(request, 'unchanged', { objectId, msg, stands: false });
}

/** What the ledger would say of the create, had its answer come. */
function entryOf({ appl, lvl, type, objn, rpth, reason, path, added }: IntendedCall) {
  return { appl, lvl, type, objn, rpth, reason, path, added, blob: null, rfp: 0, commit: '', run: '', sent: {} };
}
