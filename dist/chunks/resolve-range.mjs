import { Problem } from "./start.mjs";
import { ensureCommits, forgetRef, nothingFound, remoteRef } from "./fetch.mjs";
import { emptyTree, isEmptyTree } from "./action.mjs";
import { isAncestor, mergeBase } from "./set.mjs";
import { join } from "node:path";
import { readFileSync } from "node:fs";

// src/git/branch-tip.ts
/**
* Where a branch is: at the remote; if that cannot be asked, or there is none, as this clone knows it.
*
* @returns null when there is no such branch.
* @throws Problem('git') when the remote cannot be asked and the clone does not know the branch.
*/
async function branchTip(repository, branch) {
	if (repository.remote === null) return localRef(repository, `refs/heads/${branch}`);
	try {
		return await remoteRef(repository, `refs/heads/${branch}`);
	} catch (error) {
		const known = await trackedTip(repository, repository.remote.name, branch);
		if (known === null) throw error;
		return known;
	}
}
/** A clone follows the remote's branches below refs/remotes; a mirror has them as its own. */
async function trackedTip(repository, remote, branch) {
	const tracked = await localRef(repository, `refs/remotes/${remote}/${branch}`);
	const isMirror = repository.location.top === repository.location.gitDir;
	return tracked ?? (isMirror ? localRef(repository, `refs/heads/${branch}`) : null);
}
async function localRef(repository, ref) {
	const args = [
		"rev-parse",
		"--verify",
		"--quiet",
		`${ref}^{commit}`
	];
	return (await repository.git(args, { inCheckout: true }).catch(nothingFound)).trim() || null;
}

// src/git/resolve-range.ts
/** The branch that is checked out, read from HEAD without asking Git; null when detached. */
function checkedOutBranch(location) {
	const head = readFileSync(join(location.gitDir, "HEAD"), "utf8").trim();
	return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;
}
/**
* Turns a decision into two commits that are in the object store, fetching what a shallow or partial clone lacks.
*
* @throws Problem('git' or 'range') when one of them is nowhere to be had; never an empty range instead.
*/
async function resolveRange(repository, objects, decision, options) {
	const head = await resolveHead(repository, objects, decision.head);
	const { branch, mayFile, explicit, firstPush } = decision;
	const range = {
		branch,
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
		base: null,
		rule: decision.rule
	};
	const base = await resolveBase(repository, objects, decision.base, head);
	if (typeof base === "string") {
		const unseenTo = base === range.unseenTo ? null : range.unseenTo;
		const isWhole = decision.base.kind === "unseen" && unseenTo !== null;
		return {
			...range,
			base,
			unseenTo,
			rule: isWhole ? "first-push" : decision.rule
		};
	}
	if (range.isAccounted) return {
		...range,
		base: head,
		rule: decision.rule
	};
	const { defaultBranch } = options;
	if (options.onMissingBase === "merge-base" && defaultBranch !== null && defaultBranch !== branch) {
		const other = await resolveBase(repository, objects, {
			kind: "mergeBaseWithBranch",
			branch: defaultBranch
		}, head);
		if (typeof other === "string") return {
			...range,
			base: other,
			rule: "merge-base"
		};
	}
	throw new Problem("range", `the base commit ${base.gone} is not in this clone and could not be fetched: ${base.why}`, howToGoOn(decision, branch !== defaultBranch));
}
/** What to do when the base is nowhere to be had; at the default branch, no merge base helps. */
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
	const output = await revParse(repository, rev);
	const oid = /^[0-9a-f]{40,64}$/m.exec(output.trim())?.[0];
	if (oid !== void 0) return oid;
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
/** What Git says of a revision. None begins with a dash; as an option, one could make Git do anything. */
async function revParse(repository, rev) {
	if (rev.startsWith("-")) return "";
	const args = [
		"rev-parse",
		"--verify",
		"--quiet",
		`${rev}^{commit}`
	];
	return repository.git(args, { inCheckout: true }).catch(nothingFound);
}
async function resolveHead(repository, objects, head) {
	const oid = head.kind === "commit" ? head.oid : await resolveRev(repository, head.rev);
	const [gone] = await ensureCommits(repository, objects, [oid]);
	if (gone === void 0) return oid;
	throw new Problem("range", `the commit ${oid} is not in this clone and could not be fetched: ${gone.why}`, "Check out the pushed commit, and let the job read the repository (contents: read).");
}
async function resolveBase(repository, objects, base, head) {
	switch (base.kind) {
		case "emptyTree": return emptyTree[repository.objectFormat];
		case "rev": return resolveCommit(repository, objects, await resolveRev(repository, base.rev));
		case "commit": return resolveCommit(repository, objects, base.oid);
		case "mergeBaseWith": return mergeBaseWith(repository, objects, base.oid, head);
		case "mergeBaseWithBranch": {
			const tip = await branchTip(repository, base.branch);
			if (tip === null) return emptyTree[repository.objectFormat];
			return mergeBaseWith(repository, objects, tip, head);
		}
		case "unseen": return unseenBase(repository, objects, base, head);
	}
}
/** Where the commits of a branch begin that no run has looked at: the push itself, when there are none before it. */
async function unseenBase(repository, objects, { branch, before }, head) {
	const tip = await branchTip(repository, branch);
	const shared = tip === null ? null : await mergeBaseWith(repository, objects, tip, head);
	if (typeof shared !== "string") return resolveCommit(repository, objects, before);
	return !isEmptyTree(shared) && await isAncestor(repository, objects, before, shared) ? resolveCommit(repository, objects, before) : shared;
}
async function resolveCommit(repository, objects, oid) {
	const [gone] = await ensureCommits(repository, objects, [oid]);
	return gone === void 0 ? oid : {
		gone: oid,
		why: gone.why
	};
}
async function mergeBaseWith(repository, objects, oid, head) {
	let base;
	try {
		base = await mergeBase(repository, objects, oid, head);
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		return {
			gone: `shared with ${oid}`,
			why: error.message
		};
	}
	return base === null ? emptyTree[repository.objectFormat] : resolveCommit(repository, objects, base);
}

export { branchTip, checkedOutBranch, resolveRange, resolveRev };