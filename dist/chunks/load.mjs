import { Problem, mappingDefaults } from "./start.mjs";
import { builtInNames, compileOrder, isModeField, isTemplate, mappingSchema, templateProblems } from "./templates.mjs";
import { messageFor, readChecked } from "./read-checked.mjs";
import { allFieldSets, capturesOf, modeFindings, outlineOf } from "./check-modes.mjs";
import { nothingFound } from "./fetch.mjs";

// src/git/local-commit.ts
/**
* The OID of the commit that a revision (a ref, a tag, an OID) means in the user's clone; null: the clone has none.
* @param rev no option: it does not begin with a dash.
*/
async function localCommit(repository, rev) {
	const args = [
		"rev-parse",
		"--verify",
		"--quiet",
		`${rev}^{commit}`
	];
	return (await repository.git(args, { inCheckout: true }).catch(nothingFound)).trim() || null;
}

// src/mapping/error.ts
/** A mapping file that cannot be used (exit code 2). */
var MappingError = class extends Problem {
	file;
	problems;
	/** @param file as the user gave it @param problems in the order of the file; at least one */
	constructor(file, problems) {
		super("mapping", messageFor(file, problems), `Correct ${file}.`);
		this.name = "MappingError";
		this.file = file;
		this.problems = problems;
	}
};

// src/mapping/check-patterns.ts
/** What is wrong with the patterns of a mapping, and with what rules have beside them. */
function patternFindings(outline) {
	const rules = [...outline.branches, ...outline.rules];
	return [
		...rules.flatMap((rule) => rule.patterns.flatMap(patternFinding)),
		...rules.flatMap(captureFindings),
		...outline.rules.flatMap(resultFindings)
	];
}
function patternFinding(pattern) {
	const { path, text, error } = pattern;
	if (error !== null) return [{
		path,
		found: error.found,
		right: error.right
	}];
	const never = neverMatches(pattern);
	return never === null ? [] : [{
		path,
		found: `the pattern \`${text}\`, which matches nothing`,
		right: never
	}];
}
/** What would be right instead of a pattern that no file or branch can match, or null. */
function neverMatches({ part, text }) {
	if (text === "") return part === "gpath" ? null : "at least one character (only `gpath` is empty, at the root)";
	if (part === "repo") return null;
	if (text.startsWith("/") || text.startsWith("./")) return "no slash at the beginning: paths start at the repository";
	if (text.endsWith("/")) return `\`${text}**\` for all below that directory`;
	if (text.includes("//")) return "one slash between directories";
	if (part === "gfile" && text.includes("/")) return "a file name; directories go to `gpath`, or all of it to `path`";
	return null;
}
function captureFindings(rule) {
	const findings = [];
	const partOf = /* @__PURE__ */ new Map();
	for (const { path, part, glob } of rule.patterns) for (const name of glob?.captures ?? []) {
		if (builtInNames.includes(name)) {
			const right = `another name: \`{${name}}\` has a meaning of its own`;
			findings.push({
				path,
				found: `a capture \`{${name}}\``,
				right
			});
		}
		const before = partOf.get(name);
		if (before !== void 0 && before !== part) findings.push({
			path,
			found: `\`{${name}}\` also in \`${before}\``,
			right: "a name of its own for each capture"
		});
		partOf.set(name, part);
	}
	return findings;
}
/** A file rule says one thing about its files. */
function resultFindings(rule) {
	const { path, value } = rule;
	const findings = [];
	const results = [
		"request",
		"requests",
		"skip"
	].filter((name) => Object.hasOwn(value, name));
	const right = "one of `request`, `requests`, `skip`";
	if (results.length === 0 && Object.keys(value).length > 0) findings.push({
		path,
		found: "a rule without a result",
		right
	});
	for (const name of results.slice(1)) findings.push({
		path: [...path, name],
		atKey: true,
		found: `\`${name}\` beside \`${results[0]}\``,
		right
	});
	const { match } = value;
	if (typeof match === "object" && match !== null && !Array.isArray(match) && Object.keys(match).length === 0) {
		const found = "a match without a part";
		findings.push({
			path: [...path, "match"],
			found,
			right: "at least one part; `path: \"**\"` for every file"
		});
	}
	return findings;
}

// src/mapping/check-projects.ts
/** What is wrong for every file. What depends on the file or the branch is checked with each request. */
function projectFindings(outline) {
	const sets = allFieldSets(outline);
	return sets.flatMap((set) => [...taskFindings(set, sets, outline.request), ...linkFindings(set)]);
}
/** `*TASK` is the text of the project or its task; only a level that says `null` leaves a request without a project. */
function taskFindings(set, sets, request) {
	const { rfpd, proj = request.fields.proj } = set.fields;
	const isGivenElsewhere = sets.some((other) => other !== set && typeof other.fields.proj === "string");
	if (rfpd !== "*TASK" || proj !== null || isGivenElsewhere) return [];
	const found = "`rfpd: \"*TASK\"` with `proj: null`";
	return [{
		path: [...set.path, "rfpd"],
		found,
		right: "a project, or a description in words"
	}];
}
function linkFindings({ path, fields }) {
	if (fields.proj !== "*BRANCH") return [];
	return ["repo", "branch"].flatMap((name) => {
		if (fields[name] !== null) return [];
		const found = `\`${name}: null\` with \`proj: "*BRANCH"\``;
		return [{
			path: [...path, name],
			found,
			right: `\`${name}\` left out: it comes from the run`
		}];
	});
}

// src/mapping/check-values.ts
/**
* What is wrong with the placeholders of a mapping's values. A branch rule knows its own captures; a file rule and the
* defaults know those of every branch rule, since any may be the one that wins.
*/
function valueFindings(outline) {
	const ofBranches = outline.branches.flatMap(capturesOf);
	const common = [.../* @__PURE__ */ new Set([...builtInNames, ...ofBranches])];
	const inRules = (rules, names) => rules.flatMap((rule) => {
		const known = [...names, ...capturesOf(rule)];
		return rule.fieldSets.flatMap((set) => fieldFindings(set, known));
	});
	return [
		...fieldFindings(outline.request, common),
		...inRules(outline.branches, builtInNames),
		...inRules(outline.rules, common)
	];
}
function fieldFindings({ path, fields }, known) {
	return Object.entries(fields).flatMap(([name, value]) => {
		if (!isTemplate(value)) return [];
		if (name === "csqo" && value === "{order}") return [];
		return templateProblems(value, known).map((problem) => ({
			path: [...path, name],
			...problem
		}));
	});
}

// src/mapping/load.ts
/** Longest mapping file, in UTF-16 units: read within seconds whatever it holds. */
const longestMapping = 1048576;
/** How many values a mapping file may hold, aliases written out: some thousand rules, and no bomb. */
const mostMappingValues = 5e4;
/**
* Reads a mapping file (design §5): YAML 1.2, checked against the schema, and for patterns, placeholders and rules
* between fields as far as they can be decided without a file.
* @param text the file as text; a byte order mark and CRLF do not matter
* @param file its name as the user gave it, for messages
* @throws MappingError everything that is wrong, in the order of the file
*/
function loadMapping(text, file) {
	return readMapping(text, file).mapping;
}
/** As `loadMapping`, with the lines of values for later messages. */
function readMapping(text, file) {
	const { content, lineOf } = readChecked(text, {
		schema: mappingSchema,
		findings: findingsIn,
		unknownKey: modeAsField,
		least: "`version: 1`",
		refusal: (problems) => new MappingError(file, problems),
		mostCharacters: longestMapping,
		mostValues: mostMappingValues
	});
	return {
		mapping: {
			...content,
			rfp: rfpMode(content.rfp)
		},
		lineOf
	};
}
/** `arfp` and `rfp` are a mode of the run; null for any other key that must not stand at its path. */
function modeAsField(path) {
	const key = String(path.at(-1));
	if (!isModeField(key)) return null;
	return {
		path,
		atKey: true,
		found: `\`${key}\` as a field`,
		right: "`rfp:` at the top of the file; it is a mode: none, per-push, per-branch or an RFP number"
	};
}
/** What the schema cannot say. */
function findingsIn(value) {
	const outline = outlineOf(value);
	return [
		...patternFindings(outline),
		...valueFindings(outline),
		...projectFindings(outline),
		...modeFindings(outline, outline.top.rfp ?? mappingDefaults.rfp)
	];
}
function rfpMode(rfp) {
	return rfp === "none" || rfp === "per-push" || rfp === "per-branch" ? rfp : Number(rfp);
}

export { MappingError, loadMapping, localCommit, readMapping };