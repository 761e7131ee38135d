import { Problem, messageOf, nearest, readRegularFile, shorten } from "./start.mjs";
import { Refusal, demoSite, digestOf, json, startService, withDigests } from "./demo.mjs";
import { messages, readInteger } from "./replies.mjs";
import { messageFor, readChecked } from "./read-checked.mjs";
import { GlobError, _enum, _gte, _lte, _maxLength, _minLength, _regex, array, boolean, compileGlob, describe, int, optional, refine, strictObject, string, union } from "./schemas.mjs";
import { STATUS_CODES } from "node:http";
import { setTimeout } from "node:timers/promises";

// src/service/file-records.ts
/** The whole file as a record. */
function topOf(value) {
	return {
		path: [],
		fields: isRecord(value) ? value : {}
	};
}
/** The records of a file that is one list. */
function recordsIn(value) {
	return recordsAmong(elements(value, []));
}
/** The records of the list under a name; what is no record is left out. */
function recordsOf(record, name) {
	return recordsAmong(valuesOf(record, name));
}
/** The elements of the list under a name. */
function valuesOf({ path, fields }, name) {
	return elements(fields[name], [...path, name]);
}
function elements(value, path) {
	return Array.isArray(value) ? value.map((element, index) => ({
		path: [...path, index],
		value: element
	})) : [];
}
function recordsAmong(values) {
	return values.flatMap(({ path, value }) => isRecord(value) ? [{
		path,
		fields: value
	}] : []);
}
function isRecord(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/service/mangle.ts
/** What can become of a body; the length of the answer always fits the body that is sent. */
const mangledBodies = [
	"malformed",
	"truncated",
	"empty",
	"html",
	"noRtn"
];
const htmlPage = "<!DOCTYPE html>\n<html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>\n";
/**
* The answer with its body mangled: `malformed` whole but not JSON, `truncated` its first half, `empty` no byte, `html`
* a page in its place, `noRtn` JSON without `rtn`.
*/
function mangle(answer, as) {
	switch (as) {
		case "malformed": return {
			...answer,
			body: answer.body.replace(":", "=")
		};
		case "truncated": return {
			...answer,
			body: answer.body.slice(0, answer.body.length / 2)
		};
		case "empty": return {
			...answer,
			body: ""
		};
		case "html": return {
			...answer,
			headers: {
				...answer.headers,
				"content-type": "text/html; charset=utf-8"
			},
			body: htmlPage
		};
		case "noRtn": {
			const { rtn: _, ...rest } = fieldsOf(answer);
			return {
				...answer,
				body: JSON.stringify(rest)
			};
		}
	}
}
/** The answer with another `rtn.sev`. */
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
/** The answer of which half the body is sent, and then the connection is cut. */
function cutMidBody(answer) {
	return {
		...answer,
		cutAfter: Math.floor(Buffer.byteLength(answer.body) / 2)
	};
}
/** The service's own answers are all JSON objects. */
function fieldsOf(answer) {
	return JSON.parse(answer.body);
}

// src/service/faults.ts
/**
* The faults file of `serve --faults FILE`: bad days that the service plays, as YAML or JSON. docs/service.md describes
* its keys; play-faults.ts plays them.
*/
/** A whole number; the error is what would be right. */
const whole = (error, least, most = Number.MAX_SAFE_INTEGER) => int({ error }).check(_gte(least, { error }), _lte(most, { error }));
const count = optional(whole("a whole number from 1 on", 1));
const oneOf = (values) => optional(_enum(values, { error: `one of ${values.map((value) => `\`${value}\``).join(", ")}` }));
const retryAfterError = "whole seconds, or an HTTP date as \"Fri, 21 Nov 2025 04:28:00 GMT\"";
const isHttpDate = (date) => new Date(date).toUTCString() === date;
const retryAfter = union([whole(retryAfterError, 0), string().check(refine(isHttpDate, { error: retryAfterError }))], { error: retryAfterError });
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
	delay: optional(whole("whole milliseconds, 600000 at most", 0, 6e5)),
	status: optional(whole("a status from 400 to 599", 400, 599)),
	retryAfter: optional(retryAfter),
	body: oneOf(mangledBodies),
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
/** What the keys of a fault must agree on. */
function findingsOfFault({ path, fields }) {
	const has = (key) => Object.hasOwn(fields, key);
	const findings = exclusions.flatMap(([key, ...others]) => {
		const met = has(key) ? others.filter(has).map((other) => `\`${other}\``) : [];
		if (met.length === 0) return [];
		const these = met.join(" and ");
		return [{
			path: [...path, key],
			atKey: true,
			found: `\`${key}\` beside ${these}`,
			right: `leave out \`${key}\`, or ${these}`
		}];
	});
	for (const [key, other] of companions) {
		if (!has(key) || has(other)) continue;
		const found = `\`${key}\` without \`${other}\``;
		findings.push({
			path: [...path, key],
			atKey: true,
			found,
			right: `expected \`${other}\` too`
		});
	}
	if (fields.when === "after" && typeof fields.status === "number" && fields.status < 500) {
		const right = "expected `before`, as a status below 500 says that nothing was done";
		findings.push({
			path: [...path, "when"],
			found: `\`after\` with status ${fields.status}`,
			right
		});
	}
	if (Object.keys(fields).every((key) => Object.hasOwn(faultSchema.shape, key)) && !effects.some(has)) {
		const right = `expected one of ${effects.map((key) => `\`${key}\``).join(", ")}`;
		findings.push({
			path,
			found: "a fault of which nothing comes",
			right
		});
	}
	return findings;
}
/**
* Reads the text of a faults file.
* @param file its name, for messages
* @throws Problem usage with all that is wrong, in the order of the file, each as
*   `FILE:LINE:COLUMN: what was found; what would be right` with the line and a caret below
*/
function readFaults(text, file) {
	const { content } = readChecked(text, {
		schema: faultsSchema,
		findings: (value) => recordsIn(value).flatMap(findingsOfFault),
		least: "a list of faults, `[]` for none",
		refusal: (problems) => new Problem("usage", messageFor(file, problems), `Correct ${file}, or start without --faults.`),
		mostCharacters: 1048576,
		mostValues: 5e4
	});
	return content;
}

// src/service/site.ts
/**
* A site: the installation that the service plays. Users, applications, levels, attributes, Git repositories, projects
* and what is installed. The interface names these records without showing them (§2.7, last line), so their shape is
* ours; the names of what is in them are the interface's. One schema gives the types, checks site files, and is the
* JSON Schema of them (scripts/json-schemas.ts); every leaf carries the words for "what would be right".
*/
/** Text of 1 to 256 characters. */
function words(error) {
	return string({ error }).check(_minLength(1, { error }), _maxLength(256, { error: `${error}, 256 at most` }));
}
const number = (error) => int({ error }).check(_gte(0, { error }));
const list = (item, error) => array(item, { error });
const filled = (item, error) => list(item, error).check(_minLength(1, { error }));
/** A field that may be left out. */
function open(leaf, about) {
	return optional(leaf).check(describe(about));
}
const flag = (about) => open(boolean({ error: "`true` or `false`" }), about);
const id = (what) => words(`${what} (text; in quotes, if it looks like a number or begins with \`*\`)`);
const levelNumber = number("a level number from 0 on");
const codeError = "a code, 37 or 31, or `{ code, appl, lvl }`";
const code = number(codeError);
/** A security code (37: update own requests, 31: another user's), everywhere or for one application or level. */
const codeSchema = union([code, strictObject({
	code: code.check(describe("37 or 31.")),
	appl: open(id("an application"), "Only for this application."),
	lvl: open(levelNumber, "Only for this level.")
}, { error: codeError })], { error: codeError });
const tokenError = "a token: 1 to 256 visible ASCII characters";
const token = string({ error: tokenError }).check(_regex(/^[!-~]{1,256}$/, { error: tokenError }));
const digestError = "64 hexadecimal digits, the SHA-256 of a token";
const digest = string({ error: digestError }).check(_regex(/^[0-9a-fA-F]{64}$/, { error: digestError }));
const userSchema = strictObject({
	user: id("a user").check(describe("The user of the security facility.")),
	token: open(token, "The token in clear; once the file is read, only its SHA-256 is kept."),
	tokenSha256: open(digest, "In place of `token`: its SHA-256, in hexadecimal."),
	addRequest: flag("May run the add-request command. Default: false."),
	codes: open(list(codeSchema, "a list of codes"), "Security codes for updates: 37 for own requests, 31 for those of others (§4.2). Default: none."),
	authorizeProjects: flag("A project that is not authorized yet is authorized by this user. Default: false.")
}, { error: "a user: `user`, and what they may" });
const template = (what) => words(`${what}; \`<user>\`, \`<level>\` and \`<appl>\` stand for their values`);
const levelSchema = strictObject({
	lvl: levelNumber.check(describe("The level number.")),
	checkOuts: flag("The level permits check-outs. Default: true."),
	follows: open(levelNumber, "The level below, which this one follows."),
	distribution: flag("A distribution level. Default: false."),
	folb: open(template("a naming template"), "Naming template of the library of objects. Default: <user><level>."),
	fslb: open(template("a naming template"), "Naming template of the library of sources. Default: <user><level>."),
	ifs: open(template("a naming template that starts with `/`"), "Naming template of the IFS directory of objects and sources. Default: / and the template of the library.")
}, { error: "a level: `lvl`, and what it is" });
const attributeSchema = strictObject({
	attr: id("an attribute code").check(describe("The attribute code.")),
	objt: id("an object type").check(describe("The object type, as *PGM.")),
	source: _enum([
		"member",
		"ifs",
		"none"
	], { error: "one of `member`, `ifs`, `none`" }).check(describe("Where the source is: a member of a source file, a file in the IFS, or nowhere.")),
	fsfl: open(id("a source file"), "The source file of the members."),
	srca: open(id("a source type"), "The source type of the members."),
	target: open(words("a directory that starts with `/`"), "The fixed target directory in the IFS."),
	levels: open(list(levelNumber, "a list of level numbers"), "The levels it is defined for. Default: all.")
}, { error: "an attribute: `attr`, `objt`, `source`" });
const applicationSchema = strictObject({
	appl: id("an application").check(describe("The application.")),
	levels: filled(levelSchema, "a list of at least one level").check(describe("Its levels.")),
	attributes: list(attributeSchema, "a list of attributes").check(describe("The attributes defined for it."))
}, { error: "an application: `appl`, `levels`, `attributes`" });
const glob = words("a pattern (text; in quotes, if it begins with `*`)");
const mappingSchema = strictObject({
	gpath: open(string({ error: "a pattern of directories" }), "Pattern of the directory. Default: any."),
	gfile: open(glob, "Pattern of the file name. Default: any."),
	attr: id("an attribute code").check(describe("The attribute of such files.")),
	objt: open(id("an object type"), "Their object type. Default: that of the attribute.")
}, { error: "a mapping: `gpath`, `gfile`, `attr`" });
const linkSchema = strictObject({
	branch: words("a branch").check(describe("The branch.")),
	proj: id("a project").check(describe("What proj *BRANCH stands for.")),
	task: open(number("a task number from 0 on"), "The task. Default: none."),
	stsk: open(number("a subtask number from 0 on"), "The subtask. Default: none.")
}, { error: "a link: `branch` and `proj`" });
const repositorySchema = strictObject({
	repo: id("a repository").check(describe("The ID of the Git repository.")),
	attributes: open(list(mappingSchema, "a list of mappings"), "The attribute mapping: the first entry that fits a file gives its attribute; case is ignored."),
	branches: open(list(linkSchema, "a list of links"), "Branches that are linked to a project.")
}, { error: "a repository: `repo`, and its mapping and links" });
const textOf = (what) => string({ error: `the description of the ${what}` });
const subtaskSchema = strictObject({
	stsk: number("a subtask number from 0 on").check(describe("The subtask number.")),
	text: open(textOf("subtask"), "Its description."),
	active: flag("Default: true.")
}, { error: "a subtask: `stsk` and `text`" });
const taskSchema = strictObject({
	task: number("a task number from 0 on").check(describe("The task number.")),
	text: textOf("task").check(describe("Its description, which rfpd *TASK takes.")),
	active: flag("Default: true."),
	subtasks: open(list(subtaskSchema, "a list of subtasks"), "Its subtasks.")
}, { error: "a task: `task` and `text`" });
const projectSchema = strictObject({
	proj: id("a project").check(describe("The project.")),
	text: textOf("project").check(describe("Its description, which rfpd *TASK takes.")),
	open: flag("Default: true."),
	authorized: open(list(id("an application"), "a list of applications"), "Applications it is authorized for. Default: none."),
	tasks: open(list(taskSchema, "a list of tasks"), "Its tasks.")
}, { error: "a project: `proj` and `text`" });
const installedSchema = strictObject({
	appl: id("an application").check(describe("The application.")),
	lvl: levelNumber.check(describe("The level.")),
	objn: id("an object name").check(describe("The object name.")),
	objt: id("an object type").check(describe("The object type.")),
	attr: id("an attribute code").check(describe("The attribute it was installed with.")),
	srca: open(id("a source type"), "The source type of its member."),
	srcd: open(string({ error: "the text of its member" }), "The text of its member.")
}, { error: "an installed object: `appl`, `lvl`, `objn`, `objt`, `attr`" });
const referencedSchema = strictObject({
	objn: id("an object name").check(describe("The object name.")),
	objt: id("an object type").check(describe("The object type."))
}, { error: "an object: `objn` and `objt`" });
const pipelineSchema = strictObject({ pipe: id("a pipeline server").check(describe("The ID of the pipeline server.")) }, { error: "a pipeline server: `pipe`" });
/** What a site file may hold. Flags left out: users may nothing; levels permit check-outs; projects, tasks and subtasks are open. */
const siteSchema = strictObject({
	jobUser: open(id("a user"), "The job's user, who gets the requests of the earlier variant (§9). Default: QTMHHTTP."),
	users: filled(userSchema, "a list of at least one user").check(describe("Users and their tokens.")),
	applications: filled(applicationSchema, "a list of at least one application").check(describe("Applications with their levels and attributes.")),
	repositories: open(list(repositorySchema, "a list of repositories"), "Git repositories."),
	projects: open(list(projectSchema, "a list of projects"), "Projects with their tasks."),
	installed: open(list(installedSchema, "a list of installed objects"), "The installation history, from which types and attributes are derived."),
	crossReference: open(list(referencedSchema, "a list of objects"), "The cross-reference: types of objects that are not in the history."),
	pipelines: open(list(pipelineSchema, "a list of pipeline servers"), "Pipeline servers.")
}, { error: "a site: `users`, `applications` and what else there is" });

// src/service/site-levels.ts
/** What the levels of an application must agree on: who follows whom, and the placeholders of naming templates. */
const placeholders = [
	"user",
	"level",
	"appl"
];
/** Findings about the levels of one application. */
function levelFindings(levels) {
	return levels.flatMap((level) => [...followsFindings(level, levels), ...templateFindings(level)]);
}
function followsFindings({ path, fields }, levels) {
	const { lvl, follows } = fields;
	if (typeof follows !== "number") return [];
	const others = levels.map((level) => level.fields.lvl).filter((other) => other !== lvl);
	const at = [...path, "follows"];
	if (!others.includes(follows)) {
		const right = others.length === 0 ? "expected no `follows`, as there is one level" : `expected one of ${others.join(", ")}`;
		return [{
			path: at,
			found: `\`${follows}\`, which is not another level of the application`,
			right
		}];
	}
	if (!endsIn(levels, follows, lvl)) return [];
	return [{
		path: at,
		found: `levels that follow each other in a ring`,
		right: "expected a lowest level without `follows`"
	}];
}
/** Whether one comes from a level, going down, to another. */
function endsIn(levels, from, to) {
	const passed = /* @__PURE__ */ new Set();
	let current = from;
	while (current !== void 0 && !passed.has(current)) {
		if (current === to) return true;
		passed.add(current);
		const below = current;
		current = levels.find(({ fields }) => fields.lvl === below)?.fields.follows;
	}
	return false;
}
function templateFindings({ path, fields }) {
	return [
		"folb",
		"fslb",
		"ifs"
	].flatMap((name) => {
		const template = fields[name];
		if (typeof template !== "string") return [];
		const at = [...path, name];
		const findings = [...template.matchAll(/<([^<>]*)>/g)].map((match) => match[1] ?? "").filter((word) => !placeholders.includes(word)).map((word) => {
			const near = nearest(word, placeholders);
			const right = near === null ? "expected `<user>`, `<level>` or `<appl>`" : `did you mean \`<${near}>\`?`;
			return {
				path: at,
				found: `the placeholder \`<${shorten(word)}>\``,
				right
			};
		});
		if (name !== "ifs" || template.startsWith("/")) return findings;
		return [...findings, {
			path: at,
			found: "a relative directory",
			right: "expected one that starts with `/`"
		}];
	});
}

// src/service/site-patterns.ts
/** What the patterns of a repository's attribute mapping must be: those of a mapping file. */
/** Findings about `gpath` and `gfile` of one entry. */
function patternFindings({ path, fields }) {
	return ["gpath", "gfile"].flatMap((name) => {
		const pattern = fields[name];
		if (typeof pattern !== "string") return [];
		const at = [...path, name];
		if (name === "gfile" && pattern.includes("/")) return [{
			path: at,
			found: "a directory in the pattern of a file name",
			right: "expected it in `gpath`"
		}];
		const wrong = wrongWith(pattern);
		return wrong === null ? [] : [{
			path: at,
			found: wrong.found,
			right: wrong.right
		}];
	});
}
function wrongWith(pattern) {
	try {
		compileGlob(pattern, true);
		return null;
	} catch (error) {
		if (error instanceof GlobError) return error;
		throw error;
	}
}

// src/service/site-tokens.ts
/** Findings about the tokens of all users: one each, and no token twice. */
function tokenFindings(users) {
	const owners = /* @__PURE__ */ new Map();
	return users.flatMap(({ path, fields }) => {
		const { user, token, tokenSha256 } = fields;
		if (token !== void 0 && tokenSha256 !== void 0) return [{
			path: [...path, "tokenSha256"],
			atKey: true,
			found: "`token` and `tokenSha256`",
			right: "one of the two"
		}];
		const name = token === void 0 ? "tokenSha256" : "token";
		const value = fields[name];
		if (typeof value !== "string") return [];
		const digest = name === "token" ? digestOf(value).toString("hex") : value.toLowerCase();
		const owner = owners.get(digest);
		if (owner === void 0) owners.set(digest, user ?? "");
		else return [{
			path: [...path, name],
			atKey: true,
			found: `the token of user \`${String(owner)}\` again`,
			right: "each user their own token"
		}];
		return [];
	});
}

// src/service/site-checks.ts
/** What a site file must agree on within itself; the schema checks the shapes, this the names. Pure. */
/** Everything that does not agree in a site, whatever else is wrong with it: names used twice, names that nothing defines. */
function siteFindings(value) {
	const site = topOf(value);
	const applications = recordsOf(site, "applications");
	const projects = recordsOf(site, "projects");
	const repositories = recordsOf(site, "repositories");
	return [
		...twice(recordsOf(site, "users"), "user", "user"),
		...twice(applications, "appl", "application"),
		...twice(repositories, "repo", "repository"),
		...twice(projects, "proj", "project"),
		...twice(recordsOf(site, "pipelines"), "pipe", "pipeline server"),
		...tokenFindings(recordsOf(site, "users")),
		...recordsOf(site, "users").flatMap((user) => codeFindings(user, applications)),
		...applications.flatMap(applicationFindings),
		...projects.flatMap((project) => projectFindings(project, applications)),
		...repositories.flatMap((repository) => repositoryFindings(repository, applications, projects)),
		...recordsOf(site, "installed").flatMap((object) => installedFindings(object, applications))
	];
}
function codeFindings(user, applications) {
	const codes = valuesOf(user, "codes").flatMap(({ path, value }) => typeof value === "number" ? [{
		path,
		code: value
	}] : []);
	const narrow = recordsOf(user, "codes");
	return [
		...[...codes, ...narrow.map(({ path, fields }) => ({
			path: [...path, "code"],
			code: fields.code
		}))].flatMap(({ path, code }) => typeof code !== "number" || code === 37 || code === 31 ? [] : [{
			path,
			found: `the code ${code}`,
			right: "expected 37 (own requests) or 31 (those of others)"
		}]),
		...narrow.flatMap((record) => unknownName(record, "appl", namesIn(applications, "appl"), "an application")),
		...narrow.flatMap((record) => {
			const meant = applications.filter(({ fields }) => (record.fields.appl ?? fields.appl) === fields.appl);
			return meant.length === 0 ? [] : unknownName(record, "lvl", levelsOf(meant), "a level");
		})
	];
}
function applicationFindings(application) {
	const attributes = recordsOf(application, "attributes");
	const levels = levelsOf([application]);
	return [
		...twice(recordsOf(application, "levels"), "lvl", "level"),
		...twice(attributes, "attr", "attribute"),
		...levelFindings(recordsOf(application, "levels")),
		...attributes.flatMap((attribute) => valuesOf(attribute, "levels").flatMap(({ path, value }) => unknownValue(path, value, levels, "a level"))),
		...attributes.flatMap(({ path, fields }) => fields.source === "member" && fields.fsfl === void 0 ? [{
			path,
			found: "no `fsfl`",
			right: "expected `fsfl`: the source file, since `source` is `member`"
		}] : []),
		...attributes.flatMap(({ path, fields }) => typeof fields.target === "string" && !fields.target.startsWith("/") ? [{
			path: [...path, "target"],
			found: "a relative directory",
			right: "expected one that starts with `/`"
		}] : [])
	];
}
function projectFindings(project, applications) {
	const known = namesIn(applications, "appl");
	const tasks = recordsOf(project, "tasks");
	return [
		...valuesOf(project, "authorized").flatMap(({ path, value }) => unknownValue(path, value, known, "an application")),
		...twice(tasks, "task", "task"),
		...tasks.flatMap((task) => twice(recordsOf(task, "subtasks"), "stsk", "subtask"))
	];
}
function repositoryFindings(repository, applications, projects) {
	const attributes = applications.flatMap((application) => namesIn(recordsOf(application, "attributes"), "attr"));
	const links = recordsOf(repository, "branches");
	return [
		...recordsOf(repository, "attributes").flatMap((entry) => unknownName(entry, "attr", attributes, "an attribute")),
		...recordsOf(repository, "attributes").flatMap(patternFindings),
		...twice(links, "branch", "branch"),
		...links.flatMap((link) => unknownName(link, "proj", namesIn(projects, "proj"), "a project")),
		...links.flatMap((link) => linkFindings(link, projects))
	];
}
function linkFindings(link, projects) {
	const { task, stsk, proj } = link.fields;
	const project = projects.find(({ fields }) => fields.proj === proj);
	if (project === void 0) return [];
	const tasks = recordsOf(project, "tasks");
	const found = tasks.find(({ fields }) => fields.task === task);
	if (task) return found ? subtaskFindings(link, found) : unknownName(link, "task", namesIn(tasks, "task"), "a task");
	return stsk ? [{
		path: [...link.path, "stsk"],
		found: "a subtask without a task",
		right: "expected `task` too"
	}] : [];
}
function subtaskFindings(link, task) {
	if (!link.fields.stsk) return [];
	return unknownName(link, "stsk", namesIn(recordsOf(task, "subtasks"), "stsk"), "a subtask");
}
function installedFindings(object, applications) {
	const application = applications.find(({ fields }) => fields.appl === object.fields.appl);
	if (!application) return unknownName(object, "appl", namesIn(applications, "appl"), "an application");
	return [...unknownName(object, "lvl", levelsOf([application]), "a level"), ...unknownName(object, "attr", namesIn(recordsOf(application, "attributes"), "attr"), "an attribute")];
}
function levelsOf(applications) {
	return applications.flatMap((application) => namesIn(recordsOf(application, "levels"), "lvl"));
}
function namesIn(records, field) {
	return records.map(({ fields }) => fields[field]).filter(isName);
}
function isName(value) {
	return typeof value === "string" || typeof value === "number";
}
/** A field that names what is not among the known; nothing when it is not sent, or not even a name. */
function unknownName(record, field, known, what) {
	return unknownValue([...record.path, field], record.fields[field], known, what);
}
function unknownValue(path, value, known, what) {
	if (!isName(value) || known.includes(value)) return [];
	const names = [...new Set(known.filter((name) => typeof name === typeof value).map(String))];
	const found = `${what} that is not defined, \`${shorten(String(value))}\``;
	const near = typeof value === "string" && value.length > 2 ? nearest(value, names) : null;
	if (near !== null) return [{
		path,
		found,
		right: `did you mean \`${near}\`?`
	}];
	const some = names.slice(0, 10).join(", ");
	return [{
		path,
		found,
		right: some === "" ? "expected one that is defined; there is none" : `expected one of ${some}`
	}];
}
/** Records that carry a name which an earlier one has. */
function twice(records, field, what) {
	const seen = /* @__PURE__ */ new Set();
	return records.flatMap((record) => {
		const name = record.fields[field];
		if (!isName(name)) return [];
		const path = [...record.path, field];
		if (seen.has(name)) return [{
			path,
			found: `${what} \`${shorten(String(name))}\` a second time`,
			right: "each once"
		}];
		seen.add(name);
		return [];
	});
}

// src/service/load-site.ts
/** Reading a site file: YAML or JSON, with everything that is wrong at its line and column. */
/**
* Reads the text of a site file.
* @param file its name, for messages
* @returns the site, with the SHA-256 of tokens in their place
* @throws Problem usage with all that is wrong, in the order of the file, each as
*   `FILE:LINE:COLUMN: what was found; what would be right` with the line and a caret below
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

// src/service/play-faults.ts
/** Playing scripted faults: which are due for a call, and what they make of it. */
/** The faults as the hook of one service; the counting starts anew with each. */
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
	if (cut !== void 0) return cut === "midBody" ? cutMidBody(answer) : "cut";
	if (refuse !== void 0) return new Refusal(refuse, fault.existingObjectId ?? null);
	if (sev !== void 0) return withSeverity(answer, sev);
	if (status === void 0) return body === void 0 ? null : mangle(answer, body);
	const own = statusAnswer(status, fault.retryAfter);
	return body === void 0 ? own : mangle(own, body);
}
function statusAnswer(status, retryAfter) {
	const headers = retryAfter === void 0 ? {} : { "retry-after": String(retryAfter) };
	return json(status, { error: STATUS_CODES[status] ?? "Unknown Error" }, headers);
}
/** Stands in for the answer of a call whose work was not done. */
const createdAnswer = json(200, {
	rtn: {
		sev: "10",
		msg: messages.created
	},
	request: {}
});

// src/commands/serve.ts
async function chooseSite(options) {
	if (options.demo === true && options.site !== void 0) throw new Problem("usage", "--demo and --site exclude each other", "Give one of them.");
	if (options.demo === true) return demoSite;
	if (options.site === void 0) throw new Problem("usage", "serve needs a site", "Give --site FILE, or --demo to try it.");
	return readSite(await readText("site", options.site), options.site);
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
	await new Promise((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener("abort", () => resolve(), { once: true });
	});
	await service.close();
	return 0;
}

export { serve };