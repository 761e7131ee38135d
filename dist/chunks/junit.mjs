import { escapeText, shorten } from "./start.mjs";
import { isSettled, isUnmapped, typedName, whyAffected } from "./action.mjs";

// src/report/junit.ts
/** GitLab reads up to 30 MB in a file; less than a fifth of it keeps its pages quick. */
const mostBytes = 5e6;
/** The longest text of a name or a message, in characters before escaping. */
const longest = 1e3;
/** Text that XML 1.0 can hold, on one line, with nothing that ends an attribute or an element. */
function xml(text) {
	return escapeText(shorten(text, longest)).replace(/[\ufffe\uffff]/g, (char) => `\\u{${char.charCodeAt(0).toString(16)}}`).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;");
}
function attributes(values) {
	return Object.entries(values).filter(([, value]) => value !== void 0).map(([name, value]) => ` ${name}="${xml(value ?? "")}"`).join("");
}
/** GitLab shows the text of a failure and leaves its attributes out; others show `message` first. */
function body({ verdict, type, lines }) {
	const text = lines.map(xml).join("\n");
	if (verdict === "passed") return text === "" ? "" : `<system-out>${text}</system-out>`;
	return `<${verdict}${attributes({
		message: lines[0] ?? "",
		type
	})}>${text}</${verdict}>`;
}
function written(test) {
	const inside = body(test);
	const head = `<testcase${attributes({
		classname: test.group,
		name: test.name,
		file: test.file
	})} time="0"`;
	return inside === "" ? `    ${head}/>\n` : `    ${head}>${inside}</testcase>\n`;
}
/** @param why what the file uses that has changed; empty for a request of its own change. */
function requestCase(request, why) {
	const { outcome, path, objectId, rfp } = request;
	const reason = request.reason === "*MIGRATE" ? "" : ` ${request.reason}`;
	const about = {
		group: `${request.appl}/${request.lvl}`,
		name: `${path}: ${typedName(request)}${reason}`,
		file: path
	};
	const warnings = request.warnings.map((warning) => `warning: ${warning}`);
	const rest = [
		...why,
		...request.remedy === null ? [] : [request.remedy],
		...warnings
	];
	if (!isSettled(request)) return {
		...about,
		verdict: "failure",
		type: outcome,
		lines: [request.msg || outcome, ...rest]
	};
	const number = objectId === null ? "" : `, request ${objectId}`;
	const inRfp = rfp ? `, RFP ${rfp}` : "";
	return {
		...about,
		verdict: "passed",
		lines: [`${outcome}${number}${inRfp}`, ...rest]
	};
}
function leftOutCases(report) {
	const fails = report.error?.code === "unmapped";
	return report.leftOut.map((entry) => ({
		verdict: fails && isUnmapped(entry) ? "failure" : "skipped",
		group: "left out",
		name: entry.path,
		file: entry.path,
		lines: [entry.why]
	}));
}
function runCases({ error, nothingToFile, requests }) {
	const group = "file-checkouts";
	if (error !== null && error.code !== "unmapped") {
		const lines = [...error.message.split("\n"), error.remedy];
		return [{
			verdict: "error",
			group,
			name: "the run",
			type: error.code,
			lines
		}];
	}
	if (requests.length > 0 || error !== null) return [];
	return [{
		verdict: "passed",
		group,
		name: "nothing to file",
		lines: nothingToFile === null ? [] : [nothingToFile]
	}];
}
/** Of cases of one group and name GitLab keeps only the first: the others get a number. */
function withNamesOfTheirOwn(cases) {
	const seen = /* @__PURE__ */ new Map();
	return cases.map((test) => {
		const key = `${test.group}\n${test.name.slice(0, longest)}`;
		const count = (seen.get(key) ?? 0) + 1;
		seen.set(key, count);
		return count === 1 ? test : {
			...test,
			name: `(${count}) ${test.name}`
		};
	});
}
const worstFirst = [
	"error",
	"failure",
	"passed",
	"skipped"
];
/** As many cases as the bytes allow, and one that counts the rest. */
function fittingCases(most, cases) {
	const lines = [];
	let bytes = 0;
	for (const test of cases) {
		const line = written(test);
		bytes += Buffer.byteLength(line);
		if (bytes > most) break;
		lines.push(line);
	}
	const kept = cases.slice(0, lines.length);
	if (kept.length === cases.length) return {
		cases: kept,
		lines
	};
	const name = `and ${cases.length - kept.length} more, see the JSON report`;
	const rest = {
		verdict: "skipped",
		group: "file-checkouts",
		name,
		lines: [name]
	};
	return {
		cases: [...kept, rest],
		lines: [...lines, written(rest)]
	};
}
/**
* The report as JUnit XML (UTF-8), for hosts that show test results: a test case for each request (class: application
* and level; name: path and object), failed unless its outcome is settled; a skipped one for each file that was left
* out; one in error when the run stopped; one that passes when there was nothing to file. Worst first, at most 5 MB,
* the rest counted.
*/
function junitReport(report) {
	const dependents = Map.groupBy(report.dependents, ({ request }) => request);
	const requests = report.requests.map((row, n) => requestCase(row, (dependents.get(n) ?? []).map(whyAffected)));
	const sorted = [
		...runCases(report),
		...requests,
		...leftOutCases(report)
	].toSorted((one, other) => worstFirst.indexOf(one.verdict) - worstFirst.indexOf(other.verdict));
	const { cases, lines } = fittingCases(mostBytes, withNamesOfTheirOwn(sorted));
	const count = (verdict) => String(cases.filter((test) => test.verdict === verdict).length);
	return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite${attributes({
		name: "file-checkouts",
		timestamp: report.run.at,
		tests: String(cases.length),
		failures: count("failure"),
		errors: count("error"),
		skipped: count("skipped")
	})} time="0">\n${lines.join("")}  </testsuite>\n</testsuites>\n`;
}

export { junitReport };