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
/** All that Git says of a redirect that it must not follow, as is so wherever a credential goes along. */
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
/** A failed Git process as a Problem('git'): what could not be done, in Git's words. A Problem stays as it is. */
function gitProblem(what, error, remedy) {
	if (error instanceof Problem) return error;
	return new Problem("git", `${what}: ${gitWords(error)}`, remedy, { cause: error });
}
/** Git failed at reading what must be read to know the changes: never an empty answer instead (design §2, exit 3). */
function unreadable(what, error) {
	return gitProblem(`${what} could not be read`, error, "Check that the clone is whole (git fsck), or check out again with the full history (fetch-depth: 0).");
}

// src/git/remote-refs.ts
/** The remote to talk to. @throws Problem('git') when there is none. */
function needRemote(repository) {
	if (repository.remote !== null) return repository.remote;
	throw new Problem("git", "the repository has no remote to fetch from", "Check out with the full history (fetch-depth: 0), or add the remote.");
}
/** Git's words, and why the Git token did not help. */
function remoteWords({ tokenStays }, error) {
	return [gitWords(error), tokenStays].filter(Boolean).join("; ");
}
/** The Problem when the remote does not answer. */
function cannotAsk(remote, error) {
	if (error instanceof Problem) return error;
	return new Problem("git", `the remote ${remote.name} could not be asked: ${remoteWords(remote, error)}`, "Check the network and the credentials of the checkout, or give a Git token (FILE_CHECKOUTS_GIT_TOKEN).", { cause: error });
}
/** Adds refs (full names, or `HEAD`) to the one question that this run asks the remote. */
function wantRefs(repository, refs) {
	for (const ref of refs) repository.remoteView.wanted.add(ref);
}
/** Forgets where a ref is, so that the next question asks about it anew. */
function forgetRef(repository, ref) {
	repository.remoteView.tips.delete(ref);
}
/** Forgets where all refs are, also what a question under way will say: a run looks anew. */
function forgetTips(repository) {
	repository.remoteView.tips = /* @__PURE__ */ new Map();
	repository.remoteView.asking = null;
}
/**
* Where a ref is at the remote, as this run saw it last; null when the remote has no such ref.
* @throws Problem('git') when the remote cannot be asked.
*/
async function remoteRef(repository, ref) {
	const view = repository.remoteView;
	view.wanted.add(ref);
	while (!view.tips.has(ref)) {
		if (view.trouble !== null) throw view.trouble;
		const open = [...view.wanted].filter((name) => !view.tips.has(name));
		view.asking ??= ask(repository, open);
		const { asking } = view;
		await asking.finally(() => {
			if (view.asking === asking) view.asking = null;
		});
	}
	return view.tips.get(ref) ?? null;
}
/** Whether a branch is gone at the remote, as this run saw it last; null: the remote cannot be asked. */
async function branchIsGone(repository, branch) {
	try {
		return await remoteRef(repository, `refs/heads/${branch}`) === null;
	} catch (error) {
		if (error instanceof Problem) return null;
		throw error;
	}
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
/**
* Tells the remote nothing of what is here: it would leave out trees that a commit seems to vouch for. What is here are
* the refs of the alternate, the user's repository, and none of them begins so. Nor does Git walk those refs then, whose
* contents a partial clone has not got.
*/
const tellNothing = ["-c", "core.alternateRefsPrefixes=none"];
/** As many OIDs stand in one argument list: Windows takes 32,767 characters, macOS 1 MiB; `--stdin` came with Git 2.29. */
const blobsAtATime = process.platform === "win32" ? 400 : 1e4;
/** Fetches into the scratch repository, whose FETCH_HEAD and refs are its own. @throws as `Repository.git` does. */
async function fetchInto(repository, wants, flags, config = tellNothing) {
	const { name } = needRemote(repository);
	const isFiltered = flags.some((flag) => flag.startsWith("--filter="));
	const promisor = isFiltered ? ["-c", `remote.${name}.promisor=true`] : [];
	const args = [
		...config,
		...promisor,
		"fetch",
		"--no-tags",
		"--no-recurse-submodules",
		...flags,
		name,
		...wants
	];
	try {
		await repository.git(args, { remote: true });
	} finally {
		if (isFiltered) repository.resetConfig();
	}
}
/** Which of the commits are not in the object store, or only without their tree. */
async function missingCommits({ objects }, oids) {
	const infos = await objects.info(oids.map((oid) => `${oid}^{tree}`));
	return oids.filter((_, n) => infos[n]?.type !== "tree");
}
/**
* Makes commits and their trees available, fetching what is missing: without file contents first, which is quick, then
* with them for servers that cannot filter.
* @returns the OIDs that cannot be fetched, with the reason the remote gave.
*/
async function ensureCommits(repository, oids) {
	const missing = await missingCommits(repository, oids);
	const wanted = [...new Set(repository.treeless ? oids : missing)];
	return wanted.length === 0 ? [] : repository.alone(() => fetchCommits(repository, wanted));
}
/** All in one request, then one by one what did not come, so that each has its own reason. */
async function fetchCommits(repository, oids) {
	const gone = [];
	if (oids.length > 1) await fetchOids(repository, oids);
	for (const oid of oids.length > 1 ? await missingCommits(repository, oids) : oids) {
		const why = await fetchOids(repository, [oid]);
		if ((await missingCommits(repository, [oid])).length > 0) gone.push({
			oid,
			why: why ?? "the remote did not send it"
		});
	}
	return gone;
}
/** Fetches commits without their history; null when it worked, else why not. */
async function fetchOids(repository, oids) {
	const { remote } = repository;
	if (remote === null) return "the repository has no remote";
	let why = null;
	for (const flags of [["--depth=1", "--filter=blob:none"], ["--depth=1"]]) try {
		await fetchInto(repository, oids, flags);
		return null;
	} catch (error) {
		if (error instanceof Problem) throw error;
		why = remoteWords(remote, error);
	}
	return why;
}
/**
* Fetches what a ref of the remote is now, with its contents but without its history, and gives its OID; null when the
* remote has no such ref.
* @throws Problem('git') when the remote cannot be asked.
*/
async function fetchRef(repository, ref) {
	const remote = needRemote(repository);
	try {
		await repository.alone(() => fetchInto(repository, [`+${ref}:${ref}`], ["--verbose", "--depth=1"]));
	} catch (error) {
		if (error instanceof GitFailure && error.isNo) return null;
		throw cannotAsk(remote, error);
	}
	return repository.refAt(ref);
}
/**
* Types and sizes of blobs, in the order asked. What a partial clone left out is fetched first, as many in one request as
* an argument list holds. @throws Problem('git') when the remote does not send a missing one.
*/
async function presentBlobs(repository, oids) {
	const infos = await repository.objects.info(oids);
	const missing = oids.filter((_, n) => infos[n] === null);
	if (missing.length === 0) return infos;
	try {
		for (let at = 0; at < missing.length; at += blobsAtATime) {
			const wants = missing.slice(at, at + blobsAtATime);
			await repository.alone(() => fetchInto(repository, wants, ["--filter=blob:none"]));
		}
	} catch (error) {
		const what = `${missing.length} file contents that this partial clone lacks could not be fetched`;
		throw gitProblem(what, error, "Check the network and the credentials of the checkout, or check out without --filter.");
	}
	const now = await repository.objects.info(oids);
	const gone = oids.find((_, n) => now[n] === null);
	if (gone !== void 0) throw unreadable("a file content", /* @__PURE__ */ new Error(`the remote did not send object ${gone}`));
	return now;
}
/** True when the history of some branch is cut off here. */
function isCut(repository) {
	return repository.cutCommits().some((oid) => !repository.besideBranches.has(oid));
}
/**
* Completes the history behind commits where it is cut off, as commits only (no trees, no contents).
* @throws Problem('git') when the remote cannot send it.
*/
function ensureHistory(repository, oids) {
	return repository.alone(async () => {
		const infos = await repository.objects.info(oids.map((oid) => `${oid}^{commit}`));
		const missing = oids.filter((_, n) => infos[n]?.type !== "commit");
		const cut = isCut(repository);
		if (missing.length === 0 && !cut) return;
		const flags = [...cut ? ["--unshallow"] : [], "--filter=tree:0"];
		await fetchInto(repository, cut ? oids : missing, flags, []).catch((error) => {
			throw gitProblem("the history between two commits could not be fetched", error, "Check out with the full history (fetch-depth: 0).");
		});
	});
}

export { GitFailure, branchIsGone, ensureCommits, ensureHistory, fetchRef, forgetRef, forgetTips, gitProblem, gitWords, isCut, nothingFound, presentBlobs, remoteRef, unreadable, wantRefs };