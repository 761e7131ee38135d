import { n as lineOfRule } from "./finding.mjs";
import { n as exitCodes, t as Problem } from "./errors.mjs";
import { H as createFields } from "./read-yaml.mjs";
import { c as compileMapping, d as renderFields, g as explainBranch, h as branchRuleFor, j as emptyMapping, l as explainMatch, o as readMapping, u as matchFile, v as checkedOutBranch } from "./set.mjs";
import { t as escapeText } from "./log.mjs";
import { r as openObjects, t as openRepository } from "./repository.mjs";
import { a as repositoryName, n as readMappingText, o as branchOf, t as readSet } from "./read-set.mjs";
import { t as listTracked } from "./tracked.mjs";
import { relative, resolve, sep } from "node:path";

// src/explain/explain.ts
/** `explain`: which rules win for a path and why, and where each field of its requests comes from. */
/** Fields that a run adds to each create, by mode; they have no origin in the mapping (design §7). */
const ofRun = [
	"arfp",
	"rfp",
	"rfpd",
	"vref",
	"pipe",
	"pipa",
	"tkey"
];
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
	if (match.kind === "unmapped") return {
		kind: "unmapped",
		is: input.compiled.mapping.unmapped
	};
	const { rule, captures } = match;
	return {
		kind: "requests",
		rule,
		requests: match.requests.map((requestFields) => explainRequest(input, branchMatch, path, {
			rule,
			captures
		}, requestFields))
	};
}
function explainRequest({ compiled, repo, branch, set }, branchMatch, path, { rule, captures }, requestFields) {
	const rendered = renderFields({
		compiled,
		branchMatch,
		requestFields,
		captures,
		rule,
		path,
		run: {
			repo,
			branch,
			sha: "{sha}",
			run: "{run}"
		},
		set
	});
	return {
		fields: createFields.filter(({ name }) => !ofRun.includes(name) || rendered.origins[name] !== void 0).map((field) => explainField(field.name, "default" in field ? field.default : null, rendered)),
		problems: rendered.problems
	};
}
function explainField(name, serviceDefault, rendered) {
	const value = rendered.fields[name] ?? rendered.placeholders[name];
	const from = rendered.origins[name] ?? rendered.unset[name] ?? "service";
	const template = rendered.templates[name] ?? null;
	if (typeof value === "string" || typeof value === "number") return {
		name,
		value,
		from,
		template,
		serviceDefault
	};
	return {
		name,
		value: null,
		from,
		template,
		serviceDefault
	};
}

// src/explain/explain-text.ts
/** How many rules behind the winner are shown. */
const mostBehind = 5;
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
	const asked = winner < 0 ? branchRules : branchRules.slice(0, winner + 1);
	return [`  branch ${branch}`, ...asked.map(({ rule, matched, patterns }) => matched ? `    ${named(rule, context)} wins: ${quoted(patterns)}` : `    ${named(rule, context)} does not match: ${JSON.stringify(branch)} against ${quoted(patterns)}`)];
}
function ruleLine({ rule, matched, failed }, context) {
	if (matched || failed === void 0) return `    ${named(rule, context)} matches`;
	const { part, value, patterns } = failed;
	return `    ${named(rule, context)} does not match: ${part} ${JSON.stringify(value)} against ${quoted(patterns)}`;
}
function ruleLines({ fileRules, result }, context) {
	if (fileRules.length === 0) return ["  rules: no list of rules, every file is one request"];
	const winner = fileRules.findIndex(({ matched }) => matched);
	if (winner < 0) return ["  rules", ...fileRules.map((rule) => ruleLine(rule, context))];
	const also = fileRules.slice(winner + 1).filter(({ matched }) => matched).slice(0, mostBehind).map(({ rule }) => named(rule, context)).join(", ");
	return [
		"  rules",
		...fileRules.slice(0, winner).map((rule) => ruleLine(rule, context)),
		`    ${named(fileRules[winner]?.rule ?? "", context)} wins${result.kind === "skip" ? `: skip, ${result.why}` : ""}`,
		...also === "" ? [] : [`    would match too, but stand behind it: ${also}`]
	];
}
function origin({ value, from, template, serviceDefault }) {
	const places = {
		run: "the run",
		default: "default",
		request: "request"
	};
	if (from === "service") return `left to the service${serviceDefault === null ? "" : ` (${serviceDefault})`}`;
	const place = places[from] ?? from;
	if (value === null) return `not sent: null in ${place}`;
	return template === null ? place : `${place}: ${JSON.stringify(template)}`;
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
function resultLines({ result, branch }, context) {
	switch (result.kind) {
		case "noBranchRule": return [`  left out: no rule for branch ${branch}`];
		case "skip": return [`  left out: skip: ${result.why}`];
		case "unmapped": return [`  left out: no rule matches it (unmapped: ${result.is})`];
		case "requests": {
			const many = result.requests.length > 1;
			return [...result.requests.flatMap((request, index) => [many ? `  request ${index + 1} of ${result.requests.length}` : "  request", ...requestLines(request)]), `  the run adds vref, and ${context.rfp}`];
		}
	}
}
/** The explanation of one path, for people. */
function explainText(explanation, context) {
	return `${[
		`${explanation.path}${context.tracked ? "" : " (not tracked by Git)"}`,
		...branchLines(explanation, context),
		...explanation.result.kind === "noBranchRule" ? [] : ruleLines(explanation, context),
		...resultLines(explanation, context)
	].map(escapeText).join("\n")}\n`;
}

// src/commands/explain.ts
/**
* `explain PATH...`: the branch rule and file rule that win for each path, the rules before them that did not and why,
* and the resulting requests (design §2).
*
* @param words paths, from the top of the repository or from the current directory.
* @throws Problem('usage') without a path or branch; Problem('mapping') for a mapping that is not valid.
*/
async function explain(words, input, output) {
	if (words.length === 0) throw new Problem("usage", "explain is not told which path", "Give explain PATH...");
	const { options, event, env, gitToken, cwd } = input;
	using repository = await openRepository({
		repoDir: options["repo-dir"] ?? ".",
		env,
		gitToken
	});
	await using objects = openObjects(repository);
	const source = await readMappingText(options.mapping, cwd, repository, objects);
	const { mapping, lineOf } = source === null ? {
		mapping: emptyMapping,
		lineOf: () => void 0
	} : readMapping(source.text, source.name);
	const branch = branchOf({
		event,
		options,
		checkedOut: checkedOutBranch(repository.location)
	});
	if (branch === null) throw new Problem("usage", "explain is not told which branch", "Give --branch NAME.");
	const repo = options.repo ?? mapping.repo ?? repositoryName(event, repository);
	const context = {
		compiled: compileMapping(mapping),
		repo,
		branch,
		set: readSet(options)
	};
	const tracked = new Set((await listTracked(repository, objects, options.head)).map(({ path }) => path.text));
	const explained = words.map((word) => explainPath(context, trackedPath(word, cwd, repository.location.top, tracked)));
	if (options.format === "json") {
		output.out(`${JSON.stringify(explained, null, 2)}\n`);
		return exitCodes.filed;
	}
	const rfp = rfpWords(options, mapping.rfp);
	const texts = explained.map((one) => explainText(one, {
		lineOf: (rule) => lineOfRule(rule, lineOf),
		tracked: tracked.has(one.path),
		rfp
	}));
	output.out(`${source === null ? "there is no .file-checkouts.yml\n" : ""}${texts.join("\n")}`);
	return exitCodes.filed;
}
/** The path from the top of the repository: as given when Git tracks it so, else as meant from the current directory. */
function trackedPath(word, cwd, top, tracked) {
	if (tracked.has(word)) return word;
	const fromHere = relative(top, resolve(cwd, word)).split(sep).join("/");
	return tracked.has(fromHere) ? fromHere : word.replace(/^(\.?\/)+/, "");
}
function rfpWords(options, mapped) {
	const mode = options.rfp ?? mapped;
	return mode === "none" ? "no RFP (rfp: none)" : `the RFP (rfp: ${mode})`;
}

export { explain };