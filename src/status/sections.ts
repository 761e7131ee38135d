/** The tables of the status, the same for every form. */
import { outcomeRow } from '../checkout/outcome.ts';
import { timeText } from '../counted.ts';
import { commitUrl, type PageLinks } from '../report/links.ts';
import type { Column, Table } from '../report/table.ts';
import type { Status, StatusCall, StatusOpen } from './status.ts';
import { callNote, callText, filedBy, labelsOf, objectText, openTexts, remarkText, runText } from './status-words.ts';

/** The cells of a row, by column; a commit in full. */
export type Cells = readonly string[];

/** A table of the status, with its title. */
export type StatusTable = Table<Cells> & { readonly title: string };

type Head = Pick<Column<Cells>, 'head' | 'is' | 'before'>;
/** Returns the head of a column. @param before the word in front of a cell in plain text, which has no heading above it */
const headOf = (is: Head['is'], head: string = is, before = ''): Head => ({ head, is, before });
const fileHeads = [headOf('lead', 'reason'), headOf('name', 'object'), headOf('branch'), headOf('file')];
const commitHead = headOf('commit', 'commit', 'commit ');

/** Makes a table whose n-th column, below the n-th head, has the n-th cell of each row; commits are cut to 12 digits, and linked in CI. */
function tableOf(title: string, heads: readonly Head[], rows: readonly Cells[], links: PageLinks): StatusTable {
  const columns = heads.map((one, n): Column<Cells> => {
    const cellOf = (cells: Cells) => cells[n] ?? '';
    if (one.is !== 'commit') return { ...one, textsOf: (cells) => [cellOf(cells)] };
    return {
      ...one,
      textsOf: (cells) => [cellOf(cells).slice(0, 12)],
      urlOf: (cells) => commitUrl(links, cellOf(cells)),
    };
  });
  return { title, columns, rows };
}

/** Returns the tables of unanswered calls, open changes, runs, and counts (of two branches or more); those without rows are left out. */
export function statusTables(status: Status, links: PageLinks): StatusTable[] {
  const texts = openTexts(status);
  const labels = labelsOf(status);
  const fileCells = (row: StatusOpen | StatusCall) => {
    return [row.reason, objectText(row), labels[row.record] ?? '', row.path];
  };
  const all: [title: string, heads: readonly Head[], rows: readonly Cells[]][] = [
    [
      'Without an answer',
      [headOf('lead', 'call'), ...fileHeads, headOf('about', 'note')],
      status.unanswered.map((call) => [callText(call), ...fileCells(call), callNote(call)]),
    ],
    [
      'Still open',
      [headOf('lead', 'outcome'), ...fileHeads, headOf('about', 'since'), headOf('why')],
      status.open.map((change, n) => {
        return [outcomeRow(change.outcome).word, ...fileCells(change), texts[n]?.since ?? '', texts[n]?.why ?? ''];
      }),
    ],
    [
      'Runs',
      [headOf('lead', 'run', 'run '), headOf('branch'), commitHead, headOf('why', 'state')],
      status.runs.map((run) => [run.run, labels[run.record] ?? '', run.commit, runText(run)]),
    ],
    [
      'Branches',
      [headOf('branch'), ...['requests', 'open', 'no answer', 'runs'].map((head) => headOf('count', head))],
      countRows(status, labels),
    ],
  ];
  return all.flatMap(([title, heads, rows]) => (rows.length === 0 ? [] : [tableOf(title, heads, rows, links)]));
}

/** Returns label and counts of each record, first those with most changes, calls and runs, then most requests. [] for fewer than two. */
function countRows({ records }: Status, labels: readonly string[]): string[][] {
  if (records.length < 2) return [];
  const rows = records.map(({ counts }, n) => ({ ...counts, n, waits: counts.open + counts.unanswered + counts.runs }));
  const worstFirst = rows.toSorted((one, other) => other.waits - one.waits || other.requests - one.requests);
  return worstFirst.map(({ n, requests, open, unanswered, runs }) => {
    return [labels[n] ?? '', ...[requests, open, unanswered, runs].map(String)];
  });
}

/** Returns the table of all requests of the status, in their order (by record and path); also without rows. */
export function requestsTable(status: Status, links: PageLinks): StatusTable {
  const labels = labelsOf(status);
  const columns = [
    ...[headOf('lead', 'request', '#'), headOf('lead', 'reason'), headOf('name', 'object')],
    ...[headOf('lead', 'RFP', 'RFP '), headOf('branch'), headOf('file'), headOf('about', 'filed')],
    ...[headOf('about', 'when'), commitHead, headOf('about', 'note')],
  ];
  const rows = status.requests.map((request) => {
    const { objectId, reason, rfp, record, path, commit, at } = request;
    return [
      ...[String(objectId ?? '?'), reason, objectText(request), rfp === 0 ? '' : String(rfp)],
      ...[labels[record] ?? '', path, filedBy(request), timeText(at), commit, remarkText(status, request)],
    ];
  });
  return tableOf('Requests', columns, rows, links);
}
