import { escapeText, exitCodes, isOver, nearest } from "./start.mjs";
import { pathFilter } from "./path-filter.mjs";
import { NotedRuns } from "./noted-runs.mjs";
import { sealKeys } from "./mapping-name.mjs";
import { jsonPieces, linksOf } from "./action.mjs";
import { openWithLedger } from "./open-repository.mjs";
import { asFarAs, callNote, callText, countsText, failureText, filedBy, labelsOf, listsRequests, nothingText, objectText, remarkText, runText, sharedText, sinceText, timeText, warningsOf, worstRecords } from "./status-words.mjs";
import { shownRecords } from "./shown-records.mjs";

// src/status/make-status.ts
/** The commits whose notes tell who filed what is in the records, and when. */
function commitsOf(records) {
	const commits = /* @__PURE__ */ new Set();
	for (const { filed, open } of records) {
		for (const { commit, since } of filed) commits.add(since ?? commit);
		for (const { openSince } of open) if (openSince !== void 0) commits.add(openSince.head);
	}
	return commits;
}
/** What is open at the service, and what is still to be filed, as far as the ledger knows. */
function makeStatus(known, asked) {
	const { now, tool, damaged } = known;
	const hasRows = ({ requests, open, unanswered, runs }) => requests.length + open.length + unanswered.length + runs.length > 0;
	const isPart = asked.paths.length > 0 || asked.user !== null;
	const all = known.records.toSorted(byKey).map((record) => rowsOf(record, known, asked)).filter((rows) => !isPart || hasRows(rows));
	const placed = (rowsIn) => all.flatMap((rows, n) => rowsIn(rows).map((row) => ({
		record: n,
		branch: rows.record.branch,
		...row
	})));
	const lists = {
		open: placed((rows) => rows.open).toSorted((one, other) => Number(other.needsPerson) - Number(one.needsPerson)),
		unanswered: placed((rows) => rows.unanswered),
		runs: placed((rows) => rows.runs),
		requests: placed((rows) => rows.requests)
	};
	const { branch, paths, user } = asked;
	return {
		version: 1,
		tool,
		at: now.toISOString(),
		asked: {
			branch,
			paths,
			user
		},
		verified: verifiedOf(known.records),
		counts: {
			records: all.length,
			...countsOf(lists)
		},
		damaged,
		records: all.map(recordOf),
		...lists
	};
}
function byKey(one, other) {
	for (const name of [
		"service",
		"repo",
		"branch",
		"mapping"
	]) if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1;
	return 0;
}
function verifiedOf(records) {
	if (records.some(({ verified }) => verified === null)) return null;
	return records.every(({ verified }) => verified === true);
}
function countsOf({ requests, open, unanswered, runs }) {
	const calls = unanswered.filter(({ waits }) => waits).length;
	return {
		requests: requests.length,
		open: open.length,
		unanswered: calls,
		runs: runs.length
	};
}
function recordOf(rows) {
	const { service, repo, mapping, branch, head, verified, claims } = rows.record;
	const mayWait = claims?.paths.length ?? 0;
	return {
		service,
		repo,
		mapping,
		branch,
		head,
		verified,
		counts: countsOf(rows),
		mayWait
	};
}
function rowsOf(record, known, asked) {
	const { machine, now } = known;
	const runs = record.runs.map((run) => ({
		...run,
		over: machine?.isGone(run) === true || isOver(run, nobody, now)
	}));
	const lost = runs.filter(({ over }) => over).flatMap(({ run, calls }) => calls.map((call) => callOf(call, run)));
	const unanswered = [...record.unanswered.map((call) => callOf(call, null)), ...lost];
	const user = asked.user?.toLowerCase() ?? null;
	const isOf = (...names) => user === null || names.some((name) => name?.toLowerCase() === user);
	const isCallAsked = (call) => asked.isChosen(call.path) && isOf(call.user);
	const isRunAsked = ({ calls, run }) => user === null && asked.paths.length === 0 || calls.some((call) => isCallAsked(callOf(call, run)));
	return {
		record,
		requests: record.filed.map((entry) => requestOf(entry, record, known.noted)).filter(({ path, user: sent, account }) => asked.isChosen(path) && isOf(sent, account)).toSorted(byPath),
		open: record.open.map((change) => openOf(change, record, known.noted)).filter(({ path, since }) => asked.isChosen(path) && isOf(since?.account ?? null)).toSorted(byPath),
		unanswered: unanswered.filter(isCallAsked).toSorted(byPath),
		runs: runs.filter(isRunAsked).map(({ run, head, calls, until, over }) => {
			return {
				run,
				commit: head,
				calls: calls.length,
				until,
				over
			};
		})
	};
}
/** Whoever only looks is none of the runs. */
const nobody = {
	run: "",
	id: null,
	attempt: 0,
	instance: ""
};
function byPath({ path: one }, { path: other }) {
	return one < other ? -1 : Number(one > other);
}
/** A file by its key in the record: a name that is not UTF-8 is there in base64. */
function fileOf(key) {
	if (!key.startsWith("\0")) return { path: key };
	const pathBase64 = key.slice(1);
	return {
		path: Buffer.from(pathBase64, "base64").toString("utf8"),
		pathBase64
	};
}
function objectOf({ appl, lvl, objn, type, rpth }) {
	return {
		appl,
		lvl,
		objn,
		type,
		rpth
	};
}
function requestOf(entry, record, noted) {
	const { objectId, reason, rfp } = entry;
	const { user, account, run, commit, at } = noted.filerOf(entry, record);
	return {
		objectId,
		reason,
		...objectOf(entry),
		rfp,
		...fileOf(entry.path),
		user,
		account,
		run,
		commit,
		at,
		remarks: remarksOf(entry)
	};
}
/** A record that nobody has sealed may have a number there. */
function userOf({ user }) {
	return typeof user === "string" ? user : null;
}
function remarksOf({ closed, claimed, left }) {
	return [
		...closed === true ? ["earlierBranch"] : [],
		...claimed === true ? ["claimed"] : [],
		...left === void 0 ? [] : [left]
	];
}
function openOf(change, record, noted) {
	const { reason, outcome, why, needsPerson, openSince } = change;
	const said = openSince === void 0 ? null : noted.of(openSince.head, record, openSince.run);
	const since = openSince === void 0 ? null : {
		run: openSince.run,
		account: openSince.actor,
		commit: openSince.head,
		at: said?.at ?? null
	};
	return {
		reason,
		...objectOf(change),
		...fileOf(change.path),
		outcome,
		why,
		needsPerson,
		since
	};
}
function callOf(call, run) {
	const { reason, objectId, sent, withdraws, closed } = call;
	return {
		reason,
		...objectOf(call),
		...fileOf(call.path),
		objectId,
		user: userOf(sent ?? {}),
		withdraws: withdraws === true,
		waits: closed !== true,
		run
	};
}

// src/status/text.ts
/** So many branches, and so many rows of a kind, are named before the rest is counted. */
const most = 50;
/** A branch whose name is longer pushes its own counts aside. */
const widestLabel = 60;
/** Lines of one kind below their heading; the rest of a long list is counted. */
function part(heading, count, lines, limit) {
	const rest = count - limit;
	const more = rest > 0 ? [`  and ${rest} more`] : [];
	return lines.length === 0 ? [] : [
		"",
		`${heading} (${count}):`,
		...lines,
		...more
	];
}
function branchLines(status, labels) {
	const width = Math.min(widestLabel, Math.max(6, ...labels.map(({ length }) => length)));
	const line = (label, cells) => `${label.padEnd(width)}  ${cells.map((cell) => String(cell).padStart(9)).join("  ")}`.trimEnd();
	const lines = worstRecords(status).slice(0, most).map((n) => {
		const { requests = 0, open = 0, unanswered = 0, runs = 0 } = status.records[n]?.counts ?? {};
		return line(labels[n] ?? "", [
			requests,
			open,
			unanswered,
			runs
		]);
	});
	const rest = status.records.length - lines.length;
	const more = rest > 0 ? [`and ${rest} more branches`] : [];
	return [
		"",
		line("branch", [
			"requests",
			"open",
			"no answer",
			"runs"
		]),
		...lines,
		...more
	];
}
function requestLine(request, label) {
	const { objectId, reason, rfp, path, commit, at } = request;
	const told = [
		label,
		filedBy(request),
		timeText(at),
		`commit ${commit.slice(0, 12)}`,
		remarkText(request)
	];
	const rfpText = rfp === 0 ? "" : ` RFP ${rfp}`;
	const about = told.filter((text) => text !== "").join(", ");
	return `  #${objectId ?? "?"} ${reason} ${objectText(request)}${rfpText}  ${path}  (${about})`;
}
/** What somebody has to see to, first what nobody knows the end of. */
function troubleLines({ unanswered, open, runs }, labelOf, limit) {
	const calls = unanswered.slice(0, limit).map((call) => {
		const about = [labelOf(call.record), callNote(call)].filter((text) => text !== "").join(", ");
		return `  ${callText(call)} ${call.reason} ${objectText(call)}  ${call.path}${about === "" ? "" : `  (${about})`}`;
	});
	const changes = open.slice(0, limit).map((change) => {
		const about = [labelOf(change.record), sinceText(change)].filter((text) => text !== "").join(", ");
		return `  ${[
			change.outcome,
			change.reason,
			objectText(change)
		].filter((text) => text !== "").join(" ")}  ${change.path}${about === "" ? "" : `  (${about})`}: ${change.why}`;
	});
	const going = runs.slice(0, limit).map((run) => {
		const label = labelOf(run.record);
		return `  run ${run.run} at ${run.commit.slice(0, 12)}${label === "" ? "" : ` of ${label}`}: ${runText(run)}`;
	});
	return [
		...part("no answer", unanswered.length, calls, limit),
		...part("still open", open.length, changes, limit),
		...part("runs", runs.length, going, limit)
	];
}
/**
* The status for people: counts, a line a branch, then what somebody has to see to. The requests themselves follow where a
* part of them was asked for; of one branch all of it. Every line is safe for a log.
*/
function textLines(status) {
	const nothing = nothingText(status);
	const warnings = warningsOf(status).map(escapeText);
	if (nothing !== null) return [escapeText(nothing), ...warnings];
	const labels = labelsOf(status);
	const isOne = status.records.length === 1;
	const labelOf = (n) => isOne ? "" : labels[n] ?? "";
	const limit = status.asked.branch === null ? most : Number.POSITIVE_INFINITY;
	const requests = status.requests.slice(0, listsRequests(status) ? limit : 0).map((request) => requestLine(request, labelOf(request.record)));
	const isPart = requests.length === 0 && status.requests.length > 0;
	return [
		`${countsText(status)} (${isOne ? `${labels[0]}, ` : ""}${sharedText(status)})`,
		asFarAs,
		...warningsOf(status),
		...isOne ? [] : branchLines(status, labels),
		...troubleLines(status, labelOf, limit),
		...part("requests", status.requests.length, requests, limit),
		...isPart ? ["", "The requests of a branch: --branch NAME; of a user: --user USER; of files: --paths GLOB"] : []
	].map(escapeText);
}

// src/commands/status.ts
/**
* `status`: what is open at the service, and what is still to be filed, as far as the ledger knows. It asks no service and
* changes nothing.
*
* @returns 1 under `--fail-on-open` when something waits for a run or a person, else 0.
* @throws Problem('usage', 'git', 'ledger') when the ledger cannot be read.
*/
async function statusCommand(input, output) {
	const { options } = input;
	const isChosen = pathFilter(options.paths);
	using repository = await openWithLedger(input);
	const { objects } = repository;
	const opening = {
		repository,
		objects,
		mode: "require",
		keys: sealKeys(input),
		now: input.now
	};
	const shown = await shownRecords(opening, {
		...options,
		branch: void 0
	}, input.cwd);
	const records = chosenFrom(shown, options, output);
	const noted = new NotedRuns(await shown.ledger.notes(commitsOf(records)));
	const known = {
		records,
		damaged: shown.damaged,
		noted,
		now: input.now(),
		machine: input.me.machine,
		tool: input.version
	};
	const asked = {
		branch: options.branch ?? null,
		paths: options.paths ?? [],
		user: options.user ?? null,
		isChosen
	};
	const status = makeStatus(known, asked);
	await print(status, options.format, linksOf(input.event), output);
	const failure = options["fail-on-open"] ? failureText(status) : null;
	if (failure !== null) output.log.notice(`error: ${escapeText(failure)}`);
	return failure === null ? exitCodes.filed : exitCodes.notFiled;
}
function chosenFrom({ records }, { branch, repo }, { log }) {
	const ofRepo = records.filter((record) => repo === void 0 || record.repo === repo);
	const chosen = ofRepo.filter((record) => branch === void 0 || record.branch === branch);
	if (chosen.length === 0 && branch !== void 0) {
		const near = nearest(branch, ofRepo.map((record) => record.branch));
		if (near !== null) log.notice(escapeText(`Did you mean ${near}?`));
	}
	return chosen;
}
/** So many lines make a piece. */
const atATime = 500;
async function print(status, format, links, output) {
	if (format === "html") {
		const { htmlStatus } = await import("./html2.mjs");
		output.out(htmlStatus(status, links));
	} else if (format === "markdown") {
		const { markdownStatus } = await import("./markdown.mjs");
		output.out(markdownStatus(status, links));
	} else if (format === "json") for (const piece of jsonPieces(status)) output.out(piece);
	else {
		const lines = textLines(status);
		for (let at = 0; at < lines.length; at += atATime) output.out(`${lines.slice(at, at + atATime).join("\n")}\n`);
	}
}

export { statusCommand };