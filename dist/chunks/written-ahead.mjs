import { isOver, leaseMs, mergeCalls } from "./start.mjs";
import { beginsAnew, emptyRecord, pastAfter, renewedRecord } from "./record-path.mjs";

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
	const { head, now } = beginning;
	const { machine, ...me } = beginning.me;
	const record = withoutOverRuns(recordOpened(newest, beginning), beginning.me, now);
	const process = machine === void 0 ? {} : { process: machine.process };
	const run = {
		...me,
		...process,
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

export { firstHeadOf, recordBegun, recordOpened, recordRenewed, withoutOverRuns };