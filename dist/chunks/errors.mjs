// src/errors.ts
/**
* The one family of errors a run can end with. Each is a sentence, a remedy and an exit code; anything else that is
* thrown is a bug and is shown as one.
*/
/** Exit codes of the contract: 0 all filed, 1 some change not filed, 2 bad usage, input or mapping, 3 changes not determined, 4 service lost. */
const exitCodes = {
	filed: 0,
	notFiled: 1,
	usage: 2,
	noChanges: 3,
	serviceLost: 4
};
/** Why a run stopped, by code; the exit code follows from it. */
const exitOfCode = {
	usage: exitCodes.usage,
	mapping: exitCodes.usage,
	event: exitCodes.noChanges,
	range: exitCodes.noChanges,
	git: exitCodes.noChanges,
	limit: exitCodes.notFiled,
	ledger: exitCodes.notFiled,
	cancelled: exitCodes.notFiled
};
/** A stop with a reason that a user can act on: `message` says what happened, `remedy` what to do about it. */
var Problem = class extends Error {
	code;
	remedy;
	constructor(code, message, remedy, options) {
		super(message, options);
		this.name = "Problem";
		this.code = code;
		this.remedy = remedy;
	}
	get exitCode() {
		return exitOfCode[this.code];
	}
};
/** The message of anything thrown, for a sentence that quotes it. */
function messageOf(error) {
	return error instanceof Error ? error.message : String(error);
}

export { exitCodes as n, messageOf as r, Problem as t };