/** Attribute and object type of a create when they are left out (interface §2.1 objt and attr, §2.2, §9). */
import type { CreateFields } from '../interface/fields.ts';
import { messages } from '../interface/replies.ts';
import { mappedFile } from './git-mapping.ts';
import { comparableName, comparableType, isObjectType, mostCharacters } from './object-types.ts';
import { ServiceRefusal, shown } from './refusal.ts';
import type { Attribute, InstalledObject, Site, SiteRepository } from './site.ts';
import { attributeOf, findAttribute, levelsAbove, type SiteTarget } from './targets.ts';

export interface Derived {
  readonly attribute: Attribute;
  readonly objt: string;
  /** The object as installed at the target level, and at the nearest level above that has it. */
  readonly installed: InstalledObject | undefined;
  readonly installedAbove: InstalledObject | undefined;
}

/**
 * Attribute: as sent, else by the Git mapping; a request that is not linked to Git also by installation history.
 * Type: as sent, else by the Git mapping, installation history, the cross-reference, in this order.
 * @throws Refusal with the interface's own messages "Attribute missing" and "Object Type missing" (§7)
 */
export function derive(
  site: Site,
  target: SiteTarget,
  fields: CreateFields,
  repository: SiteRepository | null,
): Derived {
  const { appl } = target.application;
  const { lvl } = target.level;
  const objn = fields.objn ?? '';
  const mapped = repository && fields.gfile ? mappedFile(repository, fields.gpath ?? '', fields.gfile) : null;
  const history = installationHistory(site, target, objn, fields.objt).filter(
    (object) => (fields.attr ?? object.attr) === object.attr,
  );
  const linked = repository !== null && fields.branch !== undefined;

  const attr = fields.attr ?? mapped?.attr ?? (linked ? undefined : theOnly(history, 'attr'));
  if (attr === undefined) throw new ServiceRefusal(messages.attributeMissing);
  const attribute = attributeOf(site, appl, lvl, attr);

  const mappedType = mapped && (mapped.objt ?? findAttribute(site, appl, lvl, mapped.attr)?.objt);
  const crossReferenced = (site.crossReference ?? []).filter((entry) => isSame(entry, objn)).map((entry) => entry.objt);
  const given = fields.objt ?? mappedType ?? theOnly(history, 'objt') ?? single(crossReferenced);
  if (given === undefined) throw new ServiceRefusal(messages.objectTypeMissing);
  const objt = given.toUpperCase();
  checkObject(site, objn, objt);

  const same = installationHistory(site, target, objn, objt);
  return {
    attribute,
    objt,
    installed: same.find((object) => object.lvl === lvl),
    installedAbove: same.find((object) => object.lvl !== lvl),
  };
}

/** Throws Refusal for an unknown type, and for a name that is too long for the type. */
function checkObject(site: Site, objn: string, objt: string): void {
  if (!isObjectType(site, objt)) throw new ServiceRefusal(`objt is ${shown(objt)}; there is no such object type`);
  const most = mostCharacters(objt);
  if (objn.length > most) {
    throw new ServiceRefusal(`objn is ${shown(objn)}; the name of a ${shown(objt)} has ${most} characters at most`);
  }
}

/** Objects of that name, and type if it is known: at the target level, then above it, nearest first. */
function installationHistory(
  site: Site,
  { application, level }: SiteTarget,
  objn: string,
  objt: string | undefined,
): InstalledObject[] {
  const order = [level.lvl, ...levelsAbove(application, level.lvl)];
  return (site.installed ?? [])
    .filter(({ appl, lvl }) => appl === application.appl && order.includes(lvl))
    .filter((object) => isSame(object, objn, objt))
    .sort((a, b) => order.indexOf(a.lvl) - order.indexOf(b.lvl));
}

export function installedAs(
  site: Site,
  { appl, lvl, objn, objt }: Pick<InstalledObject, 'appl' | 'lvl' | 'objn' | 'objt'>,
): InstalledObject | undefined {
  return site.installed?.find((object) => object.appl === appl && object.lvl === lvl && isSame(object, objn, objt));
}

/** Whether the site's object has that name, and that type if it is known. */
function isSame(object: Pick<InstalledObject, 'objn' | 'objt'>, objn: string, objt = object.objt): boolean {
  const hasName = comparableName(object.objn, object.objt) === comparableName(objn, object.objt);
  return hasName && comparableType(object.objt) === comparableType(objt);
}

/** The value that all objects of the nearest level share, if they do. */
function theOnly(history: readonly InstalledObject[], field: 'attr' | 'objt'): string | undefined {
  return single(history.filter((object) => object.lvl === history[0]?.lvl).map((object) => object[field]));
}

function single(values: readonly string[]): string | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}
