import { Problem } from "./start.mjs";
import { parseSet } from "./set.mjs";

// src/run/read-set.ts
/** The fields that `--set` gives. @throws Problem('usage') naming every item that cannot be used. */
function readSet(options) {
	const { fields, problems } = parseSet(options.set);
	if (problems.length > 0) throw new Problem("usage", `--set: ${problems.join("; ")}`, "Give FIELD=VALUE.");
	return fields;
}

export { readSet };