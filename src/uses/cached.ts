/** Returns a function that computes the result for each text once, even a rejected promise; again after `undefined`. */
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

/** The same as cached, for lists of arguments. It must not be handed to `map`, which gives a function the whole list too. */
export function cachedByList<A extends readonly (string | null)[], T>(make: (...about: A) => T): (...about: A) => T {
  const byKey = cached((key) => make(...(JSON.parse(key) as A)));
  return (...about) => byKey(JSON.stringify(about));
}

/** Returns a function that computes its result once, at the first call; again only after a throw. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
