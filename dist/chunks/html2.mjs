import { commitUrl, within } from "./action.mjs";
import { htmlLink, htmlText } from "./escape.mjs";
import { escapeText, shorten } from "./start.mjs";
import { asFarAs, askedText, callNote, callText, countsText, filedBy, labelsOf, nothingText, objectText, remarkText, runText, sharedText, sinceText, timeText, waiting, warningsOf, worstRecords } from "./status-words.mjs";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

// src/status/page-data.ts
/** All rows and what they name have so many bytes at most; the rest is counted. */
const mostBytes$1 = 6e6;
/** A name or message may be of any length. */
const longest = 300;
const shown = (text) => escapeText(shorten(text, longest));
/** The places of texts in a list that grows with them, and how many bytes it has. */
var Places = class {
	list = [];
	#places = /* @__PURE__ */ new Map();
	/** @returns the place, and the bytes that came with it. */
	of(key, entry) {
		const known = this.#places.get(key);
		if (known !== void 0) return [known, 0];
		const made = entry();
		this.#places.set(key, this.list.length);
		this.list.push(made);
		return [this.list.length - 1, Buffer.byteLength(JSON.stringify(made)) + 1];
	}
};
/** The data of the page, with as many rows as it may hold. */
function pageData(status) {
	const reasons = new Places();
	const filings = new Places();
	const rows = [];
	let left = mostBytes$1;
	for (const request of status.requests) {
		const [reason] = reasons.of(request.reason, () => request.reason);
		const [filing, bytes] = filings.of(filingKey(request), () => {
			return [
				shown(filedBy(request)),
				timeText(request.at),
				request.commit
			];
		});
		const remark = remarkText(request);
		const { objectId, rfp, record, path } = request;
		const row = [
			objectId,
			reason,
			shown(objectText(request)),
			rfp,
			record,
			shown(path),
			filing
		];
		rows.push(remark === "" ? row : [...row, remark]);
		left -= bytes + Buffer.byteLength(JSON.stringify(row)) + remark.length + 1;
		if (left < 0) break;
	}
	return {
		branches: labelsOf(status).map(shown),
		reasons: reasons.list,
		filings: filings.list,
		rows
	};
}
function filingKey({ user, account, run, commit, at }) {
	return JSON.stringify([
		user,
		account,
		run,
		commit,
		at
	]);
}
/** The data as JSON that ends no element of a page. */
function dataText(data, commitUrl) {
	return JSON.stringify({
		...data,
		commitUrl
	}).replaceAll("<", "\\u003c");
}

// src/status/html.ts
/** Bytes of each table that the script does not draw; the rest is counted. */
const mostBytes = 25e4;
/** So many requests stand there without the script, too. */
const mostRows = 200;
/** Beside this file, or beside the chunk that it is part of: the build puts them there (rolldown.config.ts). */
const pageFile = (name) => readFileSync(new URL(`./status-page/${name}`, import.meta.url), "utf8");
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
/** A table in a frame that scrolls sideways where it has no room. Cells are HTML already; the first heads its row. */
function table(title, heads, rows, look = "cards") {
	const id = title.toLowerCase().replaceAll(" ", "-");
	if (rows.length === 0) return "";
	const left = (more) => [`<tr><td colspan=${heads.length}>and ${more} more: see --format json`];
	return `<section aria-labelledby="${id}"><h2 id="${id}">${title} (${rows.length})</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}"><table class="${look}">
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead>
<tbody>
${within(mostBytes, rows, left).join("\n")}
</tbody></table></div></section>`;
}
/** A row; end tags that HTML lets one leave out are left out. */
function rowOf([first = "", ...cells], wide = []) {
	return `<tr><th scope=row>${first}${cells.map((cell, n) => `<td${wide.includes(n + 1) ? " class=wide" : ""}>${cell}`).join("")}`;
}
function commitLink(links, commit) {
	return htmlLink(commitUrl(links, commit), htmlText(commit.slice(0, 12)));
}
function troubles(status, labels, links) {
	const labelOf = ({ record }) => htmlText(labels[record] ?? "");
	const calls = status.unanswered.map((call) => {
		const object = htmlText(objectText(call));
		return rowOf([...[
			callText(call),
			htmlText(call.reason),
			object,
			labelOf(call),
			htmlText(call.path)
		], htmlText(callNote(call))], [3, 4]);
	});
	const open = status.open.map((change) => {
		const object = htmlText(objectText(change));
		return rowOf([
			...[
				htmlText(change.outcome),
				htmlText(change.reason),
				object,
				labelOf(change),
				htmlText(change.path)
			],
			htmlText(sinceText(change)),
			htmlText(change.why)
		], [
			3,
			4,
			5,
			6
		]);
	});
	const runs = status.runs.map((run) => {
		return rowOf([
			htmlText(run.run),
			labelOf(run),
			commitLink(links, run.commit),
			htmlText(runText(run))
		], [1, 3]);
	});
	const heads = [
		"reason",
		"object",
		"branch",
		"file"
	];
	return [
		table("Without an answer", [
			"call",
			...heads,
			"note"
		], calls),
		table("Still open", [
			"outcome",
			...heads,
			"since",
			"why"
		], open),
		table("Runs", [
			"run",
			"branch",
			"commit",
			"state"
		], runs)
	];
}
function branches(status, labels) {
	if (status.records.length < 2) return "";
	return table("Branches", [
		"branch",
		"requests",
		"open",
		"no answer",
		"runs"
	], worstRecords(status).map((n) => {
		const { requests = 0, open = 0, unanswered = 0, runs = 0 } = status.records[n]?.counts ?? {};
		return rowOf([
			htmlText(labels[n] ?? ""),
			requests,
			open,
			unanswered,
			runs
		]);
	}), "counts");
}
/** A row as the script draws it, too. */
function requestRow(row, { branches, reasons, filings }, links) {
	const [number, reason, object, rfp, branch, path, filing, remark = ""] = row;
	const [who = "", when = "", commit = ""] = filings[filing] ?? [];
	const texts = [
		reasons[reason] ?? "",
		object,
		rfp === 0 ? "" : String(rfp),
		branches[branch] ?? "",
		path,
		who,
		when
	];
	return rowOf([
		number ?? "?",
		...texts.map(htmlText),
		commitLink(links, commit),
		htmlText(remark)
	]);
}
function requests(status, links) {
	if (status.requests.length === 0) return "";
	const data = pageData(status);
	const rows = data.rows.slice(0, mostRows).map((row) => requestRow(row, data, links));
	const { length } = data.rows;
	const all = status.requests.length;
	return `<section id="requests" aria-labelledby="all"><h2 id="all">Requests (${all})</h2>${length === all ? "" : `<p>The first ${length} of ${all} requests are on this page: narrow it with --branch, --paths or --user.</p>`}${length > rows.length ? `<p id="plain">Without scripts the first ${rows.length} of them stand here.</p>` : ""}
<form id="controls" hidden role="search"><label>Search <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<label>Branch <select id="branch"><option value="">all${data.branches.map((branch, n) => `<option value=${n}>${htmlText(branch)}`).join("")}</select></label></form>
<p id="found" class="quiet" role="status"></p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="all"><table class="cards">
<thead><tr id="heads">${[
		"request",
		"reason",
		"object",
		"RFP",
		"branch",
		"file",
		"filed",
		"when",
		"commit",
		"note"
	].map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead>
<tbody id="rows">
${rows.join("\n")}
</tbody></table></div>
<button id="more" type="button" hidden>Show more</button>
<script id="data" type="application/json">${dataText(data, webUrl(commitUrl(links, "")))}<\/script>
<script type="module">${pageFile("status.js")}<\/script></section>`;
}
function webUrl(url) {
	return url !== null && /^https?:\/\//.test(url) ? url : null;
}
function heading(status) {
	const asked = askedText(status);
	const warnings = warningsOf(status).map((line) => `<li>${htmlText(line)}</li>`);
	const shown = within(mostBytes, warnings, (left) => [`<li>and ${left} more</li>`]);
	const nothing = nothingText(status);
	return `<header><h1>Check-outs that are open</h1>
<p class="verdict ${waiting(status) === 0 ? "good" : "bad"}">${htmlText(nothing ?? countsText(status))}</p>
${asked === "" || nothing !== null ? "" : `<p>Only ${htmlText(asked)}.</p>`}
<p>${htmlText(sharedText(status))}</p>
<p class="quiet">${timeText(status.at)}, file-checkouts ${htmlText(status.tool)}. ${asFarAs}</p>
${shown.length === 0 ? "" : `<ul>${shown.join("\n")}</ul>`}</header>`;
}
/**
* The status as one HTML page that needs no other file: what somebody has to see to, the branches, and all requests with a
* search. Its policy lets nothing run or load but its own style and script.
*/
function htmlStatus(status, links) {
	const [style, script] = [pageFile("status.css"), pageFile("status.js")];
	const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;
	const labels = labelsOf(status);
	const parts = [
		...troubles(status, labels, links),
		branches(status, labels),
		requests(status, links)
	];
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Check-outs that are open</title>
<style>${style}</style>
</head>
<body>
${heading(status)}
<main>
${parts.filter((text) => text !== "").join("\n")}
</main>
</body>
</html>
`;
}

export { htmlStatus };