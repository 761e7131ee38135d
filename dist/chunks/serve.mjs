import { Problem, escapeText, exitCodes } from "./start.mjs";
import { Part, demoSite, json, readNamed, readSite, startService } from "./demo.mjs";
import { _enum, _gte, _lte, _minLength, array, int, optional, refine, strictObject, string, union } from "./schemas.mjs";
import { messages, readInteger } from "./replies.mjs";
import { messageFor, readChecked } from "./read-checked.mjs";
import { Refusal } from "./object-types.mjs";
import { quoted as quoted$1, writeNew } from "./new-file.mjs";
import { resolve } from "node:path";
import { STATUS_CODES } from "node:http";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

// src/service/faults.ts
/** The faults file of `serve --faults FILE`, as YAML or JSON. docs/service.md describes its keys. */
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

// src/commands/made-site/site-text.ts
/** A site as the text of a site file, for a person to correct. */
/** Where editors read the JSON Schema of the site file. */
const schemaUrl = "https://raw.githubusercontent.com/file-checkouts/file-checkouts/v1/schema/site.schema.json";
/** @param remarks lines for a comment at the top */
function siteText(site, remarks) {
	const top = Object.entries(site);
	return [
		`# yaml-language-server: $schema=${schemaUrl}`,
		...remarks.map((line) => `# ${line}`.trimEnd()),
		...top.flatMap(([key, value]) => value === void 0 ? [] : entry(key, value, "")),
		""
	].join("\n");
}
/** `key: value`; a list of records has a line for each, or more where a record holds further records. */
function entry(key, value, indent) {
	if (!Array.isArray(value) || value.length === 0) return [`${indent}${key}: ${inline(value)}`];
	if (!value.some((item) => typeof item === "object")) return [`${indent}${key}: ${inline(value)}`];
	return [`${indent}${key}:`, ...value.flatMap((item) => listItem(item, `${indent}  `))];
}
function listItem(item, indent) {
	const parts = typeof item === "object" && !Array.isArray(item) ? Object.entries(item) : [];
	if (!parts.some(([, value]) => Array.isArray(value) && value.some((inner) => typeof inner === "object"))) return [`${indent}- ${inline(item)}`];
	const [first = "", ...more] = parts.flatMap(([key, value]) => value === void 0 ? [] : entry(key, value, `${indent}  `));
	return [`${indent}- ${first.trimStart()}`, ...more];
}
/** In one line; every text stands in quotes, which YAML reads as JSON does. */
function inline(value) {
	if (typeof value !== "object") return typeof value === "string" ? quoted$1(value) : String(value);
	if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
	const parts = Object.entries(value).flatMap(([key, part]) => part === void 0 ? [] : [`${key}: ${inline(part)}`]);
	return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

// src/commands/serve.ts
async function chooseSite(options, around) {
	const { demo, site, "from-mapping": mapping } = options;
	const given = [
		...demo ? ["--demo"] : [],
		...site ? ["--site"] : [],
		...mapping ? ["--from-mapping"] : []
	];
	if (given.length > 1) throw new Problem("usage", `${given.join(" and ")} exclude each other`, "Give one of them.");
	if (mapping !== void 0) {
		const { siteFromMapping } = await import("./from-mapping.mjs");
		return siteFromMapping(mapping, options, around);
	}
	if (options["write-site"] !== void 0 || options.linked.length > 0) {
		const name = options["write-site"] === void 0 ? "--linked" : "--write-site";
		throw new Problem("usage", `${name} is for a site that is made from a mapping`, "Give --from-mapping too.");
	}
	if (demo) return {
		site: demoSite,
		about: ["demo site: tokens demo-token, demo-lead-token, demo-viewer-token"]
	};
	if (site === void 0) throw new Problem("usage", "serve needs a site", "Give --site FILE, --from-mapping to make one for your repository, or --demo to try it.");
	return {
		site: readSite(await readNamed("site", site), site),
		about: []
	};
}
/**
* `serve`: runs the object-request service until the signal is aborted. Prints its address once it listens. With
* `--write-site` it writes the site that it made, and ends.
*/
async function serve(options, output, around) {
	const { site, about, token } = await chooseSite(options, around);
	const file = options["write-site"];
	if (file !== void 0) return writeSite({
		site,
		about
	}, file, output, around.cwd);
	const faults = options.faults === void 0 ? null : readFaults(await readNamed("faults", options.faults), options.faults);
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
	for (const line of about) output.out(`${escapeText(line)}\n`);
	if (token !== void 0) output.out(`token: ${token}\n`);
	if (faults !== null) output.out(`faults to play: ${faults.length}, from ${options.faults}\n`);
	if (!around.signal.aborted) await once(around.signal, "abort");
	await service.close();
	return exitCodes.filed;
}
async function writeSite({ site, about }, name, { out }, cwd) {
	const remarks = [...about, "Correct what differs at your service: docs/site.md has every key."];
	await writeNew({
		file: resolve(cwd, name),
		name
	}, siteText(site, remarks.map(escapeText)), "--write-site");
	const next = [
		"next: correct it, then",
		`  file-checkouts rehearse --site ${name}`,
		`  file-checkouts serve --site ${name}`
	];
	out(`${[
		`wrote ${name}: ${about[0]}`,
		...about.slice(1),
		...next
	].map(escapeText).join("\n")}\n`);
	return exitCodes.filed;
}

export { serve };