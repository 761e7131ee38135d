/** Splits a line of a YAML file without parsing YAML: spaces, dashes, a word, the rest. Pure. */

export interface LineParts {
  readonly text: string;
  /** Start of the line in the file: an offset in UTF-16 units. */
  readonly start: number;
  /** Blanks, tabs and dashes before the first word. */
  readonly before: string;
  /** Number of leading blanks. */
  readonly indent: number;
  /** True if the line begins with a dash and a blank. */
  readonly isEntry: boolean;
  /** True for nothing, or only a comment. */
  readonly isEmpty: boolean;
  /** The first word if it may be a key, else empty; its column, from 0. */
  readonly key: string;
  readonly column: number;
  /** True if a colon and a blank, or the end of the line, follow the key. */
  readonly hasColon: boolean;
  /** The text after the key, and after the colon of a pair. */
  readonly value: string;
}

/** Splits a text into its lines, and each line into its parts. */
export function readLineParts(text: string): LineParts[] {
  return Array.from(text.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g), ({ 1: line = '', index: start }) => {
    const before = /^[ \t]*(?:-[ \t]+)*/.exec(line)?.[0] ?? '';
    const content = line.slice(before.length);
    const key = /^[A-Za-z_][\w-]*/.exec(content)?.[0] ?? '';
    const afterKey = content.slice(key.length);
    const hasColon = key !== '' && /^\s*:(\s|$)/.test(afterKey);
    return {
      text: line,
      start,
      before,
      indent: /^ */.exec(line)?.[0].length ?? 0,
      isEntry: before.includes('-'),
      isEmpty: content === '' || content.startsWith('#'),
      key,
      column: before.length,
      hasColon,
      value: hasColon ? afterKey.replace(/^\s*:/, '') : afterKey,
    };
  });
}
