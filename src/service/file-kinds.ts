/** Physical and logical files (interface §2.5, data *NONE). */
import { installedAs } from './derive.ts';
import { comparableType } from './object-types.ts';
import type { RequestDraft } from './records.ts';
import { ServiceRefusal } from './refusal.ts';
import type { Attribute, InstalledObject, Site } from './site.ts';
import { findAttribute } from './targets.ts';

type FileCodes = Pick<InstalledObject, 'objt' | 'attr' | 'srca'>;

/** Object type, source type, attribute code, or the source type of the attribute: each may begin with PF or LF. */
function isOfKind(kind: 'PF' | 'LF', { objt, srca, attr }: FileCodes, attribute: Attribute | undefined): boolean {
  return [objt.replace(/^\*/, ''), srca, attr, attribute?.srca].some((code) => code?.toUpperCase().startsWith(kind));
}

/** Throws Refusal for a logical file that replaces a physical one and copies data; `request` is as it will be stored. */
export function checkLogicalFile(
  site: Site,
  request: Omit<RequestDraft, 'copied'>,
  attribute: Attribute | undefined,
): void {
  const { appl, lvl, objt, rsn, data } = request;
  if (comparableType(objt) !== '*FILE' || rsn !== '*MIGRATE' || data === '*NONE') return;
  const installed = installedAs(site, request);
  if (installed === undefined || !isOfKind('LF', request, attribute)) return;
  if (isOfKind('PF', installed, findAttribute(site, appl, lvl, installed.attr))) {
    throw new ServiceRefusal('data must be *NONE for a logical file that replaces a physical file');
  }
}
