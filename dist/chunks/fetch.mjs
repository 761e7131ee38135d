import { Problem, messageOf } from "./start.mjs";

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
/** Git says no more where it was told to follow none, which is so wherever a credential goes along. */
const isRedirect = /returned error: 30[1278]\b/;
const redirectWords = "it redirects to another address, and no redirect is followed with a credential: set the remote to the new one";
/** The line of Git's words that says what went wrong, short enough for a sentence. */
function gitWords(error) {
	const lines = messageOf(error).trim().split("\n");
	const line = (lines.find((line) => /^(fatal|error|remote):/.test(line)) ?? lines[0] ?? "").slice(0, 300);
	return isRedirect.test(line) ? `${line} (${redirectWords})` : line;
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

// src/git/remote-refs.ts
/** The remote to talk to. @throws Problem('git') when there is none. */
function needRemote(repository) {
	if (repository.remote !== null) return repository.remote;
	throw new Problem("git", "the repository has no remote to fetch from", "Check out with the full history (fetch-depth: 0), or add the remote.");
}
/** What is to be said when the remote does not answer. */
function cannotAsk(remote, error) {
	if (error instanceof Problem) return error;
	return new Problem("git", `the remote ${remote.name} could not be asked: ${[gitWords(error), remote.tokenStays].filter(Boolean).join("; ")}`, "Check the network and the credentials of the checkout, or give a Git token (FILE_CHECKOUTS_GIT_TOKEN).", { cause: error });
}
/** Has refs (full names, or `HEAD`) asked about in the one question that this run asks the remote. */
function wantRefs(repository, refs) {
	for (const ref of refs) repository.remoteView.wanted.add(ref);
}
/** Forgets what was said of a ref, so that it is asked about anew, and every other wanted one with it. */
function forgetRef(repository, ref) {
	repository.remoteView.tips.delete(ref);
}
/** Forgets all that was said of the remote's refs, and what a question under way will say: a run looks anew. */
function forgetTips(repository) {
	repository.remoteView.tips = /* @__PURE__ */ new Map();
	repository.remoteView.asking = null;
}
/**
* Where a ref is at the remote, as this run saw it last; null when the remote has no such ref.
*
* @throws Problem('git') when the remote cannot be asked.
*/
async function remoteRef(repository, ref) {
	const view = repository.remoteView;
	view.wanted.add(ref);
	while (!view.tips.has(ref)) {
		if (view.trouble !== null) throw view.trouble;
		view.asking ??= ask(repository, [...view.wanted].filter((name) => !view.tips.has(name)));
		const { asking } = view;
		await asking.finally(() => {
			if (view.asking === asking) view.asking = null;
		});
	}
	return view.tips.get(ref) ?? null;
}
async function ask(repository, refs) {
	const view = repository.remoteView;
	const { tips } = view;
	const remote = needRemote(repository);
	const args = [
		"ls-remote",
		"--symref",
		remote.name,
		...refs
	];
	const output = await repository.git(args, { remote: true }).catch((error) => {
		if (!(error instanceof Problem)) view.trouble = cannotAsk(remote, error);
		throw view.trouble ?? error;
	});
	for (const ref of refs) tips.set(ref, null);
	for (const line of output.split("\n")) {
		const [value, ref] = line.split("	");
		const branch = ref === "HEAD" ? /^ref: refs\/heads\/(.+)$/.exec(value ?? "")?.[1] : void 0;
		if (branch !== void 0) view.defaultBranch = branch;
		else if (value && ref && refs.includes(ref)) tips.set(ref, value);
	}
}

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
/** As many OIDs stand in one argument list: Windows takes 32,767 characters, macOS 1 MiB; `--stdin` came with Git 2.29. */
const blobsAtATime = process.platform === "win32" ? 400 : 1e4;
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
	const missing = await missingCommits(objects, oids);
	const wanted = new Set(repository.treeless ? oids : missing);
	return wanted.size === 0 ? [] : repository.alone(() => fetchCommits(repository, objects, wanted));
}
/** All in one request, and what did not come that way by itself, so that each has its own reason. */
async function fetchCommits(repository, objects, oids) {
	const gone = [];
	if (oids.size > 1) await fetchOids(repository, [...oids]);
	for (const oid of oids.size > 1 ? await missingCommits(objects, [...oids]) : oids) {
		const why = await fetchOids(repository, [oid]);
		if ((await missingCommits(objects, [oid])).length > 0) gone.push({
			oid,
			why: why ?? "the remote did not send it"
		});
	}
	return gone;
}
/** Fetches commits without their history; null when it worked, else why not. */
async function fetchOids(repository, oids) {
	if (repository.remote === null) return "the repository has no remote";
	let why = null;
	for (const flags of [["--depth=1", "--filter=blob:none"], ["--depth=1"]]) try {
		await repository.git([...tellNothing, ...fetchArgs(repository.remote.name, oids, flags)], { remote: true });
		return null;
	} catch (error) {
		if (error instanceof Problem) throw error;
		why = [gitWords(error), repository.remote.tokenStays].filter(Boolean).join("; ");
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
		await repository.alone(() => repository.git([...tellNothing, ...args], { remote: true }));
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
			const args = [...tellNothing, ...fetchArgs(remote, wants, ["--filter=blob:none"])];
			await repository.alone(() => repository.git(args, { remote: true }));
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
function ensureHistory(repository, objects, oids) {
	return repository.alone(() => completeHistory(repository, objects, oids));
}
async function completeHistory(repository, objects, oids) {
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

export { GitFailure, ensureCommits, ensureHistory, fetchBlobs, fetchRef, forgetRef, forgetTips, gitWords, isCut, nothingFound, remoteRef, unreadable, wantRefs };