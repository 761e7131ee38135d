import { Problem } from "./start.mjs";
import { localCommit } from "./load.mjs";
import { ensureCommits, forgetRef, remoteRef } from "./fetch.mjs";
import { emptyTree, isEmptyTree } from "./action.mjs";
import { isAncestor, mergeBase } from "./merge-base.mjs";
import { join } from "node:path";
import { readFileSync } from "node:fs";

// src/git/branch-tip.ts
/**
* Where a branch is at the remote, or else in this clone; null when there is no such branch.
* @throws Problem('git') when the remote cannot be asked and the clone does not know the branch.
*/
async function branchTip(repository, branch) {
	const { remote, location } = repository;
	const own = () => localCommit(repository, `refs/heads/${branch}`);
	if (remote === null) return own();
	try {
		return await remoteRef(repository, `refs/heads/${branch}`);
	} catch (error) {
		const isMirror = location.top === location.gitDir;
		const known = await localCommit(repository, `refs/remotes/${remote.name}/${branch}`) ?? (isMirror ? await own() : null);
		if (known === null) throw error;
		return known;
	}
}

// src/git/resolve-range.ts
/** The branch that is checked out, read from HEAD without asking Git; null when detached. */
function checkedOutBranch(location) {
	const head = readFileSync(join(location.gitDir, "HEAD"), "utf8").trim();
	return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;
}
/**
* Turns a decision into two commits that are in the object store, fetching what a shallow or partial clone lacks.
* @throws Problem('git' or 'range') when one of them cannot be fetched; never an empty range instead.
*/
async function resolveRange(repository, decision, options) {
	const head = await resolveHead(repository, decision.head);
	const { branch, rule, mayFile, explicit, firstPush } = decision;
	const range = {
		branch,
		rule,
		head,
		mayFile,
		explicit,
		firstPush,
		movesHead: mayFile && !explicit && decision.movesHead !== false,
		isAccounted: decision.isAccounted === true,
		unseenTo: decision.unseenTo ?? null
	};
	if (decision.base === null) return {
		...range,
		base: null
	};
	const base = await resolveBase(repository, decision.base, head);
	if (typeof base === "string") {
		const unseenTo = base === range.unseenTo ? null : range.unseenTo;
		const isWhole = decision.base.kind === "unseen" && unseenTo !== null;
		return {
			...range,
			base,
			unseenTo,
			rule: isWhole ? "first-push" : rule
		};
	}
	if (range.isAccounted) return {
		...range,
		base: head
	};
	const { defaultBranch } = options;
	if (options.onMissingBase === "merge-base" && defaultBranch !== null && defaultBranch !== branch) {
		const other = await resolveBase(repository, {
			kind: "mergeBaseWithBranch",
			branch: defaultBranch
		}, head);
		if (typeof other === "string") return {
			...range,
			base: other,
			rule: "merge-base"
		};
	}
	const what = `the base commit ${base.gone} is not in this clone and could not be fetched: ${base.why}`;
	throw new Problem("range", what, howToGoOn(decision, branch !== defaultBranch));
}
/** The remedy when the base cannot be fetched; at the default branch, no merge base helps. */
function howToGoOn({ rule, branch }, mayMerge) {
	const merge = mayMerge ? ", or accept another base with --on-missing-base merge-base" : "";
	if (rule !== "ledger") return `Check out with the full history (fetch-depth: 0), or give --base${merge}.`;
	return `Check out with the full history (fetch-depth: 0)${merge}. If that commit is gone for good: file the difference with --base and --head, then ${`file-checkouts ledger forget --branch ${branch}, and ledger begin --branch ${branch} --head COMMIT`}.`;
}
/**
* The commit that a revision names in the checkout. A full ID that is not there yet is taken as it is; a branch of the
* remote (`origin/main`) that this clone does not follow, as one of depth 1 does not, is asked for there.
*/
async function resolveRev(repository, rev) {
	const oid = rev.startsWith("-") ? null : await localCommit(repository, rev);
	if (oid !== null) return oid;
	if (/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(rev)) return rev.toLowerCase();
	const prefix = `${repository.remote?.name}/`;
	if (repository.remote !== null && rev.startsWith(prefix)) {
		const ref = `refs/heads/${rev.slice(prefix.length)}`;
		const tip = await remoteRef(repository, ref);
		forgetRef(repository, ref);
		if (tip !== null) return tip;
	}
	throw new Problem("range", `${rev} names no commit in this clone`, "Give a full commit ID, which is fetched when it is missing, or fetch the branch or tag first.");
}
async function oidOf(repository, choice) {
	return choice.kind === "commit" ? choice.oid : resolveRev(repository, choice.rev);
}
async function resolveHead(repository, head) {
	const oid = await oidOf(repository, head);
	const [gone] = await ensureCommits(repository, [oid]);
	if (gone === void 0) return oid;
	throw new Problem("range", `the commit ${oid} is not in this clone and could not be fetched: ${gone.why}`, "Check out the pushed commit, and let the job read the repository (contents: read).");
}
async function resolveBase(repository, base, head) {
	switch (base.kind) {
		case "emptyTree": return emptyTree[repository.objectFormat];
		case "rev":
		case "commit": return resolveCommit(repository, await oidOf(repository, base));
		case "mergeBaseWith": return mergeBaseWith(repository, base.oid, head);
		case "mergeBaseWithBranch": {
			const tip = await branchTip(repository, base.branch);
			if (tip === null) return emptyTree[repository.objectFormat];
			return mergeBaseWith(repository, tip, head);
		}
		case "unseen": return unseenBase(repository, base, head);
	}
}
/** Where the commits of a branch begin that no run has looked at: the push itself, when there are none before it. */
async function unseenBase(repository, { branch, before }, head) {
	const tip = await branchTip(repository, branch);
	const shared = tip === null ? null : await mergeBaseWith(repository, tip, head);
	if (typeof shared !== "string") return resolveCommit(repository, before);
	return !isEmptyTree(shared) && await isAncestor(repository, before, shared) ? resolveCommit(repository, before) : shared;
}
async function resolveCommit(repository, oid) {
	const [gone] = await ensureCommits(repository, [oid]);
	return gone === void 0 ? oid : {
		gone: oid,
		why: gone.why
	};
}
async function mergeBaseWith(repository, oid, head) {
	const base = await mergeBase(repository, oid, head).catch((error) => {
		if (error instanceof Problem) return {
			gone: `shared with ${oid}`,
			why: error.message
		};
		throw error;
	});
	if (base === null) return emptyTree[repository.objectFormat];
	return typeof base === "string" ? resolveCommit(repository, base) : base;
}

export { branchTip, checkedOutBranch, resolveRange, resolveRev };