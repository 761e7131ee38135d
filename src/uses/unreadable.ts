/** How many bytes are examined. */
const sample = 4096;

/**
 * Returns why a source cannot be read: `it is UTF-16` or `it is EBCDIC`, judged by its first bytes; null: it can, as in
 * any encoding with ASCII. Less than 20 bytes, without a byte order mark, are readable.
 */
export function whyUnreadable(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'it is UTF-16';
  const some = bytes.subarray(0, sample);
  if (some.length < 20) return null;
  const count = (test: (byte: number, at: number) => boolean) => some.filter(test).length;
  // Every other byte of ASCII in UTF-16 is a NUL.
  const nuls = Math.max(...[0, 1].map((half) => count((byte, at) => byte === 0 && at % 2 === half)));
  if (nuls > some.length * 0.4) return 'it is UTF-16';
  // Letters of EBCDIC are beyond ASCII, and its blank is @.
  const letters = count((byte) => byte >= 0x81 && byte <= 0xf9);
  const blanks = count((byte) => byte === 0x40);
  const ascii = count((byte) => byte === 0x20 || (byte >= 0x61 && byte <= 0x7a));
  return blanks > some.length * 0.05 && letters > some.length * 0.3 && ascii < letters ? 'it is EBCDIC' : null;
}
