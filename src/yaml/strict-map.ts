import * as z from 'zod/mini';

/** Returns the schema of a map with these keys and no others; its error for another key lists them. @param error what is right, in words */
export function strictMap<const Shape extends z.core.$ZodLooseShape>(shape: Shape, error: string) {
  const keys = Object.keys(shape).join(', ');
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? keys : error) });
}
