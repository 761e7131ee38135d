import { r as messageOf, t as Problem } from "./errors.mjs";
import { a as shown, i as Refusal, n as startService, r as json, t as demoSite } from "./demo.mjs";
import { C as messages, _ as _lte, a as array, b as _regex, c as int, f as refine, g as _gte, h as union, m as string, o as boolean, p as strictObject, r as _enum, t as require_dist, u as optional, v as _maxLength, w as readInteger, y as _minLength } from "./dist.mjs";
import { STATUS_CODES } from "node:http";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

// src/service/checked-file.ts
var import_dist = require_dist();
/** Longest file that is read, in characters. */
const maxLength = 2097152;
/**
* Reads the text of a file.
* @param file its name, for messages
* @throws Problem usage that lists all mistakes as `FILE:LINE:COLUMN: what`, one a line
*/
function readChecked(text, file, rules) {
	const wrong = (lines) => new Problem("usage", lines.join("\n"), rules.remedy);
	if (text.length > maxLength) throw wrong([`${file}:1:1: the file is longer than ${maxLength} characters`]);
	const lines = new import_dist.LineCounter();
	const document = (0, import_dist.parseDocument)(text, {
		lineCounter: lines,
		prettyErrors: false
	});
	const at = (offset, what) => {
		const { line, col } = lines.linePos(offset);
		return `${file}:${line}:${col}: ${what}`;
	};
	if (document.errors.length > 0) throw wrong(document.errors.map((error) => at(error.pos[0], error.message)));
	let content;
	try {
		content = document.toJS({ maxAliasCount: 100 });
	} catch (error) {
		throw wrong([at(0, messageOf(error))]);
	}
	const read = rules.schema.safeParse(content);
	const mistakes = read.success ? rules.mistakes?.(read.data) ?? [] : read.error.issues.map((issue) => schemaMistake(issue, content));
	if (!read.success || mistakes.length > 0) throw wrong(mistakes.map((mistake) => at(offsetOf(document, mistake), describe(mistake))));
	return read.data;
}
function describe({ path, text }) {
	const name = path.map((key) => typeof key === "number" ? `[${key}]` : `.${String(key)}`).join("");
	return name === "" ? text : `${name.replace(/^\./, "")}: ${text}`;
}
function schemaMistake(issue, content) {
	const { path } = issue;
	if (issue.code === "unrecognized_keys") return {
		path: [...path, issue.keys[0] ?? ""],
		text: `is not known here (${issue.keys.map(shown).join(", ")})`,
		atKey: true
	};
	const value = path.reduce((inner, key) => typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : void 0, content);
	if (value === void 0) return {
		path,
		text: "is missing"
	};
	if (content === null) return {
		path,
		text: "the file is empty"
	};
	if (issue.code === "invalid_type") return {
		path,
		text: `is ${shown(value)}; it must be ${expected(issue.expected)}`
	};
	return {
		path,
		text: `is ${shown(value)}; it ${issue.message}`
	};
}
function expected(type) {
	return {
		int: "a whole number",
		number: "a whole number",
		boolean: "true or false"
	}[type] ?? (type === "array" ? "a list" : type === "object" ? "a group of fields" : `a ${type}`);
}
/** Where a mistake is in the text: at its own name or value, or at the nearest one around it. */
function offsetOf(document, { path, atKey }) {
	let node = document.contents;
	let offset = startOf(node) ?? 0;
	for (const [index, key] of path.entries()) {
		const inner = step((0, import_dist.isAlias)(node) ? node.resolve(document) : node, key);
		if (inner === void 0) break;
		node = inner.value;
		offset = startOf(atKey && index === path.length - 1 ? inner.key : node) ?? offset;
	}
	return offset;
}
function step(node, key) {
	if ((0, import_dist.isSeq)(node) && typeof key === "number") return {
		key: node.items[key],
		value: node.items[key]
	};
	if (!(0, import_dist.isMap)(node)) return void 0;
	return node.items.find((pair) => (0, import_dist.isScalar)(pair.key) && pair.key.value === key);
}
function startOf(node) {
	return node?.range?.[0];
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
* Scripted faults: bad days that the service plays (`serve --faults FILE`). A faults file is YAML or JSON: a list of
* faults, each with the calls that it is for and what happens to them.
*
* Which calls; what is left out does not narrow them. A call is a POST or PATCH to the resource with a valid token; a
* repeated one counts again.
* - `method: POST | PATCH`
* - `objn: NAME`: calls about this object, by the `objn` of a create or the `objectId` of an update; case does not count
* - `call: n`: the nth call of all, from 1; or, counted among the calls that `method` and `objn` leave:
*   `nth: n` the nth; `from: n` the nth and all later ones; `every: n` each nth (with `from`: beginning there)
* - `times: n`: at most so often
*
* What happens:
* - `delay: ms`, alone or before any of the following
* - `status: 400...599`, with `retryAfter: seconds | HTTP date`; its body is JSON without `rtn`
* - `body: malformed | truncated | empty | html | noRtn`: the answer, mangled; with `status`: the body of that status
* - `sev: "40"`: the answer with a severity that the interface does not know
* - `refuse: message`, with `existingObjectId: n`: sev 30; the work is not done
* - `cut: before | after | midBody`: the connection is cut before the work, after it, or after it and half the answer
* - `when: before | after` the work is done. Left out: before for a delay or a status, after for body and sev. Before
*   the work there is no answer yet, so body and sev then make do with that of a create.
*
* Faults for the same call are played in the order of the list, those before the work first, until one ends the call.
*/
const count = optional(int().check(_gte(1, "must be 1 or more")));
const retryAfterForm = "must be seconds, or an HTTP date as Fri, 21 Nov 2025 04:28:00 GMT";
const httpDate = string().check(refine((date) => new Date(date).toUTCString() === date, retryAfterForm));
const isUnknownSeverity = (sev) => ![
	10,
	20,
	30
].includes(readInteger(sev) ?? 0);
const fieldsSchema = strictObject({
	method: optional(_enum(["POST", "PATCH"], "must be POST or PATCH")),
	objn: optional(string().check(_minLength(1, "must not be empty"))),
	call: count,
	nth: count,
	from: count,
	every: count,
	times: count,
	delay: optional(int().check(_gte(0, "must be 0 or more"), _lte(6e5, "must not exceed 600000 ms"))),
	status: optional(int().check(_gte(400, "must be 400 to 599"), _lte(599, "must be 400 to 599"))),
	retryAfter: optional(union([int().check(_gte(0, retryAfterForm)), httpDate], retryAfterForm)),
	body: optional(_enum(mangledBodies, `must be ${mangledBodies.join(", ")}`)),
	sev: optional(union([string(), int()], "must be a text or a whole number").check(refine(isUnknownSeverity, "must be a severity that the interface does not know"))),
	refuse: optional(string()),
	existingObjectId: count,
	cut: optional(_enum([
		"before",
		"after",
		"midBody"
	], "must be before, after or midBody")),
	when: optional(_enum(["before", "after"], "must be before or after"))
});
/** Fields that exclude each other: of each row, the first field with any of the others. */
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
/** What is wrong about the fields of a fault together: the field, and what it must be. */
function disagreements(fault) {
	const has = (field) => fault[field] !== void 0;
	const found = exclusions.flatMap(([field, ...others]) => {
		const met = has(field) ? others.filter(has) : [];
		return met.length > 0 ? [{
			field,
			message: `does not go together with ${met.join(" and ")}`
		}] : [];
	});
	if (has("retryAfter") && !has("status")) found.push({
		field: "retryAfter",
		message: "goes only with status"
	});
	if (has("existingObjectId") && !has("refuse")) found.push({
		field: "existingObjectId",
		message: "goes only with refuse"
	});
	if (fault.when === "after" && fault.status !== void 0 && fault.status < 500) found.push({
		field: "when",
		message: "must be before: a status below 500 says that nothing was done"
	});
	const effects = [
		"delay",
		"status",
		"body",
		"sev",
		"refuse",
		"cut"
	];
	if (!effects.some(has)) found.push({
		field: null,
		message: `must have one of ${effects.join(", ")}`
	});
	return found;
}
const faultSchema = fieldsSchema.check(({ value, issues }) => {
	for (const { field, message } of disagreements(value)) issues.push({
		code: "custom",
		input: value,
		path: field === null ? [] : [field],
		message
	});
});
/**
* Reads the text of a faults file.
* @param file its name, for messages
* @throws Problem usage that lists all mistakes as `FILE:LINE:COLUMN: what`, one a line
*/
function readFaults(text, file) {
	return readChecked(text, file, {
		schema: array(faultSchema),
		remedy: "Correct the faults file."
	});
}

// src/service/site.ts
/**
* A site: the installation that the service plays. Users, applications, levels, attributes, Git repositories, projects
* and what is installed. The interface names these records without showing them (§2.7, last line), so their shape is
* ours; the names of what is in them are the interface's. One schema gives the types and checks site files.
*/
const id = string().check(_minLength(1, "must not be empty"), _maxLength(256, "must not exceed 256 characters"));
const number = int().check(_gte(0, "must be 0 or more"));
const flag = optional(boolean());
/** A security code (37: update own requests, 31: another user's), everywhere or for one application or level. */
const codeSchema = union([number, strictObject({
	code: number,
	appl: optional(id),
	lvl: optional(number)
})], "must be a code number, or { code, appl, lvl }");
const userSchema = strictObject({
	user: id,
	token: optional(id),
	tokenSha256: optional(string().check(_regex(/^[0-9a-fA-F]{64}$/, "must be 64 hexadecimal digits"))),
	addRequest: flag,
	codes: optional(array(codeSchema)),
	authorizeProjects: flag
});
/** `folb`, `fslb` and `ifs` are naming templates: `<user>`, `<level>` and `<appl>` stand for their values. */
const levelSchema = strictObject({
	lvl: number,
	checkOuts: flag,
	follows: optional(number),
	distribution: flag,
	folb: optional(id),
	fslb: optional(id),
	ifs: optional(id)
});
const attributeSchema = strictObject({
	attr: id,
	objt: id,
	source: _enum([
		"member",
		"ifs",
		"none"
	], "must be member, ifs or none"),
	fsfl: optional(id),
	srca: optional(id),
	target: optional(id),
	levels: optional(array(number))
});
const applicationSchema = strictObject({
	appl: id,
	levels: array(levelSchema).check(_minLength(1, "must have at least one level")),
	attributes: array(attributeSchema)
});
const repositorySchema = strictObject({
	repo: id,
	attributes: optional(array(strictObject({
		gpath: optional(string()),
		gfile: optional(id),
		attr: id,
		objt: optional(id)
	}))),
	branches: optional(array(strictObject({
		branch: id,
		proj: id,
		task: optional(number),
		stsk: optional(number)
	})))
});
const subtaskSchema = strictObject({
	stsk: number,
	text: optional(string()),
	active: flag
});
const taskSchema = strictObject({
	task: number,
	text: string(),
	active: flag,
	subtasks: optional(array(subtaskSchema))
});
const projectSchema = strictObject({
	proj: id,
	text: string(),
	open: flag,
	authorized: optional(array(id)),
	tasks: optional(array(taskSchema))
});
const installedSchema = strictObject({
	appl: id,
	lvl: number,
	objn: id,
	objt: id,
	attr: id,
	srca: optional(id),
	srcd: optional(string())
});
/** What a site file may hold. Flags left out: users may nothing; levels permit check-outs; projects, tasks and subtasks are open. */
const siteSchema = strictObject({
	jobUser: optional(id),
	users: array(userSchema).check(_minLength(1, "must have at least one user")),
	applications: array(applicationSchema).check(_minLength(1, "must have at least one application")),
	repositories: optional(array(repositorySchema)),
	projects: optional(array(projectSchema)),
	installed: optional(array(installedSchema)),
	crossReference: optional(array(strictObject({
		objn: id,
		objt: id
	}))),
	pipelines: optional(array(strictObject({ pipe: id })))
});

// src/service/site-checks.ts
/** All mistakes of a site whose shape is right: names used twice, names that nothing defines. */
function siteMistakes(site) {
	return [
		...twice(site.users, ["users"], (user) => user.user, "user"),
		...twice(site.applications, ["applications"], (application) => application.appl, "application"),
		...twice(site.repositories ?? [], ["repositories"], (repository) => repository.repo, "repository"),
		...twice(site.projects ?? [], ["projects"], (project) => project.proj, "project"),
		...site.users.flatMap(tokenMistakes),
		...site.applications.flatMap(applicationMistakes),
		...repositoryMistakes(site),
		...installedMistakes(site)
	];
}
function tokenMistakes(user, index) {
	if (user.token === void 0 || user.tokenSha256 === void 0) return [];
	return [{
		path: [
			"users",
			index,
			"tokenSha256"
		],
		text: "a user has either token or tokenSha256"
	}];
}
function applicationMistakes(application, index) {
	const path = ["applications", index];
	const levels = new Set(application.levels.map((level) => level.lvl));
	const unknown = application.levels.flatMap((level, at) => level.follows === void 0 || levels.has(level.follows) && level.follows !== level.lvl ? [] : [{
		path: [
			...path,
			"levels",
			at,
			"follows"
		],
		text: `level ${level.follows} is not another level of it`
	}]);
	return [
		...twice(application.levels, [...path, "levels"], (level) => String(level.lvl), "level"),
		...twice(application.attributes, [...path, "attributes"], (attribute) => attribute.attr, "attribute"),
		...unknown
	];
}
function repositoryMistakes(site) {
	const attributes = new Set(site.applications.flatMap((application) => application.attributes.map((a) => a.attr)));
	const projects = new Set((site.projects ?? []).map((project) => project.proj));
	return (site.repositories ?? []).flatMap((repository, index) => [...(repository.attributes ?? []).flatMap((entry, at) => attributes.has(entry.attr) ? [] : [{
		path: [
			"repositories",
			index,
			"attributes",
			at,
			"attr"
		],
		text: `attribute ${entry.attr} is not defined`
	}]), ...(repository.branches ?? []).flatMap((link, at) => projects.has(link.proj) ? [] : [{
		path: [
			"repositories",
			index,
			"branches",
			at,
			"proj"
		],
		text: `project ${link.proj} is not defined`
	}])]);
}
function installedMistakes(site) {
	const levels = new Set(site.applications.flatMap((application) => application.levels.map((level) => `${application.appl}/${level.lvl}`)));
	return (site.installed ?? []).flatMap((object, index) => {
		const level = `${object.appl}/${object.lvl}`;
		return levels.has(level) ? [] : [{
			path: [
				"installed",
				index,
				"lvl"
			],
			text: `level ${level} is not defined`
		}];
	});
}
function twice(items, path, nameOf, what) {
	const seen = /* @__PURE__ */ new Set();
	return items.flatMap((item, index) => {
		const name = nameOf(item);
		if (seen.has(name)) return [{
			path: [...path, index],
			text: `${what} ${name} is there twice`
		}];
		seen.add(name);
		return [];
	});
}

// src/service/load-site.ts
/** Reading a site file: YAML or JSON, with every mistake at its line and column. */
/**
* Reads the text of a site file.
* @param file its name, for messages
* @throws Problem usage that lists all mistakes as `FILE:LINE:COLUMN: what`, one a line
*/
function readSite(text, file) {
	return readChecked(text, file, {
		schema: siteSchema,
		mistakes: siteMistakes,
		remedy: "Correct the site file, or start with --demo."
	});
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
	if (options.site === void 0) throw new Problem("usage", "serve needs to know the installation", "Give --site FILE, or --demo to try it.");
	return readSite(await readText("site", options.site), options.site);
}
async function readText(name, file) {
	return readFile(file, "utf8").catch((error) => {
		throw new Problem("usage", `the ${name} file ${file} cannot be read: ${messageOf(error)}`, `Check --${name}.`);
	});
}
/** `serve`: runs the object-request service until the signal is aborted. Prints its address once it listens. */
async function serve(options, output, signal) {
	const site = await chooseSite(options);
	const faults = options.faults === void 0 ? null : readFaults(await readText("faults", options.faults), options.faults);
	const service = await startService({
		site,
		db: options.db ?? ":memory:",
		port: options.port ?? 8642,
		refusalStatus: options["refusal-status"] === 422 ? 422 : 200,
		variant: options.variant ?? "later",
		quotedNumbers: options["quoted-numbers"] === true,
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