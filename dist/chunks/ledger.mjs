import { Problem, escapeText, exitCodes, identityText } from "./start.mjs";
import { ledgerKey, mappingName, openLedger, sealKeys } from "./mapping-name.mjs";
import { ledgerNotWritten, notVerified, otherSeal, secretNeeded } from "./problems.mjs";
import { emptyRecord } from "./record-path.mjs";
import { emptyTree, isEmptyTree, jsonText } from "./action.mjs";
import { openWithLedger } from "./open-repository.mjs";
import { ensureCommits, nothingFound } from "./fetch.mjs";
import { branchOf } from "./range.mjs";
import { checkedOutBranch, resolveRev } from "./resolve-range.mjs";
import { recordOpened } from "./written-ahead.mjs";
import { readMapping } from "./load.mjs";
import { readMappingText } from "./mapping-text.mjs";
import { repositoryName } from "./repository-name.mjs";
import { shownRecords } from "./shown-records.mjs";

// src/ledger/forget.ts
/**
* A record without what it remembers of some paths: open changes, calls without an answer, and requests. The next push
* of such a file is filed as if it had never been, so a request that is still there will be met as a conflict.
*/
function withoutPaths(record, paths) {
	const keys = new Set(paths.flatMap((path) => [path, `\0${path}`]));
	const gone = (entry) => keys.has(entry.path);
	const lines = [
		...record.filed.filter(gone).map(({ path, objectId, reason }) => `${path}: request ${objectId ?? "?"} (${reason})`),
		...record.open.filter(gone).map(({ path, outcome }) => `${path}: open change (${outcome})`),
		...(record.claims?.paths.filter((path) => keys.has(path)) ?? []).map((path) => `${path}: open without a seal`),
		...record.unanswered.filter(gone).map(({ path, reason }) => `${path}: call without an answer (${reason})`)
	];
	const { claims, passed, shared } = record;
	const kept = (entries) => entries.filter((entry) => !gone(entry));
	return {
		record: {
			...record,
			filed: kept(record.filed),
			open: kept(record.open),
			unanswered: kept(record.unanswered),
			...shared && { shared: kept(shared) },
			...claims && { claims: {
				...claims,
				paths: claims.paths.filter((path) => !keys.has(path))
			} },
			...passed && { passed: Object.fromEntries(Object.entries(passed).filter(([path]) => !keys.has(path))) }
		},
		lines
	};
}

// src/commands/ledger-begin.ts
/**
* `ledger begin`: the branch counts as accounted for up to a commit (`--head`, else what is checked out), so that the
* next run files what came after it. For places that do not say what a push changed, and for repositories whose first
* import was filed in another way. With the empty tree as `--head` everything is new.
*
* @throws Problem('range') for a commit that cannot be found, Problem('usage') without service or branch, or when the record has a head already: that never moves back.
*/
async function beginRecord(repository, options, around) {
	const { event, cwd, now, output } = around;
	const branch = branchOf({
		event,
		options,
		checkedOut: checkedOutBranch(repository.location)
	});
	const source = await readMappingText(options.mapping, cwd, repository);
	const mapped = source === null ? void 0 : readMapping(source.text, source.name).mapping.repo;
	const repo = options.repo ?? mapped ?? repositoryName(event, repository);
	const mapping = mappingName(options.mapping, cwd, repository.location.top, source?.place ?? null);
	const key = ledgerKey(options, repo, mapping, branch);
	if (key === null) throw new Problem("usage", "ledger begin needs a service and a branch", "Give --url and --branch.");
	const keys = sealKeys(around);
	if (keys === null) throw secretNeeded();
	const head = await headToBegin(repository, options.head ?? "HEAD");
	const ledger = await openLedger({
		repository,
		key,
		mode: "require",
		keys,
		now
	});
	if (ledger.trust === "claims") throw otherSeal(key.branch);
	let before = null;
	const isNothing = isEmptyTree(head);
	const note = isNothing ? null : {
		commit: head,
		text: `begun: ${key.branch} counts as filed up to here`
	};
	const written = await ledger.write((newest) => {
		before = newest?.head ?? null;
		return before === null ? recordOpened(newest, {
			key,
			base: head,
			head,
			firstPush: false
		}) : null;
	}, note);
	if (before !== null) throw new Problem("usage", `${key.branch} is accounted for up to ${before} already`, "The next run goes on from there; ledger forget --branch takes the record away.");
	if (written.kind === "refused") throw ledgerNotWritten(written.why);
	const upTo = isNothing ? "has nothing filed: everything is new" : `counts as filed up to ${head}`;
	output.out(`begun: ${escapeText(key.branch)} (repo ${escapeText(repo)}) ${upTo}\n`);
	return exitCodes.filed;
}
/** The commit that `--head` names, or the empty tree of this repository for that of either kind. */
async function headToBegin(repository, rev) {
	if (isEmptyTree(rev.toLowerCase())) return emptyTree[repository.objectFormat];
	const oid = await resolveRev(repository, rev);
	const [gone] = await ensureCommits(repository, [oid]);
	const kind = gone === void 0 ? (await repository.git([
		"cat-file",
		"-t",
		oid
	]).catch(nothingFound)).trim() : "";
	if (kind === "commit") return oid;
	const why = gone === void 0 ? `it is a ${kind || "missing object"}` : `it could not be fetched: ${gone.why}`;
	const remedy = `Give --head a commit of the branch, or the empty tree (${emptyTree[repository.objectFormat]}) for everything.`;
	throw new Problem("range", `${oid} names no commit in this clone: ${why}`, remedy);
}

// src/commands/ledger.ts
/**
* `ledger show [--branch B]` and `ledger forget PATH... | --branch B`: prints and mends what is remembered; `ledger
* begin` says from which commit on a branch is filed.
*
* @throws Problem('usage', 'git', 'ledger') when there is nothing to work on, or it cannot be written.
*/
async function ledgerCommand(words, options, output, around) {
	const [verb, ...paths] = words;
	if (verb !== "show" && verb !== "forget" && verb !== "begin") throw new Problem("usage", `ledger does not know ${verb ?? "what to do"}`, "Give ledger show, ledger forget PATH..., or ledger begin.");
	if (verb !== "forget" && paths.length > 0) throw new Problem("usage", `ledger ${verb} does not take ${paths.join(" ")}`, "Choose a branch with --branch.");
	using repository = await openWithLedger({
		...around,
		options
	});
	if (verb === "begin") return await beginRecord(repository, options, {
		...around,
		output
	});
	const keys = sealKeys(around);
	const opened = {
		repository,
		mode: "require",
		keys,
		now: around.now
	};
	const { records: chosen, damaged } = await shownRecords(opened, options, around.cwd);
	for (const line of damaged) output.log.notice(`damaged: ${escapeText(line)}`);
	if (verb === "show") return show(chosen, options, output);
	if (paths.length === 0 && options.branch === void 0) throw new Problem("usage", "ledger forget needs paths or a branch", "Give paths, or --branch to forget all of a branch.");
	if (keys === null) throw secretNeeded();
	return await forget(opened, chosen, paths, output);
}
function show(records, options, output) {
	if (options.format === "json") output.out(jsonText(records));
	else if (records.length === 0) output.out("the ledger remembers nothing\n");
	else output.out(`${records.flatMap(recordLines).map(escapeText).join("\n")}\n`);
	return exitCodes.filed;
}
function recordLines(record) {
	const { service, repo, branch, mapping, head, filed, open, runs, unanswered, verified } = record;
	const warning = notVerified(verified);
	return [
		`${branch} (repo ${repo}, mapping ${mapping}) at ${service}`,
		...warning === null ? [] : [`  ${warning}`],
		`  accounted for up to ${head ?? "nothing"}`,
		...filed.map((entry) => `  #${entry.objectId ?? "?"} ${entry.reason} ${identityText(entry)}${entry.rfp ? ` RFP ${entry.rfp}` : ""}  ${entry.path}  (run ${entry.run}, commit ${entry.commit.slice(0, 12)})`),
		...open.map((entry) => {
			const object = entry.appl === "" ? "" : `${identityText(entry)}  `;
			return `  open ${entry.outcome}: ${object}${entry.path}: ${entry.why}`;
		}),
		...unanswered.map((call) => `  no answer: ${call.reason} ${identityText(call)}  ${call.path}`),
		...runs.map((run) => `  under way: run ${run.run}, ${run.calls.length} calls, alive until ${run.until}`)
	];
}
async function forget(opening, records, paths, output) {
	let forgotten = 0;
	let foreign = null;
	for (const record of records) {
		const ledger = await openLedger({
			...opening,
			key: record
		});
		if (ledger.trust === "claims" && paths.length > 0) {
			foreign ??= otherSeal(record.branch);
			continue;
		}
		ledger.accept();
		const lines = await forgetIn(ledger, record.branch, paths);
		for (const line of lines) output.out(`forgotten: ${escapeText(line)}\n`);
		forgotten += lines.length;
	}
	if (forgotten > 0) return exitCodes.filed;
	throw foreign ?? new Problem("usage", "the ledger has nothing of that", "Look at ledger show.");
}
/** Writes the record without the paths; without paths an empty one, so that the next push starts from what the event says. */
async function forgetIn(ledger, branch, paths) {
	let forgotten = paths.length === 0 ? [`branch ${branch}`] : [];
	const result = await ledger.write((newest) => {
		if (paths.length === 0) return newest === null ? null : emptyRecord(newest);
		const without = newest === null ? null : withoutPaths(newest, paths);
		forgotten = without?.lines ?? [];
		return forgotten.length === 0 ? null : without?.record ?? null;
	});
	if (result.kind === "refused") throw ledgerNotWritten(result.why);
	return forgotten;
}

export { ledgerCommand };