import { counted, some } from '../counted.ts';
import { Problem } from '../errors.ts';
import type { Repository } from '../git/repository.ts';
import { type Range, resolveRev } from '../git/resolve-range.ts';
import { standsAt } from '../git/tree.ts';
import type { LedgerRecord, RecordKey } from './record.ts';
import type { RunLedger } from './run-ledger.ts';
import { withoutOverRuns } from './written-ahead.ts';

/**
 * What runs of this branch left under the name of a mapping file that is gone: once the file was moved, no run under the
 * new name knows of it. Only looked at when a record begins; nobody can tell which of several files the new one was.
 *
 * @returns what a person has to see to; null when nothing was left.
 */
export async function leftUnderOthers(repository: Repository, run: RunLedger, range: Range): Promise<Problem | null> {
  const { key, ledger } = run;
  // A first push closes what an earlier branch of that name left.
  const isClosed = range.explicit || range.firstPush || range.base === null;
  if (key === null || ledger.trouble !== null || isClosed) return null;
  const { records } = await ledger.all();
  const others = records.filter((record) => isOfBranch(record, key) && record.mapping !== key.mapping);
  const gone: LedgerRecord[] = [];
  for (const record of others) {
    const file = fileOf(record);
    const before = [range.base, record.head].filter((commit) => commit !== null);
    if (await wentAway(repository, file, before, range.head)) gone.push(record);
  }
  const isOnly = gone.length === others.length;
  const left = gone.flatMap((record) => {
    const what = leftOf(run, record, isOnly ? range : null);
    return what === null ? [] : [{ record, what }];
  });
  const [first] = left;
  if (first === undefined) return null;
  const { record, what } = first;
  const file = fileOf(record);
  return new Problem(
    'ledger',
    `the mapping file ${file} is gone, and the changes that its runs left open are not filed under ${key.mapping}: ${what}`,
    `File it with --paths PATH..., or --base and --head, then: file-checkouts ledger forget ${optionsOf(record)}`,
  );
}

/**
 * Where nothing says what changed, as outside CI, and the branch has no record: a record under the name of a mapping file
 * that was moved is named with what it left, instead of the advice to begin from nothing.
 *
 * @param here where the branch is. @param error what that advice is. @returns null when there is none.
 */
export async function movedFrom(
  repository: Repository,
  run: RunLedger,
  here: string,
  error: Problem,
): Promise<Problem | null> {
  const { key, ledger } = run;
  if (key === null || ledger.record !== null || ledger.trouble !== null) return null;
  const head = await resolveRev(repository, here).catch(() => null);
  if (head === null) return null;
  const { records } = await ledger.all();
  for (const record of records) {
    if (!isOfBranch(record, key) || record.head === null || record.mapping === key.mapping) continue;
    const file = fileOf(record);
    if (!(await wentAway(repository, file, [record.head], head))) continue;
    const open = leftOf(run, record, null);
    const left = open === null ? '' : `, and left ${open}`;
    return new Problem(
      'range',
      `${error.message} under ${key.mapping}: earlier runs kept it under ${file}, a mapping file that is gone. They came up to ${record.head.slice(0, 12)}${left}`,
      `File what came after it with --base ${record.head} and --head${open === null ? '' : ', and what was left with --paths PATH...'}; then type: file-checkouts ledger begin ${optionsOf(key)} --head COMMIT, and file-checkouts ledger forget ${optionsOf(record)}`,
    );
  }
  return null;
}

/** How a command of the ledger is told which record is meant. */
function optionsOf({ branch, mapping, service }: RecordKey): string {
  const file = fileOf({ mapping });
  const target = mapping.slice(file.length).replaceAll(' ', ' --set ');
  const at = URL.canParse(service) ? '--url' : '--ledger-key';
  return `--branch ${branch} --mapping ${file}${target} ${at} ${service}`;
}

function isOfBranch({ service, repo, branch }: LedgerRecord, key: RecordKey): boolean {
  return service === key.service && repo === key.repo && branch === key.branch;
}

/** What was left, in words. `range`: where this run begins, if the record should have come that far; null: it need not. */
function leftOf({ me, now }: RunLedger, record: LedgerRecord, range: Range | null): string | null {
  const { open, unanswered, head } = withoutOverRuns(record, me, now());
  const paths = [...new Set([...open, ...unanswered].map(({ path }) => path))];
  if (paths.length > 0) return `${counted(paths.length, 'change')} (${some(paths)})`;
  const isThere = range === null || head === null || head === range.base || head === range.head;
  return isThere ? null : `the changes from ${head.slice(0, 12)} to ${range.base?.slice(0, 12) ?? 'here'}`;
}

/** The file of a record's mapping, without a target that was set by hand: see mappingName and ledgerKey. */
function fileOf({ mapping }: Pick<RecordKey, 'mapping'>): string {
  return mapping.replace(/ (appl|lvl|objn|objt|rpth)=.*$/s, '');
}

/** A path in the repository: not of a mapping that is elsewhere on disk. */
function isPath(file: string): boolean {
  return !/^$|^\/|^[A-Za-z]:|\n|(^|\/)\.{1,2}(\/|$)/.test(file);
}

/** True for a file that stood at one of the commits, as far as they are here, and does not at head. */
async function wentAway(
  { objects }: Repository,
  file: string,
  before: readonly string[],
  head: string,
): Promise<boolean> {
  if (!isPath(file) || (await standsAt(objects, head, file))) return false;
  for (const commit of before) if (await standsAt(objects, commit, file)) return true;
  return false;
}
