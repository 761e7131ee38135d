import { claimsNotice, ledgerNotice, ledgerRequired, notSealed, sealRequired, shownNotice, unsealedRange, unverifiable } from "./action.mjs";
import { Problem, counted, countedHave, defaultMappingFile, escapeText, isOver, leaseMs, mappingDefaults, messageOf, mostBytes as mostBytes$1, nearest, runsToWaitFor, shorten, some } from "./start.mjs";
import { emptyTree, gitPath, isEmptyTree, isLeftOutForNow, pathKey, textPath, unmappedWhy, unsendableName } from "./common.mjs";
import { GitFailure, beginsAnew, callOf, carriesContent, commitNotes, decideActions, emptyRecord, ensureCommits, ensureHistory, fetchAhead, fetchBlobs, fetchNotes, forgetRef, forgetTips, identityKey, identityOf, identityText, isCut, isInCommit, keepHeapSmall, lookup, lookupOf, mayBeSame, nameKey, needsNoContent, newFacts, nothingFound, parseMappingName, partName, pastAfter, pushNotes, readMappingFile, remoteRef, renewedRecord, unreadable, unsendablePart, wantRefs, withdrawalOf } from "./run.mjs";
import { readYaml } from "./yaml.mjs";
import { isAbsolute, join, normalize, posix, relative, resolve } from "node:path";
import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";

// src/interface/replies.ts
/** Messages the interface shows, in its exact words (§7). */
const messages = {
	attributeMissing: "Attribute missing",
	objectTypeMissing: "Object Type missing",
	targetLocked: "Target Object already locked by another request",
	objectIdRequired: "objectId is required",
	requestNotFound: "Request not found",
	recordLocked: "Request record is locked",
	notOpen: "Request not in open or assigned status",
	notAuthorizedToUpdate: "User not authorized to update Request",
	created: "Request created",
	updated: "Request updated"
};
/**
* Reads a number that may come as a JSON number or as a quoted string (interface §2.1, last paragraph).
* Anything that is not a whole number gives null.
*/
function readInteger(value) {
	if (typeof value === "number") return Number.isSafeInteger(value) ? value : null;
	if (typeof value !== "string" || !/^\s*-?\d{1,15}\s*$/.test(value)) return null;
	return Number(value);
}
/** True when a stored value is the one that was sent; numbers may come as strings. */
function isValue(stored, sent) {
	return typeof sent === "number" ? readInteger(stored) === sent : stored === sent;
}
/** Reads a request number; null for what no service gives, such as 0. */
function readRequestNumber(value) {
	const number = readInteger(value);
	return number !== null && number > 0 ? number : null;
}
function isRecord(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
/**
* Reads the body of a reply (UTF-8 text). Never throws: what cannot be understood comes back as `unreadable` with the
* reason in words; an `rtn` with an unknown `sev` is unreadable too, since it must not pass for a success.
*/
function readReply(body) {
	let json;
	try {
		json = JSON.parse(body.replace(/^\uFEFF/, ""));
	} catch {
		return { unreadable: body.trim() === "" ? "the body is empty" : "the body is not JSON" };
	}
	if (!isRecord(json) || !isRecord(json.rtn)) return { unreadable: "the body has no rtn object" };
	const sev = readInteger(json.rtn.sev);
	if (sev !== 10 && sev !== 20 && sev !== 30) return { unreadable: `rtn.sev is ${JSON.stringify(json.rtn.sev)}` };
	return {
		sev,
		msg: typeof json.rtn.msg === "string" ? json.rtn.msg : "",
		existingObjectId: sev === 30 ? readRequestNumber(json.rtn.existingObjectId) : null,
		request: sev !== 30 && isRecord(json.request) ? json.request : null
	};
}
/** True when the reply is of the kind in which `rtn` could be read. */
function isReply(reply) {
	return "sev" in reply;
}
/** The message begins as one of the interface's own; case, blanks and trailing text do not matter. */
function saysLike(reply, message) {
	return reply.msg.trim().replace(/\s+/g, " ").toLowerCase().startsWith(message.toLowerCase());
}
/**
* True for a refusal because another request holds the object: it names that request, or says "already locked" in words
* of its own (interface §4.1 and §7 differ). A locked request record is another matter.
*/
function saysLocked({ sev, msg, existingObjectId }) {
	if (sev !== 30) return false;
	return existingObjectId !== null || /\balready[\s-]+locked\b/i.test(msg) && !/\brecord\b/i.test(msg);
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

// src/interface/fields.ts
const yesNo = ["*YES", "*NO"];
const defaultYesNo = [
	"*DFT",
	"*NO",
	"*YES"
];
/** Reasons for a request, interface §2.3. */
const reasons = [
	"*MIGRATE",
	"*DELETE",
	"*RECOMPILE",
	"*UPDATE"
];
/** How a create assigns an RFP, interface §2.4. */
const createRfpAssignments = [
	"*NO",
	"*YES",
	"*AUTO",
	"*NEW"
];
/** The 42 fields of a create request, interface §2.1, in its order. */
const createFields = [
	{
		name: "appl",
		type: "string",
		required: true,
		about: "ID of the target application."
	},
	{
		name: "lvl",
		type: "integer",
		required: true,
		about: "Level number of the application that permits check-outs."
	},
	{
		name: "objn",
		type: "string",
		required: true,
		about: "Name of the object requested."
	},
	{
		name: "objt",
		type: "string",
		about: "Object type code. Left out, the service derives it from the Git attribute mapping, installation history or the cross-reference."
	},
	{
		name: "attr",
		type: "string",
		about: "Attribute code that sets behaviour and target locations. Left out, the service derives it from the Git attribute mapping or installation history."
	},
	{
		name: "rpth",
		type: "string",
		about: "Relative part of an IFS path, appended to the attribute's target directory. Starts with /."
	},
	{
		name: "srcn",
		type: "string",
		default: "objn",
		about: "Source member name or IFS source file name."
	},
	{
		name: "srca",
		type: "string",
		about: "Source type of the member. Defaults to the existing member's."
	},
	{
		name: "srcd",
		type: "string",
		about: "Text of the member. Defaults to the existing member's."
	},
	{
		name: "rsn",
		type: "string",
		values: reasons,
		default: "*MIGRATE",
		about: "Reason for the request."
	},
	{
		name: "user",
		type: "string",
		default: "owner of the token",
		about: "Developer assigned to the request."
	},
	{
		name: "folb",
		type: "string",
		about: "Library or IFS path holding the object to migrate."
	},
	{
		name: "fslb",
		type: "string",
		about: "Library or IFS path holding the source to migrate."
	},
	{
		name: "fsfl",
		type: "string",
		about: "Source file holding the member. Defaults to the attribute's."
	},
	{
		name: "copy",
		type: "string",
		values: ["*NO", "*YES"],
		default: "*NO",
		about: "Copy source or object from the target environment into the from-library. Only with rsn *MIGRATE."
	},
	{
		name: "repo",
		type: "string",
		laterOnly: true,
		about: "ID of the Git repository at the service."
	},
	{
		name: "gpath",
		type: "string",
		laterOnly: true,
		about: "Path of the file in the repository."
	},
	{
		name: "gfile",
		type: "string",
		laterOnly: true,
		about: "File name in the repository."
	},
	{
		name: "branch",
		type: "string",
		laterOnly: true,
		about: "Git branch linked to the object."
	},
	{
		name: "proj",
		type: "string",
		about: "Project; *BRANCH takes project, task and subtask from the project linked to the branch."
	},
	{
		name: "task",
		type: "integer",
		about: "Active task number; 0: assigned directly to the project."
	},
	{
		name: "stsk",
		type: "integer",
		about: "Active subtask number; 0: assigned directly to project or task."
	},
	{
		name: "arfp",
		type: "string",
		values: createRfpAssignments,
		default: "*NO",
		about: "Whether and how an RFP is assigned."
	},
	{
		name: "rfp",
		type: "integer",
		about: "RFP number to assign; only with arfp *YES."
	},
	{
		name: "rfpd",
		type: "string",
		default: "*TASK",
		about: "Description for a new RFP, or for searching one; *TASK takes it from the task or project."
	},
	{
		name: "creq",
		type: "string",
		values: yesNo,
		default: "*YES",
		about: "Generate requests for the next level once this level's RFP completes."
	},
	{
		name: "areq",
		type: "string",
		values: [
			"*YES",
			"*NO",
			"*MANUAL"
		],
		default: "*YES",
		about: "Whether the generated next-level requests go into an RFP."
	},
	{
		name: "sreq",
		type: "string",
		values: yesNo,
		default: "*YES",
		about: "Place the RFP in the send list."
	},
	{
		name: "lock",
		type: "string",
		values: yesNo,
		default: "*YES",
		about: "Put the request in locked status."
	},
	{
		name: "csqo",
		type: "integer",
		about: "Compile sequence among objects of the same RFP, lowest first."
	},
	{
		name: "data",
		type: "string",
		special: [
			"*SAME",
			"*MIGRATE",
			"*NONE"
		],
		default: "*SAME",
		about: "Origin of data copied into a new or modified file: *SAME, *MIGRATE, *NONE or a file name."
	},
	{
		name: "dmbr",
		type: "string",
		special: ["*ALL", "*FIRST"],
		default: "*ALL",
		about: "Members to copy into the new version of a file: *ALL, *FIRST or a name."
	},
	{
		name: "rpgm",
		type: "string",
		values: [
			"*DEFAULT",
			"*NO",
			"*YES"
		],
		default: "*DEFAULT",
		about: "Whether the fast data-mapping facility maps data to the new file version."
	},
	{
		name: "rjrn",
		type: "string",
		values: defaultYesNo,
		default: "*DFT",
		about: "Reapply journaling attributes."
	},
	{
		name: "rcst",
		type: "string",
		values: defaultYesNo,
		default: "*DFT",
		about: "Reapply constraints."
	},
	{
		name: "rtrg",
		type: "string",
		values: defaultYesNo,
		default: "*DFT",
		about: "Reapply triggers."
	},
	{
		name: "rlfm",
		type: "string",
		values: defaultYesNo,
		default: "*DFT",
		about: "Reapply logical file members."
	},
	{
		name: "dir",
		type: "string",
		values: yesNo,
		about: "For an *IFS object: *YES is a directory, *NO a file."
	},
	{
		name: "vref",
		type: "string",
		about: "Identifier for the transaction log record."
	},
	{
		name: "pipe",
		type: "string",
		about: "Pipeline server ID to be notified about the RFP. With pipa and tkey."
	},
	{
		name: "pipa",
		type: "string",
		about: "Attribute defined for a *PIPE object. With pipe and tkey."
	},
	{
		name: "tkey",
		type: "string",
		about: "Key of the pipeline job to update. With pipe and pipa."
	}
];
/** The 13 fields of an update request, interface §2.6, in its order. Omitted or `*SAME`: the stored value stays. */
const updateFields = [
	{
		name: "objectId",
		type: "integer",
		required: true,
		about: "Request number; must be greater than 0."
	},
	{
		name: "attr",
		type: "string",
		default: "*SAME",
		about: "Replacement attribute."
	},
	{
		name: "srcn",
		type: "string",
		default: "*SAME",
		about: "Replacement source name; *OBJ: the object name."
	},
	{
		name: "srca",
		type: "string",
		default: "*SAME",
		about: "Replacement source type."
	},
	{
		name: "srcd",
		type: "string",
		default: "*SAME",
		about: "Replacement source text."
	},
	{
		name: "user",
		type: "string",
		default: "*SAME",
		about: "Replacement programmer."
	},
	{
		name: "csqo",
		type: "integer",
		about: "Replacement compile subsequence; 0: unchanged."
	},
	{
		name: "arfp",
		type: "string",
		values: [
			"*SAME",
			"*NO",
			"*YES",
			"*AUTO",
			"*NEW"
		],
		default: "*SAME",
		about: "Change of the RFP assignment."
	},
	{
		name: "rfp",
		type: "integer",
		about: "RFP to assign when arfp is *YES."
	},
	{
		name: "rfpd",
		type: "string",
		default: "*SAME",
		about: "Description for a new or searched RFP."
	},
	{
		name: "lock",
		type: "string",
		values: [
			"*SAME",
			"*YES",
			"*NO"
		],
		default: "*SAME",
		about: "Locked status."
	},
	{
		name: "gpath",
		type: "string",
		default: "*SAME",
		about: "Replacement Git path."
	},
	{
		name: "gfile",
		type: "string",
		default: "*SAME",
		about: "Replacement Git file name."
	}
];
const createByName = new Map(createFields.map((field) => [field.name, field]));
/** What a value with a star would have to be, when the field does not know it (§2.5); null: nothing against it. */
function specialsInstead({ special }, value) {
	return special === void 0 || !value.startsWith("*") || special.includes(value) ? null : special;
}
/** The create field of that name, or undefined. */
function createField(name) {
	return createByName.get(name);
}

// src/glob/syntax.ts
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

// src/glob/names.ts
/** Reads a pattern without choices, name by name; a name is what stands between two slashes. */
/**
* Stand for a capture in the names. Halves of a character, since no pattern and no file name holds those alone, so that
* nothing else is taken for a mark (by an expression with the flag `u`).
*/
const marks = {
	word: "\ud800",
	number: "\ud801"
};
/** A star, and nothing else is spelled so. */
const star = "[^/]*?";
/** Captures with the name of a number field (interface §2.1) match digits only. */
const numberFields = new Set(createFields.filter((field) => field.type === "integer").map((field) => field.name));
const captureName = /^[A-Za-z][\w-]*$/;
/** An escaped character, stars, a class, a capture, or a single character. */
const partOfPattern = new RegExp(`\\\\([^]?)|\\*+|${classSource}|\\{([^}]*)\\}|[^]`, "gu");
/**
* Reads a pattern without choices.
* @throws GlobError what is wrong with it, and what would be right
*/
function readNames(flat) {
	const captures = [];
	const names = [""];
	let endless = false;
	for (const part of flat.matchAll(partOfPattern)) {
		if (part[0] === "/") names.push("");
		else names.push(`${names.pop()}${readPart$1(flat, part, captures)}`);
		const isNumber = part[2] !== void 0 && numberFields.has(part[2]);
		if (endless && isNumber) throw new GlobError("two numbers with no plain character between them", "a character that is no digit between two numbers, as in `{task}.{stsk}` or `{task}{.,_}{stsk}`");
		endless = isNumber || endless && /^(?:[0-9?]|\[.+)$/su.test(part[0]);
	}
	return {
		names: names.map((name) => name === "[^/]*?" ? `(?=.)${star}` : name),
		captures
	};
}
/** The source of what a part of the pattern means within a name; a new capture is added. */
function readPart$1(flat, part, captures) {
	const [text, escaped, word] = part;
	if (escaped !== void 0) return readEscape(escaped);
	if (word !== void 0) return readCapture(word, captures);
	if (text.startsWith("*")) return readStars(flat, part.index, text);
	if (text.startsWith("[") && text.length > 1) return readClass(text);
	return text === "?" ? "[^/]" : plain$1(text);
}
function plain$1(character) {
	return character.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
}
function readEscape(escaped) {
	if (escaped !== "" && "*?{}[],\\".includes(escaped)) return plain$1(escaped);
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
	const alone = aloneBefore && (next === void 0 || next === "/");
	if (stars === "*") return star;
	if (stars === "**" && alone) return stars;
	throw new GlobError(`\`${stars}\` beside other characters`, "`**` alone between slashes, as in `**/*.RPGLE`; within a name `*`");
}
/** A class: single characters and ranges, `!` or `^` first for "none of these"; a backslash in it is plain. */
function readClass(text) {
	const negated = /^\[[!^]/.test(text);
	const members = text.slice(negated ? 2 : 1, -1).replace(/[\\[\]]/g, "\\$&");
	const source = `(?!\\/)[${negated ? "^" : ""}${members}]`;
	try {
		new RegExp(source, "u");
	} catch (cause) {
		if (!(cause instanceof SyntaxError)) throw cause;
		throw new GlobError(`\`${text}\``, "a range from the lower to the higher character, as in `[a-z]`");
	}
	return source;
}

// src/glob/expression.ts
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
const number$2 = "[0-9]{1,20}?";
const starOrWord = `${RegExp.escape(star)}|${marks.word}`;
/** Before each star or captured word. */
const beforeVariable = new RegExp(`(?=${starOrWord})`, "u");
const variables = new RegExp(`${starOrWord}|${marks.number}`, "gu");
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
		return `(?<${group}>${mark === marks.number ? number$2 : word})`;
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

// src/glob/match.ts
/** Holds a text against a compiled pattern. */
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
/** Which branch rule wins for a branch, and why others do not. */
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

// src/glob/choices.ts
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

// src/glob/glob.ts
/**
* The pattern language of the mapping: a glob with captures, read into one regular expression.
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

// src/mapping/pattern-list.ts
/** Which letters are the same when case is ignored is certain for these; for others the expressions decide. */
const ascii$1 = /^[\0-\x7f]*$/;
/** True for a pattern that stands for one text only. */
function isWrittenOut(source) {
	return !/[*?{}[\]\\]/.test(source);
}
/** @param ignoreCase whether the patterns do; those that heed case are few, and are tried one by one. */
function patternList(globs, ignoreCase) {
	const isOrdered = globs.some(({ captures }) => captures.length > 0);
	const isPlain = ({ source }) => ignoreCase && !isOrdered && isWrittenOut(source) && ascii$1.test(source);
	return {
		globs,
		plain: new Set(globs.filter(isPlain).map(({ source }) => source.toLowerCase())),
		others: globs.filter((glob) => !isPlain(glob))
	};
}
/** The captures of the first pattern that matches, or null when none does. */
function matchList({ globs, plain, others }, text) {
	const isCertain = plain.size > 0 && ascii$1.test(text);
	if (isCertain && plain.has(text.toLowerCase())) return {};
	for (const glob of isCertain ? others : globs) {
		const captures = matchGlob(glob, text);
		if (captures !== null) return captures;
	}
	return null;
}
/** False when no path that the patterns match stands in this directory. */
function mayBeInDirectory({ globs, plain, others }) {
	const directories = new Set(Array.from(plain, (path) => path.slice(0, Math.max(0, path.lastIndexOf("/")))));
	return (gpath) => {
		const isCertain = plain.size > 0 && ascii$1.test(gpath);
		if (isCertain && directories.has(gpath.toLowerCase())) return true;
		return (isCertain ? others : globs).some(({ directory }) => directory.test(gpath));
	};
}

// src/mapping/glob-index.ts
/** Indexes rules. What was found for an extension in a directory is kept, since files have many neighbours. */
function indexRules(rules) {
	const indexed = rules.map(indexRule);
	const named = new Set(indexed.flatMap(({ extensions }) => [...extensions ?? []]));
	const known = /* @__PURE__ */ new Map();
	return ({ gpath, gfile }) => {
		const extension = extensionOf(gfile);
		const kind = named.has(extension) ? extension : ascii$1.test(extension) ? "" : "*";
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
	return indexed.filter(({ extensions }) => extensions === null || kind === "*" || extensions.has(kind)).filter(({ directories }) => directories.every((mayHold) => mayHold(gpath))).map(({ rule }) => rule);
}
/** After the last `.`, in lower case; empty when there is none. */
function extensionOf(gfile) {
	const dot = gfile.lastIndexOf(".");
	return dot < 0 ? "" : gfile.slice(dot + 1).toLowerCase();
}
function indexRule(rule) {
	const directories = [];
	let extensions = null;
	for (const part of rule.parts) {
		if (part.part === "gpath") directories.push((gpath) => matchList(part, gpath) !== null);
		if (part.part === "path") directories.push(mayBeInDirectory(part));
		if (part.part === "path" || part.part === "gfile") extensions ??= extensionsOf(part.globs);
	}
	return {
		rule,
		extensions,
		directories
	};
}
function extensionsOf(globs) {
	const all = /* @__PURE__ */ new Set();
	for (const { extensions } of globs) {
		if (extensions === null) return null;
		for (const extension of extensions) all.add(extension);
	}
	return all;
}

// node_modules/zod/v4/core/util.js
function getEnumValues(entries) {
	const numericValues = Object.values(entries).filter((v) => typeof v === "number");
	return Object.entries(entries).filter(([k, _]) => numericValues.indexOf(+k) === -1).map(([_, v]) => v);
}
function jsonStringifyReplacer(_, value) {
	if (typeof value === "bigint") return value.toString();
	return value;
}
var Cached = class {
	constructor(getter) {
		this._getter = getter;
		this._value = void 0;
	}
	get value() {
		const getter = this._getter;
		if (getter !== void 0) {
			this._value = getter();
			this._getter = void 0;
		}
		return this._value;
	}
};
function cached(getter) {
	return new Cached(getter);
}
function nullish(input) {
	return input === null || input === void 0;
}
function cleanRegex(source) {
	const start = source.startsWith("^") ? 1 : 0;
	const end = source.endsWith("$") ? source.length - 1 : source.length;
	return source.slice(start, end);
}
function assignProp(target, prop, value) {
	Object.defineProperty(target, prop, {
		value,
		writable: true,
		enumerable: true,
		configurable: true
	});
}
const captureStackTrace = "captureStackTrace" in Error ? Error.captureStackTrace : (..._args) => {};
function isObject(data) {
	return typeof data === "object" && data !== null && !Array.isArray(data);
}
function isPlainObject(o) {
	if (isObject(o) === false) return false;
	const ctor = o.constructor;
	if (ctor === void 0) return true;
	if (typeof ctor !== "function") return true;
	const prot = ctor.prototype;
	if (isObject(prot) === false) return false;
	if (Object.prototype.hasOwnProperty.call(prot, "isPrototypeOf") === false) return false;
	return true;
}
function shallowClone(o) {
	if (isPlainObject(o)) return { ...o };
	if (Array.isArray(o)) return [...o];
	if (o instanceof Map) return new Map(o);
	if (o instanceof Set) return new Set(o);
	return o;
}
const propertyKeyTypes = /* @__PURE__*/ new Set([
	"string",
	"number",
	"symbol"
]);
function escapeRegex(str) {
	return str.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
function clone(inst, def, params) {
	const cl = new inst._zod.constr(def ?? inst._zod.def);
	if (!def || params?.parent) cl._zod.parent = inst;
	return cl;
}
function normalizeParams(_params) {
	const params = _params;
	if (!params) return {};
	if (typeof params === "string") return { error: () => params };
	if (params?.message !== void 0) {
		if (params?.error !== void 0) throw new Error("Cannot specify both `message` and `error` params");
		params.error = params.message;
	}
	delete params.message;
	if (typeof params.error === "string") return {
		...params,
		error: () => params.error
	};
	return params;
}
function optionalKeys(shape) {
	return Object.keys(shape).filter((k) => {
		return shape[k]._zod.optin !== void 0 && shape[k]._zod.optout === "optional";
	});
}
const NUMBER_FORMAT_RANGES = /*@__PURE__*/ (() => ({
	safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	int32: [-2147483648, 2147483647],
	uint32: [0, 4294967295],
	float32: [-34028234663852886e22, 34028234663852886e22],
	float64: [-Number.MAX_VALUE, Number.MAX_VALUE]
}))();
const BIGINT_FORMAT_RANGES = {
	int64: [/* @__PURE__*/ BigInt("-9223372036854775808"), /* @__PURE__*/ BigInt("9223372036854775807")],
	uint64: [/* @__PURE__*/ BigInt(0), /* @__PURE__*/ BigInt("18446744073709551615")]
};
function aborted(x, startIndex = 0) {
	if (x.aborted === true) return true;
	for (let i = startIndex; i < x.issues.length; i++) if (x.issues[i]?.continue !== true) return true;
	return false;
}
function explicitlyAborted(x, startIndex = 0) {
	if (x.aborted === true) return true;
	for (let i = startIndex; i < x.issues.length; i++) if (x.issues[i]?.continue === false) return true;
	return false;
}
function prefixIssues(path, issues) {
	return issues.map((iss) => {
		var _a;
		(_a = iss).path ?? (_a.path = []);
		iss.path.unshift(path);
		return iss;
	});
}
function unwrapMessage(message) {
	return typeof message === "string" ? message : message?.message;
}
/** The leading size checks of `defChecks` that set an upper bound, each paired with it. */
function sizeCaps(defChecks) {
	const caps = [];
	for (const ch of defChecks ?? []) {
		const d = ch._zod.def;
		if (!/_(length|size)$|_equals$/.test(d.check)) break;
		const max = d.maximum ?? d.length ?? d.size;
		if (max >= 0) caps.push([max, ch]);
	}
	return caps;
}
function attachSchema(issues, start, inst) {
	var _a;
	for (let i = start; i < issues.length; i++) (_a = issues[i]).schema ?? (_a.schema = inst);
}
function finalizeIssue(iss, ctx, config) {
	var _a;
	const traits = iss.inst?._zod?.traits;
	if (traits?.has("$ZodType")) {
		if (traits.has("$ZodCheck")) (_a = iss).schema ?? (_a.schema = iss.inst);
		else iss.schema = iss.inst;
	}
	const schemaError = iss.schema !== iss.inst ? iss.schema?._zod.def?.error : void 0;
	const message = iss.message ? iss.message : unwrapMessage(iss.inst?._zod.def?.error?.(iss)) ?? unwrapMessage(schemaError?.(iss)) ?? unwrapMessage(ctx?.error?.(iss)) ?? unwrapMessage(config.customError?.(iss)) ?? unwrapMessage(config.localeError?.(iss)) ?? "Invalid input";
	const full = {};
	for (const k of Object.keys(iss)) {
		if (k === "inst" || k === "schema" || k === "continue" || k === "input" || k === "__proto__") continue;
		full[k] = iss[k];
	}
	full.path ?? (full.path = []);
	full.message = message;
	if (ctx?.reportInput) full.input = iss.input;
	return full;
}
const highSurrogate = /[\uD800-\uDBFF]/;
function codePointLength(str) {
	const units = str.length;
	if (!highSurrogate.test(str)) return units;
	let count = units;
	for (let i = 0; i < units - 1; i++) if ((str.charCodeAt(i) & 64512) === 55296 && (str.charCodeAt(i + 1) & 64512) === 56320) {
		count--;
		i++;
	}
	return count;
}
function getLengthableOrigin(input) {
	if (Array.isArray(input)) return "array";
	if (typeof input === "string") return "string";
	return "unknown";
}
function issue(...args) {
	const [iss, input, inst] = args;
	if (typeof iss === "string") return {
		message: iss,
		code: "custom",
		input,
		inst
	};
	return { ...iss };
}
/**
* Installs a trait's members on its prototype. Each value builds that member for the instance on first read; the built value shadows the accessor as an own property, so a detached `const { parse } = schema` keeps working.
*
* Call this from a `proto` initializer, which runs once per prototype — never per instance.
*/
function members(proto, table) {
	for (const key in table) {
		const desc = Object.getOwnPropertyDescriptor(table, key);
		if (desc.get) Object.defineProperty(proto, key, {
			...desc,
			enumerable: false
		});
		else defineBound(proto, key, desc.value);
	}
}
/** Shadows a prototype member with an own value, so a getter that builds from the instance runs once. */
function own(inst, key, value, enumerable = true) {
	Object.defineProperty(inst, key, {
		configurable: true,
		writable: true,
		enumerable,
		value
	});
	return value;
}
/** Like {@link own}, for a member that was never an own data property and has to stay out of `Object.keys`. */
function hide(inst, key, value) {
	return own(inst, key, value, false);
}
function defineBound(proto, key, fn) {
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			return this == null ? fn : own(this, key, fn.bind(this));
		},
		set(value) {
			own(this, key, value);
		}
	});
}
/** Returns the prototype to install on, or `undefined` if this group is already installed on it. */
function claim(inst, sentinel) {
	const proto = Object.getPrototypeOf(inst);
	return sentinel in proto ? void 0 : proto;
}
let installing;
let broke = false;
const breaker = {
	configurable: true,
	get() {
		broke = true;
	}
};
/**
* Installs a lazily-derived internal on the `_zod` prototype of `inst`'s
* constructor, computed from the internals object itself and cached there on
* first read. One accessor per constructor rather than one per instance.
*/
function defineLazyInternal(inst, key, compute) {
	const proto = Object.getPrototypeOf(inst._zod);
	if (key in proto && installing !== inst._zod) {
		installing = void 0;
		return;
	}
	installing = inst._zod;
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			Object.defineProperty(this, key, breaker);
			const outer = broke;
			broke = false;
			try {
				const value = compute(this);
				if (broke) delete this[key];
				else Object.defineProperty(this, key, {
					configurable: true,
					writable: true,
					value
				});
				broke = broke || outer;
				return value;
			} catch (err) {
				delete this[key];
				broke = broke || outer;
				throw err;
			}
		},
		set(value) {
			Object.defineProperty(this, key, {
				configurable: true,
				writable: true,
				value
			});
		}
	});
}
/**
* Installs `key` on `inst`'s prototype, computed by `make` on first read and cached there as an own
* data property. One accessor per constructor rather than one per instance, because an own accessor
* puts every instance after the first into v8 dictionary mode. The key doubles as the sentinel.
*/
function installLazyProp(inst, key, make, enumerable) {
	const proto = claim(inst, key);
	if (!proto) return;
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			const desc = {
				configurable: true,
				writable: true,
				enumerable,
				value: void 0
			};
			Object.defineProperty(this, key, desc);
			desc.value = make(this);
			Object.defineProperty(this, key, desc);
			return desc.value;
		},
		set(value) {
			Object.defineProperty(this, key, {
				configurable: true,
				writable: true,
				enumerable,
				value
			});
		}
	});
}

// node_modules/zod/v4/core/core.js
var _a$1;
const _zodDesc = {
	value: void 0,
	enumerable: false
};
let _E = "captureStackTrace" in Error ? Error : null;
function newError(Definition) {
	const E = _E;
	if (E) {
		const saved = E.stackTraceLimit;
		if (typeof saved === "number") {
			try {
				E.stackTraceLimit = 0;
			} catch {
				_E = null;
				return new Definition();
			}
			try {
				return new Definition();
			} finally {
				E.stackTraceLimit = saved;
			}
		}
	}
	return new Definition();
}
/* @__NO_SIDE_EFFECTS__ */
function $constructor(name, initializer, proto, params) {
	const zodProto = {};
	function Internals(def) {
		this.def = def;
		this.constr = _;
		this.traits = /* @__PURE__ */ new Set();
	}
	Internals.prototype = zodProto;
	const protoMembers = proto;
	const initialized = protoMembers && /* @__PURE__ */ new WeakSet();
	function init(inst, def) {
		if (!inst._zod) {
			_zodDesc.value = new Internals(def);
			try {
				Object.defineProperty(inst, "_zod", _zodDesc);
			} finally {
				_zodDesc.value = void 0;
			}
		} else if (inst._zod.traits.has(name)) return;
		inst._zod.traits.add(name);
		initializer(inst, def);
		if (initialized) {
			const own = Object.getPrototypeOf(inst);
			const ctorProto = inst._zod.constr.prototype;
			let up = own;
			while (up && up !== ctorProto) up = Object.getPrototypeOf(up);
			const target = up ?? own;
			if (!initialized.has(target)) {
				initialized.add(target);
				members(target, protoMembers);
			}
		}
		const proto = _.prototype;
		for (const k in proto) {
			if (!Object.prototype.hasOwnProperty.call(proto, k)) continue;
			if (!(k in inst)) inst[k] = proto[k].bind(inst);
		}
	}
	const Parent = params?.Parent ?? Object;
	class Definition extends Parent {}
	Object.defineProperty(Definition, "name", { value: name });
	function _(def) {
		const inst = params?.Parent ? newError(Definition) : this;
		init(inst, def);
		const deferred = inst._zod.deferred;
		if (deferred) {
			for (const fn of deferred) fn();
			inst._zod.deferred = void 0;
		}
		const pp = globalThis.__zod_globalConfig?.postProcessor;
		if (pp) pp(inst);
		return inst;
	}
	Object.defineProperty(_, "init", { value: init });
	Object.defineProperty(_, Symbol.hasInstance, { value: (inst) => {
		if (params?.Parent && inst instanceof params.Parent) return true;
		return inst?._zod?.traits?.has(name);
	} });
	Object.defineProperty(_, "name", { value: name });
	return _;
}
var $ZodAsyncError = class extends Error {
	constructor() {
		super(`Encountered Promise during synchronous parse. Use .parseAsync() instead.`);
	}
};
(_a$1 = globalThis).__zod_globalConfig ?? (_a$1.__zod_globalConfig = {});
const globalConfig = globalThis.__zod_globalConfig;
function config(newConfig) {
	if (newConfig) Object.assign(globalConfig, newConfig);
	return globalConfig;
}

// node_modules/zod/v4/core/errors.js
function _getMessage() {
	const internals = this._zod;
	internals.message ?? (internals.message = JSON.stringify(internals.def, jsonStringifyReplacer, 2));
	return internals.message;
}
function _setMessage(value) {
	this._zod.message = value;
}
const _messageDesc = {
	get: _getMessage,
	set: _setMessage,
	enumerable: true,
	configurable: true
};
const _issuesDesc = {
	value: void 0,
	enumerable: false
};
const _installedToString = /* @__PURE__ */ new WeakSet([Object.prototype, Error.prototype]);
const initializer = (inst, def) => {
	inst.name = "$ZodError";
	_issuesDesc.value = def;
	Object.defineProperty(inst, "issues", _issuesDesc);
	_issuesDesc.value = void 0;
	Object.defineProperty(inst, "message", _messageDesc);
	const proto = Object.getPrototypeOf(inst);
	if (!_installedToString.has(proto)) {
		_installedToString.add(proto);
		Object.defineProperty(proto, "toString", {
			configurable: true,
			enumerable: false,
			get() {
				const value = () => this.message;
				Object.defineProperty(this, "toString", {
					value,
					configurable: true,
					writable: true
				});
				return value;
			},
			set(value) {
				Object.defineProperty(this, "toString", {
					value,
					configurable: true,
					writable: true
				});
			}
		});
	}
};
const $ZodRealError = /* @__PURE__ */ $constructor("$ZodError", initializer, void 0, { Parent: Error });

// node_modules/zod/v4/core/parse.js
const _parse = (_Err) => {
	const fn = (schema, value, _ctx, _params) => {
		const ctx = _ctx ? {
			..._ctx,
			async: false
		} : { async: false };
		const result = schema._zod.run({
			value,
			issues: []
		}, ctx);
		if (result instanceof Promise) throw new $ZodAsyncError();
		if (result.issues.length) {
			const e = new ((_params?.Err) ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
			captureStackTrace(e, _params?.callee ?? fn);
			throw e;
		}
		return result.value;
	};
	return fn;
};
const parse = /* @__PURE__*/ _parse($ZodRealError);
const _parseAsync = (_Err) => {
	const fn = async (schema, value, _ctx, params) => {
		const ctx = _ctx ? {
			..._ctx,
			async: true
		} : { async: true };
		let result = schema._zod.run({
			value,
			issues: []
		}, ctx);
		if (result instanceof Promise) result = await result;
		if (result.issues.length) {
			const e = new ((params?.Err) ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
			captureStackTrace(e, params?.callee ?? fn);
			throw e;
		}
		return result.value;
	};
	return fn;
};
const parseAsync = /* @__PURE__*/ _parseAsync($ZodRealError);
const _safeParse = (_Err) => (schema, value, _ctx) => {
	const ctx = _ctx ? {
		..._ctx,
		async: false
	} : { async: false };
	const result = schema._zod.run({
		value,
		issues: []
	}, ctx);
	if (result instanceof Promise) throw new $ZodAsyncError();
	return result.issues.length ? failure(_Err, result.issues, ctx) : {
		success: true,
		data: result.value
	};
};
const safeParse = /* @__PURE__*/ _safeParse($ZodRealError);
function failure(Err, issues, ctx) {
	let error;
	return {
		success: false,
		get error() {
			if (!error) {
				error = new Err(issues.map((iss) => finalizeIssue(iss, ctx, config())));
				issues = void 0;
				ctx = void 0;
			}
			return error;
		},
		set error(e) {
			error = e;
			issues = void 0;
			ctx = void 0;
		}
	};
}
const _safeParseAsync = (_Err) => async (schema, value, _ctx) => {
	const ctx = _ctx ? {
		..._ctx,
		async: true
	} : { async: true };
	let result = schema._zod.run({
		value,
		issues: []
	}, ctx);
	if (result instanceof Promise) result = await result;
	return result.issues.length ? failure(_Err, result.issues, ctx) : {
		success: true,
		data: result.value
	};
};
const safeParseAsync = /* @__PURE__*/ _safeParseAsync($ZodRealError);

// node_modules/zod/v4/core/regexes.js
const base64 = /^$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$/;
const base64url = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$/;
const anyString = /^[\s\S]{0,}$/;
const integer = /^-?\d+$/;
const number$1 = /^-?\d+(?:\.\d+)?$/;
const boolean$1 = /^(?:true|false)$/i;
const _null$2 = /^null$/i;

// node_modules/zod/v4/core/checks.js
const $ZodCheck = /*@__PURE__*/ $constructor("$ZodCheck", (inst, def) => {
	var _a;
	inst._zod ?? (inst._zod = {});
	inst._zod.def = def;
	(_a = inst._zod).onattach ?? (_a.onattach = []);
});
/** Default `when` for length-based checks: run only on non-nullish values with a `length`. */
const _whenHasLength = (payload) => {
	const val = payload.value;
	return !nullish(val) && val.length !== void 0;
};
const numericOriginMap = {
	number: "number",
	bigint: "bigint",
	object: "date"
};
const $ZodCheckLessThan = /*@__PURE__*/ $constructor("$ZodCheckLessThan", (inst, def) => {
	$ZodCheck.init(inst, def);
	const origin = numericOriginMap[typeof def.value];
	inst._zod.check = (payload) => {
		if (def.inclusive ? payload.value <= def.value : payload.value < def.value) return;
		payload.issues.push({
			origin: numericOriginMap[typeof payload.value] ?? origin,
			code: "too_big",
			maximum: typeof def.value === "object" ? def.value.getTime() : def.value,
			input: payload.value,
			inclusive: def.inclusive,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckGreaterThan = /*@__PURE__*/ $constructor("$ZodCheckGreaterThan", (inst, def) => {
	$ZodCheck.init(inst, def);
	const origin = numericOriginMap[typeof def.value];
	inst._zod.check = (payload) => {
		if (def.inclusive ? payload.value >= def.value : payload.value > def.value) return;
		payload.issues.push({
			origin: numericOriginMap[typeof payload.value] ?? origin,
			code: "too_small",
			minimum: typeof def.value === "object" ? def.value.getTime() : def.value,
			input: payload.value,
			inclusive: def.inclusive,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckNumberFormat = /*@__PURE__*/ $constructor("$ZodCheckNumberFormat", (inst, def) => {
	$ZodCheck.init(inst, def);
	def.format = def.format || "float64";
	const isInt = def.format?.includes("int");
	const origin = isInt ? "int" : "number";
	const [minimum, maximum] = NUMBER_FORMAT_RANGES[def.format];
	inst._zod.check = (payload) => {
		const input = payload.value;
		if (isInt) {
			if (!Number.isInteger(input)) {
				payload.issues.push({
					expected: origin,
					format: def.format,
					code: "invalid_type",
					continue: false,
					input,
					inst
				});
				return;
			}
			if (!Number.isSafeInteger(input)) {
				if (input > 0) payload.issues.push({
					input,
					code: "too_big",
					maximum: Number.MAX_SAFE_INTEGER,
					note: "Integers must be within the safe integer range.",
					inst,
					origin,
					inclusive: true,
					continue: !def.abort
				});
				else payload.issues.push({
					input,
					code: "too_small",
					minimum: Number.MIN_SAFE_INTEGER,
					note: "Integers must be within the safe integer range.",
					inst,
					origin,
					inclusive: true,
					continue: !def.abort
				});
				return;
			}
		}
		if (input < minimum) payload.issues.push({
			origin: "number",
			input,
			code: "too_small",
			minimum,
			inclusive: true,
			inst,
			continue: !def.abort
		});
		if (input > maximum) payload.issues.push({
			origin: "number",
			input,
			code: "too_big",
			maximum,
			inclusive: true,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckMaxLength = /*@__PURE__*/ $constructor("$ZodCheckMaxLength", (inst, def) => {
	var _a;
	$ZodCheck.init(inst, def);
	(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
	inst._zod.check = (payload) => {
		const input = payload.value;
		const units = input.length;
		if ((typeof input === "string" && units > def.maximum ? codePointLength(input) : units) <= def.maximum) return;
		const origin = getLengthableOrigin(input);
		payload.issues.push({
			origin,
			code: "too_big",
			maximum: def.maximum,
			inclusive: true,
			input,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckMinLength = /*@__PURE__*/ $constructor("$ZodCheckMinLength", (inst, def) => {
	var _a;
	$ZodCheck.init(inst, def);
	(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
	inst._zod.check = (payload) => {
		const input = payload.value;
		const units = input.length;
		if ((typeof input === "string" && units >= def.minimum && units < def.minimum * 2 ? codePointLength(input) : units) >= def.minimum) return;
		const origin = getLengthableOrigin(input);
		payload.issues.push({
			origin,
			code: "too_small",
			minimum: def.minimum,
			inclusive: true,
			input,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckStringFormat = /*@__PURE__*/ $constructor("$ZodCheckStringFormat", (inst, def) => {
	var _a, _b;
	$ZodCheck.init(inst, def);
	if (def.pattern) (_a = inst._zod).check ?? (_a.check = (payload) => {
		def.pattern.lastIndex = 0;
		if (def.pattern.test(payload.value)) return;
		payload.issues.push({
			origin: "string",
			code: "invalid_format",
			format: def.format,
			input: payload.value,
			...def.pattern ? { pattern: def.pattern.toString() } : {},
			inst,
			continue: !def.abort
		});
	});
	else (_b = inst._zod).check ?? (_b.check = () => {});
});
const $ZodCheckRegex = /*@__PURE__*/ $constructor("$ZodCheckRegex", (inst, def) => {
	$ZodCheckStringFormat.init(inst, def);
	inst._zod.check = (payload) => {
		def.pattern.lastIndex = 0;
		if (def.pattern.test(payload.value)) return;
		payload.issues.push({
			origin: "string",
			code: "invalid_format",
			format: "regex",
			input: payload.value,
			pattern: def.pattern.toString(),
			inst,
			continue: !def.abort
		});
	};
});

// node_modules/zod/v4/core/versions.js
const version = {
	major: 4,
	minor: 6,
	patch: 7
};

// node_modules/zod/v4/core/schemas.js
const $ZodType = /*@__PURE__*/ $constructor("$ZodType", (inst, def) => {
	var _a;
	inst ?? (inst = {});
	inst._zod.def = def;
	inst._zod.bag = inst._zod.bag || {};
	inst._zod.version = version;
	const defChecks = inst._zod.def.checks;
	const checks = inst._zod.traits.has("$ZodCheck") ? [inst, ...defChecks ?? []] : defChecks?.length ? [...defChecks] : [];
	for (const ch of checks) for (const fn of ch._zod.onattach) fn(inst);
	if (checks.length === 0) {
		(_a = inst._zod).deferred ?? (_a.deferred = []);
		inst._zod.deferred?.push(() => {
			inst._zod.run = inst._zod.parse;
		});
	} else {
		const runChecks = (payload, checks, ctx) => {
			if (payload.memo) return payload;
			let isAborted = aborted(payload);
			let asyncResult;
			for (const ch of checks) {
				if (ch._zod.def.when) {
					if (explicitlyAborted(payload)) continue;
					if (!ch._zod.def.when(payload)) continue;
				} else if (isAborted) continue;
				const currLen = payload.issues.length;
				const _ = ch._zod.check(payload);
				if (_ instanceof Promise && ctx?.async === false) throw new $ZodAsyncError();
				if (asyncResult || _ instanceof Promise) asyncResult = (asyncResult ?? Promise.resolve()).then(async () => {
					await _;
					if (payload.issues.length === currLen) return;
					attachSchema(payload.issues, currLen, inst);
					if (!isAborted) isAborted = aborted(payload, currLen);
				});
				else {
					if (payload.issues.length === currLen) continue;
					attachSchema(payload.issues, currLen, inst);
					if (!isAborted) isAborted = aborted(payload, currLen);
				}
			}
			if (asyncResult) return asyncResult.then(() => {
				return payload;
			});
			return payload;
		};
		const handleCanaryResult = (canary, payload, ctx) => {
			if (aborted(canary)) {
				canary.aborted = true;
				return canary;
			}
			const checkResult = runChecks(payload, checks, ctx);
			if (checkResult instanceof Promise) {
				if (ctx.async === false) throw new $ZodAsyncError();
				return checkResult.then((checkResult) => inst._zod.parse(checkResult, ctx));
			}
			return inst._zod.parse(checkResult, ctx);
		};
		inst._zod.run = (payload, ctx) => {
			if (ctx.skipChecks) return inst._zod.parse(payload, ctx);
			if (ctx.direction === "backward") {
				const canary = inst._zod.parse({
					value: payload.value,
					issues: []
				}, {
					...ctx,
					skipChecks: true
				});
				if (canary instanceof Promise) return canary.then((canary) => {
					return handleCanaryResult(canary, payload, ctx);
				});
				return handleCanaryResult(canary, payload, ctx);
			}
			const result = inst._zod.parse(payload, ctx);
			if (result instanceof Promise) {
				if (ctx.async === false) throw new $ZodAsyncError();
				return result.then((result) => runChecks(result, checks, ctx));
			}
			return runChecks(result, checks, ctx);
		};
	}
}, {
	get "~standard"() {
		return hide(this, "~standard", standardProps(this));
	},
	set "~standard"(value) {
		own(this, "~standard", value);
	}
});
/** The Standard Schema surface for `inst`. Shared so wrappers can extend it without forcing it. */
const toStandardResult = (r, ctx) => r.issues.length ? { issues: r.issues.map((iss) => finalizeIssue(iss, ctx, config())) } : { value: r.value };
async function validateAsync(inst, value) {
	const ctx = { async: true };
	return toStandardResult(await inst._zod.run({
		value,
		issues: []
	}, ctx), ctx);
}
function standardProps(inst) {
	return {
		validate: (value) => {
			const ctx = { async: false };
			try {
				const r = inst._zod.run({
					value,
					issues: []
				}, ctx);
				if (!(r instanceof Promise)) return toStandardResult(r, ctx);
			} catch (_) {}
			return validateAsync(inst, value);
		},
		vendor: "zod",
		version: 1
	};
}
const $ZodString = /*@__PURE__*/ $constructor("$ZodString", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = def.pattern ?? anyString;
	inst._zod.parse = (payload, _) => {
		if (def.coerce) try {
			payload.value = String(payload.value);
		} catch (_) {}
		if (typeof payload.value === "string") return payload;
		payload.issues.push({
			expected: "string",
			code: "invalid_type",
			input: payload.value,
			inst
		});
		return payload;
	};
});
const base64Charset = /^[0-9a-zA-Z+/]*={0,2}$/;
const base64urlCharset = /^[A-Za-z0-9_-]*$/;
const $ZodNumber = /*@__PURE__*/ $constructor("$ZodNumber", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = number$1;
	inst._zod.parse = (payload, _ctx) => {
		if (def.coerce) try {
			payload.value = Number(payload.value);
		} catch (_) {}
		const input = payload.value;
		if (typeof input === "number" && !Number.isNaN(input) && Number.isFinite(input)) return payload;
		const received = typeof input === "number" ? Number.isNaN(input) ? "NaN" : !Number.isFinite(input) ? String(input) : void 0 : void 0;
		payload.issues.push({
			expected: "number",
			code: "invalid_type",
			input,
			inst,
			...received ? { received } : {}
		});
		return payload;
	};
});
const $ZodNumberFormat = /*@__PURE__*/ $constructor("$ZodNumberFormat", (inst, def) => {
	$ZodCheckNumberFormat.init(inst, def);
	$ZodNumber.init(inst, def);
});
const $ZodBoolean = /*@__PURE__*/ $constructor("$ZodBoolean", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = boolean$1;
	inst._zod.parse = (payload, _ctx) => {
		if (def.coerce) try {
			payload.value = Boolean(payload.value);
		} catch (_) {}
		const input = payload.value;
		if (typeof input === "boolean") return payload;
		payload.issues.push({
			expected: "boolean",
			code: "invalid_type",
			input,
			inst
		});
		return payload;
	};
});
const $ZodNull = /*@__PURE__*/ $constructor("$ZodNull", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = _null$2;
	inst._zod.values = /* @__PURE__ */ new Set([null]);
	inst._zod.parse = (payload, _ctx) => {
		const input = payload.value;
		if (input === null) return payload;
		payload.issues.push({
			expected: "null",
			code: "invalid_type",
			input,
			inst
		});
		return payload;
	};
});
const $ZodUnknown = /*@__PURE__*/ $constructor("$ZodUnknown", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.parse = (payload) => payload;
});
const $ZodNever = /*@__PURE__*/ $constructor("$ZodNever", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.parse = (payload, _ctx) => {
		payload.issues.push({
			expected: "never",
			code: "invalid_type",
			input: payload.value,
			inst
		});
		return payload;
	};
});
function capSize(inst, size) {
	const caps = sizeCaps(inst._zod.def.checks);
	if (!caps.length) return;
	const cap = Math.min(...caps.map((c) => c[0]));
	const parse = inst._zod.parse;
	inst._zod.parse = (payload, ctx) => {
		const n = size(payload.value);
		if (n > cap && !ctx?.skipChecks && ctx?.direction !== "backward") {
			for (const [max, ch] of sizeCaps(inst._zod.def.checks)) if (n > max && ch._zod.def.when(payload)) {
				const start = payload.issues.length;
				ch._zod.check(payload);
				payload.issues[start].continue = false;
				attachSchema(payload.issues, start, inst);
				return payload;
			}
		}
		return parse(payload, ctx);
	};
}
const arraySize = (input) => Array.isArray(input) ? input.length : -1;
function handleArrayResult(result, final, index) {
	if (result.issues.length) final.issues.push(...prefixIssues(index, result.issues));
	final.value[index] = result.value;
}
const $ZodArray = /*@__PURE__*/ $constructor("$ZodArray", (inst, def) => {
	$ZodType.init(inst, def);
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!Array.isArray(input)) {
			payload.issues.push({
				expected: "array",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		payload.value = memo ? memo.alloc(inst, payload, Array(input.length), ctx) : Array(input.length);
		const proms = [];
		const abortEarly = ctx?.abortEarly;
		for (let i = 0; i < input.length; i++) {
			const item = input[i];
			const result = def.element._zod.run({
				value: item,
				issues: []
			}, ctx);
			if (result instanceof Promise) proms.push(result.then((result) => handleArrayResult(result, payload, i)));
			else {
				handleArrayResult(result, payload, i);
				if (abortEarly && result.issues.length !== 0 && aborted(result)) break;
			}
		}
		if (proms.length) return Promise.all(proms).then(() => payload);
		return payload;
	};
	capSize(inst, arraySize);
});
function handlePropertyResult(result, final, key, input, optin, optout) {
	const isPresent = key in input;
	const isOptionalOut = optout === "optional";
	if (!isPresent && isOptionalOut && optin === "optional") return;
	if (result.issues.length) {
		if (optin !== void 0 && isOptionalOut && !isPresent) return;
		final.issues.push(...prefixIssues(key, result.issues));
	}
	if (!isPresent && optin === void 0) {
		if (!result.issues.length) final.issues.push({
			code: "invalid_type",
			expected: "nonoptional",
			input: void 0,
			path: [key]
		});
		return;
	}
	if (result.value === void 0) {
		if (isPresent || optin === "defaulted" && !isOptionalOut) final.value[key] = void 0;
	} else final.value[key] = result.value;
}
const NO_SYMBOL_KEYS = [];
function normalizeDef(def) {
	const keys = Object.keys(def.shape);
	const ownSymbols = Object.getOwnPropertySymbols(def.shape);
	const symbolKeys = ownSymbols.length ? ownSymbols : NO_SYMBOL_KEYS;
	const allKeys = symbolKeys.length ? [...keys, ...symbolKeys] : keys;
	for (const k of allKeys) if (!def.shape?.[k]?._zod?.traits?.has("$ZodType")) throw new Error(`Invalid element at key "${String(k)}": expected a Zod schema`);
	const okeys = optionalKeys(def.shape);
	return {
		...def,
		allKeys,
		symbolKeys,
		keySet: new Set(keys),
		numKeys: keys.length,
		optionalKeys: new Set(okeys)
	};
}
function handleCatchall(proms, input, payload, ctx, def, inst, abortEarly) {
	const unrecognized = [];
	const keySet = def.keySet;
	const _catchall = def.catchall._zod;
	const t = _catchall.def.type;
	const optin = _catchall.optin;
	const optout = _catchall.optout;
	let seen = 0;
	for (const key in input) {
		if (abortEarly && payload.issues.length !== seen) {
			if (aborted(payload, seen)) break;
			seen = payload.issues.length;
		}
		if (keySet.has(key)) continue;
		if (key === "__proto__") {
			if (t === "never") unrecognized.push(key);
			continue;
		}
		if (t === "never") {
			unrecognized.push(key);
			continue;
		}
		const r = _catchall.run({
			value: input[key],
			issues: []
		}, ctx);
		if (r instanceof Promise) proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
		else handlePropertyResult(r, payload, key, input, optin, optout);
	}
	if (unrecognized.length) payload.issues.push({
		code: "unrecognized_keys",
		keys: unrecognized,
		input,
		inst,
		continue: true
	});
	if (!proms.length) return payload;
	return Promise.all(proms).then(() => {
		return payload;
	});
}
const $ZodObject = /*@__PURE__*/ $constructor("$ZodObject", (inst, def) => {
	$ZodType.init(inst, def);
	const desc = Object.getOwnPropertyDescriptor(def, "shape");
	const sh = desc?.get ? desc.get.raw : def.shape ?? {};
	if (sh) {
		const get = () => {
			const newSh = { ...sh };
			Object.defineProperty(def, "shape", { value: newSh });
			get.raw = newSh;
			return newSh;
		};
		get.raw = sh;
		Object.defineProperty(def, "shape", { get });
	}
	const _normalized = cached(() => normalizeDef(def));
	defineLazyInternal(inst, "propValues", (zod) => {
		const shape = zod.def.shape;
		const propValues = {};
		for (const key in shape) {
			const field = shape[key]._zod;
			if (field.values) {
				if (!Object.prototype.hasOwnProperty.call(propValues, key)) assignProp(propValues, key, /* @__PURE__ */ new Set());
				for (const v of field.values) propValues[key].add(v);
				if (field.optin !== void 0) propValues[key].add(void 0);
			}
		}
		return propValues;
	});
	const isObject$1 = isObject;
	const catchall = def.catchall;
	let value;
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		value ?? (value = _normalized.value);
		const input = payload.value;
		if (!isObject$1(input)) {
			payload.issues.push({
				expected: "object",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
		const proms = [];
		const shape = value.shape;
		const abortEarly = ctx?.abortEarly;
		let seen = payload.issues.length;
		for (const key of value.allKeys) {
			if (abortEarly && payload.issues.length !== seen) {
				if (aborted(payload, seen)) break;
				seen = payload.issues.length;
			}
			if (key === "__proto__") continue;
			const el = shape[key];
			const optin = el._zod.optin;
			const optout = el._zod.optout;
			const r = el._zod.run({
				value: input[key],
				issues: []
			}, ctx);
			if (r instanceof Promise) proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
			else handlePropertyResult(r, payload, key, input, optin, optout);
		}
		if (!catchall) return proms.length ? Promise.all(proms).then(() => payload) : payload;
		return handleCatchall(proms, input, payload, ctx, _normalized.value, inst, abortEarly === true);
	};
});
function handleUnionResults(results, final, inst, ctx) {
	for (const result of results) if (result.issues.length === 0) {
		final.value = result.value;
		return final;
	}
	const nonaborted = results.filter((r) => !aborted(r));
	if (nonaborted.length === 1) {
		final.value = nonaborted[0].value;
		return nonaborted[0];
	}
	final.issues.push({
		code: "invalid_union",
		input: final.value,
		inst,
		errors: results.map((result) => result.issues.map((iss) => finalizeIssue(iss, ctx, config())))
	});
	return final;
}
const $ZodUnion = /*@__PURE__*/ $constructor("$ZodUnion", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.options.some((o) => o._zod.optin === "defaulted") ? "defaulted" : zod.def.options.some((o) => o._zod.optin !== void 0) ? "optional" : void 0);
	defineLazyInternal(inst, "optout", (zod) => zod.def.options.some((o) => o._zod.optout === "optional") ? "optional" : void 0);
	defineLazyInternal(inst, "values", (zod) => {
		if (zod.def.options.every((o) => o._zod.values)) return new Set(zod.def.options.flatMap((option) => Array.from(option._zod.values)));
	});
	defineLazyInternal(inst, "pattern", (zod) => {
		if (zod.def.options.every((o) => o._zod.pattern)) {
			const patterns = zod.def.options.map((o) => o._zod.pattern);
			return new RegExp(`^(${patterns.map((p) => cleanRegex(p.source)).join("|")})$`);
		}
	});
	const first = def.options.length === 1 ? def.options[0]._zod.run : null;
	inst._zod.parse = (payload, ctx) => {
		if (first) return first(payload, ctx);
		let async = false;
		const results = [];
		for (const option of def.options) {
			const result = option._zod.run({
				value: payload.value,
				issues: []
			}, ctx);
			if (result instanceof Promise) {
				results.push(result);
				async = true;
			} else {
				if (result.issues.length === 0) return result;
				results.push(result);
			}
		}
		if (!async) return handleUnionResults(results, payload, inst, ctx);
		return Promise.all(results).then((results) => {
			return handleUnionResults(results, payload, inst, ctx);
		});
	};
});
const $ZodRecord = /*@__PURE__*/ $constructor("$ZodRecord", (inst, def) => {
	$ZodType.init(inst, def);
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!isPlainObject(input)) {
			payload.issues.push({
				expected: "record",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		const proms = [];
		const values = def.keyType._zod.values;
		if (values && !def.partial) {
			payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
			const recordKeys = /* @__PURE__ */ new Set();
			for (const key of values) if (typeof key === "string" || typeof key === "number" || typeof key === "symbol") {
				recordKeys.add(typeof key === "number" ? key.toString() : key);
				if (key === "__proto__") continue;
				const keyResult = def.keyType._zod.run({
					value: key,
					issues: []
				}, ctx);
				if (keyResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
				if (keyResult.issues.length) {
					payload.issues.push({
						code: "invalid_key",
						origin: "record",
						issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
						input: key,
						path: [key],
						inst
					});
					continue;
				}
				const outKey = keyResult.value;
				if (outKey === "__proto__") continue;
				const result = def.valueType._zod.run({
					value: input[key],
					issues: []
				}, ctx);
				if (result instanceof Promise) proms.push(result.then((result) => {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}));
				else {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}
			}
			let unrecognized;
			for (const key in input) if (!recordKeys.has(key)) {
				if (def.mode === "loose") {
					if (key === "__proto__") continue;
					payload.value[key] = input[key];
				} else {
					unrecognized = unrecognized ?? [];
					unrecognized.push(key);
				}
			}
			if (unrecognized && unrecognized.length > 0) payload.issues.push({
				code: "unrecognized_keys",
				input,
				inst,
				keys: unrecognized,
				continue: true
			});
		} else {
			payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
			let unrecognized;
			for (const key of Reflect.ownKeys(input)) {
				if (key === "__proto__") continue;
				if (!Object.prototype.propertyIsEnumerable.call(input, key)) continue;
				let keyResult = def.keyType._zod.run({
					value: key,
					issues: []
				}, ctx);
				if (keyResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
				if (typeof key === "string" && number$1.test(key) && keyResult.issues.length) {
					const retryResult = def.keyType._zod.run({
						value: Number(key),
						issues: []
					}, ctx);
					if (retryResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
					if (retryResult.issues.length === 0) keyResult = retryResult;
				}
				if (keyResult.issues.length) {
					if (def.mode === "loose") payload.value[key] = input[key];
					else if (values) {
						unrecognized = unrecognized ?? [];
						unrecognized.push(key);
					} else payload.issues.push({
						code: "invalid_key",
						origin: "record",
						issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
						input: key,
						path: [key],
						inst
					});
					continue;
				}
				const outKey = keyResult.value;
				if (outKey === "__proto__") continue;
				const result = def.valueType._zod.run({
					value: input[key],
					issues: []
				}, ctx);
				if (result instanceof Promise) proms.push(result.then((result) => {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}));
				else {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}
			}
			if (unrecognized && unrecognized.length > 0) payload.issues.push({
				code: "unrecognized_keys",
				input,
				inst,
				keys: unrecognized,
				continue: true
			});
		}
		if (proms.length) return Promise.all(proms).then(() => payload);
		return payload;
	};
});
const $ZodEnum = /*@__PURE__*/ $constructor("$ZodEnum", (inst, def) => {
	$ZodType.init(inst, def);
	const values = getEnumValues(def.entries);
	const valuesSet = new Set(values);
	inst._zod.values = valuesSet;
	defineLazyInternal(inst, "pattern", (zod) => {
		const patternValues = getEnumValues(zod.def.entries).filter((k) => propertyKeyTypes.has(typeof k));
		return new RegExp(patternValues.length ? `^(${patternValues.map((o) => escapeRegex(o.toString())).join("|")})$` : "^[^\\s\\S]$");
	});
	inst._zod.parse = (payload, _ctx) => {
		const input = payload.value;
		if (valuesSet.has(input)) return payload;
		payload.issues.push({
			code: "invalid_value",
			values,
			input,
			inst
		});
		return payload;
	};
});
const $ZodLiteral = /*@__PURE__*/ $constructor("$ZodLiteral", (inst, def) => {
	$ZodType.init(inst, def);
	const values = new Set(def.values);
	inst._zod.values = values;
	defineLazyInternal(inst, "pattern", (zod) => {
		const vals = zod.def.values;
		return new RegExp(vals.length ? `^(${vals.map((o) => typeof o === "string" ? escapeRegex(o) : o ? escapeRegex(o.toString()) : String(o)).join("|")})$` : "^[^\\s\\S]$");
	});
	inst._zod.parse = (payload, _ctx) => {
		const input = payload.value;
		if (values.has(input)) return payload;
		payload.issues.push({
			code: "invalid_value",
			values: def.values,
			input,
			inst
		});
		return payload;
	};
});
function handleOptionalResult(payload, result) {
	payload.value = result.issues.length ? void 0 : result.value;
	return payload;
}
const $ZodOptional = /*@__PURE__*/ $constructor("$ZodOptional", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
	inst._zod.optout = "optional";
	defineLazyInternal(inst, "values", (zod) => {
		const values = zod.def.innerType._zod.values;
		return values ? /* @__PURE__ */ new Set([...values, void 0]) : void 0;
	});
	defineLazyInternal(inst, "pattern", (zod) => {
		const pattern = zod.def.innerType._zod.pattern;
		return pattern ? new RegExp(`^(${cleanRegex(pattern.source)})?$`) : void 0;
	});
	inst._zod.parse = (payload, ctx) => {
		if (payload.value === void 0) {
			if (def.innerType._zod.optin !== "defaulted") return payload;
			const result = def.innerType._zod.run({
				value: payload.value,
				issues: []
			}, ctx);
			if (result instanceof Promise) return result.then((result) => handleOptionalResult(payload, result));
			return handleOptionalResult(payload, result);
		}
		return def.innerType._zod.run(payload, ctx);
	};
});
const $ZodNullable = /*@__PURE__*/ $constructor("$ZodNullable", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin);
	defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
	defineLazyInternal(inst, "pattern", (zod) => {
		const pattern = zod.def.innerType._zod.pattern;
		return pattern ? new RegExp(`^(${cleanRegex(pattern.source)}|null)$`) : void 0;
	});
	defineLazyInternal(inst, "values", (zod) => {
		return zod.def.innerType._zod.values ? /* @__PURE__ */ new Set([...zod.def.innerType._zod.values, null]) : void 0;
	});
	inst._zod.parse = (payload, ctx) => {
		if (payload.value === null) return payload;
		return def.innerType._zod.run(payload, ctx);
	};
});
const $ZodDefault = /*@__PURE__*/ $constructor("$ZodDefault", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.optin = "defaulted";
	defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
	inst._zod.parse = (payload, ctx) => {
		if (ctx.direction === "backward") return def.innerType._zod.run(payload, ctx);
		if (payload.value === void 0) {
			payload.value = def.defaultValue;
			/**
			* $ZodDefault returns the default value immediately in forward direction.
			* It doesn't pass the default value into the validator ("prefault"). There's no reason to pass the default value through validation. The validity of the default is enforced by TypeScript statically. Otherwise, it's the responsibility of the user to ensure the default is valid. In the case of pipes with divergent in/out types, you can specify the default on the `in` schema of your ZodPipe to set a "prefault" for the pipe.   */
			return payload;
		}
		const result = def.innerType._zod.run(payload, ctx);
		if (result instanceof Promise) return result.then((result) => handleDefaultResult(result, def));
		return handleDefaultResult(result, def);
	};
});
function handleDefaultResult(payload, def) {
	if (payload.value === void 0) payload.value = def.defaultValue;
	return payload;
}
const $ZodCustom = /*@__PURE__*/ $constructor("$ZodCustom", (inst, def) => {
	$ZodCheck.init(inst, def);
	$ZodType.init(inst, def);
	inst._zod.parse = (payload, _) => {
		return payload;
	};
	inst._zod.check = (payload) => {
		const input = payload.value;
		const r = def.fn(input);
		if (r instanceof Promise) return r.then((r) => handleRefineResult(r, payload, input, inst));
		handleRefineResult(r, payload, input, inst);
	};
});
function handleRefineResult(result, payload, input, inst) {
	if (!result) {
		const _iss = {
			code: "custom",
			input,
			inst,
			path: [...inst._zod.def.path ?? []],
			continue: !inst._zod.def.abort
		};
		if (inst._zod.def.params) _iss.params = inst._zod.def.params;
		payload.issues.push(issue(_iss));
	}
}

// node_modules/zod/v4/core/registries.js
var _a;
var $ZodRegistry = class {
	constructor() {
		this._map = /* @__PURE__ */ new WeakMap();
		this._idmap = /* @__PURE__ */ new Map();
	}
	add(schema, ..._meta) {
		const meta = _meta[0];
		this._map.set(schema, meta);
		if (meta && typeof meta === "object" && "id" in meta) this._idmap.set(meta.id, schema);
		return this;
	}
	clear() {
		this._map = /* @__PURE__ */ new WeakMap();
		this._idmap = /* @__PURE__ */ new Map();
		return this;
	}
	remove(schema) {
		const meta = this._map.get(schema);
		if (meta && typeof meta === "object" && "id" in meta) this._idmap.delete(meta.id);
		this._map.delete(schema);
		return this;
	}
	get(schema) {
		const p = schema._zod.parent;
		if (p) {
			const pm = { ...this.get(p) ?? {} };
			delete pm.id;
			const f = {
				...pm,
				...this._map.get(schema)
			};
			return Object.keys(f).length ? f : void 0;
		}
		return this._map.get(schema);
	}
	has(schema) {
		return this._map.has(schema);
	}
};
function registry() {
	return new $ZodRegistry();
}
(_a = globalThis).__zod_globalRegistry ?? (_a.__zod_globalRegistry = registry());
const globalRegistry = globalThis.__zod_globalRegistry;

// node_modules/zod/v4/core/api.js
function snapshotChecks(def) {
	if (def.checks) def.checks = [...def.checks];
	return def;
}
// @__NO_SIDE_EFFECTS__
function _string(Class, params) {
	return new Class(snapshotChecks({
		type: "string",
		...normalizeParams(params)
	}));
}
// @__NO_SIDE_EFFECTS__
function _number(Class, params) {
	return new Class(snapshotChecks({
		type: "number",
		checks: [],
		...normalizeParams(params)
	}));
}
// @__NO_SIDE_EFFECTS__
function _int(Class, params) {
	return new Class({
		type: "number",
		check: "number_format",
		abort: false,
		format: "safeint",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _boolean(Class, params) {
	return new Class({
		type: "boolean",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _null$1(Class, params) {
	return new Class({
		type: "null",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _unknown(Class) {
	return new Class({ type: "unknown" });
}
// @__NO_SIDE_EFFECTS__
function _never(Class, params) {
	return new Class({
		type: "never",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _lte(value, params) {
	return new $ZodCheckLessThan({
		check: "less_than",
		...normalizeParams(params),
		value,
		inclusive: true
	});
}
// @__NO_SIDE_EFFECTS__
function _gt(value, params) {
	return new $ZodCheckGreaterThan({
		check: "greater_than",
		...normalizeParams(params),
		value,
		inclusive: false
	});
}
// @__NO_SIDE_EFFECTS__
function _gte(value, params) {
	return new $ZodCheckGreaterThan({
		check: "greater_than",
		...normalizeParams(params),
		value,
		inclusive: true
	});
}
// @__NO_SIDE_EFFECTS__
function _positive(params) {
	return /* @__PURE__ */ _gt(0, params);
}
// @__NO_SIDE_EFFECTS__
function _maxLength(maximum, params) {
	return new $ZodCheckMaxLength({
		check: "max_length",
		...normalizeParams(params),
		maximum
	});
}
// @__NO_SIDE_EFFECTS__
function _minLength(minimum, params) {
	return new $ZodCheckMinLength({
		check: "min_length",
		...normalizeParams(params),
		minimum
	});
}
// @__NO_SIDE_EFFECTS__
function _regex(pattern, params) {
	return new $ZodCheckRegex({
		check: "string_format",
		format: "regex",
		...normalizeParams(params),
		pattern
	});
}
// @__NO_SIDE_EFFECTS__
function _refine(Class, fn, _params) {
	return new Class({
		type: "custom",
		check: "custom",
		fn,
		...normalizeParams(_params)
	});
}
// @__NO_SIDE_EFFECTS__
function describe$2(description) {
	const ch = new $ZodCheck({ check: "describe" });
	ch._zod.onattach = [(inst) => {
		const existing = globalRegistry.get(inst) ?? {};
		globalRegistry.add(inst, {
			...existing,
			description
		});
	}];
	ch._zod.check = () => {};
	return ch;
}

// node_modules/zod/v4/core/to-json-schema.js
function assignProps(target, ...sources) {
	for (const source of sources) for (const key of Reflect.ownKeys(source)) if (Object.prototype.propertyIsEnumerable.call(source, key)) assignProp(target, key, source[key]);
	return target;
}
function initializeContext(params) {
	let target = params?.target ?? "draft-2020-12";
	if (target === "draft-4") target = "draft-04";
	if (target === "draft-7") target = "draft-07";
	return {
		processors: params.processors ?? {},
		metadataRegistry: params?.metadata ?? globalRegistry,
		target,
		unrepresentable: params?.unrepresentable ?? "throw",
		override: params?.override ?? (() => {}),
		io: params?.io ?? "output",
		counter: 0,
		seen: /* @__PURE__ */ new Map(),
		sharedDefsExtractedFor: void 0,
		sharedEmitDoneFor: void 0,
		cycles: params?.cycles ?? "ref",
		reused: params?.reused ?? "inline",
		intersections: [],
		deferred: [],
		external: params?.external ?? void 0
	};
}
/**
* Applies the `unrepresentable` setting at a site that has no JSON Schema equivalent. Throws
* `message` unless the setting (or the handler's return value) says otherwise. Returns `true` if a
* custom JSON Schema was written into `json`, in which case the caller must not write its own.
*/
function handleUnrepresentable(schema, ctx, json, params, message) {
	const result = typeof ctx.unrepresentable === "function" ? ctx.unrepresentable({
		zodSchema: schema,
		path: params.path,
		message
	}) : ctx.unrepresentable;
	if (result === "any") return false;
	if (result === void 0 || result === "throw") throw new Error(message);
	Object.assign(json, result);
	return true;
}
function processSchema(schema, ctx, _params = {
	path: [],
	schemaPath: []
}) {
	var _a;
	const def = schema._zod.def;
	const seen = ctx.seen.get(schema);
	if (seen) {
		seen.count++;
		if (_params.schemaPath.includes(schema)) seen.cycle = _params.path;
		return seen.schema;
	}
	const result = {
		schema: {},
		count: 1,
		cycle: void 0,
		path: _params.path
	};
	ctx.seen.set(schema, result);
	ctx.sharedDefsExtractedFor = void 0;
	ctx.sharedEmitDoneFor = void 0;
	const overrideSchema = schema._zod.toJSONSchema?.();
	if (overrideSchema) result.schema = overrideSchema;
	else {
		const params = {
			..._params,
			schemaPath: [..._params.schemaPath, schema],
			path: _params.path
		};
		if (schema._zod.processJSONSchema) schema._zod.processJSONSchema(ctx, result.schema, params);
		else {
			const _json = result.schema;
			const processor = ctx.processors[def.type];
			if (!processor) throw new Error(`[toJSONSchema]: Non-representable type encountered: ${def.type}`);
			processor(schema, ctx, _json, params);
		}
		const parent = schema._zod.parent;
		if (parent) {
			if (!result.ref) result.ref = parent;
			processSchema(parent, ctx, params);
			ctx.seen.get(parent).isParent = true;
		}
	}
	const meta = ctx.metadataRegistry.get(schema);
	if (meta) assignProps(result.schema, meta);
	if (ctx.io === "input" && isTransforming(schema)) {
		delete result.schema.examples;
		delete result.schema.default;
	}
	if (ctx.io === "input" && "_prefault" in result.schema) (_a = result.schema).default ?? (_a.default = result.schema._prefault);
	delete result.schema._prefault;
	return ctx.seen.get(schema).schema;
}
function encodeJSONPointerSegment(segment) {
	return segment.replace(/~/g, "~0").replace(/\//g, "~1");
}
function extractDefs(ctx, schema) {
	const root = ctx.seen.get(schema);
	if (!root) throw new Error("Unprocessed schema. This is a bug in Zod.");
	if (ctx.external && ctx.sharedDefsExtractedFor === ctx.external) return;
	const idToSchema = /* @__PURE__ */ new Map();
	for (const entry of ctx.seen.entries()) {
		const id = ctx.metadataRegistry.get(entry[0])?.id;
		if (id) {
			const existing = idToSchema.get(id);
			if (existing && existing !== entry[0]) throw new Error(`Duplicate schema id "${id}" detected during JSON Schema conversion. Two different schemas cannot share the same id when converted together.`);
			idToSchema.set(id, entry[0]);
		}
	}
	const makeURI = (entry) => {
		const defsSegment = ctx.target === "draft-2020-12" ? "$defs" : "definitions";
		if (ctx.external) {
			const externalId = ctx.external.registry.get(entry[0])?.id;
			const uriGenerator = ctx.external.uri ?? ((id) => id);
			if (externalId) return { ref: uriGenerator(externalId) };
			const id = entry[1].defId ?? entry[1].schema.id ?? `schema${ctx.counter++}`;
			entry[1].defId = id;
			return {
				defId: id,
				ref: `${uriGenerator("__shared")}#/${defsSegment}/${encodeJSONPointerSegment(id)}`
			};
		}
		const uriPrefix = `#`;
		const defUriPrefix = `${uriPrefix}/${defsSegment}/`;
		if (entry[1] === root && !entry[1].schema.id) return { ref: uriPrefix };
		const defId = entry[1].schema.id ?? `__schema${ctx.counter++}`;
		return {
			defId,
			ref: defUriPrefix + encodeJSONPointerSegment(defId)
		};
	};
	const extractToDef = (entry) => {
		if (entry[1].schema.$ref) return;
		const seen = entry[1];
		const { ref, defId } = makeURI(entry);
		seen.def = { ...seen.schema };
		if (defId) seen.defId = defId;
		const schema = seen.schema;
		for (const key in schema) delete schema[key];
		schema.$ref = ref;
	};
	if (ctx.cycles === "throw") for (const entry of ctx.seen.entries()) {
		const seen = entry[1];
		if (seen.cycle) throw new Error(`Cycle detected: #/${seen.cycle?.join("/")}/<root>

Set the \`cycles\` parameter to \`"ref"\` to resolve cyclical schemas with defs.`);
	}
	for (const entry of ctx.seen.entries()) {
		const seen = entry[1];
		if (schema === entry[0]) {
			extractToDef(entry);
			continue;
		}
		if (ctx.external) {
			const ext = ctx.external.registry.get(entry[0])?.id;
			if (schema !== entry[0] && ext) {
				extractToDef(entry);
				continue;
			}
		}
		if (ctx.metadataRegistry.get(entry[0])?.id) {
			extractToDef(entry);
			continue;
		}
		if (seen.cycle) {
			extractToDef(entry);
			continue;
		}
		if (seen.count > 1) {
			if (ctx.reused === "ref") extractToDef(entry);
		}
	}
	if (ctx.external) ctx.sharedDefsExtractedFor = ctx.external;
}
/** Rewrites `anyOf: [{type: "a"}, {type: "b"}]` to `type: ["a", "b"]`, which every JSON Schema draft treats as equivalent and most consumers render far better for the nullable case. Only branches that are a bare type assertion qualify — anything carrying a constraint, `$ref`, `const` or metadata is left alone. Runs after `flattenRef`, so a branch an override decorated or `$defs` extraction turned into a `$ref` is no longer bare and correctly stays in `anyOf`. `oneOf` is excluded: `integer` and `number` overlap, so "exactly one" and "at least one" are not the same there. OpenAPI 3.0 is excluded: its `type` must be a single string. */
function compactTypeUnion(schema) {
	const options = schema.anyOf;
	if (!Array.isArray(options) || options.length === 0 || schema.type !== void 0) return;
	const types = [];
	for (const option of options) {
		if (!option || typeof option !== "object") return;
		compactTypeUnion(option);
		const keys = Object.keys(option);
		if (keys.length !== 1 || keys[0] !== "type") return;
		const type = option.type;
		for (const member of Array.isArray(type) ? type : [type]) {
			if (typeof member !== "string") return;
			if (!types.includes(member)) types.push(member);
		}
	}
	delete schema.anyOf;
	schema.type = types.length === 1 ? types[0] : types;
}
/** Keywords `foldIntersection` knows how to combine. Anything else — `$ref`, `patternProperties`,
* an annotation like `description` — makes a member unfoldable, so a constraint this does not
* understand leaves the `allOf` alone instead of being silently dropped or misattributed. */
const FOLDABLE_KEYS = /* @__PURE__ */ new Set([
	"type",
	"properties",
	"required",
	"additionalProperties"
]);
const UNION_KEYS = ["oneOf", "anyOf"];
/** A member's constraint on a key it does not declare itself. A `catchall` states one; `false`, an absent `additionalProperties`, and the empty schema a loose object emits state nothing. */
function undeclaredConstraint(member) {
	const extra = member.additionalProperties;
	if (extra === void 0 || extra === false || typeof extra !== "object" || extra === null) return null;
	return Object.keys(extra).length ? extra : null;
}
/** Combines object members into the single object they describe together, or returns `null` if any of them carries a keyword outside {@link FOLDABLE_KEYS}. */
function foldObjects(members) {
	const objects = [];
	for (const member of members) {
		if (typeof member !== "object" || member.type !== "object") return null;
		for (const key in member) if (!FOLDABLE_KEYS.has(key)) return null;
		objects.push(member);
	}
	const properties = {};
	const required = /* @__PURE__ */ new Set();
	for (const object of objects) {
		for (const key in object.properties) {
			if (Object.prototype.hasOwnProperty.call(properties, key)) continue;
			const parts = [];
			for (const other of objects) {
				const part = other.properties?.[key] ?? undeclaredConstraint(other);
				if (part === null || part === void 0) continue;
				if (!parts.some((seen) => JSON.stringify(seen) === JSON.stringify(part))) parts.push(part);
			}
			const merged = parts.length === 1 ? parts[0] : foldObjects(parts) ?? { allOf: parts };
			assignProp(properties, key, merged);
		}
		for (const key of object.required ?? []) required.add(key);
	}
	const folded = {
		type: "object",
		properties
	};
	if (required.size) folded.required = [...required];
	if (objects.every((object) => object.additionalProperties === false)) folded.additionalProperties = false;
	else {
		const constraints = [];
		for (const object of objects) {
			const constraint = undeclaredConstraint(object);
			if (constraint && !constraints.some((seen) => JSON.stringify(seen) === JSON.stringify(constraint))) constraints.push(constraint);
		}
		if (constraints.length === 1) folded.additionalProperties = constraints[0];
		else if (constraints.length > 1) folded.additionalProperties = { allOf: constraints };
	}
	return folded;
}
/** `additionalProperties` in an `allOf` member sees only that member's own `properties`, so two
* closed object members reject each other's keys and the schema validates nothing. Zod's parser
* pools the key sets instead — `handleIntersectionResults` reports a key as unrecognized only when
* *every* side rejects it — so the emitted schema has to pool them too, and folding the members
* into one object is the encoding that says so on every target.
*
* This runs from `finalize`, after `extractDefs`, which is what keeps it clear of the `$ref`
* machinery: a member extracted into `$defs` is already a `$ref` by now and declines to fold, so it
* keeps its reference and its own closedness rather than being inlined as a stale copy. */
function foldIntersection(json) {
	const allOf = json.allOf;
	if (!Array.isArray(allOf) || allOf.length < 2) return;
	for (const key of FOLDABLE_KEYS) if (key in json) return;
	const unions = allOf.filter((m) => UNION_KEYS.some((k) => Array.isArray(m[k])));
	let folded = null;
	if (!unions.length) folded = foldObjects(allOf);
	else {
		const union = unions[0];
		const keyword = UNION_KEYS.find((k) => Array.isArray(union[k]));
		if (Object.keys(union).length !== 1) return;
		const rest = allOf.filter((m) => m !== union);
		const branches = union[keyword].map((branch) => foldObjects([...rest, branch]));
		if (branches.some((b) => !b)) return;
		folded = { [keyword]: branches };
	}
	if (!folded) return;
	delete json.allOf;
	assignProps(json, folded);
}
function finalize(ctx, schema) {
	const root = ctx.seen.get(schema);
	if (!root) throw new Error("Unprocessed schema. This is a bug in Zod.");
	const flattenRef = (zodSchema) => {
		const seen = ctx.seen.get(zodSchema);
		if (seen.ref === null) return;
		const schema = seen.def ?? seen.schema;
		const _cached = { ...schema };
		const ref = seen.ref;
		seen.ref = null;
		if (ref) {
			flattenRef(ref);
			const refSeen = ctx.seen.get(ref);
			const refSchema = refSeen.schema;
			if (refSchema.$ref && (ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0")) {
				schema.allOf = schema.allOf ?? [];
				schema.allOf.push(refSchema);
			} else assignProps(schema, refSchema);
			assignProps(schema, _cached);
			if (zodSchema._zod.parent === ref) for (const key in schema) {
				if (key === "$ref" || key === "allOf") continue;
				if (!(key in _cached)) delete schema[key];
			}
			if (refSchema.$ref && refSeen.def) for (const key in schema) {
				if (key === "$ref" || key === "allOf") continue;
				if (key in refSeen.def && JSON.stringify(schema[key]) === JSON.stringify(refSeen.def[key])) delete schema[key];
			}
		}
		const parent = zodSchema._zod.parent;
		if (parent && parent !== ref) {
			flattenRef(parent);
			const parentSeen = ctx.seen.get(parent);
			if (parentSeen?.schema.$ref) {
				schema.$ref = parentSeen.schema.$ref;
				if (parentSeen.def) for (const key in schema) {
					if (key === "$ref" || key === "allOf") continue;
					if (key in parentSeen.def && JSON.stringify(schema[key]) === JSON.stringify(parentSeen.def[key])) delete schema[key];
				}
			}
		}
		ctx.override({
			zodSchema,
			jsonSchema: schema,
			path: seen.path ?? []
		});
	};
	if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) {
		for (const entry of [...ctx.seen.entries()].reverse()) flattenRef(entry[0]);
		if (ctx.target !== "openapi-3.0") for (const entry of ctx.seen.entries()) compactTypeUnion(entry[1].def ?? entry[1].schema);
		for (const rewrite of ctx.deferred) rewrite();
		if (ctx.intersections.length) {
			const carriers = /* @__PURE__ */ new Map();
			for (const seen of ctx.seen.values()) for (const json of [seen.schema, seen.def]) {
				const allOf = json?.allOf;
				if (!Array.isArray(allOf)) continue;
				const existing = carriers.get(allOf);
				if (existing) existing.push(json);
				else carriers.set(allOf, [json]);
			}
			for (const allOf of ctx.intersections) for (const json of carriers.get(allOf) ?? []) foldIntersection(json);
		}
	}
	const result = {};
	if (ctx.target === "draft-2020-12") result.$schema = "https://json-schema.org/draft/2020-12/schema";
	else if (ctx.target === "draft-07") result.$schema = "http://json-schema.org/draft-07/schema#";
	else if (ctx.target === "draft-04") result.$schema = "http://json-schema.org/draft-04/schema#";
	else if (ctx.target === "openapi-3.0") {}
	if (ctx.external?.uri) {
		const id = ctx.external.registry.get(schema)?.id;
		if (!id) throw new Error("Schema is missing an `id` property");
		result.$id = ctx.external.uri(id);
	}
	assignProps(result, root.defId ? root.schema : root.def ?? root.schema);
	const rootMetaId = ctx.metadataRegistry.get(schema)?.id;
	if (rootMetaId !== void 0 && result.id === rootMetaId) delete result.id;
	const defs = ctx.external?.defs ?? {};
	if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) for (const entry of ctx.seen.entries()) {
		const seen = entry[1];
		if (seen.def && seen.defId) {
			if (seen.def.id === seen.defId) delete seen.def.id;
			assignProp(defs, seen.defId, seen.def);
		}
	}
	if (ctx.external) ctx.sharedEmitDoneFor = ctx.external;
	if (ctx.external) {} else if (Object.keys(defs).length > 0) {
		if (ctx.target === "draft-2020-12") result.$defs = defs;
		else result.definitions = defs;
	}
	try {
		const finalized = JSON.parse(JSON.stringify(result));
		Object.defineProperty(finalized, "~standard", {
			value: {
				...schema["~standard"],
				jsonSchema: {
					input: createStandardJSONSchemaMethod(schema, "input", ctx.processors),
					output: createStandardJSONSchemaMethod(schema, "output", ctx.processors)
				}
			},
			enumerable: false,
			writable: false
		});
		return finalized;
	} catch (_err) {
		throw new Error("Error converting schema to JSON.");
	}
}
function isTransforming(_schema, _ctx) {
	const ctx = _ctx ?? { seen: /* @__PURE__ */ new Set() };
	if (ctx.seen.has(_schema)) return false;
	ctx.seen.add(_schema);
	const def = _schema._zod.def;
	if (def.type === "transform") return true;
	if (def.type === "array") return isTransforming(def.element, ctx);
	if (def.type === "set") return isTransforming(def.valueType, ctx);
	if (def.type === "lazy") return isTransforming(def.getter(), ctx);
	if (def.type === "promise" || def.type === "optional" || def.type === "nonoptional" || def.type === "nullable" || def.type === "readonly" || def.type === "default" || def.type === "prefault" || def.type === "catch") return isTransforming(def.innerType, ctx);
	if (def.type === "intersection") return isTransforming(def.left, ctx) || isTransforming(def.right, ctx);
	if (def.type === "record" || def.type === "map") return isTransforming(def.keyType, ctx) || isTransforming(def.valueType, ctx);
	if (def.type === "pipe") {
		if (_schema._zod.traits.has("$ZodCodec")) return true;
		return isTransforming(def.in, ctx) || isTransforming(def.out, ctx);
	}
	if (def.type === "object") {
		for (const key in def.shape) if (isTransforming(def.shape[key], ctx)) return true;
		return false;
	}
	if (def.type === "union") {
		for (const option of def.options) if (isTransforming(option, ctx)) return true;
		return false;
	}
	if (def.type === "tuple") {
		for (const item of def.items) if (isTransforming(item, ctx)) return true;
		if (def.rest && isTransforming(def.rest, ctx)) return true;
		return false;
	}
	return false;
}
const createStandardJSONSchemaMethod = (schema, io, processors = {}) => (params) => {
	const { libraryOptions, target } = params ?? {};
	const ctx = initializeContext({
		...libraryOptions ?? {},
		target,
		io,
		processors
	});
	processSchema(schema, ctx);
	extractDefs(ctx, schema);
	return finalize(ctx, schema);
};

// node_modules/zod/v4/core/json-schema-processors.js
const narrowMin = (agg, key, value) => {
	if (agg[key] === void 0 || value > agg[key]) agg[key] = value;
};
const narrowMax = (agg, key, value) => {
	if (agg[key] === void 0 || value < agg[key]) agg[key] = value;
};
const narrowBoth = (agg, value) => {
	narrowMin(agg, "minimum", value);
	narrowMax(agg, "maximum", value);
};
const addDivisor = (agg, value) => {
	agg.multipleOf ?? (agg.multipleOf = []);
	if (!agg.multipleOf.includes(value)) agg.multipleOf.push(value);
};
const addPattern = (agg, pattern) => {
	agg.patterns ?? (agg.patterns = /* @__PURE__ */ new Set());
	agg.patterns.add(pattern);
};
const intersectMime = (agg, mime) => {
	agg.mime = agg.mime ? agg.mime.filter((m) => mime.includes(m)) : [...mime];
};
const setFormat = (agg, format) => {
	agg.format = format;
	if (format.includes("int")) agg.isInt = true;
};
const minContributor = (agg, def) => narrowMin(agg, "minimum", def.minimum);
const maxContributor = (agg, def) => narrowMax(agg, "maximum", def.maximum);
const formatContributor = (ranges) => (agg, def) => {
	setFormat(agg, def.format);
	const [minimum, maximum] = ranges[def.format];
	narrowMin(agg, "minimum", minimum);
	narrowMax(agg, "maximum", maximum);
};
const contributors = {
	greater_than: (agg, def) => narrowMin(agg, def.inclusive ? "minimum" : "exclusiveMinimum", def.value),
	less_than: (agg, def) => narrowMax(agg, def.inclusive ? "maximum" : "exclusiveMaximum", def.value),
	multiple_of: (agg, def) => addDivisor(agg, def.value),
	number_format: formatContributor(NUMBER_FORMAT_RANGES),
	bigint_format: formatContributor(BIGINT_FORMAT_RANGES),
	min_length: minContributor,
	max_length: maxContributor,
	length_equals: (agg, def) => narrowBoth(agg, def.length),
	min_size: minContributor,
	max_size: maxContributor,
	size_equals: (agg, def) => narrowBoth(agg, def.size),
	string_format: (agg, def) => {
		setFormat(agg, def.format);
		if (def.pattern) addPattern(agg, def.pattern);
		if (def.format === "base64" || def.format === "base64url") agg.contentEncoding = def.format;
		if (def.local || def.precision === -1) agg.laxFormat = true;
	},
	mime_type: (agg, def) => intersectMime(agg, def.mime)
};
function aggregateChecks(schema) {
	const agg = {};
	const def = schema._zod.def;
	const list = schema._zod.traits.has("$ZodCheck") ? [schema, ...def.checks ?? []] : def.checks ?? [];
	for (const ch of list) contributors[ch._zod.def.check]?.(agg, ch._zod.def);
	const bag = schema._zod.bag;
	if (bag.minimum !== void 0) narrowMin(agg, "minimum", bag.minimum);
	if (bag.exclusiveMinimum !== void 0) narrowMin(agg, "exclusiveMinimum", bag.exclusiveMinimum);
	if (bag.maximum !== void 0) narrowMax(agg, "maximum", bag.maximum);
	if (bag.exclusiveMaximum !== void 0) narrowMax(agg, "exclusiveMaximum", bag.exclusiveMaximum);
	if (bag.multipleOf !== void 0) addDivisor(agg, bag.multipleOf);
	if (bag.format !== void 0) {
		agg.format ?? (agg.format = bag.format);
		if (bag.format.includes("int")) agg.isInt = true;
	}
	if (bag.mime) intersectMime(agg, bag.mime);
	for (const pattern of bag.patterns ?? []) addPattern(agg, pattern);
	return agg;
}
const formatMap = {
	guid: "uuid",
	url: "uri",
	datetime: "date-time",
	json_string: "json-string",
	regex: ""
};
const exactPatterns = /* @__PURE__ */ new Map([[base64Charset, base64], [base64urlCharset, base64url]]);
const exactPattern = (p) => exactPatterns.get(p) ?? p;
const stringProcessor = (schema, ctx, _json, _params) => {
	const json = _json;
	json.type = "string";
	const { minimum, maximum, format, patterns, contentEncoding, laxFormat } = aggregateChecks(schema);
	if (typeof minimum === "number") json.minLength = minimum;
	if (typeof maximum === "number") json.maxLength = maximum;
	if (format) {
		json.format = formatMap[format] ?? format;
		if (json.format === "") delete json.format;
		if (format === "time" || laxFormat) delete json.format;
	}
	if (contentEncoding) json.contentEncoding = contentEncoding;
	if (patterns && patterns.size > 0) {
		const patternList = [...patterns].map(exactPattern);
		if (patternList.length === 1) json.pattern = patternList[0].source;
		else if (patternList.length > 1) json.allOf = [...patternList.map((regex) => ({
			...ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0" ? { type: "string" } : {},
			pattern: regex.source
		}))];
	}
};
const numberProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const { minimum, maximum, multipleOf, exclusiveMaximum, exclusiveMinimum, isInt } = aggregateChecks(schema);
	json.type = isInt ? "integer" : "number";
	const exMin = typeof exclusiveMinimum === "number" && exclusiveMinimum >= (minimum ?? Number.NEGATIVE_INFINITY);
	const exMax = typeof exclusiveMaximum === "number" && exclusiveMaximum <= (maximum ?? Number.POSITIVE_INFINITY);
	const legacy = ctx.target === "draft-04" || ctx.target === "openapi-3.0";
	if (exMin) {
		if (legacy) {
			json.minimum = exclusiveMinimum;
			json.exclusiveMinimum = true;
		} else json.exclusiveMinimum = exclusiveMinimum;
	} else if (typeof minimum === "number") json.minimum = minimum;
	if (exMax) {
		if (legacy) {
			json.maximum = exclusiveMaximum;
			json.exclusiveMaximum = true;
		} else json.exclusiveMaximum = exclusiveMaximum;
	} else if (typeof maximum === "number") json.maximum = maximum;
	if (multipleOf) {
		const divisors = /* @__PURE__ */ new Set();
		for (const divisor of multipleOf) if (Number.isFinite(divisor) && divisor !== 0) divisors.add(Math.abs(divisor));
		else handleUnrepresentable(schema, ctx, json, params, `A multipleOf divisor of ${divisor} cannot be represented in JSON Schema`);
		const [first, ...rest] = divisors;
		if (first !== void 0) json.multipleOf = first;
		if (rest.length) json.allOf = [...json.allOf ?? [], ...rest.map((m) => ({ multipleOf: m }))];
	}
};
const booleanProcessor = (_schema, _ctx, json, _params) => {
	json.type = "boolean";
};
const bigintProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "BigInt cannot be represented in JSON Schema");
};
const symbolProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Symbols cannot be represented in JSON Schema");
};
const nullProcessor = (_schema, ctx, json, _params) => {
	if (ctx.target === "openapi-3.0") {
		json.type = "string";
		json.nullable = true;
		json.enum = [null];
	} else json.type = "null";
};
const undefinedProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Undefined cannot be represented in JSON Schema");
};
const voidProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Void cannot be represented in JSON Schema");
};
const neverProcessor = (_schema, _ctx, json, _params) => {
	json.not = {};
};
const anyProcessor = (_schema, _ctx, _json, _params) => {};
const unknownProcessor = (_schema, _ctx, _json, _params) => {};
const dateProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Date cannot be represented in JSON Schema");
};
const enumProcessor = (schema, _ctx, json, _params) => {
	const def = schema._zod.def;
	const values = getEnumValues(def.entries);
	if (values.length === 0) {
		json.not = {};
		return;
	}
	if (values.every((v) => typeof v === "number")) json.type = "number";
	if (values.every((v) => typeof v === "string")) json.type = "string";
	json.enum = values;
};
const literalProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	if (def.values.length === 0) {
		json.not = {};
		return;
	}
	const vals = [];
	for (const val of def.values) if (val === void 0) {
		if (handleUnrepresentable(schema, ctx, json, params, "Literal `undefined` cannot be represented in JSON Schema")) return;
	} else if (typeof val === "bigint") {
		if (handleUnrepresentable(schema, ctx, json, params, "BigInt literals cannot be represented in JSON Schema")) return;
		vals.push(Number(val));
	} else vals.push(val);
	if (vals.length === 0) {} else if (vals.length === 1) {
		const val = vals[0];
		json.type = val === null ? "null" : typeof val;
		if (ctx.target === "draft-04" || ctx.target === "openapi-3.0") json.enum = [val];
		else json.const = val;
	} else {
		if (vals.every((v) => typeof v === "number")) json.type = "number";
		if (vals.every((v) => typeof v === "string")) json.type = "string";
		if (vals.every((v) => typeof v === "boolean")) json.type = "boolean";
		if (vals.every((v) => v === null)) json.type = "null";
		json.enum = vals;
	}
};
const nanProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "NaN cannot be represented in JSON Schema");
};
const templateLiteralProcessor = (schema, _ctx, json, _params) => {
	const _json = json;
	const pattern = schema._zod.pattern;
	if (!pattern) throw new Error("Pattern not found in template literal");
	_json.type = "string";
	_json.pattern = pattern.source;
};
const fileProcessor = (schema, _ctx, json, _params) => {
	const _json = json;
	_json.type = "string";
	_json.format = "binary";
	_json.contentEncoding = "binary";
	const { minimum, maximum, mime } = aggregateChecks(schema);
	if (minimum !== void 0) _json.minLength = minimum;
	if (maximum !== void 0) _json.maxLength = maximum;
	if (!mime) return;
	if (mime.length === 0) _json.not = {};
	else if (mime.length === 1) _json.contentMediaType = mime[0];
	else _json.anyOf = mime.map((m) => ({ contentMediaType: m }));
};
const successProcessor = (_schema, _ctx, json, _params) => {
	json.type = "boolean";
};
const customProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Custom types cannot be represented in JSON Schema");
};
const functionProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Function types cannot be represented in JSON Schema");
};
const transformProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Transforms cannot be represented in JSON Schema");
};
const mapProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Map cannot be represented in JSON Schema");
};
const setProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Set cannot be represented in JSON Schema");
};
const arrayProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	const { minimum, maximum } = aggregateChecks(schema);
	if (typeof minimum === "number") json.minItems = minimum;
	if (typeof maximum === "number") json.maxItems = maximum;
	json.type = "array";
	json.items = processSchema(def.element, ctx, {
		...params,
		path: [...params.path, "items"]
	});
};
function inputOptin(schema) {
	const def = schema._zod.def;
	if (def.type === "pipe" && def.in._zod.traits.has("$ZodTransform")) return inputOptin(def.out);
	if (def.type === "catch") return inputOptin(def.innerType);
	return schema._zod.optin;
}
const objectProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	const shape = def.shape;
	if (Object.getOwnPropertySymbols(shape).length && handleUnrepresentable(schema, ctx, json, params, "Symbol keys cannot be represented in JSON Schema")) return;
	json.type = "object";
	json.properties = {};
	for (const key in shape) assignProp(json.properties, key, processSchema(shape[key], ctx, {
		...params,
		path: [
			...params.path,
			"properties",
			key
		]
	}));
	const requiredKeys = [];
	for (const key of Object.keys(shape)) {
		const field = def.shape[key];
		if (ctx.io === "input" ? inputOptin(field) === void 0 : field._zod.optout === void 0) requiredKeys.push(key);
	}
	if (requiredKeys.length > 0) json.required = requiredKeys;
	if (def.catchall?._zod.def.type === "never") json.additionalProperties = false;
	else if (!def.catchall) {
		if (ctx.io === "output") json.additionalProperties = false;
	} else if (def.catchall) json.additionalProperties = processSchema(def.catchall, ctx, {
		...params,
		path: [...params.path, "additionalProperties"]
	});
};
const unionProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	const isExclusive = def.inclusive === false;
	const options = def.options.map((x, i) => processSchema(x, ctx, {
		...params,
		path: [
			...params.path,
			isExclusive ? "oneOf" : "anyOf",
			i
		]
	}));
	if (isExclusive) json.oneOf = options;
	else json.anyOf = options;
};
const intersectionProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	const a = processSchema(def.left, ctx, {
		...params,
		path: [
			...params.path,
			"allOf",
			0
		]
	});
	const b = processSchema(def.right, ctx, {
		...params,
		path: [
			...params.path,
			"allOf",
			1
		]
	});
	const isSimpleIntersection = (val) => "allOf" in val && Object.keys(val).length === 1;
	const allOf = [...isSimpleIntersection(a) ? a.allOf : [a], ...isSimpleIntersection(b) ? b.allOf : [b]];
	json.allOf = allOf;
	ctx.intersections.push(allOf);
};
const tupleProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	json.type = "array";
	const prefixPath = ctx.target === "draft-2020-12" ? "prefixItems" : "items";
	const restPath = ctx.target === "draft-2020-12" ? "items" : ctx.target === "openapi-3.0" ? "items" : "additionalItems";
	const prefixItems = def.items.map((x, i) => processSchema(x, ctx, {
		...params,
		path: [
			...params.path,
			prefixPath,
			i
		]
	}));
	const rest = def.rest ? processSchema(def.rest, ctx, {
		...params,
		path: [
			...params.path,
			restPath,
			...ctx.target === "openapi-3.0" ? [def.items.length] : []
		]
	}) : null;
	let minItems = def.items.length;
	while (minItems > 0) {
		const item = def.items[minItems - 1];
		if (!(ctx.io === "input" ? inputOptin(item) !== void 0 : item._zod.optout === "optional")) break;
		minItems--;
	}
	const maxItems = def.items.length;
	const isClosed = !def.rest;
	if (ctx.target === "draft-2020-12") {
		json.prefixItems = prefixItems;
		if (isClosed) json.items = false;
		else if (rest) json.items = rest;
		if (minItems > 0) json.minItems = minItems;
		if (isClosed) json.maxItems = maxItems;
	} else if (ctx.target === "openapi-3.0") {
		json.items = { anyOf: prefixItems };
		if (rest) json.items.anyOf.push(rest);
		if (minItems > 0) json.minItems = minItems;
		if (isClosed) json.maxItems = maxItems;
	} else {
		json.items = prefixItems;
		if (isClosed) json.additionalItems = false;
		else if (rest) json.additionalItems = rest;
		if (minItems > 0) json.minItems = minItems;
		if (isClosed) json.maxItems = maxItems;
	}
	const { minimum, maximum } = aggregateChecks(schema);
	if (typeof minimum === "number") json.minItems = minimum;
	if (typeof maximum === "number") json.maxItems = maximum;
};
/** JSON object keys are always strings, so a numeric record key schema is re-expressed over the
* numeric-string form the record parser matches. Deferred to `finalize`, after the flatten: a key
* behind a wrapper only carries its own `type` before then, and a union key only has its branches.
*
* A numeric bound cannot apply to a property name, so `minimum` and its siblings are dropped rather
* than carried over: keeping them beside `type: "string"` reproduces the match-nothing schema this
* exists to fix. A key that carries one therefore emits wider than the record parses — `z.record(z.number().min(5), V)`
* accepts `"3"` — which is the deliberate trade, since throwing on it would reject an ordinary schema
* outright. */
function stringifyKeyNames(bySchema, json, visited) {
	if (json.$ref) {
		if (visited.has(json)) return json;
		visited.add(json);
		const def = bySchema.get(json)?.def;
		if (!def) return json;
		const inlined = stringifyKeyNames(bySchema, def, visited);
		return inlined === def ? json : inlined;
	}
	for (const keyword of ["anyOf", "oneOf"]) {
		const branches = json[keyword];
		if (!Array.isArray(branches)) continue;
		const mapped = branches.map((branch) => stringifyKeyNames(bySchema, branch, visited));
		if (mapped.some((branch, i) => branch !== branches[i])) json = {
			...json,
			[keyword]: mapped
		};
	}
	const types = Array.isArray(json.type) ? json.type : [json.type];
	const numericType = !types.includes("string") && types.some((t) => t === "number" || t === "integer");
	const values = json.enum ?? (json.const !== void 0 ? [json.const] : void 0);
	if (!numericType && !values?.some((v) => typeof v === "number")) return json;
	const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, id, ...rest } = json;
	if (rest.enum) rest.enum = rest.enum.map((v) => typeof v === "number" ? String(v) : v);
	else if (typeof rest.const === "number") rest.const = String(rest.const);
	if (!numericType) return rest;
	rest.type = "string";
	if (!values) rest.pattern = (types.includes("number") ? number$1 : integer).source;
	return rest;
}
/** Every record of one conversion, so the carriers are found in a single pass rather than once per record. */
const pendingRecords = /* @__PURE__ */ new WeakMap();
function rewriteKeyNames(ctx) {
	const bySchema = /* @__PURE__ */ new Map();
	for (const entry of ctx.seen.values()) if (entry.def && !bySchema.has(entry.schema)) bySchema.set(entry.schema, entry);
	const rewrites = /* @__PURE__ */ new Map();
	for (const record of pendingRecords.get(ctx) ?? []) {
		const seen = ctx.seen.get(record);
		const names = (seen?.def ?? seen?.schema)?.propertyNames;
		if (!names || names === true || rewrites.has(names)) continue;
		const rewritten = stringifyKeyNames(bySchema, names, /* @__PURE__ */ new Set());
		if (rewritten !== names) rewrites.set(names, rewritten);
	}
	if (!rewrites.size) return;
	for (const entry of ctx.seen.values()) for (const carrier of [entry.schema, entry.def]) {
		const rewritten = carrier && rewrites.get(carrier.propertyNames);
		if (rewritten) carrier.propertyNames = rewritten;
	}
}
const recordProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	json.type = "object";
	const keyType = def.keyType;
	const patterns = aggregateChecks(keyType).patterns;
	if (def.mode === "loose" && patterns && patterns.size > 0) {
		const valueSchema = processSchema(def.valueType, ctx, {
			...params,
			path: [
				...params.path,
				"patternProperties",
				"*"
			]
		});
		json.patternProperties = {};
		for (const pattern of patterns) assignProp(json.patternProperties, exactPattern(pattern).source, valueSchema);
	} else {
		if (ctx.target === "draft-07" || ctx.target === "draft-2020-12") {
			json.propertyNames = processSchema(def.keyType, ctx, {
				...params,
				path: [...params.path, "propertyNames"]
			});
			let pending = pendingRecords.get(ctx);
			if (!pending) {
				pending = [];
				pendingRecords.set(ctx, pending);
				ctx.deferred.push(() => rewriteKeyNames(ctx));
			}
			pending.push(schema);
		}
		json.additionalProperties = processSchema(def.valueType, ctx, {
			...params,
			path: [...params.path, "additionalProperties"]
		});
	}
	const keyValues = keyType._zod.values;
	const omittableOnInput = ctx.io === "input" && inputOptin(def.valueType) !== void 0;
	if (keyValues && !def.partial && !omittableOnInput) {
		const validKeyValues = [...keyValues].filter((v) => typeof v === "string" || typeof v === "number");
		if (validKeyValues.length > 0) json.required = validKeyValues.map(String);
	}
};
const nullableProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	const inner = processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	if (ctx.target === "openapi-3.0") {
		seen.ref = def.innerType;
		json.nullable = true;
	} else json.anyOf = [inner, { type: "null" }];
};
const nonoptionalProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
};
/** Round-trips a default value through JSON so the emitted schema is guaranteed to be valid JSON.
* A BigInt has no reliable encoding, so it goes through `unrepresentable` like any other
* unrepresentable value. Returns a sentinel when the caller must not write a default of its own. */
const UNREPRESENTABLE_DEFAULT = Symbol();
function serializeDefaultValue(value, schema, ctx, json, params) {
	let unrepresentable = false;
	const serialized = JSON.stringify(value, (_, val) => {
		if (typeof val !== "bigint") return val;
		unrepresentable = true;
		return null;
	});
	if (!unrepresentable) return JSON.parse(serialized);
	handleUnrepresentable(schema, ctx, json, params, "BigInt defaults cannot be represented in JSON Schema");
	return UNREPRESENTABLE_DEFAULT;
}
const defaultProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
	if (value !== UNREPRESENTABLE_DEFAULT) json.default = value;
};
const prefaultProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	if (ctx.io !== "input") return;
	const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
	if (value !== UNREPRESENTABLE_DEFAULT) json._prefault = value;
};
const catchProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	let catchValue;
	try {
		catchValue = def.catchValue(void 0);
	} catch {
		handleUnrepresentable(schema, ctx, json, params, "Dynamic catch values are not supported in JSON Schema");
		return;
	}
	json.default = catchValue;
};
const pipeProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	const inIsTransform = def.in._zod.traits.has("$ZodTransform");
	const innerType = ctx.io === "input" ? inIsTransform ? def.out : def.in : def.out;
	processSchema(innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = innerType;
};
const readonlyProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	json.readOnly = true;
};
const promiseProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
};
const optionalProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
};
const lazyProcessor = (schema, ctx, _json, params) => {
	const innerType = schema._zod.innerType;
	processSchema(innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = innerType;
};
const allProcessors = {
	string: stringProcessor,
	number: numberProcessor,
	boolean: booleanProcessor,
	bigint: bigintProcessor,
	symbol: symbolProcessor,
	null: nullProcessor,
	undefined: undefinedProcessor,
	void: voidProcessor,
	never: neverProcessor,
	any: anyProcessor,
	unknown: unknownProcessor,
	date: dateProcessor,
	enum: enumProcessor,
	literal: literalProcessor,
	nan: nanProcessor,
	template_literal: templateLiteralProcessor,
	file: fileProcessor,
	success: successProcessor,
	custom: customProcessor,
	function: functionProcessor,
	transform: transformProcessor,
	map: mapProcessor,
	set: setProcessor,
	array: arrayProcessor,
	object: objectProcessor,
	union: unionProcessor,
	intersection: intersectionProcessor,
	tuple: tupleProcessor,
	record: recordProcessor,
	nullable: nullableProcessor,
	nonoptional: nonoptionalProcessor,
	default: defaultProcessor,
	prefault: prefaultProcessor,
	catch: catchProcessor,
	pipe: pipeProcessor,
	readonly: readonlyProcessor,
	promise: promiseProcessor,
	optional: optionalProcessor,
	lazy: lazyProcessor
};
function toJSONSchema(input, params) {
	if ("_idmap" in input) {
		const registry = input;
		const ctx = initializeContext({
			...params,
			processors: allProcessors
		});
		const defs = {};
		for (const entry of registry._idmap.entries()) {
			const [_, schema] = entry;
			processSchema(schema, ctx);
		}
		const schemas = {};
		ctx.external = {
			registry,
			uri: params?.uri,
			defs
		};
		for (const entry of registry._idmap.entries()) {
			const [key, schema] = entry;
			extractDefs(ctx, schema);
			assignProp(schemas, key, finalize(ctx, schema));
		}
		if (Object.keys(defs).length > 0) schemas.__shared = { [ctx.target === "draft-2020-12" ? "$defs" : "definitions"]: defs };
		return { schemas };
	}
	const ctx = initializeContext({
		...params,
		processors: allProcessors
	});
	processSchema(input, ctx);
	extractDefs(ctx, input);
	return finalize(ctx, input);
}

// node_modules/zod/v4/mini/schemas.js
const ZodMiniType = /*@__PURE__*/ $constructor("ZodMiniType", (inst, def) => {
	if (!inst._zod) throw new Error("Uninitialized schema in ZodMiniType.");
	$ZodType.init(inst, def);
	inst.def = def;
	inst.type = def.type;
}, {
	get with() {
		return this.check;
	},
	set with(value) {
		own(this, "with", value);
	},
	parse(data, params) {
		return parse(this, data, params, { callee: this.parse });
	},
	parseAsync(data, params) {
		return parseAsync(this, data, params, { callee: this.parseAsync });
	},
	safeParse(data, params) {
		return safeParse(this, data, params);
	},
	safeParseAsync(data, params) {
		return safeParseAsync(this, data, params);
	},
	check(...checks) {
		const def = this.def;
		return this.clone({
			...def,
			checks: [...def.checks ?? [], ...checks.map((ch) => typeof ch === "function" ? { _zod: {
				check: ch,
				def: { check: "custom" },
				onattach: []
			} } : ch)]
		}, { parent: true });
	},
	clone(_def, params) {
		return clone(this, _def, params);
	},
	brand() {
		return this;
	},
	register(reg, meta) {
		reg.add(this, meta);
		return this;
	},
	apply(fn, ...args) {
		return args.length === 0 ? fn(this) : fn(this, ...args);
	}
});
const ZodMiniString = /*@__PURE__*/ $constructor("ZodMiniString", (inst, def) => {
	$ZodString.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function string(params) {
	return _string(ZodMiniString, params);
}
const ZodMiniNumber = /*@__PURE__*/ $constructor("ZodMiniNumber", (inst, def) => {
	$ZodNumber.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function number(params) {
	return _number(ZodMiniNumber, params);
}
const ZodMiniNumberFormat = /*@__PURE__*/ $constructor("ZodMiniNumberFormat", (inst, def) => {
	$ZodNumberFormat.init(inst, def);
	ZodMiniNumber.init(inst, def);
});
function int(params) {
	return _int(ZodMiniNumberFormat, params);
}
const ZodMiniBoolean = /*@__PURE__*/ $constructor("ZodMiniBoolean", (inst, def) => {
	$ZodBoolean.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function boolean(params) {
	return _boolean(ZodMiniBoolean, params);
}
const ZodMiniNull = /*@__PURE__*/ $constructor("ZodMiniNull", (inst, def) => {
	$ZodNull.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function _null(params) {
	return _null$1(ZodMiniNull, params);
}
const ZodMiniUnknown = /*@__PURE__*/ $constructor("ZodMiniUnknown", (inst, def) => {
	$ZodUnknown.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function unknown() {
	return _unknown(ZodMiniUnknown);
}
const ZodMiniNever = /*@__PURE__*/ $constructor("ZodMiniNever", (inst, def) => {
	$ZodNever.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function never(params) {
	return _never(ZodMiniNever, params);
}
const ZodMiniArray = /*@__PURE__*/ $constructor("ZodMiniArray", (inst, def) => {
	$ZodArray.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function array(element, params) {
	return new ZodMiniArray({
		type: "array",
		element,
		...normalizeParams(params)
	});
}
const ZodMiniObject = /*@__PURE__*/ $constructor("ZodMiniObject", (inst, def) => {
	$ZodObject.init(inst, def);
	ZodMiniType.init(inst, def);
	installLazyProp(inst, "shape", (self) => self._zod.def.shape, false);
});
// @__NO_SIDE_EFFECTS__
function object(shape, params) {
	const def = {
		type: "object",
		shape: shape ?? {},
		...normalizeParams(params)
	};
	return new ZodMiniObject(def);
}
// @__NO_SIDE_EFFECTS__
function strictObject(shape, params) {
	return new ZodMiniObject({
		type: "object",
		shape,
		catchall: /* @__PURE__ */ never(),
		...normalizeParams(params)
	});
}
const ZodMiniUnion = /*@__PURE__*/ $constructor("ZodMiniUnion", (inst, def) => {
	$ZodUnion.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function union(options, params) {
	return new ZodMiniUnion({
		type: "union",
		options,
		...normalizeParams(params)
	});
}
const ZodMiniRecord = /*@__PURE__*/ $constructor("ZodMiniRecord", (inst, def) => {
	$ZodRecord.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function record(keyType, valueType, params) {
	if (!valueType || !valueType._zod) return new ZodMiniRecord({
		type: "record",
		keyType: /* @__PURE__ */ string(),
		valueType: keyType,
		...normalizeParams(valueType)
	});
	return new ZodMiniRecord({
		type: "record",
		keyType,
		valueType,
		...normalizeParams(params)
	});
}
const ZodMiniEnum = /*@__PURE__*/ $constructor("ZodMiniEnum", (inst, def) => {
	$ZodEnum.init(inst, def);
	ZodMiniType.init(inst, def);
	inst.options = [...inst._zod.values];
});
// @__NO_SIDE_EFFECTS__
function _enum(values, params) {
	const entries = Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values;
	return new ZodMiniEnum({
		type: "enum",
		entries,
		...normalizeParams(params)
	});
}
const ZodMiniLiteral = /*@__PURE__*/ $constructor("ZodMiniLiteral", (inst, def) => {
	$ZodLiteral.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function literal(value, params) {
	return new ZodMiniLiteral({
		type: "literal",
		values: Array.isArray(value) ? value : [value],
		...normalizeParams(params)
	});
}
const ZodMiniOptional = /*@__PURE__*/ $constructor("ZodMiniOptional", (inst, def) => {
	$ZodOptional.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function optional(innerType) {
	return new ZodMiniOptional({
		type: "optional",
		innerType
	});
}
const ZodMiniNullable = /*@__PURE__*/ $constructor("ZodMiniNullable", (inst, def) => {
	$ZodNullable.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function nullable(innerType) {
	return new ZodMiniNullable({
		type: "nullable",
		innerType
	});
}
const ZodMiniDefault = /*@__PURE__*/ $constructor("ZodMiniDefault", (inst, def) => {
	$ZodDefault.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function _default(innerType, defaultValue) {
	return new ZodMiniDefault({
		type: "default",
		innerType,
		get defaultValue() {
			return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
		}
	});
}
const ZodMiniCustom = /*@__PURE__*/ $constructor("ZodMiniCustom", (inst, def) => {
	$ZodCustom.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function refine(fn, _params = {}) {
	return _refine(ZodMiniCustom, fn, _params);
}
const describe$1 = describe$2;

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
const matchParts$1 = [
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
const branchRule = strictObject({
	...fieldShape,
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
	version: literal(1, { error: "the number 1" }).register(...says("Version of the format of this file: 1.")),
	repo: optional(words("ID of the Git repository at the service")).register(...says("ID of this Git repository at the service. Default: the name of the repository.")),
	branches: optional(array(branchRule, { error: "a list of branch rules" })).register(...says("Where a branch's changes go; first match wins. Without a match nothing is filed, without this list all.")),
	request: _default(fields, mappingDefaults.request).register(...says("Fields of every request, unless a branch rule or a file rule says otherwise.")),
	rfp: _default(rfp, mappingDefaults.rfp).register(...says(aboutRfp)),
	rules: optional(array(rule, { error: "a list of rules" })).register(...says("What a file is; first match wins. Without this list every file is one request.")),
	unmapped: _default(_enum(unmappedModes, oneOf$1(unmappedModes)), mappingDefaults.unmapped).register(...says(aboutUnmapped)),
	deletes: _default(_enum(deleteModes, oneOf$1(deleteModes)), mappingDefaults.deletes).register(...says(aboutDeletes)),
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
/** The keys of a value; none when it is no map. */
function recordOf(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
function listOf(value) {
	return Array.isArray(value) ? value : [];
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
				...patternList(globsOf(patterns, part), ignoresCase(part))
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
/**
* The names of all rules that match a file, in order.
* @param asked tells which rules are wanted at all
*/
function matchingRules(compiled, file, asked) {
	const subjects = subjectsOf(file);
	return compiled.rulesFor(subjects).flatMap(({ rule, parts }) => {
		return asked(rule) && parts.every((part) => matchPart(part, subjects) !== null) ? [rule] : [];
	});
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
function matchPart(compiled, subjects) {
	return matchList(compiled, subjects[compiled.part]);
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
		problems.set(name ?? whole, name === void 0 ? notRead$1(whole) : unknownName(name, known));
		if (problems.size === mostProblems) break;
	}
	return [...problems.values()];
}
function notRead$1(found) {
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

// src/git/tree.ts
/** True for a regular file; a link, a submodule and nothing at all are none. */
function isFile(side) {
	return side?.mode.startsWith("100") === true;
}
/** Mode of an entry that is a directory. */
const directory = "40000";
const ascii = /^[\u0000-\u007f]*$/;
/** A path out of bytes that were read one character each; most names are the same in every encoding. */
function pathOfBytes(latin1) {
	return ascii.test(latin1) ? textPath(latin1) : gitPath(Buffer.from(latin1, "latin1"));
}
/** Takes a tree object apart: `mode SP name NUL oid`, the OID in binary. */
function parseTree(bytes, oidBytes) {
	const entries = [];
	for (let at = 0; at < bytes.length;) {
		const blank = bytes.indexOf(32, at);
		const end = bytes.indexOf(0, blank);
		if (blank < 0 || end < 0) throw new Error("a tree object ends in the middle of an entry");
		const oid = bytes.toString("hex", end + 1, end + 1 + oidBytes);
		const mode = bytes.toString("latin1", at, blank).replace(/^0+/, "");
		entries.push({
			mode,
			name: bytes.toString("latin1", blank + 1, end),
			oid
		});
		at = end + 1 + oidBytes;
	}
	return entries;
}
/** Reads a tree by any name that means one, through the process that reads contents, so that it costs no other. */
async function readTree(objects, name, oidBytes) {
	return parseTree(Buffer.from(await (await objects.read(name)).arrayBuffer()), oidBytes);
}
/** Length of an OID in bytes, as tree objects hold it. @param oid in hexadecimal. */
function bytesOf(oid) {
	return oid.length / 2;
}
/**
* What stands in a directory of a commit, and not below it; empty when the commit has no such directory, or it is larger
* than `most` bytes.
*
* @param commit OID of a commit. @param path without slashes at its ends.
* @throws Problem('git') when it cannot be read.
*/
async function listFolder(objects, commit, path, most) {
	const name = `${commit}:${path}`;
	const [info] = await objects.info([name]);
	if (info?.type !== "tree" || info.size > most) return [];
	return (await readTree(objects, name, bytesOf(commit)).catch((error) => {
		throw unreadable("the files of a commit", error);
	})).map(({ mode, name: file, oid }) => ({
		path: pathOfBytes(file),
		mode,
		oid
	}));
}
/**
* Every regular file, link and submodule of a commit, in Git's order, as `git ls-tree -r` has them.
*
* @param head OID of a commit.
* @throws Problem('git') when one of its trees cannot be read.
*/
function listTree(objects, head) {
	return listBelow(objects, `${head}^{tree}`, bytesOf(head));
}
async function listBelow(objects, root, oidBytes) {
	const trees = /* @__PURE__ */ new Map();
	try {
		for (let wanted = [root]; wanted.length > 0;) {
			const read = await Promise.all(wanted.map((name) => readTree(objects, name, oidBytes)));
			for (const [n, name] of wanted.entries()) trees.set(name, read[n] ?? []);
			const below = read.flat().filter(({ mode, oid }) => mode === directory && !trees.has(oid));
			wanted = [...new Set(below.map(({ oid }) => oid))];
		}
	} catch (error) {
		throw unreadable("the files of a commit", error);
	}
	const sides = [];
	const walk = (name, before) => {
		for (const entry of trees.get(name) ?? []) {
			const path = before + entry.name;
			if (entry.mode === directory) walk(entry.oid, `${path}/`);
			else sides.push({
				path: pathOfBytes(path),
				mode: entry.mode,
				oid: entry.oid
			});
		}
	};
	walk(root, "");
	return sides;
}
/**
* What stands at some paths of a commit; null: nothing, or a directory. Costs a look at the directories that hold them,
* however many files they hold.
*
* @param commit OID of a commit. @param paths as text, without line ends.
* @throws Problem('git') when a tree cannot be read.
*/
async function entriesAt(objects, commit, paths) {
	const found = /* @__PURE__ */ new Map();
	const byFolder = /* @__PURE__ */ new Map();
	for (const path of paths) {
		found.set(path, null);
		const at = path.lastIndexOf("/");
		const names = byFolder.get(path.slice(0, Math.max(at, 0))) ?? /* @__PURE__ */ new Map();
		names.set(Buffer.from(path.slice(at + 1)).toString("latin1"), path);
		byFolder.set(path.slice(0, Math.max(at, 0)), names);
	}
	const folders = [...byFolder].map(([folder, names]) => ({
		name: treeName(commit, folder),
		names
	}));
	const infos = await objects.info(folders.map(({ name }) => name));
	const there = folders.filter((_, n) => infos[n]?.type === "tree");
	const trees = await Promise.all(there.map(({ name }) => readTree(objects, name, bytesOf(commit)))).catch((error) => {
		throw unreadable("the files of a commit", error);
	});
	for (const [n, { names }] of there.entries()) for (const { name, mode, oid } of trees[n] ?? []) {
		const path = mode === directory ? void 0 : names.get(name);
		if (path !== void 0) found.set(path, {
			path: textPath(path),
			mode,
			oid
		});
	}
	return found;
}
function treeName(commit, folder) {
	return folder === "" ? `${commit}^{tree}` : `${commit}:${folder}`;
}
/** True for a path at which a file, or a link, stands in a commit. */
async function standsAt(objects, commit, path) {
	const [info] = await objects.info([`${commit}:${path}`]);
	return info?.type === "blob";
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
	const sentences = [];
	for (const name of Object.keys(fields)) {
		const sentence = checkField(name, fields[name]);
		if (sentence !== null) sentences.push(sentence);
	}
	return [...sentences, ...projectRules(fields)];
}
/** What is wrong with one field's value: an unknown field, another type, not on its list. Null: nothing. */
function checkField(name, value) {
	const field = createField(name);
	if (field === void 0) return `${name} is not a field of a create request`;
	if (field.type === "integer") return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? null : `${name} is ${quote(value)}; it must be a whole number from 0 on`;
	if (typeof value !== "string") return `${name} is ${quote(value)}; it must be text`;
	if (field.values !== void 0 && !field.values.includes(value)) return `${name} is ${quote(value)}; it must be one of ${field.values.join(", ")}`;
	const specials = specialsInstead(field, value);
	if (specials !== null) return `${name} is ${quote(value)}; it must be one of ${specials.join(", ")}, or a name`;
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
	return shorten(JSON.stringify(value) ?? String(value), 80);
}

// src/mapping/fields.ts
/** The fields of one request (design §5): see fieldsOf. */
function renderFields(input) {
	return fieldsOf(input)(input);
}
/**
* The fields of one request for each file (design §5): the run < `request` < branch rule < file rule < `--set`; null
* takes a field away. Under `proj: "*BRANCH"` the service takes task and subtask from the branch (interface §2.2), so
* neither is sent. What is the same for all files of the rule is found once.
*/
function fieldsOf(input) {
	const merged = mergeLevels(input);
	const whole = shapeOf(merged, {});
	const linked = withoutTask(merged);
	const project = whole.fields.find(({ name }) => name === "proj");
	const { repo, branch, sha, run } = input.run;
	const ofBranch = input.branchMatch?.captures;
	return ({ captures, path }) => {
		const { gpath, gfile } = pathParts(path);
		const { name, stem, ext } = nameParts(gfile);
		const known = {
			path,
			gpath,
			gfile,
			name,
			stem,
			ext,
			repo,
			branch,
			sha,
			run
		};
		const captured = {
			...ofBranch,
			...captures
		};
		const names = isEmpty(captured) ? known : {
			...captured,
			...known
		};
		return fill(project !== void 0 && textOf(project, names, merged).text === "*BRANCH" ? linked : whole, names, merged);
	};
}
function isEmpty(record) {
	for (const _ in record) return false;
	return true;
}
/** The project that is linked to the branch brings its own task and subtask (interface §2.2). */
function withoutTask(merged) {
	const kept = new Map(merged);
	const withheld = {};
	for (const name of ["task", "stsk"]) {
		const from = merged.get(name);
		if (from === void 0 || from.value === null) continue;
		kept.delete(name);
		withheld[name] = {
			origin: from.origin,
			why: "proj is *BRANCH"
		};
	}
	return shapeOf(kept, withheld);
}
/** For each field the value of the highest level that has it. */
function mergeLevels(input) {
	const { repo, branch, user } = input.run;
	const levels = [
		["run", {
			repo,
			gpath: "gpath",
			gfile: "gfile",
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
	if (!merged.has("objn")) merged.set("objn", {
		value: isTemplate(merged.get("objt")?.value) ? "" : defaultObject(merged, {}),
		origin: "default"
	});
	return merged;
}
function shapeOf(merged, withheld) {
	const fields = [];
	const unset = {};
	for (const field of createFields) {
		const from = merged.get(field.name);
		if (from?.value === null) unset[field.name] = from.origin;
		else if (from !== void 0) fields.push(prepared(field.name, field.type === "integer", from.value, from.origin));
	}
	const templates = fields.flatMap(({ name, kind, value }) => kind === "template" ? [[name, value]] : []);
	return {
		fields,
		origins: Object.fromEntries(fields.map(({ name, origin }) => [name, origin])),
		templates: Object.fromEntries(templates),
		unset,
		withheld
	};
}
function prepared(name, isInteger, value, origin) {
	const about = {
		name,
		isInteger,
		value,
		origin
	};
	if (value === "" && origin === "default") return {
		...about,
		kind: "defaultObject"
	};
	if (origin === "run") return {
		...about,
		kind: name === "gpath" || name === "gfile" ? "ofFile" : "plain"
	};
	return {
		...about,
		kind: isTemplate(value) ? "template" : "plain"
	};
}
const complete = [];
function textOf({ kind, value }, names, merged) {
	if (kind === "ofFile") return {
		text: names[value] ?? "",
		missing: complete
	};
	if (kind === "template") return render(String(value), names);
	if (kind === "defaultObject") return render(defaultObject(merged, names), names);
	return {
		text: value,
		missing: complete
	};
}
/** IFS and remote objects are called like their files, with case and extension; others have short upper-case names. */
function defaultObject(merged, names) {
	const objt = merged.get("objt")?.value;
	const type = typeof objt === "string" ? render(objt, names).text.toUpperCase() : "";
	return type === "*IFS" || type === "*REMOTE" ? "{gfile}" : "{name|upper}";
}
/** The request of one file. */
function fill(shape, names, merged) {
	const fields = {};
	const withheld = { ...shape.withheld };
	const problems = [];
	const placeholders = {};
	for (const prepared of shape.fields) {
		const { name, origin, isInteger } = prepared;
		const { text, missing } = textOf(prepared, names, merged);
		if (missing.length > 0) {
			const why = `${missing.map((word) => `{${word}}`).join(", ")} has no value for this file on this branch`;
			problems.push(`${name} is "${prepared.value}" (${origin}), but ${why}`);
			withheld[name] = {
				origin,
				why
			};
			continue;
		}
		if (isPlaceholder(text)) {
			placeholders[name] = text;
			if (isInteger) continue;
		}
		fields[name] = (isInteger ? readInteger(text) : null) ?? text;
	}
	if (Object.hasOwn(shape.unset, "objn")) problems.push("objn is not given; every request needs it");
	problems.push(...checkMapped(withoutMarks(fields, placeholders)));
	const { unset } = shape;
	const templates = shape.fields.some(({ kind }) => kind === "defaultObject") ? {
		...shape.templates,
		objn: defaultObject(merged, names)
	} : shape.templates;
	return {
		fields,
		origins: originsOf(shape, fields),
		templates,
		unset,
		withheld,
		problems,
		placeholders
	};
}
/** Where the fields that are sent come from: nearly always all of the rule's. */
function originsOf({ fields, origins }, sent) {
	if (fields.every(({ name }) => Object.hasOwn(sent, name))) return origins;
	return Object.fromEntries(Object.entries(origins).filter(([name]) => Object.hasOwn(sent, name)));
}
/** A mark of `init` is no value yet: value lists and forms are not held against it. */
function withoutMarks(fields, marks) {
	if (Object.keys(marks).length === 0) return fields;
	const open = (name) => Object.hasOwn(marks, name) && (name === "rpth" || createField(name)?.values !== void 0);
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !open(name)));
}

// src/git/range.ts
const howToName = "Give --base and --head, or --paths to file some files as they are.";
/** The branch that the run is about, before anything is decided: its ledger record is needed for the decision. */
function branchOf(input) {
	const { happening } = input.event;
	if (input.options.branch !== void 0) return input.options.branch;
	if (happening.kind === "proposal") return happening.target;
	if (happening.kind === "tag") return null;
	if (happening.kind === "local") return input.checkedOut;
	return happening.branch;
}
/**
* Decides what to compare (design §3). Pure; nothing is looked up.
*
* @throws Problem('range') when nothing says what to compare: never an empty answer instead.
*/
function decideRange(input) {
	const { event, options } = input;
	const branch = branchOf(input);
	if (options.base !== void 0 || options.head !== void 0 || options.paths !== void 0) return explicitRange(input, branch);
	const { happening } = event;
	if (happening.kind === "tag") return {
		kind: "nothing",
		branch,
		rule: "tag",
		why: `${happening.name} is a tag; only branches are filed`
	};
	if (branch === null) throw new Problem("range", "the run names no branch", "Give --branch, and --base and --head.");
	switch (happening.kind) {
		case "branchDeleted": return {
			kind: "nothing",
			branch,
			rule: "branch-deleted",
			why: `branch ${branch} was deleted`
		};
		case "proposal": return proposalRange(happening, branch);
		case "push": return pushRange(input, happening, branch);
		case "unclear": throw new Problem("event", happening.why, howToName);
		default: return manualRange(input, happening, branch);
	}
}
function explicitRange(input, branch) {
	const { base, head, paths } = input.options;
	if (branch === null) throw new Problem("range", "nothing names the branch that the changes belong to", "Give --branch.");
	const common = {
		kind: "range",
		branch,
		mayFile: input.event.happening.kind !== "proposal",
		explicit: true,
		firstPush: false
	};
	const headChoice = head !== void 0 ? {
		kind: "rev",
		rev: head
	} : eventHead(input.event.happening);
	if (base !== void 0) return {
		...common,
		rule: "explicit",
		base: {
			kind: "rev",
			rev: base
		},
		head: headChoice
	};
	if (paths !== void 0) return {
		...common,
		rule: "paths",
		base: null,
		head: headChoice
	};
	const { happening } = input.event;
	const before = happening.kind === "push" ? happening.before : null;
	const oid = input.record?.head ?? before;
	if (oid === null) throw new Problem("range", "--head alone does not say what to compare it with", "Give --base as well.");
	return {
		...common,
		rule: "explicit",
		base: {
			kind: "commit",
			oid
		},
		head: headChoice
	};
}
function eventHead(happening) {
	if (happening.kind === "push") return {
		kind: "commit",
		oid: happening.after
	};
	if (happening.kind === "proposal") return {
		kind: "commit",
		oid: happening.head
	};
	if (happening.kind === "manual" && happening.head !== null) return {
		kind: "commit",
		oid: happening.head
	};
	return {
		kind: "rev",
		rev: "HEAD"
	};
}
function proposalRange(happening, branch) {
	return {
		kind: "range",
		branch,
		base: happening.baseIsTip ? {
			kind: "mergeBaseWith",
			oid: happening.base
		} : {
			kind: "commit",
			oid: happening.base
		},
		head: {
			kind: "commit",
			oid: happening.head
		},
		rule: "proposal",
		mayFile: false,
		explicit: false,
		firstPush: false
	};
}
function pushRange(input, happening, branch) {
	const { event } = input;
	const { actor } = event.run;
	const known = input.record?.head ?? null;
	if (actor !== null && input.skipPushers.some((name) => name.toLowerCase() === actor.toLowerCase())) return {
		kind: "nothing",
		branch,
		rule: "skipped-pusher",
		why: `pushed by ${actor}, who is in skip-pushers`
	};
	const common = {
		kind: "range",
		branch,
		head: {
			kind: "commit",
			oid: happening.after
		},
		mayFile: true,
		explicit: false,
		firstPush: false
	};
	if (input.place?.kind === "old") return oldPush(input, happening, branch, input.place);
	const { before } = happening;
	if (known !== null && (before !== null || input.record?.firstHead === happening.after)) {
		const unseen = before === null || before === known ? {} : { unseenTo: before };
		return {
			...common,
			base: {
				kind: "commit",
				oid: known
			},
			rule: known === before ? "push" : "ledger",
			...unseen
		};
	}
	if (before === null) return {
		...common,
		base: firstBase(event, branch),
		rule: "first-push",
		firstPush: true
	};
	return {
		...common,
		...sinceBefore(input, before, branch)
	};
}
/**
* A push to a branch of which the ledger has no record: the runs of its earlier pushes were lost, or came before the
* ledger, so all of the branch counts. Of the default branch nobody can tell where that would begin.
*/
function sinceBefore({ event, record, hasLedger }, before, branch) {
	const { defaultBranch } = event.repository;
	if (hasLedger !== true || record !== null || defaultBranch === null || branch === defaultBranch) return {
		base: {
			kind: "commit",
			oid: before
		},
		rule: "push"
	};
	return {
		base: {
			kind: "unseen",
			branch: defaultBranch,
			before
		},
		rule: "push",
		unseenTo: before
	};
}
/** The run of a push that the branch has left behind: never the head of the record, and nothing twice. */
function oldPush(input, { before, after }, branch, place) {
	const common = {
		kind: "range",
		branch,
		head: {
			kind: "commit",
			oid: after
		},
		mayFile: true,
		explicit: false,
		movesHead: false
	};
	const known = input.record?.head ?? null;
	if (place.record === "behind" && known !== null) {
		const rule = known === before ? "push" : "ledger";
		return {
			...common,
			base: {
				kind: "commit",
				oid: known
			},
			rule,
			firstPush: false
		};
	}
	const accounted = place.record === "past" ? { isAccounted: true } : {};
	if (before !== null) return {
		...common,
		base: {
			kind: "commit",
			oid: before
		},
		rule: "push",
		firstPush: false,
		...accounted
	};
	const firstPush = place.startsBranch;
	return {
		...common,
		base: firstBase(input.event, branch),
		rule: "first-push",
		firstPush,
		...accounted
	};
}
function firstBase(event, branch) {
	const { defaultBranch } = event.repository;
	if (defaultBranch === null) throw new Problem("range", "the event does not name the default branch, so a first push has no base", howToName);
	return branch === defaultBranch ? { kind: "emptyTree" } : {
		kind: "mergeBaseWithBranch",
		branch: defaultBranch
	};
}
/** A word of a command line as a shell takes it, `'objt=*PGM'`. */
function shellWord(text) {
	return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
function manualRange(input, happening, branch) {
	const what = happening.kind === "manual" ? `a run by ${happening.what || "hand"}` : "a run outside CI";
	const known = input.record?.head ?? null;
	const set = input.options.set.map((item) => ` --set ${shellWord(item)}`).join("");
	if (known === null) throw new Problem("range", input.record === null ? `${what} does not say what changed, and the ledger has no record of ${branch}` : `${what} does not say what changed, and of ${branch} the ledger knows only ranges that were named by hand`, `${howToName} Or begin the record once: file-checkouts ledger begin --branch ${branch} --head COMMIT${set} --url URL.`);
	const { place } = input;
	if (place?.kind === "old" && place.record === "past") return {
		kind: "nothing",
		branch,
		rule: "ledger",
		why: `the ledger has come past this commit: it accounts for ${branch} up to ${known.slice(0, 12)}`
	};
	return {
		kind: "range",
		branch,
		base: {
			kind: "commit",
			oid: known
		},
		head: eventHead(happening),
		rule: "ledger",
		mayFile: true,
		explicit: false,
		firstPush: false,
		...place?.kind === "old" ? { movesHead: false } : {}
	};
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
/**
* True when `older` is `newer` or behind it. A commit that is not in the whole history of `newer` is not behind it,
* wherever else it may be.
*
* @throws Problem('git') when the history cannot be had.
*/
async function isAncestor(repository, objects, older, newer) {
	if (older === newer) return true;
	await ensureHistory(repository, objects, [newer]);
	const [known] = await objects.info([`${older}^{commit}`]);
	if (known === null) return false;
	return noIfOne(repository.git([
		"merge-base",
		"--is-ancestor",
		older,
		newer
	]).then(() => true), false);
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
		movesHead: mayFile && !explicit && decision.movesHead !== false,
		isAccounted: decision.isAccounted === true,
		unseenTo: decision.unseenTo ?? null
	};
	if (decision.base === null) return {
		...range,
		base: null,
		rule: decision.rule
	};
	const base = await resolveBase(repository, objects, decision.base, head);
	if (typeof base === "string") {
		const unseenTo = base === range.unseenTo ? null : range.unseenTo;
		const isWhole = decision.base.kind === "unseen" && unseenTo !== null;
		return {
			...range,
			base,
			unseenTo,
			rule: isWhole ? "first-push" : decision.rule
		};
	}
	if (range.isAccounted) return {
		...range,
		base: head,
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
	throw new Problem("range", `the base commit ${base.gone} is not in this clone and could not be fetched: ${base.why}`, howToGoOn(decision, branch !== defaultBranch));
}
/** What to do when the base is nowhere to be had; at the default branch, no merge base helps. */
function howToGoOn({ rule, branch }, mayMerge) {
	const merge = mayMerge ? ", or accept another base with --on-missing-base merge-base" : "";
	if (rule !== "ledger") return `Check out with the full history (fetch-depth: 0), or give --base${merge}.`;
	return `Check out with the full history (fetch-depth: 0)${merge}. If that commit is gone for good: file the difference with --base and --head, then ${`file-checkouts ledger forget --branch ${branch}, and ledger begin --branch ${branch} --head COMMIT`}.`;
}
/**
* The commit that a revision names in the checkout. A full ID that is not there yet is taken as it is; a branch of the
* remote (`origin/main`) that this clone does not follow, as one of depth 1 does not, is asked for there.
*/
async function resolveRev(repository, rev) {
	const output = await revParse(repository, rev);
	const oid = /^[0-9a-f]{40,64}$/m.exec(output.trim())?.[0];
	if (oid !== void 0) return oid;
	if (/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(rev)) return rev.toLowerCase();
	const prefix = `${repository.remote?.name}/`;
	if (repository.remote !== null && rev.startsWith(prefix)) {
		const ref = `refs/heads/${rev.slice(prefix.length)}`;
		const tip = await remoteRef(repository, ref);
		forgetRef(repository, ref);
		if (tip !== null) return tip;
	}
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
	return repository.git(args, { inCheckout: true }).catch(nothingFound);
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
		case "unseen": return unseenBase(repository, objects, base, head);
	}
}
/** Where the commits of a branch begin that no run has looked at: the push itself, when there are none before it. */
async function unseenBase(repository, objects, { branch, before }, head) {
	const tip = await branchTip(repository, branch);
	const shared = tip === null ? null : await mergeBaseWith(repository, objects, tip, head);
	if (typeof shared !== "string") return resolveCommit(repository, objects, before);
	return !isEmptyTree(shared) && await isAncestor(repository, objects, before, shared) ? resolveCommit(repository, objects, before) : shared;
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
		if (!(error instanceof Problem)) throw error;
		return {
			gone: `shared with ${oid}`,
			why: error.message
		};
	}
	return base === null ? emptyTree[repository.objectFormat] : resolveCommit(repository, objects, base);
}

// src/yaml/lines.ts
/** How many problems a message spells out. */
const mostShown = 200;
const widestLine = 120;
const longestLine = 1e4;
/** All problems of a file, one a line as `FILE:LINE:COLUMN: what was found; what would be right`, each with its caret. */
function messageFor(file, problems) {
	const shown = problems.slice(0, mostShown).map((problem) => {
		const head = `${file}:${problem.line}:${problem.column}: ${problem.found}; ${problem.right}`;
		return problem.caret === void 0 ? head : `${head}\n${problem.caret}`;
	});
	if (problems.length > mostShown) shown.push(`and ${problems.length - mostShown} more`);
	return shown.join("\n");
}
/** Finds line and column of an offset (UTF-16 units) in a text; made once for each text. */
var Lines = class {
	#text;
	#starts = [0];
	#ends = [];
	constructor(text) {
		this.#text = text;
		for (const match of text.matchAll(/\r\n|\n|\r/g)) {
			this.#ends.push(match.index);
			this.#starts.push(match.index + match[0].length);
		}
		this.#ends.push(text.length);
	}
	/** Line number of an offset, from 1. */
	lineAt(offset) {
		let low = 0;
		let high = this.#starts.length;
		while (high - low > 1) {
			const middle = low + high >> 1;
			if ((this.#starts[middle] ?? 0) <= offset) low = middle;
			else high = middle;
		}
		return low + 1;
	}
	/** A problem at an offset, with its line and caret; `length` is how many units the caret underlines. */
	problemAt(offset, length, found, right) {
		const line = this.lineAt(offset);
		const start = this.#starts[line - 1] ?? 0;
		const source = this.#text.slice(start, this.#ends[line - 1]);
		const before = source.slice(0, offset - start);
		return {
			line,
			column: 1 + (source.length > longestLine ? before.length : Array.from(before).length),
			found: oneLine(found),
			right: oneLine(right),
			caret: caretUnder(source, before.length, length)
		};
	}
};
/** Names of keys and patterns are quoted in findings, and may hold line breaks (`"a\nb": 1`); a finding is one line. */
function oneLine(text) {
	return text.replace(/[\0-\x1f\x7f-\x9f\u2028\u2029]/g, (one) => {
		return one === "\n" ? "\\n" : `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
	});
}
/** The line, cut around the place if it is very long, and a caret line below; tabs stay tabs so that both align. */
function caretUnder(source, at, length) {
	const from = at > 100 ? at - 40 : 0;
	const line = source.slice(from, from + widestLine).replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/g, "?");
	const indent = source.slice(from, at).replace(/[^\t]/gu, " ");
	const width = Math.max(1, Math.min(length, line.length - indent.length));
	return `    ${line}\n    ${indent}${"^".repeat(width)}`;
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

// src/yaml/findings.ts
/** What a schema refuses, in words: what was found, what would be right, and where. */
/**
* The findings for one issue of the schema over `value`, the whole content of the file.
* @param unknownKey what to say of a key that the schema does not know
*/
function findingsOf(issue, value, unknownKey) {
	const path = issue.path.map((part) => typeof part === "number" ? part : String(part));
	if (issue.code === "unrecognized_keys") return (issue.keys ?? []).map((key) => unknownKey([...path, key]));
	const nested = deepestErrors(issue);
	if (nested.length > 0) return nested.flatMap((inner) => findingsOf({
		...inner,
		path: [...issue.path, ...inner.path]
	}, value, unknownKey));
	const here = valueAt(value, path);
	const name = path.at(-1);
	if (here === void 0 && !hasKey(valueAt(value, path.slice(0, -1)), name) && typeof name === "string") return [{
		path: path.slice(0, -1),
		found: `no \`${name}\``,
		right: `expected \`${name}\`: ${issue.message}`
	}];
	const hint = unquotedBraces(here);
	return [{
		path,
		found: describe(here),
		right: hint ?? `expected ${issue.message}`
	}];
}
function hasKey(value, key) {
	return typeof value === "object" && value !== null && key !== void 0 && Object.hasOwn(value, key);
}
/** The errors of a union inside of the value: those of the option that came furthest say more than "none fits". */
function deepestErrors(issue) {
	return (issue.errors ?? []).filter((option) => option.some((error) => error.path.length > 0)).at(-1) ?? [];
}
/** A key that may not stand there, with the keys that may. */
function unknownKeyFinding(path, allowed) {
	const key = String(path.at(-1));
	const near = nearest(key, allowed);
	const right = near === null ? `one of ${allowed.join(", ")}` : `did you mean \`${near}\`?`;
	return {
		path,
		atKey: true,
		found: `unknown key \`${shorten(key)}\``,
		right
	};
}
/** The value at a path, undefined when there is none. */
function valueAt(value, path) {
	return path.reduce((part, key) => {
		if (typeof part !== "object" || part === null || !Object.hasOwn(part, key)) return void 0;
		return part[key];
	}, value);
}
/** `{proj}` without quotes is a map to YAML: a word with nothing behind it. */
function unquotedBraces(value) {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
	const names = Object.keys(value);
	return names.length > 0 && Object.values(value).every((element) => element === null) ? `quotes around it: "{${names.join(",")}}"` : null;
}
/** A value as a sentence names it, never long. */
function describe(value) {
	if (value === null || value === void 0) return "nothing";
	if (typeof value === "string") return value === "" ? "an empty text" : `the text ${shorten(JSON.stringify(value))}`;
	if (typeof value === "number") return `the number ${value}`;
	if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
	if (typeof value === "object") return "a map";
	return `the value ${String(value)}`;
}
/** Looks up the place of a finding: its own, or that of the nearest part around it. */
function problemOf(finding, yaml, lines) {
	for (let length = finding.path.length; length >= 0; length--) {
		const place = yaml.placeOf(finding.path.slice(0, length));
		if (place === void 0) continue;
		const own = length === finding.path.length;
		const range = own && finding.atKey !== void 0 && place.key !== null ? place.key : place.value;
		return lines.problemAt(range[0], own ? range[1] - range[0] : 1, finding.found, finding.right);
	}
	return lines.problemAt(0, 1, finding.found, finding.right);
}
/** In the order of the file; where YAML could not read a value, what the schema says of it is left out. */
function inOrder$1(yaml, findings) {
	const unread = new Set(yaml.map(({ line, column }) => `${line}:${column}`));
	const others = findings.filter(({ line, column }) => !unread.has(`${line}:${column}`));
	return [...yaml, ...others].sort((a, b) => a.line - b.line || a.column - b.column);
}

// src/yaml/read-checked.ts
/** A file of ours (YAML or JSON) to its content, or to everything that is wrong with it, each at its place. */
/**
* Reads the text of a file, UTF-8; a byte order mark and CRLF do not matter.
*
* @throws what `shape.refusal` makes of everything that is wrong.
*/
function readChecked(text, shape) {
	const { schema } = shape;
	const atTop = (found, right) => shape.refusal([{
		line: 1,
		column: 1,
		found,
		right
	}]);
	if (text.length > shape.mostCharacters) throw atTop(`a file of ${text.length} characters`, `at most ${shape.mostCharacters}`);
	const source = text.replace(/^\uFEFF/, "");
	const lines = new Lines(source);
	const unreadable = notUtf8(source, lines);
	if (unreadable.length > 0) throw shape.refusal(unreadable);
	const yaml = readYaml(source, lines, shape.mostValues);
	if (yaml.value === void 0 && yaml.problems.length > 0) throw shape.refusal(yaml.problems);
	if (yaml.value === null) throw atTop("an empty file", `at least ${shape.least}`);
	const parsed = safeParse(schema, yaml.value);
	const unknownKey = shape.unknownKey ?? ((path) => unknownKeyFinding(path, keysAt$1(schema, path.slice(0, -1))));
	const findings = [...(parsed.error?.issues ?? []).flatMap((issue) => findingsOf(issue, yaml.value, unknownKey)), ...shape.findings(yaml.value)];
	const problems = inOrder$1(yaml.problems, findings.map((finding) => problemOf(finding, yaml, lines)));
	if (!parsed.success || problems.length > 0) throw shape.refusal(problems);
	const lineOf = (path) => {
		const place = yaml.placeOf(path);
		return place === void 0 ? void 0 : lines.lineAt(place.value[0]);
	};
	return {
		content: parsed.data,
		lineOf
	};
}
/**
* Bytes that are not UTF-8, which are read as U+FFFD: a name that holds one would never match what it means. The first of
* each line is told; a file that is full of NULs is UTF-16, and is told once.
*/
function notUtf8(source, lines) {
	const right = "the file saved as UTF-8";
	if (source.includes("\0")) return [lines.problemAt(source.indexOf("\0"), 1, "a NUL, as UTF-16 holds them", right)];
	return Array.from(source.matchAll(/^.*?(\uFFFD)/gm), ({ index, 0: before }) => lines.problemAt(index + before.length - 1, 1, "a byte that is not UTF-8", right));
}
/** The keys that may stand in the map at a path. */
function keysAt$1(schema, path) {
	let here = [toJSONSchema(schema)];
	for (const key of path) here = withOptions(here).flatMap((part) => {
		const inner = typeof key === "number" ? part.items : part.properties?.[key];
		return inner === void 0 ? [] : [inner];
	});
	return withOptions(here).flatMap((part) => Object.keys(part.properties ?? {}));
}
function withOptions(parts) {
	return parts.flatMap((part) => [part, ...withOptions(part.anyOf ?? [])]);
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

// src/mapping/check-projects.ts
/** What is wrong whatever the file. What depends on the file or the branch is told when a request is made. */
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
	if (top === "pipe") return keys.pipe;
	if (top === "attach") return keys.attach;
	if (top === "rules" && part === void 0) return keys.rule;
	if (part === "match") return keys.match;
	return keys.fields;
}

// src/mapping/load.ts
/** Longest mapping file, in UTF-16 units: far more than a mapping needs, and read within seconds whatever it holds. */
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
	return readMapping$1(text, file).mapping;
}
/** As `loadMapping`, with the lines of values for later messages. */
function readMapping$1(text, file) {
	const { content, lineOf } = readChecked(text, {
		schema: mappingSchema,
		findings: findingsIn,
		unknownKey,
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
	if (rfp === "none" || rfp === "per-push" || rfp === "per-branch") return rfp;
	return Number(rfp);
}

// src/git/blob-id.ts
/** The OID that Git gives a content, so that a report names a mapping file as Git knows it. */
function blobId(content, objectFormat) {
	return createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest("hex");
}

// src/git/named-commit.ts
/**
* The commit that `--mapping REV:PATH` names, in a way that nobody who can push a branch or a tag has a say in:
* `<remote>/X` is refs/heads/X as the remote itself reports it; else a full ref of this clone, or a full object name.
* Git's own reading of a revision is not asked: a branch or a tag called `origin/main` would answer.
*
* @throws Problem('usage') for any other revision, and for one that is not there; Problem('git') when the remote cannot
* be asked.
*/
async function namedCommit(repository, rev) {
	const oid = isObjectName(repository, rev) ? rev.toLowerCase() : await refNamed(repository, rev);
	const args = [
		"rev-parse",
		"--verify",
		"--quiet",
		`${oid}^{commit}`
	];
	return (await repository.git(args, { inCheckout: true }).catch(nothingFound)).trim() || oid;
}
function isObjectName({ objectFormat }, rev) {
	return (objectFormat === "sha1" ? /^[0-9a-f]{40}$/i : /^[0-9a-f]{64}$/i).test(rev);
}
async function refNamed(repository, rev) {
	const { remote } = repository;
	if (remote !== null && rev.startsWith(`${remote.name}/`)) {
		const branch = rev.slice(remote.name.length + 1);
		const tip = await remoteRef(repository, `refs/heads/${branch}`);
		if (tip !== null) return tip;
		throw new Problem("usage", `the remote ${remote.name} has no branch ${branch}`, "Check the name of the branch.");
	}
	if (!rev.startsWith("refs/")) throw ambiguous(repository, rev);
	const args = [
		"show-ref",
		"--verify",
		"--hash",
		rev
	];
	const oid = (await repository.git(args, { inCheckout: true }).catch(nothingFound)).trim();
	if (oid !== "") return oid;
	throw new Problem("usage", `this clone has no ref ${rev}`, "Check its name, or fetch it in the job first.");
}
function ambiguous({ remote }, rev) {
	const name = remote?.name ?? "origin";
	return new Problem("usage", `${rev} can mean a branch, a tag or a commit, and a mapping is read from none that somebody else may have made`, `Write ${name}/${rev} for that branch as the remote has it, refs/heads/${rev} or refs/tags/${rev} for what this clone has, or a full commit ID.`);
}

// src/git/present-blobs.ts
/**
* Types and sizes of blobs, in the order asked. What a partial clone left out is fetched first, all in one request.
*
* @throws Problem('git') when a missing one cannot be had.
*/
async function presentBlobs(repository, objects, oids) {
	const infos = await objects.info(oids);
	const missing = oids.filter((_, n) => infos[n] === null);
	if (missing.length === 0) return infos;
	await fetchBlobs(repository, missing);
	const now = await objects.info(oids);
	const gone = oids.find((_, n) => now[n] === null);
	if (gone !== void 0) throw unreadable("a file content", /* @__PURE__ */ new Error(`object ${gone} is nowhere to be had`));
	return now;
}

// src/git/file-at.ts
/**
* Reads one file as a revision has it, so that a pushed branch cannot choose its own rules (`--mapping REV:PATH`): a
* regular file of at most 4 MiB.
*
* @throws Problem('usage') when the revision has no such file.
*/
async function fileAt(repository, objects, rev, path) {
	const commit = await namedCommit(repository, rev);
	const [gone] = await ensureCommits(repository, objects, [commit]);
	if (gone !== void 0) throw new Problem("usage", `${rev} could not be fetched: ${gone.why}`, "Fetch that branch or tag in the job first.");
	const blob = await blobAt(repository, commit, path);
	if (blob === null) throw new Problem("usage", `${rev} has no file ${path}`, "Check the revision and the path behind the colon.");
	const [info] = await presentBlobs(repository, objects, [blob]);
	if (info !== null && info !== void 0 && info.size > 4194304) throw new Problem("usage", `the file ${path} of ${rev} is over 4 MiB`, "Name a mapping file.");
	return {
		text: await (await objects.read(blob)).text(),
		blob
	};
}
/** OID of a regular file of a commit; null: there is none of that path, or a link, a folder or a submodule. */
async function blobAt(repository, commit, path) {
	const args = [
		"ls-tree",
		"-z",
		"--full-tree",
		commit,
		"--",
		path
	];
	const [entry] = (await repository.git(args).catch(nothingFound)).split("\0").filter((line) => line.slice(line.indexOf("	") + 1) === path);
	return /^100\d{3} blob ([0-9a-f]+)\t/.exec(entry ?? "")?.[1] ?? null;
}

// src/planning/mapping-text.ts
/**
* Reads the text of the mapping, from disk or from a commit.
*
* @param named what `--mapping` says; undefined: the default name, and only that may be absent (null).
* @throws Problem('usage', 'range') when there is no such file or revision.
*/
async function readMappingText(named, cwd, repository, objects) {
	const parsed = named === void 0 ? null : parseMappingName(named);
	if (parsed !== null && "rev" in parsed) {
		const place = join(repository.location.top, parsed.path);
		return {
			name: parsed.path,
			place,
			...await fileAt(repository, objects, parsed.rev, parsed.path)
		};
	}
	const { location, inCi } = repository;
	const file = await readMappingFile(named ?? null, {
		cwd,
		top: location.top,
		onlyInside: inCi
	});
	if (file === null) return null;
	const blob = blobId(file.content, repository.objectFormat);
	return {
		name: file.name,
		place: file.place,
		text: Buffer.from(file.content).toString("utf8"),
		blob
	};
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
		if (equals < 0) {
			problems.push(`${item} has no =; FIELD=VALUE is expected`);
			continue;
		}
		const name = item.slice(0, equals).trim();
		const value = item.slice(equals + 1);
		const problem = setProblem(name, value);
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
const targetFields = ["appl", "lvl"];
const objectFields = [
	"objn",
	"objt",
	"rpth"
];
/** True when `--set` says where requests go. */
function setsTarget(items) {
	const { fields } = parseSet(items);
	return targetFields.some((name) => Object.hasOwn(fields, name));
}
/** What `--set` says of where requests go and which object they are about, as `appl=ORD lvl=50`; empty: nothing. */
function targetOf(items) {
	const { fields } = parseSet(items);
	return [...targetFields, ...objectFields].filter((name) => Object.hasOwn(fields, name)).map((name) => `${name}=${fields[name] ?? ""}`).join(" ");
}

// src/planning/names.ts
/** The repository's own name, when neither option nor mapping gives its ID. */
function repositoryName(event, repository) {
	const fromUrl = (repository.remote?.url.replace(/[\\/]+$/, "").replace(/\.git$/, ""))?.split(/[\\/:]/).at(-1);
	return event.repository.name ?? (fromUrl || (repository.location.top.split(/[\\/]/).at(-1) ?? ""));
}
/**
* The name under which the ledger knows the service at an address: without what does not matter, so that every spelling
* of one address means one ledger. What is no address stays as it is; the client refuses it.
*/
function serviceAt(url) {
	const address = URL.parse(url.trim());
	return address === null ? url : `${address.origin}${address.pathname.replace(/\/+$/, "")}`;
}
/** @throws Problem('usage') for an address that may hold a secret: everybody who reads the repository reads the ledger. */
function serviceName({ url, "ledger-key": key }) {
	if (key !== void 0) return key;
	if (url !== void 0 && /^[a-z]+:\/\/[^/]*@|[?#]/i.test(url)) throw new Problem("usage", "The service URL holds a user name, a password or a query.", "Give the base address only, such as https://host.example/api: the token alone tells the service who calls.");
	return url === void 0 ? null : serviceAt(url);
}
/**
* The name under which the ledger knows a mapping: its path from the top of the repository, however it was spelled and
* wherever the checkout stands. One from elsewhere keeps its own.
*
* @param named what `--mapping` says. @param found where the file was found on disk; null when it was not.
*/
function mappingName(named, cwd, top, found) {
	const parsed = named === void 0 ? null : parseMappingName(named);
	if (parsed !== null && "rev" in parsed) return posix.normalize(parsed.path);
	const place = found ?? (parsed === null ? join(top, ".file-checkouts.yml") : resolve(cwd, parsed.file));
	const fromTop = relative(top, place);
	return (!fromTop.startsWith("..") && !isAbsolute(fromTop) ? fromTop : normalize(parsed?.file ?? place)).replaceAll("\\", "/");
}
/**
* Under what the ledger keeps the record of this run; null when no service or no branch is named. A target that is set
* by hand (`--set lvl=50`) has a record of its own: what another target has got says nothing of it.
*
* @throws Problem('usage') for a service that cannot be named there.
*/
function ledgerKey(options, repo, mapping, branch) {
	const service = serviceName(options);
	const target = targetOf(options.set);
	const name = target === "" ? mapping : `${mapping} ${target}`;
	return service === null || branch === null ? null : {
		service,
		repo,
		mapping: name,
		branch
	};
}

// src/planning/read-set.ts
/** The fields that `--set` gives. @throws Problem('usage') naming every item that cannot be used. */
function readSet(options) {
	const { fields, problems } = parseSet(options.set);
	if (problems.length > 0) throw new Problem("usage", `--set: ${problems.join("; ")}`, "Give FIELD=VALUE.");
	return fields;
}

// src/mapping/users.ts
/**
* The service user of a pusher, as `users` of the mapping says it; null: the owner of the token. Hosts ignore case in
* the names of accounts; one that is spelled alike goes first.
*/
function userOf(users, actor) {
	if (Object.hasOwn(users, actor)) return users[actor] ?? null;
	const folded = actor.toLowerCase();
	return Object.entries(users).find(([account]) => account.toLowerCase() === folded)?.[1] ?? null;
}

// src/plan/bind-mapping.ts
/**
* Binds a mapping to one branch and run. A branch that no branch rule matches (null) leaves everything out.
*/
function bindMapping(compiled, branchMatch, run) {
	const { unmapped } = compiled.mapping;
	if (branchMatch === null) {
		const mapped = {
			kind: "noBranchRule",
			why: `no rule for branch ${run.branch}`,
			error: false
		};
		return () => mapped;
	}
	const { repo, branch, set } = run;
	const prepared = /* @__PURE__ */ new Map();
	const fieldsBy = (rule, requests) => {
		const known = prepared.get(rule) ?? requests.map((requestFields) => fieldsOf({
			compiled,
			branchMatch,
			requestFields,
			rule,
			run,
			set
		}));
		prepared.set(rule, known);
		return known;
	};
	return ({ text: path }) => {
		const match = matchFile(compiled, {
			path,
			repo,
			branch
		});
		if (match.kind === "skip") return {
			kind: "skip",
			why: `skip: ${match.why}`,
			error: false
		};
		if (match.kind === "unmapped") return {
			kind: "unmapped",
			why: unmappedWhy,
			error: unmapped === "error"
		};
		const { rule, captures } = match;
		return {
			kind: "requests",
			rule,
			targets: fieldsBy(rule, match.requests).map((fieldsFor) => {
				const { fields, problems } = fieldsFor({
					captures,
					path
				});
				return {
					identity: identityOf(fields),
					fields,
					problems
				};
			})
		};
	};
}

// src/ledger/claims.ts
/**
* What a record may still say whose seal does not fit: another secret has sealed it (a token that was rotated), or
* somebody has made it up. Its numbers are claims, which the service has to bear out; nothing is deleted or left out
* because of it; and nobody waits for its runs longer than for a lease (design §8 "Sealed").
*/
/** Clocks of two machines may differ by so much, in milliseconds. */
const skewMs = 1e4;
/**
* The record as a run may take it that cannot verify it.
*
* @param since when the run began.
*/
function claimsOf(record, since) {
	const { version, service, repo, mapping, branch } = record;
	const calls = [...record.unanswered, ...record.runs.flatMap((run) => run.calls)];
	return {
		version,
		service,
		repo,
		mapping,
		branch,
		head: null,
		firstHead: null,
		filed: record.filed.flatMap((entry) => entry.objectId === null ? [] : [claimedObject(entry)]),
		open: [],
		runs: record.runs.filter((run) => isBelievable(run, since)).map((run) => claimedRun(run, since)),
		unanswered: calls.filter(isLostMigration).map(claimedCall),
		claims: {
			head: record.claims?.head ?? record.head,
			paths: [...pathsOf$1(record, calls)],
			...passedOf(record)
		}
	};
}
/** What it holds, and whether this branch had added it, is not believed: then it is sent, and deleted, as usual. */
function claimedObject(entry) {
	const { appl, lvl, type, objn, rpth, objectId, reason, path, rfp, commit, run, sent, closed } = entry;
	return {
		appl,
		lvl,
		type,
		objn,
		rpth,
		objectId,
		reason,
		path,
		blob: null,
		rfp,
		commit,
		run,
		added: false,
		sent,
		...closed === void 0 ? {} : { closed },
		claimed: true
	};
}
/** A create; what else it may have been asks for nothing. */
function isLostMigration({ objectId, sent, withdraws, reason }) {
	return objectId === null && withdraws !== true && reason === "*MIGRATE" && sent !== null;
}
function claimedCall({ appl, lvl, type, objn, rpth, path, reason, blob, sent }) {
	return {
		appl,
		lvl,
		type,
		objn,
		rpth,
		path,
		reason,
		blob,
		objectId: null,
		sent,
		added: false,
		closed: true,
		claimed: true
	};
}
/** One that is waited for, for one lease at most, and has nothing to say. */
function claimedRun({ run, id, attempt, instance, head, until }, since) {
	const last = new Date(since.getTime() + leaseMs + skewMs);
	return {
		run,
		id,
		attempt,
		instance,
		head,
		until: Date.parse(until) > last.getTime() ? last.toISOString() : until,
		calls: []
	};
}
/** A run that lives renews its lease; one that would hold for longer than that is made up. */
function isBelievable({ until }, since) {
	return Date.parse(until) <= since.getTime() + 2 * leaseMs;
}
function passedOf({ passed, claims }) {
	const all = {
		...claims?.passed,
		...passed
	};
	return Object.keys(all).length === 0 ? {} : { passed: all };
}
/** Files that, by its own word, wait to be filed. */
function pathsOf$1({ open, claims }, calls) {
	return /* @__PURE__ */ new Set([
		...claims?.paths ?? [],
		...open.map(({ path }) => path),
		...calls.map(({ path }) => path)
	]);
}

// src/ledger/parse-record.ts
const oid = string().check(_regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/));
const sha256 = string().check(_regex(/^[0-9a-f]{64}$/));
/** A line end in it would make two questions of one to Git. */
const path = string().check(_regex(/^[^\n]*$/));
const requestNumber = int().check(_positive());
const values = record(string(), union([string(), number()]));
const identity = {
	appl: string(),
	lvl: number(),
	type: nullable(string()),
	objn: string(),
	rpth: nullable(string()),
	reason: _enum(reasons),
	added: boolean()
};
const oidForm = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
const lefts = [
	void 0,
	"noLongerMapped",
	"notDeleted"
];
const isText = (value) => typeof value === "string";
const isOid = (value) => typeof value === "string" && oidForm.test(value);
const isNumber = (value) => typeof value === "number";
const orNull = (is) => (value) => value === null || is(value);
const orNone = (is) => (value) => value === void 0 || is(value);
/** What the fields of a filed object have to be. By hand: there may be tens of thousands, and a run waits for them. */
const filedChecks = [
	["appl", isText],
	["lvl", isNumber],
	["type", orNull(isText)],
	["objn", isText],
	["rpth", orNull(isText)],
	["reason", (value) => reasons.includes(value)],
	["added", (value) => typeof value === "boolean"],
	["objectId", orNull((value) => Number.isSafeInteger(value) && value > 0)],
	["path", (value) => typeof value === "string" && !value.includes("\n")],
	["blob", orNull(isOid)],
	["rfp", isNumber],
	["commit", isOid],
	["run", isText],
	["since", orNone(isOid)],
	["rfpRun", orNone(isText)],
	["sent", isValues],
	["fixed", orNone(isValues)],
	["left", (value) => lefts.includes(value)],
	["closed", orNone((value) => value === true)],
	["claimed", orNone((value) => value === true)]
];
function isValues(value) {
	return typeof value === "object" && value !== null && Object.values(value).every((one) => isText(one) || isNumber(one));
}
/** The place of the first value that is no filed object, `3.path`; null: all are. */
function badEntry(entries) {
	for (const [n, value] of entries.entries()) {
		if (typeof value !== "object" || value === null) return String(n);
		const entry = value;
		const bad = filedChecks.find(([name, is]) => !is(entry[name]));
		if (bad !== void 0) return `${n}.${bad[0]}`;
	}
	return null;
}
/** No record is nested deeper. */
const mostDepth = 16;
/** True for JSON that is nested so deep that writing it again would not come to an end: no run has written it. */
function isDeep(text) {
	let depth = 0;
	for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
		if (token === "[" || token === "{") depth += 1;
		else if (token === "]" || token === "}") depth -= 1;
		if (depth > mostDepth) return true;
	}
	return false;
}
/** Reads a part of a record: its filed objects, or a sentence about what is wrong. */
function parsePart(text, isSealed = false) {
	let json;
	try {
		json = JSON.parse(text);
	} catch {
		return { damaged: "a part of it is not JSON" };
	}
	if (!Array.isArray(json) || !isSealed && badEntry(json) !== null) return { damaged: "a part of it is not as it should be" };
	return json;
}
const open = object({
	...identity,
	path: string(),
	outcome: string(),
	why: string(),
	needsPerson: boolean()
});
const call = object({
	...identity,
	path,
	blob: nullable(oid),
	objectId: nullable(requestNumber),
	sent: nullable(values),
	withdraws: optional(literal(true)),
	closed: optional(literal(true)),
	claimed: optional(literal(true))
});
const shared = object({
	appl: string(),
	lvl: number(),
	type: nullable(string()),
	objn: string(),
	rpth: nullable(string()),
	objectId: requestNumber,
	path,
	blob: oid,
	added: boolean(),
	of: object({
		repo: string(),
		mapping: string(),
		branch: string()
	})
});
const run = object({
	run: string(),
	id: nullable(string()),
	attempt: number(),
	instance: string(),
	head: oid,
	until: string(),
	calls: array(call)
});
const passedPaths = record(string(), nullable(oid));
const schema = object({
	version: literal(1),
	service: string(),
	repo: string(),
	mapping: string(),
	branch: string(),
	head: nullable(oid),
	began: optional(oid),
	past: optional(array(oid)),
	firstHead: nullable(oid),
	filed: array(unknown()),
	open: array(open),
	keys: optional(record(string(), string())),
	runs: array(run),
	unanswered: array(call),
	shared: optional(array(shared)),
	passed: optional(passedPaths),
	mapped: optional(oid),
	claims: optional(object({
		head: nullable(oid),
		paths: array(string()),
		passed: optional(passedPaths)
	})),
	digests: optional(array(sha256)),
	sizes: optional(array(int())),
	seal: optional(sha256),
	parts: optional(int().check(_gte(2), _lte(65536)))
});
const keyNames = [
	"service",
	"repo",
	"mapping",
	"branch"
];
/**
* Reads a record from its JSON text. What comes from the repository is not trusted: anything that is not a record of
* this version gives a sentence instead.
*/
function parseAnyRecord(text) {
	if (isDeep(text)) return { damaged: "it is nested too deep" };
	let json;
	try {
		json = JSON.parse(text);
	} catch {
		return { damaged: "it is not JSON" };
	}
	if (typeof json !== "object" || json === null || Array.isArray(json)) return { damaged: "it is not a JSON object" };
	if (!("version" in json) || json.version !== 1) return { damaged: `its version is ${"version" in json ? JSON.stringify(json.version) : "none"}; this tool knows version 1` };
	const read = safeParse(schema, json);
	if (read.success) {
		const bad = badEntry(read.data.filed);
		return bad === null ? json : { damaged: `its filed.${bad} is not as it should be` };
	}
	return { damaged: `its ${read.error.issues[0]?.path.join(".") ?? "content"} is not as it should be` };
}
/** Which part of the key is another one, in words; null: the record is the one that is to stand there. */
function otherKey(record, key) {
	const other = keyNames.find((name) => record[name] !== key[name]);
	return other === void 0 ? null : `its ${other} is ${JSON.stringify(record[other])}, not ${key[other]}`;
}

// src/ledger/parts.ts
/**
* A record of many objects is kept in parts, so that a push of one file reads all of them, and writes and sends only the
* part that it changed. Which part an object is in follows from the object alone.
*/
/** A record of so many objects, or fewer, is one file. */
const mostInOne = 512;
/** About so many objects are in a part. */
const inPart = 256;
/** Into how many parts a record of so many objects is divided: a power of two, or 1 for one that is not. */
function partCount(objects) {
	return objects <= mostInOne ? 1 : 2 ** Math.ceil(Math.log2(objects / inPart));
}
/** Divides filed objects into parts. */
function divide(filed) {
	const count = partCount(filed.length);
	if (count === 1) return [filed];
	const parts = Array.from({ length: count }, () => []);
	for (const entry of filed) parts[numberOf(identityKey(entry)) % count]?.push(entry);
	return parts;
}
/** FNV-1a: quick, and the same on every machine. */
function numberOf(text) {
	let hash = 2166136261;
	for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
	return hash >>> 0;
}
/** The path of a part, from that of its record. */
function partPath(recordPath, part) {
	return `${recordPath.replace(/\.json$/, "")}/${part}.json`;
}
/** Numbers of the parts that differ from those that are kept; all of them where they are divided in another way. */
function changedParts(now, kept) {
	const isSame = (part, before) => before !== void 0 && before.length === part.length && part.every((entry, n) => entry === before[n]);
	const isComparable = kept !== void 0 && kept.length === now.length;
	return now.flatMap((part, n) => isComparable && isSame(part, kept[n]) ? [] : [n]);
}
/** The record as it is kept beside its parts. */
function withoutFiled(record, parts) {
	return parts.length === 1 ? record : {
		...record,
		filed: [],
		parts: parts.length
	};
}

// src/ledger/read-text.ts
/**
* A blob by any name that means one (`<commit>:<path>`), as bytes and as text; null when there is none. One of more bytes
* than `most` is not read.
*/
async function readBounded(objects, name, most) {
	const [info] = await objects.info([name]);
	if (info?.type !== "blob") return null;
	if (info.size > most) return { tooLarge: true };
	const content = await objects.content(name);
	const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
	return {
		bytes,
		text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")
	};
}

// src/ledger/record-pieces.ts
/** A piece has at least so many characters, but for the last one. */
const pieceLength = 65536;
/**
* A record, or a part of one, as it is kept: JSON in UTF-8, an entry a line, so that Git shows and stores what changed. In pieces, because
* the text of thousands of requests would weigh more than the record itself; it ends with a line end.
*/
function* recordPieces(record) {
	let text = "";
	for (const part of partsOf(record)) {
		text += part;
		if (text.length < pieceLength) continue;
		yield text;
		text = "";
	}
	yield `${text}\n`;
}
/** Lists, and what holds lists, are taken apart; everything else stands on one line. */
function* partsOf(value) {
	if (Array.isArray(value) && value.length > 0) {
		for (const [n, entry] of value.entries()) {
			yield n === 0 ? "[\n" : ",\n";
			yield* partsOf(entry);
		}
		yield "\n]";
	} else if (holdsList(value)) {
		let before = "{\n";
		for (const [name, part] of Object.entries(value)) {
			yield `${before}${JSON.stringify(name)}: `;
			yield* partsOf(part);
			before = ",\n";
		}
		yield "\n}";
	} else yield JSON.stringify(value);
}
function holdsList(value) {
	return typeof value === "object" && value !== null && Object.values(value).some(Array.isArray);
}

// src/ledger/seal.ts
/**
* The seal of a record (design §8 "Sealed"). Whoever can push to any branch can also write the notes ref, so a record
* is believed only with a MAC that nobody makes without a secret of the runs.
*/
/** The keys that a run has by its secrets; null without any. The token fits too where a secret of its own was given later. */
function sealKeys({ ledgerSecret, token }) {
	const [first, ...others] = [ledgerSecret, token].filter((secret) => secret !== void 0 && secret !== "");
	return first === void 0 ? null : [keyOf$1(first), ...others.map(keyOf$1)];
}
function keyOf$1(secret) {
	return Buffer.from(hkdfSync("sha256", secret ?? "", "", "file-checkouts ledger record 1", 32));
}
/** A record, and a part of one, has at most so many bytes: what is larger is refused unread. */
const mostBytes = 16777216;
/**
* The record with its seal: an HMAC-SHA-256 of its text without one, which names service, repository, mapping and branch.
*
* @throws Problem('ledger') for a record that would not be read again.
*/
function sealed(record, [key]) {
	const { seal: _, ...rest } = record;
	const { mac, characters } = macOf(rest, key);
	if (characters > 16777216) throw new Problem("ledger", "what this run would remember is larger than 16 MiB", "File fewer changes at once, by --base and --head or --paths.");
	return {
		...rest,
		seal: mac.toString("hex")
	};
}
/** True for a record that somebody with one of the keys has sealed, as it stands. */
function fitsSeal(record, keys) {
	const { seal, ...rest } = record;
	if (seal === void 0 || seal.length !== 64) return false;
	const given = Buffer.from(seal, "hex");
	return keys.some((key) => {
		const { mac } = macOf(rest, key);
		return given.length === mac.length && timingSafeEqual(given, mac);
	});
}
function macOf(record, key) {
	const mac = createHmac("sha256", key);
	let characters = 0;
	for (const piece of recordPieces(record)) {
		characters += piece.length;
		mac.update(piece);
	}
	return {
		mac: mac.digest(),
		characters
	};
}
/** The SHA-256 of a text that comes in pieces, and its bytes. */
function digestOf(pieces) {
	const hash = createHash("sha256");
	let size = 0;
	for (const piece of pieces) {
		hash.update(piece);
		size += Buffer.byteLength(piece);
	}
	return {
		digest: hash.digest("hex"),
		size
	};
}

// src/ledger/kept.ts
/** Records that were never read or written have no entry. */
const divisions = /* @__PURE__ */ new WeakMap();
/** The files that keep a record: itself with its seal, and the parts of it that are not what they were. */
function keptFiles(path, record, before, keys) {
	const parts = divide(record.filed);
	const kept = before === null ? void 0 : divisions.get(before);
	const changed = parts.length === 1 ? [] : changedParts(parts, kept?.parts);
	const stay = kept !== void 0 && changed.length < parts.length ? kept : {
		digests: [],
		sizes: []
	};
	const marks = {
		digests: [...stay.digests],
		sizes: [...stay.sizes]
	};
	for (const n of changed) {
		const { digest, size } = digestOf(recordPieces(parts[n] ?? []));
		marks.digests[n] = digest;
		marks.sizes[n] = size;
	}
	divisions.set(record, {
		parts,
		...marks
	});
	const whole = {
		...withoutFiled(record, parts),
		...parts.length === 1 ? {} : marks
	};
	const files = [[path, recordPieces(sealed(whole, keys))]];
	for (const n of changed) files.push([partPath(path, n), recordPieces(parts[n] ?? [])]);
	return files;
}
/** So many parts have what nobody has sealed, at most: more would not be within its limit. */
const mostUnsealedParts = 256;
/**
* Reads the record at a path of the ledger, with its parts.
*
* @param keys null: nothing can be verified.
*/
async function readAny(objects, tip, path, keys) {
	const bytes = tip === null ? null : await readBounded(objects, `${tip}:${path}`, mostBytes);
	if (bytes === null) return null;
	if ("tooLarge" in bytes) return { damaged: tooLarge };
	const kept = parseAnyRecord(bytes.text);
	if ("damaged" in kept) return kept;
	const fits = keys !== null && fitsSeal(kept, keys);
	const { parts: count, digests = [], sizes = [], seal: _, ...rest } = kept;
	if (count === void 0) {
		divisions.set(rest, {
			parts: divide(rest.filed),
			digests: [],
			sizes: []
		});
		return {
			record: rest,
			isSealed: fits,
			bytes: bytes.bytes.byteLength
		};
	}
	if (!fits && count > mostUnsealedParts) return { damaged: tooLarge };
	const read = await readParts(objects, `${tip}:${path}`, {
		count,
		digests,
		sizes,
		fits
	});
	if ("damaged" in read) return read;
	const whole = {
		...rest,
		filed: read.parts.flat()
	};
	divisions.set(whole, {
		parts: read.parts,
		digests,
		sizes
	});
	return {
		record: whole,
		isSealed: fits && read.areSealed,
		bytes: bytes.bytes.byteLength
	};
}
const tooLarge = "it is larger than 16 MiB";
function readPart(text, isSealed) {
	return !isSealed && isDeep(text) ? { damaged: "a part of it is nested too deep" } : parsePart(text, isSealed);
}
/** The parts of a record; all of them together have a limit, too, as long as nothing has sealed their number and content. */
async function readParts(objects, name, { count, digests, sizes, fits }) {
	const parts = [];
	let areSealed = fits && digests.length === count && sizes.length === count;
	let left = mostBytes;
	const ahead = Array.from({ length: areSealed ? count : 0 }, (_, n) => readBounded(objects, partPath(name, n), sizes[n] ?? 0));
	for (let n = 0; n < count; n += 1) {
		const kept = await ahead[n];
		const isOther = kept !== void 0 && kept !== null && "tooLarge" in kept;
		const part = kept === void 0 || isOther ? await readBounded(objects, partPath(name, n), left) : kept;
		if (part !== null && "tooLarge" in part) return { damaged: tooLarge };
		if (part === null || isOther || digestOf([part.bytes]).digest !== digests[n]) areSealed = false;
		if (!areSealed) left -= part?.bytes.byteLength ?? 0;
		const read = part === null ? { damaged: "a part of it is not there" } : readPart(part.text, areSealed);
		if ("damaged" in read && !fits) return read;
		parts.push("damaged" in read ? [] : read);
	}
	return {
		parts,
		areSealed
	};
}

// src/ledger/ledger.ts
/** A ledger that knows nothing and writes nothing, for the reason given. */
function closedLedger(why) {
	return {
		record: null,
		trust: "sealed",
		trouble: why,
		latest: () => null,
		accept: () => {},
		write: () => Promise.resolve({
			kind: "refused",
			why
		}),
		holdersOf: () => Promise.resolve([]),
		all: () => Promise.resolve({
			records: [],
			unsealed: [],
			damaged: []
		})
	};
}
/** The ledger of a job that may not push: read only to know whose a number is (design §8 "No write permission"). */
function readOnlyLedger(ledger, why) {
	return {
		...closedLedger(why),
		holdersOf: (objectId) => ledger.holdersOf(objectId),
		all: () => ledger.all()
	};
}

// src/ledger/note.ts
/** A note that is longer was not written by runs; it is begun anew. */
const mostNoteBytes = 1048576;
/** Where Git may keep the note of a commit: the more notes there are, the deeper. */
function notePaths(commit) {
	const [one, two, three] = [
		commit.slice(0, 2),
		commit.slice(2, 4),
		commit.slice(4, 6)
	];
	return [
		commit,
		`${one}/${commit.slice(2)}`,
		`${one}/${two}/${commit.slice(4)}`,
		`${one}/${two}/${three}/${commit.slice(6)}`
	];
}
/**
* The text of a note: a commit that was filed before, by another run or at another service, keeps what was noted then.
*
* @param tip OID of the notes commit as it is; null: there is none yet.
*/
async function noteAfter(objects, tip, { commit, text }) {
	for (const path of tip === null ? [] : notePaths(commit)) {
		const before = await readBounded(objects, `${tip}:${path}`, mostNoteBytes);
		if (before === null) continue;
		return "tooLarge" in before ? text : `${before.text.trimEnd()}\n\n${text}`;
	}
	return text;
}

// src/ledger/record-path.ts
function hash(...parts) {
	return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 24);
}
/** True for the name of a folder or of a record, as `hash` makes it. */
function isHash(name) {
	return /^[0-9a-f]{24}$/.test(name);
}
/** The directory of the notes ref's tree in which the ledger stands; no note has such a name. */
const ledgerDirectory = "check-outs";
/** Where in the tree of the notes ref a record stands. */
function recordPath(key) {
	return `${ledgerDirectory}/${hash(key.service)}/${hash(key.repo, key.mapping, key.branch)}.json`;
}

// src/ledger/open-ledger.ts
/** How often a lost race is run again before giving up. */
const rounds = 60;
/** The notes ref as one run sees it: what it read, and how it writes. */
var OpenLedger = class {
	record;
	trust;
	trouble = null;
	#opening;
	#tip;
	#latest;
	/** The tip at which the latest record stands: as long as that is the tip, it need not be read again. */
	#latestAt;
	#isAccepted = false;
	#turn = Promise.resolve();
	/** A look at the remote that has not begun yet. */
	#look = null;
	/** What was read so far, by the OID of its blob; what stands in parts hangs on that, too. */
	#read = /* @__PURE__ */ new Map();
	constructor(opening, tip, believed) {
		this.#opening = opening;
		this.#tip = tip;
		this.record = believed.record;
		this.trust = believed.trust;
		this.#latest = believed;
		this.#latestAt = tip;
	}
	latest() {
		return this.#latest.record;
	}
	accept() {
		this.#isAccepted = true;
	}
	/** One write at a time: a renewal of the lease never races with the end of its own run. */
	write(change, note = null, others = /* @__PURE__ */ new Map()) {
		const result = this.#turn.then(() => this.#write(change, note, others)).catch(refusedBy);
		this.#turn = result.catch(() => {});
		return result;
	}
	async #write(change, note, others) {
		const { repository, objects, key, keys, now } = this.#opening;
		if (keys === null) return {
			kind: "refused",
			why: unverifiable
		};
		for (let round = 0; round < rounds; round += 1) {
			const newest = await this.#newest();
			const record = change(newest.record);
			if (record === null) return { kind: "nothing" };
			if (newest.trust === "claims" && !this.#isAccepted) return {
				kind: "refused",
				why: notSealed
			};
			const files = new Map(keptFiles(recordPath(key), record, newest.record, keys));
			for (const [path, pieces] of await this.#others(others, keys)) files.set(path, pieces);
			const commit = await commitNotes(repository, this.#tip, {
				files,
				notes: new Map(note === null ? [] : [[note.commit, await noteAfter(objects, this.#tip, note)]]),
				message: `Check-outs of ${record.branch}${record.head === null ? "" : ` at ${record.head.slice(0, 12)}`}\n`,
				at: now()
			});
			const pushed = await pushNotes(repository, commit);
			if (pushed.kind === "refused") return pushed;
			if (pushed.kind === "pushed") {
				this.#tip = commit;
				this.#latest = {
					record,
					trust: "sealed"
				};
				this.#latestAt = commit;
				return {
					kind: "written",
					record
				};
			}
			this.#tip = await fetchNotes(repository);
		}
		return {
			kind: "refused",
			why: `${rounds} other writers came first, one after the other`
		};
	}
	#newest() {
		return this.#tip === this.#latestAt ? this.#latest : readRecord(this.#opening, this.#tip);
	}
	async #others(changes, keys) {
		const files = [];
		for (const [path, change] of changes) {
			const read = await readAny(this.#opening.objects, this.#tip, path, keys);
			if (read === null || "damaged" in read || !read.isSealed) continue;
			const record = change(read.record);
			if (record !== null) files.push(...keptFiles(path, record, read.record, keys));
		}
		return files;
	}
	/** One look serves all that ask before it has begun. */
	#lookAgain() {
		this.#look ??= this.#turn.then(async () => {
			this.#look = null;
			this.#tip = await fetchNotes(this.#opening.repository);
		});
		this.#turn = this.#look.catch(() => {});
		return this.#look;
	}
	async holdersOf(objectId) {
		await this.#lookAgain();
		const { records, unsealed } = await this.all();
		const { service } = this.#opening.key;
		const named = (isBelieved) => (record) => record.filed.filter((entry) => record.service === service && entry.objectId === objectId).map((entry) => ({
			record,
			entry,
			isSealed: isBelieved && entry.claimed !== true
		}));
		return [...records.flatMap(named(true)), ...unsealed.flatMap(named(false))];
	}
	async all() {
		const records = [];
		const unsealed = [];
		const damaged = [];
		const { objects, keys } = this.#opening;
		if (this.#tip === null) return {
			records,
			unsealed,
			damaged
		};
		let [kept, read] = [mostBytes, mostReadBytes];
		for (const { place, oid } of await this.#places(this.#tip)) {
			const known = this.#read.get(oid) ?? (read > 0 ? await readAny(objects, this.#tip, place, keys) : notRead);
			if (known === null) continue;
			if ("damaged" in known) damaged.push(`${place}: ${known.damaged}`);
			else if (recordPath(known.record) !== place) damaged.push(`${place}: it belongs to ${recordPath(known.record)}`);
			else if (known.isSealed || keys === null) records.push(known.record);
			else {
				read -= known.bytes;
				kept -= known.bytes;
				if (kept > 0) unsealed.push(known.record);
				else damaged.push(`${place}: ${notRead.damaged}`);
			}
			if ("damaged" in known || known.isSealed || kept > 0) this.#read.set(oid, known);
		}
		return {
			records,
			unsealed,
			damaged
		};
	}
	/** Where records stand: one file each, in the folder of its service. */
	async #places(tip) {
		const { objects } = this.#opening;
		const list = (path) => listFolder(objects, tip, path, mostFolderBytes);
		const folders = (await list(ledgerDirectory)).filter(({ mode, path }) => mode === "40000" && isHash(path.text));
		const places = [];
		for (const folder of folders) {
			const name = `${ledgerDirectory}/${folder.path.text}`;
			for (const side of await list(name)) {
				const file = side.path.text;
				if (isFile(side) && isHash(file.replace(/\.json$/, ""))) places.push({
					place: `${name}/${file}`,
					oid: side.oid
				});
			}
		}
		const own = recordPath(this.#opening.key);
		return [...places.filter(({ place }) => place === own), ...places.filter(({ place }) => place !== own)];
	}
};
/** So much is read at most of what turns out not to be sealed. */
const mostReadBytes = 4 * mostBytes;
const notRead = { damaged: "not read, as there are more than 16 MiB of records that are not sealed" };
/** A folder of so many bytes is not one that runs have made. */
const mostFolderBytes = 4194304;
/** What Git or the remote would not do is a refusal: the caller still has rows to report. Anything else is a defect. */
function refusedBy(error) {
	if (error instanceof Problem || error instanceof GitFailure) return {
		kind: "refused",
		why: messageOf(error)
	};
	throw error;
}
/** The record that this run goes by. @throws Problem('ledger') for what is no record of this version. */
async function readRecord({ objects, key, keys, now, since = now() }, tip) {
	const read = await readAny(objects, tip, recordPath(key), keys);
	if (read === null) return {
		record: null,
		trust: "sealed"
	};
	if ("damaged" in read) throw untrusted(key, read.damaged);
	const { record, isSealed } = read;
	const other = otherKey(record, key);
	if (keys === null) {
		if (other !== null) throw untrusted(key, other);
		return {
			record,
			trust: "shown"
		};
	}
	if (other !== null) return {
		record: emptyRecord(key),
		trust: "claims"
	};
	return isSealed ? {
		record,
		trust: "sealed"
	} : {
		record: claimsOf(record, since),
		trust: "claims"
	};
}
function untrusted({ branch }, why) {
	return new Problem("ledger", `the ledger's record of ${branch} is not to be trusted: ${why}`, "Use the version of the tool that wrote it, set it aside with --ledger-key NAME, or run with --ledger off.");
}
/**
* Opens the ledger: fetches its ref from the remote and reads the record under the key.
*
* @throws Problem('ledger') when the record is damaged, or, under `require`, when the ledger cannot be read.
*/
async function openLedger(opening) {
	const { repository, mode } = opening;
	if (mode === "off") return closedLedger("the ledger is off");
	try {
		if (repository.remote === null) throw new Problem("git", "the repository has no remote", "Add one.");
		const tip = await (opening.fetched ?? fetchNotes(repository));
		return new OpenLedger(opening, tip, await readRecord(opening, tip));
	} catch (error) {
		if (error instanceof Problem && error.code === "ledger") throw error;
		if (mode === "auto") return closedLedger(messageOf(error));
		throw new Problem("ledger", `the ledger could not be read: ${messageOf(error)}`, "Give the job a Git token that may read and push, or run with --ledger auto.", { cause: error });
	}
}

// src/filing/lost.ts
/** So many calls about one object are remembered; what came before them is settled by then, or for a person. */
const mostOfObject = 6;
/**
* Calls without an answer, old and new: of calls that sent the very same, the newer; others stand side by side, as the
* service may hold what any of them sent.
*/
function mergeCalls(before, more) {
	const calls = /* @__PURE__ */ new Map();
	for (const call of [...before, ...more]) {
		const { reason, withdraws, objectId, sent } = call;
		calls.set(`${identityKey(call)} ${reason} ${withdraws === true} ${objectId} ${JSON.stringify(sent)}`, call);
	}
	if (calls.size <= mostOfObject) return [...calls.values()];
	return [...Map.groupBy(calls.values(), identityKey).values()].flatMap((ofObject) => ofObject.slice(-6));
}
/** Every call about the object of a request that has got no answer: those of earlier runs, and what this run adds. */
function lostCalls(filing, request, more = []) {
	return mergeCalls(filing.ownership.lostFor(request), more);
}

// src/filing/begin.ts
/**
* The record of a branch that has none yet, written before anything can fail: a run that ends badly, or is killed, is
* then caught up by the next one. A record that is there already stays, unless the branch begins anew.
*/
function recordOpened(newest, opening) {
	const { key, base, head, firstPush } = opening;
	const record = newest ?? {
		...emptyRecord(key),
		head: base
	};
	if (beginsAnew(newest, {
		firstPush,
		head
	})) {
		const past = newest === null || base === null ? {} : { past: pastAfter(newest, base) };
		return {
			...renewedRecord(record),
			...past,
			head: base,
			firstHead: head
		};
	}
	return record.head === null ? {
		...record,
		head: base
	} : record;
}
/** The record as a run may take it: the calls of runs that are over without having ended count as unanswered. */
function withoutOverRuns(record, me, now) {
	const over = record.runs.filter((run) => isOver(run, me, now));
	return {
		...record,
		runs: record.runs.filter((run) => !over.includes(run)),
		unanswered: mergeCalls(record.unanswered, over.flatMap(({ calls }) => calls))
	};
}
/** The calls that the actions will make, with the RFP that creates will name as far as it is known before. */
function intendedCalls(actions, mode) {
	const rfp = typeof mode === "number" ? mode : void 0;
	return actions.flatMap((action) => {
		switch (action.kind) {
			case "create": return [callOf(action.request, null, rfp), ...action.earlier === null ? [] : [withdrawalOf(action.earlier)]];
			case "update": return [callOf(action.request, action.known.objectId, rfp)];
			case "withdraw": return action.request.fields.lock === "*NO" ? [withdrawalOf(action.known)] : [withdrawalOf(action.known), callOf(action.request, null, rfp)];
			case "settle": return [action.lost];
			default: return [];
		}
	});
}
/**
* The record once a run has begun (design §8 "Written ahead"): the run with its intended calls, and the calls of runs
* that are over without having ended, as unanswered.
*/
function recordBegun(newest, beginning) {
	const { me, head, now } = beginning;
	const record = withoutOverRuns(recordOpened(newest, beginning), me, now);
	const run = {
		...me,
		head,
		until: leaseEnd(now),
		calls: beginning.calls
	};
	return {
		...record,
		runs: [...record.runs, run]
	};
}
function leaseEnd(now) {
	return new Date(now.getTime() + leaseMs).toISOString();
}
/** The record with the lease of a run that lives prolonged; unchanged when the run is no longer in it. */
function recordRenewed(newest, me, now) {
	const runs = newest.runs.map((run) => run.instance === me.instance ? {
		...run,
		until: leaseEnd(now)
	} : run);
	return {
		...newest,
		runs
	};
}

// src/git/changes.ts
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
		const oldPath = pathOfBytes(field());
		const newPath = status === "R" || status === "C" ? pathOfBytes(field()) : oldPath;
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
/** Keys (see pathKey) of every path that changes name: both of a rename. */
function pathKeysOf(changes) {
	return new Set(changes.flatMap(({ before, after }) => [before, after].flatMap((side) => side ? [pathKey(side.path)] : [])));
}
/** Keys (see pathKey) of every path that differs between two trees, by content, kind or existence. */
async function differingPaths(repository, one, other) {
	return pathKeysOf(await listChanges(repository, one, other));
}

// src/git/newer-tip.ts
/**
* Asks the remote where the branch is now, so that nothing old is filed over something new (design §3 "Never
* backwards").
*
* @returns null when it is gone. @throws Problem('range') when the remote cannot be asked.
*/
async function tipNow(repository, branch) {
	return remoteRef(repository, `refs/heads/${branch}`).catch((error) => {
		throw cannotTell(branch, error);
	});
}
/**
* What differs between the head of a run and the tip of its branch.
*
* @throws Problem('git', 'range') when the tip cannot be had.
*/
async function newerTip(repository, objects, branch, head, oid) {
	const [known] = await objects.info([`${oid}^{commit}`]);
	const [gone] = await ensureCommits(repository, objects, [oid]);
	if (gone !== void 0) throw cannotTell(branch, new Error(gone.why));
	return {
		oid,
		isBehind: known?.type === "commit" && !isCut(repository) && await isAncestor(repository, objects, oid, head),
		differs: await differingPaths(repository, head, oid),
		tree: await listTree(objects, oid)
	};
}
function cannotTell(branch, error) {
	return new Problem("range", `whether ${branch} has moved on since this push cannot be told: ${error.message}`, "Let the job read the repository (contents: read, or FILE_CHECKOUTS_GIT_TOKEN), or name the commit with --head.", { cause: error });
}

// src/planning/open-record.ts
/** True for a run that may write to the ledger. */
function mayWrite({ command, options }) {
	return command === "file" && options["dry-run"] !== true;
}
/**
* Writes down the range of a branch that has no record yet, before anything else can fail (design §8). A job that may
* not push goes on without.
*
* @returns 'moved' when another run has written the record since this one read it.
*/
async function openRecord(planning, ledger, range, key, record) {
	const { input } = planning;
	const counts = range.mayFile && !range.explicit && range.base !== null;
	const isNew = ledger.latest() === null || record === null || record.head === null || beginsAnew(record, range);
	const isOld = ledger.trust === "claims" && !range.movesHead;
	if (!mayWrite(input) || !counts || !isNew || isOld || key === null || ledger.trouble !== null) return ledger;
	const { base, head, firstPush } = range;
	let moved = false;
	const written = await ledger.write((newest) => {
		moved = newest !== ledger.record && JSON.stringify(newest) !== JSON.stringify(ledger.record);
		if (moved) return null;
		const opened = recordOpened(newest ?? record, {
			key,
			base,
			head,
			firstPush
		});
		return newest === null && record === null && base !== null ? {
			...opened,
			began: base
		} : opened;
	});
	if (moved) return "moved";
	if (written.kind !== "refused") return ledger;
	return withoutWriting(planning, ledger, written.why);
}
/** @throws Problem('ledger') under `require`: nothing is filed that could not be remembered. */
function withoutWriting({ input, facts }, ledger, why) {
	if (input.options.ledger === "require") throw ledgerRequired(why);
	facts.notices.push(ledgerNotice(why));
	return readOnlyLedger(ledger, why);
}
/**
* A push that is skipped on purpose: what it made of files counts as standing, and the head moves past it when all before
* it is accounted for.
*
* @param ask whether the service takes the token: null, it does.
*/
async function passSkipped(planning, ledger, why, ask) {
	const { input, repository, objects } = planning;
	const { happening } = input.event;
	if (!mayWrite(input) || happening.kind !== "push" || ledger.record === null || ledger.trust === "shown") return;
	if (ledger.trust === "claims") {
		if (await ask() !== null) return;
		ledger.accept();
	}
	const { before, after } = happening;
	const passed = before === null ? {} : await passedBy(repository, objects, before, after);
	const note = {
		commit: after,
		text: `Run: ${input.me.run}\nskipped: ${escapeText(why)}`
	};
	const written = await ledger.write((newest) => {
		if (newest === null || newest.head === after) return null;
		const isNext = newest.head === before;
		const known = new Set(newest.filed.map(({ path }) => path));
		const more = Object.entries(passed).filter(([path]) => !isNext || known.has(path));
		const all = {
			...newest.passed,
			...Object.fromEntries(more)
		};
		const record = Object.keys(all).length === 0 ? newest : {
			...newest,
			passed: all
		};
		if (!isNext) return more.length === 0 ? null : record;
		return {
			...record,
			head: after,
			past: pastAfter(newest, after)
		};
	}, note);
	if (written.kind === "refused") withoutWriting(planning, ledger, written.why);
}
/** What a push made of the paths that it changed; null: gone. @throws Problem when its commits cannot be had. */
async function passedBy(repository, objects, before, after) {
	const [gone] = await ensureCommits(repository, objects, [before, after]);
	if (gone !== void 0) return {};
	const passed = {};
	for (const { before: old, after: now } of await listChanges(repository, before, after)) {
		if (old !== null && old.path.raw === null) passed[old.path.text] = null;
		if (now !== null && now.path.raw === null) passed[now.path.text] = isFile(now) ? now.oid : null;
	}
	return passed;
}

// src/planning/accept-claims.ts
/** @throws Problem('ledger') under `require`: a record that is not believed is not filed by. */
function requireSeal({ input }, ledger, branch) {
	if (input.options.ledger !== "require" || ledger.trust !== "claims" || !mayWrite(input)) return;
	throw sealRequired(branch ?? "");
}
/**
* Before a run writes in place of a record that another secret has sealed, the service has to take its token: a run with
* a wrong one must not take the seal of the right one away. It is asked one question that files nothing. A run that is
* under way by that record goes first, for a lease at most (design §8 "Sealed").
*
* @throws what `ask` throws.
*/
async function acceptClaims({ input }, ledger, range, ask) {
	if (ledger.trust !== "claims" || ledger.trouble !== null || !mayWrite(input) || !range.mayFile) return {
		ledger,
		stop: null
	};
	const [waitFor] = runsToWaitFor(ledger.record?.runs ?? [], input.me, input.now());
	if (waitFor !== void 0) return { waitFor: waitFor.run };
	const refused = await ask();
	if (refused !== null) return {
		ledger: readOnlyLedger(ledger, notSealed),
		stop: refused
	};
	ledger.accept();
	return {
		ledger,
		stop: null
	};
}

// src/planning/because.ts
/** Why requests are in a plan that the push itself does not name: what stood there, and since which run. */
function reasonsOf(actions, named, record) {
	const filed = lookupOf(record?.filed ?? []);
	const claimed = lookupOf((record?.unanswered ?? []).filter((call) => call.claimed === true));
	const because = /* @__PURE__ */ new Map();
	for (const action of actions) {
		const { request } = action;
		const doubt = doubtOf(action, claimed);
		if (doubt !== null) {
			because.set(request, doubt);
			continue;
		}
		if (named.has(pathKey(request.path))) continue;
		const stood = "known" in action ? action.known : filed.same(request.identity)[0];
		if (stood !== void 0) because.set(request, stoodText(stood));
	}
	return because;
}
/** Without a lock nobody tells a second request from the first, where only a record that is not sealed knows of one. */
function doubtOf(action, claimed) {
	const { request } = action;
	if (request.fields.lock !== "*NO" || action.kind !== "create" && action.kind !== "update") return null;
	const known = action.kind === "update" ? action.known : action.earlier;
	if (known?.claimed === true) return `a record that is not sealed has request ${known.objectId} for it: if that stands beside this one, delete it at the service`;
	return action.kind === "create" && claimed.same(request.identity).length > 0 ? perhapsSecond : null;
}
const perhapsSecond = "a record that is not sealed says that an earlier run may have created it without a lock: look for a second one";
function stoodText({ commit, run }) {
	return `not in this push: it stood at ${commit.slice(0, 7)} since run ${run}`;
}

// src/ledger/strayed.ts
/**
* A record of this branch that began under another address or repository ID and under which nothing was ever filed: a
* first day's typing error. Once that is mended, its changes must not be lost with it.
*
* @returns null when there is none, or more than one, so that nobody can tell.
*/
function strayedRecord(records, key) {
	const strayed = records.filter(({ service, repo, mapping, branch, head, filed, unanswered }) => branch === key.branch && mapping === key.mapping && service === key.service !== (repo === key.repo) && head !== null && filed.length === 0 && unanswered.length === 0);
	return strayed.length === 1 ? strayed[0] ?? null : null;
}
/** That record under the right key. */
function underKey(strayed, key) {
	return {
		...strayed,
		...key,
		runs: []
	};
}

// src/git/place.ts
/**
* Finds out where a head is. The history is looked at only for a head that is not the tip.
*
* @param tip where the branch is at the remote; null: it is gone.
* @throws Problem('git') when the history cannot be had.
*/
async function placeOf(repository, objects, head, tip, record) {
	if (tip === head.oid) return { kind: "tip" };
	const stands = await recordPlace(repository, objects, head, record);
	if (tip === null) return stands !== "none" && stands !== "behind" && record?.head !== head.before ? {
		kind: "old",
		record: "past",
		startsBranch: false
	} : { kind: "tip" };
	const recordHead = record?.head ?? null;
	return {
		kind: "old",
		record: stands,
		startsBranch: head.before === null && (stands === "none" || stands === "elsewhere") && await isAncestor(repository, objects, head.oid, tip) && (recordHead === null || !await isAncestor(repository, objects, recordHead, tip))
	};
}
async function recordPlace(repository, objects, { oid }, record) {
	if (record === null || record.head === null) return "none";
	const { head, began, past } = record;
	const isBehind = (older, newer) => !isEmptyTree(older) && isAncestor(repository, objects, older, newer);
	if (began !== void 0 && !isEmptyTree(began) && await isBehind(oid, began)) return "after";
	if (past?.includes(oid)) return "past";
	if (isEmptyTree(head)) return "behind";
	if (await isBehind(head, oid)) return head === oid ? "past" : "behind";
	return await isBehind(oid, head) ? "past" : "elsewhere";
}

// src/planning/head.ts
/** A plan does not ask where the branch is now, and a head that was named is meant as it is (design §3). */
function asksTip({ command, options, event }) {
	const isProposal = event.happening.kind === "proposal" || event.happening.kind === "branchDeleted";
	return command === "file" && options["dry-run"] !== true && options.head === void 0 && !isProposal;
}
/**
* In CI a head that was named by hand, or that a manual run was started at, has to be on the branch as the remote has it:
* what only a pull request has is nobody's to file (design §3).
*
* @throws Problem('range') for another one.
*/
async function onlyOnBranch({ input, repository, objects }, range, asked) {
	const { event, options, command } = input;
	const isNamed = options.head !== void 0 || event.happening.kind === "manual";
	if (event.host === "local" || command !== "file" || options["dry-run"] === true || !range.mayFile || !isNamed) return;
	if (repository.remote === null) return;
	const tip = asked ?? await tipNow(repository, range.branch);
	if (tip !== null && await isAncestor(repository, objects, range.head, tip)) return;
	const where = tip === null ? "the remote has no such branch" : `the remote has it at ${tip.slice(0, 12)}`;
	throw new Problem("range", `commit ${range.head.slice(0, 12)} is not on ${range.branch}: ${where}`, "File only what is on the branch: merge it first, or name the branch that it is on with --branch.");
}
/** What the record alone tells, for a plan, which asks no remote. */
function placeKnown({ happening }, record) {
	if (happening.kind !== "push" || record === null) return { kind: "tip" };
	const { after, before } = happening;
	return record.past?.includes(after) === true && record.head !== after && record.head !== before ? {
		kind: "old",
		record: "past",
		startsBranch: false
	} : { kind: "tip" };
}
/** Where the head of the run is; a pull request, and a head that was named, are meant as they are. */
async function placeOfRun({ input, repository, objects }, tip, record) {
	const { happening } = input.event;
	const { base, head: named, paths } = input.options;
	if (base !== void 0 || named !== void 0 || paths !== void 0 || repository.remote === null) return { kind: "tip" };
	if (!asksTip(input)) return placeKnown(input.event, record);
	const oids = happening.kind === "push" && happening.after !== tip ? [happening.after] : [];
	if ((await ensureCommits(repository, objects, oids)).length > 0) return { kind: "tip" };
	if (happening.kind === "push") return placeOf(repository, objects, {
		oid: happening.after,
		before: happening.before
	}, tip, record);
	if (happening.kind !== "manual" && happening.kind !== "local") return { kind: "tip" };
	const oid = (happening.kind === "manual" ? happening.head : null) ?? await resolveRev(repository, "HEAD").catch(() => null);
	return oid === null ? { kind: "tip" } : placeOf(repository, objects, {
		oid,
		before: null
	}, tip, record);
}

// src/planning/left-under-others.ts
/**
* What runs of this branch left under the name of a mapping file that is gone: once the file was moved, no run under the
* new name knows of it. Only looked at when a record begins; nobody can tell which of several files the new one was.
*
* @returns what a person has to see to; null when nothing was left.
*/
async function leftUnderOthers(planning, key, ledger, range) {
	const isElsewhere = isInCommit(planning.input.options.mapping);
	const isClosed = range.explicit || range.firstPush || range.base === null;
	if (key === null || isElsewhere || ledger.trouble !== null || isClosed) return null;
	const { records } = await ledger.all();
	const others = records.filter((record) => isOfBranch(record, key) && record.mapping !== key.mapping);
	const gone = [];
	for (const record of others) if (await wentAway(planning, fileOf(record), [range.base, record.head].filter((commit) => commit !== null), range.head)) gone.push(record);
	const isOnly = gone.length === others.length;
	const [first] = gone.flatMap((record) => {
		const what = leftOf(planning, record, isOnly ? range : null);
		return what === null ? [] : [{
			record,
			what
		}];
	});
	if (first === void 0) return null;
	const { record, what } = first;
	const file = fileOf(record);
	return new Problem("ledger", `the mapping file ${file} is gone, and what its runs left is not filed under ${key.mapping}: ${what}`, `File it with --paths PATH..., or --base and --head, then: file-checkouts ledger forget ${optionsOf(record)}`);
}
/**
* Decides a range. Where nothing says what changed, as outside CI, and the branch has no record: a record under the name
* of a mapping file that was moved is named with what it left, instead of the advice to begin from nothing.
*
* @throws what `decide` throws, or that Problem('range').
*/
async function orLeftUnder(planning, key, ledger, decide) {
	try {
		return decide();
	} catch (error) {
		const isAsked = error instanceof Problem && error.code === "range" && key !== null && ledger.record === null;
		const isElsewhere = isInCommit(planning.input.options.mapping);
		if (!isAsked || isElsewhere || ledger.trouble !== null) throw error;
		throw await movedFrom(planning, key, ledger, error) ?? error;
	}
}
async function movedFrom(planning, key, ledger, error) {
	const { happening } = planning.input.event;
	const here = happening.kind === "manual" && happening.head !== null ? happening.head : "HEAD";
	const head = await resolveRev(planning.repository, here).catch(() => null);
	if (head === null) return null;
	const { records } = await ledger.all();
	for (const record of records) {
		if (!isOfBranch(record, key) || record.head === null || record.mapping === key.mapping) continue;
		const file = fileOf(record);
		if (!await wentAway(planning, file, [record.head], head)) continue;
		const open = leftOf(planning, record, null);
		const left = open === null ? "" : `, and left ${open}`;
		return new Problem("range", `${error.message} under ${key.mapping}: the runs before kept it under ${file}, a mapping file that is gone. They came up to ${record.head.slice(0, 12)}${left}`, `File what came after it with --base ${record.head} and --head${open === null ? "" : ", and what was left with --paths PATH..."}; then type: file-checkouts ledger begin ${optionsOf(key)} --head COMMIT, and file-checkouts ledger forget ${optionsOf(record)}`);
	}
	return null;
}
/** How a command of the ledger is told which record is meant. */
function optionsOf({ branch, mapping, service }) {
	const file = fileOf({ mapping });
	return `--branch ${branch} --mapping ${file}${mapping.slice(file.length).replaceAll(" ", " --set ")} ${URL.canParse(service) ? "--url" : "--ledger-key"} ${service}`;
}
function isOfBranch({ service, repo, branch }, key) {
	return service === key.service && repo === key.repo && branch === key.branch;
}
/** What was left, in words. `range`: where this run begins, if the record should have come that far; null: it need not. */
function leftOf({ input }, record, range) {
	const { open, unanswered, head } = withoutOverRuns(record, input.me, input.now());
	const paths = [...new Set([...open, ...unanswered].map(({ path }) => path))];
	if (paths.length > 0) return `${counted(paths.length, "change")} (${some(paths)})`;
	return range === null || head === null || head === range.base || head === range.head ? null : `the changes from ${head.slice(0, 12)} to ${range.base?.slice(0, 12) ?? "here"}`;
}
/** The file of a record's mapping, without a target that was set by hand: see mappingName and ledgerKey. */
function fileOf({ mapping }) {
	return mapping.replace(/ (appl|lvl|objn|objt|rpth)=.*$/s, "");
}
/** A path in the repository: not of a mapping that is elsewhere on disk. */
function isPath(file) {
	return !/^$|^\/|^[A-Za-z]:|\n|(^|\/)\.{1,2}(\/|$)/.test(file);
}
/** True for a file that stood at one of the commits, as far as they are here, and does not at head. */
async function wentAway({ objects }, file, before, head) {
	if (!isPath(file) || await standsAt(objects, head, file)) return false;
	for (const commit of before) if (await standsAt(objects, commit, file)) return true;
	return false;
}

// src/planning/notices.ts
/** What the ledger can and cannot do for this run. */
function noteLedger({ input, facts }, key, ledger) {
	if (key === null && input.command === "file") return;
	if (input.options.ledger === "off") facts.notices.push("the ledger is off: nothing of this run is remembered");
	else if (key === null && input.event.happening.kind !== "tag") facts.notices.push("without --url or --ledger-key the plan does not know what was filed before");
	else if (ledger.trouble !== null) facts.notices.push(ledgerNotice(ledger.trouble));
	else if (ledger.trust === "claims") facts.notices.push(claimsNotice(key?.branch ?? ""));
	else if (ledger.trust === "shown") facts.notices.push(shownNotice(key?.branch ?? ""));
}
/** A plan goes on without the remote where the clone itself knows enough, and says so. */
function noteRemote({ repository, facts }, ledger) {
	const { trouble } = repository.remoteView;
	if (trouble === null || repository.remote === null || ledger.trouble !== null) return;
	facts.notices.push(`${trouble.message}; branches are taken as this clone knows them`);
}
/** A deleted branch may leave locks behind: what the ledger knows of it is listed. */
function noteHeld({ facts }, ledger) {
	for (const entry of ledger.record?.filed ?? []) facts.notices.push(`request ${entry.objectId} (${entry.appl}/${entry.lvl} ${entry.objn}) may still hold its lock`);
}
/** Changed files that no rule reaches. */
function noteUnmapped({ facts }, mapping, plan) {
	const unmapped = plan.leftOut.filter(({ kind }) => kind === "unmapped");
	if (unmapped.length === 0 || mapping.mapping.unmapped !== "warn") return;
	const files = countedHave(unmapped.length, "changed file");
	facts.notices.push(`${files} no rule in the mapping (unmapped: warn)`);
}
/** What `init` left open: a plan shows the marks, and `file` refuses them. */
function notePlaceholders({ facts }, open) {
	if (open.length === 0) return;
	const marks = open.map(({ path, value }) => `${path} (${value})`).join(", ");
	facts.notices.push(`still to be filled in, before anything can be filed: ${marks}`);
}
/** Objects that were deleted here and stay at the service, under `deletes: report`. */
function noteDeletes({ facts }, mapping, plan) {
	if (mapping.mapping.deletes !== "report") return;
	const deleted = plan.leftOut.filter(({ kind }) => kind === "deleteMode");
	if (deleted.length === 0) return;
	const files = deleted.length === 1 ? "1 deleted file is" : `${deleted.length} deleted files are`;
	const names = deleted.map(({ path }) => path.text);
	facts.notices.push(`${files} not filed for deletion (deletes: report): ${some(names, 10)}`);
}
/**
* Commits whose own runs were lost before they wrote anything down.
*
* @param record as the run found it; null: there was none.
*/
async function noteUnseen({ facts, repository, objects }, range, record) {
	const { base, unseenTo, rule, branch } = range;
	if (base === null) return;
	if (record === null && rule === "push") {
		const before = base.slice(0, 12);
		facts.notices.push(`the ledger begins here: what was pushed to ${branch} before ${before} is not looked at`);
	}
	const wasSeen = record?.filed.some(({ commit }) => commit === unseenTo) || record?.runs.some(({ head }) => head === unseenTo);
	if (unseenTo === null || wasSeen === true) return;
	if (!(isEmptyTree(base) || await isAncestor(repository, objects, base, unseenTo).catch(() => false))) return;
	const commits = `commits ${base.slice(0, 12)}..${unseenTo.slice(0, 12)}`;
	facts.notices.push(`${commits} were never looked at: what they changed is filed with this push`);
}

// src/planning/read-mapping.ts
/**
* Reads the mapping, from disk or from a commit. Never throws a Problem: what is wrong comes back as `problem`.
*
* @param found told of the file before its content is judged, so that a report on a bad mapping names it.
*/
async function readMapping(input, repository, objects, found) {
	const { top } = repository.location;
	const nameOf = (found) => mappingName(input.options.mapping, input.cwd, top, found);
	let name = nameOf(null);
	let text = null;
	let blob = null;
	try {
		const source = await readMappingText(input.options.mapping, input.cwd, repository, objects);
		if (source !== null) {
			found({
				path: source.name,
				blob: source.blob
			});
			name = nameOf(source.place);
			text = source.text;
			blob = source.blob;
		}
		const mapping = source === null ? emptyMapping : loadMapping(source.text, source.name);
		if (input.command === "file") refusePlaceholders(mapping, source?.name ?? "");
		return {
			mapping: compileMapping(mapping),
			problem: null,
			repo: mapping.repo ?? null,
			blob,
			name
		};
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const repo = /^repo:[ \t]*["']?([^\s"'#]+)/m.exec(text ?? "")?.[1] ?? null;
		return {
			mapping: compileMapping(emptyMapping),
			problem: error,
			repo,
			blob,
			name
		};
	}
}
function refusePlaceholders(mapping, file) {
	const [first] = placeholdersIn(mapping);
	if (first === void 0) return;
	throw new Problem("mapping", `${file}: ${first.path} still holds the placeholder ${first.value}`, "Fill in what the starter file could not know.");
}

// src/planning/choose-range.ts
/** Mapping and ledger. */
async function gather(planning, ahead) {
	const { input, repository, objects, facts } = planning;
	const { event, options } = input;
	const branch = branchOf({
		event,
		options,
		checkedOut: checkedOutBranch(repository.location)
	});
	const { ledgerRefused } = ahead;
	const fetched = ahead.fetched ?? fetchAhead(input, repository);
	const read = await readMapping(input, repository, objects, (file) => {
		facts.mapping = file;
	});
	if (branch !== null) forgetRef(repository, `refs/heads/${branch}`);
	const repo = options.repo ?? read.repo ?? repositoryName(input.event, repository);
	facts.range = {
		repo,
		branch,
		base: null,
		head: null,
		rule: ""
	};
	const key = ledgerKey(options, repo, read.name, branch);
	wantRefs(repository, refsToAsk(input, branch));
	const opened = key === null ? closedLedger("no service is named") : await openLedger({
		repository,
		objects,
		key,
		mode: options.ledger,
		keys: sealKeys(input),
		now: input.now,
		since: ahead.since,
		fetched
	});
	const ledger = ledgerRefused === null ? opened : readOnlyLedger(opened, ledgerRefused);
	noteLedger(planning, key, ledger);
	requireSeal(planning, ledger, branch);
	return {
		read,
		repo,
		key,
		ledger
	};
}
/** Decides the range and makes its commits available; null when the event leaves nothing to do. */
async function chooseRange(planning, { read, repo, key, ledger }, ask) {
	const { input, repository, objects, facts } = planning;
	const { event, options } = input;
	const skipPushers = read.mapping.mapping["skip-pushers"];
	const found = ledger.record ?? await strayed(planning, key, ledger);
	const record = found === null ? null : withoutOverRuns(found, input.me, input.now());
	const checkedOut = checkedOutBranch(repository.location);
	const branch = branchOf({
		event,
		options,
		checkedOut
	});
	const asked = asksTip(input) && branch !== null && repository.remote !== null ? await tipNow(repository, branch).catch((error) => error) : null;
	if (asked instanceof Error && record !== null) throw asked;
	const tip = typeof asked === "string" ? asked : null;
	const place = await placeOfRun(planning, tip, record);
	const hasLedger = key !== null && ledger.trouble === null;
	const decision = await orLeftUnder(planning, key, ledger, () => decidedFirst(read.problem, ledger, () => decideRange({
		event,
		options,
		checkedOut,
		record: knownOf(record),
		hasLedger,
		place,
		skipPushers
	})));
	facts.range = {
		repo,
		branch: decision.branch,
		base: null,
		head: null,
		rule: decision.rule
	};
	if (decision.kind === "nothing") {
		facts.nothingToFile = decision.why;
		if (decision.rule === "branch-deleted") noteHeld(planning, ledger);
		if (decision.rule === "skipped-pusher") await passSkipped(planning, ledger, decision.why, ask);
		return null;
	}
	const defaultBranch = event.repository.defaultBranch ?? repository.remoteView.defaultBranch;
	const onMissingBase = options["on-missing-base"];
	const resolved = await resolveRange(repository, objects, decision, {
		onMissingBase,
		defaultBranch
	});
	facts.range = {
		repo,
		branch: resolved.branch,
		base: resolved.base,
		head: resolved.head,
		rule: resolved.rule
	};
	await onlyOnBranch(planning, resolved, tip);
	const begins = record !== null && beginsAnew(record, resolved);
	const leftUnder = record === null || record.head === null ? await leftUnderOthers(planning, key, ledger, resolved) : null;
	const tipOid = tip === null || tip === resolved.head || !resolved.mayFile ? null : tip;
	const tipProblem = asked instanceof Error ? asked : null;
	return {
		range: tipOid === null ? resolved : {
			...resolved,
			movesHead: false
		},
		tipOid,
		tipProblem,
		defaultBranch,
		record: begins ? renewedRecord(record) : record,
		leftUnder
	};
}
/** A record that is not believed, and under which nothing was filed, says nothing of where the branch begins. */
function knownOf(record) {
	return record?.claims !== void 0 && record.head === null && record.filed.length === 0 ? null : record;
}
/** The record of this branch under another address or repository ID, when that one was a mistake. */
async function strayed({ facts }, key, ledger) {
	if (key === null || ledger.trouble !== null) return null;
	const record = strayedRecord((await ledger.all()).records, key);
	if (record === null) return null;
	facts.notices.push(`an earlier run knew this branch at ${record.service} as ${record.repo} and filed nothing there: what it left is filed here`);
	return underKey(record, key);
}
/**
* A mapping that is not valid is said first, also when the range cannot be decided either. A run that nobody tells what
* changed needs a record that is believed.
*/
function decidedFirst(problem, { trust }, decide) {
	try {
		return decide();
	} catch (error) {
		if (problem !== null) throw problem;
		if (trust === "claims" && error instanceof Problem && error.code === "range") throw unsealedRange(error);
		throw error;
	}
}
/** Refs that a run may ask the remote about, so that one question serves for all. */
function refsToAsk({ event }, branch) {
	const { defaultBranch } = event.repository;
	const branches = [branch, defaultBranch].filter((name) => name !== null);
	return [...new Set(branches.map((name) => `refs/heads/${name}`)), ...defaultBranch === null ? ["HEAD"] : []];
}

// src/git/paths-at-head.ts
/**
* The changes of a manual refile (`--paths`): the chosen files as they are at the head, compared with nothing. Each
* stands on both sides, so that none passes for new.
*/
function asTheyAre(tree, chosen) {
	return tree.filter((side) => chosen(side.path.text)).map((side) => ({
		before: side,
		after: side
	}));
}

// src/plan/contents.ts
/** Only blobs of this size (bytes) can be Git LFS pointers; no other content is looked into. */
function mayBeLfsPointer(size) {
	return size >= 100 && size <= 1024;
}
/** True for the text of a Git LFS pointer file, by its specification. */
function isLfsPointer(text) {
	return /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(.*\n)*oid sha256:[0-9a-f]{64}\n(.*\n)*size \d+\n/.test(text);
}
const lfs = "it is a Git LFS pointer; the content is not in Git (take the file out of LFS, or skip it in the mapping)";
/**
* The plan with sizes filled in, and what cannot be sent marked so: Git LFS pointers, and files whose part cannot have
* its name.
*/
function withContents(plan, facts, attachAs) {
	const requests = plan.requests.map((request) => {
		const known = request.blob === null ? void 0 : facts.get(request.blob);
		if (known === void 0) return request;
		const obstacle = known.isLfsPointer ? unsendable(lfs) : request.obstacle ?? partObstacle(request, attachAs);
		return {
			...request,
			bytes: known.size,
			obstacle
		};
	});
	return {
		...plan,
		requests
	};
}
function partObstacle(request, attachAs) {
	const why = carriesContent(request) ? unsendablePart(partName(request, attachAs)) : null;
	return why === null ? null : unsendable(why);
}
function unsendable(why) {
	return {
		outcome: "unsendable",
		why
	};
}

// src/plan/collisions.ts
/**
* Marks requests of one push that are about one object: which of them is meant cannot be known, so none is filed
* (design §6); but a migration does what a `*RECOMPILE` or `*UPDATE` of its object asks for. A deleted file never collides: the delete guard has compared it with what is left.
*/
function withCollisions(requests) {
	const groups = Map.groupBy(requests.filter((request) => !isRejected(request)), (request) => identityKey(request.identity));
	const migrated = new Map([...groups].map(([key, group]) => [key, group.find(isMigration)]));
	const colliding = new Map([...groups].flatMap(([key, all]) => {
		const group = all.some(isMigration) ? all.filter(({ reason }) => !needsNoContent(reason)) : all;
		return group.length > 1 ? [[key, makersOf$1(group)]] : [];
	}));
	return requests.map((request) => {
		const migration = migrated.get(identityKey(request.identity));
		if (request.obstacle === null && migration !== void 0 && needsNoContent(request.reason)) return {
			...request,
			obstacle: {
				outcome: "covered",
				why: coveredBy(request, migration)
			}
		};
		const makers = colliding.get(identityKey(request.identity));
		if (request.obstacle !== null || makers === void 0) return request;
		const why = `${identityText(request.identity)} also comes from ${othersOf(makers, request.path.text)}`;
		return {
			...request,
			obstacle: {
				outcome: "collision",
				why
			}
		};
	});
}
function makersOf$1(group) {
	const byPath = Map.groupBy(group, ({ path }) => path.text);
	const repeated = [...byPath].filter(([, requests]) => requests.length > 1).map(([path]) => path);
	return {
		paths: [...byPath.keys()],
		repeated: new Set(repeated)
	};
}
/** How many files a message names. */
const named = 3;
function othersOf({ paths, repeated }, own) {
	const isOther = (path) => path !== own || repeated.has(path);
	const first = paths.slice(0, 4).filter(isOther);
	return some(first, named, isOther(own) ? paths.length : paths.length - 1);
}
function coveredBy({ identity, reason }, { path }) {
	return `${identityText(identity)} is migrated from ${path.text}, so no ${reason} is needed`;
}
function isMigration({ reason, obstacle }) {
	return reason === "*MIGRATE" && obstacle === null;
}
/** Values that cannot be right name no object that could be meant. */
function isRejected({ obstacle }) {
	return obstacle?.outcome === "rejected";
}

// src/plan/mapper.ts
/** The requests that the mapping makes of a path; none for one that it leaves out. */
function targetsOf(mapped) {
	return mapped.kind === "requests" ? mapped.targets : [];
}

// src/plan/makers.ts
/**
* The regular files of a tree that make an object with the name of a wanted one.
*
* @param known spares asking the mapper again.
*/
function listMakers(tree, mapper, wanted, known = /* @__PURE__ */ new Map()) {
	const names = new Set(wanted.map(nameKey));
	const makers = [];
	for (const side of tree) for (const { identity, fields } of isFile(side) ? known.get(pathKey(side.path)) ?? targetsOf(mapper(side.path)) : []) if (names.has(nameKey(identity))) makers.push({
		identity,
		path: side.path,
		reason: fields.rsn
	});
	return makers;
}
/** The same, to be found by the object. */
function makersIn(tree, mapper, wanted) {
	return lookup(listMakers(tree, mapper, wanted), ({ identity }) => identity);
}

// src/plan/obstacle.ts
/** What keeps a file's request from being sent: a name that cannot be carried, or values that cannot be right. */
function obstacleOf(path, problems) {
	const name = unsendableName(path);
	if (name !== null) return {
		outcome: "unsendable",
		why: name
	};
	return problems.length === 0 ? null : {
		outcome: "rejected",
		why: problems.join("; ")
	};
}

// src/plan/deletes.ts
/**
* Turns delete candidates into `*DELETE` requests, unless a remaining file at head still makes the object: deleting
* one of several sources often leaves the object (design §6).
*/
function guardedDeletes(candidates, input) {
	const requests = [];
	const leftOut = [];
	if (candidates.length === 0) return {
		requests,
		leftOut
	};
	const wanted = candidates.map(({ target }) => target.identity);
	const remaining = makersIn(input.headTree(), input.mapper, wanted);
	const asked = /* @__PURE__ */ new Map();
	for (const candidate of candidates) {
		const because = reasonToKeep(candidate, input.deletes, remaining, asked);
		if (because === null) requests.push(deleteRequest(candidate));
		else leftOut.push({
			path: candidate.path,
			previousPath: null,
			...because,
			error: false
		});
	}
	return {
		requests,
		leftOut
	};
}
function reasonToKeep({ path, target }, mode, remaining, asked) {
	const object = identityText(target.identity);
	const [maker] = remaining.same(target.identity);
	if (maker !== void 0) return {
		kind: "stillMade",
		why: `deleted, but ${object} still comes from ${maker.path.text}`
	};
	if (mode !== "request") return {
		kind: "deleteMode",
		why: `deleted (deletes: ${mode}): ${object} is not filed for deletion`
	};
	const key = identityKey(target.identity);
	const first = asked.get(key);
	if (first !== void 0) return {
		kind: "deletedWith",
		why: `deleted, and ${object} is filed for deletion with ${first.text}`
	};
	asked.set(key, path);
	return null;
}
function deleteRequest({ path, rule, target }) {
	const { copy: _, ...kept } = target.fields;
	const fields = {
		...kept,
		rsn: "*DELETE"
	};
	return {
		path,
		previousPath: null,
		reason: "*DELETE",
		rule,
		identity: target.identity,
		fields,
		blob: null,
		bytes: null,
		added: false,
		obstacle: obstacleOf(path, target.problems)
	};
}

// src/plan/order.ts
function compare(one, other) {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
/** By target, migrations before deletes, then object, then path: two runs of one range plan the same list. */
function inOrder(requests) {
	const last = (request) => request.reason === "*DELETE" ? 1 : 0;
	return requests.toSorted((one, other) => compare(one.identity.appl, other.identity.appl) || compare(one.identity.lvl, other.identity.lvl) || compare(last(one), last(other)) || compare(one.identity.objn, other.identity.objn) || compare(one.identity.type ?? "", other.identity.type ?? "") || compare(one.path.text, other.path.text));
}

// src/plan/sides.ts
function leftOut(path, kind, why) {
	return {
		path,
		previousPath: null,
		kind,
		why,
		error: false
	};
}
function oddity(side) {
	if (side.mode === "160000") return "submodule";
	if (side.mode === "120000") return "symbolic link";
	return `entry of mode ${side.mode}`;
}
/**
* Sorts one change: into its file sides, or into what is left out because it is no file (submodules, symbolic links)
* or no change of content (mode only). A file that became a link is left out too: something still stands at its name, so
* nothing is deleted.
*/
function sidesOf(change) {
	const { before, after } = change;
	const present = isFile(after) ? after : null;
	const old = isFile(before) ? before : null;
	const stays = old !== null && present !== null && pathKey(old.path) === pathKey(present.path);
	const gone = stays ? null : old;
	if (old !== null && present === null && after !== null || present === null && gone === null) {
		const side = after ?? before;
		if (side === null) throw new Error("a change without sides");
		const was = before !== null && pathKey(before.path) !== pathKey(side.path) ? before.path : null;
		return {
			...leftOut(side.path, "noFile", oddity(side)),
			previousPath: was
		};
	}
	if (stays && old.oid === present.oid && old.mode !== present.mode) return leftOut(present.path, "modeOnly", "only the file mode changed");
	return {
		present,
		gone,
		isNew: !stays
	};
}

// src/plan/plan.ts
/** True when a change takes a regular file away from its name, so that the plan will ask for the head's tree. */
function takesAway(change) {
	const sides = sidesOf(change);
	return "gone" in sides && sides.gone !== null;
}
/**
* Decides what each changed file becomes (design §6): every change ends once, as a request or as left out. Pure; the
* result is in the order of filing, the same for the same range.
*/
function makePlan(input) {
	const requests = [];
	const leftOut = [];
	const candidates = [];
	for (const change of input.changes) {
		const sides = sidesOf(change);
		if ("why" in sides) {
			leftOut.push(sides);
			continue;
		}
		const old = sides.gone === null ? null : input.mapper(sides.gone.path);
		const matched = /* @__PURE__ */ new Set();
		if (sides.present !== null) placePresent(input, sides, sides.present, old, matched, requests, leftOut);
		if (sides.gone !== null && old !== null) placeGone(sides, sides.gone, old, matched, candidates, leftOut);
	}
	const deleted = guardedDeletes(candidates, input);
	return {
		requests: inOrder(withCollisions([...requests.map(notAddedIfMoved(candidates)), ...deleted.requests])),
		leftOut: [...leftOut, ...deleted.leftOut]
	};
}
/** An object whose old file goes in the same range (moved and edited) was there before. */
function notAddedIfMoved(candidates) {
	const gone = Map.groupBy(candidates, ({ target }) => nameKey(target.identity));
	return (request) => {
		const before = gone.get(nameKey(request.identity))?.some(({ target }) => mayBeSame(target.identity, request.identity));
		return request.added && before ? {
			...request,
			added: false
		} : request;
	};
}
/** A file that is there at head: one request per target, or left out. */
function placePresent(input, sides, present, old, matched, requests, leftOut) {
	const mapped = input.mapper(present.path);
	const movedFrom = sides.gone?.path ?? null;
	const wasUnmapped = old !== null && old.kind !== "requests";
	if (mapped.kind !== "requests") {
		leftOut.push({
			...mapped,
			path: present.path,
			previousPath: movedFrom
		});
		return;
	}
	for (const target of mapped.targets) {
		const before = old?.kind === "requests" ? old.targets.find((other) => isSame(target, other, matched)) : void 0;
		if (before !== void 0) matched.add(before);
		requests.push({
			path: present.path,
			previousPath: before !== void 0 || wasUnmapped ? movedFrom : null,
			reason: target.fields.rsn ?? "*MIGRATE",
			rule: mapped.rule,
			identity: target.identity,
			fields: target.fields,
			blob: present.oid,
			bytes: null,
			added: before === void 0 && !input.fromNothing && sides.isNew,
			obstacle: obstacleOf(present.path, target.problems)
		});
	}
}
function isSame(target, other, taken) {
	return !taken.has(other) && mayBeSame(target.identity, other.identity);
}
/** A file that is gone: each target that the new name does not make again may have to be deleted. */
function placeGone(sides, gone, old, matched, candidates, leftOut) {
	if (old.kind !== "requests") {
		if (sides.present === null) leftOut.push({
			...old,
			path: gone.path,
			previousPath: null
		});
		return;
	}
	for (const target of old.targets) if (!matched.has(target)) candidates.push({
		path: gone.path,
		rule: old.rule,
		target
	});
}

// src/plan/reopened.ts
const isTextKey = (key) => !key.startsWith("\0");
/**
* Changes that an earlier run left open, each as it is at the head now: a file that is there is filed as it is, one
* that is gone is a delete. Paths that the range itself names are not repeated.
*
* @param open paths of open changes, as keys (see pathKey). @param headTree every entry of the head's tree.
*/
function reopened(open, changes, headTree) {
	const named = pathKeysOf(changes);
	const wanted = new Set(open.filter((path) => !named.has(path)));
	if (wanted.size === 0) return [];
	const there = headTree.filter((side) => isFile(side) && wanted.has(pathKey(side.path)));
	for (const side of there) wanted.delete(pathKey(side.path));
	const gone = [...wanted].flatMap((key) => {
		const path = textPath(key);
		return isTextKey(key) ? [{
			before: {
				path,
				mode: "100644",
				oid: ""
			},
			after: null
		}] : [];
	});
	return [...there.map((side) => ({
		before: side,
		after: side
	})), ...gone];
}

// src/planning/added.ts
/**
* Says of each request whether the branch itself made its object first. That is a fact of the object: what the record
* says of it counts before what this range shows, and that it stood before wins when in doubt (design §8 "Added"). A
* file that is added although another one makes its object already is a collision with that one (§6).
*/
async function withAddedFacts(plan, input) {
	const remembered = factsOf(input.record);
	const isNew = ({ added }) => added;
	const open = new Set(collidedPaths(input.record));
	const asked = plan.requests.filter((request) => isNew(request) || open.has(pathKey(request.path)));
	const isAsked = new Set(asked);
	const others = asked.length === 0 ? null : await standingMakers(asked, input);
	const elsewhere = /* @__PURE__ */ new Set([...await standingAt(input, asked), ...input.record?.claims?.paths ?? []]);
	const since = await addedSince(plan, input);
	const requests = plan.requests.map((request) => {
		const other = others?.same(request) ?? null;
		const range = isNew(request) && other === null && !elsewhere.has(request.path.text) || since.has(request);
		const added = remembered(request.identity) ?? range;
		const twin = isAsked.has(request) && !needsNoContent(request.reason) ? others?.exact(request) ?? null : null;
		return {
			...request,
			added,
			...twin === null || request.obstacle !== null ? {} : collisionWith(request, twin)
		};
	});
	return {
		...plan,
		requests
	};
}
function collisionWith({ identity }, twin) {
	return { obstacle: {
		outcome: "collision",
		why: `${identityText(identity)} also comes from ${twin.path.text}`
	} };
}
/** What the record says of an object: true, added by the branch; false, it stood before; null, nothing. */
function factsOf(record) {
	const { filed = [], open = [], unanswered = [], shared = [] } = record ?? {};
	const memories = [
		...[filed, unanswered].map((entries) => entries.filter((entry) => entry.claimed !== true)),
		open,
		shared
	].map((entries) => lookupOf(entries));
	return (identity) => {
		const facts = memories.flatMap((entries) => entries.same(identity).map(({ added }) => added));
		return facts.length === 0 ? null : facts.every((added) => added);
	};
}
/** Files that were kept back because another one makes their object; they stay so while it does. */
function collidedPaths(record) {
	return (record?.open ?? []).filter(({ outcome }) => outcome === "collision").map(({ path }) => path);
}
async function standingMakers(asked, input) {
	const { mapper, headTree, changes } = input;
	const made = Map.groupBy(asked, ({ path }) => pathKey(path));
	const makers = listMakers(await headTree(), mapper, asked.map(({ identity }) => identity), made);
	const fresh = new Set(changes.flatMap(({ before, after }) => isFile(before) || after === null ? [] : [pathKey(after.path)]));
	const byName = /* @__PURE__ */ new Map();
	for (const maker of makers) {
		if (fresh.has(pathKey(maker.path))) continue;
		const byType = byName.get(nameKey(maker.identity)) ?? /* @__PURE__ */ new Map();
		byName.set(nameKey(maker.identity), byType);
		const known = byType.get(maker.identity.type) ?? [];
		if (known.length < 2) byType.set(maker.identity.type, [...known, maker]);
	}
	const find = ({ identity, path }, types) => [...types(byName.get(nameKey(identity)) ?? /* @__PURE__ */ new Map())].flat().find((maker) => pathKey(maker.path) !== pathKey(path)) ?? null;
	return {
		same: (request) => {
			const { type } = request.identity;
			return find(request, (byType) => type === null ? byType.values() : [byType.get(type) ?? [], byType.get(null) ?? []]);
		},
		exact: (request) => {
			const maker = find(request, (byType) => [(byType.get(request.identity.type) ?? []).filter(({ reason }) => !needsNoContent(reason))]);
			return maker !== null && identityKey(maker.identity) === identityKey(request.identity) ? maker : null;
		}
	};
}
/**
* Deletes, in a range given by hand, of files that did not stand where the record is: the branch added them in pushes that
* nobody looked at.
*/
async function addedSince({ requests }, { objects, recorded }) {
	const deletes = requests.filter(({ reason }) => reason === "*DELETE");
	if (recorded === null || deletes.length === 0) return /* @__PURE__ */ new Set();
	const at = await entriesAt(objects, recorded, deletes.map(({ path }) => path.text).filter((path) => !path.includes("\n")));
	return new Set(deletes.filter(({ path }) => at.get(path.text) === null));
}
/**
* Paths that stand at the merge base with the default branch, as a merge brought them in, or where an earlier run began:
* nobody added them here.
*/
async function standingAt({ objects, shared, claimed }, asked) {
	const commits = [shared, claimed].filter((commit) => commit !== null);
	const paths = asked.map(({ path }) => path.text).filter((path) => !path.includes("\n"));
	if (paths.length === 0) return /* @__PURE__ */ new Set();
	const sides = await Promise.all(commits.map((commit) => entriesAt(objects, commit, paths)));
	return new Set(sides.flatMap((at) => [...at].flatMap(([path, side]) => side === null ? [] : [path])));
}

// src/planning/claimed.ts
const nothingWaits = {
	paths: /* @__PURE__ */ new Set(),
	changed: /* @__PURE__ */ new Set(),
	isLooked: true
};
/**
* Files that, by a record whose seal did not fit, may wait to be filed: what changed since it says that all was accounted
* for, and what it has open. They are filed as they stand at head, so that nothing is lost with a token that was rotated;
* nothing is deleted, and a push that would be too large with them is filed without them (design §8 "Sealed").
*
* @param changes of the push itself.
*/
async function waitingByClaims(planning, choice, changes, headTree) {
	const claims = choice.record?.claims;
	if (claims === void 0) return nothingWaits;
	const { facts, input } = planning;
	const named = new Set(changes.flatMap(({ before, after }) => [before, after].flatMap((side) => keyOf(side))));
	const since = await changedSince(planning, choice) ?? noteElsewhere(planning, claims.head);
	const keys = /* @__PURE__ */ new Set([...claims.paths, ...since.map((change) => pathKey(pathOf(change)))]);
	const known = new Set(choice.record?.filed.flatMap(({ path, claimed }) => claimed === true ? [] : [path]));
	const wanted = new Set([...keys].filter((key) => !named.has(key) && !known.has(key)));
	if (wanted.size === 0) return nothingWaits;
	const callsOf = (path) => targetsOf(choice.mapper(path)).length;
	const standing = new Map((await headTree()).filter(isFile).map((side) => [pathKey(side.path), side]));
	const isPassed = (key) => claims.passed !== void 0 && claims.passed[key] === standing.get(key)?.oid;
	const mapped = [...wanted].filter((key) => callsOf(textPath(key)) > 0 && !isPassed(key));
	const gone = mapped.filter((key) => !standing.has(key));
	if (gone.length > 0) facts.notices.push(`not filed: ${counted(gone.length, "file")} that went away, by a record that is not sealed: ${some(gone, 10)}; ${byHand}`);
	const filed = lookupOf(choice.record?.filed ?? []);
	const there = mapped.filter((key) => standing.has(key));
	const told = there.filter((key) => isTold(choice, filed, textPath(key)));
	const untold = there.filter((key) => !told.includes(key));
	if (untold.length > 0) {
		const files = `${counted(untold.length, "file")} without a lock, which a record that is not sealed calls open`;
		facts.notices.push(`not looked at: ${files}: ${some(untold, 10)}; file them with --paths if they are missing`);
	}
	if (told.length === 0) return nothingWaits;
	const calls = told.reduce((sum, key) => sum + callsOf(textPath(key)), 0);
	const files = `${counted(told.length, "file")} that changed before this push, by a record that is not sealed`;
	if (calls + callsOfAll(changes, callsOf) > input.options["max-requests"]) {
		facts.notices.push(`not looked at yet: ${files}: ${some(told, 10)}; a smaller push files them, or ${byHand}`);
		return {
			...nothingWaits,
			isLooked: false
		};
	}
	facts.notices.push(`filed as well: ${files}: ${some(told, 10)}`);
	return {
		paths: new Set(told),
		changed: new Set(told.filter((key) => !claims.paths.includes(key))),
		isLooked: true
	};
}
const byHand = "if they are missing, file them with --base and --head";
function keyOf(side) {
	return side === null ? [] : [pathKey(side.path)];
}
function pathOf({ before, after }) {
	return (after ?? before).path;
}
/** How many requests a push makes, at most. */
function callsOfAll(changes, callsOf) {
	return changes.reduce((sum, change) => sum + callsOf(pathOf(change)), 0);
}
/** True where the service tells whether the object is filed already: by its lock, or by the number that is claimed for it. */
function isTold({ mapper }, filed, path) {
	return targetsOf(mapper(path)).every(({ fields, identity }) => fields.lock !== "*NO" || filed.same(identity).length > 0);
}
/** A branch that was moved by force does not come from there: nobody can tell what changed since. */
function noteElsewhere({ facts }, head) {
	const from = head?.slice(0, 12) ?? "";
	facts.notices.push(`not looked at: what changed since ${from}, as a record that is not sealed has it; ${byHand}`);
	return [];
}
/** What changed up to where the push begins; null for a commit that the branch does not come from. */
async function changedSince(planning, choice) {
	const { range, record } = choice;
	const head = record?.claims?.head ?? null;
	if (head === null || head === range.base || head === range.head) return [];
	const from = isEmptyTree(head) ? head : await claimedHead(planning, choice);
	return from === null ? null : listChanges(planning.repository, from, range.head);
}
/** The commit up to which a record that is not sealed accounts for all; null for one that the branch does not come from. */
async function claimedHead({ repository, objects }, { range, record }) {
	const head = record?.claims?.head ?? null;
	if (head === null || isEmptyTree(head)) return null;
	if ((await ensureCommits(repository, objects, [head])).length > 0) return null;
	return await isAncestor(repository, objects, head, range.head) ? head : null;
}

// src/planning/contents.ts
/** Sizes of what the plan would send; only what has the size of a Git LFS pointer is looked into. */
async function blobFacts(repository, objects, plan) {
	const oids = [...new Set(plan.requests.flatMap(({ blob }) => blob === null ? [] : [blob]))];
	const infos = await presentBlobs(repository, objects, oids);
	const pointers = /* @__PURE__ */ new Set();
	const small = oids.filter((_, n) => mayBeLfsPointer(infos[n]?.size ?? 0));
	for (let at = 0; at < small.length; at += atATime) await Promise.all(small.slice(at, at + atATime).map(async (oid) => {
		const content = await objects.content(oid);
		const text = content instanceof Blob ? await content.text() : content.toString("utf8");
		if (isLfsPointer(text)) pointers.add(oid);
	}));
	return new Map(oids.map((oid, n) => [oid, {
		size: infos[n]?.size ?? 0,
		isLfsPointer: pointers.has(oid)
	}]));
}
/** So many small contents are asked for at once. */
const atATime = 500;

// src/filing/level.ts
/** Compares everything that the record has filed with head. Pure. */
function lookAt(input) {
	const paths = /* @__PURE__ */ new Set();
	const orphans = [];
	const noLongerMapped = [];
	const left = /* @__PURE__ */ new Map();
	let standing = 0;
	for (const entry of input.record.filed) {
		if (entry.closed === true || entry.claimed === true) continue;
		const found = find(input, entry);
		if (found === "leftAsFiled") continue;
		if (found === "noLongerMapped") {
			if (entry.left !== "noLongerMapped") noLongerMapped.push(entry);
			left.set(identityKey(entry), "noLongerMapped");
			continue;
		}
		if (entry.left !== void 0) left.set(identityKey(entry), null);
		if (found === "stands") standing += 1;
		else paths.add(entry.path);
		if (found === "gone") orphans.push(entry);
	}
	return {
		paths,
		orphans,
		noLongerMapped,
		left,
		standing
	};
}
function find({ record, at, mapper, isNewMapping }, entry) {
	const side = at.get(entry.path) ?? null;
	if (side !== null && !isFile(side)) return "leftAsFiled";
	const blob = side?.oid ?? null;
	const passed = record.passed?.[entry.path];
	if (passed !== void 0 && passed === blob) return "stands";
	if (blob === null && entry.left !== void 0) return "leftAsFiled";
	const isDelete = entry.reason === "*DELETE";
	const isSame = blob === (isDelete ? null : entry.blob);
	if (isSame && !isNewMapping && entry.left === void 0) return "stands";
	if (isDelete && isSame) return "stands";
	if (!isMappedBy(mapper, entry)) return "noLongerMapped";
	if (isSame) return "stands";
	return blob === null ? "gone" : "differs";
}
/** True when the mapping makes an object of this target and name of the entry's file; its type may have changed. */
function isMappedBy(mapper, entry) {
	const key = nameKey(entry);
	return targetsOf(mapper(textPath(entry.path))).some(({ identity }) => nameKey(identity) === key);
}
/** Objects that stood by another branch's request and no longer do: that branch has gone on, or this one has. */
function noLongerShared(shared, at, records) {
	const held = /* @__PURE__ */ new Map();
	for (const { repo, mapping, branch, filed } of shared.length === 0 ? [] : records) for (const entry of filed) held.set(holderKey({
		repo,
		mapping,
		branch
	}, entry.objectId), entry);
	return shared.filter(({ path, blob, objectId, of }) => {
		const side = at.get(path) ?? null;
		if (!isFile(side) || side?.oid !== blob) return true;
		const entry = held.get(holderKey(of, objectId));
		return entry === void 0 || entry.blob !== blob || entry.path !== path;
	});
}
function holderKey({ repo, mapping, branch }, objectId) {
	return [
		repo,
		mapping,
		branch,
		objectId
	].join("\0");
}

// src/planning/look.ts
const nothing = {
	behind: /* @__PURE__ */ new Set(),
	look: null,
	given: [],
	waiting: null
};
/**
* Collects what earlier runs left open or without an answer, and, for the newest push of a branch, every filed object
* that is not as head says. A range given by hand looks at nothing else.
*/
async function toLookAt(planning, choice, changes, headTree) {
	const { objects } = planning;
	const { range, record, mapper, isMapped, mappingBlob, ledger, tip } = choice;
	const isOver = range.isAccounted && tip === null;
	if (range.explicit || !range.mayFile || isOver || record === null) return nothing;
	const asked = record.unanswered.filter(({ closed }) => closed !== true);
	const given = isMapped ? asked.filter((call) => !isMappedBy(mapper, call)) : [];
	const unanswered = asked.filter((call) => !given.includes(call));
	const open = [...record.open, ...unanswered].map(({ path }) => path);
	const isNewest = range.movesHead && isMapped;
	const shared = isNewest ? record.shared ?? [] : [];
	if (!isNewest) return {
		...nothing,
		behind: new Set(open)
	};
	const at = await entriesAt(objects, range.head, textPaths([
		...record.filed,
		...shared,
		...unanswered,
		...record.open
	]));
	const isNewMapping = (record.mapped ?? null) !== mappingBlob;
	const look = lookAt({
		record,
		at,
		mapper,
		isNewMapping
	});
	const strayed = shared.length === 0 ? [] : noLongerShared(shared, at, (await ledger.all()).records);
	const isGone = ({ path }) => (at.get(path) ?? null) === null;
	const taken = goneKeys(changes);
	const deleted = record.filed.filter(({ reason, path }) => reason === "*DELETE" && taken.has(path));
	const makers = await makersOf([
		...look.orphans,
		...deleted,
		...unanswered.filter(isGone),
		...record.open.filter(isGone)
	], mapper, headTree);
	const waiting = await waitingByClaims(planning, choice, changes, headTree);
	return {
		behind: /* @__PURE__ */ new Set([
			...open,
			...look.paths,
			...strayed.map(({ path }) => path),
			...makers,
			...waiting.paths
		]),
		look,
		given,
		waiting
	};
}
/** Keys of the paths that changes take a file away from. */
function goneKeys(changes) {
	return new Set(changes.flatMap(({ before, after }) => before !== null && (after === null || pathKey(after.path) !== pathKey(before.path)) ? [pathKey(before.path)] : []));
}
/** A name that is not UTF-8 was never filed, and stands there by its bytes. */
function textPaths(entries) {
	return entries.map(({ path }) => path).filter((path) => !path.startsWith("\0") && !path.includes("\n"));
}
/** Files at head that make objects whose own file is gone. */
async function makersOf(orphans, mapper, headTree) {
	const wanted = orphans.filter(({ objn }) => objn !== "");
	if (wanted.length === 0) return [];
	const makers = makersIn(await headTree(), mapper, wanted);
	return wanted.flatMap((identity) => makers.same(identity).map(({ path }) => pathKey(path)));
}
/**
* Tells a request that the push asks for, or whose object the record knows: a file that is only looked at again makes no
* new object, as a mapping that has changed moves nothing.
*/
function isAskedFor(named, record, claimed) {
	const { filed = [], open = [], unanswered = [], shared = [] } = record ?? {};
	const known = [
		filed,
		open,
		unanswered,
		shared
	].map((entries) => lookupOf(entries));
	const opened = /* @__PURE__ */ new Set([...open.map(({ path }) => path), ...claimed]);
	return ({ path, previousPath, identity }) => {
		if (named.has(pathKey(path)) || previousPath !== null && named.has(pathKey(previousPath))) return true;
		return opened.has(pathKey(path)) || known.some((entries) => entries.named(identity).length > 0);
	};
}

// src/git/brought-in.ts
/**
* Tells what a push brought in from another branch: the base of the range did not have the merge base of head and that
* branch yet. Then a file that is the same at head as at the merge base came from there, unless the branch changed it
* by itself (design §3 "Not another branch's changes").
*
* @param range two commits; the base may be the empty tree. `pushed`: where the push itself began, when earlier pushes of
* the branch are in the range. @param from the default branch.
* @returns null when the push brought nothing in.
* @throws Problem('git') when the history cannot be had.
*/
async function broughtIn(repository, objects, range, from) {
	const tip = await branchTip(repository, from);
	if (tip === null) return null;
	const isTree = range.base === emptyTree[repository.objectFormat];
	const shared = await mergeBase(repository, objects, tip, range.head);
	if (shared === null || !isTree && await isAncestor(repository, objects, shared, range.base)) return null;
	const own = await pathsOf(repository, objects, await ownCommits(repository, range, tip, isTree ? null : range.base));
	const [gone] = await ensureCommits(repository, objects, [shared]);
	if (gone !== void 0) throw unreadable(`the merge base with ${from}`, new Error(gone.why));
	for (const key of await differingPaths(repository, shared, range.head)) own.add(key);
	return {
		shared,
		own
	};
}
/**
* Commits that the branch made by itself since the base: on its first-parent line, no merges, and not on the
* first-parent line of the other branch. Each comes with its parent. A squash of them is another commit, and what the
* other branch merged stays the branch's own. Of a branch that was moved by force, as by a rebase, nobody can tell who
* made what the other branch has too.
*/
async function ownCommits(repository, { head, pushed }, tip, base) {
	const since = base === null ? [] : [`^${base}`];
	const list = async (args) => {
		return (await repository.git([
			"rev-list",
			...args,
			...since
		]).catch((error) => {
			throw unreadable("the history of two commits", error);
		})).split("\n").flatMap((line) => line === "" ? [] : [line.split(" ")]);
	};
	const line = await list([
		"--first-parent",
		"--parents",
		head
	]);
	const goesOn = base === null || line.at(-1)?.[1] === base;
	const others = await list([...goesOn ? ["--first-parent"] : [], tip]);
	const elsewhere = new Set(others.map(([commit]) => commit));
	const at = line.findIndex(([commit]) => commit === pushed);
	if (goesOn && at >= 0) for (const [commit] of line.slice(at)) elsewhere.delete(commit);
	return line.filter(([commit = "", ...parents]) => parents.length < 2 && !elsewhere.has(commit));
}
/** Keys of the paths that commits changed against their parents. */
async function pathsOf(repository, objects, commits) {
	if (commits.length === 0) return /* @__PURE__ */ new Set();
	const [gone] = await ensureCommits(repository, objects, [...new Set(commits.flat())]);
	if (gone !== void 0) throw unreadable(`commit ${gone.oid}`, new Error(gone.why));
	const args = [
		"diff-tree",
		"--stdin",
		"--root",
		"--no-commit-id",
		"-r",
		"-z",
		"--name-only",
		"--no-renames"
	];
	const input = commits.map((oids) => `${oids.join(" ")}\n`);
	const names = (await repository.bytes(args, { input }).catch((error) => {
		throw unreadable("what the commits of the branch changed", error);
	})).toString("latin1").split("\0");
	return new Set(names.filter((name) => name !== "").map((name) => pathKey(pathOfBytes(name))));
}

// src/plan/set-aside.ts
/**
* Leaves changes out by path. A rename has two: when only one of them goes, the other stays as what it is by itself, a
* file that is there (on both sides, so that it does not pass for new) or one that is gone.
*
* @param goes tells by the key of a path (see pathKey). @param because the reason, the same for all.
*/
function setAside(changes, goes, because) {
	const kept = [];
	const leftOut = [];
	const leave = (side, previous) => leftOut.push({
		path: side.path,
		previousPath: previous?.path ?? null,
		...because,
		error: false
	});
	for (const change of changes) {
		const { before, after } = change;
		const old = before !== null && goes(pathKey(before.path));
		const now = after !== null && goes(pathKey(after.path));
		if (!old && !now) kept.push(change);
		else if (before === null || after === null || pathKey(before.path) === pathKey(after.path)) {
			const side = after ?? before;
			if (side !== null) leave(side, null);
		} else if (old && now) leave(after, before);
		else if (old) {
			leave(before, null);
			kept.push({
				before: after,
				after
			});
		} else {
			leave(after, null);
			kept.push({
				before,
				after: null
			});
		}
	}
	return {
		kept,
		leftOut
	};
}

// src/planning/others-changes.ts
/** Leaves out what differs at the branch's tip: the run of the newer push files it (design §3 "Never backwards"). */
function withoutSuperseded(changes, branch, tip) {
	if (tip === null) return {
		kept: changes,
		leftOut: []
	};
	const at = `at the remote ${branch} is at ${tip.oid.slice(0, 12)}`;
	const why = tip.isBehind ? `not pushed: ${at}, which comes before this commit` : `superseded: ${at}, where it differs`;
	return setAside(changes, (key) => tip.differs.has(key), {
		kind: "superseded",
		why
	});
}
/** Leaves out what a later head of the record accounts for: a run that is started again files only what is still open. */
function withoutAccounted(changes, range, record, behind) {
	if (!range.isAccounted) return {
		kept: changes,
		leftOut: []
	};
	const upTo = (record?.head ?? "").slice(0, 12);
	const why = `superseded: the ledger accounts for ${range.branch} up to ${upTo}, which came after this commit`;
	return setAside(changes, (key) => !behind.has(key), {
		kind: "superseded",
		why
	});
}
/** Leaves out what is as a push of a skipped account made it: that counts as standing. */
function withoutPassed(changes, range, record) {
	const passed = range.explicit ? void 0 : record?.passed;
	if (passed === void 0) return {
		kept: changes,
		leftOut: []
	};
	const keys = new Set(changes.flatMap(sides).flatMap(({ path }) => path.raw === null && path.text in passed ? [path.text] : []));
	const now = new Map(changes.flatMap(({ after }) => isFile(after) && after ? [[pathKey(after.path), after.oid]] : []));
	return setAside(changes, (key) => keys.has(key) && passed[key] === (now.get(key) ?? null), {
		kind: "passed",
		why: "as a skipped push made it"
	});
}
/**
* Leaves out what a merge or rebase brought in from the default branch, unless this branch has a request for it. The
* history is looked at only when it can matter.
*
* @returns with the merge base, where something was brought in.
*/
async function withoutDefaultBranch(repository, objects, changes, range, defaultBranch, held) {
	const all = {
		kept: changes,
		leftOut: [],
		shared: null
	};
	const { base } = range;
	const isPush = range.rule === "push" || range.rule === "ledger";
	if (base === null || !isPush || defaultBranch === null || range.branch === defaultBranch) return all;
	const keysHeld = heldKeys(held);
	const isHeld = new Set(changes.flatMap((change) => sides(change).flatMap(keysHeld)));
	if (changes.filter((change) => sides(change).some((side) => !isHeld.has(pathKey(side.path)))).length === 0) return all;
	const brought = await broughtIn(repository, objects, {
		base,
		head: range.head,
		pushed: held.pushed
	}, defaultBranch);
	if (brought === null) return all;
	const because = {
		kind: "asOnDefault",
		why: `as on ${defaultBranch}`
	};
	return {
		...setAside(changes, (key) => !brought.own.has(key) && !isHeld.has(key), because),
		shared: brought.shared
	};
}
function sides({ before, after }) {
	return [before, after].filter((side) => side !== null);
}
/** Tells the key of a path for which the branch has a request: for the path itself, or for an object that it makes. */
function heldKeys({ record, mapper, behind }) {
	const filed = (record?.filed ?? []).filter(({ closed }) => closed !== true);
	const paths = new Set(filed.map((entry) => entry.path));
	const objects = lookupOf(filed);
	return ({ path }) => {
		const key = pathKey(path);
		if (behind.has(key) || paths.has(path.text)) return [key];
		if (filed.length === 0) return [];
		return targetsOf(mapper(path)).some(({ identity }) => objects.same(identity).length > 0) ? [key] : [];
	};
}

// src/planning/plan-changes.ts
/**
* The plan of a range: its changes, what earlier runs left behind, and whatever stands at the service otherwise than head
* says; without what is not this push's to file.
*/
async function planChanges(planning, choice) {
	const { repository, objects } = planning;
	const { range, record, isMapped } = choice;
	const tip = isMapped ? choice.tip : null;
	const defaultBranch = isMapped ? choice.defaultBranch : null;
	let tree = null;
	const headTree = async () => {
		tree ??= await listTree(objects, range.head);
		return tree;
	};
	const { listed, takenBack } = await listRange(planning, choice, headTree);
	if (planning.input.command === "file") keepHeapSmall(listed.length);
	const found = await toLookAt(planning, choice, listed, headTree);
	const behind = [...found.behind];
	const all = behind.length === 0 ? listed : [...listed, ...reopened(behind, listed, await headTree())];
	const current = withoutSuperseded(all, range.branch, tip);
	const accounted = withoutAccounted(current.kept, range, record, found.behind);
	const passed = withoutPassed(accounted.kept, range, record);
	const { paths: waits, changed } = found.waiting ?? {
		paths: /* @__PURE__ */ new Set(),
		changed: /* @__PURE__ */ new Set()
	};
	const claimedFrom = range.explicit ? null : await claimedHead(planning, choice);
	const behindOwn = new Set(behind.filter((key) => !changed.has(key)));
	const held = {
		record,
		mapper: choice.mapper,
		behind: behindOwn,
		pushed: beforeOf(planning)
	};
	const whence = changed.size > 0 && claimedFrom !== null ? {
		...range,
		base: claimedFrom
	} : range;
	const own = await withoutDefaultBranch(repository, objects, passed.kept, whence, defaultBranch, held);
	const known = own.kept.some(takesAway) ? [...await headTree(), ...tip?.tree ?? []] : [];
	const made = makePlan({
		changes: own.kept,
		headTree: () => known,
		mapper: choice.mapper,
		deletes: choice.deletes,
		fromNothing: range.base === emptyTree[repository.objectFormat]
	});
	const named = pathKeysOf(listed);
	const leftOut = [
		...current.leftOut,
		...accounted.leftOut,
		...passed.leftOut,
		...own.leftOut,
		...made.leftOut
	];
	const notMapped = [...found.look?.noLongerMapped ?? [], ...found.given].map(noLongerMapped);
	for (const { path, why } of notMapped) if (named.has(pathKey(path))) planning.facts.notices.push(`${path.text}: ${why}`);
	const requests = made.requests.filter(isAskedFor(named, record, waits));
	const unnamed = notMapped.filter(({ path }) => !named.has(pathKey(path)));
	const whole = {
		requests,
		leftOut: [...leftOut, ...unnamed]
	};
	const about = {
		shared: own.shared,
		claimed: claimedFrom,
		recorded: await recordedHead(planning, range, record),
		headTree,
		changes: own.kept
	};
	const plan = await withAddedFacts(whole, {
		...choice,
		objects,
		...about
	});
	return {
		plan: withContents(plan, await blobFacts(repository, objects, plan), choice.attachAs),
		named,
		takenBack,
		leftBehind: new Set(behind.filter((path) => !named.has(path))),
		waiting: found.waiting,
		look: found.look === null ? null : {
			...found.look,
			left: leftAfter(found.look, plan, record)
		},
		given: [...found.given, ...notDeleted(plan, record)]
	};
}
function noLongerMapped(entry) {
	const number = entry.objectId === null ? "" : ` (request ${entry.objectId})`;
	const stays = "commit" in entry ? "stays as it was filed" : "may have been filed, and stays so";
	const why = `no longer mapped: ${identityText(entry)} ${stays}${number}`;
	return {
		path: textPath(entry.path),
		previousPath: null,
		kind: "noLongerMapped",
		why,
		error: false
	};
}
/** Where the record is, beside a range given by hand; null where it is nowhere, or says nothing. */
async function recordedHead({ repository, objects }, range, record) {
	const head = record?.head ?? null;
	if (!range.explicit || head === null || isEmptyTree(head)) return null;
	return (await ensureCommits(repository, objects, [head])).length > 0 ? null : head;
}
function beforeOf({ input }) {
	const { happening } = input.event;
	return happening.kind === "push" ? happening.before : null;
}
/** Calls about objects whose delete is left out: what they may have filed stays. */
function notDeleted(plan, record) {
	const paths = new Set(plan.leftOut.filter(({ kind }) => kind === "deleteMode").map(({ path }) => path.text));
	return (record?.unanswered ?? []).filter(({ path, closed }) => closed !== true && paths.has(path));
}
/** Deletes that the mapping does not file are said once, too. */
function leftAfter(look, plan, record) {
	const left = new Map(look.left);
	const paths = new Set(plan.leftOut.filter(({ kind }) => kind === "deleteMode").map(({ path }) => path.text));
	for (const entry of record?.filed ?? []) if (paths.has(entry.path) && entry.reason !== "*DELETE") left.set(identityKey(entry), "notDeleted");
	return left;
}
/** Begins to list the changes of a range; null for one that has no base. */
function listAhead(repository, { base, head }) {
	if (base === null) return null;
	const listed = listChanges(repository, base, head);
	listed.catch(() => {});
	return listed;
}
/** The changes of the range; with `--paths` the chosen files as they are, or only their changes. */
async function listRange(planning, choice, headTree) {
	const { range } = choice;
	const { input, repository } = planning;
	const chosen = pathFilter(input.options.paths);
	if (range.base === null) {
		const as = asTheyAre(await headTree(), chosen);
		if (as.length > 0) return {
			listed: as,
			takenBack: /* @__PURE__ */ new Set()
		};
		const given = (input.options.paths ?? []).join(", ");
		throw new Problem("usage", `no file at the head matches --paths ${given}`, "Give paths as Git has them, from the top: a directory as QRPGLESRC/**, a name anywhere as **/ORD100.PGM.RPGLE.");
	}
	const changes = await (choice.listed ?? listChanges(repository, range.base, range.head));
	const back = await takenBackBy(planning, choice, changes);
	return {
		listed: [...changes, ...back].filter((change) => touches(change, chosen)),
		takenBack: new Set(back.map(({ after }) => pathKey(after.path)))
	};
}
/**
* Files that this push itself changed, and that earlier pushes had changed too, to and fro: they are no difference of the
* whole range, and what stands of them was sent by pushes that the record does not know of. That nobody looked at those
* is one reason; that somebody has put an old record back is another. A push that was moved away by force may be gone;
* then the range says it all.
*/
async function takenBackBy({ repository, objects }, { range, record }, changes) {
	const { unseenTo, rule } = range;
	if (!(rule === "first-push" || rule === "ledger") || unseenTo === null || range.base === range.head) return [];
	if ((await ensureCommits(repository, objects, [unseenTo])).length > 0) return [];
	const known = pathKeysOf(changes);
	const filed = new Map(record?.filed.map(({ path, blob }) => [path, blob]));
	return (await listChanges(repository, unseenTo, range.head)).flatMap(({ after }) => {
		if (after === null || known.has(pathKey(after.path))) return [];
		return rule === "first-push" || filed.get(after.path.text) === after.oid ? [{
			before: after,
			after
		}] : [];
	});
}
function pathFilter(globs) {
	if (globs === void 0) return () => true;
	const compiled = globs.map(readGlob);
	return (path) => compiled.some((glob) => matchGlob(glob, path) !== null);
}
function readGlob(pattern) {
	try {
		return compileGlob(pattern, true);
	} catch (error) {
		if (!(error instanceof GlobError)) throw error;
		throw new Problem("usage", `--paths ${pattern}: ${error.found}`, `Give ${error.right}.`);
	}
}
function touches({ before, after }, chosen) {
	return [before, after].some((side) => side !== null && chosen(side.path.text));
}

// src/planning/require-target.ts
/**
* Without application and level nothing can be filed at all: that is the mapping, not a file. A starter file of `init`
* in which they are still to be filled in can be planned with.
*
* @throws Problem('mapping') when nothing names one of them.
*/
function requireTarget(plan, open) {
	const isOpen = (field) => open.some(({ path }) => path.endsWith(`.${field}`));
	const fieldLacking = ["appl", "lvl"].find((field) => !isOpen(field) && plan.requests.some(({ fields }) => fields[field] === void 0));
	if (fieldLacking === void 0) return;
	const lacking = plan.requests.find(({ fields }) => fields[fieldLacking] === void 0);
	throw new Problem("mapping", `nothing says which ${fieldLacking} ${lacking?.path.text} goes to`, "Give appl and lvl in a branch rule of the mapping (.file-checkouts.yml, or --mapping FILE), or with --set.");
}

// src/planning/standing.ts
/**
* Looks after the files of requests that this branch filed for objects of the same name from other files: while such a
* file is there, its request is not another file's to go on with.
*/
async function standing(objects, range, requests, record, mapper) {
	const byName = Map.groupBy(requests, ({ identity }) => nameKey(identity));
	const others = (record?.filed ?? []).filter((entry) => byName.get(nameKey(entry))?.some(({ path }) => path.text !== entry.path));
	const infos = await objects.info(others.map(({ path }) => `${range.head}:${path}`));
	return new Map(others.flatMap((entry, n) => {
		if (infos[n]?.type !== "blob") return [];
		const targets = targetsOf(mapper(textPath(entry.path)));
		return [[entry, (byName.get(nameKey(entry)) ?? []).some(({ identity, path }) => path.text !== entry.path && targets.some((target) => mayBeSame(target.identity, identity))) ? "same" : "other"]];
	}));
}

// src/planning.ts
/**
* The way from the event to the actions: mapping, ledger record, range, changes, plan. Decides and reads only, but for
* the ledger, where a range is written down before anything can fail. Fills the facts as far as it gets.
*
* @returns null when the event itself leaves nothing to do.
*/
async function planRange(input, repository, objects, facts, ahead) {
	const planning = {
		input,
		repository,
		objects,
		facts
	};
	const known = await gather(planning, ahead);
	const chosen = await chooseRange(planning, known, ahead.ask);
	if (chosen === null) return null;
	const { key, repo, read } = known;
	const { record, leftUnder } = chosen;
	const accepted = await acceptClaims(planning, known.ledger, chosen.range, ahead.ask);
	if ("waitFor" in accepted) return accepted;
	const ledger = await openRecord(planning, accepted.ledger, chosen.range, key, record);
	if (ledger === "moved") {
		forgetTips(repository);
		Object.assign(facts, newFacts());
		return planRange(input, repository, objects, facts, {
			...ahead,
			fetched: null
		});
	}
	const { range, tipOid, tipProblem } = chosen;
	if (tipProblem !== null) throw tipProblem;
	const listed = read.problem === null ? listAhead(repository, range) : null;
	const tip = tipOid === null ? null : await newerTip(repository, objects, range.branch, range.head, tipOid);
	if (read.problem !== null) throw read.problem;
	const { mapping } = read;
	const branchMatch = branchRuleFor(mapping, range.branch);
	const mapper = bindRun(planning, mapping, branchMatch, range, repo);
	const choice = {
		...chosen,
		ledger,
		tip,
		listed,
		mapper,
		mappingBlob: read.blob,
		isMapped: branchMatch !== null,
		attachAs: input.options["attach-as"] ?? mapping.mapping.attach.as,
		deletes: mapping.mapping.deletes
	};
	const { plan, leftBehind, waiting, named, takenBack, look, given } = await planChanges(planning, choice);
	const open = placeholdersIn(mapping.mapping);
	requireTarget(plan, open);
	notePlaceholders(planning, open);
	noteRemote(planning, ledger);
	if (key !== null && ledger.trouble === null) await noteUnseen(planning, range, ledger.record);
	const isSentAgain = ({ path }) => range.explicit || takenBack.has(pathKey(path));
	const stands = await standing(objects, range, plan.requests, record, mapper);
	const decided = decideActions(plan.requests, record, isSentAgain, stands);
	const nothing = decided.filter(({ kind }) => kind === "nothing").map(({ request }) => request);
	const actions = decided.filter(({ kind }) => kind !== "nothing");
	const unseen = actions.filter(({ kind, request }) => kind === "unchanged" && !isNamed(request, named));
	const quiet = new Set(unseen.map(({ request }) => request));
	const leftOut = [...plan.leftOut, ...nothing.map(neverFiled)];
	facts.leftOut = leftOut;
	facts.standing = look?.standing ?? null;
	noteUnmapped(planning, mapping, plan);
	noteDeletes(planning, mapping, plan);
	const stays = new Set(leftOut.filter(isLeftOutForNow).map(({ path }) => pathKey(path)));
	const unmapped = leftOut.filter((entry) => entry.error).map(({ path }) => path);
	const about = {
		range,
		repo,
		mapping,
		mappingBlob: read.blob,
		ledger,
		record,
		key,
		leftUnder
	};
	const because = reasonsOf(actions, named, record);
	const gone = nothing.map(({ identity }) => identity);
	const { stop } = accepted;
	return {
		...about,
		actions,
		leftBehind,
		waiting,
		stays,
		unmapped,
		left: look?.left ?? null,
		gone,
		given,
		quiet,
		because,
		stop
	};
}
function isNamed({ path, previousPath }, named) {
	return named.has(pathKey(path)) || previousPath !== null && named.has(pathKey(previousPath));
}
/** The object never was at the target, and what stands there by now is somebody else's (design §7). */
function neverFiled({ path, identity }) {
	return {
		path,
		previousPath: null,
		kind: "neverFiled",
		why: `deleted, and never filed: ${identityText(identity)} was added by this branch`,
		error: false
	};
}
function bindRun({ input }, mapping, branchMatch, range, repo) {
	const { id, attempt, actor } = input.event.run;
	return bindMapping(mapping, branchMatch, {
		repo,
		branch: range.branch,
		sha: range.head,
		run: id === null ? "" : `${id}-${attempt}`,
		user: actor === null ? null : userOf(mapping.mapping.users, actor),
		set: readSet(input.options)
	});
}

export { GlobError, MappingError, _enum, _gte, _lte, _maxLength, _minLength, _regex, array, bindMapping, boolean, branchOf, branchRuleFor, checkCreate, checkedOutBranch, classSource, compileGlob, compileMapping, createField, createFields, describe$1 as describe, emptyMapping, expandChoices, explainBranch, explainMatch, int, intendedCalls, isAncestor, isFile, isReply, isTemplate, isValue, isWrittenOut, ledgerKey, listTree, literal, loadMapping, longestPattern, lostCalls, mappingName, matchFile, matchGlob, matchParts$1 as matchParts, matchingRules, messageFor, messages, modeProblems, nameParts, openLedger, opensRfps, optional, parseSet, pathParts, placeholdersIn, planRange, readChecked, readInteger, readMapping$1 as readMapping, readMappingText, readReply, readRequestNumber, readSet, recordBegun, recordOpened, recordPath, recordRenewed, refine, renderFields, repositoryName, resolveRev, saysLike, saysLocked, sealKeys, serviceAt, setsTarget, specialsInstead, standsAt, strictObject, string, targetOf, union, updateFields, userOf, withoutOverRuns };