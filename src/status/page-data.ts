import { timeText } from '../counted.ts';
import { escapeText } from '../log.ts';
import { shorten } from '../near.ts';
import type { Status, StatusRequest } from './status.ts';
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

/** All rows and what they name have so many bytes at most; the rest is counted. */
const mostBytes = 6_000_000;
/** A name or message may be of any length. */
const longest = 300;

const shown = (text: string) => escapeText(shorten(text, longest));

/** The places of texts in a list that grows with them, and how many bytes it has. */
class TextPlaces<Entry> {
  readonly list: Entry[] = [];
  readonly #places = new Map<string, number>();

  /** @returns the place, and the bytes that came with it. */
  of(key: string, entry: () => Entry): [place: number, bytes: number] {
    const known = this.#places.get(key);
    if (known !== undefined) return [known, 0];
    const made = entry();
    this.#places.set(key, this.list.length);
    this.list.push(made);
    return [this.list.length - 1, Buffer.byteLength(JSON.stringify(made)) + 1];
  }
}

/** The data of the page, with as many rows as it may hold. */
export function pageData(status: Status): PageData {
  const reasons = new TextPlaces<string>();
  const filings = new TextPlaces<PageData['filings'][number]>();
  const rows: PageRow[] = [];
  let left = mostBytes;
  for (const request of status.requests) {
    const [reason] = reasons.of(request.reason, () => request.reason);
    const [filing, bytes] = filings.of(filingKey(request), () => {
      return [shown(filedBy(request)), timeText(request.at), request.commit];
    });
    const remark = remarkText(status, request);
    const { objectId, rfp, record, path } = request;
    const row = [objectId, reason, shown(objectText(request)), rfp, record, shown(path), filing] as const;
    rows.push(remark === '' ? row : [...row, remark]);
    left -= bytes + Buffer.byteLength(JSON.stringify(row)) + remark.length + 1;
    if (left < 0) break;
  }
  return { branches: labelsOf(status).map(shown), reasons: reasons.list, filings: filings.list, rows };
}

function filingKey({ user, account, run, commit, at }: StatusRequest): string {
  return JSON.stringify([user, account, run, commit, at]);
}

/** The data as JSON that ends no element of a page. */
export function dataText(data: PageData, commitUrl: string | null): string {
  return JSON.stringify({ ...data, commitUrl }).replaceAll('<', '\\u003c');
}
