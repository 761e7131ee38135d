import { mappingName, openLedger, serviceAt } from "./mapping-name.mjs";
import { targetOf } from "./set.mjs";

// src/commands/shown-records.ts
/** Any key opens the ledger for reading; the records are chosen from all there are. */
const anyKey = {
	service: "",
	repo: "",
	mapping: "",
	branch: ""
};
/**
* Reads the records that `--branch`, `--url` or `--ledger-key`, `--mapping` and `--set` name; without one, those of all.
*
* @throws Problem('ledger') when the ledger cannot be read.
*/
async function shownRecords(opening, options, cwd) {
	const ledger = await openLedger({
		...opening,
		key: anyKey
	});
	const { records, unsealed, damaged } = await ledger.all();
	const target = targetOf(options.set);
	const { top } = opening.repository.location;
	const named = options.mapping === void 0 ? null : mappingName(options.mapping, cwd, top, null);
	const service = options["ledger-key"] ?? (options.url === void 0 ? void 0 : serviceAt(options.url));
	const isSealed = opening.keys === null ? null : true;
	return {
		ledger,
		records: [...records.map((record) => ({
			...record,
			verified: isSealed
		})), ...unsealed.map((record) => ({
			...record,
			verified: false
		}))].filter((record) => options.branch === void 0 || record.branch === options.branch).filter((record) => service === void 0 || record.service === service).filter(({ mapping }) => named === null || mapping === named || mapping.startsWith(`${named} `)).filter(({ mapping }) => target === "" || mapping.endsWith(` ${target}`)).toSorted((one, other) => `${one.service} ${one.branch}` < `${other.service} ${other.branch}` ? -1 : 1),
		damaged
	};
}

export { shownRecords };