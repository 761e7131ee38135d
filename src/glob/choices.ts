/** Choices of a pattern, `{a,b}`, written out: what remains has captures in braces, and no choice. */

import { classEnd, GlobError, mostAlternatives } from './syntax.ts';

/** A pair of braces and what stands between its commas; a single option is no choice but a capture. */
interface Braces {
  readonly start: number;
  readonly end: number;
  readonly options: readonly string[];
}

/** The patterns that a pattern with choices stands for, in their order. @throws GlobError */
export function expandChoices(pattern: string): string[] {
  const choice = nextChoice(pattern);
  if (choice === null) return [pattern];
  const before = pattern.slice(0, choice.start);
  const heads = choice.options.flatMap(expandChoices);
  const tails = expandChoices(pattern.slice(choice.end + 1));
  if (heads.length * tails.length > mostAlternatives) {
    throw new GlobError(`choices that make more than ${mostAlternatives} patterns`, 'a list of patterns, or a `*`');
  }
  return heads.flatMap((head) => tails.map((tail) => before + head + tail));
}

/** The first pair of braces that holds a comma. */
function nextChoice(pattern: string): Braces | null {
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] !== '{') {
      at = plainEnd(pattern, at);
      continue;
    }
    const braces = readBraces(pattern, at);
    if (braces.options.length > 1) return braces;
    at = braces.end;
  }
  return null;
}

/** Index of the last character of what stands at `at`: an escaped character and a class take several. */
function plainEnd(pattern: string, at: number): number {
  if (pattern[at] === '\\') return at + 1;
  return pattern[at] === '[' ? classEnd(pattern, at) : at;
}

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
    } else at = plainEnd(pattern, at);
  }
  throw new GlobError('`{` that is never closed', '`}` at its end, or `\\{` for a plain brace');
}
