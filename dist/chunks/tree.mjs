import { r as messageOf, t as Problem } from "./errors.mjs";
import { i as textPath, t as gitPath } from "./git-path.mjs";

// src/git/failure.ts
/** A Git process that did not end with 0: what it said, and its exit code (null when it was killed or never started). */
var GitFailure = class extends Error {
	exitCode;
	/** True for Git's ways of answering a question with no: it ends with 1 and says nothing, or knows no such remote ref. */
	isNo;
	/** @param words its standard error. @param command its name, for a process that said nothing. */
	constructor(words, command, exitCode) {
		super(words.trim() || `git ${command} ended with ${exitCode}`);
		this.name = "GitFailure";
		this.exitCode = exitCode;
		this.isNo = exitCode === 1 && words.trim() === "" || /^fatal: couldn't find remote ref /m.test(words);
	}
};
/** The line of Git's words that says what went wrong, short enough for a sentence. */
function gitWords(error) {
	const lines = messageOf(error).trim().split("\n");
	return (lines.find((line) => /^(fatal|error|remote):/.test(line)) ?? lines[0] ?? "").slice(0, 300);
}
/** For a question whose failure means "not there": no output, unless there is a Problem with Git itself. */
function nothingFound(error) {
	if (error instanceof Problem) throw error;
	return "";
}
/** Git failed at reading what must be read to know the changes: never an empty answer instead (design §2, exit 3). */
function unreadable(what, error) {
	if (error instanceof Problem) return error;
	return new Problem("git", `${what} could not be read: ${gitWords(error)}`, "Check that the clone is whole (git fsck), or check out again with the full history (fetch-depth: 0).", { cause: error });
}

// src/git/tree.ts
/** True for a regular file; a link, a submodule and nothing at all are none. */
function isFile(side) {
	return side?.mode.startsWith("100") === true;
}
/** OIDs of the empty tree, which Git knows without having it. */
const emptyTree = {
	sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
	sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
};
/** True for the empty tree, from which a first import is compared; a host has no page for it. */
function isEmptyTree(oid) {
	return oid === emptyTree.sha1 || oid === emptyTree.sha256;
}
/** Mode of an entry that is a directory. */
const directory = "40000";
const ascii = /^[\u0000-\u007f]*$/;
/** A path out of bytes that were read one character each; most names are the same in every encoding. */
function pathOfBytes(latin1) {
	return ascii.test(latin1) ? textPath(latin1) : gitPath(Buffer.from(latin1, "latin1"));
}
/** Takes a tree object apart: `mode SP name NUL oid`, the OID in binary. */
function parseTree(bytes, oidBytes) {
	const entries = [];
	for (let at = 0; at < bytes.length;) {
		const blank = bytes.indexOf(32, at);
		const end = bytes.indexOf(0, blank);
		if (blank < 0 || end < 0) throw new Error("a tree object ends in the middle of an entry");
		const oid = bytes.toString("hex", end + 1, end + 1 + oidBytes);
		const mode = bytes.toString("latin1", at, blank).replace(/^0+/, "");
		entries.push({
			mode,
			name: bytes.toString("latin1", blank + 1, end),
			oid
		});
		at = end + 1 + oidBytes;
	}
	return entries;
}
/** Reads a tree by any name that means one, through the process that reads contents, so that it costs no other. */
async function readTree(objects, name, oidBytes) {
	return parseTree(Buffer.from(await (await objects.read(name)).arrayBuffer()), oidBytes);
}
/** Length of an OID in bytes, as tree objects hold it. @param oid in hexadecimal. */
function bytesOf(oid) {
	return oid.length / 2;
}
/**
* Every file below a directory of a commit, with its path from there; empty when the commit has no such directory.
*
* @param commit OID of a commit. @param path without slashes at its ends.
* @throws Problem('git') when one of its trees cannot be read.
*/
async function listDirectory(objects, commit, path) {
	const [info] = await objects.info([`${commit}:${path}`]);
	return info?.type === "tree" ? listBelow(objects, `${commit}:${path}`, bytesOf(commit)) : [];
}
/**
* Every regular file, link and submodule of a commit, in Git's order, as `git ls-tree -r` has them.
*
* @param head OID of a commit.
* @throws Problem('git') when one of its trees cannot be read.
*/
function listTree(objects, head) {
	return listBelow(objects, `${head}^{tree}`, bytesOf(head));
}
async function listBelow(objects, root, oidBytes) {
	const trees = /* @__PURE__ */ new Map();
	try {
		for (let wanted = [root]; wanted.length > 0;) {
			const read = await Promise.all(wanted.map((name) => readTree(objects, name, oidBytes)));
			for (const [n, name] of wanted.entries()) trees.set(name, read[n] ?? []);
			const below = read.flat().filter(({ mode, oid }) => mode === directory && !trees.has(oid));
			wanted = [...new Set(below.map(({ oid }) => oid))];
		}
	} catch (error) {
		throw unreadable("the files of a commit", error);
	}
	const sides = [];
	const walk = (name, before) => {
		for (const entry of trees.get(name) ?? []) {
			const path = before + entry.name;
			if (entry.mode === directory) walk(entry.oid, `${path}/`);
			else sides.push({
				path: pathOfBytes(path),
				mode: entry.mode,
				oid: entry.oid
			});
		}
	};
	walk(root, "");
	return sides;
}

export { listTree as a, gitWords as c, listDirectory as i, nothingFound as l, isEmptyTree as n, pathOfBytes as o, isFile as r, GitFailure as s, emptyTree as t, unreadable as u };