/** The tables of the status, the same for every form; a form only decides how a cell looks. */
import { outcomeRow } from '../checkout/outcome.ts';
import { timeText } from '../counted.ts';
import type { Status } from './status.ts';
import { callNote, callText, filedBy, objectText, openTexts, remarkText, runText } from './status-words.ts';

/** A column; `is` says how a form shows its cells: a `branch` is the place of its record, as text. */
export interface Column {
  readonly head: string;
  readonly is: 'lead' | 'object' | 'branch' | 'path' | 'commit' | 'about' | 'why' | 'count';
  /** Put before a cell where no heading is above it. */
  readonly before?: string;
}

export interface Section {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

const lead = (head: string, before = ''): Column => ({ head, is: 'lead', before });
const column = (is: Column['is'], head: string = is): Column => ({ head, is });
const fileColumns = [lead('reason'), column('object'), column('branch'), column('path', 'file')];

/** Returns the tables that have rows: calls without an answer, open changes, runs, and the counts of two branches or more. */
export function sectionsOf(status: Status): Section[] {
  const texts = openTexts(status);
  const all: Section[] = [
    {
      title: 'Without an answer',
      columns: [lead('call'), ...fileColumns, column('about', 'note')],
      rows: status.unanswered.map((call) => [callText(call), ...fileCells(call), callNote(call)]),
    },
    {
      title: 'Still open',
      columns: [lead('outcome'), ...fileColumns, column('about', 'since'), column('why')],
      rows: status.open.map((change, n) => {
        return [outcomeRow(change.outcome).word, ...fileCells(change), texts[n]?.since ?? '', texts[n]?.why ?? ''];
      }),
    },
    {
      title: 'Runs',
      columns: [lead('run', 'run '), column('branch'), column('commit'), column('why', 'state')],
      rows: status.runs.map((run) => [run.run, String(run.record), run.commit, runText(run)]),
    },
    {
      title: 'Branches',
      columns: [column('branch'), ...['requests', 'open', 'no answer', 'runs'].map((head) => column('count', head))],
      rows: countRows(status),
    },
  ];
  return all.filter(({ rows }) => rows.length > 0);
}

/** Returns the counts of each record, first where most waits, then where most requests are; none of a single record. */
function countRows({ records }: Status): string[][] {
  if (records.length < 2) return [];
  const rows = records.map(({ counts }, n) => ({ ...counts, n, waits: counts.open + counts.unanswered + counts.runs }));
  const worstFirst = rows.toSorted((one, other) => other.waits - one.waits || other.requests - one.requests);
  return worstFirst.map(({ n, requests, open, unanswered, runs }) => [n, requests, open, unanswered, runs].map(String));
}

function fileCells(row: Status['open'][number] | Status['unanswered'][number]): string[] {
  return [row.reason, objectText(row), String(row.record), row.path];
}

/** Returns the table of all requests, for the forms that have no search. */
export function requestSection(status: Status): Section {
  return {
    title: 'Requests',
    columns: [
      ...[lead('request', '#'), lead('reason'), column('object'), lead('RFP', 'RFP '), column('branch')],
      ...[column('path', 'file'), column('about', 'filed'), column('about', 'when'), column('commit')],
      column('about', 'note'),
    ],
    rows: status.requests.map((request) => {
      const { objectId, reason, rfp, record, path, commit, at } = request;
      return [
        ...[String(objectId ?? '?'), reason, objectText(request), rfp === 0 ? '' : String(rfp), String(record), path],
        ...[filedBy(request), timeText(at), commit, remarkText(status, request)],
      ];
    }),
  };
}
