import { tmpdir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { createHash, randomUUID } from "node:crypto";
import { lstat, open } from "node:fs/promises";
import { constants as constants$2, existsSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

// src/counted.ts
/** Numbers and lists in sentences. */
/** `1 file`, `2 files`. @param many the plural, where it is not made with an s. */
function counted(count, what, many = `${what}s`) {
	return `${count} ${count === 1 ? what : many}`;
}
/** `1 file has`, `2 files have`. */
function countedHave(count, what) {
	return `${counted(count, what)} ${count === 1 ? "has" : "have"}`;
}
/** The first of some names, and how many more there are; `all`: how many in all, where not all names are given. */
function some(names, most = 3, all = names.length) {
	const rest = all - most;
	return `${names.slice(0, most).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

// src/check/unmapped.ts
/** Tracked files that no rule reaches. */
/** Files that no rule reaches on any branch that is filed. */
function unmappedFiles(files) {
	return files.filter(({ rules }) => rules.size > 0 && [...rules.values()].every((rule) => rule === null));
}
/** Files that have a rule on one branch and none on another. */
function partlyUnmapped(files) {
	const found = files.flatMap(({ path, rules }) => {
		const without = [...rules].filter(([, rule]) => rule === null).map(([branch]) => ({
			branch,
			path: path.text
		}));
		return without.length === rules.size ? [] : without;
	});
	return [...Map.groupBy(found, ({ branch }) => branch)].map(([branch, of]) => {
		return {
			line: null,
			message: `on branch ${branch} no rule reaches ${`${counted(of.length, "file")} that other branches file: ${some(of.map(({ path }) => path))}`}`
		};
	});
}
/** A line for the paths of each directory and extension, as a person would write a rule for them, the largest group first. */
function pathLines(paths) {
	return [...Map.groupBy(paths, (path) => {
		const slash = path.lastIndexOf("/");
		const dot = path.lastIndexOf(".");
		const ext = dot > slash + 1 ? path.slice(dot) : "";
		return `${path.slice(0, slash + 1)}*${ext}`;
	})].toSorted(([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || (one < other ? -1 : 1)).map(([pattern, found]) => `${pattern}  ${counted(found.length, "file")}: ${some(found)}`);
}

// src/check/uses.ts
/** What `check` says of what sources use: includes that are left out or not used, and names that nothing answers. */
/** So many lines of each kind are shown; the report has all. */
const mostLines = 5;
const none = {
	leftOut: [],
	sources: 0
};
/** The findings out of what was read. */
function useFindings(found, leftOutAs) {
	if ("unknown" in found) return {
		unknown: found.unknown,
		...none,
		asked: none,
		unused: [],
		unanswered: []
	};
	const { includers, unused, unanswered } = found;
	const inOrder = [...includers].toSorted(([one], [other]) => one < other ? -1 : 1);
	const of = (as) => counts(inOrder.filter(([path]) => leftOutAs(path) === as));
	return {
		unknown: null,
		...of("open"),
		asked: of("asked"),
		unused,
		unanswered
	};
}
function counts(includes) {
	return {
		leftOut: includes.map(([path, users]) => ({
			path,
			sources: users.size
		})),
		sources: new Set(includes.flatMap(([, users]) => [...users])).size
	};
}
/** Includes that are left out though sources use them, in a sentence; null: there are none. */
function leftOutSentence(findings) {
	const { leftOut } = findings;
	if (leftOut.length === 0) return null;
	return `${leftOutText(findings)}: which attribute delivers ${leftOut.length === 1 ? "it" : "them"}?`;
}
/** The same of those about which the mapping asks: nothing more is to be said of them. */
function askedSentence({ asked }) {
	if (asked.leftOut.length === 0) return null;
	return `${leftOutText(asked)}: the mapping asks what delivers ${asked.leftOut.length === 1 ? "it" : "them"}`;
}
function leftOutText({ leftOut, sources }) {
	const [are, them] = leftOut.length === 1 ? ["is", "it"] : ["are", "them"];
	const use = sources === 1 ? "uses" : "use";
	return `${counted(leftOut.length, "include")} ${are} left out, and ${counted(sources, "source")} ${use} ${them}`;
}
/** The parts of a page about uses; those without lines have nothing to say. @param findings null: not looked for. */
function useParts(findings) {
	if (findings === null) return [];
	const { unknown, leftOut, unused, unanswered } = findings;
	const asked = askedSentence(findings);
	return [
		{
			title: "what sources use is not known",
			lines: unknown === null ? [] : [unknown]
		},
		{
			title: leftOutSentence(findings) ?? "",
			lines: folded(pathLines(leftOut.map(({ path }) => path)))
		},
		...asked === null ? [] : [{
			title: asked,
			lines: [],
			isWhole: true
		}],
		{
			title: `${counted(unused.length, "include")} that no source uses`,
			lines: folded(pathLines(unused))
		},
		{
			title: `${counted(unanswered.length, "use")} that no file of the repository answers`,
			lines: folded(unansweredLines(unanswered))
		}
	];
}
/** By name, those that most sources use first. */
function unansweredLines(unanswered) {
	return [...Map.groupBy(unanswered, ({ kind, name }) => `${kind} ${name}`)].toSorted(([, one], [, other]) => other.length - one.length).map(([name, uses]) => `${name}: ${some(uses.map(({ path, line }) => `${path} line ${line}`))}`);
}
function folded(lines) {
	const rest = lines.length - mostLines;
	return rest > 1 ? [...lines.slice(0, mostLines), `and ${rest} more lines; --format json has all`] : [...lines];
}

// src/check/annotations.ts
/** The notes of a check, beside the mapping file. Rules that nothing reaches get none: a mapping may be ahead of its files. */
function checkAnnotations(report) {
	const file = report.mapping?.inWorkspace;
	if (file === void 0) return [];
	const at = (level, line, message, column = null) => ({
		level,
		file,
		line,
		column,
		message
	});
	const { unmapped, unmappedIs, uses } = report;
	const leftOut = uses === null ? null : leftOutSentence(uses);
	const notes = [
		...report.errors.map(({ line, column, found, right }) => at("error", line, `${found}; ${right}`, column)),
		...report.collisions.map(({ object, paths }) => at("warning", null, `${object} is made by ${some(paths)}`)),
		...report.shadowed.map(({ rule, line, message }) => at("warning", line, `${rule}: ${message}`)),
		...report.warnings.map(({ line, message }) => at("warning", line, message)),
		...leftOut === null ? [] : [at("warning", null, leftOut)]
	];
	if (unmapped.length === 0 || unmappedIs === "ignore") return notes;
	const without = `${unmapped.length} tracked files without a rule: ${some(unmapped, 10)}`;
	return [...notes, at(unmappedIs === "error" ? "error" : "warning", null, without)];
}

// src/mapping/defaults.ts
/** The defaults of the mapping file, apart from its schema so that the table of options can name them without loading it. */
/** Where the mapping file is looked for when nothing is said. */
const defaultMappingFile = ".file-checkouts.yml";
/** What the keys of a mapping are that are left out. Those that are not here are absent then. */
const mappingDefaults = {
	request: {},
	rfp: "none",
	unmapped: "warn",
	deletes: "request",
	dependents: "report",
	"branch-deleted": "report",
	"skip-pushers": [],
	users: {},
	attach: {
		as: "gfile",
		disposition: "form-data"
	}
};

// src/options.ts
/** The commands there are, with the line that `--help` shows. */
const commands = {
	plan: "show what the commit range would file, and why each other file is left out",
	file: "plan, then file the check-outs",
	check: "validate the mapping file, and show what it leaves out; with --url also ask the service one harmless question",
	explain: "show which rules win for a path and why, the resulting request, what the file uses and what uses it: explain PATH...",
	init: "write a starter mapping from the repository's own tree",
	serve: "run the object-request service",
	release: "take the open requests of a branch out of their RFPs, unlock them, and say which to delete: release --branch NAME",
	ledger: "show what the ledger remembers, forget part of it, or begin it at a commit: ledger show | ledger forget [PATH...] | ledger begin",
	status: "show what is open at the service, and what is still to be filed, as far as the ledger knows; over all branches",
	rehearse: "start the service in memory and file pushes through the real pipeline"
};
/** The command of a job that names none; the command line needs one. */
const defaultCommand = "file";
/** A function that makes rows of one kind; their types keep names, choices and defaults as they are written. */
function rowsOf(kind) {
	return (name, commands, about, more = {}) => ({
		name,
		kind,
		commands,
		about,
		...more
	});
}
const text = rowsOf("text");
const number = rowsOf("number");
const flag = rowsOf("flag");
const list = rowsOf("list");
const range = ["plan", "file"];
/** Commands that read a mapping. */
const mapped = [
	"plan",
	"file",
	"check",
	"explain",
	"init",
	"rehearse"
];
/** Commands that make requests of files, on paper or for good. */
const asking = [
	"plan",
	"file",
	"check",
	"explain",
	"init"
];
/** Commands that call the service. */
const calling = [
	"file",
	"check",
	"release"
];
const fromOne = /^[1-9]\d{0,8}$/;
/** The one table of options. */
const optionTable = [
	text("repo-dir", [
		...mapped,
		"ledger",
		"release",
		"status",
		"serve"
	], "the repository to read", {
		value: "DIR",
		default: ".",
		otherwiseOf: { rehearse: "none: the sample is played; with --site: ." }
	}),
	text("mapping", [
		...mapped,
		"ledger",
		"release"
	], `the mapping file; REV:PATH reads it from a commit, as in origin/main:${defaultMappingFile}`, {
		value: "FILE|REV:PATH",
		otherwise: defaultMappingFile
	}),
	text("base", range, "compare from here", {
		value: "REV",
		otherwise: "from the event"
	}),
	text("head", [
		...range,
		"check",
		"explain",
		"init",
		"ledger"
	], "compare up to here; check, explain and init list its files instead of those of the index; ledger begin: filed up to here", {
		value: "REV",
		otherwise: "from the event, else what is checked out"
	}),
	text("branch", [
		...asking,
		"ledger",
		"release",
		"status"
	], "the branch", {
		value: "NAME",
		otherwise: "from the event, else what is checked out",
		otherwiseOf: { status: "all branches" }
	}),
	list("paths", [...range, "status"], "only these paths; plan and file take them as they are at head (a manual refile)", { value: "GLOB..." }),
	text("user", ["status"], "only what this user filed or pushed: the user of the service that was sent, or the account at the host", { value: "USER" }),
	text("on-missing-base", range, "what to do if the base commit cannot be found", {
		choices: ["fail", "merge-base"],
		default: "fail"
	}),
	text("repo", [
		...asking,
		"ledger",
		"release",
		"status"
	], "ID of the Git repository at the service", {
		value: "ID",
		otherwise: "repo in the mapping, else the name of the repository",
		otherwiseOf: { status: "all there are" }
	}),
	list("set", [
		...asking,
		"ledger",
		"release"
	], "set a field of every create request, over everything else; may be repeated", {
		value: "FIELD=VALUE",
		default: []
	}),
	text("rfp", [...range, "explain"], "how requests are put into RFPs", {
		value: "none|per-push|per-branch|NUMBER",
		pattern: /^(none|per-push|per-branch|[1-9]\d{0,8})$/,
		otherwise: `rfp in the mapping, else ${mappingDefaults.rfp}`
	}),
	text("pipe", range, "pipeline server to be notified about the RFP", { value: "ID" }),
	text("pipa", range, "attribute of the generated *PIPE request", { value: "ATTR" }),
	text("tkey", range, "key of the pipeline job", {
		value: "KEY",
		otherwise: "the run"
	}),
	text("url", [
		"plan",
		"file",
		"check",
		"ledger",
		"release",
		"status"
	], "base address of the service; a plan only looks up under it what was filed before", { value: "URL" }),
	text("token-file", [...calling, "status"], "file that holds the token of the service", {
		value: "FILE",
		otherwise: "FILE_CHECKOUTS_TOKEN in the environment"
	}),
	text("ledger", range, "remember in refs/notes/check-outs what was filed", {
		choices: [
			"auto",
			"require",
			"off"
		],
		default: "auto"
	}),
	text("ledger-remote", [
		"plan",
		"file",
		"ledger",
		"release",
		"status"
	], "keep the ledger in this repository, not in the one with the sources", {
		value: "URL",
		otherwise: "the remote of the sources"
	}),
	text("ledger-key", [
		"plan",
		"file",
		"ledger",
		"release",
		"status"
	], "the name under which the ledger knows the service", {
		value: "NAME",
		otherwise: "the base address"
	}),
	text("on-conflict", ["file"], "when another request holds the object: prove that it is ours, fail, or adopt one that agrees", {
		choices: [
			"prove",
			"fail",
			"adopt"
		],
		default: "prove"
	}),
	text("still-open", ["file"], "what a change of an earlier push makes of this run if it is refused in the same way again", {
		choices: ["warn", "fail"],
		default: "warn"
	}),
	number("max-requests", ["file"], "refuse to file more requests than this", {
		value: "N",
		default: 200
	}),
	number("max-deletes", ["file"], "refuse to file more deletes than this", {
		value: "N",
		default: 20
	}),
	number("concurrency", ["file", "release"], "calls at once", {
		value: "N",
		pattern: fromOne,
		default: 4
	}),
	number("timeout", calling, "limit of one call", {
		value: "SECONDS",
		pattern: fromOne,
		default: 120
	}),
	text("ca-file", calling, "certificates (PEM) to trust as well", { value: "FILE" }),
	flag("allow-http", calling, "allow plain http to other machines"),
	text("attach-as", ["file"], "what the file part of a create is named after", {
		choices: [
			"gfile",
			"srcn",
			"objn"
		],
		otherwise: `attach.as in the mapping, else ${mappingDefaults.attach.as}`
	}),
	text("disposition", ["file"], "Content-Disposition of the file part", {
		choices: ["form-data", "attachment"],
		otherwise: `attach.disposition in the mapping, else ${mappingDefaults.attach.disposition}`
	}),
	flag("dry-run", [
		"plan",
		"file",
		"check"
	], "plan only: nothing is filed, and check asks nothing"),
	text("report", [
		"plan",
		"file",
		"check",
		"release"
	], "write the JSON report there", { value: "FILE" }),
	text("junit", range, "write a JUnit report there: one test case for each request", { value: "FILE" }),
	text("dotenv", range, "write counts, request and RFP numbers there as variables (dotenv)", { value: "FILE" }),
	text("html", range, "write the HTML report there", { value: "FILE" }),
	text("format", [
		"plan",
		"file",
		"check",
		"explain",
		"ledger",
		"release",
		"status"
	], "what is printed", {
		choices: [
			"text",
			"json",
			"markdown",
			"html"
		],
		choicesOf: {
			check: [
				"text",
				"json",
				"markdown"
			],
			explain: ["text", "json"],
			ledger: ["text", "json"]
		},
		default: "text"
	}),
	flag("fail-on-open", ["status"], "exit 1 if a change is still open, a call has no answer, or a record cannot be read"),
	text("site", ["serve", "rehearse"], "site file: users, applications, levels, ...", { value: "FILE" }),
	text("from-mapping", ["serve"], "make a site from the mapping (FILE, or that of the repository) and the tracked files, and say what is made up", {
		value: "[FILE|REV:PATH]",
		alone: defaultMappingFile
	}),
	text("write-site", ["serve"], "with --from-mapping: write the site there, to be edited, and end", { value: "FILE" }),
	list("linked", ["serve", "rehearse"], "where the site is made from a mapping: these branches are linked to a project, so that proj *BRANCH is not refused", {
		value: "GLOB...",
		default: []
	}),
	flag("demo", ["serve"], "use the built-in demo site"),
	text("db", ["serve"], "SQLite file of the state", {
		value: "FILE",
		default: ":memory:"
	}),
	number("port", ["serve"], "port on loopback; 0: any", {
		value: "N",
		default: 8642
	}),
	number("refusal-status", ["serve"], "HTTP status of a reply with sev 30", {
		choices: ["200", "422"],
		default: 200
	}),
	text("variant", ["serve"], "variant of the interface", {
		choices: ["later", "earlier"],
		default: "later"
	}),
	text("faults", ["serve"], "play the faults of this file: delays, refusals, lost and mangled answers", { value: "FILE" }),
	flag("quoted-numbers", ["serve"], "answer numbers as strings"),
	number("last", ["rehearse"], "how many of the last first-parent commits of --repo-dir to replay", {
		value: "N",
		pattern: fromOne,
		default: 10
	}),
	flag("open", ["rehearse"], "leave the service running at the end, to look at its page")
];
/** The environment variable of an option. */
function variableOf(name) {
	return `FILE_CHECKOUTS_${name.toUpperCase().replaceAll("-", "_")}`;
}
/** Options of a command, in the order of the table, each with what that command takes and what holds without it. */
function optionsOf(command) {
	return optionTable.filter((row) => row.commands.includes(command)).map((row) => {
		const choices = row.choicesOf?.[command];
		const otherwise = row.otherwiseOf?.[command];
		return {
			...row,
			...choices === void 0 ? {} : { choices },
			...otherwise === void 0 ? {} : { otherwise }
		};
	});
}

// src/door.ts
/** The door of the command line: the component starts it too, and says which command it was told to run. */
function doorOf(env) {
	return env.GITLAB_CI === "true" && env.FILE_CHECKOUTS_COMMAND !== void 0 ? "component" : "cli";
}
/** The options of jobs, each with all that a job may give. */
const inJobs = new Map([
	"check",
	"plan",
	"file"
].flatMap(optionsOf).map((row) => [row.name, row]));
/** What stands in a remedy after an option as its value: one of the table, its placeholder, or a number. */
function isValue({ choices, value, kind }, word) {
	if (kind === "number" && /^\d+$/.test(word)) return true;
	return [...choices ?? [], ...value?.split("|") ?? []].includes(word) || /^(PATH|GLOB)\.{3}$/.test(word);
}
function inputAt(door, row, value) {
	if (door === "action" && row.name === "token-file") return variableOf(row.name);
	const set = row.kind === "flag" ? "true" : value;
	if (door === "action") return set === null ? `input \`${row.name}\`` : `\`${row.name}: ${set}\` under \`with:\``;
	return `input \`${row.name}${set === null ? "" : `: ${set}`}\` of the component`;
}
const pieces = new RegExp(`(?<line>${/(?:\bfile-checkouts|\bledger (?:begin|forget|show))(?= )[^`,;]*?(?=[,;]|\. |\.?$)/.source})|${/--([a-z]+(?:-[a-z]+)*)(?: ([\w:-]+(?:\.{3})?))?/.source}`, "gm");
const tokens = /FILE_CHECKOUTS_TOKEN or --token-file|FILE_CHECKOUTS_(?:((GIT|LEDGER)_)?TOKEN|LEDGER_SECRET)\b/g;
const inputOf = (variable) => {
	if (variable.endsWith("LEDGER_SECRET")) return "input `ledger-secret`";
	if (variable.endsWith("LEDGER_TOKEN")) return "input `ledger-token`";
	return variable.includes("GIT_TOKEN") ? "input `github-token`" : "input `token`";
};
/**
* Says what is to be done in the words of the place where the run was started: a remedy is written with `--name`, and
* the action and the component have inputs.
*
* @param text a sentence of this program; command lines in it stay.
*/
function atDoor(door, text) {
	if (door === "cli") return text;
	return (door === "action" ? text.replace(tokens, inputOf) : text).replace(pieces, (whole, line, name, word) => {
		const row = line === void 0 ? inJobs.get(name) : void 0;
		if (row === void 0) return whole;
		const value = word !== void 0 && isValue(row, word) ? word : null;
		return inputAt(door, row, value) + (word === void 0 || value !== null ? "" : ` ${word}`);
	});
}
/** What of a report says what to do, in the words of the door; what the service and file names say stays. */
function reportAtDoor(door, report) {
	if (door === "cli") return report;
	const say = (text) => atDoor(door, text);
	const { error } = report;
	return {
		...report,
		error: error === null ? null : {
			...error,
			message: say(error.message),
			remedy: say(error.remedy)
		},
		notices: report.notices.map((notice) => ({
			...notice,
			message: say(notice.message)
		})),
		requests: report.requests.map((row) => row.remedy === null ? row : {
			...row,
			remedy: say(row.remedy)
		})
	};
}

// src/errors.ts
/**
* The one family of errors a run can end with. Each is a sentence, a remedy and an exit code; anything else that is
* thrown is a bug and is shown as one.
*/
/** Exit codes of the contract: 0 all filed, 1 some change not filed, 2 bad usage, input or mapping, 3 changes not determined, 4 service lost. */
const exitCodes = {
	filed: 0,
	notFiled: 1,
	usage: 2,
	noChanges: 3,
	serviceLost: 4
};
/** Why a run stopped, by code; the exit code follows from it. */
const exitOfCode = {
	usage: exitCodes.usage,
	mapping: exitCodes.usage,
	event: exitCodes.noChanges,
	range: exitCodes.noChanges,
	git: exitCodes.noChanges,
	limit: exitCodes.notFiled,
	ledger: exitCodes.notFiled,
	cancelled: exitCodes.notFiled
};
/** A stop with a reason that a user can act on: `message` says what happened, `remedy` what to do about it. */
var Problem = class extends Error {
	code;
	remedy;
	constructor(code, message, remedy, options) {
		super(message, options);
		this.name = "Problem";
		this.code = code;
		this.remedy = remedy;
	}
	get exitCode() {
		return exitOfCode[this.code];
	}
};
/** The message of anything thrown, for a sentence that quotes it. */
function messageOf(error) {
	return error instanceof Error ? error.message : String(error);
}

// src/log.ts
/** Control and format characters (bidi, zero width, tags, fillers), line and paragraph separators, halves of pairs. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const shortEscapes = {
	"\n": "\\n",
	"\r": "\\r",
	"	": "\\t"
};
/**
* Makes text safe for one line of a log: control, bidi and invisible characters are shown as escapes, and the forms of
* a runner's command (`::`, `##[`, `##vso[`) are broken.
*/
function escapeText(text) {
	if (/^[ -~]*$/.test(text) && !text.includes("##") && !text.includes("::")) return text;
	return text.replace(invisible, (char) => shortEscapes[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`).replace(/##(?=[a-z]*\[)/gi, "##\\").replace(/^(\s*):(?=:)/, "$1\\:");
}
/** Says a problem to people: what happened, a line each, and what to do about it. */
function noteProblem({ message, remedy }, log) {
	for (const line of message.split("\n")) log.notice(`error: ${escapeText(line)}`);
	log.notice(`       -> ${escapeText(remedy)}`);
}

// src/defaults.ts
/** What holds when an option is not given: its row says it, and this file fills it in. */
/**
* Fills in the defaults of the table, of the options of every command.
*
* @param given what somebody gave; a value that is undefined counts as not given.
*/
function withDefaults(given) {
	const rows = optionTable;
	const values = given;
	const filled = rows.map((row) => [row.name, values[row.name] ?? (row.kind === "flag" ? false : row.default)]);
	return Object.fromEntries(filled.filter(([, value]) => value !== void 0));
}
/** The default of one option. */
function defaultOf(name) {
	return withDefaults({})[name];
}
/** The default as every page and help says it: the value, or where it comes from; undefined when there is none. */
function defaultText(row) {
	if (row.otherwise !== void 0 || row.default === void 0) return row.otherwise;
	return row.kind === "list" && row.default.length === 0 ? void 0 : String(row.default);
}

// src/read-options.ts
function readValue(row, raw, origin) {
	if (row.kind === "list") {
		const given = (Array.isArray(raw) ? raw : String(raw).split(/\r?\n/)).map((item) => item.trim()).filter((item) => item !== "");
		return given.length === 0 ? void 0 : given;
	}
	const text = String(Array.isArray(raw) ? raw.at(-1) : raw).trim();
	if (text === "") return void 0;
	const wrong = (why, right) => new Problem("usage", `${origin}: ${JSON.stringify(text)} ${why}`, `Give ${right}. (${row.about})`);
	if (row.choices && !row.choices.includes(text)) throw wrong("is not one of its values", row.choices.join(", "));
	if (row.kind === "flag") {
		if (/^(true|yes|1)$/i.test(text)) return true;
		if (/^(false|no|0)$/i.test(text)) return false;
		throw wrong("is neither true nor false", "true or false");
	}
	if (row.kind === "number" && !/^\d{1,9}$/.test(text)) throw wrong("is not a number", "a whole number");
	if (row.pattern && !row.pattern.test(text)) throw wrong("cannot be right", row.kind === "number" ? "a whole number from 1 on" : row.value ?? "another value");
	return row.kind === "number" ? Number(text) : text;
}
/**
* Reads raw values into typed options; what is not given stays undefined. Several sources may be given, first one wins;
* an empty value counts as not given.
*
* @throws Problem('usage') on the first value that cannot be right.
*/
function givenOptions(command, sources) {
	const options = {};
	for (const row of optionsOf(command)) for (const { values, nameOf } of sources) {
		const raw = values[row.name];
		const value = raw === void 0 ? void 0 : readValue(row, raw, nameOf(row.name));
		if (value === void 0) continue;
		if (value !== false) options[row.name] = value;
		break;
	}
	return options;
}
/** The same with the defaults of the table filled in. @throws as `givenOptions` does */
function readOptions(command, sources) {
	return withDefaults(givenOptions(command, sources));
}
/** The options that the environment sets (`FILE_CHECKOUTS_<NAME>`). */
function environmentOptions(env) {
	return Object.fromEntries(optionTable.map(({ name }) => [name, env[variableOf(name)]]));
}

// src/regular-file.ts
/** The longest file that is read, in bytes; what people write by hand is far smaller. */
const mostBytes = 4194304;
/** Never through a link at the end of the path, and never waiting for a writer, as a FIFO would. Windows has neither. */
const readOnly = constants$2.O_RDONLY | (constants$2.O_NOFOLLOW ?? 0) | (constants$2.O_NONBLOCK ?? 0);
/**
* Reads a file that was named by hand: a regular one of at most 4 MiB, so that no link leads to a secret, and
* no device or pipe makes the reader wait.
*
* @param below no part of the path below this folder may be a link: what is there may have come with a commit.
* @throws Error that says in words why not; what the system says of a file that is not there passes.
*/
async function readRegularFile(file, below) {
	if (below !== void 0) await refuseLinks(file, below);
	refuseOther(await lstat(file));
	await using handle = await open(file, readOnly);
	refuseOther(await handle.stat());
	const chunks = [];
	for await (const chunk of handle.createReadStream({
		autoClose: false,
		end: mostBytes
	})) chunks.push(chunk);
	const content = Buffer.concat(chunks);
	if (content.length > 4194304) throw tooLong();
	return content;
}
/**
* Refuses a path on which a part below a folder is a link; a path that leads elsewhere is not looked at.
*
* @throws Error that names the link.
*/
async function refuseLinks(file, below) {
	const inside = relative(resolve(below), resolve(file));
	if (isAbsolute(inside)) return;
	const parts = inside.split(sep);
	if (parts[0] === "..") return;
	for (const [n] of parts.entries()) {
		const place = join(resolve(below), ...parts.slice(0, n + 1));
		if ((await lstat(place).catch(() => null))?.isSymbolicLink()) throw new Error(`${parts.slice(0, n + 1).join("/")} is a link, and none is followed`);
	}
}
function refuseOther(stat) {
	if (stat.isSymbolicLink()) throw new Error("it is a link, and none is followed");
	if (stat.isDirectory()) throw new Error("it is a folder");
	if (!stat.isFile()) throw new Error("it is not a regular file");
	if (stat.size > 4194304) throw tooLong();
}
function tooLong() {
	return /* @__PURE__ */ new Error("it is over 4 MiB");
}

// src/plan/identity.ts
/** The identity of a request with these fields; `appl`, `lvl` and `objn` have been checked to be there. */
function identityOf(fields) {
	return {
		appl: fields.appl ?? "",
		lvl: fields.lvl ?? 0,
		type: fields.objt ?? fields.attr ?? null,
		objn: fields.objn ?? "",
		rpth: fields.rpth ?? null
	};
}
/** A key under which equal identities, and only those, meet. */
function identityKey(identity) {
	return `${keyPart(identity.type)} ${nameKey(identity)}`;
}
/** A key that leaves the type out, for finding those that an open type may match. */
function nameKey(identity) {
	const { appl, lvl, objn, rpth } = identity;
	return `${lvl} ${keyPart(appl)} ${keyPart(objn)} ${keyPart(rpth)}`;
}
/** With its length, so that no two lists of parts make one key; null is none of its own. */
function keyPart(text) {
	return text === null ? "-" : `${text.length}:${text}`;
}
/** Same object, where an open type on either side means that the names alone are compared: renames, delete guard. */
function mayBeSame(one, other) {
	if (!(one.objn === other.objn && one.appl === other.appl && one.lvl === other.lvl && one.rpth === other.rpth)) return false;
	return one.type === null || other.type === null || one.type === other.type;
}
/** The object as a person writes it: `ORD/50 ORD100 *PGM`. */
function identityText(identity) {
	const type = identity.type === null ? "" : ` ${identity.type}`;
	return `${identity.appl}/${identity.lvl} ${identity.objn}${type}${identity.rpth ?? ""}`;
}

// src/near.ts
/** Words in messages: "did you mean", quotes that do not get long, and words of a command line. */
/** Number of letters to add, drop, replace or swap with a neighbour to get from one word to the other. */
function distance(one, other) {
	let beforeLast = [];
	let last = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const same = one[row - 1] === other[column - 1];
			const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			current.push(Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1), swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY));
		}
		beforeLast = last;
		last = current;
	}
	return last[other.length] ?? 0;
}
/** The word of `words` that is at most two letters (one for short words) away from `word`, or null. Case is ignored. */
function nearest(word, words) {
	const wanted = word.toLowerCase();
	const allowed = wanted.length <= 3 ? 1 : 2;
	let best = null;
	let bestDistance = allowed + 1;
	for (const candidate of words) {
		if (Math.abs(candidate.length - wanted.length) > allowed) continue;
		const away = distance(wanted, candidate.toLowerCase());
		if (away < bestDistance) {
			best = candidate;
			bestDistance = away;
		}
	}
	return best;
}
/** The text, or its beginning and `...`: at most `most` UTF-16 units, and no character cut in two. */
function shorten(text, most = 60) {
	if (text.length <= most) return text;
	return `${text.slice(0, most - 3).replace(/[\ud800-\udbff]$/, "")}...`;
}
/** A word of a command line as a shell takes it, `'objt=*PGM'`. */
function shellWord(text) {
	return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

// src/report/progress.ts
/** How far filing has got, as one line for people while it lasts (design §9). */
/** How a run shows its progress. Any `--format` but text stays as it is. */
function progressStyle(about) {
	if (about.format !== void 0 && about.format !== "text") return "none";
	return about.isTerminal && about.term !== "dumb" ? "terminal" : "lines";
}
/** `filing: 1234 of 10000 done, 3 failed, 56/s, 2 min 36 s left`; without rate and time as long as nothing ended. */
function progressLine(state, now) {
	const { total, done, failed, startedAt } = state;
	const parts = [`filing: ${done} of ${total} done`];
	if (failed > 0) parts.push(`${failed} failed`);
	const perSecond = done * 1e3 / Math.max(1, now - startedAt);
	if (done > 0) parts.push(rateText(perSecond));
	if (done > 0 && done < total) parts.push(`${durationText((total - done) / perSecond)} left`);
	return parts.join(", ");
}
function rateText(perSecond) {
	return perSecond < 10 ? `${perSecond.toFixed(1)}/s` : `${Math.round(perSecond)}/s`;
}
/** Seconds as `8 s`, `2 min 36 s` or `3 h 05 min`; never less than there is. */
function durationText(seconds) {
	const whole = Math.ceil(seconds);
	if (whole < 60) return `${whole} s`;
	if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
	const minutes = Math.ceil(whole / 60);
	return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
/** A run that is shorter than this shows nothing on a terminal, so that nothing flickers. Milliseconds, as the others. */
const shortRun = 1e3;
const redraw = 200;
/** The first line comes after this time too. */
const betweenLines = 5e3;
const eraseLine = "\r\x1B[K";
/** Shows the progress of one filing after the other. */
var Progress = class {
	#style;
	#output;
	#clock;
	#state = null;
	#isDrawn = false;
	constructor(style, output, clock) {
		this.#style = style;
		this.#output = output;
		this.#clock = clock;
	}
	/** A filing of that many calls begins; disposing what comes back ends it and takes its line away. */
	begin(total) {
		if (this.#style === "none" || total === 0) return { [Symbol.dispose]: () => {} };
		this.#state = {
			total,
			done: 0,
			failed: 0,
			startedAt: this.#clock.now()
		};
		const isTerminal = this.#style === "terminal";
		const stop = this.#clock.every(isTerminal ? redraw : betweenLines, () => this.#show());
		return { [Symbol.dispose]: () => {
			stop();
			this.#erase();
			this.#state = null;
		} };
	}
	ended(failed) {
		if (this.#state === null) return;
		const { done, failed: before } = this.#state;
		this.#state = {
			...this.#state,
			done: done + 1,
			failed: before + (failed ? 1 : 0)
		};
	}
	/** The log for what is said meanwhile: a line of it takes the place of the progress line, which follows below. */
	over(log) {
		const around = (write) => {
			const wasDrawn = this.#isDrawn;
			this.#erase();
			write();
			if (wasDrawn) this.#show();
		};
		return {
			info: (line) => around(() => log.info(line)),
			notice: (line) => around(() => log.notice(line)),
			group: (title) => around(() => log.group(title)),
			endGroup: () => around(() => log.endGroup())
		};
	}
	#show() {
		const state = this.#state;
		const now = this.#clock.now();
		if (state === null) return;
		const line = escapeText(progressLine(state, now));
		if (this.#style === "lines") this.#output.write(`${line}\n`);
		else if (now - state.startedAt >= shortRun) {
			this.#output.write(`${eraseLine}${line.slice(0, Math.max(0, (this.#output.columns || 80) - 1))}`);
			this.#isDrawn = true;
		}
	}
	#erase() {
		if (this.#isDrawn) this.#output.write(eraseLine);
		this.#isDrawn = false;
	}
};
/** The clock of this machine; its beat keeps no process alive. */
const machineClock = {
	now: () => performance.now(),
	every: (ms, tick) => {
		const timer = setInterval(tick, ms);
		timer.unref();
		return () => clearInterval(timer);
	}
};

// src/host/event.ts
/** True where the host says that there is no commit: a run of zeros. */
function isNoCommit(value) {
	return typeof value === "string" && /^(0{40}|0{64})$/.test(value);
}
/** A full OID in lower case; null for a run of zeros, and for what is none. */
function oidOrNull(value) {
	if (typeof value !== "string" || !/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(value) || isNoCommit(value)) return null;
	return value.toLowerCase();
}
/** A text that is not empty; hosts leave variables and fields empty as often as they leave them out. */
function textOrNull(value) {
	return typeof value === "string" && value !== "" ? value : null;
}

// src/host/github.ts
function record(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
function unclear(what, branch) {
	return {
		kind: "unclear",
		branch,
		why: `the event payload of this ${what} run does not say what was pushed`
	};
}
/** The name behind a prefix; null when the ref has another one, or no name behind it. */
function stripRef(ref, prefix) {
	return ref?.startsWith(prefix) ? textOrNull(ref.slice(prefix.length)) : null;
}
function push(payload, env) {
	const ref = textOrNull(payload.ref) ?? textOrNull(env.GITHUB_REF);
	const tag = stripRef(ref, "refs/tags/");
	if (tag !== null) return {
		kind: "tag",
		name: tag
	};
	const branch = stripRef(ref, "refs/heads/");
	if (branch === null) return unclear("push", null);
	if (payload.deleted === true || isNoCommit(payload.after)) return {
		kind: "branchDeleted",
		branch
	};
	const before = oidOrNull(payload.before);
	const after = oidOrNull(payload.after);
	const isFirst = payload.created === true || isNoCommit(payload.before);
	if (after === null || before === null && !isFirst) return unclear("push", branch);
	return {
		kind: "push",
		branch,
		before,
		after
	};
}
function deletion(payload) {
	const ref = textOrNull(payload.ref);
	if (ref === null) return unclear("delete", null);
	return payload.ref_type === "tag" ? {
		kind: "tag",
		name: ref
	} : {
		kind: "branchDeleted",
		branch: ref
	};
}
function pullRequest(payload, what) {
	const pull = record(payload.pull_request);
	const base = oidOrNull(record(pull.base).sha);
	const head = oidOrNull(record(pull.head).sha);
	const target = textOrNull(record(pull.base).ref);
	if (base === null || head === null || target === null) return unclear(what, target);
	return {
		kind: "proposal",
		what,
		target,
		base,
		head,
		baseIsTip: true,
		number: typeof payload.number === "number" ? payload.number : null
	};
}
function mergeGroup(payload) {
	const group = record(payload.merge_group);
	const base = oidOrNull(group.base_sha);
	const head = oidOrNull(group.head_sha);
	const target = stripRef(textOrNull(group.base_ref), "refs/heads/");
	if (base === null || head === null || target === null) return unclear("merge_group", target);
	return {
		kind: "proposal",
		what: "merge_group",
		target,
		base,
		head,
		baseIsTip: false,
		number: null
	};
}
function happening$1(name, payload, env) {
	switch (name) {
		case "push": return push(payload, env);
		case "delete": return deletion(payload);
		case "pull_request":
		case "pull_request_target":
		case "pull_request_review":
		case "pull_request_review_comment": return pullRequest(payload, name);
		case "merge_group": return mergeGroup(payload);
		default: return {
			kind: "manual",
			what: name,
			branch: stripRef(textOrNull(env.GITHUB_REF), "refs/heads/"),
			head: oidOrNull(env.GITHUB_SHA)
		};
	}
}
/** Attempts count from 1; what is no such number is the first. */
function attemptOf(text) {
	return text !== void 0 && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}
/** True in a job of GitHub Actions. */
function isGitHub(env) {
	return env.GITHUB_ACTIONS === "true";
}
/**
* Reads a run of GitHub Actions; in a reusable workflow, its caller's event. What the payload lacks makes it `unclear`.
* @param payload the parsed file at GITHUB_EVENT_PATH.
*/
function readGitHub(env, payload) {
	const body = record(payload);
	const server = textOrNull(env.GITHUB_SERVER_URL) ?? "https://github.com";
	const repository = textOrNull(env.GITHUB_REPOSITORY);
	const url = repository === null ? null : `${server}/${repository}`;
	return {
		host: "github",
		run: {
			id: textOrNull(env.GITHUB_RUN_ID),
			attempt: attemptOf(env.GITHUB_RUN_ATTEMPT),
			url: url !== null && env.GITHUB_RUN_ID ? `${url}/actions/runs/${env.GITHUB_RUN_ID}` : null,
			actor: textOrNull(env.GITHUB_ACTOR)
		},
		repository: {
			name: repository?.split("/")[1] ?? null,
			url,
			defaultBranch: textOrNull(record(body.repository).default_branch)
		},
		happening: happening$1(env.GITHUB_EVENT_NAME ?? "", body, env)
	};
}

// src/host/gitlab.ts
function happening(env) {
	const source = env.CI_PIPELINE_SOURCE ?? "";
	if (env.CI_COMMIT_TAG) return {
		kind: "tag",
		name: env.CI_COMMIT_TAG
	};
	if (env.CI_MERGE_REQUEST_IID) return mergeRequest(env);
	const branch = textOrNull(env.CI_COMMIT_BRANCH);
	const head = oidOrNull(env.CI_COMMIT_SHA);
	if (source !== "push") return {
		kind: "manual",
		what: source || "pipeline",
		branch,
		head
	};
	const why = "this push pipeline names no branch and commit (CI_COMMIT_BRANCH, CI_COMMIT_SHA)";
	if (branch === null || head === null) return {
		kind: "unclear",
		branch,
		why
	};
	return {
		kind: "push",
		branch,
		before: oidOrNull(env.CI_COMMIT_BEFORE_SHA),
		after: head
	};
}
function mergeRequest(env) {
	const base = oidOrNull(env.CI_MERGE_REQUEST_DIFF_BASE_SHA);
	const head = oidOrNull(env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA) ?? oidOrNull(env.CI_COMMIT_SHA);
	const target = textOrNull(env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME);
	const why = "this merge-request pipeline does not name its base (CI_MERGE_REQUEST_DIFF_BASE_SHA)";
	if (base === null || head === null || target === null) return {
		kind: "unclear",
		branch: target,
		why
	};
	return {
		kind: "proposal",
		what: "merge_request",
		target,
		base,
		head,
		baseIsTip: false,
		number: Number(env.CI_MERGE_REQUEST_IID) || null
	};
}
function jobOf({ CI_JOB_NAME: name, CI_JOB_ID: id }) {
	return name && /^[1-9]\d{0,14}$/.test(id ?? "") ? { job: {
		name,
		number: Number(id)
	} } : {};
}
/** True in a job of GitLab CI/CD. */
function isGitLab(env) {
	return env.GITLAB_CI === "true";
}
/** Reads a job of GitLab CI/CD from its variables; where they lack what its source promises, it is `unclear`. */
function readGitLab(env) {
	return {
		host: "gitlab",
		run: {
			id: textOrNull(env.CI_PIPELINE_ID),
			attempt: 1,
			...jobOf(env),
			url: textOrNull(env.CI_PIPELINE_URL),
			actor: textOrNull(env.GITLAB_USER_LOGIN)
		},
		repository: {
			name: textOrNull(env.CI_PROJECT_NAME),
			url: textOrNull(env.CI_PROJECT_URL),
			defaultBranch: textOrNull(env.CI_DEFAULT_BRANCH)
		},
		happening: happening(env)
	};
}

// src/host/is-other-ci.ts
/** Variables by which hosts that the env-ci package knows tell that a job is theirs; most set CI as well. */
const marks$1 = [...[
	"CI",
	"TF_BUILD",
	"BUILD_BUILDURI",
	"BITBUCKET_BUILD_NUMBER",
	"JENKINS_URL",
	"TEAMCITY_VERSION",
	"BUILDKITE"
], ...[
	"APPVEYOR",
	"bamboo_agentId",
	"BUDDY_WORKSPACE_ID",
	"CODEBUILD_BUILD_ID",
	"CF_BUILD_ID",
	"JB_SPACE_EXECUTION_NUMBER"
]];
/** True in a job of some CI system: the package that knows which is loaded only there. */
function isOtherCi(env) {
	return marks$1.some((name) => textOrNull(env[name]) !== null && env[name] !== "false");
}

// src/host/read-host.ts
/** A run outside CI: nothing happened that we know of; the options say what to file. */
const localEvent = {
	host: "local",
	run: {
		id: null,
		attempt: 1,
		url: null,
		actor: null
	},
	repository: {
		name: null,
		url: null,
		defaultBranch: null
	},
	happening: { kind: "local" }
};
/** Reads what GitHub or GitLab told us; elsewhere nothing. @param payload the parsed event file on GitHub. */
function readHost(env, payload) {
	if (isGitHub(env)) return readGitHub(env, payload);
	if (isGitLab(env)) return readGitLab(env);
	return localEvent;
}
/** The same on any host. @param cwd where Git is asked for a commit that the host does not name. */
async function readAnyHost(env, payload, cwd) {
	if (isGitHub(env) || isGitLab(env) || !isOtherCi(env)) return readHost(env, payload);
	const { readOtherCi } = await import("./other-ci.mjs");
	return await readOtherCi(env, cwd) ?? localEvent;
}

// src/ledger/lease.ts
/** How long a call that a killed run had sent may still be on its way, in milliseconds. */
const onItsWayMs = 5e3;
/**
* True for a call that does harm when it comes after those of the next run: an update brings the older content back, and
* without a lock an object is filed twice. A create with a lock is refused then.
*/
function harmsLate({ objectId, sent }) {
	return objectId !== null || sent === null || sent.lock === "*NO";
}
/** How long a run counts as alive after it was last heard of, in milliseconds. */
const leaseMs = 12e4;
/** How often a run that lives says so, in milliseconds. */
const renewMs = 45e3;
/**
* The name of a run: the host's, or one made of the time outside CI. On GitLab, where a run does not count its attempts,
* the numbers of a job tell its starts apart.
*
* @param instance a text that no other process has.
*/
function runNameOf(run, now, instance) {
	const { id, attempt, job } = run;
	if (id === null) return {
		id,
		attempt,
		run: `local-${now.getTime().toString(36)}`,
		instance
	};
	if (job === void 0) return {
		id,
		attempt,
		run: `${id}-${attempt}`,
		instance
	};
	return {
		id: `${id} ${job.name}`,
		attempt: job.number,
		run: `${id}-${job.number}`,
		instance
	};
}
/**
* True for a run that is over although it never said so: its lease ended, its process is gone from this machine, or it is
* an earlier attempt of ours. Another job of our own run (a matrix) is not.
*/
function isOver(other, me, now) {
	if (other.instance === me.instance) return true;
	if (other.id !== null && other.id === me.id && other.attempt < me.attempt) return true;
	if (me.machine?.isOver(other, now) === true) return true;
	const until = Date.parse(other.until);
	return Number.isNaN(until) || until <= now.getTime() || until > now.getTime() + 2 * 12e4;
}
function runsToWaitFor(runs, me, now) {
	return runs.filter((run) => !isOver(run, me, now));
}
function withoutRun(runs, me) {
	return runs.filter((run) => run.instance !== me.instance);
}
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

// src/run/this-machine.ts
/**
* This process as the lease names it, so that the next run on the same machine sees at once whether it still lives
* (design §14). Only where all of this can be told for sure, which is Linux: elsewhere the lease counts.
*
* A process number means something in its own container alone, and may be given again: the machine's boot, the
* container's namespace and the start of the process go with it. A machine may also be a copy of another, boot and all:
* the run leaves a file here, and only where that is found was it here.
*
* @param instance the text that no other process has.
* @returns null where it cannot be told.
*/
function thisMachine(instance) {
	const host = hostName();
	const started = hasOwnProc() ? startOf(process.pid) : null;
	if (host === null || started === null) return null;
	const name = {
		host,
		pid: process.pid,
		started
	};
	const isKilled = (run) => isGone(run, host);
	return {
		process: name,
		leaveMark: () => leaveMark(instance),
		isGone: isKilled,
		isOver: isOverAfter(isKilled)
	};
}
/** When it died nobody knows: what it had sent is waited for from the moment on at which it is seen to be gone. */
function isOverAfter(isKilled) {
	const seen = /* @__PURE__ */ new Map();
	return (run, now) => {
		if (!isKilled(run)) return false;
		const since = seen.get(run.instance) ?? now.getTime();
		seen.set(run.instance, since);
		return !run.calls.some(harmsLate) || now.getTime() >= since + 5e3;
	};
}
function isGone({ process: other, instance }, host) {
	if (other === void 0 || other.host !== host || !existsSync(markOf(instance))) return false;
	if (!isThere(other.pid)) return true;
	const started = startOf(other.pid);
	return started !== null && started !== other.started;
}
/** False where /proc shows the processes of another namespace: the numbers there are not ours. */
function hasOwnProc() {
	try {
		return readlinkSync("/proc/self") === String(process.pid);
	} catch {
		return false;
	}
}
function isThere(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code !== "ESRCH";
	}
}
/** A boot of this machine and a namespace of processes, as nobody can read them out of the ledger; null: not known. */
function hostName() {
	try {
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
		const namespace = readlinkSync("/proc/self/ns/pid");
		return createHash("sha256").update(`${boot} ${namespace}`).digest("hex").slice(0, 24);
	} catch {
		return null;
	}
}
/** When a process started, in ticks since the machine did; null where that cannot be read. */
function startOf(pid) {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
		return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
	} catch {
		return null;
	}
}
function markOf(instance) {
	const name = createHash("sha256").update(instance).digest("hex").slice(0, 24);
	return join(tmpdir(), `file-checkouts-run-${name}`);
}
/** Files of the runs of this process. */
const marks = /* @__PURE__ */ new Set();
function takeMarksAway() {
	for (const mark of marks) rmSync(mark, { force: true });
}
/** It is taken away at the end: what a killed process leaves says that it was here. */
function leaveMark(instance) {
	const file = markOf(instance);
	try {
		writeFileSync(file, "", {
			flag: "wx",
			mode: 384
		});
	} catch {
		return;
	}
	if (marks.size === 0) process.once("exit", takeMarksAway);
	marks.add(file);
}

// src/run/environment.ts
/** An empty string counts as not given, wherever it comes from. */
function given(value) {
	return value === void 0 || value.trim() === "" ? void 0 : value.trim();
}
/**
* Makes the environment of this process safe, before the first process is started and the first library for it loaded:
* Windows looks for a program in the current directory first, which is the repository's; a library that heeds DEBUG
* prints the environment of Git's processes, tokens and all; and NODE_TLS_REJECT_UNAUTHORIZED=0 would have every
* certificate pass.
*/
function guardEnvironment(env) {
	env.NoDefaultCurrentDirectoryInExePath = "1";
	delete env.DEBUG;
	delete env.NODE_TLS_REJECT_UNAUTHORIZED;
}
/** Aborted by the first SIGINT or SIGTERM; a run then ends what is in flight and says what it left. */
function cancelSignal() {
	const controller = new AbortController();
	for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => controller.abort());
	return controller.signal;
}
/** The event file of a GitHub run, parsed; undefined when the environment names none. */
function readPayload(env) {
	const path = given(env.GITHUB_EVENT_PATH);
	if (path === void 0) return void 0;
	try {
		return JSON.parse(readFileSync(path, "utf8"));
	} catch (error) {
		throw new Problem("event", `the event file ${path} cannot be read: ${messageOf(error)}`, "GITHUB_EVENT_PATH must name the JSON file of the event; or unset GITHUB_ACTIONS and give --base and --head.", { cause: error });
	}
}
/** The service's token: from the file that was named, else from the environment. */
function readToken(options, env) {
	const file = options["token-file"];
	if (file === void 0) return given(env.FILE_CHECKOUTS_TOKEN);
	try {
		const stat = statSync(file);
		if (!stat.isFile()) throw new Error("it is not a regular file");
		if (stat.size > 4194304) throw new Error("it is over 4 MiB");
		return given(readFileSync(file, "utf8"));
	} catch (error) {
		throw new Problem("usage", `the token file ${file} cannot be read: ${messageOf(error)}`, "Check --token-file.");
	}
}
/**
* Which token is for which remote (design §14). Where the ledger is kept elsewhere, and no token is given for it by name,
* the one of the environment is the ledger's: the job needs none for the sources, as its checkout has one.
*
* @param inputs tokens that the front door was given by name.
*/
function gitTokens({ "ledger-remote": ledgerRemote }, env, inputs = {}) {
	const ofEnvironment = given(env.FILE_CHECKOUTS_GIT_TOKEN);
	const gitToken = inputs.gitToken ?? ofEnvironment;
	if (ledgerRemote === void 0) return {
		gitToken,
		ledgerToken: void 0
	};
	const ledgerToken = inputs.ledgerToken ?? given(env.FILE_CHECKOUTS_LEDGER_TOKEN);
	return ledgerToken === void 0 ? {
		gitToken: inputs.gitToken,
		ledgerToken: ofEnvironment
	} : {
		gitToken,
		ledgerToken
	};
}
/**
* What a run takes from its surroundings, the same for every front door.
*
* @throws Problem('event') when they do not fit together.
*/
async function surroundings(env) {
	return surroundingsOf(await readAnyHost(blankedSecrets(env), readPayload(env), process.cwd()), env);
}
/** The same for an event that is known already. */
function surroundingsOf(event, env) {
	const now = () => /* @__PURE__ */ new Date();
	return {
		event,
		proxyEnv: env,
		ledgerSecret: given(env.FILE_CHECKOUTS_LEDGER_SECRET),
		now,
		me: nameOfRun(event, now()),
		sleep: (ms, signal) => setTimeout(ms, void 0, { signal }).catch(() => {})
	};
}
function nameOfRun({ run }, now) {
	const instance = randomUUID();
	const machine = thisMachine(instance);
	return {
		...runNameOf(run, now, instance),
		...machine === null ? {} : { machine }
	};
}
/** The same with names and no values: env-ci starts Git with all that this process has, but for what stands here. */
function blankedSecrets(env) {
	const kept = withoutSecrets(env);
	return Object.fromEntries(Object.keys(env).map((name) => [name, kept[name]]));
}
/**
* The environment of a run without the tokens that are this program's own, which Git's processes must not see; what
* belongs to the job, as CI_JOB_TOKEN, stays.
*/
function withoutSecrets(env) {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(FILE_CHECKOUTS_(((GIT|LEDGER)_)?TOKEN|LEDGER_SECRET)|INPUT_(((GITHUB|LEDGER)-)?TOKEN|LEDGER-SECRET))$/.test(name)));
}

// src/secrets.ts
/** The one place that knows how a secret may be spelled, and keeps it out of every text. */
/** A shorter text is no secret, and would be found everywhere. */
const shortest = 4;
/** Less of a token than this, as base64 has it, says nothing. */
const shortestBase64 = 8;
/** Variables of a job that hold a credential. */
const secretVariables = [
	"FILE_CHECKOUTS_TOKEN",
	"FILE_CHECKOUTS_GIT_TOKEN",
	"FILE_CHECKOUTS_LEDGER_TOKEN",
	"FILE_CHECKOUTS_LEDGER_SECRET",
	"CI_JOB_TOKEN"
];
const entities = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;"
};
/** A secret inside of base64, wherever it begins there: the characters that depend on it alone. */
function base64Pieces(secret) {
	const bytes = Buffer.from(secret, "utf8");
	return [
		0,
		1,
		2
	].map((before) => {
		return Buffer.concat([Buffer.alloc(before), bytes]).toString("base64").slice(Math.ceil(before * 8 / 6), Math.floor((before + bytes.length) * 8 / 6));
	});
}
/** As `RegExp.escape` does, which the older Node lacks that is told here that it is too old. */
function quoted(text) {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
/** A hexadecimal number in either case, as a regular expression. */
function hexOf(code, digits = 0) {
	const digit = (char) => char >= "a" ? `[${char}${char.toUpperCase()}]` : char;
	return [...code.toString(16).padStart(digits, "0")].map(digit).join("");
}
/** A character in all the ways in which texts hold it: escaped for JSON, HTML or an address, once or a few times. */
function anySpelling(char) {
	if (/^[a-z0-9]$/i.test(char)) return char;
	const code = char.codePointAt(0) ?? 0;
	const entity = entities[char]?.slice(1);
	const named = [
		`#0*${code};`,
		`#[xX]0*${hexOf(code)};`,
		...entity === void 0 ? [] : [entity]
	];
	return `\\\\{0,16}(?:${[
		quoted(char),
		[...Buffer.from(char, "utf8")].map((byte) => `%(?:25){0,8}${hexOf(byte, 2)}`).join(""),
		`&(?:amp;){0,8}(?:${named.join("|")})`,
		[...Array(char.length).keys()].map((n) => `\\\\{1,16}u${hexOf(char.charCodeAt(n), 4)}`).join("")
	].join("|")})`;
}
/** How an echo may spell a secret: as it is, in JSON, an address, HTML or a header of basic authentication. */
function spellingsOf(secret) {
	return [...[
		secret,
		JSON.stringify(secret).slice(1, -1),
		encodeURIComponent(secret),
		secret.replace(/[&<>"]/g, (char) => entities[char] ?? char)
	], ...base64Pieces(secret).filter((piece) => piece.length >= shortestBase64)];
}
function withoutBeginning(text, spelling) {
	const least = Math.min(8, Math.ceil(spelling.length / 2));
	for (let length = Math.min(spelling.length - 1, text.length); length >= least; length -= 1) if (text.endsWith(spelling.slice(0, length))) return `${text.slice(0, -length)}***`;
	return text;
}
/** The secrets of a run, so that no text that leaves it holds one. */
var Secrets = class {
	#spellings = /* @__PURE__ */ new Set();
	#secrets = /* @__PURE__ */ new Set();
	#pattern = null;
	/** @param secrets those known from the beginning; undefined ones are passed over. */
	constructor(secrets = []) {
		for (const secret of secrets) this.add(secret);
	}
	/** Adds one that became known; a very short one is not hidden. */
	add(secret) {
		if (secret === void 0 || secret.length < shortest) return;
		for (const spelling of spellingsOf(secret)) this.#spellings.add(spelling);
		this.#secrets.add(secret);
		const longestFirst = (texts) => [...texts].sort((one, other) => other.length - one.length);
		const inAnyWay = longestFirst(this.#secrets).map((text) => [...text].map(anySpelling).join(""));
		this.#pattern = new RegExp([...inAnyWay, ...longestFirst(this.#spellings).map(quoted)].join("|"), "g");
	}
	/** The text with every secret replaced by `***`. */
	hide(text) {
		return this.#pattern === null ? text : text.replace(this.#pattern, "***");
	}
	/** The same for a text that was cut: from half of a secret on, or 8 characters, what it ends with is hidden too. */
	hideCut(text) {
		return [...this.#spellings].reduce(withoutBeginning, this.hide(text));
	}
	/** The same for every string of a plain record, at any depth. */
	hideIn(value) {
		return this.#pattern === null ? value : this.#hidden(value);
	}
	/** What holds no secret comes back as it is: a report of thousands of requests is not copied for nothing. */
	#hidden(value) {
		if (typeof value === "string") return this.hide(value);
		if (typeof value !== "object" || value === null || !this.#holds(value)) return value;
		if (Array.isArray(value)) return value.map((item) => this.#hidden(item));
		return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.hide(key), this.#hidden(item)]));
	}
	#holds(value) {
		if (typeof value === "string") return this.hide(value) !== value;
		if (typeof value !== "object" || value === null) return false;
		if (Array.isArray(value)) return value.some((item) => this.#holds(item));
		for (const key in value) if (this.hide(key) !== key || this.#holds(value[key])) return true;
		return false;
	}
};
/** The secrets that the environment of a job holds: tokens, and the passwords of proxies. */
function secretsOf(env) {
	const passwords = Object.entries(env).filter(([name]) => /^(https?|all)_proxy$/i.test(name)).map(([, value]) => /^(?:[a-z0-9+.-]+:\/\/)?[^/@:]*:([^/@]*)@/i.exec(value ?? "")?.[1]);
	return [...secretVariables.map((name) => env[name]?.trim()), ...passwords];
}
/** Makes the function that every text from outside passes before it is shown, also one that was cut. */
function safeTextFor(token) {
	const secrets = new Secrets([token]);
	return (text, limit = 200) => shorten(secrets.hideCut(text).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ").trim(), limit);
}

// src/version.ts
/** Version of this program; a test holds it to package.json. */
const version = "0.1.0";

export { Problem, Progress, Secrets, atDoor, cancelSignal, checkAnnotations, commands, counted, countedHave, defaultCommand, defaultMappingFile, defaultOf, defaultText, doorOf, environmentOptions, escapeText, exitCodes, gitTokens, given, givenOptions, guardEnvironment, identityKey, identityOf, identityText, invisible, isGitHub, isGitLab, isOtherCi, isOver, leaseMs, machineClock, mappingDefaults, mayBeSame, mergeCalls, messageOf, mostBytes, nameKey, nearest, noteProblem, oidOrNull, optionTable, optionsOf, partlyUnmapped, pathLines, progressStyle, readHost, readOptions, readRegularFile, readToken, refuseLinks, renewMs, reportAtDoor, runsToWaitFor, safeTextFor, secretsOf, shellWord, shorten, some, surroundings, surroundingsOf, textOrNull, unmappedFiles, useFindings, useParts, variableOf, version, withDefaults, withoutRun, withoutSecrets };