import { moodOf, pictureText } from '../plan-words.ts';
import { objectText, type Report, type ReportRequest, worstFirst } from '../report-json.ts';
import { htmlText } from './escape.ts';

/** Most requests in a picture: more are no help. */
const mostDrawn = 20;
/** Sizes in the units of the picture. */
export const rowHeight = 52;
const boxHeight = 40;
const width = 950;
const characterWidth = 7.8;

/** A column of boxes; `keepsEnd`: a text that is too long loses its beginning, as the end of a path says more. */
export interface PictureColumn {
  readonly x: number;
  readonly width: number;
  readonly keepsEnd?: true;
}

const columns = {
  rfp: { x: 1, width: 150 },
  request: { x: 200, width: 300 },
  file: { x: 550, width: 398, keepsEnd: true },
} satisfies Readonly<Record<string, PictureColumn>>;

interface Drawn {
  readonly request: ReportRequest;
  readonly y: number;
}

/** Shortens a text to the width of a column, at its beginning if `keepsEnd`. */
function fitting(text: string, column: PictureColumn): string {
  const most = Math.floor((column.width - 20) / characterWidth);
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  return column.keepsEnd ? `...${characters.slice(3 - most).join('')}` : `${characters.slice(0, most - 3).join('')}...`;
}

/** Draws a box with one or two lines of text; the inner svg cuts off what is wider than the box after all. */
export function box(column: PictureColumn, y: number, lines: readonly string[], look: string): string {
  const texts = lines.map((line, n) => {
    const at = lines.length === 1 ? 25 : 17 + 16 * n;
    return `<text x="10" y="${at}">${htmlText(fitting(line, column))}</text>`;
  });
  const size = `width="${column.width}" height="${boxHeight}"`;
  return `<svg x="${column.x}" y="${y}" ${size}><g class="box ${look}"><rect x="1" y="1" width="${column.width - 2}" height="${boxHeight - 2}" rx="4"/>${texts.join('')}</g></svg>`;
}

/** Draws a line from the end of one box to the beginning of another. */
export function line(from: PictureColumn, fromY: number, to: PictureColumn, toY: number): string {
  const half = boxHeight / 2;
  const [x1, x2] = [from.x + from.width, to.x];
  const middle = (x1 + x2) / 2;
  return `<path d="M${x1} ${fromY + half}C${middle} ${fromY + half} ${middle} ${toY + half} ${x2} ${toY + half}"/>`;
}

/** Draws a request and its file. */
function rowOf({ request, y }: Drawn): string {
  const file = box(columns.file, y, [request.path], request.reason === '*DELETE' ? 'file gone' : 'file');
  const middle = box(columns.request, y, [pictureText(request), objectText(request)], moodOf(request));
  return `${line(columns.request, y, columns.file, y)}${middle}${file}`;
}

/** Draws an RFP in the middle of its requests, with a line to each. */
function rfpOf(rfp: number | null, rows: readonly Drawn[]): string {
  const heights = rows.map(({ y }) => y);
  const y = (Math.min(...heights) + Math.max(...heights)) / 2;
  const lines = rows.map((row) => line(columns.rfp, y, columns.request, row.y));
  return `${lines.join('')}${box(columns.rfp, y, [rfp === null ? 'no RFP' : `RFP ${rfp}`], 'rfp')}`;
}

/** Draws RFP (in a plan only a known one), request and file of a small run as SVG, by RFP, worst first; empty for more than 20 requests, or none. */
export function htmlPicture(report: Report): string {
  if (report.requests.length === 0 || report.requests.length > mostDrawn) return '';
  const byRfp = Map.groupBy(worstFirst(report.requests), ({ rfp }) => rfp || null);
  const rows = [...byRfp.values()].flat().map((request, n) => ({ request, y: n * rowHeight + 4 }));
  const isPlan = report.command === 'plan';
  const groups = Map.groupBy(rows, ({ request }) => request.rfp || null);
  const rfps = [...groups].map(([rfp, of]) => (rfp === null && isPlan ? '' : rfpOf(rfp, of)));
  const said = { region: 'Picture of the run', label: 'RFPs, requests and files, as in the table' };
  return figure({ ...said, caption: 'RFP, request, file' }, rows.length, [...rfps, ...rows.map(rowOf)]);
}

/** Makes a figure of `rows` rows from SVG elements; escapes nothing. To a screen reader it is one image: the table beside it says the same. */
export function figure(
  { region, label, caption }: { region: string; label: string; caption: string },
  rows: number,
  drawn: readonly string[],
): string {
  const height = rows * rowHeight;
  return `<figure><div class="scroll" tabindex="0" role="region" aria-label="${region}">
<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
${drawn.join('\n')}
</svg></div>
<figcaption>${caption}</figcaption></figure>`;
}
