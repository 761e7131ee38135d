import { n as countedHave, r as some } from "./counted.mjs";
import { n as exitCodes, r as messageOf, t as Problem } from "./errors.mjs";
import { t as escapeText } from "./log.mjs";
import { t as filed } from "./outcome.mjs";
import { a as objectText, n as countRows, o as reportLeftOut, r as isSettled, s as reportRequest, t as allSettled } from "./report.mjs";
import { i as makesCalls } from "./actions.mjs";
import { r as openObjects, t as openRepository } from "./repository.mjs";
import { l as tidyHeap, r as forgetTips } from "./remote-refs.mjs";
import { t as newFacts } from "./context.mjs";
import { r as secretsOf, t as Secrets } from "./secrets.mjs";

// src/report/text.ts
/** How many left-out files of one reason are named before the rest is counted. */
const namedPerReason = 10;
function doing(request) {
	if (request.outcome !== "planned") return request.outcome;
	return request.action === "none" ? "unchanged" : `${request.action ?? "create"} (planned)`;
}
/** One line per request: outcome, reason, object, request number and RFP, file; then what the service said of it. */
function requestLines(request) {
	const number = request.objectId === null ? "" : ` #${request.objectId}`;
	const rfp = request.rfp ? ` RFP ${request.rfp}` : "";
	const from = request.previousPath === null ? "" : ` (was ${request.previousPath})`;
	const lines = [`${doing(request).padEnd(12)} ${request.reason.padEnd(9)} ${objectText(request)}${number}${rfp}  ${request.path}${from}`];
	if (!(isSettled(request) && request.outcome !== "withdrawn") && request.msg) lines.push(`             ${request.msg}`);
	if (request.remedy) lines.push(`             -> ${request.remedy}`);
	for (const warning of request.warnings) lines.push(`             warning: ${warning}`);
	return lines.map(escapeText);
}
function headLines(report) {
	const { range } = report;
	if (range === null) return [];
	const short = (oid) => oid === null ? "nothing" : oid.slice(0, 12);
	const span = range.head === null ? "" : ` ${short(range.base)}..${short(range.head)}`;
	return [escapeText(`${range.repo ?? ""} ${range.branch ?? ""}${span} (rule: ${range.rule})`.trim())];
}
function countLine(report) {
	const text = Object.entries(report.counts).filter(([name, count]) => count > 0 && name !== "leftOut").map(([name, count]) => `${count} ${name}`).join(", ");
	return `${text === "" ? "no requests" : text}; ${report.counts.leftOut} left out`;
}
function leftOutLines(report) {
	const byReason = Map.groupBy(report.leftOut, (entry) => entry.why);
	const lines = [];
	for (const [why, entries] of byReason) {
		lines.push(`left out (${entries.length}): ${why}`);
		lines.push(...entries.slice(0, namedPerReason).map((entry) => `  ${entry.path}`));
		if (entries.length > namedPerReason) lines.push(`  and ${entries.length - namedPerReason} more`);
	}
	return lines.map(escapeText);
}
/** The parts of the report for people; every line is safe for a log. */
function textParts(report) {
	const main = [...headLines(report), ...report.requests.flatMap(requestLines)];
	if (report.nothingToFile !== null) main.push(escapeText(`nothing to file: ${report.nothingToFile}`));
	else if (report.error === null || report.requests.length > 0) main.push(countLine(report));
	const end = report.notices.map((notice) => `note: ${escapeText(notice)}`);
	if (report.error !== null) {
		end.push(...report.error.message.split("\n").map((line) => `error: ${escapeText(line)}`));
		end.push(`       -> ${escapeText(report.error.remedy)}`);
	}
	return {
		main,
		leftOut: leftOutLines(report),
		end
	};
}
/** The report for people as one text: the range, a line per request, counts, and what was left out by reason. */
function textReport(report) {
	const { main, leftOut, end } = textParts(report);
	return `${[
		...main,
		...leftOut,
		...end
	].join("\n")}\n`;
}
/** A list of left-out files of more lines than this is folded where the host can. */
const mostUnfolded = 12;
/** Prints the report to a log that can fold, the long list of left-out files folded. */
function printReport(report, log) {
	const { main, leftOut, end } = textParts(report);
	const print = (lines) => {
		for (let at = 0; at < lines.length; at += 500) log.info(lines.slice(at, at + 500).join("\n"));
	};
	print(main);
	if (leftOut.length <= mostUnfolded) print(leftOut);
	else {
		log.group(`left out: ${report.counts.leftOut} files`);
		print(leftOut);
		log.endGroup();
	}
	print(end);
}

// src/report/draft.ts
/** A draft in which nothing is known yet. */
function newDraft() {
	return {
		mapping: null,
		range: null,
		nothingToFile: null,
		requests: [],
		leftOut: [],
		notices: [],
		error: null
	};
}
/** What a thrown error is in a report. Anything but a Problem is a bug of ours and says so. */
function errorOf(thrown) {
	if (thrown instanceof Problem) return {
		code: thrown.code,
		message: thrown.message,
		remedy: thrown.remedy,
		exitCode: thrown.exitCode
	};
	return {
		code: "defect",
		message: messageOf(thrown),
		remedy: "This is a defect of file-checkouts: please report it with the stack shown under FILE_CHECKOUTS_DEBUG=1.",
		exitCode: exitCodes.notFiled
	};
}
/** The report that a draft came to. */
function finishDraft(draft, about) {
	const failed = !allSettled(draft.requests);
	const { error } = draft;
	const { id, attempt, url, actor } = about.event.run;
	return {
		version: 1,
		tool: about.tool,
		command: about.command,
		run: {
			id,
			attempt,
			url,
			actor,
			at: about.at.toISOString()
		},
		mapping: draft.mapping,
		range: draft.range,
		nothingToFile: draft.nothingToFile,
		counts: countRows(draft.requests, draft.leftOut.length),
		requests: draft.requests,
		leftOut: draft.leftOut,
		notices: draft.notices,
		error: error === null ? null : {
			code: error.code,
			message: error.message,
			remedy: error.remedy
		},
		exitCode: error?.exitCode ?? (failed ? exitCodes.notFiled : exitCodes.filed)
	};
}

// src/report/plan-rows.ts
/** The rows of a plan: what would be done, with the fields of the request. */
function planRows(actions) {
	return actions.map((action) => {
		const { request } = action;
		const { fields } = request;
		if (action.kind === "blocked") return {
			...reportRequest(filed(request, action.outcome, { msg: action.why })),
			fields
		};
		const known = action.kind === "create" ? null : action.known;
		const row = reportRequest(filed(request, "unchanged", {
			objectId: known?.objectId ?? null,
			rfp: known?.rfp ?? null
		}));
		const doing = action.kind === "unchanged" ? "none" : action.kind;
		return {
			...row,
			outcome: "planned",
			action: doing,
			fields
		};
	});
}

// src/run.ts
/**
* The one run behind every front door: event, range, changes, mapping, plan, filing, report. Never throws: what goes
* wrong is in the report, whose `exitCode` is the verdict.
*/
async function run(input) {
	const draft = newDraft();
	const facts = newFacts();
	const at = input.now();
	try {
		await carry(input, facts, draft);
	} catch (error) {
		draft.error = errorOf(error);
		if (draft.error.code === "defect") input.onDefect(error);
	}
	const told = {
		...facts,
		leftOut: facts.leftOut.map(reportLeftOut)
	};
	const report = finishDraft({
		...draft,
		...told
	}, {
		tool: input.version,
		command: input.command,
		event: input.event,
		at
	});
	tidyHeap();
	return new Secrets([
		input.token,
		input.gitToken,
		...secretsOf(input.proxyEnv)
	]).hideIn(report);
}
async function carry(input, facts, draft) {
	const { options, env, gitToken } = input;
	const opening = openRepository({
		repoDir: options["repo-dir"] ?? ".",
		env,
		gitToken
	});
	const [opened, { planRange }] = await Promise.all([opening, import("./planning.mjs")]);
	using repository = opened;
	await using objects = openObjects(repository);
	let ledgerRefused = null;
	let waitedFor = null;
	for (;;) {
		const planned = await planRange(input, repository, objects, facts, ledgerRefused);
		if (planned === null) return;
		const ended = await carryPlanned(input, repository, objects, facts, draft, planned);
		if (ended.kind === "done") return;
		Object.assign(facts, newFacts());
		if (ended.kind === "ledgerRefused") ledgerRefused = ended.why;
		else {
			await waitForRun(input, repository, ended.run, ended.run !== waitedFor);
			waitedFor = ended.run;
		}
	}
}
/** How often a run that waits for another looks again, in milliseconds. */
const lookAgainMs = 5e3;
async function waitForRun(input, repository, run, isNew) {
	if (isNew) input.log.notice(`waiting for ${escapeText(run)}, which is filing this branch`);
	await input.sleep(lookAgainMs, input.signal);
	if (input.signal.aborted) throw new Problem("cancelled", "the run was cancelled while it waited for another", "The next run files the changes.");
	forgetTips(repository);
}
async function carryPlanned(input, repository, objects, facts, draft, planned) {
	const { options } = input;
	const { actions, range } = planned;
	if (actions.length === 0) facts.nothingToFile = nothingWhy(facts);
	if (input.command === "plan" || options["dry-run"] === true || !range.mayFile) {
		draft.requests = planRows(actions);
		if (actions.some(makesCalls)) await noteRefusal(input, planned, facts);
		if (!range.mayFile && input.command === "file") facts.notices.push("a pull request, merge request or merge group is planned, never filed");
		draft.error = unmappedError(planned);
		return { kind: "done" };
	}
	const { fileRange } = await import("./filing.mjs");
	const result = await fileRange(input, planned, repository, objects, facts.notices);
	if (result.kind !== "filed") return result;
	draft.requests = result.rows.map(reportRequest);
	if (result.defect !== null) throw result.defect;
	if (result.stop !== null) {
		const { code, why, remedy } = result.stop;
		draft.error = {
			code,
			message: why,
			remedy,
			exitCode: code === "cancelled" ? exitCodes.notFiled : exitCodes.serviceLost
		};
	} else draft.error = result.ledgerError === null ? unmappedError(planned) : errorOf(result.ledgerError);
	return { kind: "done" };
}
/** A plan says so when filing it would be refused, by a limit or by options that do not go together. */
async function noteRefusal(input, planned, facts) {
	const { checkLimits, filingRun } = await import("./filing-setup.mjs");
	try {
		checkLimits(input, planned.actions);
		filingRun(input, planned);
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		facts.notices.push(`filing this would be refused: ${error.message}`);
	}
}
/** Under `unmapped: error` a changed file without a rule makes the run red, whatever else was filed. */
function unmappedError({ unmapped }) {
	if (unmapped.length === 0) return null;
	const paths = unmapped.map(({ text }) => text);
	return {
		code: "unmapped",
		message: `${countedHave(unmapped.length, "changed file")} no rule in the mapping (unmapped: error): ${some(paths, 10)}`,
		remedy: "Add a rule, or a skip with its reason; file-checkouts explain PATH shows why no rule matches.",
		exitCode: exitCodes.notFiled
	};
}
function nothingWhy(facts) {
	if (facts.leftOut.length === 0) return "no file changed";
	return facts.leftOut.length === 1 ? "the one changed file is left out" : "every changed file is left out";
}

export { printReport as n, textReport as r, run as t };