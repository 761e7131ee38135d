import type { IntendedCall } from '../ledger/lease.ts';
import { type FiledObject, rememberedOf } from '../ledger/record.ts';
import type { Dependent, PlannedRequest } from '../plan/planned.ts';
import type { Action } from './actions.ts';

/**
 * Decides what to do for such a request: our own open request does it, whatever its reason, unless it has moved on; the
 * service alone tells. What was filed for causes that are as they were is taken back.
 *
 * @param known our request about the object. @param lost calls about it without an answer.
 */
export function decideDependent(
  request: PlannedRequest & { readonly dependent: Dependent },
  known: FiledObject | undefined,
  lost: readonly IntendedCall[],
): Action {
  if (request.dependent.isTakenBack) {
    if (known?.causes !== undefined) return { kind: 'withdraw', request, known };
    const made = lost.find(({ objectId, withdraws }) => objectId === null && withdraws !== true);
    return made === undefined ? { kind: 'nothing', request } : { kind: 'settle', request, lost: made };
  }
  if (known === undefined || known.claimed === true) return { kind: 'create', request, earlier: null };
  if (known.objectId === null) return { kind: 'unchanged', request, known };
  const { csqo } = rememberedOf(request.fields);
  const isMoved = known.reason === request.reason && csqo !== undefined && csqo !== known.sent.csqo;
  return { kind: 'look', request, known, fields: isMoved ? { csqo } : {} };
}
