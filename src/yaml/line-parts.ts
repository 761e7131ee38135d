/** A line of a YAML file as somebody sees it who reads no YAML: spaces, dashes, a word, the rest. Pure. */

export interface LineParts {
  readonly text: string;
  /** Where the line begins in the file: an offset in UTF-16 units. */
  readonly start: number;
  /** Blanks, tabs and dashes before the first word. */
  readonly before: string;
  /** How many blanks come first. */
  readonly indent: number;
  /** Begins with a dash and a blank. */
  readonly isEntry: boolean;
  /** Nothing, or only a comment. */
  readonly isEmpty: boolean;
  /** The first word where it may be a key, else empty; its column, from 0, and its offset in the file. */
  readonly key: string;
  readonly column: number;
  readonly keyStart: number;
  /** Whether a colon and a blank, or the end of the line, follow it. */
  readonly hasColon: boolean;
  /** What follows the key, and the colon of a pair. */
  readonly value: string;
}

export function linePartsOf(text: string): LineParts[] {
  const lines = text.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g);
  return Array.from(lines, (match) => partsOf(match[1] ?? '', match.index));
}

function partsOf(text: string, start: number): LineParts {
  const before = /^[ \t]*(?:-[ \t]+)*/.exec(text)?.[0] ?? '';
  const rest = text.slice(before.length);
  const key = /^[A-Za-z_][\w-]*/.exec(rest)?.[0] ?? '';
  const behind = rest.slice(key.length);
  const hasColon = key !== '' && /^\s*:(\s|$)/.test(behind);
  return {
    text,
    start,
    before,
    indent: /^ */.exec(text)?.[0].length ?? 0,
    isEntry: before.includes('-'),
    isEmpty: rest === '' || rest.startsWith('#'),
    key,
    column: before.length,
    keyStart: start + before.length,
    hasColon,
    value: hasColon ? behind.replace(/^\s*:/, '') : behind,
  };
}
