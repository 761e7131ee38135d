import { type Identity, mayBeSame, nameKey } from './identity.ts';

/**
 * Finds entries about an object among many, without comparing each with each: a whole repository is filed as well as
 * two files.
 */
export interface Lookup<T> {
  /** Entries of that target, name and relative path, whatever their type; in the order given. */
  named(identity: Identity): readonly T[];
  /** Entries that may be about the object (see mayBeSame); in the order given. */
  same(identity: Identity): readonly T[];
}

/** A lookup over entries, each about the object that `identityOf` names; it costs nothing until it is asked. */
export function lookup<T>(entries: readonly T[], identityOf: (entry: T) => Identity): Lookup<T> {
  let byName: Map<string, T[]> | null = null;
  const named = (identity: Identity) => {
    if (entries.length === 0) return [];
    byName ??= Map.groupBy(entries, (entry) => nameKey(identityOf(entry)));
    return byName.get(nameKey(identity)) ?? [];
  };
  return {
    named,
    same: (identity) => named(identity).filter((entry) => mayBeSame(identityOf(entry), identity)),
  };
}

/** A lookup over entries that are identities themselves, as those of the ledger are. */
export function lookupOf<T extends Identity>(entries: readonly T[]): Lookup<T> {
  return lookup(entries, (entry) => entry);
}
