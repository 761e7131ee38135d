#!/usr/bin/env node
import { n as exitCodes, r as messageOf, t as Problem } from "./chunks/errors.mjs";
import { s as nearest } from "./chunks/runs.mjs";
import { a as optionsOf, n as commands, o as readOptions, r as environmentOptions, s as variableOf, t as version } from "./chunks/version.mjs";
import { t as escapeText } from "./chunks/log.mjs";
import { a as withoutSecrets, n as readToken, r as surroundings, t as given } from "./chunks/surroundings.mjs";
import { parseArgs } from "node:util";

// src/arguments.ts
function isCommand(word) {
	return Object.hasOwn(commands, word);
}
function suggestion(word, words, prefix = "") {
	const near = nearest(word, words);
	return near === null ? "" : `Did you mean ${prefix}${near}? `;
}
/**
* Takes a command line apart by the table of options. Lists take every word up to the next option.
*
* @param argv the words behind the program's name.
* @throws Problem('usage') for an unknown command or option, a word too many, or an option without its value.
*/
function parseCommandLine(argv) {
	const [first, ...rest] = argv;
	if (first === void 0 || first === "--help" || first === "-h" || first === "help") return {
		kind: "help",
		command: rest[0] !== void 0 && isCommand(rest[0]) ? rest[0] : null
	};
	if (first === "--version" || first === "-v") return { kind: "version" };
	if (!isCommand(first)) {
		const names = Object.keys(commands);
		throw new Problem("usage", `unknown command ${first}`, `${suggestion(first, names)}Commands: ${names.join(", ")}.`);
	}
	if (rest.includes("--help") || rest.includes("-h")) return {
		kind: "help",
		command: first
	};
	return {
		kind: "run",
		command: first,
		...parseOptions(first, rest)
	};
}
/** Commands that take words of their own, as the path to forget. */
const takesWords = ["ledger"];
function parseOptions(command, args) {
	const rows = new Map(optionsOf(command).map((row) => [row.name, row]));
	const options = Object.fromEntries([...rows.values()].map((row) => [row.name, { type: row.kind === "flag" ? "boolean" : "string" }]));
	const { tokens } = parseArgs({
		args,
		options,
		strict: false,
		allowPositionals: true,
		tokens: true
	});
	const raw = {};
	const words = [];
	const closed = takesWords.includes(command) ? words : null;
	let openList = closed;
	for (const token of tokens) {
		if (token.kind === "option-terminator") continue;
		if (token.kind === "positional") {
			if (openList === null) throw new Problem("usage", `${command} does not take ${token.value}`, `See file-checkouts ${command} --help.`);
			openList.push(token.value);
			continue;
		}
		const row = rows.get(token.name);
		if (row === void 0) {
			const near = suggestion(token.name, [...rows.keys()], "--");
			throw new Problem("usage", `${command} has no option ${token.rawName}`, `${near}See file-checkouts ${command} --help.`);
		}
		if (row.kind === "flag") {
			raw[token.name] = token.value ?? true;
			openList = closed;
			continue;
		}
		if (token.value === void 0 || token.inlineValue === false && token.value.startsWith("--")) {
			const about = `${row.about[0]?.toUpperCase()}${row.about.slice(1)}.`;
			throw new Problem("usage", `${token.rawName} needs a value`, `${about} Write ${token.rawName}=VALUE for a value that begins with --.`);
		}
		if (row.kind === "list") {
			openList = raw[token.name] ?? [];
			openList.push(token.value);
			raw[token.name] = openList;
		} else {
			raw[token.name] = token.value;
			openList = closed;
		}
	}
	return {
		raw,
		words
	};
}

// src/help.ts
function optionLine(row) {
	const value = row.value ?? row.choices?.join("|");
	const left = `  --${row.name}${row.kind === "flag" || value === void 0 ? "" : ` ${value}`}`;
	const fallback = row.default === void 0 ? "" : ` (default: ${row.default})`;
	const right = `${row.about}${fallback}`;
	return left.length > 34 ? `${left}\n${" ".repeat(36)}${right}` : `${left.padEnd(36)}${right}`;
}
/** The help text: of one command with its options, or of the program. */
function helpText(command) {
	if (command !== null) return [
		`file-checkouts ${command}: ${commands[command]}`,
		"",
		"Options (each also as the environment variable FILE_CHECKOUTS_<NAME>):",
		...optionsOf(command).map(optionLine),
		""
	].join("\n");
	return [
		"file-checkouts files check-outs (object requests) for the files that a Git push changed.",
		"",
		"Usage: file-checkouts COMMAND [OPTIONS]",
		"",
		...Object.entries(commands).map(([name, about]) => `  ${name.padEnd(12)}${about}`),
		"",
		"file-checkouts COMMAND --help shows the options of a command.",
		"Secrets come by environment: FILE_CHECKOUTS_TOKEN (the service), FILE_CHECKOUTS_GIT_TOKEN (the ledger).",
		"Exit codes: 0 all filed or nothing to file, 1 some change was not filed, 2 bad usage, input or mapping,",
		"            3 the changes could not be determined, 4 the service could not be reached or refused the token.",
		""
	].join("\n");
}

// src/cli.ts
const log = {
	info: (line) => process.stdout.write(`${line}\n`),
	notice: (line) => process.stderr.write(`${line}\n`),
	group: (title) => process.stderr.write(`${title}\n`),
	endGroup: () => {}
};
const output = {
	out: (text) => void process.stdout.write(text),
	log
};
/** Aborted by the first SIGINT or SIGTERM; a run then ends what is in flight and says what it left. */
function cancelSignal() {
	const controller = new AbortController();
	for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => controller.abort());
	return controller.signal;
}
async function runOf(command, options, signal) {
	const { runCommand } = await import("./chunks/run-command2.mjs");
	const { env } = process;
	return runCommand({
		...surroundings(env),
		env: withoutSecrets(env),
		command,
		options,
		token: readToken(options, env),
		cwd: process.cwd(),
		log,
		signal,
		version,
		onDefect: showDefect
	}, output);
}
function showDefect(error) {
	if (process.env.FILE_CHECKOUTS_DEBUG && error instanceof Error) log.notice(escapeText(error.stack ?? error.message));
}
async function main(argv) {
	const line = parseCommandLine(argv);
	if (line.kind === "version") {
		output.out(`${version}\n`);
		return 0;
	}
	if (line.kind === "help") {
		output.out(helpText(line.command));
		return 0;
	}
	const options = readOptions(line.command, [{
		values: line.raw,
		nameOf: (name) => `--${name}`
	}, {
		values: environmentOptions(process.env),
		nameOf: variableOf
	}]);
	const signal = cancelSignal();
	switch (line.command) {
		case "plan":
		case "file": return runOf(line.command, options, signal);
		case "ledger": {
			const { ledgerCommand } = await import("./chunks/ledger.mjs");
			const { env } = process;
			const gitToken = given(env.FILE_CHECKOUTS_GIT_TOKEN);
			return ledgerCommand(line.words, options, output, {
				env: withoutSecrets(env),
				gitToken
			});
		}
		case "serve": return (await import("./chunks/serve.mjs")).serve(options, output, signal);
		case "rehearse": return (await import("./chunks/rehearse.mjs")).rehearse(options, output, {
			env: process.env,
			signal,
			version
		});
	}
}
function fail(error) {
	if (error instanceof Problem) {
		for (const line of error.message.split("\n")) log.notice(`error: ${escapeText(line)}`);
		log.notice(`       -> ${escapeText(error.remedy)}`);
		return error.exitCode;
	}
	log.notice(`error: ${escapeText(messageOf(error))}`);
	showDefect(error);
	return exitCodes.notFiled;
}
const [major = 0] = process.versions.node.split(".").map(Number);
if (major < 24) {
	log.notice(`error: file-checkouts needs Node.js 24 or later; this is ${process.versions.node}`);
	process.exitCode = exitCodes.usage;
} else process.exitCode = await main(process.argv.slice(2)).catch(fail);

export {  };