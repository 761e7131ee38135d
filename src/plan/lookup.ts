import { type Identity, mayBeSame, nameKey } from './identity.ts';

/** Finds the entries about an object among those of a whole repository. */
export interface Lookup<T> {
  /** Entries of that target, name and relative path, of any type; in the order of the list. */
  named(identity: Identity): readonly T[];
  /** Entries that may be about the object (see mayBeSame); in the order of the list. */
  same(identity: Identity): readonly T[];
}

/** Makes a lookup over entries, each about the object that `identityOf` returns; the first question builds the index. */
export function lookup<T>(entries: readonly T[], identityOf: (entry: T) => Identity): Lookup<T> {
  let byName: Map<string, readonly T[]> | null = null;
  const named = (identity: Identity): readonly T[] => {
    if (entries.length === 0) return [];
    byName ??= Map.groupBy(entries, (entry) => nameKey(identityOf(entry)));
    return byName.get(nameKey(identity)) ?? [];
  };
  return { named, same: (identity) => named(identity).filter((entry) => mayBeSame(identityOf(entry), identity)) };
}

/** Makes a lookup over entries that are identities themselves, such as check-outs. */
export function identityLookup<T extends Identity>(entries: readonly T[]): Lookup<T> {
  return lookup(entries, (entry) => entry);
}
