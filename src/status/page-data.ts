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

/** A list that holds each entry once, by its key. */
class TextPlaces<Entry> {
  readonly list: Entry[] = [];
  readonly #places = new Map<string, number>();

  /** Returns the place of an entry, which is added if its key is new, and the bytes that this added. */
  add(key: string, entry: () => Entry): [place: number, bytes: number] {
    const known = this.#places.get(key);
    if (known !== undefined) return [known, 0];
    const made = entry();
    this.#places.set(key, this.list.length);
    this.list.push(made);
    return [this.list.length - 1, Buffer.byteLength(JSON.stringify(made)) + 1];
  }
}

/** Returns the requests in their order, up to the first that goes past `mostBytes`, and the labels of all branches. */
export function pageData(status: Status): PageData {
  const reasons = new TextPlaces<string>();
  const filings = new TextPlaces<PageData['filings'][number]>();
  const rows: PageRow[] = [];
  let left = mostBytes;
  for (const request of status.requests) {
    const { objectId, rfp, record, path, user, account, run, commit, at } = request;
    const [reason] = reasons.add(request.reason, () => request.reason);
    const [filing, bytes] = filings.add(JSON.stringify([user, account, run, commit, at]), () => {
      return [shown(filedBy(request)), timeText(at), commit];
    });
    const remark = remarkText(status, request);
    const row = [objectId, reason, shown(objectText(request)), rfp, record, shown(path), filing] as const;
    rows.push(remark === '' ? row : [...row, remark]);
    left -= bytes + Buffer.byteLength(JSON.stringify(row)) + remark.length + 1;
    if (left < 0) break;
  }
  return { branches: labelsOf(status).map(shown), reasons: reasons.list, filings: filings.list, rows };
}

/** Returns the data as JSON that is safe inside a script element. @param commitUrl to put before a commit; null: no links */
export function dataText(data: PageData, commitUrl: string | null): string {
  return JSON.stringify({ ...data, commitUrl }).replaceAll('<', '\\u003c');
}
