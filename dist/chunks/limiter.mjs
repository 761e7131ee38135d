// src/filing/limiter.ts
function limiter(size) {
	const waiting = [];
	let free = size;
	return async (work) => {
		if (free > 0) free -= 1;
		else await new Promise((resolve) => waiting.push(resolve));
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
async function inTurns(items, size, work) {
	const turns = items.values();
	const worker = async () => {
		for (const item of turns) await work(item);
	};
	await Promise.all(Array.from({ length: Math.min(size, items.length) }, worker));
}

export { inTurns, limiter };