import type { CreateFields } from '../interface/fields.ts';

/** Names an object (design §6). `type`: the mapped object type, else the mapped attribute, else null (open). `rpth`: null if not mapped. */
export interface Identity {
  readonly appl: string;
  readonly lvl: number;
  readonly type: string | null;
  readonly objn: string;
  readonly rpth: string | null;
}

/** Returns the identity that fields give: `type` is objt, else attr, else null; missing appl and objn are '', lvl is 0, rpth is null. */
export function identifyObject({ appl = '', lvl = 0, objt, attr, objn = '', rpth }: CreateFields): Identity {
  return { appl, lvl, type: objt ?? attr ?? null, objn, rpth: rpth ?? null };
}

/** Returns a text that two identities share if, and only if, they are equal in all five parts. */
export const toIdentityKey = (identity: Identity) => `${toKeyPart(identity.type)} ${toNameKey(identity)}`;

/** Returns a text that two identities share if, and only if, they are equal in all parts but the type, which does not count. */
export const toNameKey = ({ appl, lvl, objn, rpth }: Identity) =>
  `${lvl} ${toKeyPart(appl)} ${toKeyPart(objn)} ${toKeyPart(rpth)}`;

/** Returns a part of a key: `LENGTH:TEXT`, so that different lists of parts never make the same key; `-` for null. */
const toKeyPart = (text: string | null) => (text === null ? '-' : `${text.length}:${text}`);

/** True if two identities are equal, or would be if the open type (null) of one were the type of the other. */
export function mayBeSame(one: Identity, other: Identity): boolean {
  // Asked for many pairs: texts to compare would take a hundred times as long.
  if (one.objn !== other.objn || one.lvl !== other.lvl || one.appl !== other.appl || one.rpth !== other.rpth)
    return false;
  return one.type === null || other.type === null || one.type === other.type;
}

/** Formats an object for people: `ORD/50 ORD100 *PGM`, without an open type; `rpth` follows without a blank. */
export function formatIdentity({ appl, lvl, objn, type, rpth }: Identity): string {
  return `${appl}/${lvl} ${objn}${type === null ? '' : ` ${type}`}${rpth ?? ''}`;
}

/** Returns the entries that may be about an object (see mayBeSame), in the order of the list. */
export type Lookup<T> = (identity: Identity) => readonly T[];

type Named = Identity | { readonly identity: Identity };

/** Makes a lookup of the entries, in order, that have or are an identity that mayBeSame as one given. Never change `entries` after it. */
export function indexByName<T extends Named>(entries: readonly T[]): Lookup<T> {
  const pickIdentity = (entry: Named) => ('identity' in entry ? entry.identity : entry);
  let byName: Map<string, readonly T[]> | null = null;
  return (identity) => {
    byName ??= Map.groupBy(entries, (entry) => toNameKey(pickIdentity(entry)));
    const named = byName.get(toNameKey(identity)) ?? [];
    return named.filter((entry) => mayBeSame(pickIdentity(entry), identity));
  };
}
