import { n as isEmptyTree } from "./tree.mjs";
import { n as markdownCode, t as escapeMarkdown } from "./escape-markdown.mjs";
import { t as within } from "./fitting.mjs";
import { i as fileUrl, n as commitUrl, r as compareUrl, t as worstFirst } from "./worst-first.mjs";
import { a as objectText } from "./report.mjs";

// src/report/mermaid.ts
/** A picture of more requests than this is no help. */
const mostDrawn = 20;
const longestLabel = 60;
/**
* A label as Mermaid takes it, in quotes: letters, digits and a few plain signs as they are, all else as a character
* code, so that no name can end the label, the fence or start a directive.
*/
function label(text) {
	const characters = Array.from(text.toWellFormed());
	return `"${(characters.slice(0, longestLabel).join("") + (characters.length > longestLabel ? "..." : "")).replace(/[^A-Za-z0-9 ./*_-]/gu, (character) => `#${character.codePointAt(0)};`)}"`;
}
function requestLabel(request) {
	const { objectId, outcome, action } = request;
	const reason = request.reason === "*MIGRATE" ? "" : ` ${request.reason}`;
	const number = objectId === null ? "" : ` #${objectId}`;
	return `${outcome === "planned" ? action === "none" ? "unchanged" : action ?? "planned" : outcome}${reason}${number} ${objectText(request)}`;
}
function rfpLabel({ rfp, outcome }) {
	if (rfp) return `RFP ${rfp}`;
	return outcome === "planned" ? null : "no RFP";
}
/**
* A picture of RFP, request and file for a small run, as the lines of a Mermaid block; none for a large run or one
* without requests.
*/
function mermaidPicture(report) {
	const { requests } = report;
	if (requests.length === 0 || requests.length > mostDrawn) return [];
	const rfps = [...new Set(requests.map(rfpLabel).filter((text) => text !== null))];
	const nodes = rfps.map((text, n) => `  p${n}([${label(text)}])`);
	const rows = requests.flatMap((request, n) => {
		const rfp = rfpLabel(request);
		const from = rfp === null ? [] : [`  p${rfps.indexOf(rfp)} --> r${n}`];
		return [
			`  r${n}[${label(requestLabel(request))}]`,
			`  f${n}[/${label(request.path)}/]`,
			...from,
			`  r${n} --> f${n}`
		];
	});
	return [
		"```mermaid",
		"flowchart LR",
		...nodes,
		...rows,
		"```"
	];
}

// src/report/markdown.ts
/** A job summary may have 1 MiB (over it the upload fails): each part stops well before that and counts the rest. */
const mostBytes = {
	error: 5e4,
	rows: 7e5,
	leftOut: 15e4,
	notices: 5e4
};
function linked(url, text) {
	return url === null ? text : `<a href="${url}">${text}</a>`;
}
function fileCell(request, report, links) {
	const text = markdownCode(request.path);
	const head = report.range?.head;
	const there = request.reason !== "*DELETE" && request.outcome !== "withdrawn" && request.pathBase64 === void 0;
	return linked(head && there ? fileUrl(links, head, request.path) : null, text);
}
function rowOf(request, report, links) {
	const said = [
		request.msg ?? "",
		request.remedy ?? "",
		...request.warnings
	].filter((text) => text !== "").join(" – ");
	const quiet = request.outcome === "created" || request.outcome === "updated" ? request.warnings.join(" – ") : said;
	return `| ${[
		request.outcome === "planned" ? `planned: ${request.action === "none" ? "unchanged" : request.action ?? "create"}` : request.outcome,
		escapeMarkdown(request.reason),
		markdownCode(objectText(request)),
		request.objectId === null ? "" : String(request.objectId),
		request.rfp ? String(request.rfp) : "",
		fileCell(request, report, links),
		escapeMarkdown(quiet)
	].join(" | ")} |`;
}
function table(report, links) {
	const lines = worstFirst(report.requests).map((request) => rowOf(request, report, links));
	return [
		"| outcome | reason | object | request | RFP | file | |",
		"| --- | --- | --- | --- | --- | --- | --- |",
		...within(mostBytes.rows, lines, (left) => ["", `and ${left} more, see the JSON report`])
	];
}
/** What was compared: the two commits of a push, or the one that was looked at. */
function rangeLine(report, links) {
	const { range } = report;
	if (range === null) return "";
	const { base, head } = range;
	const name = escapeMarkdown(`${range.repo ?? ""} ${range.branch ?? ""}`.trim());
	if (head === null) return `${name} (rule: ${range.rule})`;
	const commit = linked(commitUrl(links, head), head.slice(0, 12));
	const real = base !== null && report.requests.length > 0 && !isEmptyTree(base);
	const span = base === null ? "" : `${base.slice(0, 12)}...${head.slice(0, 12)}`;
	return `${name} at ${commit}${base === null ? "" : `, compared ${real ? linked(compareUrl(links, base, head), span) : span}`} (rule: ${range.rule})`;
}
/** The run and the mapping that it used. */
function runLine({ run, mapping, tool }) {
	const who = run.actor === null ? "" : ` by ${markdownCode(run.actor)}`;
	const name = run.id === null ? "" : linked(run.url, `run ${escapeMarkdown(run.id)}`);
	const used = mapping === null ? "no mapping file" : `mapping ${markdownCode(mapping.path)}`;
	return [
		`${name}${who}`.trim(),
		used,
		`file-checkouts ${escapeMarkdown(tool)}`
	].filter((part) => part !== "").join(" · ");
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
	const picture = mermaidPicture(report);
	if (picture.length > 0) lines.push("", "<details><summary>Picture</summary>", "", ...picture, "", "</details>");
	lines.push(...leftOut(report), "", ...notices(report), "", runLine(report));
	return `${lines.join("\n").trimEnd()}\n`;
}

export { markdownReport as t };