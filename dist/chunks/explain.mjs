import { lineOfRule, usersOfPath, usesOfPath } from "./explained-uses.mjs";
import { Problem, defaultMappingFile, escapeText, exitCodes, some } from "./start.mjs";
import { createFields } from "./schemas.mjs";
import { bindMapping, branchRuleFor, compileMapping, explainBranch, explainMatch, matchFile, renderFields } from "./bind-mapping.mjs";
import { userOf } from "./users.mjs";
import { leaderFields } from "./rfp.mjs";
import { opensRfps } from "./check-modes.mjs";
import { branchOf } from "./range.mjs";
import { openRepository } from "./repository.mjs";
import { checkedOutBranch } from "./resolve-range.mjs";
import { listTracked, treeOfTracked } from "./tracked.mjs";
import { isFile } from "./tree.mjs";
import { readMapping } from "./load.mjs";
import { emptyMapping } from "./templates.mjs";
import { jsonText } from "./action.mjs";
import { readMappingText } from "./mapping-text.mjs";
import { readSet } from "./read-set.mjs";
import { repositoryName } from "./repository-name.mjs";
import { languageOf, usesAtHead } from "./uses-at-head.mjs";
import { isAbsolute, posix, relative, resolve, sep } from "node:path";

// src/explain/run-fields.ts
/** The fields that the run itself adds to a create: RFP, pipeline keys and vref (design §7). */
const leader = "on the first create of its group; the others say *YES and the number that comes back";
const notUsed = "used only where an RFP is made or searched";
/** Fields that the service looks at only on the request that makes the RFP (interface §2.1). */
const ofNewRfps = [
	"creq",
	"areq",
	"sreq"
];
/** Why a field that is sent has no effect in this run; null: it has one, as far as the run decides that. */
function noEffect(name, { rfp }) {
	return ofNewRfps.includes(name) && !opensRfps(rfp) ? "without effect: counts only on the request that opens an RFP" : null;
}
/**
* What the first create of a group carries of `arfp`, `rfp`, `rfpd`, `vref`, `pipe`, `pipa` and `tkey`, as far as the
* mapping's fields do not say it.
* @param fields what the mapping makes of the file. @param place repository and branch, for the description of the RFP.
*/
function runFields(fields, run, place) {
	const { rfp: mode, rfpFrom } = run;
	const { arfp = "*NO", rfp, rfpd } = leaderFields(fields, {
		mode,
		...place,
		sha: "{sha}"
	});
	const from = rfpFrom === "rfp" ? `rfp: ${mode}` : `--rfp ${mode}`;
	const added = { arfp: {
		value: arfp,
		from,
		note: arfp === "*NEW" || arfp === "*AUTO" ? leader : null
	} };
	if (rfp !== void 0) added.rfp = {
		value: rfp,
		from,
		note: null
	};
	if (fields.rfpd === void 0 && rfpd !== void 0) added.rfpd = {
		value: rfpd,
		from,
		note: null
	};
	if (fields.rfpd !== void 0 && rfpd === void 0) added.rfpd = {
		value: null,
		from,
		note: notUsed
	};
	if (fields.vref === void 0) added.vref = {
		value: "<run>.<n>",
		from: "run",
		note: "one for each create"
	};
	return {
		...added,
		...pipeFields(run)
	};
}
function pipeFields({ pipe }) {
	if (pipe === void 0) return {};
	const field = (value) => ({
		value,
		from: "pipe",
		note: "on the first create of each RFP"
	});
	return {
		pipe: field(pipe.pipe),
		pipa: field(pipe.pipa),
		tkey: field(pipe.tkey ?? "by the run")
	};
}

// src/explain/explain-path.ts
/** `explain`: which rules win for a path and why, and where each field of its requests comes from. */
/**
* Explains one path. Pure; the file need not exist.
*
* @param path with slashes, from the top of the repository.
*/
function explainPath(input, path) {
	const { compiled, repo, branch } = input;
	const branchMatch = branchRuleFor(compiled, branch);
	const file = {
		path,
		repo,
		branch
	};
	return {
		path,
		branch,
		branchRules: explainBranch(compiled, branch),
		branchRule: branchMatch?.rule ?? null,
		fileRules: explainMatch(compiled, file),
		result: branchMatch === null ? { kind: "noBranchRule" } : resultOf(input, branchMatch, path, matchFile(compiled, file))
	};
}
function resultOf(input, branchMatch, path, match) {
	if (match.kind === "skip") return match;
	const { compiled, repo, branch, set, run: around } = input;
	const { unmapped, users } = compiled.mapping;
	if (match.kind === "unmapped") return {
		kind: "unmapped",
		is: unmapped
	};
	const { rule, captures } = match;
	const run = {
		repo,
		branch,
		sha: "{sha}",
		run: "{run}",
		user: around.actor === null ? null : userOf(users, around.actor)
	};
	return {
		kind: "requests",
		rule,
		requests: match.requests.map((requestFields) => {
			return explainRequest(input, renderFields({
				compiled,
				branchMatch,
				path,
				rule,
				captures,
				requestFields,
				run,
				set
			}));
		})
	};
}
function explainRequest({ compiled, repo, branch, run: around }, rendered) {
	const added = runFields(rendered.fields, around, {
		repo,
		branch
	});
	return {
		fields: createFields.map((field) => {
			const serviceDefault = field.default ?? null;
			const ofRun = Object.hasOwn(added, field.name) ? added[field.name] : void 0;
			if (ofRun !== void 0) return {
				name: field.name,
				template: null,
				serviceDefault,
				...ofRun
			};
			const explained = explainField(field.name, serviceDefault, rendered);
			if (field.name === "user") return ofUsers(explained, Object.keys(compiled.mapping.users).length, around.actor);
			return explained.value === null ? explained : {
				...explained,
				note: explained.note ?? noEffect(field.name, around)
			};
		}),
		problems: rendered.problems.map(({ text }) => text)
	};
}
/** `users` names the user of the account that pushes, unless a level of the mapping gives another. */
function ofUsers(field, users, actor) {
	if (field.from === "run") return {
		...field,
		from: "users",
		note: `pushed by ${actor}`
	};
	if (field.from !== "service" || users === 0 || actor !== null) return field;
	return {
		...field,
		from: "users",
		note: "by who pushes; unlisted: the owner of the token"
	};
}
function explainField(name, serviceDefault, rendered) {
	const value = rendered.fields[name] ?? rendered.placeholders[name];
	const unset = rendered.unset[name];
	const withheld = rendered.withheld[name];
	const from = rendered.origins[name] ?? unset ?? withheld?.origin ?? "service";
	const template = rendered.templates[name] ?? null;
	const note = withheld?.why ?? (unset === void 0 ? null : "null");
	return {
		name,
		value: typeof value === "string" || typeof value === "number" ? value : null,
		from,
		template,
		serviceDefault,
		note
	};
}

// src/explain/uses-text.ts
/** So many lines of each are shown; JSON has all. */
const mostLines = 20;
/** The lines below the request. @param path of the file. */
function usesLines(path, { uses, usedBy, usesUnknown }) {
	if (usesUnknown !== null) return [`  what it uses and what uses it is not known: ${usesUnknown}`];
	if (uses.length + usedBy.length === 0) return ["  uses and used by: nothing in the sources"];
	return [...section("uses", useLines(path, uses)), ...section("used by", usedBy.map(userLine))];
}
function section(title, lines) {
	if (lines.length === 0) return [`  ${title}: nothing in the sources`];
	const rest = lines.length - mostLines;
	const shown = rest > 1 ? [...lines.slice(0, mostLines), `and ${rest} more`] : lines;
	return [`  ${title}`, ...shown.map((line) => `    ${line}`)];
}
/** One line for each thing that is used, with the first place that says so: a `Rules.mk` repeats what the sources say. */
function useLines(path, uses) {
	return [...Map.groupBy(uses, ({ kind, name, paths }) => JSON.stringify([kind, paths.length > 0 ? paths : name])).values()].flatMap(([first, ...more]) => {
		if (first === void 0) return [];
		const places = `${first.in === path ? "" : `${first.in} `}line ${first.line}${more.length > 0 ? ` and ${more.length} more` : ""}`;
		return [`${first.kind.padEnd(7)} ${first.name} (${places}): ${meant(first.paths)}`];
	});
}
function meant(paths) {
	const [only = "no file of the repository"] = paths;
	return paths.length > 1 ? `${paths.join(" or ")}: the name does not tell which` : only;
}
function userLine({ path, kind, ambiguous }) {
	return `${kind.padEnd(7)} ${path}${ambiguous ? ", or it means another file of that name" : ""}`;
}

// src/explain/explain-text.ts
/** How many rules behind the winner are shown. */
const mostBehind = 5;
/** How many of those before the winner that do not match are shown, and how many where no rule matches. */
const mostBefore = 3;
const mostOfNone = 10;
function quoted(patterns) {
	return patterns.map((pattern) => JSON.stringify(pattern)).join(", ");
}
function named(rule, { lineOf }) {
	const line = lineOf(rule);
	return line === null ? rule : `${rule} (line ${line})`;
}
function branchLines(explanation, context) {
	const { branch, branchRules, branchRule } = explanation;
	if (branchRules.length === 0) return [`  branch ${branch}: no list of branch rules, every branch is filed`];
	const winner = branchRules.findIndex(({ rule }) => rule === branchRule);
	const losers = (winner < 0 ? branchRules : branchRules.slice(0, winner)).map(({ rule, patterns }) => `${named(rule, context)}: ${JSON.stringify(branch)} against ${quoted(patterns)}`);
	const won = branchRules[winner];
	return [
		`  branch ${branch}`,
		...won === void 0 ? [] : [`    ${named(won.rule, context)} wins: ${quoted(won.patterns)}`],
		...losersLines(losers, won !== void 0)
	];
}
/** Those that do not match, a few of many. */
function losersLines(losers, isWon) {
	if (losers.length === 0) return [];
	const most = isWon ? mostBefore : mostOfNone;
	const rest = losers.length - most;
	const one = losers.length === 1;
	return [
		`    ${isWon ? `${losers.length} before it ${one ? "does" : "do"} not match` : `none of ${losers.length} matches`}`,
		...losers.slice(0, most).map((loser) => `      ${loser}`),
		...rest > 0 ? [`      and ${rest} more; --format json has all`] : []
	];
}
function comparedText({ part, value, patterns }) {
	return `${part} ${JSON.stringify(value)} against ${quoted(patterns)}`;
}
/** Those first whose patterns end as the file does: a rule that was meant for it is among them. */
function nearestFirst(rules, path) {
	const extension = /\.[^./]+$/.exec(path)?.[0].toLowerCase();
	const isNear = ({ failed }) => extension !== void 0 && failed?.patterns.some((pattern) => pattern.toLowerCase().includes(extension)) === true;
	return rules.toSorted((one, other) => Number(isNear(other)) - Number(isNear(one)));
}
function ruleLines({ fileRules, result, path }, context) {
	if (fileRules.length === 0) return ["  rules: no list of rules, every file is one request"];
	const winner = fileRules.findIndex(({ matched }) => matched);
	const won = fileRules[winner];
	const losers = nearestFirst(winner < 0 ? fileRules : fileRules.slice(0, winner), path).map(({ rule, failed }) => `${named(rule, context)}${failed === void 0 ? "" : `: ${comparedText(failed)}`}`);
	const behind = winner < 0 ? [] : fileRules.slice(winner + 1).filter(({ matched }) => matched);
	const also = some(behind.map(({ rule }) => named(rule, context)), mostBehind);
	const skip = result.kind === "skip" ? `, which skips it: ${result.why}` : "";
	const by = won?.by?.map(comparedText).join(", ") ?? "";
	return [
		"  rules",
		...won === void 0 ? [] : [`    ${named(won.rule, context)} wins${by === "" ? "" : `: ${by}`}${skip}`],
		...behind.length === 0 ? [] : [`    also match, but come later: ${also}`],
		...losersLines(losers, won !== void 0)
	];
}
function origin({ value, from, template, note }) {
	const place = from === "run" ? "the run" : from;
	if (value === null && note === "null") return `not sent: null in ${place}`;
	const said = template === null ? place : `${place}: ${JSON.stringify(template)}`;
	if (value === null) return `not sent: ${note} (${said})`;
	return note === null ? said : `${said}, ${note}`;
}
function requestLines(request) {
	const given = request.fields.filter(({ from }) => from !== "service");
	const left = request.fields.filter(({ from }) => from === "service");
	const width = Math.min(40, Math.max(0, ...given.map(({ value }) => String(value ?? "-").length)));
	return [
		...given.map((field) => `    ${field.name.padEnd(6)} ${String(field.value ?? "-").padEnd(width)}  ${origin(field)}`),
		`    left to the service: ${left.map(({ name, serviceDefault }) => serviceDefault === null ? name : `${name} (${serviceDefault})`).join(", ")}`,
		...request.problems.map((problem) => `    cannot be sent: ${problem}`)
	];
}
function resultLines({ result, branch }) {
	switch (result.kind) {
		case "noBranchRule": return [`  left out: no rule for branch ${branch}`];
		case "skip": return [`  left out: skip: ${result.why}`];
		case "unmapped": return [`  left out: no rule matches it (unmapped: ${result.is})`];
		case "requests": {
			const many = result.requests.length > 1;
			return result.requests.flatMap((request, index) => [many ? `  request ${index + 1} of ${result.requests.length}` : "  request", ...requestLines(request)]);
		}
	}
}
/** The explanation of one path, for people. */
function explainText(explanation, context) {
	const { path, result } = explanation;
	return `${[
		`${path}${context.what === null ? "" : ` (${context.what})`}`,
		...context.isNeverFiled ? [] : branchLines(explanation, context),
		...context.isNeverFiled || result.kind === "noBranchRule" ? [] : ruleLines(explanation, context),
		...context.isNeverFiled ? [] : resultLines(explanation),
		...usesLines(path, context.uses)
	].map(escapeText).join("\n")}\n`;
}

// src/explain/explained-path.ts
/**
* The path that a word of the command line means, from the top of the repository and with slashes: as given when Git
* tracks it so, else as meant from the current directory. A file that is not there (any more) is explained too.
*
* @throws Problem('usage') for a directory, a pattern, and what is outside of the repository.
*/
function explainedPath(word, { cwd, top, tracked }) {
	if (tracked.has(word)) return word;
	const fromHere = relative(top, resolve(cwd, word)).split(sep).join("/");
	if (tracked.has(fromHere)) return fromHere;
	const path = isAbsolute(word) || /^\.{1,2}([\\/]|$)/.test(word) ? fromHere : posix.normalize(word).replace(/^\/+|\/+$/g, "");
	if (isAbsolute(path) || /^\.\.(\/|$)/.test(path)) throw new Problem("usage", `${word} is outside of the repository`, `Give the path of a file below ${top}.`);
	const isDirectory = (name) => name === "" || name === "." || tracked.values().some((one) => one.startsWith(`${name}/`));
	if (isDirectory(path) || isDirectory(fromHere)) throw new Problem("usage", `${word || "\"\""} is a directory`, "Give the paths of files; `check` shows what becomes of all that Git tracks.");
	if (/[*?]/.test(path)) throw new Problem("usage", `${word} is a pattern, not a path`, "Give the paths of files, one by one.");
	return path;
}

// src/run/uses-of-paths.ts
/**
* What each of some paths uses and what uses it, for `explain`; in their order.
*
* @param head what is explained: the revision as the user gave it, and what listTracked lists of it.
* @returns why it is unknown, in a sentence, where a content cannot be had.
*/
async function usesOfPaths(repository, mapper, { head, tree }, paths) {
	try {
		const listed = tree.filter(({ path }) => languageOf(path.text) !== null);
		const commit = await treeOfTracked(repository, head, listed);
		return await around(await usesAtHead(repository, mapper, {
			commit,
			tree,
			deleted: paths
		}), paths);
	} catch (error) {
		if (error instanceof Problem) return { unknown: error.message };
		throw error;
	}
}
async function around(sources, paths) {
	const rules = sources.paths().filter((path) => languageOf(path) === "Rules.mk");
	const isSource = (path) => languageOf(path) !== null;
	await sources.bring([...rules, ...paths.filter(isSource)]);
	const edges = await sources.seek(paths);
	if ("unknown" in edges) return edges;
	const saying = async (path) => ({
		path,
		said: isSource(path) ? await sources.read(path) : []
	});
	const ofRules = await Promise.all(rules.map(saying));
	return Promise.all(paths.map(async (path) => ({
		uses: usesOfPath(path, [await saying(path), ...ofRules.filter((one) => one.path !== path)], sources.resolve),
		usedBy: usersOfPath(path, edges)
	})));
}

// src/commands/explain.ts
/**
* `explain PATH...`: the branch rule and file rule that win for each path, the rules before them that did not and why,
* and the resulting requests (design §2); then what the file uses and what uses it (§13).
*
* @param words paths, from the top of the repository or from the current directory.
* @throws Problem('usage') without a path or branch, or for a path of which there can be no file; Problem('mapping') for a mapping that is not valid.
*/
async function explain(words, input, output) {
	if (words.length === 0) throw new Problem("usage", "explain needs a path", "Give explain PATH...");
	const { options, event, env, gitToken, cwd } = input;
	using repository = await openRepository({
		repoDir: options["repo-dir"],
		env,
		gitToken
	});
	const source = await readMappingText(options.mapping, cwd, repository);
	const { mapping, lineOf } = source === null ? {
		mapping: emptyMapping,
		lineOf: () => void 0
	} : readMapping(source.text, source.name);
	const branch = branchOf({
		event,
		options,
		checkedOut: checkedOutBranch(repository.location)
	});
	if (branch === null) throw new Problem("usage", "explain needs a branch", "Give --branch NAME.");
	const repo = options.repo ?? mapping.repo ?? repositoryName(event, repository);
	const run = explainedRun(options, mapping, event.run.actor);
	const context = {
		compiled: compileMapping(mapping),
		repo,
		branch,
		set: readSet(options),
		run
	};
	const tree = await listTracked(repository, options.head);
	const modes = new Map(tree.map(({ path, mode }) => [path.text, mode]));
	const place = {
		cwd,
		top: repository.location.top,
		tracked: new Set(modes.keys())
	};
	const paths = words.map((word) => explainedPath(word, place));
	const uses = await usesIn(repository, mapperOf(context), {
		head: options.head,
		tree
	}, paths);
	const explained = paths.map((path, n) => ({
		explanation: explainPath(context, path),
		uses: uses[n] ?? noUses
	}));
	if (options.format === "json") output.out(jsonText(explained.map((one) => ({
		...one.explanation,
		...one.uses
	}))));
	else {
		const texts = explained.map((one) => {
			const mode = modes.get(one.explanation.path);
			const isNeverFiled = mode !== void 0 && !isFile({ mode });
			const about = {
				what: whatIs(mode),
				isNeverFiled,
				uses: one.uses
			};
			return explainText(one.explanation, {
				...about,
				lineOf: (rule) => lineOfRule(rule, lineOf)
			});
		});
		output.out(`${source === null ? `there is no ${defaultMappingFile}\n` : ""}${texts.join("\n")}`);
	}
	return exitCodes.filed;
}
const noUses = {
	uses: [],
	usedBy: [],
	usesUnknown: null
};
function mapperOf({ compiled, repo, branch, set }) {
	const run = {
		repo,
		branch,
		sha: "{sha}",
		run: "{run}",
		user: null,
		set
	};
	return bindMapping(compiled, branchRuleFor(compiled, branch), run);
}
/** What the paths use and what uses them, in the sources that are listed. */
async function usesIn(repository, mapper, listed, paths) {
	const found = await usesOfPaths(repository, mapper, listed, paths);
	if ("unknown" in found) return paths.map(() => ({
		...noUses,
		usesUnknown: found.unknown
	}));
	return found.map((uses) => ({
		...uses,
		usesUnknown: null
	}));
}
/** What stands at a path, where that is no ordinary file; null: a file. */
function whatIs(mode) {
	if (mode === void 0) return "not tracked by Git";
	if (isFile({ mode })) return null;
	return mode === "160000" ? "a submodule, which is never filed" : "a symbolic link, which is never filed";
}
function explainedRun(options, mapping, actor) {
	const { pipe } = mapping;
	const { rfp } = options;
	if (rfp === void 0) return {
		rfp: mapping.rfp,
		rfpFrom: "rfp",
		pipe,
		actor
	};
	return {
		rfp: rfp === "none" || rfp === "per-push" || rfp === "per-branch" ? rfp : Number(rfp),
		rfpFrom: "--rfp",
		pipe,
		actor
	};
}

export { explain };