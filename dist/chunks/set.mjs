import { r as __toESM } from "./rolldown-runtime.mjs";
import { r as messageOf, t as Problem } from "./errors.mjs";
import { r as readInteger } from "./replies.mjs";
import { B as require_picomatch, C as _gte, D as _regex, E as _minLength, F as safeParse, H as createFields, S as union, V as createField, _ as optional, a as findingsOf, b as strictObject, c as unknownKeyFinding, d as _null, f as array, g as literal, h as int, i as messageFor, l as _default, m as describe, o as inOrder, r as Lines, s as problemOf, t as readYaml, u as _enum, v as record, x as string } from "./read-yaml.mjs";
import { i as textPath, n as pathKey, t as gitPath } from "./git-path.mjs";
import { n as shorten, t as nearest } from "./near.mjs";
import { a as ensureHistory, f as GitFailure, i as ensureCommits, m as unreadable, p as nothingFound, u as remoteRef } from "./repository.mjs";
import { join, resolve } from "node:path";
import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";

// src/mapping/glob-syntax.ts
/** What the parts of the pattern language share: its error, its limits, where a class ends. */
/** A pattern that cannot be read. */
var GlobError = class extends Error {
	found;
	right;
	constructor(found, right) {
		super(`${found}; ${right}`);
		this.name = "GlobError";
		this.found = found;
		this.right = right;
	}
};
/** Characters that `\` makes plain. */
const specials = "*?{}[],\\";
/** UTF-16 units of a pattern: far more than a path has, and few enough to walk recursively. */
const longestPattern = 1e3;
/** UTF-16 units of all alternatives together: what one regular expression holds with ease. */
const longestWrittenOut = 1e4;
/** A class, `[a-z]` or `[!a-z]`; a `]` right after the opening belongs to it. Any other `[` is a plain character. */
const classSource = "\\[(?:[!^][^/]|[^/!^])[^\\]/]*\\]";
const classAtStart = new RegExp(`^${classSource}`, "u");
/** Index of the `]` that closes the class opened at `at`, or -1: then the `[` is a plain character. */
function classEnd(pattern, at) {
	const length = classAtStart.exec(pattern.slice(at))?.[0].length ?? 0;
	return at + length - 1 > at ? at + length - 1 : -1;
}

// src/mapping/glob-choices.ts
/** Choices of a pattern, `{a,b}`, written out: what remains has captures in braces, and no choice. */
/**
* The patterns that a pattern with choices stands for, in the order they are written; choices may nest.
* @throws GlobError braces that are not closed, or too many combinations
*/
function expandChoices(pattern) {
	const choice = nextChoice(pattern, 0);
	if (choice === null) return [pattern];
	const before = pattern.slice(0, choice.start);
	const heads = choice.options.flatMap(expandChoices);
	const tails = expandChoices(pattern.slice(choice.end + 1));
	if (heads.length * tails.length > 256) throw new GlobError(`choices that make more than ${256} patterns`, "a list of patterns, or a `*`");
	return heads.flatMap((head) => tails.map((tail) => before + head + tail));
}
/** The first pair of braces, from `from` on, that holds a comma. */
function nextChoice(pattern, from) {
	let at = from;
	while (at < pattern.length) {
		if (pattern[at] === "{") {
			const braces = readBraces(pattern, at);
			if (braces.options.length > 1) return braces;
			at = braces.end;
		} else at = plainEnd(pattern, at);
		at += 1;
	}
	return null;
}
/** Index of the last character of what stands at `at`: an escaped character and a class take several. */
function plainEnd(pattern, at) {
	if (pattern[at] === "\\") return at + 1;
	if (pattern[at] === "[" && classEnd(pattern, at) > 0) return classEnd(pattern, at);
	return at;
}
function readBraces(pattern, start) {
	const options = [];
	let depth = 0;
	let from = start + 1;
	for (let at = start; at < pattern.length; at++) {
		const character = pattern[at];
		if (character === "{") depth += 1;
		else if (character === "," && depth === 1) {
			options.push(pattern.slice(from, at));
			from = at + 1;
		} else if (character === "}") {
			depth -= 1;
			if (depth === 0) return {
				start,
				end: at,
				options: [...options, pattern.slice(from, at)]
			};
		} else at = plainEnd(pattern, at);
	}
	throw new GlobError("`{` that is never closed", "`}` at its end, or `\\{` for a plain brace");
}

// src/mapping/glob-names.ts
var import_picomatch = /* @__PURE__ */ __toESM(require_picomatch(), 1);
/**
* Stand for a capture in the names. Halves of a character, since no pattern and no file name holds those alone, so that
* nothing else is taken for a mark (by an expression with the flag `u`); picomatch passes them on.
*/
const marks = {
	word: "\ud800",
	number: "\ud801"
};
/** Before a class: it takes no slash, whatever its ranges span. */
const noSlash = "\ud802";
const everyNoSlash = new RegExp(noSlash, "gu");
const options = {
	dot: true,
	nobrace: true,
	noextglob: true,
	nonegate: true,
	posix: false,
	strictSlashes: true,
	literalBrackets: false
};
/** Captures with the name of a number field (interface §2.1) match digits only. */
const numberFields = new Set(createFields.filter((field) => field.type === "integer").map((field) => field.name));
const captureName = /^[A-Za-z][\w-]*$/;
/** An escaped character, stars, a class, a capture, or a single character. */
const partOfPattern = new RegExp(`\\\\([^]?)|\\*+|${classSource}|\\{([^}]*)\\}|[^]`, "gu");
/** Two numbers of which the first has no certain end: where many digits stand, every way to part them would be tried. */
const numbersInARow = new RegExp(`${marks.number}(?:[0-9?]|${noSlash}?\\[\\^?\\]?[^\\]]*\\])*${marks.number}`, "u");
/**
* Reads a pattern without choices.
* @throws GlobError what is wrong with it, and what would be right
*/
function readNames(flat) {
	const captures = [];
	const pattern = Array.from(flat.matchAll(partOfPattern), (match) => {
		const [text, escaped, word] = match;
		if (escaped !== void 0) return readEscape(escaped);
		if (word !== void 0) return readCapture(word, captures);
		if (text.startsWith("*")) return readStars(flat, match.index, text);
		if (text.startsWith("[") && text.length > 1) return readClass(text);
		return text === "?" ? text : plain(text);
	}).join("");
	if (numbersInARow.test(pattern)) throw new GlobError("two numbers with no plain character between them", "a character that is no digit between two numbers, as in `{task}.{stsk}` or `{task}{.,_}{stsk}`");
	return {
		names: pattern.split("/").map((name) => name === "**" ? name : nameSource$1(name)),
		captures
	};
}
function nameSource$1(name) {
	return import_picomatch.default.parse(name, options).output.replace(everyNoSlash, "(?!\\/)");
}
/** The character in the language of picomatch, where it stands for itself. */
function plain(character) {
	if (character === "\"") return "[\"]";
	if (character === "\\") return "[\\\\]";
	return "*?+()[]{}|^$".includes(character) ? `\\${character}` : character;
}
function readEscape(escaped) {
	if (escaped !== "" && "*?{}[],\\".includes(escaped)) return plain(escaped);
	throw new GlobError(`\`\\${escaped}\``, "a `/` between directories; `\\` only before a special character");
}
function readCapture(name, captures) {
	if (!captureName.test(name)) throw new GlobError(`\`{${name}}\``, "`{word}` for a capture, `{a,b}` for a choice, `\\{` for a plain brace");
	if (captures.includes(name)) throw new GlobError(`{${name}} twice in one pattern`, "a name of its own for each capture");
	captures.push(name);
	return numberFields.has(name) ? marks.number : marks.word;
}
function readStars(flat, at, stars) {
	const aloneBefore = at === 0 || flat[at - 1] === "/";
	const next = flat[at + stars.length];
	if (stars === "*" || stars === "**" && aloneBefore && (next === void 0 || next === "/")) return stars;
	throw new GlobError(`\`${stars}\` beside other characters`, "`**` alone between slashes, as in `**/*.RPGLE`; within a name `*`");
}
/** A class: single characters and ranges, `!` or `^` first for "none of these"; a backslash in it is plain. */
function readClass(text) {
	const negated = /^\[[!^]/.test(text);
	const members = text.slice(negated ? 2 : 1, -1).replace(/\\+/g, "\\\\");
	const source = `${negated ? "[^" : `${noSlash}[`}${members}]`;
	try {
		new RegExp(nameSource$1(source), "u");
	} catch (cause) {
		if (!(cause instanceof SyntaxError)) throw cause;
		throw new GlobError(`\`${text}\``, "a range from the lower to the higher character, as in `[a-z]`");
	}
	return source;
}

// src/mapping/glob-expression.ts
/**
* Puts the names of a pattern together into one regular expression that cannot take for ever. A star that has found its
* place is not moved again where a later star can take what it leaves over: what stands before the last star of a
* name, and before the last `**` of a path, is matched once (an atomic group, written as a look-ahead and a reference
* to what it saw). So the work grows with the length of the pattern times that of the text, not with its power.
*/
/** Any number of whole directories, as few as possible. */
const directories = "(?:[^/]*\\/)*?";
const word = "[^/]+?";
/** More digits than any number of the service has. A bound, because each digit is tried as the first. */
const number = "[0-9]{1,20}?";
/** Before each star or captured word; `[^/]*?` is the star of picomatch, and nothing plain is spelled so. */
const beforeVariable = new RegExp(`(?=\\[\\^\\/\\]\\*\\?|${marks.word})`, "u");
const variables = new RegExp(`\\[\\^\\/\\]\\*\\?|${marks.word}|${marks.number}`, "gu");
const captureMarks = new RegExp(`${marks.word}|${marks.number}`, "gu");
/** The name of a capture as the name of a group; groups that begin with `$` are no captures. */
function groupOf(capture) {
	return capture.replaceAll("-", "$");
}
/**
* A regular expression for a whole text that is any of the alternatives.
* @param alternatives at least one; the first that matches says what the captures are
*/
function expressionOf(alternatives, ignoreCase) {
	let groups = 0;
	const atomic = (source) => {
		groups += 1;
		return `(?=(?<$${groups}>${source}))\\k<$${groups}>`;
	};
	const sources = alternatives.map(({ names, captures }) => withCaptures(pathSource(names, atomic), captures));
	return new RegExp(`^(?:${sources.join("|")})$`, ignoreCase ? "isu" : "su");
}
/** Puts a group of its own for each mark. */
function withCaptures(source, captures) {
	let index = 0;
	return source.replace(captureMarks, (mark) => {
		const group = groupOf(captures[index] ?? "");
		index += 1;
		return `(?<${group}>${mark === marks.number ? number : word})`;
	});
}
/** What stands between two stars is found once; and so is a name, whose end is certain. */
function nameSource(name, atomic) {
	if ((name.match(variables)?.length ?? 0) < 2) return name;
	const pieces = name.split(beforeVariable);
	const last = pieces.pop() ?? "";
	return atomic(`${pieces.map(atomic).join("")}${last}(?=\\/|$)`);
}
/** What stands between two `**` is found once. `x/**` at the end is also `x` itself; `**` alone is anything. */
function pathSource(names, atomic) {
	if (names.every((name) => name === "**")) return ".*";
	const runs = runsOf(names).map((run) => run.map((name) => nameSource(name, atomic)));
	const below = runs.at(-1)?.length === 0;
	if (below) runs.pop();
	const last = runs.pop() ?? [];
	const before = runs.map((run, index) => {
		const source = run.map((name) => `${name}\\/`).join("");
		return index === 0 ? source : atomic(`${directories}${source}`);
	});
	const tail = `${runs.length > 0 ? directories : ""}${last.join("\\/")}${below ? "(?:\\/.*)?" : ""}`;
	return `${before.join("")}${tail}`;
}
/** The names before, between and after each `**`; several `**` in a row are one. */
function runsOf(names) {
	const runs = [[]];
	names.forEach((name, index) => {
		if (name !== "**") runs.at(-1)?.push(name);
		else if (names[index - 1] !== "**") runs.push([]);
	});
	return runs;
}

// src/mapping/glob.ts
/**
* The pattern language of the mapping: a glob with captures, read by picomatch into one regular expression.
*
* `*` any characters but `/`, `?` one of them, `[a-z]` or `[!a-z]` one of a class, `**` (between slashes) any number of
* directories, `{a,b}` a choice, `{word}` a capture, `\` before a special character makes it plain. Everything else,
* also parentheses, `!`, `@`, `+` and a leading dot, stands for itself.
*/
/**
* Compiles one pattern.
* @param source the glob as written in the mapping
* @param ignoreCase true for `path`, `gpath` and `gfile` (object names ignore case), false for `branch` and `repo`
* @throws GlobError what is wrong with the pattern, and what would be right
*/
function compileGlob(source, ignoreCase) {
	checkText(source);
	const flats = expandChoices(source);
	const writtenOut = flats.reduce((sum, flat) => sum + flat.length, 0);
	if (writtenOut > 1e4) throw new GlobError(`choices that make a pattern of ${writtenOut} characters when written out`, `at most ${longestWrittenOut}; a list of patterns, or a \`*\``);
	const alternatives = flats.map(readNames);
	return {
		source,
		captures: [...new Set(alternatives.flatMap(({ captures }) => captures))],
		expression: expressionOf(alternatives, ignoreCase),
		directory: expressionOf(alternatives.flatMap(directoriesOf), ignoreCase),
		extensions: extensionsOf$1(flats)
	};
}
function checkText(source) {
	if (source.length > 1e3) throw new GlobError(`a pattern of ${source.length} characters`, `at most ${longestPattern}; a list may hold several patterns`);
	if (source.includes("\0") || !source.isWellFormed()) throw new GlobError("a NUL or half a character", "characters that the name of a file or branch can hold");
}
/** The directories of what a pattern matches; `x/**` is both all below `x` and `x` itself. */
function directoriesOf({ names, captures }) {
	const above = names.slice(0, -1);
	if (names.at(-1) !== "**") return [{
		names: above.length > 0 ? above : [""],
		captures
	}];
	return [{
		names,
		captures
	}, ...directoriesOf({
		names: above,
		captures
	})];
}
/** In every alternative plain characters behind a last dot; a class or a capture does not end with one of these. */
function extensionsOf$1(flats) {
	const extensions = flats.map((flat) => /\.(\w+)$/.exec(flat)?.[1]?.toLowerCase());
	return extensions.includes(void 0) ? null : [...new Set(extensions.filter((found) => found !== void 0))];
}

// src/mapping/schema.ts
/**
* The mapping file, defined once: what is validated, what the types are, and what the JSON Schema says
* (json-schema.ts). Every leaf carries the words for "what would be right".
*/
/** Fields that the mapping does not set as fields: how an RFP is assigned is a mode of the run. */
const modeFields = ["arfp", "rfp"];
const isModeField = (name) => modeFields.includes(name);
/** The fields that a mapping may set, in the order of the interface (§2.1). */
const mappedFields = createFields.filter((field) => !isModeField(field.name));
/** A whole number as text, a value with a placeholder, or a mark of `init`. */
const numberAsText = /^\s*\d{1,15}\s*$|\{|^<[A-Z]/;
const later = /\{|^<[A-Z]/;
/** What a field takes, in words. */
function rightFor(field) {
	if (field.values !== void 0) return `one of ${field.values.map((value) => `"${value}"`).join(", ")}`;
	if (field.type === "integer") return "a whole number from 0 on, or text with a placeholder";
	if (field.name === "rpth") return "text that starts with `/`";
	return "text (in quotes, if it looks like a number or begins with `*`, `{`, `@`, `!` or `&`)";
}
/** What a field is, for somebody who writes a mapping. */
function aboutField(field) {
	const fallback = field.default === void 0 ? "" : ` Default: ${field.default}.`;
	return `${field.about}${fallback} null: not sent.`;
}
function valueSchema(field) {
	const error = rightFor(field);
	const text = (pattern) => string({ error }).check(_regex(pattern, { error }));
	const whole = int({ error }).check(_gte(0, { error }));
	if (field.type === "integer") return union([
		whole,
		text(numberAsText),
		_null({ error })
	], { error });
	if (field.values === void 0) {
		const plain = field.name === "rpth" ? text(/^\/|\{|^<[A-Z]/) : string({ error });
		return union([plain, _null({ error })], { error });
	}
	return union([
		_enum([...field.values], { error }),
		text(later),
		_null({ error })
	], { error });
}
const fieldShape = Object.fromEntries(mappedFields.map((field) => [field.name, optional(valueSchema(field)).check(describe(aboutField(field)))]));
const fields = strictObject(fieldShape, { error: "a set of fields of a create request" });
const globError = { error: "a pattern (text; in quotes, if it begins with `*`, `{`, `@`, `!` or `&`) or a list of them" };
const glob = string(globError);
const globs = union([glob, array(glob, globError).check(_minLength(1, globError))], globError);
/** The parts of a file that a rule can match. */
const matchParts$1 = [
	"path",
	"gpath",
	"gfile",
	"repo",
	"branch"
];
const match = strictObject({
	path: optional(globs).check(describe("The whole path from the top of the repository, as docs/**. Case is ignored.")),
	gpath: optional(globs).check(describe("The directory, as QRPGLESRC; empty for a file at the top. Case is ignored.")),
	gfile: optional(globs).check(describe("The file name, as *.PGM.RPGLE. Case is ignored.")),
	repo: optional(globs).check(describe("ID of the Git repository, for one mapping that serves many. Case counts.")),
	branch: optional(globs).check(describe("The branch. Case counts."))
}, { error: "a set of path, gpath, gfile, repo and branch" });
const branchRule = strictObject({
	...fieldShape,
	branch: globs.check(describe("Branches that this rule is for; {word} captures a part, never a slash. Case counts."))
}, { error: "a branch rule: `branch` and fields" });
const skipError = { error: "a reason in words, or true" };
const skip = union([string(skipError).check(_minLength(1, skipError)), literal(true, skipError)], skipError);
const listError = { error: "a list with at least one set of fields" };
const rule = strictObject({
	match: match.check(describe("What a file must be like; each part that is named must match.")),
	request: optional(fields).check(describe("The fields of the one request for such a file; {} takes all of them from the levels below.")),
	requests: optional(array(fields, listError).check(_minLength(1, listError))).check(describe("Several requests for one file: a set of fields for each.")),
	skip: optional(skip).check(describe("Nothing is filed for such a file: the reason in words, or true."))
}, { error: "a rule: `match` and one of `request`, `requests`, `skip`" });
const rfpError = { error: "`none`, `per-push`, `per-branch` or an RFP number" };
const rfpNumber = int(rfpError).check(_gte(1, rfpError));
const rfpText = string(rfpError).check(_regex(/^[1-9]\d{0,14}$/, rfpError));
const rfp = union([
	_enum([
		"none",
		"per-push",
		"per-branch"
	], rfpError),
	rfpNumber,
	rfpText
], rfpError);
const words = (error) => string({ error }).check(_minLength(1, { error }));
const attach = strictObject({
	as: _default(_enum([
		"gfile",
		"srcn",
		"objn"
	], { error: "one of `gfile`, `srcn`, `objn`" }), "gfile").check(describe("The field that the file part of a create is named after.")),
	disposition: _default(_enum(["form-data", "attachment"], { error: "one of `form-data`, `attachment`" }), "form-data").check(describe("Content-Disposition of the file part."))
}, { error: "`as` and `disposition`" });
const pipe = strictObject({
	pipe: words("ID of a pipeline server").check(describe("ID of the pipeline server.")),
	pipa: words("attribute of a *PIPE object").check(describe("Attribute of the generated *PIPE request.")),
	tkey: optional(words("key of the pipeline job")).check(describe("Key of the pipeline job. Default: the run, as 4711-1 at GitHub or the pipeline ID at GitLab."))
}, { error: "`pipe` and `pipa`" });
const oneOf$1 = (values) => ({ error: `one of ${values.map((value) => `\`${value}\``).join(", ")}` });
const aboutRfp = "How requests get into an RFP. none: in none. per-push: a new one for each push. per-branch: the open one of the branch, else a new one. A number: that one.";
const aboutUnmapped = "What a file is that no rule matches. error: a failure (exit 1); the other files are filed. warn: a warning. ignore: only listed.";
const aboutDeletes = "What becomes of an object whose file was deleted. request: a request with rsn *DELETE. report: nothing, and a note says so. ignore: it is only listed.";
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
	version: literal(1, { error: "the number 1" }).check(describe("Version of the format of this file: 1.")),
	repo: optional(words("ID of the Git repository at the service")).check(describe("ID of this Git repository at the service. Default: the name of the repository.")),
	branches: optional(array(branchRule, { error: "a list of branch rules" })).check(describe("Where a branch's changes go; first match wins. Without a match nothing is filed, without this list all.")),
	request: _default(fields, {}).check(describe("Fields of every request, unless a branch rule or a file rule says otherwise.")),
	rfp: _default(rfp, "none").check(describe(aboutRfp)),
	rules: optional(array(rule, { error: "a list of rules" })).check(describe("What a file is; first match wins. Without this list every file is one request.")),
	unmapped: _default(_enum(unmappedModes, oneOf$1(unmappedModes)), "warn").check(describe(aboutUnmapped)),
	deletes: _default(_enum(deleteModes, oneOf$1(deleteModes)), "request").check(describe(aboutDeletes)),
	"skip-pushers": _default(array(words("an account at the host"), { error: "a list of accounts at the host" }), []).check(describe("Accounts at the host whose pushes are not filed, as the one the service pushes with.")),
	users: _default(record(string(), words("a user of the service"), { error: "accounts at the host with their service users" }), {}).check(describe("Who pushed (account at the host): user of the service. Unlisted: the owner of the token.")),
	pipe: optional(pipe).check(describe("Pipeline job to notify of activity on the RFP. Needs `rfp`.")),
	attach: _default(attach, {
		as: "gfile",
		disposition: "form-data"
	}).check(describe("How the file is attached to a create."))
}, { error: "a mapping: `version: 1` and what goes where" });
/** No mapping file at all: every branch and every file is filed, with fields from `--set` only. */
const emptyMapping = {
	version: 1,
	request: {},
	rfp: "none",
	unmapped: "warn",
	deletes: "request",
	"skip-pushers": [],
	users: {},
	attach: {
		as: "gfile",
		disposition: "form-data"
	}
};
/** The keys that may stand at the top, in a rule, and so on: for "did you mean". */
const keys = {
	top: Object.keys(mappingSchema.shape),
	branch: Object.keys(branchRule.shape),
	fields: Object.keys(fieldShape),
	rule: Object.keys(rule.shape),
	match: Object.keys(match.shape),
	pipe: Object.keys(pipe.shape),
	attach: Object.keys(attach.shape)
};

// src/mapping/outline.ts
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
	const { branch, ...fields } = rule;
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
		patterns: matchParts$1.flatMap((part) => patternsAt(match[part], part, [
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
function recordOf(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
function listOf(value) {
	return Array.isArray(value) ? value : [];
}

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
/** One RFP for each branch is searched by its description, which must therefore tell branches apart. */
function rfpdFindings({ path, fields }, rfp) {
	const { rfpd } = fields;
	if (rfp !== "per-branch" || typeof rfpd !== "string" || namesIn(rfpd).includes("branch")) return [];
	return [{
		path: [...path, "rfpd"],
		found: "`rfpd` without `{branch}` under `rfp: per-branch`",
		right: "`{branch}` in it"
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
	if (outline.request.fields.copy === "*YES" && setsOf(sets, "copy").length === 1 && outline.top.attach !== void 0 && !isDefaultAttach(outline.top.attach)) findings.push({
		path: ["request", "copy"],
		found: "`copy: \"*YES\"` for every request beside `attach`",
		right: "one of them: a request that copies carries no file"
	});
	return findings;
}
/** A loaded mapping always has `attach`; only one that somebody changed contradicts a copy. */
function isDefaultAttach(attach) {
	if (typeof attach !== "object" || attach === null) return false;
	return Object.entries(attach).every(([key, value]) => value === (key === "as" ? "gfile" : "form-data"));
}

// src/git/merge-base.ts
/**
* A question that Git answers with yes (0) or no (1). It also ends with 1 when a commit is lost, but then it says so:
* that is an error, never a no.
*/
async function noIfOne(answer, no) {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof GitFailure && error.isNo) return no;
		throw unreadable("the history of two commits", error);
	}
}
/**
* The best common ancestor of two commits, or null when they have none. In a shallow clone the history between them
* is fetched first, as commits only: a merge base found in a cut history may not be the best one.
*
* @throws Problem('git') when the history cannot be had.
*/
async function mergeBase(repository, objects, one, other) {
	await ensureHistory(repository, objects, [one, other]);
	return (await noIfOne(repository.git([
		"merge-base",
		one,
		other
	]), "")).trim() || null;
}
/** True when `older` is `newer` or behind it. @throws Problem('git') when the history cannot be had. */
async function isAncestor(repository, objects, older, newer) {
	await ensureHistory(repository, objects, [older, newer]);
	return noIfOne(repository.git([
		"merge-base",
		"--is-ancestor",
		older,
		newer
	]).then(() => true), false);
}

// src/git/changes.ts
/** OIDs of the empty tree, which Git knows without having it. */
const emptyTree = {
	sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
	sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
};
const ascii$1 = /^[\u0000-\u007f]*$/;
/** A name out of bytes that were read one character each; most names are the same in every encoding. */
function pathOf(latin1) {
	return ascii$1.test(latin1) ? textPath(latin1) : gitPath(Buffer.from(latin1, "latin1"));
}
/** `:100644 100644 <oid> <oid> M`, where a rename or copy has its score behind the letter. */
const rawEntry = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/;
/**
* Parses `git diff-tree -r -z --raw -M100%`. Every entry of the output becomes one change.
*
* @throws Error on output that is not of that form, rather than losing a change.
*/
function parseRawDiff(output) {
	const text = output.toString("latin1");
	const changes = [];
	let at = 0;
	const field = () => {
		const end = text.indexOf("\0", at);
		if (end < 0) throw new Error("git diff-tree: the output ends in the middle of an entry");
		const part = text.slice(at, end);
		at = end + 1;
		return part;
	};
	while (at < text.length) {
		const [, oldMode, newMode, oldOid, newOid, status] = rawEntry.exec(field()) ?? [];
		if (!oldMode || !newMode || !oldOid || !newOid || !status) throw new Error("git diff-tree: an entry is not of the raw form");
		const oldPath = pathOf(field());
		const newPath = status === "R" || status === "C" ? pathOf(field()) : oldPath;
		const before = {
			path: oldPath,
			mode: oldMode,
			oid: oldOid
		};
		const after = {
			path: newPath,
			mode: newMode,
			oid: newOid
		};
		changes.push({
			before: status === "A" ? null : before,
			after: status === "D" ? null : after
		});
	}
	return changes;
}
/**
* What differs between two trees, in Git's order. Plumbing only, so the user's configuration cannot bend it; exact
* renames need no contents and have no limit (design §4).
*
* @param base OID of a commit or tree. @param head OID of a commit.
* @throws Problem('git') when Git cannot tell; never an empty list instead.
*/
async function listChanges(repository, base, head) {
	const args = [
		"diff-tree",
		"-r",
		"-z",
		"--raw",
		"-M100%",
		"--ignore-submodules=none",
		base,
		head
	];
	try {
		return parseRawDiff(await repository.bytes(args));
	} catch (error) {
		throw unreadable("what changed", error);
	}
}
/**
* Every regular file, link and submodule of a commit, in Git's order (`git ls-tree -r -z`).
*
* @throws Problem('git') when Git cannot tell.
*/
async function listTree(repository, head) {
	const output = await repository.bytes([
		"ls-tree",
		"-r",
		"-z",
		"--full-tree",
		head
	]).catch((error) => {
		throw unreadable("the files of the head", error);
	});
	const sides = [];
	for (let at = 0; at < output.length;) {
		const tab = output.indexOf(9, at);
		const end = output.indexOf(0, tab);
		const [mode = "", , oid = ""] = output.toString("latin1", at, tab).split(" ");
		sides.push({
			path: gitPath(output.subarray(tab + 1, end)),
			mode,
			oid
		});
		at = end + 1;
	}
	return sides;
}
/** Keys (see pathKey) of every path that differs between two trees, by content, kind or existence. */
async function differingPaths(repository, one, other) {
	const changes = await listChanges(repository, one, other);
	return new Set(changes.flatMap(({ before, after }) => [before, after].flatMap((side) => side ? [pathKey(side.path)] : [])));
}

// src/git/branch-tip.ts
/**
* Where a branch is: at the remote; if that cannot be asked, or there is none, as this clone knows it.
*
* @returns null when there is no such branch.
* @throws Problem('git') when the remote cannot be asked and the clone does not know the branch.
*/
async function branchTip(repository, branch) {
	if (repository.remote === null) return localRef(repository, `refs/heads/${branch}`);
	try {
		return await remoteRef(repository, `refs/heads/${branch}`);
	} catch (error) {
		const known = await trackedTip(repository, repository.remote.name, branch);
		if (known === null) throw error;
		return known;
	}
}
/** A clone follows the remote's branches below refs/remotes; a mirror has them as its own. */
async function trackedTip(repository, remote, branch) {
	const tracked = await localRef(repository, `refs/remotes/${remote}/${branch}`);
	const isMirror = repository.location.top === repository.location.gitDir;
	return tracked ?? (isMirror ? localRef(repository, `refs/heads/${branch}`) : null);
}
async function localRef(repository, ref) {
	const args = [
		"rev-parse",
		"--verify",
		"--quiet",
		`${ref}^{commit}`
	];
	return (await repository.git(args, { inCheckout: true }).catch(nothingFound)).trim() || null;
}

// src/git/resolve-range.ts
/** The branch that is checked out, read from HEAD without asking Git; null when detached. */
function checkedOutBranch(location) {
	const head = readFileSync(join(location.gitDir, "HEAD"), "utf8").trim();
	return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;
}
/**
* Turns a decision into two commits that are in the object store, fetching what a shallow or partial clone lacks.
*
* @throws Problem('git' or 'range') when one of them is nowhere to be had; never an empty range instead.
*/
async function resolveRange(repository, objects, decision, options) {
	const head = await resolveHead(repository, objects, decision.head);
	const { branch, mayFile, explicit, firstPush } = decision;
	const range = {
		branch,
		head,
		mayFile,
		explicit,
		firstPush,
		movesHead: mayFile && !explicit
	};
	if (decision.base === null) return {
		...range,
		base: null,
		rule: decision.rule
	};
	const base = await resolveBase(repository, objects, decision.base, head);
	if (typeof base === "string") return {
		...range,
		base,
		rule: decision.rule
	};
	const { defaultBranch } = options;
	if (options.onMissingBase === "merge-base" && defaultBranch !== null && defaultBranch !== branch) {
		const other = await resolveBase(repository, objects, {
			kind: "mergeBaseWithBranch",
			branch: defaultBranch
		}, head);
		if (typeof other === "string") return {
			...range,
			base: other,
			rule: "merge-base"
		};
	}
	throw new Problem("range", `the base commit ${base.gone} is not in this clone and could not be fetched: ${base.why}`, "Check out with the full history (fetch-depth: 0), give --base, or accept another base with --on-missing-base merge-base.");
}
/** The commit that a revision names in the checkout; a full ID that is not there yet is taken as it is. */
async function resolveRev(repository, rev) {
	const output = await revParse(repository, rev);
	const oid = /^[0-9a-f]{40,64}$/m.exec(output.trim())?.[0];
	if (oid !== void 0) return oid;
	if (/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(rev)) return rev.toLowerCase();
	throw new Problem("range", `${rev} names no commit in this clone`, "Give a full commit ID, which is fetched when it is missing, or fetch the branch or tag first.");
}
/** What Git says of a revision. None begins with a dash; as an option, one could make Git do anything. */
async function revParse(repository, rev) {
	if (rev.startsWith("-")) return "";
	const args = [
		"rev-parse",
		"--verify",
		"--quiet",
		`${rev}^{commit}`
	];
	return repository.git(args, { inCheckout: true }).catch((error) => {
		if (error instanceof Problem) throw error;
		return messageOf(error);
	});
}
async function resolveHead(repository, objects, head) {
	const oid = head.kind === "commit" ? head.oid : await resolveRev(repository, head.rev);
	const [gone] = await ensureCommits(repository, objects, [oid]);
	if (gone === void 0) return oid;
	throw new Problem("range", `the commit ${oid} is not in this clone and could not be fetched: ${gone.why}`, "Check out the pushed commit, and let the job read the repository (contents: read).");
}
async function resolveBase(repository, objects, base, head) {
	switch (base.kind) {
		case "emptyTree": return emptyTree[repository.objectFormat];
		case "rev": return resolveCommit(repository, objects, await resolveRev(repository, base.rev));
		case "commit": return resolveCommit(repository, objects, base.oid);
		case "mergeBaseWith": return mergeBaseWith(repository, objects, base.oid, head);
		case "mergeBaseWithBranch": {
			const tip = await branchTip(repository, base.branch);
			if (tip === null) return emptyTree[repository.objectFormat];
			return mergeBaseWith(repository, objects, tip, head);
		}
	}
}
async function resolveCommit(repository, objects, oid) {
	const [gone] = await ensureCommits(repository, objects, [oid]);
	return gone === void 0 ? oid : {
		gone: oid,
		why: gone.why
	};
}
async function mergeBaseWith(repository, objects, oid, head) {
	let base;
	try {
		base = await mergeBase(repository, objects, oid, head);
	} catch (error) {
		return {
			gone: `shared with ${oid}`,
			why: messageOf(error)
		};
	}
	return base === null ? emptyTree[repository.objectFormat] : resolveCommit(repository, objects, base);
}

// src/mapping/glob-match.ts
/** The captures of a pattern that matches the whole text (`{}` when it has none), or null when it does not match. */
function matchGlob(glob, text) {
	if (glob.captures.length === 0) return glob.expression.test(text) ? {} : null;
	const groups = glob.expression.exec(text)?.groups;
	if (groups === void 0) return null;
	const captures = {};
	for (const name of glob.captures) {
		const value = groups[groupOf(name)];
		if (value !== void 0) captures[name] = value;
	}
	return captures;
}

// src/mapping/branch.ts
const anyBranch = {
	rule: "any branch",
	index: -1,
	fields: {},
	captures: {}
};
/**
* The first branch rule that matches; null: nothing is filed for this branch.
* @param branch short name, as `feature/search`; case matters
*/
function branchRuleFor(compiled, branch) {
	if (compiled.branches === null) return anyBranch;
	for (const { rule, index, globs, fields } of compiled.branches) for (const glob of globs) {
		const captures = matchGlob(glob, branch);
		if (captures !== null) return {
			rule,
			index,
			fields,
			captures
		};
	}
	return null;
}
/** Every branch rule in order, with its patterns and whether they match (also those after the one that wins). */
function explainBranch(compiled, branch) {
	return (compiled.branches ?? []).map(({ rule, globs }) => ({
		rule,
		matched: globs.some((glob) => matchGlob(glob, branch) !== null),
		patterns: globs.map((glob) => glob.source)
	}));
}

// src/interface/rules.ts
/** Rules between the fields of a create request, and of each field alone (interface §2.1 to §2.4, §4.3). */
/**
* Checks the body of a create as it would be sent.
* @param fields every field that is sent
* @returns one sentence for each rule that is broken; empty: nothing to say against it
*/
function checkCreate(fields, context = {}) {
	return [
		...requiredRules(fields),
		...checkMapped(fields),
		...rfpRules(fields),
		...pipeRules(fields),
		...context.attached === true ? attachmentRules(fields) : []
	];
}
/** The rules that hold before a run adds what only it knows (RFP, pipeline keys, vref): values, project, Git link. */
function checkMapped(fields) {
	return [...Object.entries(fields).flatMap(([name, value]) => checkField(name, value) ?? []), ...projectRules(fields)];
}
/** What is wrong with one field's value: an unknown field, another type, not on its list. Null: nothing. */
function checkField(name, value) {
	const field = createField(name);
	if (field === void 0) return `${name} is not a field of a create request`;
	if (field.type === "integer") return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? null : `${name} is ${quote(value)}; it must be a whole number from 0 on`;
	if (typeof value !== "string") return `${name} is ${quote(value)}; it must be text`;
	if (field.values !== void 0 && !field.values.includes(value)) return `${name} is ${quote(value)}; it must be one of ${field.values.join(", ")}`;
	if (field.required && value.trim() === "") return `${name} is blank; a request must name it`;
	if (name === "rpth" && !value.startsWith("/")) return `rpth is ${quote(value)}; it must start with /`;
	return null;
}
function requiredRules(fields) {
	return createFields.flatMap((field) => "required" in field ? [field.name] : []).filter((name) => fields[name] === void 0).map((name) => `${name} is not given; every request needs it`);
}
function projectRules(fields) {
	const sentences = [];
	const { proj, repo, branch } = fields;
	const linked = isGiven(repo) && isGiven(branch);
	if (proj === "*BRANCH" && !linked) sentences.push("proj is *BRANCH, which needs repo and branch");
	else if (isGiven(branch) && !isGiven(repo)) sentences.push("branch is given without repo, which it needs");
	if (fields.rfpd === "*TASK" && !isGiven(proj)) sentences.push("rfpd is *TASK, which needs proj");
	return sentences;
}
function rfpRules(fields) {
	const { arfp, rfp, rfpd, proj } = fields;
	if (arfp === "*YES" && (rfp === void 0 || rfp === 0)) return ["arfp is *YES, which needs the number in rfp"];
	if (arfp !== "*YES" && rfp !== void 0 && rfp !== 0) return ["rfp is given, which needs arfp *YES"];
	return (arfp === "*AUTO" || arfp === "*NEW") && rfpd === void 0 && !isGiven(proj) ? [`arfp is ${arfp} without rfpd, whose default *TASK needs proj`] : [];
}
function pipeRules(fields) {
	const names = [
		"pipe",
		"pipa",
		"tkey"
	];
	const given = names.filter((name) => isGiven(fields[name]));
	if (given.length === 0) return [];
	if (given.length < names.length) {
		const missing = names.filter((name) => !given.includes(name)).join(" and ");
		return [`${given.join(" and ")} given without ${missing}; pipe, pipa and tkey go together`];
	}
	return (fields.arfp ?? "*NO") === "*NO" ? ["pipe, pipa and tkey are given without an RFP (arfp is *NO)"] : [];
}
function attachmentRules(fields) {
	const sentences = [];
	if ((fields.rsn ?? "*MIGRATE") !== "*MIGRATE") sentences.push(`rsn is ${fields.rsn}, which takes no attachment`);
	if (fields.copy === "*YES") sentences.push("copy is *YES, which excludes an attachment");
	return sentences;
}
function isGiven(value) {
	return value !== void 0 && value !== "";
}
function quote(value) {
	const text = JSON.stringify(value) ?? String(value);
	return text.length <= 80 ? text : `${Array.from(text.slice(0, 150)).slice(0, 77).join("")}...`;
}

// src/mapping/names.ts
/** Splits a path (slashes, no leading one) into directory and file name. */
function pathParts(path) {
	const slash = path.lastIndexOf("/");
	return {
		path,
		gpath: slash < 0 ? "" : path.slice(0, slash),
		gfile: path.slice(slash + 1)
	};
}
/**
* The parts of a file name. A separator in the first place belongs to the name (`.profile` is called `.profile`), since
* an object cannot have an empty name; blanks before the separator do not (`CUST - Customers.PF` is CUST).
*/
function nameParts(gfile) {
	const end = gfile.slice(1).search(/[.-]/);
	const dot = gfile.lastIndexOf(".");
	return {
		name: (end < 0 ? gfile : gfile.slice(0, end + 1)).trimEnd(),
		stem: dot > 0 ? gfile.slice(0, dot) : gfile,
		ext: dot > 0 ? gfile.slice(dot + 1) : ""
	};
}

// src/mapping/fields.ts
/** The fields of one request: levels merged, placeholders filled in, types and value lists checked. */
/**
* The fields of one request (design §5): the run < `request` < branch rule < file rule < `--set`; null takes a field
* away. Under `proj: "*BRANCH"` the service takes task and subtask from the branch (interface §2.2), so neither is sent.
*/
function renderFields(input) {
	const merged = mergeLevels(input);
	const names = placeholderValues(input);
	const projectDraft = emptyDraft();
	renderOne("proj", merged.get("proj"), names, projectDraft);
	if (projectDraft.fields.proj === "*BRANCH") {
		merged.delete("task");
		merged.delete("stsk");
	}
	if (!merged.has("objn")) merged.set("objn", {
		value: defaultObject(merged, names),
		origin: "default"
	});
	const draft = emptyDraft();
	for (const { name } of createFields) renderOne(name, merged.get(name), names, draft);
	const fields = draft.fields;
	const broken = checkMapped(withoutMarks(fields, draft.placeholders));
	return {
		...draft,
		fields,
		problems: [...draft.problems, ...broken]
	};
}
function emptyDraft() {
	return {
		fields: {},
		origins: {},
		templates: {},
		unset: {},
		problems: [],
		placeholders: {}
	};
}
/** For each field the value of the highest level that has it. */
function mergeLevels(input) {
	const { repo, branch, user } = input.run;
	const { gpath, gfile } = pathParts(input.path);
	const levels = [
		["run", {
			repo,
			gpath,
			gfile,
			branch,
			proj: "*BRANCH",
			...user === void 0 || user === null ? {} : { user }
		}],
		["request", input.compiled.mapping.request],
		[input.branchMatch?.rule ?? "branch", input.branchMatch?.fields ?? {}],
		[input.rule ?? "rule", input.requestFields],
		["--set", input.set]
	];
	const merged = /* @__PURE__ */ new Map();
	for (const [origin, fields] of levels) for (const [name, value] of Object.entries(fields)) if (value === null || typeof value === "string" || typeof value === "number") merged.set(name, {
		value,
		origin
	});
	return merged;
}
/** What `{...}` can name for this file. */
function placeholderValues(input) {
	const parts = pathParts(input.path);
	const { repo, branch, sha, run } = input.run;
	const ofFile = {
		...parts,
		...nameParts(parts.gfile)
	};
	return {
		...input.branchMatch?.captures,
		...input.captures,
		...ofFile,
		repo,
		branch,
		sha,
		run
	};
}
/** IFS and remote objects are called like their files, with case and extension; others have short upper-case names. */
function defaultObject(merged, names) {
	const objt = merged.get("objt")?.value;
	const type = typeof objt === "string" ? render(objt, names).text.toUpperCase() : "";
	return type === "*IFS" || type === "*REMOTE" ? "{gfile}" : "{name|upper}";
}
function renderOne(name, from, names, draft) {
	if (from === void 0) return;
	const { value, origin } = from;
	if (value === null) {
		draft.unset[name] = origin;
		return;
	}
	const field = createField(name);
	const template = origin !== "run" && isTemplate(value) ? value : null;
	if (template !== null) draft.templates[name] = template;
	const rendered = template === null ? {
		text: value,
		missing: []
	} : render(template, names);
	const { text } = rendered;
	if (rendered.missing.length > 0) {
		const lacking = rendered.missing.map((missing) => `{${missing}}`).join(", ");
		draft.problems.push(`${name} is "${value}" (${origin}), but ${lacking} has no value for this file on this branch`);
		return;
	}
	if (isPlaceholder(text)) {
		draft.placeholders[name] = text;
		if (field?.type === "integer") return;
	}
	const number = field?.type === "integer" ? readInteger(text) : null;
	draft.fields[name] = number ?? text;
	draft.origins[name] = origin;
}
/** A mark of `init` is no value yet: value lists and forms are not held against it. */
function withoutMarks(fields, marks) {
	const open = (name) => Object.hasOwn(marks, name) && (name === "rpth" || createField(name)?.values !== void 0);
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !open(name)));
}

// src/mapping/match.ts
/** The first rule that matches a file decides; without a list of rules every file is one request. */
function matchFile(compiled, file) {
	if (compiled.rules === null) return {
		kind: "requests",
		rule: "every file",
		requests: [{}],
		captures: {}
	};
	const subjects = subjectsOf(file);
	for (const { rule, parts, result } of compiled.rulesFor(subjects)) {
		const captures = matchParts(parts, subjects);
		if (captures === null) continue;
		return result.kind === "skip" ? {
			...result,
			rule
		} : {
			...result,
			rule,
			captures
		};
	}
	return { kind: "unmapped" };
}
/** Every rule in order, also those after the one that wins. */
function explainMatch(compiled, file) {
	const subjects = subjectsOf(file);
	return (compiled.rules ?? []).map((rule) => explainRule(rule, subjects));
}
function explainRule({ rule, parts }, subjects) {
	const failing = parts.find((part) => matchPart(part, subjects) === null);
	if (failing === void 0) return {
		rule,
		matched: true
	};
	const { part, globs } = failing;
	return {
		rule,
		matched: false,
		failed: {
			part,
			value: subjects[part],
			patterns: globs.map((glob) => glob.source)
		}
	};
}
function subjectsOf({ path, repo, branch }) {
	return {
		...pathParts(path),
		repo,
		branch
	};
}
/** All parts must match; their captures come together. */
function matchParts(parts, subjects) {
	let captures = {};
	for (const part of parts) {
		const found = matchPart(part, subjects);
		if (found === null) return null;
		captures = {
			...captures,
			...found
		};
	}
	return captures;
}
function matchPart({ part, globs }, subjects) {
	for (const glob of globs) {
		const captures = matchGlob(glob, subjects[part]);
		if (captures !== null) return captures;
	}
	return null;
}

// src/mapping/glob-index.ts
/** Which letters are the same when case is ignored is certain for these; for others the expressions decide. */
const ascii = /^[\0-\x7f]*$/;
/** Indexes rules. What was found for an extension in a directory is kept, since files have many neighbours. */
function indexRules(rules) {
	const indexed = rules.map(indexRule);
	const named = new Set(indexed.flatMap(({ extensions }) => extensions ?? []));
	const known = /* @__PURE__ */ new Map();
	return ({ gpath, gfile }) => {
		const extension = extensionOf(gfile);
		const kind = named.has(extension) ? extension : ascii.test(extension) ? "" : "*";
		const key = `${kind}/${gpath}`;
		const before = known.get(key);
		if (before !== void 0) return before;
		const found = candidates(indexed, kind, gpath);
		known.set(key, found);
		return found;
	};
}
/** @param kind an extension that rules name, empty for any that none names, `*` for one that must be tried on all */
function candidates(indexed, kind, gpath) {
	return indexed.filter(({ extensions }) => extensions === null || kind === "*" || extensions.includes(kind)).filter(({ directories }) => directories.every((part) => part.some((expression) => expression.test(gpath)))).map(({ rule }) => rule);
}
/** After the last `.`, in lower case; empty when there is none. */
function extensionOf(gfile) {
	const dot = gfile.lastIndexOf(".");
	return dot < 0 ? "" : gfile.slice(dot + 1).toLowerCase();
}
function indexRule(rule) {
	const directories = [];
	let extensions = null;
	for (const { part, globs } of rule.parts) {
		if (part === "gpath") directories.push(globs.map((glob) => glob.expression));
		if (part === "path") directories.push(globs.map((glob) => glob.directory));
		if (part === "path" || part === "gfile") extensions ??= extensionsOf(globs);
	}
	return {
		rule,
		extensions,
		directories
	};
}
function extensionsOf(globs) {
	const all = [];
	for (const { extensions } of globs) {
		if (extensions === null) return null;
		all.push(...extensions);
	}
	return all;
}

// src/mapping/compile.ts
/** A mapping made ready for many files: each pattern compiled once. */
/** Compiles every pattern of a mapping that `loadMapping` gave, or that is `emptyMapping`; the same pattern only once. */
function compileMapping(mapping) {
	const known = /* @__PURE__ */ new Map();
	const globsOf = (patterns, part) => [patterns].flat().map((pattern) => {
		const key = `${ignoresCase(part)} ${pattern}`;
		const glob = known.get(key) ?? compileGlob(pattern, ignoresCase(part));
		known.set(key, glob);
		return glob;
	});
	const branches = mapping.branches?.map(({ branch, ...fields }, index) => ({
		rule: `branches[${index}]`,
		index,
		globs: globsOf(branch, "branch"),
		fields
	}));
	const rules = mapping.rules?.map((rule, index) => ({
		rule: `rules[${index}]`,
		parts: matchParts$1.flatMap((part) => {
			const patterns = rule.match[part];
			return patterns === void 0 ? [] : [{
				part,
				globs: globsOf(patterns, part)
			}];
		}),
		result: resultOf(rule)
	}));
	return {
		mapping,
		branches: branches ?? null,
		rules: rules ?? null,
		rulesFor: indexRules(rules ?? [])
	};
}
function resultOf(rule) {
	if (rule.skip !== void 0) return {
		kind: "skip",
		why: rule.skip === true ? "by rule" : rule.skip
	};
	return {
		kind: "requests",
		requests: rule.requests ?? [rule.request ?? {}]
	};
}

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
		if (builtInNames.includes(name)) findings.push({
			path,
			found: `a capture \`{${name}}\``,
			right: `another name: \`{${name}}\` has a meaning of its own`
		});
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
/** The names that the patterns of any branch rule capture. */
function branchCaptures(outline) {
	return [...new Set(outline.branches.flatMap(capturesOf))];
}

// src/mapping/check-values.ts
/**
* What is wrong with the placeholders of a mapping's values. A branch rule knows its own captures; a file rule and the
* defaults know those of every branch rule, since any may be the one that wins.
*/
function valueFindings(outline) {
	const common = [...builtInNames, ...branchCaptures(outline)];
	return [
		...fieldFindings(outline.request, common),
		...outline.branches.flatMap((rule) => {
			const known = [...builtInNames, ...capturesOf(rule)];
			return rule.fieldSets.flatMap((set) => fieldFindings(set, known));
		}),
		...outline.rules.flatMap((rule) => {
			const known = [...common, ...capturesOf(rule)];
			return rule.fieldSets.flatMap((set) => fieldFindings(set, known));
		})
	];
}
function fieldFindings({ path, fields }, known) {
	return Object.entries(fields).flatMap(([name, value]) => {
		if (!isTemplate(value)) return [];
		return templateProblems(value, known).map((problem) => ({
			path: [...path, name],
			...problem
		}));
	});
}

// src/mapping/error.ts
/** What is wrong with a mapping file, shown as compilers do (yaml/lines.ts). */
/** A mapping file that cannot be used (exit code 2). */
var MappingError = class extends Problem {
	file;
	problems;
	/**
	* @param file name of the file as the user gave it
	* @param problems what is wrong, in the order of the file; at least one
	*/
	constructor(file, problems) {
		super("mapping", messageFor(file, problems), `Correct ${file}.`);
		this.name = "MappingError";
		this.file = file;
		this.problems = problems;
	}
};

// src/mapping/words.ts
/** What is said of keys that a mapping does not know. */
/** The finding for a key that must not stand at its path. */
function unknownKey(path) {
	const key = String(path.at(-1));
	if (modeFields.includes(key)) return {
		path,
		atKey: true,
		found: `\`${key}\` as a field`,
		right: "`rfp:` at the top of the file; it is a mode: none, per-push, per-branch or an RFP number"
	};
	return unknownKeyFinding(path, keysAt(path.slice(0, -1)));
}
/** The keys that may stand in the map at a path. */
function keysAt(path) {
	const [top, , part] = path;
	if (top === void 0) return keys.top;
	if (top === "branches") return keys.branch;
	if (top === "pipe") return keys.pipe;
	if (top === "attach") return keys.attach;
	if (top === "rules" && part === void 0) return keys.rule;
	if (top === "rules" && part === "match") return keys.match;
	return keys.fields;
}

// src/mapping/load.ts
/** Text of a mapping file to a mapping, or to everything that is wrong with it. */
/** Longest mapping file, in UTF-16 units: far more than a mapping needs, and read within seconds whatever it holds. */
const longestMapping = 1048576;
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
	if (text.length > 1048576) {
		const found = `a file of ${text.length} characters`;
		throw new MappingError(file, [{
			line: 1,
			column: 1,
			found,
			right: `at most ${longestMapping}`
		}]);
	}
	const source = text.replace(/^\uFEFF/, "");
	const lines = new Lines(source);
	const yaml = readYaml(source, lines);
	if (yaml.value === void 0 && yaml.problems.length > 0) throw new MappingError(file, yaml.problems);
	if (yaml.value === null) throw new MappingError(file, [{
		line: 1,
		column: 1,
		found: "an empty file",
		right: "at least `version: 1`"
	}]);
	const parsed = safeParse(mappingSchema, yaml.value);
	const findings = findingsIn(yaml.value, parsed.error?.issues ?? []).map((finding) => problemOf(finding, yaml, lines));
	const problems = inOrder(yaml.problems, findings);
	if (!parsed.success || problems.length > 0) throw new MappingError(file, problems);
	const lineOf = (path) => {
		const place = yaml.placeOf(path);
		return place === void 0 ? void 0 : lines.lineAt(place.value[0]);
	};
	return {
		mapping: {
			...parsed.data,
			rfp: rfpMode(parsed.data.rfp)
		},
		lineOf
	};
}
function findingsIn(value, issues) {
	const outline = outlineOf(value);
	return [
		...issues.flatMap((issue) => findingsOf(issue, value, unknownKey)),
		...patternFindings(outline),
		...valueFindings(outline),
		...modeFindings(outline, outline.top.rfp ?? "none")
	];
}
function rfpMode(rfp) {
	if (rfp === "none" || rfp === "per-push" || rfp === "per-branch") return rfp;
	return Number(rfp);
}

// src/mapping/source.ts
/** Where the mapping file is looked for when nothing is said. */
const defaultMappingFile = ".file-checkouts.yml";
/** What `--mapping` names: a file on disk, or one in a commit. A drive letter is no revision. */
function parseMappingName(name) {
	const colon = name.indexOf(":");
	if (colon <= 0 || /^[A-Za-z]:[\\/]/.test(name)) return { file: name };
	return {
		rev: name.slice(0, colon),
		path: name.slice(colon + 1)
	};
}
/**
* Reads the mapping file from disk, relative to the current directory; the default name may also stand at the top of
* the repository, and only it may be absent.
*
* @returns null when there is no mapping file at all.
* @throws Problem('usage') when a file that was named cannot be read.
*/
async function readMappingFile(name, cwd, top) {
	const places = name === null ? [join(cwd, defaultMappingFile), join(top, defaultMappingFile)] : [resolve(cwd, name)];
	for (const place of places) try {
		return {
			name: name ?? ".file-checkouts.yml",
			content: await readFile(place),
			blob: null
		};
	} catch (error) {
		if (error.code === "ENOENT" && name === null) continue;
		throw new Problem("usage", `the mapping file ${name ?? place} cannot be read: ${messageOf(error)}`, "Name a file that is there with --mapping; it is meant from the current directory.", { cause: error });
	}
	return null;
}

// src/mapping/set.ts
/** `--set FIELD=VALUE`: fields from the command line, over everything that the mapping says. */
/**
* Reads `--set` items. The value is everything after the first `=`; an empty one, or `null`, means that the field is not
* sent. Placeholders work as in the mapping, and are checked when a request is made. The last item of a field counts.
* @returns the fields, and a sentence for each item that cannot be used
*/
function parseSet(items) {
	const fields = {};
	const problems = [];
	for (const item of items) {
		const equals = item.indexOf("=");
		const name = item.slice(0, equals < 0 ? item.length : equals).trim();
		const value = item.slice(equals + 1);
		const problem = equals < 0 ? `${item} has no =; FIELD=VALUE is expected` : setProblem(name, value);
		if (problem === null) fields[name] = isNothing(value) ? null : value;
		else problems.push(problem);
	}
	return {
		fields,
		problems
	};
}
function isNothing(value) {
	return value === "" || value === "null";
}
function setProblem(name, value) {
	if (modeFields.includes(name)) return `${name} is not set as a field; use --rfp none, per-push, per-branch or an RFP number`;
	if (!keys.fields.includes(name)) {
		const near = nearest(name, keys.fields);
		return `${name} is not a field of a create request; ${near === null ? `one of ${keys.fields.join(", ")}` : `did you mean ${near}?`}`;
	}
	if (isNothing(value) || isTemplate(value) || isPlaceholder(value)) return null;
	const number = createField(name)?.type === "integer" ? readInteger(value) : null;
	return checkField(name, number ?? value);
}

export { placeholdersIn as A, emptyTree as C, mergeBase as D, isAncestor as E, matchParts$1 as M, compileGlob as N, modeProblems as O, GlobError as P, differingPaths as S, listTree as T, matchGlob as _, loadMapping as a, resolveRev as b, compileMapping as c, renderFields as d, nameParts as f, explainBranch as g, branchRuleFor as h, readMappingFile as i, emptyMapping as j, isTemplate as k, explainMatch as l, checkCreate as m, defaultMappingFile as n, readMapping as o, pathParts as p, parseMappingName as r, MappingError as s, parseSet as t, matchFile as u, checkedOutBranch as v, listChanges as w, branchTip as x, resolveRange as y };