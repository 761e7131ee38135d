/** Filters records by chips and search, which are kept in the address (`?open=1&user=JANE&q=ord`) for sharing. */

/** Tests of a checked chip, by table; a request is open as long as it accepts updates. */
const toggles = {
  open: { requests: ({ status }) => ['00', '01'].includes(status), rfps: ({ state }) => state === 'open' },
  locked: { requests: ({ lock }) => lock === '*YES' },
  refused: { transactions: ({ sev }) => sev === 30 },
};

const form = document.getElementById('filters');
const fields = [...form.elements].filter(({ name }) => name !== '');
const selections = fields.filter(({ options }) => options);
const clear = document.getElementById('clear');
let values = new URLSearchParams();

/** Takes the filters from the address; each time that somebody filters or searches, updates the address and calls `onChange`. */
export function watchFilters(onChange) {
  /** Puts the form's values into the address, without a new entry in the history, and applies them; then calls `onChange`. */
  const apply = () => {
    const given = [...new FormData(form)].filter(([, value]) => value !== '');
    const query = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
    history.replaceState(null, '', `${location.pathname}${query}${location.hash}`);
    readValues();
    onChange();
  };
  for (const field of fields) field.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  clear.addEventListener('click', () => {
    form.reset();
    apply();
    form.elements.namedItem('q').focus();
  });
  readFilters();
}

/** Takes chips and search from the address, for example after "back", and shows them in the form. */
export function readFilters() {
  readValues();
  for (const field of fields) {
    const value = values.get(field.name) ?? '';
    if (field.type === 'checkbox') field.checked = values.has(field.name);
    else {
      // A selection gets the value as an option, if no request has it yet.
      if (field.options && ![...field.options].some((option) => option.value === value)) field.add(new Option(value));
      field.value = value;
    }
  }
}

/** Takes the values from the address, and shows "Clear all" only if there are values. */
function readValues() {
  values = new URLSearchParams(location.search);
  clear.hidden = values.size === 0;
}

/** Fills the selections with `all`, the values that the requests have, and the chosen value even if none has it; sorted. */
export function offerValues(requests) {
  for (const select of selections) {
    const { name, value } = select;
    const found = new Set([...requests.map((request) => request[name]), value]);
    found.delete('');
    const offered = ['', ...[...found].sort()];
    if (offered.join('\n') === [...select.options].map((option) => option.value).join('\n')) continue;
    select.replaceChildren(...offered.map((one) => new Option(one === '' ? 'all' : one, one)));
    select.value = value;
  }
}

/** Returns a test for records of a table: do they pass the chips, and have each word of the search in any field, in any case? */
export function createFilterTest(table) {
  const passes = Object.keys(toggles).flatMap((name) => (values.has(name) ? (toggles[name][table] ?? []) : []));
  for (const { name } of selections) {
    const value = values.get(name);
    // Records without that field pass.
    if (value) passes.push((row) => !(name in row) || row[name] === value);
  }
  const words = (values.get('q') ?? '').toLowerCase().match(/\S+/g) ?? [];
  return (row) => passes.every((test) => test(row)) && words.every((word) => toSearchText(row).includes(word));
}

const texts = new WeakMap();

/** Returns all values of a record, in lower case, for the search. */
function toSearchText(row) {
  const text = texts.get(row) ?? Object.values(row).join('\n').toLowerCase();
  texts.set(row, text);
  return text;
}
