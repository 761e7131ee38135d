import { Problem } from "./start.mjs";
import { howSealed, mayPush } from "./action.mjs";

// src/ledger/problems.ts
/** Why a command without a secret writes nothing. */
const unverifiable = "no secret is given to seal it: the token of the service (FILE_CHECKOUTS_TOKEN), or FILE_CHECKOUTS_LEDGER_SECRET";
/** Why a run leaves a record as it is. */
const notSealed = "its record is not sealed with the secret of this run";
/** Under `require` a record that is not believed ends the run before anything is filed. */
function sealRequired(branch) {
	const message = `the ledger's record of ${branch} is not sealed with the secret of this run`;
	return new Problem("ledger", message, `${howSealed}. Or run once with --ledger auto, which proves what it says.`);
}
/** For a run that only the record could tell what changed. */
function unsealedRange({ code, message }) {
	return new Problem(code, `${message}: its record is not sealed with the secret of this run`, "Give the secret that sealed it (FILE_CHECKOUTS_LEDGER_SECRET); or file once with --base and --head, then tell the ledger with ledger begin where that ended.");
}
/** For a command that would write to the ledger and has nothing to seal it with. */
function secretNeeded() {
	return new Problem("usage", "the ledger is sealed with a secret, and none is given", "Set FILE_CHECKOUTS_TOKEN or give --token-file, as the runs have it; where they have FILE_CHECKOUTS_LEDGER_SECRET, set that.");
}
/** For a command that mends what is sealed. */
function otherSeal(branch) {
	const message = `the ledger's record of ${branch} is sealed with another secret than the one given, or with none`;
	return new Problem("ledger", message, "Give the secret that the runs have (FILE_CHECKOUTS_TOKEN, or FILE_CHECKOUTS_LEDGER_SECRET), or let a run seal it anew; ledger forget --branch takes all of it away.");
}
/** For a command that is about nothing but the ledger. */
function ledgerNotWritten(why) {
	return new Problem("ledger", `the ledger could not be written: ${why}`, "Give a Git token that may push (FILE_CHECKOUTS_GIT_TOKEN, or FILE_CHECKOUTS_LEDGER_TOKEN with --ledger-remote), or use a checkout that keeps its credentials.");
}
/** Under `require` a ledger that cannot be written ends the run before anything is filed. */
function ledgerRequired(why) {
	const remedy = `${mayPush}, or run with --ledger auto.`;
	return new Problem("ledger", `the ledger cannot be written: ${why}`, remedy);
}
/** What is said of records that are only shown: `verified` is false where a seal does not fit, null without a secret. */
function notVerified(verified) {
	if (verified === null) return "not verified: no secret was given";
	return verified ? null : "not verified: sealed with another secret than the one given, or with none";
}

export { ledgerNotWritten, ledgerRequired, notSealed, notVerified, otherSeal, sealRequired, secretNeeded, unsealedRange, unverifiable };