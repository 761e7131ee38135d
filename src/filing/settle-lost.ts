import type { IntendedCall } from '../ledger/lease.ts';
import { type FiledRequest, filed } from '../ledger/outcome.ts';
import type { FiledObject } from '../ledger/record.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { type Judged, judgeConflict } from './conflict.ts';
import { type Create, contestedBy } from './contested.ts';
import { callCreate } from './create.ts';
import type { Filing } from './filing-state.ts';
import { entryOf } from './ownership.ts';
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
  const { rfp: _, ...fields } = lost.sent ?? {};
  const again: PlannedRequest = { ...request, reason: lost.reason, fields, blob: null };
  const create: Create = { request: again, n, earlier: null, movedOn: null, rfp: { arfp: '*NO' }, keys: null };
  const called = await callCreate(filing, create);
  if (!('holder' in called)) {
    if (called.outcome !== 'created') return [called];
    if (called.objectId === null) return [madeWithoutNumber(request)];
    return takenBack(filing, request, entryOf(lost, called.objectId));
  }
  const contested = contestedBy(filing, create, called);
  const judged = await judgeConflict(filing, contested);
  if ('row' in judged) return [judged.row];
  switch (whoseIs(judged.verdict)) {
    case 'ours':
      return takenBack(filing, request, entryOf(lost, called.holder));
    case 'others':
      return [nothingStands(request, called.holder)];
    default: {
      const why = 'why' in judged.verdict ? judged.verdict.why : '';
      return [{ ...called.row, msg: `${called.row.msg ?? ''} – ${why}`, uncertain: contested.lost }];
    }
  }
}

/** Only a request that is surely another's proves that ours does not stand; one that is not proven ours may be it. */
function whoseIs(verdict: Extract<Judged, { verdict: unknown }>['verdict']): 'ours' | 'others' | 'unknown' {
  switch (verdict.kind) {
    case 'ours':
      return verdict.takenFrom === null ? 'ours' : 'others';
    case 'otherReason':
      return 'ours';
    case 'theirs':
      return (verdict.holder !== null && !verdict.holder.own) || verdict.isOtherUser === true ? 'others' : 'unknown';
    default:
      return 'others';
  }
}

/** The earlier variant names no request, so nothing can be taken back (interface §9). */
function madeWithoutNumber(request: PlannedRequest): FiledRequest {
  const msg = 'its file is gone, and a request that an earlier run may have filed stands without a known number';
  return filed(request, 'unknown', {
    msg,
    remedy: 'Delete it at the service, then run: file-checkouts ledger forget PATH',
  });
}

async function takenBack(filing: Filing, request: PlannedRequest, made: FiledObject) {
  const withdrawn = await withdraw(filing, request, made);
  return [withdrawn === 'movedOn' ? nothingStands(request, made.objectId) : withdrawn];
}

function nothingStands(request: PlannedRequest, objectId: number | null): FiledRequest {
  const why = request.dependent === undefined ? 'its file is gone' : 'what its file uses is as it was before';
  const msg = `${why}, and nothing that this branch filed stands for it`;
  return filed(request, 'unchanged', { objectId, msg, stands: false });
}
