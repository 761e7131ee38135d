import { r as some } from "./counted.mjs";
import { t as Problem } from "./errors.mjs";
import { t as escapeText } from "./log.mjs";
import { i as variableOf, n as optionTable, r as optionsOf } from "./options.mjs";

// src/check/annotations.ts
/** The notes of a check, beside the mapping file. Rules that nothing reaches are none: a mapping may be ahead of its files. */
function checkAnnotations(report) {
	const file = report.mapping?.inWorkspace;
	if (file === void 0) return [];
	const at = (level, line, message, column = null) => ({
		level,
		file,
		line,
		column,
		message
	});
	const { unmapped, unmappedIs } = report;
	const notes = [
		...report.errors.map(({ line, column, found, right }) => at("error", line, `${found}; ${right}`, column)),
		...report.collisions.map(({ object, paths }) => at("warning", null, `${object} is made by ${some(paths)}`)),
		...report.shadowed.map(({ rule, line, message }) => at("warning", line, `${rule}: ${message}`)),
		...report.warnings.map(({ line, message }) => at("warning", line, message))
	];
	if (unmapped.length === 0 || unmappedIs === "ignore") return notes;
	const without = `${unmapped.length} tracked files without a rule: ${some(unmapped, 10)}`;
	return [...notes, at(unmappedIs === "error" ? "error" : "warning", null, without)];
}

// src/read-options.ts
function wrong(row, origin, found, right) {
	return new Problem("usage", `${origin}: ${found}`, `Give ${right}. (${row.about})`);
}
function readValue(row, raw, origin) {
	if (row.kind === "list") {
		const given = (Array.isArray(raw) ? raw : String(raw).split(/\r?\n/)).map((item) => item.trim()).filter((item) => item !== "");
		return given.length === 0 ? void 0 : given;
	}
	const text = String(Array.isArray(raw) ? raw.at(-1) : raw).trim();
	if (text === "") return void 0;
	if (row.choices && !row.choices.includes(text)) throw wrong(row, origin, `${JSON.stringify(text)} is not one of its values`, row.choices.join(", "));
	if (row.kind === "flag") {
		if (/^(true|yes|1)$/i.test(text)) return true;
		if (/^(false|no|0)$/i.test(text)) return false;
		throw wrong(row, origin, `${JSON.stringify(text)} is neither true nor false`, "true or false");
	}
	if (row.kind === "number" && !/^\d{1,9}$/.test(text)) throw wrong(row, origin, `${JSON.stringify(text)} is not a number`, "a whole number");
	if (row.pattern && !row.pattern.test(text)) {
		const right = row.kind === "number" ? "a whole number from 1 on" : row.value ?? "another value";
		throw wrong(row, origin, `${JSON.stringify(text)} cannot be right`, right);
	}
	return row.kind === "number" ? Number(text) : text;
}
/**
* Reads raw values into typed options. Several sources may be given, first one wins; an empty value counts as not
* given.
*
* @param sources each with how it names an option in an error, as `--base` or `FILE_CHECKOUTS_BASE`.
* @throws Problem('usage') on the first value that cannot be right.
*/
function readOptions(command, sources) {
	const options = {};
	for (const row of optionsOf(command)) for (const { values, nameOf } of sources) {
		const raw = values[row.name];
		const value = raw === void 0 ? void 0 : readValue(row, raw, nameOf(row.name));
		if (value === void 0) continue;
		if (value !== false) options[row.name] = value;
		break;
	}
	return options;
}
/** The options that the environment sets (`FILE_CHECKOUTS_<NAME>`). */
function environmentOptions(env) {
	return Object.fromEntries(optionTable.map(({ name }) => [name, env[variableOf(name)]]));
}

// src/report/progress.ts
/** How far filing has got, as one line for people while it lasts (design §9). */
/** How a run shows its progress. Any `--format` but text stays as it is. */
function progressStyle(about) {
	if (about.format !== void 0 && about.format !== "text") return "none";
	return about.isTerminal && about.term !== "dumb" ? "terminal" : "lines";
}
/** `filing: 1234 of 10000 done, 3 failed, 56/s, 2 min 36 s left`; without rate and time as long as nothing ended. */
function progressLine(state, now) {
	const { total, done, failed, startedAt } = state;
	const parts = [`filing: ${done} of ${total} done`];
	if (failed > 0) parts.push(`${failed} failed`);
	const perSecond = done * 1e3 / Math.max(1, now - startedAt);
	if (done > 0) parts.push(rateText(perSecond));
	if (done > 0 && done < total) parts.push(`${durationText((total - done) / perSecond)} left`);
	return parts.join(", ");
}
function rateText(perSecond) {
	return perSecond < 10 ? `${perSecond.toFixed(1)}/s` : `${Math.round(perSecond)}/s`;
}
/** Seconds as `8 s`, `2 min 36 s` or `3 h 05 min`; never less than there is. */
function durationText(seconds) {
	const whole = Math.ceil(seconds);
	if (whole < 60) return `${whole} s`;
	if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
	const minutes = Math.ceil(whole / 60);
	return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
/** A run that is shorter than this shows nothing on a terminal, so that nothing flickers. Milliseconds, as the others. */
const shortRun = 1e3;
const redraw = 200;
/** The first line comes after this time too. */
const betweenLines = 5e3;
const eraseLine = "\r\x1B[K";
/** Shows the progress of one filing after the other. */
var Progress = class {
	#style;
	#output;
	#clock;
	#state = null;
	#isDrawn = false;
	constructor(style, output, clock) {
		this.#style = style;
		this.#output = output;
		this.#clock = clock;
	}
	/** A filing of that many calls begins; disposing what comes back ends it and takes its line away. */
	begin(total) {
		if (this.#style === "none" || total === 0) return { [Symbol.dispose]: () => {} };
		this.#state = {
			total,
			done: 0,
			failed: 0,
			startedAt: this.#clock.now()
		};
		const isTerminal = this.#style === "terminal";
		const stop = this.#clock.every(isTerminal ? redraw : betweenLines, () => this.#show());
		return { [Symbol.dispose]: () => {
			stop();
			this.#erase();
			this.#state = null;
		} };
	}
	/** One more call has ended. */
	ended(failed) {
		if (this.#state === null) return;
		const { done, failed: before } = this.#state;
		this.#state = {
			...this.#state,
			done: done + 1,
			failed: before + (failed ? 1 : 0)
		};
	}
	/** The log for what is said meanwhile: a line of it takes the place of the progress line, which follows below. */
	over(log) {
		const around = (write) => {
			const wasDrawn = this.#isDrawn;
			this.#erase();
			write();
			if (wasDrawn) this.#show();
		};
		return {
			info: (line) => around(() => log.info(line)),
			notice: (line) => around(() => log.notice(line)),
			group: (title) => around(() => log.group(title)),
			endGroup: () => around(() => log.endGroup())
		};
	}
	#show() {
		const state = this.#state;
		const now = this.#clock.now();
		if (state === null) return;
		const line = escapeText(progressLine(state, now));
		if (this.#style === "lines") this.#output.write(`${line}\n`);
		else if (now - state.startedAt >= shortRun) {
			this.#output.write(`${eraseLine}${line.slice(0, Math.max(0, (this.#output.columns ?? 80) - 1))}`);
			this.#isDrawn = true;
		}
	}
	#erase() {
		if (this.#isDrawn) this.#output.write(eraseLine);
		this.#isDrawn = false;
	}
};
/** The clock of this machine; its beat keeps no process alive. */
const machineClock = {
	now: () => performance.now(),
	every: (ms, tick) => {
		const timer = setInterval(tick, ms);
		timer.unref();
		return () => clearInterval(timer);
	}
};

export { readOptions as a, environmentOptions as i, machineClock as n, checkAnnotations as o, progressStyle as r, Progress as t };