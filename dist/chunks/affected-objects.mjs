// src/run/affected-objects.ts
const noDependents = {
	rows: [],
	requests: [],
	leftBehind: /* @__PURE__ */ new Set(),
	notices: []
};
/** The files that are left out, each that the mapping makes nothing of with how many objects use it (design §16). */
function withUsers(leftOut, rows) {
	const objects = rows.filter(({ identity }) => identity !== null);
	const users = /* @__PURE__ */ new Map();
	for (const path of objects.flatMap(({ because }) => [...new Set(because.map((cause) => cause.path))])) users.set(path, (users.get(path) ?? 0) + 1);
	return leftOut.map((entry) => {
		const { because, path } = entry;
		const usedBy = users.get(path.text) ?? 0;
		return usedBy > 0 && (because.code === "skip" || because.code === "unmapped") ? {
			...entry,
			because: {
				...because,
				usedBy
			}
		} : entry;
	});
}

export { noDependents, withUsers };