/** Returns a function that runs one work at a time, in the order of its calls, and returns its result; a failed work stops no later one. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };
}
