/** Whether an object is there to be compiled or bound anew (interface §2.3). */
import { installedAs } from './derive.ts';
import type { RequestDraft } from './records.ts';
import { Refusal, shown } from './refusal.ts';
import { type CallContext, levelsAbove, type Target } from './targets.ts';

/**
 * Where the site knows all that is installed: a *RECOMPILE or *UPDATE needs the object at its level or above. A request
 * that migrates it there counts in every state, as it is on its way; one that has deleted it ends that.
 * @throws Refusal when the object is nowhere
 */
export function checkInstalled({ site, records }: CallContext, { application }: Target, draft: RequestDraft): void {
  const { objn, objt, lvl, rsn } = draft;
  if (site.allInstalled !== true || (rsn !== '*RECOMPILE' && rsn !== '*UPDATE')) return;
  const isThere = [lvl, ...levelsAbove(application, lvl)].some((level) => {
    const at = { ...draft, lvl: level };
    const last = records.lastToMove(at);
    return last === null ? installedAs(site, at) !== undefined : last === '*MIGRATE';
  });
  if (isThere) return;
  const object = `${shown(objn)} ${shown(objt)}`;
  throw new Refusal(`${object} is not installed at level ${lvl} or above, so rsn ${rsn} has nothing to work on`);
}
