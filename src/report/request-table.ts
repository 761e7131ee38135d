/** The table of requests, the same for Markdown and HTML: a form knows how a cell looks, and nothing else. */
import { fileUrl, type PageLinks } from './links.ts';
import {
  becameText,
  needsReader,
  numberText,
  orderText,
  projectName,
  rfpText,
  saidOf,
  saidOnce,
  targetText,
  withOrder,
} from './plan-words.ts';
import { objectText, type Report, type ReportRequest, typedName, worstFirst } from './report-json.ts';

export interface RequestColumn {
  readonly head: string;
  /** `lead`: what became of the request; `said`: what there is to say of it, a text each. */
  readonly is: 'lead' | 'text' | 'name' | 'number' | 'file' | 'said';
  readonly textsOf: (request: ReportRequest) => readonly string[];
}

/** The requests as they are read, those that need a person first, and what is shown of each. */
export interface RequestTable {
  readonly isPlan: boolean;
  readonly rows: readonly ReportRequest[];
  readonly columns: readonly RequestColumn[];
}

/**
 * The requests of a report as a table. Of a plan, what is the same for all rows has no column: `planGroups` says it once.
 */
export function requestTable(report: Report): RequestTable {
  const rows = inReadingOrder(report.requests);
  const isPlan = rows.some(({ outcome }) => outcome === 'planned');
  const [first] = rows;
  type TextOf = (request: ReportRequest) => string;
  const of = (is: RequestColumn['is'], head: string, textOf: TextOf, isShown = true): RequestColumn[] =>
    isShown ? [{ head, is, textsOf: (request) => [textOf(request)] }] : [];
  const filled = (is: RequestColumn['is'], head: string, textOf: TextOf) =>
    of(
      is,
      head,
      textOf,
      rows.some((row) => textOf(row) !== ''),
    );
  const differing = (head: string, textOf: TextOf) =>
    of(
      'text',
      head,
      textOf,
      rows.some((row) => first !== undefined && textOf(row) !== textOf(first)),
    );
  const where = isPlan
    ? [
        ...of('name', 'object', typedName),
        ...differing('target', targetText),
        ...filled('text', 'attribute', ({ attr }) => attr ?? ''),
        ...differing('project', projectName),
        ...differing('RFP', rfpText),
        ...filled('text', 'order', orderText),
        ...filled('number', 'request', numberText),
      ]
    : [
        ...of('name', 'object', objectText),
        ...of('number', 'request', numberText),
        ...of('text', 'RFP', (row) => (row.rfp ? withOrder(String(row.rfp), row) : '')),
      ];
  const said = saidOnce(rows, (row) => saidOf(row, report).map(([, text]) => text));
  const columns = [
    ...of('lead', isPlan ? 'planned' : 'outcome', becameText),
    ...of('text', 'reason', ({ reason }) => reason),
    ...where,
    ...of('file', 'file', ({ path }) => path),
    {
      head: isPlan ? 'note' : 'what was said',
      is: 'said' as const,
      textsOf: (row: ReportRequest) => said.get(row) ?? [],
    },
  ];
  return { isPlan, rows, columns };
}

/** What cannot be filed, what is held, what has a warning, then the rest as it is filed. */
function inReadingOrder(requests: readonly ReportRequest[]): ReportRequest[] {
  const needing = requests.filter(needsReader);
  const others = needing.length === 0 ? requests : requests.filter((request) => !needsReader(request));
  return [...worstFirst(needing), ...worstFirst(others)];
}

/** The address of the file as the commit has it; a deleted file has none, nor has one whose name is not text. */
export function requestUrl(request: ReportRequest, { range }: Report, links: PageLinks): string | null {
  const { path, reason, outcome, pathBase64 } = request;
  const isThere = reason !== '*DELETE' && outcome !== 'withdrawn' && pathBase64 === undefined;
  return range?.head && isThere ? fileUrl(links, range.head, path) : null;
}
