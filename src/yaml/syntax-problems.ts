import type { YAMLError } from 'yaml';
import type { FileProblem, Lines } from './lines.ts';
import { findSlip, readLineParts } from './slips.ts';

const wordsByCode: Readonly<Record<string, readonly [found: string, right: string]>> = {
  TAB_AS_INDENT: ['tab in the indentation', 'use spaces'],
  MULTIPLE_DOCS: ['a second document (`---`)', 'one document in the file'],
  RESOURCE_EXHAUSTION: ['levels nested too deeply', 'fewer levels'],
  BAD_SCALAR_START: ['a value that begins with a character that YAML keeps for itself', 'quotes around the value'],
  BAD_ALIAS: ['a `*` or `&` without a name', 'quotes around a text that begins with it'],
  MISSING_CHAR: ['a quote, bracket or comma that is missing', 'its pair, or quotes around the value'],
  BAD_INDENT: ['a line that is not indented as its neighbours', 'the same indentation as they have'],
  UNEXPECTED_TOKEN: [
    'text that does not belong there',
    'quotes around the whole of a value that begins with or holds `{`, `[`, `*`, `,` or a quote',
  ],
  BAD_DQ_ESCAPE: [
    'a backslash within double quotes that YAML does not know',
    'single quotes around the value, or two backslashes for one',
  ],
  BLOCK_AS_IMPLICIT_KEY: [
    'a `: ` inside of a value, or a line below it that is indented too far',
    'quotes around a value that holds `: `; keys that belong together indented alike',
  ],
  MULTILINE_IMPLICIT_KEY: ['a line that is no `key: value`', 'a colon and a blank behind the key'],
  KEY_OVER_1024_CHARS: ['a line that is no `key: value`', 'a colon and a blank behind the key'],
  BLOCK_IN_FLOW: ['a list or map of lines inside of brackets', 'all of it in brackets, or none of it'],
  TAG_RESOLVE_FAILED: ['a tag', 'no tag; quotes around a text that begins with `!`'],
};

const unclosed = [
  '`{` or `[` above that is not closed (a ` #` begins a comment)',
  'its pair; quotes around a value that begins with `#`',
] as const;

/** Returns what was found, and what is right, in plain words, for an error of the parser; for an unknown code the parser's own words. */
function describeSyntaxError({ code, message }: YAMLError): readonly [found: string, right: string] {
  if (/^Flow \w+ in block collection/.test(message)) return unclosed;
  const firstLine = message.split('\n', 1)[0]?.replace(/:$/, '') ?? message;
  return wordsByCode[code] ?? [`no valid YAML: ${firstLine}`, 'YAML as in the reference'];
}

/** Most errors whose slips are looked for: the work must not grow with the square of a file's lines. */
const mostErrors = 100;

/** Returns the parser's errors as problems, at most one a line; after a slip (sought in the first 100), which causes others, only slips. */
export function listSyntaxProblems(errors: readonly YAMLError[], text: string, lines: Lines): FileProblem[] {
  const parts = errors.length === 0 ? [] : readLineParts(text);
  const problems: FileProblem[] = [];
  const reportedLines = new Set<number>();
  let hasSlip = false;
  const indexAt = (offset: number) => lines.lineAt(offset) - 1;
  for (const [n, error] of errors.entries()) {
    const { code, message, pos } = error;
    const at = pos[0];
    const number = indexAt(at);
    const line = parts[number];
    const isExamined = line !== undefined && n < mostErrors;
    const slip = isExamined ? findSlip({ code, message, at, text, lines: parts, number, line }) : null;
    if (slip === null && hasSlip) continue;
    const place = slip ?? [Math.min(at, text.length), code === 'MULTIPLE_DOCS' ? 3 : 1, ...describeSyntaxError(error)];
    // The parser reports a slip several times on its line; the first report is enough.
    if (reportedLines.has(number) || reportedLines.has(indexAt(place[0]))) continue;
    reportedLines.add(number).add(indexAt(place[0]));
    hasSlip ||= slip !== null;
    problems.push(lines.problemAt(...place));
  }
  return problems;
}
