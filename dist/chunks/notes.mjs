import { Problem, messageOf } from "./start.mjs";
import { fetchRef, needRemote } from "./fetch.mjs";

// src/git/notes.ts
/** The ref that holds the ledger and the notes; CI tokens that may push may push it, and it starts no pipeline. */
const notesRef = "refs/notes/check-outs";
/**
* Fetches the notes ref of the ledger's remote into the scratch repository and gives its OID; null when it has none yet.
* @throws Problem('git') when the remote cannot be asked.
*/
async function fetchNotes(repository) {
	const tip = await fetchRef(repository, repository.ledgerRemote ?? needRemote(repository), notesRef);
	if (tip !== null) repository.besideBranches.add(tip);
	return tip;
}
/** No line of JSON can be this one. */
const endOfFile = "end-of-file";
function data(text) {
	return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
/** The input of `git fast-import` that makes the commit, piece by piece. */
function* importStream(parent, { files, notes, message, at }) {
	const seconds = Math.floor(at.getTime() / 1e3);
	yield "commit refs/heads/check-outs\nmark :1\n";
	yield `committer file-checkouts <file-checkouts@localhost> ${seconds} +0000\n`;
	yield data(message);
	if (parent !== null) yield `from ${parent}\n`;
	for (const [path, pieces] of files) {
		if (pieces === null) {
			yield `D ${path}\n`;
			continue;
		}
		yield `M 100644 inline ${path}\ndata <<${endOfFile}\n`;
		yield* pieces;
		yield `${endOfFile}\n\n`;
	}
	for (const [oid, text] of notes) yield `N inline ${oid}\n${data(text)}`;
	yield "\nget-mark :1\ndone\n";
}
/**
* Writes a commit on top of `parent` (null: the first) and gives its OID. Notes go where Git itself would put them, for
* `git log --notes=check-outs`.
*/
async function commitNotes(repository, parent, commit) {
	const output = await repository.bytes([
		"fast-import",
		"--quiet",
		"--done",
		"--force"
	], { input: importStream(parent, commit) });
	const oid = /^[0-9a-f]{40,64}$/m.exec(output.toString("latin1"))?.[0];
	if (oid === void 0) throw new Error("git fast-import named no commit");
	return oid;
}
const race = /fetch first|non-fast-forward|cannot lock ref|failed to update ref|incorrect old value|stale info|reference already exists/i;
/** Pushes a notes commit as a fast-forward: a run that comes second has lost the race and looks again. */
async function pushNotes(repository, oid) {
	const remote = repository.ledgerRemote;
	if (remote === null) return {
		kind: "refused",
		why: "the repository has no remote"
	};
	try {
		const args = [
			"push",
			"--no-verify",
			remote.name,
			`${oid}:${notesRef}`
		];
		await repository.git(args, { remote });
		return { kind: "pushed" };
	} catch (error) {
		if (error instanceof Problem) throw error;
		const text = messageOf(error);
		if (race.test(text)) return { kind: "lostRace" };
		const progress = /^remote: *(Resolving|Counting|Compressing|Enumerating|Total|$)/;
		const telling = text.split("\n").map((line) => line.trim()).filter((line) => line !== "" && !progress.test(line));
		return {
			kind: "refused",
			why: (telling.find((line) => /rejected\]|^(fatal|error|remote):/.test(line)) ?? telling[0] ?? "").slice(0, 300)
		};
	}
}

export { commitNotes, fetchNotes, pushNotes };