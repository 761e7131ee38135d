/** Exports the records that a table shows: CSV (RFC 4180) or JSON. */
import { make } from './cells.js';

/** Texts that a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/;

/** Formats a value: lists with blanks, formulas disarmed by an apostrophe, quoted where CSV needs it. */
function csvValue(value) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(Array.isArray(value) ? value.join(' ') : value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats all fields of the records, below their names; the byte order mark is for spreadsheets. */
export function toCsv(rows) {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [fields, ...rows.map((row) => fields.map((field) => row[field]))];
  return `\uFEFF${lines.map((line) => line.map(csvValue).join(',')).join('\r\n')}\r\n`;
}

const formats = {
  csv: { type: 'text/csv', write: toCsv },
  json: { type: 'application/json', write: (rows) => `${JSON.stringify(rows, null, 2)}\n` },
};

/** Downloads the rows as a file, `requests.csv`. @param format csv or json */
export function download(name, format, rows) {
  const { type, write } = formats[format];
  const href = URL.createObjectURL(new Blob([write(rows)], { type }));
  make('a', { href, download: `${name}.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
