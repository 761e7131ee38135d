import { Problem } from "./start.mjs";
import { GitFailure, gitWords, presentBlobs } from "./fetch.mjs";
import { pathOfBytes } from "./tree.mjs";
import { buffer, text } from "node:stream/consumers";

// src/git/grep.ts
/**
* The files of a commit in which one of the words or patterns stands, also in what looks binary: one process for all.
* What a partial clone lacks is fetched first, all in one request.
*
* @returns why it is unknown, in a sentence, where a content cannot be had.
*/
async function filesWith(repository, sought, searched) {
	if (sought.words.length + sought.patterns.length === 0) return [];
	try {
		const found = await grep(repository, sought, searched);
		if (!("trouble" in found)) return found;
		await presentBlobs(repository, [...new Set(searched.blobs())]);
		const again = await grep(repository, sought, searched);
		return "trouble" in again ? { unknown: gitWords(again.trouble) } : again;
	} catch (error) {
		if (error instanceof Problem) return { unknown: error.message };
		throw error;
	}
}
/** One expression for all is nearly as quick as one word; with one for each, every file is read once for each. */
function expressionOf({ words, patterns }) {
	return [...words.map((word) => word.replace(/[.[\]{}()*+?^$|\\]/g, "\\$&") || "."), ...patterns].join("|");
}
/** Runs `git grep` once. `trouble`: there was something it could not read. */
async function grep(repository, sought, { commit, pathspecs, blobs }) {
	const child = repository.start([
		"grep",
		...[
			"-z",
			"-l",
			"-i",
			"-a",
			"-E",
			"--no-color",
			"--full-name",
			"--no-recurse-submodules"
		],
		"-f",
		"-",
		commit,
		"--",
		...pathspecs
	]);
	const ended = new Promise((resolve, reject) => {
		child.on("error", (error) => reject(new GitFailure(error.message, "grep", null)));
		child.on("close", resolve);
	});
	child.stdin.on("error", () => {});
	child.stdin.end(`${expressionOf(sought)}\n`);
	const [code, out, err] = await Promise.all([
		ended,
		buffer(child.stdout),
		text(child.stderr)
	]);
	if (!((code === 0 || code === 1) && (err === "" || !isTrouble(err, new Set(blobs()))))) return { trouble: new GitFailure(err, "grep", code) };
	return out.toString("latin1").split("\0").flatMap((entry) => entry === "" ? [] : [pathOfBytes(entry.slice(commit.length + 1))]);
}
/** True when Git complains of more than contents that it lacks and that do not matter. A name may hold line ends. */
function isTrouble(err, blobs) {
	const left = err.replace(/^error: '(?:(?!\nerror: )[\s\S])*?': unable to read ([0-9a-f]+)$/gm, (line, oid) => blobs.has(oid) ? line : "");
	return /^(error|fatal): /m.test(left);
}

export { filesWith };