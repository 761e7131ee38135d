import { Problem, mayBeSame, nameKey } from "./start.mjs";
import { checkLimits, filingRun, isGitTrouble, makesCalls } from "./limits.mjs";
import { rfpAhead } from "./rfp.mjs";
import { nameWarnings } from "./object-names.mjs";
import { isAncestor } from "./merge-base.mjs";
import { branchIsGone, wantRefs } from "./fetch.mjs";
import { NotedRuns, commitOf } from "./noted-runs.mjs";

// src/run/held-by.ts
/** Of so many commits it is asked whether they are merged; each is a process of Git. */
const mostAsked = 50;
/**
* Who holds the objects of planned creates, as far as the ledger knows (design §16): open requests of other branches for
* the same object. What the ledger does not name may be held all the same.
*/
async function heldBy(repository, { actions, run, range, repo }) {
	const found = await findHolders(run, actions.filter(mayMeetHolder).map(({ request }) => request));
	if (found.length === 0) return /* @__PURE__ */ new Map();
	const noted = new NotedRuns(await run.ledger.notes(new Set(found.map(({ entry }) => commitOf(entry)))));
	const isMerged = mergedInto(repository, range.head);
	wantRefs(repository, found.filter(({ record }) => record.repo === repo).map(({ record }) => `refs/heads/${record.branch}`));
	const held = [];
	for (const one of found) {
		const { record, entry, verified, isClaim } = one;
		const { repo: ofRepo, branch, mapping } = record;
		const isHere = ofRepo === repo;
		held.push([one.request, {
			objectId: entry.objectId,
			reason: entry.reason,
			repo: ofRepo,
			branch,
			mapping,
			path: entry.path,
			...noted.filerOf(entry, record),
			verified,
			merged: isHere && !isClaim ? await isMerged(commitOf(entry)) : false,
			gone: isHere ? await branchIsGone(repository, branch) : null
		}]);
	}
	const groups = Map.groupBy(held, ([request]) => request);
	return new Map([...groups].map(([request, rows]) => [request, rows.map(([, row]) => row)]));
}
/** A create meets whatever holds its object; what the plan keeps back, and our own open request, meet nothing. */
function mayMeetHolder({ kind, request }) {
	return kind === "create" && request.fields.lock !== "*NO";
}
async function findHolders({ ledger, key }, asked) {
	if (asked.length === 0 || key === null) return [];
	const { records, areSealed, unsealed } = await ledger.naming(new Set(asked.map(({ identity }) => identity.objn)));
	const byName = Map.groupBy(asked, ({ identity }) => nameKey(identity));
	const isOther = (one) => one.service === key.service && !(one.repo === key.repo && one.mapping === key.mapping && one.branch === key.branch);
	const holdersIn = (isBelieved) => (record) => record.filed.filter(holds).flatMap((entry) => (byName.get(nameKey(entry)) ?? []).filter(({ identity }) => mayBeSame(identity, entry)).map((request) => {
		const isClaim = !isBelieved || entry.claimed === true;
		return {
			request,
			record,
			entry,
			verified: areSealed && !isClaim,
			isClaim
		};
	}));
	return [...records.filter(isOther).flatMap(holdersIn(true)), ...unsealed.filter(isOther).flatMap(holdersIn(false))];
}
/** A request without a lock holds nothing, nor does one whose number nobody knows tell who it is. */
function holds({ objectId, sent }) {
	return objectId !== null && sent.lock !== "*NO";
}
/** Whether commits are in the history of the head; null: not known. */
function mergedInto(repository, head) {
	const asked = /* @__PURE__ */ new Map();
	let isLost = false;
	return (commit) => {
		const known = asked.get(commit);
		if (known !== void 0) return known;
		const answer = commit === "" || isLost || asked.size >= mostAsked ? Promise.resolve(null) : isAncestor(repository, commit, head).catch((error) => {
			isLost = true;
			return unknownToGit(error);
		});
		asked.set(commit, answer);
		return answer;
	};
}
/** What Git cannot tell is not known. */
function unknownToGit(error) {
	if (isGitTrouble(error)) return null;
	throw error;
}

// src/run/foresee.ts
/** What a plan knows of its filing: who holds the objects, which RFPs they join, and what would be refused. */
async function foresee({ input, repository }, planned) {
	const { actions, record, report } = planned;
	const notices = [];
	/** A plan says so when filing it would be refused, by a limit or by options that do not go together. */
	const orRefused = (work) => {
		try {
			return work();
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			if (actions.some(makesCalls)) notices.push({
				code: "wouldBeRefused",
				why: error.message
			});
			return null;
		}
	};
	orRefused(() => checkLimits(input, actions));
	const run = orRefused(() => filingRun(input, planned));
	const filed = record?.filed ?? [];
	const requests = actions.map(({ request }) => request);
	return {
		foreseen: {
			because: report.because,
			names: nameWarnings(requests, filed),
			heldBy: await heldBy(repository, planned),
			rfpMode: run?.mode ?? null,
			rfpOf: run === null ? () => null : rfpAhead(run.mode, filed)
		},
		notices
	};
}

export { foresee };