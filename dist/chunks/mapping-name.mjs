import { Problem, defaultMappingFile, identityKey, leaseMs, messageOf } from "./start.mjs";
import { reasons } from "./schemas.mjs";
import { GitFailure } from "./fetch.mjs";
import { entriesAt, isFile, listFolder } from "./tree.mjs";
import { filesWith } from "./grep.mjs";
import { parseMappingName } from "./source.mjs";
import { targetOf } from "./set.mjs";
import { commitNotes, fetchNotes, pushNotes } from "./notes.mjs";
import { closedLedger, noRecords } from "./ledger-access.mjs";
import { notSealed, unverifiable } from "./problems.mjs";
import { emptyRecord, isHash, ledgerDirectory, recordOfFile, recordPath } from "./record-path.mjs";
import { isAbsolute, join, normalize, posix, relative, resolve } from "node:path";
import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

// src/ledger/claims.ts
/**
* What a record may still say whose seal does not fit: another secret has sealed it (a token that was rotated), or
* somebody has made it up. Its numbers are claims, which the service has to bear out; nothing is deleted or left out
* because of it; and nobody waits for its runs longer than for a lease (design §8 "Sealed").
*/
/** Clocks of two machines may differ by so much, in milliseconds. */
const skewMs = 1e4;
/** The record as far as a run may use it that cannot verify it. @param since when the run began. */
function claimsOf(record, since) {
	const { version, service, repo, mapping, branch } = record;
	const calls = [...record.unanswered, ...record.runs.flatMap((run) => run.calls)];
	return {
		version,
		service,
		repo,
		mapping,
		branch,
		head: null,
		firstHead: null,
		filed: record.filed.flatMap((entry) => entry.objectId === null ? [] : [claimedObject(entry)]),
		open: [],
		runs: record.runs.filter((run) => isBelievable(run, since)).map((run) => claimedRun(run, since)),
		unanswered: calls.filter(isLostMigration).map(claimedCall),
		claims: {
			head: record.claims?.head ?? record.head,
			paths: [...pathsOf(record, calls)],
			...passedOf(record)
		}
	};
}
/** What it holds, and whether this branch had added it, is not believed: then it is sent, and deleted, as usual. */
function claimedObject(entry) {
	const { appl, lvl, type, objn, rpth, objectId, reason, path, rfp, commit, run, sent, closed } = entry;
	return {
		appl,
		lvl,
		type,
		objn,
		rpth,
		objectId,
		reason,
		path,
		blob: null,
		rfp,
		commit,
		run,
		added: false,
		sent,
		...closed === void 0 ? {} : { closed },
		claimed: true
	};
}
/** A create; what else it may have been asks for nothing. */
function isLostMigration({ objectId, sent, withdraws, reason }) {
	return objectId === null && withdraws !== true && reason === "*MIGRATE" && sent !== null;
}
function claimedCall({ appl, lvl, type, objn, rpth, path, reason, blob, sent }) {
	return {
		appl,
		lvl,
		type,
		objn,
		rpth,
		path,
		reason,
		blob,
		objectId: null,
		sent,
		added: false,
		closed: true,
		claimed: true
	};
}
/** One that is waited for, for one lease at most, and has nothing to say. */
function claimedRun({ run, id, attempt, instance, head, until }, since) {
	const last = new Date(since.getTime() + leaseMs + skewMs);
	return {
		run,
		id,
		attempt,
		instance,
		head,
		until: Date.parse(until) > last.getTime() ? last.toISOString() : until,
		calls: []
	};
}
/** A run that lives renews its lease; one that would hold for longer than that is made up. */
function isBelievable({ until }, since) {
	return Date.parse(until) <= since.getTime() + 2 * leaseMs;
}
function passedOf({ passed, claims }) {
	const all = {
		...claims?.passed,
		...passed
	};
	return Object.keys(all).length === 0 ? {} : { passed: all };
}
/** Files that, by its own word, wait to be filed. */
function pathsOf({ open, claims }, calls) {
	const waiting = [...open, ...calls].filter(({ causes }) => causes === void 0);
	return /* @__PURE__ */ new Set([...claims?.paths ?? [], ...waiting.map(({ path }) => path)]);
}

// src/ledger/long-lists.ts
/**
* Lists of a record that are as long as an import: the calls that a run means to make, those without an answer, the changes
* that are still open. Beyond some length they stand in files of their own, so that the record itself stays small.
*/
/** A list of so many entries, or fewer, stands in the record; a file holds as many at most. */
const mostInOne$1 = 2e3;
/** The name of the files of a run's calls. */
function callsName(instance) {
	return `calls-${createHash("sha256").update(instance).digest("hex").slice(0, 24)}`;
}
/** True for a name that a list of calls has; another one is a list of open changes. */
function holdsCalls(name) {
	return name !== "open";
}
/** The lists that are too long for the record itself. */
function longLists({ open, unanswered, runs }) {
	const all = [
		["open", open],
		["unanswered", unanswered],
		...runs.map(({ instance, calls }) => [callsName(instance), calls])
	];
	return new Map(all.filter(([, entries]) => entries.length > mostInOne$1));
}
/** The record with other lists in the place of those that are named. */
function withLists(record, lists) {
	if (lists.size === 0) return record;
	const { open, unanswered, runs } = record;
	const of = (name, entries) => lists.get(name) ?? entries;
	return {
		...record,
		open: of("open", open),
		unanswered: of("unanswered", unanswered),
		runs: runs.map((run) => ({
			...run,
			calls: of(callsName(run.instance), run.calls)
		}))
	};
}
/** The same without any of them. */
function withoutLists(record, lists) {
	return withLists(record, new Map([...lists.keys()].map((name) => [name, []])));
}
/** A list as it stands in files. */
function inFiles(entries) {
	const count = Math.ceil(entries.length / mostInOne$1);
	return Array.from({ length: count }, (_, n) => entries.slice(n * mostInOne$1, (n + 1) * mostInOne$1));
}
/** The path of a file of a list, from that of its record. */
function longPath(recordPath, name, n) {
	return `${recordPath.replace(/\.json$/, "")}/${name}-${n}.json`;
}

// src/ledger/parse-record.ts
const is = (isRight) => {
	return (value) => isRight(value) ? null : "";
};
const matching = (form) => is((value) => typeof value === "string" && form.test(value));
const oneOf = (...values) => is((value) => values.includes(value));
const orNull = (check) => {
	return (value) => value === null ? null : check(value);
};
const orNone = (check) => {
	return (value) => value === void 0 ? null : check(value);
};
const text = is((value) => typeof value === "string");
/** A line end in it would make two questions of one to Git. */
const path$1 = matching(/^[^\n]*$/);
const oid = matching(/^([0-9a-f]{40}|[0-9a-f]{64})$/);
const sha256 = matching(/^[0-9a-f]{64}$/);
const number = is(Number.isFinite);
const flag = is((value) => typeof value === "boolean");
const mark = oneOf(void 0, true);
const whole = (least, most = Number.MAX_SAFE_INTEGER) => {
	return is((value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most);
};
/** The first place in which `badOf` finds something. */
function firstBad(entries, badOf) {
	for (const [name, item] of entries) {
		const bad = badOf(item, name);
		if (bad !== null) return bad === "" ? String(name) : `${name}.${bad}`;
	}
	return null;
}
/** A record with these keys; others say nothing to this version. */
function shape(checks) {
	const all = Object.entries(checks);
	return (value) => isObject(value) ? firstBad(all, (check, name) => check(value[name])) : "";
}
function listOf(check) {
	return (value) => Array.isArray(value) ? firstBad(value.entries(), check) : "";
}
function mapOf(key, check) {
	return (value) => isObject(value) ? firstBad(Object.entries(value), (item, name) => key(name) ?? check(item)) : "";
}
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
const object = {
	appl: text,
	lvl: number,
	type: orNull(text),
	objn: text,
	rpth: orNull(text)
};
const identity = {
	...object,
	reason: oneOf(...reasons),
	added: flag
};
const values = mapOf(text, is((value) => typeof value === "string" || Number.isFinite(value)));
/** A path in it is asked of Git, too. */
const causes = orNone(mapOf(path$1, orNull(oid)));
const requestNumber = whole(1);
const filed = listOf(shape({
	...identity,
	objectId: orNull(requestNumber),
	path: path$1,
	blob: orNull(oid),
	rfp: number,
	commit: oid,
	run: text,
	since: orNone(oid),
	rfpRun: orNone(text),
	sent: values,
	fixed: orNone(values),
	causes,
	left: oneOf(void 0, "noLongerMapped", "notDeleted"),
	closed: mark,
	claimed: mark
}));
const openSince = orNone(shape({
	run: text,
	actor: orNull(text),
	head: oid
}));
const open = shape({
	...identity,
	causes,
	openSince,
	path: text,
	outcome: text,
	why: text,
	needsPerson: flag
});
const call = shape({
	...identity,
	causes,
	path: path$1,
	blob: orNull(oid),
	objectId: orNull(requestNumber),
	sent: orNull(values),
	withdraws: mark,
	closed: mark,
	claimed: mark
});
const of = shape({
	repo: text,
	mapping: text,
	branch: text
});
const shared = shape({
	...object,
	objectId: requestNumber,
	path: path$1,
	blob: oid,
	added: flag,
	of
});
const run = shape({
	run: text,
	id: orNull(text),
	attempt: number,
	instance: text,
	head: oid,
	until: text,
	calls: listOf(call),
	process: orNone(shape({
		host: text,
		pid: whole(1),
		started: text
	}))
});
const passed = orNone(mapOf(text, orNull(oid)));
const checks = {
	service: text,
	repo: text,
	mapping: text,
	branch: text,
	head: orNull(oid),
	began: orNone(oid),
	past: orNone(listOf(oid)),
	firstHead: orNull(oid),
	filed,
	open: listOf(open),
	keys: orNone(mapOf(text, text)),
	runs: listOf(run),
	unanswered: listOf(call),
	shared: orNone(listOf(shared)),
	passed,
	mapped: orNone(oid),
	claims: orNone(shape({
		head: orNull(oid),
		paths: listOf(text),
		passed
	})),
	digests: orNone(listOf(sha256)),
	sizes: orNone(listOf(whole(Number.MIN_SAFE_INTEGER))),
	seal: orNone(sha256),
	parts: orNone(whole(2, 65536)),
	long: orNone(mapOf(matching(/^(open|unanswered|calls-[0-9a-f]{24})$/), shape({
		digests: listOf(sha256),
		sizes: listOf(whole(Number.MIN_SAFE_INTEGER))
	})))
};
const badPlace = shape(checks);
/** What a run has sealed it has written as it should be; a reader waits for thousands of entries. */
const badBesideFiled = shape({
	...checks,
	filed: is(Array.isArray)
});
/** No record is nested deeper. */
const mostDepth = 16;
/** By hand: a ledger may have tens of millions of characters. */
const [quote, backslash] = [34, 92];
const [openList, closeList, openObject, closeObject] = [
	91,
	93,
	123,
	125
];
/** True for JSON that is nested so deep that writing it again would not come to an end: no run has written it. */
function isDeep(text) {
	let depth = 0;
	let isInText = false;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code === quote) isInText = !isInText;
		else if (isInText) at += code === backslash ? 1 : 0;
		else if (code === openList || code === openObject) {
			depth += 1;
			if (depth > mostDepth) return true;
		} else if (code === closeList || code === closeObject) depth -= 1;
	}
	return false;
}
/** Undefined for what is no JSON. */
function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
/** Reads a part of a record: its filed objects, or a sentence about what is wrong. */
function parsePart(text, isSealed) {
	return parseEntries(text, isSealed, filed);
}
/** The same for a file of one of its long lists. */
function parseLong(name, text, isSealed) {
	return parseEntries(text, isSealed, listOf(holdsCalls(name) ? call : open));
}
function parseEntries(text, isSealed, check) {
	const json = parsed(text);
	if (json === void 0) return { damaged: "a part of it is not JSON" };
	return Array.isArray(json) && (isSealed || check(json) === null) ? json : { damaged: "a part of it is not valid" };
}
/**
* Reads a record from its JSON text. What comes from the repository is not trusted: anything that is not a record of
* this version gives a sentence instead.
*
* @param isSealed the text is, byte for byte, one that a run has sealed.
*/
function parseAnyRecord(text, isSealed = false) {
	if (!isSealed && isDeep(text)) return { damaged: "it is nested too deep" };
	const json = parsed(text);
	if (json === void 0) return { damaged: "it is not JSON" };
	if (!isObject(json)) return { damaged: "it is not a JSON object" };
	const { version } = json;
	if (version !== 1) return { damaged: `its version is ${JSON.stringify(version) ?? "none"}; this tool knows version 1` };
	const bad = (isSealed ? badBesideFiled : badPlace)(json);
	return bad === null ? json : { damaged: `its ${bad} is not valid` };
}
/** Which part of the key is another one, in words; null: the record is the one that is to stand there. */
function otherKey(record, key) {
	const other = [
		"service",
		"repo",
		"mapping",
		"branch"
	].find((name) => record[name] !== key[name]);
	return other === void 0 ? null : `its ${other} is ${JSON.stringify(record[other])}, not ${key[other]}`;
}

// src/ledger/parts.ts
/**
* A record of many objects is kept in parts, so that a push of one file reads all of them, and writes and sends only the
* part that it changed. Which part an object is in follows from the object alone.
*/
/** A record of so many objects, or fewer, is one file. */
const mostInOne = 512;
/** About so many objects are in a part. */
const inPart = 256;
/** Into how many parts a record of so many objects is divided: a power of two, or 1 for one that is not. */
function partCount(objects) {
	return objects <= mostInOne ? 1 : 2 ** Math.ceil(Math.log2(objects / inPart));
}
/** Divides filed objects into parts. */
function divide(filed) {
	const count = partCount(filed.length);
	if (count === 1) return [filed];
	const parts = Array.from({ length: count }, () => []);
	for (const entry of filed) parts[numberOf(identityKey(entry)) % count]?.push(entry);
	return parts;
}
/** FNV-1a: quick, and the same on every machine. */
function numberOf(text) {
	let hash = 2166136261;
	for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
	return hash >>> 0;
}
/** The path of a part, from that of its record. */
function partPath(recordPath, part) {
	return `${recordPath.replace(/\.json$/, "")}/${part}.json`;
}
/** Numbers of the parts that differ from those that are kept; all of them where they are divided in another way. */
function changedParts(now, kept) {
	const isSame = (part, before) => before !== void 0 && before.length === part.length && part.every((entry, n) => entry === before[n]);
	const isComparable = kept !== void 0 && kept.length === now.length;
	return now.flatMap((part, n) => isComparable && isSame(part, kept[n]) ? [] : [n]);
}
/** The record as it is kept beside its parts. */
function withoutFiled(record, parts) {
	return parts.length === 1 ? record : {
		...record,
		filed: [],
		parts: parts.length
	};
}

// src/ledger/read-text.ts
/**
* A blob by any name that means one (`<commit>:<path>`), as bytes and as text; null when there is none. One of more bytes
* than `most` is not read.
*/
async function readBounded(objects, name, most) {
	const [info] = await objects.info([name]);
	if (info?.type !== "blob") return null;
	if (info.size > most) return { tooLarge: true };
	const content = await objects.content(name);
	const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
	return {
		bytes,
		text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")
	};
}

// src/ledger/record-pieces.ts
/** A piece has at least so many characters, but for the last one. */
const pieceLength = 65536;
/**
* A record, or a part of one, as it is kept: JSON in UTF-8, an entry a line, so that Git shows and stores what changed. In pieces, because
* the text of thousands of requests would weigh more than the record itself; it ends with a line end.
*/
function* recordPieces(record) {
	let text = "";
	for (const part of partsOf(record)) {
		text += part;
		if (text.length < pieceLength) continue;
		yield text;
		text = "";
	}
	yield `${text}\n`;
}
/** Lists, and what holds lists, are taken apart; everything else stands on one line. */
function* partsOf(value) {
	if (Array.isArray(value) && value.length > 0) {
		for (const [n, entry] of value.entries()) {
			yield n === 0 ? "[\n" : ",\n";
			yield* partsOf(entry);
		}
		yield "\n]";
	} else if (holdsList(value)) {
		let before = "{\n";
		for (const [name, part] of Object.entries(value)) {
			yield `${before}${JSON.stringify(name)}: `;
			yield* partsOf(part);
			before = ",\n";
		}
		yield "\n}";
	} else yield JSON.stringify(value);
}
function holdsList(value) {
	return typeof value === "object" && value !== null && Object.values(value).some(Array.isArray);
}

// src/ledger/seal.ts
/**
* The seal of a record (design §8 "Sealed"). Everyone who can push to any branch can also write the notes ref, so a record
* is believed only with a MAC that nobody makes without a secret of the runs.
*/
/** The keys that a run has by its secrets; null without any. The token fits too where a secret of its own was given later. */
function sealKeys({ ledgerSecret, token }) {
	const [first, ...others] = [ledgerSecret, token].filter((secret) => secret !== void 0 && secret !== "");
	return first === void 0 ? null : [keyOf(first), ...others.map(keyOf)];
}
function keyOf(secret) {
	return Buffer.from(hkdfSync("sha256", secret ?? "", "", "file-checkouts ledger record 1", 32));
}
/** A record, and a part of one, has at most so many bytes: what is larger is refused unread. */
const mostBytes$1 = 16777216;
/**
* The record with its seal: an HMAC-SHA-256 of its text without one, which names service, repository, mapping and branch.
*
* @throws Problem('ledger') for a record that would not be read again.
*/
function sealed(record, [key]) {
	const { seal: _, ...rest } = record;
	const { mac, characters } = macOf(rest, key);
	if (characters > 16777216) throw new Problem("ledger", "what this run would remember is larger than 16 MiB", "File fewer changes at once, by --base and --head or --paths.");
	return {
		...rest,
		seal: mac.toString("hex")
	};
}
/** True for a record that somebody with one of the keys has sealed, as it stands. */
function fitsSeal(record, keys) {
	const { seal, ...rest } = record;
	if (seal === void 0 || seal.length !== 64) return false;
	const given = Buffer.from(seal, "hex");
	return keys.some((key) => {
		const { mac } = macOf(rest, key);
		return given.length === mac.length && timingSafeEqual(given, mac);
	});
}
/** How a record ends that was written with its seal: as it was sealed, but for the line of the seal. */
const sealedEnd = /,\n"seal": "([0-9a-f]{64})"\n\}\n$/;
const endLength = `,\n"seal": "${"0".repeat(64)}"\n}\n`.length;
/**
* The same for the bytes that are kept, before anything is read of them: true only for a text that is, byte for byte, one
* that was sealed. One that is written in another way may be sealed all the same.
*/
function fitsAsWritten(bytes, keys) {
	const content = bytes.subarray(0, -endLength);
	const [, seal] = sealedEnd.exec(Buffer.from(bytes.subarray(-endLength)).toString("latin1")) ?? [];
	if (seal === void 0) return false;
	const given = Buffer.from(seal, "hex");
	return keys.some((key) => timingSafeEqual(given, createHmac("sha256", key).update(content).update("\n}\n").digest()));
}
function macOf(record, key) {
	const mac = createHmac("sha256", key);
	let characters = 0;
	for (const piece of recordPieces(record)) {
		characters += piece.length;
		mac.update(piece);
	}
	return {
		mac: mac.digest(),
		characters
	};
}
/** The SHA-256 of a text that comes in pieces, and its bytes. */
function digestOf(pieces) {
	const hash = createHash("sha256");
	let size = 0;
	for (const piece of pieces) {
		hash.update(piece);
		size += Buffer.byteLength(piece);
	}
	return {
		digest: hash.digest("hex"),
		size
	};
}

// src/ledger/kept.ts
/** Records that were never read or written have no entry. */
const divisions = /* @__PURE__ */ new WeakMap();
/** Lists that were never read or written have none. */
const marksOfLists = /* @__PURE__ */ new WeakMap();
/** The files that keep a record: itself with its seal, and what stands beside it and is not what it was. */
function keptFiles(path, record, before, keys) {
	const parts = divide(record.filed);
	const kept = before === null ? void 0 : divisions.get(before);
	const changed = parts.length === 1 ? [] : changedParts(parts, kept?.parts);
	const stay = kept !== void 0 && changed.length < parts.length ? kept : {
		digests: [],
		sizes: []
	};
	const marks = {
		digests: [...stay.digests],
		sizes: [...stay.sizes]
	};
	for (const n of changed) {
		const { digest, size } = digestOf(recordPieces(parts[n] ?? []));
		marks.digests[n] = digest;
		marks.sizes[n] = size;
	}
	divisions.set(record, {
		parts,
		...marks
	});
	const lists = longLists(record);
	const long = lists.size === 0 ? {} : { long: Object.fromEntries([...lists].map(([name, of]) => [name, marksOf(of)])) };
	const divided = {
		...withoutFiled(record, parts),
		...parts.length === 1 ? {} : marks,
		...long
	};
	const whole = withoutLists(divided, lists);
	const files = [[path, recordPieces(sealed(whole, keys))]];
	for (const n of changed) files.push([partPath(path, n), recordPieces(parts[n] ?? [])]);
	return [...files, ...listFiles(path, lists, before)];
}
/** The files of long lists that are not those of the record before. */
function listFiles(path, lists, before) {
	const was = before === null ? /* @__PURE__ */ new Map() : longLists(before);
	const written = [...lists].filter(([name, entries]) => was.get(name) !== entries).flatMap(([name, entries]) => inFiles(entries).map((of, n) => [longPath(path, name, n), recordPieces(of)]));
	const gone = [...was].flatMap(([name, entries]) => {
		const now = inFiles(lists.get(name) ?? []).length;
		return inFiles(entries).slice(now).map((_, n) => [longPath(path, name, now + n), null]);
	});
	return [...written, ...gone];
}
function marksOf(entries) {
	const known = marksOfLists.get(entries);
	if (known !== void 0) return known;
	const all = inFiles(entries).map((of) => digestOf(recordPieces(of)));
	const marks = {
		digests: all.map(({ digest }) => digest),
		sizes: all.map(({ size }) => size)
	};
	marksOfLists.set(entries, marks);
	return marks;
}
/** So many parts have what nobody has sealed, at most: more would not be within its limit. */
const mostUnsealedParts = 256;
/** Reads the record at a path of the ledger, with its parts. @param keys null: nothing can be verified. */
async function readAny(objects, tip, path, keys) {
	const read = tip === null ? null : await readBounded(objects, `${tip}:${path}`, mostBytes$1);
	if (read === null) return null;
	if ("tooLarge" in read) return { damaged: tooLarge };
	return readKept(objects, `${tip}:${path}`, read.bytes, keys);
}
/** The same for a record whose own bytes are read. @param name what Git calls it, `<commit>:<path>`. */
async function readKept(objects, name, bytes, keys) {
	const isAsSealed = keys !== null && fitsAsWritten(bytes, keys);
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
	const kept = parseAnyRecord(text, isAsSealed);
	if ("damaged" in kept) return kept;
	const fits = isAsSealed || keys !== null && fitsSeal(kept, keys);
	const { parts: count, digests = [], sizes = [], long = {}, seal: _, ...rest } = kept;
	const lists = await readLists(objects, name, long, fits);
	if ("damaged" in lists) return lists;
	const listed = withLists(rest, lists.lists);
	const size = bytes.byteLength;
	if (count === void 0) {
		divisions.set(listed, {
			parts: divide(listed.filed),
			digests: [],
			sizes: []
		});
		return {
			record: listed,
			isSealed: fits && lists.areSealed,
			bytes: size
		};
	}
	if (!fits && count > mostUnsealedParts) return { damaged: tooLarge };
	const read = await readParts(objects, name, {
		count,
		digests,
		sizes,
		fits
	});
	if ("damaged" in read) return read;
	const whole = {
		...listed,
		filed: read.parts.flat()
	};
	divisions.set(whole, {
		parts: read.parts,
		digests,
		sizes
	});
	return {
		record: whole,
		isSealed: fits && lists.areSealed && read.areSealed,
		bytes: size
	};
}
/** The long lists of a record; what nobody has sealed has a limit for all of them together. */
async function readLists(objects, name, long, fits) {
	const lists = /* @__PURE__ */ new Map();
	let areSealed = true;
	let left = mostBytes$1;
	for (const [list, marks] of Object.entries(long)) {
		const { digests, sizes } = marks;
		let isListSealed = fits;
		if (!fits && digests.length > mostUnsealedParts) return { damaged: tooLarge };
		const entries = [];
		const ahead = digests.map((_, n) => fits ? readBounded(objects, longPath(name, list, n), sizes[n] ?? 0) : null);
		for (const [n, digest] of digests.entries()) {
			const part = await (ahead[n] ?? readBounded(objects, longPath(name, list, n), left));
			const isWhole = part !== null && !("tooLarge" in part);
			const isSealed = fits && isWhole && digestOf([part.bytes]).digest === digest;
			if (!fits && part !== null && "tooLarge" in part) return { damaged: tooLarge };
			if (!isSealed) isListSealed = false;
			if (!isSealed && isWhole) left -= part.bytes.byteLength;
			const read = isWhole && (isSealed || !isDeep(part.text)) ? parseLong(list, part.text, isSealed) : { damaged: notThere };
			if ("damaged" in read && !fits) return read;
			if (!("damaged" in read)) entries.push(...read);
		}
		if (isListSealed) marksOfLists.set(entries, marks);
		areSealed &&= isListSealed;
		lists.set(list, entries);
	}
	return {
		lists,
		areSealed
	};
}
const notThere = "a part of it is not there, or nested too deep";
const tooLarge = "it is larger than 16 MiB";
function readPart(text, isSealed) {
	return !isSealed && isDeep(text) ? { damaged: "a part of it is nested too deep" } : parsePart(text, isSealed);
}
/** The parts of a record; all of them together have a limit, too, as long as nothing has sealed their number and content. */
async function readParts(objects, name, { count, digests, sizes, fits }) {
	const parts = [];
	let areSealed = fits && digests.length === count && sizes.length === count;
	let left = mostBytes$1;
	const ahead = Array.from({ length: areSealed ? count : 0 }, (_, n) => readBounded(objects, partPath(name, n), sizes[n] ?? 0));
	for (let n = 0; n < count; n += 1) {
		const kept = await ahead[n];
		const isOther = kept !== void 0 && kept !== null && "tooLarge" in kept;
		const part = kept === void 0 || isOther ? await readBounded(objects, partPath(name, n), left) : kept;
		if (part !== null && "tooLarge" in part) return { damaged: tooLarge };
		if (part === null || isOther || digestOf([part.bytes]).digest !== digests[n]) areSealed = false;
		if (!areSealed) left -= part?.bytes.byteLength ?? 0;
		const read = part === null ? { damaged: "a part of it is not there" } : readPart(part.text, areSealed);
		if ("damaged" in read && !fits) return read;
		parts.push("damaged" in read ? [] : read);
	}
	return {
		parts,
		areSealed
	};
}

// src/ledger/in-questions.ts
/** Contents of so many bytes together are one question to Git; a longer one is a question of its own. */
const mostInQuestion = 262144;
/** Divides contents, in their order, into what is asked for at once. */
function inQuestions(items, sizeOf) {
	const questions = [];
	let left = 0;
	for (const [n, item] of items.entries()) {
		const size = sizeOf(item, n);
		const last = questions.at(-1);
		if (last === void 0 || size > left) questions.push([item]);
		else last.push(item);
		left = (last === void 0 || size > left ? mostInQuestion : left) - size;
	}
	return questions;
}

// src/ledger/note.ts
/** A note that is longer was not written by runs; it is begun anew. */
const mostNoteBytes = 1048576;
/** Where Git may keep the note of a commit: the more notes there are, the deeper. */
function notePaths(commit) {
	const folders = [
		commit.slice(0, 2),
		commit.slice(2, 4),
		commit.slice(4, 6)
	];
	return [
		0,
		1,
		2,
		3
	].map((depth) => [...folders.slice(0, depth), commit.slice(2 * depth)].join("/"));
}
/**
* The text of a note: a commit that was filed before, by another run or at another service, keeps what was noted then.
*
* @param tip OID of the notes commit as it is; null: there is none yet.
*/
async function noteAfter(objects, tip, { commit, text }) {
	for (const path of tip === null ? [] : notePaths(commit)) {
		const before = await readBounded(objects, `${tip}:${path}`, mostNoteBytes);
		if (before === null) continue;
		return "tooLarge" in before ? text : `${before.text.trimEnd()}\n\n${text}`;
	}
	return text;
}
/** All notes that are read have so many bytes at most; what comes then is not read. */
const mostBytes = 67108864;
/**
* The notes on some commits, as they stand: nothing seals a note, so whoever can push may have written it.
*
* @param tip OID of the notes commit; null: there is none.
* @returns texts by commit; a commit without a note, or with one that is too large, has none.
* @throws Problem('git') when a tree of the notes cannot be read.
*/
async function notesOn(objects, tip, commits) {
	const notes = /* @__PURE__ */ new Map();
	if (tip === null) return notes;
	const byPath = new Map([...commits].flatMap((commit) => notePaths(commit).map((path) => [path, commit])));
	const found = [...await entriesAt(objects, tip, byPath.keys())].flatMap(([path, side]) => {
		const commit = byPath.get(path);
		return side === null || !isFile(side) || commit === void 0 ? [] : [{
			commit,
			oid: side.oid
		}];
	});
	const infos = await objects.info(found.map(({ oid }) => oid));
	let left = mostBytes;
	const read = found.flatMap(({ commit, oid }, n) => {
		const size = infos[n]?.type === "blob" ? infos[n]?.size ?? 0 : mostBytes;
		if (size > mostNoteBytes || size > left) return [];
		left -= size;
		return [{
			commit,
			oid,
			size
		}];
	});
	await Promise.all(inQuestions(read, ({ size }) => size).map(async (question) => {
		const contents = await objects.contents(question.map(({ oid }) => oid));
		for (const [n, { commit }] of question.entries()) notes.set(commit, contents[n]?.toString("utf8") ?? "");
	}));
	return notes;
}

// src/ledger/read-records.ts
const notRead = { damaged: "not read, as there are more than 16 MiB of records that are not sealed" };
/**
* Reads records in their order, many in one question, and the next ones while these are looked at.
*
* @param tip OID of the notes commit. @param mayRead asked before each question: false gives `notRead` for what is left.
*/
async function* readRecords(objects, { tip, places }, keys, mayRead) {
	const groups = await groupsOf(objects, places);
	const ask = (n) => {
		const group = groups[n];
		if (group === void 0 || !mayRead()) return null;
		const asked = group.isLong ? Promise.resolve([]) : objects.contents(group.places.map(({ oid }) => oid));
		asked.catch(() => {});
		return asked;
	};
	let next = ask(0);
	for (const [n, { places: now }] of groups.entries()) {
		const read = await next;
		next = ask(n + 1);
		for (const [m, { place }] of now.entries()) {
			const bytes = read?.[m];
			if (read === null) yield notRead;
			else if (bytes === void 0) yield await readAny(objects, tip, place, keys) ?? void 0;
			else yield await readKept(objects, `${tip}:${place}`, bytes, keys);
		}
	}
	return void 0;
}
async function groupsOf(objects, places) {
	const sizes = (await objects.info(places.map(({ oid }) => oid))).map((info) => info?.type === "blob" ? info.size : Number.POSITIVE_INFINITY);
	const groups = inQuestions(places, (_, n) => sizes[n] ?? 0);
	let first = 0;
	return groups.map((of) => {
		const isLong = (sizes[first] ?? 0) > mostInQuestion;
		first += of.length;
		return {
			places: of,
			isLong
		};
	});
}

// src/ledger/open-ledger.ts
/** How often a lost race is run again before giving up. */
const rounds = 60;
/** The notes ref as one run sees it: what it read, and how it writes. */
var OpenLedger = class {
	record;
	trust;
	trouble = null;
	#opening;
	#tip;
	#latest;
	/** The tip at which the latest record stands: as long as that is the tip, it need not be read again. */
	#latestAt;
	#isAccepted = false;
	#turn = Promise.resolve();
	/** A look at the remote that has not begun yet. */
	#look = null;
	/** What was read so far, by the OID of its blob; what stands in parts hangs on that, too. */
	#read = /* @__PURE__ */ new Map();
	constructor(opening, tip, believed) {
		this.#opening = opening;
		this.#tip = tip;
		this.record = believed.record;
		this.trust = believed.trust;
		this.#latest = believed;
		this.#latestAt = tip;
	}
	latest() {
		return this.#latest.record;
	}
	accept() {
		this.#isAccepted = true;
	}
	/** One write at a time: a renewal of the lease never races with the end of its own run. */
	write(change, note = null, others = /* @__PURE__ */ new Map()) {
		const result = this.#turn.then(() => this.#write(change, note, others)).catch(refusedBy);
		this.#turn = result.catch(() => {});
		return result;
	}
	async #write(change, note, others) {
		const { repository, key, keys, now } = this.#opening;
		if (keys === null) return {
			kind: "refused",
			why: unverifiable
		};
		for (let round = 0; round < rounds; round += 1) {
			const newest = await this.#newest();
			const record = change(newest.record);
			if (record === null) return { kind: "nothing" };
			if (newest.trust === "claims" && !this.#isAccepted) return {
				kind: "refused",
				why: notSealed
			};
			const files = new Map(keptFiles(recordPath(key), record, newest.record, keys));
			for (const [path, pieces] of await this.#others(others, keys)) files.set(path, pieces);
			const commit = await commitNotes(repository, this.#tip, {
				files,
				notes: new Map(note === null ? [] : [[note.commit, await noteAfter(repository.objects, this.#tip, note)]]),
				message: `Check-outs of ${record.branch}${record.head === null ? "" : ` at ${record.head.slice(0, 12)}`}\n`,
				at: now()
			});
			const pushed = await pushNotes(repository, commit);
			if (pushed.kind === "refused") return pushed;
			if (pushed.kind === "pushed") {
				this.#tip = commit;
				this.#latest = {
					record,
					trust: "sealed"
				};
				this.#latestAt = commit;
				return {
					kind: "written",
					record
				};
			}
			this.#tip = await fetchNotes(repository);
		}
		return {
			kind: "refused",
			why: `${rounds} other writers came first, one after the other`
		};
	}
	#newest() {
		return this.#tip === this.#latestAt ? this.#latest : readRecord(this.#opening, this.#tip);
	}
	async #others(changes, keys) {
		const files = [];
		for (const [path, change] of changes) {
			const read = await readAny(this.#opening.repository.objects, this.#tip, path, keys);
			if (read === null || "damaged" in read || !read.isSealed) continue;
			const record = change(read.record);
			if (record !== null) files.push(...keptFiles(path, record, read.record, keys));
		}
		return files;
	}
	/** One look serves all that ask before it has begun. */
	#lookAgain() {
		this.#look ??= this.#turn.then(async () => {
			this.#look = null;
			this.#tip = await fetchNotes(this.#opening.repository);
		});
		this.#turn = this.#look.catch(() => {});
		return this.#look;
	}
	async holdersOf(objectId) {
		await this.#lookAgain();
		const { records, unsealed } = await this.all();
		const { service } = this.#opening.key;
		const named = (isBelieved) => (record) => record.filed.filter((entry) => record.service === service && entry.objectId === objectId).map((entry) => ({
			record,
			entry,
			isSealed: isBelieved && entry.claimed !== true
		}));
		return [...records.flatMap(named(true)), ...unsealed.flatMap(named(false))];
	}
	async all() {
		return this.#tip === null ? noRecords : this.#readAll(this.#tip, await this.#places(this.#tip));
	}
	async naming(names) {
		if (this.#tip === null) return noRecords;
		const places = await this.#places(this.#tip);
		if (places.length <= fewRecords) return this.#readAll(this.#tip, places);
		const words = [...names].map((name) => JSON.stringify(name).slice(1, -1));
		const searched = {
			commit: this.#tip,
			pathspecs: [ledgerDirectory],
			blobs: () => []
		};
		const found = await filesWith(this.#opening.repository, {
			words,
			patterns: []
		}, searched);
		if ("unknown" in found) return this.all();
		const there = new Set(found.map(({ text }) => recordOfFile(text)));
		return this.#readAll(this.#tip, places.filter(({ place }) => there.has(place)));
	}
	async #readAll(tip, places) {
		const records = [];
		const unsealed = [];
		const damaged = [];
		const { repository, keys } = this.#opening;
		let [kept, read] = [mostBytes$1, mostReadBytes];
		const fresh = new Set(places.filter(({ oid }) => !this.#read.has(oid)));
		const reading = readRecords(repository.objects, {
			tip,
			places: [...fresh]
		}, keys, () => read > 0);
		for (const one of places) {
			const { place, oid } = one;
			const known = fresh.has(one) ? (await reading.next()).value : this.#read.get(oid);
			if (known === void 0) continue;
			if ("damaged" in known) damaged.push(`${place}: ${known.damaged}`);
			else if (recordPath(known.record) !== place) damaged.push(`${place}: it belongs to ${recordPath(known.record)}`);
			else if (known.isSealed || keys === null) records.push(known.record);
			else {
				read -= known.bytes;
				kept -= known.bytes;
				if (kept > 0) unsealed.push(known.record);
				else damaged.push(`${place}: ${notRead.damaged}`);
			}
			if ("damaged" in known || known.isSealed || kept > 0) this.#read.set(oid, known);
		}
		return {
			records,
			areSealed: keys !== null,
			unsealed,
			damaged
		};
	}
	notes(commits) {
		return notesOn(this.#opening.repository.objects, this.#tip, commits);
	}
	/** Where records stand: one file each, in the folder of its service. */
	async #places(tip) {
		const { objects } = this.#opening.repository;
		const list = (path) => listFolder(objects, tip, path, mostFolderBytes);
		const folders = (await list(ledgerDirectory)).filter(({ mode, path }) => mode === "40000" && isHash(path.text));
		const places = [];
		for (const folder of folders) {
			const name = `${ledgerDirectory}/${folder.path.text}`;
			for (const side of await list(name)) {
				const file = side.path.text;
				if (isFile(side) && isHash(file.replace(/\.json$/, ""))) places.push({
					place: `${name}/${file}`,
					oid: side.oid
				});
			}
		}
		const own = recordPath(this.#opening.key);
		return [...places.filter(({ place }) => place === own), ...places.filter(({ place }) => place !== own)];
	}
};
/** So much is read at most of what turns out not to be sealed. */
const mostReadBytes = 4 * mostBytes$1;
/** So many records are read sooner than a process that searches them has begun. */
const fewRecords = 20;
/** A folder of so many bytes is not one that runs have made. */
const mostFolderBytes = 4194304;
/** What Git or the remote would not do is a refusal: the caller still has rows to report. Anything else is a defect. */
function refusedBy(error) {
	if (error instanceof Problem || error instanceof GitFailure) return {
		kind: "refused",
		why: messageOf(error)
	};
	throw error;
}
/** The record that this run goes by. @throws Problem('ledger') for what is no record of this version. */
async function readRecord({ repository, key, keys, now, since = now() }, tip) {
	const read = await readAny(repository.objects, tip, recordPath(key), keys);
	if (read === null) return {
		record: null,
		trust: "sealed"
	};
	if ("damaged" in read) throw untrusted(key, read.damaged);
	const { record, isSealed } = read;
	const other = otherKey(record, key);
	if (keys === null) {
		if (other !== null) throw untrusted(key, other);
		return {
			record,
			trust: "shown"
		};
	}
	if (other !== null) return {
		record: emptyRecord(key),
		trust: "claims"
	};
	return isSealed ? {
		record,
		trust: "sealed"
	} : {
		record: claimsOf(record, since),
		trust: "claims"
	};
}
function untrusted({ branch }, why) {
	return new Problem("ledger", `the ledger's record of ${branch} cannot be used: ${why}`, "Use the version of the tool that wrote it, set it aside with --ledger-key NAME, or run with --ledger off.");
}
/**
* Opens the ledger: fetches its ref from the remote and reads the record under the key.
*
* @throws Problem('ledger') when the record is damaged, or, under `require`, when the ledger cannot be read.
*/
async function openLedger(opening) {
	const { repository, mode } = opening;
	if (mode === "off") return closedLedger("the ledger is off");
	try {
		if (repository.ledgerRemote === null) throw new Problem("git", "the repository has no remote", "Add one.");
		const tip = await (opening.fetched ?? fetchNotes(repository));
		return new OpenLedger(opening, tip, await readRecord(opening, tip));
	} catch (error) {
		if (error instanceof Problem && error.code === "ledger") throw error;
		if (mode === "auto") return closedLedger(messageOf(error));
		throw new Problem("ledger", `the ledger could not be read: ${messageOf(error)}`, "Give the job a Git token that may read and push (FILE_CHECKOUTS_GIT_TOKEN, or FILE_CHECKOUTS_LEDGER_TOKEN with --ledger-remote), or run with --ledger auto.", { cause: error });
	}
}

// src/ledger/key.ts
/**
* The name under which the ledger knows the service at an address: without what does not matter, so that every spelling
* of one address means one ledger. What is no address stays as it is; the client refuses it.
*/
function serviceAt(url) {
	const address = URL.parse(url.trim());
	return address === null ? url : `${address.origin}${address.pathname.replace(/\/+$/, "")}`;
}
/** @throws Problem('usage') for an address that may hold a secret: everybody who reads the repository reads the ledger. */
function serviceName({ url, "ledger-key": key }) {
	if (key !== void 0) return key;
	if (url !== void 0 && /^[a-z]+:\/\/[^/]*@|[?#]/i.test(url)) throw new Problem("usage", "The service URL holds a user name, a password or a query.", "Give the base address only, such as https://host.example/api: the token alone tells the service who calls.");
	return url === void 0 ? null : serviceAt(url);
}
/**
* Under what the ledger keeps the record of this run; null when no service or no branch is named. A target that is set
* by hand (`--set lvl=50`) has a record of its own: what another target has got says nothing of it.
*
* @throws Problem('usage') for a service that cannot be named there.
*/
function ledgerKey(options, repo, mapping, branch) {
	const service = serviceName(options);
	const target = targetOf(options.set);
	const name = target === "" ? mapping : `${mapping} ${target}`;
	return service === null || branch === null ? null : {
		service,
		repo,
		mapping: name,
		branch
	};
}

// src/mapping/mapping-name.ts
/**
* The name under which the ledger knows a mapping: its path from the top of the repository, however it was spelled and
* wherever the checkout stands. One from elsewhere keeps its own.
* @param named what `--mapping` says. @param found where the file was found on disk; null when it was not.
*/
function mappingName(named, cwd, top, found) {
	const parsed = named === void 0 ? null : parseMappingName(named);
	if (parsed !== null && "rev" in parsed) return posix.normalize(parsed.path);
	const place = found ?? (parsed === null ? join(top, ".file-checkouts.yml") : resolve(cwd, parsed.file));
	const fromTop = relative(top, place);
	return (!fromTop.startsWith("..") && !isAbsolute(fromTop) ? fromTop : normalize(parsed?.file ?? place)).replaceAll("\\", "/");
}

export { ledgerKey, mappingName, openLedger, sealKeys, serviceAt };