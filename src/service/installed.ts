/** Rules about objects that are installed already (interface §2.3, §2.5 data *NONE). */
import { findInstalled } from './derive.ts';
import { comparableType } from './objects.ts';
import type { RequestDraft } from './records.ts';
import { display, ServiceRefusal } from './refusal.ts';
import type { Attribute, InstalledObject, Site } from './site.ts';
import { type CallContext, findAttribute, levelsAbove, type SiteTarget } from './targets.ts';

/**
 * Refuses a *RECOMPILE or *UPDATE of an object that is not at its level or above, unless the site says that its list is not
 * complete (`allInstalled: false`). At each level its last request decides: *MIGRATE in any state put it there, *DELETE
 * past status 01 removed it; without one, the site's list.
 * @throws ServiceRefusal
 */
export function checkInstalled({ site, records }: CallContext, { application }: SiteTarget, draft: RequestDraft): void {
  const { objn, objt, lvl, rsn } = draft;
  if (site.allInstalled === false || (rsn !== '*RECOMPILE' && rsn !== '*UPDATE')) return;
  const isThere = [lvl, ...levelsAbove(application, lvl)].some((level) => {
    const at = { ...draft, lvl: level };
    const last = records.lastToMove(at);
    return last === null ? findInstalled(site, at) !== undefined : last === '*MIGRATE';
  });
  if (isThere) return;
  const object = `${display(objn)} ${display(objt)}`;
  throw new ServiceRefusal(`${object} is not installed at level ${lvl} or above, so rsn ${rsn} has nothing to work on`);
}

type FileCodes = Pick<InstalledObject, 'objt' | 'attr' | 'srca'>;

/** True if object type, source type, attribute code or the attribute's source type begins with the kind, case ignored. */
function isOfKind(kind: 'PF' | 'LF', { objt, srca, attr }: FileCodes, attribute: Attribute | undefined): boolean {
  return [objt.replace(/^\*/, ''), srca, attr, attribute?.srca].some((code) => code?.toUpperCase().startsWith(kind));
}

/** Refuses a *MIGRATE of a logical file where a physical file is installed at its level, unless data is *NONE (§2.5). @throws ServiceRefusal */
export function checkLogicalFile(site: Site, request: Omit<RequestDraft, 'copied'>, attribute: Attribute | undefined) {
  const { appl, lvl, objt, rsn, data } = request;
  if (comparableType(objt) !== '*FILE' || rsn !== '*MIGRATE' || data === '*NONE') return;
  const installed = findInstalled(site, request);
  if (installed === undefined || !isOfKind('LF', request, attribute)) return;
  if (isOfKind('PF', installed, findAttribute(site, appl, lvl, installed.attr))) {
    throw new ServiceRefusal('data must be *NONE for a logical file that replaces a physical file');
  }
}
