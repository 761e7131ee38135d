import { nearest } from "./start.mjs";
import { readInteger } from "./replies.mjs";
import { isPlaceholder, isTemplate, keys, modeFields } from "./check-modes.mjs";
import { createField } from "./schemas.mjs";
import { GitFailure, ensureHistory, unreadable } from "./fetch.mjs";
import { checkField } from "./rules.mjs";

// src/git/merge-base.ts
/**
* A question that Git answers with yes (0) or no (1). It also ends with 1 when a commit is lost, but then it says so:
* that is an error, never a no.
*/
async function noIfOne(answer, no) {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof GitFailure && error.isNo) return no;
		throw unreadable("the history of two commits", error);
	}
}
/**
* The best common ancestor of two commits, or null when they have none. In a shallow clone the history between them
* is fetched first, as commits only: a merge base found in a cut history may not be the best one.
*
* @throws Problem('git') when the history cannot be had.
*/
async function mergeBase(repository, objects, one, other) {
	await ensureHistory(repository, objects, [one, other]);
	return (await noIfOne(repository.git([
		"merge-base",
		one,
		other
	]), "")).trim() || null;
}
/**
* True when `older` is `newer` or behind it. A commit that is not in the whole history of `newer` is not behind it,
* wherever else it may be.
*
* @throws Problem('git') when the history cannot be had.
*/
async function isAncestor(repository, objects, older, newer) {
	if (older === newer) return true;
	await ensureHistory(repository, objects, [newer]);
	const [known] = await objects.info([`${older}^{commit}`]);
	if (known === null) return false;
	return noIfOne(repository.git([
		"merge-base",
		"--is-ancestor",
		older,
		newer
	]).then(() => true), false);
}

// src/mapping/set.ts
/** `--set FIELD=VALUE`: fields from the command line, over everything that the mapping says. */
/**
* Reads `--set` items. The value is everything after the first `=`; an empty one, or `null`, means that the field is not
* sent. Placeholders work as in the mapping, and are checked when a request is made. The last item of a field counts.
* @returns the fields, and a sentence for each item that cannot be used
*/
function parseSet(items) {
	const fields = {};
	const problems = [];
	for (const item of items) {
		const equals = item.indexOf("=");
		if (equals < 0) {
			problems.push(`${item} has no =; FIELD=VALUE is expected`);
			continue;
		}
		const name = item.slice(0, equals).trim();
		const value = item.slice(equals + 1);
		const problem = setProblem(name, value);
		if (problem === null) fields[name] = isNothing(value) ? null : value;
		else problems.push(problem);
	}
	return {
		fields,
		problems
	};
}
function isNothing(value) {
	return value === "" || value === "null";
}
function setProblem(name, value) {
	if (modeFields.includes(name)) return `${name} is not set as a field; use --rfp none, per-push, per-branch or an RFP number`;
	if (!keys.fields.includes(name)) {
		const near = nearest(name, keys.fields);
		return `${name} is not a field of a create request; ${near === null ? `one of ${keys.fields.join(", ")}` : `did you mean ${near}?`}`;
	}
	if (isNothing(value) || isTemplate(value) || isPlaceholder(value)) return null;
	const number = createField(name)?.type === "integer" ? readInteger(value) : null;
	return checkField(name, number ?? value);
}
const targetFields = ["appl", "lvl"];
const objectFields = [
	"objn",
	"objt",
	"rpth"
];
/** True when `--set` says where requests go. */
function setsTarget(items) {
	const { fields } = parseSet(items);
	return targetFields.some((name) => Object.hasOwn(fields, name));
}
/** What `--set` says of where requests go and which object they are about, as `appl=ORD lvl=50`; empty: nothing. */
function targetOf(items) {
	const { fields } = parseSet(items);
	return [...targetFields, ...objectFields].filter((name) => Object.hasOwn(fields, name)).map((name) => `${name}=${fields[name] ?? ""}`).join(" ");
}

export { isAncestor, mergeBase, parseSet, setsTarget, targetOf };