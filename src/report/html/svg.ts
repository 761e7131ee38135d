import type { Box, Picture } from '../picture.ts';
import { escapeHtml } from './escape.ts';

/** Sizes in the units of the picture. */
const rowHeight = 52;
const boxHeight = 40;
const width = 950;
const characterWidth = 7.8;

/** A column of boxes; `keepsEnd`: a text that is too long loses its beginning, as the end of a path says more. */
interface Place {
  readonly x: number;
  readonly width: number;
  readonly keepsEnd?: true;
}

/** Where boxes of a kind stand, one below the other; those `between` are left out, as the way goes over them. */
const places: Readonly<Partial<Record<Box['kind'], Place>>> = {
  rfp: { x: 1, width: 150 },
  request: { x: 200, width: 300 },
  file: { x: 550, width: 398, keepsEnd: true },
  changed: { x: 1, width: 398, keepsEnd: true },
  affected: { x: 520, width: 428 },
};

/** A box with its place, and its height in the picture. */
type Placed = Place & { readonly box: Box; readonly y: number };

/** Returns a text, cut if it is too wide for its box (about), with `...` in place of its beginning if `keepsEnd`, else of its end. */
function fitText(text: string, place: Place): string {
  const most = Math.floor((place.width - 20) / characterWidth);
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  return place.keepsEnd ? `...${characters.slice(3 - most).join('')}` : `${characters.slice(0, most - 3).join('')}...`;
}

/** Returns a box as SVG at its place: frame, lines of text (escaped, shortened, cut off if still too wide), look or `plain` as a class. */
function drawBox(placed: Placed): string {
  const { x, y, width, box } = placed;
  const texts = box.lines.map((line, n) => {
    const at = box.lines.length === 1 ? 25 : 17 + 16 * n;
    return `<text x="10" y="${at}">${escapeHtml(fitText(line, placed))}</text>`;
  });
  const frame = `<rect x="1" y="1" width="${width - 2}" height="${boxHeight - 2}" rx="4"/>`;
  return `<svg x="${x}" y="${y}" width="${width}" height="${boxHeight}"><g class="box ${box.look ?? 'plain'}">${frame}${texts.join('')}</g></svg>`;
}

/** Returns a `path` element of SVG, a curve from the middle of one box's right side to the middle of another's left side. */
function drawLine(from: Placed, to: Placed): string {
  const [x1, y1, x2, y2] = [from.x + from.width, from.y + boxHeight / 2, to.x, to.y + boxHeight / 2];
  const middle = (x1 + x2) / 2;
  return `<path d="M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}"/>`;
}

/**
 * Returns a picture as an HTML figure with SVG: a column for each kind of box, spread over the height of the longest, and one line for each
 * step of a way; '' for null. Boxes of kind `between` are not drawn: a line joins their neighbours. Caption and label must be escaped.
 */
export function renderSvgFigure(picture: Picture | null): string {
  if (picture === null) return '';
  const { caption, label, boxes, ways } = picture;
  const columns = Map.groupBy(boxes, ({ kind }) => places[kind]);
  columns.delete(undefined);
  const rows = Math.max(...columns.values().map(({ length }) => length));
  const placed = new Map<Box, Placed>();
  for (const [place, all] of columns) {
    for (const [n, box] of all.entries()) {
      const y = Math.round((((n + 0.5) * rows) / all.length - 0.5) * rowHeight) + 4;
      if (place !== undefined) placed.set(box, { ...place, box, y });
    }
  }
  const lines = ways.flatMap((way) => {
    const seen = way.flatMap((box) => placed.get(box) ?? []);
    return seen.slice(1).map((to, n) => drawLine(seen[n] as Placed, to));
  });
  const height = rows * rowHeight;
  return `<figure><div class="scroll" tabindex="0" role="region" aria-label="Picture: ${caption}">
<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
${[...new Set(lines), ...[...placed.values()].map(drawBox)].join('\n')}
</svg></div>
<figcaption>${caption}</figcaption></figure>`;
}
