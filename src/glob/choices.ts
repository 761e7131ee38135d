import { classEnd, GlobError, mostAlternatives } from './parse-pattern.ts';

/** A pair of braces and the texts between its commas; a single option is a capture. */
interface Braces {
  readonly start: number;
  readonly end: number;
  readonly options: readonly string[];
}

/** Returns patterns without choices that together match the same as one with `{a,b}`. @throws GlobError, also over 256 */
export function expandChoices(pattern: string): string[] {
  const choice = findChoice(pattern);
  if (choice === null) return [pattern];
  const before = pattern.slice(0, choice.start);
  const heads = choice.options.flatMap(expandChoices);
  const tails = expandChoices(pattern.slice(choice.end + 1));
  if (heads.length * tails.length > mostAlternatives) {
    throw new GlobError(`choices that make more than ${mostAlternatives} patterns`, 'a list of patterns, or a `*`');
  }
  return heads.flatMap((head) => tails.map((tail) => before + head + tail));
}

/** Finds the first pair of braces with a comma; null: there is none. @throws GlobError for a brace that is never closed */
function findChoice(pattern: string): Braces | null {
  for (let at = 0; at < pattern.length; at += 1) {
    const braces = pattern[at] === '{' ? readBraces(pattern, at) : null;
    if (braces !== null && braces.options.length > 1) return braces;
    at = braces?.end ?? partEnd(pattern, at);
  }
  return null;
}

/** Returns the index of the last character of the part at `at`: an escaped character and a class have several. */
function partEnd(pattern: string, at: number): number {
  if (pattern[at] === '\\') return at + 1;
  return pattern[at] === '[' ? classEnd(pattern, at) : at;
}

/** Reads the braces that open at `start`; braces inside stay text of an option. @throws GlobError if never closed */
function readBraces(pattern: string, start: number): Braces {
  const options: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '{') depth += 1;
    else if (character === ',' && depth === 1) {
      options.push(pattern.slice(from, at));
      from = at + 1;
    } else if (character === '}') {
      depth -= 1;
      if (depth === 0) return { start, end: at, options: [...options, pattern.slice(from, at)] };
    } else at = partEnd(pattern, at);
  }
  throw new GlobError('`{` that is never closed', '`}` at its end, or `\\{` for a plain brace');
}
