/** The tables of the status, the same for every form. */
import { outcomeRow } from '../checkout/outcome.ts';
import { timeText } from '../counted.ts';
import { commitUrl, type PageLinks } from '../report/links.ts';
import type { Column, Table } from '../report/table.ts';
import type { Status } from './status.ts';
import { callNote, callText, filedBy, labelsOf, objectText, openTexts, remarkText, runText } from './status-words.ts';

/** The cells of a row, by column; a commit in full. */
export type Cells = readonly string[];

type Head = Pick<Column<Cells>, 'head' | 'is' | 'before'>;
const lead = (head: string, before = ''): Head => ({ head, is: 'lead', before });
const column = (is: Head['is'], head: string = is): Head => ({ head, is });
const fileColumns = [lead('reason'), column('name', 'object'), column('branch'), column('file')];
const commitColumn: Head = { head: 'commit', is: 'commit', before: 'commit ' };

/** Makes a table of rows of cells; a commit is shortened, and a link. */
function tableOf(title: string, heads: readonly Head[], rows: readonly Cells[], links: PageLinks): Table<Cells> {
  const columns = heads.map((one, n): Column<Cells> => {
    if (one.is !== 'commit') return { ...one, textsOf: (cells) => [cells[n] ?? ''] };
    return {
      ...one,
      textsOf: (cells) => [cells[n]?.slice(0, 12) ?? ''],
      urlOf: (cells) => commitUrl(links, cells[n] ?? ''),
    };
  });
  return { title, columns, rows };
}

/** Returns the tables that have rows: calls without an answer, open changes, runs, and the counts of two branches or more. */
export function statusTables(status: Status, links: PageLinks): Table<Cells>[] {
  const texts = openTexts(status);
  const fileCells = (row: Status['open'][number] | Status['unanswered'][number]) => {
    return [row.reason, objectText(row), labels[row.record] ?? '', row.path];
  };
  const labels = labelsOf(status);
  const all: [title: string, heads: readonly Head[], rows: readonly Cells[]][] = [
    [
      'Without an answer',
      [lead('call'), ...fileColumns, column('about', 'note')],
      status.unanswered.map((call) => [callText(call), ...fileCells(call), callNote(call)]),
    ],
    [
      'Still open',
      [lead('outcome'), ...fileColumns, column('about', 'since'), column('why')],
      status.open.map((change, n) => {
        return [outcomeRow(change.outcome).word, ...fileCells(change), texts[n]?.since ?? '', texts[n]?.why ?? ''];
      }),
    ],
    [
      'Runs',
      [lead('run', 'run '), column('branch'), commitColumn, column('why', 'state')],
      status.runs.map((run) => [run.run, labels[run.record] ?? '', run.commit, runText(run)]),
    ],
    [
      'Branches',
      [column('branch'), ...['requests', 'open', 'no answer', 'runs'].map((head) => column('count', head))],
      countRows(status, labels),
    ],
  ];
  return all.flatMap(([title, heads, rows]) => (rows.length === 0 ? [] : [tableOf(title, heads, rows, links)]));
}

/** Returns the counts of each record, first where most waits, then where most requests are; none of a single record. */
function countRows({ records }: Status, labels: readonly string[]): string[][] {
  if (records.length < 2) return [];
  const rows = records.map(({ counts }, n) => ({ ...counts, n, waits: counts.open + counts.unanswered + counts.runs }));
  const worstFirst = rows.toSorted((one, other) => other.waits - one.waits || other.requests - one.requests);
  return worstFirst.map(({ n, requests, open, unanswered, runs }) => {
    return [labels[n] ?? '', ...[requests, open, unanswered, runs].map(String)];
  });
}

/** Returns the table of all requests, by record and path. */
export function requestsTable(status: Status, links: PageLinks): Table<Cells> {
  const labels = labelsOf(status);
  const columns = [
    ...[lead('request', '#'), lead('reason'), column('name', 'object'), lead('RFP', 'RFP '), column('branch')],
    ...[column('file'), column('about', 'filed'), column('about', 'when'), commitColumn, column('about', 'note')],
  ];
  const rows = status.requests.map((request) => {
    const { objectId, reason, rfp, record, path, commit, at } = request;
    return [
      ...[
        String(objectId ?? '?'),
        reason,
        objectText(request),
        rfp === 0 ? '' : String(rfp),
        labels[record] ?? '',
        path,
      ],
      ...[filedBy(request), timeText(at), commit, remarkText(status, request)],
    ];
  });
  return tableOf('Requests', columns, rows, links);
}
