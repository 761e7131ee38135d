/** SQL: what views, indexes, aliases, and tables made by a query or `like` another, are made over. */

import { nameAt } from './sql-names.ts';
import { usesOfQuery } from './sql-query.ts';
import { isWord, type Token, tokensOf } from './tokens.ts';
import type { Use } from './use.ts';

const pattern = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|([\w$#@\u0080-\uffff]+|[().,;/])|('[^']*'?|"[^"]*"?)/g;

/**
 * The uses of an SQL source, but for tables that it makes itself. What routines and triggers read, they read at run time.
 */
export function usesOfSql(text: string): Use[] {
  const made = new Set<string>();
  return statementsOf(text)
    .flatMap((statement) => {
      const at = statement.findIndex(isKind);
      const kind = statement[at];
      const uses = usesOfStatement(statement, at).filter(({ name }) => !(name.as === 'object' && made.has(name.name)));
      const [table] = isWord(kind, 'TABLE') ? nameAt(statement, at + 1).uses : [];
      if (table?.name.as === 'object') made.add(table.name.name);
      return uses;
    })
    .toArray();
}

function usesOfStatement(statement: readonly Token[], at: number): Use[] {
  const kind = statement[at];
  if (isWord(kind, 'VIEW', 'TABLE')) return usesOfQuery(statement.slice(at + 1), isWord(kind, 'TABLE'));
  if (isWord(kind, 'INDEX')) return after('ON', statement);
  return isWord(kind, 'ALIAS') ? after('FOR', statement) : [];
}

/** Words that a statement may have before the kind of object that it makes: `create or replace encoded vector index`. */
const longestStart = 6;

const isKind = (token: Token): boolean => isWord(token, 'VIEW', 'TABLE', 'INDEX', 'ALIAS', ...routines);
const routines = ['PROCEDURE', 'FUNCTION', 'TRIGGER', 'BEGIN'];

/** The `create` statements; of routines, only how they start. */
function* statementsOf(text: string): Generator<Token[]> {
  let statement: Token[] = [];
  let isRoutine = false;
  let depth = 0;
  let before: Token | undefined;
  for (const token of tokensOf(text, pattern)) {
    // Only the blocks of a routine count, and whether it is one, its first words say.
    if (isRoutine || statement.length < longestStart) depth = Math.max(0, depth + step(token, before));
    before = token;
    if (isWord(token, ';') && !(isRoutine && depth > 0)) {
      if (isWord(statement[0], 'CREATE')) yield statement;
      statement = [];
      isRoutine = false;
      depth = 0;
    } else if (statement.length < longestStart) {
      statement.push(token);
      isRoutine = isWord(statement.find(isKind), ...routines);
    } else if (!isRoutine && isWord(statement[0], 'CREATE')) statement.push(token);
  }
  if (isWord(statement[0], 'CREATE')) yield statement;
}

/** How much deeper a word leads into the blocks of a routine: `end if` closes none that `if` opened. */
function step(token: Token, before: Token | undefined): number {
  if (isWord(token, 'END')) return -1;
  if (isWord(before, 'END')) return isWord(token, 'IF', 'LOOP', 'WHILE', 'REPEAT', 'FOR') ? 1 : 0;
  return isWord(token, 'BEGIN', 'CASE') ? 1 : 0;
}

function after(word: string, statement: readonly Token[]): Use[] {
  const at = statement.findIndex((token) => isWord(token, word));
  return at < 0 ? [] : nameAt(statement, at + 1).uses;
}
