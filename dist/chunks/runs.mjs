// src/ledger/runs.ts
/** How long a run counts as alive after it was last heard of, in milliseconds. */
const leaseMs = 12e4;
/** How often a run that lives says so, in milliseconds. */
const renewMs = 45e3;
/** The name of a run: the host's, or one made of the time outside CI. */
function runNameOf(run, now) {
	const { id, attempt } = run;
	return {
		id,
		attempt,
		run: id === null ? `local-${now.getTime().toString(36)}` : `${id}-${attempt}`
	};
}
/** True for a run that is over although it never said so: its lease ended, or it is an earlier attempt of ours. */
function isOver(other, me, now) {
	if (other.run === me.run) return true;
	if (other.id !== null && other.id === me.id && other.attempt < me.attempt) return true;
	const until = Date.parse(other.until);
	return Number.isNaN(until) || until <= now.getTime() || until > now.getTime() + 2 * 12e4;
}
/** The runs that this one has to wait for. */
function runsToWaitFor(runs, me, now) {
	return runs.filter((run) => !isOver(run, me, now));
}
/** The runs without one that has ended. */
function withoutRun(runs, me) {
	return runs.filter((run) => run.run !== me.run);
}

export { runsToWaitFor as a, runNameOf as i, leaseMs as n, withoutRun as o, renewMs as r, isOver as t };