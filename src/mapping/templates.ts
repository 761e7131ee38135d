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

/**
 * Puts values in place of placeholders.
 * @returns the text, and the names for which `values` has nothing (their place is left empty)
 */
export function render(
  template: string,
  values: Readonly<Record<string, string>>,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const text = template.replace(brace, (whole: string, name?: string, filters?: string) => {
    if (whole === '{{') return '{';
    if (name === undefined) return whole;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) {
      missing.push(name);
      return '';
    }
    return applyFilters(value, filters ?? '');
  });
  return { text, missing };
}

function applyFilters(value: string, filters: string): string {
  if (filters === '') return value;
  const last = filters.slice(filters.lastIndexOf('|') + 1);
  return last === 'upper' ? value.toUpperCase() : value.toLowerCase();
}
