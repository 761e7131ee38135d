import { unreadable } from "./fetch.mjs";
import { gitPath, textPath } from "./action.mjs";

// src/git/tree.ts
/** True for a regular file; a link, a submodule and nothing at all are none. */
function isFile(side) {
	return side?.mode.startsWith("100") === true;
}
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
/**
* Reads a tree by any name that means one, through the process that reads contents, so that it costs no other.
* @param commit any OID of the repository: all are of one length.
* @throws Problem('git') when it cannot be read.
*/
async function readTree(objects, name, commit) {
	try {
		return parseTree(Buffer.from(await (await objects.read(name)).arrayBuffer()), commit.length / 2);
	} catch (error) {
		throw unreadable("the files of a commit", error);
	}
}
/**
* What stands in a directory of a commit, and not below it; empty when there is none, or it is larger than `most` bytes.
* @param commit its OID. @param path without slashes at its ends.
* @throws Problem('git') when it cannot be read.
*/
async function listFolder(objects, commit, path, most) {
	const name = `${commit}:${path}`;
	const [info] = await objects.info([name]);
	if (info?.type !== "tree" || info.size > most) return [];
	return (await readTree(objects, name, commit)).map(({ mode, name: file, oid }) => ({
		path: pathOfBytes(file),
		mode,
		oid
	}));
}
/**
* Every regular file, link and submodule of a commit, as `git ls-tree -r` lists them.
* @param head its OID. @throws Problem('git') when one of its trees cannot be read.
*/
async function listTree(objects, head) {
	const root = `${head}^{tree}`;
	const trees = /* @__PURE__ */ new Map();
	for (let wanted = [root]; wanted.length > 0;) {
		const read = await Promise.all(wanted.map((name) => readTree(objects, name, head)));
		for (const [n, name] of wanted.entries()) trees.set(name, read[n] ?? []);
		const below = read.flat().filter(({ mode, oid }) => mode === directory && !trees.has(oid));
		wanted = [...new Set(below.map(({ oid }) => oid))];
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
* What stands at some paths of a commit; null: nothing, or a directory. Reads only the directories that hold them.
* @param commit its OID. @param paths as text, without line ends.
* @throws Problem('git') when a tree cannot be read.
*/
async function entriesAt(objects, commit, paths) {
	const found = /* @__PURE__ */ new Map();
	const byFolder = /* @__PURE__ */ new Map();
	for (const path of paths) {
		found.set(path, null);
		const at = path.lastIndexOf("/");
		const folder = path.slice(0, Math.max(at, 0));
		const names = byFolder.get(folder) ?? /* @__PURE__ */ new Map();
		names.set(Buffer.from(path.slice(at + 1)).toString("latin1"), path);
		byFolder.set(folder, names);
	}
	const folders = [...byFolder].map(([folder, names]) => {
		return {
			name: folder === "" ? `${commit}^{tree}` : `${commit}:${folder}`,
			names
		};
	});
	const infos = await objects.info(folders.map(({ name }) => name));
	const there = folders.filter((_, n) => infos[n]?.type === "tree");
	const trees = await Promise.all(there.map(({ name }) => readTree(objects, name, commit)));
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
/** True for a path at which a file, or a link, stands in a commit. */
async function standsAt(objects, commit, path) {
	const [info] = await objects.info([`${commit}:${path}`]);
	return info?.type === "blob";
}

export { entriesAt, isFile, listFolder, listTree, pathOfBytes, standsAt };