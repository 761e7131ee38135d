/** Returns a function that calls `make` once for each text and keeps the result, also a promise that rejects. A result of undefined is not kept. */
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

/** Like cached, for functions of several texts or nulls. Do not hand the result to `map`, which adds arguments of its own: the index, and the whole list. */
export function cachedByList<A extends readonly (string | null)[], T>(make: (...about: A) => T): (...about: A) => T {
  const byKey = cached((key) => make(...(JSON.parse(key) as A)));
  return (...about) => byKey(JSON.stringify(about));
}

/** Returns a function that calls `make` at its first call and keeps the result, also a promise that rejects; after a throw it tries again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
