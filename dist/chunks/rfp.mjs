// src/filing/rfp.ts
/** The description of the RFP a request goes to, where one is made or searched (design §7). */
function rfpDescription(fields, run) {
	if (fields.rfpd !== void 0) return fields.rfpd;
	return run.mode === "per-push" && fields.proj !== void 0 ? "*TASK" : ownDescription(run);
}
function ownDescription({ mode, repo, branch, sha }) {
	return mode === "per-branch" ? `${repo} ${branch}` : `${repo} ${branch} ${sha}`;
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
/**
* What an update sends to get into an RFP of its own: as a leader, but `*TASK`, which an update does not know (interface
* §2.6), becomes the words used without a project.
*/
function openingFields(fields, run) {
	const opening = leaderFields(fields, run);
	return opening.rfpd === "*TASK" ? {
		...opening,
		rfpd: ownDescription(run)
	} : opening;
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
	return [...Map.groupBy(actions, (action) => {
		return (action.kind === "create" || action.kind === "update" && action.known.rfp === 0 ? rfpGroup(action.request.fields, run) : null) ?? action;
	}).values()];
}
/**
* The RFP that each action will find itself in, as far as the record tells; null: in none, in a new one, or not known. Of
* a branch's own RFP the record knows the number that its last requests for the target were in.
*/
function rfpAhead(mode, filed) {
	const keyOf = (appl, lvl, user) => JSON.stringify([
		appl,
		lvl,
		user ?? null
	]);
	const ofBranch = /* @__PURE__ */ new Map();
	for (const { appl, lvl, sent, rfp, closed, claimed } of mode === "per-branch" ? filed : []) {
		const key = keyOf(appl, lvl, sent.user);
		if (rfp > 0 && !closed && !claimed) ofBranch.set(key, Math.max(rfp, ofBranch.get(key) ?? 0));
	}
	return (action) => {
		const { fields, identity } = action.request;
		if (action.kind === "blocked") return null;
		if ("known" in action && (action.known.rfp > 0 || action.kind === "withdraw")) return action.known.rfp || null;
		if (typeof mode === "number") return mode;
		return ([
			fields.rfpd,
			fields.creq,
			fields.areq,
			fields.sreq
		].every((value) => value === void 0) ? ofBranch.get(keyOf(identity.appl, identity.lvl, fields.user)) : void 0) ?? null;
	};
}

export { followerFields, groupActions, leaderFields, openingFields, rfpAhead };