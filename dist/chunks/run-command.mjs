import { r as messageOf, t as Problem } from "./errors.mjs";
import { t as escapeText } from "./log.mjs";
import { t as run, u as textReport } from "./run.mjs";
import { writeFile } from "node:fs/promises";

// src/report/escape-markdown.ts
/** The longest text of a cell or line, in characters before escaping; a name or message may be of any length. */
const longest = 600;
const entity = (char) => `&#${char.charCodeAt(0)};`;
function shorten(text) {
	if (text.length <= longest) return text;
	return `${Array.from(text.slice(0, 2 * longest)).slice(0, longest).join("")}...`;
}
function withoutMarkup(text) {
	return escapeText(shorten(text)).replace(/[&<>"'\\`*_{}[\]()#+!|~$@%^:=-]|(?<=^\d+|\bwww)\./gi, entity);
}
/**
* Text for a line or a table cell: no markup, no mention, no link, no line of its own; shortened when it is very long.
* The hosts look for `@name`, `#1`, `!1` and the like in what is shown, where an entity does not hide them: a
* zero-width blank behind the sign does.
*/
function escapeMarkdown(text) {
	return withoutMarkup(text).replace(/&#(?:33|35|36|37|38|64|94|126);(?=\w)|(?<=\bGH)&#45;(?=\d)/gi, "$&&#8203;");
}
/** A name as code: to be copied as it is, and no host looks for anything in it. */
function markdownCode(text) {
	return `<code>${withoutMarkup(text)}</code>`;
}
/** As many of the lines as the bytes allow, and what `rest` says of those that do not fit. */
function within(most, lines, rest) {
	let bytes = 0;
	const fits = lines.findIndex((line) => {
		bytes += Buffer.byteLength(line) + 1;
		return bytes > most;
	});
	return fits < 0 ? [...lines] : [...lines.slice(0, fits), ...rest(lines.length - fits)];
}

// src/report/markdown.ts
/** A job summary may have 1 MiB (over it the upload fails): each part stops well before that and counts the rest. */
const mostBytes = {
	error: 5e4,
	rows: 7e5,
	leftOut: 15e4,
	notices: 5e4
};
/** Order of the rows: what needs a person comes first. */
const worstFirst = [
	"conflict",
	"rejected",
	"collision",
	"unknown",
	"unsendable",
	"notAttempted",
	"withdrawn"
];
/** A path that is long enough to be an attack on the summary's size is no link. */
const longestLink = 1e3;
function fileCell(request, report, links) {
	const text = markdownCode(request.path);
	const head = report.range?.head;
	const there = request.reason !== "*DELETE" && request.pathBase64 === void 0 && request.path.length <= longestLink;
	if (links.repository === null || !head || !there) return text;
	const path = request.path.toWellFormed().split("/").map(encodeURIComponent).join("/");
	return `<a href="${links.repository}/blob/${head}/${path.replaceAll("'", "%27")}">${text}</a>`;
}
function rowOf(request, report, links) {
	const said = [
		request.msg ?? "",
		request.remedy ?? "",
		...request.warnings
	].filter((text) => text !== "").join(" – ");
	const quiet = request.outcome === "created" || request.outcome === "updated" ? request.warnings.join(" – ") : said;
	return `| ${[
		request.outcome,
		escapeMarkdown(request.reason),
		markdownCode(`${request.appl}/${request.lvl} ${request.objn} ${request.objt ?? request.attr ?? ""}`.trim()),
		request.objectId === null ? "" : String(request.objectId),
		request.rfp ? String(request.rfp) : "",
		fileCell(request, report, links),
		escapeMarkdown(quiet)
	].join(" | ")} |`;
}
function table(report, links) {
	const rank = ({ outcome }) => worstFirst.indexOf(outcome) + 1 || worstFirst.length + 1;
	const lines = report.requests.toSorted((one, other) => rank(one) - rank(other)).map((request) => rowOf(request, report, links));
	return [
		"| outcome | reason | object | request | RFP | file | |",
		"| --- | --- | --- | --- | --- | --- | --- |",
		...within(mostBytes.rows, lines, (left) => ["", `and ${left} more, see the JSON report`])
	];
}
function rangeLine(report, links) {
	const { range } = report;
	if (range === null) return "";
	const { base, head } = range;
	const span = base === null || head === null ? head ?? "" : `${base.slice(0, 12)}...${head.slice(0, 12)}`;
	const shown = base !== null && head !== null && report.requests.length > 0 && links.repository !== null ? `<a href="${links.repository}/compare/${base}...${head}">${span}</a>` : span;
	return `${escapeMarkdown(`${range.repo ?? ""} ${range.branch ?? ""}`)} ${shown} (rule: ${range.rule})`;
}
/** A message may have a line for each thing that is wrong, as the mapping's does. */
function errorLines(error) {
	const lines = error.message.split("\n").map((line) => `**${escapeMarkdown(line.trimEnd()) || " "}**  `);
	return [
		...within(mostBytes.error, lines, (left) => [`and ${left} more lines, see the JSON report`]),
		"",
		escapeMarkdown(error.remedy),
		""
	];
}
function leftOut(report) {
	if (report.leftOut.length === 0) return [];
	const lines = [...Map.groupBy(report.leftOut, (entry) => entry.why)].map(([why, entries]) => {
		const names = entries.slice(0, 5).map((entry) => markdownCode(entry.path));
		const more = entries.length > 5 ? `, and ${entries.length - 5} more` : "";
		return `- ${escapeMarkdown(why)} (${entries.length}): ${names.join(", ")}${more}`;
	});
	const shown = within(mostBytes.leftOut, lines, (left) => [`- and ${left} more reasons, see the JSON report`]);
	return [
		"",
		`<details><summary>${report.leftOut.length} left out</summary>`,
		"",
		...shown,
		"",
		"</details>"
	];
}
function notices(report) {
	const lines = report.notices.map((notice) => `- ${escapeMarkdown(notice)}`);
	return within(mostBytes.notices, lines, (left) => [`- and ${left} more notes, see the JSON report`]);
}
/** The report as Markdown, for a job summary or a comment: worst first, under 1 MiB. */
function markdownReport(report, links) {
	const counts = Object.entries(report.counts).filter(([name, count]) => count > 0 && name !== "leftOut");
	const lines = [
		"### file-checkouts",
		"",
		rangeLine(report, links),
		""
	];
	if (report.error !== null) lines.push(...errorLines(report.error));
	if (report.nothingToFile !== null) lines.push(`Nothing to file: ${escapeMarkdown(report.nothingToFile)}`, "");
	if (counts.length > 0) lines.push(counts.map(([name, count]) => `${count} ${name}`).join(", "), "");
	if (report.requests.length > 0) lines.push(...table(report, links));
	lines.push(...leftOut(report), "", ...notices(report));
	return `${lines.join("\n").trimEnd()}\n`;
}

// src/commands/run-command.ts
/** The report in the form that `--format` asks for. */
function formatReport(report, options, repositoryUrl) {
	if (options.format === "json") return `${JSON.stringify(report, null, 2)}\n`;
	if (options.format === "markdown") return markdownReport(report, { repository: repositoryUrl });
	return textReport(report);
}
/** Writes the JSON report to the file that `--report` names. @throws Problem('usage') when that cannot be done. */
async function writeReport(report, file) {
	if (file === void 0) return;
	try {
		await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
	} catch (error) {
		throw new Problem("usage", `the report ${file} cannot be written: ${messageOf(error)}`, "Check --report.");
	}
}
/** `plan` and `file` on the command line: run, print, write the report; gives the exit code. */
async function runCommand(input, output) {
	const report = await run(input);
	output.out(formatReport(report, input.options, input.event.repository.url));
	await writeReport(report, input.options.report);
	return report.exitCode;
}

export { markdownReport as i, runCommand as n, writeReport as r, formatReport as t };