import { type Identity, isNamesake, mayBeSame, nameKey, roughKey } from './identity.ts';

/**
 * Finds entries about an object among many, without comparing each with each: a whole repository is filed as well as
 * two files.
 */
export interface Lookup<T> {
  /** Entries of that target, name and relative path, whatever their type; in the order given. */
  named(identity: Identity): readonly T[];
  /** Entries that may be about the object (see mayBeSame); in the order given. */
  same(identity: Identity): readonly T[];
  all(): readonly T[];
}

/** A lookup over entries, each about the object that `identityOf` names; it costs nothing until it is asked. */
export function lookup<T>(entries: readonly T[], identityOf: (entry: T) => Identity): Lookup<T> {
  let roughly: Map<string, readonly T[]> | null = null;
  const exactly = new Map<readonly T[], Map<string, T[]>>();
  const named = (identity: Identity): readonly T[] => {
    if (entries.length === 0) return none;
    roughly ??= Map.groupBy(entries, (entry) => roughKey(identityOf(entry)));
    const alike = roughly.get(roughKey(identity)) ?? none;
    const [first, second] = alike;
    if (first === undefined) return none;
    if (second === undefined) return isNamesake(identityOf(first), identity) ? alike : none;
    const byName = exactly.get(alike) ?? Map.groupBy(alike, (entry) => nameKey(identityOf(entry)));
    exactly.set(alike, byName);
    return byName.get(nameKey(identity)) ?? none;
  };
  return {
    named,
    all: () => entries,
    same: (identity) => {
      const namesakes = named(identity);
      return namesakes.length === 0 ? none : namesakes.filter((entry) => mayBeSame(identityOf(entry), identity));
    },
  };
}

const none: readonly never[] = [];

/** A lookup over entries that are identities themselves, as those of the ledger are. */
export function lookupOf<T extends Identity>(entries: readonly T[]): Lookup<T> {
  return lookup(entries, (entry) => entry);
}
