/** Filters records by chips and search, which are kept in the address (`?open&user=JANE&q=ord`) for sharing. */
import { isOpen } from './words.js';

/** Tests of a pressed chip, by table. */
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

export class Filters {
  #group;
  #search;
  #onChange;
  #values = new URLSearchParams();

  /** Reads the address. `onChange` is called when somebody filters or searches. */
  constructor(group, search, onChange) {
    this.#group = group;
    this.#search = search;
    this.#onChange = onChange;
    this.read();
    group.addEventListener('click', ({ target }) => this.#press(target.closest('button')));
    group.addEventListener('change', ({ target }) => this.#set(target.dataset.choice, target.value));
    search.addEventListener('input', () => this.#set('q', search.value));
  }

  /** Reads chips and search from the address, as after "back", and shows them. */
  read() {
    this.#values = new URLSearchParams(location.search);
    this.#search.value = this.#values.get('q') ?? '';
    this.#show();
  }

  /** Offers the values that the requests have, sorted, and the chosen one in any case. */
  offer(requests) {
    for (const select of this.#group.querySelectorAll('select')) {
      const name = select.dataset.choice;
      const chosen = this.#values.get(name) ?? '';
      const found = new Set([...requests.map((request) => request[name]), chosen]);
      found.delete('');
      const values = ['', ...[...found].sort()];
      if (values.join('\n') === [...select.options].map(({ value }) => value).join('\n')) continue;
      select.replaceChildren(...values.map((value) => new Option(value === '' ? 'all' : value, value)));
      select.value = chosen;
    }
  }

  /** Returns the test of the chips for a table's records; null: no chip filters that table. */
  testOf(table) {
    const tests = Object.keys(toggles).flatMap((name) => (this.#values.has(name) ? (toggles[name][table] ?? []) : []));
    for (const [name, tables] of Object.entries(choices)) {
      const value = this.#values.get(name);
      if (value && tables.includes(table)) tests.push((row) => row[name] === value);
    }
    return tests.length === 0 ? null : (row) => tests.every((test) => test(row));
  }

  /** Switches a chip, or clears all. */
  #press(button) {
    if (!button) return;
    if (button.id === 'clear') {
      this.#values = new URLSearchParams();
      this.#search.value = '';
      this.#changed();
      this.#group.querySelector('button').focus();
      return;
    }
    const name = button.dataset.toggle;
    this.#set(name, this.#values.has(name) ? '' : '1');
  }

  #set(name, value) {
    if (value === '') this.#values.delete(name);
    else this.#values.set(name, value);
    this.#changed();
  }

  /** Puts the values into the address, and shows them. */
  #changed() {
    const query = this.#values.toString();
    history.replaceState(null, '', `${location.pathname}${query === '' ? '' : `?${query}`}${location.hash}`);
    this.#show();
    this.#onChange();
  }

  #show() {
    for (const chip of this.#group.querySelectorAll('[data-toggle]')) {
      chip.setAttribute('aria-pressed', String(this.#values.has(chip.dataset.toggle)));
    }
    for (const select of this.#group.querySelectorAll('select')) {
      const chosen = this.#values.get(select.dataset.choice) ?? '';
      if (chosen !== '' && ![...select.options].some(({ value }) => value === chosen)) select.add(new Option(chosen));
      select.value = chosen;
      select.closest('.chip').classList.toggle('chosen', chosen !== '');
    }
    this.#group.querySelector('#clear').hidden = this.#values.size === 0;
  }
}
