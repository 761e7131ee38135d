import { actionOutputs, annotate, checkReportPlace, endGroup, error, getInput, info, linksOf, markdownReport, noticeOf, printReport, runAnnotations, setOutput, setSecret, startGroup, stopIsAtFiles, summary, warning, withNotices, writeReportFiles } from "./chunks/action.mjs";
import { Problem, Progress, Secrets, atDoor, cancelSignal, checkAnnotations, defaultCommand, environmentOptions, escapeText, exitCodes, gitTokens, given, guardEnvironment, machineClock, messageOf, optionTable, readOptions, readToken, secretsOf, surroundings, variableOf, version, withoutSecrets } from "./chunks/start.mjs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// src/action.ts
guardEnvironment(process.env);
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
/** A secret by its input, else by its variable where it has one, masked. */
function maskedInput(input, variable = "") {
	const secret = given(getInput(input)) ?? given(process.env[variable]);
	mask(secret);
	return secret;
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
function showDefect(thrown) {
	if (process.env.RUNNER_DEBUG === "1" && thrown instanceof Error) print(escapeText(thrown.stack ?? thrown.message));
}
/** The JSON report is always written, since an output names it. */
function reportFileOf({ report }) {
	return report ?? join(given(process.env.RUNNER_TEMP) ?? tmpdir(), "file-checkouts-report.json");
}
/** Writes the report, which comes first, and shows it: what cannot be shown is a notice and costs nothing else. */
async function publish(report, files, links) {
	const notices = (await writeReportFiles(report, files, links)).map((problem) => noticeOf(problem, "action"));
	const told = withNotices(report, notices);
	printReport(told, log, `the job summary and ${files.report} have all`);
	await orWarn("the outputs of the step", () => {
		for (const [name, value] of Object.entries(actionOutputs(told, files.report))) setOutput(name, value);
	});
	await publishSummary(() => markdownReport(told, links));
	const stop = stopIsAtFiles(report) ? null : report.error;
	if (stop !== null) annotateStop(stop.message, stop.remedy);
	for (const notice of notices) warn(notice);
	annotate(runAnnotations(report), stop === null ? 0 : 1);
}
function warn(text) {
	warning(secrets.hide(escapeText(text)), { title: "file-checkouts" });
}
/** What cannot be made, or written, must not hide what was filed. */
async function orWarn(what, write) {
	try {
		await write();
	} catch (error) {
		warn(`${what} could not be written: ${messageOf(error)}`);
		showDefect(error);
	}
}
async function publishSummary(markdown) {
	if (given(process.env.GITHUB_STEP_SUMMARY) === void 0) return;
	await orWarn("the job summary", () => summary.addRaw(markdown()).write());
}
/** The plan as a comment; one that cannot be made changes nothing of the run. */
async function publishComment(input) {
	if (input.event.happening.kind !== "proposal") return;
	await orWarn("the comment", async () => {
		const { commentOnPullRequest } = await import("./chunks/on-pull-request.mjs");
		await commentOnPullRequest(input);
	});
}
/** `command: check`: the findings in the log, beside the mapping file, and in the summary. */
async function checkMappingFile(input) {
	const { checkCommand } = await import("./chunks/check.mjs");
	const { checkMarkdown } = await import("./chunks/check-markdown.mjs");
	const report = await checkCommand(input, {
		out: (text) => print(text.trimEnd()),
		log
	});
	annotate(checkAnnotations(report));
	await publishSummary(() => checkMarkdown(report));
	return report.exitCode;
}
async function main() {
	const token = maskedInput("token", "FILE_CHECKOUTS_TOKEN");
	const inputs = {
		gitToken: maskedInput("github-token"),
		ledgerToken: maskedInput("ledger-token")
	};
	for (const name of ["FILE_CHECKOUTS_GIT_TOKEN", "FILE_CHECKOUTS_LEDGER_TOKEN"]) mask(given(process.env[name]));
	const ledgerSecret = maskedInput("ledger-secret", "FILE_CHECKOUTS_LEDGER_SECRET");
	const command = chooseCommand();
	const options = inputOptions(command);
	const { env } = process;
	const around = await surroundings(env);
	const fileToken = token === void 0 ? readToken(options, env) : void 0;
	mask(fileToken);
	const input = {
		...around,
		env: withoutSecrets(env),
		options,
		token: token ?? fileToken,
		...gitTokens(options, env, inputs),
		ledgerSecret,
		cwd: given(env.GITHUB_WORKSPACE) ?? process.cwd(),
		log,
		signal: cancelSignal(),
		version,
		door: "action",
		onDefect: showDefect,
		progress: new Progress("lines", process.stdout, machineClock)
	};
	if (command === "check") return checkMappingFile(input);
	const files = {
		...options,
		report: reportFileOf(options)
	};
	await checkReportPlace(files.report);
	const { run } = await import("./chunks/flow2.mjs");
	const report = await run({
		...input,
		command
	});
	await publish(report, files, linksOf(around.event));
	await publishComment({
		...input,
		report,
		token: inputs.gitToken ?? input.gitToken,
		env
	});
	return report.exitCode;
}
function fail(thrown) {
	if (thrown instanceof Problem) annotateStop(atDoor("action", thrown.message), atDoor("action", thrown.remedy));
	else annotateStop(messageOf(thrown), "");
	showDefect(thrown);
	return thrown instanceof Problem ? thrown.exitCode : exitCodes.notFiled;
}
process.exitCode = await main().catch(fail);

export {  };