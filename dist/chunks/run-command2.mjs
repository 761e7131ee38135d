import { r as messageOf, t as Problem } from "./errors.mjs";
import { t as jsonPieces } from "./json-text.mjs";
import { a as linksOf } from "./worst-first.mjs";
import { t as markdownReport } from "./markdown.mjs";
import { r as printReport, t as run } from "./run.mjs";
import { dirname, resolve } from "node:path";
import { access, constants, writeFile } from "node:fs/promises";

// src/commands/run-command.ts
/** Prints the report in the form that `--format` asks for. */
async function printFormatted(report, { options, event }, output) {
	if (options.format === "html") {
		const { htmlReport } = await import("./html.mjs");
		output.out(htmlReport(report, linksOf(event)));
	} else if (options.format === "json") for (const piece of jsonPieces(report)) output.out(piece);
	else if (options.format === "markdown") output.out(markdownReport(report, linksOf(event)));
	else printReport(report, output.log);
}
/** Writes the JSON report to the file that `--report` names. @throws Problem('usage') when that cannot be done. */
async function writeReport(report, file) {
	if (file === void 0) return;
	await writeText(jsonPieces(report), file, "--report");
}
/** Writes the reports that CI hosts and people read. @throws Problem('usage') when that cannot be done. */
async function writeArtifacts(report, options, links) {
	const { junit, dotenv, html } = options;
	if (html !== void 0) {
		const { htmlReport } = await import("./html.mjs");
		await writeText(htmlReport(report, links), html, "--html");
	}
	if (junit !== void 0) {
		const { junitReport } = await import("./junit.mjs");
		await writeText(junitReport(report), junit, "--junit");
	}
	if (dotenv !== void 0) {
		const { dotenvReport } = await import("./dotenv.mjs");
		await writeText(dotenvReport(report, options.report ?? ""), dotenv, "--dotenv");
	}
}
async function writeText(text, file, option) {
	await writeFile(file, text).catch((error) => {
		throw new Problem("usage", `the file ${file} cannot be written: ${messageOf(error)}`, `Check ${option}.`);
	});
}
/** A report that could not be written is found out before anything is filed, not after. */
async function checkPlaces({ report, junit, dotenv, html }) {
	for (const [option, file] of Object.entries({
		"--report": report,
		"--junit": junit,
		"--dotenv": dotenv,
		"--html": html
	})) {
		if (file === void 0) continue;
		await access(dirname(resolve(file)), constants.W_OK).catch((error) => {
			throw new Problem("usage", `the file ${file} cannot be written: ${messageOf(error)}`, `Check ${option}.`);
		});
	}
}
/** `plan` and `file` on the command line: run, print, write the report; gives the exit code. */
async function runCommand(input, output) {
	await checkPlaces(input.options);
	const report = await run(input);
	await printFormatted(report, input, output);
	await writeReport(report, input.options.report);
	await writeArtifacts(report, input.options, linksOf(input.event));
	return report.exitCode;
}

export { writeArtifacts as n, writeReport as r, runCommand as t };