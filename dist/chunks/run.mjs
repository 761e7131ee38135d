import { n as exitCodes, r as messageOf, t as Problem } from "./errors.mjs";
import { t as escapeText } from "./log.mjs";
import { t as createClient } from "./client.mjs";
import { a as saysLike, n as messages, r as readInteger } from "./replies.mjs";
import { H as GlobError, K as createFields, z as compileGlob } from "./read-yaml.mjs";
import { a as nameKey, i as mayBeSame, r as identityText, t as identityKey } from "./identity.mjs";
import { a as intendedCalls, c as recordRenewed, d as carriesContent, f as decideActions, h as lookupOf, i as recordPath, l as withoutOverRuns, m as lookup, n as openLedger, o as recordBegun, p as rememberedOf, r as readOnlyLedger, s as recordOpened, t as closedLedger, u as callOf } from "./ledger.mjs";
import { a as unsendableName, i as textPath, n as pathKey, r as splitPath } from "./git-path.mjs";
import { a as filed, i as reportRequest, n as countRows, o as settledOutcomes, r as reportLeftOut, t as allSettled } from "./report.mjs";
import { a as leaderFields, i as groupActions, n as userOf, o as rfpDescription, r as followerFields, t as readSet } from "./read-set.mjs";
import { A as modeProblems, E as wantRefs, I as emptyMapping, P as placeholdersIn, T as remoteRef, _ as openObjects, b as ensureCommits, c as resolveRange, d as differingPaths, f as emptyTree, h as openRepository, i as loadMapping, j as isTemplate, k as unreadable, m as listTree, n as parseMappingName, p as listChanges, s as checkedOutBranch, t as defaultMappingFile, u as branchTip, v as isAncestor, w as forgetTips, y as mergeBase } from "./source.mjs";
import { a as runsToWaitFor, o as withoutRun, r as renewMs } from "./runs.mjs";
import { t as matchGlob } from "./match.mjs";
import { f as isWrittenOut, n as compileMapping, u as branchRuleFor } from "./set.mjs";
import { a as branchOf, i as repositoryName, n as presentBlobs, o as decideRange, r as ledgerKey, t as readMappingText } from "./mapping-text.mjs";
import { t as bindMapping } from "./bind-mapping.mjs";
import { n as secretsOf, t as Secrets } from "./secrets.mjs";

// src/report/text.ts
/** How many left-out files of one reason are named before the rest is counted. */
const namedPerReason = 10;
function objectOf(request) {
	const type = request.objt ?? request.attr ?? "";
	return `${request.appl}/${request.lvl} ${request.objn}${type === "" ? "" : ` ${type}`}`;
}
function doing(request) {
	if (request.outcome !== "planned") return request.outcome;
	return request.action === "none" ? "unchanged" : `${request.action ?? "create"} (planned)`;
}
/** One line per request: outcome, reason, object, request number and RFP, file; then what the service said of it. */
function requestLines(request) {
	const number = request.objectId === null ? "" : ` #${request.objectId}`;
	const rfp = request.rfp ? ` RFP ${request.rfp}` : "";
	const from = request.previousPath === null ? "" : ` (was ${request.previousPath})`;
	const lines = [`${doing(request).padEnd(12)} ${request.reason.padEnd(9)} ${objectOf(request)}${number}${rfp}  ${request.path}${from}`];
	if (![
		"created",
		"updated",
		"unchanged",
		"planned"
	].includes(request.outcome) && request.msg) lines.push(`             ${request.msg}`);
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
		for (const line of lines) log.info(line);
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

// src/client-setup.ts
/** The client's options as the run gives them. @throws Problem('usage') without an address or a token. */
function clientOptions(input, concurrency) {
	const { options, log } = input;
	return {
		url: required(options.url, "the base address of the service", "--url or FILE_CHECKOUTS_URL"),
		token: required(input.token, "the token of the service", "FILE_CHECKOUTS_TOKEN, or --token-file"),
		timeoutSeconds: options.timeout ?? 120,
		...options["ca-file"] === void 0 ? {} : { caFile: options["ca-file"] },
		allowHttp: options["allow-http"] === true,
		concurrency,
		proxyEnv: input.proxyEnv,
		version: input.version,
		signal: input.signal,
		log: (line) => log.notice(escapeText(line))
	};
}
function required(value, what, where) {
	if (value !== void 0 && value !== "") return value;
	throw new Problem("usage", `${what} is not given`, `Give it by ${where}.`);
}

// src/filing/content.ts
function partName(request, attachAs) {
	const { gfile, srcn, objn } = request.fields;
	const fallback = gfile ?? splitPath(request.path.text).gfile;
	if (attachAs === "objn") return objn ?? fallback;
	return attachAs === "srcn" ? srcn ?? objn ?? fallback : fallback;
}
/** The file part of a create, or null when it carries none (interface §4.3). */
async function createPart(request, run, read) {
	return carriesContent(request) ? part(request, partName(request, run.attachAs), run, read) : null;
}
/** The file part of an update: always named after `gfile`, which the service compares with its own. */
async function updatePart(request, run, read) {
	return carriesContent(request) ? part(request, partName(request, "gfile"), run, read) : null;
}
async function part(request, name, run, read) {
	if (request.blob === null) return null;
	const blob = await read(request.blob);
	return {
		name,
		size: blob instanceof Blob ? blob.size : blob.length,
		blob,
		disposition: run.disposition
	};
}

// src/filing/ownership.ts
/** Decides whose the number is. */
function decideOwnership(conflict) {
	const { onConflict, holders, request } = conflict;
	const own = holders.find((holder) => holder.own);
	if (onConflict === "fail") return {
		kind: "theirs",
		holder: own ?? holders[0] ?? null,
		why: "on-conflict is fail"
	};
	if (own !== void 0) return ownNumber(conflict, own);
	const [other] = holders;
	if (other !== void 0) return otherBranch(request, other);
	return unnamed(conflict);
}
function ownNumber({ request, atHead }, holder) {
	const { entry } = holder;
	if (entry.reason !== request.reason) return {
		kind: "otherReason",
		entry
	};
	if ([request.path.text, request.previousPath?.text].includes(entry.path)) return {
		kind: "ours",
		why: "the ledger has it for this file",
		takenFrom: null
	};
	if (atHead(entry.path)) return {
		kind: "collision",
		entry
	};
	return {
		kind: "theirs",
		holder,
		why: `this branch filed it for ${entry.path}, which is gone`
	};
}
function otherBranch(request, holder) {
	const { entry, branch } = holder;
	if (!holder.isAncestor) return {
		kind: "theirs",
		holder,
		why: `branch ${branch} filed it and is not merged here`
	};
	if (entry.reason !== request.reason) return {
		kind: "theirs",
		holder,
		why: `branch ${branch} filed it as ${entry.reason}`
	};
	if (entry.blob === request.blob) return {
		kind: "unchanged",
		holder
	};
	return {
		kind: "ours",
		why: `branch ${branch}, which is merged here, filed it`,
		takenFrom: holder
	};
}
/** No ledger entry names the number: only a create of ours whose answer was lost, or a sole branch, makes it ours. */
function unnamed(conflict) {
	const { unanswered, soleBranch, onConflict, probe, request, number } = conflict;
	if (conflict.rival !== null) return {
		kind: "theirs",
		holder: null,
		why: `${conflict.rival} may have filed it and has not said so yet`
	};
	if (unanswered === null && !soleBranch && onConflict !== "adopt") return {
		kind: "theirs",
		holder: null,
		why: "nothing proves that it is ours"
	};
	if (probe === void 0) return { kind: "probe" };
	if (probe === null) return {
		kind: "theirs",
		holder: null,
		why: "the service does not let us look at it"
	};
	const differing = disagreement(unanswered?.sent ?? request.fields, probe);
	if (differing !== null) return {
		kind: "theirs",
		holder: null,
		why: `it differs from what we would have filed: ${differing}`
	};
	if (unanswered !== null && unanswered.reason !== request.reason) return {
		kind: "otherReason",
		entry: entryOf(unanswered, number)
	};
	if (unanswered !== null) return {
		kind: "ours",
		why: "its create was ours; the answer was lost",
		takenFrom: null
	};
	return {
		kind: "ours",
		why: soleBranch ? "only this branch files at its level" : "taken over by on-conflict adopt",
		takenFrom: null
	};
}
/** What the ledger would say of a create whose answer never came, had it come. */
function entryOf(call, objectId) {
	const { sent: _, ...known } = call;
	return {
		...known,
		objectId,
		rfp: 0,
		commit: "",
		run: "",
		sent: {}
	};
}
/** Fields that a create sends and a probe answers (interface §2.1, §2.7). */
const compared$1 = [
	"objt",
	"attr",
	"srcn",
	"srca",
	"srcd",
	"user",
	"csqo",
	"gpath",
	"gfile"
];
/** The first field in which a stored request differs from what was sent; fields that are not answered do not count. */
function disagreement(sent, stored) {
	for (const name of compared$1) {
		const mine = sent[name];
		const theirs = stored[name];
		if (mine === void 0 || theirs === void 0 || theirs === null) continue;
		if (!(typeof mine === "number" ? readInteger(theirs) === mine : theirs === mine)) return `${name} is ${JSON.stringify(theirs)}, not ${JSON.stringify(mine)}`;
	}
	return null;
}

// src/filing/remedies.ts
/** What a user can do about a refusal, as far as its words tell (design §7 "Answers"). */
function remedyFor(reply) {
	const text = reply.msg.toLowerCase();
	if (saysLike(reply, messages.attributeMissing)) return "Map attr for this file, or have the file added to the repository’s attribute mapping at the service.";
	if (saysLike(reply, messages.objectTypeMissing)) return "Map objt for this file.";
	if (saysLike(reply, messages.targetLocked)) return "Another request holds the object: have it moved on or deleted at the service, then file again.";
	if (saysLike(reply, messages.recordLocked)) return "Somebody works on the request at the service right now; run again.";
	if (saysLike(reply, messages.notAuthorizedToUpdate)) return "Ask for security code 37 for the application and level (31 for requests of other users).";
	if (text.includes("authoriz")) return "Ask for authority to add requests, and security codes 37 and 31 for the application and level.";
	if (text.includes("branch") && text.includes("project")) return "Link the branch to a project at the service, map proj, or map proj: null to file without a project.";
	if (text.includes("branch") && text.includes("link")) return "Link the branch to a project at the service, map proj, or map proj: null to file without a project.";
	return null;
}

// src/filing/update.ts
/**
* Files one update. `rfp`: the RFP of the push, for a request that is in none.
*/
async function fileUpdate(filing, update, rfp) {
	const { request, known } = update;
	if (filing.stop !== null) return filed(request, "notAttempted", { msg: filing.stop.why });
	const objectId = known.objectId;
	if (objectId === null) return { movedOn: 0 };
	const assignment = rfp === null ? {} : {
		arfp: "*YES",
		rfp
	};
	const fields = {
		objectId,
		...update.fields,
		...assignment
	};
	const content = update.sendContent ? await updatePart(request, filing.run, filing.read) : null;
	return updateRow(filing, update, fields, await filing.client.update(fields, content));
}
function updateRow(filing, update, sent, result) {
	const { request, known } = update;
	const { objectId } = known;
	switch (result.kind) {
		case "answered": return result.reply.sev === 30 ? refused(update, result.reply) : updated(update, sent, result.reply);
		case "lost":
		case "unreadable": {
			const snippet = result.kind === "unreadable" && result.snippet !== "" ? `: ${result.snippet}` : "";
			const msg = `the service gave no answer that can be read (${result.why}${snippet})`;
			const uncertain = callOf(request, objectId);
			return filed(request, "rejected", {
				objectId,
				msg,
				uncertain,
				remedy: "It is tried again with the next run."
			});
		}
		case "stopped":
			filing.stop ??= result;
			return filed(request, "notAttempted", {
				objectId,
				msg: result.why,
				remedy: result.remedy
			});
		case "cancelled": return filed(request, "notAttempted", {
			objectId,
			msg: "the run was cancelled"
		});
	}
}
function refused(update, reply) {
	const { request, known } = update;
	if (saysLike(reply, messages.requestNotFound) || saysLike(reply, messages.notOpen)) return { movedOn: known.objectId ?? 0 };
	const locked = saysLike(reply, messages.targetLocked) || reply.existingObjectId !== null;
	return filed(request, locked ? "conflict" : "rejected", {
		objectId: locked ? reply.existingObjectId ?? known.objectId : known.objectId,
		sev: 30,
		msg: reply.msg,
		remedy: remedyFor(reply)
	});
}
function updated(update, sent, reply) {
	const { request, known } = update;
	return filed(request, "updated", {
		objectId: known.objectId,
		rfp: readInteger(reply.request?.rfp) ?? known.rfp,
		sev: reply.sev,
		msg: reply.msg,
		used: reply.request,
		warnings: [...reply.sev === 20 ? [reply.msg] : [], ...fieldDifferences(sent, reply)]
	});
}
const compared = [
	"attr",
	"srcn",
	"srca",
	"srcd",
	"lock",
	"gpath",
	"gfile"
];
/** Where the stored values differ from those sent; a value that was not answered is not compared. */
function fieldDifferences(sent, reply) {
	const stored = reply.request;
	if (stored === null) return [];
	return compared.filter((name) => sent[name] !== void 0 && stored[name] !== void 0 && stored[name] !== sent[name]).map((name) => `${name}: sent ${JSON.stringify(sent[name])}, stored ${JSON.stringify(stored[name])}`);
}

// src/filing/conflict.ts
/**
* Settles a create that was refused with the number of the request in the way: an update when that is proven ours,
* nothing at all when it is not.
*
* @param lost true when an earlier attempt of this very create may have been done without its answer arriving.
* @param refused the row of the refusal, shown when the request is somebody else's.
*/
async function settleConflict(filing, request, number, lost, refused) {
	const sources = filing.ownership;
	const holders = await sources.holdersOf(number);
	const unanswered = lost ? callOf(request, null) : sources.unansweredFor(request);
	const own = holders.find((holder) => holder.own);
	const rival = holders.length > 0 ? null : await sources.meantElsewhere(request);
	const ownThere = own !== void 0 && await sources.atHead(own.entry.path);
	const decide = (probe) => decideOwnership({
		request,
		number,
		onConflict: sources.onConflict,
		holders,
		unanswered,
		rival,
		soleBranch: sources.soleBranch(request),
		atHead: () => ownThere,
		probe
	});
	let verdict = decide(void 0);
	let probe = null;
	if (verdict.kind === "probe") {
		const asked = await askStored(filing, number);
		if (asked.kind === "unanswered") return { row: leftUnproven(request, number, asked.why, unanswered) };
		probe = asked.stored;
		verdict = decide(probe);
	}
	return carryVerdict(filing, {
		request,
		number,
		unanswered
	}, verdict, refused);
}
/** Whose the number is could not be asked: what is known of our own create stays known for the next run. */
function leftUnproven(request, objectId, why, unanswered) {
	const msg = `request ${objectId} holds the object, and the service did not say whose it is: ${why}`;
	return filed(request, "notAttempted", {
		objectId,
		msg,
		remedy: "It is tried again with the next run.",
		uncertain: unanswered
	});
}
/** A PATCH that carries only `objectId`: it changes nothing and answers with the stored values (interface §2.7). */
async function askStored(filing, objectId) {
	const result = await filing.client.update({ objectId }, null);
	if (result.kind === "stopped") filing.stop ??= result;
	if (result.kind === "answered") return {
		kind: "answered",
		stored: result.reply.sev === 30 ? null : result.reply.request
	};
	return {
		kind: "unanswered",
		why: whyOf(result)
	};
}
function whyOf(result) {
	return result.kind === "cancelled" ? "the run was cancelled" : result.why;
}
async function carryVerdict(filing, contested, verdict, refused) {
	const { request, number } = contested;
	switch (verdict.kind) {
		case "ours": {
			const row = await updateOurs(filing, contested, verdict.why);
			if (verdict.takenFrom !== null && row.outcome === "updated") filing.takenOver.push(verdict.takenFrom);
			return { row };
		}
		case "unchanged": {
			const { entry, branch } = verdict.holder;
			const warnings = [`filed from ${branch}, which is merged here, at ${entry.commit.slice(0, 12)}`];
			return { row: filed(request, "unchanged", {
				objectId: number,
				rfp: entry.rfp,
				ofBranch: branch,
				warnings
			}) };
		}
		case "otherReason": return { otherReason: verdict.entry };
		case "collision": {
			const msg = `${identityText(request.identity)} is request ${number}, filed for ${verdict.entry.path}, which is still there`;
			return { row: filed(request, "collision", {
				objectId: number,
				msg,
				remedy: "Map the two files to different objects, or skip one of them."
			}) };
		}
		default: {
			const holder = verdict.kind === "theirs" ? verdict.holder : null;
			const by = holder === null ? "" : `; the ledger has it for ${holder.repo} ${holder.branch} at ${holder.entry.commit.slice(0, 12)}`;
			const why = verdict.kind === "theirs" ? verdict.why : "";
			return { row: {
				...refused,
				msg: `${refused.msg ?? ""} – ${why}${by}`
			} };
		}
	}
}
/** Brings a request that is proven ours up to date: all that an update can carry, and the content. */
async function updateOurs(filing, { request, number: objectId, unanswered }, why) {
	const { gpath, gfile } = request.fields;
	const git = {
		...gpath === void 0 ? {} : { gpath },
		...gfile === void 0 ? {} : { gfile }
	};
	const fields = {
		objectId,
		...rememberedOf(request.fields),
		...git
	};
	const content = await updatePart(request, filing.run, filing.read);
	const result = await filing.client.update(fields, content);
	if (result.kind === "stopped") filing.stop ??= result;
	if (result.kind !== "answered") {
		const outcome = result.kind === "stopped" || result.kind === "cancelled" ? "notAttempted" : "rejected";
		return filed(request, outcome, {
			objectId,
			msg: whyOf(result),
			uncertain: unanswered
		});
	}
	const { reply } = result;
	if (reply.sev === 30) return filed(request, "conflict", {
		objectId,
		sev: 30,
		msg: reply.msg
	});
	return filed(request, "updated", {
		objectId,
		rfp: readInteger(reply.request?.rfp) ?? 0,
		sev: reply.sev,
		msg: reply.msg,
		used: reply.request,
		warnings: [`request ${objectId} was there already: ${why}`, ...fieldDifferences(fields, reply)]
	});
}

// src/filing/create.ts
/**
* Files one create and settles a conflict with our own earlier request of another reason by withdrawing that one.
*
* @returns the row of the create, after the row of a withdrawn request where there is one.
*/
async function fileCreate(filing, create, rfp, keys) {
	const done = await withdrawAgain(filing, create);
	if (done !== null) return [done];
	const called = await callCreate(filing, create, rfp, keys);
	if (!("holder" in called)) return [called];
	if (called.holder === create.movedOn) return [called.row];
	const settled = await settleConflict(filing, create.request, called.holder, called.lost, called.row);
	if ("row" in settled) return [settled.row];
	const earlier = settled.otherReason;
	const withdrawn = await withdraw(filing, create, earlier);
	if (withdrawn.outcome !== "withdrawn") return [withdrawn];
	if (create.request.reason === "*DELETE" && earlier.added) return [withdrawn];
	const again = await callCreate(filing, create, rfp, keys, ".2");
	if (!("holder" in again)) return [withdrawn, again];
	const last = again.lost ? await settleConflict(filing, create.request, again.holder, true, again.row) : again;
	return [withdrawn, "row" in last ? last.row : again.row];
}
/**
* A run that was killed may have withdrawn the migration of an object that never was at the target. Then nothing refuses
* a delete any more, which must not be filed: the withdrawal is repeated first, and tells by its answer. null: go on.
*/
async function withdrawAgain(filing, create) {
	const { request, earlier } = create;
	if (request.reason !== "*DELETE" || earlier === null || !earlier.added || filing.stop !== null) return null;
	if (filing.ownership.unansweredFor(request)?.reason !== "*DELETE") return null;
	const withdrawn = await withdraw(filing, create, earlier);
	return withdrawn.outcome === "conflict" ? null : withdrawn;
}
/** The body in the order of the interface, with nothing in it that §2.1 does not list. */
function bodyOf(fields) {
	const known = fields;
	return Object.fromEntries(createFields.filter(({ name }) => known[name] !== void 0).map(({ name }) => [name, known[name]]));
}
async function callCreate(filing, create, rfp, keys, repeat = "") {
	const { request } = create;
	if (filing.stop !== null) return filed(request, "notAttempted", { msg: filing.stop.why });
	const vref = request.fields.vref ?? `${filing.run.vref}.${create.n}${repeat}`;
	const { rfpd: _, pipe: _pipe, pipa: _pipa, tkey: _tkey, ...fields } = request.fields;
	const body = bodyOf({
		...fields,
		...rfp,
		...keys,
		vref
	});
	const content = await createPart(request, filing.run, filing.read);
	const result = await filing.client.create(body, content);
	const answered = createRow(filing, create, result);
	const row = {
		...answered,
		vref,
		tkey: answered.outcome === "created" ? keys?.tkey ?? null : null
	};
	const holder = row.outcome === "conflict" ? row.objectId : null;
	return holder === null ? row : {
		row,
		holder,
		lost: result.kind === "answered" && result.afterLost
	};
}
function createRow(filing, create, result) {
	const { request } = create;
	switch (result.kind) {
		case "answered": return result.reply.sev === 30 ? refusedRow(filing, create, result.reply) : createdRow(request, result.reply);
		case "lost":
			if (result.stop !== null) filing.stop ??= result.stop;
			if (result.cancelled) return leftOpen(request, `the run was cancelled before an answer came: ${result.why}`);
			if (request.fields.lock !== "*NO") return leftOpen(request, `the answer was lost: ${result.why}`);
			return filed(request, "unknown", {
				msg: `the answer was lost: ${result.why}`,
				remedy: "Look whether the request is there at the service, then run: file-checkouts ledger forget PATH"
			});
		case "unreadable": return filed(request, "rejected", { msg: `${result.why}: ${result.snippet}` });
		case "stopped":
			filing.stop ??= result;
			return filed(request, "notAttempted", {
				msg: result.why,
				remedy: result.remedy
			});
		case "cancelled": return filed(request, "notAttempted", { msg: "the run was cancelled" });
	}
}
/** A create of which no answer came: the next run repeats it, and proves what it meets. */
function leftOpen(request, msg) {
	return filed(request, "unknown", {
		msg,
		remedy: "The next run of this branch finds out and files the rest.",
		needsPerson: false,
		uncertain: callOf(request, null)
	});
}
/** The RFP of a created request: from its record, else from the words of the older variant (§4.1). */
function rfpOf(reply) {
	const stored = readInteger(reply.request?.rfp);
	const told = /\binto RFP (\d{1,15})\b/i.exec(reply.msg)?.[1];
	return stored ?? (told === void 0 ? null : Number(told));
}
function createdRow(request, reply) {
	const objectId = readInteger(reply.request?.objectId);
	const warnings = reply.sev === 20 ? [reply.msg] : [];
	if (objectId === null) warnings.push("the service named no request number, so later pushes cannot update it");
	return filed(request, "created", {
		objectId,
		rfp: rfpOf(reply),
		sev: reply.sev,
		msg: reply.msg,
		used: reply.request,
		warnings
	});
}
function refusedRow(filing, create, reply) {
	const { request, movedOn } = create;
	const holder = reply.existingObjectId;
	if (holder === null && !saysLike(reply, messages.targetLocked)) return filed(request, "rejected", {
		sev: 30,
		msg: reply.msg,
		remedy: remedyFor(reply)
	});
	const object = identityText(request.identity);
	const whose = holder === null ? "another request" : `request ${holder}${ownership(filing, holder, movedOn)}`;
	return filed(request, "conflict", {
		objectId: holder,
		sev: 30,
		msg: `${reply.msg} (${object} is held by ${whose})`,
		remedy: remedyFor(reply) ?? "Have the request that holds the object moved on or deleted at the service."
	});
}
function ownership(filing, holder, movedOn) {
	if (holder === movedOn) return ", filed from this branch before, which can no longer be updated";
	const own = filing.known.find((entry) => entry.objectId === holder);
	return own === void 0 ? "" : `, filed from this branch for ${own.path} (${own.reason})`;
}
/** Takes an earlier request of ours out of its RFP and frees its object (design §7). */
async function withdraw(filing, create, earlier) {
	const { request } = create;
	const objectId = earlier.objectId;
	if (objectId === null) return filed(request, "conflict", { msg: "the earlier request has no known number" });
	const result = await filing.client.update({
		objectId,
		arfp: "*NO",
		lock: "*NO"
	}, null);
	if (result.kind === "answered" && result.reply.sev !== 30) return filed(request, "withdrawn", {
		reason: earlier.reason,
		path: {
			text: earlier.path,
			raw: null
		},
		objectId,
		rfp: 0,
		sev: result.reply.sev,
		msg: `taken out of its RFP and unlocked: ${identityText(earlier)} is now ${request.reason}`,
		remedy: `Delete request ${objectId} at the service.`,
		used: result.reply.request
	});
	if (result.kind === "stopped") {
		filing.stop ??= result;
		return filed(request, "notAttempted", {
			msg: result.why,
			remedy: result.remedy
		});
	}
	const why = result.kind === "answered" ? result.reply.msg : result.kind === "cancelled" ? "cancelled" : result.why;
	return filed(request, "conflict", {
		objectId,
		needsPerson: true,
		msg: `request ${objectId} (${earlier.reason}) of this branch holds the object and could not be withdrawn: ${why}`,
		remedy: `Delete request ${objectId} at the service, then file again.`
	});
}

// src/filing/limiter.ts
/** Makes a limiter of that size. */
function limiter(size) {
	const waiting = [];
	let free = size;
	return async (work) => {
		if (free > 0) free -= 1;
		else await new Promise((resolve) => waiting.push(resolve));
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else free += 1;
		}
	};
}
/** Works through items in their order, at most `size` at a time; nothing is kept for those whose turn has not come. */
async function inTurns(items, size, work) {
	const turns = items.values();
	const worker = async () => {
		for (const item of turns) await work(item);
	};
	await Promise.all(Array.from({ length: Math.min(size, items.length) }, worker));
}

// src/filing/carry-out.ts
/**
* Carries a plan out: updates first, since one whose request has moved on becomes a create, then the creates, group by
* RFP. At most `concurrency` calls are under way.
*
* @param onEnded told of each action as it ends; every action ends once.
*/
async function carryOut(setup, actions, onEnded = () => {}) {
	const filing = {
		ownership: ownRecordOnly(setup.known),
		...setup,
		takenOver: [],
		stop: null
	};
	const limit = limiter(filing.run.concurrency);
	/** By place in the plan. */
	const rows = actions.map(() => []);
	const note = (n, ended) => {
		rows[n - 1] = ended;
		const action = actions[n - 1];
		if (action !== void 0) onEnded(action, ended);
	};
	const creates = [];
	const { concurrency } = filing.run;
	await inTurns([...actions.entries()], concurrency, async ([index, action]) => {
		const n = index + 1;
		const settled = await settleFirst(filing, limit, n, action);
		if ("action" in settled) creates.push(settled);
		else note(n, [settled]);
	});
	creates.sort((one, other) => one.n - other.n);
	const byAction = new Map(creates.map((entry) => [entry.action, entry]));
	const groups = groupActions([...byAction.keys()], filing.run).map((group) => group.flatMap((action) => byAction.get(action) ?? []));
	await inTurns(groups, concurrency, (group) => fileGroup(filing, limit, group, note));
	return {
		rows: rows.flat(),
		stop: filing.stop,
		takenOver: filing.takenOver
	};
}
/** Without a ledger to ask, only this branch's own record says whose a number is. */
function ownRecordOnly(known) {
	return {
		onConflict: "prove",
		holdersOf: async (number) => known.filter((entry) => entry.objectId === number).map((entry) => ({
			entry,
			repo: "",
			branch: "",
			mapping: "",
			own: true,
			isAncestor: true
		})),
		unansweredFor: () => null,
		meantElsewhere: () => Promise.resolve(null),
		soleBranch: () => false,
		atHead: () => Promise.resolve(true)
	};
}
/** Ends what needs no RFP of this push; what is left is a create, or an update that joins the RFP. */
async function settleFirst(filing, limit, n, action) {
	switch (action.kind) {
		case "blocked": return filed(action.request, action.outcome, { msg: action.why });
		case "unchanged": return filed(action.request, "unchanged", {
			objectId: action.known.objectId,
			rfp: action.known.rfp
		});
		case "create": return {
			n,
			action,
			movedOn: null
		};
		case "update": {
			if (action.known.rfp === 0 && filing.run.mode !== "none") return {
				n,
				action,
				movedOn: null
			};
			const result = await limit(() => fileUpdate(filing, action, null));
			if (!("movedOn" in result)) return result;
			return unlockedAgain(action) ?? createAfter(n, action, result.movedOn);
		}
	}
}
/** Without a lock, a create that an earlier run may have made after its own update is not made again. */
function unlockedAgain({ request, uncertain }) {
	if (!uncertain || request.fields.lock !== "*NO") return null;
	return filed(request, "unknown", { msg: "an earlier run was stopped while it may have created this request without a lock" });
}
function createAfter(n, update, movedOn) {
	return {
		n,
		movedOn,
		action: {
			kind: "create",
			request: update.request,
			earlier: null
		}
	};
}
function createOf(entry) {
	const earlier = entry.action.kind === "create" ? entry.action.earlier : null;
	return {
		request: entry.action.request,
		n: entry.n,
		earlier,
		movedOn: entry.movedOn
	};
}
/**
* The RFP that an earlier attempt of this very run opened for the group and gave its keys; null when there is none, or
* it opened several at that level and nobody can tell which is meant.
*/
function rfpBegun({ known, run }, group) {
	const target = group[0]?.action.request.identity;
	if (run.mode !== "per-push" || target === void 0) return null;
	const ofRun = (name) => name.replace(/-\d+$/, "");
	const earlier = known.filter((entry) => entry.run !== run.vref && ofRun(entry.run) === ofRun(run.vref) && entry.appl === target.appl && entry.lvl === target.lvl);
	const [rfp, ...others] = new Set(earlier.map((entry) => entry.rfp).filter((number) => number > 0));
	return rfp !== void 0 && others.length === 0 ? rfp : null;
}
/** The keys that the leader of a group carries: those of the run, else those of its own fields. */
function keysFor({ pipe, pipa, tkey }, run) {
	if (run.pipeline !== null || pipe === void 0 || pipa === void 0) return run.pipeline;
	return {
		pipe,
		pipa,
		tkey: tkey ?? run.tkey
	};
}
/**
* Files the requests of one RFP: its leader alone until the RFP is there (a refused leader is followed by the next),
* then all others at once.
*/
async function fileGroup(filing, limit, group, note) {
	const { run } = filing;
	const rest = [...group];
	const begun = rfpBegun(filing, group);
	let rfp = typeof run.mode === "number" ? run.mode : begun;
	const hasKeys = group.some(({ action }) => keysFor(action.request.fields, run) !== null);
	let opened = run.mode === "none" || rfp !== null && !hasKeys || begun !== null;
	while (!opened && filing.stop === null) {
		const at = rest.findIndex((entry) => entry.action.kind === "create");
		const [leader] = at < 0 ? [] : rest.splice(at, 1);
		if (leader === void 0) break;
		const { fields } = leader.action.request;
		const rfpFields = leaderFields(fields, run);
		const ended = await limit(() => fileCreate(filing, createOf(leader), rfpFields, keysFor(fields, run)));
		note(leader.n, ended);
		const created = ended.find((row) => row.outcome === "created");
		const existing = ended.find((row) => row.outcome === "updated" && row.rfp !== null && row.rfp > 0);
		opened = created !== void 0 || existing !== void 0;
		const leading = created ?? existing;
		if (leading?.rfp) rfp = leading.rfp;
	}
	await inTurns(rest, run.concurrency, async (entry) => {
		note(entry.n, await limit(() => fileFollower(filing, entry, rfp)));
	});
}
async function fileFollower(filing, entry, rfp) {
	const { run } = filing;
	if (entry.action.kind === "update") {
		const result = await fileUpdate(filing, entry.action, rfp);
		if (!("movedOn" in result)) return [result];
		const unknown = unlockedAgain(entry.action);
		if (unknown !== null) return [unknown];
		return fileFollower(filing, createAfter(entry.n, entry.action, result.movedOn), rfp);
	}
	const { fields } = entry.action.request;
	if (run.mode === "none") return fileCreate(filing, createOf(entry), leaderFields(fields, run), null);
	const joined = rfp === null ? {
		arfp: "*AUTO",
		rfpd: rfpDescription(fields, run)
	} : followerFields(rfp);
	return fileCreate(filing, createOf(entry), joined, null);
}

// src/filing-setup.ts
/** Refuses before the first call when a push is larger than somebody expected (design §2). */
function checkLimits({ options }, actions) {
	const calls = actions.filter(({ kind }) => kind === "create" || kind === "update");
	const deletes = calls.filter(({ request }) => request.reason === "*DELETE");
	const most = options["max-requests"] ?? 200;
	const mostDeletes = options["max-deletes"] ?? 20;
	if (calls.length > most) throw tooMany(calls, "requests", most, "max-requests");
	if (deletes.length > mostDeletes) throw tooMany(deletes, "deletes", mostDeletes, "max-deletes");
}
function tooMany(actions, what, most, option) {
	const first = actions.slice(0, 10).map(({ request }) => request.path.text);
	return new Problem("limit", `this would file ${actions.length} ${what}, more than ${most}: ${first.join(", ")}${actions.length > 10 ? ", ..." : ""}`, `If that is meant, run with --${option} ${actions.length}.`);
}
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
		concurrency: options.concurrency ?? 4,
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

// src/filing/note.ts
/** The note on a filed commit, for `git log --notes=check-outs`: who, with what, and one line per request. */
function noteText(about, rows) {
	const { event, run } = about;
	return [
		`Run: ${run}${event.run.url === null ? "" : ` ${event.run.url}`}`,
		`Account: ${event.run.actor ?? "unknown"}`,
		`Tool: file-checkouts ${about.version}`,
		`Mapping: ${about.mappingBlob ?? "none"}`,
		`Branch: ${about.branch}`,
		...rows.map((row) => {
			const number = row.objectId === null ? "" : ` #${row.objectId}`;
			const rfp = row.rfp ? ` RFP ${row.rfp}` : "";
			return `${row.outcome} ${row.reason} ${identityText(row.request.identity)}${number}${rfp} ${row.path.text}`;
		})
	].map(escapeText).join("\n");
}

// src/filing/filed-entries.ts
/**
* The filed objects of a record while a run is added to them: one for each object, and one for each request number.
* Requests whose number the service did not name are never the same.
*/
var FiledEntries = class {
	#entries = /* @__PURE__ */ new Map();
	/** Where a number was put; it may have been replaced there by another since. */
	#keys = /* @__PURE__ */ new Map();
	constructor(entries) {
		for (const entry of entries) this.#put(entry);
	}
	/** Adds an entry in place of the object's, and of the number's: its type may have been open before. */
	set(entry) {
		this.drop(entry.objectId);
		this.#put(entry);
	}
	/** Takes every entry of the number out. */
	drop(objectId) {
		if (objectId === null) return;
		for (const key of this.#keys.get(objectId) ?? []) if (this.#entries.get(key)?.objectId === objectId) this.#entries.delete(key);
		this.#keys.delete(objectId);
	}
	list() {
		return [...this.#entries.values()];
	}
	#put(entry) {
		const key = identityKey(entry);
		this.#entries.set(key, entry);
		const { objectId } = entry;
		if (objectId === null) return;
		const keys = this.#keys.get(objectId);
		if (keys === void 0) this.#keys.set(objectId, /* @__PURE__ */ new Set([key]));
		else keys.add(key);
	}
};

// src/filing/settle.ts
/**
* The record after a run: what was filed, what is still open, and the head up to which all is accounted for (§8).
*
* @param newest the record as it is now; another run of the branch may have written since this one read it.
* @returns null when there is nothing to remember yet (a range given by hand before any push).
*/
function recordAfter(newest, settlement) {
	const { key, head, rows, firstPush, stays } = settlement;
	const movesHead = settlement.movesHead && (newest === null || newest.head === settlement.countedFrom);
	if (newest === null && !movesHead && rows.every((row) => filedObject(row, settlement) === null)) return null;
	const begins = newest === null || firstPush && newest.firstHead !== head;
	const objects = filedAfter(newest?.filed ?? [], settlement);
	return {
		version: 1,
		...key,
		head: movesHead ? head : newest?.head ?? null,
		firstHead: begins ? firstPush ? head : null : newest.firstHead,
		filed: objects,
		open: openAfter(begins ? [] : newest.open.filter(({ path }) => !movesHead || stays.has(path)), settlement),
		...keysAfter(newest?.keys ?? {}, rows),
		runs: withoutRun(newest?.runs ?? [], settlement.me),
		unanswered: unansweredAfter(newest?.unanswered ?? [], rows)
	};
}
function filedAfter(before, settlement) {
	const entries = new FiledEntries(before);
	const byNumber = new Map(before.toReversed().map((entry) => [entry.objectId, entry]));
	const byObject = lookupOf(before);
	const withdrawn = /* @__PURE__ */ new Set();
	for (const row of settlement.rows) {
		if (row.outcome === "withdrawn") {
			withdrawn.add(row.objectId);
			entries.drop(row.objectId);
		}
		const entry = filedObject(row, settlement);
		if (entry === null) continue;
		const added = addedAfter(entry, (entry.objectId === null ? void 0 : byNumber.get(entry.objectId)) ?? byObject.same(entry)[0], withdrawn);
		entries.set(added === entry.added ? entry : {
			...entry,
			added
		});
	}
	return entries.list();
}
/**
* Whether the object is still one that only this branch ever made. A request that was followed by another number
* without being withdrawn has moved on, so the object may stand at the target by now.
*/
function addedAfter(entry, earlier, withdrawn) {
	if (earlier === void 0) return entry.added;
	return earlier.added && (earlier.objectId === entry.objectId || withdrawn.has(earlier.objectId));
}
/** What the row says stands at the service now; null when it says nothing of the kind. */
function filedObject(row, { head, me }) {
	if (row.outcome !== "created" && row.outcome !== "updated" && row.outcome !== "unchanged") return null;
	if (row.ofBranch !== null) return null;
	const { request } = row;
	return {
		...request.identity,
		objectId: row.objectId,
		reason: request.reason,
		path: request.path.text,
		blob: request.blob,
		rfp: row.rfp ?? 0,
		commit: head,
		run: me.run,
		added: request.added,
		sent: rememberedOf(request.fields)
	};
}
function openAfter(before, { rows, unmapped }) {
	const touched = lookup(rows, ({ request }) => request.identity);
	const touchedPaths = new Set(before.length === 0 ? [] : rows.map(({ request }) => pathKey(request.path)));
	const kept = before.filter((open) => touched.same(open).length === 0 && !touchedPaths.has(open.path));
	const open = rows.filter((row) => !settledOutcomes.includes(row.outcome)).map(openChange);
	const paths = new Set([...kept, ...open].map(({ path }) => path));
	return [
		...kept,
		...open,
		...unmapped.filter((path) => !paths.has(pathKey(path))).map(unmappedChange)
	];
}
/** A file without a rule: which object it makes is not known yet. */
function unmappedChange(path) {
	return {
		appl: "",
		lvl: 0,
		type: null,
		objn: "",
		rpth: null,
		path: pathKey(path),
		reason: "*MIGRATE",
		outcome: "unmapped",
		why: "no rule matches it",
		needsPerson: false,
		added: false
	};
}
function openChange(row) {
	const { request } = row;
	return {
		...request.identity,
		path: pathKey(request.path),
		reason: request.reason,
		outcome: row.outcome,
		why: row.msg ?? row.outcome,
		needsPerson: row.needsPerson,
		added: request.added
	};
}
/** Pipeline keys by RFP; nothing at all as long as none was sent. */
function keysAfter(before, rows) {
	const sent = rows.flatMap(({ rfp, tkey }) => rfp !== null && rfp > 0 && tkey !== null ? [[rfp, tkey]] : []);
	const keys = {
		...before,
		...Object.fromEntries(sent)
	};
	return Object.keys(keys).length === 0 ? {} : { keys };
}
/**
* Calls that this run has settled are no longer unanswered; what it did not get to is as uncertain as before, and so is
* what it got no answer to.
*/
function unansweredAfter(before, rows) {
	const ended = rows.filter((row) => settledOutcomes.includes(row.outcome) || row.uncertain !== null);
	const met = lookup(ended, ({ request }) => request.identity);
	return [...before.filter((call) => met.same(call).length === 0), ...rows.flatMap(({ uncertain }) => uncertain ?? [])];
}

// src/ledger/words.ts
/** What the report says of a run that cannot write the ledger (design §8 "No write permission"). */
function ledgerNotice(why) {
	return `nothing is remembered of this run, because the ledger cannot be used (${why}): the next push of the same files will meet their locks, and without locks file them again`;
}
/** Under `require` a ledger that cannot be written ends the run before anything is filed. */
function ledgerRequired(why) {
	return new Problem("ledger", `the ledger cannot be written: ${why}`, "Let the job push refs/notes/check-outs (contents: write), or run with --ledger auto.");
}

// src/mapping/sole-branch.ts
/** A value that is written out; null when it is rendered and could be anything. */
function literal(value) {
	if (value === void 0 || value === null) return void 0;
	return isTemplate(value) ? null : String(value);
}
function mayBe(value, wanted) {
	return value === null || value === wanted;
}
/** The application and level that a branch rule, with or without a file rule over it, can give. */
function mayReach(compiled, branch, target) {
	const over = [{}, ...(compiled.rules ?? []).flatMap(({ result }) => result.kind === "requests" ? result.requests : [])];
	const { request } = compiled.mapping;
	return over.some((fields) => {
		const appl = literal(fields.appl ?? branch.fields.appl ?? request.appl);
		const lvl = literal(fields.lvl ?? branch.fields.lvl ?? request.lvl);
		return mayBe(appl, target.appl) && mayBe(lvl, String(target.lvl));
	});
}
/**
* True when exactly one branch, named outright, can file at the target, and it is this one. Without branch rules every
* branch can.
*/
function isSoleBranch(compiled, branch, target) {
	const reaching = (compiled.branches ?? []).filter((rule) => mayReach(compiled, rule, target));
	const patterns = new Set(reaching.flatMap(({ globs }) => globs.map(({ source }) => source)));
	const [only] = patterns;
	return compiled.branches !== null && patterns.size === 1 && only === branch && isWrittenOut(branch);
}

// src/remembering.ts
/** A ledger that this run can write. */
function writable(planned) {
	const { ledger, key } = planned;
	return key === null || ledger.trouble !== null ? null : {
		ledger,
		key
	};
}
/** The head of a record that begins with this run; a range given by hand accounts for nothing before it. */
function firstHeadOf({ range }) {
	return range.explicit ? null : range.base;
}
/**
* Writes down the run and its intended calls before the first of them (design §8 "Written ahead"). A run of the same
* branch that is under way goes first.
*
* @param calls false when no call will be made: then only the run under way matters.
* @throws Problem('ledger') under `require` when that cannot be written.
*/
async function beginRun(input, planned, calls) {
	const open = writable(planned);
	if (open === null) return { kind: "begun" };
	const { me } = input;
	const [waitFor] = runsToWaitFor(planned.record?.runs ?? [], me, input.now());
	if (waitFor !== void 0) return {
		kind: "underWay",
		run: waitFor.run
	};
	if (!calls) return { kind: "begun" };
	const { head, firstPush } = planned.range;
	const intended = intendedCalls(planned.actions);
	const seen = open.ledger.latest();
	let other = null;
	const change = (newest) => {
		const now = input.now();
		other = runsToWaitFor(newest?.runs ?? [], me, now)[0]?.run ?? changedBy(newest, seen);
		if (other !== null) return null;
		return recordBegun(newest, {
			key: open.key,
			me,
			base: firstHeadOf(planned),
			head,
			firstPush,
			calls: intended,
			now
		});
	};
	const written = await open.ledger.write(change);
	if (other !== null) return {
		kind: "underWay",
		run: other
	};
	if (written.kind !== "refused") return { kind: "begun" };
	if (input.options.ledger === "require") throw ledgerRequired(written.why);
	return {
		kind: "ledgerRefused",
		why: written.why
	};
}
/** A run that ended between this run's look at the record and its beginning; null when nothing moved. */
function changedBy(newest, seen) {
	return newest === seen || fingerprint(newest) === fingerprint(seen) ? null : "another run of the branch";
}
/** All of a record that a plan depends on; leases come and go. */
function fingerprint(record) {
	if (record === null) return "";
	const { head, firstHead, filed, open, unanswered } = record;
	return JSON.stringify([
		head,
		firstHead,
		filed,
		open,
		unanswered
	]);
}
/** Keeps the lease of the run while it lives; disposing ends that. A renewal that fails is no reason to stop. */
function holdLease(input, planned) {
	const open = writable(planned);
	if (open === null) return { [Symbol.dispose]: () => {} };
	const renew = () => void open.ledger.write((newest) => newest === null ? null : recordRenewed(newest, input.me, input.now())).catch(() => {});
	const timer = setInterval(renew, renewMs);
	timer.unref();
	return { [Symbol.dispose]: () => clearInterval(timer) };
}
/** Whose a number is, as far as the ledger, the history and the mapping tell. */
function ownershipSources(input, planned, repository, objects) {
	const { ledger, range, repo, mapping, key, record } = planned;
	const isOwn = (other) => other.repo === repo && other.branch === range.branch && other.mapping === key?.mapping;
	const merged = (commit) => isAncestor(repository, objects, commit, range.head).catch(() => false);
	const setsTarget = (input.options.set ?? []).some((item) => /^(appl|lvl)=/.test(item));
	return {
		onConflict: input.options["on-conflict"] ?? "prove",
		holdersOf: async (number) => {
			const found = await ledger.holdersOf(number);
			return Promise.all(found.map(async ({ record: other, entry }) => {
				const own = isOwn(other);
				const isBusy = !own && runsToWaitFor(other.runs, input.me, input.now()).length > 0;
				const ancestor = own || !isBusy && other.repo === repo && entry.commit !== "" && await merged(entry.commit);
				return {
					entry,
					repo: other.repo,
					branch: other.branch,
					mapping: other.mapping,
					own,
					isAncestor: ancestor
				};
			}));
		},
		unansweredFor: (request) => record?.unanswered.find((call) => call.sent !== null && mayBeSame(call, request.identity)) ?? null,
		meantElsewhere: async (request) => {
			const { records } = await ledger.all();
			const rival = records.find((other) => other.service === key?.service && !isOwn(other) && meant(other).some((call) => mayBeSame(call, request.identity)));
			return rival === void 0 ? null : `${rival.repo} ${rival.branch}`;
		},
		soleBranch: ({ identity }) => !setsTarget && isSoleBranch(mapping, range.branch, identity),
		atHead: async (path) => {
			const [info] = await objects.info([`${range.head}:${path}`]);
			return info?.type === "blob";
		}
	};
}
/** Calls that a branch wrote down and has not said the end of. */
function meant(record) {
	return [...record.unanswered, ...record.runs.flatMap(({ calls }) => calls)].filter(({ objectId }) => objectId === null);
}
/** What was known to be open already and stays so until a person settles it: a warning, no longer red (design §8). */
function isOldNews(row, planned) {
	if (!row.needsPerson || !planned.leftBehind.has(pathKey(row.request.path))) return false;
	const { path, identity } = row.request;
	return (planned.record?.open ?? []).some((open) => open.needsPerson && open.outcome === row.outcome && open.path === pathKey(path) && mayBeSame(open, identity));
}
/**
* Writes down what came of the run, with the note on the commit.
*
* @returns the rows that count, without those that earlier runs have reported; they become notices.
*/
async function endRun(input, planned, result, notices) {
	const old = result.rows.filter((row) => isOldNews(row, planned));
	for (const row of old) notices.push(`still open: ${row.request.path.text}: ${row.outcome}: ${row.msg ?? ""} (settle it, or ledger forget)`);
	const rows = result.rows.filter((row) => !old.includes(row));
	notices.push(...keptKeys(rows, planned.record));
	return {
		rows,
		error: await writeEnd(input, planned, result, rows.length > 0, notices)
	};
}
/** An update cannot carry a pipeline key: a push that only updates says which key its RFP has (design §7). */
function keptKeys(rows, record) {
	if (rows.some(({ tkey }) => tkey !== null)) return [];
	return [...new Set(rows.flatMap(({ outcome, rfp }) => outcome === "updated" && rfp !== null ? [rfp] : []))].flatMap((rfp) => {
		const key = record?.keys?.[rfp];
		return key === void 0 ? [] : [`RFP ${rfp} keeps the pipeline key ${key}; an update sends none`];
	});
}
async function writeEnd(input, planned, result, withNote, notices) {
	const open = writable(planned);
	if (open === null) return null;
	const { range, mappingBlob, record } = planned;
	const { me, event, version } = input;
	const { head, firstPush, movesHead } = range;
	const countedFrom = record === null || record.head === null || isRenewed(planned) ? firstHeadOf(planned) : record.head;
	const settlement = {
		key: open.key,
		head,
		me,
		rows: result.rows,
		firstPush,
		movesHead: movesHead && !range.explicit,
		stays: planned.stays,
		unmapped: planned.unmapped,
		countedFrom
	};
	const text = noteText({
		run: me.run,
		event,
		version,
		mappingBlob,
		branch: range.branch
	}, result.rows);
	const note = withNote ? {
		commit: head,
		text
	} : null;
	const written = await open.ledger.write((newest) => recordAfter(newest, settlement), note, givenUp(result, open.key));
	if (written.kind !== "refused") return null;
	if (input.options.ledger === "require") return ledgerRequired(written.why);
	notices.push(ledgerNotice(written.why));
	return null;
}
function isRenewed({ range, record }) {
	return range.firstPush && record?.firstHead !== range.head;
}
/** Records of merged branches whose requests this branch goes on with: they give the numbers up in the same commit. */
function givenUp({ takenOver }, { service }) {
	const byRecord = Map.groupBy(takenOver, ({ repo, mapping, branch }) => recordPath({
		service,
		repo,
		mapping,
		branch
	}));
	return new Map([...byRecord].map(([path, holders]) => {
		const numbers = new Set(holders.map(({ entry }) => entry.objectId));
		const change = (newest) => newest === null ? null : {
			...newest,
			filed: newest.filed.filter(({ objectId }) => !numbers.has(objectId))
		};
		return [path, change];
	}));
}

// src/filing.ts
const noClient = {
	create: () => Promise.reject(/* @__PURE__ */ new Error("no call was planned")),
	update: () => Promise.reject(/* @__PURE__ */ new Error("no call was planned")),
	close: () => Promise.resolve()
};
/**
* Files what was planned, within its limits: writes down what is intended, files, writes down what came of it (§8).
*
* @param notices gets a line for what the user should know of the ledger.
* @throws Problem('limit', 'usage', 'ledger') before the first call.
*/
async function fileRange(input, planned, repository, objects, notices) {
	const { actions, record } = planned;
	checkLimits(input, actions);
	const calls = actions.filter(makesCalls).length;
	const run = filingRun(input, planned);
	const log = input.progress?.over(input.log) ?? input.log;
	const client = calls > 0 ? await createClient(clientOptions({
		...input,
		log
	}, run.concurrency)) : noClient;
	const begun = await beginRun(input, planned, calls > 0);
	if (begun.kind !== "begun") return begun;
	let result;
	{
		using _lease = holdLease(input, planned);
		using _progress = input.progress?.begin(calls);
		try {
			const ownership = ownershipSources(input, planned, repository, objects);
			const read = (oid) => objects.content(oid);
			const setup = {
				client,
				read,
				run,
				known: record?.filed ?? [],
				ownership
			};
			result = await carryOut(setup, actions, (action, rows) => {
				if (makesCalls(action)) input.progress?.ended(!rows.every(isSettled));
			});
		} finally {
			await client.close();
		}
	}
	const { rows, error } = await endRun(input, planned, result, notices);
	const stop = result.stop ?? (input.signal.aborted && rows.some(isLeft) ? cancelled : null);
	return {
		kind: "filed",
		rows,
		stop,
		exitCode: stop?.code === cancelled.code ? exitCodes.notFiled : exitCodes.serviceLost,
		ledgerError: error
	};
}
const cancelled = {
	code: "cancelled",
	why: "the run was cancelled before everything was filed",
	remedy: "The next run of this branch files the rest."
};
function makesCalls({ kind }) {
	return kind === "create" || kind === "update";
}
function isSettled({ outcome }) {
	return settledOutcomes.includes(outcome);
}
function isLeft(row) {
	return row.outcome === "notAttempted" || row.uncertain !== null;
}

// src/git/newer-tip.ts
/**
* Asks the remote where the branch is now, so that nothing old is filed over something new (design §3 "Never
* backwards").
*
* @returns null when it is at the head, gone, or there is no remote where it could have moved.
* @throws Problem('git', 'range') when the remote cannot be asked, or its answer cannot be had.
*/
async function newerTip(repository, objects, branch, head) {
	if (repository.remote === null) return null;
	const oid = await remoteRef(repository, `refs/heads/${branch}`).catch((error) => {
		throw cannotTell(branch, error);
	});
	if (oid === null || oid === head) return null;
	const [gone] = await ensureCommits(repository, objects, [oid]);
	if (gone !== void 0) throw cannotTell(branch, new Error(gone.why));
	return {
		oid,
		differs: await differingPaths(repository, head, oid),
		tree: await listTree(repository, oid)
	};
}
function cannotTell(branch, error) {
	return new Problem("range", `whether ${branch} has moved on since this push cannot be told: ${error.message}`, "Let the job read the repository (contents: read, or FILE_CHECKOUTS_GIT_TOKEN), or name the commit with --head.", { cause: error });
}

// src/ledger/strayed.ts
/**
* A record of this branch that began under another address or repository ID and under which nothing was ever filed: a
* first day's typing error. Once that is mended, its changes must not be lost with it.
*
* @returns null when there is none, or more than one, so that nobody can tell.
*/
function strayedRecord(records, key) {
	const strayed = records.filter(({ service, repo, mapping, branch, head, filed, unanswered }) => branch === key.branch && mapping === key.mapping && service === key.service !== (repo === key.repo) && head !== null && filed.length === 0 && unanswered.length === 0);
	return strayed.length === 1 ? strayed[0] ?? null : null;
}
/** That record under the right key. */
function underKey(strayed, key) {
	return {
		...strayed,
		...key,
		runs: []
	};
}

// src/plan/planned.ts
/** True for a file that is left out for now only: what is open of it stays open. */
function isLeftOutForNow({ why }) {
	return /^(no rule for branch |no rule matches it$|superseded: |as on )/.test(why);
}

// src/planning/notices.ts
/** What the ledger can and cannot do for this run. */
function noteLedger({ input, draft }, key, ledger) {
	if (key === null && input.command === "file") return;
	if (input.options.ledger === "off") draft.notices.push("the ledger is off: nothing of this run is remembered");
	else if (key === null && input.event.happening.kind !== "tag") draft.notices.push("without --url or --ledger-key the plan does not know what was filed before");
	else if (ledger.trouble !== null) draft.notices.push(ledgerNotice(ledger.trouble));
}
/** A plan goes on without the remote where the clone itself knows enough, and says so. */
function noteRemote({ repository, draft }, ledger) {
	const { trouble } = repository.remoteView;
	if (trouble === null || repository.remote === null || ledger.trouble !== null) return;
	draft.notices.push(`${trouble.message}; branches are taken as this clone knows them`);
}
/** A deleted branch may leave locks behind: what the ledger knows of it is listed. */
function noteHeld({ draft }, ledger) {
	for (const entry of ledger.record?.filed ?? []) draft.notices.push(`request ${entry.objectId} (${entry.appl}/${entry.lvl} ${entry.objn}) may still hold its lock`);
}
/** Changed files that no rule reaches. */
function noteUnmapped({ draft }, mapping, plan) {
	const unmapped = plan.leftOut.filter((entry) => entry.why === "no rule matches it");
	if (unmapped.length === 0 || mapping.mapping.unmapped !== "warn") return;
	const files = unmapped.length === 1 ? "1 changed file has" : `${unmapped.length} changed files have`;
	draft.notices.push(`${files} no rule in the mapping (unmapped: warn)`);
}
/** What `init` left open: a plan shows the marks, and `file` refuses them. */
function notePlaceholders({ draft }, open) {
	if (open.length === 0) return;
	const marks = open.map(({ path, value }) => `${path} (${value})`).join(", ");
	draft.notices.push(`still to be filled in, before anything can be filed: ${marks}`);
}
/** Objects that were deleted here and stay at the service, under `deletes: report`. */
function noteDeletes({ draft }, mapping, plan) {
	if (mapping.mapping.deletes !== "report") return;
	const deleted = plan.leftOut.filter(({ why }) => why.startsWith("deleted (deletes: report)"));
	if (deleted.length === 0) return;
	const files = deleted.length === 1 ? "1 deleted file is" : `${deleted.length} deleted files are`;
	const names = deleted.slice(0, 10).map(({ path }) => path.text);
	const more = deleted.length > names.length ? ", ..." : "";
	draft.notices.push(`${files} not filed for deletion (deletes: report): ${names.join(", ")}${more}`);
}

// src/planning/open-record.ts
/** True for a run that may write to the ledger. */
function mayWrite({ command, options }) {
	return command === "file" && options["dry-run"] !== true;
}
/**
* Writes down the range of a branch that has no record yet, before anything else can fail (design §8). A job that may
* not push goes on without.
*/
async function openRecord(planning, ledger, range, key, record) {
	const { input } = planning;
	const counts = range.mayFile && !range.explicit && range.base !== null;
	const isNew = ledger.latest() === null || record === null || record.head === null || range.firstPush && record.firstHead !== range.head;
	if (!mayWrite(input) || !counts || !isNew || key === null || ledger.trouble !== null) return ledger;
	const { base, head, firstPush } = range;
	const written = await ledger.write((newest) => recordOpened(newest ?? record, {
		key,
		base,
		head,
		firstPush
	}));
	if (written.kind !== "refused") return ledger;
	return withoutWriting(planning, ledger, written.why);
}
/** @throws Problem('ledger') under `require`: nothing is filed that could not be remembered. */
function withoutWriting({ input, draft }, ledger, why) {
	if (input.options.ledger === "require") throw ledgerRequired(why);
	draft.notices.push(ledgerNotice(why));
	return readOnlyLedger(ledger, why);
}
/** The head moves past a push that is skipped on purpose, when all before it is accounted for. */
async function passSkipped({ input }, ledger, why) {
	const { happening } = input.event;
	if (!mayWrite(input) || happening.kind !== "push" || ledger.record === null) return;
	const { before, after } = happening;
	const note = {
		commit: after,
		text: `Run: ${input.me.run}\nskipped: ${escapeText(why)}`
	};
	await ledger.write((newest) => newest?.head === before ? {
		...newest,
		head: after
	} : null, note);
}

// src/git/paths-at-head.ts
/**
* The changes of a manual refile (`--paths`): the chosen files as they are at the head, compared with nothing. Each
* stands on both sides, so that none passes for new.
*/
function asTheyAre(tree, chosen) {
	return tree.filter((side) => chosen(side.path.text)).map((side) => ({
		before: side,
		after: side
	}));
}

// src/plan/contents.ts
/** Only blobs of this size (bytes) can be Git LFS pointers; no other content is looked into. */
function mayBeLfsPointer(size) {
	return size >= 100 && size <= 1024;
}
/** True for the text of a Git LFS pointer file, by its specification. */
function isLfsPointer(text) {
	return /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(.*\n)*oid sha256:[0-9a-f]{64}\n(.*\n)*size \d+\n/.test(text);
}
const lfs = "it is a Git LFS pointer; the content is not in Git (take the file out of LFS, or skip it in the mapping)";
/** The plan with sizes filled in, and Git LFS pointers marked as unsendable. */
function withContents(plan, facts) {
	const requests = plan.requests.map((request) => {
		const known = request.blob === null ? void 0 : facts.get(request.blob);
		if (known === void 0) return request;
		const obstacle = known.isLfsPointer ? {
			outcome: "unsendable",
			why: lfs
		} : request.obstacle;
		return {
			...request,
			bytes: known.size,
			obstacle
		};
	});
	return {
		...plan,
		requests
	};
}

// src/plan/collisions.ts
/**
* Marks requests of one push that are about one object: which of them is meant cannot be known, so none is filed
* (design §6). Deletes never collide: the delete guard has compared them with what is left.
*/
function withCollisions(requests) {
	const groups = Map.groupBy(requests.filter((request) => request.reason !== "*DELETE" && !isRejected(request)), (request) => identityKey(request.identity));
	return requests.map((request) => {
		if (request.reason === "*DELETE" || request.obstacle !== null) return request;
		const others = (groups.get(identityKey(request.identity)) ?? []).filter((other) => other !== request);
		if (others.length === 0) return request;
		const names = [...new Set(others.map((other) => other.path.text))].join(", ");
		const why = `${identityText(request.identity)} also comes from ${names}`;
		return {
			...request,
			obstacle: {
				outcome: "collision",
				why
			}
		};
	});
}
/** Values that cannot be right name no object that could be meant. */
function isRejected({ obstacle }) {
	return obstacle?.outcome === "rejected";
}

// src/plan/obstacle.ts
/** What keeps a file's request from being sent: a name that cannot be carried, or values that cannot be right. */
function obstacleOf(path, problems) {
	const name = unsendableName(path);
	if (name !== null) return {
		outcome: "unsendable",
		why: name
	};
	return problems.length === 0 ? null : {
		outcome: "rejected",
		why: problems.join("; ")
	};
}

// src/plan/deletes.ts
/**
* Turns delete candidates into `*DELETE` requests, unless a remaining file at head still makes the object: deleting
* one of several sources often leaves the object (design §6).
*/
function guardedDeletes(candidates, input) {
	const requests = [];
	const leftOut = [];
	if (candidates.length === 0) return {
		requests,
		leftOut
	};
	const remaining = remainingMakers(candidates, input);
	const asked = /* @__PURE__ */ new Map();
	for (const candidate of candidates) {
		const why = reasonToKeep(candidate, input.deletes, remaining, asked);
		if (why === null) requests.push(deleteRequest(candidate));
		else leftOut.push({
			path: candidate.path,
			previousPath: null,
			why,
			error: false
		});
	}
	return {
		requests,
		leftOut
	};
}
function reasonToKeep({ path, target }, mode, remaining, asked) {
	const object = identityText(target.identity);
	const maker = remaining.get(nameKey(target.identity))?.find((other) => mayBeSame(other.identity, target.identity));
	if (maker !== void 0) return `deleted, but ${object} still comes from ${maker.path.text}`;
	if (mode !== "request") return `deleted (deletes: ${mode}): ${object} is not filed for deletion`;
	const key = identityKey(target.identity);
	const first = asked.get(key);
	if (first !== void 0) return `deleted, and ${object} is filed for deletion with ${first.text}`;
	asked.set(key, path);
	return null;
}
/** The regular files at head that make an object with the name of a candidate. */
function remainingMakers(candidates, input) {
	const wanted = new Set(candidates.map(({ target }) => nameKey(target.identity)));
	const makers = /* @__PURE__ */ new Map();
	for (const side of input.headTree()) {
		if (!side.mode.startsWith("100")) continue;
		const mapped = input.mapper(side.path);
		if (mapped.kind === "leftOut") continue;
		for (const { identity } of mapped.targets) {
			const key = nameKey(identity);
			if (!wanted.has(key)) continue;
			const known = makers.get(key) ?? [];
			known.push({
				identity,
				path: side.path
			});
			makers.set(key, known);
		}
	}
	return makers;
}
function deleteRequest({ path, rule, target }) {
	const { copy: _, ...kept } = target.fields;
	const fields = {
		...kept,
		rsn: "*DELETE"
	};
	return {
		path,
		previousPath: null,
		reason: "*DELETE",
		rule,
		identity: target.identity,
		fields,
		blob: null,
		bytes: null,
		added: false,
		obstacle: obstacleOf(path, target.problems)
	};
}

// src/plan/order.ts
function compare(one, other) {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
/** By target, migrations before deletes, then object, then path: two runs of one range plan the same list. */
function inOrder(requests) {
	const last = (request) => request.reason === "*DELETE" ? 1 : 0;
	return requests.toSorted((one, other) => compare(one.identity.appl, other.identity.appl) || compare(one.identity.lvl, other.identity.lvl) || compare(last(one), last(other)) || compare(one.identity.objn, other.identity.objn) || compare(one.identity.type ?? "", other.identity.type ?? "") || compare(one.path.text, other.path.text));
}

// src/plan/sides.ts
const isFile = (side) => side?.mode.startsWith("100") === true;
function leftOut(path, why) {
	return {
		path,
		previousPath: null,
		why,
		error: false
	};
}
function oddity(side) {
	if (side.mode === "160000") return "submodule";
	if (side.mode === "120000") return "symbolic link";
	return `entry of mode ${side.mode}`;
}
/**
* Sorts one change: into its file sides, or into what is left out because it is no file (submodules, symbolic links)
* or no change of content (mode only). A file that became a link is gone as a file.
*/
function sidesOf(change) {
	const { before, after } = change;
	const present = isFile(after) ? after : null;
	const gone = isFile(before) && (present === null || before === null || pathKey(before.path) !== pathKey(present.path)) ? before : null;
	if (present === null && gone === null) {
		const side = after ?? before;
		if (side === null) throw new Error("a change without sides");
		return leftOut(side.path, oddity(side));
	}
	if (present !== null && gone === null && before?.oid === present.oid && before.mode !== present.mode) {
		if (isFile(before)) return leftOut(present.path, "only the file mode changed");
	}
	return {
		present,
		gone,
		moved: present !== null && gone !== null,
		isNew: present !== null && (gone !== null || !isFile(before))
	};
}

// src/plan/plan.ts
/** True when a change takes a regular file away from its name, so that the plan will ask for the head's tree. */
function takesAway(change) {
	const sides = sidesOf(change);
	return "gone" in sides && sides.gone !== null;
}
/**
* Decides what each changed file becomes (design §6): every change ends once, as a request or as left out. Pure; the
* result is in the order of filing, the same for the same range.
*/
function makePlan(input) {
	const requests = [];
	const leftOut = [];
	const candidates = [];
	for (const change of input.changes) {
		const sides = sidesOf(change);
		if ("why" in sides) {
			leftOut.push(sides);
			continue;
		}
		const old = sides.gone === null ? null : input.mapper(sides.gone.path);
		const matched = /* @__PURE__ */ new Set();
		if (sides.present !== null) placePresent(input, sides, sides.present, old, matched, requests, leftOut);
		if (sides.gone !== null && old !== null) placeGone(sides, sides.gone, old, matched, candidates, leftOut);
	}
	const deleted = guardedDeletes(candidates, input);
	return {
		requests: inOrder(withCollisions([...requests.map(notAddedIfMoved(candidates)), ...deleted.requests])),
		leftOut: [...leftOut, ...deleted.leftOut]
	};
}
/** An object whose old file goes in the same range (moved and edited) was there before. */
function notAddedIfMoved(candidates) {
	const gone = Map.groupBy(candidates, ({ target }) => nameKey(target.identity));
	return (request) => {
		const before = gone.get(nameKey(request.identity))?.some(({ target }) => mayBeSame(target.identity, request.identity));
		return request.added && before ? {
			...request,
			added: false
		} : request;
	};
}
/** A file that is there at head: one request per target, or left out. */
function placePresent(input, sides, present, old, matched, requests, leftOut) {
	const mapped = input.mapper(present.path);
	const movedFrom = sides.moved && sides.gone !== null ? sides.gone.path : null;
	if (mapped.kind === "leftOut") {
		leftOut.push({
			path: present.path,
			previousPath: movedFrom,
			why: mapped.why,
			error: mapped.error
		});
		return;
	}
	for (const target of mapped.targets) {
		const before = old?.kind === "requests" ? old.targets.find((other) => isSame(target, other, matched)) : void 0;
		if (before !== void 0) matched.add(before);
		requests.push({
			path: present.path,
			previousPath: before === void 0 ? null : movedFrom,
			reason: target.fields.rsn ?? "*MIGRATE",
			rule: mapped.rule,
			identity: target.identity,
			fields: target.fields,
			blob: present.oid,
			bytes: null,
			added: before === void 0 && !input.fromNothing && sides.isNew,
			obstacle: obstacleOf(present.path, target.problems)
		});
	}
}
function isSame(target, other, taken) {
	return !taken.has(other) && mayBeSame(target.identity, other.identity);
}
/** A file that is gone: each target that the new name does not make again may have to be deleted. */
function placeGone(sides, gone, old, matched, candidates, leftOut) {
	if (old.kind === "leftOut") {
		if (!sides.moved) leftOut.push({
			path: gone.path,
			previousPath: null,
			why: old.why,
			error: old.error
		});
		return;
	}
	for (const target of old.targets) if (!matched.has(target)) candidates.push({
		path: gone.path,
		rule: old.rule,
		target
	});
}

// src/plan/reopened.ts
const isTextKey = (key) => !key.startsWith("\0");
/**
* Changes that an earlier run left open, each as it is at the head now: a file that is there is filed as it is, one
* that is gone is a delete. Paths that the range itself names are not repeated.
*
* @param open paths of open changes, as keys (see pathKey). @param headTree every entry of the head's tree.
*/
function reopened(open, changes, headTree) {
	const named = new Set(changes.flatMap(({ before, after }) => [before, after].flatMap((side) => side ? [pathKey(side.path)] : [])));
	const wanted = new Set(open.filter((path) => !named.has(path)));
	if (wanted.size === 0) return [];
	const there = headTree.filter((side) => wanted.has(pathKey(side.path)));
	for (const side of there) wanted.delete(pathKey(side.path));
	const gone = [...wanted].flatMap((key) => {
		const path = textPath(key);
		return isTextKey(key) ? [{
			before: {
				path,
				mode: "100644",
				oid: ""
			},
			after: null
		}] : [];
	});
	return [...there.map((side) => ({
		before: side,
		after: side
	})), ...gone];
}

// src/planning/added.ts
/**
* An object that another file at head makes too was not added by this branch, though this file was: should both go
* later, the object has to be deleted, not only its request withdrawn (design §7).
*/
async function notAddedTwice(plan, mapper, headTree) {
	const wanted = new Set(plan.requests.filter(({ added }) => added).map(({ identity }) => nameKey(identity)));
	if (wanted.size === 0) return plan;
	const makers = (await headTree()).flatMap((side) => {
		if (!side.mode.startsWith("100")) return [];
		const mapped = mapper(side.path);
		return (mapped.kind === "requests" ? mapped.targets : []).filter(({ identity }) => wanted.has(nameKey(identity))).map(({ identity }) => ({
			identity,
			path: pathKey(side.path)
		}));
	});
	const hasOther = ({ identity, path }) => makers.some((maker) => maker.path !== pathKey(path) && mayBeSame(maker.identity, identity));
	const requests = plan.requests.map((request) => request.added && hasOther(request) ? {
		...request,
		added: false
	} : request);
	return {
		...plan,
		requests
	};
}

// src/planning/contents.ts
/** Sizes of what the plan would send; only what has the size of a Git LFS pointer is looked into. */
async function blobFacts(repository, objects, plan) {
	const oids = [...new Set(plan.requests.flatMap(({ blob }) => blob === null ? [] : [blob]))];
	const infos = await presentBlobs(repository, objects, oids);
	const facts = /* @__PURE__ */ new Map();
	for (const [n, oid] of oids.entries()) {
		const size = infos[n]?.size ?? 0;
		const pointer = mayBeLfsPointer(size) && isLfsPointer(await (await objects.read(oid)).text());
		facts.set(oid, {
			size,
			isLfsPointer: pointer
		});
	}
	return facts;
}

// src/git/brought-in.ts
/**
* What a push brought in from another branch, by merge, rebase or fast-forward: the base of the range did not have the
* merge base of head and that branch yet. Then a file that is the same at head as at the merge base came from there
* (design §3 "Not another branch's changes").
*
* @param range two commits; the base may be the empty tree. @param from the default branch.
* @returns keys of the paths that differ between the merge base and the head, which are the branch's own; null when
* the push brought nothing in.
* @throws Problem('git') when the history cannot be had.
*/
async function ownPaths(repository, objects, range, from) {
	const tip = await branchTip(repository, from);
	const shared = tip === null ? null : await mergeBase(repository, objects, tip, range.head);
	if (shared === null) return null;
	if (!(range.base === emptyTree[repository.objectFormat]) && await isAncestor(repository, objects, shared, range.base)) return null;
	const [gone] = await ensureCommits(repository, objects, [shared]);
	if (gone !== void 0) throw unreadable(`the merge base with ${from}`, new Error(gone.why));
	return differingPaths(repository, shared, range.head);
}

// src/plan/set-aside.ts
/**
* Leaves changes out by path. A rename has two: when only one of them goes, the other stays as what it is by itself, a
* file that is there (on both sides, so that it does not pass for new) or one that is gone.
*
* @param goes tells by the key of a path (see pathKey). @param why the reason in the report.
*/
function setAside(changes, goes, why) {
	const kept = [];
	const leftOut = [];
	const leave = (side, previous) => leftOut.push({
		path: side.path,
		previousPath: previous?.path ?? null,
		why,
		error: false
	});
	for (const change of changes) {
		const { before, after } = change;
		const old = before !== null && goes(pathKey(before.path));
		const now = after !== null && goes(pathKey(after.path));
		if (!old && !now) kept.push(change);
		else if (before === null || after === null || pathKey(before.path) === pathKey(after.path)) {
			const side = after ?? before;
			if (side !== null) leave(side, null);
		} else if (old && now) leave(after, before);
		else if (old) {
			leave(before, null);
			kept.push({
				before: after,
				after
			});
		} else {
			leave(after, null);
			kept.push({
				before,
				after: null
			});
		}
	}
	return {
		kept,
		leftOut
	};
}

// src/planning/others-changes.ts
/** Leaves out what differs at the branch's tip: the run of the newer push files it (design §3 "Never backwards"). */
function withoutSuperseded(changes, branch, tip) {
	if (tip === null) return {
		kept: changes,
		leftOut: []
	};
	const why = `superseded: at the remote ${branch} is at ${tip.oid.slice(0, 12)}, where it differs`;
	return setAside(changes, (key) => tip.differs.has(key), why);
}
/**
* Leaves out what a merge or rebase brought in from the default branch, unless this branch has a request for it. The
* history is looked at only when it can matter.
*/
async function withoutDefaultBranch(repository, objects, changes, range, defaultBranch, held) {
	const all = {
		kept: changes,
		leftOut: []
	};
	const { base } = range;
	const isPush = range.rule === "push" || range.rule === "ledger";
	if (base === null || !isPush || defaultBranch === null || range.branch === defaultBranch) return all;
	const isHeld = new Set(changes.flatMap((change) => sides(change).flatMap((side) => heldKey(side, held))));
	if (changes.filter((change) => sides(change).some((side) => !isHeld.has(pathKey(side.path)))).length === 0) return all;
	const own = await ownPaths(repository, objects, {
		base,
		head: range.head
	}, defaultBranch);
	if (own === null) return all;
	return setAside(changes, (key) => !own.has(key) && !isHeld.has(key), `as on ${defaultBranch}`);
}
function sides({ before, after }) {
	return [before, after].filter((side) => side !== null);
}
/** The key of a path for which the branch has a request: for the path itself, or for an object that it makes. */
function heldKey({ path }, { record, mapper, behind }) {
	if (behind.has(pathKey(path))) return [pathKey(path)];
	if (record === null || record.filed.length === 0) return [];
	const mapped = mapper(path);
	const targets = mapped.kind === "requests" ? mapped.targets : [];
	return record.filed.some((entry) => entry.path === path.text || targets.some(({ identity }) => mayBeSame(entry, identity))) ? [pathKey(path)] : [];
}

// src/planning/unfiled.ts
/**
* Leaves out deletes of objects that the branch itself added and never got filed: they never were at the target, and
* what stands there by now is somebody else's (design §7).
*/
function notDeletingUnfiled(plan, record) {
	if (record === null) return plan;
	const neverFiled = ({ reason, identity }) => reason === "*DELETE" && record.open.some((open) => open.added && open.reason !== "*DELETE" && mayBeSame(open, identity)) && ![...record.filed, ...record.unanswered].some((entry) => mayBeSame(entry, identity));
	const gone = plan.requests.filter(neverFiled);
	if (gone.length === 0) return plan;
	const leftOut = gone.map(({ path, identity }) => {
		return {
			path,
			previousPath: null,
			why: `deleted, and never filed: ${identityText(identity)} was added by this branch`,
			error: false
		};
	});
	return {
		requests: plan.requests.filter((request) => !neverFiled(request)),
		leftOut: [...plan.leftOut, ...leftOut]
	};
}

// src/planning/plan-changes.ts
/** The plan of a range: its changes and what earlier runs left behind, without what is not this push's to file. */
async function planChanges(planning, choice) {
	const { repository, objects } = planning;
	const { range, mapper, deletes, isMapped } = choice;
	const tip = isMapped ? choice.tip : null;
	const defaultBranch = isMapped ? choice.defaultBranch : null;
	const { record } = choice;
	let tree = null;
	const headTree = async () => {
		tree ??= await listTree(repository, range.head);
		return tree;
	};
	const listed = await listRange(planning, range, headTree);
	const filed = range.rule === "merge-base" ? record?.filed ?? [] : [];
	const behind = range.explicit ? [] : [
		...record?.open ?? [],
		...record?.unanswered ?? [],
		...filed
	];
	const open = [...new Set(behind.map((entry) => entry.path))];
	const all = open.length === 0 ? listed : [...listed, ...reopened(open, listed, await headTree())];
	const current = withoutSuperseded(all, range.branch, tip);
	const held = {
		record,
		mapper,
		behind: /* @__PURE__ */ new Set([...open, ...await pushedBefore(planning, range)])
	};
	const own = await withoutDefaultBranch(repository, objects, current.kept, range, defaultBranch, held);
	const changes = own.kept;
	const known = changes.some(takesAway) ? [...await headTree(), ...tip?.tree ?? []] : [];
	const fromNothing = range.base === emptyTree[repository.objectFormat];
	const made = makePlan({
		changes,
		headTree: () => known,
		mapper,
		deletes,
		fromNothing
	});
	const whole = {
		...made,
		leftOut: [
			...current.leftOut,
			...own.leftOut,
			...made.leftOut
		]
	};
	const plan = await notAddedTwice(notDeletingUnfiled(whole, record), mapper, headTree);
	const named = new Set(listed.flatMap(({ before, after }) => [before, after].flatMap((side) => side ? [pathKey(side.path)] : [])));
	const leftBehind = new Set(open.filter((path) => !named.has(path)));
	return {
		plan: withContents(plan, await blobFacts(repository, objects, plan)),
		leftBehind
	};
}
/** What earlier pushes of the branch changed and no run has accounted for: its own, wherever it stands by now. */
async function pushedBefore({ input, repository, objects }, range) {
	const { happening } = input.event;
	const before = happening.kind === "push" ? happening.before : null;
	if (range.rule !== "ledger" || before === null || range.base === null || before === range.base) return [];
	const [gone] = await ensureCommits(repository, objects, [before]);
	return differingPaths(repository, range.base, gone === void 0 ? before : range.head);
}
/** The changes of the range; with `--paths` the chosen files as they are, or only their changes. */
async function listRange({ input, repository }, range, headTree) {
	const chosen = pathFilter(input.options.paths);
	if (range.base === null) {
		const as = asTheyAre(await headTree(), chosen);
		if (as.length > 0) return as;
		const given = (input.options.paths ?? []).join(", ");
		throw new Problem("usage", `no file at the head matches --paths ${given}`, "Give paths as Git has them, from the top.");
	}
	return (await listChanges(repository, range.base, range.head)).filter((change) => touches(change, chosen));
}
function pathFilter(globs) {
	if (globs === void 0) return () => true;
	const compiled = globs.map(readGlob);
	return (path) => compiled.some((glob) => matchGlob(glob, path) !== null);
}
function readGlob(pattern) {
	try {
		return compileGlob(pattern, true);
	} catch (error) {
		if (!(error instanceof GlobError)) throw error;
		throw new Problem("usage", `--paths ${pattern}: ${error.found}`, `Give ${error.right}.`);
	}
}
function touches({ before, after }, chosen) {
	return [before, after].some((side) => side !== null && chosen(side.path.text));
}

// src/planning/read-mapping.ts
/**
* Reads the mapping, from disk or from a commit.
*
* @param found told of the file before its content is judged, so that a report on a bad mapping names it.
* Never throws a Problem: what is wrong comes back as `problem`.
*/
async function readMapping(input, repository, objects, found) {
	const name = input.options.mapping ?? null;
	const spelled = name === null ? defaultMappingFile : nameOf(parseMappingName(name));
	let text = null;
	let blob = null;
	try {
		const source = await readMappingText(input.options.mapping, input.cwd, repository, objects);
		if (source !== null) {
			found({
				path: source.name,
				blob: source.blob
			});
			text = source.text;
			blob = source.blob;
		}
		const mapping = source === null ? emptyMapping : loadMapping(source.text, source.name);
		if (input.command === "file") refusePlaceholders(mapping, source?.name ?? "");
		return {
			mapping: compileMapping(mapping),
			problem: null,
			repo: mapping.repo ?? null,
			blob,
			name: spelled
		};
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const repo = /^repo:[ \t]*["']?([^\s"'#]+)/m.exec(text ?? "")?.[1] ?? null;
		return {
			mapping: compileMapping(emptyMapping),
			problem: error,
			repo,
			blob,
			name: spelled
		};
	}
}
function nameOf(parsed) {
	return "rev" in parsed ? parsed.path : parsed.file;
}
function refusePlaceholders(mapping, file) {
	const [first] = placeholdersIn(mapping);
	if (first === void 0) return;
	throw new Problem("mapping", `${file}: ${first.path} still holds the placeholder ${first.value}`, "Fill in what the starter file could not know.");
}

// src/planning/require-target.ts
/**
* Without application and level nothing can be filed at all: that is the mapping, not a file. A starter file of `init`
* in which they are still to be filled in can be planned with.
*
* @throws Problem('mapping') when nothing names one of them.
*/
function requireTarget(plan, open) {
	const isOpen = (field) => open.some(({ path }) => path.endsWith(`.${field}`));
	const fieldLacking = ["appl", "lvl"].find((field) => !isOpen(field) && plan.requests.some(({ fields }) => fields[field] === void 0));
	if (fieldLacking === void 0) return;
	const lacking = plan.requests.find(({ fields }) => fields[fieldLacking] === void 0);
	throw new Problem("mapping", `nothing says which ${fieldLacking} ${lacking?.path.text} goes to`, "Give appl and lvl in a branch rule of the mapping (.file-checkouts.yml, or --mapping FILE), or with --set.");
}

// src/planning/standing.ts
/**
* Looks after the files of requests that this branch filed for objects of the same name from other files: while such a
* file is there, its request is not another file's to go on with.
*/
async function standing(objects, range, requests, record, mapper) {
	const byName = Map.groupBy(requests, ({ identity }) => nameKey(identity));
	const others = (record?.filed ?? []).filter((entry) => byName.get(nameKey(entry))?.some(({ path }) => path.text !== entry.path));
	const infos = await objects.info(others.map(({ path }) => `${range.head}:${path}`));
	return new Map(others.flatMap((entry, n) => {
		if (infos[n]?.type !== "blob") return [];
		const mapped = mapper(textPath(entry.path));
		const targets = mapped.kind === "requests" ? mapped.targets : [];
		return [[entry, (byName.get(nameKey(entry)) ?? []).some(({ identity, path }) => path.text !== entry.path && targets.some((target) => mayBeSame(target.identity, identity))) ? "same" : "other"]];
	}));
}

// src/planning.ts
/**
* The way from the event to the actions: mapping, ledger record, range, changes, plan. Decides and reads only, but for
* the ledger, where a range is written down before anything can fail. Fills the draft as far as it gets.
*
* @param ledgerRefused why the ledger cannot be written, when an earlier attempt of this run has found out.
* @returns null when the event itself leaves nothing to do.
*/
async function planRange(input, repository, objects, draft, ledgerRefused) {
	const planning = {
		input,
		repository,
		objects,
		draft
	};
	const known = await gather(planning, ledgerRefused);
	const chosen = await chooseRange(planning, known);
	if (chosen === null) return null;
	const { key, repo, read } = known;
	const { range, record } = chosen;
	const ledger = await openRecord(planning, known.ledger, range, key, record);
	if (read.problem !== null) throw read.problem;
	const { mapping } = read;
	const branchMatch = branchRuleFor(mapping, range.branch);
	const mapper = bindRun(planning, mapping, branchMatch, range, repo);
	const choice = {
		...chosen,
		mapper,
		isMapped: branchMatch !== null,
		deletes: mapping.mapping.deletes
	};
	const { plan, leftBehind } = await planChanges(planning, choice);
	const open = placeholdersIn(mapping.mapping);
	requireTarget(plan, open);
	notePlaceholders(planning, open);
	noteRemote(planning, ledger);
	draft.leftOut = plan.leftOut.map(reportLeftOut);
	noteUnmapped(planning, mapping, plan);
	noteDeletes(planning, mapping, plan);
	const stands = await standing(objects, range, plan.requests, record, mapper);
	const actions = decideActions(plan.requests, record, range.explicit, stands);
	const stays = new Set(plan.leftOut.filter(isLeftOutForNow).map(({ path }) => pathKey(path)));
	const unmapped = plan.leftOut.filter((entry) => entry.error).map(({ path }) => path);
	return {
		range,
		repo,
		mapping,
		mappingBlob: read.blob,
		ledger,
		record,
		key,
		actions,
		leftBehind,
		stays,
		unmapped
	};
}
/** Mapping and ledger. */
async function gather(planning, ledgerRefused) {
	const { input, repository, objects, draft } = planning;
	const { event, options } = input;
	const branch = branchOf({
		event,
		options,
		checkedOut: checkedOutBranch(repository.location)
	});
	const read = await readMapping(input, repository, objects, (file) => {
		draft.mapping = file;
	});
	const repo = options.repo ?? read.repo ?? repositoryName(input.event, repository);
	draft.range = {
		repo,
		branch,
		base: null,
		head: null,
		rule: ""
	};
	const key = ledgerKey(options, repo, read.name, branch);
	wantRefs(repository, refsToAsk(input, branch));
	const opened = key === null ? closedLedger("no service is named") : await openLedger(repository, objects, options.ledger ?? "auto", key);
	const ledger = ledgerRefused === null ? opened : readOnlyLedger(opened, ledgerRefused);
	noteLedger(planning, key, ledger);
	return {
		read,
		repo,
		key,
		ledger
	};
}
/** Decides the range and makes its commits available; null when the event leaves nothing to do. */
async function chooseRange(planning, { read, repo, key, ledger }) {
	const { input, repository, objects, draft } = planning;
	const { event, options } = input;
	const skipPushers = read.mapping.mapping["skip-pushers"];
	const found = ledger.record ?? await strayed(planning, key, ledger);
	const record = found === null ? null : withoutOverRuns(found, input.me, input.now());
	const checkedOut = checkedOutBranch(repository.location);
	const decision = decidedFirst(read.problem, () => decideRange({
		event,
		options,
		checkedOut,
		record,
		skipPushers
	}));
	draft.range = {
		repo,
		branch: decision.branch,
		base: null,
		head: null,
		rule: decision.rule
	};
	if (decision.kind === "nothing") {
		draft.nothingToFile = decision.why;
		if (decision.rule === "branch-deleted") noteHeld(planning, ledger);
		if (decision.rule === "skipped-pusher") await passSkipped(planning, ledger, decision.why);
		return null;
	}
	const defaultBranch = event.repository.defaultBranch ?? repository.remoteView.defaultBranch;
	const onMissingBase = options["on-missing-base"] ?? "fail";
	const resolved = await resolveRange(repository, objects, decision, {
		onMissingBase,
		defaultBranch
	});
	draft.range = {
		repo,
		branch: resolved.branch,
		base: resolved.base,
		head: resolved.head,
		rule: resolved.rule
	};
	const tip = asksTip(input, resolved) ? await newerTip(repository, objects, resolved.branch, resolved.head) : null;
	const range = tip === null ? resolved : {
		...resolved,
		movesHead: false
	};
	return {
		range,
		tip,
		defaultBranch,
		record: range.firstPush && record !== null && record.firstHead !== range.head ? renewedFor(record) : record
	};
}
/**
* The record of an earlier branch of that name as it counts for this one: open changes go, numbers stay, but what they
* hold by now is not known (design §3).
*/
function renewedFor(record) {
	return {
		...record,
		open: [],
		filed: record.filed.map((entry) => ({
			...entry,
			blob: null
		}))
	};
}
/** The record of this branch under another address or repository ID, when that one was a mistake. */
async function strayed({ draft }, key, ledger) {
	if (key === null || ledger.trouble !== null) return null;
	const record = strayedRecord((await ledger.all()).records, key);
	if (record === null) return null;
	draft.notices.push(`an earlier run knew this branch at ${record.service} as ${record.repo} and filed nothing there: what it left is filed here`);
	return underKey(record, key);
}
/** A mapping that is not valid is said first, also when the range cannot be decided either. */
function decidedFirst(problem, decide) {
	try {
		return decide();
	} catch (error) {
		throw problem ?? error;
	}
}
/** Refs that a run may ask the remote about, so that one question serves for all. */
function refsToAsk({ event }, branch) {
	const { defaultBranch } = event.repository;
	const branches = [branch, defaultBranch].filter((name) => name !== null);
	return [...new Set(branches.map((name) => `refs/heads/${name}`)), ...defaultBranch === null ? ["HEAD"] : []];
}
/** A plan does not ask where the branch is now, and a head that was named is meant as it is (design §3). */
function asksTip({ command, options }, range) {
	return command === "file" && options["dry-run"] !== true && options.head === void 0 && range.mayFile;
}
function bindRun({ input }, mapping, branchMatch, range, repo) {
	const { id, attempt, actor } = input.event.run;
	return bindMapping(mapping, branchMatch, {
		repo,
		branch: range.branch,
		sha: range.head,
		run: id === null ? "" : `${id}-${attempt}`,
		user: actor === null ? null : userOf(mapping.mapping.users, actor),
		set: readSet(input.options)
	});
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
	return {
		version: 1,
		tool: about.tool,
		command: about.command,
		run: {
			...about.event.run,
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
	const at = input.now();
	try {
		await carry(input, draft);
	} catch (error) {
		draft.error = errorOf(error);
		if (draft.error.code === "defect") input.onDefect(error);
	}
	const report = finishDraft(draft, {
		tool: input.version,
		command: input.command,
		event: input.event,
		at
	});
	return new Secrets([
		input.token,
		input.gitToken,
		...secretsOf(input.proxyEnv)
	]).hideIn(report);
}
async function carry(input, draft) {
	const { options, env, gitToken } = input;
	using repository = await openRepository({
		repoDir: options["repo-dir"] ?? ".",
		env,
		gitToken
	});
	await using objects = openObjects(repository);
	let ledgerRefused = null;
	for (;;) {
		const planned = await planRange(input, repository, objects, draft, ledgerRefused);
		if (planned === null) return;
		const ended = await carryPlanned(input, repository, objects, draft, planned);
		if (ended.kind === "done") return;
		Object.assign(draft, newDraft());
		if (ended.kind === "ledgerRefused") ledgerRefused = ended.why;
		else await waitForRun(input, repository, ended.run);
	}
}
/** How often a run that waits for another looks again, in milliseconds. */
const lookAgainMs = 5e3;
async function waitForRun(input, repository, run) {
	input.log.notice(`waiting for ${escapeText(run)}, which is filing this branch`);
	await input.sleep(lookAgainMs, input.signal);
	if (input.signal.aborted) throw new Problem("cancelled", "the run was cancelled while it waited for another", "The next run files the changes.");
	forgetTips(repository);
}
async function carryPlanned(input, repository, objects, draft, planned) {
	const { options } = input;
	const { actions, range } = planned;
	if (actions.length === 0) draft.nothingToFile = nothingWhy(draft);
	if (input.command === "plan" || options["dry-run"] === true || !range.mayFile) {
		draft.requests = planRows(actions);
		if (!range.mayFile && input.command === "file") draft.notices.push("a pull request, merge request or merge group is planned, never filed");
		draft.error = unmappedError(planned);
		return { kind: "done" };
	}
	const result = await fileRange(input, planned, repository, objects, draft.notices);
	if (result.kind !== "filed") return result;
	draft.requests = result.rows.map(reportRequest);
	if (result.stop !== null) draft.error = {
		code: result.exitCode === exitCodes.serviceLost ? "service" : "cancelled",
		message: result.stop.why,
		remedy: result.stop.remedy,
		exitCode: result.exitCode
	};
	else draft.error = result.ledgerError === null ? unmappedError(planned) : errorOf(result.ledgerError);
	return { kind: "done" };
}
/** Under `unmapped: error` a changed file without a rule makes the run red, whatever else was filed. */
function unmappedError({ unmapped }) {
	if (unmapped.length === 0) return null;
	const paths = unmapped.slice(0, 10).map(({ text }) => text);
	const files = unmapped.length === 1 ? "1 changed file has" : `${unmapped.length} changed files have`;
	const more = unmapped.length > paths.length ? ", ..." : "";
	return {
		code: "unmapped",
		message: `${files} no rule in the mapping (unmapped: error): ${paths.join(", ")}${more}`,
		remedy: "Add a rule, or a skip with its reason; file-checkouts explain PATH shows why no rule matches.",
		exitCode: exitCodes.notFiled
	};
}
function nothingWhy(draft) {
	if (draft.leftOut.length === 0) return "no file changed";
	return draft.leftOut.length === 1 ? "the one changed file is left out" : "every changed file is left out";
}

export { textReport as i, clientOptions as n, printReport as r, run as t };