// src/filing/actions.ts
/** True for an action that calls the service. */
function makesCalls({ kind }) {
	return ![
		"blocked",
		"nothing",
		"unchanged"
	].includes(kind);
}

export { makesCalls };