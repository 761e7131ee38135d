/** The table of requests, the same for Markdown and HTML, which only know how a cell looks. */
import { fileUrl, type PageLinks } from './links.ts';
import {
  becameText,
  needsReader,
  numberText,
  orderText,
  projectName,
  rfpText,
  saidOnce,
  targetText,
} from './plan-words.ts';
import { objectText, type Report, type ReportRequest, typedName, worstFirst } from './report-json.ts';

export interface RequestColumn {
  readonly head: string;
  /** `lead`: what became of the request; `said`: what there is to say of it, a text each. */
  readonly is: 'lead' | 'text' | 'name' | 'number' | 'file' | 'said';
  readonly textsOf: (request: ReportRequest) => readonly string[];
}

/** The requests in reading order, those that need a person first, and what is shown of each. */
export interface RequestTable {
  readonly isPlan: boolean;
  readonly rows: readonly ReportRequest[];
  readonly columns: readonly RequestColumn[];
}

/**
 * Makes the table. A target, project or RFP that all rows of a plan share has no column, as `planGroups` says it once;
 * nor has an attribute, order or number that none of them has.
 */
export function requestTable(report: Report): RequestTable {
  const rows = inReadingOrder(report.requests);
  const isPlan = rows.some(({ outcome }) => outcome === 'planned');
  type TextOf = (request: ReportRequest) => string;
  const column = (is: RequestColumn['is'], head: string, textOf: TextOf): RequestColumn => {
    return { head, is, textsOf: (request) => [textOf(request)] };
  };
  const filled = (...of: Parameters<typeof column>) => (rows.some((row) => of[2](row) !== '') ? [column(...of)] : []);
  const differing = (head: string, textOf: TextOf) =>
    new Set(rows.map(textOf)).size > 1 ? [column('text', head, textOf)] : [];
  const rfpAndOrder = (row: ReportRequest) => {
    const order = orderText(row);
    return row.rfp ? `${row.rfp}${order === '' ? '' : `, order ${order}`}` : '';
  };
  const where = isPlan
    ? [
        column('name', 'object', typedName),
        ...differing('target', targetText),
        ...filled('text', 'attribute', ({ attr }) => attr ?? ''),
        ...differing('project', projectName),
        ...differing('RFP', rfpText),
        ...filled('text', 'order', orderText),
        ...filled('number', 'request', numberText),
      ]
    : [
        column('name', 'object', objectText),
        column('number', 'request', numberText),
        column('text', 'RFP', rfpAndOrder),
      ];
  const said = saidOnce(rows, report);
  const columns: RequestColumn[] = [
    column('lead', isPlan ? 'planned' : 'outcome', becameText),
    column('text', 'reason', ({ reason }) => reason),
    ...where,
    column('file', 'file', ({ path }) => path),
    { head: isPlan ? 'note' : 'what was said', is: 'said', textsOf: (row) => said.get(row) ?? [] },
  ];
  return { isPlan, rows, columns };
}

/** Sorts requests that need a reader first, in both parts the worst first; else the order stays. */
function inReadingOrder(requests: readonly ReportRequest[]): ReportRequest[] {
  const needing = requests.filter(needsReader);
  const others = needing.length === 0 ? requests : requests.filter((request) => !needsReader(request));
  return [...worstFirst(needing), ...worstFirst(others)];
}

/** Returns the address of the file at the head; null: not known, or a delete, a withdrawal, or a name that is not text. */
export function requestUrl(request: ReportRequest, { range }: Report, links: PageLinks): string | null {
  const { path, reason, outcome, pathBase64 } = request;
  const isThere = reason !== '*DELETE' && outcome !== 'withdrawn' && pathBase64 === undefined;
  return range?.head && isThere ? fileUrl(links, range.head, path) : null;
}
