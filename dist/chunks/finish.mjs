import { Problem, Secrets, countedHave, exitCodes, reportAtDoor, secretsOf, some } from "./start.mjs";
import { GitFailure } from "./fetch.mjs";
import { tidyHeap } from "./small-heap.mjs";
import { reportDependents, reportLeftOuts, reportNotice } from "./action.mjs";
import { errorOf, makeReport } from "./make-report.mjs";

// src/run/finish.ts
/** What is known of a run that an error has ended. */
function factsOf(input, facts, thrown) {
	const error = errorOf(input.signal.aborted ? cancelledBy(thrown) : thrown);
	if (error.code === "defect") input.onDefect(thrown);
	return {
		...facts,
		error
	};
}
/** A signal may end the Git processes of the run as well: what they then say is no fault of a clone. */
function cancelledBy(error) {
	if (!(error instanceof GitFailure || error instanceof Problem && ["git", "range"].includes(error.code))) return error;
	return new Problem("cancelled", "the run was cancelled before its changes were known", "Start the run again.", { cause: error });
}
/** The report of a run. @param at when the run began. */
function finish(input, facts, at) {
	const { version: tool, command, event } = input;
	const leftOut = reportLeftOuts(facts.leftOut);
	const notices = facts.notices.map(reportNotice);
	const dependents = reportDependents(facts.dependents, facts.requests);
	const report = makeReport({
		...facts,
		dependents,
		leftOut,
		notices
	}, {
		tool,
		command,
		event,
		at
	});
	tidyHeap();
	return new Secrets([
		input.token,
		input.gitToken,
		input.ledgerToken,
		input.ledgerSecret,
		...secretsOf(input.proxyEnv)
	]).hideIn(reportAtDoor(input.door ?? "cli", report));
}
/** Under `unmapped: error` a changed file without a rule makes the run red, whatever else was filed. */
function unmappedError({ settling: { unmapped } }) {
	if (unmapped.length === 0) return null;
	const paths = unmapped.map(({ text }) => text);
	return {
		code: "unmapped",
		message: `${countedHave(unmapped.length, "changed file")} no rule in the mapping (unmapped: error): ${some(paths, 10)}`,
		remedy: "Add a rule, or a skip with its reason; file-checkouts explain PATH shows why no rule matches.",
		exitCode: exitCodes.notFiled
	};
}
/** Why a plan has no request to show; null: it has one. */
function nothingToFile({ actions, report, told: { leftOut = [] } }) {
	if (actions.some(({ request }) => !report.quiet.has(request))) return null;
	if (leftOut.length === 0) return "no file changed";
	return leftOut.length === 1 ? "the one changed file is left out" : "every changed file is left out";
}

export { factsOf, finish, nothingToFile, unmappedError };