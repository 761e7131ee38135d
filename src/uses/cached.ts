/** Returns a function that keeps what `make` returns for each key (objects: by identity), also a rejected promise, but never undefined. */
export function cacheByKey<T, K = string>(make: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/** Returns a function that calls `make` once for equal arguments, and keeps the result. Never hand it to `map`, whose index would count. */
export function cacheByKeys<A extends readonly (string | null)[], T>(make: (...about: A) => T): (...about: A) => T {
  const byKey = cacheByKey((key) => make(...(JSON.parse(key) as A)));
  return (...about) => byKey(JSON.stringify(about));
}

/** Returns a function that calls `make` at its first call and keeps the result (a rejected promise, too); after a throw it tries again. */
export function once<T>(make: () => T): () => T {
  const makeKept = cacheByKey((_: null) => ({ value: make() }));
  return () => makeKept(null).value;
}
