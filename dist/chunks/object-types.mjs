import { internalTypes, systemTypes } from "./system-types.mjs";
import { createFields, updateFields } from "./schemas.mjs";
import { isRecord, readInteger, readRequestNumber } from "./replies.mjs";
import { shorten } from "./start.mjs";

// src/service/refusal.ts
/** Why a call is not carried out, and values as messages quote them. */
/** A call that is refused with sev 30 (interface §7): thrown by a rule, turned into `rtn` in one place. */
var Refusal = class extends Error {
	/** The request that holds the lock, when that is the reason (§2.7). */
	existingObjectId;
	constructor(msg, existingObjectId = null) {
		super(msg);
		this.existingObjectId = existingObjectId;
	}
};
/** A body that is no call at all: answered with an HTTP status of the 4xx family, and `rtn` with sev 30. */
var BadCall = class extends Error {
	status;
	constructor(status, msg) {
		super(msg);
		this.status = status;
	}
};
/** A value as it may stand in a message: printable, on one line, short; of lists and objects only the kind. */
function shown(value) {
	if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
	return shorten(String(value).replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "?"));
}

// src/service/payload.ts
/** From the JSON object of a call to its fields (interface §2.1, §2.6). Pure. */
/** Most characters of a vendor reference: the transaction log keeps no more. */
const maxReferenceCharacters = 1e3;
const maxCharacters = 5e3;
/** Fields that may hold directories; folb, fslb and rpth are paths only in the IFS (locations.ts). */
const pathFields = /* @__PURE__ */ new Set([
	"objn",
	"srcn",
	"gpath"
]);
/** Names of files in Git are exact: there a blank at the end makes another file. */
const exactFields = /* @__PURE__ */ new Set(["gpath", "gfile"]);
/** Fields of an update that an empty string can clear; `gpath` is empty for a file at the root of the repository. */
const clearable = /* @__PURE__ */ new Set([
	"gpath",
	"srca",
	"srcd"
]);
/** Reads the JSON text of a call, UTF-8 with or without a byte order mark. Throws BadCall 400 unless it is one object. */
function parsePayload(bytes) {
	let json;
	try {
		json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		throw new BadCall(400, bytes.length === 0 ? "The JSON body is empty" : "The body is not JSON in UTF-8");
	}
	if (!isRecord(json)) throw new BadCall(400, "The body is not a JSON object");
	return json;
}
/** The fields of a create. Empty strings and null count as not sent. Under the earlier variant the Git fields do not exist. */
function readCreate(payload, variant) {
	return readFields(createFields.filter((field) => variant === "later" || !field.laterOnly), payload, (_, value) => value === "");
}
/** The fields of an update. `*SAME`, null, and an empty string where it cannot be a value, count as not sent. */
function readUpdate(payload) {
	const isUnsent = (name, value) => value === "*SAME" || value === "" && !clearable.has(name);
	return readFields(updateFields, payload, isUnsent);
}
/** The number of the request an update is about, or null when it is missing or not greater than 0 (interface §4.2). */
function readObjectId(payload) {
	return readRequestNumber(payload.objectId);
}
/** A text without the blanks at its end, as in a field of fixed length. Other white space stays. */
function withoutBlanks(text) {
	let end = text.length;
	while (end > 0 && text[end - 1] === " ") end -= 1;
	return text.slice(0, end);
}
/** Throws Refusal for what is wrong with values that are used. */
function refuseProblems({ problems }, unused = /* @__PURE__ */ new Map()) {
	const counting = [...problems].filter(([name]) => !unused.has(name)).map(([, problem]) => problem);
	if (counting.length > 0) throw new Refusal(counting.join("; "));
}
/** Sentences for names in the body that are no field of the call. */
function unknownFields(unknown) {
	const named = unknown.slice(0, 10).map((name) => `field ${shown(name)} is not known and was ignored`);
	return unknown.length > 10 ? [...named, `${unknown.length - 10} more fields are not known`] : named;
}
function readFields(table, payload, isUnsent) {
	const values = {};
	const problems = /* @__PURE__ */ new Map();
	const sent = {};
	for (const field of table) {
		const { name, type } = field;
		const value = Object.hasOwn(payload, name) ? withoutPadding(name, payload[name]) : void 0;
		sent[name] = value;
		if (value === void 0 || value === null || isUnsent(name, value)) continue;
		const problem = type === "integer" ? problemOfNumber(field, value) : problemOfText(field, value);
		if (problem !== null) problems.set(name, problem);
		else values[name] = type === "integer" ? readInteger(value) : value;
	}
	return {
		values,
		problems,
		sent,
		unknown: Object.keys(payload).filter((name) => !Object.hasOwn(sent, name))
	};
}
/** A text of nothing but blanks is blank, and `*SAME` is so with blanks behind it. */
function withoutPadding(name, value) {
	return typeof value === "string" && !exactFields.has(name) ? withoutBlanks(value) : value;
}
function problemOfNumber({ name }, value) {
	const number = readInteger(value);
	if (number === null) return `${name} is ${shown(value)}; it must be a whole number`;
	return number < 0 ? `${name} is ${number}; it must not be negative` : null;
}
function problemOfText({ name, values }, value) {
	if (typeof value !== "string") return `${name} is ${shown(value)}; it must be a string`;
	if (!value.isWellFormed() || /\p{Cc}/u.test(value)) return `${name} holds a character that cannot be stored`;
	const most = name === "vref" ? maxReferenceCharacters : maxCharacters;
	if (value.length > most) return `${name} is longer than ${most} characters`;
	if (pathFields.has(name) && value.split("/").includes("..")) return `${name} must not hold the directory ..`;
	if (name === "gfile" && (value.includes("/") || value === "." || value === "..")) return "gfile is a file name; the directory belongs in gpath";
	if (values && !values.includes(value)) return `${name} is ${shown(value)}; allowed are ${values.join(", ")}`;
	return null;
}

// src/service/object-types.ts
/** Object types: which there are, and when two codes say the same. */
/** Types whose names are paths: their case counts, and their source is not a member. */
function isPathType(objt) {
	return objt === "*IFS" || objt === "*REMOTE";
}
/** True for a type of the system, a code of the interface, and whatever the site gives to attributes and objects. */
function isObjectType(site, objt) {
	return systemTypes.has(objt) || internalTypes.has(objt) || typesOf(site).some((type) => type.toUpperCase() === objt);
}
function typesOf(site) {
	return [
		...site.applications.flatMap(({ attributes }) => attributes),
		...(site.repositories ?? []).flatMap(({ attributes }) => attributes ?? []),
		...site.installed ?? [],
		...site.crossReference ?? []
	].flatMap(({ objt }) => objt ?? []);
}
/** The type as it is compared: case does not count, and physical and logical files are files. */
function comparableType(objt) {
	const type = objt.toUpperCase();
	return type === "*PF" || type === "*LF" ? "*FILE" : type;
}
/** The name as it is compared: library objects ignore case, files in the IFS do not; blanks at its end never count. */
function comparableName(objn, objt) {
	const name = withoutBlanks(objn);
	return isPathType(objt) ? name : name.toUpperCase();
}
/** Types of objects that stand in no library, so that their names are not those of the system. */
function isInFileSystem(objt) {
	return isPathType(objt) || [
		"*DIR",
		"*DOC",
		"*FIFO",
		"*FLR",
		"*PIPE",
		"*SOCKET",
		"*STMF",
		"*SYMLNK"
	].includes(objt);
}
/** Characters that the name of an object of this type may have; a file may go by its SQL name (interface §2.5, data). */
function mostCharacters(objt) {
	if (isInFileSystem(objt)) return Number.POSITIVE_INFINITY;
	return comparableType(objt) === "*FILE" ? 128 : 10;
}

export { BadCall, Refusal, comparableName, comparableType, isInFileSystem, isObjectType, isPathType, maxReferenceCharacters, mostCharacters, parsePayload, readCreate, readObjectId, readUpdate, refuseProblems, shown, unknownFields, withoutBlanks };