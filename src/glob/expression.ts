/**
 * Puts the names of a pattern together into one regular expression that cannot take for ever. A star that has found its
 * place is not moved again where a later star can take what it leaves over: what stands before the last star of a
 * name, and before the last `**` of a path, is matched once (an atomic group, written as a look-ahead and a reference
 * to what it saw). So the work grows with the length of the pattern times that of the text, not with its power.
 */

import { type FlatPattern, marks, star } from './names.ts';

/** Any number of whole directories, as few as possible. */
const directories = '(?:[^/]*\\/)*?';

const word = '[^/]+?';
/** More digits than any number of the service has. A bound, because each digit is tried as the first. */
const number = '[0-9]{1,20}?';

const starOrWord = `${RegExp.escape(star)}|${marks.word}`;
/** Before each star or captured word. */
const beforeVariable = new RegExp(`(?=${starOrWord})`, 'u');
const variables = new RegExp(`${starOrWord}|${marks.number}`, 'gu');
const captureMarks = new RegExp(`${marks.word}|${marks.number}`, 'gu');

/** The name of a capture as the name of a group; groups that begin with `$` are no captures. */
export function groupOf(capture: string): string {
  return capture.replaceAll('-', '$');
}

/** A regular expression for a whole text. @param alternatives the first that matches says what the captures are */
export function expressionOf(alternatives: readonly FlatPattern[], ignoreCase: boolean): RegExp {
  let groups = 0;
  const atomic = (source: string) => {
    groups += 1;
    return `(?=(?<$${groups}>${source}))\\k<$${groups}>`;
  };
  const sources = alternatives.map(({ names, captures }) => withCaptures(pathSource(names, atomic), captures));
  return new RegExp(`^(?:${sources.join('|')})$`, ignoreCase ? 'isu' : 'su');
}

/** Puts a group of its own for each mark. */
function withCaptures(source: string, captures: readonly string[]): string {
  let index = 0;
  return source.replace(captureMarks, (mark) => {
    const group = groupOf(captures[index] ?? '');
    index += 1;
    return `(?<${group}>${mark === marks.number ? number : word})`;
  });
}

type Atomic = (source: string) => string;

/** The source of a name: what stands between two stars is found once, and so is the name, whose end is certain. */
function nameSource(name: string, atomic: Atomic): string {
  if ((name.match(variables)?.length ?? 0) < 2) return name;
  const pieces = name.split(beforeVariable);
  const last = pieces.pop() ?? '';
  return atomic(`${pieces.map(atomic).join('')}${last}(?=\\/|$)`);
}

/** What stands between two `**` is found once. `x/**` at the end is also `x` itself; `**` alone is anything. */
function pathSource(names: readonly string[], atomic: Atomic): string {
  if (names.every((name) => name === '**')) return '.*';
  const runs = runsOf(names).map((run) => run.map((name) => nameSource(name, atomic)));
  const below = runs.at(-1)?.length === 0;
  if (below) runs.pop();
  const last = runs.pop() ?? [];
  const before = runs.map((run, index) => {
    const source = run.map((name) => `${name}\\/`).join('');
    return index === 0 ? source : atomic(`${directories}${source}`);
  });
  const tail = `${runs.length > 0 ? directories : ''}${last.join('\\/')}${below ? '(?:\\/.*)?' : ''}`;
  return `${before.join('')}${tail}`;
}

/** The names before, between and after each `**`; several `**` in a row are one. */
function runsOf(names: readonly string[]): string[][] {
  const runs: string[][] = [[]];
  names.forEach((name, index) => {
    if (name !== '**') runs.at(-1)?.push(name);
    else if (names[index - 1] !== '**') runs.push([]);
  });
  return runs;
}
