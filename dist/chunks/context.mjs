// src/planning/context.ts
/** Nothing is known yet. */
function newFacts() {
	return {
		mapping: null,
		range: null,
		nothingToFile: null,
		leftOut: [],
		notices: []
	};
}

export { newFacts as t };