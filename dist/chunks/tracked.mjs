import { ensureCommits, unreadable } from "./fetch.mjs";
import { gitPath } from "./action.mjs";
import { resolveRev } from "./resolve-range.mjs";
import { listTree } from "./tree.mjs";

// src/git/tracked.ts
/**
* The files that Git tracks, in its order: those of a commit, or of the index. Never the work tree, which holds build
* output and notes (design §5). A bare repository has no index; its HEAD counts.
*
* @param head a revision as the user gave it; undefined: the index.
* @throws Problem('git') or Problem('range') when Git cannot tell.
*/
async function listTracked(repository, objects, head) {
	const isBare = repository.location.top === repository.location.gitDir;
	if (head === void 0 && !isBare) return listIndex(repository);
	const commit = await resolveRev(repository, head ?? "HEAD");
	const [gone] = await ensureCommits(repository, objects, [commit]);
	if (gone !== void 0) throw unreadable(`the files of ${head ?? "HEAD"}`, new Error(gone.why));
	return listTree(objects, commit);
}
async function listIndex(repository) {
	return parseIndex(await repository.bytes([
		"ls-files",
		"--stage",
		"-z",
		"--full-name",
		":/"
	], { inCheckout: true }).catch((error) => {
		throw unreadable("the tracked files", error);
	}));
}
/** Parses `git ls-files --stage -z`; a file in an unfinished merge, which stands there up to three times, counts once. */
function parseIndex(output) {
	const sides = /* @__PURE__ */ new Map();
	for (let at = 0; at < output.length;) {
		const tab = output.indexOf(9, at);
		const end = output.indexOf(0, tab);
		const [mode = "", oid = ""] = output.toString("latin1", at, tab).split(" ");
		const name = output.subarray(tab + 1, end);
		sides.set(name.toString("latin1"), {
			path: gitPath(name),
			mode,
			oid
		});
		at = end + 1;
	}
	return [...sides.values()];
}

export { listTracked };