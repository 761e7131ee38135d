import { serviceAt } from '../ledger/key.ts';
import type { Ledger, Opening } from '../ledger/ledger-access.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import type { LedgerRecord, RecordKey } from '../ledger/record.ts';
import { mappingName } from '../mapping/mapping-name.ts';
import { targetOf } from '../mapping/set.ts';
import type { Options } from '../options.ts';

/** A record as it is shown: whether its seal fits; null: nobody can tell without a secret. */
export type ShownRecord = LedgerRecord & { readonly verified: boolean | null };

/** Any key opens the ledger for reading; the records are chosen from all there are. */
const anyKey: RecordKey = { service: '', repo: '', mapping: '', branch: '' };

/** What a command that shows the ledger reads of it. */
export interface Shown {
  readonly ledger: Ledger;
  /** Those that the options name, by service and branch. */
  readonly records: readonly ShownRecord[];
  /** A line for each that cannot be read, whatever the options name. */
  readonly damaged: readonly string[];
}

/**
 * Reads the records that `--branch`, `--url` or `--ledger-key`, `--mapping` and `--set` name; without one, those of all.
 *
 * @throws Problem('ledger') when the ledger cannot be read.
 */
export async function shownRecords(opening: Omit<Opening, 'key'>, options: Options, cwd: string): Promise<Shown> {
  const ledger = await openLedger({ ...opening, key: anyKey });
  const { records, unsealed, damaged } = await ledger.all();
  const target = targetOf(options.set);
  // The file itself may be gone.
  const { top } = opening.repository.location;
  const named = options.mapping === undefined ? null : mappingName(options.mapping, cwd, top, null);
  const service = options['ledger-key'] ?? (options.url === undefined ? undefined : serviceAt(options.url));
  const isSealed = opening.keys === null ? null : true;
  const all = [
    ...records.map((record) => ({ ...record, verified: isSealed })),
    ...unsealed.map((record) => ({ ...record, verified: false })),
  ];
  const chosen = all
    .filter((record) => options.branch === undefined || record.branch === options.branch)
    .filter((record) => service === undefined || record.service === service)
    .filter(({ mapping }) => named === null || mapping === named || mapping.startsWith(`${named} `))
    .filter(({ mapping }) => target === '' || mapping.endsWith(` ${target}`))
    .toSorted((one, other) => (`${one.service} ${one.branch}` < `${other.service} ${other.branch}` ? -1 : 1));
  return { ledger, records: chosen, damaged };
}
