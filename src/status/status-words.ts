/** What the forms of the status say in the same words. */
import { counted, timeText } from '../counted.ts';
import { verificationWarning } from '../ledger/problems.ts';
import type { Identity } from '../plan/identity.ts';
import { identityText } from '../plan/identity.ts';
import {
  type Status,
  type StatusCall,
  type StatusOpen,
  type StatusRecord,
  type StatusRequest,
  type StatusRun,
  waiting,
} from './status.ts';

/** Said of every status. */
export const asFarAs =
  'As far as the ledger knows: later changes at the service (installed, moved on, deleted) are not included.';

/** `3 branches: 120 requests, 2 changes still open, 1 call without an answer, 1 run under way`. */
export function countsText({ counts, runs }: Status): string {
  const { records, requests, open } = counts;
  const over = runs.filter((run) => run.over).length;
  const parts = [
    counted(requests, 'request'),
    open > 0 ? `${counted(open, 'change')} still open` : '',
    counts.unanswered > 0 ? `${counted(counts.unanswered, 'call')} without an answer` : '',
    runs.length > over ? `${counted(runs.length - over, 'run')} under way` : '',
    over > 0 ? `${counted(over, 'run')} that never ended` : '',
  ];
  return `${records === 1 ? '1 branch' : `${records} branches`}: ${parts.filter((part) => part !== '').join(', ')}`;
}

/** What the options ask for, `branch main, user JANE`; empty: all. */
export function askedText({ asked: { branch, paths, user } }: Status): string {
  const parts = [
    branch === null ? '' : `branch ${branch}`,
    paths.length === 0 ? '' : `paths ${paths.join(' ')}`,
    user === null ? '' : `user ${user}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Said in place of everything else where there is nothing; null: there is something. */
export function nothingText(status: Status): string | null {
  if (status.records.length > 0) return null;
  const asked = askedText(status);
  return asked === '' ? 'The ledger remembers nothing.' : `The ledger remembers nothing of ${asked}.`;
}

/** What the reader has to know of what is shown, a sentence each. */
export function warningsOf(status: Status): string[] {
  const { records, damaged } = status;
  const doubtful = records.filter(({ verified }) => verified === false);
  const unfitting = verificationWarning(false);
  return [
    ...(records.length > 0 && status.verified === null ? [verificationWarning(null) ?? ''] : []),
    ...(doubtful.length > 0 ? [`${doubtful.length} of ${records.length} branches ${unfitting}`] : []),
    ...servicesOf(status).map((service, n) => `service ${n + 1} is ${service}`),
    ...owedTexts(status),
    ...damaged.map((line) => `damaged: ${line}`),
  ];
}

/** Why `--fail-on-open` fails; null: it does not. */
export function failureText(status: Status): string | null {
  const count = waiting(status);
  return count === 0 ? null : `${counted(count, 'thing')} to settle (--fail-on-open): ${countsText(status)}`;
}

const keyNames = ['repository', 'repo', 'mapping', 'service'] as const;
const before = { repository: 'of ', repo: 'repo ', mapping: 'mapping ', service: 'at ' };

/** The services, where there are several: each is named once, and by its number after that. */
function servicesOf({ records }: Status): readonly string[] {
  const services = [...new Set(records.map(({ service }) => service))];
  return services.length > 1 ? services : [];
}

/** What is owed of each branch, a sentence each; nothing of one that is settled. */
function owedTexts(status: Status): string[] {
  const labels = labelsOf(status);
  return status.records.flatMap(({ head, gone, tip, notSettled }, n) => {
    const since = head === null ? '' : ` since ${head.slice(0, 12)}`;
    const are = notSettled === 1 ? 'is' : 'are';
    const parts = [
      notSettled > 0 ? `${counted(notSettled, 'changed file')}${since} ${are} not settled` : '',
      tip !== null && head !== null && tip !== head ? `its tip ${tip.slice(0, 12)} is not settled yet` : '',
      gone === true ? 'the branch is not at the remote (deleted, or never pushed)' : '',
    ];
    const told = parts.filter((part) => part !== '');
    return told.length === 0 ? [] : [`${labels[n]}: ${told.join(', ')}`];
  });
}

/** What all branches share, `repo ORDERS, at https://...`; the rest is in their labels. */
export function sharedText({ records }: Status): string {
  const [first] = records;
  if (first === undefined) return '';
  const shared = keyNames.filter((name) => records.every((record) => record[name] === first[name]));
  return shared.map((name) => `${before[name]}${first[name]}`).join(', ');
}

/** A branch with all that tells it from the others, by the place of its record. */
export function labelsOf(status: Status): string[] {
  const { records } = status;
  const services = servicesOf(status);
  const telling = keyNames.filter((name) => records.some((record) => record[name] !== records[0]?.[name]));
  const textOf = (record: StatusRecord, name: (typeof keyNames)[number]) =>
    name === 'service' ? `service ${services.indexOf(record.service) + 1}` : `${before[name]}${record[name]}`;
  return records.map((record) => {
    const more = telling.map((name) => textOf(record, name)).join(', ');
    return more === '' ? record.branch : `${record.branch} (${more})`;
  });
}

/** Places of the records, those first of which somebody has to see to something, then those with the most requests. */
export function worstRecords({ records }: Status): number[] {
  const weight = ({ counts }: StatusRecord) => counts.open + counts.unanswered + counts.runs;
  return records
    .map((record, n) => ({ record, n }))
    .toSorted(
      (one, other) =>
        weight(other.record) - weight(one.record) || other.record.counts.requests - one.record.counts.requests,
    )
    .map(({ n }) => n);
}

/** Who filed a request, as far as that is known: `as JANE, by jane-doe, run 4711-1`. */
export function filedBy({ user, account, run }: StatusRequest): string {
  const parts = [user === null ? '' : `as ${user}`, account === null ? '' : `by ${account}`, `run ${run}`];
  return parts.filter((part) => part !== '').join(', ');
}

/** Since when a change is open: `since run 5035, bob, 2026-11-20 10:00 UTC`; empty: not known. */
function sinceText({ since }: StatusOpen): string {
  if (since === null) return '';
  const parts = [`run ${since.run}`, since.account ?? '', timeText(since.at)];
  return `since ${parts.filter((part) => part !== '').join(', ')}`;
}

/** Since when and why changes are open, for each of them; what the one before says, too, is not said again. */
export function openTexts({ open }: Status): { readonly since: string; readonly why: string }[] {
  const key = (change: StatusOpen | undefined) => change && JSON.stringify([change.record, change.since, change.why]);
  return open.map((change, n) =>
    key(change) === key(open[n - 1]) ? { since: 'as above', why: '' } : { since: sinceText(change), why: change.why },
  );
}

/** What is noteworthy about a request; empty: nothing. */
export function remarkText({ records }: Status, { record }: StatusRequest): string {
  return records[record]?.gone === true ? 'its branch is gone' : '';
}

/** The object of a row; empty for a file of which no rule makes one. */
export function objectText(row: Identity): string {
  return row.objn === '' ? '' : identityText(row);
}

/**
 * Who holds a file or an object, a line each: what stands, and what was called and has no answer.
 *
 * @param names a path, or an object as objectText has it, or its name alone; any of them.
 */
export function holderTexts(status: Status, names: readonly string[]): string[] {
  const labels = labelsOf(status);
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  const isNamed = (row: Identity & { readonly path: string }) =>
    names.includes(row.path) || [row.objn, objectText(row)].some((name) => wanted.has(name.toUpperCase()));
  const standing = status.requests.filter(isNamed).map((request) => {
    const { objectId, record, at, commit, path } = request;
    const since = at === null ? '' : `since ${timeText(at)}`;
    const told = [`of ${labels[record]}`, filedBy(request), since, `commit ${commit.slice(0, 12)}`, path];
    const about = [...told, remarkText(status, request)].filter((text) => text !== '').join(', ');
    return `${objectText(request)}: #${objectId ?? '?'} ${about}`;
  });
  const tried = status.unanswered.filter(isNamed).map((call) => {
    const about = [`of ${labels[call.record]}`, callNote(call), call.path].filter((text) => text !== '').join(', ');
    return `${objectText(call)}: perhaps, ${callText(call)} without an answer ${about}`;
  });
  return [...standing, ...tried];
}

/** What a call was to do, `create`, `update of #10003`. */
export function callText({ objectId, withdraws }: StatusCall): string {
  if (objectId === null) return 'create';
  return `${withdraws ? 'withdrawal' : 'update'} of #${objectId}`;
}

/** What is to be known of a call beside what it was to do: `run 4711-1`; empty: nothing. */
export function callNote({ run }: StatusCall): string {
  return run === null ? '' : `run ${run}`;
}

/** How a run stands: `3 calls, alive until 2026-11-20 10:00 UTC`. */
export function runText({ calls, until, over }: StatusRun): string {
  const state = over ? 'it never ended; the next run of the branch completes it' : `alive until ${timeText(until)}`;
  return `${counted(calls, 'call')}, ${state}`;
}
