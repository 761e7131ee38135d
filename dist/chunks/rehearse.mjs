import { Problem, counted, defaultMappingFile, escapeText, messageOf, readHost, surroundingsOf, withDefaults, withoutSecrets } from "./start.mjs";
import { textReport } from "./action.mjs";
import { demoSite, ownerOf, readNamed, readSiteWithTokens, startService } from "./demo.mjs";
import { run } from "./flow2.mjs";
import { openRepository, wo } from "./repository.mjs";
import { branchRuleFor, compileMapping } from "./bind-mapping.mjs";
import { loadMapping } from "./load.mjs";
import { readMappingText } from "./mapping-text.mjs";
import { linkedBranches, madeUpLines, madeUser, siteOfMapping, unlinkedLines } from "./site-of-mapping.mjs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";

// src/commands/rehearsal/holdings.ts
/** How many requests are printed one by one; more are counted. */
const mostLines = 60;
function requestLine(request) {
	const { objectId, appl, lvl, objn, objt, attr, rsn, status, lock, rfp, repo, branch, gpath, gfile } = request;
	const project = [
		request.proj,
		request.task || "",
		request.stsk || ""
	].filter((part) => part !== "").join("/");
	const file = gfile ? ` from ${repo} ${branch} ${gpath ? `${gpath}/` : ""}${gfile}` : "";
	return `  #${objectId} ${rsn} ${appl}/${lvl} ${objn} ${objt} ${attr} status ${status} lock ${lock}${`${rfp ? ` RFP ${rfp}` : ""}${project ? ` project ${project}` : ""}`}${file}`;
}
function contentLines(service, objectId) {
	const told = service.inspectContent(objectId).map(({ filename, bytes }) => {
		const text = Buffer.from(bytes).toString("utf8").split(/\r?\n/).slice(0, 12);
		return [`     attached ${filename} (${bytes.length} bytes):`, ...text.map((line) => `     | ${line}`)].join("\n");
	});
	return [...new Set(told)].flatMap((one) => one.split("\n"));
}
/** What the service holds after a rehearsal: requests, RFPs and, when asked, the attached contents. */
function holdings(service, withContents) {
	const { requests, rfps, attachments, transactions } = service.inspect();
	const lines = [`what the service holds: ${`${requests.length} requests, ${rfps.length} RFPs, ${attachments.length} attachments, ${transactions.length} transactions`}`];
	for (const request of requests.slice(0, mostLines)) lines.push(requestLine(request), ...withContents ? contentLines(service, request.objectId) : []);
	if (requests.length > mostLines) lines.push(`  and ${requests.length - mostLines} more requests`);
	for (const rfp of rfps.slice(0, mostLines)) lines.push(`  RFP ${rfp.rfp} ${rfp.appl}/${rfp.lvl} "${rfp.rfpd}": ${rfp.requests.length} requests`);
	return `${lines.map(escapeText).join("\n")}\n`;
}

// src/commands/rehearsal/own-site.ts
/**
* Reads a site file for a rehearsal.
*
* @param token that of one of its users; undefined: the first user who may add requests and has one in clear.
* @throws Problem('usage') with all that is wrong in the file, or when it has no such user
*/
async function readOwnSite(file, token) {
	const site = readSiteWithTokens(await readNamed("site", file), file);
	const caller = token === void 0 ? firstCaller(site, file) : callerOf(site, token, file);
	const may = caller.mayAdd ? "" : ", who may not add requests";
	const about = [`filed as user ${caller.user} (${caller.how})${may}; what is not in ${file} is not known here`];
	return {
		site,
		token: caller.token,
		at: `at the site of ${file}`,
		about,
		advice: []
	};
}
function firstCaller({ users }, file) {
	const found = users.find(({ token, addRequest }) => token !== void 0 && addRequest === true);
	if (found?.token === void 0) throw new Problem("usage", `no user of ${file} has both \`addRequest: true\` and a \`token\` in clear`, "Set FILE_CHECKOUTS_TOKEN to the token of one of its users.");
	const how = `the first in ${file} with addRequest and a token; FILE_CHECKOUTS_TOKEN chooses another`;
	return {
		user: found.user,
		token: found.token,
		mayAdd: true,
		how
	};
}
function callerOf(site, token, file) {
	const found = ownerOf(site, token);
	if (found === null) throw new Problem("usage", `the token in FILE_CHECKOUTS_TOKEN belongs to no user of ${file}`, `Set it to the token of one of them, or unset it: then the first user with a token in clear files.`);
	return {
		user: found.user,
		token,
		mayAdd: found.addRequest === true,
		how: "whose token FILE_CHECKOUTS_TOKEN holds"
	};
}

// src/commands/rehearsal/pushes.ts
/** A rehearsal has no limits, and is of the branch as it was. */
const unlimited = 1e9;
const zeros = "0".repeat(40);
/** The event of a push as GitHub would tell it. */
function eventOf(push, n, { repositoryName, defaultBranch }) {
	const env = {
		GITHUB_ACTIONS: "true",
		GITHUB_EVENT_NAME: "push",
		GITHUB_REPOSITORY: `rehearsal/${repositoryName}`,
		GITHUB_REF: `refs/heads/${push.branch}`,
		GITHUB_SHA: push.after,
		GITHUB_ACTOR: "rehearsal",
		GITHUB_RUN_ID: String(1e3 + n),
		GITHUB_RUN_ATTEMPT: "1"
	};
	const event = readHost(env, {
		ref: env.GITHUB_REF,
		before: push.before ?? zeros,
		after: push.after,
		created: push.before === null,
		deleted: false,
		repository: { default_branch: defaultBranch }
	});
	return {
		...event,
		run: {
			...event.run,
			url: null
		},
		repository: {
			...event.repository,
			url: null
		}
	};
}
/** Files one push through the real pipeline. @param n its number, from 1. */
function filePush(push, n, { script, url, ...around }) {
	const { env, log } = around;
	const { mapping, token, sandbox } = script;
	const limits = {
		"max-requests": unlimited,
		"max-deletes": unlimited
	};
	return run({
		...around,
		command: "file",
		options: withDefaults({
			...limits,
			mapping,
			"repo-dir": sandbox.workDir,
			url,
			ledger: "require"
		}),
		...surroundingsOf(eventOf(push, n, script), env),
		env: withoutSecrets(env),
		proxyEnv: {},
		token,
		gitToken: void 0,
		cwd: sandbox.workDir,
		onDefect: (error) => log.notice(error instanceof Error ? error.stack ?? error.message : String(error))
	});
}

// src/git/sandbox.ts
const config = [
	...["user.name=Rehearsal", "user.email=rehearsal@localhost"],
	"commit.gpgsign=false",
	"core.autocrlf=false"
];
const gitOfRemote = ({ remoteDir }) => wo({
	baseDir: remoteDir,
	config: ["safe.bareRepository=all"]
});
const gitOfWork = ({ workDir }) => wo({
	baseDir: workDir,
	config
});
/** Makes a sandbox of the two repositories that `fill` makes; when that fails, nothing stays behind. */
async function sandboxOf(fill) {
	const root = mkdtempSync(join(tmpdir(), "file-checkouts-rehearsal-"));
	const places = {
		root,
		remoteDir: join(root, "remote.git"),
		workDir: join(root, "work")
	};
	const remove = () => rmSync(root, {
		recursive: true,
		force: true
	});
	try {
		await fill(places);
		return {
			...places,
			remote: gitOfRemote(places),
			work: gitOfWork(places),
			[Symbol.dispose]: remove
		};
	} catch (error) {
		remove();
		throw error;
	}
}
/** A sandbox with an empty remote whose default branch is `branch`. */
function newSandbox(branch) {
	return sandboxOf(async (places) => {
		const outside = wo({ baseDir: places.root });
		await outside.raw([
			"init",
			"--bare",
			places.remoteDir
		]);
		await outside.raw(["init", places.workDir]);
		const [remote, work] = [gitOfRemote(places), gitOfWork(places)];
		for (const git of [remote, work]) await git.raw([
			"symbolic-ref",
			"HEAD",
			`refs/heads/${branch}`
		]);
		await work.raw([
			"remote",
			"add",
			"origin",
			places.remoteDir
		]);
	});
}
/** A sandbox whose remote is a copy of a repository, and whose clone has no work tree files: nothing there is touched. */
function copySandbox(repoDir) {
	return sandboxOf(async ({ root, remoteDir, workDir }) => {
		const outside = wo({ baseDir: root });
		await outside.raw([
			"clone",
			"--bare",
			"--no-hardlinks",
			"--",
			repoDir,
			remoteDir
		]).catch((error) => {
			const why = `${repoDir} cannot be copied: ${messageOf(error).trim()}`;
			throw new Problem("usage", why, "Name a Git repository with --repo-dir.");
		});
		await outside.raw([
			"clone",
			"--no-checkout",
			remoteDir,
			workDir
		]);
	});
}
/** Writes and removes files of the work tree, commits all of it, and pushes the branch; gives the new commit's OID. */
async function pushFiles(sandbox, branch, message, files) {
	for (const [path, content] of Object.entries(files)) {
		const file = join(sandbox.workDir, path);
		mkdirSync(dirname(file), { recursive: true });
		if (content === null) rmSync(file);
		else writeFileSync(file, content);
	}
	await sandbox.work.raw(["add", "--all"]);
	await sandbox.work.raw([
		"commit",
		"-m",
		message
	]);
	await sandbox.work.raw([
		"push",
		"origin",
		`HEAD:refs/heads/${branch}`
	]);
	return (await sandbox.work.raw(["rev-parse", "HEAD"])).trim();
}
/** The last `count` first-parent commits of HEAD, oldest first. */
async function firstParentLine(git, count) {
	return partsOf(await git.raw([
		"log",
		"--first-parent",
		"-z",
		`--max-count=${count}`,
		"--format=%H %P%n%s",
		"HEAD"
	])).map((entry) => {
		const [oids = "", subject = ""] = entry.split("\n");
		const [oid = "", parent] = oids.split(" ");
		return {
			oid,
			parent: parent || null,
			subject
		};
	}).toReversed();
}
/** Every path that stands in one of the trees of these commits or their first parents. */
async function pathsOf(git, line) {
	const last = line.at(-1)?.oid;
	if (last === void 0) return [];
	const names = ["-z", "--name-only"];
	const there = await git.raw([
		"ls-tree",
		"-r",
		"--full-tree",
		...names,
		last
	]);
	const log = [
		"log",
		"--first-parent",
		"-m",
		"--no-renames",
		"--format=",
		`--max-count=${line.length}`
	];
	const changed = await git.raw([
		...log,
		...names,
		last
	]);
	return [.../* @__PURE__ */ new Set([...partsOf(there), ...partsOf(changed)])];
}
function partsOf(output) {
	return output.split("\0").filter((part) => part !== "");
}

// src/commands/rehearsal/made-setting.ts
/** A rehearsal for who has no site file. @throws Problem when the mapping files nothing, or a pattern is wrong */
function madeSetting({ mapping, repo, branch, paths, patterns }) {
	const linked = linkedBranches(patterns, [branch.name]);
	const { site, madeUp } = siteOfMapping({
		mapping,
		repo,
		branches: [branch],
		paths,
		linked
	});
	return {
		site,
		token: madeUser.token,
		at: "at a site that is made from the mapping",
		about: madeUpLines(madeUp),
		advice: unlinkedLines(madeUp.unlinked)
	};
}

// src/commands/rehearsal/replay.ts
/**
* The last first-parent commits of somebody's repository as one push each, in a copy, against their own site, or one made
* from the mapping. The repository itself is only read.
*
* @param own their own site; null: none is given.
* @throws Problem('usage') when there is nothing to replay or the mapping files nothing from the branch.
*/
async function replayScript(options, own, { cwd, env }) {
	const repoDir = resolve(cwd, options["repo-dir"]);
	using repository = await openRepository({
		repoDir,
		env
	});
	const sandbox = await copySandbox(repoDir);
	try {
		const { name, text } = await mappingText(repository, options, repoDir, cwd);
		const mapping = compileMapping(loadMapping(text, name));
		const branch = (await sandbox.remote.raw([
			"symbolic-ref",
			"--short",
			"HEAD"
		])).trim();
		const line = await firstParentLine(sandbox.remote, options.last);
		if (line.length === 0) throw new Problem("usage", `${repoDir} has no commits`, "Name a repository with commits.");
		const match = branchRuleFor(mapping, branch);
		if (match === null) throw new Problem("mapping", `the mapping has no rule for branch ${branch}`, `Add a branch rule for ${branch}.`);
		const repo = mapping.mapping.repo ?? basename(repoDir, ".git");
		const paths = await pathsOf(sandbox.remote, line);
		const patterns = options.linked;
		const setting = own ?? madeSetting({
			mapping,
			repo,
			branch: {
				name: branch,
				match
			},
			paths,
			patterns
		});
		const what = `${counted(line.length, "push", "pushes")} to ${branch} of ${repo}`;
		const steps = stepsOf(sandbox, line, branch);
		const file = join(sandbox.workDir, ".git", "file-checkouts-mapping.yml");
		writeFileSync(file, text);
		return {
			...setting,
			what,
			sandbox,
			repositoryName: repo,
			defaultBranch: branch,
			mapping: file,
			steps
		};
	} catch (error) {
		sandbox[Symbol.dispose]();
		throw error;
	}
}
/** The commits of a line as one push each. */
function stepsOf({ remote }, line, branch) {
	return line.map(({ oid, parent, subject }) => ({
		title: `${oid.slice(0, 12)} ${subject}`,
		push: async () => {
			await remote.raw([
				"update-ref",
				`refs/heads/${branch}`,
				oid
			]);
			return {
				branch,
				before: parent,
				after: oid
			};
		}
	}));
}
/**
* The mapping that serves for all the history: from disk as it is now, or from one commit as the repository itself and
* its remote have it, which the copy cannot tell.
*/
async function mappingText(repository, options, repoDir, cwd) {
	const named = options.mapping ?? join(repoDir, ".file-checkouts.yml");
	const text = await readMappingText(named, cwd, repository);
	if (text === null) throw new Error("a mapping that is named is read, or reading it throws");
	return text;
}

// src/commands/rehearsal/sample.ts
const mapping = `version: 1
repo: ORDERS
branches:
  - branch: main
    appl: ORD
    lvl: 50
  - branch: "feature/**"
    appl: ORD
    lvl: 10
    creq: "*NO"
rfp: per-push
dependents: request # compile anew what uses a changed file
rules:
  - match: { gpath: QRPGLESRC, gfile: "*.PGM.RPGLE" }
    request: { attr: RPGLE, objt: "*PGM" }
  - match: { gpath: "QRPGLESRC/**", gfile: "*.SQLRPGLE" }
    request: {} # attr and objt left out: the service derives them
  - match: { gpath: QDDSSRC, gfile: "*.PF" }
    request: { attr: PF, objt: "*FILE" }
  - match: { path: "web/**" }
    request: { attr: WEBF, objt: "*IFS" }
  - match: { gpath: QCPYLESRC }
    skip: copy member
  - match: { path: ["README.md", ".file-checkouts.yml"] }
    skip: no source
pipe: { pipe: JENKINS1, pipa: PIPE }
`;
const program = `**free
// Order entry
ctl-opt dftactgrp(*no);
/copy QCPYLESRC,ORDTEXTS
dsply title;
*inlr = *on;
`;
const texts = "dcl-c title 'Order entry';\n";
const oldList = `**free
// Old order list
dsply 'Old order list';
*inlr = *on;
`;
const customers = `     A          R CUSTR
     A            CUSTNO         7P 0
     A            CUSTNAME      40A
`;
const search = `**free
// Search in orders
ctl-opt nomain;
dcl-proc searchOrders export;
end-proc;
`;
/** The sample: an import, a feature branch, a change to files already filed, a move and a delete, a copy member. */
async function sampleScript() {
	const sandbox = await newSandbox("main");
	const heads = /* @__PURE__ */ new Map();
	const step = (title, branch, message, files) => ({
		title,
		push: async () => {
			const before = heads.get(branch) ?? null;
			if (before === null && heads.size > 0) await sandbox.work.raw([
				"checkout",
				"--quiet",
				"-b",
				branch
			]);
			const after = await pushFiles(sandbox, branch, message, files);
			heads.set(branch, after);
			return {
				branch,
				before,
				after
			};
		}
	});
	const imported = {
		[defaultMappingFile]: mapping,
		"README.md": "# Orders\n",
		"QRPGLESRC/ORD100.PGM.RPGLE": program,
		"QRPGLESRC/ORD900.PGM.RPGLE": oldList,
		"QCPYLESRC/ORDTEXTS.RPGLEINC": texts,
		"QDDSSRC/CUST.PF": customers,
		"web/index.html": "<!doctype html>\n<title>Orders</title>\n"
	};
	const branch = "feature/search";
	const steps = [
		step("an import into main", "main", "Import the order application", imported),
		step("a feature branch that is linked to project CUST, task 12, subtask 1", branch, "Search in orders", {
			"QRPGLESRC/ORDSRCH.SQLRPGLE": search,
			"QDDSSRC/CUST.PF": `${customers}     A            CUSTCITY      30A\n`
		}),
		step("a change to files that are filed already", branch, "Search by city", {
			"QRPGLESRC/ORDSRCH.SQLRPGLE": search.replace("end-proc", "  // by name and city\nend-proc"),
			"QDDSSRC/CUST.PF": `${customers}     A            CUSTCITY      40A\n`
		}),
		step("a push with a move and a delete", branch, "Move the search, drop the old list", {
			"QRPGLESRC/ORDSRCH.SQLRPGLE": null,
			"QRPGLESRC/SEARCH/ORDSRCH.SQLRPGLE": search.replace("end-proc", "  // by name and city\nend-proc"),
			"QRPGLESRC/ORD900.PGM.RPGLE": null
		}),
		step("a change to a copy member alone: the program that uses it is compiled anew", branch, "Say what is entered", { "QCPYLESRC/ORDTEXTS.RPGLEINC": texts.replace("entry", "entry by customer") })
	];
	return {
		what: "a sample repository (--repo-dir DIR rehearses your own)",
		site: demoSite,
		token: "demo-token",
		at: "at the demo site",
		about: [],
		advice: [],
		sandbox,
		repositoryName: "ORDERS",
		defaultBranch: "main",
		steps
	};
}

// src/commands/rehearse.ts
/**
* `rehearse`: starts the service in memory, files pushes through the real pipeline over real HTTP, and prints the
* reports and what the service then holds. With `--open` the service then stays until the signal is aborted. Gives the
* worst exit code of the pushes.
*
* @param asGiven what was given: without `--repo-dir` the sample is played, and then the others say nothing.
*/
async function rehearse(asGiven, output, around) {
	const isSample = asGiven["repo-dir"] === void 0 && asGiven.site === void 0;
	const script = isSample ? await playSample(asGiven) : await playOwn(asGiven, around);
	using _sandbox = script.sandbox;
	const service = await startService({
		site: script.site,
		db: ":memory:",
		port: 0
	});
	const stage = {
		...around,
		log: output.log,
		script,
		url: service.url
	};
	let worst = 0;
	let refused = false;
	output.out(lines(`rehearsal: ${script.what}, ${script.at}`, script.about));
	try {
		for (const [n, step] of script.steps.entries()) {
			if (around.signal.aborted) break;
			const report = await filePush(await step.push(), n + 1, stage);
			output.out(`\n=== push ${n + 1} of ${script.steps.length}: ${escapeText(step.title)}\n${textReport(report)}`);
			worst = Math.max(worst, report.exitCode);
			refused ||= report.requests.some(({ outcome }) => outcome === "rejected");
		}
		output.out(`\n=== ${holdings(service, isSample)}`);
		if (refused && script.advice.length > 0) output.out(lines("requests were refused", script.advice));
		if (asGiven.open === true && !around.signal.aborted) {
			output.out(`\n=== the service is still running: look at ${service.url}/ and end it with Ctrl-C\n`);
			await once(around.signal, "abort");
		}
	} finally {
		await service.close();
	}
	return worst;
}
async function playSample({ last, mapping, linked }) {
	if (last !== void 0 || mapping !== void 0 || linked !== void 0) throw new Problem("usage", "rehearse needs a repository", "Give --repo-dir DIR; without it the sample is played.");
	return sampleScript();
}
async function playOwn(asGiven, { token, ...around }) {
	const { site, linked } = asGiven;
	if (site !== void 0 && linked !== void 0) {
		const remedy = `Link them in ${site}: branches of the repository.`;
		throw new Problem("usage", "--linked is for a site that is made from the mapping", remedy);
	}
	const own = site === void 0 ? null : await readOwnSite(site, token);
	return replayScript(withDefaults(asGiven), own, around);
}
function lines(title, below) {
	return `\n=== ${[title, ...below].map(escapeText).join("\n")}\n`;
}

export { rehearse };