// src/run/affected-objects.ts
const noDependents = {
	rows: [],
	requests: [],
	leftBehind: /* @__PURE__ */ new Set(),
	notices: []
};

export { noDependents };