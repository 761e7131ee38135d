import { gitPath, textPath } from "./action.mjs";
import { nearest } from "./start.mjs";
import { readInteger } from "./replies.mjs";
import { isPlaceholder, isTemplate, keys, modeFields } from "./check-modes.mjs";
import { createField } from "./schemas.mjs";
import { GitFailure, ensureHistory, unreadable } from "./fetch.mjs";
import { checkField } from "./rules.mjs";

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

// src/git/merge-base.ts
/**
* A question that Git answers with yes (0) or no (1). It also ends with 1 when a commit is lost, but then it says so:
* that is an error, never a no.
*/
async function noIfOne(answer, no) {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof GitFailure && error.isNo) return no;
		throw unreadable("the history of two commits", error);
	}
}
/**
* The best common ancestor of two commits, or null when they have none. In a shallow clone the history between them
* is fetched first, as commits only: a merge base found in a cut history may not be the best one.
*
* @throws Problem('git') when the history cannot be had.
*/
async function mergeBase(repository, objects, one, other) {
	await ensureHistory(repository, objects, [one, other]);
	return (await noIfOne(repository.git([
		"merge-base",
		one,
		other
	]), "")).trim() || null;
}
/**
* True when `older` is `newer` or behind it. A commit that is not in the whole history of `newer` is not behind it,
* wherever else it may be.
*
* @throws Problem('git') when the history cannot be had.
*/
async function isAncestor(repository, objects, older, newer) {
	if (older === newer) return true;
	await ensureHistory(repository, objects, [newer]);
	const [known] = await objects.info([`${older}^{commit}`]);
	if (known === null) return false;
	return noIfOne(repository.git([
		"merge-base",
		"--is-ancestor",
		older,
		newer
	]).then(() => true), false);
}

// src/mapping/set.ts
/** `--set FIELD=VALUE`: fields from the command line, over everything that the mapping says. */
/**
* Reads `--set` items. The value is everything after the first `=`; an empty one, or `null`, means that the field is not
* sent. Placeholders work as in the mapping, and are checked when a request is made. The last item of a field counts.
* @returns the fields, and a sentence for each item that cannot be used
*/
function parseSet(items) {
	const fields = {};
	const problems = [];
	for (const item of items) {
		const equals = item.indexOf("=");
		if (equals < 0) {
			problems.push(`${item} has no =; FIELD=VALUE is expected`);
			continue;
		}
		const name = item.slice(0, equals).trim();
		const value = item.slice(equals + 1);
		const problem = setProblem(name, value);
		if (problem === null) fields[name] = isNothing(value) ? null : value;
		else problems.push(problem);
	}
	return {
		fields,
		problems
	};
}
function isNothing(value) {
	return value === "" || value === "null";
}
function setProblem(name, value) {
	if (modeFields.includes(name)) return `${name} is not set as a field; use --rfp none, per-push, per-branch or an RFP number`;
	if (!keys.fields.includes(name)) {
		const near = nearest(name, keys.fields);
		return `${name} is not a field of a create request; ${near === null ? `one of ${keys.fields.join(", ")}` : `did you mean ${near}?`}`;
	}
	if (isNothing(value) || isTemplate(value) || isPlaceholder(value)) return null;
	const number = createField(name)?.type === "integer" ? readInteger(value) : null;
	return checkField(name, number ?? value);
}
const targetFields = ["appl", "lvl"];
const objectFields = [
	"objn",
	"objt",
	"rpth"
];
/** True when `--set` says where requests go. */
function setsTarget(items) {
	const { fields } = parseSet(items);
	return targetFields.some((name) => Object.hasOwn(fields, name));
}
/** What `--set` says of where requests go and which object they are about, as `appl=ORD lvl=50`; empty: nothing. */
function targetOf(items) {
	const { fields } = parseSet(items);
	return [...targetFields, ...objectFields].filter((name) => Object.hasOwn(fields, name)).map((name) => `${name}=${fields[name] ?? ""}`).join(" ");
}

export { entriesAt, isAncestor, isFile, listFolder, listTree, mergeBase, parseSet, pathOfBytes, setsTarget, standsAt, targetOf };