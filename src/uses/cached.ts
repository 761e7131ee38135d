/** Returns a function that calls `make` once for each text and keeps any result but undefined. */
export function cached<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    known.set(text, made);
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
