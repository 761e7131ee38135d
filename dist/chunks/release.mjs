import { exitCodes, runsToWaitFor } from "./start.mjs";
import { inTurns } from "./limiter.mjs";
import { messages, saysLike } from "./replies.mjs";
import { filed, reportRequest, textPath } from "./action.mjs";
import { ledgerNotWritten, otherSeal } from "./problems.mjs";
import { writable } from "./run-ledger.mjs";
import { errorOf } from "./make-report.mjs";
import { clientOptions } from "./client-options2.mjs";

// src/filing/release.ts
/** What to do about a request that is left as it is. */
const again = "Run release again.";
/**
* Takes a request of ours out of its RFP and frees its object, as its branch is to hold nothing any more (design §16). One
* that has moved on stays as it is.
*/
async function releaseRequest(release, request, objectId) {
	const { stop } = release;
	if (stop !== null) return filed(request, "notAttempted", {
		objectId,
		msg: stop.why,
		remedy: stop.remedy
	});
	const result = await release.client.update({
		objectId,
		arfp: "*NO",
		lock: "*NO"
	}, null);
	const lost = result.kind === "stopped" ? result : result.kind === "lost" ? result.stop : null;
	if (lost !== null) release.stop ??= lost;
	switch (result.kind) {
		case "answered": break;
		case "cancelled": return filed(request, "notAttempted", {
			objectId,
			msg: "the run was cancelled",
			remedy: again
		});
		case "refused": return refused(request, objectId, result.why);
		default: return filed(request, "notAttempted", {
			objectId,
			msg: result.why,
			remedy: again
		});
	}
	const { sev, msg, request: used } = result.reply;
	if (sev !== 30) {
		const said = `taken out of its RFP and unlocked${sev === 20 ? ` (${msg})` : ""}`;
		const remedy = `Delete request ${objectId} at the service.`;
		return filed(request, "withdrawn", {
			objectId,
			rfp: 0,
			sev,
			msg: said,
			remedy,
			used
		});
	}
	return saysLike(result.reply, messages.requestNotFound) || saysLike(result.reply, messages.notOpen) ? filed(request, "unchanged", {
		objectId,
		stands: false
	}) : refused(request, objectId, msg);
}
function refused(request, objectId, why) {
	const remedy = `Delete request ${objectId} at the service.`;
	return filed(request, "conflict", {
		objectId,
		msg: `it could not be released: ${why}`,
		remedy,
		needsPerson: true
	});
}

// src/run/release.ts
/**
* Takes the open requests of a branch out of their RFPs and frees their objects (design §16 "A branch that is gone"). What
* has moved on stays; what another branch goes on with is left to that one. The record forgets what is released.
*
* @throws Problem('ledger', 'usage') before the first call: without a record that is believed nothing is released.
*/
async function releaseBranch({ input }, run) {
	const open = writable(run);
	if (open === null) throw ledgerNotWritten(run.ledger.trouble ?? "no service is named");
	const { ledger, key } = open;
	if (ledger.trust !== "sealed") throw otherSeal(key.branch);
	const [waitFor] = runsToWaitFor(ledger.record?.runs ?? [], run.me, run.now());
	if (waitFor !== void 0) return {
		again: "underWay",
		run: waitFor
	};
	const mine = await ownRequests(run, ledger.record);
	if (mine.length === 0) return { nothingToFile: `the ledger knows no open request of ${key.branch}` };
	const { createClient } = await import("./create-client.mjs");
	const client = await createClient(clientOptions(input, input.options.concurrency));
	const release = {
		client,
		stop: null
	};
	const rows = [];
	try {
		await inTurns([...mine.entries()], input.options.concurrency, async ([n, entry]) => {
			rows[n] = await releaseRequest(release, requestOf(entry), entry.objectId);
		});
	} finally {
		await client.close();
	}
	const gone = new Set(rows.filter(isReleased).map(({ objectId }) => objectId));
	const written = await ledger.write((newest) => newest === null ? null : {
		...newest,
		filed: newest.filed.filter(({ objectId }) => !gone.has(objectId))
	});
	return {
		requests: rows.map(reportRequest),
		error: errorAfter(release, written.kind === "refused" ? written.why : null)
	};
}
/** Requests of the branch that no other branch has as well. */
async function ownRequests({ ledger, key }, record) {
	const entries = (record?.filed ?? []).filter((entry) => entry.objectId !== null);
	if (entries.length === 0 || key === null) return [];
	const others = (await ledger.all()).records.filter(({ service, repo, mapping, branch }) => service === key.service && !(repo === key.repo && mapping === key.mapping && branch === key.branch));
	const theirs = new Set(others.flatMap(({ filed }) => filed.map(({ objectId }) => objectId)));
	return entries.filter(({ objectId }) => !theirs.has(objectId));
}
/** What is released, and what has moved on, is not this branch's any more. */
function isReleased({ outcome }) {
	return outcome === "withdrawn" || outcome === "unchanged";
}
function errorAfter({ stop }, notWritten) {
	if (stop !== null) return {
		code: stop.code,
		message: stop.why,
		remedy: stop.remedy,
		exitCode: exitCodes.serviceLost
	};
	return notWritten === null ? null : errorOf(ledgerNotWritten(notWritten));
}
/** A request as the ledger knows it, for its row. */
function requestOf({ appl, lvl, type, objn, rpth, path, reason, blob }) {
	const fields = {
		appl,
		lvl,
		objn,
		...type === null ? {} : { objt: type },
		rsn: reason
	};
	return {
		path: textPath(path),
		previousPath: null,
		reason,
		rule: "",
		identity: {
			appl,
			lvl,
			type,
			objn,
			rpth
		},
		fields,
		blob,
		bytes: null,
		added: false,
		obstacle: null
	};
}

export { releaseBranch };