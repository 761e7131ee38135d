// src/git/small-heap.ts
/** From so many objects, or bytes of one content, on, memory counts for more than speed. */
const manyObjects = 500;
const manyBytes = 262144;
/**
* Keeps the memory of a big run small. Left alone, V8 lets the heap of a run with thousands of calls, and what large
* contents leave behind, grow to many times of what is in use before it collects; calls are waited for anyway, so the
* collector has the time. To be told before the heap has grown, so here, where it is first known how much there is.
*/
function keepHeapSmall(objects, bytes = 0) {
	if (objects < manyObjects && bytes < manyBytes) return;
	if (collect === null) {
		const { setFlagsFromString } = process.getBuiltinModule("node:v8");
		const { runInNewContext } = process.getBuiltinModule("node:vm");
		setFlagsFromString("--optimize-for-size");
		setFlagsFromString("--semi-space-growth-factor=1");
		setFlagsFromString("--expose-gc");
		collect = runInNewContext("gc");
	}
	collect();
}
let collect = null;
/** Takes away what a step of a big run has left behind, before the next one needs as much. */
function tidyHeap() {
	collect?.();
}

export { keepHeapSmall, tidyHeap };