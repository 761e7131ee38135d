/** Filters records by chips and search, which are kept in the address (`?open=1&user=JANE&q=ord`) for sharing. */
import { isOpen } from './words.js';

/** Tests of a checked chip, by table. */
const toggles = {
  open: { requests: isOpen, rfps: ({ state }) => state === 'open' },
  locked: { requests: ({ lock }) => lock === '*YES' },
  refused: { transactions: ({ sev }) => sev === 30 },
};

/** The tables that a chosen value filters: those whose records have the field. */
const choices = {
  appl: ['requests', 'rfps'],
  user: ['requests', 'rfps', 'transactions'],
  branch: ['requests'],
  rsn: ['requests'],
};

/** The form with chips and search, and the address that keeps their values. */
export class Filters {
  #form;
  #onChange;
  #values = new URLSearchParams();
  #tests = {};

  /** Takes the values from the address. Calls `onChange` when somebody filters or searches. */
  constructor(form, onChange) {
    this.#form = form;
    this.#onChange = onChange;
    this.read();
    for (const field of this.#fields()) field.addEventListener('input', () => this.#apply());
    form.addEventListener('submit', (event) => event.preventDefault());
    form.elements.namedItem('clear').addEventListener('click', () => {
      form.reset();
      this.#apply();
      form.elements.namedItem('q').focus();
    });
  }

  /** Takes chips and search from the address, for example after "back", and shows them in the form. */
  read() {
    this.#values = new URLSearchParams(location.search);
    for (const field of this.#fields()) {
      const value = this.#values.get(field.name) ?? '';
      if (field.type === 'checkbox') field.checked = this.#values.has(field.name);
      else {
        // A selection gets the value as an option, if no request has it yet.
        if (field.options && ![...field.options].some((option) => option.value === value)) field.add(new Option(value));
        field.value = value;
      }
    }
    this.#changed();
  }

  /** Fills the selections with the values that the requests have, sorted, and the chosen value in any case. */
  offerValues(requests) {
    for (const select of this.#fields().filter(({ options }) => options)) {
      const { name, value } = select;
      const found = new Set([...requests.map((request) => request[name]), value]);
      found.delete('');
      const values = ['', ...[...found].sort()];
      if (values.join('\n') === [...select.options].map((option) => option.value).join('\n')) continue;
      select.replaceChildren(...values.map((one) => new Option(one === '' ? 'all' : one, one)));
      select.value = value;
    }
  }

  /** Returns a function that is true for records of a table that pass chips and search; the same function until somebody filters. */
  testOf(table) {
    this.#tests[table] ??= makeTest(table, this.#values);
    return this.#tests[table];
  }

  #fields() {
    return [...this.#form.elements].filter(({ name }) => name !== '');
  }

  /** Puts the values of the form into the address, without a new entry in the history, and calls `onChange`. */
  #apply() {
    const given = [...new FormData(this.#form)].filter(([, value]) => value !== '');
    this.#values = new URLSearchParams(given);
    const query = given.length === 0 ? '' : `?${this.#values}`;
    history.replaceState(null, '', `${location.pathname}${query}${location.hash}`);
    this.#changed();
    this.#onChange();
  }

  /** Drops the tests of the earlier values, and shows "Clear all" only if there are values. */
  #changed() {
    this.#tests = {};
    this.#form.elements.namedItem('clear').hidden = this.#values.size === 0;
  }
}

/** Returns a function that is true for a record of the table that passes the chips, and has each word of the search in any field; case is ignored. */
function makeTest(table, values) {
  const tests = Object.keys(toggles).flatMap((name) => (values.has(name) ? (toggles[name][table] ?? []) : []));
  for (const [name, tables] of Object.entries(choices)) {
    const value = values.get(name);
    if (value && tables.includes(table)) tests.push((row) => row[name] === value);
  }
  const words = (values.get('q') ?? '').toLowerCase().match(/\S+/g) ?? [];
  return (row) => tests.every((test) => test(row)) && words.every((word) => textOf(row).includes(word));
}

const texts = new WeakMap();

/** Returns all values of a record, in lower case, for the search. */
function textOf(row) {
  const text = texts.get(row) ?? Object.values(row).join('\n').toLowerCase();
  texts.set(row, text);
  return text;
}
