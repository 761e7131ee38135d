import { reasonTable } from '../../interface/fields.ts';
import { dependentName, dependentRequest, dependentState } from '../dependents.ts';
import { objectText, type Report, type ReportRequest, worstFirst } from '../report-json.ts';
import { moodOf, pictureText } from '../request-words.ts';
import { htmlText } from './escape.ts';

/** Most requests, dependents or changed files in a picture: more are no help. */
const mostDrawn = 20;
/** Sizes in the units of the picture. */
const rowHeight = 52;
const boxHeight = 40;
const width = 950;
const characterWidth = 7.8;

/** A column of boxes; `keepsEnd`: a text that is too long loses its beginning, as the end of a path says more. */
interface PictureColumn {
  readonly x: number;
  readonly width: number;
  readonly keepsEnd?: true;
}

const columns = {
  rfp: { x: 1, width: 150 },
  request: { x: 200, width: 300 },
  file: { x: 550, width: 398, keepsEnd: true },
  changed: { x: 1, width: 398, keepsEnd: true },
  affected: { x: 520, width: 428 },
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
function box(column: PictureColumn, y: number, lines: readonly string[], look: string): string {
  const texts = lines.map((line, n) => {
    const at = lines.length === 1 ? 25 : 17 + 16 * n;
    return `<text x="10" y="${at}">${htmlText(fitting(line, column))}</text>`;
  });
  const size = `width="${column.width}" height="${boxHeight}"`;
  return `<svg x="${column.x}" y="${y}" ${size}><g class="box ${look}"><rect x="1" y="1" width="${column.width - 2}" height="${boxHeight - 2}" rx="4"/>${texts.join('')}</g></svg>`;
}

/** Draws a line from the end of one box to the beginning of another. */
function line(from: PictureColumn, fromY: number, to: PictureColumn, toY: number): string {
  const half = boxHeight / 2;
  const [x1, x2] = [from.x + from.width, to.x];
  const middle = (x1 + x2) / 2;
  return `<path d="M${x1} ${fromY + half}C${middle} ${fromY + half} ${middle} ${toY + half} ${x2} ${toY + half}"/>`;
}

/** Draws a request and its file. */
function rowOf({ request, y }: Drawn): string {
  const file = box(columns.file, y, [request.path], reasonTable[request.reason] === 'removes' ? 'file gone' : 'file');
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
export function requestPicture(report: Report): string {
  if (report.requests.length === 0 || report.requests.length > mostDrawn) return '';
  const byRfp = Map.groupBy(worstFirst(report.requests), ({ rfp }) => rfp || null);
  const rows = [...byRfp.values()].flat().map((request, n) => ({ request, y: n * rowHeight + 4 }));
  const isPlan = report.command === 'plan';
  const groups = Map.groupBy(rows, ({ request }) => request.rfp || null);
  const rfps = [...groups].map(([rfp, of]) => (rfp === null && isPlan ? '' : rfpOf(rfp, of)));
  const said = { region: 'Picture of the run', label: 'RFPs, requests and files, as in the table' };
  return figure({ ...said, caption: 'RFP, request, file' }, rows.length, [...rfps, ...rows.map(rowOf)]);
}

/** Draws changed files on the left and what they affect on the right; empty for more than 20 of either. */
export function affectedPicture(report: Report): string {
  const { dependents } = report;
  const changed = [...new Set(dependents.flatMap(({ because }) => because.map(({ path }) => path)))];
  const rows = Math.max(dependents.length, changed.length);
  if (rows > mostDrawn) return '';
  // Both columns are as high as the longer one.
  const heightAt = (n: number, count: number) => (((n + 0.5) * rows) / count - 0.5) * rowHeight;
  const heights = new Map(changed.map((path, n) => [path, heightAt(n, changed.length)]));
  const boxes = [...heights].map(([path, y]) => box(columns.changed, y, [path], 'file'));
  const affected = dependents.map((one, n) => {
    const y = heightAt(n, dependents.length);
    const lines = one.because.map(({ path }) => line(columns.changed, heights.get(path) ?? 0, columns.affected, y));
    const request = dependentRequest(one, report);
    const texts = [dependentName(one), `${one.reason}, ${dependentState(one, report)}`];
    return `${lines.join('')}${box(columns.affected, y, texts, request === null ? 'open' : moodOf(request))}`;
  });
  const said = { region: 'Picture of what is affected', label: 'Changed files and what they affect, as in the table' };
  return figure({ ...said, caption: 'changed file, affected object' }, rows, [...affected, ...boxes]);
}

/** Makes a figure of `rows` rows from SVG elements; escapes nothing. To a screen reader it is one image: the table beside it says the same. */
function figure(
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
