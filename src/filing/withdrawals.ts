import { textPath } from '../git/git-path.ts';
import type { Standing, Tried } from '../ledger/record.ts';
import { identityText } from '../plan/identity.ts';
import { askUpdate } from './ask.ts';
import type { OneObject } from './one-object.ts';

/** Takes our request out of its RFP and frees its object. @returns `gone`: it has moved on; false: a row says why not. */
export async function withdraw(
  object: OneObject,
  objectId: number,
  call: Tried,
  { reason, path }: Pick<Standing, 'reason' | 'path'>,
): Promise<boolean | 'gone'> {
  const { filing } = object;
  const asked = await object.ask(askUpdate(filing, { objectId, arfp: '*NO', lock: '*NO' }));
  if (asked.kind === 'done' || asked.kind === 'gone') filing.dropped.add(objectId);
  if (asked.kind === 'gone') {
    object.came(call, { kind: 'gone' });
    return 'gone';
  }
  if (asked.kind === 'done') {
    const { sev, msg, request: used } = asked.reply;
    object.came(call, { kind: 'done', stands: null });
    // Where no other row follows, this one names the file that a push has changed.
    const isOther = object.work.step.should.kind === 'nothing' && object.request.path.text !== path;
    object.add('withdrawn', {
      ...{ objectId, rfp: 0, sev, used, reason, path: isOther ? object.request.path : textPath(path) },
      warnings: [...(sev === 20 ? [msg] : []), ...(isOther ? [`it was filed for ${path}`] : [])],
      msg: `taken out of its RFP and unlocked: ${whyWithdrawn(object)}`,
      remedy: `Delete request ${objectId} at the service.`,
    });
    return true;
  }
  const { kind, why, mayBeDone } = asked;
  object.came(call, { kind: 'notDone', mayBeDone });
  const about = `request ${objectId} (${reason}) of this branch holds the object`;
  if (kind === 'stopped' || kind === 'lost') {
    const msg = kind === 'stopped' ? why : `${about}, and whether it was withdrawn is not known: ${why}`;
    object.add('notAttempted', { objectId, msg, remedy: asked.remedy });
  } else {
    const remedy = `Delete request ${objectId} at the service, then file again.`;
    object.add('conflict', { objectId, msg: `${about} and could not be withdrawn: ${why}`, remedy, needsPerson: true });
  }
  return false;
}

function whyWithdrawn({ request, work }: OneObject): string {
  const { should } = work.step;
  if (should.kind !== 'nothing') return `${identityText(request.identity)} is filed again as ${request.reason}`;
  if (should.isReleased) return 'what its branch has left is released';
  if (request.dependent !== undefined) return 'what its file uses is as it was before';
  const isAdded = Object.keys(work.ahead.before).length === 0;
  return isAdded ? 'its file is gone, and this branch had added it, so there is nothing to delete' : 'its file is gone';
}
