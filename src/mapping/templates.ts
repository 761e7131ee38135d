/** Values with placeholders in braces: `{name|upper}`, `{gpath}`, `{proj}`; `{{` is a plain brace. */

import { findNearestWord, shorten } from '../near.ts';
import type { YamlFinding } from '../yaml/read-checked.ts';

/** The placeholders of every request, beside the captures of its rules. */
export const builtInNames = ['name', 'stem', 'ext', 'gfile', 'gpath', 'path', 'repo', 'branch', 'sha', 'run'] as const;

/** The value of `csqo` for the place in the compile order (design §13); no placeholder elsewhere. */
export const compileOrder = '{order}';

type TemplateProblem = Pick<YamlFinding, 'found' | 'right'>;

// A placeholder, `{{`, or a brace that is neither (the last group).
const brace = /\{\{|\{([A-Za-z][\w-]*)((?:\|(?:upper|lower))*)\}|(\{[^{}]{0,40}\}?)/g;

/** True for text with an opening brace: it must be rendered before it can be checked. */
export function isTemplate(value: unknown): value is string {
  return typeof value === 'string' && value.includes('{');
}

/** Returns the names of the well-formed placeholders in a value, in its order, each once. */
export function listPlaceholders(value: string): string[] {
  return [...new Set([...value.matchAll(brace)].flatMap((match) => match[1] ?? []))];
}

const mostProblems = 10;
const formsOfPlaceholder = '`{word}`, `{word|upper}` or `{word|lower}`; `{{` for a plain brace';

/** Finds malformed and undefined placeholders, each once, in order, ten at most; in `right` of an undefined one the nearest, else all. */
export function checkTemplate(value: string, definedNames: readonly string[]): TemplateProblem[] {
  const problems = new Map<string, TemplateProblem>();
  for (const [whole, name] of value.matchAll(brace)) {
    if (whole === '{{' || (name !== undefined && definedNames.includes(name))) continue;
    const words = definedNames.map((word) => `{${word}}`).join(', ');
    const choices = `one of ${words}, or a capture of the same rule or of a branch rule`;
    const near = name === undefined ? null : findNearestWord(name, definedNames);
    const right = near === null ? choices : `did you mean \`{${near}}\`?`;
    const malformed = { found: `\`${whole}\`, which is no placeholder`, right: formsOfPlaceholder };
    const unknown = { found: `unknown placeholder \`{${shorten(name ?? '')}}\``, right };
    problems.set(name ?? whole, name === undefined ? malformed : unknown);
    if (problems.size === mostProblems) break;
  }
  return [...problems.values()];
}

/** A value with its placeholders replaced; `missing` names those without a value, which are left out of `text`. */
export type Rendered = { readonly text: string; readonly missing: readonly string[] };

/** Returns the value of a placeholder; undefined: it has none. */
export type FindValue = (name: string) => string | undefined;

/** Returns a function that fills in a template. `{{` becomes `{`; malformed placeholders stay; `missing` names those without value (''). */
export function parseTemplate(template: string): (findValue: FindValue) => Rendered {
  // Plain texts, and placeholders with the last of their filters (empty: none).
  const pieces: (string | { readonly name: string; readonly filter: string })[] = [];
  let at = 0;
  for (const { 0: whole, 1: name, 2: filters = '', index } of template.matchAll(brace)) {
    pieces.push(template.slice(at, index));
    at = index + whole.length;
    if (whole === '{{') pieces.push('{');
    else pieces.push(name === undefined ? whole : { name, filter: filters.slice(-'upper'.length) });
  }
  pieces.push(template.slice(at));
  return (findValue) => {
    let text = '';
    const missing: string[] = [];
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        text += piece;
        continue;
      }
      const value = findValue(piece.name);
      if (value === undefined) missing.push(piece.name);
      else text += piece.filter === 'upper' ? value.toUpperCase() : piece.filter ? value.toLowerCase() : value;
    }
    return { text, missing };
  };
}
