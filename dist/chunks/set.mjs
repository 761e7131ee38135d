import { t as Problem } from "./errors.mjs";
import { c as gitWords, s as GitFailure, u as unreadable } from "./tree.mjs";
import { t as nearest } from "./near.mjs";
import { i as needRemote, t as cannotAsk } from "./remote-refs.mjs";
import { r as readInteger } from "./replies.mjs";
import { f as keys, g as isPlaceholder, h as modeFields, i as isTemplate } from "./check-modes.mjs";
import { H as createField } from "./schemas.mjs";
import { n as checkField } from "./rules.mjs";

// src/git/fetch.ts
/** The command line of a fetch into the scratch repository that updates no ref; its FETCH_HEAD is the scratch's own. */
function fetchArgs(remote, wants, flags) {
	return [
		...flags.some((flag) => flag.startsWith("--filter=")) ? ["-c", `remote.${remote}.promisor=true`] : [],
		"fetch",
		"--no-tags",
		"--no-recurse-submodules",
		...flags,
		remote,
		...wants
	];
}
/**
* Tells the remote nothing of what is here: it would leave out trees that a commit seems to vouch for. What is here are
* the refs of the alternate, the user's repository, and none of them begins so.
*/
const tellNothing = ["-c", "core.alternateRefsPrefixes=none"];
/** As many OIDs stand in one argument list: Windows takes 32,767 characters, and `--stdin` came with Git 2.29. */
const blobsAtATime = 400;
/** Which of the commits are not in the object store, or only without their tree. */
async function missingCommits(objects, oids) {
	const infos = await objects.info(oids.map((oid) => `${oid}^{tree}`));
	return oids.filter((_, n) => infos[n]?.type !== "tree");
}
/**
* Makes commits and their trees available, fetching what is missing: without file contents first, which is quick, then
* with them for servers that cannot filter.
*
* @returns the OIDs that are nowhere to be had, with the reason the remote gave.
*/
async function ensureCommits(repository, objects, oids) {
	const gone = [];
	const missing = await missingCommits(objects, oids);
	for (const oid of new Set(repository.treeless ? oids : missing)) {
		const why = await fetchCommit(repository, oid);
		if ((await missingCommits(objects, [oid])).length > 0) gone.push({
			oid,
			why: why ?? "the remote did not send it"
		});
	}
	return gone;
}
/** Fetches one commit without its history; null when it worked, else why not. */
async function fetchCommit(repository, oid) {
	if (repository.remote === null) return "the repository has no remote";
	let why = null;
	for (const flags of [["--depth=1", "--filter=blob:none"], ["--depth=1"]]) try {
		await repository.git([...tellNothing, ...fetchArgs(repository.remote.name, [oid], flags)], { remote: true });
		return null;
	} catch (error) {
		if (error instanceof Problem) throw error;
		why = gitWords(error);
	} finally {
		repository.resetConfig();
	}
	return why;
}
/**
* Fetches what a ref of the remote is now, with its contents but without its history, and gives its OID; null when the
* remote has no such ref.
*
* @throws Problem('git') when the remote cannot be asked.
*/
async function fetchRef(repository, ref) {
	const remote = needRemote(repository);
	try {
		const args = fetchArgs(remote.name, [`+${ref}:${ref}`], ["--verbose", "--depth=1"]);
		await repository.git([...tellNothing, ...args], { remote: true });
	} catch (error) {
		if (error instanceof GitFailure && error.isNo) return null;
		throw cannotAsk(remote, error);
	}
	return repository.refAt(ref);
}
/**
* Fetches blobs that a partial clone left out, as many in one request as an argument list holds.
*
* @throws Problem('git') when the remote cannot send them.
*/
async function fetchBlobs(repository, oids) {
	const remote = needRemote(repository).name;
	try {
		for (let at = 0; at < oids.length; at += blobsAtATime) {
			const wants = oids.slice(at, at + blobsAtATime);
			await repository.git([...tellNothing, ...fetchArgs(remote, wants, ["--filter=blob:none"])], { remote: true });
		}
	} catch (error) {
		if (error instanceof Problem) throw error;
		throw new Problem("git", `${oids.length} file contents that this partial clone lacks could not be fetched: ${gitWords(error)}`, "Check the network and the credentials of the checkout, or check out without --filter.", { cause: error });
	} finally {
		repository.resetConfig();
	}
}
/** True when the history of some branch is cut off here. */
function isCut(repository) {
	return repository.cutCommits().some((oid) => !repository.besideBranches.has(oid));
}
/**
* Completes the history behind commits where it is cut off, as commits only (no trees, no contents).
*
* @throws Problem('git') when the remote cannot send it.
*/
async function ensureHistory(repository, objects, oids) {
	const infos = await objects.info(oids.map((oid) => `${oid}^{commit}`));
	const missing = oids.filter((_, n) => infos[n]?.type !== "commit");
	const cut = isCut(repository);
	if (missing.length === 0 && !cut) return;
	const flags = [...cut ? ["--unshallow"] : [], "--filter=tree:0"];
	try {
		await repository.git(fetchArgs(needRemote(repository).name, cut ? oids : missing, flags), { remote: true });
	} catch (error) {
		if (error instanceof Problem) throw error;
		throw new Problem("git", `the history between two commits could not be fetched: ${gitWords(error)}`, "Check out with the full history (fetch-depth: 0).", { cause: error });
	} finally {
		repository.resetConfig();
	}
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
/** True when `older` is `newer` or behind it. @throws Problem('git') when the history cannot be had. */
async function isAncestor(repository, objects, older, newer) {
	await ensureHistory(repository, objects, [older, newer]);
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

export { mergeBase as a, fetchRef as c, isAncestor as i, isCut as l, setsTarget as n, ensureCommits as o, targetOf as r, fetchBlobs as s, parseSet as t };