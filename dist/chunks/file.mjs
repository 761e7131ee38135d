import { defaultMappingFile, escapeText, exitCodes, identityKey, identityText, leaseMs, mayBeSame, messageOf, renewMs, runsToWaitFor, shellWord, withoutRun } from "./start.mjs";
import { callOf, checkLimits, filingRun, intendedCalls, isGitTrouble, lostCalls, makesCalls, orFailed, remedyFor, triedAgain, withdrawalOf } from "./limits.mjs";
import { createFields } from "./schemas.mjs";
import { beginsAnew, pastAfter, recordPath, rememberedFields, rememberedOf } from "./record-path.mjs";
import { becauseText, filed, heldOutcomes, pathKey, reportRequest, settledOutcomes } from "./action.mjs";
import { isValue, messages, readInteger, readRequestNumber, saysLike, saysLocked } from "./replies.mjs";
import { carriesContent, coveredBy as coveredBy$1, partName, unsendablePart } from "./decide-actions.mjs";
import { needsNoContent } from "./planned.mjs";
import { checkCreate } from "./rules.mjs";
import { inTurns, limiter } from "./limiter.mjs";
import { followerFields, groupActions, leaderFields, openingFields } from "./rfp.mjs";
import { isAncestor } from "./merge-base.mjs";
import { branchIsGone } from "./fetch.mjs";
import { standsAt } from "./tree.mjs";
import { setsTarget } from "./set.mjs";
import { isWrittenOut } from "./pattern-list.mjs";
import { isTemplate } from "./templates.mjs";
import { tidyHeap } from "./small-heap.mjs";
import { ledgerRequired } from "./problems.mjs";
import { writable } from "./run-ledger.mjs";
import { firstHeadOf, recordBegun, recordRenewed, withoutOverRuns } from "./written-ahead.mjs";
import { errorOf } from "./make-report.mjs";
import { clientOptions } from "./client-options2.mjs";
import { lookup, lookupOf } from "./lookup.mjs";
import { unmappedError } from "./finish.mjs";

// src/ledger/fixed.ts
/** Fields that an update carries, that name the object or the run, or that are no matter of the request's own. */
const others = /* @__PURE__ */ new Set([
	...rememberedFields,
	...[
		"appl",
		"lvl",
		"objn",
		"objt",
		"rpth",
		"rsn",
		"repo",
		"branch",
		"gpath",
		"gfile",
		"copy"
	],
	...[
		"arfp",
		"rfp",
		"rfpd",
		"vref",
		"pipe",
		"pipa",
		"tkey"
	]
]);
/** Fields of a create that no update can change (interface §2.1, §2.6). */
const fixedFields = createFields.map(({ name }) => name).filter((name) => !others.has(name));
/** Stands for a value that holds the commit or the run: it is another one in every push. */
const ofPush = "";
/**
* What a create fixed for good, to be remembered with its request; undefined when it sent none of it.
*
* @param names the commit and the names of the run.
*/
function fixedOf(fields, names) {
	const short = names.map((name) => name.slice(0, 7));
	const sent = fixedFields.flatMap((name) => {
		const value = fields[name];
		if (value === void 0) return [];
		return [[name, short.some((text) => String(value).includes(text)) ? ofPush : value]];
	});
	return sent.length === 0 ? void 0 : Object.fromEntries(sent);
}
/** What is mapped otherwise by now, and stays at the service as it was filed; nothing for a record that does not say. */
function fixedWarnings({ fixed }, fields) {
	if (fixed === void 0) return [];
	return fixedFields.filter((name) => fixed[name] !== ofPush && fixed[name] !== fields[name]).map((name) => `${name} stays as it was filed (${fixed[name] ?? "not set"})`);
}

// src/filing/claim.ts
/** Fields that a create sends and an answer about it holds; a delete is of the same object, whatever it is made from. */
const told$1 = [
	"objt",
	"attr",
	"srcn"
];
/** What of a stored request speaks against a claim that it is ours; null: it fits in all that tells. */
function claimDiffers(claim) {
	const { request, probe } = claim;
	if (probe === null || probe === void 0) return "the service does not let us look at it";
	const { fields } = request;
	if (fields.user !== void 0 && typeof probe.user === "string" && upper(probe.user) !== upper(fields.user)) return `its user is ${probe.user}, not ${fields.user}`;
	const other = (request.reason === "*DELETE" ? ["objt"] : told$1).find((name) => {
		const [mine, theirs] = [fields[name], probe[name]];
		return mine !== void 0 && theirs !== void 0 && theirs !== null && !isValue(theirs, mine);
	});
	if (other !== void 0) return `its ${other} is ${JSON.stringify(probe[other])}, not ${JSON.stringify(fields[other])}`;
	return isOfFile(claim, probe) ? null : `it is of ${placeOf(probe)}, not of this file`;
}
/** True for a request that is linked to the file, or to what it was called before. */
function isOfFile({ request, formerPath }, probe) {
	const { fields, previousPath } = request;
	const now = [fields.gpath, fields.gfile].filter((part) => part !== void 0 && part !== "").join("/");
	const stored = placeOf(probe);
	return stored !== "" && (stored === now || stored === previousPath?.text || stored === formerPath);
}
/** The path that a stored request is linked to; nothing for one that is not linked. */
function placeOf({ gpath, gfile }) {
	return [gpath, gfile].flatMap((part) => typeof part === "string" && part.trim() !== "" ? [part.trim()] : []).join("/");
}
function upper(text) {
	return text.trim().toUpperCase();
}

// src/filing/content.ts
/** The file part of a create, or null when it carries none (interface §4.3). */
async function createPart({ run, read }, request) {
	return carriesContent(request) ? part(request, partName(request, run.attachAs), run, read) : null;
}
/** An update with its file part, which is named as the create's was, so that it reaches the place that one filled. */
async function withPart({ run, read }, request, fields) {
	if (!carriesContent(request)) return {
		fields,
		content: null
	};
	const { srcn } = request.fields;
	const name = partName(request, run.attachAs);
	const named = fields.gfile !== void 0 && srcn !== void 0 && name === srcn ? {
		...fields,
		srcn
	} : fields;
	return {
		fields: named,
		content: await part(request, updateName(request, named, run.attachAs), run, read)
	};
}
/** Once a call names source or file, the part has to be named like one of them; else any name is taken (§4.3). */
function updateName(request, { srcn, gfile }, attachAs) {
	const name = partName(request, attachAs);
	if (srcn === void 0 && gfile === void 0 || name === srcn || name === gfile) return name;
	return [gfile, srcn].find((other) => other !== void 0 && unsendablePart(other) === null) ?? name;
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

// src/filing/filing-state.ts
/** What every further call would meet too ends the run, whatever this call itself came to. */
function noteStop(filing, result) {
	const stop = result.kind === "stopped" ? result : result.kind === "lost" ? result.stop : null;
	if (stop !== null) filing.stop ??= stop;
}

// src/filing/own-user.ts
/** So many requests of ours are asked for their user before it counts as not known. */
const mostAsked = 3;
/**
* The service user that requests of ours have where the mapping names none, learnt from an answer about one of them
* (design §7 "Conflict"); null while no request is known to be ours. An answer to a create does not name it (interface
* §2.7), so one is asked for its stored values.
*/
async function ownUser(filing) {
	if (filing.user !== null) return filing.user;
	filing.learning ??= learn(filing).finally(() => {
		filing.learning = null;
	});
	const learnt = await filing.learning;
	filing.user ??= learnt;
	return filing.user;
}
async function learn(filing) {
	const numbers = [...filing.created, ...await filing.ownership.ownNumbers()];
	for (const objectId of numbers.slice(0, mostAsked)) {
		const result = await filing.client.update({ objectId }, null);
		noteStop(filing, result);
		const user = result.kind === "answered" && result.reply.sev !== 30 ? result.reply.request?.user : void 0;
		if (typeof user === "string" && user.trim() !== "") return user;
	}
	return null;
}

// src/filing/ownership.ts
function decideOwnership(conflict) {
	const { onConflict, holders, request } = conflict;
	const own = holders.find((holder) => holder.own);
	if (onConflict === "fail") return {
		kind: "theirs",
		holder: own ?? holders[0] ?? null,
		why: "on-conflict is fail"
	};
	const rival = holders.find(isRival);
	if (own?.isSealed === true) return rival === void 0 ? ownNumber(conflict, own) : alsoTheirs(rival);
	const others = holders.filter((holder) => !holder.own);
	const other = others.find(({ isAncestor }) => !isAncestor) ?? others[0];
	if (other !== void 0) return otherBranch(request, other);
	return own === void 0 ? unnamed(conflict) : ownClaim(conflict, own);
}
/**
* True for another branch that has the number by right: it went on with a request of ours that it had merged. An old
* record of ours that was put back still names the number, and proves nothing (design §8 "Sealed").
*/
function isRival({ own, isSealed, isAncestor }) {
	return !own && isSealed && !isAncestor;
}
function alsoTheirs(holder) {
	return {
		kind: "theirs",
		holder,
		why: "the ledger has it for both branches"
	};
}
/** A number that our own record has, and no seal vouches for: the service has to bear it out (design §8 "Sealed"). */
function ownClaim(conflict, own) {
	const { probe } = conflict;
	if (probe === void 0) return { kind: "probe" };
	const { path } = own.entry;
	const why = claimDiffers({
		...conflict,
		formerPath: conflict.atHead(path) ? null : path
	});
	if (why === null) return ownNumber(conflict, {
		...own,
		entry: {
			...own.entry,
			path: conflict.request.path.text
		}
	});
	const verdict = unnamed(conflict);
	return verdict.kind === "theirs" ? {
		...verdict,
		why: `the ledger has it without a seal of ours, and ${why}`
	} : verdict;
}
function ownNumber({ request, atHead }, { entry }) {
	const paths = [request.path.text, request.previousPath?.text];
	if (entry.reason !== request.reason) return entry.reason === "*MIGRATE" && needsNoContent(request.reason) && !paths.includes(entry.path) && atHead(entry.path) ? {
		kind: "covered",
		entry
	} : {
		kind: "otherReason",
		entry
	};
	if (paths.includes(entry.path)) return {
		kind: "ours",
		why: "the ledger has it for this file",
		takenFrom: null
	};
	if (atHead(entry.path)) return {
		kind: "collision",
		entry
	};
	return {
		kind: "ours",
		why: `the ledger has it for ${entry.path}, which is gone`,
		takenFrom: null
	};
}
function otherBranch(request, holder) {
	const { entry, branch } = holder;
	const theirs = (why) => ({
		kind: "theirs",
		holder,
		why: `branch ${branch} ${why}`
	});
	if (!holder.isSealed) return theirs("has it in a record that is not sealed");
	if (!holder.isAncestor) return theirs("filed it and is not merged here");
	if (entry.reason !== request.reason) return theirs(`filed it as ${entry.reason}`);
	if (entry.blob === request.blob && entry.path === request.path.text) return {
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
	const theirs = (why) => ({
		kind: "theirs",
		holder: null,
		why
	});
	const { lost, soleBranch, onConflict, probe, request, number } = conflict;
	if (conflict.rival !== null) return theirs(`${conflict.rival} may have filed it and has not reported yet`);
	const creates = lost.filter((call) => call.sent !== null && call.withdraws !== true);
	const isOpen = soleBranch || onConflict === "adopt";
	if (creates.length === 0 && !isOpen) return theirs("nothing proves that it is ours");
	if (creates.length === 0 && request.reason !== "*MIGRATE") return theirs(`the service does not say whether it is a ${request.reason}`);
	if (probe === void 0) return { kind: "probe" };
	if (probe === null) return theirs("the service does not let us look at it");
	const candidates = creates.map((call) => ({
		sent: sentBy(call, request),
		call
	}));
	if (isOpen && request.reason === "*MIGRATE") candidates.push({
		sent: request.fields,
		call: null
	});
	if (candidates.every(({ sent }) => isUser(sent, conflict) === false)) return {
		kind: "theirs",
		holder: null,
		why: `its user is ${probe.user}, which is not ours`,
		isOtherUser: true
	};
	const differing = candidates.map(({ sent }) => disagreement(sent, probe));
	const agreeing = candidates.filter((_, n) => differing[n] === null);
	if (agreeing.length === 0) return theirs(`it differs from what this run would have filed: ${differing[0]}`);
	const proven = agreeing.filter(({ sent }) => isUser(sent, conflict) === true);
	if (proven.length === 0) return notProven(conflict, creates.length > 0);
	const other = proven.find(({ call }) => call !== null && call.reason !== request.reason)?.call ?? null;
	if (other !== null) return {
		kind: "otherReason",
		entry: entryOf(other, number)
	};
	return {
		kind: "ours",
		why: whyOurs(proven, conflict),
		takenFrom: null
	};
}
/** What a create sent; of one that no seal vouches for only that it was for this object is taken. */
function sentBy({ sent, claimed: isClaim }, { fields }) {
	return isClaim === true ? fields : sent ?? {};
}
/** Whether the request has the user of ours: mapped, or learnt; null: not known. */
function isUser({ user }, { ownUser, probe }) {
	const ours = user ?? ownUser;
	const theirs = probe?.user;
	if (ours === null || typeof theirs !== "string") return null;
	return theirs.trim().toUpperCase() === ours.trim().toUpperCase();
}
/** A colleague may have filed the same file by hand, so that the values alone prove nothing. */
function notProven({ onConflict, probe }, isLost) {
	if (onConflict === "adopt" && !isLost) return {
		kind: "ours",
		why: "taken over by on-conflict adopt",
		takenFrom: null
	};
	const why = `its user is ${typeof probe?.user === "string" ? probe.user : "not told"}, and which one our requests have is not known yet (map users, or user)`;
	return isLost ? {
		kind: "unproven",
		why
	} : {
		kind: "theirs",
		holder: null,
		why
	};
}
function whyOurs(proven, { soleBranch }) {
	if (proven.some(({ call }) => call !== null)) return "its create was ours; the answer was lost";
	return soleBranch ? "only this branch files at its level" : "taken over by on-conflict adopt";
}
/** What the ledger would say of a create whose answer never came, had it come. */
function entryOf(call, objectId) {
	const { sent: _, withdraws: _withdraws, closed: _closed, ...known } = call;
	return {
		...known,
		objectId,
		rfp: 0,
		commit: "",
		run: "",
		sent: {}
	};
}
/** Fields that a create sends and a probe answers (interface §2.1, §2.7); the user is looked at by itself. */
const compared$1 = [
	"objt",
	"attr",
	"srcn",
	"srca",
	"srcd",
	"csqo",
	"gpath",
	"gfile",
	"rfp"
];
/** The first field in which a stored request differs from what was sent; fields that are not answered do not count. */
function disagreement(sent, stored) {
	for (const name of compared$1) {
		const mine = sent[name];
		const theirs = stored[name];
		if (mine === void 0 || theirs === void 0 || theirs === null) continue;
		if (!isValue(theirs, mine)) return `${name} is ${JSON.stringify(theirs)}, not ${JSON.stringify(mine)}`;
	}
	return null;
}

// src/filing/update.ts
/** Files one update. @param joins how it gets into an RFP, for a request that is in none; null: it stays as it is. */
async function fileUpdate(filing, update, joins) {
	const { request, known } = update;
	if (filing.stop !== null) return filed(request, "notAttempted", { msg: filing.stop.why });
	const objectId = known.objectId;
	if (objectId === null) return { movedOn: 0 };
	const fields = {
		objectId,
		...update.fields,
		...joins
	};
	const bare = {
		fields,
		content: null
	};
	const body = update.sendContent ? await withPart(filing, request, fields) : bare;
	const result = await filing.client.update(body.fields, body.content);
	noteStop(filing, result);
	noteUser(filing, update, result);
	return updateRow(filing, update, fields, result);
}
function updateRow(filing, update, sent, result) {
	const { request, known } = update;
	const { objectId } = known;
	switch (result.kind) {
		case "answered": return result.reply.sev === 30 ? refused(update, result.reply) : updated(update, sent, result.reply);
		case "refused": return filed(request, "rejected", {
			objectId,
			msg: result.why,
			remedy: result.remedy
		});
		case "lost":
		case "unreadable": return unansweredUpdate(request, objectId, result, lostCalls(filing, request, [callOf(request, objectId)]));
		case "stopped": return filed(request, "notAttempted", {
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
/** An update that got no answer which can be read: it may be done or not, and is repeated without harm. */
function unansweredUpdate(request, objectId, result, uncertain) {
	const snippet = result.kind === "unreadable" && result.snippet !== "" ? `: ${result.snippet}` : "";
	const msg = `the service gave no answer that can be read (${result.why}${snippet})`;
	return filed(request, "unknown", {
		objectId,
		msg,
		remedy: triedAgain,
		needsPerson: false,
		uncertain
	});
}
/** The answer about a request that was filed for the owner of the token tells which user that is (interface §2.7). */
function noteUser(filing, { request, known }, result) {
	if (result.kind !== "answered" || result.reply.sev === 30) return;
	if (request.fields.user !== void 0 || known.sent.user !== void 0) return;
	const user = result.reply.request?.user;
	if (typeof user === "string" && user.trim() !== "") filing.user ??= user;
}
function refused(update, reply) {
	const { request, known } = update;
	if (saysLike(reply, messages.requestNotFound) || saysLike(reply, messages.notOpen)) return { movedOn: known.objectId ?? 0 };
	const locked = saysLocked(reply);
	return filed(request, locked ? "conflict" : "rejected", {
		objectId: locked ? reply.existingObjectId ?? known.objectId : known.objectId,
		sev: 30,
		msg: reply.msg,
		remedy: remedyFor(reply)
	});
}
function updated(update, sent, reply) {
	const { request, known } = update;
	const rfp = readInteger(reply.request?.rfp) ?? known.rfp;
	const taken = rfp === 0 && known.rfp > 0 && sent.rfp === void 0 ? [`it was taken out of RFP ${known.rfp} at the service, and is in none`] : [];
	return filed(request, "updated", {
		objectId: known.objectId,
		rfp,
		sev: reply.sev,
		msg: reply.msg,
		used: reply.request,
		warnings: [
			...reply.sev === 20 ? [reply.msg] : [],
			...fieldDifferences(sent, reply),
			...taken,
			...leftInNone(sent, rfp),
			...fixedWarnings(known, request.fields)
		]
	});
}
/** What is said of a request that was to open or find an RFP, and is in none. */
function leftInNone({ arfp }, rfp) {
	return rfp === 0 && (arfp === "*NEW" || arfp === "*AUTO") ? ["the service has put it into no RFP"] : [];
}
const compared = [
	"attr",
	"srcn",
	"srca",
	"srcd",
	"user",
	"csqo",
	"lock",
	"gpath",
	"gfile",
	"rfp"
];
/** Where the stored values differ from those sent; a value that was not answered is not compared, nor 0, which asks for the service's own. */
function fieldDifferences(sent, reply) {
	const stored = reply.request;
	if (stored === null) return [];
	const differs = (name) => {
		const [mine, theirs] = [sent[name], stored[name]];
		if (mine === void 0 || theirs === void 0) return false;
		return mine !== 0 && !isValue(theirs, mine);
	};
	return compared.filter(differs).map((name) => `${name}: sent ${JSON.stringify(sent[name])}, stored ${JSON.stringify(stored[name])}`);
}

// src/filing/conflict.ts
/**
* Settles a create that was refused with the number of the request in the way: an update when that is proven ours,
* nothing at all when it is not.
*/
async function settleConflict(filing, contested) {
	const judged = await judgeConflict(filing, contested);
	if ("row" in judged) return judged;
	return orUnproven(contested, () => carryVerdict(filing, contested, judged.verdict));
}
/** Finds out whose the number is: from the ledger, from the history, and, where these do not tell, from the service. */
async function judgeConflict(filing, contested) {
	const judged = await orUnproven(contested, () => judge(filing, contested));
	if ("row" in judged || judged.verdict.kind !== "unproven") return judged;
	const { n, refused, lost } = contested;
	filing.unproven.add(n);
	return { row: {
		...refused,
		msg: `${refused.msg ?? ""} – ${judged.verdict.why}`,
		uncertain: lost
	} };
}
/** What Git or its remote would not do leaves the conflict open. */
async function orUnproven(contested, work) {
	try {
		return await work();
	} catch (error) {
		if (!isGitTrouble(error)) throw error;
		return { row: leftUnproven(contested, `the conflict could not be settled: ${messageOf(error)}`) };
	}
}
/** @throws Problem or GitFailure when the ledger or the history cannot be read. */
async function judge(filing, contested) {
	const { request, number, lost } = contested;
	const sources = filing.ownership;
	const holders = await sources.holdersOf(number);
	const own = holders.find((holder) => holder.own);
	const rival = holders.length > 0 ? null : await sources.meantElsewhere(request);
	const ownThere = own !== void 0 && await sources.atHead(own.entry.path);
	const decide = (probe, user) => decideOwnership({
		request,
		number,
		onConflict: sources.onConflict,
		holders,
		lost,
		ownUser: user,
		rival,
		soleBranch: sources.soleBranch(request),
		atHead: () => ownThere,
		probe
	});
	const verdict = decide(void 0, null);
	if (verdict.kind !== "probe") return { verdict };
	const asked = await askStored(filing, number);
	if (asked.kind === "unanswered") return { row: leftUnproven(contested, `the service did not tell whose it is: ${asked.why}`) };
	const isMapped = lost.every(({ sent }) => sent?.user !== void 0) && request.fields.user !== void 0;
	const user = asked.stored === null || isMapped ? null : await ownUser(filing);
	return { verdict: decide(asked.stored, user) };
}
/** Whose the number is could not be found out: what is known of our own create stays known for the next run. */
function leftUnproven({ request, number: objectId, lost }, why) {
	const msg = `request ${objectId} holds the object, and ${why}`;
	return filed(request, "notAttempted", {
		objectId,
		msg,
		remedy: triedAgain,
		uncertain: lost
	});
}
/** A PATCH that carries only `objectId`: it changes nothing and answers with the stored values (interface §2.7). */
async function askStored(filing, objectId) {
	const result = await filing.client.update({ objectId }, null);
	noteStop(filing, result);
	if (result.kind === "answered") {
		const { reply } = result;
		const isGone = saysLike(reply, messages.requestNotFound) || saysLike(reply, messages.notOpen);
		return {
			kind: "answered",
			stored: reply.sev === 30 ? null : reply.request,
			isGone,
			said: reply.msg
		};
	}
	return {
		kind: "unanswered",
		why: whyOf(result)
	};
}
function whyOf(result) {
	return result.kind === "cancelled" ? "the run was cancelled" : result.why;
}
async function carryVerdict(filing, contested, verdict) {
	const { request, number, refused } = contested;
	switch (verdict.kind) {
		case "ours": {
			const { takenFrom } = verdict;
			const row = await updateOurs(filing, contested, verdict.why);
			if (takenFrom === null || row.outcome !== "updated") return { row };
			filing.takenOver.push(takenFrom);
			return { row: {
				...row,
				warnings: [...row.warnings, staysBooked(takenFrom, number)]
			} };
		}
		case "unchanged": {
			const { entry, repo, mapping, branch } = verdict.holder;
			const warnings = [`filed from ${branch}, which is merged here, at ${entry.commit.slice(0, 12)}; it stays booked on that branch`];
			const of = {
				repo,
				mapping,
				branch
			};
			return { row: filed(request, "unchanged", {
				objectId: number,
				rfp: entry.rfp,
				of,
				ofAdded: entry.added,
				warnings
			}) };
		}
		case "otherReason": return { otherReason: verdict.entry };
		case "covered": {
			const { entry } = verdict;
			return { row: filed(request, "covered", {
				objectId: number,
				rfp: entry.rfp,
				msg: coveredBy$1(request, entry)
			}) };
		}
		case "collision": {
			const msg = `${identityText(request.identity)} is request ${number}, filed for ${verdict.entry.path}, which is still there`;
			return { row: filed(request, "collision", {
				objectId: number,
				msg,
				remedy: "Map the two files to different objects, or skip one of them."
			}) };
		}
		case "theirs": return { row: await theirs(filing, refused, verdict) };
	}
}
/** Who holds the object, as far as the ledger knows; a branch that is gone can be let go of. */
async function theirs({ ownership }, refused, { holder, why }) {
	const msg = `${refused.msg ?? ""} – ${why}`;
	if (holder === null) return {
		...refused,
		msg
	};
	const { repo, branch, entry, own } = holder;
	const by = `${msg}; the ledger has it for ${repo} ${branch} at ${entry.commit.slice(0, 12)}`;
	if (own || !await ownership.isGone(holder)) return {
		...refused,
		msg: by
	};
	const remedy = `If nobody needs it any more: ${releaseOf(holder)} lets go of what the branch has left.`;
	return {
		...refused,
		msg: `${by}, a branch that is gone`,
		remedy
	};
}
function releaseOf({ branch, mapping }) {
	const named = mapping === ".file-checkouts.yml" ? "" : ` --mapping ${shellWord(mapping)}`;
	return `file-checkouts release --branch ${shellWord(branch)}${named}`;
}
/** What was filed for another branch is booked on it, and on its project, for good: no update has fields for that. */
function staysBooked(holder, objectId) {
	return `${`it stays booked on branch ${holder.branch} and its project, which no update can change`}; to file it anew, ${`delete request ${objectId} at the service and push the file again`} (or, before a merge, let go of it: ${releaseOf(holder)})`;
}
async function updateOurs(filing, { request, number: objectId, lost }, why) {
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
	const body = await withPart(filing, request, fields);
	const result = await filing.client.update(body.fields, body.content);
	noteStop(filing, result);
	if (result.kind === "lost" || result.kind === "unreadable") return unansweredUpdate(request, objectId, result, lost);
	if (result.kind === "refused") return filed(request, "rejected", {
		objectId,
		msg: result.why,
		remedy: result.remedy,
		uncertain: lost
	});
	if (result.kind !== "answered") return filed(request, "notAttempted", {
		objectId,
		msg: whyOf(result),
		uncertain: lost
	});
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
		warnings: [
			`request ${objectId} was there already: ${why}`,
			...reply.sev === 20 ? [reply.msg] : [],
			...fieldDifferences(fields, reply)
		]
	});
}

// src/filing/bear-out.ts
/**
* A number that another branch went on with is not ours any more, whatever an old record of ours says that was put back:
* nothing is sent to it (design §8 "Sealed").
*
* @returns the row of the conflict; null when nobody else has the number.
*/
async function heldElsewhere(filing, request, { objectId }) {
	const rival = objectId === null || filing.stop !== null ? null : await filing.ownership.rivalFor(objectId);
	if (rival === null) return null;
	const { repo, branch, entry } = rival;
	const msg = `request ${objectId} is ours by the ledger, which has it for ${repo} ${branch} at ${entry.commit.slice(0, 12)} as well`;
	return filed(request, "conflict", {
		objectId,
		msg,
		remedy: "See ledger show; ledger forget takes out what is wrong."
	});
}
/**
* Asks the service whether a number that no seal vouches for is ours, where there is no lock that would tell.
*
* @returns 'ours', 'notOurs', or a row when that could not be found out.
*/
async function bearOut(filing, request, known) {
	if (filing.stop !== null) return filed(request, "notAttempted", { msg: filing.stop.why });
	const objectId = known.objectId ?? 0;
	if ((await filing.ownership.holdersOf(objectId)).some(({ own }) => !own)) return "notOurs";
	const asked = await askStored(filing, objectId);
	if (asked.kind === "unanswered") {
		const msg = `the service did not say whether request ${objectId} is ours: ${asked.why}`;
		return filed(request, "notAttempted", {
			objectId,
			msg,
			remedy: triedAgain
		});
	}
	if (asked.stored === null && !asked.isGone) {
		const msg = `the service does not show request ${objectId}, which the ledger has for it without a seal: ${asked.said}`;
		return filed(request, "rejected", {
			objectId,
			msg,
			remedy: triedAgain
		});
	}
	const formerPath = await filing.ownership.atHead(known.path) ? null : known.path;
	return claimDiffers({
		request,
		probe: asked.stored,
		formerPath
	}) === null ? "ours" : "notOurs";
}

// src/filing/contested.ts
/** A create that was refused with a number, and every call without an answer that may have made that request. */
function contestedBy(filing, { request, n, rfp }, held) {
	const own = held.lost ? [callOf(request, null, rfp.rfp)] : [];
	return {
		request,
		n,
		number: held.holder,
		lost: lostCalls(filing, request, own),
		refused: held.row
	};
}

// src/filing/dependent.ts
/** Requests that a change of what their files use asks for (design §13): at most one open request compiles an object. */
/** Asks whether our request is still open, and sends its place in the compile order where that changed. */
async function lookAtOwn(filing, look) {
	const { request, known, fields } = look;
	const result = await fileUpdate(filing, {
		...look,
		kind: "update",
		sendContent: false,
		uncertain: false
	}, null);
	if ("movedOn" in result || result.outcome !== "updated") return result;
	const isSame = known.reason === request.reason;
	const msg = isSame ? result.msg : `request ${known.objectId} (${known.reason}) of this branch compiles it`;
	const outcome = Object.keys(fields).length > 0 ? "updated" : "unchanged";
	return {
		...result,
		outcome,
		msg,
		leavesRecord: !isSame
	};
}
/**
* A create that was refused because a request holds the object: that one compiles it, and nothing of it is touched. It is
* booked as ours only where a create of ours got no answer and the service bears it out.
*/
async function coveredBy(filing, create, held) {
	const { request } = create;
	const { holder: objectId } = held;
	const contested = contestedBy(filing, create, held);
	const msg = `request ${objectId} holds ${identityText(request.identity)} and compiles it: nothing more is requested`;
	const covered = filed(request, "covered", {
		objectId,
		msg
	});
	if (contested.lost.length === 0) return covered;
	const judged = await judgeConflict(filing, contested);
	if ("row" in judged) return {
		...covered,
		uncertain: contested.lost.map((call) => ({
			...call,
			closed: true
		}))
	};
	return judged.verdict.kind === "ours" ? filed(request, "unchanged", {
		objectId,
		msg
	}) : covered;
}

// src/filing/assign.ts
/**
* Puts a request that turned out to exist, and is in no RFP, into one (interface §3). Its content is as it should be by
* then, so what fails here is a warning of its row.
*
* @param fields the RFP it joins or opens.
* @returns the row, with its RFP.
*/
async function joinLate(filing, row, fields) {
	const { objectId } = row;
	if (objectId === null) return row;
	if (filing.stop !== null) return warned(row, `it is in no RFP: ${filing.stop.why}`);
	const sent = {
		objectId,
		...fields
	};
	const result = await filing.client.update(sent, null);
	noteStop(filing, result);
	if (result.kind !== "answered" || result.reply.sev === 30) return warned(row, whyNot(result));
	const { reply } = result;
	const rfp = readInteger(reply.request?.rfp);
	const differs = fieldDifferences(sent, reply);
	const warnings = [
		...reply.sev === 20 ? [reply.msg] : [],
		...differs,
		...leftInNone(sent, rfp)
	];
	return {
		...row,
		rfp,
		used: reply.request ?? row.used,
		warnings: [...row.warnings, ...warnings]
	};
}
function warned(row, warning) {
	return {
		...row,
		warnings: [...row.warnings, warning]
	};
}
function whyNot(result) {
	switch (result.kind) {
		case "answered": return `it is in no RFP: ${result.reply.msg}`;
		case "cancelled": return "it is in no RFP: the run was cancelled";
		case "lost":
		case "unreadable": return `whether it got into an RFP is not known: ${result.why}`;
		default: return `it is in no RFP: ${result.why}`;
	}
}

// src/filing/withdraw.ts
/** Takes an earlier request of ours out of its RFP and frees its object (design §7). */
async function withdraw(filing, request, earlier) {
	const objectId = earlier.objectId;
	if (objectId === null) return "movedOn";
	if (filing.stop !== null) return filed(request, "notAttempted", {
		objectId,
		msg: filing.stop.why
	});
	const result = await filing.client.update({
		objectId,
		arfp: "*NO",
		lock: "*NO"
	}, null);
	noteStop(filing, result);
	if (result.kind === "refused") return keptBack(request, earlier, result.why);
	if (result.kind !== "answered") return notWithdrawn(filing, request, earlier, result);
	const { reply } = result;
	if (reply.sev !== 30) return withdrawnRow(request, earlier, objectId, reply);
	if (saysLike(reply, messages.requestNotFound) || saysLike(reply, messages.notOpen)) return "movedOn";
	return keptBack(request, earlier, reply.msg);
}
function keptBack(request, { objectId, reason }, why) {
	return filed(request, "conflict", {
		objectId,
		needsPerson: true,
		msg: `request ${objectId} (${reason}) of this branch holds the object and could not be withdrawn: ${why}`,
		remedy: `Delete request ${objectId} at the service, then file again.`
	});
}
function withdrawnRow(request, earlier, objectId, { sev, msg, request: used }) {
	const said = sev === 20 ? [msg] : [];
	return filed(request, "withdrawn", {
		reason: earlier.reason,
		path: {
			text: earlier.path,
			raw: null
		},
		objectId,
		rfp: 0,
		sev,
		msg: `taken out of its RFP and unlocked: ${whyWithdrawn(request, earlier)}`,
		remedy: `Delete request ${objectId} at the service.`,
		used,
		warnings: said
	});
}
function whyWithdrawn({ reason, added, dependent }, earlier) {
	if (dependent !== void 0) return "what its file uses is as it was before";
	if (reason === "*DELETE" && added) return "its file is gone, and there is nothing to delete, as this branch had added it";
	return `${identityText(earlier)} is filed anew as ${reason}`;
}
/** A withdrawal without an answer: nobody refused it, and it can be repeated without harm. */
function notWithdrawn(filing, request, earlier, result) {
	const { objectId } = earlier;
	const uncertain = lostCalls(filing, request, earlier.run === "" ? [] : [withdrawalOf(earlier)]);
	if (result.kind === "cancelled") return filed(request, "notAttempted", {
		objectId,
		msg: "the run was cancelled",
		uncertain
	});
	if (result.kind === "stopped") return filed(request, "notAttempted", {
		objectId,
		msg: result.why,
		remedy: result.remedy,
		uncertain
	});
	const msg = `request ${objectId} (${earlier.reason}) of this branch holds the object, and whether it was withdrawn is not known: ${result.why}`;
	return filed(request, "notAttempted", {
		objectId,
		msg,
		remedy: triedAgain,
		uncertain
	});
}

// src/filing/create.ts
/**
* Files one create and settles a conflict with our own earlier request of another reason by withdrawing that one.
*
* @returns the row of the create, after the row of a withdrawn request where there is one.
*/
async function fileCreate(filing, create) {
	const called = await callCreate(filing, create);
	if (!("holder" in called)) return withoutEarlier(filing, create, called);
	if (create.request.dependent !== void 0) return [await coveredBy(filing, create, called)];
	if (called.holder === create.movedOn) return [called.row];
	const settled = await settleConflict(filing, contestedBy(filing, create, called));
	if ("row" in settled) return [settled.row];
	const withdrawn = await withdraw(filing, create.request, settled.otherReason);
	if (withdrawn === "movedOn") return [{
		...called.row,
		needsPerson: true
	}];
	if (withdrawn.outcome !== "withdrawn") return [withdrawn];
	if (create.request.reason === "*DELETE" && create.request.added) return [withdrawn];
	const again = await callCreate(filing, {
		...create,
		isRepeated: true
	});
	if (!("holder" in again)) return [withdrawn, again];
	const last = again.lost ? await settleConflict(filing, contestedBy(filing, create, again)) : again;
	return [withdrawn, "row" in last ? last.row : again.row];
}
/**
* A create that nothing refused, although our own request of another reason stood there: that one holds no lock, and
* would be carried out beside the new one. It is taken out of its RFP, if it has not moved on.
*/
async function withoutEarlier(filing, { request, earlier }, row) {
	if (row.outcome !== "created" || earlier === null || earlier.objectId === row.objectId) return [row];
	const withdrawn = await withdraw(filing, request, earlier);
	return withdrawn === "movedOn" ? [row] : [withdrawn, row];
}
/** The body in the order of the interface, with nothing in it that §2.1 does not list. */
function bodyOf(fields) {
	const known = fields;
	return Object.fromEntries(createFields.filter(({ name }) => known[name] !== void 0).map(({ name }) => [name, known[name]]));
}
/** Makes the call of a create. @returns its row, or what holds its object. */
async function callCreate(filing, create) {
	const { request, n, isRepeated, rfp, keys } = create;
	if (filing.stop !== null) return filed(request, "notAttempted", { msg: filing.stop.why });
	const vref = request.fields.vref ?? `${filing.run.vref}.${n}${isRepeated === true ? ".2" : ""}`;
	const { rfpd: _, pipe: _pipe, pipa: _pipa, tkey: _tkey, ...fields } = request.fields;
	const body = bodyOf({
		...fields,
		...rfp,
		...keys,
		vref
	});
	const problems = checkCreate(body, { attached: carriesContent(request) });
	if (problems.length > 0) {
		const msg = `not sent: ${problems.map(({ text }) => text).join("; ")}`;
		return filed(request, "rejected", {
			msg,
			vref
		});
	}
	const content = await createPart(filing, request);
	const result = await filing.client.create(body, content);
	noteStop(filing, result);
	const answered = createRow(filing, create, result);
	const isCreated = answered.outcome === "created";
	const row = {
		...answered,
		vref,
		tkey: isCreated ? keys?.tkey ?? null : null
	};
	if (isCreated && row.objectId !== null && request.fields.user === void 0) filing.created.push(row.objectId);
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
		case "refused": return filed(request, "rejected", {
			msg: result.why,
			remedy: result.remedy
		});
		case "unreadable": return leftOpen(filing, create, `the answer cannot be read: ${result.why}: ${result.snippet}`);
		case "lost":
			if (result.cancelled) return leftOpen(filing, create, `the run was cancelled before an answer came: ${result.why}`);
			if (request.fields.lock !== "*NO") return leftOpen(filing, create, `the answer was lost: ${result.why}`);
			return filed(request, "unknown", {
				msg: `the answer was lost: ${result.why}`,
				remedy: "Check at the service whether the request exists, then run: file-checkouts ledger forget PATH"
			});
		case "stopped": return filed(request, "notAttempted", {
			msg: result.why,
			remedy: result.remedy
		});
		case "cancelled": return filed(request, "notAttempted", { msg: "the run was cancelled" });
	}
}
function leftOpen(filing, { request, rfp }, msg) {
	return filed(request, "unknown", {
		msg,
		remedy: "The next run of this branch finds out and files the rest.",
		needsPerson: false,
		uncertain: lostCalls(filing, request, [callOf(request, null, rfp.rfp)])
	});
}
/** The RFP of a created request: from its record, else from the words of the older variant (§4.1). */
function rfpOf(reply) {
	const stored = readInteger(reply.request?.rfp);
	const told = /\binto RFP (\d{1,15})\b/i.exec(reply.msg)?.[1];
	return stored ?? (told === void 0 ? null : Number(told));
}
function createdRow(request, reply) {
	const objectId = readRequestNumber(reply.request?.objectId);
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
	if (!saysLocked(reply)) return filed(request, "rejected", {
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

// src/filing/group.ts
/** A create with nothing of ours in its way. */
function asCreate(n, request, movedOn) {
	return {
		n,
		movedOn,
		action: {
			kind: "create",
			request,
			earlier: null
		}
	};
}
/**
* The create that follows an update whose request has moved on. Without a lock, one that an earlier run may have made
* after its own update is not made again.
*/
function createAfter(n, { request, uncertain }, movedOn) {
	if (!uncertain || request.fields.lock !== "*NO") return asCreate(n, request, movedOn);
	return filed(request, "unknown", { msg: "an earlier run was stopped while it may have created this request without a lock" });
}
function createOf({ n, action, movedOn }, rfp, keys = null) {
	const earlier = action.kind === "create" ? action.earlier : null;
	return {
		request: action.request,
		n,
		earlier,
		movedOn,
		rfp,
		keys
	};
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
* then all others at once. Creates lead, as only they carry pipeline keys; where none opens it, an update does.
*
* @param begun the RFP that an earlier try of this run opened for the group; null: none.
* @returns the RFP of the group, where it has one.
*/
async function fileGroup(filing, entries, begun, note) {
	const { run } = filing;
	const rfp = typeof run.mode === "number" ? run.mode : begun;
	const hasKeys = entries.some(({ action }) => keysFor(action.request.fields, run) !== null);
	const opened = run.mode === "none" || rfp !== null && !hasKeys || begun !== null;
	const group = {
		rest: [...entries],
		late: [],
		rfp,
		opened
	};
	const end = (entry, ended) => {
		if (run.mode !== "none" && ended.some((row) => isInNone(entry, row))) group.late.push({
			entry,
			ended
		});
		else note(entry.n, ended);
	};
	while (!group.opened && filing.stop === null) {
		const at = group.rest.findIndex(({ action }) => action.kind === "create");
		const [leader] = group.rest.splice(Math.max(at, 0), 1);
		if (leader === void 0) break;
		await lead(filing, group, leader, end);
	}
	await inTurns(group.rest, run.concurrency, async (entry) => {
		const result = await filing.limit(() => orFailed(filing, entry.action, () => follow(filing, entry, group.rfp)));
		if (!("action" in result)) return end(entry, [result].flat());
		const created = await filing.limit(() => orFailed(filing, result.action, () => follow(filing, result, group.rfp)));
		if (!("action" in created)) end(result, [created].flat());
	});
	await joinAll(filing, group, note);
	return group.rfp;
}
function isInNone({ action }, { outcome, rfp }) {
	return action.kind === "create" && outcome === "updated" && rfp === 0;
}
/** Puts what stood in no RFP into the group's; where there is none, one after the other until one has opened it. */
async function joinAll(filing, group, note) {
	const late = [...group.late];
	const joinOne = async ({ entry, ended }) => {
		const rows = [];
		for (const row of ended) {
			const join = () => joinLate(filing, row, joiningFields(filing.run, group.rfp, row.request.fields));
			const joined = isInNone(entry, row) ? await filing.limit(() => orFailed(filing, entry.action, join)) : row;
			if (joined.rfp !== null && joined.rfp > 0) group.rfp ??= joined.rfp;
			rows.push(joined);
		}
		note(entry.n, rows);
	};
	for (let next = late.shift(); next !== void 0; next = group.rfp === null ? late.shift() : void 0) await joinOne(next);
	await inTurns(late, filing.run.concurrency, joinOne);
}
async function lead(filing, group, leader, end) {
	const { action } = leader;
	const { fields } = action.request;
	const begin = () => {
		if (action.kind === "update") return fileUpdate(filing, action, openingFields(fields, filing.run));
		return fileCreate(filing, createOf(leader, leaderFields(fields, filing.run), keysFor(fields, filing.run)));
	};
	const result = await filing.limit(() => orFailed(filing, action, begin));
	if ("movedOn" in result && action.kind === "update") {
		const next = createAfter(leader.n, action, result.movedOn);
		if ("action" in next) group.rest.unshift(next);
		else end(leader, [next]);
		return;
	}
	const ended = [result].flat();
	end(leader, ended);
	const created = ended.find(({ outcome }) => outcome === "created");
	const existing = ended.find(({ outcome, rfp }) => outcome === "updated" && rfp !== null && rfp > 0);
	const leading = created ?? existing;
	group.opened = leading !== void 0;
	if (leading?.rfp) group.rfp = leading.rfp;
}
function joiningFields(run, rfp, fields) {
	return rfp === null ? openingFields(fields, run) : followerFields(rfp);
}
/** Files one request that does not lead; gives the create that has to follow when an update's request has moved on. */
async function follow(filing, entry, rfp) {
	const { run } = filing;
	const { fields } = entry.action.request;
	if (entry.action.kind === "update") {
		const joined = run.mode === "none" ? null : searched(joiningFields(run, rfp, fields));
		const result = await fileUpdate(filing, entry.action, joined);
		return "movedOn" in result ? createAfter(entry.n, entry.action, result.movedOn) : result;
	}
	if (run.mode === "none") return fileCreate(filing, createOf(entry, leaderFields(fields, run)));
	const joined = rfp === null ? searched(leaderFields(fields, run)) : followerFields(rfp);
	return fileCreate(filing, createOf(entry, joined));
}
/** Of several requests that follow a leader whose RFP is not known, none opens one of its own when there is one. */
function searched(fields) {
	return fields.arfp === "*NEW" ? {
		...fields,
		arfp: "*AUTO"
	} : fields;
}

// src/filing/settle-lost.ts
/**
* A create of an object that is gone by now, and that this branch had added, got no answer: it is repeated, in no RFP and
* without content, to learn the number of what it made, and that is taken back (design §8 "Unanswered first").
*
* @param n its place in the plan.
*/
async function settleLost(filing, request, lost, n) {
	const { rfp: _, ...fields } = lost.sent ?? {};
	const create = {
		request: {
			...request,
			reason: lost.reason,
			fields,
			blob: null
		},
		n,
		earlier: null,
		movedOn: null,
		rfp: { arfp: "*NO" },
		keys: null
	};
	const called = await callCreate(filing, create);
	if (!("holder" in called)) {
		if (called.outcome !== "created") return [called];
		if (called.objectId === null) return [madeWithoutNumber(request)];
		return takenBack(filing, request, entryOf(lost, called.objectId));
	}
	const contested = contestedBy(filing, create, called);
	const judged = await judgeConflict(filing, contested);
	if ("row" in judged) return [judged.row];
	switch (whoseIs(judged.verdict)) {
		case "ours": return takenBack(filing, request, entryOf(lost, called.holder));
		case "others": return [nothingStands(request, called.holder)];
		default: {
			const why = "why" in judged.verdict ? judged.verdict.why : "";
			return [{
				...called.row,
				msg: `${called.row.msg ?? ""} – ${why}`,
				uncertain: contested.lost
			}];
		}
	}
}
/** Only a request that is surely another's proves that ours does not stand; one that is not proven ours may be it. */
function whoseIs(verdict) {
	switch (verdict.kind) {
		case "ours": return verdict.takenFrom === null ? "ours" : "others";
		case "otherReason": return "ours";
		case "theirs": return verdict.holder !== null && !verdict.holder.own || verdict.isOtherUser === true ? "others" : "unknown";
		default: return "others";
	}
}
/** The earlier variant names no request, so nothing can be taken back (interface §9). */
function madeWithoutNumber(request) {
	return filed(request, "unknown", {
		msg: "its file is gone, and a request that an earlier run may have filed stands without a known number",
		remedy: "Delete it at the service, then run: file-checkouts ledger forget PATH"
	});
}
async function takenBack(filing, request, made) {
	const withdrawn = await withdraw(filing, request, made);
	return [withdrawn === "movedOn" ? nothingStands(request, made.objectId) : withdrawn];
}
function nothingStands(request, objectId) {
	const msg = `${request.dependent === void 0 ? "its file is gone" : "what its file uses is as it was before"}, and nothing that this branch filed stands for it`;
	return filed(request, "unchanged", {
		objectId,
		msg,
		stands: false
	});
}

// src/filing/carry-out.ts
/**
* Carries a plan out: updates first, since one whose request has moved on becomes a create, then the creates, group by
* RFP. At most `concurrency` calls are under way.
*
* @param onEnded told of each action as it ends; every action ends once.
*/
async function carryOut(setup, actions, onEnded = () => {}) {
	const started = {
		limit: limiter(setup.run.concurrency),
		takenOver: [],
		created: [],
		unproven: /* @__PURE__ */ new Set(),
		user: null,
		learning: null
	};
	const filing = {
		...setup,
		...started,
		stop: null,
		defect: null
	};
	const rows = actions.map(() => []);
	const note = (n, ended) => {
		const isFirst = rows[n - 1]?.length === 0;
		rows[n - 1] = ended;
		const action = actions[n - 1];
		if (action !== void 0 && isFirst) onEnded(action, ended);
	};
	const creates = [];
	const { concurrency } = filing.run;
	await inTurns([...actions.entries()], concurrency, async ([index, action]) => {
		const n = index + 1;
		const settled = await orFailed(filing, action, () => settleFirst(filing, n, action));
		if ("action" in settled) creates.push(settled);
		else note(n, [settled].flat());
	});
	creates.sort((one, other) => one.n - other.n);
	const byAction = new Map(creates.map((entry) => [entry.action, entry]));
	const groups = groupActions([...byAction.keys()], filing.run).map((group) => group.flatMap((action) => byAction.get(action) ?? []));
	const atLevel = Map.groupBy(groups, levelOf);
	const opened = [];
	await inTurns([...groups.entries()], concurrency, async ([at, group]) => {
		const begun = atLevel.get(levelOf(group))?.length === 1 ? rfpBegun(filing, group) : null;
		opened[at] = await fileGroup(filing, group, begun, note);
	});
	const again = unprovenOf(filing, groups);
	await inTurns([...again.entries()], concurrency, async ([at, group]) => {
		if (group.length > 0) await fileGroup(filing, group, opened[at] ?? null, note);
	});
	const { stop, defect, takenOver } = filing;
	return {
		rows: rows.flat(),
		stop,
		defect,
		takenOver
	};
}
/** Ends what needs no RFP of this push; what is left is a create, or an update that joins the RFP. */
async function settleFirst(filing, n, action) {
	switch (action.kind) {
		case "blocked": return filed(action.request, action.outcome, { msg: action.why });
		case "unchanged": {
			const { request, known } = action;
			const warnings = fixedWarnings(known, request.fields);
			return filed(request, "unchanged", {
				objectId: known.objectId,
				rfp: known.rfp,
				warnings
			});
		}
		case "nothing": return [];
		case "create": {
			const { request, earlier } = action;
			return {
				n,
				action: earlier === null || earlier.claimed !== true && await heldElsewhere(filing, request, earlier) === null ? action : {
					...action,
					earlier: null
				},
				movedOn: null
			};
		}
		case "settle": return filing.limit(() => settleLost(filing, action.request, action.lost, n));
		case "withdraw": {
			if (action.known.claimed === true) return leftAlone(action.request, action.known);
			const held = await heldElsewhere(filing, action.request, action.known);
			if (held !== null) return held;
			const withdrawn = await filing.limit(() => withdraw(filing, action.request, action.known));
			if (withdrawn !== "movedOn") return withdrawn;
			const again = action.request.dependent === void 0 ? {} : { dependent: {
				causes: {},
				isTakenBack: false
			} };
			const request = {
				...action.request,
				...again,
				added: false
			};
			return asCreate(n, request, action.known.objectId);
		}
		case "look": {
			const looked = await filing.limit(() => lookAtOwn(filing, action));
			return "movedOn" in looked ? asCreate(n, action.request, looked.movedOn) : looked;
		}
		case "update": {
			const { request, known } = action;
			const borne = known.claimed === true ? await filing.limit(() => bearOut(filing, request, known)) : "ours";
			if (borne === "notOurs") return asCreate(n, request, null);
			if (borne !== "ours") return borne;
			const held = await heldElsewhere(filing, request, known);
			if (held !== null) return held;
			if (known.rfp === 0 && filing.run.mode !== "none") return {
				n,
				action,
				movedOn: null
			};
			const result = await filing.limit(() => fileUpdate(filing, action, null));
			return "movedOn" in result ? createAfter(n, action, result.movedOn) : result;
		}
	}
}
/** The file is gone, and the request that a record without a seal has for it may be anybody's. */
function leftAlone(request, { objectId }) {
	const msg = `its file is gone; request ${objectId}, which a record that is not sealed has for it, is left alone`;
	return filed(request, "unchanged", {
		objectId,
		msg,
		stands: false
	});
}
/** Creates that could not be proven before a request of this run told which user is ours: they are tried once more. */
function unprovenOf(filing, groups) {
	if (filing.stop !== null || filing.created.length === 0) return [];
	const again = groups.map((group) => group.filter(({ n }) => filing.unproven.has(n)));
	filing.unproven.clear();
	return again;
}
function levelOf(group) {
	const identity = group[0]?.action.request.identity;
	return `${identity?.appl} ${identity?.lvl}`;
}
/**
* The RFP that an earlier try of this very run opened for the group and gave its keys; null when there is none, or it
* opened several at that level and it is not known which is meant. What is known is from before this try, whose name
* may be the same (a job started again where the host does not count).
*/
function rfpBegun({ known, run }, group) {
	const target = group[0]?.action.request.identity;
	if (run.mode !== "per-push" || target === void 0) return null;
	const ofRun = (name) => name.replace(/-\d+$/, "");
	const earlier = known.filter((entry) => ofRun(entry.rfpRun ?? entry.run) === ofRun(run.vref) && entry.appl === target.appl && entry.lvl === target.lvl);
	const [rfp, ...others] = new Set(earlier.map((entry) => entry.rfp).filter((number) => number > 0));
	return rfp !== void 0 && others.length === 0 ? rfp : null;
}

// src/mapping/sole-branch.ts
/** A value that is rendered could be anything. */
function mayBe(value, wanted) {
	return isTemplate(value) || String(value) === wanted;
}
/** The application and level that a branch rule, with or without a file rule over it, can give. */
function mayReach(compiled, branch, target) {
	const { request } = compiled.mapping;
	return [{}, ...(compiled.rules ?? []).flatMap(({ result }) => result.kind === "requests" ? result.requests : [])].some((fields) => {
		const appl = fields.appl ?? branch.fields.appl ?? request.appl;
		const lvl = fields.lvl ?? branch.fields.lvl ?? request.lvl;
		return mayBe(appl, target.appl) && mayBe(lvl, String(target.lvl));
	});
}
/** True when this branch, named outright in the mapping, is the only one that can file at the target. */
function isSoleBranch(compiled, branch, target) {
	const reaching = (compiled.branches ?? []).filter((rule) => mayReach(compiled, rule, target));
	const patterns = new Set(reaching.flatMap(({ globs }) => globs.map(({ source }) => source)));
	const [only] = patterns;
	return patterns.size === 1 && only === branch && isWrittenOut(branch);
}

// src/filing/holders.ts
/** Whose a number is, as far as the ledger, the history and the mapping tell. */
function ownershipSources(repository, input) {
	const { run, record, range, repo, mapping, options } = input;
	const { ledger, key } = run;
	const isOwn = (other) => other.repo === repo && other.branch === range.branch && other.mapping === key?.mapping;
	const isMerged = (commit) => isAncestor(repository, commit, range.head);
	const known = /* @__PURE__ */ new Map();
	const merged = (commit) => {
		const asked = known.get(commit) ?? isMerged(commit).catch(() => isMerged(commit));
		known.set(commit, asked);
		return asked;
	};
	const isHere = async ({ commit, since }) => commit !== "" && await merged(commit) || since !== void 0 && await merged(since);
	const isSet = setsTarget(options.set);
	const holderOf = async ({ record: other, entry, isSealed }) => {
		const { branch, mapping: file } = other;
		const own = isOwn(other);
		const about = {
			entry,
			repo: other.repo,
			branch,
			mapping: file,
			own,
			isSealed
		};
		if (own || !isSealed) return {
			...about,
			isAncestor: own && isSealed
		};
		const isBusy = runsToWaitFor(other.runs, run.me, run.now()).length > 0;
		return {
			...about,
			isAncestor: !isBusy && other.repo === repo && await isHere(entry)
		};
	};
	const isOther = (other) => other.service === key?.service && !isOwn(other);
	let others = null;
	return {
		onConflict: options["on-conflict"],
		holdersOf: async (number) => Promise.all((await ledger.holdersOf(number)).map(holderOf)),
		rivalFor: async (number) => {
			others ??= ledger.all().then(({ records }) => byNumber(records.filter(isOther)));
			const named = (await others).get(number) ?? [];
			return (await Promise.all(named.map(holderOf))).find(isRival) ?? null;
		},
		lostFor: ({ identity }) => record?.unanswered.filter((call) => mayBeSame(call, identity)) ?? [],
		ownNumbers: async () => {
			const own = record?.filed ?? [];
			const others = (await ledger.all()).records.filter(isOther);
			return [...numbersOf(own), ...others.filter((other) => other.repo === repo).flatMap(({ filed }) => numbersOf(filed))];
		},
		meantElsewhere: async (request) => {
			const { records, unsealed } = await ledger.all();
			const rival = [...records, ...unsealed].find((other) => other.service === key?.service && !isOwn(other) && meant(other).some((call) => mayBeSame(call, request.identity)));
			return rival === void 0 ? null : `${rival.repo} ${rival.branch}`;
		},
		soleBranch: ({ identity }) => !isSet && !isShared(mapping, key) && isSoleBranch(mapping, range.branch, identity),
		atHead: (path) => standsAt(repository.objects, range.head, path),
		isGone: async (holder) => holder.repo === repo && await branchIsGone(repository, holder.branch) === true
	};
}
function byNumber(records) {
	const entries = records.flatMap((record) => record.filed.filter(({ claimed }) => claimed !== true).map((entry) => ({
		record,
		entry,
		isSealed: true
	})));
	return Map.groupBy(entries, ({ entry }) => entry.objectId);
}
/** Numbers of requests that were filed for the owner of the token, the newest first. */
function numbersOf(filed) {
	return filed.filter(({ sent, claimed }) => sent.user === void 0 && claimed !== true).flatMap(({ objectId }) => objectId === null ? [] : [objectId]).sort((one, other) => other - one);
}
/** Calls that a branch wrote down and has not said the end of. */
function meant(record) {
	return [...record.unanswered, ...record.runs.flatMap(({ calls }) => calls)].filter(({ objectId }) => objectId === null);
}
/** True for a mapping that serves several repositories: then its one branch is one of each of them. */
function isShared(mapping, key) {
	return /^(\.\.\/|\/|[A-Za-z]:|\.git\/|\.file-checkouts-mapping\/)/.test(key?.mapping ?? "") || (mapping.rules ?? []).some(({ parts }) => parts.some(({ part }) => part === "repo"));
}

// src/ledger/begin-run.ts
/**
* Writes down the run and its intended calls before the first of them (design §8 "Written ahead"). A run of the same
* branch that is under way goes first; where no call is to be made nothing else is looked at.
*
* @returns null: the run may file now. @throws Problem('ledger') under `require` when that cannot be written.
*/
async function beginRun(run, intended) {
	const open = writable(run);
	if (open === null) return null;
	const { me } = run;
	const { record, ...ahead } = intended;
	const [waitFor] = runsToWaitFor(record?.runs ?? [], me, run.now());
	if (waitFor !== void 0) return {
		again: "underWay",
		run: waitFor
	};
	if (ahead.calls.length === 0) return null;
	me.machine?.leaveMark();
	const seen = open.ledger.latest();
	let other = null;
	let isMoved = false;
	const change = (newest) => {
		const now = run.now();
		other = runsToWaitFor(newest?.runs ?? [], me, now)[0] ?? null;
		isMoved = other !== null || newest !== seen && fingerprint(newest) !== fingerprint(seen);
		return isMoved ? null : recordBegun(newest, {
			...ahead,
			key: open.key,
			me,
			now
		});
	};
	const written = await open.ledger.write(change);
	if (isMoved) return {
		again: "underWay",
		run: other
	};
	if (written.kind !== "refused") return null;
	if (run.isRequired) throw ledgerRequired(written.why);
	return {
		again: "ledgerRefused",
		why: written.why
	};
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

// src/ledger/hold-lease.ts
/** A lease that ends sooner than this is renewed before the next call, in milliseconds. */
const marginMs = 1e4;
const replaced = {
	code: "replaced",
	why: "this run did not renew its lease in time, and another run took over",
	remedy: "Nothing to do: that run, or the next one, files the rest."
};
/**
* Keeps the lease of the run while it lives. A renewal that fails is no reason to stop while the lease holds.
*
* @param since when the run was about to write itself down: its lease counts from there.
*/
function holdLease(run, since) {
	const open = writable(run);
	if (open === null) return {
		ensure: () => Promise.resolve(null),
		[Symbol.dispose]: () => {}
	};
	let until = since.getTime() + leaseMs;
	let renewing = null;
	const renew = async () => {
		let isThere = true;
		const now = run.now();
		const written = await open.ledger.write((newest) => {
			isThere = newest?.runs.some(({ instance }) => instance === run.me.instance) === true;
			return newest === null || !isThere ? null : recordRenewed(newest, run.me, now);
		});
		if (!isThere) return replaced;
		if (written.kind === "written") {
			until = now.getTime() + leaseMs;
			return null;
		}
		const why = written.kind === "refused" ? written.why : "it is not in the ledger";
		return {
			...replaced,
			why: `the lease of this run is over and could not be renewed: ${why}`
		};
	};
	const renewOnce = () => {
		renewing ??= renew().finally(() => {
			renewing = null;
		});
		return renewing;
	};
	const timer = setInterval(() => void renewOnce().catch(() => {}), renewMs);
	timer.unref();
	return {
		ensure: async () => run.now().getTime() < until - marginMs ? null : renewOnce(),
		[Symbol.dispose]: () => clearInterval(timer)
	};
}

// src/ledger/filed-entries.ts
/**
* The filed objects of a record while a run is added to them: one for each object, and one for each request number.
* Requests whose number the service did not name are never the same.
*/
var FiledEntries = class {
	#entries = /* @__PURE__ */ new Map();
	/** Where a number was put, nearly always in one place; it may have been replaced there by another since. */
	#keys = /* @__PURE__ */ new Map();
	constructor(entries) {
		for (const entry of entries) this.#put(entry);
	}
	/** Adds an entry in place of the object's, and of the number's: its type may have been open before. */
	set(entry) {
		const key = identityKey(entry);
		if (!(entry.objectId !== null && this.#keys.get(entry.objectId) === key)) this.drop(entry.objectId);
		this.#put(entry, key);
	}
	drop(objectId) {
		if (objectId === null) return;
		for (const key of [this.#keys.get(objectId) ?? []].flat()) if (this.#entries.get(key)?.objectId === objectId) this.#entries.delete(key);
		this.#keys.delete(objectId);
	}
	list() {
		return [...this.#entries.values()];
	}
	#put(entry, key = identityKey(entry)) {
		this.#entries.set(key, entry);
		const { objectId } = entry;
		if (objectId === null) return;
		const keys = this.#keys.get(objectId);
		if (keys === void 0) this.#keys.set(objectId, key);
		else if (keys !== key) this.#keys.set(objectId, [keys, key].flat());
	}
};

// src/ledger/filed-after.ts
/** What stands at the service once a run has ended: one entry for each object, and one for each number. */
function filedAfter(before, settlement, movesHead) {
	const entries = new FiledEntries(before);
	const byNumber = /* @__PURE__ */ new Map();
	for (const entry of before) if (!byNumber.has(entry.objectId)) byNumber.set(entry.objectId, entry);
	const byObject = lookupOf(before);
	const withdrawn = /* @__PURE__ */ new Set();
	for (const row of settlement.rows) {
		if (row.outcome === "withdrawn") {
			withdrawn.add(row.objectId);
			entries.drop(row.objectId);
		}
		if (row.of !== null) for (const own of byObject.same(row.request.identity)) entries.drop(own.objectId);
		const entry = filedObject(row, settlement);
		if (entry === null || row.outcome === "unchanged" && !movesHead) continue;
		const earlier = (entry.objectId === null ? void 0 : byNumber.get(entry.objectId)) ?? byObject.same(entry)[0];
		const added = addedAfter(entry, earlier, withdrawn);
		const rfpRun = rfpRunAfter(entry, earlier);
		const fixed = row.outcome === "created" ? entry.fixed : fixedBefore(entry, earlier);
		const since = row.outcome === "unchanged" ? sinceBefore(entry, earlier) : null;
		const causes = causesAfter(entry, earlier);
		if (causes === entry.causes && fixed === entry.fixed && added === entry.added && rfpRun === null && since === null) {
			entries.set(entry);
			continue;
		}
		const { fixed: _, causes: _causes, ...rest } = entry;
		entries.set({
			...rest,
			added,
			...since === null ? {} : { since },
			...rfpRun === null ? {} : { rfpRun },
			...fixed === void 0 ? {} : { fixed },
			...causes === void 0 ? {} : { causes }
		});
	}
	return entries.list();
}
/** What a request was created with stays; of one that somebody else created nothing is known. */
function fixedBefore({ objectId }, earlier) {
	return earlier?.objectId === objectId ? earlier.fixed : void 0;
}
/** What a request was asked for by stays with it: what a file held before the first of the changes counts. */
function causesAfter({ objectId, causes }, earlier) {
	if (causes === void 0 || earlier?.causes === void 0 || earlier.objectId !== objectId) return causes;
	return {
		...causes,
		...earlier.causes
	};
}
/** Where a request was filed that a run found as it should be: a branch that was made from there has it, too. */
function sinceBefore({ objectId, commit }, earlier) {
	if (earlier?.objectId !== objectId) return null;
	const since = earlier.since ?? earlier.commit;
	return since === commit ? null : since;
}
function rfpRunAfter(entry, earlier) {
	if (earlier === void 0 || earlier.rfp !== entry.rfp || entry.rfp === 0) return null;
	const rfpRun = earlier.rfpRun ?? earlier.run;
	return rfpRun === entry.run ? null : rfpRun;
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
	if (!heldOutcomes.includes(row.outcome)) return null;
	if (row.of !== null || !row.stands || row.leavesRecord) return null;
	const { request } = row;
	const fixed = row.outcome === "created" ? fixedOf(request.fields, [head, me.run]) : void 0;
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
		sent: rememberedOf(request.fields),
		...request.dependent === void 0 ? {} : { causes: request.dependent.causes },
		...fixed === void 0 ? {} : { fixed }
	};
}

// src/ledger/settle.ts
/**
* The record after a run: what was filed, what is still open, and the head up to which all is accounted for (§8).
*
* @param newest the record as it is now; another run of the branch may have written since this one read it.
* @returns null when there is nothing to remember yet (a range given by hand before any push).
*/
function recordAfter(newest, told) {
	const rows = told.rows.filter(({ outcome, request }) => outcome !== "covered" || request.dependent !== void 0);
	const { key, head, firstPush, stays } = told;
	const movesHead = told.movesHead && (newest === null || newest.head === told.countedFrom);
	if (newest === null && !movesHead && rows.every((row) => filedObject(row, told) === null)) return null;
	if (newest !== null && isReplaced(newest, told)) return afterReplacement(newest, rows);
	const isLate = told.movesHead && !movesHead;
	if (isLate && !told.hasBegun) return null;
	const begins = newest === null || beginsAnew(newest, told);
	const late = rows.filter(({ outcome }) => isLate && (outcome === "created" || outcome === "updated"));
	const lateNumbers = new Set(late.map(({ objectId }) => objectId));
	const settlement = {
		...told,
		rows: rows.filter((row) => !isLate || isSent(row) || row.uncertain.length > 0)
	};
	const objects = filedAfter(newest?.filed ?? [], settlement, movesHead).map((entry) => lateNumbers.has(entry.objectId) ? {
		...entry,
		blob: null
	} : entry);
	const past = newest !== null && movesHead ? pastAfter(newest, head) : newest?.past ?? [];
	return {
		version: 1,
		...key,
		head: movesHead ? head : newest?.head ?? null,
		firstHead: begins ? firstPush ? head : null : newest.firstHead,
		...newest?.began === void 0 ? {} : { began: newest.began },
		...past.length === 0 ? {} : { past },
		filed: movesHead ? withLeft(objects, settlement) : objects,
		open: [
			...openAfter(begins ? [] : newest.open, settlement, ({ path }) => !movesHead || stays.has(path)),
			...late.map((row) => ({
				...openChange(row),
				outcome: "notAttempted",
				why: overtaken
			})),
			...movesHead ? [] : settlement.rows.filter(isTakenBack).map(openChange)
		],
		...keysAfter(newest?.keys ?? {}, settlement, objects),
		runs: withoutRun(newest?.runs ?? [], told.me),
		unanswered: unansweredAfter(newest?.unanswered ?? [], settlement),
		...sharedAfter(newest?.shared ?? [], settlement),
		...passedAfter(newest, settlement, movesHead),
		...mappedAfter(newest, settlement, movesHead),
		...newest?.claims === void 0 || movesHead && told.hasLookedAtClaims ? {} : { claims: newest.claims }
	};
}
/** True for what a row has ended: a dependent says nothing of what is open for the file itself. */
function endsIt({ request }, { causes }) {
	return request.dependent === void 0 || causes !== void 0;
}
/** True for a run that wrote itself down and is there no more: another one took what it had meant to do upon itself. */
function isReplaced({ runs }, { hasBegun, me }) {
	return hasBegun && !runs.some(({ instance }) => instance === me.instance);
}
/**
* What a replaced run has sent was sent before the other one began, and that one has settled it. But an update that was
* on its way may have come last: what it was about is sent once more.
*/
function afterReplacement(newest, rows) {
	const updated = new Set(rows.flatMap(({ outcome, objectId }) => outcome === "updated" ? [objectId] : []));
	if (!newest.filed.some(({ objectId }) => updated.has(objectId))) return null;
	const filed = newest.filed.map((entry) => updated.has(entry.objectId) ? {
		...entry,
		blob: null
	} : entry);
	return {
		...newest,
		filed
	};
}
/** What the look found of objects that this run has filed nothing for. */
function withLeft(objects, { left, rows }) {
	if (left === null || left.size === 0) return objects;
	const filed = new Set(rows.filter(({ outcome }) => heldOutcomes.includes(outcome)).map(({ objectId }) => objectId));
	return objects.map((entry) => {
		const now = left.get(identityKey(entry));
		if (now === void 0 || now === (entry.left ?? null) || filed.has(entry.objectId)) return entry;
		const { left: _, ...rest } = entry;
		return now === null ? rest : {
			...rest,
			left: now
		};
	});
}
/** Objects that stand by a merged branch's request, which this branch has to look after. */
function sharedAfter(before, { rows, gone }) {
	const own = rows.filter(({ request }) => request.dependent === void 0);
	const touched = lookupOf([...own.map(({ request }) => request.identity), ...gone]);
	const kept = before.filter((shared) => touched.same(shared).length === 0);
	const more = rows.flatMap((row) => {
		const { of, objectId, request } = row;
		if (of === null || objectId === null || request.blob === null) return [];
		const { identity, path, blob } = request;
		return [{
			...identity,
			objectId,
			path: path.text,
			blob,
			added: row.ofAdded,
			of
		}];
	});
	return kept.length + more.length === 0 ? {} : { shared: [...kept, ...more] };
}
/**
* What skipped accounts made of files counts until something is filed over it, and while those files belong to something
* that was filed, or the head is before it.
*/
function passedAfter(newest, { rows }, movesHead) {
	const { passed, filed } = newest ?? {};
	if (passed === void 0 || filed === void 0) return {};
	const paths = new Set(filed.map(({ path }) => path));
	const numbers = new Map(filed.map(({ objectId, path }) => [objectId, path]));
	const over = new Set(rows.filter(isSent).flatMap(({ request, path, objectId }) => {
		return [
			request.path.text,
			path.text,
			request.previousPath?.text,
			numbers.get(objectId)
		];
	}));
	const kept = Object.entries(passed).filter(([path]) => !over.has(path) && (!movesHead || paths.has(path)));
	return kept.length === 0 ? {} : { passed: Object.fromEntries(kept) };
}
function mappedAfter(newest, { left, mappingBlob }, movesHead) {
	const isFirst = newest === null || newest.filed.length === 0 && newest.mapped === void 0;
	const mapped = movesHead && (left !== null || isFirst) ? mappingBlob ?? void 0 : newest?.mapped;
	return mapped === void 0 ? {} : { mapped };
}
function isSent({ outcome }) {
	return outcome === "created" || outcome === "updated" || outcome === "withdrawn";
}
/**
* True for a request that was withdrawn because its object is gone, and that this branch had added. Until the head has
* moved past that, nothing else would tell that there is nothing to delete.
*/
function isTakenBack({ outcome, request }) {
	return outcome === "withdrawn" && request.reason === "*DELETE" && request.added;
}
const overtaken = "sent by a run that another run had overtaken: the next run files it again";
function openAfter(all, settlement, isKept) {
	const { rows, unmapped } = settlement;
	const before = all.filter(isKept);
	const touched = lookup(rows, ({ request }) => request.identity);
	const byPath = Map.groupBy(before.length === 0 ? [] : rows, ({ request }) => pathKey(request.path));
	const endedBy = (change) => [...touched.same(change), ...byPath.get(change.path) ?? []];
	const kept = before.filter((change) => !endedBy(change).some((row) => endsIt(row, change)));
	const earlier = lookupOf(all);
	const open = rows.filter((row) => !settledOutcomes.includes(row.outcome)).map((row) => ({
		...openChange(row),
		openSince: sinceOf(row, earlier.same(row.request.identity), settlement)
	}));
	const paths = new Set([...kept, ...open].map(({ path }) => path));
	const more = unmapped.map(pathKey).filter((path) => !paths.has(path));
	return [
		...kept,
		...open,
		...more.map((path) => ({
			...unmappedChange,
			path
		}))
	];
}
const unmappedChange = {
	appl: "",
	lvl: 0,
	type: null,
	objn: "",
	rpth: null,
	reason: "*MIGRATE",
	outcome: "unmapped",
	why: becauseText({
		code: "unmapped",
		isError: true
	}),
	needsPerson: false,
	added: false
};
/** What ended in the same way before is open since then. */
function sinceOf({ outcome }, earlier, { me, actor, head }) {
	return earlier.find((open) => open.outcome === outcome)?.openSince ?? {
		run: me.run,
		actor,
		head
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
		added: request.added,
		...request.dependent === void 0 ? {} : { causes: request.dependent.causes }
	};
}
function keysAfter(before, { rows }, filed) {
	const sent = rows.flatMap(({ rfp, tkey }) => (rfp ?? 0) > 0 && tkey !== null ? [[String(rfp), tkey]] : []);
	const inUse = new Set(filed.map(({ rfp }) => String(rfp)));
	const keys = [...Object.entries(before), ...sent].filter(([rfp]) => inUse.has(rfp));
	return keys.length === 0 ? {} : { keys: Object.fromEntries(keys) };
}
/**
* Calls that this run has settled are no longer unanswered; what it did not get to is as uncertain as before, and so is
* what it got no answer to.
*/
function unansweredAfter(before, { rows, gone, given }) {
	const asked = lookupOf(given);
	const ended = rows.filter((row) => settledOutcomes.includes(row.outcome) || row.uncertain.length > 0);
	const met = lookup(ended, ({ request }) => request.identity);
	const over = lookupOf(gone);
	return [...before.filter((call) => over.same(call).length === 0 && !met.same(call).some((row) => endsIt(row, call))).map((call) => asked.same(call).length > 0 ? {
		...call,
		closed: true
	} : call), ...rows.flatMap(({ uncertain }) => uncertain)];
}

// src/ledger/end-run.ts
/**
* Writes down what came of a run, with the note on the commit; records of merged branches give up, in the same commit, the
* requests that this branch goes on with.
*
* @returns what the user should know; under `require` the Problem('ledger') where it could not be written.
*/
async function endRun(run, ending) {
	const open = writable(run);
	if (open === null) return {
		error: null,
		notices: []
	};
	const { me, now } = run;
	const settlement = {
		...ending.settlement,
		key: open.key,
		me
	};
	const taken = (newest) => newest === null || settlement.hasBegun ? newest : withoutOverRuns(newest, me, now());
	const written = await open.ledger.write((newest) => recordAfter(taken(newest), settlement), ending.note, givenUp(ending.takenOver, open.key));
	if (written.kind !== "refused") return {
		error: null,
		notices: []
	};
	if (run.isRequired) return {
		error: ledgerRequired(written.why),
		notices: []
	};
	return {
		error: null,
		notices: [{
			code: "endNotWritten",
			why: written.why
		}]
	};
}
function givenUp(takenOver, { service }) {
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

// src/ledger/note-text.ts
/** The note on a filed commit, for `git log --notes=check-outs`: who, with what, and one line per request. */
function noteText(about, rows) {
	const { event, run } = about;
	return [
		`Run: ${run}${event.run.url === null ? "" : ` ${event.run.url}`}`,
		`At: ${about.at.toISOString()}`,
		`Service: ${about.service}`,
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

// src/ledger/reported-before.ts
/**
* A request that is in the way of what a record without a seal asks for: whether it is ours nobody can tell any more. A
* person has to, in this run and in those that meet it again.
*/
function forPerson(row, { record, claimed }) {
	const key = pathKey(row.request.path);
	if (row.outcome !== "conflict") return row;
	const wasHeld = record?.open.some(({ path, outcome, needsPerson }) => path === key && outcome === row.outcome && needsPerson);
	return claimed.has(key) || wasHeld === true ? {
		...row,
		needsPerson: true
	} : row;
}
/**
* What earlier runs have reported already: a warning, no longer red (design §8, §16). That is what stays so until a person
* settles it, and what another push had refused in the same way.
*/
function stillOpen(rows, before) {
	const open = Map.groupBy(before.record?.open ?? [], ({ path }) => path);
	const found = /* @__PURE__ */ new Map();
	for (const row of rows) {
		const key = pathKey(row.request.path);
		const known = before.leftBehind.has(key) ? open.get(key)?.find((change) => isKnown(row, change, before)) : void 0;
		if (known !== void 0) found.set(row, known);
	}
	return found;
}
function isKnown(row, change, { head }) {
	if (change.outcome !== row.outcome || !mayBeSame(change, row.request.identity)) return false;
	if (row.needsPerson && change.needsPerson) return true;
	return ["rejected", "conflict"].includes(row.outcome) && row.uncertain.length === 0 && change.why === (row.msg ?? row.outcome) && change.openSince !== void 0 && change.openSince.head !== head;
}

// src/run/end.ts
/** Writes down what came of the filing, with the note on the commit. */
async function endFiling(input, planned, came) {
	const { run, record, range, mappingBlob, settling, report } = planned;
	const { leftBehind, waiting, ...left } = settling;
	const before = {
		record,
		leftBehind,
		claimed: waiting?.paths ?? /* @__PURE__ */ new Set(),
		head: range.head
	};
	const all = came.rows.map((row) => forPerson(row, before));
	const old = input.options["still-open"] === "fail" ? /* @__PURE__ */ new Map() : stillOpen(all, before);
	const rows = all.filter((row) => !old.has(row));
	const { head, firstPush, movesHead } = range;
	const begins = record === null || record.head === null || beginsAnew(record, range);
	const settlement = {
		...left,
		head,
		actor: input.event.run.actor,
		rows: all,
		firstPush,
		movesHead: movesHead && !range.explicit,
		countedFrom: begins ? firstHeadOf(range, run.ledger.trust) : record.head,
		hasBegun: planned.actions.some(makesCalls),
		hasLookedAtClaims: waiting?.isLooked === true,
		mappingBlob
	};
	const note = rows.some(({ request }) => !report.quiet.has(request)) ? {
		commit: head,
		text: textOf(input, planned, all)
	} : null;
	const { error, notices } = await endRun(run, {
		settlement,
		note,
		takenOver: came.takenOver
	});
	return {
		rows,
		notices: [
			...[...old].map(stillOpenNotice),
			...keptKeys(rows, record),
			...notices
		],
		error
	};
}
function textOf({ event, version, me }, planned, rows) {
	const { run, mappingBlob, range } = planned;
	const about = {
		service: run.key?.service ?? "",
		at: run.now(),
		run: me.run,
		event,
		version
	};
	return noteText({
		...about,
		mappingBlob,
		branch: range.branch
	}, rows);
}
function stillOpenNotice([{ request, outcome, msg }, { openSince }]) {
	const { run = null, actor = null } = openSince ?? {};
	return {
		code: "stillOpen",
		path: request.path.text,
		outcome,
		msg: msg ?? "",
		run,
		actor
	};
}
/** An update cannot carry a pipeline key: a push that only updates says which key its RFP has (design §7). */
function keptKeys(rows, record) {
	if (rows.some(({ tkey }) => tkey !== null)) return [];
	return [...new Set(rows.flatMap(({ outcome, rfp }) => outcome === "updated" && rfp !== null ? [rfp] : []))].flatMap((rfp) => {
		const key = record?.keys?.[rfp];
		return key === void 0 ? [] : [{
			code: "keepsKey",
			rfp,
			key
		}];
	});
}

// src/run/file.ts
const noClient = {
	create: () => Promise.reject(/* @__PURE__ */ new Error("no call was planned")),
	update: () => Promise.reject(/* @__PURE__ */ new Error("no call was planned")),
	close: () => Promise.resolve()
};
/** The client and what it needs are loaded once there is something to call for. */
async function openClient(input, concurrency, mayGoOn) {
	const { createClient } = await import("./create-client.mjs");
	return createClient(clientOptions(input, concurrency, mayGoOn));
}
/**
* Files what was planned, within its limits: writes down what is intended, files, writes down what came of it (§8).
*
* @returns what the report tells of it; or why the run has to look again.
* @throws Problem('limit', 'usage', 'ledger') before the first call.
*/
async function fileRange(tools, planned) {
	const { input, repository } = tools;
	const { actions, record, range } = planned;
	checkLimits(input, actions);
	const calls = actions.filter(makesCalls).length;
	const run = filingRun(input, planned);
	const log = input.progress?.over(input.log) ?? input.log;
	let lease = null;
	const mayGoOn = async () => planned.stop ?? await lease?.ensure() ?? null;
	const client = calls > 0 ? await openClient({
		...input,
		log
	}, run.concurrency, mayGoOn) : noClient;
	try {
		const since = input.now();
		const { head, firstPush } = range;
		const base = firstHeadOf(range, planned.run.ledger.trust);
		const intended = intendedCalls(actions, run.mode);
		const again = await beginRun(planned.run, {
			record,
			base,
			head,
			firstPush,
			calls: intended
		});
		if (again !== null) return again;
		const ownership = ownershipSources(repository, {
			...planned,
			options: input.options
		});
		const read = (oid) => repository.objects.content(oid);
		const setup = {
			client,
			read,
			run,
			known: record?.filed ?? [],
			ownership
		};
		using held = holdLease(planned.run, since);
		lease = held;
		const result = await carryWatched(tools, planned, setup, calls);
		tidyHeap();
		return told(input, planned, result, await endFiling(input, planned, result));
	} finally {
		await client.close();
	}
}
/** What the report tells of a filing, the worst that ended it first. */
function told(input, planned, result, { rows, notices, error }) {
	const { quiet, because, leftUnder } = planned.report;
	const requests = rows.filter(({ request }) => !quiet.has(request)).map((row) => {
		const why = because.get(row.request);
		return reportRequest(why === void 0 ? row : {
			...row,
			warnings: [...row.warnings, why]
		});
	});
	const stop = result.stop ?? (input.signal.aborted && rows.some(isLeft) ? cancelled : null);
	if (result.defect !== null) {
		input.onDefect(result.defect);
		return {
			requests,
			notices,
			error: errorOf(result.defect)
		};
	}
	if (stop !== null) return {
		requests,
		notices,
		error: stopError(stop)
	};
	const problem = error ?? leftUnder;
	return {
		requests,
		notices,
		error: problem === null ? unmappedError(planned) : errorOf(problem)
	};
}
function stopError({ code, why, remedy }) {
	return {
		code,
		message: why,
		remedy,
		exitCode: code !== "cancelled" && code !== "replaced" ? exitCodes.serviceLost : exitCodes.notFiled
	};
}
/** Carries the plan out while the run is known to live, and shows how far it has got. */
async function carryWatched({ input, repository }, planned, setup, calls) {
	using _progress = input.progress?.begin(calls);
	const needed = contentsNeeded(planned.actions, repository);
	return await carryOut(setup, planned.actions, (action, rows) => {
		if (makesCalls(action)) input.progress?.ended(!rows.every(isSettled));
		needed.ended(action.request.blob);
	});
}
/** Lets go of a content once every action that it belongs to has ended: large ones fill the temporary directory. */
function contentsNeeded(actions, { objects }) {
	const left = /* @__PURE__ */ new Map();
	for (const { request } of actions) if (request.blob !== null) left.set(request.blob, (left.get(request.blob) ?? 0) + 1);
	return { ended: (blob) => {
		if (blob === null) return;
		left.set(blob, (left.get(blob) ?? 0) - 1);
		if (left.get(blob) === 0) objects.release(blob);
	} };
}
const cancelled = {
	code: "cancelled",
	why: "the run was cancelled before everything was filed",
	remedy: "The next run of this branch files the rest."
};
function isSettled({ outcome }) {
	return settledOutcomes.includes(outcome);
}
function isLeft(row) {
	return row.outcome === "notAttempted" || row.uncertain.length > 0;
}

export { fileRange };