/** Search, choice of a branch and order of all requests on the page; without scripts the first of them stand there. */
const part = (id) => document.getElementById(id);
const { branches, filings, reasons, rows, commitUrl } = JSON.parse(part('data').textContent);

/** Rows that are drawn at first, and that `Show more` adds. */
const step = 200;
let limit = step;
let found = rows;
let order = null;

/** Returns the texts of a row (its parts are those of PageRow in page-data.ts), in the order of the heads. */
const cellsOf = ([number, reason, object, rfp, branch, path, filing, remark]) => {
  const [who, when, commit] = filings[filing];
  return [number ?? '?', reasons[reason], object, rfp || '', branches[branch], path, who, when, commit, remark ?? ''];
};

const texts = new Map();

/** Returns the text of a row for the search, in lower case; made once. */
function textOf(row) {
  if (!texts.has(row)) texts.set(row, cellsOf(row).join('\n').toLowerCase());
  return texts.get(row);
}

/** Makes a cell: the first column heads the row, the ninth is a commit, which is a link where the page has its address. */
function cellOf(value, column) {
  const cell = document.createElement(column === 0 ? 'th' : 'td');
  if (column === 0) cell.scope = 'row';
  if (column === 8) {
    const short = value.slice(0, 12);
    const link = Object.assign(document.createElement('a'), { href: commitUrl + value, textContent: short });
    cell.append(commitUrl === null ? short : link);
  } else cell.textContent = value;
  return cell;
}

/** Draws the found rows up to the limit, and says how many there are. */
function draw() {
  const drawn = found.slice(0, limit).map((row) => {
    const line = document.createElement('tr');
    line.append(...cellsOf(row).map(cellOf));
    return line;
  });
  part('rows').replaceChildren(...drawn);
  part('more').hidden = found.length <= limit;
  const more = found.length > limit ? `, the first ${limit} are shown` : '';
  part('found').textContent = `${found.length} of ${rows.length} requests${more}`;
}

/** Returns rows in the chosen order: requests and RFPs by number, the others as texts; as they are while none is chosen. */
function sorted(list) {
  if (order === null) return list;
  const { column, factor } = order;
  const keyed = list.map((row) => ({ row, key: cellsOf(row)[column] }));
  // No RFP sorts before all others.
  const keyOf = (key) => (column === 0 || column === 3 ? Number(key) || 0 : key);
  keyed.sort((one, other) => {
    const [a, b] = [keyOf(one.key), keyOf(other.key)];
    return a === b ? 0 : factor * (a < b ? -1 : 1);
  });
  return keyed.map(({ row }) => row);
}

/** Finds the rows of the chosen branch in which every word occurs, and draws the first of them. */
function search() {
  const words = part('search').value.toLowerCase().split(/\s+/);
  const branch = part('branch').value;
  const chosen = branch === '' ? rows : rows.filter((row) => row[4] === Number(branch));
  found = sorted(chosen.filter((row) => words.every((word) => textOf(row).includes(word))));
  limit = step;
  draw();
}

/** Sorts by a column, the other way round at the second time, and draws. */
function sortBy(head, column) {
  const isUp = order?.column === column && order.factor === 1;
  order = { column, factor: isUp ? -1 : 1 };
  for (const other of part('heads').cells) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', isUp ? 'descending' : 'ascending');
  search();
}

let typing = 0;
part('search').addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(search, 150);
});
part('branch').addEventListener('change', search);
part('controls').addEventListener('submit', (event) => event.preventDefault());
part('more').addEventListener('click', () => {
  limit += step;
  draw();
});
for (const [column, head] of [...part('heads').cells].entries()) {
  const { textContent } = head;
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent });
  button.addEventListener('click', () => sortBy(head, column));
  head.replaceChildren(button);
}
part('plain')?.remove();
part('controls').hidden = false;
search();
