import { lookUpOutcome } from '../checkout/outcome.ts';
import { exitCodes, Problem } from '../errors.ts';
import { ignoreGitFailure } from '../git/failure.ts';
import { ensureCommits } from '../git/fetch.ts';
import { emptyTree, isEmptyTree } from '../git/object-ids.ts';
import type { Repository } from '../git/repository.ts';
import { resolveRev } from '../git/revision.ts';
import { buildHostedName, toRecordKey } from '../ledger/key.ts';
import { openLedger } from '../ledger/ledger-access.ts';
import { describeUnverified, refuseUnwrittenLedger, refuseWithoutSecret } from '../ledger/problems.ts';
import { type BranchRecord, type CheckOut, createRecord, type Exception, type ReadRecord } from '../ledger/record.ts';
import { listCheckOutPaths } from '../ledger/shards.ts';
import { escapeText } from '../log.ts';
import { formatIdentity } from '../plan/identity.ts';
import { formatJson } from '../report/json-text.ts';
import { openWithLedger } from '../run/input.ts';
import { readSubject } from '../run/read-mapping.ts';
import type { Output } from './run-command.ts';
import { buildLedgerOpening, type LedgerInput, readShownRecords } from './shown-records.ts';

/**
 * Runs `ledger show` (prints the records that the options select, see readShownRecords, as text or as a JSON list, perhaps empty), `ledger
 * forget PATH...` (removes these paths from them; without a path, under `--branch`, everything) or `ledger begin [REV]` (see beginRecord;
 * without REV at `--head`, else HEAD). The first two log damaged records. Returns 0. @throws Problem('usage') for other words, without a
 * secret (but for `show`), or if there is nothing to forget; Problem('ledger') if the ledger is unreadable or unwritable; as beginRecord
 */
export async function runLedgerCommand(input: LedgerInput, output: Output): Promise<number> {
  const { options } = input;
  const [verb, ...rest] = input.words;
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
  using repository = await openWithLedger(input);
  if (verb === 'begin') return await beginRecord(repository, rest[0] ?? options.head ?? 'HEAD', input, output);
  const { ledger, records, damaged } = await readShownRecords(repository, input);
  for (const line of damaged) output.log.notice(`damaged: ${escapeText(line)}`);
  if (verb === 'show') {
    if (options.format === 'json') output.out(formatJson(records.map(toJson)));
    else output.out(`${records.flatMap(formatRecord).map(escapeText).join('\n') || 'the ledger has no records'}\n`);
    return exitCodes.filed;
  }
  if (!ledger.verified) throw refuseWithoutSecret();
  return await forgetRecords(repository, input, records, rest, output);
}

/** Returns a record for JSON: with lists in place of maps, and `verified` (null if no secret was given). */
function toJson({ record, verified }: ReadRecord) {
  const exceptions = [...record.exceptions].map(([path, exception]) => ({ path, ...exception }));
  return { ...record, exceptions, checkOuts: [...record.checkOuts.values()], verified };
}

/** Returns lines on a record, not escaped: key, a warning if it is not verified, settled commit, check-outs, exceptions, leases. */
function formatRecord({ record, verified }: ReadRecord): string[] {
  const { service, repository, repo, branch, mapping, settled, checkOuts, exceptions, leases } = record;
  const warning = describeUnverified(verified);
  return [
    `${branch} of ${repository} (repo ${repo}, mapping ${mapping}) at ${service}`,
    ...(warning === null ? [] : [`  ${warning}`]),
    `  settled at ${settled.commit ?? 'no commit'}`,
    ...[...checkOuts.values()].flatMap(formatCheckOut),
    ...[...exceptions].map(([path, exception]) => `  ${formatException(path, exception)}`),
    ...leases.map((run) => `  under way: run ${run.run} at ${run.head.slice(0, 12)}, alive until ${run.until}`),
  ];
}

/** Returns a line for the check-out's request that is open at the service, if any, and one for each call without an answer. */
function formatCheckOut(checkOut: CheckOut): string[] {
  const object = formatIdentity(checkOut);
  const standing = [checkOut.stands ?? []].flat().map(({ objectId, reason, rfp, path, run, commit }) => {
    const what = `#${objectId ?? '?'} ${reason} ${object}${rfp ? ` RFP ${rfp}` : ''}`;
    return `  ${what}  ${path}  (run ${run}, commit ${commit.slice(0, 12)})`;
  });
  const calls = checkOut.tried.map(({ does, objectId, reason, path, run }) => {
    const what = `${does === 'withdraw' ? 'withdrawal of ' : ''}${objectId === null ? '' : `#${objectId} `}${reason}`;
    return `  tried, no answer: ${what} ${object}  ${path}  (run ${run})`;
  });
  return [...standing, ...calls];
}

/** Returns a line on an exception: path, OID settled there, a mark if unknown what was sent; of a failure how, since which run, and why. */
function formatException(path: string, { was, unknown, failed }: Exception): string {
  const settled = `${path}: settled ${was === null ? 'without it' : `is ${was.slice(0, 12)}`}`;
  const mark = unknown === true ? ', unknown what was sent' : '';
  if (failed === undefined) return `${settled}${mark}`;
  const { outcome, said, since } = failed;
  return `${settled}${mark}; open, ${lookUpOutcome(outcome).word} since run ${since.run}: ${said}`;
}

/**
 * Removes paths from each of these records in its newest state in the ledger; without paths, replaces each by an empty one, so that the
 * next push starts from its event. Prints a line for each thing removed; given paths, writes only records that have one; returns 0.
 * @param paths as text, or in base64 if not UTF-8. @throws Problem('usage') if nothing was removed; Problem('ledger') if the ledger cannot
 * be read, or the remote refuses the write, perhaps after some records were written
 */
async function forgetRecords(
  repository: Repository,
  input: LedgerInput,
  records: readonly ReadRecord[],
  paths: readonly string[],
  output: Output,
): Promise<number> {
  const keys = new Set(paths.flatMap((path) => [path, `\0${path}`]));
  const isAll = paths.length === 0;
  let hasForgotten = false;
  for (const { record } of records) {
    // To forget all of it, no part has to be verified.
    const opening = { ...buildLedgerOpening(repository, input), key: record };
    const ledger = await openLedger(isAll ? { ...opening, replaces: true } : opening);
    await ledger.load({ paths: keys });
    let lines = isAll ? [`branch ${record.branch}`] : [];
    const result = await ledger.write((newest) => {
      if (isAll) return createRecord(record);
      const without = newest && withoutPaths(newest, keys);
      lines = without?.lines ?? [];
      return lines.length === 0 ? null : (without?.record ?? null);
    });
    if (result.kind === 'refused') throw result.stop ?? refuseUnwrittenLedger(result.why);
    for (const line of lines) output.out(`forgotten at ${escapeText(record.service)}: ${escapeText(line)}\n`);
    hasForgotten ||= lines.length > 0;
  }
  if (hasForgotten) return exitCodes.filed;
  const remedy = 'ledger show lists what it has. ledger forget --branch B removes a whole record.';
  throw new Problem('usage', 'the ledger has nothing of that', remedy);
}

/**
 * Returns a copy of a record without what it remembers of some paths (their exceptions, and the check-outs whose request or unanswered call
 * is for one of them), and a line for each request, call and exception removed. The content of the settled commit is then settled there:
 * the next push files such a file as for the first time, and a request that still stands is a conflict. @param record with all shards of
 * these paths loaded. @param keys of the paths (see toPathKey)
 */
function withoutPaths(record: BranchRecord, keys: ReadonlySet<string>) {
  const [exceptions, checkOuts] = [new Map(record.exceptions), new Map(record.checkOuts)];
  const lines: string[] = [];
  for (const [key, checkOut] of record.checkOuts) {
    if (listCheckOutPaths(checkOut).isDisjointFrom(keys)) continue;
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

/**
 * Runs `ledger begin`: records that a branch is settled at the commit that `rev` names, so that the next run files what came after it, and
 * writes a note on the commit; at the empty tree everything is owed, and there is no note. Replaces an unverified record; a verified one
 * without a settled commit keeps its check-outs. Prints a line, returns 0. @throws Problem('usage') without service, branch or secret, or
 * if a verified record has a settled commit; 'range' for an unknown commit; 'ledger' if the ledger cannot be read or written; MappingError
 */
async function beginRecord(repository: Repository, rev: string, input: LedgerInput, output: Output): Promise<number> {
  const { problem, repo, name, branch } = await readSubject({ input: { ...input, command: 'plan' }, repository });
  if (problem !== null) throw problem;
  const hosted = buildHostedName(input.event, repository.remote?.url ?? null);
  const key = toRecordKey(input.options, { repository: hosted, repo, mapping: name, branch });
  if (key === null) throw new Problem('usage', 'ledger begin needs a service and a branch', 'Give --url and --branch.');
  const head = await resolveHeadToBegin(repository, rev);
  const ledger = await openLedger({ ...buildLedgerOpening(repository, input), key, replaces: true });
  if (!ledger.verified) throw refuseWithoutSecret();
  let before: string | null = null;
  const isNothing = isEmptyTree(head);
  // The empty tree is no commit: nobody would find a note on it.
  const note = isNothing ? null : { commit: head, text: `begun: ${key.branch} is settled here` };
  const written = await ledger.write(
    (newest) => {
      before = newest?.settled.commit ?? null;
      const settled = { commit: head, began: head, fork: null };
      return before === null ? { ...(newest ?? createRecord(key)), settled } : null;
    },
    { note },
  );
  if (before !== null) {
    const remedy = 'The next run goes on from there. To begin elsewhere, run ledger forget --branch first.';
    throw new Problem('usage', `${key.branch} is settled at ${before} already`, remedy);
  }
  if (written.kind === 'refused') throw written.stop ?? refuseUnwrittenLedger(written.why);
  const upTo = isNothing ? 'has nothing filed: everything is owed' : `is settled at ${head}`;
  output.out(`begun: ${escapeText(key.branch)} (repo ${escapeText(repo)}) at ${escapeText(key.service)} ${upTo}\n`);
  return exitCodes.filed;
}

/**
 * Returns the OID of the commit that `rev` names, and fetches it if this clone lacks it; for the empty tree of SHA-1 or SHA-256, the empty
 * tree of this repository's format. @throws Problem('range') if `rev` names no commit, several, or one that cannot be fetched
 */
async function resolveHeadToBegin(repository: Repository, rev: string): Promise<string> {
  if (isEmptyTree(rev.toLowerCase())) return emptyTree[repository.objectFormat];
  const oid = await resolveRev(repository, rev);
  const [gone] = await ensureCommits(repository, [oid]);
  const kind = gone === undefined ? (await repository.git(['cat-file', '-t', oid]).catch(ignoreGitFailure)).trim() : '';
  if (kind === 'commit') return oid;
  const why = gone === undefined ? `it is a ${kind || 'missing object'}` : `it could not be fetched: ${gone.why}`;
  const remedy = `Name a commit of the branch, or the empty tree (${emptyTree[repository.objectFormat]}) for everything.`;
  throw new Problem('range', `${oid} names no commit in this clone: ${why}`, remedy);
}
