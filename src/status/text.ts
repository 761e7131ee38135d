import { firstOf } from '../counted.ts';
import { escapeText } from '../log.ts';
import type { Column } from '../report/table.ts';
import { type Cells, requestsTable, type StatusTable, statusTables } from './sections.ts';
import { listsRequests, type Status } from './status.ts';
import { countsText, labelsOf, limitsText, nothingText, sharedText, warningsOf } from './status-words.ts';

/** Most branches, and most rows of a table, that are shown; the rest is counted. */
const most = 50;
/** Most characters of the column of branches; a longer name moves its own counts aside. */
const widestLabel = 60;

/**
 * Returns the lines of a table: an empty one, the title, the first `limit` rows and the number of the others. A row is `LEAD NAME  FILE
 * (BRANCH, ABOUT, COMMIT): WHY`; what is in brackets is `as above` if it is like that of the row above.
 */
function rowLines({ title, columns, rows }: StatusTable, limit: number): string[] {
  let above = '';
  const lines = rows.map((cells) => {
    const textsIn = (...kinds: readonly Column<Cells>['is'][]) => {
      const among = columns.filter(({ is }) => kinds.includes(is));
      return among.flatMap(({ before = '', textsOf }) => textsOf(cells).flatMap((text) => (text ? before + text : [])));
    };
    const what = [textsIn('lead', 'name').join(' '), ...textsIn('file')].join('  ');
    const about = textsIn('branch', 'about', 'commit').join(', ');
    const bracket = about === '' ? '' : `  (${about === above ? 'as above' : about})`;
    above = about;
    return `  ${what}${bracket}${textsIn('why')
      .map((why) => `: ${why}`)
      .join('')}`;
  });
  return ['', `${title.toLowerCase()} (${rows.length}):`, ...firstOf(lines, limit, (left) => `  and ${left} more`)];
}

/** Returns the lines of the table of counts: an empty one, the heads, the first 50 branches, aligned, and the number of the others. */
function countLines({ columns, rows }: StatusTable): string[] {
  const width = Math.min(widestLabel, Math.max(6, ...rows.map(([label = '']) => label.length)));
  const line = ([label = '', ...cells]: Cells) =>
    `${label.padEnd(width)}  ${cells.map((cell) => cell.padStart(9)).join('  ')}`.trimEnd();
  const heads = columns.map(({ head }) => head);
  return ['', line(heads), ...firstOf(rows.map(line), most, (left) => `and ${left} more branches`)];
}

/**
 * Returns the lines of the status, each safe for a log: counts, warnings, the table of branches, the other tables, the requests if
 * `listsRequests`, else how to list them. Tables end after 50 rows, unless one branch was asked for. Without records: `nothingText` and the
 * warnings.
 */
export function textLines(status: Status): string[] {
  const nothing = nothingText(status);
  const warnings = warningsOf(status);
  if (nothing !== null) return [nothing, ...warnings].map(escapeText);
  const isOne = status.records.length === 1;
  const limit = status.asked.branch === null ? most : Number.POSITIVE_INFINITY;
  // The branch of all rows is said at the top.
  const own = ({ columns, ...table }: StatusTable) => {
    return { ...table, columns: columns.filter(({ is }) => !isOne || is !== 'branch') };
  };
  const tables = statusTables(status, null);
  const isCounts = ({ columns }: StatusTable) => columns.some(({ is }) => is === 'count');
  const toList = ['', 'The requests of a branch: --branch NAME; of a user: --user USER; of files: --paths GLOB'];
  const requests = listsRequests(status) ? rowLines(own(requestsTable(status, null)), limit) : toList;
  const lines = [
    `${countsText(status)} (${isOne ? `${labelsOf(status)[0]}, ` : ''}${sharedText(status)})`,
    limitsText,
    ...warnings,
    ...tables.filter(isCounts).flatMap(countLines),
    ...tables.filter((table) => !isCounts(table)).flatMap((table) => rowLines(own(table), limit)),
    ...(status.requests.length > 0 ? requests : []),
  ];
  return lines.map(escapeText);
}
