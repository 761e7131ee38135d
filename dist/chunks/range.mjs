import { Problem, shellWord } from "./start.mjs";

// src/git/range.ts
const howToName = "Give --base and --head, or --paths to file some files as they are.";
/** A range as most are: it may be filed, and was not given by hand. */
const filed = {
	kind: "range",
	mayFile: true,
	explicit: false,
	firstPush: false
};
function commit(oid) {
	return {
		kind: "commit",
		oid
	};
}
/** The branch that the run is about, before anything is decided: its ledger record is needed for the decision. */
function branchOf(input) {
	const { happening } = input.event;
	if (input.options.branch !== void 0) return input.options.branch;
	if (happening.kind === "proposal") return happening.target;
	if (happening.kind === "tag") return null;
	if (happening.kind === "local") return input.checkedOut;
	return happening.branch;
}
/**
* Decides what to compare (design §3). Pure; nothing is looked up.
* @throws Problem('range') when nothing says what to compare: never an empty answer instead.
*/
function decideRange(input) {
	const { options } = input;
	const { happening } = input.event;
	const branch = branchOf(input);
	if (options.base !== void 0 || options.head !== void 0 || options.paths !== void 0) return explicitRange(input, branch);
	if (happening.kind === "tag") return {
		kind: "nothing",
		branch,
		rule: "tag",
		why: `${happening.name} is a tag; only branches are filed`
	};
	if (branch === null) throw new Problem("range", "the run names no branch", "Give --branch, and --base and --head.");
	switch (happening.kind) {
		case "branchDeleted": return {
			kind: "nothing",
			branch,
			rule: "branch-deleted",
			why: `branch ${branch} was deleted`
		};
		case "proposal": return proposalRange(happening, branch);
		case "push": return pushRange(input, happening, branch);
		case "unclear": throw new Problem("event", happening.why, howToName);
		default: return manualRange(input, happening, branch);
	}
}
function explicitRange({ event, options, record }, branch) {
	const { happening } = event;
	if (branch === null) throw new Problem("range", "nothing names the branch that the changes belong to", "Give --branch.");
	const head = options.head === void 0 ? eventHead(happening) : {
		kind: "rev",
		rev: options.head
	};
	const range = {
		...filed,
		branch,
		head,
		explicit: true,
		mayFile: happening.kind !== "proposal"
	};
	if (options.base !== void 0) return {
		...range,
		rule: "explicit",
		base: {
			kind: "rev",
			rev: options.base
		}
	};
	if (options.paths !== void 0) return {
		...range,
		rule: "paths",
		base: null
	};
	const oid = record?.head ?? (happening.kind === "push" ? happening.before : null);
	if (oid === null) throw new Problem("range", "--head alone does not say what to compare it with", "Give --base as well.");
	return {
		...range,
		rule: "explicit",
		base: commit(oid)
	};
}
function eventHead(happening) {
	if (happening.kind === "push") return commit(happening.after);
	const head = "head" in happening ? happening.head : null;
	return head === null ? {
		kind: "rev",
		rev: "HEAD"
	} : commit(head);
}
function proposalRange(proposal, branch) {
	const { head, base: oid, baseIsTip } = proposal;
	const base = oid === null ? mergeBaseWithBranch(proposal.target) : baseIsTip ? mergeBaseWith(oid) : commit(oid);
	return {
		...filed,
		branch,
		base,
		head: commit(head),
		rule: "proposal",
		mayFile: false
	};
}
function mergeBaseWith(oid) {
	return {
		kind: "mergeBaseWith",
		oid
	};
}
function mergeBaseWithBranch(branch) {
	return {
		kind: "mergeBaseWithBranch",
		branch
	};
}
function pushRange(input, push, branch) {
	const { event, record, place } = input;
	const { actor } = event.run;
	if (actor !== null && input.skipPushers.some((name) => name.toLowerCase() === actor.toLowerCase())) return {
		kind: "nothing",
		branch,
		rule: "skipped-pusher",
		why: `pushed by ${actor}, who is in skip-pushers`
	};
	if (place?.kind === "old") return oldPush(input, push, branch, place);
	const { before, after } = push;
	const range = {
		...filed,
		branch,
		head: commit(after)
	};
	const known = record?.head ?? null;
	if (known !== null && (before !== null || record?.firstHead === after)) {
		const unseen = before === null || before === known ? {} : { unseenTo: before };
		return {
			...range,
			...sinceRecord(known, before),
			...unseen
		};
	}
	if (before === null) return {
		...range,
		base: firstBase(event, branch),
		rule: "first-push",
		firstPush: true
	};
	return {
		...range,
		...sinceBefore(input, before, branch)
	};
}
function sinceRecord(known, before) {
	return {
		base: commit(known),
		rule: known === before ? "push" : "ledger"
	};
}
/**
* A push to a branch of which the ledger has no record: the runs of its earlier pushes were lost, or came before the
* ledger, so all of the branch counts. For the default branch nothing says where that would begin.
*/
function sinceBefore({ event, record, hasLedger }, before, branch) {
	const { defaultBranch } = event.repository;
	if (hasLedger !== true || record !== null || defaultBranch === null || branch === defaultBranch) return {
		base: commit(before),
		rule: "push"
	};
	return {
		base: {
			kind: "unseen",
			branch: defaultBranch,
			before
		},
		rule: "push",
		unseenTo: before
	};
}
/** True for a range that is only right where what is filed is remembered: else each run would file the branch again. */
function needsLedger({ base, rule }, { happening }) {
	return base?.kind === "unseen" || rule === "first-push" && happening.kind === "manual";
}
/** The run of a push that the branch has left behind: never the head of the record, and nothing twice. */
function oldPush(input, { before, after }, branch, place) {
	const { event, record } = input;
	const range = {
		...filed,
		branch,
		head: commit(after),
		movesHead: false
	};
	const known = record?.head ?? null;
	if (place.record === "behind" && known !== null) return {
		...range,
		...sinceRecord(known, before)
	};
	const accounted = place.record === "past" ? { isAccounted: true } : {};
	if (before !== null) return {
		...range,
		...accounted,
		...sinceBefore(input, before, branch)
	};
	const base = firstBase(event, branch);
	return {
		...range,
		...accounted,
		base,
		rule: "first-push",
		firstPush: place.startsBranch
	};
}
function firstBase(event, branch) {
	const { defaultBranch } = event.repository;
	if (defaultBranch === null) throw new Problem("range", "the event does not name the default branch, so a first push has no base", howToName);
	return branch === defaultBranch ? { kind: "emptyTree" } : mergeBaseWithBranch(defaultBranch);
}
/**
* The first run of a branch on a host that does not say what was pushed: what the branch has and the default branch has
* not. For the default branch itself nothing says where it would begin; and without a ledger each run would be the first,
* and file all of the branch again.
*/
function firstBuild({ event, place, hasLedger }, happening, branch) {
	const { defaultBranch } = event.repository;
	if (!(happening.kind === "manual" && happening.builds === true) || hasLedger !== true || place?.kind === "old") return null;
	if (defaultBranch === null || branch === defaultBranch) return null;
	const base = mergeBaseWithBranch(defaultBranch);
	return {
		...filed,
		branch,
		base,
		head: eventHead(happening),
		rule: "first-push",
		firstPush: true
	};
}
function manualRange(input, happening, branch) {
	const { record, options, place } = input;
	const known = record?.head ?? null;
	const begins = known === null && record === null ? firstBuild(input, happening, branch) : null;
	if (begins !== null) return begins;
	if (known === null) {
		const what = happening.kind === "manual" ? `a run by ${happening.what || "hand"}` : "a run outside CI";
		const set = options.set.map((item) => ` --set ${shellWord(item)}`).join("");
		const knows = record === null ? `has no record of ${branch}` : `knows only ranges of ${branch} that were named by hand`;
		throw new Problem("range", `${what} does not say what changed, and the ledger ${knows}`, `${howToName} Or begin the record once: file-checkouts ledger begin --branch ${branch} --head COMMIT${set} --url URL.`);
	}
	const isOld = place?.kind === "old";
	if (isOld && place.record === "past") return {
		kind: "nothing",
		branch,
		rule: "ledger",
		why: `the ledger has come past this commit: it accounts for ${branch} up to ${known.slice(0, 12)}`
	};
	const range = {
		...filed,
		branch,
		base: commit(known),
		head: eventHead(happening),
		rule: "ledger"
	};
	return isOld ? {
		...range,
		movesHead: false
	} : range;
}

export { branchOf, decideRange, needsLedger };