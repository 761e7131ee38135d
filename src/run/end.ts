import { makesCalls } from '../filing/actions.ts';
import type { FilingResult } from '../filing/carry-out.ts';
import { endRun } from '../ledger/end-run.ts';
import { noteText } from '../ledger/note-text.ts';
import type { FiledRequest } from '../ledger/outcome.ts';
import { beginsAnew, type LedgerRecord, type OpenChange } from '../ledger/record.ts';
import { forPerson, stillOpen } from '../ledger/reported-before.ts';
import { firstHeadOf } from '../ledger/written-ahead.ts';
import type { Notice } from '../sentences/notice.ts';
import type { RunInput } from './input.ts';
import type { PlannedRange } from './plan.ts';

/** What a filing came to once the ledger knows it. */
export interface Ended {
  /** Rows that count, without those that earlier runs have reported. */
  readonly rows: readonly FiledRequest[];
  readonly notices: readonly Notice[];
  /** Under `--ledger require`: what was filed could not be remembered. */
  readonly error: Error | null;
}

/** Writes down what came of the filing, with the note on the commit. */
export async function endFiling(input: RunInput, planned: PlannedRange, came: FilingResult): Promise<Ended> {
  const { run, record, range, mappingBlob, settling, report } = planned;
  const { leftBehind, waiting, ...left } = settling;
  const before = { record, leftBehind, claimed: waiting?.paths ?? new Set<string>(), head: range.head };
  const all = came.rows.map((row) => forPerson(row, before));
  const old = input.options['still-open'] === 'fail' ? new Map<FiledRequest, OpenChange>() : stillOpen(all, before);
  const rows = all.filter((row) => !old.has(row));
  const { head, firstPush, movesHead } = range;
  const begins = record === null || record.head === null || beginsAnew(record, range);
  const settlement = {
    ...left,
    head,
    actor: input.event.run.actor,
    rows: all,
    firstPush,
    movesHead: movesHead && !range.explicit,
    countedFrom: begins ? firstHeadOf(range, run.ledger.trust) : record.head,
    hasBegun: planned.actions.some(makesCalls),
    hasLookedAtClaims: waiting?.isLooked === true,
    mappingBlob,
  };
  const isSaid = rows.some(({ request }) => !report.quiet.has(request));
  const note = isSaid ? { commit: head, text: textOf(input, planned, all) } : null;
  const { error, notices } = await endRun(run, { settlement, note, takenOver: came.takenOver });
  return { rows, notices: [...[...old].map(stillOpenNotice), ...keptKeys(rows, record), ...notices], error };
}

function textOf({ event, version, me }: RunInput, planned: PlannedRange, rows: readonly FiledRequest[]): string {
  const { run, mappingBlob, range } = planned;
  const about = { service: run.key?.service ?? '', at: run.now(), run: me.run, event, version };
  return noteText({ ...about, mappingBlob, branch: range.branch }, rows);
}

function stillOpenNotice([{ request, outcome, msg }, { openSince }]: [FiledRequest, OpenChange]): Notice {
  const { run = null, actor = null } = openSince ?? {};
  return { code: 'stillOpen', path: request.path.text, outcome, msg: msg ?? '', run, actor };
}

/** An update cannot carry a pipeline key: a push that only updates says which key its RFP has (design §7). */
function keptKeys(rows: readonly FiledRequest[], record: LedgerRecord | null): Notice[] {
  if (rows.some(({ tkey }) => tkey !== null)) return [];
  const rfps = new Set(rows.flatMap(({ outcome, rfp }) => (outcome === 'updated' && rfp !== null ? [rfp] : [])));
  return [...rfps].flatMap((rfp) => {
    const key = record?.keys?.[rfp];
    return key === undefined ? [] : [{ code: 'keepsKey', rfp, key } as const];
  });
}
