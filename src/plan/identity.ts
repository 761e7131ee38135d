import type { CreateFields } from '../interface/fields.ts';

/**
 * What makes two requests be about the same object (design §6): target, type, name, and the relative path where it is
 * mapped. `type` is the object type if mapped, else the attribute if mapped, else open (null).
 */
export interface Identity {
  readonly appl: string;
  readonly lvl: number;
  readonly type: string | null;
  readonly objn: string;
  readonly rpth: string | null;
}

/** The identity of a request with these fields; `appl`, `lvl` and `objn` have been checked to be there. */
export function identityOf(fields: CreateFields): Identity {
  return {
    appl: fields.appl ?? '',
    lvl: fields.lvl ?? 0,
    type: fields.objt ?? fields.attr ?? null,
    objn: fields.objn ?? '',
    rpth: fields.rpth ?? null,
  };
}

/** A key under which equal identities, and only those, meet. */
export function identityKey(identity: Identity): string {
  return `${keyPart(identity.type)} ${nameKey(identity)}`;
}

/** A key that leaves the type out, for finding those that an open type may match. */
export function nameKey(identity: Identity): string {
  const { appl, lvl, objn, rpth } = identity;
  return `${lvl} ${keyPart(appl)} ${keyPart(objn)} ${keyPart(rpth)}`;
}

/** A text that is quickly had: equal names have it in common, and of others hardly any. To find few among many. */
export function roughKey({ objn, rpth }: Identity): string {
  return rpth === null ? objn : `${objn} ${rpth}`;
}

/** True for equal names of one target, whatever the types. */
export function isNamesake(one: Identity, other: Identity): boolean {
  return one.objn === other.objn && one.appl === other.appl && one.lvl === other.lvl && one.rpth === other.rpth;
}

/** With its length, so that no two lists of parts make one key; null is none of its own. */
function keyPart(text: string | null): string {
  return text === null ? '-' : `${text.length}:${text}`;
}

/** Same object, where an open type on either side means that the names alone are compared: renames, delete guard. */
export function mayBeSame(one: Identity, other: Identity): boolean {
  if (!isNamesake(one, other)) return false;
  return one.type === null || other.type === null || one.type === other.type;
}

/** The object as a person writes it: `ORD/50 ORD100 *PGM`. */
export function identityText(identity: Identity): string {
  const type = identity.type === null ? '' : ` ${identity.type}`;
  return `${identity.appl}/${identity.lvl} ${identity.objn}${type}${identity.rpth ?? ''}`;
}
