import { commitUrl, compareUrl, dependentName, dependentRequest, fileUrl, heldTexts, isEmptyTree, isHeld, isSettled, objectText, projectName, rfpText, whyAffected, within, worstFirst } from "./action.mjs";
import { htmlLink, htmlTable, htmlText } from "./escape.mjs";
import { countedHave } from "./start.mjs";
import { createHash } from "node:crypto";

// src/report/html/verdict.ts
/** What a report says in words, the same in its heading, picture and table. */
function moodOf(request) {
	const { outcome } = request;
	if (isSettled(request)) return "good";
	return outcome === "notAttempted" || outcome === "unknown" ? "open" : "bad";
}
/** How it looks: a planned request whose object another branch holds is open. */
function lookOf(request) {
	return isHeld(request) ? "open" : moodOf(request);
}
const outcomeWords = {
	notAttempted: "not attempted",
	leftOut: "left out"
};
/** An outcome, or the name of a count, in words. */
function outcomeWord(outcome) {
	return outcomeWords[outcome] ?? outcome;
}
/** What became of a request; of a planned one, what would be done. */
function becameOf(request) {
	const { outcome, action } = request;
	if (outcome !== "planned") return outcomeWord(outcome);
	const doing = action === "none" ? "nothing to do" : `to ${action ?? "create"}`;
	return isHeld(request) ? `${doing}, held` : doing;
}
function heldOf({ requests }) {
	const held = requests.filter(isHeld).length;
	return held === 0 ? "" : ` ${countedHave(held, "object")} a request of another branch in the way.`;
}
function verdict(report) {
	const { requests, command, error, nothingToFile, counts } = report;
	if (error !== null) return "The run was stopped.";
	if (nothingToFile !== null) return `Nothing to file: ${nothingToFile}`;
	const failed = requests.filter((request) => moodOf(request) !== "good").length;
	if (failed > 0) return `${failed} of ${requests.length} requests ${command === "plan" ? "cannot be filed" : "are not settled"}.`;
	if (command === "plan") return `A plan: nothing was filed.${heldOf(report)}`;
	if (report.exitCode !== 0) return "Files were left out that should not be.";
	return requests.length === 0 ? `No requests; ${counts.leftOut} files left out.` : "Everything was filed.";
}

// src/report/html/picture.ts
/** A picture of more requests than this is no help. */
const mostDrawn$1 = 20;
/** Sizes in the units of the picture. */
const rowHeight = 52;
const boxHeight = 40;
const width = 950;
const characterWidth = 7.8;
const columns$1 = {
	rfp: {
		x: 1,
		width: 150
	},
	request: {
		x: 200,
		width: 300
	},
	file: {
		x: 550,
		width: 398,
		keepsEnd: true
	}
};
/** What fits into a box; of a path the end says more. */
function fitting(text, column) {
	const most = Math.floor((column.width - 20) / characterWidth);
	const characters = Array.from(text);
	if (characters.length <= most) return text;
	if (column.keepsEnd !== true) return `${characters.slice(0, most - 3).join("")}...`;
	return `...${characters.slice(3 - most).join("")}`;
}
/** A box with lines of text; the inner svg cuts off what is wider than the box after all. */
function box(column, y, lines, look) {
	const texts = lines.map((line, n) => {
		return `<text x="10" y="${lines.length === 1 ? 25 : 17 + 16 * n}">${htmlText(fitting(line, column))}</text>`;
	});
	const size = `width="${column.width}" height="${boxHeight}"`;
	return `<svg x="${column.x}" y="${y}" ${size}><g class="box ${look}"><rect x="1" y="1" width="${column.width - 2}" height="38" rx="4"/>${texts.join("")}</g></svg>`;
}
/** A line from the end of one box to the beginning of another. */
function line(from, fromY, to, toY) {
	const half = boxHeight / 2;
	const [x1, x2] = [from.x + from.width, to.x];
	const middle = (x1 + x2) / 2;
	return `<path d="M${x1} ${fromY + half}C${middle} ${fromY + half} ${middle} ${toY + half} ${x2} ${toY + half}"/>`;
}
function rowOf$1({ request, y }) {
	const { request: middle, file } = columns$1;
	const number = request.objectId === null ? "" : ` #${request.objectId}`;
	const words = [`${becameOf(request)}${number}`, objectText(request)];
	const isDelete = request.reason === "*DELETE";
	return [
		line(middle, y, file, y),
		box(middle, y, words, lookOf(request)),
		box(file, y, [request.path], isDelete ? "file gone" : "file")
	].join("");
}
function rfpOf(rfp, rows) {
	const heights = rows.map(({ y }) => y);
	const y = (Math.min(...heights) + Math.max(...heights)) / 2;
	return `${rows.map((row) => line(columns$1.rfp, y, columns$1.request, row.y)).join("")}${box(columns$1.rfp, y, [rfp === null ? "no RFP" : `RFP ${rfp}`], "rfp")}`;
}
/**
* RFP, request and file of a small run as SVG; empty for a large run or one without requests. Each text is in the table
* as well, so the picture is one image to a reader that speaks.
*/
function htmlPicture(report) {
	if (report.requests.length === 0 || report.requests.length > mostDrawn$1) return "";
	const rows = [...Map.groupBy(worstFirst(report.requests), ({ rfp }) => rfp || null).values()].flat().map((request, n) => ({
		request,
		y: n * 52 + 4
	}));
	const isPlan = report.command === "plan";
	const rfps = [...Map.groupBy(rows, ({ request }) => request.rfp || null)].map(([rfp, of]) => rfp === null && isPlan ? "" : rfpOf(rfp, of));
	return figure({
		region: "Picture of the run",
		label: "RFPs, requests and files, as in the table",
		caption: "RFP, request, file"
	}, rows.length, [...rfps, ...rows.map(rowOf$1)]);
}
/** A picture of so many rows as one image, as the table beside it says the same in words. */
function figure({ region, label, caption }, rows, drawn) {
	const height = rows * 52;
	return `<figure><div class="scroll" tabindex="0" role="region" aria-label="${region}">
<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
${drawn.join("\n")}
</svg></div>
<figcaption>${caption}</figcaption></figure>`;
}

// src/report/html/affected.ts
/** A graph of more dependents, or more changed files, than this is no help. */
const mostDrawn = 20;
/** Bytes of the table; the rest is counted. */
const mostBytes$3 = 12e4;
const columns = {
	changed: {
		x: 1,
		width: 398,
		keepsEnd: true
	},
	affected: {
		x: 520,
		width: 428
	}
};
/** What the push affects beside what it changes: a graph of a small push, and a table; empty when there is nothing. */
function htmlAffected(report) {
	const { dependents } = report;
	if (dependents.length === 0) return "";
	const rows = dependents.map((one) => {
		const [name = "", ...others] = [
			dependentName(one),
			one.reason,
			stateOf(one, report),
			whyAffected(one),
			one.path
		].map(htmlText);
		return `<tr><th scope=row>${name}${others.map((cell) => `<td>${cell}`).join("")}`;
	});
	const shown = within(mostBytes$3, rows, (left) => [`<tr><td colspan=5>and ${left} more, see the JSON report`]);
	return `<section aria-labelledby="affected"><h2 id="affected">Affected</h2>
${graphOf(report)}${htmlTable("aria-label=\"Table of what is affected\"", {
		look: "scroll affected",
		caption: "Objects that use a changed file",
		heads: [
			"object",
			"reason",
			"request",
			"why",
			"file"
		]
	}, shown)}</section>`;
}
function stateOf(dependent, report) {
	const request = dependentRequest(dependent, report);
	return request === null ? "not requested" : becameOf(request);
}
/** Changed files on the left, what they affect on the right; the table says the same in words. */
function graphOf(report) {
	const { dependents } = report;
	const changed = [...new Set(dependents.flatMap(({ because }) => because.map(({ path }) => path)))];
	const rows = Math.max(dependents.length, changed.length);
	if (rows > mostDrawn) return "";
	const heightAt = (n, count) => ((n + .5) * rows / count - .5) * 52;
	const heights = new Map(changed.map((path, n) => [path, heightAt(n, changed.length)]));
	const boxes = [...heights].map(([path, y]) => box(columns.changed, y, [path], "file"));
	const affected = dependents.map((one, n) => {
		const y = heightAt(n, dependents.length);
		const lines = one.because.map(({ path }) => line(columns.changed, heights.get(path) ?? 0, columns.affected, y));
		const request = dependentRequest(one, report);
		const texts = [dependentName(one), `${one.reason}, ${stateOf(one, report)}`];
		return `${lines.join("")}${box(columns.affected, y, texts, request === null ? "open" : lookOf(request))}`;
	});
	return `${figure({
		region: "Picture of what is affected",
		label: "Changed files and what they affect, as in the table",
		caption: "changed file, affected object"
	}, rows, [...affected, ...boxes])}\n`;
}

// src/report/html/heading.ts
/** Bytes of an error's lines, and of the notes. */
const mostBytes$2 = 5e4;
function commits(range, links) {
	const { base, head } = range;
	if (head === null) return "";
	const short = (oid) => htmlText(oid.slice(0, 12));
	const commit = htmlLink(commitUrl(links, head), short(head));
	if (base === null || isEmptyTree(base)) return commit;
	return `${commit}, compared with ${htmlLink(compareUrl(links, base, head), short(base))}`;
}
/** What, when, who: names and values, those that are known. */
function facts(report, links) {
	const { run, range, mapping, tool, exitCode } = report;
	return [
		["repository", range?.repo ? htmlText(range.repo) : null],
		["branch", range?.branch ? htmlText(range.branch) : null],
		["commit", range === null ? null : commits(range, links)],
		["base chosen by", range === null ? null : htmlText(range.rule)],
		["when", `<time datetime="${htmlText(run.at)}">${htmlText(`${run.at.slice(0, 19).replace("T", " ")} UTC`)}</time>`],
		["who", run.actor === null ? null : htmlText(run.actor)],
		["run", run.id === null ? null : htmlLink(run.url, htmlText(`${run.id}, attempt ${run.attempt}`))],
		["mapping", mapping === null ? "none" : htmlText(mapping.path)],
		["exit code", String(exitCode)],
		["made by", htmlText(`file-checkouts ${tool}, ${report.command}`)]
	].filter((fact) => fact[1] !== null && fact[1] !== "");
}
function counts(report) {
	const some = Object.entries(report.counts).filter(([, count]) => count > 0);
	if (some.length === 0) return "";
	return `<ul class="counts">${some.map(([name, count]) => `<li><b>${count}</b> ${outcomeWord(name)}</li>`).join("")}</ul>`;
}
/** Why the run was stopped and what to do; a message may have a line for each thing that is wrong. */
function errorOf({ error }) {
	if (error === null) return "";
	return `<div class="error"><pre>${within(mostBytes$2, error.message.split("\n").map(htmlText), (left) => [`and ${left} more lines`]).join("\n")}</pre><p>${htmlText(error.remedy)}</p></div>`;
}
function htmlTitle({ range }) {
	return htmlText([
		"Check-outs",
		range?.repo ?? "",
		range?.branch ?? ""
	].filter((part) => part !== "").join(" "));
}
/** The head of the page: what came of it, when, who, and how many of which. */
function htmlHeading(report, links) {
	const list = facts(report, links).map(([name, html]) => `<div><dt>${name}</dt><dd>${html}</dd></div>`);
	return `<header><h1>${htmlTitle(report)}</h1>
<p class="verdict ${report.exitCode === 0 ? "good" : "bad"}">${htmlText(verdict(report))}</p>
${errorOf(report)}${counts(report)}
<dl>${list.join("\n")}</dl></header>`;
}
/** Things said once for the whole run; empty when there are none. */
function htmlNotes({ notices }) {
	if (notices.length === 0) return "";
	const items = notices.map(({ message }) => `<li>${htmlText(message)}</li>`);
	return `<section aria-labelledby="notes"><h2 id="notes">Notes</h2><ul>
${within(mostBytes$2, items, (left) => [`<li>and ${left} more notes, see the JSON report</li>`]).join("\n")}
</ul></section>`;
}

// src/report/html/left-out.ts
/** Bytes of all reasons with their files; the rest is counted. */
const mostBytes$1 = 25e4;
/** Bytes of the files of one reason. */
const mostPerReason = 6e4;
/** A list of more files than this is closed until somebody opens it. */
const mostOpen = 20;
function fileOf$1({ path, previousPath }) {
	return `<li>${htmlText(path)}${previousPath === void 0 ? "" : ` (was ${htmlText(previousPath)})`}</li>`;
}
function reasonOf(why, files) {
	const items = within(mostPerReason, files.map(fileOf$1), (left) => [`<li>and ${left} more, see the JSON report</li>`]);
	return `<details${files.length > mostOpen ? "" : " open"}><summary>${htmlText(why)} (${files.length})</summary><ul>${items.join("\n")}</ul></details>`;
}
/** The files that were left out, by reason; empty when there are none. */
function htmlLeftOut(report) {
	if (report.leftOut.length === 0) return "";
	const parts = [...Map.groupBy(report.leftOut, ({ why }) => why)].map(([why, files]) => reasonOf(why, files));
	return `<section aria-labelledby="left-out"><h2 id="left-out">Left out, and why</h2>
${within(mostBytes$1, parts, (left) => [`<p>and ${left} more reasons, see the JSON report</p>`]).join("\n")}
</section>`;
}

// src/report/html/requests.ts
/** Bytes of all rows; the rest is counted. */
const mostBytes = 14e5;
/** In a run of more requests than this the files are no links: the addresses are longer than all the rest. */
const mostLinked = 1e3;
/** A person needs what was said of a request that is not settled; of the others only the warnings, and who holds it. */
function saidOf(request, report) {
	const said = moodOf(request) === "good" && request.outcome !== "withdrawn" ? request.warnings : [
		request.msg ?? "",
		request.remedy ?? "",
		...request.warnings
	];
	return [...heldTexts(request, report), ...said].filter((text) => text !== "").map(htmlText).join("<br>");
}
function fileOf(request, url) {
	const was = request.previousPath === null ? "" : `<br>was ${htmlText(request.previousPath)}`;
	return htmlLink(url, htmlText(request.path)) + was;
}
/** The address of the file as the commit has it; a deleted file has none, nor has one whose name is not text. */
function urlOf(request, report, links) {
	const head = report.range?.head;
	const isThere = request.reason !== "*DELETE" && request.pathBase64 === void 0;
	if (!head || !isThere || report.requests.length > mostLinked) return null;
	return fileUrl(links, head, request.path);
}
/** In a plan, what the request will be: its attribute, and where it is booked. */
function planCells(request, isPlan) {
	if (!isPlan) return [];
	return [request.attr ?? "", projectName(request)].map(htmlText);
}
/** A row; the end tags that HTML lets one leave out are left out, as there may be 10,000 of it. */
function rowOf(request, report, links, isPlan) {
	const cells = [
		htmlText(request.reason),
		htmlText(objectText(request)),
		...planCells(request, isPlan),
		request.objectId ?? "",
		request.outcome === "planned" ? htmlText(rfpText(request)) : request.rfp || "",
		fileOf(request, urlOf(request, report, links)),
		saidOf(request, report)
	];
	return `<tr${lookOf(request) === "good" ? "" : ` class=${lookOf(request)}`}><th scope=row>${becameOf(request)}${cells.map((cell) => `<td>${cell}`).join("")}`;
}
/** The requests as a table, worst first; empty when there are none. */
function htmlRequests(report, links) {
	if (report.requests.length === 0) return "";
	const isPlan = report.requests.some(({ outcome }) => outcome === "planned");
	const rows = worstFirst(report.requests).map((request) => rowOf(request, report, links, isPlan));
	const heads = [
		"outcome",
		"reason",
		"object",
		...isPlan ? ["attribute", "project"] : [],
		"request",
		"RFP",
		"file",
		"what was said"
	];
	const look = isPlan ? "scroll plan" : "scroll";
	const rest = (left) => [`<tr><td colspan=${heads.length}>and ${left} more requests, see the JSON report`];
	const shown = within(mostBytes, rows, rest);
	const which = report.requests.length === 1 ? "the one request" : `the ${report.requests.length} requests`;
	return `<section aria-labelledby="requests"><h2 id="requests">Requests</h2>
${htmlTable("aria-labelledby=\"requests\"", {
		look,
		caption: `What became of ${which}, worst first`,
		heads
	}, shown)}</section>`;
}

// src/report/html/style.ts
/** The style of the report: light and dark, on a screen of any width, on paper. */
const htmlStyle = `
:root { color-scheme: light dark; --ground: #fff; --raised: #f4f6f8; --text: #1b1f24; --quiet: #57606a; --line: #d0d7de;
  --link: #0550ae; --bad: #a40e26; --open: #7d4e00; --good: #116329; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d1117; --raised: #161b22; --text: #e6edf3; --quiet: #9da7b1; --line: #3d444d;
    --link: #79c0ff; --bad: #ff9492; --open: #e3b341; --good: #7ee787; }
}
body { margin: 0 auto; padding: 1rem; max-width: 80rem; background: var(--ground); color: var(--text);
  font: 0.9375rem/1.5 system-ui, sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
h1 { margin: 0; font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.15rem; }
.verdict { margin: 0.3rem 0 1rem; font-size: 1.1rem; font-weight: 600; overflow-wrap: anywhere; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.error { border-left: 4px solid var(--bad); padding-left: 1rem; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.counts { display: flex; flex-wrap: wrap; gap: 0.4rem 1.2rem; padding: 0; list-style: none; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0.6rem 1.5rem; margin: 0; }
dt, caption, figcaption { color: var(--quiet); font-size: 0.85rem; text-align: left; }
dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 2rem 0 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.25rem 0.6rem 0.25rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--quiet); font-size: 0.85rem; border: 0; }
tbody th { font-weight: 600; white-space: nowrap; }
td:nth-child(n + 6) { min-width: 14rem; overflow-wrap: anywhere; }
td:nth-child(3) { min-width: 13rem; overflow-wrap: anywhere; }
.plan td:nth-child(n + 4):nth-child(-n + 7) { min-width: 0; overflow-wrap: normal; }
.plan td:nth-child(7) { min-width: 5.5rem; }
.plan td:nth-child(n + 8) { min-width: 14rem; overflow-wrap: anywhere; }
.affected td:nth-child(3) { min-width: 0; white-space: nowrap; }
.affected :is(tbody th, td:nth-child(n + 4)) { min-width: 11rem; white-space: normal; overflow-wrap: anywhere; }
tr.bad { color: inherit; }
tr.bad th { color: var(--bad); }
tr.open th { color: var(--open); }
summary { cursor: pointer; overflow-wrap: anywhere; }
li { overflow-wrap: anywhere; }
svg path { fill: none; stroke: var(--quiet); }
svg rect { fill: var(--raised); stroke: var(--line); }
svg text { fill: var(--text); font: 13px ui-monospace, monospace; }
svg .bad rect { stroke: var(--bad); stroke-width: 2; }
svg .open rect { stroke: var(--open); stroke-width: 2; stroke-dasharray: 6 3; }
svg .good rect { stroke: var(--good); }
svg .gone text { text-decoration: line-through; }
@media print {
  body { max-width: none; padding: 0; font-size: 9pt; }
  .scroll { overflow: visible; }
  figure svg { width: 100%; height: auto; }
  thead { display: table-header-group; }
  tr, figure { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`;

// src/report/html.ts
/**
* The report as one HTML page that needs no other file and no script: what, when, who; the picture of a small run; the
* requests, worst first; what was left out and why; notes. Under 2 MB, the rest is counted. Its policy lets nothing run
* or load but its own style.
*/
function htmlReport(report, links) {
	const styleHash = createHash("sha256").update(htmlStyle).digest("base64");
	const parts = [
		htmlPicture(report),
		htmlRequests(report, links),
		htmlAffected(report),
		htmlLeftOut(report),
		htmlNotes(report)
	];
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${htmlTitle(report)}</title>
<style>${htmlStyle}</style>
</head>
<body>
${htmlHeading(report, links)}
<main>
${parts.filter((part) => part !== "").join("\n")}
</main>
</body>
</html>
`;
}

export { htmlReport };