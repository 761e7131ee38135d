import { a as info, c as startGroup, i as getInput, l as warning, n as endGroup, o as setOutput, r as error, s as setSecret, t as annotate } from "./chunks/annotate.mjs";
import { a as readOptions, i as environmentOptions, n as machineClock, o as checkAnnotations, t as Progress } from "./chunks/progress.mjs";
import { n as exitCodes, r as messageOf, t as Problem } from "./chunks/errors.mjs";
import { t as escapeText } from "./chunks/log.mjs";
import { i as variableOf, n as optionTable } from "./chunks/options.mjs";
import { t as actionOutputs } from "./chunks/action-outputs.mjs";
import { r as writeReportFiles, t as checkPlaces } from "./chunks/files.mjs";
import { a as linksOf } from "./chunks/worst-first.mjs";
import { t as markdownReport } from "./chunks/markdown.mjs";
import { t as isLedgerNotice } from "./chunks/words.mjs";
import { a as objectText, i as isUnmapped, r as isSettled } from "./chunks/report.mjs";
import { n as printReport, t as run } from "./chunks/run.mjs";
import { r as secretsOf, t as Secrets } from "./chunks/secrets.mjs";
import { a as withoutSecrets, n as readToken, r as surroundings, t as given } from "./chunks/surroundings.mjs";
import { t as version } from "./chunks/version.mjs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EOL } from "os";
import { constants, promises } from "fs";

// node_modules/@actions/core/lib/summary.js
var __awaiter = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
const { access, appendFile, writeFile } = promises;
const SUMMARY_ENV_VAR = "GITHUB_STEP_SUMMARY";
var Summary = class {
	constructor() {
		this._buffer = "";
	}
	/**
	* Finds the summary file path from the environment, rejects if env var is not found or file does not exist
	* Also checks r/w permissions.
	*
	* @returns step summary file path
	*/
	filePath() {
		return __awaiter(this, void 0, void 0, function* () {
			if (this._filePath) return this._filePath;
			const pathFromEnv = process.env[SUMMARY_ENV_VAR];
			if (!pathFromEnv) throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
			try {
				yield access(pathFromEnv, constants.R_OK | constants.W_OK);
			} catch (_a) {
				throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
			}
			this._filePath = pathFromEnv;
			return this._filePath;
		});
	}
	/**
	* Wraps content in an HTML tag, adding any HTML attributes
	*
	* @param {string} tag HTML tag to wrap
	* @param {string | null} content content within the tag
	* @param {[attribute: string]: string} attrs key-value list of HTML attributes to add
	*
	* @returns {string} content wrapped in HTML element
	*/
	wrap(tag, content, attrs = {}) {
		const htmlAttrs = Object.entries(attrs).map(([key, value]) => ` ${key}="${value}"`).join("");
		if (!content) return `<${tag}${htmlAttrs}>`;
		return `<${tag}${htmlAttrs}>${content}</${tag}>`;
	}
	/**
	* Writes text in the buffer to the summary buffer file and empties buffer. Will append by default.
	*
	* @param {SummaryWriteOptions} [options] (optional) options for write operation
	*
	* @returns {Promise<Summary>} summary instance
	*/
	write(options) {
		return __awaiter(this, void 0, void 0, function* () {
			const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
			const filePath = yield this.filePath();
			yield (overwrite ? writeFile : appendFile)(filePath, this._buffer, { encoding: "utf8" });
			return this.emptyBuffer();
		});
	}
	/**
	* Clears the summary buffer and wipes the summary file
	*
	* @returns {Summary} summary instance
	*/
	clear() {
		return __awaiter(this, void 0, void 0, function* () {
			return this.emptyBuffer().write({ overwrite: true });
		});
	}
	/**
	* Returns the current summary buffer as a string
	*
	* @returns {string} string of summary buffer
	*/
	stringify() {
		return this._buffer;
	}
	/**
	* If the summary buffer is empty
	*
	* @returns {boolen} true if the buffer is empty
	*/
	isEmptyBuffer() {
		return this._buffer.length === 0;
	}
	/**
	* Resets the summary buffer without writing to summary file
	*
	* @returns {Summary} summary instance
	*/
	emptyBuffer() {
		this._buffer = "";
		return this;
	}
	/**
	* Adds raw text to the summary buffer
	*
	* @param {string} text content to add
	* @param {boolean} [addEOL=false] (optional) append an EOL to the raw text (default: false)
	*
	* @returns {Summary} summary instance
	*/
	addRaw(text, addEOL = false) {
		this._buffer += text;
		return addEOL ? this.addEOL() : this;
	}
	/**
	* Adds the operating system-specific end-of-line marker to the buffer
	*
	* @returns {Summary} summary instance
	*/
	addEOL() {
		return this.addRaw(EOL);
	}
	/**
	* Adds an HTML codeblock to the summary buffer
	*
	* @param {string} code content to render within fenced code block
	* @param {string} lang (optional) language to syntax highlight code
	*
	* @returns {Summary} summary instance
	*/
	addCodeBlock(code, lang) {
		const attrs = Object.assign({}, lang && { lang });
		const element = this.wrap("pre", this.wrap("code", code), attrs);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML list to the summary buffer
	*
	* @param {string[]} items list of items to render
	* @param {boolean} [ordered=false] (optional) if the rendered list should be ordered or not (default: false)
	*
	* @returns {Summary} summary instance
	*/
	addList(items, ordered = false) {
		const tag = ordered ? "ol" : "ul";
		const listItems = items.map((item) => this.wrap("li", item)).join("");
		const element = this.wrap(tag, listItems);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML table to the summary buffer
	*
	* @param {SummaryTableCell[]} rows table rows
	*
	* @returns {Summary} summary instance
	*/
	addTable(rows) {
		const tableBody = rows.map((row) => {
			const cells = row.map((cell) => {
				if (typeof cell === "string") return this.wrap("td", cell);
				const { header, data, colspan, rowspan } = cell;
				const tag = header ? "th" : "td";
				const attrs = Object.assign(Object.assign({}, colspan && { colspan }), rowspan && { rowspan });
				return this.wrap(tag, data, attrs);
			}).join("");
			return this.wrap("tr", cells);
		}).join("");
		const element = this.wrap("table", tableBody);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds a collapsable HTML details element to the summary buffer
	*
	* @param {string} label text for the closed state
	* @param {string} content collapsable content
	*
	* @returns {Summary} summary instance
	*/
	addDetails(label, content) {
		const element = this.wrap("details", this.wrap("summary", label) + content);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML image tag to the summary buffer
	*
	* @param {string} src path to the image you to embed
	* @param {string} alt text description of the image
	* @param {SummaryImageOptions} options (optional) addition image attributes
	*
	* @returns {Summary} summary instance
	*/
	addImage(src, alt, options) {
		const { width, height } = options || {};
		const attrs = Object.assign(Object.assign({}, width && { width }), height && { height });
		const element = this.wrap("img", null, Object.assign({
			src,
			alt
		}, attrs));
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML section heading element
	*
	* @param {string} text heading text
	* @param {number | string} [level=1] (optional) the heading level, default: 1
	*
	* @returns {Summary} summary instance
	*/
	addHeading(text, level) {
		const tag = `h${level}`;
		const allowedTag = [
			"h1",
			"h2",
			"h3",
			"h4",
			"h5",
			"h6"
		].includes(tag) ? tag : "h1";
		const element = this.wrap(allowedTag, text);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML thematic break (<hr>) to the summary buffer
	*
	* @returns {Summary} summary instance
	*/
	addSeparator() {
		const element = this.wrap("hr", null);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML line break (<br>) to the summary buffer
	*
	* @returns {Summary} summary instance
	*/
	addBreak() {
		const element = this.wrap("br", null);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML blockquote to the summary buffer
	*
	* @param {string} text quote text
	* @param {string} cite (optional) citation url
	*
	* @returns {Summary} summary instance
	*/
	addQuote(text, cite) {
		const attrs = Object.assign({}, cite && { cite });
		const element = this.wrap("blockquote", text, attrs);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML anchor tag to the summary buffer
	*
	* @param {string} text link text/content
	* @param {string} href hyperlink
	*
	* @returns {Summary} summary instance
	*/
	addLink(text, href) {
		const element = this.wrap("a", text, { href });
		return this.addRaw(element).addEOL();
	}
};
const _summary = new Summary();
const summary = _summary;

// src/report/run-annotations.ts
/** What a request that was not filed says at its file. */
function requestMessage(request) {
	const { outcome, reason, msg, remedy } = request;
	const said = [msg, remedy].filter((text) => text !== null && text !== "").join(" – ");
	return `${outcome}: ${reason} ${objectText(request)}${said === "" ? "" : `: ${said}`}`;
}
/** A run of which nothing is remembered is green, and still nothing to pass over. */
function ledgerWarnings(report) {
	return report.notices.filter(isLedgerNotice).map((message) => ({
		level: "warning",
		file: null,
		line: null,
		column: null,
		message
	}));
}
/**
* Notes at the files of a run: an error for each request that was not filed and for files that no rule
* reaches when that makes the run fail, a warning for what was filed with one, and for a ledger that cannot be used.
*/
function runAnnotations(report) {
	const at = (level, file, message) => ({
		level,
		file,
		line: null,
		column: null,
		message
	});
	const requests = report.requests.flatMap((request) => [...isSettled(request) ? [] : [at("error", request.path, requestMessage(request))], ...request.warnings.map((warning) => at("warning", request.path, warning))]);
	const unmapped = report.leftOut.filter(isUnmapped).map(({ path, why }) => at("error", path, `left out: ${why} in the mapping (unmapped: error)`));
	return [
		...requests,
		...report.error?.code === "unmapped" ? unmapped : [],
		...ledgerWarnings(report)
	];
}

// src/action.ts
/** Masked by the runner, which this process cannot rely on: what is printed before the mask, and what is no log. */
const secrets = new Secrets(secretsOf(process.env));
const print = (line) => info(secrets.hide(line));
const log = {
	info: print,
	notice: print,
	group: startGroup,
	endGroup
};
/** Tells the runner, and this process itself, never to show a secret. */
function mask(secret) {
	if (secret === void 0) return;
	setSecret(secret);
	secrets.add(secret);
}
/** An error beside the step: lines of a message that may hold words from outside. */
function annotateStop(message, remedy) {
	const lines = [...message.split("\n"), ...remedy.split("\n")].filter((line) => line !== "");
	error(secrets.hide(lines.map(escapeText).join("\n")), { title: "file-checkouts" });
}
/** The token of the service, masked before anything else happens. */
function maskedToken() {
	const token = given(getInput("token")) ?? given(process.env.FILE_CHECKOUTS_TOKEN);
	mask(token);
	return token;
}
const actionCommands = [
	"file",
	"plan",
	"check"
];
function chooseCommand() {
	const given_ = given(getInput("command")) ?? "file";
	const command = actionCommands.find((name) => name === given_);
	if (command !== void 0) return command;
	throw new Problem("usage", `the input command is ${JSON.stringify(given_)}`, `Give ${actionCommands.join(", ")}.`);
}
function inputOptions(command) {
	const inputs = Object.fromEntries(optionTable.map(({ name }) => [name, getInput(name)]));
	return readOptions(command === "check" ? "check" : "file", [{
		values: inputs,
		nameOf: (name) => `input ${name}`
	}, {
		values: environmentOptions(process.env),
		nameOf: variableOf
	}]);
}
function cancelSignal() {
	const controller = new AbortController();
	for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => controller.abort());
	return controller.signal;
}
function showDefect(thrown) {
	if (process.env.RUNNER_DEBUG === "1" && thrown instanceof Error) print(escapeText(thrown.stack ?? thrown.message));
}
/** The JSON report is always written, since an output names it. */
function reportFileOf({ report }) {
	return report ?? join(given(process.env.RUNNER_TEMP) ?? tmpdir(), "file-checkouts-report.json");
}
/** Shows what was filed, and last writes the files, which are what may fail; gives the exit code. */
async function publish(report, files, links) {
	printReport(report, log);
	for (const [name, value] of Object.entries(actionOutputs(report, files.report))) setOutput(name, value);
	await publishSummary(markdownReport(report, links));
	if (report.error !== null) annotateStop(report.error.message, report.error.remedy);
	const problems = await writeReportFiles(report, files, links);
	for (const { message, remedy } of problems) annotateStop(message, remedy);
	annotate(runAnnotations(report), problems.length + (report.error === null ? 0 : 1));
	return report.exitCode || (problems[0]?.exitCode ?? exitCodes.filed);
}
/** A summary that cannot be written must not hide what was filed. */
async function publishSummary(markdown) {
	if (given(process.env.GITHUB_STEP_SUMMARY) === void 0) return;
	await summary.addRaw(markdown).write().catch((error) => warning(escapeText(`the job summary could not be written: ${messageOf(error)}`)));
}
/** `command: check`: the findings in the log, beside the mapping file, and in the summary. */
async function checkMappingFile(input) {
	const { checkCommand } = await import("./chunks/check.mjs");
	const { checkMarkdown } = await import("./chunks/check-markdown2.mjs");
	const report = await checkCommand(input, {
		out: (text) => print(text.trimEnd()),
		log
	});
	annotate(checkAnnotations(report));
	await publishSummary(checkMarkdown(report));
	return report.exitCode;
}
async function main() {
	const token = maskedToken();
	const gitToken = given(getInput("github-token")) ?? given(process.env.FILE_CHECKOUTS_GIT_TOKEN);
	mask(gitToken);
	const command = chooseCommand();
	const options = inputOptions(command);
	const { env } = process;
	const around = surroundings(env);
	const fileToken = token === void 0 ? readToken(options, env) : void 0;
	mask(fileToken);
	const input = {
		...around,
		env: withoutSecrets(env),
		options,
		token: token ?? fileToken,
		gitToken,
		cwd: given(env.GITHUB_WORKSPACE) ?? process.cwd(),
		log,
		signal: cancelSignal(),
		version,
		onDefect: showDefect,
		progress: new Progress("lines", process.stdout, machineClock)
	};
	if (command === "check") return checkMappingFile(input);
	const files = {
		...options,
		report: reportFileOf(options)
	};
	await checkPlaces(files);
	const report = await run({
		...input,
		command
	});
	const exitCode = await publish(report, files, linksOf(around.event));
	if (around.event.happening.kind === "proposal") {
		const { commentOnPullRequest } = await import("./chunks/on-pull-request.mjs");
		await commentOnPullRequest({
			...input,
			report,
			token: gitToken,
			env
		});
	}
	return exitCode;
}
function fail(thrown) {
	annotateStop(messageOf(thrown), thrown instanceof Problem ? thrown.remedy : "");
	showDefect(thrown);
	return thrown instanceof Problem ? thrown.exitCode : exitCodes.notFiled;
}
process.exitCode = await main().catch(fail);

export {  };