import { ledgerPlace } from "./fetch.mjs";
import { openRepository } from "./repository.mjs";

// src/run/open-repository.ts
/**
* Opens the repository of a command that reads or writes the ledger.
*
* @throws Problem('usage') for a bad address of the ledger, and what openRepository throws.
*/
async function openWithLedger({ options, env, gitToken, ledgerToken }) {
	const remote = options["ledger-remote"];
	const place = remote === void 0 ? void 0 : ledgerPlace(remote, ledgerToken);
	return openRepository({
		repoDir: options["repo-dir"],
		env,
		gitToken,
		ledgerPlace: place
	});
}

export { openWithLedger };