import { escapeMarkdown, within } from "./action.mjs";
import { counted, escapeText, some } from "./start.mjs";

// src/check/unmapped.ts
/** Tracked files that no rule reaches. */
/** Files that no rule reaches on any branch that is filed. */
function unmappedFiles(files) {
	return files.filter(({ rules }) => rules.size > 0 && [...rules.values()].every((rule) => rule === null));
}
/** Files that have a rule on one branch and none on another. */
function partlyUnmapped(files) {
	const byBranch = /* @__PURE__ */ new Map();
	for (const { path, rules } of files) {
		const without = [...rules].filter(([, rule]) => rule === null).map(([branch]) => branch);
		if (without.length === rules.size) continue;
		for (const branch of without) {
			const paths = byBranch.get(branch) ?? [];
			paths.push(path.text);
			byBranch.set(branch, paths);
		}
	}
	return [...byBranch].map(([branch, paths]) => ({
		line: null,
		message: `on branch ${branch} no rule reaches ${counted(paths.length, "file")} that other branches file: ${some(paths)}`
	}));
}
/** Paths by directory and extension, the largest group first. */
function groupedPaths(paths) {
	return [...Map.groupBy(paths, (path) => {
		const slash = path.lastIndexOf("/");
		const dot = path.lastIndexOf(".");
		const ext = dot > slash + 1 ? path.slice(dot) : "";
		return `${path.slice(0, slash + 1)}*${ext}`;
	})].map(([pattern, found]) => ({
		pattern,
		paths: found
	})).toSorted((one, other) => other.paths.length - one.paths.length || (one.pattern < other.pattern ? -1 : 1));
}

// src/check/check-text.ts
/** How many lines of one kind are printed before the rest is counted. */
const mostLines = 50;
/** `rules[3] (line 12)`. */
function placeOf({ rule, line }) {
	return line === null ? rule : `${rule} (line ${line})`;
}
/** The parts of what was found, in the order of how much they matter; only those that have something to say. */
function checkParts(report) {
	const { unmapped, unreached, shadowed, collisions, warnings } = report;
	return [
		{
			title: `${counted(unmapped.length, "tracked file")} without a rule (unmapped: ${report.unmappedIs})`,
			lines: groupedPaths(unmapped).map(({ pattern, paths }) => `${pattern}  ${counted(paths.length, "file")}: ${some(paths)}`)
		},
		{
			title: `${counted(collisions.length, "object")} that several files make: a push that changes two of them files neither`,
			lines: collisions.map(({ object, paths, rules }) => `${object}: ${some(paths, 10)} (${rules.join(", ")})`)
		},
		{
			title: `${counted(warnings.length, "warning")}`,
			lines: warnings.map(({ line, message }) => line === null ? message : `line ${line}: ${message}`)
		},
		{
			title: `${counted(shadowed.length, "rule")} behind an earlier one that takes everything`,
			lines: shadowed.map((one) => `${placeOf(one)}: ${one.message}`)
		},
		{
			title: `${counted(unreached.length, "rule")} that nothing reaches`,
			lines: unreached.map((one) => `${placeOf(one)}: ${one.message}`)
		}
	].filter(({ lines }) => lines.length > 0);
}
/** One sentence on the mapping as a whole. */
function checkHeadline(report) {
	const { mapping, valid, rules, tracked, errors } = report;
	if (mapping === null) return `there is no .file-checkouts.yml: every file of every branch would be filed (${counted(tracked, "tracked file")}); \`file-checkouts init\` writes one`;
	if (!valid) return `${mapping.path} is not valid: ${counted(errors.length, "error")}`;
	const has = `${counted(rules.branches, "branch rule")}, ${counted(rules.files, "rule")}`;
	return `${mapping.path} is valid: ${has}, ${counted(tracked, "tracked file")}`;
}
function firstLines(lines) {
	const rest = lines.length - mostLines;
	return rest > 0 ? [...lines.slice(0, mostLines), `and ${rest} more`] : [...lines];
}
/** What was found, for people; errors of an invalid mapping with the line and a caret below. */
function checkText(report) {
	const path = report.mapping?.path ?? "";
	const errors = firstLines(report.errors.map(({ line, column, found, right }) => `${path}:${line}:${column}: ${found}; ${right}`));
	const carets = report.errors.map(({ caret }) => caret?.split("\n") ?? []);
	return `${[
		checkHeadline(report),
		...errors.flatMap((text, index) => [text, ...carets[index] ?? []]),
		...checkParts(report).flatMap(({ title, lines: found }) => [title, ...firstLines(found).map((line) => `  ${line}`)]),
		...report.service === null ? [] : [report.service.said, report.service.remedy].filter((line) => line !== null)
	].map(escapeText).join("\n")}\n`;
}

// src/check/check-markdown.ts
/** Longest page in bytes: hosts take at most 1 MiB of a job's summary. */
const mostBytes = 921600;
/** What was found, as Markdown for a job's summary. */
function checkMarkdown(report) {
	const item = (text) => `- ${escapeMarkdown(text)}`;
	const { errors, service } = report;
	const lines = [
		"## Mapping",
		"",
		escapeMarkdown(checkHeadline(report)),
		"",
		...errors.map(({ line, column, found, right }) => item(`${line}:${column}: ${found}; ${right}`)),
		...checkParts(report).flatMap(({ title, lines: found }) => [
			`### ${escapeMarkdown(title)}`,
			"",
			...found.map(item),
			""
		]),
		...service === null ? [] : [
			"### Service",
			"",
			escapeMarkdown([service.said, service.remedy ?? ""].join(" ").trim()),
			""
		]
	];
	return `${within(mostBytes, lines, (left) => [`and ${left} more lines`]).join("\n")}\n`;
}

export { checkMarkdown, checkText, partlyUnmapped, unmappedFiles };