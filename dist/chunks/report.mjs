import { i as settledOutcomes, r as outcomes } from "./outcome.mjs";
import { a as unsendableName } from "./git-path.mjs";
import { n as unmappedWhy } from "./planned.mjs";

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
/** True for a file that no rule of the mapping reaches. */
function isUnmapped({ why }) {
	return why === unmappedWhy;
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
/** Name and type of the object of a request; without a type that is known, the attribute. */
function typedName({ objn, objt, attr }) {
	return `${objn} ${objt ?? attr ?? ""}`.trim();
}
/** The object of a request as reports name it: application and level, name, type. */
function objectText(request) {
	return `${request.appl}/${request.lvl} ${typedName(request)}`;
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
/** True for a row with which nothing is left to do, or that is planned. */
function isSettled({ outcome }) {
	return outcome === "planned" || settledOutcomes.includes(outcome);
}
/** True when every row is settled or planned, so that the run is green. */
function allSettled(requests) {
	return requests.every(isSettled);
}

export { objectText as a, typedName as c, isUnmapped as i, countRows as n, reportLeftOut as o, isSettled as r, reportRequest as s, allSettled as t };