import type { Log } from '../src/log.ts';

/** A log that nobody reads. */
export const silent: Log = { info: () => {}, notice: () => {} };

/** The output of a command, and what was said there. */
export function heard() {
  const said: string[] = [];
  return { output: { out: (text: string) => void said.push(text), log: silent }, said: () => said.join('') };
}
