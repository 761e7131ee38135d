import { isInCommit } from "./source.mjs";
import { fetchNotes } from "./notes.mjs";

// src/run/facts.ts
const noFacts = {
	mapping: null,
	range: null,
	nothingToFile: null,
	leftOut: [],
	standing: null,
	notices: [],
	requests: [],
	dependents: [],
	error: null
};
/** The facts with what a step has told; notices add up. */
function withTold(facts, told) {
	return {
		...facts,
		...told,
		notices: [...facts.notices, ...told.notices ?? []]
	};
}

// src/run/fetch-ledger.ts
/**
* Begins to fetch the ledger while what plans is loaded and the mapping read; not beside another fetch, as Git locks
* what is cut off.
*
* @returns where the ref is at the remote; null when this run fetches no ledger, or not yet.
*/
function fetchAhead({ event, options }, repository) {
	const { url, mapping, ledger } = options;
	const isNamed = url !== void 0 || options["ledger-key"] !== void 0;
	const isOpen = event.happening.kind === "tag" || event.happening.kind === "unclear";
	if (!isNamed || isInCommit(mapping) || isOpen || ledger === "off" || repository.ledgerRemote === null) return null;
	const fetched = fetchNotes(repository);
	fetched.catch(() => {});
	return fetched;
}

export { fetchAhead, noFacts, withTold };