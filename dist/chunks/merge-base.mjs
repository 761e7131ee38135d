import { GitFailure, ensureHistory, unreadable } from "./fetch.mjs";

// src/git/merge-base.ts
/** A question to which Git says no (null) by ending with 1. When a commit is lost it does so too, but with words. */
async function answerOf(answer) {
	try {
		return (await answer).trim();
	} catch (error) {
		if (error instanceof GitFailure && error.isNo) return null;
		throw unreadable("the history of two commits", error);
	}
}
/**
* The best common ancestor of two commits, or null when they have none. In a shallow clone the history between them
* is fetched first, as commits only: a merge base found in a cut history may not be the best one.
* @throws Problem('git') when the history cannot be fetched.
*/
async function mergeBase(repository, one, other) {
	await ensureHistory(repository, [one, other]);
	return await answerOf(repository.git([
		"merge-base",
		one,
		other
	])) || null;
}
/** True when `older` is `newer` or in its whole history. @throws Problem('git') when the history cannot be fetched. */
async function isAncestor(repository, older, newer) {
	if (older === newer) return true;
	await ensureHistory(repository, [newer]);
	const [known] = await repository.objects.info([`${older}^{commit}`]);
	if (known === null) return false;
	return await answerOf(repository.git([
		"merge-base",
		"--is-ancestor",
		older,
		newer
	])) !== null;
}

export { isAncestor, mergeBase };