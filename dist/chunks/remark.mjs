// src/check/remark.ts
/** The line of a rule by its name in reports (`rules[3]`). */
function lineOfRule(rule, lineOf) {
	const [, list, index] = /^(\w+)\[(\d+)\]$/.exec(rule) ?? [];
	return list === void 0 ? null : lineOf([list, Number(index)]) ?? null;
}

export { lineOfRule };