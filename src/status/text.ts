import { limitLines } from '../counted.ts';
import { escapeText } from '../log.ts';
import type { Column } from '../report/table.ts';
import { buildRequestsTable, buildStatusTables, type Cells, type StatusTable } from './sections.ts';
import { listsRequests, type Status } from './status.ts';
import { buildStatusHead, labelRecords, limitsText } from './status-words.ts';

/** Most branches, and most rows of a table, that are shown; the rest is counted. */
const most = 50;
/** Most characters of the column of branches; a longer name moves its own counts aside. */
const widestLabel = 60;

/**
 * Returns the lines of a table: an empty one, the title in lower case, the first `limit` rows and the number of the others. A row is
 * `LEAD NAME  FILE  (BRANCH, ABOUT, COMMIT): WHY`; in brackets is only `as above` if the row above has the same there.
 */
function formatTableRows({ title, columns, rows }: StatusTable, limit: number): string[] {
  let above = '';
  const lines = rows.map((cells) => {
    const selectTexts = (...kinds: readonly Column<Cells>['is'][]) => {
      const among = columns.filter(({ is }) => kinds.includes(is));
      return among.flatMap(({ before = '', textsOf }) => textsOf(cells).flatMap((text) => (text ? before + text : [])));
    };
    const what = [selectTexts('lead', 'name').join(' '), ...selectTexts('file')].join('  ');
    const about = selectTexts('branch', 'about', 'commit').join(', ');
    const bracket = about === '' ? '' : `  (${about === above ? 'as above' : about})`;
    above = about;
    return `  ${[what + bracket, ...selectTexts('why')].join(': ')}`;
  });
  return ['', `${title.toLowerCase()} (${rows.length}):`, ...limitLines(lines, limit, (left) => `  and ${left} more`)];
}

/** Returns the lines of the table of counts: an empty one, the heads, the first 50 branches, aligned, and the number of the others. */
function formatCountTable({ columns, rows }: StatusTable): string[] {
  const width = Math.min(widestLabel, Math.max(6, ...rows.map(([label = '']) => label.length)));
  const formatCountLine = ([label = '', ...cells]: Cells) =>
    `${label.padEnd(width)}  ${cells.map((cell) => cell.padStart(9)).join('  ')}`.trimEnd();
  return [
    '',
    formatCountLine(columns.map(({ head }) => head)),
    ...limitLines(rows.map(formatCountLine), most, (left) => `and ${left} more branches`),
  ];
}

/**
 * Returns the lines of the status, each safe for a log: counts, warnings, tables of at most 50 rows (all rows, if a branch was asked for),
 * and the requests, if any: a table (of over 50 only if asked for), else how to list them. Without records only summary and warnings.
 */
export function formatStatusLines(status: Status): string[] {
  const { summary, shared, warnings } = buildStatusHead(status);
  if (status.records.length === 0) return [summary, ...warnings].map(escapeText);
  const isOne = status.records.length === 1;
  const limit = status.asked.branch === null ? most : Number.POSITIVE_INFINITY;
  const formatTable = ({ columns, ...table }: StatusTable) => {
    // The branch of all rows is said at the top.
    return formatTableRows({ ...table, columns: columns.filter(({ is }) => !isOne || is !== 'branch') }, limit);
  };
  const tables = buildStatusTables(status, null);
  const isCounts = ({ columns }: StatusTable) => columns.some(({ is }) => is === 'count');
  const toList = ['', 'The requests of a branch: --branch NAME; of a user: --user USER; of files: --paths GLOB'];
  const requests = listsRequests(status) ? formatTable(buildRequestsTable(status, null)) : toList;
  const lines = [
    summary,
    ...(shared === '' ? [] : [`${isOne ? `Record of ${labelRecords(status)[0]},` : 'Records'} ${shared}`]),
    limitsText,
    ...warnings,
    ...tables.filter(isCounts).flatMap(formatCountTable),
    ...tables.filter((table) => !isCounts(table)).flatMap(formatTable),
    ...(status.requests.length > 0 ? requests : []),
  ];
  return lines.map(escapeText);
}
