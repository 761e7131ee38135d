/** Texts that all forms of the status share. */
import { formatCount, formatTime, joinTexts } from '../counted.ts';
import { describeUnverified } from '../ledger/problems.ts';
import { formatIdentity, type Identity } from '../plan/identity.ts';
import type { Status, StatusCall, StatusRecord, StatusRequest, StatusRun } from './status.ts';
import { countWaiting } from './status.ts';

export const limitsText =
  'What happened at the service after the last run is not known here: a request may have been completed or deleted.';

/** Returns `3 branches: 0 requests, 2 changes not filed`, then calls without an answer, runs under way, runs that never ended, if any. */
function formatStatusCounts({ counts, runs }: Status): string {
  const { records, requests, open, unanswered } = counts;
  const over = runs.filter((run) => run.over).length;
  const texts = [
    formatCount(requests, 'request'),
    open > 0 ? `${formatCount(open, 'change')} not filed` : '',
    unanswered > 0 ? `${formatCount(unanswered, 'call')} without an answer` : '',
    runs.length > over ? `${formatCount(runs.length - over, 'run')} under way` : '',
    over > 0 ? `${formatCount(over, 'run')} that never ended` : '',
  ];
  return `${formatCount(records, 'branch', 'branches')}: ${joinTexts(texts, ', ')}`;
}

/**
 * Returns what each form says above the tables: `summary`, the counts, or that the ledger has no records, or none for the question;
 * `question`, what the options ask for, `branch main, user JANE` ('': all, or no records); `shared`, what all records share; warnings.
 */
export function buildStatusHead(status: Status) {
  const { branch, paths, user } = status.asked;
  const ofPaths = paths.length === 0 ? '' : `paths ${paths.join(' ')}`;
  const question = joinTexts([branch && `branch ${branch}`, ofPaths, user && `user ${user}`], ', ');
  const about = { shared: formatSharedKey(status), warnings: listStatusWarnings(status) };
  if (status.records.length > 0) return { summary: formatStatusCounts(status), question, ...about };
  const summary = question === '' ? 'The ledger has no records.' : `The ledger has nothing for ${question}.`;
  return { summary, question: '', ...about };
}

/**
 * Lists the warnings, not escaped: that nothing is verified, or how many branches are not; the number of each service, if several; for each
 * branch that it is gone, or which tip is not settled; damaged records.
 */
function listStatusWarnings(status: Status): string[] {
  const { records, damaged } = status;
  const doubtful = records.filter(({ verified }) => verified === false);
  return [
    ...(records.length > 0 && status.verified === null ? [describeUnverified(null) ?? ''] : []),
    ...(doubtful.length > 0 ? [`${doubtful.length} of ${records.length} branches ${describeUnverified(false)}`] : []),
    ...listServices(status).map((service, n) => `service ${n + 1} is ${service}`),
    ...describeUnsettled(status),
    ...damaged.map((line) => `damaged: ${line}`),
  ];
}

/** Returns why `--fail-on-open` fails: the number of changes, calls, dead runs, damaged records together, and counts; null if it is 0. */
export function explainFailOnOpen(status: Status): string | null {
  const count = countWaiting(status);
  if (count === 0) return null;
  return `${formatCount(count, 'thing')} to settle (--fail-on-open): ${formatStatusCounts(status)}`;
}

/** Words before the parts of a record's key. */
const keyWords = { repository: 'of ', repo: 'repo ', mapping: 'mapping ', service: 'service ' };
const keyNames = Object.keys(keyWords) as (keyof typeof keyWords)[];

/** Returns the services of the records, each once, in their order; [] for fewer than two. Labels name a service by its place, from 1. */
function listServices({ records }: Status): readonly string[] {
  const services = [...new Set(records.map(({ service }) => service))];
  return services.length > 1 ? services : [];
}

/** Returns a line for each branch with files not settled (if only some are asked for), a tip other than the settled commit, or none. */
function describeUnsettled(status: Status): string[] {
  const labels = labelRecords(status);
  // What the rows of a question leave out.
  const isPartial = status.asked.paths.length > 0 || status.asked.user !== null;
  return status.records.flatMap(({ head, gone, tip, notSettled }, n) => {
    const isBehind = tip && head && tip !== head;
    const texts = [
      ...(isPartial && notSettled > 0 ? [`${formatCount(notSettled, 'file')} not settled`] : []),
      ...(isBehind
        ? [`its newest commit, ${tip.slice(0, 12)}, is not settled yet; the settled commit is ${head.slice(0, 12)}`]
        : []),
      ...(gone === true ? ['the branch is not at the remote (deleted, or never pushed)'] : []),
    ];
    return texts.length === 0 ? [] : [`${labels[n]}: ${texts.join(', ')}`];
  });
}

/** Returns what all records share of repository, repo, mapping, service: `repo ORDERS, service https://x`; '' without any. */
function formatSharedKey({ records }: Status): string {
  const [first] = records;
  if (first === undefined) return '';
  const shared = keyNames.filter((name) => records.every((record) => record[name] === first[name]));
  return shared.map((name) => `${keyWords[name]}${first[name]}`).join(', ');
}

/** Returns a label for each record: its branch, and the parts of its key that not all records share, `main (repo ORDERS, service 2)`. */
export function labelRecords(status: Status): string[] {
  const { records } = status;
  const services = listServices(status);
  const telling = keyNames.filter((name) => records.some((record) => record[name] !== records[0]?.[name]));
  const formatKeyPart = (record: StatusRecord, name: (typeof keyNames)[number]) =>
    name === 'service' ? `service ${services.indexOf(record.service) + 1}` : `${keyWords[name]}${record[name]}`;
  return records.map((record) => {
    const more = telling.map((name) => formatKeyPart(record, name)).join(', ');
    return more === '' ? record.branch : `${record.branch} (${more})`;
  });
}

/** Returns who filed a request, `as JANE, by jane-doe, run 4711-1`: user of the service and account at the host only if they are known. */
export function formatFiler({ user, account, run }: StatusRequest): string {
  return joinTexts([user && `as ${user}`, account && `by ${account}`, `run ${run}`], ', ');
}

/**
 * Returns for each open change since when, `since run 5035, bob, 2026-11-20 10:00 UTC` ('' if not known; account and time only if known),
 * and why it is open. A change with the same record, `since` and `why` as the change before it gets `as above` and ''.
 */
export function describeOpenChanges({ open }: Status): [since: string, why: string][] {
  const keys = open.map(({ record, since, why }) => JSON.stringify([record, since, why]));
  return open.map(({ since, why }, n) => {
    if (keys[n] === keys[n - 1]) return ['as above', ''];
    if (since === null) return ['', why];
    return [`since ${joinTexts([`run ${since.run}`, since.account, formatTime(since.at)], ', ')}`, why];
  });
}

/** Returns `its branch is gone` if that is known of the request's branch, else an empty text. */
export function describeGoneBranch({ records }: Status, { record }: StatusRequest): string {
  return records[record]?.gone === true ? 'its branch is gone' : '';
}

/** Returns the object of a row, `ORD/50 ORD100 *PGM`; '' if it is not known. */
export function formatStatusObject(row: Identity): string {
  return row.objn === '' ? '' : formatIdentity(row);
}

/**
 * Returns a line (not escaped) for each open request, then for each call without an answer, whose path or object is among the names:
 * exact paths; objects as `ORD/50 ORD100 *PGM` or by name alone, in any case.
 */
export function formatHolders(status: Status, names: readonly string[]): string[] {
  const labels = labelRecords(status);
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  const isNamed = (row: Identity & { readonly path: string }) =>
    names.includes(row.path) || [row.objn, formatStatusObject(row)].some((name) => wanted.has(name.toUpperCase()));
  const standing = status.requests.filter(isNamed).map((request) => {
    const { objectId, record, at, path } = request;
    const since = at && `since ${formatTime(at)}`;
    const commit = `commit ${request.commit.slice(0, 12)}`;
    const remark = describeGoneBranch(status, request);
    const about = joinTexts([`of ${labels[record]}`, formatFiler(request), since, commit, path, remark], ', ');
    return `${formatStatusObject(request)}: #${objectId ?? '?'} ${about}`;
  });
  const tried = status.unanswered.filter(isNamed).map((call) => {
    const about = joinTexts([`of ${labels[call.record]}`, formatCallRun(call), call.path], ', ');
    return `${formatStatusObject(call)}: perhaps, ${describeCall(call)} without an answer ${about}`;
  });
  return [...standing, ...tried];
}

/** Returns what a call was to do: `create`, `update of #10003`, `withdrawal of #10003`. */
export function describeCall({ objectId, withdraws }: StatusCall): string {
  if (objectId === null) return 'create';
  return `${withdraws ? 'withdrawal' : 'update'} of #${objectId}`;
}

/** Returns the run that made a call, `run 4711-1`; '' if it is not known. */
export function formatCallRun({ run }: StatusCall): string {
  return run === null ? '' : `run ${run}`;
}

/** Returns the number of a run's calls and its state: `3 calls, alive until 2026-11-20 10:00 UTC`, or that it never ended. */
export function describeRunState({ calls, until, over }: StatusRun): string {
  const state = over ? 'it never ended; the next run of the branch completes it' : `alive until ${formatTime(until)}`;
  return `${formatCount(calls, 'call')}, ${state}`;
}
