import { createField } from "./schemas.mjs";
import { readInteger } from "./replies.mjs";
import { checkField } from "./rules.mjs";
import { nearest } from "./start.mjs";
import { isModeField, isPlaceholder, isTemplate, mappedFields } from "./templates.mjs";

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

export { parseSet, setsTarget, targetOf };