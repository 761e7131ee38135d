import { timeText } from '../counted.ts';
import { escapeText } from '../log.ts';
import { shorten } from '../near.ts';
import type { Status } from './status.ts';
import { filedBy, labelsOf, objectText, remarkText } from './status-words.ts';

/** A row of the page: number, reason, object, RFP, branch, file, filing, remark; the places are in the lists beside it. */
export type PageRow = readonly [
  number: number | null,
  reason: number,
  object: string,
  rfp: number,
  branch: number,
  path: string,
  filing: number,
  remark?: string,
];

/** The requests as the page's script reads them, what they share only once. */
export interface PageData {
  readonly branches: readonly string[];
  readonly reasons: readonly string[];
  /** Who, when, from which commit. */
  readonly filings: readonly (readonly [who: string, when: string, commit: string])[];
  readonly rows: readonly PageRow[];
}

/** Most bytes of the rows and the lists; later rows are left out. */
const mostBytes = 6_000_000;
/** Most characters of a name on the page. */
const longest = 300;

const shown = (text: string) => escapeText(shorten(text, longest));

/** Returns the place of a text among texts that are all different, in their order; adds a new one at the end. */
function placeIn(texts: Map<string, number>, text: string): number {
  const place = texts.get(text) ?? texts.size;
  texts.set(text, place);
  return place;
}

/** Returns the requests in their order, up to and with the one that goes past 6 MB, and the labels of all branches. */
export function pageData(status: Status): PageData {
  const reasons = new Map<string, number>();
  const filings = new Map<string, number>();
  const rows: PageRow[] = [];
  let left = mostBytes;
  for (const request of status.requests) {
    const { objectId, reason, rfp, record, path, commit, at } = request;
    const filing = JSON.stringify([shown(filedBy(request)), timeText(at), commit]);
    if (!filings.has(filing)) left -= Buffer.byteLength(filing) + 1;
    const places = { reason: placeIn(reasons, reason), filing: placeIn(filings, filing) };
    const remark = remarkText(status, request);
    const object = shown(objectText(request));
    const row = [objectId, places.reason, object, rfp, record, shown(path), places.filing] as const;
    rows.push(remark === '' ? row : [...row, remark]);
    left -= Buffer.byteLength(JSON.stringify(row)) + remark.length + 1;
    if (left < 0) break;
  }
  const lists = { reasons: [...reasons.keys()], filings: [...filings.keys()].map((filing) => JSON.parse(filing)) };
  return { branches: labelsOf(status).map(shown), ...lists, rows };
}

/** Returns the data as JSON that is safe inside a script element. @param commitUrl to put before a commit; null: no links */
export function dataText(data: PageData, commitUrl: string | null): string {
  return JSON.stringify({ ...data, commitUrl }).replaceAll('<', '\\u003c');
}
