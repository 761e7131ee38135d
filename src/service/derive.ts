import { GlobError, tryCompileGlob } from '../glob/compile-glob.ts';
import { matchGlob } from '../glob/match.ts';
import type { CreateFields } from '../interface/fields.ts';
import { messages } from '../interface/replies.ts';
import { comparableName, comparableType, isObjectType, mostCharacters } from './objects.ts';
import type { RequestDraft } from './records.ts';
import { display, ServiceRefusal } from './refusal.ts';
import type { Attribute, InstalledObject, Site, SiteRepository } from './site.ts';
import { type CallContext, findAttribute, levelsAbove, requireAttribute, type SiteTarget } from './targets.ts';

/**
 * Derives attribute and object type of a create (interface §2.1 objt and attr, §2.2, §9).
 * Attribute: as sent, else by the Git mapping; a request that is not linked to Git also by installation history.
 * Type: as sent, else by the Git mapping, installation history, the cross-reference, in this order; the last two only if they agree.
 * @throws ServiceRefusal with the interface's messages "Attribute missing" and "Object Type missing" (§7), or for an attribute
 * or type that is not known, or a name that is too long
 */
export function derive(site: Site, target: SiteTarget, fields: CreateFields, repository: SiteRepository | null) {
  const { application, level } = target;
  const { appl } = application;
  const { lvl } = level;
  const objn = fields.objn ?? '';
  const mapped = repository && fields.gfile ? mappedFile(repository, fields.gpath ?? '', fields.gfile) : null;
  const history = installationHistory(site, target, objn, fields.objt).filter(
    (object) => (fields.attr ?? object.attr) === object.attr,
  );
  const linked = repository !== null && fields.branch !== undefined;

  const attr = fields.attr ?? mapped?.attr ?? (linked ? undefined : sharedValue(history, 'attr'));
  if (attr === undefined) throw new ServiceRefusal(messages.attributeMissing);
  const attribute = requireAttribute(site, appl, lvl, attr);

  const mappedType = mapped && (mapped.objt ?? findAttribute(site, appl, lvl, mapped.attr)?.objt);
  const crossReferenced = (site.crossReference ?? []).filter((entry) => isSame(entry, objn)).map((entry) => entry.objt);
  const given = fields.objt ?? mappedType ?? sharedValue(history, 'objt') ?? onlyValue(crossReferenced);
  if (given === undefined) throw new ServiceRefusal(messages.objectTypeMissing);
  const objt = given.toUpperCase();
  checkObject(site, objn, objt);

  const same = installationHistory(site, target, objn, objt);
  return {
    attribute,
    /** In upper case. */
    objt,
    /** The object as installed at the target level, and at the nearest level above that has it. */
    installed: same.find((object) => object.lvl === lvl),
    installedAbove: same.find((object) => object.lvl !== lvl),
  };
}

export type Derived = ReturnType<typeof derive>;

/** Throws ServiceRefusal for an unknown type, and for a name that is too long for the type. */
function checkObject(site: Site, objn: string, objt: string): void {
  if (!isObjectType(site, objt)) throw new ServiceRefusal(`objt is ${display(objt)}; there is no such object type`);
  const most = mostCharacters(objt);
  if (objn.length > most) {
    throw new ServiceRefusal(`objn is ${display(objn)}; the name of a ${display(objt)} has ${most} characters at most`);
  }
}

/** Returns the application's installed objects of that name, and type if given: at the target level, then above it, nearest first. */
function installationHistory(site: Site, { application, level }: SiteTarget, objn: string, objt?: string) {
  const order = [level.lvl, ...levelsAbove(application, level.lvl)];
  return (site.installed ?? [])
    .filter(({ appl, lvl }) => appl === application.appl && order.includes(lvl))
    .filter((object) => isSame(object, objn, objt))
    .sort((a, b) => order.indexOf(a.lvl) - order.indexOf(b.lvl));
}

/** Finds the installed object with that name and type at exactly that level. */
function findInstalled(site: Site, object: Pick<InstalledObject, 'appl' | 'lvl' | 'objn' | 'objt'>) {
  const { appl, lvl, objn, objt } = object;
  return site.installed?.find((object) => object.appl === appl && object.lvl === lvl && isSame(object, objn, objt));
}

/** True if the site's object has that name, and that type if given, as the service compares them. */
function isSame(object: Pick<InstalledObject, 'objn' | 'objt'>, objn: string, objt = object.objt): boolean {
  const hasName = comparableName(object.objn, object.objt) === comparableName(objn, object.objt);
  return hasName && comparableType(object.objt) === comparableType(objt);
}

/** Returns the value that all objects of the nearest level share; undefined: they differ, or there are none. */
function sharedValue(history: readonly InstalledObject[], field: 'attr' | 'objt'): string | undefined {
  return onlyValue(history.filter((object) => object.lvl === history[0]?.lvl).map((object) => object[field]));
}

function onlyValue(values: readonly string[]): string | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}

/** Finds the first entry of a repository's attribute mapping that matches a file, case ignored; what it leaves out matches all. */
function mappedFile({ attributes }: SiteRepository, gpath: string, gfile: string) {
  return attributes?.find(
    (entry) =>
      (entry.gpath === undefined || matchesPattern(withoutEnds(entry.gpath), withoutEnds(gpath))) &&
      (entry.gfile === undefined || matchesPattern(entry.gfile, gfile)),
  );
}

/** True if a text matches, case ignored; a pattern that cannot be compiled, which only a program can give, matches itself alone. */
function matchesPattern(pattern: string, text: string): boolean {
  const glob = tryCompileGlob(pattern, true);
  return glob instanceof GlobError ? pattern === text : matchGlob(glob, text) !== null;
}

/** Removes the slashes at both ends of a directory or its pattern. */
function withoutEnds(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}

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
