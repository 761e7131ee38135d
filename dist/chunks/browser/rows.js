/** Searches and sorts plain records. */
import { fieldValue } from './words.js';

const collator = new Intl.Collator('en', { numeric: true });

const texts = new WeakMap();

/** Returns the text of a record for the search, in lower case; made once. */
function textOf(row) {
  const text = texts.get(row) ?? Object.values(row).join('\n').toLowerCase();
  texts.set(row, text);
  return text;
}

/** Returns the words of a search, in lower case. */
export function wordsOf(query) {
  return query.toLowerCase().match(/\S+/g) ?? [];
}

/** Returns the rows in which each word occurs, in any field; all rows without words. */
export function found(rows, words) {
  return rows.filter((row) => words.every((word) => textOf(row).includes(word)));
}

/** Returns the value to sort by; null: the cell is empty, as of RFP 0. */
function shownValue(row, field) {
  const value = fieldValue(row, field);
  const isNothing = value === '' || value === undefined || (field === 'rfp' && value === 0);
  return isNothing ? null : value;
}

/** Orders numbers by size, lists by length, texts as people do (9 before 10). */
function compare(one, other) {
  if (Array.isArray(one)) return one.length - other.length;
  if (typeof one === 'number') return one - other;
  return collator.compare(String(one), String(other));
}

/** Returns the rows in the order of a field; equal ones stay as they are, and those without a value come last either way. */
export function sorted(rows, field, direction) {
  const sign = direction === 'descending' ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [shownValue(one, field), shownValue(other, field)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}
