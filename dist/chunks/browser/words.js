/** Words for the codes of the interface, and values that are made of several fields. */

/** The interface shows no status after 01: here they are whole tens, and this one is the last. */
export const completed = '90';

/** Returns the status after this one; null: there is none. */
export function nextStatus(status) {
  if (!/^\d\d$/.test(status) || status >= completed) return null;
  return `${Number(status[0]) + 1}0`;
}

const words = {
  rsn: { '*MIGRATE': 'change', '*DELETE': 'delete', '*RECOMPILE': 'compile', '*UPDATE': 'bind' },
  lock: { '*YES': 'locked', '*NO': 'free' },
  sev: { 10: 'done', 20: 'warning', 30: 'refused' },
};

/** Returns the word for a status; empty: it is none. */
function statusWord(status) {
  if (status === '00') return 'open';
  if (status === '01') return 'in RFP';
  if (status === completed) return 'completed';
  return /^\d\d$/.test(status) ? 'moved on' : '';
}

/** Returns the word for a code; empty: there is none. */
export function wordOf(field, value) {
  if (field === 'status') return statusWord(value);
  const own = words[field] ?? {};
  return Object.hasOwn(own, value) ? own[value] : '';
}

/** True if a request still accepts updates. */
export function isOpen({ status }) {
  return status === '00' || status === '01';
}

/** Returns the value of a column: a field of the record; `file` is path and name together. */
export function fieldValue(row, field) {
  if (field !== 'file') return row[field];
  return row.gpath ? `${row.gpath}/${row.gfile}` : row.gfile;
}

/** Returns the state of an RFP, from its requests; without any it counts as closed. */
export function rfpState(rfp, requests) {
  if (requests.length === 0) return 'closed, empty';
  if (rfp.open) return 'open';
  const done = requests.filter(({ status }) => status === completed).length;
  return done === requests.length ? 'complete' : `closed, ${done} of ${requests.length} complete`;
}

/** Sorts requests by compile sequence (interface §2.1 csqo), then in the order of filing. */
export function inCompileOrder(requests) {
  return requests.toSorted((one, other) => one.csqo - other.csqo || one.objectId - other.objectId);
}

/** Adds to the RFPs of an inspection their state, and their requests in compile order. */
export function withStates(inspection) {
  const byRfp = Map.groupBy(inspection.requests, ({ rfp }) => rfp);
  const rfps = inspection.rfps.map((rfp) => {
    const inside = inCompileOrder(byRfp.get(rfp.rfp) ?? []);
    return { ...rfp, state: rfpState(rfp, inside), requests: inside.map(({ objectId }) => objectId) };
  });
  return { ...inspection, rfps };
}

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const invisibleInSource = /(?![\t\r\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function asCode(character) {
  return `\\u{${character.codePointAt(0).toString(16)}}`;
}

/** Formats a value as one line: control, bidi and zero-width characters as codes, null as nothing. */
export function shown(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replace(invisible, asCode);
}

/** Shortens each commit in a text to its first ten digits. */
export function withShortCommits(text) {
  return text.replace(/\b([0-9a-f]{10})[0-9a-f]{30}(?:[0-9a-f]{24})?\b/g, '$1');
}

/** Returns a file's text with invisible characters as codes; tabs and line ends stay. */
export function shownSource(text) {
  return text.replace(invisibleInSource, asCode);
}

const number = new Intl.NumberFormat('en');

/** Formats a count, as in `1 request` and `10,000 requests`. */
export function counted(count, one) {
  return `${grouped(count)} ${count === 1 ? one : `${one}s`}`;
}

export function grouped(count) {
  return number.format(count);
}
