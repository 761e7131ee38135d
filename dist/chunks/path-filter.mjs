import { Problem } from "./start.mjs";
import { GlobError, compileGlob } from "./schemas.mjs";
import { matchGlob } from "./match.mjs";

// src/glob/path-filter.ts
/**
* What `--paths` chooses: a path that one of the patterns matches; without patterns every path.
*
* @throws Problem('usage') for a pattern that is none.
*/
function pathFilter(globs) {
	if (globs === void 0) return () => true;
	const compiled = globs.map(readGlob);
	return (path) => compiled.some((glob) => matchGlob(glob, path) !== null);
}
function readGlob(pattern) {
	try {
		return compileGlob(pattern, true);
	} catch (error) {
		if (!(error instanceof GlobError)) throw error;
		throw new Problem("usage", `--paths ${pattern}: ${error.found}`, `Give ${error.right}.`);
	}
}

export { pathFilter };