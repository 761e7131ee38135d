import { unsendableName } from "./action.mjs";

// src/plan/planned.ts
const forNow = [
	"noBranchRule",
	"unmapped",
	"superseded",
	"asOnDefault"
];
/** True for a file that is left out for now only: what is open of it stays open. */
function isLeftOutForNow({ because }) {
	return forNow.includes(because.code);
}
/** True for a request that carries no content: a migration of its object does what it asks for, too (design §13). */
function needsNoContent(reason) {
	return reason === "*RECOMPILE" || reason === "*UPDATE";
}
/** What keeps a file's request from being sent: a name that cannot be carried, or values that cannot be right. */
function obstacleOf(path, problems) {
	const name = unsendableName(path);
	if (name !== null) return {
		outcome: "unsendable",
		why: name.text
	};
	return problems.length === 0 ? null : {
		outcome: "rejected",
		why: problems.join("; ")
	};
}
/** A request for one object of a file; without content, and not added by the branch, unless `rest` says so. */
function requestOf(path, rule, target, rest) {
	const { identity, fields, problems, isOrdered } = target;
	const about = {
		path,
		previousPath: null,
		rule,
		identity,
		fields,
		blob: null,
		bytes: null,
		added: false
	};
	const order = isOrdered ? { isOrdered } : {};
	return {
		...about,
		...order,
		obstacle: obstacleOf(path, problems),
		...rest
	};
}
/** The fields of a request for another reason than a migration: `copy` counts for these alone (interface §2.1). */
function fieldsFor(reason, { fields: { copy: _, ...fields } }) {
	return {
		...fields,
		rsn: reason
	};
}

export { fieldsFor, isLeftOutForNow, needsNoContent, requestOf };