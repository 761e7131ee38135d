// src/check/finding.ts
/** The line of a rule by its name in reports (`rules[3]`). */
function lineOfRule(rule, lineOf) {
	const [, list, index] = /^(\w+)\[(\d+)\]$/.exec(rule) ?? [];
	return list === void 0 ? null : lineOf([list, Number(index)]) ?? null;
}
/** `1 file`, `2 files`. */
function counted(count, what) {
	return `${count} ${what}${count === 1 ? "" : "s"}`;
}
/** The first of some names, and how many more there are. */
function some(names, most = 3) {
	const rest = names.length - most;
	return `${names.slice(0, most).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

export { lineOfRule as n, some as r, counted as t };