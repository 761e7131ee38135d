/** The records that a table shows, as a file: CSV (RFC 4180) or JSON. */
import { make } from './cells.js';

/** A spreadsheet takes a text that begins so for a formula. */
const formula = /^[=+\-@\t\r]/;

function csvValue(value) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(Array.isArray(value) ? value.join(' ') : value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** All fields of the records, one record a line; the byte order mark tells spreadsheets that it is UTF-8. */
export function asCsv(rows) {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [fields, ...rows.map((row) => fields.map((field) => row[field]))];
  return `\uFEFF${lines.map((line) => line.map(csvValue).join(',')).join('\r\n')}\r\n`;
}

const formats = {
  csv: { type: 'text/csv', write: asCsv },
  json: { type: 'application/json', write: (rows) => `${JSON.stringify(rows, null, 2)}\n` },
};

/** Hands the rows to the browser as a download, `requests.csv`. */
export function download(name, format, rows) {
  const { type, write } = formats[format];
  const href = URL.createObjectURL(new Blob([write(rows)], { type }));
  make('a', { href, download: `${name}.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
