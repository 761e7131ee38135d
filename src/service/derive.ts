import { compileGlob } from '../glob/compile-glob.ts';
import { matchGlob } from '../glob/match.ts';
import { messages } from '../interface/replies.ts';
import { isPathType, normalizeName, normalizeType, requireValidObject, resolveTargetDirectory } from './objects.ts';
import type { NamedFields, Variant } from './payload.ts';
import type { RequestDraft, StoredRequest } from './records.ts';
import { formatValue, ServiceRefusal } from './refusal.ts';
import type { Attribute, InstalledObject, Repository, Site } from './site.ts';
import { type CallContext, findAttribute, listLevelsAbove, requireAttribute, type SiteTarget } from './targets.ts';

/**
 * Derives a create's attribute, and its object type in upper case (§2.1, §2.2, §9); finds the object as installed at the level, and at the
 * nearest above with it (else undefined). Attribute: as sent, by Git mapping or, unless repo and branch are sent, history; type: as sent,
 * by Git mapping, history, cross-reference. Of history the nearest level with the object counts; it and cross-reference only if their
 * entries agree. @throws ServiceRefusal "Attribute missing", "Object Type missing" (§7), or as requireAttribute and requireValidObject
 */
export function deriveObject(site: Site, target: SiteTarget, fields: NamedFields, repository: Repository | null) {
  const { appl, lvl, objn } = fields;
  const mapped = repository && fields.gfile ? findAttributeEntry(repository, fields.gpath ?? '', fields.gfile) : null;
  const hasAttribute = ({ attr }: InstalledObject) => attr === (fields.attr ?? attr);
  const levels = [lvl, ...listLevelsAbove(target.application, lvl)];
  const history = listInstalled(site, appl, levels, objn, fields.objt).filter(hasAttribute);
  const linked = repository !== null && fields.branch !== undefined;
  const attr = fields.attr ?? mapped?.attr ?? (linked ? undefined : findSharedValue(history, 'attr'));
  if (attr === undefined) throw new ServiceRefusal(messages.attributeMissing);
  const attribute = requireAttribute(site, appl, lvl, attr);
  const mappedType = mapped && (mapped.objt ?? findAttribute(site, appl, lvl, mapped.attr)?.objt);
  const crossReferenced = (site.crossReference ?? []).filter((entry) => isSameObject(entry, objn));
  const byReference = findOnlyValue(crossReferenced.map((entry) => entry.objt));
  const given = fields.objt ?? mappedType ?? findSharedValue(history, 'objt') ?? byReference;
  if (given === undefined) throw new ServiceRefusal(messages.objectTypeMissing);
  const objt = given.toUpperCase();
  requireValidObject(site, objn, objt);
  const same = listInstalled(site, appl, levels, objn, objt);
  const installed = same.find((object) => object.lvl === lvl);
  const installedAbove = same.find((object) => object.lvl !== lvl);
  return { attribute, objt, installed, installedAbove };
}

/** Returns the objects of that name (and type, if given) that are installed at these levels of an application, in the order of `levels`. */
function listInstalled(site: Site, appl: string, levels: readonly number[], objn: string, objt?: string) {
  const atLevels = site.installed?.filter((object) => object.appl === appl && levels.includes(object.lvl)) ?? [];
  const same = atLevels.filter((object) => isSameObject(object, objn, objt));
  return same.sort((a, b) => levels.indexOf(a.lvl) - levels.indexOf(b.lvl));
}

/** True if an object of the site has that name (case counts only for paths) and, if given, that type (in any case; *PF, *LF are *FILE). */
function isSameObject(object: Pick<InstalledObject, 'objn' | 'objt'>, objn: string, objt = object.objt): boolean {
  const hasName = normalizeName(object.objn, object.objt) === normalizeName(objn, object.objt);
  return hasName && normalizeType(object.objt) === normalizeType(objt);
}

/** Returns the value shared by the objects of the nearest level; undefined if they differ, or are none. @param history nearest first */
function findSharedValue(history: readonly InstalledObject[], field: 'attr' | 'objt'): string | undefined {
  return findOnlyValue(history.filter((object) => object.lvl === history[0]?.lvl).map((object) => object[field]));
}

/** Returns the value if all are equal; undefined if they differ, or there are none. */
function findOnlyValue(values: readonly string[]): string | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}

/** Finds the first entry of a repository's attribute mapping that fits a file (letter case ignored; no pattern: any fits), or undefined. */
function findAttributeEntry({ attributes }: Repository, gpath: string, gfile: string) {
  const withoutEnds = (path: string) => path.replace(/^\/+|\/+$/g, '');
  const fits = (pattern: string | undefined, text: string) =>
    pattern === undefined || matchGlob(compileGlob(withoutEnds(pattern), true), withoutEnds(text)) !== null;
  return attributes?.find((entry) => fits(entry.gpath, gpath) && fits(entry.gfile, gfile));
}

/**
 * Refuses to recompile or update (rsn) an object that is not at its level or above. At each level the last *MIGRATE, or *DELETE past status
 * 01, decides; without one, the site's list. Allows all if the site has `allInstalled: false`. @throws ServiceRefusal
 */
export function requireInstalled({ site, records }: CallContext, target: SiteTarget, draft: RequestDraft): void {
  const { objn, objt, appl, lvl, rsn } = draft;
  if (site.allInstalled === false || (rsn !== '*RECOMPILE' && rsn !== '*UPDATE')) return;
  const isThere = [lvl, ...listLevelsAbove(target.application, lvl)].some((level) => {
    const last = records.lastMoveReason({ ...draft, lvl: level });
    return last === null ? listInstalled(site, appl, [level], objn, objt).length > 0 : last === '*MIGRATE';
  });
  if (isThere) return;
  const object = `${formatValue(objn)} ${formatValue(objt)}`;
  throw new ServiceRefusal(`${object} is not installed at level ${lvl} or above, so rsn ${rsn} has nothing to work on`);
}

/** True if a file's type (without star), attribute code or source type, or the attribute's source type begins with `kind`, in any case. */
function isOfKind(kind: 'PF' | 'LF', file: Pick<InstalledObject, 'objt' | 'attr' | 'srca'>, attribute?: Attribute) {
  const { objt, srca, attr } = file;
  return [objt.replace(/^\*/, ''), srca, attr, attribute?.srca].some((code) => code?.toUpperCase().startsWith(kind));
}

/** Refuses a *MIGRATE of a logical file over a physical file installed at its level, unless data is *NONE (§2.5). @throws ServiceRefusal */
export function refuseLogicalFile(site: Site, request: RequestDraft, attribute: Attribute | undefined): void {
  const { appl, lvl, objn, objt, rsn, data } = request;
  if (normalizeType(objt) !== '*FILE' || rsn !== '*MIGRATE' || data === '*NONE') return;
  const [installed] = listInstalled(site, appl, [lvl], objn, objt);
  if (installed === undefined || !isOfKind('LF', request, attribute)) return;
  if (isOfKind('PF', installed, findAttribute(site, appl, lvl, installed.attr))) {
    throw new ServiceRefusal('data must be *NONE for a logical file that replaces a physical file');
  }
}

/** Object type of attributes with a source and no object: the interface has such (§2.1 folb), but shows no code. */
const sourceOnlyType = '*SRC';

export interface Resolved extends ReturnType<typeof deriveObject> {
  readonly fields: NamedFields;
  readonly target: SiteTarget;
  readonly user: string;
  readonly variant: Variant;
}

/**
 * Returns folb and fslb, fsfl and srcn (both empty without a source), rpth, and the directory to which the object goes. What is not sent
 * comes from naming template, attribute and objn (§2.1); but folb and fslb from each other, if there is no object; in the earlier variant
 * folb is the user, fslb as folb. @throws ServiceRefusal for a sent path in the IFS that is relative, or has `.` or `..`
 */
export function deriveLocations(found: Resolved) {
  const { fields, attribute, objt, variant } = found;
  const { rpth = '' } = fields;
  const sourceInIfs = attribute.source === 'ifs';
  const hasSource = attribute.source !== 'none';
  const hasNoObject = attribute.objt === sourceOnlyType && hasSource;
  const objectInIfs = isPathType(objt) || (sourceInIfs && hasNoObject);
  const ofSource = deriveFromLibrary(found, 'fslb', sourceInIfs);
  // Without an object both are the same, if one is sent.
  const ofObject = hasNoObject ? (fields.fslb ?? ofSource) : deriveFromLibrary(found, 'folb', isPathType(objt));
  const folb = fields.folb ?? ofObject;
  const fslb = fields.fslb ?? (hasNoObject || variant === 'earlier' ? folb : ofSource);
  // Only what was sent: the earlier variant has the user's name as the default for paths too (§9).
  if (fields.folb !== undefined && objectInIfs) requireAbsolutePath('folb', folb);
  if (fields.fslb !== undefined && sourceInIfs) requireAbsolutePath('fslb', fslb);
  if (fields.rpth !== undefined) requireAbsolutePath('rpth', rpth);
  return {
    folb,
    fslb,
    fsfl: hasSource ? (fields.fsfl ?? attribute.fsfl ?? '') : '',
    srcn: hasSource ? (fields.srcn ?? fields.objn) : '',
    rpth,
    target: resolveTargetDirectory(attribute, rpth),
  };
}

/**
 * Returns type and text of the member (§2.1), both empty without one: as sent, else as installed at the level, else the attribute's type;
 * for an empty text, if the source is `imported` (sent along, or copied), the text installed at the nearest level above.
 */
export function deriveMemberTexts(found: Resolved, imported: boolean): Pick<StoredRequest, 'srca' | 'srcd'> {
  const { fields, attribute, installed, installedAbove } = found;
  if (attribute.source !== 'member') return { srca: '', srcd: '' };
  const existing = fields.srcd ?? installed?.srcd ?? '';
  const above = imported ? (installedAbove?.srcd ?? '') : '';
  return { srca: fields.srca ?? installed?.srca ?? attribute.srca ?? '', srcd: existing === '' ? above : existing };
}

/** Returns folb's or fslb's default: the level's template (in the IFS `ifs` if set), filled in, there led by `/`. Earlier variant: user. */
function deriveFromLibrary({ target, user, variant }: Resolved, which: 'folb' | 'fslb', inIfs: boolean): string {
  if (variant === 'earlier') return user;
  const { level, application } = target;
  const template = level[which] ?? '<user><level>';
  const name = (inIfs && level.ifs ? level.ifs : template)
    .replaceAll('<user>', user)
    .replaceAll('<level>', String(level.lvl))
    .replaceAll('<appl>', application.appl);
  return inIfs && !name.startsWith('/') ? `/${name}` : name;
}

/** Refuses a path that does not start with a slash, or has a directory `.` or `..`. @throws ServiceRefusal @param field for the message */
function requireAbsolutePath(field: string, path: string): void {
  if (!path.startsWith('/')) throw new ServiceRefusal(`${field} is an IFS path; it must start with /`);
  if (path.split('/').some((part) => part === '..' || part === '.')) {
    throw new ServiceRefusal(`${field} must not hold the directories . or ..`);
  }
}
