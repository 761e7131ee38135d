/**
 * The pattern language of the mapping: a glob with captures, read once into steps that glob-match.ts walks.
 *
 * `*` any characters but `/`, `?` one of them, `[a-z]` or `[!a-z]` one of a class, `**` (between slashes) any number of
 * directories, `{a,b}` a choice, `{word}` a capture, `\` before a special character makes it plain. Everything else,
 * also parentheses, `!`, `@`, `+` and a leading dot, stands for itself. Steps instead of a regular expression, because
 * a pattern with many stars must not take for ever (a backtracking regular expression does).
 */

import { createFields } from '../interface/fields.ts';
import { foldCase } from './case.ts';
import { expandChoices } from './glob-choices.ts';
import { classEnd, GlobError, longestPattern, specials } from './glob-syntax.ts';

export { GlobError } from './glob-syntax.ts';

/** One step of a compiled pattern. */
export type Step =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly (readonly [string, string])[] }
  | { readonly kind: 'star' }
  | { readonly kind: 'capture'; readonly name: string; readonly digits: boolean }
  /** `**` and a slash: any number of whole directories. */
  | { readonly kind: 'directories' }
  /** `**` alone: anything, also nothing. */
  | { readonly kind: 'anything' }
  /** A slash and `**` at the end: the directory itself and all below it. */
  | { readonly kind: 'below' };

/** One alternative of a pattern whose choices were written out. */
export interface Alternative {
  readonly steps: readonly Step[];
  /** Plain text that a match must begin with, end with and hold; most candidates are ruled out by it. */
  readonly prefix: string;
  readonly suffix: string;
  readonly inner: string;
  /** More than one step of variable length: dead ends are then worth remembering. */
  readonly ambiguous: boolean;
}

/** A compiled pattern. */
export interface Glob {
  readonly source: string;
  readonly ignoreCase: boolean;
  readonly captures: readonly string[];
  readonly alternatives: readonly Alternative[];
}

/** Captures with the name of a number field match digits only. */
const numberFields: ReadonlySet<string> = new Set(
  createFields.filter((field) => field.type === 'integer').map((field) => field.name),
);

const captureName = /^[A-Za-z][\w-]*$/;
const variable: ReadonlySet<Step['kind']> = new Set(['star', 'capture', 'directories', 'anything', 'below']);

/**
 * Compiles one pattern.
 * @param source the glob as written in the mapping
 * @param ignoreCase true for `path`, `gpath` and `gfile` (object names ignore case), false for `branch` and `repo`
 * @throws GlobError what is wrong with the pattern, and what would be right
 */
export function compileGlob(source: string, ignoreCase: boolean): Glob {
  if (source.length > longestPattern) {
    throw new GlobError(
      `a pattern of ${source.length} characters`,
      `at most ${longestPattern}; a list may hold several patterns`,
    );
  }
  const alternatives = expandChoices(source).map((flat) => compileFlat(flat, ignoreCase));
  const names = alternatives.flatMap((alternative) => capturesOf(alternative.steps));
  return { source, ignoreCase, captures: [...new Set(names)], alternatives };
}

function compileFlat(flat: string, ignoreCase: boolean): Alternative {
  const steps = readSteps(flat).map((step) =>
    step.kind === 'text' && ignoreCase ? { kind: step.kind, text: foldCase(step.text) } : step,
  );
  const names = capturesOf(steps);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new GlobError(`{${twice}} twice in one pattern`, 'a name of its own for each capture');
  const first = steps[0];
  const last = steps.at(-1);
  return {
    steps,
    prefix: first?.kind === 'text' ? first.text : '',
    suffix: last?.kind === 'text' ? last.text : '',
    inner: longest(steps.slice(1, -1).flatMap((step) => (step.kind === 'text' ? [step.text] : []))),
    ambiguous: steps.filter((step) => variable.has(step.kind)).length > 1,
  };
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '');
}

function capturesOf(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => (step.kind === 'capture' ? [step.name] : []));
}

/** Reads a pattern without choices from left to right. */
function readSteps(flat: string): Step[] {
  const steps: Step[] = [];
  let at = 0;
  while (at < flat.length) at += readStep(flat, at, steps);
  return steps;
}

/** Reads the step at `at`, adds it to `steps`, and returns how many characters it took. */
function readStep(flat: string, at: number, steps: Step[]): number {
  const character = flat.charAt(at);
  if (character === '*') return readStars(flat, at, steps);
  if (character === '{') return readCapture(flat, at, steps);
  if (character === '?') {
    steps.push({ kind: 'one' });
    return 1;
  }
  if (character === '[' && classEnd(flat, at) > 0) {
    steps.push(readClass(flat.slice(at + 1, classEnd(flat, at))));
    return classEnd(flat, at) + 1 - at;
  }
  if (character !== '\\') return addText(steps, character);
  const escaped = flat.charAt(at + 1);
  if (escaped === '' || !specials.includes(escaped)) {
    throw new GlobError(`\`\\${escaped}\``, 'a `/` between directories; `\\` only before a special character');
  }
  return addText(steps, escaped) + 1;
}

function addText(steps: Step[], text: string): number {
  const last = steps.at(-1);
  if (last?.kind === 'text') steps[steps.length - 1] = { kind: 'text', text: last.text + text };
  else steps.push({ kind: 'text', text });
  return text.length;
}

function readStars(flat: string, at: number, steps: Step[]): number {
  const atStart = at === 0 || flat[at - 1] === '/';
  const count = /^\*+/.exec(flat.slice(at))?.[0].length ?? 0;
  const next = flat[at + count];
  const atEnd = next === undefined || next === '/';
  if (count === 1) {
    // A `*` that is a whole name stands for a name, and a name is not empty.
    if (atStart && atEnd) steps.push({ kind: 'one' });
    steps.push({ kind: 'star' });
    return 1;
  }
  if (count > 2 || !atStart || !atEnd) {
    throw new GlobError(
      `\`${'*'.repeat(count)}\` beside other characters`,
      '`**` alone between slashes, as in `**/*.RPGLE`; within a name `*`',
    );
  }
  if (next === '/') {
    if (steps.at(-1)?.kind !== 'directories') steps.push({ kind: 'directories' });
    return 3;
  }
  addTrailingGlobstar(steps);
  return 2;
}

/** `x/**` at the end of a pattern also means `x` itself, so the slash before it is part of that step. */
function addTrailingGlobstar(steps: Step[]): void {
  const last = steps.at(-1);
  if (last?.kind !== 'text') {
    steps.push({ kind: 'anything' });
    return;
  }
  steps.pop();
  if (last.text.length > 1) steps.push({ kind: 'text', text: last.text.slice(0, -1) });
  steps.push({ kind: 'below' });
}

function readCapture(flat: string, at: number, steps: Step[]): number {
  const end = flat.indexOf('}', at);
  const name = flat.slice(at + 1, end);
  if (!captureName.test(name)) {
    throw new GlobError(`\`{${name}}\``, '`{word}` for a capture, `{a,b}` for a choice, `\\{` for a plain brace');
  }
  steps.push({ kind: 'capture', name, digits: numberFields.has(name) });
  return end + 1 - at;
}

/** Reads what is between the brackets of a class: single characters and ranges, `!` or `^` first for "none of these". */
function readClass(inside: string): Step {
  const negated = inside.startsWith('!') || inside.startsWith('^');
  const characters = Array.from(negated ? inside.slice(1) : inside);
  const ranges: [string, string][] = [];
  for (let at = 0; at < characters.length; at++) {
    const from = characters[at] ?? '';
    const to = characters[at + 1] === '-' ? characters[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return { kind: 'class', negated, ranges };
}
