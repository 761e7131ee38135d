/** Reads from DDS the files that a file is made over, or takes its fields from. */
import { toObjectUse } from './names.ts';
import { isWord, joint, type Keyword, parseKeywords, splitLines, takeColumns, tokenize } from './tokens.ts';
import type { Use } from './use.ts';

const pattern = /([^\s()']+|[()\n])|('[^'\n]*'?)/g;

/** A whole line without one of these names no file. */
const interesting = /ref|[pj]file|format/i;

/** Returns the uses of the files that REF, REFFLD, PFILE, JFILE, FORMAT and REFACCPTH name in DDS, in its order. */
export function listDdsUses(text: string): Use[] {
  return parseKeywords(tokenize(extractKeywordArea(text), pattern))
    .flatMap(selectFileValues)
    .flatMap(({ text, line }) => toObjectUse(text, '*FILE', line))
    .toArray();
}

/** Returns the values that name files: all of PFILE and JFILE, the 1st of REF, FORMAT, REFACCPTH, the 2nd of REFFLD; [] for others. */
function selectFileValues({ name, values }: Keyword): Keyword['values'] {
  const words = values.filter((one) => !isWord(one, '(', ')'));
  if (name === 'PFILE' || name === 'JFILE') return words;
  if (name === 'REF' || name === 'FORMAT' || name === 'REFACCPTH') return words.slice(0, 1);
  return name === 'REFFLD' ? words.slice(1, 2) : [];
}

/** Returns columns 45 to 80 as one text; a `joint` for a continued line's end, a comment, a blank line; lines without a file are empty. */
function extractKeywordArea(text: string): string {
  let mark = '';
  return splitLines(text)
    .map((whole) => {
      const line = takeColumns(whole, 80);
      if (line[6] === '*' || line.trim() === '') return joint;
      const area = line.slice(44).trimEnd();
      const start = mark === '' ? '\n' : joint;
      const words = mark === '+' ? area.trimStart() : area;
      const isWhole = mark === '';
      mark = /[+-]$/.exec(area)?.[0] ?? '';
      if (isWhole && mark === '' && !interesting.test(area)) return start;
      return start + (mark === '' ? words : words.slice(0, -1));
    })
    .join('')
    .slice(1);
}
