import { n as heldOutcomes } from "./outcome.mjs";
import { r as isSettled } from "./report.mjs";

// src/report/action-outputs.ts
/** GitHub refuses outputs that are too large together; a list longer than this is left to the report. */
const mostListBytes = 262144;
function list(numbers) {
	const text = [...new Set(numbers.filter((number) => number !== null && number > 0))].join(",");
	return Buffer.byteLength(text) > mostListBytes ? "" : text;
}
/** The outputs of a run; `reportFile` is where the JSON report was written. */
function actionOutputs(report, reportFile) {
	const { counts, requests } = report;
	const failed = requests.filter((request) => !isSettled(request));
	const held = requests.filter(({ outcome }) => heldOutcomes.includes(outcome));
	return {
		created: String(counts.created),
		updated: String(counts.updated),
		unchanged: String(counts.unchanged),
		failed: String(failed.length),
		"object-ids": list(held.map(({ objectId }) => objectId)),
		rfps: list(held.map(({ rfp }) => rfp)),
		report: reportFile,
		"nothing-to-file": String(report.nothingToFile !== null)
	};
}

export { actionOutputs as t };