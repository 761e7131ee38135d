import { type Identity, isNamesake, mayBeSame, nameKey, roughKey } from './identity.ts';

/** Finds the entries about an object among those of a whole repository. */
export interface Lookup<T> {
  /** Entries of that target, name and relative path, of any type; in the order of the list. */
  named(identity: Identity): readonly T[];
  /** Entries that may be about the object (see mayBeSame); in the order of the list. */
  same(identity: Identity): readonly T[];
  all(): readonly T[];
}

/** A lookup over entries that are each about the object `identityOf` returns; the first question builds the index. */
export function lookup<T>(entries: readonly T[], identityOf: (entry: T) => Identity): Lookup<T> {
  let byRoughKey: Map<string, readonly T[]> | null = null;
  const byNameKey = new Map<readonly T[], Map<string, T[]>>();
  const named = (identity: Identity): readonly T[] => {
    if (entries.length === 0) return none;
    byRoughKey ??= Map.groupBy(entries, (entry) => roughKey(identityOf(entry)));
    const candidates = byRoughKey.get(roughKey(identity)) ?? none;
    const [first, second] = candidates;
    if (first === undefined) return none;
    if (second === undefined) return isNamesake(identityOf(first), identity) ? candidates : none;
    const byName = byNameKey.get(candidates) ?? Map.groupBy(candidates, (entry) => nameKey(identityOf(entry)));
    byNameKey.set(candidates, byName);
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

/** A lookup over entries that are identities themselves, such as check-outs. */
export function identityLookup<T extends Identity>(entries: readonly T[]): Lookup<T> {
  return lookup(entries, (entry) => entry);
}
