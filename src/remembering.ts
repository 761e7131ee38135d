import { intendedCalls, recordBegun, recordRenewed } from './filing/begin.ts';
import type { FilingResult } from './filing/carry-out.ts';
import type { OwnershipSources } from './filing/conflict.ts';
import { noteText } from './filing/note.ts';
import type { FiledRequest } from './filing/outcome.ts';
import type { Holder } from './filing/ownership.ts';
import { recordAfter } from './filing/settle.ts';
import { pathKey } from './git/git-path.ts';
import { isAncestor } from './git/merge-base.ts';
import type { Objects } from './git/objects.ts';
import type { Repository } from './git/repository.ts';
import { type Ledger, type RecordChange, recordPath } from './ledger/ledger.ts';
import type { LedgerRecord, RecordKey } from './ledger/record.ts';
import { type IntendedCall, renewMs, runsToWaitFor } from './ledger/runs.ts';
import { ledgerNotice, ledgerRequired } from './ledger/words.ts';
import { isSoleBranch } from './mapping/sole-branch.ts';
import { mayBeSame } from './plan/identity.ts';
import type { PlannedRange } from './planning.ts';
import type { RunInput } from './run-input.ts';

/** A ledger that this run can write. */
function writable(planned: PlannedRange): { ledger: Ledger; key: RecordKey } | null {
  const { ledger, key } = planned;
  return key === null || ledger.trouble !== null ? null : { ledger, key };
}

/** The head of a record that begins with this run; a range given by hand accounts for nothing before it. */
function firstHeadOf({ range }: PlannedRange): string | null {
  return range.explicit ? null : range.base;
}

/** Whether a run may file now. */
export type Begun =
  | { readonly kind: 'begun' }
  | { readonly kind: 'underWay'; readonly run: string }
  | { readonly kind: 'ledgerRefused'; readonly why: string };

/**
 * Writes down the run and its intended calls before the first of them (design §8 "Written ahead"). A run of the same
 * branch that is under way goes first.
 *
 * @param calls false when no call will be made: then only the run under way matters.
 * @throws Problem('ledger') under `require` when that cannot be written.
 */
export async function beginRun(input: RunInput, planned: PlannedRange, calls: boolean): Promise<Begun> {
  const open = writable(planned);
  if (open === null) return { kind: 'begun' };
  const { me } = input;
  const [waitFor] = runsToWaitFor(planned.record?.runs ?? [], me, input.now());
  if (waitFor !== undefined) return { kind: 'underWay', run: waitFor.run };
  if (!calls) return { kind: 'begun' };
  const { head, firstPush } = planned.range;
  const intended = intendedCalls(planned.actions);
  const seen = open.ledger.latest();
  let other: string | null = null;
  const change: RecordChange = (newest) => {
    const now = input.now();
    // Another run may have begun, or ended, since this one looked: what it planned may be wrong by now.
    other = runsToWaitFor(newest?.runs ?? [], me, now)[0]?.run ?? changedBy(newest, seen);
    if (other !== null) return null;
    return recordBegun(newest, {
      key: open.key,
      me,
      base: firstHeadOf(planned),
      head,
      firstPush,
      calls: intended,
      now,
    });
  };
  const written = await open.ledger.write(change);
  if (other !== null) return { kind: 'underWay', run: other };
  if (written.kind !== 'refused') return { kind: 'begun' };
  if (input.options.ledger === 'require') throw ledgerRequired(written.why);
  return { kind: 'ledgerRefused', why: written.why };
}

/** A run that ended between this run's look at the record and its beginning; null when nothing moved. */
function changedBy(newest: LedgerRecord | null, seen: LedgerRecord | null): string | null {
  return newest === seen || fingerprint(newest) === fingerprint(seen) ? null : 'another run of the branch';
}

/** All of a record that a plan depends on; leases come and go. */
function fingerprint(record: LedgerRecord | null): string {
  if (record === null) return '';
  const { head, firstHead, filed, open, unanswered } = record;
  return JSON.stringify([head, firstHead, filed, open, unanswered]);
}

/** Keeps the lease of the run while it lives; disposing ends that. A renewal that fails is no reason to stop. */
export function holdLease(input: RunInput, planned: PlannedRange): Disposable {
  const open = writable(planned);
  if (open === null) return { [Symbol.dispose]: () => {} };
  const renew = () =>
    void open.ledger
      .write((newest) => (newest === null ? null : recordRenewed(newest, input.me, input.now())))
      .catch(() => {});
  const timer = setInterval(renew, renewMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Whose a number is, as far as the ledger, the history and the mapping tell. */
export function ownershipSources(
  input: RunInput,
  planned: PlannedRange,
  repository: Repository,
  objects: Objects,
): OwnershipSources {
  const { ledger, range, repo, mapping, key, record } = planned;
  const isOwn = (other: LedgerRecord) =>
    other.repo === repo && other.branch === range.branch && other.mapping === key?.mapping;
  const merged = (commit: string) => isAncestor(repository, objects, commit, range.head).catch(() => false);
  const setsTarget = (input.options.set ?? []).some((item) => /^(appl|lvl)=/.test(item));
  return {
    onConflict: input.options['on-conflict'] ?? 'prove',
    holdersOf: async (number) => {
      const found = await ledger.holdersOf(number);
      return Promise.all(
        found.map(async ({ record: other, entry }): Promise<Holder> => {
          const own = isOwn(other);
          const isBusy = !own && runsToWaitFor(other.runs, input.me, input.now()).length > 0;
          const ancestor =
            own || (!isBusy && other.repo === repo && entry.commit !== '' && (await merged(entry.commit)));
          return { entry, repo: other.repo, branch: other.branch, mapping: other.mapping, own, isAncestor: ancestor };
        }),
      );
    },
    unansweredFor: (request) =>
      record?.unanswered.find((call) => call.sent !== null && mayBeSame(call, request.identity)) ?? null,
    meantElsewhere: async (request) => {
      const { records } = await ledger.all();
      const rival = records.find(
        (other) =>
          other.service === key?.service &&
          !isOwn(other) &&
          meant(other).some((call) => mayBeSame(call, request.identity)),
      );
      return rival === undefined ? null : `${rival.repo} ${rival.branch}`;
    },
    soleBranch: ({ identity }) => !setsTarget && isSoleBranch(mapping, range.branch, identity),
    atHead: async (path) => {
      const [info] = await objects.info([`${range.head}:${path}`]);
      return info?.type === 'blob';
    },
  };
}

/** Calls that a branch wrote down and has not said the end of. */
function meant(record: LedgerRecord): readonly IntendedCall[] {
  return [...record.unanswered, ...record.runs.flatMap(({ calls }) => calls)].filter(
    ({ objectId }) => objectId === null,
  );
}

/** What was known to be open already and stays so until a person settles it: a warning, no longer red (design §8). */
function isOldNews(row: FiledRequest, planned: PlannedRange): boolean {
  if (!row.needsPerson || !planned.leftBehind.has(pathKey(row.request.path))) return false;
  const { path, identity } = row.request;
  return (planned.record?.open ?? []).some(
    (open) =>
      open.needsPerson && open.outcome === row.outcome && open.path === pathKey(path) && mayBeSame(open, identity),
  );
}

/**
 * Writes down what came of the run, with the note on the commit.
 *
 * @returns the rows that count, without those that earlier runs have reported; they become notices.
 */
export async function endRun(
  input: RunInput,
  planned: PlannedRange,
  result: FilingResult,
  notices: string[],
): Promise<{ rows: FiledRequest[]; error: Error | null }> {
  const old = result.rows.filter((row) => isOldNews(row, planned));
  for (const row of old) {
    notices.push(
      `still open: ${row.request.path.text}: ${row.outcome}: ${row.msg ?? ''} (settle it, or ledger forget)`,
    );
  }
  const rows = result.rows.filter((row) => !old.includes(row));
  notices.push(...keptKeys(rows, planned.record));
  return { rows, error: await writeEnd(input, planned, result, rows.length > 0, notices) };
}

/** An update cannot carry a pipeline key: a push that only updates says which key its RFP has (design §7). */
function keptKeys(rows: readonly FiledRequest[], record: LedgerRecord | null): string[] {
  if (rows.some(({ tkey }) => tkey !== null)) return [];
  const rfps = new Set(rows.flatMap(({ outcome, rfp }) => (outcome === 'updated' && rfp !== null ? [rfp] : [])));
  return [...rfps].flatMap((rfp) => {
    const key = record?.keys?.[rfp];
    return key === undefined ? [] : [`RFP ${rfp} keeps the pipeline key ${key}; an update sends none`];
  });
}

async function writeEnd(
  input: RunInput,
  planned: PlannedRange,
  result: FilingResult,
  withNote: boolean,
  notices: string[],
): Promise<Error | null> {
  const open = writable(planned);
  if (open === null) return null;
  const { range, mappingBlob, record } = planned;
  const { me, event, version } = input;
  const { head, firstPush, movesHead } = range;
  const begins = record === null || record.head === null || isRenewed(planned);
  const countedFrom = begins ? firstHeadOf(planned) : record.head;
  const settlement = {
    key: open.key,
    head,
    me,
    rows: result.rows,
    firstPush,
    movesHead: movesHead && !range.explicit,
    stays: planned.stays,
    unmapped: planned.unmapped,
    countedFrom,
  };
  const text = noteText({ run: me.run, event, version, mappingBlob, branch: range.branch }, result.rows);
  const note = withNote ? { commit: head, text } : null;
  const written = await open.ledger.write((newest) => recordAfter(newest, settlement), note, givenUp(result, open.key));
  if (written.kind !== 'refused') return null;
  if (input.options.ledger === 'require') return ledgerRequired(written.why);
  notices.push(ledgerNotice(written.why));
  return null;
}

function isRenewed({ range, record }: PlannedRange): boolean {
  return range.firstPush && record?.firstHead !== range.head;
}

/** Records of merged branches whose requests this branch goes on with: they give the numbers up in the same commit. */
function givenUp({ takenOver }: FilingResult, { service }: RecordKey): Map<string, RecordChange> {
  const byRecord = Map.groupBy(takenOver, ({ repo, mapping, branch }) =>
    recordPath({ service, repo, mapping, branch }),
  );
  return new Map(
    [...byRecord].map(([path, holders]) => {
      const numbers = new Set(holders.map(({ entry }) => entry.objectId));
      const change: RecordChange = (newest) =>
        newest === null ? null : { ...newest, filed: newest.filed.filter(({ objectId }) => !numbers.has(objectId)) };
      return [path, change];
    }),
  );
}
