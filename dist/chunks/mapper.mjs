// src/plan/mapper.ts
/** The requests that the mapping makes of a path; none for one that it leaves out. */
function targetsOf(mapped) {
	return mapped.kind === "requests" ? mapped.targets : [];
}

export { targetsOf };