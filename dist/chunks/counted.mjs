// src/counted.ts
/** Numbers and lists in sentences. */
/** `1 file`, `2 files`. */
function counted(count, what) {
	return `${count} ${what}${count === 1 ? "" : "s"}`;
}
/** `1 file has`, `2 files have`. */
function countedHave(count, what) {
	return `${counted(count, what)} ${count === 1 ? "has" : "have"}`;
}
/** The first of some names, and how many more there are; `all`: how many in all, where not all names are given. */
function some(names, most = 3, all = names.length) {
	const rest = all - most;
	return `${names.slice(0, most).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

export { countedHave as n, some as r, counted as t };