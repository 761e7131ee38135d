/** Whether an object is there to be recompiled or bound again (interface §2.3). */
import { installedAs } from './derive.ts';
import type { RequestDraft } from './records.ts';
import { ServiceRefusal, shown } from './refusal.ts';
import { type CallContext, levelsAbove, type SiteTarget } from './targets.ts';

/**
 * A *RECOMPILE or *UPDATE needs the object at its level or above: the site lists it, or a request has migrated it there.
 * Such a request counts in every state, as the object is on its way; one that has deleted it there ends that.
 * @throws Refusal when the object is nowhere, unless the site says that it does not list all that is installed
 */
export function checkInstalled({ site, records }: CallContext, { application }: SiteTarget, draft: RequestDraft): void {
  const { objn, objt, lvl, rsn } = draft;
  if (site.allInstalled === false || (rsn !== '*RECOMPILE' && rsn !== '*UPDATE')) return;
  const isThere = [lvl, ...levelsAbove(application, lvl)].some((level) => {
    const at = { ...draft, lvl: level };
    const last = records.lastToMove(at);
    return last === null ? installedAs(site, at) !== undefined : last === '*MIGRATE';
  });
  if (isThere) return;
  const object = `${shown(objn)} ${shown(objt)}`;
  throw new ServiceRefusal(`${object} is not installed at level ${lvl} or above, so rsn ${rsn} has nothing to work on`);
}
