import { rememberedFields, rememberedOf } from "./record-path.mjs";
import { identityKey, identityText, mayBeSame } from "./start.mjs";
import { lookupOf } from "./lookup.mjs";
import { pathParts } from "./names.mjs";
import { needsNoContent } from "./planned.mjs";

// src/plan/part-name.ts
/** Only migrations that do not copy from the target environment carry a file (interface §4.3). */
function carriesContent(request) {
	return request.reason === "*MIGRATE" && request.fields.copy !== "*YES" && request.blob !== null;
}
function partName({ fields, path }, attachAs) {
	const { gfile, srcn, objn } = fields;
	const fallback = gfile ?? pathParts(path.text).gfile;
	if (attachAs === "objn") return objn ?? fallback;
	return attachAs === "srcn" ? srcn ?? objn ?? fallback : fallback;
}
/**
* Why a file part cannot have this name, or null when it can: the other part is called `payload`, and a backslash before
* the closing quote is read in several ways, so that the file would arrive as something else.
*/
function unsendablePart(name) {
	if (name === "payload") return "a file part named payload would be read as the fields of the request";
	return name.endsWith("\\") ? `a file part cannot be named ${name}: it ends with a backslash` : null;
}

// src/filing/decide.ts
function decide(should, stands, may) {
	if (may === "madeUnlocked") return "unknown";
	if (should === "nothing") return decideNothing(stands, may);
	switch (stands) {
		case "none":
		case "otherReason": return "create";
		default: return decideKnown(stands, may);
	}
}
function decideNothing(stands, may) {
	if (stands !== "none") return "withdraw";
	return may === "made" || may === "madeOther" ? "settle" : "nothing";
}
function decideKnown(stands, may) {
	if (may === "madeOther") return "create";
	if (may !== "none") return "updateWhole";
	return stands === "same" ? "unchanged" : "update";
}

// src/filing/decide-dependent.ts
/**
* Decides what to do for such a request: our own open request does it, whatever its reason, unless it has moved on; the
* service alone tells. What was filed for causes that are as they were is taken back.
*
* @param known our request about the object. @param lost calls about it without an answer.
*/
function decideDependent(request, known, lost) {
	if (request.dependent.isTakenBack) {
		if (known?.causes !== void 0) return {
			kind: "withdraw",
			request,
			known
		};
		const made = lost.find(({ objectId, withdraws }) => objectId === null && withdraws !== true);
		return made === void 0 ? {
			kind: "nothing",
			request
		} : {
			kind: "settle",
			request,
			lost: made
		};
	}
	if (known === void 0 || known.claimed === true) return {
		kind: "create",
		request,
		earlier: null
	};
	if (known.objectId === null) return {
		kind: "unchanged",
		request,
		known
	};
	const { csqo } = rememberedOf(request.fields);
	return {
		kind: "look",
		request,
		known,
		fields: known.reason === request.reason && csqo !== void 0 && csqo !== known.sent.csqo ? { csqo } : {}
	};
}

// src/filing/decide-actions.ts
/**
* Decides what to do for each request, in the order given.
*
* @param isSentAgain requests whose content is sent even if the record has it: a range given by hand asks for them.
* @param standing filed entries of other files that still stand at head, and whether those still make the object.
*/
function decideActions(requests, record, isSentAgain, standing) {
	const memory = {
		filed: record === null || record.filed.length === 0 ? /* @__PURE__ */ new Map() : filedFor(requests, record.filed, standing),
		open: lookupOf(record?.open ?? []),
		unanswered: lookupOf((record?.unanswered ?? []).filter((call) => call.claimed !== true)),
		standing
	};
	return requests.map((request) => decideAction(request, memory, isSentAgain(request)));
}
function decideAction(request, memory, isSentAgain) {
	if (request.obstacle !== null) return {
		kind: "blocked",
		request,
		...request.obstacle
	};
	const remembered = memory.filed.get(request);
	const entry = remembered?.claimed === true && request.fields.lock !== "*NO" ? void 0 : remembered;
	const beside = entry !== void 0 && isBeside(request, entry, memory) ? besideOf(request, entry) : null;
	if (beside !== null && beside !== "goesFirst" && beside !== "perhapsCovered") return beside;
	const known = beside === "perhapsCovered" ? void 0 : entry;
	const lost = memory.unanswered.same(request.identity);
	const unsettled = unknownBefore(request, memory);
	const may = unsettled === null ? mayOf(request, lost) : "madeUnlocked";
	const { dependent } = request;
	if (dependent !== void 0 && may !== "madeUnlocked") return decideDependent({
		...request,
		dependent
	}, known, lost);
	const update = known?.reason === request.reason ? updateOf(request, believedOf(known), isSentAgain) : null;
	switch (decide(shouldOf(request, known), standsOf(known, update), may)) {
		case "unknown": return {
			kind: "blocked",
			request,
			outcome: "unknown",
			why: unsettled ?? mayBeUnlocked
		};
		case "updateWhole": return wholeUpdate(request, known, lost);
		case "unchanged":
		case "update": return update;
		case "withdraw": return {
			kind: "withdraw",
			request,
			known
		};
		case "settle": return {
			kind: "settle",
			request,
			lost: lost.find(isCreate)
		};
		case "nothing": return {
			kind: "nothing",
			request
		};
		default: return {
			kind: "create",
			request,
			earlier: known?.reason === request.reason ? null : known ?? null
		};
	}
}
function believedOf(known) {
	return known.claimed === true ? {
		...known,
		path: "",
		blob: null,
		sent: {}
	} : known;
}
function isBeside({ path }, entry, { standing }) {
	return entry.path !== path.text && standing.get(entry) === "same";
}
/**
* Two files that make one object collide. But a migration goes before a `*RECOMPILE` or `*UPDATE` of another file's rule,
* and does what that asks for; whether it has moved on by now the service alone tells, where there is a lock.
*/
function besideOf(request, known) {
	if (needsNoContent(known.reason) && request.reason === "*MIGRATE") return "goesFirst";
	if (needsNoContent(request.reason) && known.reason === "*MIGRATE") {
		if (request.fields.lock !== "*NO") return "perhapsCovered";
		return {
			kind: "blocked",
			request,
			outcome: "covered",
			why: coveredBy(request, known)
		};
	}
	return {
		kind: "blocked",
		request,
		outcome: "collision",
		why: `${identityText(request.identity)} is request ${known.objectId ?? "?"}, filed for ${known.path}, which is still there`
	};
}
/** Why a request has not to be made beside our migration of the object. */
function coveredBy({ identity, reason }, { objectId, path }) {
	return `request ${objectId ?? "?"} migrates ${identityText(identity)} from ${path}, so no ${reason} is needed`;
}
/** A delete that is filed already stays, whoever added the object. */
function shouldOf({ reason, added }, known) {
	return reason === "*DELETE" && added && known?.reason !== "*DELETE" ? "nothing" : "request";
}
function standsOf(known, update) {
	if (known === void 0) return "none";
	if (update === null) return "otherReason";
	return update.kind === "unchanged" ? "same" : "differs";
}
const mayBeUnlocked = "an earlier run was stopped while it may have created this request without a lock";
/** A person has been asked already what became of a create, and has not said so yet (design §7). */
function unknownBefore({ identity, reason }, memory) {
	return memory.open.same(identity).find((change) => change.outcome === "unknown" && change.needsPerson && change.reason === reason)?.why ?? null;
}
/** True for a call that may have made a request by itself. */
function isCreate({ objectId, withdraws }) {
	return objectId === null && withdraws !== true;
}
function mayOf({ reason }, lost) {
	const creates = lost.filter(isCreate);
	if (creates.some(({ sent }) => sent?.lock === "*NO")) return "madeUnlocked";
	if (creates.some((call) => call.reason !== reason)) return "madeOther";
	if (creates.length > 0) return "made";
	return lost.length > 0 ? "changed" : "none";
}
/** Nobody knows what the service holds, so all of it is sent again; a request that may be withdrawn joins an RFP anew. */
function wholeUpdate(request, known, lost) {
	const isOut = lost.some(({ withdraws }) => withdraws === true);
	const action = updateOf(request, {
		...known,
		path: "",
		blob: null,
		sent: {},
		...isOut ? { rfp: 0 } : {}
	}, false);
	const lock = isOut ? { lock: request.fields.lock ?? "*YES" } : {};
	return action.kind === "update" ? {
		...action,
		fields: {
			...action.fields,
			...lock
		},
		uncertain: true
	} : action;
}
const isOfFile = ({ path, previousPath }, entry) => entry.path === path.text || entry.path === previousPath?.text;
const isSameObject = ({ identity }, entry) => identityKey(entry) === identityKey(identity);
const mayBeSameObject = ({ identity }, entry) => mayBeSame(entry, identity);
/**
* Finds what each request goes on with: by object, then by path or old path with the same name and target (its type may
* be mapped only now). An entry is taken once, as of two updates the second would replace the content of the first.
*/
function filedFor(requests, entries, standing) {
	const filed = lookupOf(entries);
	const planned = new Set(requests.map(({ identity }) => identityKey(identity)));
	const ways = [
		isSameObject,
		(request, entry) => isOfFile(request, entry) && mayBeSameObject(request, entry),
		(request, entry) => isOfFile(request, entry) && !planned.has(identityKey(entry)),
		mayBeSameObject
	];
	const found = /* @__PURE__ */ new Map();
	const taken = /* @__PURE__ */ new Set();
	for (const fits of ways) for (const request of requests) {
		if (request.obstacle?.outcome === "covered") continue;
		if (found.has(request) || request.obstacle !== null && fits !== isSameObject) continue;
		const entry = filed.named(request.identity).find((one) => fits(request, one) && !taken.has(one.objectId ?? one) && (one.path === request.path.text || standing.get(one) !== "other" || fits === isSameObject && request.reason === "*DELETE"));
		if (entry === void 0) continue;
		found.set(request, entry);
		taken.add(entry.objectId ?? entry);
	}
	return found;
}
function updateOf(request, known, isSentAgain) {
	const sent = rememberedOf(request.fields);
	const changed = rememberedFields.filter((name) => sent[name] !== void 0 && sent[name] !== known.sent[name]);
	const moved = known.path !== request.path.text;
	const sendContent = carriesContent(request) && (isSentAgain || known.blob !== request.blob);
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

export { carriesContent, coveredBy, decideActions, partName, unsendablePart };