/** Finding the site's records that a call names: application, level, attribute, user, repository. Unknown ones are refused. */

import { Refusal, shown } from './refusal.ts';
import type { Application, Attribute, Level, Repository, Site, SiteUser } from './site.ts';

/** Application and level that a request is for. */
export interface Target {
  readonly application: Application;
  readonly level: Level;
}

/** The target of a create: the level must permit check-outs (interface §2.1, lvl). Throws Refusal. */
export function checkOutTarget(site: Site, appl: string, lvl: number): Target {
  const application = site.applications.find((candidate) => candidate.appl === appl);
  if (!application) throw new Refusal(`Application ${shown(appl)} is not known`);
  const level = application.levels.find((candidate) => candidate.lvl === lvl);
  if (!level) throw new Refusal(`Level ${lvl} of application ${shown(appl)} is not known`);
  if (level.checkOuts === false) throw new Refusal(`Level ${lvl} of application ${appl} does not permit check-outs`);
  return { application, level };
}

/** The attribute of that code, defined for the application and level. Throws Refusal. */
export function attributeOf(site: Site, appl: string, lvl: number, attr: string): Attribute {
  const attribute = findAttribute(site, appl, lvl, attr);
  if (!attribute) {
    throw new Refusal(`Attribute ${shown(attr)} is not defined for application ${appl} and level ${lvl}`);
  }
  return attribute;
}

/** The same, or undefined when the site has none (any more). */
export function findAttribute(site: Site, appl: string, lvl: number, attr: string): Attribute | undefined {
  const application = site.applications.find((candidate) => candidate.appl === appl);
  return application?.attributes.find(
    (candidate) => candidate.attr === attr && (candidate.levels === undefined || candidate.levels.includes(lvl)),
  );
}

/** The levels above one, nearest first: those that follow it, and those that follow them. */
export function levelsAbove(application: Application, lvl: number): number[] {
  const above: number[] = [];
  let current: number | undefined = lvl;
  while (current !== undefined) {
    const below: number = current;
    const next: Level | undefined = application.levels.find((level) => level.follows === below);
    current = next && !above.includes(next.lvl) && next.lvl !== lvl ? next.lvl : undefined;
    if (current !== undefined) above.push(current);
  }
  return above;
}

/** A user of the security facility. Throws Refusal. */
export function userOf(site: Site, user: string): SiteUser {
  const found = site.users.find((candidate) => candidate.user === user);
  if (!found) throw new Refusal(`User ${shown(user)} is not known`);
  return found;
}

/** A Git repository by its ID. Throws Refusal. */
export function repositoryOf(site: Site, repo: string): Repository {
  const found = site.repositories?.find((candidate) => candidate.repo === repo);
  if (!found) throw new Refusal(`Repository ${shown(repo)} is not known`);
  return found;
}

/** Whether a user holds a security code for an application and level (interface §4.2: 37 and 31). */
export function holdsCode(user: SiteUser, code: number, appl: string, lvl: number): boolean {
  return (user.codes ?? []).some((held) => {
    if (typeof held === 'number') return held === code;
    return held.code === code && (held.appl ?? appl) === appl && (held.lvl ?? lvl) === lvl;
  });
}
