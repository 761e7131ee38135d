/** Requests that a change of what their files use asks for (design §13): at most one open request compiles an object. */
import { type FiledRequest, filed } from '../ledger/outcome.ts';
import { identityText } from '../plan/identity.ts';
import type { Look } from './actions.ts';
import { judgeConflict } from './conflict.ts';
import { type Create, contestedBy, type Held } from './contested.ts';
import type { Filing } from './filing-state.ts';
import { fileUpdate, type UpdateResult } from './update.ts';

/** Asks whether our request is still open, and sends its place in the compile order where that changed. */
export async function lookAtOwn(filing: Filing, look: Look): Promise<UpdateResult> {
  const { request, known, fields } = look;
  const result = await fileUpdate(filing, { ...look, kind: 'update', sendContent: false, uncertain: false }, null);
  if ('movedOn' in result || result.outcome !== 'updated') return result;
  const isSame = known.reason === request.reason;
  const msg = isSame ? result.msg : `request ${known.objectId} (${known.reason}) of this branch compiles it`;
  const outcome = Object.keys(fields).length > 0 ? 'updated' : 'unchanged';
  return { ...result, outcome, msg, leavesRecord: !isSame };
}

/**
 * A create that was refused because a request holds the object: that one compiles it, and nothing of it is touched. It is
 * booked as ours only where a create of ours got no answer and the service bears it out.
 */
export async function coveredBy(filing: Filing, create: Create, held: Held): Promise<FiledRequest> {
  const { request } = create;
  const { holder: objectId } = held;
  const contested = contestedBy(filing, create, held);
  const object = identityText(request.identity);
  const msg = `request ${objectId} holds ${object} and compiles it: nothing more is requested`;
  const covered = filed(request, 'covered', { objectId, msg });
  if (contested.lost.length === 0) return covered;
  const judged = await judgeConflict(filing, contested);
  // Whose it is is not known yet: what may have been ours is remembered, and asks for nothing more.
  if ('row' in judged) return { ...covered, uncertain: contested.lost.map((call) => ({ ...call, closed: true })) };
  return judged.verdict.kind === 'ours' ? filed(request, 'unchanged', { objectId, msg }) : covered;
}
