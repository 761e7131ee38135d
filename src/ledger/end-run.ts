import { makesCalls } from '../filing/actions.ts';
import { withoutOverRuns } from './written-ahead.ts';
import type { FilingResult } from '../filing/carry-out.ts';
import { noteText } from './note-text.ts';
import type { FiledRequest } from './outcome.ts';
import { recordAfter } from './settle.ts';
import { pathKey } from '../git/git-path.ts';
import type { RecordChange } from './ledger-access.ts';
import { beginsAnew, type LedgerRecord, type RecordKey } from './record.ts';
import { recordPath } from './record-path.ts';
import { endNotWritten, ledgerRequired } from './words.ts';
import { mayBeSame } from '../plan/identity.ts';
import type { PlannedRange } from '../run/plan.ts';
import type { RunInput } from '../run/input.ts';
import { firstHeadOf, writable } from './writable.ts';

/** What was known to be open already and stays so until a person settles it: a warning, no longer red (design §8). */
function oldNews(rows: readonly FiledRequest[], { record, leftBehind }: PlannedRange): Set<FiledRequest> {
  const open = Map.groupBy(record?.open.filter((entry) => entry.needsPerson) ?? [], ({ path }) => path);
  const isOld = ({ request, outcome }: FiledRequest) =>
    open
      .get(pathKey(request.path))
      ?.some((entry) => entry.outcome === outcome && mayBeSame(entry, request.identity)) === true;
  const isNews = (row: FiledRequest) => {
    const path = pathKey(row.request.path);
    return !row.needsPerson || !leftBehind.has(path) || !isOld(row);
  };
  return new Set(rows.filter((row) => !isNews(row)));
}

/**
 * Writes down what came of the run, with the note on the commit.
 *
 * @returns the rows that count, without those that earlier runs have reported; they become notices.
 */
export async function endRun(
  input: RunInput,
  planned: PlannedRange,
  came: FilingResult,
  notices: string[],
): Promise<{ rows: FiledRequest[]; error: Error | null }> {
  const all = came.rows.map((row) => (isHeldClaim(row, planned) ? { ...row, needsPerson: true } : row));
  const result = { ...came, rows: all };
  const old = oldNews(all, planned);
  for (const row of old) {
    notices.push(
      `still open: ${row.request.path.text}: ${row.outcome}: ${row.msg ?? ''} (settle it, or ledger forget)`,
    );
  }
  const rows = result.rows.filter((row) => !old.has(row));
  notices.push(...keptKeys(rows, planned.record));
  const isSaid = rows.some(({ request }) => !planned.quiet.has(request));
  return { rows, error: await writeEnd(input, planned, result, isSaid, notices) };
}

/**
 * Whether a request that is in the way of what a record without a seal asks for is ours nobody can tell any more: a person
 * has to, in this run and in those that meet it again.
 */
function isHeldClaim({ outcome, request }: FiledRequest, { waiting, record }: PlannedRange): boolean {
  const key = pathKey(request.path);
  if (outcome !== 'conflict') return false;
  const wasHeld = record?.open.some((entry) => entry.path === key && entry.outcome === outcome && entry.needsPerson);
  return waiting?.paths.has(key) === true || wasHeld === true;
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
  const begins = record === null || record.head === null || beginsAnew(record, range);
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
    hasBegun: planned.actions.some(makesCalls),
    left: planned.left,
    hasLookedAtClaims: planned.waiting?.isLooked === true,
    gone: planned.gone,
    given: planned.given,
    mappingBlob,
  };
  const about = { service: open.key.service, at: input.now() };
  const text = noteText({ ...about, run: me.run, event, version, mappingBlob, branch: range.branch }, result.rows);
  const note = withNote ? { commit: head, text } : null;
  // A run that makes no calls has not begun, so what a killed run had meant to do is only here taken up.
  const taken = (newest: LedgerRecord | null) =>
    newest === null || settlement.hasBegun ? newest : withoutOverRuns(newest, me, input.now());
  const written = await open.ledger.write(
    (newest) => recordAfter(taken(newest), settlement),
    note,
    givenUp(result, open.key),
  );
  if (written.kind !== 'refused') return null;
  if (input.options.ledger === 'require') return ledgerRequired(written.why);
  notices.push(endNotWritten(written.why));
  return null;
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
