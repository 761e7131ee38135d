import { fileUse } from './names.ts';
import { isWord, type Token } from './tokens.ts';
import type { Use } from './use.ts';

/**
 * Reads the name at a place of a statement, with dots or slashes: the use of its last part as a file (none for anything
 * but a name), and the index of the name's last token.
 */
export function nameAt(tokens: readonly Token[], start: number): { readonly uses: Use[]; readonly end: number } {
  let end = start;
  while (isWord(tokens[end + 1], '.', '/') && tokens[end + 2]) end += 2;
  const name = tokens[end];
  const isName = name !== undefined && (name.quote === '"' || (name.quote === '' && /^[^\d().,;/]/.test(name.text)));
  return { uses: isName ? fileUse(name.text, name.line) : [], end };
}

/** A level of parentheses. */
interface Nesting {
  /** It has a `select`: a `from` here is followed by tables, unlike that of `trim(' ' from name)`. */
  isQuery: boolean;
  /** In the list of tables, which commas separate. */
  isInFrom: boolean;
  /** It has a `with`. */
  isWith: boolean;
  /** The word before, which may turn out to name a common table expression. */
  last: string;
}

const starts = ['SELECT', 'VALUES', 'WITH'];
const ends = 'WHERE GROUP HAVING ORDER UNION EXCEPT INTERSECT FETCH LIMIT CONNECT START'.split(' ');

/**
 * Returns the tables and views after `from` and `join`, each time, without functions and common table expressions.
 * @param statement what follows `create view` or `create table`
 * @param isTable `like` names one, too
 */
export function usesOfQuery(statement: readonly Token[], isTable: boolean): Use[] {
  const uses: Use[] = [];
  const common = new Set<string>();
  const levels: Nesting[] = [{ isQuery: false, isInFrom: false, isWith: false, last: '' }];
  let isNext = false;
  for (let at = 0; at < statement.length; at++) {
    const token = statement[at];
    const level = levels.at(-1);
    if (token === undefined || level === undefined) break;
    if (isWord(token, '(')) {
      if (level.isWith && isWord(statement[at - 1], 'AS')) common.add(level.last);
      levels.push({ isQuery: false, isInFrom: isNext, isWith: false, last: '' });
    } else if (isWord(token, ')')) {
      if (levels.length > 1) levels.pop();
      isNext = false;
    } else if (isWord(token, ',')) isNext = level.isInFrom;
    else if (isNext && !isWord(token, ...starts)) {
      const { uses: named, end } = nameAt(statement, at);
      // A name with parentheses is a function, or `table (...)` and `lateral (...)`.
      if (!isWord(statement[end + 1], '(')) uses.push(...named);
      at = end;
      isNext = false;
    } else if (isTable && isWord(token, 'LIKE') && (levels.length === 1 || isWord(statement[at - 1], '(', ','))) {
      // `create table a like b`, `create table a (like b)`
      uses.push(...nameAt(statement, at + 1).uses);
    } else isNext = startsTables(statement, at, level);
    if (!isWord(token, '(', ')', 'AS')) level.last = token.text.toUpperCase();
  }
  return uses.filter(({ name }) => !(name.as === 'object' && common.has(name.name)));
}

/** True if tables follow the token at `at`: `join`, or `from` in a query, not `is distinct from`. Updates the level. */
function startsTables(statement: readonly Token[], at: number, level: Nesting): boolean {
  const token = statement[at];
  if (isWord(token, 'SELECT')) level.isQuery = true;
  if (isWord(token, 'WITH')) level.isWith = true;
  if (isWord(token, ...starts, ...ends)) level.isInFrom = false;
  const isCompared = isWord(statement[at - 1], 'DISTINCT') && isWord(statement[at - 2], 'IS', 'NOT');
  if (isWord(token, 'FROM') && level.isQuery && !isCompared) level.isInFrom = true;
  return isWord(token, 'JOIN') || (isWord(token, 'FROM') && level.isInFrom && !isCompared);
}
