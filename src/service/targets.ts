/** Finds the records of the site that a call names. */
import { messages } from '../interface/replies.ts';
import type { LockTarget } from './objects.ts';
import type { Variant } from './payload.ts';
import { formatValue, ServiceRefusal } from './refusal.ts';
import type { Application, Attribute, Site, SiteUser } from './site.ts';
import type { Records } from './store.ts';

/** A call as the rules see it. */
export interface CallContext {
  readonly site: Site;
  readonly records: Records;
  readonly caller: SiteUser;
  readonly variant: Variant;
}

export type SiteTarget = ReturnType<typeof requireTargetLevel>;

/** Finds the first of the items with these values. @throws ServiceRefusal with the message `problem` if there is none, or no `items` */
export function requireKnown<Item>(items: readonly Item[] | undefined, values: Partial<Item>, problem: string): Item {
  const names = Object.keys(values) as (keyof Item)[];
  const found = items?.find((item) => names.every((name) => item[name] === values[name]));
  if (found === undefined) throw new ServiceRefusal(problem);
  return found;
}

/** Finds application and level of a create. @throws ServiceRefusal if one is unknown, or the level permits no check-outs (§2.1) */
export function requireTargetLevel({ applications }: Site, appl: string, lvl: number) {
  const application = requireKnown(applications, { appl }, `Application ${formatValue(appl)} is not known`);
  const problem = `Level ${lvl} of application ${formatValue(appl)} is not known`;
  const level = requireKnown(application.levels, { lvl }, problem);
  if (level.checkOuts !== false) return { application, level };
  throw new ServiceRefusal(`Level ${lvl} of application ${appl} does not permit check-outs`);
}

/** Finds the attribute of that code for the application and level. @throws ServiceRefusal if there is none */
export function requireAttribute(site: Site, appl: string, lvl: number, attr: string): Attribute {
  const attribute = findAttribute(site, appl, lvl, attr);
  if (attribute) return attribute;
  throw new ServiceRefusal(`Attribute ${formatValue(attr)} is not defined for application ${appl} and level ${lvl}`);
}

/** Finds the attribute of that code for the application and level (without `levels`, for all); undefined if the site has none. */
export function findAttribute(site: Site, appl: string, lvl: number, attr: string): Attribute | undefined {
  const application = site.applications.find((candidate) => candidate.appl === appl);
  return application?.attributes.find((one) => one.attr === attr && (one.levels?.includes(lvl) ?? true));
}

/** Returns the numbers of all levels above one, nearest first; of levels that follow the same one, in the order of the list. */
export function listLevelsAbove({ levels }: Application, lvl: number): number[] {
  const passed = [lvl];
  for (const below of passed) {
    for (const next of levels) if (next.follows === below && !passed.includes(next.lvl)) passed.push(next.lvl);
  }
  return passed.slice(1);
}

/** Refuses a request with lock *YES if another one holds the lock on its object. @param objectId its own number @throws ServiceRefusal */
export function refuseLocked(records: Records, request: LockTarget & { readonly lock: string }, objectId = 0): void {
  const holder = request.lock === '*YES' ? records.lockHolder(request, objectId) : null;
  if (holder !== null) throw new ServiceRefusal(messages.targetLocked, holder);
}

/** Finds a user of the site by name. @throws ServiceRefusal if there is none */
export function requireUser(site: Site, user: string): SiteUser {
  return requireKnown(site.users, { user }, `User ${formatValue(user)} is not known`);
}
