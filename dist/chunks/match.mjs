import { groupOf } from "./schemas.mjs";

// src/glob/match.ts
/** The captures of a pattern that matches the whole text (`{}` when it has none), or null when it does not match. */
function matchGlob(glob, text) {
	if (glob.captures.length === 0) return glob.expression.test(text) ? {} : null;
	const groups = glob.expression.exec(text)?.groups;
	if (groups === void 0) return null;
	const captures = {};
	for (const name of glob.captures) {
		const value = groups[groupOf(name)];
		if (value !== void 0) captures[name] = value;
	}
	return captures;
}

export { matchGlob };