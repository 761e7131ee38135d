/** Milliseconds of the processor that work takes in this thread: what else runs on the machine does not count. */
export async function spent(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
