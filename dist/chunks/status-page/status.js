/** Search, choice of a branch and order of all requests on the page; without scripts the page shows the first of them. */
const part = (id) => document.getElementById(id);
const { commitUrl, rows } = JSON.parse(part('data').textContent);
const [heads, body] = part('requests').querySelectorAll('thead tr, tbody');

/** Columns of numbers, of the branch, and of the commit. */
const [numbers, branchColumn, commitColumn] = [[0, 3], 4, 8];

/** Rows that are drawn at first, and that `Show more` adds. */
const step = 200;
let limit = step;
let found = rows;
let order = null;

const texts = new Map();

/** Returns the text of a row for the search, in lower case; made once. */
function textOf(row) {
  if (!texts.has(row)) texts.set(row, row.join('\n').toLowerCase());
  return texts.get(row);
}

/** Makes a cell: the first column heads the row; a commit has 12 digits, and is a link where the page has its address. */
function cellOf(row, column) {
  const cell = document.createElement(column === 0 ? 'th' : 'td');
  if (column === 0) cell.scope = 'row';
  const text = row[column];
  if (column === commitColumn && commitUrl !== null) {
    const link = { href: commitUrl + text, textContent: text.slice(0, 12) };
    cell.append(Object.assign(document.createElement('a'), link));
  } else cell.textContent = column === commitColumn ? text.slice(0, 12) : text;
  return cell;
}

/** Draws the found rows up to the limit, says how many there are, and shows the button for more if some are left. */
function draw() {
  const drawn = found.slice(0, limit).map((row) => {
    const line = document.createElement('tr');
    line.append(...row.map((_, column) => cellOf(row, column)));
    return line;
  });
  body.replaceChildren(...drawn);
  part('more').hidden = found.length <= limit;
  const more = found.length > limit ? `, the first ${limit} are shown` : '';
  part('found').textContent = `${found.length} of ${rows.length} requests${more}`;
}

/** Returns rows in the chosen order, numbers by value (a missing one is 0); as they are while none is chosen. */
function sorted(list) {
  if (order === null) return list;
  const { column, factor } = order;
  const keyOf = (row) => (numbers.includes(column) ? Number(row[column]) || 0 : row[column]);
  return list.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    return a === b ? 0 : factor * (a < b ? -1 : 1);
  });
}

/** Finds the rows of the chosen branch in which every word occurs, in any column or case, sorts them, and draws the first of them. */
function search() {
  const words = part('search').value.toLowerCase().split(/\s+/);
  const branch = part('branch').value;
  const chosen = branch === '' ? rows : rows.filter((row) => row[branchColumn] === branch);
  found = sorted(chosen.filter((row) => words.every((word) => textOf(row).includes(word))));
  limit = step;
  draw();
}

/** Sorts by a column, up, or down if it was up by the same column; and draws the first rows. */
function sortBy(head, column) {
  const isUp = order?.column === column && order.factor === 1;
  order = { column, factor: isUp ? -1 : 1 };
  for (const other of heads.cells) other.removeAttribute('aria-sort');
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
for (const [column, head] of [...heads.cells].entries()) {
  const { textContent } = head;
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent });
  button.addEventListener('click', () => sortBy(head, column));
  head.replaceChildren(button);
}
part('plain')?.remove();
part('controls').hidden = false;
search();
