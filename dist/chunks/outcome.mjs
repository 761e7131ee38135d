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
/** Outcomes with which a request of the branch stands at the service. */
const heldOutcomes = [
	"created",
	"updated",
	"unchanged"
];
/** Outcomes with which nothing is left to do; every other one makes the exit code 1. */
const settledOutcomes = [...heldOutcomes, "withdrawn"];
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

export { settledOutcomes as i, heldOutcomes as n, outcomes as r, filed as t };