import { makersOf } from "./uses-at-head.mjs";

// src/check/remark.ts
function isShadowed(idle) {
	return "by" in idle;
}
/** The line of a rule by its name in reports (`rules[3]`). */
function lineOfRule(rule, lineOf) {
	const [, list, index] = /^(\w+)\[(\d+)\]$/.exec(rule) ?? [];
	return list === void 0 ? null : lineOf([list, Number(index)]) ?? null;
}

// src/uses/explained-uses.ts
/** A name as a person would write it. */
function usedNameText(name) {
	if (name.as === "path") return name.path;
	if (name.as === "member") return name.file === null ? name.member : `${name.file},${name.member}`;
	return name.type === null ? name.name : `${name.name} ${name.type}`;
}
/**
* What a file uses, in the order of the sources and their lines.
*
* @param sources those that may say so: the file itself and each `Rules.mk`.
*/
function usesOfPath(path, sources, resolve) {
	return sources.flatMap(({ path: from, said }) => said.filter(({ target }) => from === path || target !== null && makersOf(target, resolve).includes(path)).flatMap(({ uses }) => uses).map((use) => ({
		kind: use.kind,
		name: usedNameText(use.name),
		in: from,
		line: use.line,
		paths: resolve(path, use, from)
	})));
}
/** What uses a file, sorted. @param edges as a Seek found them. */
function usersOfPath(path, edges) {
	return edges.filter(({ used }) => used === path).map(({ user, kind, ambiguous }) => ({
		path: user,
		kind,
		ambiguous
	})).toSorted((one, other) => `${one.path} ${one.kind}` < `${other.path} ${other.kind}` ? -1 : 1);
}

export { isShadowed, lineOfRule, usedNameText, usersOfPath, usesOfPath };