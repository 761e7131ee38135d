import { Problem, messageOf } from "./start.mjs";
import { isLoopback } from "./loopback.mjs";
import { delimiter, isAbsolute, resolve } from "node:path";

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

// src/git/config.ts
/** Parses `git config --list -z`: `key\nvalue\0` each; a key without a value means true. */
function parseConfigList(output) {
	return output.split("\0").filter((entry) => entry !== "").map((entry) => {
		const end = entry.indexOf("\n");
		return end < 0 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
	});
}
/** The remote to talk to: `origin`, else the only one there is; null when there is none or the choice is open. */
function chooseRemote(entries) {
	const urls = /* @__PURE__ */ new Map();
	for (const [key, value] of entries) {
		const name = /^remote\.(.+)\.url$/.exec(key)?.[1];
		if (name !== void 0 && !urls.has(name)) urls.set(name, value);
	}
	const [only, ...others] = urls;
	const url = urls.get("origin");
	if (url !== void 0) return {
		name: "origin",
		url
	};
	return only === void 0 || others.length > 0 ? null : {
		name: only[0],
		url: only[1]
	};
}
const carried = /^(http\.|credential\.|url\.|core\.(sshcommand|askpass|gitproxy)$|ssh\.|protocol\.)/;
/**
* What a fetch or push from the scratch repository needs of the user's configuration: how to authenticate and how to
* reach the remote (actions/checkout keeps its credential there, tied to that git directory).
*/
function carriedConfig(entries, remote) {
	const ofRemote = new RegExp(`^remote\\.${RegExp.escape(remote ?? "")}\\.(url|pushurl|proxy|proxyauthmethod)$`);
	return entries.filter(([key]) => carried.test(key) || remote !== null && ofRemote.test(key));
}
/** A header of HTTP by which Git authenticates. */
function basicHeader(user, password) {
	return `AUTHORIZATION: basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}
/**
* Takes user and password out of the addresses (GitLab's checkout has its job token there) and hands them over apart:
* Git gives an address to its helper programs as an argument, where every process of the machine can read it.
*/
function withoutUserinfo(entries) {
	return entries.flatMap(([key, value]) => {
		const inKey = /^url\./.test(key) ? splitUserinfo(key.slice(4)) : null;
		if (inKey !== null) return [[`url.${inKey.url}`, value], inKey.instead];
		const inValue = /^remote\..*\.(url|pushurl)$/.test(key) ? splitUserinfo(value) : null;
		return inValue === null ? [[key, value]] : [[key, inValue.url], inValue.instead];
	});
}
/** The address without user and password, and the configuration that holds them instead; a helper knows the rest. */
function splitUserinfo(url) {
	const parts = /^(https?:\/\/)([^/@:]*)(?::([^/@]*))?@(([^/]+).*)$/i.exec(url);
	if (parts === null) return null;
	const [, scheme = "", user = "", password, rest = "", host = ""] = parts;
	const instead = password === void 0 ? [`credential.${scheme}${host}.username`, decoded(user)] : [`http.${scheme}${host}/.extraheader`, basicHeader(decoded(user), decoded(password))];
	return {
		url: `${scheme}${rest}`,
		instead
	};
}
function decoded(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
/** The variable in which Git itself hands `-c` on: every version reads it (`GIT_CONFIG_COUNT` came with 2.31). */
function configEnvironment(entries) {
	return { GIT_CONFIG_PARAMETERS: entries.map(parameterOf).join(" ") };
}
/** One quoted word that ends its key at the first `=`; a key that holds one takes two words, as Git has it since 2.31. */
function parameterOf([key, value]) {
	return key.includes("=") ? `${quoted(key)}=${quoted(value)}` : quoted(`${key}=${value}`);
}
/** As Git quotes for a shell: inside of single quotes all is plain but `'` and `!`. */
function quoted(text) {
	return `'${text.replace(/['!]/g, "'\\$&'")}'`;
}

// src/git/environment.ts
const quiet = [
	["gc.auto", "0"],
	["maintenance.auto", "false"],
	["advice.detachedHead", "false"],
	["diff.relative", "false"],
	["protocol.version", "2"]
];
/** What nothing overrules: no program that a repository names is run. */
const held = [
	["core.hooksPath", "/dev/null"],
	["core.fsmonitor", ""],
	["protocol.ext.allow", "never"]
];
const notGit = /^(?!GIT_|EDITOR$|VISUAL$|PAGER$|SSH_ASKPASS$)/;
/** GIT_* variables by which a runner's administrator sets Git up; the rest would redirect our processes. */
const keptGit = /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|SSL_[A-Z_]+|ASKPASS|PROXY_COMMAND|EXEC_PATH|ALLOW_PROTOCOL|HTTP_[A-Z_]+|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)|TRACE2?[A-Z_]*|CURL_VERBOSE)$/;
/** What of the environment of the run Git's processes see. */
function baseEnvironment(env) {
	const out = {};
	for (const [name, value] of Object.entries(env)) if (value !== void 0 && (notGit.test(name) || keptGit.test(name))) out[name] = safeValue(name, value);
	return {
		...out,
		GIT_TERMINAL_PROMPT: "0",
		LC_ALL: "C",
		GIT_OPTIONAL_LOCKS: "0"
	};
}
/** Without what would run a program of the repository: it is the current directory of Git's processes. */
function safeValue(name, value) {
	if (name === "GIT_ALLOW_PROTOCOL") return without(value, ":", (protocol) => protocol === "ext");
	if (name.toUpperCase() !== "PATH") return value;
	const here = process.cwd();
	const isHere = (folder) => !isAbsolute(folder) || resolve(folder) === here;
	return without(value, delimiter, (folder) => isHere(folder.replaceAll("\"", ""))) || "/nonexistent";
}
function without(list, separator, isBad) {
	return list.split(separator).filter((item) => !isBad(item)).join(separator);
}
/** Configuration that the environment of the run carries itself (`GIT_CONFIG_COUNT`), as proxies and certificates. */
function configOfEnvironment(env) {
	const entries = [];
	for (let n = 0; n < Number(env.GIT_CONFIG_COUNT ?? 0); n += 1) {
		const key = env[`GIT_CONFIG_KEY_${n}`];
		const value = env[`GIT_CONFIG_VALUE_${n}`];
		if (key !== void 0 && value !== void 0) entries.push([key, value]);
	}
	return entries;
}
/** The environment of one process. @param gitDir null: Git looks for the repository. @param extra configuration for it. */
function processEnvironment(base, gitDir, extra) {
	const named = gitDir === null ? {} : { GIT_DIR: gitDir };
	return {
		...base,
		...named,
		...configEnvironment([
			...quiet,
			...extra,
			...held
		])
	};
}
function namesToAllow(env) {
	return Object.keys(env).filter((name) => !notGit.test(name));
}

// src/git/ledger-remote.ts
/**
* A remote of its own for the ledger (design §14): whatever authenticates at the remote of the sources stays away from it,
* and its token goes nowhere else.
*/
/** The name of that remote in the configuration of our own processes; the user's has none of it. */
const ledgerRemoteName = "file-checkouts-ledger";
/** How a host is reached, and nothing that tells who asks. */
const neutral = /^(http\.(.*\.)?(proxy|proxyauthmethod|ssl(cainfo|capath|backend|verify|version|cipherlist|try)|schannel\w+|version|postbuffer|lowspeed\w+)|protocol\..*)$/i;
/** The part of a configuration that holds no credential. */
function withoutCredentials(entries) {
	return entries.filter(([key]) => neutral.test(key));
}
/** The environment of processes that talk to the ledger's remote: as that of the others, without what authenticates. */
function withoutCredentialsOf(env, ledger) {
	if (ledger === void 0) return env;
	const { GIT_ASKPASS, SSH_ASKPASS, GIT_CONFIG_COUNT, ...rest } = env;
	const kept = withoutCredentials(configOfEnvironment(env));
	const numbered = kept.flatMap(([key, value], n) => [[`GIT_CONFIG_KEY_${n}`, key], [`GIT_CONFIG_VALUE_${n}`, value]]);
	const asked = ledger.token === void 0 ? {
		GIT_ASKPASS,
		SSH_ASKPASS
	} : {};
	return {
		...rest,
		...asked,
		GIT_CONFIG_COUNT: String(kept.length),
		...Object.fromEntries(numbered)
	};
}
/** Who is asked where the token is refused might give the one of the sources. */
const nobodyElse = [["credential.helper", ""], ["core.askpass", ""]];
/** The configuration of processes that talk to the ledger's remote. @param entries the user's own. */
function ledgerConfig(entries, { url, token }) {
	return [
		...withoutCredentials(entries),
		[`remote.${ledgerRemoteName}.url`, url],
		[`url.${url}.insteadOf`, url],
		[`url.${url}.pushInsteadOf`, url],
		...sectionsOf(url).flatMap((section) => headersOf(section, token)),
		...token === void 0 ? [] : nobodyElse
	];
}
/** The token alone: the empty value takes away what is set for this host elsewhere. */
function headersOf(section, token) {
	const key = `${section}.extraheader`;
	if (token === void 0) return [[key, ""]];
	return [
		[key, ""],
		[key, basicHeader("x-access-token", token)],
		[`${section}.followredirects`, "false"],
		[`${section}.cookiefile`, ""]
	];
}
/**
* Where the settings of an address stand: for its host, and for itself, which goes before all that somebody has set for a
* part of its path. Git takes the most exact ones alone.
*/
function sectionsOf(url) {
	const address = URL.parse(url);
	if (address === null || !/^https?:$/.test(address.protocol)) return [];
	return [`http.${address.origin}/`, `http.${address.origin}${address.pathname}`];
}
/**
* The place that an address names.
*
* @throws Problem('usage') for one that holds a password, that a program would be run for, or to which a token would go
* where anybody can read it.
*/
function ledgerPlace(url, token) {
	const address = URL.parse(url);
	const isHttp = address !== null && /^https?:$/.test(address.protocol);
	if (address !== null && (address.password !== "" || isHttp && address.username !== "")) throw new Problem("usage", "the address of the ledger holds a user name or a password", "Give the address alone, and the token in FILE_CHECKOUTS_LEDGER_TOKEN.");
	if (/^[a-z][a-z0-9+.-]*::/i.test(url)) throw new Problem("usage", `${url} is no address of a repository`, "Give an address such as https://git.example.com/team/ledger.git.");
	if (isHttp && token !== void 0 && address.protocol === "http:" && !isLoopback(address.hostname)) throw new Problem("usage", "the token of the ledger would go over plain http", "Give an https address.");
	return {
		url,
		token
	};
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
	const remedy = remote.name === "file-checkouts-ledger" ? "Check the network, the address (--ledger-remote), and that the repository is there; its token is FILE_CHECKOUTS_LEDGER_TOKEN." : "Check the network and the credentials of the checkout, or give a Git token (FILE_CHECKOUTS_GIT_TOKEN).";
	return new Problem("git", `${remote.said} could not be asked: ${remoteWords(remote, error)}`, remedy, { cause: error });
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
	const output = await repository.git(args, { remote }).catch((error) => {
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
async function fetchInto(repository, wants, flags, { config = tellNothing, remote = needRemote(repository) } = {}) {
	const { name } = remote;
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
		await repository.git(args, { remote });
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
* Fetches what a ref of a remote is now, with its contents but without its history, and gives its OID; null when the
* remote has no such ref.
* @throws Problem('git') when the remote cannot be asked.
*/
async function fetchRef(repository, remote, ref) {
	try {
		await repository.alone(() => fetchInto(repository, [`+${ref}:${ref}`], ["--verbose", "--depth=1"], { remote }));
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
		await fetchInto(repository, cut ? oids : missing, flags, { config: [] }).catch((error) => {
			throw gitProblem("the history between two commits could not be fetched", error, "Check out with the full history (fetch-depth: 0).");
		});
	});
}

export { GitFailure, baseEnvironment, basicHeader, branchIsGone, carriedConfig, chooseRemote, configOfEnvironment, ensureCommits, ensureHistory, fetchRef, forgetRef, forgetTips, gitProblem, gitWords, isCut, ledgerConfig, ledgerPlace, ledgerRemoteName, namesToAllow, needRemote, nothingFound, parseConfigList, presentBlobs, processEnvironment, remoteRef, unreadable, wantRefs, withoutCredentialsOf, withoutUserinfo };