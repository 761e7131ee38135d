import { a as nameKey, i as mayBeSame, r as identityText, t as identityKey } from "./identity.mjs";

// src/ledger/record.ts
/** Fields whose last sent value is remembered, because an update sends only what changed (design §7). */
const rememberedFields = [
	"attr",
	"srcn",
	"srca",
	"srcd",
	"csqo",
	"lock"
];
/** A branch of which nothing is known yet, or no longer. */
function emptyRecord({ service, repo, mapping, branch }) {
	return {
		version: 1,
		service,
		repo,
		mapping,
		branch,
		head: null,
		firstHead: null,
		filed: [],
		open: [],
		runs: [],
		unanswered: []
	};
}
/** True when a push begins the record: it is the first of the branch, and not the one that began what is there. */
function beginsAnew(record, push) {
	return push.firstPush && record?.firstHead !== push.head;
}
/**
* The record of an earlier branch of that name as it counts for this one: open changes go, numbers stay, but what they
* hold by now is not known (design §3).
*/
function renewedRecord(record) {
	return {
		...record,
		open: [],
		filed: record.filed.map((entry) => ({
			...entry,
			blob: null
		}))
	};
}

// src/plan/lookup.ts
/** A lookup over entries, each about the object that `identityOf` names; it costs nothing until it is asked. */
function lookup(entries, identityOf) {
	let byName = null;
	const named = (identity) => {
		if (entries.length === 0) return [];
		byName ??= Map.groupBy(entries, (entry) => nameKey(identityOf(entry)));
		return byName.get(nameKey(identity)) ?? [];
	};
	return {
		named,
		same: (identity) => named(identity).filter((entry) => mayBeSame(identityOf(entry), identity))
	};
}
/** A lookup over entries that are identities themselves, as those of the ledger are. */
function lookupOf(entries) {
	return lookup(entries, (entry) => entry);
}

// src/filing/actions.ts
/** True for an action that calls the service. */
function makesCalls({ kind }) {
	return kind === "create" || kind === "update";
}
/** The remembered fields of a create body: what a later update is compared with. */
function rememberedOf(fields) {
	const remembered = {};
	for (const name of rememberedFields) if (fields[name] !== void 0) remembered[name] = fields[name];
	return remembered;
}
/**
* Decides create, update or nothing for each request, in the order given.
*
* @param explicit a range given by hand updates known requests even if their content is the same.
* @param standing filed entries of other files that still stand at head, and whether those still make the object.
*/
function decideActions(requests, record, explicit, standing) {
	const memory = {
		filed: record === null || record.filed.length === 0 ? /* @__PURE__ */ new Map() : filedFor(requests, record.filed, standing),
		open: lookupOf(record?.open ?? []),
		unanswered: lookupOf(record?.unanswered ?? []),
		standing
	};
	return requests.map((request) => decideAction(request, memory, explicit));
}
function decideAction(request, memory, explicit) {
	if (request.obstacle !== null) return {
		kind: "blocked",
		request,
		...request.obstacle
	};
	const unsettled = unsettledCall(request, memory);
	if (unsettled !== null) return {
		kind: "blocked",
		request,
		outcome: "unknown",
		why: unsettled
	};
	const known = memory.filed.get(request);
	if (known !== void 0 && known.path !== request.path.text && memory.standing.get(known) === "same") return {
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
	const uncertain = memory.unanswered.same(request.identity).length > 0;
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
function unsettledCall({ identity, reason }, memory) {
	const open = memory.open.same(identity).find((change) => change.outcome === "unknown" && change.needsPerson && change.reason === reason);
	if (open !== void 0) return open.why;
	if (memory.unanswered.same(identity).find((call) => call.objectId === null && call.sent?.lock === "*NO") === void 0) return null;
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
		if (found.has(request) || request.obstacle !== null && fits !== isSameObject) continue;
		const entry = filed.named(request.identity).find((one) => fits(request, one) && !taken.has(one.objectId ?? one) && (one.path === request.path.text || standing.get(one) !== "other"));
		if (entry === void 0) continue;
		found.set(request, entry);
		taken.add(entry.objectId ?? entry);
	}
	return found;
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

export { rememberedOf as a, beginsAnew as c, makesCalls as i, emptyRecord as l, carriesContent as n, lookup as o, decideActions as r, lookupOf as s, callOf as t, renewedRecord as u };