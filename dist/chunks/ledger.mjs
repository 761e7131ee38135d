import { r as messageOf, t as Problem } from "./errors.mjs";
import { c as forgetRef, f as GitFailure, m as unreadable, s as fetchTip, u as remoteRef } from "./repository.mjs";
import { createHash } from "node:crypto";

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
function isRecord(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
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
	if (!isRecord(json)) return { damaged: "it is not a JSON object" };
	if (json.version !== 1) return { damaged: `it has version ${JSON.stringify(json.version)}; this tool knows version 1` };
	for (const name of keyNames) if (typeof json[name] !== "string") return { damaged: `it does not say its ${name}` };
	const what = damagedPart(json);
	return what === null ? json : { damaged: what };
}
const keyNames = [
	"service",
	"repo",
	"mapping",
	"branch"
];
/** Reads the record that is to stand under the key; one of another key there gives a sentence too. */
function parseRecord(text, key) {
	const record = parseAnyRecord(text);
	if ("damaged" in record) return record;
	const other = keyNames.find((name) => record[name] !== key[name]);
	return other === void 0 ? record : { damaged: `its ${other} is ${JSON.stringify(record[other])}, not ${key[other]}` };
}
function damagedPart(json) {
	const isOid = (value) => typeof value === "string" && /^[0-9a-f]{40,64}$/.test(value);
	if (json.head !== null && !isOid(json.head)) return "its head is no commit";
	if (!Array.isArray(json.filed) || !json.filed.every(isFiled)) return "its filed objects cannot be read";
	if (!Array.isArray(json.open) || !json.open.every(isOpen)) return "its open changes cannot be read";
	if (!Array.isArray(json.runs) || !json.runs.every(isRun)) return "its runs cannot be read";
	const calls = json.unanswered;
	return Array.isArray(calls) && calls.every(isCall) ? null : "its unanswered calls cannot be read";
}
function isIdentified(value) {
	return isRecord(value) && typeof value.appl === "string" && typeof value.lvl === "number" && typeof value.objn === "string" && typeof value.path === "string" && typeof value.reason === "string";
}
function isFiled(value) {
	if (!isIdentified(value) || !isRecord(value.sent)) return false;
	return value.objectId === null || Number.isSafeInteger(value.objectId) && Number(value.objectId) > 0;
}
function isOpen(value) {
	return isIdentified(value) && typeof value.outcome === "string";
}
function isCall(value) {
	return isIdentified(value) && (value.objectId === null || typeof value.objectId === "number");
}
function isRun(value) {
	if (!isRecord(value) || typeof value.run !== "string" || typeof value.attempt !== "number") return false;
	return typeof value.until === "string" && Array.isArray(value.calls) && value.calls.every(isCall);
}

// src/git/notes.ts
/** The ref that holds the ledger and the notes; CI tokens that may push may push it, and it starts no pipeline. */
const notesRef = "refs/notes/check-outs";
/** How often the ref may move between asking and fetching before that is an error. */
const tries = 5;
/**
* Where the notes ref is at the remote, fetched into the scratch repository; null when nobody made it yet. The first
* call takes the answer of the run's one question, every later one asks anew.
*
* @throws Problem('git') when the remote cannot be asked.
*/
async function fetchNotes(repository) {
	for (let left = tries;; left -= 1) {
		const tip = await remoteRef(repository, notesRef);
		forgetRef(repository, notesRef);
		if (tip === null) return null;
		try {
			await fetchTip(repository, tip);
			repository.besideBranches.add(tip);
			return tip;
		} catch (error) {
			if (left === 1) throw unreadable("the ledger", error);
		}
	}
}
function data(text) {
	return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
/**
* Writes a commit on top of `parent` (null: the first) in one process and gives its OID. Notes go where Git itself
* would put them, so that `git log --notes=check-outs` and our files share the ref.
*/
async function commitNotes(repository, parent, commit) {
	const lines = [
		"commit refs/heads/check-outs\nmark :1\n",
		`committer file-checkouts <file-checkouts@localhost> ${Math.floor(commit.at.getTime() / 1e3)} +0000\n`,
		data(commit.message),
		parent === null ? "" : `from ${parent}\n`,
		...[...commit.files].map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`),
		...[...commit.notes].map(([oid, text]) => `N inline ${oid}\n${data(text)}`),
		"\nget-mark :1\ndone\n"
	];
	const output = await repository.git([
		"fast-import",
		"--quiet",
		"--done",
		"--force"
	], { input: lines.join("") });
	const oid = /^[0-9a-f]{40,64}$/m.exec(output)?.[0];
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
			"--quiet",
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
		const lines = text.trim().split("\n");
		return {
			kind: "refused",
			why: (lines.find((line) => /rejected\]|^(fatal|error|remote):/.test(line.trim())) ?? lines[0] ?? "").trim().slice(0, 300)
		};
	}
}

// src/git/tree-object.ts
/** Takes a tree object apart: `mode SP name NUL oid`, the OID in binary. */
function parseTreeObject(bytes, oidBytes) {
	const entries = [];
	for (let at = 0; at < bytes.length;) {
		const blank = bytes.indexOf(32, at);
		const end = bytes.indexOf(0, blank);
		if (blank < 0 || end < 0) throw new Error("a tree object ends in the middle of an entry");
		const name = bytes.toString("utf8", blank + 1, end);
		entries.push({
			name,
			oid: bytes.toString("hex", end + 1, end + 1 + oidBytes)
		});
		at = end + 1 + oidBytes;
	}
	return entries;
}
/**
* What a directory of a commit holds, read through the process that reads contents, so that it costs no other.
*
* @param commit OID of a commit. @param path without slashes at its ends.
* @returns an empty list when the commit has no such directory.
*/
async function readDirectory(objects, objectFormat, commit, path) {
	const name = `${commit}:${path}`;
	const [info] = await objects.info([name]);
	if (info?.type !== "tree") return [];
	return parseTreeObject(Buffer.from(await (await objects.read(name)).arrayBuffer()), objectFormat === "sha1" ? 20 : 32);
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
	#tip;
	#latest;
	#turn = Promise.resolve();
	constructor(repository, objects, key, tip, record) {
		this.#repository = repository;
		this.#objects = objects;
		this.#key = key;
		this.#tip = tip;
		this.record = record;
		this.#latest = record;
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
			const record = change(await readRecord(this.#objects, this.#tip, this.#key));
			if (record === null) return { kind: "nothing" };
			const files = /* @__PURE__ */ new Map([[recordPath(this.#key), textOf(record)]]);
			for (const [path, text] of await this.#others(others)) files.set(path, text);
			const commit = await commitNotes(this.#repository, this.#tip, {
				files,
				notes: new Map(note === null ? [] : [[note.commit, await this.#appended(note)]]),
				message: `Check-outs of ${record.branch}${record.head === null ? "" : ` at ${record.head.slice(0, 12)}`}\n`,
				at: /* @__PURE__ */ new Date()
			});
			const pushed = await pushNotes(this.#repository, commit);
			if (pushed.kind === "refused") return pushed;
			if (pushed.kind === "pushed") {
				this.#tip = commit;
				this.#latest = record;
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
	/** A commit that was filed before, by another run or at another service, keeps what was noted then. */
	async #appended({ commit, text }) {
		for (const name of notePaths(commit)) {
			const before = this.#tip === null ? null : await readText(this.#objects, `${this.#tip}:${name}`);
			if (before !== null) return `${before.trimEnd()}\n\n${text}`;
		}
		return text;
	}
	async #others(changes) {
		const files = [];
		for (const [path, change] of changes) {
			const read = await readAny(this.#objects, `${this.#tip}:${path}`);
			const record = read === null || "damaged" in read ? null : change(read);
			if (record !== null) files.push([path, textOf(record)]);
		}
		return files;
	}
	async holdersOf(objectId) {
		const look = this.#turn.then(async () => {
			this.#tip = await fetchNotes(this.#repository);
		});
		this.#turn = look.catch(() => {});
		await look;
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
		const { objectFormat } = this.#repository;
		for (const service of await readDirectory(this.#objects, objectFormat, this.#tip, ledgerDirectory)) {
			const directory = `${ledgerDirectory}/${service.name}`;
			for (const file of await readDirectory(this.#objects, objectFormat, this.#tip, directory)) {
				const read = await readAny(this.#objects, `${this.#tip}:${directory}/${file.name}`);
				if (read === null) continue;
				if ("damaged" in read) damaged.push(`${directory}/${file.name}: ${read.damaged}`);
				else records.push(read);
			}
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
function textOf(record) {
	return `${JSON.stringify(record, null, 1)}\n`;
}
async function readText(objects, name) {
	const [info] = await objects.info([name]);
	return info?.type === "blob" ? (await objects.read(name)).text() : null;
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
async function openLedger(repository, objects, mode, key) {
	if (mode === "off") return closedLedger("the ledger is off");
	try {
		if (repository.remote === null) throw new Problem("git", "the repository has no remote", "Add one.");
		const tip = await fetchNotes(repository);
		const record = await readRecord(objects, tip, key);
		return new OpenLedger(repository, objects, key, tip, record);
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

export { rememberedFields as a, recordPath as i, openLedger as n, readOnlyLedger as r, closedLedger as t };