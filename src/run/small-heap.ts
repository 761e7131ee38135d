import type { Options } from '../options.ts';

/** What a program with a small heap is started with: V8 then keeps it small, and can be told when to. */
export const smallHeap = ['--optimize-for-size', '--expose-gc'] as const;

/** A run of so many requests stays under 150 MiB by itself. */
const fewRequests = 1000;

/**
 * Starts this program anew with a small heap if its run may file thousands: left alone, V8 lets the heap of such a run grow
 * to several times of what is in use. Calls are waited for anyway, so the collector has the time.
 *
 * Only for front doors, and before anything is done: it does not return then. Process, arguments, environment and streams
 * stay as they are. Where a process cannot be replaced (Windows, IBM i; a child that its parent sends messages to), the run
 * goes on as it is, and takes the memory.
 */
export function keepHeapSmall({ 'max-requests': atMost }: Options): void {
  const { execArgv, execPath, argv, argv0 } = process;
  if (atMost <= fewRequests || smallHeap.every((flag) => execArgv.includes(flag)) || process.send !== undefined) return;
  try {
    process.execve?.(execPath, [argv0, ...smallHeap, ...execArgv, ...argv.slice(1)]);
  } catch {
    // Not on this system.
  }
}

/** In a small heap, takes away what a step of a big run has left behind, before the next one needs as much. */
export function tidyHeap(): void {
  globalThis.gc?.();
}
