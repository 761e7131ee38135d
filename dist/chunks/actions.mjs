// src/filing/actions.ts
function makesCalls({ kind }) {
	return ![
		"blocked",
		"nothing",
		"unchanged"
	].includes(kind);
}

export { makesCalls };