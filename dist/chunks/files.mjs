import { r as messageOf, t as Problem } from "./errors.mjs";
import { t as jsonPieces } from "./json-text.mjs";
import { dirname, resolve } from "node:path";
import { access, constants, stat, writeFile } from "node:fs/promises";

// src/report/files.ts
/** The files that a report is kept in: `--report`, `--html`, `--junit`, `--dotenv`. */
function refusal(file, option, error) {
	return new Problem("usage", `the file ${file} cannot be written: ${messageOf(error)}`, `Check ${option}.`);
}
async function checkPlace(file) {
	const place = resolve(file);
	const there = await stat(place).catch((error) => {
		if (error.code === "ENOENT") return null;
		throw error;
	});
	if (there?.isDirectory()) throw new Error("it is a folder");
	await access(there === null ? dirname(place) : place, constants.W_OK);
}
/**
* A report that could not be written is found out before anything is filed, not after.
*
* @throws Problem('usage') for the first place where no file can be.
*/
async function checkPlaces({ report, html, junit, dotenv }) {
	for (const [option, file] of Object.entries({
		report,
		html,
		junit,
		dotenv
	})) {
		if (file === void 0) continue;
		await checkPlace(file).catch((error) => {
			throw refusal(file, `--${option}`, error);
		});
	}
}
/** Writes a JSON report to the file that `--report` names. @throws Problem('usage') when that cannot be done. */
async function writeReport(report, file) {
	if (file === void 0) return;
	await writeFile(file, jsonPieces(report)).catch((error) => {
		throw refusal(file, "--report", error);
	});
}
async function textOf(kind, report, files, links) {
	switch (kind) {
		case "report": return jsonPieces(report);
		case "html": return (await import("./html.mjs")).htmlReport(report, links);
		case "junit": return (await import("./junit.mjs")).junitReport(report);
		case "dotenv": return (await import("./dotenv.mjs")).dotenvReport(report, files.report ?? "");
	}
}
/**
* Writes every file that was asked for: one that cannot be written does not keep the others from it.
*
* @returns what could not be written, a Problem each.
*/
async function writeReportFiles(report, files, links) {
	const problems = [];
	for (const kind of [
		"report",
		"html",
		"junit",
		"dotenv"
	]) {
		const file = files[kind];
		if (file === void 0) continue;
		const text = await textOf(kind, report, files, links);
		await writeFile(file, text).catch((error) => problems.push(refusal(file, `--${kind}`, error)));
	}
	return problems;
}

export { writeReport as n, writeReportFiles as r, checkPlaces as t };