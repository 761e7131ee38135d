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

/** Works through items in their order, at most `size` at a time; nothing is kept for those whose turn has not come. */
export async function inTurns<T>(items: readonly T[], size: number, work: (item: T) => Promise<void>): Promise<void> {
  const turns = items.values();
  const worker = async () => {
    for (const item of turns) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(size, items.length) }, worker));
}
