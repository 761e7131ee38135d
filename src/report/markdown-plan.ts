import { counted } from '../counted.ts';
import { escapeMarkdown, markdownCode } from './escape-markdown.ts';
import { rowsWithin } from './fitting.ts';
import {
  becameText,
  heldTexts,
  needsReader,
  numberText,
  orderText,
  planGroups,
  projectName,
  rfpText,
  targetText,
} from './plan-words.ts';
import { type Report, type ReportRequest, typedName, worstFirst } from './report-json.ts';

/** A plan of more requests than this is folded: what needs a reader stays in sight. */
const mostOpen = 25;
/** So many groups are named before the rest is counted. */
const mostGroups = 12;

/** The file of a request as a table cell. */
type FileCell = (request: ReportRequest) => string;

/**
 * The requests of a plan for a reviewer: where they go, then a row each, what somebody has to look at first.
 *
 * @param most bytes of all rows; the rest is counted.
 */
export function planTable(report: Report, fileCell: FileCell, most: number): string[] {
  const rows = inReadingOrder(report.requests);
  const columns = columnsOf(rows, report, fileCell);
  const seen = rows.length > mostOpen ? rows.filter(needsReader).slice(0, mostOpen) : rows;
  const folded = rows.slice(seen.length);
  const shown = tableOf(columns, seen, most);
  const lines = [...groupLines(report.requests), '', ...(seen.length === 0 ? [] : shown)];
  if (folded.length === 0) return lines;
  const which =
    seen.length === 0 ? counted(folded.length, 'request') : `the other ${counted(folded.length, 'request')}`;
  const table = tableOf(columns, folded, most - sizeOf(shown));
  return [...lines, '', `<details><summary>${which}</summary>`, '', ...table, '', '</details>'];
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}

/** What cannot be filed, what is held, what has a warning, then the rest as it is filed. */
function inReadingOrder(requests: readonly ReportRequest[]): ReportRequest[] {
  const needing = requests.filter(needsReader);
  const others = needing.length === 0 ? requests : requests.filter((request) => !needsReader(request));
  return [...worstFirst(needing), ...worstFirst(others)];
}

/** Where the requests go: what all of a group have in common stands once. */
function groupLines(rows: readonly ReportRequest[]): string[] {
  const groups = planGroups(rows);
  const lines = groups.slice(0, mostGroups).map(({ target, ways, counts }) => {
    return `- ${[`**${escapeMarkdown(target)}**`, ...ways.map(escapeMarkdown)].join(', ')}: ${counts}`;
  });
  return groups.length > mostGroups ? [...lines, `- and ${groups.length - mostGroups} more targets`] : lines;
}

interface PlanColumn {
  readonly head: string;
  readonly cell: (request: ReportRequest) => string;
}

/** What differs from row to row has a column; what is the same for all stands above. */
function columnsOf(rows: readonly ReportRequest[], report: Report, fileCell: FileCell): PlanColumn[] {
  const [first] = rows;
  const where = (head: string, partOf: (row: ReportRequest) => string, isShown?: boolean): PlanColumn[] => {
    const differs = first !== undefined && rows.some((row) => partOf(row) !== partOf(first));
    return (isShown ?? differs) ? [{ head, cell: (row) => escapeMarkdown(partOf(row)) }] : [];
  };
  // With its sign a number would be a link to an issue.
  const numberOf = (row: ReportRequest) => numberText(row).replace('#', '');
  const saidOf = (row: ReportRequest) => [...heldTexts(row, report), row.msg ?? '', row.remedy ?? '', ...row.warnings];
  return [
    { head: 'planned', cell: (row) => (needsReader(row) ? `**${becameText(row)}**` : becameText(row)) },
    { head: 'reason', cell: ({ reason }) => escapeMarkdown(reason) },
    ...where('target', targetText),
    { head: 'object', cell: (row) => markdownCode(typedName(row)) },
    { head: 'attribute', cell: ({ attr }) => escapeMarkdown(attr ?? '') },
    ...where('project', projectName),
    ...where('RFP', rfpText),
    ...where(
      'order',
      orderText,
      rows.some((row) => orderText(row) !== ''),
    ),
    ...where(
      'request',
      numberOf,
      rows.some(({ objectId }) => objectId !== null),
    ),
    { head: 'file', cell: fileCell },
    {
      head: '',
      cell: (row) =>
        saidOf(row)
          .filter((text) => text !== '')
          .map(escapeMarkdown)
          .join(' – '),
    },
  ];
}

function tableOf(columns: readonly PlanColumn[], rows: readonly ReportRequest[], most: number): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ head }) => head)),
    line(columns.map(() => '---')),
    ...rowsWithin(
      most,
      rows,
      (row) => line(columns.map(({ cell }) => cell(row))),
      (left) => ['', `and ${left} more, see the JSON report`],
    ),
  ];
}
