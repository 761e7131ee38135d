import { checkReportPlace, jsonPieces, linksOf, markdownReport, noticeOf, printReport, restIn, withNotices, writeReportFiles } from "./action.mjs";
import { run } from "./flow2.mjs";

// src/commands/run-command.ts
/** Prints the report in the form that `--format` asks for. */
async function printFormatted(report, { options, event }, output) {
	if (options.format === "html") {
		const { htmlReport } = await import("./html.mjs");
		output.out(htmlReport(report, linksOf(event)));
	} else if (options.format === "json") for (const piece of jsonPieces(report)) output.out(piece);
	else if (options.format === "markdown") output.out(markdownReport(report, linksOf(event)));
	else printReport(report, output.log, restIn(options.report));
}
/** `plan` and `file` on the command line: run, write the report, print it; gives the exit code. */
async function runCommand(input, output) {
	await checkReportPlace(input.options.report);
	const report = await run(input);
	const notices = (await writeReportFiles(report, input.options, linksOf(input.event))).map((problem) => noticeOf(problem, input.door ?? "cli"));
	await printFormatted(withNotices(report, notices), input, output);
	return report.exitCode;
}

export { runCommand };