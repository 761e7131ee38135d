import { Problem, messageOf, nearest, readRegularFile, shorten } from "./start.mjs";
import { Refusal, demoSite, digestOf, json, patternOf, startService, withDigests } from "./demo.mjs";
import { isRecord, messages, readInteger } from "./replies.mjs";
import { messageFor, readChecked } from "./read-checked.mjs";
import { GlobError, _enum, _gte, _lte, _maxLength, _minLength, _regex, array, boolean, describe, int, optional, refine, strictObject, string, union } from "./schemas.mjs";
import { STATUS_CODES } from "node:http";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

// src/service/file-parts.ts
/** The parts of a site or faults file. */
/** A value of a file and its path. It may be wrong in any way: all that is wrong with a file is said at once. */
var Part = class Part {
	value;
	path;
	constructor(value, path = []) {
		this.value = value;
		this.path = path;
	}
	/** The fields of a record; none of any other value. */
	get fields() {
		return isRecord(this.value) ? this.value : {};
	}
	at(key, value = this.fields[key]) {
		return new Part(value, [...this.path, key]);
	}
	/** The elements of the list under a name, or of this list itself. */
	elements(name) {
		const list = name === void 0 ? this : this.at(name);
		return Array.isArray(list.value) ? list.value.map((value, index) => list.at(index, value)) : [];
	}
	/** The same, without what is no record. */
	records(name) {
		return this.elements(name).filter(({ value }) => isRecord(value));
	}
	wrong(found, right) {
		return {
			path: this.path,
			found,
			right
		};
	}
	wrongKey(found, right) {
		return {
			...this.wrong(found, right),
			atKey: true
		};
	}
};
function namesIn(records, field) {
	return records.map(({ fields }) => fields[field]).filter(isName);
}
function isName(value) {
	return typeof value === "string" || typeof value === "number";
}
/** A name that is not among the known; nothing when it is not sent, or not even a name. */
function unknownName(part, known, what) {
	const { value } = part;
	if (!isName(value) || known.includes(value)) return [];
	const names = [...new Set(known.filter((name) => typeof name === typeof value).map(String))];
	const found = `${what} that is not defined, \`${shorten(String(value))}\``;
	const near = typeof value === "string" && value.length > 2 ? nearest(value, names) : null;
	if (near !== null) return [part.wrong(found, `did you mean \`${near}\`?`)];
	const some = names.slice(0, 10).join(", ");
	return [part.wrong(found, some === "" ? "expected one that is defined; there is none" : `expected one of ${some}`)];
}
/** Records that carry a name which an earlier one has. */
function twice(records, field, what) {
	const seen = /* @__PURE__ */ new Set();
	return records.flatMap((record) => {
		const name = record.at(field);
		if (!isName(name.value)) return [];
		if (seen.has(name.value)) return [name.wrong(`${what} \`${shorten(String(name.value))}\` a second time`, "each once")];
		seen.add(name.value);
		return [];
	});
}

// src/service/faults.ts
/** The faults file of `serve --faults FILE`, as YAML or JSON. docs/service.md describes its keys. */
/** A whole number; the error is what would be right. */
const whole$1 = (error, least, most = Number.MAX_SAFE_INTEGER) => int({ error }).check(_gte(least, { error }), _lte(most, { error }));
const count = optional(whole$1("a whole number from 1 on", 1));
const oneOf = (values) => optional(_enum(values, { error: `one of ${values.map((value) => `\`${value}\``).join(", ")}` }));
const retryAfterError = "whole seconds, or an HTTP date as \"Fri, 21 Nov 2025 04:28:00 GMT\"";
const isHttpDate = (date) => new Date(date).toUTCString() === date;
const retryAfter = union([whole$1(retryAfterError, 0), string().check(refine(isHttpDate, { error: retryAfterError }))], { error: retryAfterError });
const sevError = "a severity that the interface does not know: not 10, 20 or 30";
const isUnknownSeverity = (sev) => ![
	10,
	20,
	30
].includes(readInteger(sev) ?? 0);
const sev = union([string(), int()], { error: sevError }).check(refine(isUnknownSeverity, { error: sevError }));
const nameError = "the name of an object (text; in quotes, if it looks like a number)";
const faultSchema = strictObject({
	method: oneOf(["POST", "PATCH"]),
	objn: optional(string({ error: nameError }).check(_minLength(1, { error: nameError }))),
	call: count,
	nth: count,
	from: count,
	every: count,
	times: count,
	delay: optional(whole$1("whole milliseconds, 600000 at most", 0, 6e5)),
	status: optional(whole$1("a status from 400 to 599", 400, 599)),
	retryAfter: optional(retryAfter),
	body: oneOf([
		"malformed",
		"truncated",
		"empty",
		"html",
		"noRtn"
	]),
	sev: optional(sev),
	refuse: optional(string({ error: "the message of the refusal (text)" })),
	existingObjectId: count,
	cut: oneOf([
		"before",
		"after",
		"midBody"
	]),
	when: oneOf(["before", "after"])
}, { error: "a fault: for which calls it is, and what happens to them" });
const faultsSchema = array(faultSchema, { error: "a list of faults" });
/** Keys that exclude each other: of each row, the first with any of the others. */
const exclusions = [
	["nth", "call"],
	[
		"from",
		"call",
		"nth"
	],
	[
		"every",
		"call",
		"nth"
	],
	[
		"sev",
		"status",
		"body"
	],
	[
		"refuse",
		"status",
		"body",
		"sev"
	],
	[
		"cut",
		"status",
		"body",
		"sev",
		"refuse"
	],
	[
		"when",
		"cut",
		"refuse"
	]
];
/** Keys that say nothing without another. */
const companions = [["retryAfter", "status"], ["existingObjectId", "refuse"]];
const effects = [
	"delay",
	"status",
	"body",
	"sev",
	"refuse",
	"cut"
];
const quoted = (keys) => keys.map((key) => `\`${key}\``);
/** What the keys of a fault must agree on. */
function findingsOfFault(fault) {
	const { fields } = fault;
	const has = (key) => Object.hasOwn(fields, key);
	const findings = [];
	for (const [key, ...others] of exclusions) {
		const met = quoted(others.filter(has)).join(" and ");
		if (!has(key) || met === "") continue;
		findings.push(fault.at(key).wrongKey(`\`${key}\` beside ${met}`, `leave out \`${key}\`, or ${met}`));
	}
	for (const [key, other] of companions) {
		if (!has(key) || has(other)) continue;
		findings.push(fault.at(key).wrongKey(`\`${key}\` without \`${other}\``, `expected \`${other}\` too`));
	}
	const { when, status } = fields;
	if (when === "after" && typeof status === "number" && status < 500) findings.push(fault.at("when").wrong(`\`after\` with status ${status}`, "expected `before`, as a status below 500 says that nothing was done"));
	if (Object.keys(fields).every((key) => Object.hasOwn(faultSchema.shape, key)) && !effects.some(has)) findings.push(fault.wrong("a fault that never takes effect", `expected one of ${quoted(effects).join(", ")}`));
	return findings;
}
/** Reads the text of a faults file; `file` is its name. Throws Problem usage with all that is wrong, as readSite does. */
function readFaults(text, file) {
	const { content } = readChecked(text, {
		schema: faultsSchema,
		findings: (value) => new Part(value).records().flatMap(findingsOfFault),
		least: "a list of faults, `[]` for none",
		refusal: (problems) => new Problem("usage", messageFor(file, problems), `Correct ${file}, or start without --faults.`),
		mostCharacters: 1048576,
		mostValues: 5e4
	});
	return content;
}

// src/service/site.ts
/**
* A site: the installation that the service plays. The interface names these records without showing them (§2.7, last
* line), so their shape is ours. One schema gives the types, checks site files, and is their JSON Schema; each leaf has
* the words for "what would be right".
*/
/** Text of 1 to 256 characters. */
const words = (error) => string({ error }).check(_minLength(1, { error }), _maxLength(256, { error: `${error}, 256 at most` }));
const whole = (error) => int({ error }).check(_gte(0, { error }));
const list = (item, error) => array(item, { error });
const filled = (item, error) => list(item, error).check(_minLength(1, { error }));
const record = (error, shape) => strictObject(shape, { error });
/** A field that must be there. */
const must = (about, leaf) => leaf.check(describe(about));
/** A field that may be left out. */
const may = (about, leaf) => optional(leaf).check(describe(about));
const flag = (about) => may(about, boolean({ error: "`true` or `false`" }));
const id = (what) => words(`${what} (text; in quotes, if it looks like a number or begins with \`*\`)`);
const application = id("an application");
const attributeCode = id("an attribute code");
const objectName = id("an object name");
const objectType = id("an object type");
const project = id("a project");
const sourceType = id("a source type");
const user = id("a user");
const levelNumber = whole("a level number from 0 on");
const taskNumber = whole("a task number from 0 on");
const subtaskNumber = whole("a subtask number from 0 on");
const codeError = "a code, 37 or 31, or `{ code, appl, lvl }`";
const code = whole(codeError);
const narrowCode = record(codeError, {
	code: must("37 or 31.", code),
	appl: may("Only for this application.", application),
	lvl: may("Only for this level.", levelNumber)
});
/** A security code (37: update own requests, 31: another user's), everywhere or for one application or level. */
const anyCode = union([code, narrowCode], { error: codeError });
const tokenError = "a token: 1 to 256 visible ASCII characters";
const token = string({ error: tokenError }).check(_regex(/^[!-~]{1,256}$/, { error: tokenError }));
const digestError = "64 hexadecimal digits, the SHA-256 of a token";
const digest = string({ error: digestError }).check(_regex(/^[0-9a-fA-F]{64}$/, { error: digestError }));
const userSchema = record("a user: `user`, and what they may", {
	user: must("The user of the security facility.", user),
	token: may("The token in clear; once the file is read, only its SHA-256 is kept.", token),
	tokenSha256: may("In place of `token`: its SHA-256, in hexadecimal.", digest),
	addRequest: flag("May run the add-request command. Default: false."),
	codes: may("Security codes for updates: 37 for own requests, 31 for those of others (§4.2). Default: none.", list(anyCode, "a list of codes")),
	authorizeProjects: flag("A project that is not authorized yet is authorized by this user. Default: false.")
});
const templateOf = (what) => words(`${what}; \`<user>\`, \`<level>\` and \`<appl>\` stand for their values`);
const template = templateOf("a naming template");
const pathTemplate = templateOf("a naming template that starts with `/`");
const levelSchema = record("a level: `lvl`, and what it is", {
	lvl: must("The level number.", levelNumber),
	checkOuts: flag("The level permits check-outs. Default: true."),
	follows: may("The level below, which this one follows.", levelNumber),
	distribution: flag("A distribution level. Default: false."),
	folb: may("Naming template of the library of objects. Default: <user><level>.", template),
	fslb: may("Naming template of the library of sources. Default: <user><level>.", template),
	ifs: may("Naming template of the IFS directory of objects and sources. Default: / and the template of the library.", pathTemplate)
});
const attributeSchema = record("an attribute: `attr`, `objt`, `source`", {
	attr: must("The attribute code.", attributeCode),
	objt: must("The object type, as *PGM.", objectType),
	source: must("Where the source is: a member of a source file, a file in the IFS, or nowhere.", _enum([
		"member",
		"ifs",
		"none"
	], { error: "one of `member`, `ifs`, `none`" })),
	fsfl: may("The source file of the members.", id("a source file")),
	srca: may("The source type of the members.", sourceType),
	target: may("The fixed target directory in the IFS.", words("a directory that starts with `/`")),
	levels: may("The levels it is defined for. Default: all.", list(levelNumber, "a list of level numbers"))
});
const applicationSchema = record("an application: `appl`, `levels`, `attributes`", {
	appl: must("The application.", application),
	levels: must("Its levels.", filled(levelSchema, "a list of at least one level")),
	attributes: must("The attributes defined for it.", list(attributeSchema, "a list of attributes"))
});
const mappingSchema = record("a mapping: `gpath`, `gfile`, `attr`", {
	gpath: may("Pattern of the directory. Default: any.", string({ error: "a pattern of directories" })),
	gfile: may("Pattern of the file name. Default: any.", words("a pattern (text; in quotes, if it begins with `*`)")),
	attr: must("The attribute of such files.", attributeCode),
	objt: may("Their object type. Default: that of the attribute.", objectType)
});
const linkSchema = record("a link: `branch` and `proj`", {
	branch: must("The branch.", words("a branch")),
	proj: must("What proj *BRANCH stands for.", project),
	task: may("The task. Default: none.", taskNumber),
	stsk: may("The subtask. Default: none.", subtaskNumber)
});
const repositorySchema = record("a repository: `repo`, and its mapping and links", {
	repo: must("The ID of the Git repository.", id("a repository")),
	attributes: may("The attribute mapping: the first entry that fits a file gives its attribute; case is ignored.", list(mappingSchema, "a list of mappings")),
	branches: may("Branches that are linked to a project.", list(linkSchema, "a list of links"))
});
const textOf = (what) => string({ error: `the description of the ${what}` });
const subtaskSchema = record("a subtask: `stsk` and `text`", {
	stsk: must("The subtask number.", subtaskNumber),
	text: may("Its description.", textOf("subtask")),
	active: flag("Default: true.")
});
const taskSchema = record("a task: `task` and `text`", {
	task: must("The task number.", taskNumber),
	text: must("Its description, which rfpd *TASK takes.", textOf("task")),
	active: flag("Default: true."),
	subtasks: may("Its subtasks.", list(subtaskSchema, "a list of subtasks"))
});
const projectSchema = record("a project: `proj` and `text`", {
	proj: must("The project.", project),
	text: must("Its description, which rfpd *TASK takes.", textOf("project")),
	open: flag("Default: true."),
	authorized: may("Applications it is authorized for. Default: none.", list(application, "a list of applications")),
	tasks: may("Its tasks.", list(taskSchema, "a list of tasks"))
});
const installedSchema = record("an installed object: `appl`, `lvl`, `objn`, `objt`, `attr`", {
	appl: must("The application.", application),
	lvl: must("The level.", levelNumber),
	objn: must("The object name.", objectName),
	objt: must("The object type.", objectType),
	attr: must("The attribute it was installed with.", attributeCode),
	srca: may("The source type of its member.", sourceType),
	srcd: may("The text of its member.", string({ error: "the text of its member" }))
});
const referencedSchema = record("an object: `objn` and `objt`", {
	objn: must("The object name.", objectName),
	objt: must("The object type.", objectType)
});
const pipelineSchema = record("a pipeline server: `pipe`", { pipe: must("The ID of the pipeline server.", id("a pipeline server")) });
/** What a site file may hold. Flags left out: users may nothing; levels permit check-outs; projects, tasks and subtasks are open. */
const siteSchema = record("a site: `users`, `applications` and what else there is", {
	jobUser: may("The job's user, who gets the requests of the earlier variant (§9). Default: QTMHHTTP.", user),
	users: must("Users and their tokens.", filled(userSchema, "a list of at least one user")),
	applications: must("Applications with their levels and attributes.", filled(applicationSchema, "a list of at least one application")),
	repositories: may("Git repositories.", list(repositorySchema, "a list of repositories")),
	projects: may("Projects with their tasks.", list(projectSchema, "a list of projects")),
	installed: may("The installation history, from which types and attributes are derived.", list(installedSchema, "a list of installed objects")),
	allInstalled: flag("`installed`, with what requests bring, is all there is: a *RECOMPILE or *UPDATE of another object is refused. Default: true."),
	crossReference: may("The cross-reference: types of objects that are not in the history.", list(referencedSchema, "a list of objects")),
	pipelines: may("Pipeline servers.", list(pipelineSchema, "a list of pipeline servers"))
});

// src/service/site-levels.ts
/** What the levels of an application must agree on: who follows whom, and the placeholders of naming templates. */
const placeholders = [
	"user",
	"level",
	"appl"
];
/** Findings about the levels of one application. */
function levelFindings(levels) {
	return levels.flatMap((level) => [
		...followsFindings(level, levels),
		...[
			"folb",
			"fslb",
			"ifs"
		].flatMap((name) => templateFindings(level.at(name))),
		...relativeDirectory(level.at("ifs"))
	]);
}
/** A directory that does not start with a slash. */
function relativeDirectory(directory) {
	const { value } = directory;
	if (typeof value !== "string" || value.startsWith("/")) return [];
	return [directory.wrong("a relative directory", "expected one that starts with `/`")];
}
function followsFindings(level, levels) {
	const { lvl, follows } = level.fields;
	if (typeof follows !== "number") return [];
	const others = levels.map(({ fields }) => fields.lvl).filter((other) => other !== lvl);
	if (!others.includes(follows)) {
		const right = others.length === 0 ? "expected no `follows`, as there is one level" : `expected one of ${others.join(", ")}`;
		return [level.at("follows").wrong(`\`${follows}\`, which is not another level of the application`, right)];
	}
	if (!endsIn(levels, follows, lvl)) return [];
	return [level.at("follows").wrong("levels that follow each other in a ring", "expected a lowest level without `follows`")];
}
/** Whether one comes from a level, going down, to another. */
function endsIn(levels, from, to) {
	const passed = [from];
	for (const current of passed) {
		const below = levels.find(({ fields }) => fields.lvl === current)?.fields.follows;
		if (below !== void 0 && !passed.includes(below)) passed.push(below);
	}
	return passed.includes(to);
}
function templateFindings(template) {
	if (typeof template.value !== "string") return [];
	return [...template.value.matchAll(/<([^<>]*)>/g).map(([, word = ""]) => word)].filter((word) => !placeholders.includes(word)).map((word) => {
		const near = nearest(word, placeholders);
		const right = near === null ? "expected `<user>`, `<level>` or `<appl>`" : `did you mean \`<${near}>\`?`;
		return template.wrong(`the placeholder \`<${shorten(word)}>\``, right);
	});
}

// src/service/site-repositories.ts
/** What the Git repositories of a site must agree on: patterns, attributes, and the projects that branches are linked to. */
/** Findings about one repository. */
function repositoryFindings(repository, applications, projects) {
	const attributes = applications.flatMap((application) => namesIn(application.records("attributes"), "attr"));
	const links = repository.records("branches");
	return [
		...repository.records("attributes").flatMap((entry) => [...unknownName(entry.at("attr"), attributes, "an attribute"), ...["gpath", "gfile"].flatMap((name) => patternFindings(entry.at(name), name))]),
		...twice(links, "branch", "branch"),
		...links.flatMap((link) => linkFindings(link, projects))
	];
}
/** The patterns are those of a mapping file. */
function patternFindings(pattern, name) {
	if (typeof pattern.value !== "string") return [];
	if (name === "gfile" && pattern.value.includes("/")) return [pattern.wrong("a directory in the pattern of a file name", "expected it in `gpath`")];
	const read = patternOf(pattern.value);
	return read instanceof GlobError ? [pattern.wrong(read.found, read.right)] : [];
}
function linkFindings(link, projects) {
	const { task, stsk, proj } = link.fields;
	const project = projects.find(({ fields }) => fields.proj === proj);
	if (!project) return unknownName(link.at("proj"), namesIn(projects, "proj"), "a project");
	const tasks = project.records("tasks");
	if (!task) return stsk ? [link.at("stsk").wrong("a subtask without a task", "expected `task` too")] : [];
	const found = tasks.find(({ fields }) => fields.task === task);
	if (!found) return unknownName(link.at("task"), namesIn(tasks, "task"), "a task");
	return stsk ? unknownName(link.at("stsk"), namesIn(found.records("subtasks"), "stsk"), "a subtask") : [];
}

// src/service/site-users.ts
/** Findings about the tokens of all users: one each, and no token twice. */
function tokenFindings(users) {
	const owners = /* @__PURE__ */ new Map();
	return users.flatMap((record) => {
		const { user, token, tokenSha256 } = record.fields;
		const ofDigest = record.at("tokenSha256");
		if (token !== void 0 && tokenSha256 !== void 0) return [ofDigest.wrongKey("`token` and `tokenSha256`", "one of the two")];
		const given = token === void 0 ? ofDigest : record.at("token");
		if (typeof given.value !== "string") return [];
		const digest = given === ofDigest ? given.value.toLowerCase() : digestOf(given.value).toString("hex");
		const owner = owners.get(digest);
		if (owner !== void 0) return [given.wrongKey(`the token of user \`${owner}\` again`, "each user their own token")];
		owners.set(digest, String(user ?? ""));
		return [];
	});
}
/** Findings about the codes of a user: 37 or 31, and for an application and level that there are. */
function codeFindings(user, applications) {
	return user.elements("codes").flatMap((held) => {
		const code = typeof held.value === "number" ? held : held.at("code");
		const isKnown = typeof code.value !== "number" || code.value === 37 || code.value === 31;
		const meant = applications.filter(({ fields }) => (held.fields.appl ?? fields.appl) === fields.appl);
		return [
			...isKnown ? [] : [code.wrong(`the code ${code.value}`, "expected 37 (own requests) or 31 (those of others)")],
			...unknownName(held.at("appl"), namesIn(applications, "appl"), "an application"),
			...meant.length === 0 ? [] : unknownName(held.at("lvl"), levelsOf(meant), "a level")
		];
	});
}
/** The level numbers of applications. */
function levelsOf(applications) {
	return applications.flatMap((application) => namesIn(application.records("levels"), "lvl"));
}

// src/service/load-site.ts
/** Reading a site file, YAML or JSON: the schema checks the shapes of its records, this what they must agree on. */
/**
* Reads the text of a site file; `file` is its name. Tokens become their SHA-256.
* @throws Problem usage with all that is wrong, each as `FILE:LINE:COLUMN: what was found; what would be right`
*/
function readSite(text, file) {
	const { content } = readChecked(text, {
		schema: siteSchema,
		findings: siteFindings,
		least: "`users` and `applications`",
		refusal: (problems) => new Problem("usage", messageFor(file, problems), `Correct ${file}, or start with --demo.`),
		mostCharacters: 4194304,
		mostValues: 5e5
	});
	return withDigests(content);
}
/** Everything that does not agree in a site, whatever else is wrong with it: names used twice, names that nothing defines. */
function siteFindings(value) {
	const site = new Part(value);
	const users = site.records("users");
	const applications = site.records("applications");
	const projects = site.records("projects");
	const repositories = site.records("repositories");
	return [
		...twice(users, "user", "user"),
		...twice(applications, "appl", "application"),
		...twice(repositories, "repo", "repository"),
		...twice(projects, "proj", "project"),
		...twice(site.records("pipelines"), "pipe", "pipeline server"),
		...tokenFindings(users),
		...users.flatMap((user) => codeFindings(user, applications)),
		...applications.flatMap(applicationFindings),
		...projects.flatMap((project) => projectFindings(project, applications)),
		...repositories.flatMap((repository) => repositoryFindings(repository, applications, projects)),
		...site.records("installed").flatMap((object) => installedFindings(object, applications))
	];
}
function applicationFindings(application) {
	const levels = application.records("levels");
	const attributes = application.records("attributes");
	return [
		...twice(levels, "lvl", "level"),
		...twice(attributes, "attr", "attribute"),
		...levelFindings(levels),
		...attributes.flatMap((attribute) => attributeFindings(attribute, levelsOf([application])))
	];
}
function attributeFindings(attribute, levels) {
	const { source, fsfl } = attribute.fields;
	const right = "expected `fsfl`: the source file, since `source` is `member`";
	return [
		...attribute.elements("levels").flatMap((level) => unknownName(level, levels, "a level")),
		...source === "member" && fsfl === void 0 ? [attribute.wrong("no `fsfl`", right)] : [],
		...relativeDirectory(attribute.at("target"))
	];
}
function projectFindings(project, applications) {
	const known = namesIn(applications, "appl");
	const tasks = project.records("tasks");
	return [
		...project.elements("authorized").flatMap((appl) => unknownName(appl, known, "an application")),
		...twice(tasks, "task", "task"),
		...tasks.flatMap((task) => twice(task.records("subtasks"), "stsk", "subtask"))
	];
}
function installedFindings(object, applications) {
	const application = applications.find(({ fields }) => fields.appl === object.fields.appl);
	if (!application) return unknownName(object.at("appl"), namesIn(applications, "appl"), "an application");
	return [...unknownName(object.at("lvl"), levelsOf([application]), "a level"), ...unknownName(object.at("attr"), namesIn(application.records("attributes"), "attr"), "an attribute")];
}

// src/service/play-faults.ts
/** Playing scripted faults: which are due for a call, and what they make of it. */
/** The faults as the hook of one service, which counts its own calls. */
function interfereFrom(faults) {
	const entries = faults.map((fault) => ({
		fault,
		met: 0,
		played: 0
	}));
	const due = /* @__PURE__ */ new WeakMap();
	let calls = 0;
	return async (moment, method, call) => {
		if (moment === "before-work") {
			calls += 1;
			due.set(call, meet(entries, calls, method, call.objn));
		}
		for (const entry of due.get(call) ?? []) {
			const { fault } = entry;
			if (momentOf(fault) !== moment || entry.played >= (fault.times ?? Number.POSITIVE_INFINITY)) continue;
			entry.played += 1;
			if (fault.delay !== void 0) await setTimeout(fault.delay, void 0, { ref: false });
			const ending = endingOf(fault, call.answer ?? createdAnswer);
			if (ending !== null) return ending;
		}
		return null;
	};
}
/** Counts a call for every fault that it can be for, and gives those whose turn it is. */
function meet(entries, calls, method, objn) {
	const meant = entries.filter(({ fault }) => isMeant(fault, method, objn));
	for (const entry of meant) entry.met += 1;
	return meant.filter(({ fault, met }) => isTurn(fault, calls, met));
}
function isMeant(fault, method, objn) {
	if (fault.method !== void 0 && fault.method !== method) return false;
	return fault.objn === void 0 || fault.objn.toUpperCase() === objn?.toUpperCase();
}
/** `met`: the number of the call among those that the fault can be for. */
function isTurn({ call, nth, from, every = 1 }, calls, met) {
	if (call !== void 0) return call === calls;
	if (nth !== void 0) return nth === met;
	const first = from ?? every;
	return met >= first && (met - first) % every === 0;
}
function momentOf({ when, cut, refuse, status, body, sev }) {
	if (when !== void 0) return when === "before" ? "before-work" : "before-answer";
	if (cut !== void 0) return cut === "before" ? "before-work" : "before-answer";
	if (refuse !== void 0 || status !== void 0) return "before-work";
	return body !== void 0 || sev !== void 0 ? "before-answer" : "before-work";
}
/** How a fault ends the call; null when it does not, as a mere delay. */
function endingOf(fault, answer) {
	const { status, body, sev, refuse, cut } = fault;
	if (cut !== void 0) return cut === "midBody" ? {
		...answer,
		cutAfter: Math.floor(Buffer.byteLength(answer.body) / 2)
	} : "cut";
	if (refuse !== void 0) return new Refusal(refuse, fault.existingObjectId ?? null);
	if (sev !== void 0) return withSeverity(answer, sev);
	if (status === void 0) return body === void 0 ? null : mangled[body](answer);
	const headers = fault.retryAfter === void 0 ? {} : { "retry-after": String(fault.retryAfter) };
	const own = json(status, { error: STATUS_CODES[status] ?? "Unknown Error" }, headers);
	return body === void 0 ? own : mangled[body](own);
}
/** Stands in for the answer of a call whose work was not done. */
const createdAnswer = json(200, {
	rtn: {
		sev: "10",
		msg: messages.created
	},
	request: {}
});
const htmlPage = "<!DOCTYPE html>\n<html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>\n";
/** What becomes of an answer, by `body` of the fault. */
const mangled = {
	malformed: (answer) => ({
		...answer,
		body: answer.body.replace(":", "=")
	}),
	truncated: (answer) => ({
		...answer,
		body: answer.body.slice(0, answer.body.length / 2)
	}),
	empty: (answer) => ({
		...answer,
		body: ""
	}),
	html: (answer) => ({
		...answer,
		headers: {
			...answer.headers,
			"content-type": "text/html; charset=utf-8"
		},
		body: htmlPage
	}),
	noRtn: (answer) => ({
		...answer,
		body: JSON.stringify({
			...fieldsOf(answer),
			rtn: void 0
		})
	})
};
function withSeverity(answer, sev) {
	const fields = fieldsOf(answer);
	const rtn = typeof fields.rtn === "object" ? fields.rtn : {};
	return {
		...answer,
		body: JSON.stringify({
			...fields,
			rtn: {
				...rtn,
				sev
			}
		})
	};
}
/** The service's own answers are all JSON objects. */
function fieldsOf(answer) {
	return JSON.parse(answer.body);
}

// src/commands/serve.ts
async function chooseSite(options) {
	const { demo, site } = options;
	if (demo && site !== void 0) throw new Problem("usage", "--demo and --site exclude each other", "Give one of them.");
	if (demo) return demoSite;
	if (site === void 0) throw new Problem("usage", "serve needs a site", "Give --site FILE, or --demo to try it.");
	return readSite(await readText("site", site), site);
}
async function readText(name, file) {
	return (await readRegularFile(file, ".").catch((error) => {
		throw new Problem("usage", `the ${name} file ${file} cannot be read: ${messageOf(error)}`, `Check --${name}.`);
	})).toString("utf8");
}
/** `serve`: runs the object-request service until the signal is aborted. Prints its address once it listens. */
async function serve(options, output, signal) {
	const site = await chooseSite(options);
	const faults = options.faults === void 0 ? null : readFaults(await readText("faults", options.faults), options.faults);
	const service = await startService({
		site,
		db: options.db,
		port: options.port,
		refusalStatus: options["refusal-status"],
		variant: options.variant,
		quotedNumbers: options["quoted-numbers"],
		...faults === null ? {} : { interfere: interfereFrom(faults) }
	});
	output.out(`object-request service listening on ${service.url}\n`);
	if (options.demo === true) output.out("demo site: tokens demo-token, demo-lead-token, demo-viewer-token\n");
	if (faults !== null) output.out(`faults to play: ${faults.length}, from ${options.faults}\n`);
	if (!signal.aborted) await once(signal, "abort");
	await service.close();
	return 0;
}

export { serve };