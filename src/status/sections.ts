/** The tables of the status, the same for every form. */
import { lookUpOutcome } from '../checkout/outcome.ts';
import { formatTime } from '../counted.ts';
import { buildCommitUrl, type PageLinks } from '../report/links.ts';
import type { Column, Table } from '../report/table.ts';
import type { Status, StatusCall, StatusOpen } from './status.ts';
import {
  describeCall,
  describeGoneBranch,
  describeOpenChanges,
  describeRunState,
  formatCallRun,
  formatFiler,
  formatStatusObject,
  labelRecords,
} from './status-words.ts';

/** The cells of a row, by column; a commit in full. */
export type Cells = readonly string[];

export type StatusTable = Table<Cells> & { readonly title: string };

type Head = Pick<Column<Cells>, 'head' | 'is' | 'before'>;
/** Returns the head of a column. @param before the word in front of a cell in plain text, which has no heading above it */
const createHead = (is: Head['is'], head: string = is, before = ''): Head => ({ head, is, before });
const objectHeads = [createHead('lead', 'reason'), createHead('name', 'object')];
const fileHeads = [...objectHeads, createHead('branch'), createHead('file')];
const commitHead = createHead('commit', 'commit', 'commit ');
const callHeads = [createHead('lead', 'call'), ...fileHeads, createHead('about', 'note')];
const openHeads = [createHead('lead', 'outcome'), ...fileHeads, createHead('about', 'since'), createHead('why')];
const runHeads = [createHead('lead', 'run', 'run '), createHead('branch'), commitHead, createHead('why', 'state')];
const countNames = ['requests', 'not filed', 'no answer', 'open runs'];
const countHeads = [createHead('branch'), ...countNames.map((head) => createHead('count', head))];
const requestHeads = [
  ...[createHead('lead', 'request', '#'), ...objectHeads, createHead('lead', 'RFP', 'RFP '), createHead('branch')],
  ...[createHead('file'), createHead('about', 'filed'), createHead('about', 'when'), commitHead],
  createHead('about', 'note'),
];

/** Makes a table whose n-th column, below the n-th head, has the n-th cell of each row; commits are cut to 12 digits, and linked in CI. */
function buildTable(title: string, heads: readonly Head[], rows: readonly Cells[], links: PageLinks): StatusTable {
  const columns = heads.map((one, n): Column<Cells> => {
    const cellOf = (cells: Cells) => cells[n] ?? '';
    if (one.is !== 'commit') return { ...one, textsOf: (cells) => [cellOf(cells)] };
    const urlOf = (cells: Cells) => buildCommitUrl(links, cellOf(cells));
    return { ...one, textsOf: (cells) => [cellOf(cells).slice(0, 12)], urlOf };
  });
  return { title, columns, rows };
}

/** Returns the tables of unanswered calls, open changes, runs, and counts (of two branches or more); those without rows are left out. */
export function buildStatusTables(status: Status, links: PageLinks): StatusTable[] {
  const texts = describeOpenChanges(status);
  const labels = labelRecords(status);
  const buildFileCells = (row: StatusOpen | StatusCall, reason: string = row.reason) => {
    return [reason, formatStatusObject(row), labels[row.record] ?? '', row.path];
  };
  const calls = status.unanswered.map((call) => [describeCall(call), ...buildFileCells(call), formatCallRun(call)]);
  const open = status.open.map((change, n) => {
    // A file without a rule makes no request, which would have a reason.
    const reason = change.outcome === 'unmapped' ? '' : change.reason;
    return [lookUpOutcome(change.outcome).word, ...buildFileCells(change, reason), ...(texts[n] ?? [])];
  });
  const runs = status.runs.map((run) => [run.run, labels[run.record] ?? '', run.commit, describeRunState(run)]);
  return [
    buildTable('Without an answer', callHeads, calls, links),
    buildTable('Not filed', openHeads, open, links),
    buildTable('Runs', runHeads, runs, links),
    buildTable('Branches', countHeads, buildCountRows(status, labels), links),
  ].filter(({ rows }) => rows.length > 0);
}

/** Returns a row a record, the one with most to settle first: label, requests, changes not filed, calls, runs. [] for fewer than two. */
function buildCountRows({ records }: Status, labels: readonly string[]): string[][] {
  if (records.length < 2) return [];
  const rows = records.map(({ counts }, n) => ({ ...counts, n, waits: counts.open + counts.unanswered + counts.runs }));
  const worstFirst = rows.toSorted((one, other) => other.waits - one.waits || other.requests - one.requests);
  return worstFirst.map(({ n, requests, open, unanswered, runs }) => {
    return [labels[n] ?? '', ...[requests, open, unanswered, runs].map(String)];
  });
}

/** Returns the table of all requests of the status, in their order (by record and path); also without rows. */
export function buildRequestsTable(status: Status, links: PageLinks): StatusTable {
  const labels = labelRecords(status);
  const rows = status.requests.map((request) => {
    const { objectId, reason, rfp, record, path, commit, at } = request;
    const note = describeGoneBranch(status, request);
    return [
      ...[String(objectId ?? '?'), reason, formatStatusObject(request), rfp === 0 ? '' : String(rfp)],
      ...[labels[record] ?? '', path, formatFiler(request), formatTime(at), commit, note],
    ];
  });
  return buildTable('Requests', requestHeads, rows, links);
}
