import { t as Problem } from "./errors.mjs";
import { c as gitWords } from "./tree.mjs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// src/git/small-heap.ts
/** From so many objects, or bytes of one content, on, memory counts for more than speed. */
const manyObjects = 500;
const manyBytes = 262144;
/**
* Keeps the memory of a big run small. Left alone, V8 lets the heap of a run with thousands of calls, and what large
* contents leave behind, grow to many times of what is in use before it collects; calls are waited for anyway, so the
* collector has the time. To be told before the heap has grown, so here, where it is first known how much there is.
*/
function keepHeapSmall(objects, bytes = 0) {
	if (objects < manyObjects && bytes < manyBytes) return;
	setFlagsFromString("--optimize-for-size");
	setFlagsFromString("--semi-space-growth-factor=1");
	setFlagsFromString("--expose-gc");
	collect = runInNewContext("gc");
	collect();
}
/** The collector, once a run is a big one. */
let collect = null;
/** Takes away what a step of a big run has left behind, before the next one needs as much. */
function tidyHeap() {
	collect?.();
}

// src/git/remote-refs.ts
/** A view in which nothing was asked yet. */
function newRemoteView() {
	return {
		wanted: /* @__PURE__ */ new Set(),
		tips: /* @__PURE__ */ new Map(),
		defaultBranch: null,
		trouble: null,
		asking: null
	};
}
/** The remote to talk to. @throws Problem('git') when there is none. */
function needRemote(repository) {
	if (repository.remote !== null) return repository.remote;
	throw new Problem("git", "the repository has no remote to fetch from", "Check out with the full history (fetch-depth: 0), or add the remote.");
}
/** What is to be said when the remote does not answer. */
function cannotAsk(remote, error) {
	if (error instanceof Problem) return error;
	return new Problem("git", `the remote ${remote.name} could not be asked: ${gitWords(error)}`, "Check the network and the credentials of the checkout, or give a Git token (FILE_CHECKOUTS_GIT_TOKEN).", { cause: error });
}
/** Has refs (full names, or `HEAD`) asked about in the one question that this run asks the remote. */
function wantRefs(repository, refs) {
	for (const ref of refs) repository.remoteView.wanted.add(ref);
}
/** Forgets what was said of a ref, so that it is asked about anew, and every other wanted one with it. */
function forgetRef(repository, ref) {
	repository.remoteView.tips.delete(ref);
}
/** Forgets all that was said of the remote's refs, and what a question under way will say: a run looks anew. */
function forgetTips(repository) {
	repository.remoteView.tips = /* @__PURE__ */ new Map();
	repository.remoteView.asking = null;
}
/**
* Where a ref is at the remote, as this run saw it last; null when the remote has no such ref.
*
* @throws Problem('git') when the remote cannot be asked.
*/
async function remoteRef(repository, ref) {
	const view = repository.remoteView;
	view.wanted.add(ref);
	while (!view.tips.has(ref)) {
		if (view.trouble !== null) throw view.trouble;
		view.asking ??= ask(repository, [...view.wanted].filter((name) => !view.tips.has(name)));
		const { asking } = view;
		await asking.finally(() => {
			if (view.asking === asking) view.asking = null;
		});
	}
	return view.tips.get(ref) ?? null;
}
async function ask(repository, refs) {
	const view = repository.remoteView;
	const { tips } = view;
	const remote = needRemote(repository);
	const args = [
		"ls-remote",
		"--symref",
		remote.name,
		...refs
	];
	const output = await repository.git(args, { remote: true }).catch((error) => {
		if (!(error instanceof Problem)) view.trouble = cannotAsk(remote, error);
		throw view.trouble ?? error;
	});
	for (const ref of refs) tips.set(ref, null);
	for (const line of output.split("\n")) {
		const [value, ref] = line.split("	");
		const branch = ref === "HEAD" ? /^ref: refs\/heads\/(.+)$/.exec(value ?? "")?.[1] : void 0;
		if (branch !== void 0) view.defaultBranch = branch;
		else if (value && ref && refs.includes(ref)) tips.set(ref, value);
	}
}

export { newRemoteView as a, keepHeapSmall as c, needRemote as i, tidyHeap as l, forgetRef as n, remoteRef as o, forgetTips as r, wantRefs as s, cannotAsk as t };