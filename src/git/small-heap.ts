/** From so many objects, or bytes of one content, on, memory counts for more than speed. */
const manyObjects = 500;
const manyBytes = 256 * 1024;

/**
 * Keeps the memory of a big run small. Left alone, V8 lets the heap of a run with thousands of calls, and what large
 * contents leave behind, grow to many times of what is in use before it collects; calls are waited for anyway, so the
 * collector has the time. To be told before the heap has grown, so here, where it is first known how much there is.
 */
export function keepHeapSmall(objects: number, bytes = 0): void {
  if (objects < manyObjects && bytes < manyBytes) return;
  if (collect === null) {
    // Not imported: most runs are small, and do without.
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    const { runInNewContext } = process.getBuiltinModule('node:vm');
    setFlagsFromString('--optimize-for-size');
    // The part for new objects stays as it is: to collect it, V8 copies what is in use.
    setFlagsFromString('--semi-space-growth-factor=1');
    // Until it has collected once, V8 does not know how little is in use, and lets the heap grow as far as it likes.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

let collect: (() => void) | null = null;

/** Takes away what a step of a big run has left behind, before the next one needs as much. */
export function tidyHeap(): void {
  collect?.();
}
