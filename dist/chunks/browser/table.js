/** One table: its rows in order, as many as fit a page, each kept as it is while its record stays the same. */
import { contentsOf, make, stateOf } from './cells.js';
import { fieldValue, grouped } from './words.js';

/** Rows that are drawn at first; "show more" adds five times as many. */
const pageOfRows = 100;

export class Table {
  #table;
  #fields;
  #limit = pageOfRows;
  #rows = [];
  #test = null;

  constructor(table) {
    this.#table = table;
    this.name = table.dataset.rows;
    this.#fields = [...table.querySelectorAll('thead th')].map((head) => head.dataset.field);
    table.tHead.addEventListener('click', (event) => this.#sortBy(event.target.closest('button')));
    this.#part('.more').addEventListener('click', () => this.#showMore());
    this.#part('.export').addEventListener('click', ({ target }) => this.#export(target.closest('button')));
  }

  /** Draws the first of the records that pass the test. Returns how many do. */
  show(rows, test) {
    if (test !== this.#test) this.#limit = pageOfRows;
    this.#rows = rows;
    this.#test = test;
    return this.#draw();
  }

  /** Marks the row whose details are open, by its fragment; empty: none. */
  mark(hash) {
    for (const link of this.#table.querySelectorAll('a[aria-current]')) link.removeAttribute('aria-current');
    const first = hash && this.#table.querySelector(`tbody th a[href="${CSS.escape(hash)}"]`);
    if (first) first.setAttribute('aria-current', 'true');
  }

  #part(selector) {
    return this.#table.closest('section').querySelector(selector);
  }

  /** Sorts by a column: ascending first, then the other way round. */
  #sortBy(button) {
    if (!button) return;
    const head = button.closest('th');
    const direction = head.getAttribute('aria-sort') === 'ascending' ? 'descending' : 'ascending';
    for (const other of this.#table.querySelectorAll('th[aria-sort]')) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', direction);
    this.#draw();
  }

  /** Draws more rows, with the focus on the first of them. */
  #showMore() {
    const before = this.#limit;
    this.#limit += 5 * pageOfRows;
    this.#draw();
    (this.#table.tBodies[0].rows[before]?.querySelector('a') ?? this.#part('.scroll')).focus();
  }

  #export(button) {
    if (button) download(this.name, button.dataset.export, this.#matching());
  }

  /** Returns all matching records in their order, drawn or not. */
  #matching() {
    const head = this.#table.querySelector('th[aria-sort]');
    return sorted(this.#rows.filter(this.#test), head.dataset.field, head.getAttribute('aria-sort'));
  }

  #draw() {
    const body = this.#table.tBodies[0];
    const matching = this.#matching();
    const rows = matching.slice(0, this.#limit);
    const drawn = new Map([...body.rows].map((line) => [line.dataset.key, line]));
    const lines = rows.map((row) => this.#lineOf(row, drawn));
    placeLines(body, lines);
    this.#say(rows.length, matching.length);
    return matching.length;
  }

  /** Returns the line of a record, with its cells updated; a drawn line is used again. */
  #lineOf(row, drawn) {
    const names = this.#table.dataset.key.split(' ');
    const key = names.map((field) => row[field]).join(' ');
    const line = drawn.get(key) ?? newLine(key, this.#fields);
    for (const [n, field] of this.#fields.entries()) {
      const cell = line.cells[n];
      const value = stateOf(field, row);
      if (cell.dataset.value === value) continue;
      cell.dataset.value = value;
      cell.replaceChildren(...contentsOf(field, row));
      // A cell has one line: what is cut off is in its title and in the details.
      cell.title = cell.childElementCount === 0 ? cell.textContent : '';
    }
    if (row.sev !== undefined) line.dataset.sev = row.sev;
    return line;
  }

  /** Shows counts, buttons, and a sentence if nothing matches. */
  #say(drawn, matching) {
    const all = this.#rows.length;
    const isAll = drawn === all;
    const count = isAll ? grouped(all) : `${grouped(drawn)} shown of ${grouped(matching)}`;
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

function newLine(key, fields) {
  const [first, ...others] = fields;
  const cells = others.map((className) => make('td', { className }));
  const line = make('tr', {}, make('th', { className: first, scope: 'row' }), ...cells);
  line.dataset.key = key;
  return line;
}

/** Puts the lines into this order; a line in its place is not touched, so that it keeps focus and selection. */
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
function sorted(rows, field, direction) {
  const sign = direction === 'descending' ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [shownValue(one, field), shownValue(other, field)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}

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
function toCsv(rows) {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [fields, ...rows.map((row) => fields.map((field) => row[field]))];
  return `\uFEFF${lines.map((line) => line.map(csvValue).join(',')).join('\r\n')}\r\n`;
}

const formats = {
  csv: { type: 'text/csv', write: toCsv },
  json: { type: 'application/json', write: (rows) => `${JSON.stringify(rows, null, 2)}\n` },
};

/** Downloads the rows as a file, `requests.csv`. @param format csv or json */
function download(name, format, rows) {
  const { type, write } = formats[format];
  const href = URL.createObjectURL(new Blob([write(rows)], { type }));
  make('a', { href, download: `${name}.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
