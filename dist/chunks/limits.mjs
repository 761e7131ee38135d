import { filed } from "./action.mjs";
import { Problem, mergeCalls, messageOf, some } from "./start.mjs";
import { messages, saysLike, saysLocked } from "./replies.mjs";
import { modeProblems } from "./check-modes.mjs";
import { GitFailure } from "./fetch.mjs";

// src/filing/actions.ts
function makesCalls({ kind }) {
	return ![
		"blocked",
		"nothing",
		"unchanged"
	].includes(kind);
}

// src/filing/intended-calls.ts
function callOf(request, objectId, rfp) {
	const { identity, reason, blob, added } = request;
	const fields = rfp === void 0 ? request.fields : {
		...request.fields,
		rfp
	};
	const causes = request.dependent?.causes;
	const call = {
		...identity,
		path: request.path.text,
		reason,
		blob,
		objectId,
		sent: fields,
		added
	};
	return causes === void 0 ? call : {
		...call,
		causes
	};
}
function withdrawalOf(known) {
	const { appl, lvl, type, objn, rpth, path, reason, objectId, added } = known;
	return {
		appl,
		lvl,
		type,
		objn,
		rpth,
		path,
		reason,
		blob: null,
		objectId,
		sent: null,
		added,
		withdraws: true
	};
}
/** The calls that the actions will make, with the RFP that creates will name as far as it is known before. */
function intendedCalls(actions, mode) {
	const rfp = typeof mode === "number" ? mode : void 0;
	return actions.flatMap((action) => {
		switch (action.kind) {
			case "create": return [callOf(action.request, null, rfp), ...action.earlier === null ? [] : [withdrawalOf(action.earlier)]];
			case "update":
			case "look": return [callOf(action.request, action.known.objectId, rfp)];
			case "withdraw": return action.request.fields.lock === "*NO" ? [withdrawalOf(action.known)] : [withdrawalOf(action.known), callOf(action.request, null, rfp)];
			case "settle": return [action.lost];
			default: return [];
		}
	});
}
/** Every call about the object of a request that has got no answer: those of earlier runs, and what this run adds. */
function lostCalls(filing, request, more = []) {
	return mergeCalls(filing.ownership.lostFor(request), more);
}

// src/filing/remedies.ts
const triedAgain = "The next run tries again.";
/** What a user can do about a refusal, as far as its words tell (design §7 "Answers"). */
function remedyFor(reply) {
	const text = reply.msg.toLowerCase();
	if (saysLike(reply, messages.attributeMissing)) return "Map attr for this file, or have the file added to the repository’s attribute mapping at the service.";
	if (saysLike(reply, messages.objectTypeMissing)) return "Map objt for this file.";
	if (/^attribute .* is not defined/.test(text)) return "Map an attr that the level has; who administers the service can add one (a site made by serve --from-mapping: start it anew).";
	if (/holds no characters but|characters at most/.test(text)) return "Map objn for this file in a rule of its own, or skip the file.";
	if (/^(level|application) .* is not known/.test(text)) return "Correct appl and lvl in the branch rule; who administers the service knows them (a site made by serve --from-mapping: start it anew).";
	if (saysLocked(reply)) return "Another request holds the object: have it moved on or deleted at the service, then file again.";
	if (saysLike(reply, messages.recordLocked)) return "Somebody works on the request at the service right now; run again.";
	if (saysLike(reply, messages.notAuthorizedToUpdate)) return "Ask for security code 37 for the application and level (31 for requests of other users).";
	if (text.includes("authoriz")) return "Ask for authority to add requests, and security code 37 for the application and level (31 for requests of other users).";
	if (text.includes("branch") && (text.includes("project") || text.includes("link"))) return "Link the branch to a project at the service, map proj, or map proj: null to file without a project.";
	return null;
}

// src/filing/failed.ts
/** True for what Git or its remote would not do: that concerns the one request which needed it. */
function isGitTrouble(error) {
	return error instanceof Problem || error instanceof GitFailure;
}
/**
* Does the work of one action. What is thrown becomes its row, so that the rows of all others are still reported and
* remembered; a defect stops the run as well.
*/
async function orFailed(filing, action, work) {
	try {
		return await work();
	} catch (error) {
		return failed(filing, action, error);
	}
}
function failed(filing, action, error) {
	const { request } = action;
	const msg = messageOf(error);
	if (isGitTrouble(error)) return filed(request, "notAttempted", {
		msg,
		remedy: triedAgain
	});
	filing.defect ??= error instanceof Error ? error : new Error(msg);
	const why = `a defect of file-checkouts stopped the run: ${msg}`;
	filing.stop ??= {
		code: "defect",
		why,
		remedy: triedAgain
	};
	const uncertain = lostCalls(filing, request, intendedCalls([action], filing.run.mode));
	return filed(request, "notAttempted", {
		msg: why,
		remedy: triedAgain,
		uncertain
	});
}

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

export { callOf, checkLimits, filingRun, intendedCalls, isGitTrouble, lostCalls, makesCalls, orFailed, remedyFor, triedAgain, withdrawalOf };