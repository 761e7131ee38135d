/**
 * Returns a function that computes the result for each text, or list of texts, once, even a rejected promise; again after
 * `undefined`.
 */
export function cached<A extends readonly (string | null)[], T>(make: (...about: A) => T): (...about: A) => T {
  const known = new Map<string, T>();
  return (...about) => {
    const key = about.length === 1 ? `${about[0]}` : JSON.stringify(about);
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(...about);
    known.set(key, made);
    return made;
  };
}

/** Returns a function that computes its result once, at the first call; again only after a throw. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
