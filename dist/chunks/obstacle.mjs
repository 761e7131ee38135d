import { unsendableName } from "./action.mjs";

// src/run/affected-objects.ts
const noDependents = {
	rows: [],
	requests: [],
	leftBehind: /* @__PURE__ */ new Set(),
	notices: []
};

// src/plan/obstacle.ts
/** What keeps a file's request from being sent: a name that cannot be carried, or values that cannot be right. */
function obstacleOf(path, problems) {
	const name = unsendableName(path);
	if (name !== null) return {
		outcome: "unsendable",
		why: name
	};
	return problems.length === 0 ? null : {
		outcome: "rejected",
		why: problems.join("; ")
	};
}

export { noDependents, obstacleOf };