import { outcomeRow } from '../checkout/outcome.ts';
import { exitCodes, Problem } from '../errors.ts';
import type { Repository } from '../git/repository.ts';
import { type Ledger, openLedger } from '../ledger/ledger-access.ts';
import { ledgerNotWritten, secretNeeded, verificationWarning } from '../ledger/problems.ts';
import { type BranchRecord, type CheckOut, type Exception, emptyRecord, type ReadRecord } from '../ledger/record.ts';
import { pathsOfCheckOut } from '../ledger/shards.ts';
import { escapeText } from '../log.ts';
import type { Options } from '../options.ts';
import { identityText } from '../plan/identity.ts';
import { jsonText } from '../report/json-text.ts';
import { openWithLedger, type RunInput } from '../run/input.ts';
import { beginRecord } from './ledger-begin.ts';
import type { Output } from './run-command.ts';
import { openingOf, type ShownInput, shownRecords } from './shown-records.ts';

type LedgerSurroundings = ShownInput & Pick<RunInput, 'env' | 'gitToken' | 'ledgerToken'>;

/**
 * Runs `ledger show` (prints the records that the options name), `ledger forget PATH...` (removes these paths from the records; without a
 * path, under `--branch`, everything in them) or `ledger begin [REV]` (see beginRecord). The first two log damaged records. Returns 0. @throws
 * Problem('usage') for other words, without a secret (but for `show`), or if there is nothing to forget; Problem('ledger') if the ledger
 * cannot be read or written
 */
export async function ledgerCommand(
  words: readonly string[],
  options: Options,
  output: Output,
  inputs: LedgerSurroundings,
): Promise<number> {
  const [verb, ...rest] = words;
  if (verb !== 'show' && verb !== 'forget' && verb !== 'begin') {
    const remedy = 'Give ledger show, ledger forget PATH..., or ledger begin.';
    throw new Problem('usage', `ledger does not know ${verb ?? 'what to do'}`, remedy);
  }
  if (rest.length > (verb === 'begin' ? 1 : 0) && verb !== 'forget') {
    throw new Problem('usage', `ledger ${verb} does not take ${rest.join(' ')}`, 'Choose a branch with --branch.');
  }
  if (verb === 'forget' && rest.length === 0 && options.branch === undefined) {
    const remedy = 'Give paths, or --branch to forget all of a branch.';
    throw new Problem('usage', 'ledger forget needs paths or a branch', remedy);
  }
  using repository = await openWithLedger({ ...inputs, options });
  if (verb === 'begin') {
    const [head] = rest;
    return await beginRecord(repository, head === undefined ? options : { ...options, head }, { ...inputs, output });
  }
  const { ledger, records, damaged } = await shownRecords(repository, options, inputs);
  for (const line of damaged) output.log.notice(`damaged: ${escapeText(line)}`);
  if (verb === 'show') return printRecords(records, options, output);
  if (!ledger.verified) throw secretNeeded();
  return await forgetRecords(repository, inputs, { records, paths: rest }, output);
}

/** Prints records: under `--format json` as a list, which may be empty; else as text, which says so if there are none. Returns 0. */
function printRecords(records: readonly ReadRecord[], options: Options, output: Output): number {
  if (options.format === 'json') output.out(jsonText(records.map(toJson)));
  else if (records.length === 0) output.out('the ledger has no records\n');
  else output.out(`${records.flatMap(recordLines).map(escapeText).join('\n')}\n`);
  return exitCodes.filed;
}

/** Returns a record for JSON, with lists in place of maps, and `verified` (null: no secret was given). */
function toJson({ record, verified }: ReadRecord) {
  const exceptions = [...record.exceptions].map(([path, exception]) => ({ path, ...exception }));
  return { ...record, exceptions, checkOuts: [...record.checkOuts.values()], verified };
}

/** Returns lines on a record, not escaped: its key, a warning if it is not verified, settled commit, check-outs, exceptions, runs under way. */
function recordLines({ record, verified }: ReadRecord): string[] {
  const { service, repository, repo, branch, mapping, settled, checkOuts, exceptions, leases } = record;
  const warning = verificationWarning(verified);
  return [
    `${branch} of ${repository} (repo ${repo}, mapping ${mapping}) at ${service}`,
    ...(warning === null ? [] : [`  ${warning}`]),
    `  settled at ${settled.commit ?? 'no commit'}`,
    ...[...checkOuts.values()].flatMap(checkOutLines),
    ...[...exceptions].map(([path, exception]) => `  ${exceptionText(path, exception)}`),
    ...leases.map((run) => `  under way: run ${run.run} at ${run.head.slice(0, 12)}, alive until ${run.until}`),
  ];
}

/** Returns a line for the check-out's request that is open at the service, if any, and one for each call without an answer. */
function checkOutLines(checkOut: CheckOut): string[] {
  const { stands, tried } = checkOut;
  const object = identityText(checkOut);
  const what =
    stands && `#${stands.objectId ?? '?'} ${stands.reason} ${object}${stands.rfp ? ` RFP ${stands.rfp}` : ''}`;
  const standing = stands && `  ${what}  ${stands.path}  (run ${stands.run}, commit ${stands.commit.slice(0, 12)})`;
  const calls = tried.map(({ does, objectId, reason, path, run }) => {
    const what = `${does === 'withdraw' ? 'withdrawal of ' : ''}${objectId === null ? '' : `#${objectId} `}${reason}`;
    return `  tried, no answer: ${what} ${object}  ${path}  (run ${run})`;
  });
  return standing === null ? calls : [standing, ...calls];
}

/**
 * Returns a line on a path with an exception: the content that is settled there, whether anything was sent for it that nobody knows, and
 * how it failed, if it did.
 */
function exceptionText(path: string, { was, unknown, failed }: Exception): string {
  const settled = `${path}: settled ${was === null ? 'without it' : `is ${was.slice(0, 12)}`}`;
  const mark = unknown === true ? ', unknown what was sent' : '';
  if (failed === undefined) return `${settled}${mark}`;
  const { outcome, said, since } = failed;
  return `${settled}${mark}; open, ${outcomeRow(outcome).word} since run ${since.run}: ${said}`;
}

/**
 * Removes paths ([]: everything) from records in the ledger, prints a line for each thing removed, returns 0. @throws Problem('usage') if
 * nothing was removed, and as forgetInRecord
 */
async function forgetRecords(
  repository: Repository,
  inputs: LedgerSurroundings,
  { records, paths }: { readonly records: readonly ReadRecord[]; readonly paths: readonly string[] },
  output: Output,
): Promise<number> {
  let forgotten = 0;
  for (const { record } of records) {
    // To forget all of it, no part has to be verified.
    const all = paths.length === 0 ? ({ replaces: true } as const) : {};
    const ledger = await openLedger({ ...openingOf(repository, inputs), key: record, ...all });
    const lines = await forgetInRecord(ledger, record, paths);
    for (const line of lines) output.out(`forgotten at ${escapeText(record.service)}: ${escapeText(line)}\n`);
    forgotten += lines.length;
  }
  if (forgotten > 0) return exitCodes.filed;
  const remedy = 'ledger show lists what it has. ledger forget --branch B removes a whole record.';
  throw new Problem('usage', 'the ledger has nothing of that', remedy);
}

/**
 * Removes paths from the newest record of this branch in the ledger; without paths, replaces it by an empty one, so that the next push
 * starts from its event. Returns a line for each thing removed; []: nothing was, and nothing is written. @param key a record of the same
 * service, repository, mapping and branch. @param paths as text, or in base64 if not UTF-8. @throws Problem('ledger') if the remote refuses
 * the write
 */
async function forgetInRecord(ledger: Ledger, key: BranchRecord, paths: readonly string[]): Promise<readonly string[]> {
  let forgotten: readonly string[] = paths.length === 0 ? [`branch ${key.branch}`] : [];
  // People name a path that is not UTF-8 by its bytes in base64.
  const keys = new Set(paths.flatMap((path) => [path, `\0${path}`]));
  await ledger.load({ paths: keys });
  const result = await ledger.write((newest) => {
    if (paths.length === 0) return emptyRecord(key);
    const without = newest && withoutPaths(newest, keys);
    forgotten = without?.lines ?? [];
    return forgotten.length === 0 ? null : (without?.record ?? null);
  });
  if (result.kind === 'refused') throw result.stop ?? ledgerNotWritten(result.why);
  return forgotten;
}

/**
 * Removes from a record what it remembers of some paths: their exceptions, and the check-outs whose request or unanswered call is for one
 * of them. The content of the settled commit is then settled: the next push files such a file as for the first time, and a request that
 * still stands is a conflict. Returns a new record, and a line for each request, call and exception removed. @param record with all shards
 * of these paths loaded. @param keys of the paths (see pathKey)
 */
function withoutPaths(record: BranchRecord, keys: ReadonlySet<string>) {
  const [exceptions, checkOuts] = [new Map(record.exceptions), new Map(record.checkOuts)];
  const lines: string[] = [];
  for (const [key, checkOut] of record.checkOuts) {
    if (pathsOfCheckOut(checkOut).isDisjointFrom(keys)) continue;
    checkOuts.delete(key);
    const { stands, tried } = checkOut;
    if (stands !== null) lines.push(`${stands.path}: request ${stands.objectId ?? '?'} (${stands.reason})`);
    lines.push(...tried.map(({ path, reason }) => `${path}: call without an answer (${reason})`));
  }
  for (const path of keys) {
    const exception = exceptions.get(path);
    if (exceptions.delete(path)) lines.push(`${path}: open change (${exception?.failed?.outcome ?? 'owed'})`);
  }
  return { record: { ...record, exceptions, checkOuts }, lines };
}
