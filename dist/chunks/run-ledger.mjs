import { readOnlyLedger } from "./ledger-access.mjs";
import { ledgerRequired } from "./problems.mjs";

// src/ledger/run-ledger.ts
/** The ledger where this run can write it; null: it cannot. */
function writable({ ledger, key }) {
	return key === null || ledger.trouble !== null ? null : {
		ledger,
		key
	};
}
/**
* The same run once the ledger has refused a write: it reads on, and says so.
*
* @throws Problem('ledger') under `require`: nothing is filed that could not be remembered.
*/
function withoutWriting(run, why) {
	if (run.isRequired) throw ledgerRequired(why);
	return {
		run: {
			...run,
			ledger: readOnlyLedger(run.ledger, why)
		},
		notice: {
			code: "ledgerUnusable",
			why
		}
	};
}

export { withoutWriting, writable };