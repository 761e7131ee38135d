/** Runs work with at most `size` pieces at once, in the order asked. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

export function limiter(size: number): Limiter {
  const waiting: (() => void)[] = [];
  let free = size;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
