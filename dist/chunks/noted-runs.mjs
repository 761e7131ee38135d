import { escapeText } from "./start.mjs";

// src/ledger/noted-runs.ts
/** The commit at which a request was filed as it is. */
function commitOf({ since, commit }) {
	return since ?? commit;
}
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** Reads what note-text.ts writes: a block a run, with a blank line between. */
function blocksOf(note) {
	return note.split("\n\n").flatMap((text) => {
		const said = /* @__PURE__ */ new Map();
		for (const line of text.split("\n", 7)) {
			const [, name, value] = /^([A-Z][a-z]+): (.*)$/.exec(line) ?? [];
			if (name !== void 0 && value !== void 0) said.set(name, value);
		}
		const run = said.get("Run")?.replace(/ https?:\/\/\S*$/, "");
		const [service, branch] = [said.get("Service"), said.get("Branch")];
		if (run === void 0 || service === void 0 || branch === void 0) return [];
		const account = said.get("Account");
		const at = said.get("At") ?? "";
		return [{
			run,
			service,
			branch,
			account: account !== void 0 && account !== "unknown" ? account : null,
			at: time.test(at) ? at : null
		}];
	});
}
/** What notes say of the runs that filed, by commit and run. */
var NotedRuns = class {
	#notes;
	#blocks = /* @__PURE__ */ new Map();
	/** @param notes texts by the commit they are on. */
	constructor(notes) {
		this.#notes = notes;
	}
	/** What the note says of a run that filed a commit for a branch; null: nothing. */
	of(commit, of, run) {
		const name = escapeText(run);
		return this.#for(commit, of).findLast((block) => block.run === name) ?? null;
	}
	/** The one run that filed a commit for a branch; null where the note names none, or several. */
	only(commit, of) {
		const [first, second] = this.#for(commit, of);
		return second === void 0 ? first ?? null : null;
	}
	/** Who filed an entry of a record. */
	filerOf(entry, record) {
		const commit = commitOf(entry);
		const isFirst = entry.since === void 0;
		const said = isFirst ? this.of(commit, record, entry.run) : this.only(commit, record);
		const user = typeof entry.sent.user === "string" ? entry.sent.user : null;
		const run = isFirst ? entry.run : said?.run ?? null;
		return {
			user,
			account: said?.account ?? null,
			run,
			commit,
			at: said?.at ?? null
		};
	}
	#for(commit, { service, branch }) {
		let blocks = this.#blocks.get(commit);
		if (blocks === void 0) {
			blocks = blocksOf(this.#notes.get(commit) ?? "");
			this.#blocks.set(commit, blocks);
		}
		const [name, at] = [escapeText(branch), escapeText(service)];
		return blocks.filter((block) => block.branch === name && block.service === at);
	}
};

export { NotedRuns, commitOf };