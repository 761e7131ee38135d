import { r as messageOf, t as Problem } from "./errors.mjs";
import { i as listDirectory, s as GitFailure } from "./tree.mjs";
import { c as beginsAnew, l as emptyRecord, t as callOf, u as renewedRecord } from "./actions.mjs";
import { t as identityKey } from "./identity.mjs";
import { n as leaseMs, t as isOver } from "./runs.mjs";
import { C as _regex, S as _positive, W as reasons, _ as union, a as boolean, c as literal, d as object, f as optional, g as string, i as array, j as safeParse, l as nullable, n as _enum, p as record, s as int, u as number } from "./schemas.mjs";
import { c as fetchRef } from "./set.mjs";
import { createHash } from "node:crypto";

// src/git/notes.ts
/** The ref that holds the ledger and the notes; CI tokens that may push may push it, and it starts no pipeline. */
const notesRef = "refs/notes/check-outs";
/**
* Fetches the notes ref as it is at the remote now into the scratch repository and gives its OID; null when nobody made
* it yet. By its name: one process asks and fetches.
*
* @throws Problem('git') when the remote cannot be asked.
*/
async function fetchNotes(repository) {
	const tip = await fetchRef(repository, notesRef);
	if (tip !== null) repository.besideBranches.add(tip);
	return tip;
}
/** No line of JSON can be this one. */
const endOfFile = "end-of-file";
function data(text) {
	return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
/** What `git fast-import` is told to make the commit, piece by piece. */
function* importStream(parent, { files, notes, message, at }) {
	const seconds = Math.floor(at.getTime() / 1e3);
	yield "commit refs/heads/check-outs\nmark :1\n";
	yield `committer file-checkouts <file-checkouts@localhost> ${seconds} +0000\n`;
	yield data(message);
	if (parent !== null) yield `from ${parent}\n`;
	for (const [path, pieces] of files) {
		yield `M 100644 inline ${path}\ndata <<${endOfFile}\n`;
		yield* pieces;
		yield `${endOfFile}\n\n`;
	}
	for (const [oid, text] of notes) yield `N inline ${oid}\n${data(text)}`;
	yield "\nget-mark :1\ndone\n";
}
/**
* Writes a commit on top of `parent` (null: the first) in one process and gives its OID. Notes go where Git itself
* would put them, so that `git log --notes=check-outs` and our files share the ref.
*/
async function commitNotes(repository, parent, commit) {
	const output = await repository.bytes([
		"fast-import",
		"--quiet",
		"--done",
		"--force"
	], { input: importStream(parent, commit) });
	const oid = /^[0-9a-f]{40,64}$/m.exec(output.toString("latin1"))?.[0];
	if (oid === void 0) throw new Error("git fast-import named no commit");
	return oid;
}
const race = /fetch first|non-fast-forward|cannot lock ref|failed to update ref|incorrect old value|stale info|reference already exists/i;
/** Pushes a notes commit as a fast-forward: whoever comes second is refused and has to look again. */
async function pushNotes(repository, oid) {
	if (repository.remote === null) return {
		kind: "refused",
		why: "the repository has no remote"
	};
	try {
		const args = [
			"push",
			"--no-verify",
			repository.remote.name,
			`${oid}:${notesRef}`
		];
		await repository.git(args, { remote: true });
		return { kind: "pushed" };
	} catch (error) {
		if (error instanceof Problem) throw error;
		const text = messageOf(error);
		if (race.test(text)) return { kind: "lostRace" };
		const progress = /^remote: *(Resolving|Counting|Compressing|Enumerating|Total|$)/;
		const lines = text.trim().split("\n").filter((line) => !progress.test(line.trim()));
		return {
			kind: "refused",
			why: (lines.find((line) => /rejected\]|^(fatal|error|remote):/.test(line.trim())) ?? lines[0] ?? "").trim().slice(0, 300)
		};
	}
}

// src/ledger/read-text.ts
/** The text of a blob by any name that means one (`<commit>:<path>`); null when there is none. */
async function readText(objects, name) {
	const [info] = await objects.info([name]);
	return info?.type === "blob" ? (await objects.read(name)).text() : null;
}

// src/ledger/note.ts
/** Where Git may keep the note of a commit: the more notes there are, the deeper. */
function notePaths(commit) {
	const [one, two, three] = [
		commit.slice(0, 2),
		commit.slice(2, 4),
		commit.slice(4, 6)
	];
	return [
		commit,
		`${one}/${commit.slice(2)}`,
		`${one}/${two}/${commit.slice(4)}`,
		`${one}/${two}/${three}/${commit.slice(6)}`
	];
}
/**
* The text of a note: a commit that was filed before, by another run or at another service, keeps what was noted then.
*
* @param tip OID of the notes commit as it is; null: there is none yet.
*/
async function noteAfter(objects, tip, { commit, text }) {
	for (const path of tip === null ? [] : notePaths(commit)) {
		const before = await readText(objects, `${tip}:${path}`);
		if (before !== null) return `${before.trimEnd()}\n\n${text}`;
	}
	return text;
}

// src/ledger/parse-record.ts
const oid = string().check(_regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/));
/** A line end in it would make two questions of one to Git. */
const path = string().check(_regex(/^[^\n]*$/));
const requestNumber = int().check(_positive());
const values = record(string(), union([string(), number()]));
const identity = {
	appl: string(),
	lvl: number(),
	type: nullable(string()),
	objn: string(),
	rpth: nullable(string()),
	reason: _enum(reasons),
	added: boolean()
};
const filed = object({
	...identity,
	objectId: nullable(requestNumber),
	path,
	blob: nullable(oid),
	rfp: number(),
	commit: oid,
	run: string(),
	rfpRun: optional(string()),
	sent: values
});
const open = object({
	...identity,
	path: string(),
	outcome: string(),
	why: string(),
	needsPerson: boolean()
});
const call = object({
	...identity,
	path,
	blob: nullable(oid),
	objectId: nullable(requestNumber),
	sent: nullable(values)
});
const run = object({
	run: string(),
	id: nullable(string()),
	attempt: number(),
	instance: string(),
	head: oid,
	until: string(),
	calls: array(call)
});
const schema = object({
	version: literal(1),
	service: string(),
	repo: string(),
	mapping: string(),
	branch: string(),
	head: nullable(oid),
	began: optional(oid),
	firstHead: nullable(oid),
	filed: array(filed),
	open: array(open),
	keys: optional(record(string(), string())),
	runs: array(run),
	unanswered: array(call)
});
const keyNames = [
	"service",
	"repo",
	"mapping",
	"branch"
];
/**
* Reads a record from its JSON text. What comes from the repository is not trusted: anything that is not a record of
* this version gives a sentence instead.
*/
function parseAnyRecord(text) {
	let json;
	try {
		json = JSON.parse(text);
	} catch {
		return { damaged: "it is not JSON" };
	}
	if (typeof json !== "object" || json === null || Array.isArray(json)) return { damaged: "it is not a JSON object" };
	if (!("version" in json) || json.version !== 1) return { damaged: `its version is ${"version" in json ? JSON.stringify(json.version) : "none"}; this tool knows version 1` };
	const read = safeParse(schema, json);
	if (read.success) return json;
	return { damaged: `its ${read.error.issues[0]?.path.join(".") ?? "content"} is not as it should be` };
}
/** Reads the record that is to stand under the key; one of another key there gives a sentence too. */
function parseRecord(text, key) {
	const record = parseAnyRecord(text);
	if ("damaged" in record) return record;
	const other = keyNames.find((name) => record[name] !== key[name]);
	return other === void 0 ? record : { damaged: `its ${other} is ${JSON.stringify(record[other])}, not ${key[other]}` };
}

// src/ledger/record-pieces.ts
/** A piece has at least so many characters, but for the last one. */
const pieceLength = 65536;
/**
* A record as it is kept: JSON in UTF-8, an entry a line, so that Git shows and stores what changed. In pieces, because
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

// src/ledger/ledger.ts
/** How often a lost race is run again before giving up. */
const rounds = 60;
function hash(...parts) {
	return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 24);
}
/** The directory of the notes ref's tree in which the ledger stands; no note has such a name. */
const ledgerDirectory = "check-outs";
/** Where in the tree of the notes ref a record stands. */
function recordPath(key) {
	return `${ledgerDirectory}/${hash(key.service)}/${hash(key.repo, key.mapping, key.branch)}.json`;
}
/** The notes ref as one run sees it: what it read, and how it writes. */
var OpenLedger = class {
	record;
	trouble = null;
	#repository;
	#objects;
	#key;
	#now;
	#tip;
	#latest;
	/** The tip at which the latest record stands: as long as that is the tip, it need not be read again. */
	#latestAt;
	#turn = Promise.resolve();
	/** A look at the remote that has not begun yet. */
	#look = null;
	/** What was read so far, by the OID of its blob. */
	#read = /* @__PURE__ */ new Map();
	constructor(opening, tip, record) {
		this.#repository = opening.repository;
		this.#objects = opening.objects;
		this.#key = opening.key;
		this.#now = opening.now;
		this.#tip = tip;
		this.record = record;
		this.#latest = record;
		this.#latestAt = tip;
	}
	latest() {
		return this.#latest;
	}
	/** One write at a time: a renewal of the lease never races with the end of its own run. */
	write(change, note = null, others = /* @__PURE__ */ new Map()) {
		const result = this.#turn.then(() => this.#write(change, note, others)).catch(refusedBy);
		this.#turn = result.catch(() => {});
		return result;
	}
	async #write(change, note, others) {
		for (let round = 0; round < rounds; round += 1) {
			const record = change(await this.#newest());
			if (record === null) return { kind: "nothing" };
			const files = /* @__PURE__ */ new Map([[recordPath(this.#key), recordPieces(record)]]);
			for (const [path, pieces] of await this.#others(others)) files.set(path, pieces);
			const commit = await commitNotes(this.#repository, this.#tip, {
				files,
				notes: new Map(note === null ? [] : [[note.commit, await noteAfter(this.#objects, this.#tip, note)]]),
				message: `Check-outs of ${record.branch}${record.head === null ? "" : ` at ${record.head.slice(0, 12)}`}\n`,
				at: this.#now()
			});
			const pushed = await pushNotes(this.#repository, commit);
			if (pushed.kind === "refused") return pushed;
			if (pushed.kind === "pushed") {
				this.#tip = commit;
				this.#latest = record;
				this.#latestAt = commit;
				return {
					kind: "written",
					record
				};
			}
			this.#tip = await fetchNotes(this.#repository);
		}
		return {
			kind: "refused",
			why: `${rounds} other writers came first, one after the other`
		};
	}
	#newest() {
		return this.#tip === this.#latestAt ? this.#latest : readRecord(this.#objects, this.#tip, this.#key);
	}
	async #others(changes) {
		const files = [];
		for (const [path, change] of changes) {
			const read = await readAny(this.#objects, `${this.#tip}:${path}`);
			const record = read === null || "damaged" in read ? null : change(read);
			if (record !== null) files.push([path, recordPieces(record)]);
		}
		return files;
	}
	/** One look serves all that ask before it has begun. */
	#lookAgain() {
		this.#look ??= this.#turn.then(async () => {
			this.#look = null;
			this.#tip = await fetchNotes(this.#repository);
		});
		this.#turn = this.#look.catch(() => {});
		return this.#look;
	}
	async holdersOf(objectId) {
		await this.#lookAgain();
		const { records } = await this.all();
		return records.filter((record) => record.service === this.#key.service).flatMap((record) => record.filed.filter((entry) => entry.objectId === objectId).map((entry) => ({
			record,
			entry
		})));
	}
	async all() {
		const records = [];
		const damaged = [];
		if (this.#tip === null) return {
			records,
			damaged
		};
		for (const { path, oid } of await listDirectory(this.#objects, this.#tip, ledgerDirectory)) {
			const read = this.#read.get(oid) ?? parseAnyRecord(await (await this.#objects.read(oid)).text());
			this.#read.set(oid, read);
			if ("damaged" in read) damaged.push(`${ledgerDirectory}/${path.text}: ${read.damaged}`);
			else records.push(read);
		}
		return {
			records,
			damaged
		};
	}
};
/** What Git or the remote would not do is a refusal: the caller still has rows to report. Anything else is a defect. */
function refusedBy(error) {
	if (error instanceof Problem || error instanceof GitFailure) return {
		kind: "refused",
		why: messageOf(error)
	};
	throw error;
}
async function readAny(objects, name) {
	const text = await readText(objects, name);
	return text === null ? null : parseAnyRecord(text);
}
async function readRecord(objects, tip, key) {
	const text = tip === null ? null : await readText(objects, `${tip}:${recordPath(key)}`);
	if (text === null) return null;
	const read = parseRecord(text, key);
	if (!("damaged" in read)) return read;
	throw new Problem("ledger", `the ledger's record of ${key.branch} is not to be trusted: ${read.damaged}`, "Use the version of the tool that wrote it, set it aside with --ledger-key NAME, or run with --ledger off.");
}
/**
* Opens the ledger: fetches its ref from the remote and reads the record under the key.
*
* @throws Problem('ledger') when the record is damaged, or, under `require`, when the ledger cannot be read.
*/
async function openLedger(opening) {
	const { repository, objects, key, mode } = opening;
	if (mode === "off") return closedLedger("the ledger is off");
	try {
		if (repository.remote === null) throw new Problem("git", "the repository has no remote", "Add one.");
		const tip = await (opening.fetched ?? fetchNotes(repository));
		const record = await readRecord(objects, tip, key);
		return new OpenLedger(opening, tip, record);
	} catch (error) {
		if (error instanceof Problem && error.code === "ledger") throw error;
		if (mode === "auto") return closedLedger(messageOf(error));
		throw new Problem("ledger", `the ledger could not be read: ${messageOf(error)}`, "Give the job a Git token that may read and push, or run with --ledger auto.", { cause: error });
	}
}
/** A ledger that knows nothing and writes nothing, for the reason given. */
function closedLedger(why) {
	return {
		record: null,
		trouble: why,
		latest: () => null,
		write: () => Promise.resolve({
			kind: "refused",
			why
		}),
		holdersOf: () => Promise.resolve([]),
		all: () => Promise.resolve({
			records: [],
			damaged: []
		})
	};
}
/** The ledger of a job that may not push: read only to know whose a number is (design §8 "No write permission"). */
function readOnlyLedger(ledger, why) {
	return {
		...closedLedger(why),
		holdersOf: (objectId) => ledger.holdersOf(objectId),
		all: () => ledger.all()
	};
}

// src/filing/begin.ts
/**
* The record of a branch that has none yet, written before anything can fail: a run that ends badly, or is killed, is
* then caught up by the next one. A record that is there already stays, unless the branch begins anew.
*/
function recordOpened(newest, opening) {
	const { key, base, head, firstPush } = opening;
	const record = newest ?? {
		...emptyRecord(key),
		head: base
	};
	if (beginsAnew(newest, {
		firstPush,
		head
	})) return {
		...renewedRecord(record),
		head: base,
		firstHead: head
	};
	return record.head === null ? {
		...record,
		head: base
	} : record;
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
/** One uncertain call per object and reason: the newer one, as the service may hold either. */
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
	const runs = newest.runs.map((run) => run.instance === me.instance ? {
		...run,
		until: leaseEnd(now)
	} : run);
	return {
		...newest,
		runs
	};
}

export { withoutOverRuns as a, readOnlyLedger as c, recordRenewed as i, recordPath as l, recordBegun as n, closedLedger as o, recordOpened as r, openLedger as s, intendedCalls as t, fetchNotes as u };