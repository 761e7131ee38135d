import type { Repository } from '../git/repository.ts';
import { buildHostedName, cutServiceUrl } from '../ledger/key.ts';
import { type Opening, openLedger } from '../ledger/ledger-access.ts';
import type { SealSecrets } from '../ledger/seal.ts';
import { formatTarget, splitTarget } from '../mapping/set.ts';
import { resolveMappingName } from '../mapping/source.ts';
import type { RunInput } from '../run/input.ts';

export type LedgerInput = SealSecrets & { readonly words: readonly string[] } & Pick<
    RunInput,
    'options' | 'event' | 'env' | 'gitToken' | 'ledgerToken' | 'cwd' | 'now' | 'version'
  >;

/** Returns the settings of openLedger but for the key: mode `require` (an unreadable ledger is an error), and the input's secrets. */
export function buildLedgerOpening(repository: Repository, input: LedgerInput) {
  return { repository, mode: 'require', secrets: input, now: input.now } as const satisfies Omit<Opening, 'key'>;
}

/**
 * Reads all records of the ledger, also those of other repositories. Returns in `records` those that options select: `--branch`, `--repo`,
 * service (`--ledger-key`, else `--url`), `--mapping`, and the target in `--set` (formatTarget); an option that is not given selects all. A
 * record that is not verified may lack its check-outs. Also returns the `ledger`, in `damaged` a line for each unreadable record (of any
 * options), and in `repository` the name of the current one at its host. @throws Problem('ledger') if the ledger cannot be read
 */
export async function readShownRecords(repository: Repository, input: LedgerInput) {
  const { options } = input;
  const name = buildHostedName(input.event, repository.remote?.url ?? null);
  // An unused key: the records are chosen from all.
  const key = { service: '', repository: name, repo: '', mapping: '', branch: '' };
  const ledger = await openLedger({ ...buildLedgerOpening(repository, input), key, isWhole: true });
  const { records, damaged } = await ledger.all();
  const target = formatTarget(options.set);
  // The file itself may be gone.
  const { top } = repository.location;
  const named = options.mapping === undefined ? null : resolveMappingName(options.mapping, input.cwd, top, null);
  const service = options['ledger-key'] ?? (options.url === undefined ? undefined : cutServiceUrl(options.url));
  const chosen = records
    .filter(({ record }) => options.branch === undefined || record.branch === options.branch)
    .filter(({ record }) => options.repo === undefined || record.repo === options.repo)
    .filter(({ record }) => service === undefined || record.service === service)
    .filter(({ record }) => named === null || splitTarget(record.mapping).file === named)
    .filter(({ record }) => target === '' || splitTarget(record.mapping).items.join(' ') === target);
  return { ledger, records: chosen, damaged, repository: name };
}
