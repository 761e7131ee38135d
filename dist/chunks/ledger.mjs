import { r as messageOf, t as Problem } from "./errors.mjs";
import { a as nameKey, i as mayBeSame, r as identityText, t as identityKey } from "./identity.mjs";
import { C as forgetRef, D as GitFailure, S as fetchTip, T as remoteRef, k as unreadable } from "./source.mjs";
import { n as leaseMs, t as isOver } from "./runs.mjs";
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

// src/filing/lookup.ts
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
function decideActions(requests, record, explicit, standing = /* @__PURE__ */ new Map()) {
	const memory = {
		filed: lookupOf(record?.filed ?? []),
		open: lookupOf(record?.open ?? []),
		unanswered: lookupOf(record?.unanswered ?? []),
		planned: new Set(requests.map(({ identity }) => identityKey(identity))),
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
	const known = findFiled(request, memory);
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
/** Found by object, then by path or old path with the same name and target (its type may be mapped only now). */
function findFiled(request, { filed, planned, standing }) {
	const { identity } = request;
	const key = identityKey(identity);
	const paths = [request.path.text, request.previousPath?.text];
	const candidates = filed.named(identity).filter((entry) => entry.path === request.path.text || standing.get(entry) !== "other");
	return candidates.find((entry) => identityKey(entry) === key) ?? candidates.find((entry) => paths.includes(entry.path) && mayBeSame(entry, identity)) ?? candidates.find((entry) => paths.includes(entry.path) && !planned.has(identityKey(entry))) ?? candidates.find((entry) => mayBeSame(entry, identity));
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

// src/filing/begin.ts
/**
* The record of a branch that has none yet, written before anything can fail: a run that ends badly, or is killed, is
* then caught up by the next one. A record that is there already stays, unless the branch begins anew.
*/
function recordOpened(newest, opening) {
	const { key, base, head, firstPush } = opening;
	if (firstPush && newest?.firstHead !== head) return renewed(newest, opening);
	if (newest === null) return fresh(key, base);
	return newest.head === null ? {
		...newest,
		head: base
	} : newest;
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
function fresh(key, head) {
	return {
		version: 1,
		...key,
		head,
		firstHead: null,
		filed: [],
		open: [],
		runs: [],
		unanswered: []
	};
}
/** A branch name used again: head and open changes go, numbers stay (design §3). */
function renewed(newest, { key, base, head }) {
	const record = newest ?? fresh(key, base);
	const filed = record.filed.map((entry) => ({
		...entry,
		blob: null
	}));
	return {
		...record,
		head: base,
		firstHead: head,
		open: [],
		filed
	};
}
/** One uncertain call per object and path: the newer one, as the service may hold either. */
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
	const runs = newest.runs.map((run) => run.run === me.run ? {
		...run,
		until: leaseEnd(now)
	} : run);
	return {
		...newest,
		runs
	};
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
	return [
		`data ${Buffer.byteLength(text)}\n`,
		text,
		"\n"
	];
}
/**
* Writes a commit on top of `parent` (null: the first) in one process and gives its OID. Notes go where Git itself
* would put them, so that `git log --notes=check-outs` and our files share the ref.
*/
async function commitNotes(repository, parent, commit) {
	const parts = [
		"commit refs/heads/check-outs\nmark :1\n",
		`committer file-checkouts <file-checkouts@localhost> ${Math.floor(commit.at.getTime() / 1e3)} +0000\n`,
		...data(commit.message),
		parent === null ? "" : `from ${parent}\n`,
		...[...commit.files].flatMap(([path, text]) => [`M 100644 inline ${path}\n`, ...data(text)]),
		...[...commit.notes].flatMap(([oid, text]) => [`N inline ${oid}\n`, ...data(text)]),
		"\nget-mark :1\ndone\n"
	];
	const input = Buffer.concat(parts.map((part) => typeof part === "string" ? Buffer.from(part) : part));
	const output = await repository.git([
		"fast-import",
		"--quiet",
		"--done",
		"--force"
	], { input });
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

// src/ledger/record-bytes.ts
/** So many characters are turned into bytes at a time. */
const pieceLength = 65536;
/**
* A record as it is kept: JSON in UTF-8, an entry a line, so that Git shows and stores what changed. Made in pieces,
* because the text of thousands of requests as one string would weigh more than the record itself.
*/
function recordBytes(record) {
	const pieces = [];
	let text = "";
	for (const part of partsOf(record)) {
		text += part;
		if (text.length < pieceLength) continue;
		pieces.push(Buffer.from(text));
		text = "";
	}
	return Buffer.concat([...pieces, Buffer.from(`${text}\n`)]);
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
	#tip;
	#latest;
	/** The tip at which the latest record stands: as long as that is the tip, it need not be read again. */
	#latestAt;
	#turn = Promise.resolve();
	constructor(repository, objects, key, tip, record) {
		this.#repository = repository;
		this.#objects = objects;
		this.#key = key;
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
			const files = /* @__PURE__ */ new Map([[recordPath(this.#key), recordBytes(record)]]);
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
			if (record !== null) files.push([path, recordBytes(record)]);
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

export { intendedCalls as a, recordRenewed as c, carriesContent as d, decideActions as f, lookupOf as h, recordPath as i, withoutOverRuns as l, lookup as m, openLedger as n, recordBegun as o, rememberedOf as p, readOnlyLedger as r, recordOpened as s, closedLedger as t, callOf as u };