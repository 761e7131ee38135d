/** What a program with a small heap is started with: V8 then keeps it small, and can be told when to. */
export const smallHeap = ['--optimize-for-size', '--expose-gc'] as const;

/** A run of fewer requests stays under 150 MiB by itself, or little above beside the record of many more. */
export const manyRequests = 500;

/**
 * For front doors: what starts this program anew with a small heap, in the same process; arguments, environment and
 * streams stay as they are. It comes back only where a process cannot be replaced (Windows, IBM i).
 *
 * @returns undefined where that has happened already, or would cut a child off from the parent that sends it messages.
 */
export function smallHeapStart(): (() => void) | undefined {
  const { execArgv, execPath, argv, argv0 } = process;
  if (smallHeap.every((flag) => execArgv.includes(flag)) || process.send !== undefined) return undefined;
  return () => {
    try {
      process.execve?.(execPath, [argv0, ...smallHeap, ...execArgv, ...argv.slice(1)]);
    } catch {
      // Not on this system.
    }
  };
}

/** In a small heap, takes away what a step of a big run has left behind, before the next one needs as much. */
export function tidyHeap(): void {
  globalThis.gc?.();
}
