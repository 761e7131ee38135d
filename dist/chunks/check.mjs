import { emptyMapping, isTemplate, matchParts, placeholdersIn } from "./templates.mjs";
import { matchGlob } from "./match.mjs";
import { bindMapping, branchRuleFor, compileMapping, matchFile, matchingRules, renderFields } from "./bind-mapping.mjs";
import { isShadowed, lineOfRule, usedNameText } from "./explained-uses.mjs";
import { branchToTry, exampleNames, knownBranches, sampleBranches } from "./branch-names.mjs";
import { checkReportPlace, jsonText, noticeOf, textPath, unsendableName, writeReport } from "./action.mjs";
import { Problem, atDoor, escapeText, exitCodes, identityKey, identityOf, identityText, mappingDefaults, nearest, partlyUnmapped, some, unmappedFiles, useFindings } from "./start.mjs";
import { needsNoContent } from "./planned.mjs";
import { compileGlob } from "./schemas.mjs";
import { opensRfps } from "./check-modes.mjs";
import { isFile } from "./tree.mjs";
import { checkCreate } from "./rules.mjs";
import { internalTypes, systemTypes } from "./system-types.mjs";
import { nameProblems } from "./object-names.mjs";
import { checkMarkdown, checkText } from "./check-markdown.mjs";
import { branchOf } from "./range.mjs";
import { openRepository } from "./repository.mjs";
import { checkedOutBranch } from "./resolve-range.mjs";
import { listTracked } from "./tracked.mjs";
import { isInclude } from "./includes.mjs";
import { askedBy } from "./starter-rule.mjs";
import { MappingError, readMapping } from "./load.mjs";
import { clientOptions } from "./client-options2.mjs";
import { languageOf, sourcesOf } from "./uses-at-head.mjs";
import { readMappingText } from "./mapping-text.mjs";
import { readSet } from "./read-set.mjs";
import { repositoryName } from "./repository-name.mjs";
import { isAbsolute, relative, resolve, sep } from "node:path";

// src/check/branch-rules.ts
/** Branch rules that nothing reaches, and those that an earlier one takes everything from. */
/**
* Branch rules of a mapping that do nothing.
*
* @param known short names of the branches that this clone knows.
*/
function idleBranchRules(compiled, known, lineOf) {
	return (compiled.branches ?? []).flatMap((branch) => {
		const { rule, globs } = branch;
		const line = lineOfRule(rule, lineOf);
		const matching = branchesOf(branch, known);
		const examples = branchesOf(branch, globs.flatMap(({ source }) => exampleNames(source)));
		const winners = [...matching, ...examples].map((name) => branchRuleFor(compiled, name)?.rule);
		if (winners.length > 0 && !winners.includes(rule)) {
			const by = [...new Set(winners.filter((winner) => winner !== void 0))];
			return [{
				rule,
				line,
				by,
				message: `${by.join(", ")} before it takes every branch that it matches`
			}];
		}
		if (matching.length > 0) return [];
		return [{
			rule,
			line,
			message: `no branch that this clone knows matches ${globs.map(({ source }) => source).join(", ")}`
		}];
	});
}
function branchesOf({ globs }, names) {
	return names.filter((name) => globs.some((glob) => matchGlob(glob, name) !== null));
}

// src/check/collisions.ts
/** Tracked files that make one object. */
/**
* Groups of files that collide, each told once, for the first sample branch on which it does. As in a plan, values that
* cannot be right name no object that could be meant; a file whose name cannot be sent does.
*/
function collisionsIn(requests) {
	const groups = Map.groupBy(requests.filter(({ path, problems }) => problems.length === 0 || unsendableName(path) !== null), ({ branch, fields }) => `${branch}\n${identityKey(identityOf(fields))}`);
	const collisions = /* @__PURE__ */ new Map();
	for (const all of groups.values()) {
		const group = all.some(({ fields }) => (fields.rsn ?? "*MIGRATE") === "*MIGRATE") ? all.filter(({ fields }) => !needsNoContent(fields.rsn)) : all;
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
function idleFileRules({ compiled, files, samples, repo }, lineOf) {
	const won = new Set(files.flatMap(({ rules }) => [...rules.values()]));
	const idle = (compiled.rules ?? []).flatMap(({ rule }, index) => {
		const match = compiled.mapping.rules?.[index]?.match ?? {};
		return won.has(rule) || !isForRepository(match, repo) ? [] : [{
			rule,
			index
		}];
	});
	const indexes = idle.map(({ index }) => index);
	const losses = lossesOf({
		compiled,
		files,
		samples,
		repo
	}, indexes);
	return idle.map(({ rule, index }) => {
		const line = lineOfRule(rule, lineOf);
		const taken = losses.get(index);
		const by = taken === void 0 ? coveredBy(compiled, index) : [...taken.by];
		if (by.length === 0) return {
			rule,
			line,
			message: "no tracked file matches it"
		};
		const take = by.length === 1 ? "takes" : "take";
		return {
			rule,
			line,
			by,
			message: `${by.join(", ")} before it ${take} ${whatIsTaken(taken)}`
		};
	});
}
/** From so many files on one rule loses them "and more": what takes them is known by then. */
const enoughPaths = 100;
function whatIsTaken(taken) {
	if (taken === void 0) return "what it matches";
	const paths = [...taken.paths];
	return paths.length < enoughPaths ? some(paths) : `${paths.slice(0, 3).join(", ")} and many more`;
}
/**
* For each of the rules that win nothing (by index) the files that it matches too; none for one that matches no file.
* All of them are asked in one go, so that the index of rules is of use.
*/
function lossesOf({ compiled, files, samples, repo }, indexes) {
	const losses = /* @__PURE__ */ new Map();
	if (indexes.length === 0) return losses;
	const rules = indexes.flatMap((index) => compiled.mapping.rules?.[index] ?? []);
	const alone = compileMapping({
		...compiled.mapping,
		rules
	});
	const asked = new Map(indexes.map((index, at) => [`rules[${at}]`, index]));
	const byBranch = rules.some(({ match }) => match.branch !== void 0);
	for (const { path, rules: winners } of files) for (const { name } of byBranch ? samples : samples.slice(0, 1)) for (const rule of matchingRules(alone, {
		path: path.text,
		repo,
		branch: name
	}, (one) => asked.has(one))) {
		const index = asked.get(rule) ?? -1;
		const known = losses.get(index) ?? {
			by: /* @__PURE__ */ new Set(),
			paths: /* @__PURE__ */ new Set()
		};
		for (const winner of byBranch ? [winners.get(name)] : winners.values()) if (winner !== void 0 && winner !== null) known.by.add(winner);
		known.paths.add(path.text);
		losses.set(index, known);
		if (known.paths.size >= enoughPaths) asked.delete(rule);
	}
	return losses;
}
function isForRepository({ repo: patterns }, repo) {
	if (patterns === void 0) return true;
	return [patterns].flat().some((pattern) => matchGlob(compileGlob(pattern, false), repo) !== null);
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
/** Two ways to move up, never both (design §5): several levels of one application, of which a lower one leaves `creq`. */
/** A value that is written out; undefined when it is not given or is rendered. */
function literal(value) {
	return value === void 0 || value === null || isTemplate(value) ? void 0 : String(value);
}
function reachedBy(compiled, set) {
	const { request } = compiled.mapping;
	const ofRules = compiled.rules?.flatMap(({ result }) => result.kind === "requests" ? result.requests : []) ?? [{}];
	return (compiled.branches ?? []).flatMap(({ rule, fields }) => ofRules.flatMap((over) => {
		const all = {
			...request,
			...fields,
			...over,
			...set
		};
		const appl = literal(all.appl);
		const lvl = Number(literal(all.lvl));
		return appl === void 0 || !Number.isInteger(lvl) ? [] : [{
			rule,
			appl,
			lvl,
			creq: all.creq ?? void 0
		}];
	}));
}
/**
* One warning for each branch rule that reaches a lower level of an application and leaves it to the service to move
* its changes up: without `creq`, or with a `*NO` that has no effect, as the service looks at it only on the request that
* opens an RFP (interface §2.1 creq). A `*YES` is a choice, and is left alone.
* @param set `--set`, over everything else.
*/
function levelWarnings(compiled, set, lineOf) {
	const findings = /* @__PURE__ */ new Map();
	const opens = opensRfps(compiled.mapping.rfp);
	for (const [appl, reached] of Map.groupBy(reachedBy(compiled, set), (target) => target.appl)) {
		const highest = Math.max(...reached.map(({ lvl }) => lvl));
		for (const { rule, lvl, creq } of reached) {
			if (lvl === highest || creq === "*YES" || creq !== void 0 && opens) continue;
			const message = `${rule} files ${appl} level ${lvl} ${creq === void 0 ? "without `creq`" : "with `creq`, but opens no RFP, on which alone it counts"}, and level ${highest} is filed as well: the service would generate requests there too, and they meet ours. Write \`creq: "*NO"\` for the lower level${opens ? "" : ", with `rfp: per-push` or `per-branch`"}, or file only the lowest`;
			findings.set(`${rule} ${appl}`, {
				line: lineOfRule(rule, lineOf),
				message
			});
		}
	}
	return [...findings.values()];
}

// src/check/mapped-files.ts
/** Every tracked file with what the mapping makes of it on each sample branch. */
/**
* Maps every regular file. `{sha}` and `{run}`, which only a run knows, stand for themselves.
*
* @param tracked what Git tracks; links and submodules are never filed and not looked at.
*/
function mapFiles(compiled, tracked, samples, { repo, set }) {
	const files = [];
	const requests = [];
	for (const { path } of tracked.filter(isFile)) {
		const rules = /* @__PURE__ */ new Map();
		for (const { name: branch, match: branchMatch } of samples) {
			const match = matchFile(compiled, {
				path: path.text,
				repo,
				branch
			});
			rules.set(branch, match.kind === "unmapped" ? null : match.rule);
			if (match.kind !== "requests") continue;
			const { rule, captures } = match;
			const run = {
				repo,
				branch,
				sha: "{sha}",
				run: "{run}"
			};
			for (const requestFields of match.requests) {
				const { fields, problems, placeholders, withheld } = renderFields({
					compiled,
					branchMatch,
					requestFields,
					captures,
					rule,
					path: path.text,
					run,
					set
				});
				const name = unsendableName(path);
				requests.push({
					path,
					branch,
					branchRule: branchMatch.rule,
					rule,
					fields,
					problems: name === null ? problems : [...problems, {
						...name,
						field: "path"
					}],
					open: Object.keys(placeholders),
					withheld
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
/** Values that the service is not likely to take: names of native objects, object types, fields that cannot be sent. */
/** A level may have types of its own: only what looks like one of these, the usual ones first, is taken for a slip. */
const known = [
	"*PGM",
	"*FILE",
	"*MODULE",
	"*SRVPGM",
	...internalTypes,
	...systemTypes
];
function typeProblems({ objt }) {
	if (objt === void 0) return [];
	const type = objt.toUpperCase();
	const about = {
		field: "objt",
		detail: objt
	};
	if (known.includes(`*${type}`)) return [{
		...about,
		code: "needsStar",
		text: `objt is ${objt}; the system object type is *${type}`
	}];
	const meant = known.includes(type) || !/^\*\w+$/.test(objt) ? null : nearest(type, known);
	if (meant !== null) {
		const text = `objt is ${objt}, which is no type of the system; did you mean ${meant}?`;
		return [{
			...about,
			code: "unknownType",
			text
		}];
	}
	if (/^\*?[A-Z0-9]{1,10}$/.test(objt)) return [];
	return [{
		...about,
		code: "notCapitals",
		text: `objt is ${objt}; a type is written in capitals, as "*PGM"`
	}];
}
/** Fields that go with an RFP, which the run assigns. */
const ofRun = [
	"rfpd",
	"pipe",
	"pipa",
	"tkey"
];
/** Everything that speaks against one request; the first finding is the worst. */
function problemsOf({ fields, problems, open }) {
	const mapped = Object.fromEntries(Object.entries(fields).filter(([name]) => !ofRun.includes(name)));
	const isTold = ({ code, field }) => problems.some((told) => told.code === code && told.field === field);
	const missing = checkCreate(mapped).filter((found) => !isTold(found) && !open.includes(found.field));
	return [
		...problems,
		...missing,
		...nameProblems(fields),
		...typeProblems(fields)
	];
}
/**
* Tasks that the mapping gives and the service takes from the branch (interface §2.2): one warning for each place. Those of
* `--set` are the run's own.
*/
function withheldWarnings(requests, lineOf) {
	const findings = /* @__PURE__ */ new Map();
	for (const { withheld } of requests) for (const [name, { origin, code, why }] of Object.entries(withheld)) {
		if (code !== "ofBranch" || origin === "--set") continue;
		const message = `${origin}: ${name} is given, and ${why}: the service takes it from the branch. Give proj too, or leave ${name} out`;
		const line = origin === "request" ? lineOf(["request", name]) ?? null : lineOfRule(origin, lineOf);
		findings.set(`${origin} ${name}`, {
			line,
			message
		});
	}
	return [...findings.values()];
}
/** Warnings about the values of requests, one for each rule and kind of problem, with the first files it is about. */
function valueWarnings(requests, lineOf) {
	const told = requests.flatMap((request) => problemsOf(request).map((problem) => ({
		path: request.path.text,
		place: placeOf(request, problem),
		problem
	})));
	return [...Map.groupBy(told, ({ place, problem: { code, field, detail } }) => JSON.stringify([
		place,
		code,
		field,
		detail
	])).values()].flatMap(([first, ...more]) => {
		if (first === void 0) return [];
		const { place, problem } = first;
		const paths = [...new Set([first, ...more].map(({ path }) => path))];
		const where = paths.length === 1 ? first.path : `${paths.length} files (${some(paths)})`;
		return [{
			line: lineOfRule(place, lineOf),
			message: `${place}: ${problem.text}; ${where}`
		}];
	});
}
/** Where a problem is mended: a target that is missing belongs to the branch rule, all else to the file rule. */
function placeOf({ rule, branchRule }, { code, field }) {
	return code === "missing" && (field === "appl" || field === "lvl") ? branchRule : rule;
}

// src/check/check-mapping.ts
/** Checks a valid mapping (design §2, §5). Pure; the order is that of the mapping and of Git's files. */
function checkMapping(input) {
	const { compiled, lineOf, repo, branches, current, set } = input;
	const known = [.../* @__PURE__ */ new Set([...branches, ...current === null ? [] : [current]])];
	const found = sampleBranches(compiled, known, current);
	const samples = found.length > 0 ? found : [branchToTry(found, current)];
	const { files, requests: all } = mapFiles(compiled, input.tracked, samples, {
		repo,
		set
	});
	const requests = found.length > 0 ? all : [];
	const own = mapFiles(compiled, input.untracked === null ? [] : [input.untracked], samples, {
		repo,
		set
	}).files;
	const ofFiles = idleFileRules({
		compiled,
		files: [...files, ...own],
		samples,
		repo
	}, lineOf);
	const idle = [...idleBranchRules(compiled, known, lineOf), ...ofFiles];
	return {
		unmapped: unmappedFiles(files).map(({ path }) => path.text),
		unreached: idle.filter((rule) => !isShadowed(rule)),
		shadowed: idle.filter(isShadowed),
		collisions: collisionsIn(requests),
		warnings: [
			...placeholderWarnings(compiled, lineOf),
			...found.length > 0 ? [] : [nothingFiled(compiled, lineOf)],
			...levelWarnings(compiled, set, lineOf),
			...partlyUnmapped(files),
			...withheldWarnings(requests, lineOf),
			...valueWarnings(requests, lineOf)
		],
		tracked: files.length
	};
}
function nothingFiled({ mapping }, lineOf) {
	const message = mapping.branches?.length === 0 ? "`branches` is an empty list: nothing is filed, whatever the branch. Without the list every branch is filed" : "no branch that this clone knows, and none that could be made up, has a branch rule: values are not checked";
	return {
		line: lineOf(["branches"]) ?? null,
		message
	};
}
function placeholderWarnings({ mapping }, lineOf) {
	return placeholdersIn(mapping, lineOf).map(({ path, value, line }) => ({
		line: line ?? null,
		message: `${path} still holds the placeholder ${value}, which \`file\` refuses`
	}));
}

// src/check/check-report.ts
/** What is known of a mapping that is not valid. */
const notChecked = {
	tracked: 0,
	unmapped: [],
	unreached: [],
	shadowed: [],
	collisions: [],
	warnings: [],
	valid: false,
	errors: [],
	mapping: null,
	repo: null,
	unmappedIs: mappingDefaults.unmapped,
	uses: null,
	service: null,
	rules: {
		branches: 0,
		files: 0
	}
};
/** Invalid: 2. The service asked and not well: 4. No mapping at all: 2. Files without a rule under `unmapped: error`: 1. Warnings: 0. */
function exitCodeOf(report) {
	if (!report.valid) return exitCodes.usage;
	if (report.service !== null && !report.service.ok) return exitCodes.serviceLost;
	if (report.mapping === null) return exitCodes.usage;
	return report.unmappedIs === "error" && report.unmapped.length > 0 ? exitCodes.notFiled : exitCodes.filed;
}

// src/uses/loose-ends.ts
/** What `check` says of the uses of a whole repository. */
/** @param sources all of the repository. @param includes all includes of the repository. */
function looseEnds(sources, includes, resolve) {
	const used = /* @__PURE__ */ new Set();
	const unanswered = [];
	const includers = /* @__PURE__ */ new Map();
	for (const { path, uses } of sources.toSorted((one, other) => one.path < other.path ? -1 : 1)) {
		const isSource = languageOf(path) !== "Rules.mk";
		for (const use of uses) {
			const paths = resolve(path, use);
			if (paths.length === 0 && !isOfSystem(use.name)) unanswered.push({
				path,
				line: use.line,
				kind: use.kind,
				name: usedNameText(use.name)
			});
			for (const one of paths.filter((found) => found !== path)) {
				used.add(one);
				if (use.kind !== "include" || !isSource) continue;
				const known = includers.get(one);
				if (known === void 0) includers.set(one, /* @__PURE__ */ new Set([path]));
				else known.add(path);
			}
		}
	}
	return {
		unused: includes.filter((path) => !used.has(path)).toSorted(),
		unanswered,
		includers
	};
}
/** Names that begin with Q are those of the system, which no repository holds: `QSYSPRT`, `QSYSINC/QRPGLESRC,QUSEC`. */
function isOfSystem(name) {
	if (name.as === "object") return /^q/i.test(name.name);
	if (name.as === "member") return /^q/i.test(name.member);
	return /^(\/qsys\.lib\/|\/qibm\/|qsysinc\/)/i.test(name.path);
}

// src/run/loose-ends-at-head.ts
/** As many sources are read at once. */
const atOnce = 300;
/**
* Reads all sources of a tree, for `check`.
*
* @param isInclude true for a path that is an include by its name; it counts as one unless the mapping makes an object of it.
* @returns why it is unknown, in a sentence, where a content cannot be had.
*/
async function looseEndsAtHead(repository, mapper, tree, isInclude) {
	try {
		const sources = await sourcesOf(repository, mapper, {
			tree,
			deleted: []
		});
		const paths = sources.paths();
		await sources.bring(paths);
		const includes = paths.filter((path) => isInclude(path) && sources.objectsOf(path).length === 0);
		return looseEnds(await readAll(sources), includes, sources.resolve);
	} catch (error) {
		if (error instanceof Problem) return { unknown: error.message };
		throw error;
	}
}
async function readAll({ paths: list, read }) {
	const all = [];
	const paths = list();
	for (let at = 0; at < paths.length; at += atOnce) {
		const part = paths.slice(at, at + atOnce);
		const said = await Promise.all(part.map(read));
		for (const [n, path] of part.entries()) all.push({
			path,
			uses: (said[n] ?? []).flatMap(({ uses }) => uses)
		});
	}
	return all;
}

// src/commands/check.ts
/**
* `check`: validates the mapping, holds it against the files that Git tracks and what their sources use, and with `--url`
* asks the service one question that files nothing (design §2).
*
* @throws Problem when repository, revision or mapping file cannot be read; a mapping that is not valid is a result.
*/
async function check(input) {
	const { options, cwd, env } = input;
	using repository = await openRepository({
		...input,
		repoDir: options["repo-dir"]
	});
	const source = await readMappingText(options.mapping, cwd, repository);
	const mapping = source && {
		path: source.name,
		blob: source.blob,
		inWorkspace: fromWorkspace(source, env, cwd)
	};
	const read = readOrErrors(source);
	const report = read instanceof MappingError ? {
		...notChecked,
		errors: read.problems,
		mapping
	} : await checkValid(input, repository, read, {
		file: mapping,
		place: source?.place ?? null
	});
	return {
		...report,
		exitCode: exitCodeOf(report)
	};
}
/** Prints what was found, and writes the report. */
async function checkCommand(input, output) {
	const { format } = input.options;
	await checkReportPlace(input.options.report);
	const report = await check(input);
	const problems = await writeReport(report, input.options.report);
	if (format === "json") output.out(jsonText(report));
	else output.out(format === "markdown" ? checkMarkdown(report) : checkText(report));
	for (const problem of problems) output.log.notice(`note: ${escapeText(noticeOf(problem, input.door ?? "cli"))}`);
	return report;
}
/** Hosts know files by their paths in the workspace of the job, wherever the job changed its directory to. */
function fromWorkspace({ place, name }, env, cwd) {
	const path = relative(resolve(cwd, env.GITHUB_WORKSPACE ?? ""), place);
	return isAbsolute(path) || path.split(sep)[0] === ".." ? name : path.split(sep).join("/");
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
async function checkValid(input, repository, { mapping, lineOf }, { file, place }) {
	const { options, event } = input;
	const repo = options.repo ?? mapping.repo ?? repositoryName(event, repository);
	const current = branchOf({
		event,
		options,
		checkedOut: checkedOutBranch(repository.location)
	});
	const tracked = await listTracked(repository, options.head);
	const checked = {
		compiled: compileMapping(mapping),
		lineOf,
		tracked,
		untracked: place === null ? null : untrackedFile(place, repository, tracked),
		repo,
		branches: await knownBranches(repository),
		current,
		set: readSet(options)
	};
	return {
		valid: true,
		errors: [],
		...checkMapping(checked),
		mapping: file,
		repo,
		unmappedIs: mapping.unmapped,
		rules: {
			branches: mapping.branches?.length ?? 0,
			files: mapping.rules?.length ?? 0
		},
		uses: await usesIn(checked, repository),
		service: await askService(input)
	};
}
/** What the sources use, on the first branch that is tried; null under `dependents: ignore`. */
async function usesIn({ compiled, tracked, branches, current, repo, set }, repository) {
	const { name, match } = branchToTry(sampleBranches(compiled, branches, current), current);
	if ((match.dependents ?? compiled.mapping.dependents) === "ignore") return null;
	const mapper = bindMapping(compiled, match, {
		repo,
		branch: name,
		sha: "{sha}",
		run: "{run}",
		user: null,
		set
	});
	const found = await looseEndsAtHead(repository, mapper, tracked, isInclude);
	return useFindings(found, (path) => {
		const mapped = mapper(textPath(path));
		if (mapped.kind !== "leftOut") return null;
		return mapped.because.code === "skip" && askedBy(mapped.because.why) !== null ? "asked" : "open";
	});
}
/** A file of the repository as Git will list it; null: it does already, or it stands elsewhere. */
function untrackedFile(place, { location }, tracked) {
	const path = relative(location.top, place).split(sep).join("/");
	if (isAbsolute(path) || path.split("/")[0] === ".." || tracked.some((one) => one.path.text === path)) return null;
	return {
		path: textPath(path),
		mode: "100644",
		oid: ""
	};
}
/** The one harmless question; null without `--url`. The client is loaded for it alone. */
async function askService(input) {
	if (input.options.url === void 0 || input.options["dry-run"] === true) return null;
	const { askHarmlessly } = await import("./probe-url.mjs");
	const result = await askHarmlessly(clientOptions(input, 1));
	return {
		...result,
		remedy: result.remedy === null ? null : atDoor(input.door ?? "cli", result.remedy)
	};
}

export { checkCommand };