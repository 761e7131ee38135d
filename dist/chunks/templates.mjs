import { mappingDefaults, nearest, shorten } from "./start.mjs";
import { _default, _enum, _gte, _minLength, _null, _regex, array, createFields, globalRegistry, int, literal, optional as optional$1, record, strictObject, string, union } from "./schemas.mjs";

// src/mapping/placeholders.ts
const mark = /^<[A-Z][A-Z0-9_ -]*>$/;
/** True for a value that `init` marked, as `<LVL>`. */
function isPlaceholder(value) {
	return typeof value === "string" && mark.test(value);
}
/** A path of keys and indexes as it is shown: `rules[3].request.attr`. */
function showPath(path) {
	return path.map((part, index) => typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`).join("");
}
/** The marks that are left in a mapping, in its order. @param lineOf line of a path, as `readMapping` gives it */
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
function isModeField(name) {
	return modeFields.includes(name);
}
/** The fields that a mapping may set, in the order of the interface (§2.1). */
const mappedFields = createFields.filter((field) => !isModeField(field.name));
/** A part with what the JSON Schema says of it. Not `z.describe`, which makes each part anew: a start feels that. */
function about(part, description) {
	globalRegistry.add(part, { description });
	return part;
}
/** The same for a part that may be left out. */
function optional(part, description) {
	return about(optional$1(part), description);
}
/** One of some words, which the message lists. */
function oneOf(...words) {
	return _enum(words, { error: `one of ${words.map((word) => `\`${word}\``).join(", ")}` });
}
/** A whole number as text, a value with a placeholder, or a mark of `init`. */
const numberAsText = /^\s*\d{1,15}\s*$|\{|^<[A-Z]/;
const later = /\{|^<[A-Z]/;
/** A name, or one of these values with a star. */
function nameOr(special) {
	const words = special.map((value) => value.slice(1));
	return new RegExp(`^[^*]|^$|\\{|^\\*(?:${words.join("|")})$`);
}
const plainText = "text (in quotes, if it looks like a number or begins with `*`, `{`, `@`, `!` or `&`)";
/** What a field is, for the author of a mapping. */
function aboutField(field) {
	const fallback = field.default === void 0 ? "" : ` Default: ${field.default}.`;
	return `${field.about}${fallback} null: not sent.`;
}
/** One for all the fields that take any text: they are most of them. */
const plain = union([string(), _null()], { error: plainText });
/** Text of a form, another type, or null. A union tells what the check of the type that fits says, else its own error. */
function textOr(error, form, ...others) {
	return union([
		...others,
		string().check(_regex(form, { error })),
		_null()
	], { error });
}
function valueSchema({ name, type, values, special }) {
	const listed = (words) => words.map((word) => `"${word}"`).join(", ");
	const error = "a whole number from 0 on, or text with a placeholder";
	if (type === "integer") return textOr(error, numberAsText, int({ error }).check(_gte(0)));
	if (values !== void 0) return textOr(`one of ${listed(values)}`, later, _enum([...values]));
	if (special !== void 0) return textOr(`one of ${listed(special)}, or a name`, nameOr(special));
	return name === "rpth" ? textOr("text that starts with `/`", /^\/|\{|^<[A-Z]/) : plain;
}
const fieldShape = Object.fromEntries(mappedFields.map((field) => [field.name, optional(valueSchema(field), aboutField(field))]));
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
/** What the JSON Schema says of the keys; those of a field are in the table of fields. */
const help = {
	version: "Version of the format of this file: 1.",
	repo: "ID of this Git repository at the service. Default: the name of the repository.",
	branches: "Where a branch's changes go; first match wins. Without a match nothing is filed, without this list all.",
	branch: "Branches that this rule is for; {word} captures a part, never a slash. Case counts.",
	request: "Fields of every request, unless a branch rule or a file rule says otherwise.",
	rfp: "How requests get into an RFP. none: in none. per-push: a new one for each push. per-branch: the open one of the branch, else a new one. A number: that one.",
	rules: "What a file is; first match wins. Without this list every file is one request.",
	match: "What a file must be like; each part that is named must match.",
	oneRequest: "The fields of the one request for such a file; {} takes all of them from the levels below.",
	requests: "Several requests for one file: a set of fields for each.",
	skip: "Nothing is filed for such a file: the reason in words, or true.",
	unmapped: "What a file is that no rule matches. error: a failure (exit 1); the other files are filed. warn: a warning. ignore: only listed.",
	deletes: "What becomes of an object whose file was deleted. request: a request with rsn *DELETE. report: nothing, and a note says so. ignore: it is only listed.",
	dependents: "What becomes of an object whose source uses a changed file: a changed include, file, module, or exports of a service program. request: a request with rsn *RECOMPILE, or *UPDATE for what only binds it. report: only shown. ignore: nobody looks. A branch rule may say otherwise.",
	branchDeleted: "What becomes of open requests whose branch was deleted. report: a note names each. release: they are taken out of their RFPs and unlocked, and the report says which to delete.",
	ofBranch: "What becomes of objects that use a changed file, on these branches.",
	skipPushers: "Accounts at the host whose pushes are not filed, as the one the service pushes with.",
	users: "Who pushed (account at the host): user of the service. Unlisted: the owner of the token.",
	pipe: "Pipeline job to notify of activity on the RFP. Needs `rfp`.",
	tkey: "Key of the pipeline job. Default: the run, as 4711-1 at GitHub or the pipeline ID at GitLab.",
	attach: "How the file is attached to a create.",
	as: "The field that the file part of a create is named after.",
	disposition: "Content-Disposition of the file part."
};
const match = strictObject({
	path: optional(globs, "The whole path from the top of the repository, as docs/**. Case is ignored."),
	gpath: optional(globs, "The directory, as QRPGLESRC; empty for a file at the top. Case is ignored."),
	gfile: optional(globs, "The file name, as *.PGM.RPGLE. Case is ignored."),
	repo: optional(globs, "ID of the Git repository, for one mapping that serves many. Case counts."),
	branch: optional(globs, "The branch. Case counts.")
}, { error: "a set of path, gpath, gfile, repo and branch" });
const dependents = oneOf(...[
	"request",
	"report",
	"ignore"
]);
const branchRule = strictObject({
	...fieldShape,
	dependents: optional(dependents, help.ofBranch),
	branch: about(globs.check(), help.branch)
}, { error: "a branch rule: `branch` and fields" });
const skipError = { error: "a reason in words, or true" };
const skip = union([string().check(_minLength(1, skipError)), literal(true)], skipError);
const listError = { error: "a list with at least one set of fields" };
const rule = strictObject({
	match: about(match, help.match),
	request: optional(fields, help.oneRequest),
	requests: optional(array(fields, listError).check(_minLength(1, listError)), help.requests),
	skip: optional(skip, help.skip)
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
	as: about(_default(oneOf("gfile", "srcn", "objn"), mappingDefaults.attach.as), help.as),
	disposition: about(_default(oneOf("form-data", "attachment"), mappingDefaults.attach.disposition), help.disposition)
}, { error: "`as` and `disposition`" });
const pipe = strictObject({
	pipe: about(words("ID of a pipeline server"), "ID of the pipeline server."),
	pipa: about(words("attribute of a *PIPE object"), "Attribute of the generated *PIPE request."),
	tkey: optional(words("key of the pipeline job"), help.tkey)
}, { error: "`pipe` and `pipa`" });
const accounts = array(words("an account at the host"), { error: "a list of accounts at the host" });
const users = record(string(), words("a user of the service"), { error: "accounts at the host with their service users" });
/** A mapping file as it is written; what is left out gets its default. */
const mappingSchema = strictObject({
	version: about(literal(1, { error: "the number 1" }), help.version),
	repo: optional(words("ID of the Git repository at the service"), help.repo),
	branches: optional(array(branchRule, { error: "a list of branch rules" }), help.branches),
	request: about(_default(fields, mappingDefaults.request), help.request),
	rfp: about(_default(rfp, mappingDefaults.rfp), help.rfp),
	rules: optional(array(rule, { error: "a list of rules" }), help.rules),
	unmapped: about(_default(oneOf("error", "warn", "ignore"), mappingDefaults.unmapped), help.unmapped),
	deletes: about(_default(oneOf("request", "report", "ignore"), mappingDefaults.deletes), help.deletes),
	dependents: about(_default(dependents, mappingDefaults.dependents), help.dependents),
	"branch-deleted": about(_default(oneOf("report", "release"), mappingDefaults["branch-deleted"]), help.branchDeleted),
	"skip-pushers": about(_default(accounts, mappingDefaults["skip-pushers"]), help.skipPushers),
	users: about(_default(users, mappingDefaults.users), help.users),
	pipe: optional(pipe, help.pipe),
	attach: about(_default(attach, mappingDefaults.attach), help.attach)
}, { error: "a mapping: `version: 1` and what goes where" });
/** No mapping file at all: every branch and every file is filed, with fields from `--set` only. */
const emptyMapping = {
	version: 1,
	...mappingDefaults
};

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
	const near = nearest(name, known);
	const all = `one of ${known.map((word) => `{${word}}`).join(", ")}, or a capture of the same rule or of a branch rule`;
	const right = near === null ? all : `did you mean \`{${near}}\`?`;
	return {
		found: `unknown placeholder \`{${shorten(name)}}\``,
		right
	};
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

export { builtInNames, compileOrder, emptyMapping, isModeField, isPlaceholder, isTemplate, mappedFields, mappingSchema, matchParts, namesIn, placeholdersIn, render, showPath, templateProblems };