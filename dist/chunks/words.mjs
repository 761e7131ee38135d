import { t as Problem } from "./errors.mjs";

// src/ledger/words.ts
const nothingRemembered = "nothing is remembered of this run, because the ledger cannot be used";
/** What the report says of a run that cannot write the ledger (design §8 "No write permission"). */
function ledgerNotice(why) {
	return `${nothingRemembered} (${why}): the next push of the same files will meet their locks, and without locks file them again`;
}
/** True for a notice that says this; in the report notices are texts. */
function isLedgerNotice(notice) {
	return notice.startsWith(nothingRemembered);
}
/** Under `require` a ledger that cannot be written ends the run before anything is filed. */
function ledgerRequired(why) {
	return new Problem("ledger", `the ledger cannot be written: ${why}`, "Let the job push refs/notes/check-outs (contents: write), or run with --ledger auto.");
}

export { ledgerNotice as n, ledgerRequired as r, isLedgerNotice as t };