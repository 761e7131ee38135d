/** One table: its rows in order, as many as fit a page, each kept as it is while its record stays the same. */
import { findCellState, make, renderCell } from './cells.js';
import { grouped, readField } from './words.js';

/** Rows that are drawn at first; "show more" adds five times as many. */
const pageOfRows = 100;

/** A table of the page. */
export class Table {
  #table;
  #fields;
  #limit = pageOfRows;
  #rows = [];
  /** Null: no data have come yet. */
  #test = null;

  /** Reads name and columns from a <table>, and from then on carries out its buttons: sort, show more, export. Draws nothing yet. */
  constructor(table) {
    this.#table = table;
    this.name = table.dataset.rows;
    this.#fields = [...table.querySelectorAll('thead th')].map((head) => head.dataset.field);
    table.tHead.addEventListener('click', (event) => this.#sortBy(event.target.closest('button')));
    this.#part('.more').addEventListener('click', () => this.#showMore());
    this.#part('.export').addEventListener('click', ({ target }) => {
      const button = target.closest('button');
      if (button && this.#test) download(this.name, button.dataset.export, this.#matching());
    });
  }

  /** Draws the first records that pass the test, in the chosen order; returns how many pass. @param isFresh starts with 100 rows again */
  show(rows, test, isFresh) {
    if (isFresh) this.#limit = pageOfRows;
    this.#rows = rows;
    this.#test = test;
    return this.#draw();
  }

  /** Marks the row whose details are open, by the fragment of its link; none for any other fragment. */
  mark(hash) {
    for (const link of this.#table.querySelectorAll('a[aria-current]')) link.removeAttribute('aria-current');
    if (hash) this.#table.querySelector(`tbody th a[href="${CSS.escape(hash)}"]`)?.setAttribute('aria-current', 'true');
  }

  #part(selector) {
    return this.#table.closest('section').querySelector(selector);
  }

  /** Sorts by the column of a pressed button, ascending, or descending if it was ascending; does nothing for null. */
  #sortBy(button) {
    if (!button) return;
    const head = button.closest('th');
    const direction = head.getAttribute('aria-sort') === 'ascending' ? 'descending' : 'ascending';
    for (const other of this.#table.querySelectorAll('th[aria-sort]')) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', direction);
    if (this.#test) this.#draw();
  }

  /** Draws 500 more rows, and moves the focus to the first of them. */
  #showMore() {
    const before = this.#limit;
    this.#limit += 5 * pageOfRows;
    this.#draw();
    (this.#table.tBodies[0].rows[before]?.querySelector('a') ?? this.#part('.scroll')).focus();
  }

  /** Returns all matching records in their order, drawn or not. */
  #matching() {
    const head = this.#table.querySelector('th[aria-sort]');
    return sortRows(this.#rows.filter(this.#test), head.dataset.field, head.getAttribute('aria-sort'));
  }

  /** Draws rows and counts; returns how many records match. */
  #draw() {
    const body = this.#table.tBodies[0];
    const matching = this.#matching();
    const rows = matching.slice(0, this.#limit);
    const drawn = new Map([...body.rows].map((line) => [line.dataset.key, line]));
    const lines = rows.map((row) => this.#lineOf(row, drawn));
    placeLines(body, lines);
    this.#showCounts(rows.length, matching.length);
    return matching.length;
  }

  /** Returns the row element of a record with its cells up to date; uses one that is drawn already. @param drawn row elements by key */
  #lineOf(row, drawn) {
    const names = this.#table.dataset.key.split(' ');
    const key = names.map((field) => row[field]).join(' ');
    const line = drawn.get(key) ?? createRow(key, this.#fields);
    for (const [n, field] of this.#fields.entries()) {
      const cell = line.cells[n];
      const value = findCellState(field, row);
      if (cell.dataset.value === value) continue;
      cell.dataset.value = value;
      cell.replaceChildren(...renderCell(field, row));
      // A cell has one line: what is cut off is in its title and in the details.
      cell.title = cell.childElementCount === 0 ? cell.textContent : '';
    }
    if (row.sev !== undefined) line.dataset.sev = row.sev;
    return line;
  }

  /** Shows counts and buttons, and a sentence if nothing matches. @param drawn how many rows are drawn */
  #showCounts(drawn, matching) {
    const all = this.#rows.length;
    const count = drawn === all ? grouped(all) : `${grouped(drawn)} shown of ${grouped(matching)}`;
    const of = matching === all ? '' : ` that match, ${grouped(all)} in all`;
    this.#table.caption.querySelector('.count').textContent = `${count}${of}`;
    this.#part('.none').hidden = matching > 0;
    this.#part('.scroll').hidden = matching === 0;
    this.#part('.none').textContent = all === 0 ? 'None yet.' : `None of ${grouped(all)} matches.`;
    this.#part('.export').hidden = matching === 0;
    const more = this.#part('.more');
    more.hidden = drawn >= matching;
    more.textContent = `Show more of ${grouped(matching)}`;
    for (const place of document.querySelectorAll(`[data-count="${this.name}"]`)) place.textContent = grouped(all);
  }
}

/** Returns a row with an empty cell for each field, the first of them as its head. */
function createRow(key, fields) {
  const [first, ...others] = fields;
  const cells = others.map((className) => make('td', { className }));
  const line = make('tr', {}, make('th', { className: first, scope: 'row' }), ...cells);
  line.dataset.key = key;
  return line;
}

/** Makes these the rows of a table body, in this order. A row in its place is not touched, so that it keeps focus and selection. */
function placeLines(body, lines) {
  const wanted = new Set(lines);
  for (const line of [...body.rows]) if (!wanted.has(line)) line.remove();
  let next = body.firstElementChild;
  for (const line of lines) {
    if (line === next) next = next.nextElementSibling;
    else body.insertBefore(line, next);
  }
}

const collator = new Intl.Collator('en', { numeric: true });

/** Returns the value to sort by; null if the cell is empty, as for RFP 0. */
function readSortValue(row, field) {
  const value = readField(row, field);
  return value === '' || value === undefined || (field === 'rfp' && value === 0) ? null : value;
}

/** Compares two values for sorting, below, at or above 0: numbers by size, lists by length, texts as people do (9 before 10). */
function compare(one, other) {
  if (Array.isArray(one)) return one.length - other.length;
  if (typeof one === 'number') return one - other;
  return collator.compare(String(one), String(other));
}

/** Returns the records sorted by a field, stable, without a value last. @param direction descending, else ascending */
function sortRows(rows, field, direction) {
  const sign = direction === 'descending' ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [readSortValue(one, field), readSortValue(other, field)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}

/** Formats a value for CSV: lists with blanks between; texts with an apostrophe before a formula, and in quotes where CSV needs them. */
function quoteCsv(value) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(Array.isArray(value) ? value.join(' ') : value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns all fields of the records as CSV, with a first line of names, and a byte order mark for spreadsheets. */
function toCsv(rows) {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [fields, ...rows.map((row) => fields.map((field) => row[field]))];
  return `\uFEFF${lines.map((line) => line.map(quoteCsv).join(',')).join('\r\n')}\r\n`;
}

/** Lets the browser save records as a file, such as `requests.csv`. @param name without extension @param format csv or json */
function download(name, format, rows) {
  const [type, text] =
    format === 'csv' ? ['text/csv', toCsv(rows)] : ['application/json', `${JSON.stringify(rows, null, 2)}\n`];
  const href = URL.createObjectURL(new Blob([text], { type }));
  make('a', { href, download: `${name}.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
