// src/interface/replies.ts
/** Messages the interface shows, in its exact words (§7). */
const messages = {
	attributeMissing: "Attribute missing",
	objectTypeMissing: "Object Type missing",
	targetLocked: "Target Object already locked by another request",
	objectIdRequired: "objectId is required",
	requestNotFound: "Request not found",
	recordLocked: "Request record is locked",
	notOpen: "Request not in open or assigned status",
	notAuthorizedToUpdate: "User not authorized to update Request",
	created: "Request created",
	updated: "Request updated"
};
/**
* Reads a number that may come as a JSON number or as a quoted string (interface §2.1, last paragraph).
* Anything that is not a whole number gives null.
*/
function readInteger(value) {
	if (typeof value === "number") return Number.isSafeInteger(value) ? value : null;
	if (typeof value !== "string" || !/^\s*-?\d{1,15}\s*$/.test(value)) return null;
	return Number(value);
}
function isRecord(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
/**
* Reads the body of a reply (UTF-8 text). Never throws: what cannot be understood comes back as `unreadable` with the
* reason in words; an `rtn` with an unknown `sev` is unreadable too, since it must not pass for a success.
*/
function readReply(body) {
	let json;
	try {
		json = JSON.parse(body.replace(/^\uFEFF/, ""));
	} catch {
		return { unreadable: body.trim() === "" ? "the body is empty" : "the body is not JSON" };
	}
	if (!isRecord(json) || !isRecord(json.rtn)) return { unreadable: "the body has no rtn object" };
	const sev = readInteger(json.rtn.sev);
	if (sev !== 10 && sev !== 20 && sev !== 30) return { unreadable: `rtn.sev is ${JSON.stringify(json.rtn.sev)}` };
	const existing = readInteger(json.rtn.existingObjectId);
	return {
		sev,
		msg: typeof json.rtn.msg === "string" ? json.rtn.msg : "",
		existingObjectId: sev === 30 && existing !== null && existing > 0 ? existing : null,
		request: sev !== 30 && isRecord(json.request) ? json.request : null
	};
}
/** True when the reply is of the kind in which `rtn` could be read. */
function isReply(reply) {
	return "sev" in reply;
}
/** The message begins as one of the interface's own; case and trailing text do not matter. */
function saysLike(reply, message) {
	return reply.msg.trim().toLowerCase().startsWith(message.toLowerCase());
}

export { saysLike as a, readReply as i, messages as n, readInteger as r, isReply as t };