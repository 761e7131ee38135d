/** Search, choice of a branch and order of all requests on the page; without scripts the first of them stand there. */
const part = (id) => document.getElementById(id);
const { branches, filings, reasons, rows, commitUrl } = JSON.parse(part('data').textContent);

/** So many rows are drawn at first, and more each time somebody asks for more. */
const step = 200;
let limit = step;
let found = rows;
let order = null;

/** A row as the page has it: number, reason, object, RFP, branch, file, filing, remark. */
const cellsOf = ([number, reason, object, rfp, branch, path, filing, remark]) => {
  const [who, when, commit] = filings[filing];
  return [number ?? '?', reasons[reason], object, rfp || '', branches[branch], path, who, when, commit, remark ?? ''];
};

const texts = new Map();
function textOf(row) {
  if (!texts.has(row)) texts.set(row, cellsOf(row).join('\n').toLowerCase());
  return texts.get(row);
}

function cellOf(value, column) {
  const cell = document.createElement(column === 0 ? 'th' : 'td');
  if (column === 0) cell.scope = 'row';
  if (column === 8) {
    const short = value.slice(0, 12);
    const link = document.createElement('a');
    if (commitUrl !== null) link.href = commitUrl + value;
    link.textContent = short;
    cell.append(commitUrl === null ? short : link);
  } else cell.textContent = value;
  return cell;
}

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

function sorted(list) {
  if (order === null) return list;
  const { column, factor } = order;
  const keyed = list.map((row) => ({ row, key: cellsOf(row)[column] }));
  // An RFP that there is not is before all others.
  const keyOf = (key) => (column === 0 || column === 3 ? Number(key) || 0 : key);
  keyed.sort((one, other) => {
    const [a, b] = [keyOf(one.key), keyOf(other.key)];
    return a === b ? 0 : factor * (a < b ? -1 : 1);
  });
  return keyed.map(({ row }) => row);
}

function look() {
  const words = part('search').value.toLowerCase().split(/\s+/);
  const branch = part('branch').value;
  const chosen = rows.filter((row) => branch === '' || row[4] === Number(branch));
  found = sorted(chosen.filter((row) => words.every((word) => textOf(row).includes(word))));
  limit = step;
  draw();
}

function sortBy(head, column) {
  const isUp = order?.column === column && order.factor === 1;
  order = { column, factor: isUp ? -1 : 1 };
  for (const other of part('heads').cells) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', isUp ? 'descending' : 'ascending');
  look();
}

function sortable(head, column) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = head.textContent;
  button.addEventListener('click', () => sortBy(head, column));
  head.replaceChildren(button);
}

let typing = 0;
part('search').addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(look, 150);
});
part('branch').addEventListener('change', look);
part('controls').addEventListener('submit', (event) => event.preventDefault());
part('more').addEventListener('click', () => {
  limit += step;
  draw();
});
for (const [column, head] of [...part('heads').cells].entries()) sortable(head, column);
part('plain')?.remove();
part('controls').hidden = false;
look();
