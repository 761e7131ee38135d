import { exitCodes, Problem } from '../errors.ts';
import { withoutPaths } from '../ledger/forget.ts';
import type { Ledger, Opening } from '../ledger/ledger-access.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { ledgerNotWritten, notVerified, otherSeal, secretNeeded } from '../ledger/problems.ts';
import { emptyRecord, type LedgerRecord } from '../ledger/record.ts';
import { sealKeys } from '../ledger/seal.ts';
import { escapeText } from '../log.ts';
import type { Options } from '../options.ts';
import { identityText } from '../plan/identity.ts';
import { jsonText } from '../report/json-text.ts';
import type { RunInput } from '../run/input.ts';
import { openWithLedger } from '../run/open-repository.ts';
import { beginRecord } from './ledger-begin.ts';
import type { Output } from './run-command.ts';
import { type ShownRecord, shownRecords } from './shown-records.ts';

/** What the command takes from the front door. */
type Surroundings = Pick<
  RunInput,
  'env' | 'gitToken' | 'ledgerToken' | 'event' | 'cwd' | 'now' | 'token' | 'ledgerSecret'
>;

/**
 * `ledger show [--branch B]` and `ledger forget PATH... | --branch B`: prints and mends what is remembered; `ledger
 * begin` says from which commit on a branch is filed.
 *
 * @throws Problem('usage', 'git', 'ledger') when there is nothing to work on, or it cannot be written.
 */
export async function ledgerCommand(
  words: readonly string[],
  options: Options,
  output: Output,
  around: Surroundings,
): Promise<number> {
  const [verb, ...paths] = words;
  if (verb !== 'show' && verb !== 'forget' && verb !== 'begin') {
    const remedy = 'Give ledger show, ledger forget PATH..., or ledger begin.';
    throw new Problem('usage', `ledger does not know ${verb ?? 'what to do'}`, remedy);
  }
  if (verb !== 'forget' && paths.length > 0) {
    throw new Problem('usage', `ledger ${verb} does not take ${paths.join(' ')}`, 'Choose a branch with --branch.');
  }
  using repository = await openWithLedger({ ...around, options });
  if (verb === 'begin') return await beginRecord(repository, options, { ...around, output });
  const keys = sealKeys(around);
  const opened = { repository, mode: 'require', keys, now: around.now } as const;
  const { records: chosen, damaged } = await shownRecords(opened, options, around.cwd);
  for (const line of damaged) output.log.notice(`damaged: ${escapeText(line)}`);
  if (verb === 'show') return show(chosen, options, output);
  if (paths.length === 0 && options.branch === undefined) {
    const remedy = 'Give paths, or --branch to forget all of a branch.';
    throw new Problem('usage', 'ledger forget needs paths or a branch', remedy);
  }
  if (keys === null) throw secretNeeded();
  return await forget(opened, chosen, paths, output);
}

function show(records: readonly ShownRecord[], options: Options, output: Output): number {
  if (options.format === 'json') output.out(jsonText(records));
  else if (records.length === 0) output.out('the ledger remembers nothing\n');
  else output.out(`${records.flatMap(recordLines).map(escapeText).join('\n')}\n`);
  return exitCodes.filed;
}

function recordLines(record: ShownRecord): string[] {
  const { service, repo, branch, mapping, head, filed, open, runs, unanswered, verified } = record;
  const warning = notVerified(verified);
  return [
    `${branch} (repo ${repo}, mapping ${mapping}) at ${service}`,
    ...(warning === null ? [] : [`  ${warning}`]),
    `  accounted for up to ${head ?? 'nothing'}`,
    ...filed.map(
      (entry) =>
        `  #${entry.objectId ?? '?'} ${entry.reason} ${identityText(entry)}${entry.rfp ? ` RFP ${entry.rfp}` : ''}  ${entry.path}  (run ${entry.run}, commit ${entry.commit.slice(0, 12)})`,
    ),
    ...open.map((entry) => {
      // A file without a rule has no object yet.
      const object = entry.appl === '' ? '' : `${identityText(entry)}  `;
      return `  open ${entry.outcome}: ${object}${entry.path}: ${entry.why}`;
    }),
    ...unanswered.map((call) => `  no answer: ${call.reason} ${identityText(call)}  ${call.path}`),
    ...runs.map((run) => `  under way: run ${run.run}, ${run.calls.length} calls, alive until ${run.until}`),
  ];
}

async function forget(
  opening: Omit<Opening, 'key'>,
  records: readonly LedgerRecord[],
  paths: readonly string[],
  output: Output,
): Promise<number> {
  let forgotten = 0;
  let foreign: Problem | null = null;
  for (const record of records) {
    const ledger = await openLedger({ ...opening, key: record });
    // To take all of it away, nothing of it has to be believed.
    if (ledger.trust === 'claims' && paths.length > 0) {
      foreign ??= otherSeal(record.branch);
      continue;
    }
    ledger.accept();
    const lines = await forgetIn(ledger, record.branch, paths);
    for (const line of lines) output.out(`forgotten: ${escapeText(line)}\n`);
    forgotten += lines.length;
  }
  if (forgotten > 0) return exitCodes.filed;
  throw foreign ?? new Problem('usage', 'the ledger has nothing of that', 'Look at ledger show.');
}

/** Writes the record without the paths; without paths an empty one, so that the next push starts from what the event says. */
async function forgetIn(ledger: Ledger, branch: string, paths: readonly string[]): Promise<readonly string[]> {
  let forgotten: readonly string[] = paths.length === 0 ? [`branch ${branch}`] : [];
  const result = await ledger.write((newest) => {
    if (paths.length === 0) return newest === null ? null : emptyRecord(newest);
    const without = newest === null ? null : withoutPaths(newest, paths);
    forgotten = without?.lines ?? [];
    return forgotten.length === 0 ? null : (without?.record ?? null);
  });
  if (result.kind === 'refused') throw ledgerNotWritten(result.why);
  return forgotten;
}
