import { nearest } from "./start.mjs";
import { readInteger } from "./replies.mjs";
import { isModeField, isPlaceholder, isTemplate, mappedFields } from "./check-modes.mjs";
import { createField } from "./schemas.mjs";
import { GitFailure, ensureHistory, unreadable } from "./fetch.mjs";
import { checkField } from "./rules.mjs";

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
	if (isModeField(name)) return `${name} is not set as a field; use --rfp none, per-push, per-branch or an RFP number`;
	const fields = mappedFields.map((field) => field.name);
	if (!fields.includes(name)) {
		const near = nearest(name, fields);
		return `${name} is not a field of a create request; ${near === null ? `one of ${fields.join(", ")}` : `did you mean ${near}?`}`;
	}
	if (isNothing(value) || isTemplate(value) || isPlaceholder(value)) return null;
	const number = createField(name)?.type === "integer" ? readInteger(value) : null;
	return checkField(name, number ?? value)?.text ?? null;
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
/** What `--set` says of the target and the object of requests, as `appl=ORD lvl=50`; empty: nothing. */
function targetOf(items) {
	const { fields } = parseSet(items);
	return [...targetFields, ...objectFields].filter((name) => Object.hasOwn(fields, name)).map((name) => `${name}=${fields[name] ?? ""}`).join(" ");
}

export { isAncestor, mergeBase, parseSet, setsTarget, targetOf };