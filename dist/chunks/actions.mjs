// src/filing/actions.ts
/** True for an action that calls the service. */
function makesCalls({ kind }) {
	return kind === "create" || kind === "update" || kind === "withdraw" || kind === "settle";
}

export { makesCalls };