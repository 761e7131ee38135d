import { within } from '../fitting.ts';
import { fileUrl, type PageLinks } from '../links.ts';
import { becameText, heldTexts, moodOf, numberText, projectName, rfpText, withOrder } from '../plan-words.ts';
import { isSettled, objectText, type Report, type ReportRequest, worstFirst } from '../report-json.ts';
import { htmlLink, htmlTable, htmlText } from './escape.ts';

/** Bytes of all rows; the rest is counted. */
const mostBytes = 1_400_000;
/** In a run of more requests than this the files are no links: the addresses are longer than all the rest. */
const mostLinked = 1000;

/** A person needs what was said of a request that is not settled; of the others only the warnings, and who holds it. */
function saidOf(request: ReportRequest, report: Report): string {
  const isQuiet = isSettled(request) && request.outcome !== 'withdrawn';
  const said = isQuiet ? request.warnings : [request.msg ?? '', request.remedy ?? '', ...request.warnings];
  return [...heldTexts(request, report), ...said]
    .filter((text) => text !== '')
    .map(htmlText)
    .join('<br>');
}

function fileOf(request: ReportRequest, url: string | null): string {
  const was = request.previousPath === null ? '' : `<br>was ${htmlText(request.previousPath)}`;
  return htmlLink(url, htmlText(request.path)) + was;
}

/** The address of the file as the commit has it; a deleted file has none, nor has one whose name is not text. */
function urlOf(request: ReportRequest, report: Report, links: PageLinks): string | null {
  const head = report.range?.head;
  const isThere = request.reason !== '*DELETE' && request.pathBase64 === undefined;
  if (!head || !isThere || report.requests.length > mostLinked) return null;
  return fileUrl(links, head, request.path);
}

/** In a plan, what the request will be: its attribute, and where it is booked. */
function planCells(request: ReportRequest, isPlan: boolean): string[] {
  if (!isPlan) return [];
  return [request.attr ?? '', projectName(request)].map(htmlText);
}

/** A row; the end tags that HTML lets one leave out are left out, as there may be 10,000 of it. */
function rowOf(request: ReportRequest, report: Report, links: PageLinks, isPlan: boolean): string {
  const cells = [
    htmlText(request.reason),
    htmlText(objectText(request)),
    ...planCells(request, isPlan),
    numberText(request),
    htmlText(withOrder(request.outcome === 'planned' ? rfpText(request) : String(request.rfp || ''), request)),
    fileOf(request, urlOf(request, report, links)),
    saidOf(request, report),
  ];
  const look = moodOf(request) === 'good' ? '' : ` class=${moodOf(request)}`;
  return `<tr${look}><th scope=row>${becameText(request)}${cells.map((cell) => `<td>${cell}`).join('')}`;
}

/** The requests as a table, worst first; empty when there are none. */
export function htmlRequests(report: Report, links: PageLinks): string {
  if (report.requests.length === 0) return '';
  const isPlan = report.requests.some(({ outcome }) => outcome === 'planned');
  const rows = worstFirst(report.requests).map((request) => rowOf(request, report, links, isPlan));
  const planned = isPlan ? ['attribute', 'project'] : [];
  const heads = [
    isPlan ? 'planned' : 'outcome',
    'reason',
    'object',
    ...planned,
    'request',
    'RFP',
    'file',
    isPlan ? 'note' : 'what was said',
  ];
  const look = isPlan ? 'scroll plan' : 'scroll';
  const rest = (left: number) => [`<tr><td colspan=${heads.length}>and ${left} more requests, see the JSON report`];
  const shown = within(mostBytes, rows, rest);
  const which = report.requests.length === 1 ? 'the one request' : `the ${report.requests.length} requests`;
  const caption = isPlan ? `What would become of ${which}, worst first` : `What became of ${which}, worst first`;
  return `<section aria-labelledby="requests"><h2 id="requests">Requests</h2>
${htmlTable('aria-labelledby="requests"', { look, caption, heads }, shown)}</section>`;
}
