import { r as __toESM } from "./rolldown-runtime.mjs";
import { n as exitCodes, r as messageOf, t as Problem } from "./errors.mjs";
import { t as escapeText } from "./log.mjs";
import { C as messages, D as createField, E as saysLike, O as createFields, S as isReply, T as readReply, a as array, b as _regex, c as int, d as record, g as _gte, h as union, i as _null, l as literal$1, m as string, n as _default, p as strictObject, r as _enum, s as describe$1, t as require_dist, u as optional, w as readInteger, x as safeParse, y as _minLength } from "./dist.mjs";
import { _ as identityKey, a as openLedger, b as mayBeSame, c as ensureCommits, d as forgetTips, f as remoteRef, g as rememberedFields, h as unreadable, i as closedLedger, l as ensureHistory, m as GitFailure, o as readOnlyLedger, p as wantRefs, r as openObjects, s as recordPath, t as openRepository, u as fetchBlobs, v as identityOf, x as nameKey, y as identityText } from "./repository.mjs";
import { a as runsToWaitFor, c as shorten$1, n as leaseMs, o as withoutRun, r as renewMs, s as nearest, t as isOver } from "./runs.mjs";
import { join, resolve } from "node:path";
import { getCACertificates } from "node:tls";
import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { readFileSync } from "node:fs";

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
/** The report for people: the range, a line per request, counts, and what was left out by reason. */
function textReport(report) {
	const lines = [...headLines(report), ...report.requests.flatMap(requestLines)];
	if (report.nothingToFile !== null) lines.push(escapeText(`nothing to file: ${report.nothingToFile}`));
	else if (report.error === null || report.requests.length > 0) lines.push(countLine(report));
	lines.push(...leftOutLines(report), ...report.notices.map((notice) => `note: ${escapeText(notice)}`));
	if (report.error !== null) {
		lines.push(...report.error.message.split("\n").map((line) => `error: ${escapeText(line)}`));
		lines.push(`       -> ${escapeText(report.error.remedy)}`);
	}
	return `${lines.join("\n")}\n`;
}

// src/filing/actions.ts
/** The remembered fields of a create body: what a later update is compared with. */
function rememberedOf(fields) {
	return Object.fromEntries(rememberedFields.filter((name) => fields[name] !== void 0).map((name) => [name, fields[name]]));
}
/**
* Decides create, update or nothing for each request, in the order given.
*
* @param explicit a range given by hand updates known requests even if their content is the same.
* @param standing filed entries of other files that still stand at head, and whether those still make the object.
*/
function decideActions(requests, record, explicit, standing = /* @__PURE__ */ new Map()) {
	return requests.map((request) => decideAction(request, requests, record, explicit, standing));
}
function decideAction(request, requests, record, explicit, standing) {
	if (request.obstacle !== null) return {
		kind: "blocked",
		request,
		...request.obstacle
	};
	const unsettled = unsettledCall(request, record);
	if (unsettled !== null) return {
		kind: "blocked",
		request,
		outcome: "unknown",
		why: unsettled
	};
	const known = findFiled(request, requests, (record?.filed ?? []).filter((entry) => entry.path === request.path.text || standing.get(entry) !== "other"));
	if (known !== void 0 && known.path !== request.path.text && standing.get(known) === "same") return {
		kind: "blocked",
		request,
		outcome: "collision",
		why: `${identityText(request.identity)} is request ${known.objectId ?? "?"}, filed for ${known.path}, which is still there`
	};
	if (known === void 0) return {
		kind: "create",
		request,
		earlier: null
	};
	if (known.reason !== request.reason) return {
		kind: "create",
		request,
		earlier: known
	};
	const uncertain = (record?.unanswered ?? []).some((call) => mayBeSame(call, request.identity));
	const action = updateOf(request, uncertain ? {
		...known,
		path: "",
		blob: null,
		sent: {}
	} : known, explicit);
	return action.kind === "update" ? {
		...action,
		uncertain
	} : action;
}
/** Without a lock a lost create cannot be told from one that never came, so it is not repeated (design §7). */
function unsettledCall(request, record) {
	const open = record?.open.find((change) => change.outcome === "unknown" && change.needsPerson && change.reason === request.reason && mayBeSame(change, request.identity));
	if (open !== void 0) return open.why;
	if (record?.unanswered.find((call) => call.objectId === null && call.sent?.lock === "*NO" && mayBeSame(call, request.identity)) === void 0) return null;
	return "an earlier run was stopped while it may have created this request without a lock";
}
/** A call as it is written down before it is made. */
function callOf(request, objectId) {
	const { identity, reason, blob, fields, added } = request;
	return {
		...identity,
		path: request.path.text,
		reason,
		blob,
		objectId,
		sent: fields,
		added
	};
}
/** Found by object, then by path or old path with the same name and target (its type may be mapped only now). */
function findFiled(request, requests, filed) {
	const key = identityKey(request.identity);
	const paths = [request.path.text, request.previousPath?.text];
	return filed.find((entry) => identityKey(entry) === key) ?? filed.find((entry) => paths.includes(entry.path) && mayBeSame(entry, request.identity)) ?? filed.find((entry) => paths.includes(entry.path) && nameKey(entry) === nameKey(request.identity) && !requests.some(({ identity }) => identityKey(identity) === identityKey(entry))) ?? filed.find((entry) => mayBeSame(entry, request.identity));
}
function updateOf(request, known, explicit) {
	const sent = rememberedOf(request.fields);
	const changed = rememberedFields.filter((name) => sent[name] !== void 0 && sent[name] !== known.sent[name]);
	const moved = known.path !== request.path.text;
	const sendContent = carriesContent(request) && (explicit || known.blob !== request.blob);
	if (changed.length === 0 && !moved && !sendContent) return {
		kind: "unchanged",
		request,
		known
	};
	const fields = Object.fromEntries(changed.map((name) => [name, sent[name]]));
	const { gpath, gfile } = request.fields;
	if (moved && gpath !== void 0) fields.gpath = gpath;
	if ((moved || sendContent && fields.srcn !== void 0) && gfile !== void 0) fields.gfile = gfile;
	return {
		kind: "update",
		request,
		known,
		fields,
		sendContent,
		uncertain: false
	};
}
/** Only migrations that do not copy from the target environment carry a file (interface §4.3). */
function carriesContent(request) {
	return request.reason === "*MIGRATE" && request.fields.copy !== "*YES" && request.blob !== null;
}

// src/git/git-path.ts
/** Decodes one file name as Git stores it. */
function gitPath(bytes) {
	const text = bytes.toString("utf8");
	return {
		text,
		raw: !text.includes("�") || Buffer.from(text, "utf8").equals(bytes) ? null : Buffer.from(bytes)
	};
}
/** A GitPath of a name known as text. */
function textPath(text) {
	return {
		text,
		raw: null
	};
}
/** A key under which equal names, and only those, meet. */
function pathKey$1(path) {
	return path.raw === null ? path.text : `\0${path.raw.toString("base64")}`;
}
/** Why the interface cannot carry this name in a JSON string or a header, or null when it can (design §4). */
function unsendableName(path) {
	if (path.raw !== null) return "its name is not UTF-8";
	if (/[\u0000-\u001f\u007f-\u009f]/.test(path.text)) return "its name holds control characters";
	return null;
}
/** Directory and file name as the interface has them: no leading slash, `gpath` empty at the root. */
function splitPath(path) {
	const slash = path.lastIndexOf("/");
	return slash < 0 ? {
		gpath: "",
		gfile: path
	} : {
		gpath: path.slice(0, slash),
		gfile: path.slice(slash + 1)
	};
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
		size: blob.size,
		blob,
		disposition: run.disposition
	};
}

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
/** Outcomes with which nothing is left to do; every other one makes the exit code 1. */
const settledOutcomes = [
	"created",
	"updated",
	"unchanged",
	"withdrawn"
];
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
	const vref = `${filing.run.vref}.${create.n}${repeat}`;
	const { rfpd: _, ...fields } = request.fields;
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

// src/filing/rfp.ts
/** The description of the RFP a request goes to, where one is made or searched (design §7). */
function rfpDescription(fields, run) {
	if (fields.rfpd !== void 0) return fields.rfpd;
	if (run.mode === "per-branch") return `${run.repo} ${run.branch}`;
	return fields.proj !== void 0 ? "*TASK" : `${run.repo} ${run.branch} ${run.sha}`;
}
/** Requests that share an RFP: the key of their group, or null when each stands alone. */
function rfpGroup(fields, run) {
	if (run.mode === "none") return null;
	if (typeof run.mode === "number") return String(run.mode);
	const { appl, lvl, user, creq, areq, sreq } = fields;
	return JSON.stringify([
		appl,
		lvl,
		user,
		rfpDescription(fields, run),
		creq,
		areq,
		sreq
	]);
}
/** What the leader of a group sends: it opens the RFP, or joins the one that was named. */
function leaderFields(fields, run) {
	if (run.mode === "none") return { arfp: "*NO" };
	if (typeof run.mode === "number") return {
		arfp: "*YES",
		rfp: run.mode
	};
	return {
		arfp: run.mode === "per-push" ? "*NEW" : "*AUTO",
		rfpd: rfpDescription(fields, run)
	};
}
/** What the others of a group send once the leader's RFP is known. */
function followerFields(rfp) {
	return {
		arfp: "*YES",
		rfp
	};
}
/** Actions by group, in the order of their first member; those without a group come one by one. */
function groupActions(actions, run) {
	const groups = /* @__PURE__ */ new Map();
	for (const [n, action] of actions.entries()) {
		const key = (action.kind === "create" || action.kind === "update" && action.known.rfp === 0 ? rfpGroup(action.request.fields, run) : null) ?? `alone ${n}`;
		groups.set(key, [...groups.get(key) ?? [], action]);
	}
	return [...groups.values()];
}

// src/filing/carry-out.ts
/**
* Carries a plan out: updates first, since one whose request has moved on becomes a create, then the creates, group by
* RFP. At most `concurrency` calls are under way.
*
* @param onRow told of each row as it ends.
*/
async function carryOut(setup, actions, onRow = () => {}) {
	const filing = {
		ownership: ownRecordOnly(setup.known),
		...setup,
		takenOver: [],
		stop: null
	};
	const limit = limiter(filing.run.concurrency);
	const rows = /* @__PURE__ */ new Map();
	const note = (n, ended) => {
		rows.set(n, [...rows.get(n) ?? [], ...ended]);
		for (const row of ended) onRow(row);
	};
	const creates = [];
	await Promise.all(actions.map(async (action, index) => {
		const n = index + 1;
		const settled = await settleFirst(filing, limit, n, action);
		if ("action" in settled) creates.push(settled);
		else note(n, [settled]);
	}));
	creates.sort((one, other) => one.n - other.n);
	const byAction = new Map(creates.map((entry) => [entry.action, entry]));
	const groups = groupActions([...byAction.keys()], filing.run).map((group) => group.flatMap((action) => byAction.get(action) ?? []));
	await Promise.all(groups.map((group) => fileGroup(filing, limit, group, note)));
	return {
		rows: [...rows].sort(([one], [other]) => one - other).flatMap(([, ended]) => ended),
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
/**
* Files the requests of one RFP: its leader alone until the RFP is there (a refused leader is followed by the next),
* then all others at once.
*/
async function fileGroup(filing, limit, group, note) {
	const { run } = filing;
	const rest = [...group];
	const begun = rfpBegun(filing, group);
	let rfp = typeof run.mode === "number" ? run.mode : begun;
	let opened = run.mode === "none" || rfp !== null && run.pipeline === null || begun !== null;
	while (!opened && filing.stop === null) {
		const at = rest.findIndex((entry) => entry.action.kind === "create");
		const [leader] = at < 0 ? [] : rest.splice(at, 1);
		if (leader === void 0) break;
		const fields = leaderFields(leader.action.request.fields, run);
		const ended = await limit(() => fileCreate(filing, createOf(leader), fields, run.pipeline));
		note(leader.n, ended);
		const created = ended.find((row) => row.outcome === "created");
		const existing = ended.find((row) => row.outcome === "updated" && row.rfp !== null && row.rfp > 0);
		opened = created !== void 0 || existing !== void 0;
		const leading = created ?? existing;
		if (leading?.rfp) rfp = leading.rfp;
	}
	await Promise.all(rest.map((entry) => limit(() => fileFollower(filing, entry, rfp)).then((e) => note(entry.n, e))));
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

// src/client/address.ts
/** The address of the service: what a base URL may look like, and the one resource below it (interface §1). */
const resource = "/object-request";
/**
* The URL of the object-request resource for a base URL.
* In: the base URL as the user gave it (it may have a path; trailing slashes do not matter) and whether plain http is
* allowed on other hosts than this one. Out: `{base}/object-request`. Throws `Problem('usage')` for anything that is
* not a plain http(s) address: the refused URL is not quoted when it may hold a secret.
*/
function resourceUrl(base, allowHttp = false) {
	const url = parse(base);
	if (url.username !== "" || url.password !== "") throw usage("The service URL holds a user name or password", "Leave them out: the token alone tells the service who calls.");
	if (url.search !== "" || url.hash !== "") throw usage("The service URL has a query or a fragment", "Give the base address only, such as https://host.example/api.");
	if (url.protocol !== "https:" && !allowHttp && !isLoopback(url.hostname)) throw usage(`The service URL ${url.href} is not https, so the token would travel readable`, "Use an https address, or add --allow-http if the network between is yours.");
	const path = url.pathname.replace(/\/+$/, "");
	if (path.endsWith(resource)) throw usage(`The service URL ends with ${resource}, which is added by itself`, `Leave ${resource} out of the URL.`);
	url.pathname = `${path}${resource}`;
	return url;
}
/** True for names and addresses of this very machine: localhost, 127.0.0.0/8 and ::1. Takes a URL's `hostname`. */
function isLoopback(hostname) {
	return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
function parse(base) {
	const url = URL.parse(base.trim());
	if (url === null || url.protocol !== "https:" && url.protocol !== "http:") throw usage("The service URL is not an http(s) address", "Give the base address, such as https://host.example/api.");
	return url;
}
function usage(message, remedy) {
	return new Problem("usage", `${message}.`, remedy);
}

// src/client/backoff.ts
/** How long to wait before the next attempt. */
const baseMs = 500;
const capMs = 3e4;
/** The longest wait a service can ask for: a run must end within the time that CI allows. */
const retryAfterCapMs = 12e4;
/**
* Exponential backoff with full jitter: anything from 0 to 0.5 s, 1 s, 2 s, ... at most 30 s.
* In: the number of the attempt that just failed (from 1), a random number from 0 to 1. Out: milliseconds.
*/
function backoffMs(attempt, random) {
	return Math.round(random * Math.min(capMs, baseMs * 2 ** (attempt - 1)));
}
/**
* Reads a `Retry-After` header in both forms (seconds, or an HTTP date).
* In: the header's value or null, the present time in milliseconds. Out: milliseconds from now (0 for the past, at
* most 120 s), or null when there is no header or it cannot be read.
*/
function retryAfterMs(header, now) {
	if (header === null) return null;
	const value = header.trim();
	if (/^\d{1,15}$/.test(value)) return Math.min(Number(value) * 1e3, retryAfterCapMs);
	const date = /^[A-Z][a-z]{2}.* GMT$/.test(value) ? Date.parse(value) : NaN;
	return Number.isNaN(date) ? null : Math.min(Math.max(date - now, 0), retryAfterCapMs);
}

// src/client/network-error.ts
/** Failures of the network, named: a short code for deciding, and words for people. */
/** Codes of our own, beside those of Node and undici. */
const ownCodes = {
	timeout: "TIMEOUT",
	proxyLogin: "PROXY_LOGIN",
	proxyRefused: "PROXY_REFUSED",
	proxyBusy: "PROXY_BUSY"
};
const certificateCodes = /* @__PURE__ */ new Set([
	"DEPTH_ZERO_SELF_SIGNED_CERT",
	"SELF_SIGNED_CERT_IN_CHAIN",
	"UNABLE_TO_VERIFY_LEAF_SIGNATURE",
	"UNABLE_TO_GET_ISSUER_CERT",
	"UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
	"UNABLE_TO_DECRYPT_CERT_SIGNATURE",
	"INVALID_CA",
	"INVALID_PURPOSE",
	"HOSTNAME_MISMATCH",
	"ERR_TLS_CERT_ALTNAME_INVALID",
	"UND_ERR_PRX_TLS"
]);
/** The other side does not speak TLS at all: a plain http port was addressed with https. */
const notTlsCodes = /* @__PURE__ */ new Set([
	"ERR_SSL_WRONG_VERSION_NUMBER",
	"ERR_SSL_PACKET_LENGTH_TOO_LONG",
	"ERR_SSL_HTTP_REQUEST"
]);
const wordsOfCode = {
	ECONNREFUSED: "the connection was refused",
	ENOTFOUND: "the host name is not known",
	EAI_AGAIN: "the name server does not answer",
	EHOSTUNREACH: "there is no way to the host",
	ENETUNREACH: "there is no way to the network of the host",
	ETIMEDOUT: "no connection came about in time",
	UND_ERR_CONNECT_TIMEOUT: "no connection came about in time",
	ECONNRESET: "the connection was cut",
	EPIPE: "the connection was cut",
	UND_ERR_SOCKET: "the connection was cut",
	UND_ERR_PRX_CONN: "the connection to the proxy was cut",
	[ownCodes.proxyLogin]: "the proxy demands a login (HTTP 407)"
};
/**
* The kind of stop that a failure means when another try in a few seconds cannot mend it, else null.
* In: a code as `describeError` gives it.
*/
function codeThatStays(code) {
	if (certificateCodes.has(code) || /^(CERT|CRL)_/.test(code)) return "certificate";
	if (notTlsCodes.has(code)) return "address";
	if (code === ownCodes.proxyLogin || code === ownCodes.proxyRefused) return "proxy";
	return null;
}
/** True for failures that are a bug of ours and none of the network: they must not be retried, nor hidden. */
function isOwnBug(error) {
	if (proxyStatus(error) !== null) return false;
	const code = codeOf(error);
	return code === "UND_ERR_INVALID_ARG" || code === "UND_ERR_NOT_SUPPORTED" || code === "UND_ERR_INVALID_RETURN_VALUE";
}
/** Names a failure. The words are not yet safe to show: they may quote the other side. */
function describeError(error) {
	const status = proxyStatus(error);
	if (status === 407) return {
		code: ownCodes.proxyLogin,
		why: wordsOfCode[ownCodes.proxyLogin] ?? ""
	};
	if (status !== null) return {
		code: status >= 500 || status === 429 ? ownCodes.proxyBusy : ownCodes.proxyRefused,
		why: `the proxy refuses to connect to the service (HTTP ${status})`
	};
	const code = codeOf(error) ?? "UNKNOWN";
	if (code.startsWith("HPE_")) return {
		code,
		why: `the answer is not HTTP (${code})`
	};
	const words = wordsOfCode[code] ?? messageOf(error);
	return {
		code,
		why: code === ownCodes.timeout ? words : `${words} (${code})`
	};
}
/** An error that says that the time for a call is over; `describeError` reads it as `TIMEOUT`. */
function timeoutError(seconds) {
	return Object.assign(/* @__PURE__ */ new Error(`no answer came within ${seconds} s`), { code: ownCodes.timeout });
}
function codeOf(error) {
	if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
	return error.code;
}
/** undici tells the status of a proxy that refuses only in the message, in two spellings. */
function proxyStatus(error) {
	const message = messageOf(error);
	const found = /^Proxy response \((\d{3})\)/.exec(message) ?? /^Proxy Authentication Required \((\d{3})\)/.exec(message);
	return found?.[1] === void 0 ? null : Number(found[1]);
}

// src/client/retry.ts
/**
* What to make of an attempt that has ended: take its answer, try again, or give up. Pure: everything is in the input.
* Follows "Answers" and "Retries" of the contract; the statuses are those of interface §4 and §7.
*/
/** Attempts of one call, unless a lost answer calls for more. */
const defaultMaxAttempts = 5;
/** A lost answer is settled by repeating the create: this many attempts, counted from the one that was lost. */
const attemptsToSettle = 4;
/** Another job holds the record: it needs a moment, so the wait is never next to nothing. */
const recordLockedMs = 1e3;
/**
* Decides what follows an attempt. Every call ends: after `maxAttempts`, or 4 attempts from the first lost one,
* whichever is later; between two attempts lie at most 120 s.
*/
function decideRetry(end) {
	const { final, again, mayBeDone } = judge(end);
	const lostBefore = end.method === "POST" && (end.firstLost ?? null) !== null;
	const otherwise = lostBefore ? stillLost(final) : final;
	if (!again || end.attempt >= attemptLimit(end, mayBeDone)) return otherwise;
	return {
		do: "retry",
		delayMs: delayOf(end),
		why: reasonOf(end),
		mayBeDone: mayBeDone || lostBefore,
		otherwise
	};
}
function judge(end) {
	const stays = end.phase === "answered" ? null : codeThatStays(end.error ?? "");
	if (stays !== null) return stop(stays);
	if (end.phase === "notSent") return {
		...stop("unreachable"),
		again: true
	};
	if (end.phase === "sent") return lostConnection(end);
	return judgeAnswer(end, end.status ?? 0);
}
/** The body decides, whatever the status; only a refused token is never an answer to the request. */
function judgeAnswer(end, status) {
	if (status === 401) return stop("token");
	if (end.readable) return {
		final: { do: "accept" },
		again: end.recordLocked ?? false,
		mayBeDone: false
	};
	if (status === 403) return stop("token");
	if (status === 404 || status === 405) return stop("address");
	if (status === 407) return stop("proxy");
	if (status >= 300 && status < 400) return stop("redirect");
	if (status === 429) return {
		...stop("unreachable"),
		again: true
	};
	if (end.method === "POST" || end.error !== void 0) return lostConnection(end);
	return {
		final: {
			do: "giveUp",
			as: "unreadable"
		},
		again: [
			502,
			503,
			504
		].includes(status),
		mayBeDone: true
	};
}
/** An update can be repeated without harm; a create only if its lock keeps a second one out. */
function lostConnection(end) {
	if (end.method === "PATCH") return {
		final: {
			do: "giveUp",
			as: "unreadable"
		},
		again: true,
		mayBeDone: true
	};
	return {
		final: {
			do: "giveUp",
			as: "lost",
			stop: null
		},
		again: end.lock === "*YES",
		mayBeDone: true
	};
}
function stop(code) {
	return {
		final: {
			do: "giveUp",
			as: "stopped",
			code
		},
		again: false,
		mayBeDone: false
	};
}
/** Once a create may have been done, only an answer can tell; whatever else ends the call leaves it lost. */
function stillLost(final) {
	if (final.do === "giveUp" && final.as === "stopped") return {
		do: "giveUp",
		as: "lost",
		stop: final.code
	};
	return final;
}
function attemptLimit(end, mayBeDone) {
	const limit = end.maxAttempts ?? 5;
	if (end.method !== "POST") return limit;
	const lost = end.firstLost ?? (mayBeDone ? end.attempt : null);
	return lost === null ? limit : Math.max(limit, lost + attemptsToSettle - 1);
}
function delayOf(end) {
	const asked = retryAfterMs(end.retryAfter ?? null, end.now) ?? 0;
	const least = end.recordLocked ? recordLockedMs : 0;
	return Math.max(asked, least, backoffMs(end.attempt, end.random()));
}
function reasonOf(end) {
	if (end.recordLocked) return "the request record is locked by another job";
	if (end.phase === "answered") return end.error === void 0 ? `HTTP ${end.status}` : `answer cut: ${end.error}`;
	return `${end.phase === "notSent" ? "not sent" : "no answer"}: ${end.error ?? "unknown"}`;
}

// src/client/safe-text.ts
const defaultLimit = 200;
/** Longest piece of an answer that is looked at for a snippet; keeps the work small whatever the size of the answer. */
const snippetSource = 4e3;
/**
* Makes the function that every text from outside passes before it leaves the client.
* In: the token. It is also found as JSON strings and URLs would spell it.
*/
function safeTextFor(token) {
	const spellings = [
		token,
		JSON.stringify(token).slice(1, -1),
		encodeURIComponent(token)
	].filter((s) => s !== "");
	return (text, limit = defaultLimit) => {
		return shorten(printable(spellings.reduce((rest, spelling) => rest.replaceAll(spelling, "***"), text)), limit);
	};
}
/** A safe, short piece of an answer's body for a sentence; of a page only its text, as its tags tell nobody anything. */
function snippetOf(body, safe) {
	const piece = safe(body.slice(0, 2 * snippetSource), snippetSource);
	if (!/^\s*</.test(piece)) return safe(piece);
	return safe(piece.replace(/<[^>]*>?/g, " "));
}
function printable(text) {
	return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
function shorten(text, limit) {
	if (text.length <= limit) return text;
	return `${[...text.slice(0, limit)].slice(0, -1).join("")}…`;
}

// src/client/stops.ts
/** Puts a stop into words. */
function describeStop(code, facts) {
	return {
		code,
		...wordsOf[code](facts)
	};
}
const wordsOf = {
	token: (facts) => facts.status === 401 ? {
		why: "The service does not accept the token (HTTP 401).",
		remedy: "Give a valid access token in FILE_CHECKOUTS_TOKEN, with --token-file, or in the action input token; this one may be mistyped or expired."
	} : {
		why: `The call to ${facts.url} is forbidden (HTTP 403)${quoted(facts)}.`,
		remedy: "Check that the owner of the token may use this interface, and that no proxy or firewall on the way refuses the call."
	},
	address: (facts) => facts.status === null ? {
		why: `${facts.url} does not speak https: ${facts.failure}.`,
		remedy: "Check the port in --url, and whether the service is reached by http there."
	} : {
		why: `No object-request service answers at ${facts.url} (HTTP ${facts.status})${quoted(facts)}.`,
		remedy: "Check --url: it is the base address, to which /object-request is added. An earlier variant of the service knows no PATCH."
	},
	proxy: (facts) => ({
		why: `The proxy does not let the call through: ${facts.failure || `HTTP ${facts.status}`}.`,
		remedy: "Put user and password into https_proxy if the proxy wants a login, have the host allowed there, or add it to no_proxy if it can be reached directly."
	}),
	unreachable: (facts) => facts.status === null ? {
		why: `The service at ${facts.url} cannot be reached: ${facts.failure}.`,
		remedy: "Check host and port in --url, that the service is up, and that this machine may reach it (name server, firewall, https_proxy)."
	} : {
		why: `The service takes no calls for now (HTTP ${facts.status})${quoted(facts)}.`,
		remedy: "Run again later, or with a lower --concurrency."
	},
	certificate: (facts) => ({
		why: `The certificate of ${facts.url} is not trusted: ${facts.failure}.`,
		remedy: "If it is issued by an authority of your own, give its certificate with --ca-file; else have the certificate renewed or the host name in --url corrected."
	}),
	redirect: (facts) => ({
		why: `${facts.url} redirects elsewhere (HTTP ${facts.status})${facts.location === null ? "" : `, to ${facts.location}`}.`,
		remedy: "Redirects are not followed, as the token would go along. Give the final address in --url, or sign in at the gateway that redirects."
	})
};
function quoted(facts) {
	return facts.snippet === "" ? "" : `; it says: ${facts.snippet}`;
}

// src/client/call.ts
/** One call to the service, from its first attempt to its end. */
/** Longest message of the service that is passed on. */
const messageLimit = 1e3;
/**
* Makes a call: attempts with the same bytes until `decideRetry` has enough. A cancelled run starts no attempt and cuts
* waits short; an attempt under way is finished. Never rejects for anything that the network or the service does.
*/
async function makeCall(setting, call) {
	if (setting.signal?.aborted) return { kind: "cancelled" };
	let firstLost = null;
	for (let number = 1;; number += 1) {
		const ending = await setting.transport.send(call.method, call.body);
		const attempt = {
			number,
			firstLost,
			ending,
			read: readEnding(ending)
		};
		const decision = decideRetry(endOf(setting, call, attempt));
		if (decision.do !== "retry") return resultOf$1(setting, attempt, decision);
		if (decision.mayBeDone) firstLost ??= number;
		if (!setting.signal?.aborted) {
			const seconds = (decision.delayMs / 1e3).toFixed(1);
			setting.log(setting.safe(`${call.label}: ${decision.why}; attempt ${number + 1} in ${seconds} s`));
			await setting.sleep(decision.delayMs, setting.signal);
		}
		if (setting.signal?.aborted) return cancelledResult(setting, attempt, decision);
	}
}
/** A call that the service may have carried out, or has answered, is never passed off as one that was not made. */
function cancelledResult(setting, attempt, decision) {
	if (!(decision.mayBeDone || decision.otherwise.do === "accept")) return { kind: "cancelled" };
	const result = resultOf$1(setting, attempt, decision.otherwise);
	return result.kind === "lost" ? {
		...result,
		cancelled: true
	} : result;
}
function readEnding(ending) {
	if (ending.phase !== "answered") return null;
	if (ending.cut !== null) return { unreadable: `the answer was cut: ${ending.cut.why}` };
	if (ending.tooLong) return { unreadable: "the answer is longer than 8 MiB" };
	return readReply(ending.text);
}
function endOf(setting, call, attempt) {
	const { ending, read } = attempt;
	const common = {
		method: call.method,
		lock: call.lock,
		attempt: attempt.number,
		firstLost: attempt.firstLost,
		now: setting.now(),
		random: setting.random
	};
	if (ending.phase !== "answered") return {
		...common,
		phase: ending.phase,
		error: ending.code
	};
	const reply = read !== null && isReply(read) ? read : null;
	return {
		...common,
		phase: "answered",
		status: ending.status,
		...ending.cut === null ? {} : { error: ending.cut.code },
		readable: reply !== null,
		recordLocked: call.method === "PATCH" && reply !== null && reply.sev === 30 && saysLike(reply, messages.recordLocked),
		retryAfter: ending.retryAfter
	};
}
function resultOf$1(setting, attempt, final) {
	const { ending, number: attempts } = attempt;
	if (final.do === "accept") return answeredResult(setting, attempt);
	const status = ending.phase === "answered" ? ending.status : null;
	const snippet = ending.phase === "answered" ? snippetOf(ending.text, setting.safe) : "";
	const failure = ending.phase === "answered" ? "" : setting.safe(ending.why);
	const location = ending.phase === "answered" && ending.location !== null ? setting.safe(ending.location) : null;
	const facts = {
		url: setting.url,
		status,
		failure,
		snippet,
		location
	};
	if (final.as === "stopped") return {
		kind: "stopped",
		...describeStop(final.code, facts),
		attempts
	};
	const why = whyNoReply(setting, attempt);
	if (final.as === "unreadable") return {
		kind: "unreadable",
		why,
		snippet,
		status,
		attempts
	};
	return {
		kind: "lost",
		why,
		attempts,
		stop: final.stop === null ? null : describeStop(final.stop, facts),
		cancelled: false
	};
}
function answeredResult(setting, { ending, read, firstLost, number }) {
	if (ending.phase !== "answered" || read === null || !isReply(read)) throw new Error("accepted without a reply");
	return {
		kind: "answered",
		reply: {
			...read,
			msg: setting.safe(read.msg, messageLimit)
		},
		status: ending.status,
		attempts: number,
		afterLost: firstLost !== null
	};
}
function whyNoReply(setting, { ending, read }) {
	if (ending.phase !== "answered") return `No answer came: ${setting.safe(ending.why)}.`;
	const reason = read !== null && !isReply(read) ? read.unreadable : "it is not of this interface";
	return `The answer (HTTP ${ending.status}) cannot be read: ${setting.safe(reason)}.`;
}

// src/client/multipart.ts
/** The body of a call: JSON alone, or `multipart/mixed` with the file (interface §4.3). */
/** A boundary of 128 random bits: it occurs in no content by chance, and nobody can guess it beforehand. */
function randomBoundary() {
	return `file-checkouts-${randomBytes(16).toString("hex")}`;
}
/**
* Builds the body of a call. In: the fields, the file or null, the boundary. Out: `application/json` in UTF-8 without
* a file; with one `multipart/mixed`: the part `payload`, then the file, byte for byte. The length is known before
* sending and the file is read only while sending. Throws when `size` is not the size of the blob (a bug).
*/
function buildBody(fields, content, boundary) {
	const json = JSON.stringify(fields);
	if (content === null) return {
		contentType: "application/json",
		bytes: Buffer.from(json, "utf8")
	};
	if (content.blob.size !== content.size) throw new Error(`content is ${content.blob.size} bytes long, not ${content.size}`);
	const disposition = content.disposition ?? "form-data";
	const name = quotable(content.name);
	const head = [
		`--${boundary}`,
		`Content-Disposition: ${disposition}; name="payload"`,
		"Content-Type: application/json",
		"",
		json,
		`--${boundary}`,
		`Content-Disposition: ${disposition}; name="${name}"; filename="${name}"`,
		"Content-Type: application/octet-stream",
		"",
		""
	].join("\r\n");
	const bytes = new Blob([
		head,
		content.blob,
		`\r\n--${boundary}--`
	]);
	return {
		contentType: `multipart/mixed; boundary=${boundary}`,
		bytes
	};
}
/**
* A name fit for a quoted header value: raw UTF-8, but quotes and control characters percent-encoded as browsers do. A
* backslash stays as it is, except where parsers could take it for an escape: before another one, and before the
* closing quote. Nothing can leave the quotes or the line.
*/
function quotable(name) {
	return name.replace(/["\x00-\x1f\x7f]|\\(?=\\|$)/g, (character) => {
		return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
	});
}

// src/client/proxy.ts
/** Which proxy leads to the service, by the environment that was handed in. */
/**
* The proxy settings for one service. As with curl, https goes by `https_proxy` and http by `http_proxy`; as with Go,
* this very machine is never asked for through a proxy. Null: no proxy at all. A proxy without a scheme is http.
* Throws `Problem('usage')` for a proxy address that cannot be read; it is not quoted, as it may hold a password.
*/
function proxySettings(url, env) {
	const name = url.protocol === "https:" ? "https_proxy" : "http_proxy";
	const value = read(env, name);
	if (value === "" || isLoopback(url.hostname)) return null;
	const proxy = URL.parse(value.includes("://") ? value : `http://${value}`);
	if (proxy === null || !/^(https?|socks5?):$/.test(proxy.protocol)) throw new Problem("usage", `The environment variable ${name} is not the address of a proxy.`, "Write it as http://proxy.example:3128, or add the host of the service to no_proxy.");
	const noProxy = read(env, "no_proxy");
	return url.protocol === "https:" ? {
		httpProxy: "",
		httpsProxy: proxy.href,
		noProxy
	} : {
		httpProxy: proxy.href,
		httpsProxy: "",
		noProxy
	};
}
function read(env, name) {
	return (env[name] || env[name.toUpperCase()] || "").trim();
}

// src/client/transport.ts
/**
* How long an attempt under way may go on once the run is cancelled: GitHub kills a job 10 s after its first signal,
* and by then ledger and report must be written.
*/
const graceSeconds = 4;
/** The longest answer that is read. */
const answerLimit = 8388608;
const connectSeconds = 30;
/** Opens the way to the service; connections are made with the first call and kept. undici is loaded here, not before. */
async function openTransport(options) {
	const undici = await import("./undici.mjs").then((m) => /* @__PURE__ */ __toESM(m.default, 1));
	const dispatcher = openDispatcher(undici, options);
	const underWay = /* @__PURE__ */ new Set();
	return {
		send: (method, body) => {
			const sending = sendOnce(undici, dispatcher, options, method, body).finally(() => underWay.delete(sending));
			underWay.add(sending);
			return sending;
		},
		close: async () => {
			await Promise.allSettled(underWay);
			await dispatcher.destroy();
		}
	};
}
function openDispatcher(undici, options) {
	const tls = options.ca === void 0 ? {} : { ca: options.ca };
	const settings = {
		connections: options.concurrency,
		headersTimeout: 0,
		bodyTimeout: 0,
		connectTimeout: Math.min(options.timeoutSeconds, connectSeconds) * 1e3,
		allowH2: false,
		connect: tls
	};
	const proxy = proxySettings(options.url, options.proxyEnv);
	if (proxy === null) return new undici.Agent(settings);
	return new undici.EnvHttpProxyAgent({
		...settings,
		...proxy,
		requestTls: tls,
		proxyTls: tls
	});
}
async function sendOnce(undici, dispatcher, options, method, body) {
	const deadline = new AbortController();
	const timer = setTimeout(() => deadline.abort(timeoutError(options.timeoutSeconds)), options.timeoutSeconds * 1e3);
	const { signal } = options;
	let grace;
	const hurry = () => {
		grace = setTimeout(() => deadline.abort(timeoutError(graceSeconds)), graceSeconds * 1e3);
	};
	if (signal?.aborted) hurry();
	else signal?.addEventListener("abort", hurry);
	let started = false;
	const noteStart = () => {
		started ||= !deadline.signal.aborted;
	};
	try {
		const answer = undici.request(options.url, {
			method,
			headers: headersOf(options, body),
			body: body.bytes,
			signal: deadline.signal,
			dispatcher: dispatcher.compose(watchStart(noteStart))
		}).then(readAnswer);
		return await Promise.race([answer, overdueUnsent(deadline.signal, () => started)]);
	} catch (error) {
		if (isOwnBug(error)) throw error;
		return {
			phase: started ? "sent" : "notSent",
			...describeError(error)
		};
	} finally {
		clearTimeout(timer);
		clearTimeout(grace);
		signal?.removeEventListener("abort", hurry);
	}
}
/**
* Rejects at the deadline if the request has not begun by then. undici heeds the signal only once there is a
* connection, and waits minutes for a proxy that never answers CONNECT.
*/
function overdueUnsent(deadline, isStarted) {
	return new Promise((_resolve, reject) => {
		deadline.addEventListener("abort", () => {
			if (!isStarted()) reject(deadline.reason);
		});
	});
}
function headersOf(options, body) {
	return {
		authorization: `Bearer ${options.token}`,
		accept: "application/json",
		"content-type": body.contentType,
		"user-agent": options.userAgent
	};
}
/**
* Tells when a request begins to be written. undici calls `onRequestStart` once it has a connection (through a tunnel
* too) and right before the first byte: a failure before that is the only one that surely sent nothing.
*/
function watchStart(noteStart) {
	return (dispatch) => (options, handler) => {
		return dispatch(options, {
			onRequestStart(controller, context) {
				noteStart();
				handler.onRequestStart?.(controller, context);
			},
			onResponseStart: (...args) => handler.onResponseStart?.(...args),
			onResponseData: (...args) => handler.onResponseData?.(...args),
			onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
			onResponseError: (...args) => handler.onResponseError?.(...args)
		});
	};
}
async function readAnswer(response) {
	const chunks = [];
	let length = 0;
	let cut = null;
	try {
		for await (const chunk of response.body) {
			length += chunk.length;
			if (length > answerLimit) break;
			chunks.push(chunk);
		}
	} catch (error) {
		cut = describeError(error);
	}
	return {
		phase: "answered",
		status: response.statusCode,
		retryAfter: firstOf(response.headers["retry-after"]),
		location: firstOf(response.headers.location),
		text: Buffer.concat(chunks).toString("utf8"),
		cut,
		tooLong: length > answerLimit
	};
}
function firstOf(header) {
	return (Array.isArray(header) ? header[0] : header) ?? null;
}

// src/client/trust.ts
/** Whose certificates are trusted. */
/**
* The trusted certificates (PEM): Node's own and those of the file, or undefined without a file (Node's own).
* Throws `Problem('usage')` when the file cannot be read or holds no certificate.
*/
async function trustedCertificates(caFile) {
	if (caFile === void 0) return void 0;
	const pem = await readFile(caFile, "latin1").catch((error) => {
		throw new Problem("usage", `The CA file ${caFile} cannot be read: ${messageOf(error)}.`, "Give --ca-file the path of a readable PEM file.", { cause: error });
	});
	if (!pem.includes("-----BEGIN CERTIFICATE-----")) throw new Problem("usage", `The CA file ${caFile} holds no certificate in PEM form.`, "Give --ca-file a file that has a \"-----BEGIN CERTIFICATE-----\" block.");
	return [...getCACertificates("default"), pem];
}

// src/client/client.ts
/** The object-request interface as a client (interface §4, §5, §7). */
/**
* Makes a client for one service; nothing is sent before the first call. Throws `Problem('usage')` for a URL, token,
* CA file or proxy address that cannot be right. Calls do not reject: what goes wrong is in their `CallResult`.
*/
async function createClient(options) {
	const url = resourceUrl(options.url, options.allowHttp);
	const transport = await openTransport({
		url,
		token: checkedToken(options.token),
		userAgent: options.version === void 0 ? "file-checkouts" : `file-checkouts/${options.version}`,
		timeoutSeconds: options.timeoutSeconds,
		concurrency: options.concurrency,
		ca: await trustedCertificates(options.caFile),
		proxyEnv: options.proxyEnv,
		signal: options.signal
	});
	const setting = {
		transport,
		url: url.href,
		safe: safeTextFor(options.token),
		sleep: options.sleep ?? sleepUntil,
		random: options.random ?? Math.random,
		now: options.now ?? Date.now,
		signal: options.signal,
		log: options.log ?? (() => {})
	};
	const boundary = options.boundary ?? randomBoundary;
	return {
		create: (fields, content) => makeCall(setting, {
			method: "POST",
			body: buildBody(fields, content, boundary()),
			lock: fields.lock === "*NO" ? "*NO" : "*YES",
			label: `create ${fields.objn ?? ""}`
		}),
		update: (fields, content) => makeCall(setting, {
			method: "PATCH",
			body: buildBody(fields, content, boundary()),
			lock: "*YES",
			label: `update ${fields.objectId}`
		}),
		close: () => transport.close()
	};
}
/** A header cannot carry everything; the token itself is never quoted. */
function checkedToken(token) {
	if (/^[\x21-\x7e]+$/.test(token)) return token;
	throw new Problem("usage", token === "" ? "The token of the service is empty." : "The token of the service holds blanks, line ends or non-ASCII characters.", "Give the token alone, without quotes or line ends, in FILE_CHECKOUTS_TOKEN, with --token-file, or in the action input token.");
}
async function sleepUntil(ms, signal) {
	try {
		await setTimeout$1(ms, void 0, signal === void 0 ? {} : { signal });
	} catch (error) {
		if (!signal?.aborted) throw error;
	}
}

// src/mapping/case.ts
/**
* Case folding that keeps lengths, so that what was matched in a folded text can be cut out of the original one.
*/
const ascii$1 = /^[\0-\x7f]*$/;
/** One character in a case that its upper and lower form share; a fold that would change the length is not done. */
function foldCharacter(character) {
	const upper = character.toUpperCase();
	const lower = (upper.length === character.length ? upper : character).toLowerCase();
	return lower.length === character.length ? lower : character;
}
/** The text with case removed (umlauts and other letters too); as many UTF-16 units as before. */
function foldCase(text) {
	if (ascii$1.test(text)) return text.toLowerCase();
	return Array.from(text, foldCharacter).join("");
}

// src/mapping/glob-syntax.ts
/** What the parts of the pattern language share: its error, its limits, where a class ends. */
/** A pattern that cannot be read. */
var GlobError = class extends Error {
	found;
	right;
	constructor(found, right) {
		super(`${found}; ${right}`);
		this.name = "GlobError";
		this.found = found;
		this.right = right;
	}
};
/** Characters that `\` makes plain. */
const specials = "*?{}[],\\";
/** UTF-16 units of a pattern: far more than a path has, and few enough to walk recursively. */
const longestPattern = 1e3;
/** Index of the `]` that closes the class opened at `at`, or -1: then the `[` is a plain character. */
function classEnd(pattern, at) {
	const negated = pattern[at + 1] === "!" || pattern[at + 1] === "^";
	const end = pattern.indexOf("]", at + (negated ? 3 : 2));
	return end > at && !pattern.slice(at, end).includes("/") ? end : -1;
}

// src/mapping/glob-choices.ts
/** Choices of a pattern, `{a,b}`, written out: what remains has captures in braces, and no choice. */
/**
* The patterns that a pattern with choices stands for, in the order they are written; choices may nest.
* @throws GlobError braces that are not closed, or too many combinations
*/
function expandChoices(pattern) {
	const choice = nextChoice(pattern, 0);
	if (choice === null) return [pattern];
	const before = pattern.slice(0, choice.start);
	const heads = choice.options.flatMap(expandChoices);
	const tails = expandChoices(pattern.slice(choice.end + 1));
	if (heads.length * tails.length > 256) throw new GlobError(`choices that make more than ${256} patterns`, "a list of patterns, or a `*`");
	return heads.flatMap((head) => tails.map((tail) => before + head + tail));
}
/** The first pair of braces, from `from` on, that holds a comma. */
function nextChoice(pattern, from) {
	let at = from;
	while (at < pattern.length) {
		if (pattern[at] === "{") {
			const braces = readBraces(pattern, at);
			if (braces.options.length > 1) return braces;
			at = braces.end;
		} else at = plainEnd(pattern, at);
		at += 1;
	}
	return null;
}
/** Index of the last character of what stands at `at`: an escaped character and a class take several. */
function plainEnd(pattern, at) {
	if (pattern[at] === "\\") return at + 1;
	if (pattern[at] === "[" && classEnd(pattern, at) > 0) return classEnd(pattern, at);
	return at;
}
function readBraces(pattern, start) {
	const options = [];
	let depth = 0;
	let from = start + 1;
	for (let at = start; at < pattern.length; at++) {
		const character = pattern[at];
		if (character === "{") depth += 1;
		else if (character === "," && depth === 1) {
			options.push(pattern.slice(from, at));
			from = at + 1;
		} else if (character === "}") {
			depth -= 1;
			if (depth === 0) return {
				start,
				end: at,
				options: [...options, pattern.slice(from, at)]
			};
		} else at = plainEnd(pattern, at);
	}
	throw new GlobError("`{` that is never closed", "`}` at its end, or `\\{` for a plain brace");
}

// src/mapping/glob.ts
/**
* The pattern language of the mapping: a glob with captures, read once into steps that glob-match.ts walks.
*
* `*` any characters but `/`, `?` one of them, `[a-z]` or `[!a-z]` one of a class, `**` (between slashes) any number of
* directories, `{a,b}` a choice, `{word}` a capture, `\` before a special character makes it plain. Everything else,
* also parentheses, `!`, `@`, `+` and a leading dot, stands for itself. Steps instead of a regular expression, because
* a pattern with many stars must not take for ever (a backtracking regular expression does).
*/
/** Captures with the name of a number field match digits only. */
const numberFields = new Set(createFields.filter((field) => field.type === "integer").map((field) => field.name));
const captureName = /^[A-Za-z][\w-]*$/;
const variable = /* @__PURE__ */ new Set([
	"star",
	"capture",
	"directories",
	"anything",
	"below"
]);
/**
* Compiles one pattern.
* @param source the glob as written in the mapping
* @param ignoreCase true for `path`, `gpath` and `gfile` (object names ignore case), false for `branch` and `repo`
* @throws GlobError what is wrong with the pattern, and what would be right
*/
function compileGlob(source, ignoreCase) {
	if (source.length > 1e3) throw new GlobError(`a pattern of ${source.length} characters`, `at most ${longestPattern}; a list may hold several patterns`);
	const alternatives = expandChoices(source).map((flat) => compileFlat(flat, ignoreCase));
	const names = alternatives.flatMap((alternative) => capturesOf$1(alternative.steps));
	return {
		source,
		ignoreCase,
		captures: [...new Set(names)],
		alternatives
	};
}
function compileFlat(flat, ignoreCase) {
	const steps = readSteps(flat).map((step) => step.kind === "text" && ignoreCase ? {
		kind: step.kind,
		text: foldCase(step.text)
	} : step);
	const names = capturesOf$1(steps);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice !== void 0) throw new GlobError(`{${twice}} twice in one pattern`, "a name of its own for each capture");
	const first = steps[0];
	const last = steps.at(-1);
	return {
		steps,
		prefix: first?.kind === "text" ? first.text : "",
		suffix: last?.kind === "text" ? last.text : "",
		inner: longest(steps.slice(1, -1).flatMap((step) => step.kind === "text" ? [step.text] : [])),
		ambiguous: steps.filter((step) => variable.has(step.kind)).length > 1
	};
}
function longest(texts) {
	return texts.reduce((best, text) => text.length > best.length ? text : best, "");
}
function capturesOf$1(steps) {
	return steps.flatMap((step) => step.kind === "capture" ? [step.name] : []);
}
/** Reads a pattern without choices from left to right. */
function readSteps(flat) {
	const steps = [];
	let at = 0;
	while (at < flat.length) at += readStep(flat, at, steps);
	return steps;
}
/** Reads the step at `at`, adds it to `steps`, and returns how many characters it took. */
function readStep(flat, at, steps) {
	const character = flat.charAt(at);
	if (character === "*") return readStars(flat, at, steps);
	if (character === "{") return readCapture(flat, at, steps);
	if (character === "?") {
		steps.push({ kind: "one" });
		return 1;
	}
	if (character === "[" && classEnd(flat, at) > 0) {
		steps.push(readClass(flat.slice(at + 1, classEnd(flat, at))));
		return classEnd(flat, at) + 1 - at;
	}
	if (character !== "\\") return addText(steps, character);
	const escaped = flat.charAt(at + 1);
	if (escaped === "" || !"*?{}[],\\".includes(escaped)) throw new GlobError(`\`\\${escaped}\``, "a `/` between directories; `\\` only before a special character");
	return addText(steps, escaped) + 1;
}
function addText(steps, text) {
	const last = steps.at(-1);
	if (last?.kind === "text") steps[steps.length - 1] = {
		kind: "text",
		text: last.text + text
	};
	else steps.push({
		kind: "text",
		text
	});
	return text.length;
}
function readStars(flat, at, steps) {
	const atStart = at === 0 || flat[at - 1] === "/";
	const count = /^\*+/.exec(flat.slice(at))?.[0].length ?? 0;
	const next = flat[at + count];
	const atEnd = next === void 0 || next === "/";
	if (count === 1) {
		if (atStart && atEnd) steps.push({ kind: "one" });
		steps.push({ kind: "star" });
		return 1;
	}
	if (count > 2 || !atStart || !atEnd) throw new GlobError(`\`${"*".repeat(count)}\` beside other characters`, "`**` alone between slashes, as in `**/*.RPGLE`; within a name `*`");
	if (next === "/") {
		if (steps.at(-1)?.kind !== "directories") steps.push({ kind: "directories" });
		return 3;
	}
	addTrailingGlobstar(steps);
	return 2;
}
/** `x/**` at the end of a pattern also means `x` itself, so the slash before it is part of that step. */
function addTrailingGlobstar(steps) {
	const last = steps.at(-1);
	if (last?.kind !== "text") {
		steps.push({ kind: "anything" });
		return;
	}
	steps.pop();
	if (last.text.length > 1) steps.push({
		kind: "text",
		text: last.text.slice(0, -1)
	});
	steps.push({ kind: "below" });
}
function readCapture(flat, at, steps) {
	const end = flat.indexOf("}", at);
	const name = flat.slice(at + 1, end);
	if (!captureName.test(name)) throw new GlobError(`\`{${name}}\``, "`{word}` for a capture, `{a,b}` for a choice, `\\{` for a plain brace");
	steps.push({
		kind: "capture",
		name,
		digits: numberFields.has(name)
	});
	return end + 1 - at;
}
/** Reads what is between the brackets of a class: single characters and ranges, `!` or `^` first for "none of these". */
function readClass(inside) {
	const negated = inside.startsWith("!") || inside.startsWith("^");
	const characters = Array.from(negated ? inside.slice(1) : inside);
	const ranges = [];
	for (let at = 0; at < characters.length; at++) {
		const from = characters[at] ?? "";
		const to = characters[at + 1] === "-" ? characters[at + 2] : void 0;
		ranges.push([from, to ?? from]);
		if (to !== void 0) at += 2;
	}
	return {
		kind: "class",
		negated,
		ranges
	};
}

// src/mapping/schema.ts
/**
* The mapping file, defined once: what is validated, what the types are, and what the JSON Schema says
* (json-schema.ts). Every leaf carries the words for "what would be right".
*/
/** Fields that the mapping does not set as fields: how an RFP is assigned is a mode of the run. */
const modeFields = ["arfp", "rfp"];
const isModeField = (name) => modeFields.includes(name);
/** The fields that a mapping may set, in the order of the interface (§2.1). */
const mappedFields = createFields.filter((field) => !isModeField(field.name));
/** A whole number as text, a value with a placeholder, or a mark of `init`. */
const numberAsText = /^\s*\d{1,15}\s*$|\{|^<[A-Z]/;
const later = /\{|^<[A-Z]/;
/** What a field takes, in words. */
function rightFor(field) {
	if (field.values !== void 0) return `one of ${field.values.map((value) => `"${value}"`).join(", ")}`;
	if (field.type === "integer") return "a whole number from 0 on, or text with a placeholder";
	if (field.name === "rpth") return "text that starts with `/`";
	return "text (in quotes, if it looks like a number or begins with `*`, `{`, `@`, `!` or `&`)";
}
function valueSchema(field) {
	const error = rightFor(field);
	const text = (pattern) => string({ error }).check(_regex(pattern, { error }));
	const whole = int({ error }).check(_gte(0, { error }));
	if (field.type === "integer") return union([
		whole,
		text(numberAsText),
		_null({ error })
	], { error });
	if (field.values === void 0) {
		const plain = field.name === "rpth" ? text(/^\/|\{|^<[A-Z]/) : string({ error });
		return union([plain, _null({ error })], { error });
	}
	return union([
		_enum([...field.values], { error }),
		text(later),
		_null({ error })
	], { error });
}
const fieldShape = Object.fromEntries(mappedFields.map((field) => [field.name, optional(valueSchema(field)).check(describe$1(`${field.about} null: not sent.`))]));
const fields = strictObject(fieldShape, { error: "a set of fields of a create request" });
const globError = { error: "a pattern (text; in quotes, if it begins with `*`, `{`, `@`, `!` or `&`) or a list of them" };
const glob = string(globError);
const globs = union([glob, array(glob, globError).check(_minLength(1, globError))], globError);
/** The parts of a file that a rule can match. */
const matchParts$1 = [
	"path",
	"gpath",
	"gfile",
	"repo",
	"branch"
];
const match = strictObject({
	path: optional(globs).check(describe$1("The whole path; case is ignored.")),
	gpath: optional(globs).check(describe$1("The directory, empty at the root; case is ignored.")),
	gfile: optional(globs).check(describe$1("The file name; case is ignored.")),
	repo: optional(globs).check(describe$1("ID of the Git repository.")),
	branch: optional(globs).check(describe$1("The branch."))
}, { error: "a set of path, gpath, gfile, repo and branch" });
const branchRule = strictObject({
	...fieldShape,
	branch: globs.check(describe$1("Branches that this rule is for; {word} captures a part."))
}, { error: "a branch rule: `branch` and fields" });
const skipError = { error: "a reason in words, or true" };
const skip = union([string(skipError).check(_minLength(1, skipError)), literal$1(true, skipError)], skipError);
const listError = { error: "a list with at least one set of fields" };
const rule = strictObject({
	match: match.check(describe$1("What a file must be like; all parts named must match.")),
	request: optional(fields).check(describe$1("The fields of the request for such a file.")),
	requests: optional(array(fields, listError).check(_minLength(1, listError))).check(describe$1("Several requests for one file.")),
	skip: optional(skip).check(describe$1("Why nothing is filed for such a file."))
}, { error: "a rule: `match` and one of `request`, `requests`, `skip`" });
const rfpError = { error: "`none`, `per-push`, `per-branch` or an RFP number" };
const rfpNumber = int(rfpError).check(_gte(1, rfpError));
const rfpText = string(rfpError).check(_regex(/^[1-9]\d{0,14}$/, rfpError));
const rfp = union([
	_enum([
		"none",
		"per-push",
		"per-branch"
	], rfpError),
	rfpNumber,
	rfpText
], rfpError);
const words = (error) => string({ error }).check(_minLength(1, { error }));
const attach = strictObject({
	as: _default(_enum([
		"gfile",
		"srcn",
		"objn"
	], { error: "one of `gfile`, `srcn`, `objn`" }), "gfile"),
	disposition: _default(_enum(["form-data", "attachment"], { error: "one of `form-data`, `attachment`" }), "form-data")
}, { error: "`as` and `disposition`" });
const pipe = strictObject({
	pipe: words("ID of a pipeline server"),
	pipa: words("attribute of a *PIPE object"),
	tkey: optional(words("key of the pipeline job"))
}, { error: "`pipe` and `pipa`" });
const oneOf$1 = (values) => ({ error: `one of ${values.map((value) => `\`${value}\``).join(", ")}` });
const unmappedModes = [
	"error",
	"warn",
	"ignore"
];
const deleteModes = [
	"request",
	"report",
	"ignore"
];
/** A mapping file as it is written; what is left out gets its default. */
const mappingSchema = strictObject({
	version: literal$1(1, { error: "the number 1" }).check(describe$1("Version of the format.")),
	repo: optional(words("ID of the Git repository at the service")).check(describe$1("ID of this Git repository at the service. Default: its name.")),
	branches: optional(array(branchRule, { error: "a list of branch rules" })).check(describe$1("Where a branch's changes go; first match wins. Without this list every branch is filed.")),
	request: _default(fields, {}).check(describe$1("Defaults of every request.")),
	rfp: _default(rfp, "none").check(describe$1("How requests get into an RFP.")),
	rules: optional(array(rule, { error: "a list of rules" })).check(describe$1("What a file is; first match wins. Without this list every file is one request.")),
	unmapped: _default(_enum(unmappedModes, oneOf$1(unmappedModes)), "warn").check(describe$1("What a file that no rule matches is.")),
	deletes: _default(_enum(deleteModes, oneOf$1(deleteModes)), "request").check(describe$1("What becomes of an object whose file was deleted.")),
	"skip-pushers": _default(array(words("an account at the host"), { error: "a list of accounts at the host" }), []).check(describe$1("Accounts whose pushes are not filed.")),
	users: _default(record(string(), words("a user of the service"), { error: "accounts at the host with their service users" }), {}).check(describe$1("Account at the host -> user of the service. Unlisted: the owner of the token.")),
	pipe: optional(pipe).check(describe$1("Pipeline job to notify of activity on the RFP.")),
	attach: _default(attach, {
		as: "gfile",
		disposition: "form-data"
	}).check(describe$1("How the file is attached to a create."))
}, { error: "a mapping: `version: 1` and what goes where" });
/** No mapping file at all: every branch and every file is filed, with fields from `--set` only. */
const emptyMapping = {
	version: 1,
	request: {},
	rfp: "none",
	unmapped: "warn",
	deletes: "request",
	"skip-pushers": [],
	users: {},
	attach: {
		as: "gfile",
		disposition: "form-data"
	}
};
/** The keys that may stand at the top, in a rule, and so on: for "did you mean". */
const keys = {
	top: Object.keys(mappingSchema.shape),
	branch: Object.keys(branchRule.shape),
	fields: Object.keys(fieldShape),
	rule: Object.keys(rule.shape),
	match: Object.keys(match.shape),
	pipe: Object.keys(pipe.shape),
	attach: Object.keys(attach.shape)
};

// src/mapping/outline.ts
/**
* The parts of a mapping that checks look at, taken from a value that may be wrong in other places: so a file with a
* misspelt key still has its patterns and placeholders checked in the same go.
*/
/** True when patterns of this part ignore case, as object names do. */
function ignoresCase(part) {
	return part !== "branch" && part !== "repo";
}
/** The outline of what a mapping file holds, whatever that is. */
function outlineOf(value) {
	const top = recordOf(value);
	return {
		top,
		request: {
			path: ["request"],
			fields: recordOf(top.request)
		},
		branches: listOf(top.branches).map((rule, index) => branchAt(recordOf(rule), ["branches", index])),
		rules: listOf(top.rules).map((rule, index) => ruleAt(recordOf(rule), ["rules", index]))
	};
}
/** All levels of fields in a mapping. */
function allFieldSets(outline) {
	return [outline.request, ...[...outline.branches, ...outline.rules].flatMap((rule) => rule.fieldSets)];
}
/** The names that the patterns of a rule capture, each once. */
function capturesOf(rule) {
	return [...new Set(rule.patterns.flatMap((pattern) => pattern.glob?.captures ?? []))];
}
function branchAt(rule, path) {
	const { branch, ...fields } = rule;
	return {
		path,
		patterns: patternsAt(branch, "branch", [...path, "branch"]),
		fieldSets: [{
			path,
			fields
		}],
		value: rule
	};
}
function ruleAt(rule, path) {
	const match = recordOf(rule.match);
	return {
		path,
		patterns: matchParts$1.flatMap((part) => patternsAt(match[part], part, [
			...path,
			"match",
			part
		])),
		fieldSets: [{
			path: [...path, "request"],
			fields: recordOf(rule.request)
		}, ...listOf(rule.requests).map((fields, index) => ({
			path: [
				...path,
				"requests",
				index
			],
			fields: recordOf(fields)
		}))],
		value: rule
	};
}
function patternsAt(value, part, path) {
	if (typeof value === "string") return [patternAt(value, part, path)];
	return listOf(value).flatMap((text, index) => typeof text === "string" ? [patternAt(text, part, [...path, index])] : []);
}
function patternAt(text, part, path) {
	try {
		return {
			path,
			part,
			text,
			glob: compileGlob(text, ignoresCase(part)),
			error: null
		};
	} catch (error) {
		if (!(error instanceof GlobError)) throw error;
		return {
			path,
			part,
			text,
			glob: null,
			error
		};
	}
}
function recordOf(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
function listOf(value) {
	return Array.isArray(value) ? value : [];
}

// src/mapping/placeholders.ts
/** Marks that `init` leaves where a person has to fill in what a repository cannot tell, as `<APPL>`. */
const mark = /^<[A-Z][A-Z0-9_ -]*>$/;
/** True for a value that `init` marked, as `<LVL>`. */
function isPlaceholder(value) {
	return typeof value === "string" && mark.test(value);
}
/** A path of keys and indexes as it is shown: `rules[3].request.attr`. */
function showPath(path) {
	return path.map((part, index) => typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`).join("");
}
/**
* The marks that are left in a mapping, in its order; `file` refuses a mapping that has any.
* @param mapping a mapping, or any part of one
* @param lineOf line of a path, as `readMapping` gives it
*/
function placeholdersIn(mapping, lineOf) {
	const found = [];
	const visit = (value, path) => {
		if (isPlaceholder(value)) {
			const line = lineOf?.(path);
			found.push({
				...line === void 0 ? {} : { line },
				path: showPath(path),
				value
			});
		} else if (Array.isArray(value)) for (const [index, element] of value.entries()) visit(element, [...path, index]);
		else if (typeof value === "object" && value !== null) for (const [key, element] of Object.entries(value)) visit(element, [...path, key]);
	};
	visit(mapping, []);
	return found;
}

// src/mapping/templates.ts
/** Values with placeholders in braces: `{name|upper}`, `{gpath}`, `{proj}`; `{{` is a plain brace. */
/** What every request can name, whatever the captures of its rules. */
const builtInNames = [
	"name",
	"stem",
	"ext",
	"gfile",
	"gpath",
	"path",
	"repo",
	"branch",
	"sha",
	"run"
];
const brace = /\{\{|\{([A-Za-z][\w-]*)((?:\|(?:upper|lower))*)\}|(\{[^{}]{0,40}\}?)/g;
/** True when a value must be rendered before its type and value list can be checked. */
function isTemplate(value) {
	return typeof value === "string" && value.includes("{");
}
/** The names that a value uses, in its order, each once. */
function namesIn(value) {
	return [...new Set([...value.matchAll(brace)].flatMap((match) => match[1] ?? []))];
}
/** How many problems of one value are told. */
const mostProblems = 10;
/** Checks a value before anything is known of files: braces that name nothing, and names that nothing defines. */
function templateProblems(value, known) {
	const problems = /* @__PURE__ */ new Map();
	for (const [whole, name] of value.matchAll(brace)) {
		if (whole === "{{" || name !== void 0 && known.includes(name)) continue;
		problems.set(name ?? whole, name === void 0 ? notRead(whole) : unknownName(name, known));
		if (problems.size === mostProblems) break;
	}
	return [...problems.values()];
}
function notRead(found) {
	return {
		found: `\`${found}\`, which is no placeholder`,
		right: "`{word}`, `{word|upper}` or `{word|lower}`; `{{` for a plain brace"
	};
}
function unknownName(name, known) {
	return {
		found: `unknown placeholder \`{${shorten$1(name)}}\``,
		right: oneOf(name, known)
	};
}
function oneOf(name, known) {
	const near = nearest(name, known);
	if (near !== null) return `did you mean \`{${near}}\`?`;
	return `one of ${known.map((word) => `{${word}}`).join(", ")}, or a capture of the same rule or of a branch rule`;
}
/**
* Puts values in place of placeholders.
* @returns the text, and the names for which `values` has nothing (their place is left empty)
*/
function render(template, values) {
	const missing = [];
	return {
		text: template.replace(brace, (whole, name, filters) => {
			if (whole === "{{") return "{";
			if (name === void 0) return whole;
			const value = Object.hasOwn(values, name) ? values[name] : void 0;
			if (value === void 0) {
				missing.push(name);
				return "";
			}
			return applyFilters(value, filters ?? "");
		}),
		missing
	};
}
function applyFilters(value, filters) {
	if (filters === "") return value;
	return filters.slice(filters.lastIndexOf("|") + 1) === "upper" ? value.toUpperCase() : value.toLowerCase();
}

// src/mapping/check-modes.ts
/** Rules between fields that hold for the whole mapping: RFP mode, pipeline keys, copies (interface §2.1, §4.3). */
/** What is wrong between the fields of a mapping when requests get into an RFP in this way. */
function modeFindings(outline, rfp) {
	const sets = allFieldSets(outline);
	return [
		...pipeFindings(outline, sets, rfp),
		...sets.flatMap((set) => rfpdFindings(set, rfp)),
		...copyFindings(outline)
	];
}
/**
* The same in sentences, for a run that overrides the mapping's `rfp`.
* @param rfp the mode that the run uses
*/
function modeProblems(mapping, rfp) {
	return modeFindings(outlineOf(mapping), rfp).map(({ path, found, right }) => `${showPath(path)}: ${found}; ${right}`);
}
/** Sets that give a field a value (null takes it away). */
function setsOf(sets, name) {
	return sets.filter(({ fields }) => fields[name] !== void 0 && fields[name] !== null);
}
function pipeFindings(outline, sets, rfp) {
	const findings = [];
	const block = outline.top.pipe;
	const hasBlock = typeof block === "object" && block !== null;
	if (rfp === "none") {
		const places = [...hasBlock ? [["pipe"]] : [], ...setsOf(sets, "pipe").map(({ path }) => [...path, "pipe"])];
		const right = "`rfp: per-push`, `per-branch` or a number: the pipeline is told about an RFP";
		findings.push(...places.map((path) => ({
			path,
			atKey: true,
			found: "`pipe` without an RFP",
			right
		})));
	}
	if (hasBlock) return findings;
	for (const [name, other] of [
		["pipe", "pipa"],
		["pipa", "pipe"],
		["tkey", "pipe"]
	]) {
		if (setsOf(sets, other).length > 0) continue;
		const right = "`pipe`, `pipa` and `tkey` together (`tkey` comes from the run)";
		for (const { path } of setsOf(sets, name)) findings.push({
			path: [...path, name],
			atKey: true,
			found: `\`${name}\` without \`${other}\``,
			right
		});
	}
	return findings;
}
/** One RFP for each branch is searched by its description, which must therefore tell branches apart. */
function rfpdFindings({ path, fields }, rfp) {
	const { rfpd } = fields;
	if (rfp !== "per-branch" || typeof rfpd !== "string" || namesIn(rfpd).includes("branch")) return [];
	return [{
		path: [...path, "rfpd"],
		found: "`rfpd` without `{branch}` under `rfp: per-branch`",
		right: "`{branch}` in it"
	}];
}
function copyFindings(outline) {
	const sets = allFieldSets(outline);
	const findings = sets.flatMap(({ path, fields }) => {
		const { copy, rsn } = fields;
		if (copy !== "*YES" || typeof rsn !== "string" || rsn === "*MIGRATE" || rsn.includes("{")) return [];
		const found = `\`copy: "*YES"\` with \`rsn: "${rsn}"\``;
		return [{
			path: [...path, "copy"],
			found,
			right: "`copy` only with `rsn: \"*MIGRATE\"`"
		}];
	});
	if (outline.request.fields.copy === "*YES" && setsOf(sets, "copy").length === 1 && outline.top.attach !== void 0 && !isDefaultAttach(outline.top.attach)) findings.push({
		path: ["request", "copy"],
		found: "`copy: \"*YES\"` for every request beside `attach`",
		right: "one of them: a request that copies carries no file"
	});
	return findings;
}
/** A loaded mapping always has `attach`; only one that somebody changed contradicts a copy. */
function isDefaultAttach(attach) {
	if (typeof attach !== "object" || attach === null) return false;
	return Object.entries(attach).every(([key, value]) => value === (key === "as" ? "gfile" : "form-data"));
}

// src/filing-setup.ts
/** The client of the service, as the options say. @throws Problem('usage') for an address or token that cannot be right. */
function openClient(input, concurrency) {
	const { options, log } = input;
	return createClient({
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
	});
}
function required(value, what, where) {
	if (value !== void 0 && value !== "") return value;
	throw new Problem("usage", `${what} is not given`, `Give it by ${where}.`);
}
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
	const mode = options.rfp === void 0 ? mapping.rfp : readRfpMode(options.rfp, mapping);
	return {
		mode,
		repo: planned.repo,
		branch: planned.range.branch,
		sha: planned.range.head,
		vref: run,
		pipeline: pipelineKeys(input, planned, mode, run),
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
function pipelineKeys(input, planned, mode, run) {
	const { options, event } = input;
	const mapped = planned.mapping.mapping.pipe;
	const pipe = options.pipe ?? mapped?.pipe;
	const pipa = options.pipa ?? mapped?.pipa;
	if (pipe === void 0 && pipa === void 0) return null;
	const ofRun = event.host === "gitlab" && event.run.id !== null ? event.run.id : run;
	const tkey = options.tkey ?? mapped?.tkey ?? ofRun;
	if (pipe === void 0 || pipa === void 0) throw new Problem("usage", "pipe and pipa go together", "Give both --pipe and --pipa.");
	if (mode === "none") throw new Problem("usage", "pipeline keys need an RFP", "Map rfp: per-push (or per-branch), or give --rfp.");
	return {
		pipe,
		pipa,
		tkey
	};
}

// src/filing/begin.ts
/**
* The record of a branch that has none yet, written before anything can fail: a run that ends badly, or is killed, is
* then caught up by the next one. A record that is there already stays, unless the branch begins anew.
*/
function recordOpened(newest, opening) {
	const { key, base, head, firstPush } = opening;
	if (firstPush && newest?.firstHead !== head) return renewed(newest, opening);
	if (newest === null) return fresh(key, base);
	return newest.head === null ? {
		...newest,
		head: base
	} : newest;
}
/** The record as a run may take it: the calls of runs that are over without having ended count as unanswered. */
function withoutOverRuns(record, me, now) {
	const over = record.runs.filter((run) => isOver(run, me, now));
	return {
		...record,
		runs: record.runs.filter((run) => !over.includes(run)),
		unanswered: mergeCalls(record.unanswered, over.flatMap(({ calls }) => calls))
	};
}
/** The calls that the actions will make. */
function intendedCalls(actions) {
	return actions.flatMap((action) => {
		if (action.kind === "create") return [callOf(action.request, null)];
		return action.kind === "update" ? [callOf(action.request, action.known.objectId)] : [];
	});
}
/**
* The record once a run has begun (design §8 "Written ahead"): the run with its intended calls, and the calls of runs
* that are over without having ended, as unanswered.
*/
function recordBegun(newest, beginning) {
	const { me, head, now } = beginning;
	const record = withoutOverRuns(recordOpened(newest, beginning), me, now);
	const run = {
		...me,
		head,
		until: leaseEnd(now),
		calls: beginning.calls
	};
	return {
		...record,
		runs: [...record.runs, run]
	};
}
function leaseEnd(now) {
	return new Date(now.getTime() + leaseMs).toISOString();
}
function fresh(key, head) {
	return {
		version: 1,
		...key,
		head,
		firstHead: null,
		filed: [],
		open: [],
		runs: [],
		unanswered: []
	};
}
/** A branch name used again: head and open changes go, numbers stay (design §3). */
function renewed(newest, { key, base, head }) {
	const record = newest ?? fresh(key, base);
	const filed = record.filed.map((entry) => ({
		...entry,
		blob: null
	}));
	return {
		...record,
		head: base,
		firstHead: head,
		open: [],
		filed
	};
}
/** One uncertain call per object and path: the newer one, as the service may hold either. */
function mergeCalls(before, more) {
	const calls = new Map(before.map((call) => [`${identityKey(call)} ${call.reason}`, call]));
	for (const call of more) {
		const key = `${identityKey(call)} ${call.reason}`;
		const known = calls.get(key);
		calls.set(key, call.objectId !== null && known !== void 0 ? known : call);
	}
	return [...calls.values()];
}
/** The record with the lease of a run that lives prolonged; unchanged when the run is no longer in it. */
function recordRenewed(newest, me, now) {
	const runs = newest.runs.map((run) => run.run === me.run ? {
		...run,
		until: leaseEnd(now)
	} : run);
	return {
		...newest,
		runs
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
	const entries = new Map(before.map((entry) => [identityKey(entry), entry]));
	const withdrawn = /* @__PURE__ */ new Set();
	for (const row of settlement.rows) {
		if (row.outcome === "withdrawn") {
			withdrawn.add(row.objectId);
			for (const [key, entry] of entries) if (entry.objectId === row.objectId) entries.delete(key);
		}
		const entry = filedObject(row, settlement);
		if (entry === null) continue;
		const earlier = before.find((other) => isNumbered(entry, other)) ?? before.find((other) => mayBeSame(other, entry));
		for (const [key, other] of entries) if (isNumbered(entry, other)) entries.delete(key);
		entries.set(identityKey(entry), {
			...entry,
			added: addedAfter(entry, earlier, withdrawn)
		});
	}
	return [...entries.values()];
}
/** Both are the one request of that number; requests whose number the service did not name are never the same. */
function isNumbered(entry, other) {
	return entry.objectId !== null && entry.objectId === other.objectId;
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
	const touched = rows.map((row) => row.request);
	const kept = before.filter((open) => !touched.some((request) => mayBeSame(open, request.identity) || pathKey$1(request.path) === open.path));
	const open = rows.filter((row) => !settledOutcomes.includes(row.outcome)).map(openChange);
	const paths = new Set([...kept, ...open].map(({ path }) => path));
	return [
		...kept,
		...open,
		...unmapped.filter((path) => !paths.has(pathKey$1(path))).map(unmappedChange)
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
		path: pathKey$1(path),
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
		path: pathKey$1(request.path),
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
	const met = rows.filter((row) => settledOutcomes.includes(row.outcome) || row.uncertain !== null);
	return [...before.filter((call) => !met.some(({ request }) => mayBeSame(call, request.identity))), ...rows.flatMap(({ uncertain }) => uncertain ?? [])];
}

// src/git/merge-base.ts
/**
* A question that Git answers with yes (0) or no (1). It also ends with 1 when a commit is lost, but then it says so:
* that is an error, never a no.
*/
async function noIfOne(answer, no) {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof GitFailure && error.isNo) return no;
		throw unreadable("the history of two commits", error);
	}
}
/**
* The best common ancestor of two commits, or null when they have none. In a shallow clone the history between them
* is fetched first, as commits only: a merge base found in a cut history may not be the best one.
*
* @throws Problem('git') when the history cannot be had.
*/
async function mergeBase(repository, objects, one, other) {
	await ensureHistory(repository, objects, [one, other]);
	return (await noIfOne(repository.git([
		"merge-base",
		one,
		other
	]), "")).trim() || null;
}
/** True when `older` is `newer` or behind it. @throws Problem('git') when the history cannot be had. */
async function isAncestor(repository, objects, older, newer) {
	await ensureHistory(repository, objects, [older, newer]);
	return noIfOne(repository.git([
		"merge-base",
		"--is-ancestor",
		older,
		newer
	]).then(() => true), false);
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
/** A pattern that matches one name only. */
function isLiteral(pattern) {
	return !/[*?{}[\]\\]/.test(pattern);
}
/**
* True when exactly one branch, named outright, can file at the target, and it is this one. Without branch rules every
* branch can.
*/
function isSoleBranch(compiled, branch, target) {
	const reaching = (compiled.branches ?? []).filter((rule) => mayReach(compiled, rule, target));
	const patterns = new Set(reaching.flatMap(({ globs }) => globs.map(({ source }) => source)));
	const [only] = patterns;
	return compiled.branches !== null && patterns.size === 1 && only === branch && isLiteral(branch);
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
	return fingerprint(newest) === fingerprint(seen) ? null : "another run of the branch";
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
	if (!row.needsPerson || !planned.leftBehind.has(pathKey$1(row.request.path))) return false;
	const { path, identity } = row.request;
	return (planned.record?.open ?? []).some((open) => open.needsPerson && open.outcome === row.outcome && open.path === pathKey$1(path) && mayBeSame(open, identity));
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
	const calls = actions.some(({ kind }) => kind === "create" || kind === "update");
	const run = filingRun(input, planned);
	const client = calls ? await openClient(input, run.concurrency) : noClient;
	const begun = await beginRun(input, planned, calls);
	if (begun.kind !== "begun") return begun;
	let result;
	{
		using _ = holdLease(input, planned);
		try {
			const ownership = ownershipSources(input, planned, repository, objects);
			const read = (oid) => objects.read(oid);
			result = await carryOut({
				client,
				read,
				run,
				known: record?.filed ?? [],
				ownership
			}, actions);
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
function isLeft(row) {
	return row.outcome === "notAttempted" || row.uncertain !== null;
}

// src/git/changes.ts
/** OIDs of the empty tree, which Git knows without having it. */
const emptyTree = {
	sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
	sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
};
const ascii = /^[\u0000-\u007f]*$/;
/** A name out of bytes that were read one character each; most names are the same in every encoding. */
function pathOf(latin1) {
	return ascii.test(latin1) ? textPath(latin1) : gitPath(Buffer.from(latin1, "latin1"));
}
/** `:100644 100644 <oid> <oid> M`, where a rename or copy has its score behind the letter. */
const rawEntry = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/;
/**
* Parses `git diff-tree -r -z --raw -M100%`. Every entry of the output becomes one change.
*
* @throws Error on output that is not of that form, rather than losing a change.
*/
function parseRawDiff(output) {
	const text = output.toString("latin1");
	const changes = [];
	let at = 0;
	const field = () => {
		const end = text.indexOf("\0", at);
		if (end < 0) throw new Error("git diff-tree: the output ends in the middle of an entry");
		const part = text.slice(at, end);
		at = end + 1;
		return part;
	};
	while (at < text.length) {
		const [, oldMode, newMode, oldOid, newOid, status] = rawEntry.exec(field()) ?? [];
		if (!oldMode || !newMode || !oldOid || !newOid || !status) throw new Error("git diff-tree: an entry is not of the raw form");
		const oldPath = pathOf(field());
		const newPath = status === "R" || status === "C" ? pathOf(field()) : oldPath;
		const before = {
			path: oldPath,
			mode: oldMode,
			oid: oldOid
		};
		const after = {
			path: newPath,
			mode: newMode,
			oid: newOid
		};
		changes.push({
			before: status === "A" ? null : before,
			after: status === "D" ? null : after
		});
	}
	return changes;
}
/**
* What differs between two trees, in Git's order. Plumbing only, so the user's configuration cannot bend it; exact
* renames need no contents and have no limit (design §4).
*
* @param base OID of a commit or tree. @param head OID of a commit.
* @throws Problem('git') when Git cannot tell; never an empty list instead.
*/
async function listChanges(repository, base, head) {
	const args = [
		"diff-tree",
		"-r",
		"-z",
		"--raw",
		"-M100%",
		"--no-relative",
		"--ignore-submodules=none",
		base,
		head
	];
	try {
		return parseRawDiff(await repository.bytes(args));
	} catch (error) {
		throw unreadable("what changed", error);
	}
}
/**
* Every regular file, link and submodule of a commit, in Git's order (`git ls-tree -r -z`).
*
* @throws Problem('git') when Git cannot tell.
*/
async function listTree(repository, head) {
	const output = await repository.bytes([
		"ls-tree",
		"-r",
		"-z",
		"--full-tree",
		head
	]).catch((error) => {
		throw unreadable("the files of the head", error);
	});
	const sides = [];
	for (let at = 0; at < output.length;) {
		const tab = output.indexOf(9, at);
		const end = output.indexOf(0, tab);
		const [mode = "", , oid = ""] = output.toString("latin1", at, tab).split(" ");
		sides.push({
			path: gitPath(output.subarray(tab + 1, end)),
			mode,
			oid
		});
		at = end + 1;
	}
	return sides;
}
/** Keys (see pathKey) of every path that differs between two trees, by content, kind or existence. */
async function differingPaths(repository, one, other) {
	const changes = await listChanges(repository, one, other);
	return new Set(changes.flatMap(({ before, after }) => [before, after].flatMap((side) => side ? [pathKey$1(side.path)] : [])));
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

// src/git/range.ts
const howToName = "Give --base and --head, or --paths to file some files as they are.";
/** The branch that the run is about, before anything is decided: its ledger record is needed for the decision. */
function branchOf(input) {
	const { happening } = input.event;
	if (input.options.branch !== void 0) return input.options.branch;
	if (happening.kind === "proposal") return happening.target;
	if (happening.kind === "tag") return null;
	if (happening.kind === "local") return input.checkedOut;
	return happening.branch;
}
/**
* Decides what to compare (design §3). Pure; nothing is looked up.
*
* @throws Problem('range') when nothing says what to compare: never an empty answer instead.
*/
function decideRange(input) {
	const { event, options } = input;
	const branch = branchOf(input);
	if (options.base !== void 0 || options.head !== void 0 || options.paths !== void 0) return explicitRange(input, branch);
	const { happening } = event;
	if (happening.kind === "tag") return {
		kind: "nothing",
		branch,
		rule: "tag",
		why: `${happening.name || "the ref"} is a tag; only branches are filed`
	};
	if (branch === null) throw new Problem("range", "the run names no branch", "Give --branch, and --base and --head.");
	switch (happening.kind) {
		case "branchDeleted": return {
			kind: "nothing",
			branch,
			rule: "branch-deleted",
			why: `branch ${branch} was deleted`
		};
		case "proposal": return proposalRange(happening, branch);
		case "push": return pushRange(input, happening, branch);
		case "unclear": throw new Problem("event", happening.why, howToName);
		default: return manualRange(input, happening, branch);
	}
}
function explicitRange(input, branch) {
	const { base, head, paths } = input.options;
	if (branch === null) throw new Problem("range", "nothing names the branch that the changes belong to", "Give --branch.");
	const common = {
		kind: "range",
		branch,
		mayFile: true,
		explicit: true,
		firstPush: false
	};
	const headChoice = head !== void 0 ? {
		kind: "rev",
		rev: head
	} : eventHead(input.event.happening);
	if (base !== void 0) return {
		...common,
		rule: "explicit",
		base: {
			kind: "rev",
			rev: base
		},
		head: headChoice
	};
	if (paths !== void 0) return {
		...common,
		rule: "paths",
		base: null,
		head: headChoice
	};
	const { happening } = input.event;
	const before = happening.kind === "push" ? happening.before : null;
	const oid = input.record?.head ?? before;
	if (oid === null) throw new Problem("range", "--head alone does not say what to compare it with", "Give --base as well.");
	return {
		...common,
		rule: "explicit",
		base: {
			kind: "commit",
			oid
		},
		head: headChoice
	};
}
function eventHead(happening) {
	if (happening.kind === "push") return {
		kind: "commit",
		oid: happening.after
	};
	if (happening.kind === "proposal") return {
		kind: "commit",
		oid: happening.head
	};
	if (happening.kind === "manual" && happening.head !== null) return {
		kind: "commit",
		oid: happening.head
	};
	return {
		kind: "rev",
		rev: "HEAD"
	};
}
function proposalRange(happening, branch) {
	return {
		kind: "range",
		branch,
		base: happening.baseIsTip ? {
			kind: "mergeBaseWith",
			oid: happening.base
		} : {
			kind: "commit",
			oid: happening.base
		},
		head: {
			kind: "commit",
			oid: happening.head
		},
		rule: "proposal",
		mayFile: false,
		explicit: false,
		firstPush: false
	};
}
function pushRange(input, happening, branch) {
	const { event } = input;
	const { actor } = event.run;
	const known = input.record?.head ?? null;
	if (actor !== null && input.skipPushers.includes(actor)) return {
		kind: "nothing",
		branch,
		rule: "skipped-pusher",
		why: `pushed by ${actor}, who is in skip-pushers`
	};
	const common = {
		kind: "range",
		branch,
		head: {
			kind: "commit",
			oid: happening.after
		},
		mayFile: true,
		explicit: false
	};
	if (known !== null && (happening.before !== null || input.record?.firstHead === happening.after)) {
		const rule = known === happening.before ? "push" : "ledger";
		return {
			...common,
			base: {
				kind: "commit",
				oid: known
			},
			rule,
			firstPush: false
		};
	}
	if (happening.before !== null) return {
		...common,
		base: {
			kind: "commit",
			oid: happening.before
		},
		rule: "push",
		firstPush: false
	};
	return {
		...common,
		base: firstBase(event, branch),
		rule: "first-push",
		firstPush: true
	};
}
function firstBase(event, branch) {
	const { defaultBranch } = event.repository;
	if (defaultBranch === null) throw new Problem("range", "the event does not name the default branch, so a first push has no base", howToName);
	return branch === defaultBranch ? { kind: "emptyTree" } : {
		kind: "mergeBaseWithBranch",
		branch: defaultBranch
	};
}
function manualRange(input, happening, branch) {
	const what = happening.kind === "manual" ? `a run by ${happening.what || "hand"}` : "a run outside CI";
	const known = input.record?.head ?? null;
	if (known === null) throw new Problem("range", `${what} does not say what changed, and the ledger has no record of ${branch}`, howToName);
	return {
		kind: "range",
		branch,
		base: {
			kind: "commit",
			oid: known
		},
		head: eventHead(happening),
		rule: "ledger",
		mayFile: true,
		explicit: false,
		firstPush: false
	};
}

// src/git/branch-tip.ts
/**
* Where a branch is: at the remote; if that cannot be asked, or there is none, as this clone knows it.
*
* @returns null when there is no such branch.
* @throws Problem('git') when the remote cannot be asked and the clone does not know the branch.
*/
async function branchTip(repository, branch) {
	if (repository.remote === null) return localRef(repository, `refs/heads/${branch}`);
	try {
		return await remoteRef(repository, `refs/heads/${branch}`);
	} catch (error) {
		const known = await trackedTip(repository, repository.remote.name, branch);
		if (known === null) throw error;
		return known;
	}
}
/** A clone follows the remote's branches below refs/remotes; a mirror has them as its own. */
async function trackedTip(repository, remote, branch) {
	const tracked = await localRef(repository, `refs/remotes/${remote}/${branch}`);
	const isMirror = repository.location.top === repository.location.gitDir;
	return tracked ?? (isMirror ? localRef(repository, `refs/heads/${branch}`) : null);
}
async function localRef(repository, ref) {
	const args = [
		"rev-parse",
		"--verify",
		"--quiet",
		`${ref}^{commit}`
	];
	return (await repository.git(args, { inCheckout: true }).catch(() => "")).trim() || null;
}

// src/git/resolve-range.ts
/** The branch that is checked out, read from HEAD without asking Git; null when detached. */
function checkedOutBranch(location) {
	const head = readFileSync(join(location.gitDir, "HEAD"), "utf8").trim();
	return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;
}
/**
* Turns a decision into two commits that are in the object store, fetching what a shallow or partial clone lacks.
*
* @throws Problem('git' or 'range') when one of them is nowhere to be had; never an empty range instead.
*/
async function resolveRange(repository, objects, decision, options) {
	const head = await resolveHead(repository, objects, decision.head);
	const { branch, mayFile, explicit, firstPush } = decision;
	const range = {
		branch,
		head,
		mayFile,
		explicit,
		firstPush,
		movesHead: mayFile && !explicit
	};
	if (decision.base === null) return {
		...range,
		base: null,
		rule: decision.rule
	};
	const base = await resolveBase(repository, objects, decision.base, head);
	if (typeof base === "string") return {
		...range,
		base,
		rule: decision.rule
	};
	const { defaultBranch } = options;
	if (options.onMissingBase === "merge-base" && defaultBranch !== null && defaultBranch !== branch) {
		const other = await resolveBase(repository, objects, {
			kind: "mergeBaseWithBranch",
			branch: defaultBranch
		}, head);
		if (typeof other === "string") return {
			...range,
			base: other,
			rule: "merge-base"
		};
	}
	throw new Problem("range", `the base commit ${base.gone} is not in this clone and could not be fetched: ${base.why}`, "Check out with the full history (fetch-depth: 0), give --base, or accept another base with --on-missing-base merge-base.");
}
/** The commit that a revision names in the checkout; a full ID that is not there yet is taken as it is. */
async function resolveRev(repository, rev) {
	const output = await repository.git([
		"rev-parse",
		"--verify",
		"--quiet",
		"--end-of-options",
		`${rev}^{commit}`
	], { inCheckout: true }).catch((error) => messageOf(error));
	const oid = /^[0-9a-f]{40,64}$/m.exec(output.trim())?.[0];
	if (oid !== void 0) return oid;
	if (/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(rev)) return rev.toLowerCase();
	throw new Problem("range", `${rev} names no commit in this clone`, "Give a full commit ID, which is fetched when it is missing, or fetch the branch or tag first.");
}
async function resolveHead(repository, objects, head) {
	const oid = head.kind === "commit" ? head.oid : await resolveRev(repository, head.rev);
	const [gone] = await ensureCommits(repository, objects, [oid]);
	if (gone === void 0) return oid;
	throw new Problem("range", `the commit ${oid} is not in this clone and could not be fetched: ${gone.why}`, "Check out the pushed commit, and let the job read the repository (contents: read).");
}
async function resolveBase(repository, objects, base, head) {
	switch (base.kind) {
		case "emptyTree": return emptyTree[repository.objectFormat];
		case "rev": return resolveCommit(repository, objects, await resolveRev(repository, base.rev));
		case "commit": return resolveCommit(repository, objects, base.oid);
		case "mergeBaseWith": return mergeBaseWith(repository, objects, base.oid, head);
		case "mergeBaseWithBranch": {
			const tip = await branchTip(repository, base.branch);
			if (tip === null) return emptyTree[repository.objectFormat];
			return mergeBaseWith(repository, objects, tip, head);
		}
	}
}
async function resolveCommit(repository, objects, oid) {
	const [gone] = await ensureCommits(repository, objects, [oid]);
	return gone === void 0 ? oid : {
		gone: oid,
		why: gone.why
	};
}
async function mergeBaseWith(repository, objects, oid, head) {
	let base;
	try {
		base = await mergeBase(repository, objects, oid, head);
	} catch (error) {
		return {
			gone: `shared with ${oid}`,
			why: messageOf(error)
		};
	}
	return base === null ? emptyTree[repository.objectFormat] : resolveCommit(repository, objects, base);
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

// src/mapping/glob-match.ts
/**
* Walks a compiled pattern along a text. A dead end is walked once: (step, position) pairs that failed are remembered,
* so the work is at most steps times characters, whatever the pattern.
*/
/** Prepares a text for matching. */
function subjectOf(text) {
	return {
		text,
		folded: foldCase(text)
	};
}
/** The captures of a pattern that matches the whole text (`{}` when it has none), or null when it does not match. */
function matchGlob(glob, subject) {
	const compared = glob.ignoreCase ? subject.folded : subject.text;
	for (const alternative of glob.alternatives) {
		const { prefix, suffix, inner } = alternative;
		if (!compared.startsWith(prefix) || !compared.endsWith(suffix) || !compared.includes(inner)) continue;
		const captures = walkAlternative(alternative, compared, subject.text, glob.ignoreCase);
		if (captures !== null) return captures;
	}
	return null;
}
function walkAlternative(alternative, compared, text, ignoreCase) {
	const { steps } = alternative;
	const walk = {
		steps,
		compared,
		text,
		ignoreCase,
		dead: alternative.ambiguous ? new Uint8Array(steps.length * (compared.length + 1)) : null,
		captures: {}
	};
	return matchFrom(walk, 0, 0) ? walk.captures : null;
}
/** True when the steps from `first` on match the whole rest of the text from `start` on. */
function matchFrom(walk, first, start) {
	let at = start;
	for (let index = first; index < walk.steps.length; index++) {
		const step = walk.steps[index];
		if (step === void 0) return false;
		switch (step.kind) {
			case "text":
				if (!walk.compared.startsWith(step.text, at)) return false;
				at += step.text.length;
				break;
			case "one":
			case "class":
				if (!takes(walk, step, at)) return false;
				at = after(walk, at);
				break;
			case "anything": return true;
			case "below": return at === walk.compared.length || walk.compared[at] === "/";
			default: return matchVariable(walk, step, index, at);
		}
	}
	return at === walk.compared.length;
}
/** A step of variable length takes as little as possible, then one character more, until the rest matches. */
function matchVariable(walk, step, index, start) {
	let at = start;
	if (step.kind === "capture") {
		if (!takes(walk, step, at)) return false;
		at = after(walk, at);
	}
	for (;;) {
		const place = index * (walk.compared.length + 1) + at;
		if (walk.dead?.[place] === 1) return false;
		if (mayLeave(walk, step, at) && matchFrom(walk, index + 1, at)) {
			if (step.kind === "capture") walk.captures[step.name] = walk.text.slice(start, at);
			return true;
		}
		if (walk.dead !== null) walk.dead[place] = 1;
		if (!takes(walk, step, at)) return false;
		at = after(walk, at);
	}
}
function mayLeave(walk, step, at) {
	return step.kind !== "directories" || at === 0 || walk.compared[at - 1] === "/";
}
/** True when the step takes the character at `at`. */
function takes(walk, step, at) {
	if (at >= walk.compared.length) return false;
	if (step.kind === "directories") return true;
	const character = walk.compared[at] ?? "";
	if (character === "/") return false;
	if (step.kind === "capture" && step.digits) return character >= "0" && character <= "9";
	if (step.kind === "class") return inClass(walk, step, walk.compared.slice(at, after(walk, at)));
	return true;
}
function inClass(walk, step, character) {
	const forms = walk.ignoreCase ? [character, character.toUpperCase()] : [character];
	return step.ranges.some(([from, to]) => forms.some((form) => form >= from && form <= to)) !== step.negated;
}
/** The position after the character at `at`; a character outside the basic plane is two units long. */
function after(walk, at) {
	const code = walk.compared.charCodeAt(at);
	return at + (code >= 55296 && code <= 56319 && at + 1 < walk.compared.length ? 2 : 1);
}

// src/mapping/branch.ts
const anyBranch = {
	rule: "any branch",
	index: -1,
	fields: {},
	captures: {}
};
/**
* The first branch rule that matches; null: nothing is filed for this branch.
* @param branch short name, as `feature/search`; case matters
*/
function branchRuleFor(compiled, branch) {
	if (compiled.branches === null) return anyBranch;
	const subject = subjectOf(branch);
	for (const { rule, index, globs, fields } of compiled.branches) for (const glob of globs) {
		const captures = matchGlob(glob, subject);
		if (captures !== null) return {
			rule,
			index,
			fields,
			captures
		};
	}
	return null;
}

// src/interface/rules.ts
/** Rules between the fields of a create request, and of each field alone (interface §2.1 to §2.4, §4.3). */
/** The rules that hold before a run adds what only it knows (RFP, pipeline keys, vref): values, project, Git link. */
function checkMapped(fields) {
	return [...Object.entries(fields).flatMap(([name, value]) => checkField(name, value) ?? []), ...projectRules(fields)];
}
/** What is wrong with one field's value: an unknown field, another type, not on its list. Null: nothing. */
function checkField(name, value) {
	const field = createField(name);
	if (field === void 0) return `${name} is not a field of a create request`;
	if (field.type === "integer") return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? null : `${name} is ${quote(value)}; it must be a whole number from 0 on`;
	if (typeof value !== "string") return `${name} is ${quote(value)}; it must be text`;
	if (field.values !== void 0 && !field.values.includes(value)) return `${name} is ${quote(value)}; it must be one of ${field.values.join(", ")}`;
	if (field.required && value.trim() === "") return `${name} is blank; a request must name it`;
	if (name === "rpth" && !value.startsWith("/")) return `rpth is ${quote(value)}; it must start with /`;
	return null;
}
function projectRules(fields) {
	const sentences = [];
	const { proj, repo, branch } = fields;
	const linked = isGiven(repo) && isGiven(branch);
	if (proj === "*BRANCH" && !linked) sentences.push("proj is *BRANCH, which needs repo and branch");
	else if (isGiven(branch) && !isGiven(repo)) sentences.push("branch is given without repo, which it needs");
	if (fields.rfpd === "*TASK" && !isGiven(proj)) sentences.push("rfpd is *TASK, which needs proj");
	return sentences;
}
function isGiven(value) {
	return value !== void 0 && value !== "";
}
function quote(value) {
	const text = JSON.stringify(value) ?? String(value);
	return text.length <= 80 ? text : `${Array.from(text.slice(0, 150)).slice(0, 77).join("")}...`;
}

// src/mapping/names.ts
/** Splits a path (slashes, no leading one) into directory and file name. */
function pathParts(path) {
	const slash = path.lastIndexOf("/");
	return {
		path,
		gpath: slash < 0 ? "" : path.slice(0, slash),
		gfile: path.slice(slash + 1)
	};
}
/**
* The parts of a file name. A separator in the first place belongs to the name (`.profile` is called `.profile`), since
* an object cannot have an empty name; blanks before the separator do not (`CUST - Customers.PF` is CUST).
*/
function nameParts(gfile) {
	const end = gfile.slice(1).search(/[.-]/);
	const dot = gfile.lastIndexOf(".");
	return {
		name: (end < 0 ? gfile : gfile.slice(0, end + 1)).trimEnd(),
		stem: dot > 0 ? gfile.slice(0, dot) : gfile,
		ext: dot > 0 ? gfile.slice(dot + 1) : ""
	};
}

// src/mapping/set.ts
/** `--set FIELD=VALUE`: fields from the command line, over everything that the mapping says. */
/**
* Reads `--set` items. The value is everything after the first `=`; an empty one, or `null`, means that the field is not
* sent. Placeholders work as in the mapping, and are checked when a request is made. The last item of a field counts.
* @returns the fields, and a sentence for each item that cannot be used
*/
function parseSet(items) {
	const fields = {};
	const problems = [];
	for (const item of items) {
		const equals = item.indexOf("=");
		const name = item.slice(0, equals < 0 ? item.length : equals).trim();
		const value = item.slice(equals + 1);
		const problem = equals < 0 ? `${item} has no =; FIELD=VALUE is expected` : setProblem(name, value);
		if (problem === null) fields[name] = isNothing(value) ? null : value;
		else problems.push(problem);
	}
	return {
		fields,
		problems
	};
}
function isNothing(value) {
	return value === "" || value === "null";
}
function setProblem(name, value) {
	if (modeFields.includes(name)) return `${name} is not set as a field; use --rfp none, per-push, per-branch or an RFP number`;
	if (!keys.fields.includes(name)) {
		const near = nearest(name, keys.fields);
		return `${name} is not a field of a create request; ${near === null ? `one of ${keys.fields.join(", ")}` : `did you mean ${near}?`}`;
	}
	if (isNothing(value) || isTemplate(value) || isPlaceholder(value)) return null;
	const number = createField(name)?.type === "integer" ? readInteger(value) : null;
	return checkField(name, number ?? value);
}

// src/mapping/fields.ts
/** The fields of one request: levels merged, placeholders filled in, types and value lists checked. */
/**
* The fields of one request (design §5): the run < `request` < branch rule < file rule < `--set`; null takes a field
* away. Under `proj: "*BRANCH"` the service takes task and subtask from the branch (interface §2.2), so neither is sent.
*/
function renderFields(input) {
	const merged = mergeLevels(input);
	const names = placeholderValues(input);
	const projectDraft = emptyDraft();
	renderOne("proj", merged.get("proj"), names, projectDraft);
	if (projectDraft.fields.proj === "*BRANCH") {
		merged.delete("task");
		merged.delete("stsk");
	}
	if (!merged.has("objn")) merged.set("objn", {
		value: defaultObject(merged, names),
		origin: "default"
	});
	const draft = emptyDraft();
	for (const { name } of createFields) renderOne(name, merged.get(name), names, draft);
	const fields = draft.fields;
	const broken = checkMapped(withoutMarks(fields, draft.placeholders));
	return {
		...draft,
		fields,
		problems: [...draft.problems, ...broken]
	};
}
function emptyDraft() {
	return {
		fields: {},
		origins: {},
		problems: [],
		placeholders: {}
	};
}
/** For each field the value of the highest level that has it. */
function mergeLevels(input) {
	const { repo, branch, user } = input.run;
	const { gpath, gfile } = pathParts(input.path);
	const levels = [
		["run", {
			repo,
			gpath,
			gfile,
			branch,
			proj: "*BRANCH",
			...user === void 0 || user === null ? {} : { user }
		}],
		["request", input.compiled.mapping.request],
		[input.branchMatch?.rule ?? "branch", input.branchMatch?.fields ?? {}],
		[input.rule ?? "rule", input.requestFields],
		["--set", input.set]
	];
	const merged = /* @__PURE__ */ new Map();
	for (const [origin, fields] of levels) for (const [name, value] of Object.entries(fields)) if (value === null || typeof value === "string" || typeof value === "number") merged.set(name, {
		value,
		origin
	});
	return merged;
}
/** What `{...}` can name for this file. */
function placeholderValues(input) {
	const parts = pathParts(input.path);
	const { repo, branch, sha, run } = input.run;
	const ofFile = {
		...parts,
		...nameParts(parts.gfile)
	};
	return {
		...input.branchMatch?.captures,
		...input.captures,
		...ofFile,
		repo,
		branch,
		sha,
		run
	};
}
/** IFS and remote objects are called like their files, with case and extension; others have short upper-case names. */
function defaultObject(merged, names) {
	const objt = merged.get("objt")?.value;
	const type = typeof objt === "string" ? render(objt, names).text.toUpperCase() : "";
	return type === "*IFS" || type === "*REMOTE" ? "{gfile}" : "{name|upper}";
}
function renderOne(name, from, names, draft) {
	if (from === void 0 || from.value === null) return;
	const { value, origin } = from;
	const field = createField(name);
	const rendered = origin !== "run" && isTemplate(value) ? render(value, names) : {
		text: value,
		missing: []
	};
	const { text } = rendered;
	if (rendered.missing.length > 0) {
		const lacking = rendered.missing.map((missing) => `{${missing}}`).join(", ");
		draft.problems.push(`${name} is "${value}" (${origin}), but ${lacking} has no value for this file on this branch`);
		return;
	}
	if (isPlaceholder(text)) {
		draft.placeholders[name] = text;
		if (field?.type === "integer") return;
	}
	const number = field?.type === "integer" ? readInteger(text) : null;
	draft.fields[name] = number ?? text;
	draft.origins[name] = origin;
}
/** A mark of `init` is no value yet: value lists and forms are not held against it. */
function withoutMarks(fields, marks) {
	const open = (name) => Object.hasOwn(marks, name) && (name === "rpth" || createField(name)?.values !== void 0);
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !open(name)));
}

// src/mapping/match.ts
/** The first rule that matches a file decides; without a list of rules every file is one request. */
function matchFile(compiled, file) {
	if (compiled.rules === null) return {
		kind: "requests",
		rule: "every file",
		requests: [{}],
		captures: {}
	};
	const subjects = subjectsOf(file);
	for (const { rule, parts, result } of compiled.rules) {
		const captures = matchParts(parts, subjects);
		if (captures === null) continue;
		return result.kind === "skip" ? {
			...result,
			rule
		} : {
			...result,
			rule,
			captures
		};
	}
	return { kind: "unmapped" };
}
/** The halves of a path are made once for all rules. */
function subjectsOf(file) {
	const { path, gpath, gfile } = pathParts(file.path);
	return {
		path: subjectOf(path),
		gpath: subjectOf(gpath),
		gfile: subjectOf(gfile),
		repo: subjectOf(file.repo),
		branch: subjectOf(file.branch)
	};
}
/** All parts must match; their captures come together. */
function matchParts(parts, subjects) {
	let captures = {};
	for (const part of parts) {
		const found = matchPart(part, subjects);
		if (found === null) return null;
		captures = {
			...captures,
			...found
		};
	}
	return captures;
}
function matchPart({ part, globs }, subjects) {
	for (const glob of globs) {
		const captures = matchGlob(glob, subjects[part]);
		if (captures !== null) return captures;
	}
	return null;
}

// src/plan/bind-mapping.ts
/**
* Binds a mapping to one branch and run. A mapping with branch rules of which none matches leaves everything out.
*/
function bindMapping(compiled, branchMatch, run) {
	const { branches, unmapped } = compiled.mapping;
	const noRule = branches !== void 0 && branchMatch === null;
	return (path) => {
		if (noRule) return {
			kind: "leftOut",
			why: `no rule for branch ${run.branch}`,
			error: false
		};
		const match = matchFile(compiled, {
			path: path.text,
			repo: run.repo,
			branch: run.branch
		});
		if (match.kind === "skip") return {
			kind: "leftOut",
			why: `skip: ${match.why}`,
			error: false
		};
		if (match.kind === "unmapped") return {
			kind: "leftOut",
			why: "no rule matches it",
			error: unmapped === "error"
		};
		return requests(compiled, branchMatch, run, path.text, match);
	};
}
function requests(compiled, branchMatch, run, path, match) {
	const targets = match.requests.map((requestFields) => {
		const { fields, problems } = renderFields({
			compiled,
			branchMatch,
			requestFields,
			captures: match.captures,
			path,
			rule: match.rule,
			run: {
				repo: run.repo,
				branch: run.branch,
				sha: run.sha,
				run: run.run,
				user: run.user
			},
			set: run.set
		});
		return {
			identity: identityOf(fields),
			fields,
			problems
		};
	});
	return {
		kind: "requests",
		rule: match.rule,
		targets
	};
}

// src/plan/planned.ts
/** True for a file that is left out for now only: what is open of it stays open. */
function isLeftOutForNow({ why }) {
	return /^(no rule for branch |no rule matches it$|superseded: |as on )/.test(why);
}

// src/planning/names.ts
/** The repository's own name, when neither option nor mapping gives its ID. */
function repositoryName(input, repository) {
	const fromUrl = (repository.remote?.url.replace(/[\\/]+$/, "").replace(/\.git$/, ""))?.split(/[\\/:]/).at(-1);
	return input.event.repository.name ?? (fromUrl || (repository.location.top.split(/[\\/]/).at(-1) ?? ""));
}
/** The name under which the ledger knows a service: its base address without what does not matter. */
function serviceName(options) {
	if (options["ledger-key"] !== void 0) return options["ledger-key"];
	return options.url === void 0 ? null : options.url.replace(/\/+$/, "");
}
/** Under what the ledger keeps the record of this run; null when no service or no branch is named. */
function ledgerKey(options, repo, mapping, branch) {
	const service = serviceName(options);
	return service === null || branch === null ? null : {
		service,
		repo,
		mapping,
		branch
	};
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
	if (unmapped.length === 0 || mapping.mapping.unmapped === "ignore") return;
	const files = unmapped.length === 1 ? "1 changed file has" : `${unmapped.length} changed files have`;
	draft.notices.push(`${files} no rule in the mapping (unmapped: ${mapping.mapping.unmapped})`);
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
		text: `Run: ${input.me.run}\nskipped: ${why}`
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
	const groups = Map.groupBy(requests.filter((request) => request.reason !== "*DELETE"), (request) => identityKey(request.identity));
	return requests.map((request) => {
		if (request.reason === "*DELETE" || request.obstacle?.outcome === "unsendable") return request;
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
function inOrder$1(requests) {
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
	const gone = isFile(before) && (present === null || before === null || pathKey$1(before.path) !== pathKey$1(present.path)) ? before : null;
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
		requests: inOrder$1(withCollisions([...requests.map(notAddedIfMoved(candidates)), ...deleted.requests])),
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
	const named = new Set(changes.flatMap(({ before, after }) => [before, after].flatMap((side) => side ? [pathKey$1(side.path)] : [])));
	const wanted = new Set(open.filter((path) => !named.has(path)));
	if (wanted.size === 0) return [];
	const there = headTree.filter((side) => wanted.has(pathKey$1(side.path)));
	for (const side of there) wanted.delete(pathKey$1(side.path));
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
			path: pathKey$1(side.path)
		}));
	});
	const hasOther = ({ identity, path }) => makers.some((maker) => maker.path !== pathKey$1(path) && mayBeSame(maker.identity, identity));
	const requests = plan.requests.map((request) => request.added && hasOther(request) ? {
		...request,
		added: false
	} : request);
	return {
		...plan,
		requests
	};
}

// src/git/present-blobs.ts
/**
* Types and sizes of blobs, in the order asked. What a partial clone left out is fetched first, all in one request.
*
* @throws Problem('git') when a missing one cannot be had.
*/
async function presentBlobs(repository, objects, oids) {
	const infos = await objects.info(oids);
	const missing = oids.filter((_, n) => infos[n] === null);
	if (missing.length === 0) return infos;
	await fetchBlobs(repository, missing);
	const now = await objects.info(oids);
	const gone = oids.find((_, n) => now[n] === null);
	if (gone !== void 0) throw unreadable("a file content", /* @__PURE__ */ new Error(`object ${gone} is nowhere to be had`));
	return now;
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
		const old = before !== null && goes(pathKey$1(before.path));
		const now = after !== null && goes(pathKey$1(after.path));
		if (!old && !now) kept.push(change);
		else if (before === null || after === null || pathKey$1(before.path) === pathKey$1(after.path)) {
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
	const why = `superseded: ${branch} is at ${tip.oid.slice(0, 12)} by now, where it differs`;
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
	if (changes.filter((change) => sides(change).some((side) => !isHeld.has(pathKey$1(side.path)))).length === 0) return all;
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
	if (behind.has(pathKey$1(path))) return [pathKey$1(path)];
	if (record === null || record.filed.length === 0) return [];
	const mapped = mapper(path);
	const targets = mapped.kind === "requests" ? mapped.targets : [];
	return record.filed.some((entry) => entry.path === path.text || targets.some(({ identity }) => mayBeSame(entry, identity))) ? [pathKey$1(path)] : [];
}

// src/planning/require-target.ts
/** Without application and level nothing can be filed at all: that is the mapping, not a file. */
function requireTarget(plan) {
	const lacking = plan.requests.find(({ fields }) => fields.appl === void 0 || fields.lvl === void 0);
	if (lacking === void 0) return;
	const field = lacking.fields.appl === void 0 ? "appl" : "lvl";
	throw new Problem("mapping", `nothing says which ${field} ${lacking.path.text} goes to`, "Give appl and lvl in a branch rule of the mapping (.file-checkouts.yml, or --mapping FILE), or with --set.");
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
	requireTarget(plan);
	const named = new Set(listed.flatMap(({ before, after }) => [before, after].flatMap((side) => side ? [pathKey$1(side.path)] : [])));
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
	const compiled = globs.map((glob) => compileGlob(glob, true));
	return (path) => compiled.some((glob) => matchGlob(glob, subjectOf(path)) !== null);
}
function touches({ before, after }, chosen) {
	return [before, after].some((side) => side !== null && chosen(side.path.text));
}

// src/git/blob-id.ts
/** The OID that Git gives a content, so that a report names a mapping file as Git knows it. */
function blobId(content, objectFormat) {
	return createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest("hex");
}

// src/git/file-at.ts
/**
* Reads one file as a revision has it, so that a pushed branch cannot choose its own rules (`--mapping REV:PATH`).
*
* @throws Problem('usage') when the revision has no such file.
*/
async function fileAt(repository, objects, rev, path) {
	const commit = await resolveRev(repository, rev);
	const [gone] = await ensureCommits(repository, objects, [commit]);
	if (gone !== void 0) throw new Problem("usage", `${rev} could not be fetched: ${gone.why}`, "Fetch that branch or tag in the job first.");
	const blob = (await repository.git([
		"rev-parse",
		"--verify",
		"--quiet",
		`${commit}:${path}`
	]).catch(() => "")).trim();
	const [info] = blob === "" ? [] : await presentBlobs(repository, objects, [blob]);
	if (info?.type !== "blob") throw new Problem("usage", `${rev} has no file ${path}`, "Check the revision and the path behind the colon.");
	return {
		text: await (await objects.read(blob)).text(),
		blob
	};
}

// src/mapping/compile.ts
/** A mapping made ready for many files: each pattern compiled once. */
/** Compiles every pattern of a mapping that `loadMapping` gave, or that is `emptyMapping`; the same pattern only once. */
function compileMapping(mapping) {
	const known = /* @__PURE__ */ new Map();
	const globsOf = (patterns, part) => [patterns].flat().map((pattern) => {
		const key = `${ignoresCase(part)} ${pattern}`;
		const glob = known.get(key) ?? compileGlob(pattern, ignoresCase(part));
		known.set(key, glob);
		return glob;
	});
	const branches = mapping.branches?.map(({ branch, ...fields }, index) => ({
		rule: `branches[${index}]`,
		index,
		globs: globsOf(branch, "branch"),
		fields
	}));
	const rules = mapping.rules?.map((rule, index) => ({
		rule: `rules[${index}]`,
		parts: matchParts$1.flatMap((part) => {
			const patterns = rule.match[part];
			return patterns === void 0 ? [] : [{
				part,
				globs: globsOf(patterns, part)
			}];
		}),
		result: resultOf(rule)
	}));
	return {
		mapping,
		branches: branches ?? null,
		rules: rules ?? null
	};
}
function resultOf(rule) {
	if (rule.skip !== void 0) return {
		kind: "skip",
		why: rule.skip === true ? "by rule" : rule.skip
	};
	return {
		kind: "requests",
		requests: rule.requests ?? [rule.request ?? {}]
	};
}

// src/mapping/check-patterns.ts
/** Patterns that cannot be read, or that could never match, and the captures they make. */
/** What is wrong with the patterns of a mapping, and with what rules have beside them. */
function patternFindings(outline) {
	const rules = [...outline.branches, ...outline.rules];
	return [
		...rules.flatMap((rule) => rule.patterns.flatMap(patternFinding)),
		...rules.flatMap(captureFindings),
		...outline.rules.flatMap(resultFindings)
	];
}
function patternFinding(pattern) {
	const { path, text, error } = pattern;
	if (error !== null) return [{
		path,
		found: error.found,
		right: error.right
	}];
	const never = neverMatches(pattern);
	return never === null ? [] : [{
		path,
		found: `the pattern \`${text}\`, which matches nothing`,
		right: never
	}];
}
/** What would be right instead of a pattern that no file or branch can match, or null. */
function neverMatches({ part, text }) {
	if (text === "") return part === "gpath" ? null : "at least one character (only `gpath` is empty, at the root)";
	if (part === "repo") return null;
	if (text.startsWith("/") || text.startsWith("./")) return "no slash at the beginning: paths start at the repository";
	if (text.endsWith("/")) return `\`${text}**\` for all below that directory`;
	if (text.includes("//")) return "one slash between directories";
	if (part === "gfile" && text.includes("/")) return "a file name; directories go to `gpath`, or all of it to `path`";
	return null;
}
function captureFindings(rule) {
	const findings = [];
	const partOf = /* @__PURE__ */ new Map();
	for (const { path, part, glob } of rule.patterns) for (const name of glob?.captures ?? []) {
		if (builtInNames.includes(name)) findings.push({
			path,
			found: `a capture \`{${name}}\``,
			right: `another name: \`{${name}}\` has a meaning of its own`
		});
		const before = partOf.get(name);
		if (before !== void 0 && before !== part) findings.push({
			path,
			found: `\`{${name}}\` also in \`${before}\``,
			right: "a name of its own for each capture"
		});
		partOf.set(name, part);
	}
	return findings;
}
/** A file rule says one thing about its files. */
function resultFindings(rule) {
	const { path, value } = rule;
	const findings = [];
	const results = [
		"request",
		"requests",
		"skip"
	].filter((name) => Object.hasOwn(value, name));
	const right = "one of `request`, `requests`, `skip`";
	if (results.length === 0 && Object.keys(value).length > 0) findings.push({
		path,
		found: "a rule without a result",
		right
	});
	for (const name of results.slice(1)) findings.push({
		path: [...path, name],
		atKey: true,
		found: `\`${name}\` beside \`${results[0]}\``,
		right
	});
	const { match } = value;
	if (typeof match === "object" && match !== null && !Array.isArray(match) && Object.keys(match).length === 0) {
		const found = "a match without a part";
		findings.push({
			path: [...path, "match"],
			found,
			right: "at least one part; `path: \"**\"` for every file"
		});
	}
	return findings;
}
/** The names that the patterns of any branch rule capture. */
function branchCaptures(outline) {
	return [...new Set(outline.branches.flatMap(capturesOf))];
}

// src/mapping/check-values.ts
/** Placeholders that nothing defines, found before any file is looked at. */
/**
* What is wrong with the placeholders of a mapping's values. A branch rule knows its own captures; a file rule and the
* defaults know those of every branch rule, since any may be the one that wins.
*/
function valueFindings(outline) {
	const common = [...builtInNames, ...branchCaptures(outline)];
	return [
		...fieldFindings(outline.request, common),
		...outline.branches.flatMap((rule) => {
			const known = [...builtInNames, ...capturesOf(rule)];
			return rule.fieldSets.flatMap((set) => fieldFindings(set, known));
		}),
		...outline.rules.flatMap((rule) => {
			const known = [...common, ...capturesOf(rule)];
			return rule.fieldSets.flatMap((set) => fieldFindings(set, known));
		})
	];
}
function fieldFindings({ path, fields }, known) {
	return Object.entries(fields).flatMap(([name, value]) => {
		if (!isTemplate(value)) return [];
		return templateProblems(value, known).map((problem) => ({
			path: [...path, name],
			...problem
		}));
	});
}

// src/mapping/error.ts
/** What is wrong with a mapping file, shown as compilers do: place, what was found, what would be right, the line. */
/** How many problems a message spells out; `problems` has them all. */
const mostShown = 200;
const widestLine = 120;
const longestLine = 1e4;
/** A mapping file that cannot be used (exit code 2). */
var MappingError = class extends Problem {
	file;
	problems;
	/**
	* @param file name of the file as the user gave it
	* @param problems what is wrong, in the order of the file; at least one
	*/
	constructor(file, problems) {
		super("mapping", messageFor(file, problems), `Correct ${file}.`);
		this.name = "MappingError";
		this.file = file;
		this.problems = problems;
	}
};
function messageFor(file, problems) {
	const shown = problems.slice(0, mostShown).map((problem) => {
		const head = `${file}:${problem.line}:${problem.column}: ${problem.found}; ${problem.right}`;
		return problem.caret === void 0 ? head : `${head}\n${problem.caret}`;
	});
	if (problems.length > mostShown) shown.push(`and ${problems.length - mostShown} more`);
	return shown.join("\n");
}
/** Finds line and column of an offset (UTF-16 units) in a text; made once for each text. */
var Lines = class {
	#text;
	#starts = [0];
	#ends = [];
	constructor(text) {
		this.#text = text;
		for (const match of text.matchAll(/\r\n|\n|\r/g)) {
			this.#ends.push(match.index);
			this.#starts.push(match.index + match[0].length);
		}
		this.#ends.push(text.length);
	}
	/** Line number of an offset, from 1. */
	lineAt(offset) {
		let low = 0;
		let high = this.#starts.length;
		while (high - low > 1) {
			const middle = low + high >> 1;
			if ((this.#starts[middle] ?? 0) <= offset) low = middle;
			else high = middle;
		}
		return low + 1;
	}
	/** A problem at an offset, with its line and caret; `length` is how many units the caret underlines. */
	problemAt(offset, length, found, right) {
		const line = this.lineAt(offset);
		const start = this.#starts[line - 1] ?? 0;
		const source = this.#text.slice(start, this.#ends[line - 1]);
		const before = source.slice(0, offset - start);
		return {
			line,
			column: 1 + (source.length > longestLine ? before.length : Array.from(before).length),
			found,
			right,
			caret: caretUnder(source, before.length, length)
		};
	}
};
/** The line, cut around the place if it is very long, and a caret line below; tabs stay tabs so that both align. */
function caretUnder(source, at, length) {
	const from = at > 100 ? at - 40 : 0;
	const line = source.slice(from, from + widestLine).replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/g, "?");
	const indent = source.slice(from, at).replace(/[^\t]/gu, " ");
	const width = Math.max(1, Math.min(length, line.length - indent.length));
	return `    ${line}\n    ${indent}${"^".repeat(width)}`;
}

// src/mapping/words.ts
/** What the schema refuses, in words: what was found, what would be right, and where. */
/** The findings for one issue of the schema over `value`, the whole mapping. */
function findingsOf(issue, value) {
	const path = issue.path.map((part) => typeof part === "number" ? part : String(part));
	if (issue.code === "unrecognized_keys") return (issue.keys ?? []).map((key) => unknownKey([...path, key]));
	const nested = deepestErrors(issue);
	if (nested.length > 0) return nested.flatMap((inner) => findingsOf({
		...inner,
		path: [...issue.path, ...inner.path]
	}, value));
	const here = valueAt(value, path);
	const name = path.at(-1);
	if (here === void 0 && typeof name === "string") return [{
		path: path.slice(0, -1),
		found: `no \`${name}\``,
		right: `expected \`${name}\`: ${issue.message}`
	}];
	const hint = unquotedBraces(here);
	return [{
		path,
		found: describe(here),
		right: hint ?? `expected ${issue.message}`
	}];
}
/** The errors of a union inside of the value: those of the option that came furthest say more than "none fits". */
function deepestErrors(issue) {
	return (issue.errors ?? []).filter((option) => option.some((error) => error.path.length > 0)).at(-1) ?? [];
}
function unknownKey(path) {
	const key = String(path.at(-1));
	const at = {
		path,
		atKey: true
	};
	if (modeFields.includes(key)) return {
		...at,
		found: `\`${key}\` as a field`,
		right: "`rfp:` at the top of the file; it is a mode: none, per-push, per-branch or an RFP number"
	};
	const allowed = keysAt(path.slice(0, -1));
	const near = nearest(key, allowed);
	const right = near === null ? `one of ${allowed.join(", ")}` : `did you mean \`${near}\`?`;
	return {
		...at,
		found: `unknown key \`${shorten$1(key)}\``,
		right
	};
}
/** The keys that may stand in the map at a path. */
function keysAt(path) {
	const [top, , part] = path;
	if (top === void 0) return keys.top;
	if (top === "branches") return keys.branch;
	if (top === "pipe") return keys.pipe;
	if (top === "attach") return keys.attach;
	if (top === "rules" && part === void 0) return keys.rule;
	if (top === "rules" && part === "match") return keys.match;
	return keys.fields;
}
/** The value at a path, undefined when there is none. */
function valueAt(value, path) {
	return path.reduce((part, key) => {
		if (typeof part !== "object" || part === null || !Object.hasOwn(part, key)) return void 0;
		return part[key];
	}, value);
}
/** `{proj}` without quotes is a map to YAML: a word with nothing behind it. */
function unquotedBraces(value) {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
	const names = Object.keys(value);
	return names.length > 0 && Object.values(value).every((element) => element === null) ? `quotes around it: "{${names.join(",")}}"` : null;
}
/** A value as a sentence names it, never long. */
function describe(value) {
	if (value === null || value === void 0) return "nothing";
	if (typeof value === "string") return value === "" ? "an empty text" : `the text ${shorten$1(JSON.stringify(value))}`;
	if (typeof value === "number") return `the number ${value}`;
	if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
	if (typeof value === "object") return "a map";
	return `the value ${String(value)}`;
}

// src/mapping/yaml-words.ts
var import_dist = require_dist();
const byCode = {
	TAB_AS_INDENT: {
		found: "a tab in the indentation",
		right: "spaces; YAML does not indent with tabs"
	},
	MULTIPLE_DOCS: {
		found: "a second document (`---`)",
		right: "one document in the file"
	},
	RESOURCE_EXHAUSTION: {
		found: "levels nested too deeply",
		right: "a mapping as in the reference"
	},
	BAD_SCALAR_START: {
		found: "a value that begins with a character that YAML keeps for itself",
		right: "quotes around the value"
	},
	BAD_ALIAS: {
		found: "a `*` or `&` without a name",
		right: "quotes around a text that begins with it"
	},
	DUPLICATE_KEY: {
		found: "a key a second time",
		right: "each key once"
	},
	MISSING_CHAR: {
		found: "a quote, bracket or comma that is missing",
		right: "its pair, or quotes around the value"
	},
	BAD_INDENT: {
		found: "a line that is not indented as its neighbours",
		right: "the same indentation as they have"
	},
	TAG_RESOLVE_FAILED: {
		found: "a tag",
		right: "no tag; quotes around a text that begins with `!`"
	}
};
/** The words for an error of the parser; for one that is rare, the parser's own. */
function syntaxWords(code, message) {
	const known = byCode[code];
	const said = message.split("\n", 1)[0]?.replace(/:$/, "") ?? message;
	if (known === void 0) return {
		found: `no valid YAML: ${said}`,
		right: "YAML as in the reference"
	};
	return known;
}

// src/mapping/yaml.ts
/**
* YAML text to plain values, with the place of each. Anchors, aliases and `<<` work within limits; what YAML allows and a
* mapping must not hold (duplicate keys, own tags, several documents) is a problem with its place.
*/
const deepest = 100;
/** How many values a file may hold, aliases written out: some thousand rules, and no bomb. */
const mostValues = 5e4;
const tagsOfYaml = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/;
/**
* Reads one YAML document (YAML 1.2 core). Duplicate keys are looked for here and not by the parser, whose own search
* takes the square of the number of keys.
*/
function readYaml(text, lines) {
	const document = (0, import_dist.parseDocument)(text, {
		uniqueKeys: false,
		prettyErrors: false,
		strict: true
	});
	if (document.errors.length > 0) return {
		value: void 0,
		placeOf: () => void 0,
		problems: syntaxProblems(document, text, lines)
	};
	const reader = new Reader(text, lines);
	const read = document.contents === null ? null : reader.read(document.contents, "", 0);
	return {
		value: reader.tooMany ? void 0 : read,
		placeOf: (path) => reader.places.get(pathKey(path)),
		problems: reader.problems
	};
}
function syntaxProblems(document, text, lines) {
	const problems = [];
	let lastLine = 0;
	for (const error of document.errors) {
		const line = lines.lineAt(error.pos[0]);
		if (line === lastLine) continue;
		lastLine = line;
		const { found, right } = syntaxWords(error.code, error.message);
		const offset = Math.min(error.pos[0], text.length);
		problems.push(lines.problemAt(offset, error.code === "MULTIPLE_DOCS" ? 3 : 1, found, right));
	}
	return problems;
}
function pathKey(path) {
	return path.reduce(childKey, "");
}
function childKey(parent, key) {
	return `${parent}\n${key}`;
}
/** Walks the nodes of one document in its order, so that an alias means the latest anchor of its name. */
var Reader = class {
	places = /* @__PURE__ */ new Map();
	problems = [];
	#text;
	#lines;
	#anchors = /* @__PURE__ */ new Map();
	/** Anchored nodes that are being read: an alias of one of them would never end. */
	#open = /* @__PURE__ */ new Set();
	/** Where the outermost alias being followed stands: what it stands for has its place there. */
	#aliasAt = null;
	#values = 0;
	constructor(text, lines) {
		this.#text = text;
		this.#lines = lines;
	}
	/** There were more values than are read; what was read is then of no use. */
	get tooMany() {
		return this.#values > mostValues;
	}
	read(node, path, depth, key = null) {
		if (!(0, import_dist.isAlias)(node) && !(0, import_dist.isScalar)(node) && !(0, import_dist.isMap)(node) && !(0, import_dist.isSeq)(node)) return null;
		const range = this.#rangeOf(node);
		if (!this.places.has(path)) this.places.set(path, {
			key,
			value: range
		});
		if (depth > deepest) {
			this.#add(range, `more than ${deepest} levels, one inside the other`, "a mapping as in the reference");
			return;
		}
		this.#values += 1;
		if (this.tooMany) {
			const found = `more than ${mostValues} values (an alias of aliases multiplies them)`;
			if (this.#values === 50001) this.#add(range, found, "fewer values");
			return;
		}
		if ((0, import_dist.isAlias)(node)) return this.#readAlias(node.source, range, path, depth);
		this.#checkTag(node, range);
		if (node.anchor !== void 0) this.#anchors.set(node.anchor, node);
		if ((0, import_dist.isScalar)(node)) return typeof node.value === "bigint" ? Number(node.value) : node.value;
		this.#open.add(node);
		const value = (0, import_dist.isMap)(node) ? this.#readMap(node, path, depth) : node.items.map((item, index) => this.read(item, childKey(path, index), depth + 1));
		this.#open.delete(node);
		return value;
	}
	#readAlias(name, range, path, depth) {
		const node = this.#anchors.get(name);
		if (node === void 0) {
			this.#add(range, `\`*${name}\` without quotes, which YAML reads as an alias`, `quotes around it: "*${name}"`);
			return;
		}
		if (this.#open.has(node)) {
			this.#add(range, `\`*${name}\` inside of what it stands for`, "an alias of something that ends before it");
			return;
		}
		const outermost = this.#aliasAt === null;
		if (outermost) this.#aliasAt = range;
		const value = this.read(node, path, depth + 1);
		if (outermost) this.#aliasAt = null;
		return value;
	}
	#readMap(map, path, depth) {
		const result = {};
		const merged = [];
		for (const pair of map.items) {
			if (this.tooMany) break;
			if ((0, import_dist.isScalar)(pair.key) && pair.key.value === "<<" && pair.key.type === "PLAIN") {
				merged.push(pair);
				continue;
			}
			const keyRange = this.#rangeOf(pair.key);
			const name = this.#nameOf(pair.key, keyRange);
			if (name === null) continue;
			if (Object.hasOwn(result, name)) {
				if (this.#aliasAt === null) this.#add(keyRange, `the key \`${name}\` a second time`, "each key once");
				continue;
			}
			if (pair.value === null) this.places.set(childKey(path, name), {
				key: keyRange,
				value: keyRange
			});
			result[name] = this.read(pair.value, childKey(path, name), depth + 1, keyRange);
		}
		for (const pair of merged) this.#merge(pair, result, path, depth);
		return result;
	}
	/** Keys of `<<` count where the map itself, or an earlier one of the list, has no such key. */
	#merge(pair, result, path, depth) {
		const range = this.#rangeOf(pair.key);
		const value = this.read(pair.value, childKey(path, "<<"), depth + 1);
		for (const source of Array.isArray(value) ? value : [value]) {
			if (typeof source !== "object" || source === null || Array.isArray(source)) {
				if (source !== void 0) this.#add(range, "`<<` with something that is not a map", "`<<: *name` of a map");
				continue;
			}
			for (const [name, element] of Object.entries(source)) {
				if (Object.hasOwn(result, name)) continue;
				result[name] = element;
				this.places.set(childKey(path, name), {
					key: range,
					value: range
				});
			}
		}
	}
	#nameOf(key, range) {
		if (!(0, import_dist.isScalar)(key) || key.anchor !== void 0) {
			this.#add(range, "a key that is not plain text", "a name (in quotes, if it begins with `*`, `{` or `&`)");
			return null;
		}
		const name = key.source ?? String(key.value);
		if (name !== "__proto__") return name;
		this.#add(range, "the key `__proto__`", "a key of the mapping");
		return null;
	}
	#checkTag(node, range) {
		const tag = node.tag;
		if (tag === void 0 || tagsOfYaml.test(tag) || this.#aliasAt !== null) return;
		this.#add(range, `the tag \`${tag}\``, "no tag; quotes around a text that begins with `!`");
	}
	#rangeOf(node) {
		if (this.#aliasAt !== null) return this.#aliasAt;
		const range = node?.range ?? null;
		return range === null ? [0, 0] : [range[0], range[1]];
	}
	#add(range, found, right) {
		const line = this.#text.slice(range[0], range[1]).split(/[\r\n]/, 1)[0] ?? "";
		this.problems.push(this.#lines.problemAt(range[0], line.length, found, right));
	}
};

// src/mapping/load.ts
/** Text of a mapping file to a mapping, or to everything that is wrong with it. */
/** Longest mapping file, in UTF-16 units: far more than a mapping needs, and read within seconds whatever it holds. */
const longestMapping = 1048576;
/**
* Reads a mapping file (design §5): YAML 1.2, checked against the schema, and for patterns, placeholders and rules
* between fields as far as they can be decided without a file.
* @param text the file as text; a byte order mark and CRLF do not matter
* @param file its name as the user gave it, for messages
* @throws MappingError everything that is wrong, in the order of the file
*/
function loadMapping(text, file) {
	return readMapping$1(text, file).mapping;
}
/** As `loadMapping`, with the lines of values for later messages. */
function readMapping$1(text, file) {
	if (text.length > 1048576) {
		const found = `a file of ${text.length} characters`;
		throw new MappingError(file, [{
			line: 1,
			column: 1,
			found,
			right: `at most ${longestMapping}`
		}]);
	}
	const source = text.replace(/^\uFEFF/, "");
	const lines = new Lines(source);
	const yaml = readYaml(source, lines);
	if (yaml.value === void 0 && yaml.problems.length > 0) throw new MappingError(file, yaml.problems);
	if (yaml.value === null) throw new MappingError(file, [{
		line: 1,
		column: 1,
		found: "an empty file",
		right: "at least `version: 1`"
	}]);
	const parsed = safeParse(mappingSchema, yaml.value);
	const findings = findingsIn(yaml.value, parsed.error?.issues ?? []).map((finding) => problemOf(finding, yaml, lines));
	const problems = inOrder(yaml.problems, findings);
	if (!parsed.success || problems.length > 0) throw new MappingError(file, problems);
	const lineOf = (path) => {
		const place = yaml.placeOf(path);
		return place === void 0 ? void 0 : lines.lineAt(place.value[0]);
	};
	return {
		mapping: {
			...parsed.data,
			rfp: rfpMode(parsed.data.rfp)
		},
		lineOf
	};
}
function findingsIn(value, issues) {
	const outline = outlineOf(value);
	return [
		...issues.flatMap((issue) => findingsOf(issue, value)),
		...patternFindings(outline),
		...valueFindings(outline),
		...modeFindings(outline, outline.top.rfp ?? "none")
	];
}
/** Looks up the place of a finding: its own, or that of the nearest part around it. */
function problemOf(finding, yaml, lines) {
	for (let length = finding.path.length; length >= 0; length--) {
		const place = yaml.placeOf(finding.path.slice(0, length));
		if (place === void 0) continue;
		const own = length === finding.path.length;
		const range = own && finding.atKey !== void 0 && place.key !== null ? place.key : place.value;
		return lines.problemAt(range[0], own ? range[1] - range[0] : 1, finding.found, finding.right);
	}
	return lines.problemAt(0, 1, finding.found, finding.right);
}
/** In the order of the file; where YAML could not read a value, what the schema says of it is left out. */
function inOrder(yaml, findings) {
	const unread = new Set(yaml.map(({ line, column }) => `${line}:${column}`));
	const others = findings.filter(({ line, column }) => !unread.has(`${line}:${column}`));
	return [...yaml, ...others].sort((a, b) => a.line - b.line || a.column - b.column);
}
function rfpMode(rfp) {
	if (rfp === "none" || rfp === "per-push" || rfp === "per-branch") return rfp;
	return Number(rfp);
}

// src/mapping/source.ts
/** Where the mapping file is looked for when nothing is said. */
const defaultMappingFile = ".file-checkouts.yml";
/** What `--mapping` names: a file on disk, or one in a commit. A drive letter is no revision. */
function parseMappingName(name) {
	const colon = name.indexOf(":");
	if (colon <= 0 || /^[A-Za-z]:[\\/]/.test(name)) return { file: name };
	return {
		rev: name.slice(0, colon),
		path: name.slice(colon + 1)
	};
}
/**
* Reads the mapping file from disk, relative to the current directory; the default name may also stand at the top of
* the repository, and only it may be absent.
*
* @returns null when there is no mapping file at all.
* @throws Problem('usage') when a file that was named cannot be read.
*/
async function readMappingFile(name, cwd, top) {
	const places = name === null ? [join(cwd, defaultMappingFile), join(top, defaultMappingFile)] : [resolve(cwd, name)];
	for (const place of places) try {
		return {
			name: name ?? ".file-checkouts.yml",
			content: await readFile(place),
			blob: null
		};
	} catch (error) {
		if (error.code === "ENOENT" && name === null) continue;
		throw new Problem("usage", `the mapping file ${name ?? place} cannot be read: ${messageOf(error)}`, "Name a file that is there with --mapping; it is meant from the current directory.", { cause: error });
	}
	return null;
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
		const source = await readSource(input, repository, objects);
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
async function readSource(input, repository, objects) {
	const name = input.options.mapping ?? null;
	const parsed = name === null ? null : parseMappingName(name);
	if (parsed !== null && "rev" in parsed) return {
		name: parsed.path,
		...await fileAt(repository, objects, parsed.rev, parsed.path)
	};
	const file = await readMappingFile(name, input.cwd, repository.location.top);
	if (file === null) return null;
	const blob = blobId(file.content, repository.objectFormat);
	return {
		name: file.name,
		text: Buffer.from(file.content).toString("utf8"),
		blob
	};
}
function refusePlaceholders(mapping, file) {
	const [first] = placeholdersIn(mapping);
	if (first === void 0) return;
	throw new Problem("mapping", `${file}: ${first.path} still holds the placeholder ${first.value}`, "Fill in what the starter file could not know.");
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
/** Counts the rows by outcome. */
function countRows(requests, leftOut) {
	const counts = { ...Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) };
	for (const { outcome } of requests) counts[outcome] = (counts[outcome] ?? 0) + 1;
	return {
		...counts,
		leftOut
	};
}
/** True when every row is settled or planned, so that the run is green. */
function allSettled(requests) {
	return requests.every(({ outcome }) => outcome === "planned" || settledOutcomes.includes(outcome));
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
	noteRemote(planning, ledger);
	draft.leftOut = plan.leftOut.map(reportLeftOut);
	draft.leftOutFails = plan.leftOut.some((entry) => entry.error);
	noteUnmapped(planning, mapping, plan);
	const stands = await standing(objects, range, plan.requests, record, mapper);
	const actions = decideActions(plan.requests, record, range.explicit, stands);
	const stays = new Set(plan.leftOut.filter(isLeftOutForNow).map(({ path }) => pathKey$1(path)));
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
	const repo = options.repo ?? read.repo ?? repositoryName(input, repository);
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
	draft.notices.push(`nothing was filed at ${record.service} for ${record.repo}: its changes are filed here`);
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
	const { fields: set, problems } = parseSet([...input.options.set ?? []]);
	if (problems.length > 0) throw new Problem("usage", `--set: ${problems.join("; ")}`, "Give FIELD=VALUE.");
	const { id, attempt, actor } = input.event.run;
	return bindMapping(mapping, branchMatch, {
		repo,
		branch: range.branch,
		sha: range.head,
		run: id === null ? "" : `${id}-${attempt}`,
		user: actor === null ? null : mapping.mapping.users[actor] ?? null,
		set
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
		leftOutFails: false,
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
	const failed = !allSettled(draft.requests) || draft.leftOutFails;
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
	return finishDraft(draft, {
		tool: input.version,
		command: input.command,
		event: input.event,
		at
	});
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
	else if (result.ledgerError !== null) draft.error = errorOf(result.ledgerError);
	return { kind: "done" };
}
function nothingWhy(draft) {
	if (draft.leftOut.length === 0) return "no file changed";
	return draft.leftOut.length === 1 ? "the one changed file is left out" : "every changed file is left out";
}

export { loadMapping as a, branchRuleFor as c, readMappingFile as i, textPath as l, defaultMappingFile as n, compileMapping as o, parseMappingName as r, bindMapping as s, run as t, textReport as u };