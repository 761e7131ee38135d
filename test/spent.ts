import { runInNewContext } from 'node:vm';

/** Milliseconds of the processor that work takes in this thread: what else runs on the machine does not count. */
export async function spent(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Ends what takes for ever: a test that hangs says nothing. */
export const bounded = <T>(work: () => T): T => runInNewContext('work()', { work }, { timeout: 120_000 }) as T;

/** Milliseconds of this thread, so that other processes do not count; the quickest of some tries. */
export function quickest(work: () => unknown, tries: number): number {
  const times = Array.from({ length: tries }, () => {
    const start = process.threadCpuUsage();
    bounded(work);
    return process.threadCpuUsage(start).user / 1000;
  });
  return Math.min(...times);
}
