import { matchGlob } from "./match.mjs";

// src/mapping/pattern-list.ts
/** Which letters are the same when case is ignored is certain for these; for others the expressions decide. */
const ascii = /^[\0-\x7f]*$/;
/** True for a pattern that stands for one text only. */
function isWrittenOut(source) {
	return !/[*?{}[\]\\]/.test(source);
}
/** @param ignoreCase whether the patterns do; those that heed case are few, and are tried one by one. */
function patternList(globs, ignoreCase) {
	const isOrdered = globs.some(({ captures }) => captures.length > 0);
	const isPlain = ({ source }) => ignoreCase && !isOrdered && isWrittenOut(source) && ascii.test(source);
	return {
		globs,
		plain: new Set(globs.filter(isPlain).map(({ source }) => source.toLowerCase())),
		others: globs.filter((glob) => !isPlain(glob))
	};
}
/** The captures of the first pattern that matches, or null when none does. */
function matchList({ globs, plain, others }, text) {
	const isCertain = plain.size > 0 && ascii.test(text);
	if (isCertain && plain.has(text.toLowerCase())) return {};
	for (const glob of isCertain ? others : globs) {
		const captures = matchGlob(glob, text);
		if (captures !== null) return captures;
	}
	return null;
}
/** False when no path that the patterns match stands in this directory. */
function mayBeInDirectory({ globs, plain, others }) {
	const directories = new Set(Array.from(plain, (path) => path.slice(0, Math.max(0, path.lastIndexOf("/")))));
	return (gpath) => {
		const isCertain = plain.size > 0 && ascii.test(gpath);
		if (isCertain && directories.has(gpath.toLowerCase())) return true;
		return (isCertain ? others : globs).some(({ directory }) => directory.test(gpath));
	};
}

export { ascii, isWrittenOut, matchList, mayBeInDirectory, patternList };