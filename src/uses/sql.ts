/** Reads from SQL what views, indexes, aliases and tables are made over, and what a script creates. */
import { nameAt, usesOfQuery } from './sql-query.ts';
import { isWord, type Token, tokensOf } from './tokens.ts';
import type { Use } from './use.ts';

const pattern = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|([\w$#@\u0080-\uffff]+|[().,;/:])|('[^']*'?|"[^"]*"?)/g;

/** What an SQL source uses, and the names of the tables, views, indexes and aliases that it creates, in upper case. */
export interface SqlScript {
  readonly uses: readonly Use[];
  readonly creates: readonly string[];
}

/** Reads `create` and `alter` statements. What the source has created before is no use, nor what routines and triggers read at run time. */
export function readSql(text: string): SqlScript {
  const made = new Set<string>();
  const uses: Use[] = [];
  for (const statement of statementsOf(text)) {
    const at = statement.findIndex(isKind);
    const kind = statement[at];
    if (kind === undefined) continue;
    // One by one: a statement may name more tables than a call takes arguments.
    for (const use of usesOfStatement(statement, at)) {
      if (use.name.as !== 'object' || !made.has(use.name.name)) uses.push(use);
    }
    if (!isWord(statement[0], 'CREATE') || isWord(kind, ...routines)) continue;
    for (const { name } of createdBy(statement, at)) if (name.as === 'object') made.add(name.name);
  }
  return { uses, creates: [...made] };
}

/** Returns the name of the object that a statement creates, and its system name if it has one. */
function createdBy(statement: readonly Token[], kind: number): Use[] {
  const { uses } = nameAt(statement, kind + 1);
  const system = statement.findIndex((token, at) => isWord(token, 'SYSTEM') && isWord(statement[at + 1], 'NAME'));
  return system < 0 ? uses : [...uses, ...nameAt(statement, system + 2).uses];
}

/**
 * Returns what a `create` or `alter` statement is made over, or the tables that it alters; none for routines.
 * @param at index of the kind of object, such as `view`
 */
function usesOfStatement(statement: readonly Token[], at: number): Use[] {
  const kind = statement[at];
  if (isWord(statement[0], 'ALTER')) return isWord(kind, 'TABLE') ? usesOfAlter(statement, at) : [];
  if (isWord(kind, 'VIEW', 'TABLE')) return usesOfQuery(statement.slice(at + 1), isWord(kind, 'TABLE'));
  if (isWord(kind, 'INDEX')) return namesAfter('ON', statement);
  return isWord(kind, 'ALIAS') ? namesAfter('FOR', statement) : [];
}

/** `alter table A add versioning use history table B` */
function usesOfAlter(statement: readonly Token[], at: number): Use[] {
  const history = statement.findIndex((token, n) => isWord(token, 'HISTORY') && isWord(statement[n + 1], 'TABLE'));
  return [...nameAt(statement, at + 1).uses, ...(history < 0 ? [] : nameAt(statement, history + 2).uses)];
}

/** Words that a statement may have before the kind of object that it makes: `create or replace encoded vector index`. */
const longestStart = 6;

const isKind = (token: Token): boolean => isWord(token, 'VIEW', 'TABLE', 'INDEX', 'ALIAS', ...routines);
const routines = ['PROCEDURE', 'FUNCTION', 'TRIGGER', 'BEGIN'];

const isRead = (statement: readonly Token[]): boolean => isWord(statement[0], 'CREATE', 'ALTER');

/** Yields the `create` and `alter` statements, also an unfinished last one; of routines only the start. */
function* statementsOf(text: string): Generator<Token[]> {
  let statement: Token[] = [];
  let isRoutine = false;
  let depth = 0;
  let before: Token | undefined;
  for (const token of tokensOf(text, pattern)) {
    // Only blocks of a routine count; its first words say that it is one.
    if (isRoutine || statement.length < longestStart) depth = Math.max(0, depth + depthChange(token, before));
    before = token;
    if (isWord(token, ';') && !(isRoutine && depth > 0)) {
      if (isRead(statement)) yield statement;
      statement = [];
      isRoutine = false;
      depth = 0;
    } else if (statement.length < longestStart) {
      statement.push(token);
      isRoutine = isWord(statement.find(isKind), ...routines);
    } else if (!isRoutine && isRead(statement)) statement.push(token);
  }
  if (isRead(statement)) yield statement;
}

/** Returns the change of depth in the blocks of a routine: 1 for `begin` and `case`, -1 for their `end`; `if` and `end if` count as none. */
function depthChange(token: Token, before: Token | undefined): number {
  if (isWord(token, 'END')) return -1;
  if (isWord(before, 'END')) return isWord(token, 'IF', 'LOOP', 'WHILE', 'REPEAT', 'FOR') ? 1 : 0;
  return isWord(token, 'BEGIN', 'CASE') ? 1 : 0;
}

function namesAfter(word: string, statement: readonly Token[]): Use[] {
  const at = statement.findIndex((token) => isWord(token, word));
  return at < 0 ? [] : nameAt(statement, at + 1).uses;
}

const embedded = /\bexec\s+sql\b([^;]*?)(?:;|\bend-exec\b|$)/gi;

/**
 * Returns the tables that embedded SQL names, as often as it does, and perhaps columns: any name after a comma. They
 * are read at run time: a program only has to be compiled after them.
 */
export function tablesOfEmbeddedSql(code: string): Use[] {
  if (!/exec\s+sql/i.test(code)) return [];
  return [...code.matchAll(embedded)].flatMap(([, statement = '']) => {
    const tokens = [...tokensOf(statement, pattern)];
    return tokens.flatMap((token, at) =>
      isWord(token, 'FROM', 'JOIN', 'INTO', 'UPDATE', 'TABLE', ',') ? nameAt(tokens, at + 1).uses : [],
    );
  });
}
