import { r as messageOf, t as Problem } from "./errors.mjs";
import { n as startService, r as shown, t as demoSite } from "./demo.mjs";
import { _ as _minLength, a as array, c as int, f as strictObject, g as _maxLength, h as _gte, m as union, o as boolean, p as string, r as _enum, t as require_dist, u as optional, v as _regex } from "./dist.mjs";
import { readFile } from "node:fs/promises";

// src/service/site.ts
/**
* A site: the installation that the service plays. Users, applications, levels, attributes, Git repositories, projects
* and what is installed. The interface names these records without showing them (§2.7, last line), so their shape is
* ours; the names of what is in them are the interface's. One schema gives the types and checks site files.
*/
var import_dist = require_dist();
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
/** All faults of a site whose shape is right: names used twice, names that nothing defines. */
function siteFaults(site) {
	return [
		...twice(site.users, ["users"], (user) => user.user, "user"),
		...twice(site.applications, ["applications"], (application) => application.appl, "application"),
		...twice(site.repositories ?? [], ["repositories"], (repository) => repository.repo, "repository"),
		...twice(site.projects ?? [], ["projects"], (project) => project.proj, "project"),
		...site.users.flatMap(tokenFaults),
		...site.applications.flatMap(applicationFaults),
		...repositoryFaults(site),
		...installedFaults(site)
	];
}
function tokenFaults(user, index) {
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
function applicationFaults(application, index) {
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
function repositoryFaults(site) {
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
function installedFaults(site) {
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
/** Longest site file that is read, in characters. */
const maxLength = 2097152;
/**
* Reads the text of a site file.
* @param file its name, for messages
* @throws Problem usage that lists all faults as `FILE:LINE:COLUMN: what`, one a line
*/
function readSite(text, file) {
	if (text.length > maxLength) throw faulty([`${file}:1:1: the file is longer than ${maxLength} characters`]);
	const lines = new import_dist.LineCounter();
	const document = (0, import_dist.parseDocument)(text, {
		lineCounter: lines,
		prettyErrors: false
	});
	const at = (offset, what) => {
		const { line, col } = lines.linePos(offset);
		return `${file}:${line}:${col}: ${what}`;
	};
	if (document.errors.length > 0) throw faulty(document.errors.map((error) => at(error.pos[0], error.message)));
	let content;
	try {
		content = document.toJS({ maxAliasCount: 100 });
	} catch (error) {
		throw faulty([at(0, messageOf(error))]);
	}
	const read = siteSchema.safeParse(content);
	const faults = read.success ? siteFaults(read.data) : read.error.issues.map((issue) => schemaFault(issue, content));
	if (!read.success || faults.length > 0) throw faulty(faults.map((fault) => at(offsetOf(document, fault), describe(fault))));
	return read.data;
}
function faulty(lines) {
	return new Problem("usage", lines.join("\n"), "Correct the site file, or start with --demo.");
}
function describe({ path, text }) {
	const name = path.map((key) => typeof key === "number" ? `[${key}]` : `.${String(key)}`).join("");
	return name === "" ? text : `${name.replace(/^\./, "")}: ${text}`;
}
function schemaFault(issue, content) {
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
/** Where a fault is in the text: at its own name or value, or at the nearest one around it. */
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

// src/commands/serve.ts
async function chooseSite(options) {
	if (options.demo === true && options.site !== void 0) throw new Problem("usage", "--demo and --site exclude each other", "Give one of them.");
	if (options.demo === true) return demoSite;
	if (options.site === void 0) throw new Problem("usage", "serve needs to know the installation", "Give --site FILE, or --demo to try it.");
	const text = await readFile(options.site, "utf8").catch((error) => {
		throw new Problem("usage", `the site file ${options.site} cannot be read: ${messageOf(error)}`, "Check --site.");
	});
	return readSite(text, options.site);
}
/** `serve`: runs the object-request service until the signal is aborted. Prints its address once it listens. */
async function serve(options, output, signal) {
	const site = await chooseSite(options);
	const service = await startService({
		site,
		db: options.db ?? ":memory:",
		port: options.port ?? 8642,
		refusalStatus: options["refusal-status"] === 422 ? 422 : 200,
		variant: options.variant ?? "later",
		quotedNumbers: options["quoted-numbers"] === true
	});
	output.out(`object-request service listening on ${service.url}\n`);
	if (options.demo === true) output.out("demo site: tokens demo-token, demo-lead-token, demo-viewer-token\n");
	await new Promise((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener("abort", () => resolve(), { once: true });
	});
	await service.close();
	return 0;
}

export { serve };