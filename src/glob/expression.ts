/**
 * Builds one regular expression from the names of a pattern, without runaway backtracking: everything before the last
 * star of a name, and before the last `**` of a path, is matched once (an atomic group, written as a look-ahead and a
 * reference to its match), since a later star can take the rest. The work grows with pattern length times text length.
 */

import { number, star, word } from './parse-pattern.ts';

/** Matches any number of whole directories, as few as possible. */
const directories = '(?:[^/]*\\/)*?';

const starOrWord = `${RegExp.escape(star)}|\\(\\?<[\\w$]+>${RegExp.escape(word)}\\)`;
/** Matches before each star or captured word. */
const beforeVariable = new RegExp(`(?=${starOrWord})`, 'u');
const variables = new RegExp(`${starOrWord}|${RegExp.escape(number)}`, 'gu');

/** Makes a regular expression that matches a whole text by one of some lists of names of parseFlatPattern; the first that fits captures. */
export function toExpression(alternatives: readonly (readonly string[])[], ignoreCase: boolean): RegExp {
  let groups = 0;
  const wrapAtomic = (source: string) => {
    groups += 1;
    return `(?=(?<$${groups}>${source}))\\k<$${groups}>`;
  };
  const sources = alternatives.map((names) => buildPathSource(names, wrapAtomic));
  return new RegExp(`^(?:${sources.join('|')})$`, ignoreCase ? 'isu' : 'su');
}

/** Returns the source of an atomic group around a source: once matched, it is not tried in another way. */
type Atomic = (source: string) => string;

/** Returns the source for one name of a path; with two or more stars or captures as atomic groups, so that no split is tried twice. */
function buildNameSource(name: string, atomic: Atomic): string {
  if ((name.match(variables)?.length ?? 0) < 2) return name;
  const pieces = name.split(beforeVariable);
  const last = pieces.pop() ?? '';
  return atomic(`${pieces.map(atomic).join('')}${last}(?=\\/|$)`);
}

/** Returns the source for a path: the names between two `**` are an atomic group. `x/**` also matches `x`; `**` alone matches anything. */
function buildPathSource(names: readonly string[], atomic: Atomic): string {
  if (names.every((name) => name === '**')) return '.*';
  const runs = splitAtGlobstars(names).map((run) => run.map((name) => buildNameSource(name, atomic)));
  const below = runs.at(-1)?.length === 0;
  if (below) runs.pop();
  const last = runs.pop() ?? [];
  const sources = runs.map((run, index) => {
    const source = run.map((name) => `${name}\\/`).join('');
    return index === 0 ? source : atomic(`${directories}${source}`);
  });
  const tail = `${runs.length > 0 ? directories : ''}${last.join('\\/')}${below ? '(?:\\/.*)?' : ''}`;
  return `${sources.join('')}${tail}`;
}

/** Splits the names at each `**`; several in a row are one, and one at an end leaves an empty list there. */
function splitAtGlobstars(names: readonly string[]): string[][] {
  const runs: string[][] = [[]];
  names.forEach((name, index) => {
    if (name !== '**') runs.at(-1)?.push(name);
    else if (names[index - 1] !== '**') runs.push([]);
  });
  return runs;
}
