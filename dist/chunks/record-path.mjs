import { createHash } from "node:crypto";

// src/ledger/record.ts
/** Fields whose last sent value is remembered, because an update sends only what changed (design §7). */
const rememberedFields = [
	"attr",
	"srcn",
	"srca",
	"srcd",
	"user",
	"csqo",
	"lock"
];
/** A branch that nothing is known of yet, or no longer. */
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
* hold by now is not known, and the object may stand at the target by now (design §3).
*/
function renewedRecord({ began: _, shared: _shared, passed: _passed, claims: _claims, ...record }) {
	const filed = record.filed.map(({ left: _left, ...entry }) => ({
		...entry,
		blob: null,
		added: false,
		closed: true
	}));
	const unanswered = record.unanswered.map((call) => ({
		...call,
		closed: true
	}));
	return {
		...record,
		open: [],
		filed,
		unanswered
	};
}
/** The heads of a record once it moves to another one. */
function pastAfter({ past = [], head }, to) {
	const heads = [...past, ...head === null ? [] : [head]].filter((oid) => oid !== to);
	return [...new Set(heads)].slice(-50);
}
/** The remembered fields of a create body: what a later update is compared with. */
function rememberedOf(fields) {
	const remembered = {};
	for (const name of rememberedFields) if (fields[name] !== void 0) remembered[name] = fields[name];
	return remembered;
}

// src/ledger/record-path.ts
function hash(...parts) {
	return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 24);
}
/** True for the name of a folder or of a record, as `hash` makes it. */
function isHash(name) {
	return /^[0-9a-f]{24}$/.test(name);
}
/** The directory of the notes ref's tree in which the ledger stands; no note has such a name. */
const ledgerDirectory = "check-outs";
/** Where in the tree of the notes ref a record stands. */
function recordPath(key) {
	return `${ledgerDirectory}/${hash(key.service)}/${hash(key.repo, key.mapping, key.branch)}.json`;
}
/** The path of the record that a file of the ledger belongs to: of a part, the record's. */
function recordOfFile(path) {
	return path.replace(/\/[^/]+\.json$/, (file) => isHash(file.slice(1, -5)) ? file : ".json");
}

export { beginsAnew, emptyRecord, isHash, ledgerDirectory, pastAfter, recordOfFile, recordPath, rememberedFields, rememberedOf, renewedRecord };