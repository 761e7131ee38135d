/** Physical and logical files (interface §2.5, data *NONE): the kind is told by whatever names it. */
import { comparableType } from './object-types.ts';
import type { RequestDraft } from './records.ts';
import { Refusal } from './refusal.ts';
import type { Attribute, InstalledObject } from './site.ts';

/** What tells the kind of a file. */
interface Telling {
  readonly objt: string;
  readonly srca: string | undefined;
  readonly attr: string;
  readonly attribute: Attribute | undefined;
}

/** Object type, source type, attribute code, or the source type of the attribute: each may begin with PF or LF. */
function isOfKind(kind: 'PF' | 'LF', { objt, srca, attr, attribute }: Telling): boolean {
  return [objt.replace(/^\*/, ''), srca, attr, attribute?.srca].some((code) => code?.toUpperCase().startsWith(kind));
}

/**
 * A logical file that replaces a physical one has no data of its own. Throws Refusal.
 * @param request as it will be stored
 * @param attribute of the request
 * @param installed the object as it is at the target level
 * @param installedWith the attribute of that object
 */
export function checkLogicalFile(
  request: Pick<RequestDraft, 'objt' | 'srca' | 'attr' | 'rsn' | 'data'>,
  attribute: Attribute | undefined,
  installed: InstalledObject | undefined,
  installedWith: Attribute | undefined,
): void {
  if (comparableType(request.objt) !== '*FILE' || installed === undefined) return;
  if (request.rsn !== '*MIGRATE' || request.data === '*NONE') return;
  const { srca, objt, attr } = installed;
  const isLogical = isOfKind('LF', { ...request, attribute });
  if (isLogical && isOfKind('PF', { objt, attr, srca, attribute: installedWith })) {
    throw new Refusal('data must be *NONE for a logical file that replaces a physical file');
  }
}
