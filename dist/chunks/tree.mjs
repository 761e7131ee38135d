import { unreadable } from "./fetch.mjs";
import { gitPath, textPath } from "./action.mjs";

// src/git/tree.ts
/** True for a regular file; a link, a submodule and nothing at all are none. */
function isFile(side) {
	return side?.mode.startsWith("100") === true;
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
* What stands in a directory of a commit, and not below it; empty when the commit has no such directory, or it is larger
* than `most` bytes.
*
* @param commit OID of a commit. @param path without slashes at its ends.
* @throws Problem('git') when it cannot be read.
*/
async function listFolder(objects, commit, path, most) {
	const name = `${commit}:${path}`;
	const [info] = await objects.info([name]);
	if (info?.type !== "tree" || info.size > most) return [];
	return (await readTree(objects, name, bytesOf(commit)).catch((error) => {
		throw unreadable("the files of a commit", error);
	})).map(({ mode, name: file, oid }) => ({
		path: pathOfBytes(file),
		mode,
		oid
	}));
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
/**
* What stands at some paths of a commit; null: nothing, or a directory. Costs a look at the directories that hold them,
* however many files they hold.
*
* @param commit OID of a commit. @param paths as text, without line ends.
* @throws Problem('git') when a tree cannot be read.
*/
async function entriesAt(objects, commit, paths) {
	const found = /* @__PURE__ */ new Map();
	const byFolder = /* @__PURE__ */ new Map();
	for (const path of paths) {
		found.set(path, null);
		const at = path.lastIndexOf("/");
		const names = byFolder.get(path.slice(0, Math.max(at, 0))) ?? /* @__PURE__ */ new Map();
		names.set(Buffer.from(path.slice(at + 1)).toString("latin1"), path);
		byFolder.set(path.slice(0, Math.max(at, 0)), names);
	}
	const folders = [...byFolder].map(([folder, names]) => ({
		name: treeName(commit, folder),
		names
	}));
	const infos = await objects.info(folders.map(({ name }) => name));
	const there = folders.filter((_, n) => infos[n]?.type === "tree");
	const trees = await Promise.all(there.map(({ name }) => readTree(objects, name, bytesOf(commit)))).catch((error) => {
		throw unreadable("the files of a commit", error);
	});
	for (const [n, { names }] of there.entries()) for (const { name, mode, oid } of trees[n] ?? []) {
		const path = mode === directory ? void 0 : names.get(name);
		if (path !== void 0) found.set(path, {
			path: textPath(path),
			mode,
			oid
		});
	}
	return found;
}
function treeName(commit, folder) {
	return folder === "" ? `${commit}^{tree}` : `${commit}:${folder}`;
}
/** True for a path at which a file, or a link, stands in a commit. */
async function standsAt(objects, commit, path) {
	const [info] = await objects.info([`${commit}:${path}`]);
	return info?.type === "blob";
}

export { entriesAt, isFile, listFolder, listTree, pathOfBytes, standsAt };