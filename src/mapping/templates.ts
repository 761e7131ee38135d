/** Values with placeholders in braces: `{name|upper}`, `{gpath}`, `{proj}`; `{{` is a plain brace. */

import { nearest, shorten } from '../near.ts';

/** The placeholders of every request, beside the captures of its rules. */
export const builtInNames = ['name', 'stem', 'ext', 'gfile', 'gpath', 'path', 'repo', 'branch', 'sha', 'run'] as const;

/** The value of `csqo` for the place in the compile order (design §13); no placeholder elsewhere. */
export const compileOrder = '{order}';

export interface TemplateProblem {
  readonly found: string;
  readonly right: string;
}

// A placeholder, `{{`, or a brace that is neither (the last group).
const brace = /\{\{|\{([A-Za-z][\w-]*)((?:\|(?:upper|lower))*)\}|(\{[^{}]{0,40}\}?)/g;

/** True for a value with braces: it must be rendered before it can be checked. */
export function isTemplate(value: unknown): value is string {
  return typeof value === 'string' && value.includes('{');
}

/** Returns the placeholders of a value, in its order, each once. */
export function placeholderNames(value: string): string[] {
  return [...new Set([...value.matchAll(brace)].flatMap((match) => match[1] ?? []))];
}

const mostProblems = 10;
const formsOfPlaceholder = '`{word}`, `{word|upper}` or `{word|lower}`; `{{` for a plain brace';

/** Finds malformed placeholders in a value, and names that are not defined, each once, in order, at most ten. */
export function templateProblems(value: string, definedNames: readonly string[]): TemplateProblem[] {
  const problems = new Map<string, TemplateProblem>();
  for (const [whole, name] of value.matchAll(brace)) {
    if (whole === '{{' || (name !== undefined && definedNames.includes(name))) continue;
    const malformed = { found: `\`${whole}\`, which is no placeholder`, right: formsOfPlaceholder };
    problems.set(name ?? whole, name === undefined ? malformed : unknownPlaceholder(name, definedNames));
    if (problems.size === mostProblems) break;
  }
  return [...problems.values()];
}

/** Returns the problem of a name that is not defined, with the nearest name that is, else all. */
function unknownPlaceholder(name: string, definedNames: readonly string[]): TemplateProblem {
  const near = nearest(name, definedNames);
  const words = definedNames.map((word) => `{${word}}`).join(', ');
  const choices = `one of ${words}, or a capture of the same rule or of a branch rule`;
  const right = near === null ? choices : `did you mean \`{${near}}\`?`;
  return { found: `unknown placeholder \`{${shorten(name)}}\``, right };
}

/** A value with its placeholders replaced. */
export interface Rendered {
  readonly text: string;
  /** Placeholders without a value; nothing replaces them. */
  readonly missing: readonly string[];
}

/** The values of placeholders. */
export interface PlaceholderValues {
  findValue(name: string): string | undefined;
}

export const nothingMissing: readonly string[] = [];

/** Parses a value with placeholders; returns the function that fills them in for a file. Malformed ones stay text. */
export function parseTemplate(template: string): (values: PlaceholderValues) => Rendered {
  const pieces = splitTemplate(template);
  return (values) => {
    let text = '';
    let missing = nothingMissing;
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        text += piece;
        continue;
      }
      const value = values.findValue(piece.name);
      if (value === undefined) missing = [...missing, piece.name];
      else text += piece.filter === null ? value : piece.filter(value);
    }
    return { text, missing };
  };
}

interface PlacedName {
  readonly name: string;
  /** The last of its filters; null: none. */
  readonly filter: ((value: string) => string) | null;
}

/** Splits a value into plain texts and placeholders; `{{` becomes `{`, a malformed placeholder stays text. */
function splitTemplate(template: string): (string | PlacedName)[] {
  const pieces: (string | PlacedName)[] = [];
  let at = 0;
  for (const { 0: whole, 1: name, 2: filters = '', index } of template.matchAll(brace)) {
    pieces.push(template.slice(at, index));
    at = index + whole.length;
    if (whole === '{{') pieces.push('{');
    else pieces.push(name === undefined ? whole : { name, filter: toCaseFilter(filters) });
  }
  pieces.push(template.slice(at));
  return pieces.filter((piece) => piece !== '');
}

/** Returns the change of case by the last of the filters (`|upper|lower`: lower); null: there is none. */
function toCaseFilter(filters: string): PlacedName['filter'] {
  if (filters === '') return null;
  return filters.endsWith('|upper') ? (value) => value.toUpperCase() : (value) => value.toLowerCase();
}
