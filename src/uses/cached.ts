/** Returns a function that calls `make` once for each key (a text, or an object itself) and keeps any result but undefined. */
export function cached<T, K = string>(make: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/** Does what `cached` does for several texts or nulls. Never hand the result to `map`: it passes an index, which joins the key. */
export function cachedByList<A extends readonly (string | null)[], T>(make: (...about: A) => T): (...about: A) => T {
  const byKey = cached((key) => make(...(JSON.parse(key) as A)));
  return (...about) => byKey(JSON.stringify(about));
}

/** Returns a function that calls `make` at its first call and keeps the result; after a throw it tries again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
