import { r as messageOf, t as Problem } from "./errors.mjs";
import { r as escapeText } from "./near.mjs";
import { d as textReport, t as run } from "./run.mjs";
import { writeFile } from "node:fs/promises";

// src/report/markdown.ts
/** A job summary may have 1 MiB; rows stop well before that and the rest is counted. */
const mostBytes = 9e5;
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
/** Text for a table cell: no markup, no mention, no link, no line of its own. */
function escapeMarkdown(text) {
	return escapeText(text).replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`).replace(/[\\`*_{}[\]()#+!|~$@:]/g, (char) => `&#${char.charCodeAt(0)};`);
}
function fileCell(request, report, links) {
	const text = escapeMarkdown(request.path);
	const head = report.range?.head;
	if (links.repository === null || !head || request.reason === "*DELETE") return text;
	const path = request.path.split("/").map(encodeURIComponent).join("/");
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
		escapeMarkdown(`${request.appl}/${request.lvl} ${request.objn} ${request.objt ?? request.attr ?? ""}`.trim()),
		request.objectId === null ? "" : String(request.objectId),
		request.rfp ? String(request.rfp) : "",
		fileCell(request, report, links),
		escapeMarkdown(quiet)
	].join(" | ")} |`;
}
function table(report, links) {
	const rank = ({ outcome }) => worstFirst.indexOf(outcome) + 1 || worstFirst.length + 1;
	const rows = report.requests.toSorted((one, other) => rank(one) - rank(other));
	const lines = ["| outcome | reason | object | request | RFP | file | |", "| --- | --- | --- | --- | --- | --- | --- |"];
	let bytes = 0;
	for (const [n, request] of rows.entries()) {
		const row = rowOf(request, report, links);
		bytes += Buffer.byteLength(row);
		if (bytes > mostBytes) return [
			...lines,
			"",
			`and ${rows.length - n} more, see the JSON report`
		];
		lines.push(row);
	}
	return lines;
}
function rangeLine(report, links) {
	const { range } = report;
	if (range === null) return "";
	const { base, head } = range;
	const span = base === null || head === null ? head ?? "" : `${base.slice(0, 12)}...${head.slice(0, 12)}`;
	const shown = base !== null && head !== null && report.requests.length > 0 && links.repository !== null ? `<a href="${links.repository}/compare/${base}...${head}">${span}</a>` : span;
	return `${escapeMarkdown(`${range.repo ?? ""} ${range.branch ?? ""}`)} ${shown} (rule: ${range.rule})`;
}
function leftOut(report) {
	if (report.leftOut.length === 0) return [];
	const lines = [...Map.groupBy(report.leftOut, (entry) => entry.why)].slice(0, 200).map(([why, entries]) => {
		const names = entries.slice(0, 5).map((entry) => escapeMarkdown(entry.path.slice(0, 300)));
		const more = entries.length > 5 ? `, and ${entries.length - 5} more` : "";
		return `- ${escapeMarkdown(why)} (${entries.length}): ${names.join(", ")}${more}`;
	});
	return [
		"",
		`<details><summary>${report.leftOut.length} left out</summary>`,
		"",
		...lines,
		"",
		"</details>"
	];
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
	if (report.error !== null) lines.push(`**${escapeMarkdown(report.error.message)}**`, "", escapeMarkdown(report.error.remedy), "");
	if (report.nothingToFile !== null) lines.push(`Nothing to file: ${escapeMarkdown(report.nothingToFile)}`, "");
	if (counts.length > 0) lines.push(counts.map(([name, count]) => `${count} ${name}`).join(", "), "");
	if (report.requests.length > 0) lines.push(...table(report, links));
	lines.push(...leftOut(report), "", ...report.notices.map((notice) => `- ${escapeMarkdown(notice)}`));
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