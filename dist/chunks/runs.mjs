// src/ledger/runs.ts
/** How long a run counts as alive after it was last heard of, in milliseconds. */
const leaseMs = 12e4;
/** How often a run that lives says so, in milliseconds. */
const renewMs = 45e3;
/**
* The name of a run: the host's, or one made of the time outside CI. On GitLab, where a run does not count its attempts,
* the numbers of a job tell its starts apart.
*
* @param instance a text that no other process has.
*/
function runNameOf(run, now, instance) {
	const { id, attempt, job } = run;
	if (id === null) return {
		id,
		attempt,
		run: `local-${now.getTime().toString(36)}`,
		instance
	};
	if (job === void 0) return {
		id,
		attempt,
		run: `${id}-${attempt}`,
		instance
	};
	return {
		id: `${id} ${job.name}`,
		attempt: job.number,
		run: `${id}-${job.number}`,
		instance
	};
}
/**
* True for a run that is over although it never said so: its lease ended, or it is an earlier attempt of ours. Another
* job of our own run (a matrix) is not.
*/
function isOver(other, me, now) {
	if (other.instance === me.instance) return true;
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
	return runs.filter((run) => run.instance !== me.instance);
}

export { runsToWaitFor as a, runNameOf as i, leaseMs as n, withoutRun as o, renewMs as r, isOver as t };