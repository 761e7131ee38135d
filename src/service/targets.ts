/** Finding the site's records that a call names. Unknown ones are refused. */
import { messages } from '../interface/replies.ts';
import type { Variant } from './payload.ts';
import type { LockTarget } from './places.ts';
import { ServiceRefusal, shown } from './refusal.ts';
import type { Application, Attribute, Site, SiteLevel, SiteUser } from './site.ts';
import type { Records } from './store.ts';

/** A call as the rules see it. */
export interface CallContext {
  readonly site: Site;
  readonly records: Records;
  readonly caller: SiteUser;
  readonly variant: Variant;
}

export interface SiteTarget {
  readonly application: Application;
  readonly level: SiteLevel;
}

/** The record that a call names. Throws Refusal that says `what` is not known. */
export function known<Item>(items: readonly Item[] | undefined, what: string, isIt: (item: Item) => boolean): Item {
  const found = items?.find(isIt);
  if (found === undefined) throw new ServiceRefusal(`${what} is not known`);
  return found;
}

/** The target of a create: the level must permit check-outs (interface §2.1, lvl). Throws Refusal. */
export function checkOutTarget(site: Site, appl: string, lvl: number): SiteTarget {
  const application = known(site.applications, `Application ${shown(appl)}`, (one) => one.appl === appl);
  const level = known(application.levels, `Level ${lvl} of application ${shown(appl)}`, (one) => one.lvl === lvl);
  if (level.checkOuts === false)
    throw new ServiceRefusal(`Level ${lvl} of application ${appl} does not permit check-outs`);
  return { application, level };
}

/** The attribute of that code, defined for the application and level. Throws Refusal. */
export function attributeOf(site: Site, appl: string, lvl: number, attr: string): Attribute {
  const attribute = findAttribute(site, appl, lvl, attr);
  if (attribute) return attribute;
  throw new ServiceRefusal(`Attribute ${shown(attr)} is not defined for application ${appl} and level ${lvl}`);
}

/** The same, or undefined when the site has none (any more). */
export function findAttribute(site: Site, appl: string, lvl: number, attr: string): Attribute | undefined {
  const application = site.applications.find((candidate) => candidate.appl === appl);
  return application?.attributes.find(
    (candidate) => candidate.attr === attr && (candidate.levels === undefined || candidate.levels.includes(lvl)),
  );
}

/** The levels above one, nearest first: those that follow it, and those that follow them. */
export function levelsAbove({ levels }: Application, lvl: number): number[] {
  const passed = [lvl];
  for (const below of passed) {
    const next = levels.find(({ follows }) => follows === below);
    if (next && !passed.includes(next.lvl)) passed.push(next.lvl);
  }
  return passed.slice(1);
}

/** Throws Refusal for a request that locks its target object while another one than `objectId` holds that lock. */
export function refuseLocked(records: Records, request: LockTarget & { readonly lock: string }, objectId = 0): void {
  const holder = request.lock === '*YES' ? records.lockHolder(request, objectId) : null;
  if (holder !== null) throw new ServiceRefusal(messages.targetLocked, holder);
}

/** A user of the security facility. Throws Refusal. */
export function userOf(site: Site, user: string): SiteUser {
  return known(site.users, `User ${shown(user)}`, (one) => one.user === user);
}

/** Whether a user holds a security code for an application and level (interface §4.2: 37 and 31). */
export function holdsCode(user: SiteUser, code: number, appl: string, lvl: number): boolean {
  return (user.codes ?? []).some((held) => {
    if (typeof held === 'number') return held === code;
    return held.code === code && (held.appl ?? appl) === appl && (held.lvl ?? lvl) === lvl;
  });
}
