import { expect, test } from 'vitest';
import { describeUnreadable } from '../../src/uses/loose-ends.ts';

const source = '**free\n/copy QCPYSRC,CUST\ndcl-f CUST;\nreturn;\n';

/** Letters, digits and blanks of code page 37. */
function ebcdic(text: string): Buffer {
  // From 0x81 on, with gaps.
  const letters = 'abcdefghi-------jklmnopqr--------stuvwxyz';
  const code = (char: string) => (/[a-z]/.test(char) ? 0x81 + letters.indexOf(char) : 0x40);
  return Buffer.from([...text.toLowerCase()].map(code));
}

test.each<[string, Buffer, string | null]>([
  ['UTF-8', Buffer.from(source), null],
  ['Latin 1', Buffer.from(`${source}// Gr\u00f6\u00dfe \u00e4\u00f6\u00fc\n`, 'latin1'), null],
  ['an empty one', Buffer.alloc(0), null],
  ['one with NULs', Buffer.from(`${source}\0\0\0`), null],
  ['UTF-16', Buffer.from(`\ufeff${source}`, 'utf16le'), 'it is UTF-16'],
  ['UTF-16 without a mark', Buffer.from(source, 'utf16le'), 'it is UTF-16'],
  ['UTF-16, the other way round', Buffer.from(source, 'utf16le').swap16(), 'it is UTF-16'],
  ['EBCDIC', ebcdic(source), 'it is EBCDIC'],
])('%s', (_, bytes, why) => {
  expect(describeUnreadable(bytes)).toBe(why);
});
