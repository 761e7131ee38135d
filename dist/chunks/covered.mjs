// src/plan/covered.ts
/** True for a request that carries no content: a migration of its object does what it asks for, too (design §13). */
function needsNoContent(reason) {
	return reason === "*RECOMPILE" || reason === "*UPDATE";
}

export { needsNoContent };