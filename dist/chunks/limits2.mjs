import { Problem, some } from "./start.mjs";
import { makesCalls } from "./actions.mjs";

// src/run/limits.ts
/** Refuses before the first call when a push is larger than somebody expected (design §2). */
function checkLimits({ options }, actions) {
	const calls = actions.filter(makesCalls);
	const deletes = calls.filter(({ request }) => request.reason === "*DELETE");
	const most = options["max-requests"];
	const mostDeletes = options["max-deletes"];
	if (calls.length > most) throw tooMany(calls, "requests", most, "max-requests");
	if (deletes.length > mostDeletes) throw tooMany(deletes, "deletes", mostDeletes, "max-deletes");
}
function tooMany(actions, what, most, option) {
	const paths = actions.map(({ request }) => request.path.text);
	const dependents = actions.filter(({ request }) => request.dependent !== void 0).length;
	const ofThem = dependents === 0 ? "" : `, ${dependents} of them for what only uses a changed file`;
	return new Problem("limit", `this would file ${actions.length} ${what}, more than ${most}${ofThem}: ${some(paths, 10)}`, `If you want that, run with --${option} ${actions.length}.`);
}

export { checkLimits };