import { mayBeSame, nameKey } from "./start.mjs";

// src/plan/lookup.ts
/** A lookup over entries, each about the object that `identityOf` names; it costs nothing until it is asked. */
function lookup(entries, identityOf) {
	let byName = null;
	const named = (identity) => {
		if (entries.length === 0) return [];
		byName ??= Map.groupBy(entries, (entry) => nameKey(identityOf(entry)));
		return byName.get(nameKey(identity)) ?? [];
	};
	return {
		named,
		same: (identity) => named(identity).filter((entry) => mayBeSame(identityOf(entry), identity))
	};
}
/** A lookup over entries that are identities themselves, as those of the ledger are. */
function lookupOf(entries) {
	return lookup(entries, (entry) => entry);
}

export { lookup, lookupOf };