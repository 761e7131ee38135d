/** Words for the codes of the interface, and values that are made of several fields. */

/** The interface shows no status after 01: here they are whole tens, and this one is the last. */
export const completed = '90';

/** Returns the status to which "Move on" leads, the next whole ten, as `20` after `10`; null from 90 on, or if it is not two digits. */
export function findNextStatus(status) {
  if (!/^\d\d$/.test(status) || status >= completed) return null;
  return `${Number(status[0]) + 1}0`;
}

const words = {
  rsn: { '*MIGRATE': 'change', '*DELETE': 'delete', '*RECOMPILE': 'compile', '*UPDATE': 'bind' },
  lock: { '*YES': 'locked', '*NO': 'free' },
  sev: { 10: 'done', 20: 'warning', 30: 'refused' },
  status: { '00': 'open', '01': 'in RFP', [completed]: 'completed' },
};

/** Returns the word for a code in a field of rsn, lock, sev and status (`moved on` for other two digits); empty if there is none. */
export function describeCode(field, value) {
  const own = words[field] ?? {};
  if (Object.hasOwn(own, value)) return own[value];
  return field === 'status' && /^\d\d$/.test(value) ? 'moved on' : '';
}

/** Returns the value of a column: that field of the record; for `file`, its path and name together. */
export function readField(row, field) {
  if (field !== 'file') return row[field];
  return row.gpath ? `${row.gpath}/${row.gfile}` : row.gfile;
}

/** Returns the state of an RFP in words: `closed, empty` without requests, else `open`, `complete`, or `closed, 1 of 2 complete`. */
export function deriveRfpState(rfp, requests) {
  if (requests.length === 0) return 'closed, empty';
  if (rfp.open) return 'open';
  const done = requests.filter(({ status }) => status === completed).length;
  return done === requests.length ? 'complete' : `closed, ${done} of ${requests.length} complete`;
}

/** Returns the requests sorted by compile sequence (interface §2.1 csqo), equal ones by number. */
export function sortByCompileOrder(requests) {
  return requests.toSorted((one, other) => one.csqo - other.csqo || one.objectId - other.objectId);
}

/** Returns a copy of the inspection whose RFPs have their state in words, and the numbers of their requests in compile order. */
export function addStates(inspection) {
  const byRfp = Map.groupBy(inspection.requests, ({ rfp }) => rfp);
  const rfps = inspection.rfps.map((rfp) => {
    const inside = sortByCompileOrder(byRfp.get(rfp.rfp) ?? []);
    return { ...rfp, state: deriveRfpState(rfp, inside), requests: inside.map(({ objectId }) => objectId) };
  });
  return { ...inspection, rfps };
}

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Formats a value for one line: invisible characters (control, bidi, zero-width) as `\u{hex}`, booleans as yes and no, null as ''. */
export function formatValue(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replace(invisible, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
}

/** Formats a count with its noun, as `1 request` or `10,000 requests`. @param one the noun in the singular */
export function formatCount(count, one) {
  return `${grouped(count)} ${count === 1 ? one : `${one}s`}`;
}

/** Formats a number with commas between thousands. */
export const grouped = new Intl.NumberFormat('en').format;
