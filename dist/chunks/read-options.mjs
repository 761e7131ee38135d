import { t as Problem } from "./errors.mjs";
import { i as variableOf, n as optionTable, r as optionsOf } from "./options.mjs";

// src/check/annotations.ts
/** The notes of a check, beside the mapping file. Rules that nothing reaches are none: a mapping may be ahead of its files. */
function checkAnnotations(report) {
	const file = report.mapping?.inWorkspace;
	if (file === void 0) return [];
	const at = (level, line, message, column = null) => ({
		level,
		file,
		line,
		column,
		message
	});
	const { unmapped, unmappedIs } = report;
	const notes = [
		...report.errors.map(({ line, column, found, right }) => at("error", line, `${found}; ${right}`, column)),
		...report.collisions.map(({ object, paths }) => at("warning", null, `${object} is made by ${paths.join(", ")}`)),
		...report.shadowed.map(({ rule, line, message }) => at("warning", line, `${rule}: ${message}`)),
		...report.warnings.map(({ line, message }) => at("warning", line, message))
	];
	if (unmapped.length === 0 || unmappedIs === "ignore") return notes;
	const without = `${unmapped.length} tracked files without a rule: ${unmapped.slice(0, 10).join(", ")}`;
	return [...notes, at(unmappedIs === "error" ? "error" : "warning", null, without)];
}

// src/read-options.ts
function wrong(row, origin, found, right) {
	return new Problem("usage", `${origin}: ${found}`, `Give ${right}. (${row.about})`);
}
function readValue(row, raw, origin) {
	if (row.kind === "list") {
		const given = (Array.isArray(raw) ? raw : String(raw).split(/\r?\n/)).map((item) => item.trim()).filter((item) => item !== "");
		return given.length === 0 ? void 0 : given;
	}
	const text = String(Array.isArray(raw) ? raw.at(-1) : raw).trim();
	if (text === "") return void 0;
	if (row.choices && !row.choices.includes(text)) throw wrong(row, origin, `${JSON.stringify(text)} is not one of its values`, row.choices.join(", "));
	if (row.kind === "flag") {
		if (/^(true|yes|1)$/i.test(text)) return true;
		if (/^(false|no|0)$/i.test(text)) return false;
		throw wrong(row, origin, `${JSON.stringify(text)} is neither true nor false`, "true or false");
	}
	if (row.kind === "number" && !/^\d{1,9}$/.test(text)) throw wrong(row, origin, `${JSON.stringify(text)} is not a number`, "a whole number");
	if (row.pattern && !row.pattern.test(text)) {
		const right = row.kind === "number" ? "a whole number from 1 on" : row.value ?? "another value";
		throw wrong(row, origin, `${JSON.stringify(text)} cannot be right`, right);
	}
	return row.kind === "number" ? Number(text) : text;
}
/**
* Reads raw values into typed options. Several sources may be given, first one wins; an empty value counts as not
* given.
*
* @param sources each with how it names an option in an error, as `--base` or `FILE_CHECKOUTS_BASE`.
* @throws Problem('usage') on the first value that cannot be right.
*/
function readOptions(command, sources) {
	const options = {};
	for (const row of optionsOf(command)) for (const { values, nameOf } of sources) {
		const raw = values[row.name];
		const value = raw === void 0 ? void 0 : readValue(row, raw, nameOf(row.name));
		if (value === void 0) continue;
		if (value !== false) options[row.name] = value;
		break;
	}
	return options;
}
/** The options that the environment sets (`FILE_CHECKOUTS_<NAME>`). */
function environmentOptions(env) {
	return Object.fromEntries(optionTable.map(({ name }) => [name, env[variableOf(name)]]));
}

export { readOptions as n, checkAnnotations as r, environmentOptions as t };