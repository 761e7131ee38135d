/** `${{ ... }}` as GitHub reads it, by GitHub's own parser and evaluator. */
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** The contexts of a job, as plain JSON. */
export type Contexts = Readonly<Record<string, unknown>>;

function evaluated(expression: string, contexts: Contexts): data.ExpressionData {
  const { tokens } = new Lexer(expression).lex();
  const tree = new Parser(tokens, Object.keys(contexts), []).parse();
  return new Evaluator(tree, JSON.parse(JSON.stringify(contexts), data.reviver)).evaluate();
}

/** A text with its expressions put in, as it reaches an input. */
export function fill(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => evaluated(expression, contexts).coerceString());
}

/** A value that may be one expression: that keeps its type. */
export function evaluate(value: unknown, contexts: Contexts): unknown {
  const whole = typeof value === 'string' ? /^\$\{\{((?:(?!\}\}).)*)\}\}$/s.exec(value.trim())?.[1] : undefined;
  if (whole !== undefined) return JSON.parse(JSON.stringify(evaluated(whole, contexts), data.replacer));
  return typeof value === 'string' ? fill(value, contexts) : value;
}

/** Whether a step's `if` holds; without one it does. */
export function holds(condition: unknown, contexts: Contexts): boolean {
  if (condition === undefined) return true;
  const text = String(condition).trim();
  const value = evaluate(text.startsWith('${{') ? text : `\${{ ${text} }}`, contexts);
  return value !== false && value !== null && value !== '' && value !== 0;
}
