import { resolve } from 'node:path';
import { exitCodes, Problem } from '../errors.ts';
import { findLocalCommit, findRemoteBranches } from '../git/branches.ts';
import { listChanges } from '../git/changes.ts';
import { ensureCommits } from '../git/fetch.ts';
import { toPathKey } from '../git/git-path.ts';
import type { Repository } from '../git/repository.ts';
import { findFilesAt } from '../git/tree.ts';
import { createPathFilter } from '../glob/match.ts';
import { indexNotedRuns } from '../ledger/note.ts';
import type { BranchRecord } from '../ledger/record.ts';
import { escapeText } from '../log.ts';
import { findNearestWord } from '../near.ts';
import { findPathBelow } from '../regular-file.ts';
import { formatJsonPieces } from '../report/json-text.ts';
import { buildPageLinks } from '../report/links.ts';
import { openWithLedger } from '../run/input.ts';
import { collectCommits, makeStatus } from '../status/make-status.ts';
import { explainFailOnOpen, formatHolders } from '../status/status-words.ts';
import { formatStatusLines } from '../status/text.ts';
import type { Output } from './run-command.ts';
import { type LedgerInput, readShownRecords } from './shown-records.ts';

/**
 * Runs `status`: prints, in the form of `--format`, what is open at the service and what is still to be filed, as far as the ledger knows.
 * Asks no service, changes nothing; logs a similar name for a `--branch` without a record. Under `--fail-on-open` returns 1 and logs why if
 * something is to settle (countWaiting), else 0. @throws Problem('usage') for an invalid pattern; 'git', 'ledger' if one is unreadable
 */
export async function runStatusCommand(input: LedgerInput, output: Output): Promise<number> {
  const { options } = input;
  // Refuses an invalid pattern before Git is asked.
  createPathFilter(options.paths);
  using repository = await openWithLedger(input);
  const { status, branches } = await readStatus(repository, input);
  const { branch, format } = options;
  const near = branch === undefined || branches.includes(branch) ? null : findNearestWord(branch, branches);
  if (near !== null) output.log.notice(escapeText(`Did you mean ${near}?`));
  const links = buildPageLinks(input.event);
  if (format === 'html') output.out((await import('../status/html.ts')).renderHtmlStatus(status, links));
  else if (format === 'markdown')
    output.out((await import('../status/markdown.ts')).renderMarkdownStatus(status, links));
  else if (format === 'json') for (const piece of formatJsonPieces(status)) output.out(piece);
  else for (const line of formatStatusLines(status)) output.out(`${line}\n`);
  const failure = options['fail-on-open'] ? explainFailOnOpen(status) : null;
  if (failure !== null) output.log.notice(`error: ${escapeText(failure)}`);
  return failure === null ? exitCodes.filed : exitCodes.notFiled;
}

/**
 * Reads the ledger, and the branch tips of the remote (unknown without an answer). Returns `status`, of what options select, and
 * `branches`, those that they would without `--branch` and `--paths`. @throws Problem('usage') for a wrong pattern; 'git', 'ledger' if
 * unreadable
 */
async function readStatus(repository: Repository, input: LedgerInput) {
  const { branch, paths = [], user = null } = input.options;
  const [shown, remote] = await Promise.all([
    readShownRecords(repository, { ...input, options: { ...input.options, branch: undefined } }),
    findRemoteBranches(repository),
  ]);
  const tips = remote?.tips;
  const records = shown.records.filter(({ record }) => branch === undefined || record.branch === branch);
  const noted = indexNotedRuns(await shown.ledger.notes(collectCommits(records.map(({ record }) => record))));
  // The remote knows the branches of its own repository only.
  const isOwn = (of: BranchRecord) => of.repository === shown.repository;
  const tipOf = (of: BranchRecord) => (tips === undefined || !isOwn(of) ? undefined : (tips.get(of.branch) ?? null));
  const own = records.map(({ record }) => record).filter(isOwn);
  const changes = await findUnsettledFiles(repository, own, (of) => tips?.get(of.branch) ?? null);
  const changedIn = (of: BranchRecord) => changes.get(of) ?? [];
  const known = { records, damaged: shown.damaged, noted, tipOf, changedIn, now: input.now(), tool: input.version };
  const asked = { branch: branch ?? null, paths, user, isChosen: createPathFilter(input.options.paths) };
  return { status: makeStatus(known, asked), branches: shown.records.map(({ record }) => record.branch) };
}

/** Most branches that are compared; each takes a process of Git. */
const mostCompared = 50;

/**
 * Returns for each record the files, by key, whose content at the branch's tip (at the remote, else the local branch) is not the settled
 * one, with their OIDs (null: deleted); if the settled commit is gone, only paths with exceptions. Fetches missing commits. Has no entry
 * for a record without a settled commit or tip, without any difference to look for (settled at its tip, no exceptions), or whose tip cannot
 * be fetched; nor for any after the first 50 others.
 */
async function findUnsettledFiles(
  repository: Repository,
  records: readonly BranchRecord[],
  tipAtRemote: (record: BranchRecord) => string | null,
): Promise<ReadonlyMap<BranchRecord, ReadonlyMap<string, string | null>>> {
  const ranges: { record: BranchRecord; settled: string; tip: string }[] = [];
  for (const record of records) {
    // The local branch is the tip of what was not pushed yet.
    const tip = tipAtRemote(record) ?? (await findLocalCommit(repository, `refs/heads/${record.branch}`));
    const settled = record.settled.commit;
    const isSame = tip === settled && record.exceptions.size === 0;
    if (settled !== null && tip !== null && !isSame) ranges.push({ record, settled, tip });
  }
  const compared = ranges.slice(0, mostCompared);
  const commits = compared.flatMap(({ settled, tip }) => [settled, tip]);
  const missing = new Set((await ensureCommits(repository, commits)).map(({ gone }) => gone));
  const changes = compared
    .filter(({ tip }) => !missing.has(tip))
    .map(async ({ record, settled, tip }) => {
      const all = await listChanges(repository, settled, tip).catch(() => []);
      const atTip = new Map<string, string | null>();
      for (const { before } of all) if (before !== null) atTip.set(toPathKey(before.path), null);
      for (const { after } of all) if (after !== null) atTip.set(toPathKey(after.path), after.oid);
      // What is settled at a path with an exception is not what the settled commit has.
      const excepted = await findFilesAt(repository.objects, tip, record.exceptions.keys()).catch(() => new Map());
      for (const [path, { was }] of record.exceptions) {
        const now = excepted.get(path)?.oid ?? null;
        if (now === was) atTip.delete(path);
        else atTip.set(path, now);
      }
      return [record, atTip] as const;
    });
  return new Map(await Promise.all(changes));
}

/**
 * Runs `who PATH|OBJECT`: prints a line for each request or unanswered call for it (formatHolders) in the records that options select, or
 * that nobody holds it. An object is named as reports name it, `ORD/50 ORD100 *PGM`, or by its name alone; a path from the top or the
 * current folder. All words together, with blanks, are one name; if nobody holds that, each word is one, as a hook passes several paths.
 * Returns 0. @throws Problem('usage') without a name, Problem('git', 'ledger') if repository or ledger cannot be read
 */
export async function runWhoCommand(input: LedgerInput, output: Output): Promise<number> {
  const { words } = input;
  const name = words.join(' ').trim();
  if (name === '') throw new Problem('usage', 'who needs a path or an object', 'Give who PATH, or who OBJECT.');
  using repository = await openWithLedger(input);
  const { status } = await readStatus(repository, input);
  const toTopPath = (word: string) => findPathBelow(repository.location.top, resolve(input.cwd, word)) ?? word;
  const asOne = formatHolders(status, [name, toTopPath(name)]);
  const lines = asOne.length > 0 ? asOne : formatHolders(status, [...words, ...words.map(toTopPath)]);
  output.out(`${lines.length === 0 ? 'nobody, as far as the ledger knows' : lines.map(escapeText).join('\n')}\n`);
  return exitCodes.filed;
}
