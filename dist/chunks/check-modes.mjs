import { mappingDefaults, nearest, shorten } from "./start.mjs";
import { GlobError, _default, _enum, _gte, _minLength, _null, _regex, array, compileGlob, createFields, globalRegistry, int, literal, optional, record, strictObject, string, union } from "./schemas.mjs";

// src/mapping/placeholders.ts
/** Marks that `init` leaves where a person has to fill in what a repository cannot tell, as `<APPL>`. */
const mark = /^<[A-Z][A-Z0-9_ -]*>$/;
/** True for a value that `init` marked, as `<LVL>`. */
function isPlaceholder(value) {
	return typeof value === "string" && mark.test(value);
}
/** A path of keys and indexes as it is shown: `rules[3].request.attr`. */
function showPath(path) {
	return path.map((part, index) => typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`).join("");
}
/**
* The marks that are left in a mapping, in its order; `file` refuses a mapping that has any.
* @param mapping a mapping, or any part of one
* @param lineOf line of a path, as `readMapping` gives it
*/
function placeholdersIn(mapping, lineOf) {
	const found = [];
	const visit = (value, path) => {
		if (isPlaceholder(value)) {
			const line = lineOf?.(path);
			found.push({
				...line === void 0 ? {} : { line },
				path: showPath(path),
				value
			});
		} else if (Array.isArray(value)) for (const [index, element] of value.entries()) visit(element, [...path, index]);
		else if (typeof value === "object" && value !== null) for (const [key, element] of Object.entries(value)) visit(element, [...path, key]);
	};
	visit(mapping, []);
	return found;
}

// src/mapping/schema.ts
/**
* The mapping file, defined once: what is validated, what the types are, and what the JSON Schema says
* (scripts/mapping-json-schema.ts). Every leaf carries the words for "what would be right".
*/
/** Fields that the mapping does not set as fields: how an RFP is assigned is a mode of the run. */
const modeFields = ["arfp", "rfp"];
const isModeField = (name) => modeFields.includes(name);
/** The fields that a mapping may set, in the order of the interface (§2.1). */
const mappedFields = createFields.filter((field) => !isModeField(field.name));
/** What the JSON Schema says of a part. Not `z.describe`, which makes each part anew: a start feels that. */
const says = (description) => [globalRegistry, { description }];
/** A whole number as text, a value with a placeholder, or a mark of `init`. */
const numberAsText = /^\s*\d{1,15}\s*$|\{|^<[A-Z]/;
const later = /\{|^<[A-Z]/;
/** A name, or one of these values with a star. */
function nameOr(special) {
	const words = special.map((value) => value.slice(1));
	return new RegExp(`^[^*]|^$|\\{|^\\*(?:${words.join("|")})$`);
}
const plainText = "text (in quotes, if it looks like a number or begins with `*`, `{`, `@`, `!` or `&`)";
/** What a field takes, in words. */
function rightFor(field) {
	const listed = (values) => values.map((value) => `"${value}"`).join(", ");
	if (field.values !== void 0) return `one of ${listed(field.values)}`;
	if (field.special !== void 0) return `one of ${listed(field.special)}, or a name`;
	if (field.type === "integer") return "a whole number from 0 on, or text with a placeholder";
	if (field.name === "rpth") return "text that starts with `/`";
	return plainText;
}
/** What a field is, for somebody who writes a mapping. */
function aboutField(field) {
	const fallback = field.default === void 0 ? "" : ` Default: ${field.default}.`;
	return `${field.about}${fallback} null: not sent.`;
}
/** One for all the fields that take any text: they are most of them. */
const plain = union([string(), _null()], { error: plainText });
function valueSchema(field) {
	const error = rightFor(field);
	const text = (pattern) => string().check(_regex(pattern, { error }));
	const whole = int({ error }).check(_gte(0));
	if (field.type === "integer") return union([
		whole,
		text(numberAsText),
		_null()
	], { error });
	if (field.values === void 0) {
		if (field.special !== void 0) return union([text(nameOr(field.special)), _null()], { error });
		return field.name === "rpth" ? union([text(/^\/|\{|^<[A-Z]/), _null()], { error }) : plain;
	}
	return union([
		_enum([...field.values]),
		text(later),
		_null()
	], { error });
}
const fieldShape = Object.fromEntries(mappedFields.map((field) => [field.name, optional(valueSchema(field)).register(...says(aboutField(field)))]));
const fields = strictObject(fieldShape, { error: "a set of fields of a create request" });
const globError = { error: "a pattern (text; in quotes, if it begins with `*`, `{`, `@`, `!` or `&`) or a list of them" };
const glob = string(globError);
const globs = union([glob, array(glob).check(_minLength(1, globError))], globError);
/** The parts of a file that a rule can match. */
const matchParts = [
	"path",
	"gpath",
	"gfile",
	"repo",
	"branch"
];
const match = strictObject({
	path: optional(globs).register(...says("The whole path from the top of the repository, as docs/**. Case is ignored.")),
	gpath: optional(globs).register(...says("The directory, as QRPGLESRC; empty for a file at the top. Case is ignored.")),
	gfile: optional(globs).register(...says("The file name, as *.PGM.RPGLE. Case is ignored.")),
	repo: optional(globs).register(...says("ID of the Git repository, for one mapping that serves many. Case counts.")),
	branch: optional(globs).register(...says("The branch. Case counts."))
}, { error: "a set of path, gpath, gfile, repo and branch" });
const oneOf$1 = (values) => ({ error: `one of ${values.map((value) => `\`${value}\``).join(", ")}` });
const dependentModes = [
	"request",
	"report",
	"ignore"
];
const dependents = _enum(dependentModes, oneOf$1(dependentModes));
const branchRule = strictObject({
	...fieldShape,
	dependents: optional(dependents).register(...says("What becomes of objects that use a changed file, on these branches.")),
	branch: globs.check().register(...says("Branches that this rule is for; {word} captures a part, never a slash. Case counts."))
}, { error: "a branch rule: `branch` and fields" });
const skipError = { error: "a reason in words, or true" };
const skip = union([string().check(_minLength(1, skipError)), literal(true)], skipError);
const listError = { error: "a list with at least one set of fields" };
const rule = strictObject({
	match: match.register(...says("What a file must be like; each part that is named must match.")),
	request: optional(fields).register(...says("The fields of the one request for such a file; {} takes all of them from the levels below.")),
	requests: optional(array(fields, listError).check(_minLength(1, listError))).register(...says("Several requests for one file: a set of fields for each.")),
	skip: optional(skip).register(...says("Nothing is filed for such a file: the reason in words, or true."))
}, { error: "a rule: `match` and one of `request`, `requests`, `skip`" });
const rfpError = { error: "`none`, `per-push`, `per-branch` or an RFP number" };
const rfpNumber = int(rfpError).check(_gte(1));
const rfpText = string().check(_regex(/^[1-9]\d{0,14}$/, rfpError));
const rfp = union([
	_enum([
		"none",
		"per-push",
		"per-branch"
	]),
	rfpNumber,
	rfpText
], rfpError);
const words = (what) => {
	const error = `${what} (text; in quotes, if it looks like a number)`;
	return string({ error }).check(_minLength(1));
};
const attach = strictObject({
	as: _default(_enum([
		"gfile",
		"srcn",
		"objn"
	], { error: "one of `gfile`, `srcn`, `objn`" }), mappingDefaults.attach.as).register(...says("The field that the file part of a create is named after.")),
	disposition: _default(_enum(["form-data", "attachment"], { error: "one of `form-data`, `attachment`" }), mappingDefaults.attach.disposition).register(...says("Content-Disposition of the file part."))
}, { error: "`as` and `disposition`" });
const pipe = strictObject({
	pipe: words("ID of a pipeline server").register(...says("ID of the pipeline server.")),
	pipa: words("attribute of a *PIPE object").register(...says("Attribute of the generated *PIPE request.")),
	tkey: optional(words("key of the pipeline job")).register(...says("Key of the pipeline job. Default: the run, as 4711-1 at GitHub or the pipeline ID at GitLab."))
}, { error: "`pipe` and `pipa`" });
const aboutRfp = "How requests get into an RFP. none: in none. per-push: a new one for each push. per-branch: the open one of the branch, else a new one. A number: that one.";
const aboutUnmapped = "What a file is that no rule matches. error: a failure (exit 1); the other files are filed. warn: a warning. ignore: only listed.";
const aboutDeletes = "What becomes of an object whose file was deleted. request: a request with rsn *DELETE. report: nothing, and a note says so. ignore: it is only listed.";
const aboutDependents = "What becomes of an object whose source uses a changed file: a changed include, file, module, or exports of a service program. request: a request with rsn *RECOMPILE, or *UPDATE for what only binds it. report: only shown. ignore: nobody looks. A branch rule may say otherwise.";
const unmappedModes = [
	"error",
	"warn",
	"ignore"
];
const deleteModes = [
	"request",
	"report",
	"ignore"
];
/** A mapping file as it is written; what is left out gets its default. */
const mappingSchema = strictObject({
	version: literal(1, { error: "the number 1" }).register(...says("Version of the format of this file: 1.")),
	repo: optional(words("ID of the Git repository at the service")).register(...says("ID of this Git repository at the service. Default: the name of the repository.")),
	branches: optional(array(branchRule, { error: "a list of branch rules" })).register(...says("Where a branch's changes go; first match wins. Without a match nothing is filed, without this list all.")),
	request: _default(fields, mappingDefaults.request).register(...says("Fields of every request, unless a branch rule or a file rule says otherwise.")),
	rfp: _default(rfp, mappingDefaults.rfp).register(...says(aboutRfp)),
	rules: optional(array(rule, { error: "a list of rules" })).register(...says("What a file is; first match wins. Without this list every file is one request.")),
	unmapped: _default(_enum(unmappedModes, oneOf$1(unmappedModes)), mappingDefaults.unmapped).register(...says(aboutUnmapped)),
	deletes: _default(_enum(deleteModes, oneOf$1(deleteModes)), mappingDefaults.deletes).register(...says(aboutDeletes)),
	dependents: _default(dependents, mappingDefaults.dependents).register(...says(aboutDependents)),
	"skip-pushers": _default(array(words("an account at the host"), { error: "a list of accounts at the host" }), mappingDefaults["skip-pushers"]).register(...says("Accounts at the host whose pushes are not filed, as the one the service pushes with.")),
	users: _default(record(string(), words("a user of the service"), { error: "accounts at the host with their service users" }), mappingDefaults.users).register(...says("Who pushed (account at the host): user of the service. Unlisted: the owner of the token.")),
	pipe: optional(pipe).register(...says("Pipeline job to notify of activity on the RFP. Needs `rfp`.")),
	attach: _default(attach, mappingDefaults.attach).register(...says("How the file is attached to a create."))
}, { error: "a mapping: `version: 1` and what goes where" });
/** No mapping file at all: every branch and every file is filed, with fields from `--set` only. */
const emptyMapping = {
	version: 1,
	...mappingDefaults
};
/** The keys that may stand at the top, in a rule, and so on: for "did you mean". */
const keys = {
	top: Object.keys(mappingSchema.shape),
	fields: Object.keys(fieldShape),
	rule: Object.keys(rule.shape),
	match: Object.keys(match.shape),
	pipe: Object.keys(pipe.shape),
	attach: Object.keys(attach.shape)
};

// src/mapping/outline.ts
/**
* The parts of a mapping that checks look at, taken from a value that may be wrong in other places: so a file with a
* misspelt key still has its patterns and placeholders checked in the same go.
*/
/** True when patterns of this part ignore case, as object names do. */
function ignoresCase(part) {
	return part !== "branch" && part !== "repo";
}
/** The outline of what a mapping file holds, whatever that is. */
function outlineOf(value) {
	const top = recordOf(value);
	return {
		top,
		request: {
			path: ["request"],
			fields: recordOf(top.request)
		},
		branches: listOf(top.branches).map((rule, index) => branchAt(recordOf(rule), ["branches", index])),
		rules: listOf(top.rules).map((rule, index) => ruleAt(recordOf(rule), ["rules", index]))
	};
}
/** All levels of fields in a mapping. */
function allFieldSets(outline) {
	return [outline.request, ...[...outline.branches, ...outline.rules].flatMap((rule) => rule.fieldSets)];
}
/** The names that the patterns of a rule capture, each once. */
function capturesOf(rule) {
	return [...new Set(rule.patterns.flatMap((pattern) => pattern.glob?.captures ?? []))];
}
function branchAt(rule, path) {
	const { branch, dependents: _, ...fields } = rule;
	return {
		path,
		patterns: patternsAt(branch, "branch", [...path, "branch"]),
		fieldSets: [{
			path,
			fields
		}],
		value: rule
	};
}
function ruleAt(rule, path) {
	const match = recordOf(rule.match);
	return {
		path,
		patterns: matchParts.flatMap((part) => patternsAt(match[part], part, [
			...path,
			"match",
			part
		])),
		fieldSets: [{
			path: [...path, "request"],
			fields: recordOf(rule.request)
		}, ...listOf(rule.requests).map((fields, index) => ({
			path: [
				...path,
				"requests",
				index
			],
			fields: recordOf(fields)
		}))],
		value: rule
	};
}
function patternsAt(value, part, path) {
	if (typeof value === "string") return [patternAt(value, part, path)];
	return listOf(value).flatMap((text, index) => typeof text === "string" ? [patternAt(text, part, [...path, index])] : []);
}
function patternAt(text, part, path) {
	try {
		return {
			path,
			part,
			text,
			glob: compileGlob(text, ignoresCase(part)),
			error: null
		};
	} catch (error) {
		if (!(error instanceof GlobError)) throw error;
		return {
			path,
			part,
			text,
			glob: null,
			error
		};
	}
}
/** The keys of a value; none when it is no map. */
function recordOf(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
function listOf(value) {
	return Array.isArray(value) ? value : [];
}

// src/mapping/templates.ts
/** Values with placeholders in braces: `{name|upper}`, `{gpath}`, `{proj}`; `{{` is a plain brace. */
/** What every request can name, whatever the captures of its rules. */
const builtInNames = [
	"name",
	"stem",
	"ext",
	"gfile",
	"gpath",
	"path",
	"repo",
	"branch",
	"sha",
	"run"
];
/** The value of `csqo` that stands for the place in the compile order (design §13); nowhere else. */
const compileOrder = "{order}";
const brace = /\{\{|\{([A-Za-z][\w-]*)((?:\|(?:upper|lower))*)\}|(\{[^{}]{0,40}\}?)/g;
/** True when a value must be rendered before its type and value list can be checked. */
function isTemplate(value) {
	return typeof value === "string" && value.includes("{");
}
/** The names that a value uses, in its order, each once. */
function namesIn(value) {
	return [...new Set([...value.matchAll(brace)].flatMap((match) => match[1] ?? []))];
}
/** How many problems of one value are told. */
const mostProblems = 10;
/** Checks a value before anything is known of files: braces that name nothing, and names that nothing defines. */
function templateProblems(value, known) {
	const problems = /* @__PURE__ */ new Map();
	for (const [whole, name] of value.matchAll(brace)) {
		if (whole === "{{" || name !== void 0 && known.includes(name)) continue;
		problems.set(name ?? whole, name === void 0 ? notRead(whole) : unknownName(name, known));
		if (problems.size === mostProblems) break;
	}
	return [...problems.values()];
}
function notRead(found) {
	return {
		found: `\`${found}\`, which is no placeholder`,
		right: "`{word}`, `{word|upper}` or `{word|lower}`; `{{` for a plain brace"
	};
}
function unknownName(name, known) {
	return {
		found: `unknown placeholder \`{${shorten(name)}}\``,
		right: oneOf(name, known)
	};
}
function oneOf(name, known) {
	const near = nearest(name, known);
	if (near !== null) return `did you mean \`{${near}}\`?`;
	return `one of ${known.map((word) => `{${word}}`).join(", ")}, or a capture of the same rule or of a branch rule`;
}
/**
* Puts values in place of placeholders.
* @returns the text, and the names for which `values` has nothing (their place is left empty)
*/
function render(template, values) {
	const missing = [];
	return {
		text: template.replace(brace, (whole, name, filters) => {
			if (whole === "{{") return "{";
			if (name === void 0) return whole;
			const value = Object.hasOwn(values, name) ? values[name] : void 0;
			if (value === void 0) {
				missing.push(name);
				return "";
			}
			return applyFilters(value, filters ?? "");
		}),
		missing
	};
}
function applyFilters(value, filters) {
	if (filters === "") return value;
	return filters.slice(filters.lastIndexOf("|") + 1) === "upper" ? value.toUpperCase() : value.toLowerCase();
}

// src/mapping/check-modes.ts
/** What is wrong between the fields of a mapping when requests get into an RFP in this way. */
function modeFindings(outline, rfp) {
	const sets = allFieldSets(outline);
	return [
		...pipeFindings(outline, sets, rfp),
		...sets.flatMap((set) => rfpdFindings(set, rfp)),
		...copyFindings(outline)
	];
}
/** True for a mode in which the run itself opens RFPs. */
function opensRfps(rfp) {
	return rfp === "per-push" || rfp === "per-branch";
}
/**
* The same in sentences, for a run that overrides the mapping's `rfp`.
* @param rfp the mode that the run uses
*/
function modeProblems(mapping, rfp) {
	return modeFindings(outlineOf(mapping), rfp).map(({ path, found, right }) => `${showPath(path)}: ${found}; ${right}`);
}
/** Sets that give a field a value (null takes it away). */
function setsOf(sets, name) {
	return sets.filter(({ fields }) => fields[name] !== void 0 && fields[name] !== null);
}
function pipeFindings(outline, sets, rfp) {
	const findings = [];
	const block = outline.top.pipe;
	const hasBlock = typeof block === "object" && block !== null;
	if (rfp === "none") {
		const places = [...hasBlock ? [["pipe"]] : [], ...setsOf(sets, "pipe").map(({ path }) => [...path, "pipe"])];
		const right = "`rfp: per-push`, `per-branch` or a number: the pipeline is told about an RFP";
		findings.push(...places.map((path) => ({
			path,
			atKey: true,
			found: "`pipe` without an RFP",
			right
		})));
	}
	if (hasBlock) return findings;
	for (const [name, other] of [
		["pipe", "pipa"],
		["pipa", "pipe"],
		["tkey", "pipe"]
	]) {
		if (setsOf(sets, other).length > 0) continue;
		const right = "`pipe`, `pipa` and `tkey` together (`tkey` comes from the run)";
		for (const { path } of setsOf(sets, name)) findings.push({
			path: [...path, name],
			atKey: true,
			found: `\`${name}\` without \`${other}\``,
			right
		});
	}
	return findings;
}
/** One RFP for each branch is searched by its description, which must therefore tell branches apart, or be the task's. */
function rfpdFindings({ path, fields }, rfp) {
	const { rfpd } = fields;
	if (rfp !== "per-branch" || typeof rfpd !== "string") return [];
	if (rfpd === "*TASK" || namesIn(rfpd).includes("branch")) return [];
	return [{
		path: [...path, "rfpd"],
		found: "`rfpd` without `{branch}` under `rfp: per-branch`",
		right: "`{branch}` in it, or `\"*TASK\"`"
	}];
}
function copyFindings(outline) {
	const sets = allFieldSets(outline);
	const findings = sets.flatMap(({ path, fields }) => {
		const { copy, rsn } = fields;
		if (copy !== "*YES" || typeof rsn !== "string" || rsn === "*MIGRATE" || rsn.includes("{")) return [];
		const found = `\`copy: "*YES"\` with \`rsn: "${rsn}"\``;
		return [{
			path: [...path, "copy"],
			found,
			right: "`copy` only with `rsn: \"*MIGRATE\"`"
		}];
	});
	if (outline.request.fields.copy === "*YES" && setsOf(sets, "copy").length === 1 && !isDefaultAttach(recordOf(outline.top.attach))) findings.push({
		path: ["request", "copy"],
		found: "`copy: \"*YES\"` for every request beside `attach`",
		right: "one of them: a request that copies carries no file"
	});
	return findings;
}
/** A loaded mapping always has `attach`; only one that somebody changed contradicts a copy. */
function isDefaultAttach(attach) {
	const defaults = mappingDefaults.attach;
	return Object.entries(attach).every(([key, value]) => value === defaults[key]);
}

export { allFieldSets, builtInNames, capturesOf, compileOrder, emptyMapping, ignoresCase, isPlaceholder, isTemplate, keys, mappingSchema, matchParts, modeFields, modeFindings, modeProblems, opensRfps, outlineOf, placeholdersIn, render, templateProblems };