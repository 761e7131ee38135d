import { A as placeholdersIn, M as matchParts, N as compileGlob, _ as matchGlob, c as compileMapping, d as renderFields, g as explainBranch, h as branchRuleFor, j as emptyMapping, k as isTemplate, m as checkCreate, o as readMapping, s as MappingError, u as matchFile, v as checkedOutBranch } from "./set.mjs";
import { n as lineOfRule, r as some } from "./finding.mjs";
import { n as identityOf, r as identityText, t as identityKey } from "./identity.mjs";
import { a as unsendableName } from "./git-path.mjs";
import { i as unmappedFiles, n as checkText, r as partlyUnmapped, t as checkMarkdown } from "./check-markdown.mjs";
import { n as exitCodes } from "./errors.mjs";
import { n as clientOptions } from "./run.mjs";
import { m as unreadable, r as openObjects, t as openRepository } from "./repository.mjs";
import { a as repositoryName, n as readMappingText, o as branchOf, t as readSet } from "./read-set.mjs";
import { t as listTracked } from "./tracked.mjs";
import { n as writeReport } from "./run-command2.mjs";

// src/check/sample-branches.ts
/** Branches to try a mapping on: those that the clone knows, and made-up ones for patterns that none of them matches. */
/** Stands for what a capture or a star takes: digits, because a capture may take nothing else. */
const something = "90351";
/**
* A name that a pattern is likely to match: the first of each choice, digits for the rest. The caller tries it, as a
* pattern may be of a form for which this is no match.
*/
function exampleOf(pattern) {
	return pattern.replace(/\{([^{},]*),[^{}]*\}/g, "$1").replace(/\{[^{}]*\}|\*+/g, something).replace(/\[([^!^\]])[^\]]*\]/g, "$1").replace(/\?/g, "7").replace(/\\(.)/g, "$1");
}
/** Patterns that file rules ask of the branch. */
function branchesOfRules({ mapping }) {
	return (mapping.rules ?? []).flatMap(({ match }) => match.branch ?? []).flat();
}
/**
* The current branch, one branch for each branch rule that can win, and one for each pattern that file rules ask of the
* branch. Branches that no branch rule is for are none: nothing of them is filed.
*
* @param known short names of branches that exist; they go before made-up ones.
* @param current the branch that the run is about; null: none.
*/
function sampleBranches(compiled, known, current) {
	const ofRules = branchesOfRules(compiled);
	const patterns = [...(compiled.branches ?? []).flatMap(({ globs }) => globs.map(({ source }) => source)), ...ofRules];
	const names = [
		...current === null ? [] : [current],
		...known,
		...patterns.map(exampleOf),
		"main"
	];
	const candidates = [...new Set(names)].flatMap((name) => {
		const match = branchRuleFor(compiled, name);
		return match === null ? [] : [{
			name,
			match
		}];
	});
	const globs = [...new Set(ofRules)].map((pattern) => compileGlob(pattern, false));
	const chosen = [
		candidates.find(({ name }) => name === current) ?? candidates[0],
		...(compiled.branches ?? []).map(({ rule }) => candidates.find(({ match }) => match.rule === rule)),
		...globs.map((glob) => candidates.find(({ name }) => matchGlob(glob, name) !== null))
	];
	return [...new Set(chosen.filter((sample) => sample !== void 0))];
}

// src/check/branch-rules.ts
/** Branch rules that nothing reaches, and those that an earlier one takes everything from. */
/**
* Branch rules of a mapping that do nothing.
*
* @param known short names of the branches that this clone knows.
*/
function idleBranchRules(compiled, known, lineOf) {
	const unreached = [];
	const shadowed = [];
	for (const branch of compiled.branches ?? []) {
		const line = lineOfRule(branch.rule, lineOf);
		const matching = branchesOf(compiled, branch, known);
		const winners = [...matching, ...examplesOf(compiled, branch)].map((name) => branchRuleFor(compiled, name)?.rule);
		if (winners.length > 0 && !winners.includes(branch.rule)) {
			const by = [...new Set(winners.filter((rule) => rule !== void 0))];
			shadowed.push({
				rule: branch.rule,
				line,
				by,
				message: `every branch of it is taken by ${by.join(", ")} before it`
			});
		} else if (matching.length === 0) {
			const patterns = branch.globs.map(({ source }) => source).join(", ");
			unreached.push({
				rule: branch.rule,
				line,
				message: `no branch that this clone knows matches ${patterns}`
			});
		}
	}
	return {
		unreached,
		shadowed
	};
}
function branchesOf(compiled, { rule }, names) {
	return names.filter((name) => explainBranch(compiled, name).some((one) => one.rule === rule && one.matched));
}
function examplesOf(compiled, branch) {
	return branchesOf(compiled, branch, branch.globs.map(({ source }) => exampleOf(source)));
}

// src/check/collisions.ts
/** Tracked files that make one object. */
/**
* Groups of files that collide, each told once, for the first sample branch on which it does. Requests that could not
* be sent for another reason do not collide.
*/
function collisionsIn(requests) {
	const groups = Map.groupBy(requests.filter(({ problems }) => problems.length === 0), ({ branch, fields }) => `${branch}\n${identityKey(identityOf(fields))}`);
	const collisions = /* @__PURE__ */ new Map();
	for (const group of groups.values()) {
		const [first] = group;
		if (first === void 0 || group.length === 1) continue;
		const paths = [...new Set(group.map(({ path }) => path.text))];
		const rules = [...new Set(group.map(({ rule }) => rule))];
		const key = JSON.stringify([paths, rules]);
		if (!collisions.has(key)) collisions.set(key, {
			object: identityText(identityOf(first.fields)),
			paths,
			rules
		});
	}
	return [...collisions.values()];
}

// src/check/file-rules.ts
/** File rules that no tracked file reaches, and those that earlier ones take everything from. */
/**
* File rules of a mapping that do nothing for this repository. A rule for other repositories (`match.repo`) is not
* idle: one mapping may serve many.
*/
function idleFileRules(compiled, files, samples, repo, lineOf) {
	const won = new Set(files.flatMap(({ rules }) => [...rules.values()]));
	const unreached = [];
	const shadowed = [];
	for (const [index, { rule }] of (compiled.rules ?? []).entries()) {
		if (won.has(rule)) continue;
		const line = lineOfRule(rule, lineOf);
		if (!isForRepository(compiled.mapping.rules?.[index]?.match ?? {}, repo)) continue;
		const taken = takenFrom(compiled, index, files, samples, repo);
		const by = taken.by.length > 0 ? taken.by : coveredBy(compiled, index);
		if (by.length === 0) unreached.push({
			rule,
			line,
			message: "no tracked file matches it"
		});
		else {
			const whose = taken.paths.length === 0 ? "what it matches" : some(taken.paths);
			shadowed.push({
				rule,
				line,
				by,
				message: `${by.join(", ")} before it ${by.length === 1 ? "takes" : "take"} ${whose}`
			});
		}
	}
	return {
		unreached,
		shadowed
	};
}
/** A mapping with one rule, and that alone. */
function ruleAlone({ mapping }, index) {
	return compileMapping({
		...mapping,
		rules: (mapping.rules ?? []).slice(index, index + 1)
	});
}
function isForRepository({ repo: patterns }, repo) {
	if (patterns === void 0) return true;
	return [patterns].flat().some((pattern) => matchGlob(compileGlob(pattern, false), repo) !== null);
}
/** The rules that win the files which this rule matches too. */
function takenFrom(compiled, index, files, samples, repo) {
	const alone = ruleAlone(compiled, index);
	const by = /* @__PURE__ */ new Set();
	const paths = /* @__PURE__ */ new Set();
	for (const { path, rules } of files) for (const { name } of samples) {
		if (matchFile(alone, {
			path: path.text,
			repo,
			branch: name
		}).kind === "unmapped") continue;
		const winner = rules.get(name);
		if (winner !== void 0 && winner !== null) by.add(winner);
		paths.add(path.text);
	}
	return {
		by: [...by],
		paths: [...paths]
	};
}
/** Earlier rules that ask for no more than this one, by their patterns alone: no file is needed to know. */
function coveredBy({ mapping }, index) {
	const rules = mapping.rules ?? [];
	const match = rules[index]?.match ?? {};
	const first = rules.findIndex((earlier, at) => at < index && covers(earlier.match, match));
	return first < 0 ? [] : [`rules[${first}]`];
}
function covers(earlier, later) {
	return matchParts.every((part) => earlier[part] === void 0 || coversPart(part, earlier[part], later[part]));
}
function coversPart(part, earlier, later) {
	const patterns = [earlier].flat().map((pattern) => folded(part, pattern));
	if (patterns.includes("**")) return true;
	return later !== void 0 && [later].flat().every((pattern) => patterns.includes(folded(part, pattern)));
}
function folded(part, pattern) {
	return part === "repo" || part === "branch" ? pattern : pattern.toLowerCase();
}

// src/check/levels.ts
/** A value that is written out; undefined when it is not given or is rendered. */
function literal(value) {
	return value === void 0 || value === null || isTemplate(value) ? void 0 : String(value);
}
function reachedBy(compiled) {
	const { request } = compiled.mapping;
	const ofRules = [{}, ...(compiled.rules ?? []).flatMap(({ result }) => result.kind === "requests" ? result.requests : [])];
	return (compiled.branches ?? []).flatMap(({ rule, fields }) => ofRules.flatMap((over) => {
		const all = {
			...request,
			...fields,
			...over
		};
		const appl = literal(all.appl);
		const lvl = Number(literal(all.lvl));
		const setsCreq = all.creq !== void 0 && all.creq !== null;
		return appl === void 0 || !Number.isInteger(lvl) ? [] : [{
			rule,
			appl,
			lvl,
			setsCreq
		}];
	}));
}
/** One warning for each branch rule that reaches a lower level of an application without saying `creq`. */
function levelWarnings(compiled, lineOf) {
	const findings = /* @__PURE__ */ new Map();
	for (const [appl, reached] of Map.groupBy(reachedBy(compiled), (target) => target.appl)) {
		const highest = Math.max(...reached.map(({ lvl }) => lvl));
		for (const { rule, lvl, setsCreq } of reached) {
			if (lvl === highest || setsCreq) continue;
			const message = `${rule} files ${appl} level ${lvl} without \`creq\`, and another branch rule files level ${highest}: the service would generate requests there too, and they meet ours. Write \`creq: "*NO"\` for the lower level, or file only the lowest`;
			findings.set(`${rule} ${appl}`, {
				line: lineOfRule(rule, lineOf),
				message
			});
		}
	}
	return [...findings.values()];
}

// src/check/mapped-files.ts
/**
* Maps every regular file. `{sha}` and `{run}`, which only a run knows, stand for themselves.
*
* @param tracked what Git tracks; links and submodules are never filed and not looked at.
*/
function mapFiles(compiled, tracked, samples, run) {
	const files = [];
	const requests = [];
	for (const { path, mode } of tracked) {
		if (!mode.startsWith("100")) continue;
		const rules = /* @__PURE__ */ new Map();
		for (const sample of samples) {
			const match = matchFile(compiled, {
				path: path.text,
				repo: run.repo,
				branch: sample.name
			});
			rules.set(sample.name, match.kind === "unmapped" ? null : match.rule);
			if (match.kind !== "requests") continue;
			for (const requestFields of match.requests) {
				const { fields, problems, placeholders } = renderFields({
					compiled,
					branchMatch: sample.match,
					requestFields,
					captures: match.captures,
					rule: match.rule,
					path: path.text,
					run: {
						repo: run.repo,
						branch: sample.name,
						sha: "{sha}",
						run: "{run}"
					},
					set: run.set
				});
				const name = unsendableName(path);
				const all = name === null ? problems : [...problems, name];
				requests.push({
					path,
					branch: sample.name,
					rule: match.rule,
					fields,
					problems: all,
					open: Object.keys(placeholders)
				});
			}
		}
		files.push({
			path,
			rules
		});
	}
	return {
		files,
		requests
	};
}

// src/check/values.ts
/** Types whose names are paths or names of other systems. */
const notNative = ["*IFS", "*REMOTE"];
const nativeName = /^[A-Z0-9$#@_.]{1,10}$/;
/** System object types that are often written without their star. */
const systemTypes = [
	"PGM",
	"MODULE",
	"SRVPGM",
	"FILE",
	"CMD",
	"DTAARA",
	"DTAQ",
	"BNDDIR",
	"MSGF",
	"MENU",
	"PNLGRP",
	"IFS"
];
function nameProblem({ objn, objt }) {
	if (objn === void 0 || notNative.includes(objt) || nativeName.test(objn)) return null;
	if (objn.length > 10) return `objn ${objn} has ${objn.length} characters; a native object has at most 10`;
	return `objn ${objn} holds characters that no native object has; A-Z 0-9 $ # @ _ . are allowed`;
}
function typeProblem({ objt }) {
	if (objt === void 0 || !systemTypes.includes(objt.toUpperCase())) return null;
	return `objt is ${objt}; the system object type is *${objt.toUpperCase()}`;
}
/** Fields that go with an RFP, which the run assigns. */
const ofRun = [
	"rfpd",
	"pipe",
	"pipa",
	"tkey"
];
/** Everything that speaks against one request; the first sentence is the worst. */
function problemsOf({ fields, problems, open }) {
	const mapped = Object.fromEntries(Object.entries(fields).filter(([name]) => !ofRun.includes(name)));
	const missing = checkCreate(mapped).filter((sentence) => !problems.includes(sentence) && !open.includes(sentence.split(" ")[0] ?? ""));
	return [
		...problems,
		...missing,
		...[nameProblem(fields), typeProblem(fields)].filter((one) => one !== null)
	];
}
/**
* Warnings about the values of requests, one for each rule and kind of problem, with the first files it is about.
*/
function valueWarnings(requests, lineOf) {
	const told = requests.flatMap((request) => problemsOf(request).map((problem) => ({
		request,
		problem
	})));
	return [...Map.groupBy(told, ({ request, problem }) => `${request.rule} ${kindOf(problem)}`).values()].flatMap((group) => {
		const [first] = group;
		if (first === void 0) return [];
		const paths = [...new Set(group.map(({ request }) => request.path.text))];
		const where = paths.length === 1 ? paths[0] : `${paths.length} files (${some(paths)})`;
		const message = `${first.request.rule}: ${first.problem}; ${where}`;
		return [{
			line: lineOfRule(first.request.rule, lineOf),
			message
		}];
	});
}
/** The sentence without what differs from file to file. */
function kindOf(problem) {
	return problem.replace(/ ".*?"|\bobjn \S+|\d+/g, "");
}

// src/check/check.ts
/** Checks a valid mapping (design §2, §5). Pure; the order is that of the mapping and of Git's files. */
function checkMapping(input) {
	const { compiled, lineOf, repo, branches, current, set } = input;
	const samples = sampleBranches(compiled, branches, current);
	const { files, requests } = mapFiles(compiled, input.tracked, samples, {
		repo,
		set
	});
	const ofBranches = idleBranchRules(compiled, branches, lineOf);
	const ofFiles = idleFileRules(compiled, files, samples, repo, lineOf);
	return {
		tracked: files.length,
		unmapped: unmappedFiles(files).map(({ path }) => path.text),
		unreached: [...ofBranches.unreached, ...ofFiles.unreached],
		shadowed: [...ofBranches.shadowed, ...ofFiles.shadowed],
		collisions: collisionsIn(requests),
		warnings: [
			...placeholderWarnings(compiled, lineOf),
			...levelWarnings(compiled, lineOf),
			...partlyUnmapped(files),
			...valueWarnings(requests, lineOf)
		]
	};
}
function placeholderWarnings({ mapping }, lineOf) {
	return placeholdersIn(mapping, lineOf).map(({ path, value, line }) => ({
		line: line ?? null,
		message: `${path} still holds the placeholder ${value}, which \`file\` refuses`
	}));
}

// src/check/check-report.ts
/** What is known of a mapping that is not valid, or before it is checked. */
const nothingFound = {
	tracked: 0,
	unmapped: [],
	unreached: [],
	shadowed: [],
	collisions: [],
	warnings: []
};
/** Invalid: 2. The service asked and not well: 4. Files without a rule under `unmapped: error`: 1. Warnings: 0. */
function exitCodeOf(report) {
	if (!report.valid) return exitCodes.usage;
	if (report.service !== null && !report.service.ok) return exitCodes.serviceLost;
	return report.unmappedIs === "error" && report.unmapped.length > 0 ? exitCodes.notFiled : exitCodes.filed;
}

// src/git/branch-names.ts
/**
* Short names of the branches that this clone knows, its own and those it follows at the remote; nothing is asked over
* the network.
*
* @throws Problem('git') when Git cannot tell.
*/
async function knownBranches(repository) {
	const args = [
		"for-each-ref",
		"--format=%(refname)",
		"refs/heads",
		...repository.remote === null ? [] : [`refs/remotes/${repository.remote.name}`]
	];
	const names = (await repository.git(args, { inCheckout: true }).catch((error) => {
		throw unreadable("the branches", error);
	})).split("\n").filter((name) => name !== "" && !name.endsWith("/HEAD")).map((name) => name.replace(/^refs\/heads\//, "").replace(`refs/remotes/${repository.remote?.name}/`, ""));
	return [...new Set(names)];
}

// src/commands/check.ts
/**
* `check`: validates the mapping, holds it against the files that Git tracks, and with `--url` asks the service one
* question that files nothing (design §2).
*
* @throws Problem when repository, revision or mapping file cannot be read; a mapping that is not valid is a result.
*/
async function check(input) {
	const { options } = input;
	using repository = await openRepository({
		repoDir: options["repo-dir"] ?? ".",
		env: input.env,
		gitToken: input.gitToken
	});
	await using objects = openObjects(repository);
	const source = await readMappingText(options.mapping, input.cwd, repository, objects);
	const read = readOrErrors(source);
	const mapping = source === null ? null : {
		path: source.name,
		blob: source.blob
	};
	if (read instanceof MappingError) return finished({
		...nothingFound,
		valid: false,
		errors: read.problems,
		mapping,
		repo: null,
		unmappedIs: "warn",
		service: null,
		rules: {
			branches: 0,
			files: 0
		}
	});
	return finished(await checkValid(input, repository, objects, read, mapping));
}
/** Prints what was found, and writes the report. */
async function checkCommand(input, output) {
	const { format } = input.options;
	const report = await check(input);
	if (format === "json") output.out(`${JSON.stringify(report, null, 2)}\n`);
	else output.out(format === "markdown" ? checkMarkdown(report) : checkText(report));
	await writeReport(report, input.options.report);
	return report;
}
function finished(report) {
	return {
		...report,
		exitCode: exitCodeOf(report)
	};
}
function readOrErrors(source) {
	if (source === null) return {
		mapping: emptyMapping,
		lineOf: () => void 0
	};
	try {
		return readMapping(source.text, source.name);
	} catch (error) {
		if (error instanceof MappingError) return error;
		throw error;
	}
}
async function checkValid(input, repository, objects, { mapping, lineOf }, file) {
	const { options, event } = input;
	const repo = options.repo ?? mapping.repo ?? repositoryName(event, repository);
	const current = branchOf({
		event,
		options,
		checkedOut: checkedOutBranch(repository.location)
	});
	const findings = checkMapping({
		compiled: compileMapping(mapping),
		lineOf,
		tracked: await listTracked(repository, objects, options.head),
		repo,
		branches: await knownBranches(repository),
		current,
		set: readSet(options)
	});
	const rules = {
		branches: mapping.branches?.length ?? 0,
		files: mapping.rules?.length ?? 0
	};
	const service = await askService(input);
	return {
		valid: true,
		errors: [],
		...findings,
		mapping: file,
		repo,
		unmappedIs: mapping.unmapped,
		rules,
		service
	};
}
/** The one harmless question; null without `--url`. The client is loaded for it alone. */
async function askService(input) {
	if (input.options.url === void 0 || input.options["dry-run"] === true) return null;
	const { askHarmlessly } = await import("./probe-url.mjs");
	return askHarmlessly(clientOptions(input, 1));
}

export { checkCommand };