import { Problem, escapeText } from "./start.mjs";
import { forgetTips } from "./fetch.mjs";
import { fetchAhead, noFacts } from "./fetch-ledger.mjs";
import { factsOf, finish } from "./finish.mjs";
import { openWithLedger } from "./open-repository.mjs";

// src/run/flow.ts
/**
* The one run behind every front door: event, range, changes, mapping, plan, filing, report. Never throws: what goes
* wrong is in the report, whose `exitCode` is the verdict.
*/
async function run(input) {
	const at = input.now();
	return finish(input, await untilItEnds(input).catch((error) => factsOf(input, noFacts, error)), at);
}
/** Tries until the run has ended: another run of the branch may go first, or the ledger be closed to this one. */
async function untilItEnds(input) {
	const opening = openWithLedger(input);
	const [opened] = await Promise.all([opening, gitBegins().then(() => import("./yaml.mjs"))]);
	using repository = opened;
	using _end = endsWhenCancelled(input, repository);
	const fetched = fetchAhead(input, repository);
	if (fetched !== null) repository.objects.begin();
	await gitBegins();
	const { attempt } = await import("./attempt.mjs");
	const tools = {
		input,
		repository
	};
	let ahead = {
		fetched,
		ledgerRefused: null,
		since: input.now()
	};
	let again = null;
	for (;;) {
		const ended = await attempt(tools, ahead);
		if (!("again" in ended)) return ended;
		await beforeNext(tools, ended, again);
		const ledgerRefused = ended.again === "ledgerRefused" ? ended.why : ahead.ledgerRefused;
		ahead = {
			...ahead,
			fetched: null,
			ledgerRefused
		};
		again = ended;
	}
}
/** How often a run that waits for another looks again, in milliseconds. */
const lookAgainMs = 5e3;
/** @param last why the attempt before this one ended; null: this was the first. */
async function beforeNext({ input, repository }, now, last) {
	if (now.again === "ledgerRefused") return;
	if (now.again === "underWay") {
		if (last?.again !== "underWay" || last.run?.run !== now.run?.run) input.log.notice(waitingFor(now.run, input.me));
		await input.sleep(lookAgainMs, input.signal);
		if (input.signal.aborted) throw new Problem("cancelled", "the run was cancelled while it waited for another", "The next run files the changes.");
	}
	forgetTips(repository);
}
function waitingFor(run, { machine }) {
	if (run === null) return "waiting for another run, which is filing this branch";
	if (machine?.isGone(run)) return `waiting a little: run ${escapeText(run.run)} was killed, and what it sent may still arrive`;
	const until = new Date(run.until).toLocaleTimeString("en-GB", {
		hour: "2-digit",
		minute: "2-digit"
	});
	return `waiting for run ${escapeText(run.run)}, which is filing this branch (until ${until} at the latest)`;
}
/** How long Git may still work after the run was cancelled, in milliseconds: runners end a process after about ten seconds. */
const gitGraceMs = 8e3;
/** A remote that hangs must not keep a cancelled run from its report. */
function endsWhenCancelled(input, repository) {
	const over = new AbortController();
	const onAbort = () => {
		input.sleep(gitGraceMs, over.signal).then(() => !over.signal.aborted && repository.end()).catch(() => {});
	};
	if (input.signal.aborted) onAbort();
	else input.signal.addEventListener("abort", onAbort, {
		once: true,
		signal: over.signal
	});
	return { [Symbol.dispose]: () => over.abort() };
}
/** Lets the Git process that was asked for begin: loading blocks this thread. */
function gitBegins() {
	return new Promise((resolve) => setImmediate(resolve));
}

export { run };