import { Problem } from "./start.mjs";
import { modeProblems } from "./check-modes.mjs";

// src/run/filing-run.ts
/** How this run files, by its options and the mapping. @throws Problem('usage') for what does not go together. */
function filingRun(input, planned) {
	const { options } = input;
	const { mapping } = planned.mapping;
	const { run } = input.me;
	const tkey = options.tkey ?? mapping.pipe?.tkey ?? keyOfRun(input);
	const mode = options.rfp === void 0 ? mapping.rfp : readRfpMode(options.rfp, mapping);
	return {
		mode,
		repo: planned.repo,
		branch: planned.range.branch,
		sha: planned.range.head,
		vref: run,
		pipeline: pipelineKeys(input, planned, mode, tkey),
		tkey,
		concurrency: options.concurrency,
		attachAs: options["attach-as"] ?? mapping.attach.as,
		disposition: options.disposition ?? mapping.attach.disposition
	};
}
/**
* The mode that `--rfp` names, of a form that the table of options has checked.
*
* @throws Problem('usage') when the mapping's own fields do not go with it.
*/
function readRfpMode(text, mapping) {
	const mode = text === "none" || text === "per-push" || text === "per-branch" ? text : Number(text);
	const problems = modeProblems(mapping, mode);
	if (problems.length === 0) return mode;
	throw new Problem("usage", `--rfp ${text} does not go with the mapping: ${problems.join("; ")}`, "Change one of the two.");
}
/** GitLab's key is the pipeline, as its API knows it; elsewhere it is the run as vref names it. */
function keyOfRun({ event, me }) {
	return event.host === "gitlab" && event.run.id !== null ? event.run.id : me.run;
}
function pipelineKeys(input, planned, mode, tkey) {
	const { options } = input;
	const mapped = planned.mapping.mapping.pipe;
	const pipe = options.pipe ?? mapped?.pipe;
	const pipa = options.pipa ?? mapped?.pipa;
	const inFields = planned.actions.some(({ request }) => request.fields.pipe !== void 0);
	if (mode === "none" && (pipe !== void 0 || pipa !== void 0 || inFields)) throw new Problem("usage", "pipeline keys need an RFP", "Map rfp: per-push (or per-branch), or give --rfp.");
	if (pipe === void 0 && pipa === void 0) return null;
	if (pipe === void 0 || pipa === void 0) throw new Problem("usage", "pipe and pipa go together", "Give both --pipe and --pipa.");
	return {
		pipe,
		pipa,
		tkey
	};
}

export { filingRun };