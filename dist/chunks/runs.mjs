// src/mapping/near.ts
/** Words in messages: "did you mean", and quotes that do not get long. */
/** Number of letters to add, drop, replace or swap with a neighbour to get from one word to the other. */
function distance(one, other) {
	let beforeLast = [];
	let last = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const same = one[row - 1] === other[column - 1];
			const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			current.push(Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1), swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY));
		}
		beforeLast = last;
		last = current;
	}
	return last[other.length] ?? 0;
}
/** The word of `words` that is at most two letters (one for short words) away from `word`, or null. Case is ignored. */
function nearest(word, words) {
	const wanted = word.toLowerCase();
	const allowed = wanted.length <= 3 ? 1 : 2;
	let best = null;
	let bestDistance = allowed + 1;
	for (const candidate of words) {
		if (Math.abs(candidate.length - wanted.length) > allowed) continue;
		const away = distance(wanted, candidate.toLowerCase());
		if (away < bestDistance) {
			best = candidate;
			bestDistance = away;
		}
	}
	return best;
}
/** At most 60 characters of a text that a message quotes. */
function shorten(text) {
	const characters = Array.from(text.slice(0, 200));
	return text.length <= 60 ? text : `${characters.slice(0, 57).join("")}...`;
}

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

export { runsToWaitFor as a, shorten as c, runNameOf as i, leaseMs as n, withoutRun as o, renewMs as r, nearest as s, isOver as t };