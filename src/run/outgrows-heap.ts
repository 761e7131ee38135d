import { mayWrite, type RunTools } from './input.ts';
import { manyRequests } from './small-heap.ts';

/**
 * True for a run that may file hundreds or thousands: left alone, V8 lets the heap of such a one grow to several times of
 * what is in use. Calls are waited for anyway, so the collector has the time.
 */
export async function outgrowsHeap({ input, listed = null }: RunTools, mayFile: boolean): Promise<boolean> {
  if (input.startSmall === undefined || !mayWrite(input) || !mayFile) return false;
  if (input.options['max-requests'] < manyRequests) return false;
  // What cannot be listed is reported by the step that plans.
  const changes = await listed?.changes.catch(() => null);
  return (changes?.length ?? 0) >= manyRequests;
}
