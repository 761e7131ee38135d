import { a as unsendableName } from "./git-path.mjs";

// src/filing/outcome.ts
/** How one request ended (design §10). */
const outcomes = [
	"created",
	"updated",
	"unchanged",
	"conflict",
	"rejected",
	"collision",
	"withdrawn",
	"unknown",
	"unsendable",
	"notAttempted"
];
/** Outcomes with which nothing is left to do; every other one makes the exit code 1. */
const settledOutcomes = [
	"created",
	"updated",
	"unchanged",
	"withdrawn"
];
/** A row for a request; what is not named is not known. */
function filed(request, outcome, rest = {}) {
	return {
		request,
		reason: request.reason,
		path: request.path,
		outcome,
		objectId: null,
		rfp: null,
		sev: null,
		msg: null,
		remedy: null,
		vref: null,
		tkey: null,
		used: null,
		needsPerson: outcome === "unsendable" || outcome === "collision" || outcome === "unknown",
		uncertain: null,
		ofBranch: null,
		warnings: [],
		...rest
	};
}

// src/report/report.ts
function reportPath(path) {
	if (unsendableName(path) === null) return { path: path.text };
	return {
		path: path.text,
		pathBase64: (path.raw ?? Buffer.from(path.text, "utf8")).toString("base64")
	};
}
/** A left-out file in the report; a rename carries its old name too. */
function reportLeftOut(entry) {
	const previous = entry.previousPath === null ? {} : { previousPath: entry.previousPath.text };
	return {
		...reportPath(entry.path),
		...previous,
		why: entry.why
	};
}
/** A filed request in the report. */
function reportRequest(row) {
	const { request } = row;
	const used = row.used ?? {};
	const text = (name) => typeof used[name] === "string" ? used[name] : null;
	return {
		...reportPath(row.path),
		previousPath: request.previousPath?.text ?? null,
		reason: row.reason,
		rule: request.rule,
		appl: request.identity.appl,
		lvl: request.identity.lvl,
		objn: request.identity.objn,
		objt: text("objt") ?? request.fields.objt ?? null,
		attr: text("attr") ?? request.fields.attr ?? null,
		blob: request.blob,
		bytes: request.bytes,
		outcome: row.outcome,
		objectId: row.objectId,
		rfp: row.rfp,
		sev: row.sev,
		msg: row.msg,
		remedy: row.remedy,
		vref: row.vref,
		warnings: row.warnings,
		used: row.used
	};
}
/** Counts the rows by outcome. */
function countRows(requests, leftOut) {
	const counts = { ...Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) };
	for (const { outcome } of requests) counts[outcome] = (counts[outcome] ?? 0) + 1;
	return {
		...counts,
		leftOut
	};
}
/** True when every row is settled or planned, so that the run is green. */
function allSettled(requests) {
	return requests.every(({ outcome }) => outcome === "planned" || settledOutcomes.includes(outcome));
}

export { filed as a, reportRequest as i, countRows as n, settledOutcomes as o, reportLeftOut as r, allSettled as t };