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
  const columns = columnsOf(rows);
  const lineOf = (request: ReportRequest) => rowOf(request, report, columns, fileCell);
  const seen = rows.length > mostOpen ? rows.filter(needsReader).slice(0, mostOpen) : rows;
  const folded = rows.slice(seen.length);
  const shown = tableOf(columns, seen, lineOf, most);
  const lines = [...groupLines(report.requests), '', ...(seen.length === 0 ? [] : shown)];
  if (folded.length === 0) return lines;
  const which =
    seen.length === 0 ? counted(folded.length, 'request') : `the other ${counted(folded.length, 'request')}`;
  const table = tableOf(columns, folded, lineOf, most - sizeOf(shown));
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

interface PlanColumns {
  /** What differs from row to row has a column; what is the same for all stands above. */
  readonly hasTarget: boolean;
  readonly hasProject: boolean;
  readonly hasRfp: boolean;
  readonly hasOrder: boolean;
  readonly hasNumber: boolean;
}

function columnsOf(rows: readonly ReportRequest[]): PlanColumns {
  const differ = (partOf: (row: ReportRequest) => string | number) => {
    const first = rows[0] === undefined ? '' : partOf(rows[0]);
    return rows.some((row) => partOf(row) !== first);
  };
  return {
    hasTarget: differ(({ appl }) => appl) || differ(({ lvl }) => lvl),
    hasProject: differ(projectName),
    hasRfp: differ(rfpText),
    hasOrder: rows.some((row) => orderText(row) !== ''),
    hasNumber: rows.some(({ objectId }) => objectId !== null),
  };
}

function tableOf(
  columns: PlanColumns,
  rows: readonly ReportRequest[],
  lineOf: (request: ReportRequest) => string,
  most: number,
): string[] {
  const heads = cellsOf(columns, {
    ...{ planned: 'planned', reason: 'reason', object: 'object', attribute: 'attribute', target: 'target' },
    ...{ project: 'project', rfp: 'RFP', order: 'order', number: 'request', file: 'file', said: '' },
  });
  return [
    `| ${heads.join(' | ')} |`,
    `| ${heads.map(() => '---').join(' | ')} |`,
    ...rowsWithin(most, rows, lineOf, (left) => ['', `and ${left} more, see the JSON report`]),
  ];
}

type Cells = Readonly<
  Record<
    'planned' | 'reason' | 'target' | 'object' | 'attribute' | 'project' | 'rfp' | 'order' | 'number' | 'file' | 'said',
    string
  >
>;

function cellsOf({ hasTarget, hasProject, hasRfp, hasOrder, hasNumber }: PlanColumns, cells: Cells): string[] {
  return [
    cells.planned,
    cells.reason,
    ...(hasTarget ? [cells.target] : []),
    ...[cells.object, cells.attribute],
    ...(hasProject ? [cells.project] : []),
    ...(hasRfp ? [cells.rfp] : []),
    ...(hasOrder ? [cells.order] : []),
    ...(hasNumber ? [cells.number] : []),
    ...[cells.file, cells.said],
  ];
}

function rowOf(request: ReportRequest, report: Report, columns: PlanColumns, fileCell: FileCell): string {
  const { reason, attr, msg, remedy, warnings } = request;
  const said = [...heldTexts(request, report), msg ?? '', remedy ?? '', ...warnings].filter((text) => text !== '');
  const doing = becameText(request);
  const cells = cellsOf(columns, {
    planned: needsReader(request) ? `**${doing}**` : doing,
    reason: escapeMarkdown(reason),
    target: escapeMarkdown(targetText(request)),
    object: markdownCode(typedName(request)),
    attribute: attr === null ? '' : escapeMarkdown(attr),
    project: escapeMarkdown(projectName(request)),
    rfp: escapeMarkdown(rfpText(request)),
    order: orderText(request),
    number: numberText(request).replace('#', ''),
    file: fileCell(request),
    said: said.map(escapeMarkdown).join(' – '),
  });
  return `| ${cells.join(' | ')} |`;
}
