/** Values with placeholders in braces: `{name|upper}`, `{gpath}`, `{proj}`; `{{` is a plain brace. */

import { nearest, shorten } from '../near.ts';

/** What every request can name, whatever the captures of its rules. */
export const builtInNames = ['name', 'stem', 'ext', 'gfile', 'gpath', 'path', 'repo', 'branch', 'sha', 'run'] as const;

/** The value of `csqo` that stands for the place in the compile order (design §13); nowhere else. */
export const compileOrder = '{order}';

export interface TemplateProblem {
  readonly found: string;
  readonly right: string;
}

// A placeholder, `{{`, or a brace that is neither (the last group).
const brace = /\{\{|\{([A-Za-z][\w-]*)((?:\|(?:upper|lower))*)\}|(\{[^{}]{0,40}\}?)/g;

/** True when a value must be rendered before its type and value list can be checked. */
export function isTemplate(value: unknown): value is string {
  return typeof value === 'string' && value.includes('{');
}

/** The names that a value uses, in its order, each once. */
export function namesIn(value: string): string[] {
  return [...new Set([...value.matchAll(brace)].flatMap((match) => match[1] ?? []))];
}

const mostProblems = 10;

/** Checks a value before anything is known of files: braces that name nothing, and names that nothing defines. */
export function templateProblems(value: string, known: readonly string[]): TemplateProblem[] {
  const problems = new Map<string, TemplateProblem>();
  for (const [whole, name] of value.matchAll(brace)) {
    if (whole === '{{' || (name !== undefined && known.includes(name))) continue;
    problems.set(name ?? whole, name === undefined ? notRead(whole) : unknownName(name, known));
    if (problems.size === mostProblems) break;
  }
  return [...problems.values()];
}

function notRead(found: string): TemplateProblem {
  const right = '`{word}`, `{word|upper}` or `{word|lower}`; `{{` for a plain brace';
  return { found: `\`${found}\`, which is no placeholder`, right };
}

function unknownName(name: string, known: readonly string[]): TemplateProblem {
  const near = nearest(name, known);
  const words = known.map((word) => `{${word}}`).join(', ');
  const all = `one of ${words}, or a capture of the same rule or of a branch rule`;
  const right = near === null ? all : `did you mean \`{${near}}\`?`;
  return { found: `unknown placeholder \`{${shorten(name)}}\``, right };
}

/** What a value with placeholders comes to. */
export interface Rendered {
  readonly text: string;
  /** The names that have no value; their place is left empty. */
  readonly missing: readonly string[];
}

/** What placeholders stand for. */
export interface Values {
  valueOf(name: string): string | undefined;
}

/** A value with placeholders, taken apart once for many files. */
export type Template = (values: Values) => Rendered;

const nothingMissing: readonly string[] = [];

/** Takes a value with placeholders apart. */
export function templateOf(template: string): Template {
  const pieces = piecesOf(template);
  return (values) => {
    let text = '';
    let missing = nothingMissing;
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        text += piece;
        continue;
      }
      const value = values.valueOf(piece.name);
      if (value === undefined) missing = [...missing, piece.name];
      else text += piece.change === null ? value : piece.change(value);
    }
    return { text, missing };
  };
}

interface Placed {
  readonly name: string;
  /** What the last of its filters does; null: it has none. */
  readonly change: ((value: string) => string) | null;
}

/** The plain texts and the placeholders of a value, in its order. */
function piecesOf(template: string): (string | Placed)[] {
  const pieces: (string | Placed)[] = [];
  let at = 0;
  for (const { 0: whole, 1: name, 2: filters = '', index } of template.matchAll(brace)) {
    pieces.push(template.slice(at, index));
    at = index + whole.length;
    if (whole === '{{') pieces.push('{');
    else pieces.push(name === undefined ? whole : { name, change: changeOf(filters) });
  }
  pieces.push(template.slice(at));
  return pieces.filter((piece) => piece !== '');
}

function changeOf(filters: string): Placed['change'] {
  if (filters === '') return null;
  return filters.endsWith('|upper') ? (value) => value.toUpperCase() : (value) => value.toLowerCase();
}
