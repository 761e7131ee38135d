import { isOver, leaseMs, mergeCalls } from "./start.mjs";
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

// src/ledger/written-ahead.ts
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
	})) {
		const past = newest === null || base === null ? {} : { past: pastAfter(newest, base) };
		return {
			...renewedRecord(record),
			...past,
			head: base,
			firstHead: head
		};
	}
	return record.head === null ? {
		...record,
		head: base
	} : record;
}
/** The record as a run may take it: the calls of runs that are over without having ended count as unanswered. */
function withoutOverRuns(record, me, now) {
	const over = record.runs.filter((run) => isOver(run, me, now));
	const calls = over.flatMap((run) => run.calls);
	const runs = record.runs.filter((run) => !over.includes(run));
	return {
		...record,
		runs,
		unanswered: mergeCalls(record.unanswered, calls)
	};
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
/**
* The head of a record that begins with this run; a range given by hand accounts for nothing before it, nor does an old
* run for what another secret has sealed.
*/
function firstHeadOf(range, trust) {
	return range.explicit || trust === "claims" && !range.movesHead ? null : range.base;
}

export { beginsAnew, emptyRecord, firstHeadOf, isHash, ledgerDirectory, pastAfter, recordBegun, recordOpened, recordPath, recordRenewed, rememberedFields, rememberedOf, renewedRecord, withoutOverRuns };