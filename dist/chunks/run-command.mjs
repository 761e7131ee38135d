import { M as noteProblem } from "./start.mjs";
import { _ as exitCodeAfter, b as jsonPieces, c as markdownReport, g as checkPlaces, h as linksOf, t as printReport, y as writeReportFiles } from "./action.mjs";
import { t as run } from "./run.mjs";

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
/** `plan` and `file` on the command line: run, print, write the report; gives the exit code. */
async function runCommand(input, output) {
	await checkPlaces(input.options);
	const report = await run(input);
	await printFormatted(report, input, output);
	const problems = await writeReportFiles(report, input.options, linksOf(input.event));
	for (const problem of problems) noteProblem(problem, output.log);
	return exitCodeAfter(report, problems);
}

export { runCommand };