// src/ledger/ledger-access.ts
const noRecords = {
	records: [],
	areSealed: true,
	unsealed: [],
	damaged: []
};
/** A ledger that knows nothing and writes nothing, for the reason given. */
function closedLedger(why) {
	return {
		record: null,
		trust: "sealed",
		trouble: why,
		latest: () => null,
		accept: () => {},
		write: () => Promise.resolve({
			kind: "refused",
			why
		}),
		holdersOf: () => Promise.resolve([]),
		all: () => Promise.resolve(noRecords),
		naming: () => Promise.resolve(noRecords),
		notes: () => Promise.resolve(/* @__PURE__ */ new Map())
	};
}
/** The ledger of a job that may not push: read only to know whose a number is (design §8 "No write permission"). */
function readOnlyLedger(ledger, why) {
	return {
		...closedLedger(why),
		holdersOf: (objectId) => ledger.holdersOf(objectId),
		all: () => ledger.all(),
		naming: (names) => ledger.naming(names),
		notes: (commits) => ledger.notes(commits)
	};
}

export { closedLedger, noRecords, readOnlyLedger };