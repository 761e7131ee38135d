#!/usr/bin/env node
import { Problem, Progress, Secrets, atDoor, cancelSignal, checkAnnotations, commands, defaultText, doorOf, environmentOptions, escapeText, exitCodes, gitTokens, given, givenOptions, guardEnvironment, isGitHub, isGitLab, machineClock, messageOf, nearest, noteProblem, optionsOf, progressStyle, readToken, secretsOf, surroundings, variableOf, version, withDefaults, withoutSecrets } from "./chunks/start.mjs";

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
	const names = Object.keys(commands);
	const all = `Commands: ${names.join(", ")}.`;
	if (first === void 0) throw new Problem("usage", "no command is given", `${all} file-checkouts --help says what they do.`);
	if (first === "--help" || first === "-h" || first === "help") return {
		kind: "help",
		command: rest[0] !== void 0 && isCommand(rest[0]) ? rest[0] : null
	};
	if (first === "--version" || first === "-v") return { kind: "version" };
	if (!isCommand(first)) throw new Problem("usage", `unknown command ${first}`, `${suggestion(first, names)}${all}`);
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
const takesWords = ["ledger", "explain"];
function unknownOption(command, { name, rawName }, names) {
	if (/^(git-|github-)?token$|^password$/.test(name)) return new Problem("usage", "a token is never given on the command line, where other processes can read it", "Set FILE_CHECKOUTS_TOKEN (the service) or FILE_CHECKOUTS_GIT_TOKEN (the ledger), or give --token-file FILE.");
	const near = suggestion(name, names, "--");
	return new Problem("usage", `${command} has no option ${rawName}`, `${near}See file-checkouts ${command} --help.`);
}
/** @throws Problem('usage') without a value; the next option is none: `--report --dry-run` must not file for real. */
function givenValue({ rawName, value, inlineValue }, { about }) {
	if (value !== void 0 && (inlineValue === true || !value.startsWith("--"))) return value;
	const remedy = `${`${about[0]?.toUpperCase()}${about.slice(1)}.`} Write ${rawName}=VALUE for a value that begins with --.`;
	throw new Problem("usage", `${rawName} needs a value`, remedy);
}
/** The words with a value behind each option that stands alone and may. */
function completed(words, rows) {
	return words.map((word, at) => {
		const alone = word.startsWith("--") ? rows.get(word.slice(2))?.alone : void 0;
		const next = words[at + 1];
		return alone === void 0 || next !== void 0 && !next.startsWith("-") ? word : `${word}=${alone}`;
	});
}
function parseOptions(command, given) {
	const rows = new Map(optionsOf(command).map((row) => [row.name, row]));
	const args = completed(given, rows);
	const options = Object.fromEntries([...rows.values()].map((row) => [row.name, { type: row.kind === "flag" ? "boolean" : "string" }]));
	const { parseArgs } = process.getBuiltinModule("node:util");
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
		if (row === void 0) throw unknownOption(command, token, [...rows.keys()]);
		if (row.kind === "list") {
			openList = raw[token.name] ?? [];
			openList.push(givenValue(token, row));
			raw[token.name] = openList;
		} else {
			raw[token.name] = row.kind === "flag" ? token.value ?? true : givenValue(token, row);
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
	const held = defaultText(row);
	const right = held === void 0 ? row.about : `${row.about} (default: ${held})`;
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
		"Secrets come by environment: FILE_CHECKOUTS_TOKEN (the service), FILE_CHECKOUTS_GIT_TOKEN (the ledger),",
		"    FILE_CHECKOUTS_LEDGER_TOKEN (the ledger, where --ledger-remote keeps it elsewhere),",
		"    FILE_CHECKOUTS_LEDGER_SECRET (seals the ledger in place of the token of the service).",
		"Exit codes: 0 all filed or nothing to file, 1 some change was not filed, 2 bad usage, input or mapping,",
		"            3 the changes could not be determined, 4 the service could not be reached or refused the token.",
		""
	].join("\n");
}

// src/report/sections.ts
/** Erases the line so far: what stands before it in a marker is read by GitLab and not shown. */
const eraseLine = "\x1B[0K";
/** The name of a section may hold only these; a number makes it the only one of its name in the job. */
function sectionName(title, number) {
	const words = title.toLowerCase().replace(/[^a-z0-9_.-]+/g, "_").slice(0, 40).replace(/^_+|_+$/g, "");
	return `file_checkouts_${number}${words === "" ? "" : `_${words}`}`;
}
/**
* The log of a job of GitLab CI/CD: a group becomes a section that is shown collapsed and can be opened. Titles may
* come from outside; they are escaped. Lines are handed on as they are.
*/
var SectionLog = class {
	#lines;
	#now;
	#open = [];
	#count = 0;
	/**
	* @param lines where lines and markers go; both on one stream, as a section holds what stands between its markers.
	* @param now the clock: GitLab shows how long a section took.
	*/
	constructor(lines, now) {
		this.#lines = lines;
		this.#now = now;
	}
	info(line) {
		this.#lines.info(line);
	}
	notice(line) {
		this.#lines.notice(line);
	}
	group(title) {
		this.#count += 1;
		const name = sectionName(title, this.#count);
		this.#open.push(name);
		this.#mark("start", `${name}[collapsed=true]`, escapeText(title));
	}
	/** Closes the section that was opened last; without one it does nothing. */
	endGroup() {
		const name = this.#open.pop();
		if (name !== void 0) this.#mark("end", name, "");
	}
	#mark(kind, name, title) {
		const seconds = Math.floor(this.#now().getTime() / 1e3);
		this.#lines.info(`${eraseLine}section_${kind}:${seconds}:${name}\r${eraseLine}${title}`);
	}
};

// src/report/host-log.ts
/** The log of the command line, with collapsible parts as the host has them; elsewhere they are plain lines. */
function hostLog(plain, env, now) {
	if (isGitLab(env)) return new SectionLog(plain, now);
	if (!isGitHub(env)) return plain;
	return {
		...plain,
		group: (title) => plain.info(`::group::${title}`),
		endGroup: () => plain.info("::endgroup::")
	};
}

// src/cli.ts
guardEnvironment(process.env);
const door = doorOf(process.env);
/** All that a command prints passes here, the stack of a defect too. */
const secrets = new Secrets(secretsOf(process.env));
const log = hostLog({
	info: (line) => process.stdout.write(`${secrets.hide(line)}\n`),
	notice: (line) => process.stderr.write(`${secrets.hide(line)}\n`),
	group: () => {},
	endGroup: () => {}
}, process.env, () => /* @__PURE__ */ new Date());
const output = {
	out: (text) => void process.stdout.write(secrets.hide(text)),
	log
};
/** A reader that has seen enough (`| head`) ends the output, not the run. */
for (const stream of [process.stdout, process.stderr]) stream.on("error", (error) => {
	if (error.code !== "EPIPE") throw error;
});
/** The token of the service, which may also come from a file. */
function tokenOf(options) {
	const token = readToken(options, process.env);
	secrets.add(token);
	secrets.add(given(process.env.FILE_CHECKOUTS_LEDGER_SECRET));
	return token;
}
/** A rehearsal has a token of its own; its Git processes inherit what this one has. */
function dropSecrets() {
	const kept = withoutSecrets(process.env);
	for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];
	return kept;
}
/** A line that rewrites itself on a terminal, one every few seconds elsewhere, none where a program reads. */
function progressOf({ format }) {
	const style = progressStyle({
		format,
		isTerminal: process.stderr.isTTY === true,
		term: process.env.TERM
	});
	return new Progress(style, process.stderr, machineClock);
}
async function runOf(command, { options, signal }, more = {}) {
	const { runCommand } = await import("./chunks/run-command.mjs");
	const token = tokenOf(options);
	const progress = progressOf(options);
	const told = {
		log,
		signal,
		version,
		progress,
		onDefect: showDefect
	};
	return runCommand({
		...await around(options),
		...told,
		command,
		options,
		token,
		...more
	}, output);
}
/** `check` as a step of a workflow also puts its findings beside the mapping file, unless a form of output is asked for. */
async function checkOf({ options, asGiven, signal }) {
	const { checkCommand } = await import("./chunks/check.mjs");
	const input = {
		...await around(options),
		token: tokenOf(options),
		options,
		log,
		signal,
		version
	};
	const report = await checkCommand(input, output);
	if (input.event.host === "github" && asGiven.format === void 0) {
		const { annotate } = await import("./chunks/action.mjs");
		annotate(checkAnnotations(report));
	}
	return report.exitCode;
}
function showDefect(error) {
	if (process.env.FILE_CHECKOUTS_DEBUG && error instanceof Error) log.notice(escapeText(error.stack ?? error.message));
}
/** What most commands take from the process. */
async function around(options) {
	const { env } = process;
	return {
		...await surroundings(env),
		...gitTokens(options, env),
		env: withoutSecrets(env),
		cwd: process.cwd(),
		door
	};
}
/** Each command is loaded when it is run. */
const carryOut = {
	plan: (asked) => runOf("plan", asked),
	file: (asked) => runOf("file", asked),
	check: checkOf,
	explain: async ({ options, words }) => (await import("./chunks/explain.mjs")).explain(words, {
		...await around(options),
		options
	}, output),
	init: async ({ options }) => {
		const gitToken = given(process.env.FILE_CHECKOUTS_GIT_TOKEN);
		const inputs = {
			env: withoutSecrets(process.env),
			gitToken,
			cwd: process.cwd()
		};
		return (await import("./chunks/init.mjs")).init(options, output, inputs);
	},
	release: async (asked) => {
		const { branch } = asked.options;
		if (branch === void 0) throw new Problem("usage", "release needs a branch", "Give --branch NAME.");
		return runOf("file", asked, {
			event: {
				...(await around(asked.options)).event,
				happening: {
					kind: "branchDeleted",
					branch
				}
			},
			releases: true
		});
	},
	ledger: async ({ options, words }) => {
		const inputs = {
			...await around(options),
			token: tokenOf(options)
		};
		return (await import("./chunks/ledger.mjs")).ledgerCommand(words, options, output, inputs);
	},
	status: async ({ options }) => {
		const input = {
			...await around(options),
			token: tokenOf(options),
			options,
			version
		};
		return (await import("./chunks/status.mjs")).statusCommand(input, output);
	},
	serve: async ({ options, signal }) => (await import("./chunks/serve.mjs")).serve(options, output, {
		...await around(options),
		signal
	}),
	rehearse: async ({ asGiven, options, signal }) => {
		const token = tokenOf(options);
		const inputs = {
			env: dropSecrets(),
			cwd: process.cwd(),
			signal,
			version,
			token
		};
		return (await import("./chunks/rehearse.mjs")).rehearse(asGiven, output, inputs);
	}
};
async function main(argv) {
	const line = parseCommandLine(argv);
	if (line.kind !== "run") {
		output.out(line.kind === "help" ? helpText(line.command) : `${version}\n`);
		return 0;
	}
	const asGiven = givenOptions(line.command, [{
		values: line.raw,
		nameOf: (name) => `--${name}`
	}, {
		values: environmentOptions(process.env),
		nameOf: variableOf
	}]);
	return carryOut[line.command]({
		options: withDefaults(asGiven),
		asGiven,
		words: line.words,
		signal: cancelSignal()
	});
}
function fail(error) {
	if (error instanceof Problem) {
		noteProblem({
			message: atDoor(door, error.message),
			remedy: atDoor(door, error.remedy)
		}, log);
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