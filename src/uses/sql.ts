/** Reads from SQL what views, indexes, aliases and tables are made over, and what a script creates. */
import { toObjectUse } from './names.ts';
import { isWord, type Token, tokenize } from './tokens.ts';
import type { Use } from './use.ts';

const pattern = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|([\w$#@\u0080-\uffff]+|[().,;/:])|('[^']*'?|"[^"]*"?)/g;

/**
 * Reads `create` and `alter` statements. `uses`: what they need, but not what a `create` above them makes; `creates`: the names (upper
 * case; also those of FOR SYSTEM NAME) of what the `create` statements make, except routines.
 */
export function parseSql(text: string) {
  const made = new Set<string>();
  const uses: Use[] = [];
  for (const statement of splitStatements(text)) {
    const at = statement.findIndex(isObjectKind);
    const kind = statement[at];
    if (kind === undefined) continue;
    // One by one: a statement may name more tables than a call takes arguments.
    for (const use of listStatementUses(statement, at)) {
      if (use.name.as !== 'object' || !made.has(use.name.name)) uses.push(use);
    }
    if (!isWord(statement[0], 'CREATE') || isWord(kind, ...routines)) continue;
    const created = [...parseNameAt(statement, at + 1).uses, ...findFileUseAfter(statement, 'SYSTEM', 'NAME')];
    for (const { name } of created) if (name.as === 'object') made.add(name.name);
  }
  return { uses, creates: [...made] };
}

/** Returns the uses of what a `create` is made over, or of the tables of `alter table`; else none. @param at index of `table`, `view`... */
function listStatementUses(statement: readonly Token[], at: number): Use[] {
  const kind = statement[at];
  if (isWord(statement[0], 'ALTER')) {
    if (!isWord(kind, 'TABLE')) return [];
    // `alter table A add versioning use history table B`
    return [...parseNameAt(statement, at + 1).uses, ...findFileUseAfter(statement, 'HISTORY', 'TABLE')];
  }
  if (isWord(kind, 'VIEW', 'TABLE')) return listQueryUses(statement.slice(at + 1), isWord(kind, 'TABLE'));
  if (isWord(kind, 'INDEX')) return findFileUseAfter(statement, 'ON');
  return isWord(kind, 'ALIAS') ? findFileUseAfter(statement, 'FOR') : [];
}

/** Words up to the kind of object that a statement makes: `create or replace encoded vector index`. */
const longestStart = 6;

/** True for a word for what a statement creates or alters: view, table, index, alias, or a routine: procedure, function, trigger, begin. */
const isObjectKind = (token: Token): boolean => isWord(token, 'VIEW', 'TABLE', 'INDEX', 'ALIAS', ...routines);
const routines = ['PROCEDURE', 'FUNCTION', 'TRIGGER', 'BEGIN'];

const isCreateOrAlter = (statement: readonly Token[]): boolean => isWord(statement[0], 'CREATE', 'ALTER');

/** Yields `create` and `alter` statements as tokens, also a last one without a semicolon; of routines only the first six tokens. */
function* splitStatements(text: string): Generator<Token[]> {
  let statement: Token[] = [];
  let isRoutine = false;
  let depth = 0;
  let before: Token | undefined;
  for (const token of tokenize(text, pattern)) {
    // Only blocks of a routine count; its first words say that it is one.
    if (isRoutine || statement.length < longestStart) depth = Math.max(0, depth + deriveDepthChange(token, before));
    before = token;
    if (isWord(token, ';') && !(isRoutine && depth > 0)) {
      if (isCreateOrAlter(statement)) yield statement;
      statement = [];
      isRoutine = false;
      depth = 0;
    } else if (statement.length < longestStart) {
      statement.push(token);
      isRoutine = isWord(statement.find(isObjectKind), ...routines);
    } else if (!isRoutine && isCreateOrAlter(statement)) statement.push(token);
  }
  if (isCreateOrAlter(statement)) yield statement;
}

/** Returns the change of depth: -1 for `end`; behind `end` 1 for IF, LOOP, WHILE, REPEAT, FOR; elsewhere 1 for `begin`, `case`; else 0. */
function deriveDepthChange(token: Token, before: Token | undefined): number {
  if (isWord(token, 'END')) return -1;
  if (isWord(before, 'END')) return isWord(token, 'IF', 'LOOP', 'WHILE', 'REPEAT', 'FOR') ? 1 : 0;
  return isWord(token, 'BEGIN', 'CASE') ? 1 : 0;
}

/** Returns the use of the file named after the first place where these words (upper case) stand in a row; [] without them, or a name. */
function findFileUseAfter(statement: readonly Token[], ...words: string[]): Use[] {
  const at = statement.findIndex((_, start) => words.every((word, n) => isWord(statement[start + n], word)));
  return at < 0 ? [] : parseNameAt(statement, at + words.length).uses;
}

const embedded = /\bexec\s+sql\b([^;]*?)(?:;|\bend-exec\b|$)/gi;

/** Returns the uses of all tables that embedded SQL names, and perhaps of columns, which look like them. */
export function listTablesInSql(code: string): Use[] {
  return [...code.matchAll(embedded)].flatMap(([, statement = '']) => {
    const tokens = [...tokenize(statement, pattern)];
    const isBefore = (token: Token) => isWord(token, 'FROM', 'JOIN', 'INTO', 'UPDATE', 'TABLE', ',');
    return tokens.flatMap((token, at) => (isBefore(token) ? parseNameAt(tokens, at + 1).uses : []));
  });
}

/** Returns the use of the file whose name begins at `start` (none if no name does), and the index of the name's last token. */
function parseNameAt(tokens: readonly Token[], start: number): { readonly uses: Use[]; readonly end: number } {
  let end = start;
  while (isWord(tokens[end + 1], '.', '/') && tokens[end + 2]) end += 2;
  const name = tokens[end];
  const isName = name !== undefined && (name.quote === '"' || (name.quote === '' && /^[^\d().,;/]/.test(name.text)));
  return { uses: isName ? toObjectUse(name.text, '*FILE', name.line) : [], end };
}

/** A level of parentheses. */
interface Nesting {
  /** It has a `select`: a `from` here is followed by tables, unlike that of `trim(' ' from name)`. */
  isQuery: boolean;
  /** In the list of tables, which commas separate. */
  isInFrom: boolean;
  isWith: boolean;
  /** The word before, which may turn out to name a common table expression. */
  last: string;
}

const starts = ['SELECT', 'VALUES', 'WITH'];
const ends = 'WHERE GROUP HAVING ORDER UNION EXCEPT INTERSECT FETCH LIMIT CONNECT START'.split(' ');

/**
 * Returns the uses of tables and views after `from` and `join`, without functions and common table expressions; a table that comes again
 * gives another use. @param statement what follows `create view` or `create table` @param isTable true: the table after `like` counts, too
 */
function listQueryUses(statement: readonly Token[], isTable: boolean): Use[] {
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
      const { uses: named, end } = parseNameAt(statement, at);
      // A name with parentheses is a function, or `table (...)` and `lateral (...)`.
      if (!isWord(statement[end + 1], '(')) uses.push(...named);
      at = end;
      isNext = false;
    } else if (isTable && isWord(token, 'LIKE') && (levels.length === 1 || isWord(statement[at - 1], '(', ','))) {
      // `create table a like b`, `create table a (like b)`
      uses.push(...parseNameAt(statement, at + 1).uses);
    } else isNext = startsTables(statement, at, level);
    if (!isWord(token, '(', ')', 'AS')) level.last = token.text.toUpperCase();
  }
  return uses.filter(({ name }) => !(name.as === 'object' && common.has(name.name)));
}

/** True if a table follows the token at `at`: `join`, or `from` of a query, not `is distinct from`. Updates `level`. */
function startsTables(statement: readonly Token[], at: number, level: Nesting): boolean {
  const token = statement[at];
  if (isWord(token, 'SELECT')) level.isQuery = true;
  if (isWord(token, 'WITH')) level.isWith = true;
  if (isWord(token, ...starts, ...ends)) level.isInFrom = false;
  const isCompared = isWord(statement[at - 1], 'DISTINCT') && isWord(statement[at - 2], 'IS', 'NOT');
  if (isWord(token, 'FROM') && level.isQuery && !isCompared) level.isInFrom = true;
  return isWord(token, 'JOIN') || (isWord(token, 'FROM') && level.isInFrom && !isCompared);
}
