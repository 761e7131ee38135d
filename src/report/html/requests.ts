import { within } from '../fitting.ts';
import type { PageLinks } from '../links.ts';
import { moodOf, planGroups } from '../plan-words.ts';
import type { Report, ReportRequest } from '../report-json.ts';
import { type RequestTable, requestTable, requestUrl } from '../request-table.ts';
import { htmlLink, htmlTable, htmlText } from './escape.ts';

/** Bytes of all rows, and of all targets; the rest is counted. */
const mostBytes = 1_400_000;
const mostOfWays = 20_000;
/** Most requests of a run whose files are links: the addresses are longer than all the rest. */
const mostLinked = 1000;

function fileOf(request: ReportRequest, url: string | null): string {
  const was = request.previousPath === null ? '' : `<br>was ${htmlText(request.previousPath)}`;
  return htmlLink(url, htmlText(request.path)) + was;
}

/** Makes a row, its mood as a class (none for `good`), the file as a link in a run of at most 1,000; without the end tags that HTML does not need. */
function rowOf(request: ReportRequest, { columns }: RequestTable, report: Report, links: PageLinks): string {
  const cells = columns.map(({ is, textsOf }) => {
    const html = textsOf(request).map(htmlText).join('<br>');
    if (is === 'lead') return `<th scope=row>${html}`;
    if (is !== 'file') return `<td>${html}`;
    return `<td>${fileOf(request, report.requests.length > mostLinked ? null : requestUrl(request, report, links))}`;
  });
  const mood = moodOf(request);
  return `<tr${mood === 'good' ? '' : ` class=${mood}`}>${cells.join('')}`;
}

/** Lists where the requests of a plan go (20 kB, the rest counted); empty for a report of filing. */
function waysOf(report: Report): string {
  const items = planGroups(report.requests).map(({ target, rest }) => {
    return `<li><b>${htmlText(target)}</b>${htmlText(rest)}</li>`;
  });
  const shown = within(mostOfWays, items, (left) => [`<li>and ${left} more targets</li>`]);
  return items.length === 0 ? '' : `<ul>${shown.join('\n')}</ul>\n`;
}

/** Returns the section of the requests: the targets of a plan, and a table, worst first (1.4 MB, the rest counted); empty without any. */
export function htmlRequests(report: Report, links: PageLinks): string {
  if (report.requests.length === 0) return '';
  const table = requestTable(report);
  const rows = table.rows.map((request) => rowOf(request, table, report, links));
  const heads = table.columns.map(({ head }) => head);
  const rest = (left: number) => [`<tr><td colspan=${heads.length}>and ${left} more requests, see the JSON report`];
  const shown = within(mostBytes, rows, rest);
  const which = report.requests.length === 1 ? 'the one request' : `the ${report.requests.length} requests`;
  const caption = `What ${table.isPlan ? 'would become' : 'became'} of ${which}, worst first`;
  return `<section aria-labelledby="requests"><h2 id="requests">Requests</h2>
${waysOf(report)}${htmlTable('aria-labelledby="requests"', { caption, heads }, shown)}</section>`;
}
