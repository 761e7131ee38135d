import { Problem } from "./start.mjs";

// src/git/range.ts
const howToName = "Give --base and --head, or --paths to file some files as they are.";
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
*
* @throws Problem('range') when nothing says what to compare: never an empty answer instead.
*/
function decideRange(input) {
	const { event, options } = input;
	const branch = branchOf(input);
	if (options.base !== void 0 || options.head !== void 0 || options.paths !== void 0) return explicitRange(input, branch);
	const { happening } = event;
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
function explicitRange(input, branch) {
	const { base, head, paths } = input.options;
	if (branch === null) throw new Problem("range", "nothing names the branch that the changes belong to", "Give --branch.");
	const common = {
		kind: "range",
		branch,
		mayFile: input.event.happening.kind !== "proposal",
		explicit: true,
		firstPush: false
	};
	const headChoice = head !== void 0 ? {
		kind: "rev",
		rev: head
	} : eventHead(input.event.happening);
	if (base !== void 0) return {
		...common,
		rule: "explicit",
		base: {
			kind: "rev",
			rev: base
		},
		head: headChoice
	};
	if (paths !== void 0) return {
		...common,
		rule: "paths",
		base: null,
		head: headChoice
	};
	const { happening } = input.event;
	const before = happening.kind === "push" ? happening.before : null;
	const oid = input.record?.head ?? before;
	if (oid === null) throw new Problem("range", "--head alone does not say what to compare it with", "Give --base as well.");
	return {
		...common,
		rule: "explicit",
		base: {
			kind: "commit",
			oid
		},
		head: headChoice
	};
}
function eventHead(happening) {
	if (happening.kind === "push") return {
		kind: "commit",
		oid: happening.after
	};
	if (happening.kind === "proposal") return {
		kind: "commit",
		oid: happening.head
	};
	if (happening.kind === "manual" && happening.head !== null) return {
		kind: "commit",
		oid: happening.head
	};
	return {
		kind: "rev",
		rev: "HEAD"
	};
}
function proposalRange(happening, branch) {
	return {
		kind: "range",
		branch,
		base: happening.baseIsTip ? {
			kind: "mergeBaseWith",
			oid: happening.base
		} : {
			kind: "commit",
			oid: happening.base
		},
		head: {
			kind: "commit",
			oid: happening.head
		},
		rule: "proposal",
		mayFile: false,
		explicit: false,
		firstPush: false
	};
}
function pushRange(input, happening, branch) {
	const { event } = input;
	const { actor } = event.run;
	const known = input.record?.head ?? null;
	if (actor !== null && input.skipPushers.some((name) => name.toLowerCase() === actor.toLowerCase())) return {
		kind: "nothing",
		branch,
		rule: "skipped-pusher",
		why: `pushed by ${actor}, who is in skip-pushers`
	};
	const common = {
		kind: "range",
		branch,
		head: {
			kind: "commit",
			oid: happening.after
		},
		mayFile: true,
		explicit: false,
		firstPush: false
	};
	if (input.place?.kind === "old") return oldPush(input, happening, branch, input.place);
	const { before } = happening;
	if (known !== null && (before !== null || input.record?.firstHead === happening.after)) {
		const unseen = before === null || before === known ? {} : { unseenTo: before };
		return {
			...common,
			base: {
				kind: "commit",
				oid: known
			},
			rule: known === before ? "push" : "ledger",
			...unseen
		};
	}
	if (before === null) return {
		...common,
		base: firstBase(event, branch),
		rule: "first-push",
		firstPush: true
	};
	return {
		...common,
		...sinceBefore(input, before, branch)
	};
}
/**
* A push to a branch of which the ledger has no record: the runs of its earlier pushes were lost, or came before the
* ledger, so all of the branch counts. Of the default branch nobody can tell where that would begin.
*/
function sinceBefore({ event, record, hasLedger }, before, branch) {
	const { defaultBranch } = event.repository;
	if (hasLedger !== true || record !== null || defaultBranch === null || branch === defaultBranch) return {
		base: {
			kind: "commit",
			oid: before
		},
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
/** The run of a push that the branch has left behind: never the head of the record, and nothing twice. */
function oldPush(input, { before, after }, branch, place) {
	const common = {
		kind: "range",
		branch,
		head: {
			kind: "commit",
			oid: after
		},
		mayFile: true,
		explicit: false,
		movesHead: false
	};
	const known = input.record?.head ?? null;
	if (place.record === "behind" && known !== null) {
		const rule = known === before ? "push" : "ledger";
		return {
			...common,
			base: {
				kind: "commit",
				oid: known
			},
			rule,
			firstPush: false
		};
	}
	const accounted = place.record === "past" ? { isAccounted: true } : {};
	if (before !== null) return {
		...common,
		base: {
			kind: "commit",
			oid: before
		},
		rule: "push",
		firstPush: false,
		...accounted
	};
	const firstPush = place.startsBranch;
	return {
		...common,
		base: firstBase(input.event, branch),
		rule: "first-push",
		firstPush,
		...accounted
	};
}
function firstBase(event, branch) {
	const { defaultBranch } = event.repository;
	if (defaultBranch === null) throw new Problem("range", "the event does not name the default branch, so a first push has no base", howToName);
	return branch === defaultBranch ? { kind: "emptyTree" } : {
		kind: "mergeBaseWithBranch",
		branch: defaultBranch
	};
}
/** A word of a command line as a shell takes it, `'objt=*PGM'`. */
function shellWord(text) {
	return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
function manualRange(input, happening, branch) {
	const what = happening.kind === "manual" ? `a run by ${happening.what || "hand"}` : "a run outside CI";
	const known = input.record?.head ?? null;
	const set = input.options.set.map((item) => ` --set ${shellWord(item)}`).join("");
	if (known === null) throw new Problem("range", input.record === null ? `${what} does not say what changed, and the ledger has no record of ${branch}` : `${what} does not say what changed, and of ${branch} the ledger knows only ranges that were named by hand`, `${howToName} Or begin the record once: file-checkouts ledger begin --branch ${branch} --head COMMIT${set} --url URL.`);
	const { place } = input;
	if (place?.kind === "old" && place.record === "past") return {
		kind: "nothing",
		branch,
		rule: "ledger",
		why: `the ledger has come past this commit: it accounts for ${branch} up to ${known.slice(0, 12)}`
	};
	return {
		kind: "range",
		branch,
		base: {
			kind: "commit",
			oid: known
		},
		head: eventHead(happening),
		rule: "ledger",
		mayFile: true,
		explicit: false,
		firstPush: false,
		...place?.kind === "old" ? { movesHead: false } : {}
	};
}

// src/run/repository-name.ts
/** The repository's own name, when neither option nor mapping gives its ID. */
function repositoryName(event, repository) {
	const fromUrl = (repository.remote?.url.replace(/[\\/]+$/, "").replace(/\.git$/, ""))?.split(/[\\/:]/).at(-1);
	return event.repository.name ?? (fromUrl || (repository.location.top.split(/[\\/]/).at(-1) ?? ""));
}

export { branchOf, decideRange, repositoryName };