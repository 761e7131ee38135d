import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeAnswer, toSnippet } from '../../src/client/answer-text.ts';
import { createSafeText } from '../../src/secrets.ts';

const safe = createSafeText('to"ken/1');

test('a page gives its text, anything else its beginning', () => {
  expect(toSnippet('<html><title>Sign in</title><p>to"ken/1</p></html>', safe)).toBe('Sign in ***');
  expect(toSnippet('plain <words>', safe)).toBe('plain <words>');
  expect(toSnippet('', safe)).toBe('');
  expect(toSnippet(`<${'<'.repeat(9_000_000)}`, safe)).toBe('');
});

test('a page is looked at up to a length, which may be within a token', () => {
  const longest = 'secret'.repeat(50);
  expect(toSnippet(`x${longest.repeat(30)}`, createSafeText(longest))).not.toContain('secret');
});

const body = Buffer.from('Objekt für Müller');
test.each<[string, Buffer, string | null]>([
  ['gzip', gzipSync(body), 'gzip'],
  ['gzip that the service does not name', gzipSync(body), null],
  ['deflate', deflateSync(body), 'Deflate'],
  ['brotli', brotliCompressSync(body), 'br'],
  ['none, though it says so', body, 'gzip'],
])('a compressed body is read: %s', (_, bytes, encoding) => {
  expect(decodeAnswer(bytes, null, encoding, 100)).toBe('Objekt für Müller');
});

test('a body that is too long when decompressed, or only begins as one, is read as it came', () => {
  const bytes = gzipSync(Buffer.alloc(1000, 'x'));
  expect(decodeAnswer(bytes, null, 'gzip', 1000)).toBe('x'.repeat(1000));
  expect(decodeAnswer(bytes, null, 'gzip', 999)).toHaveLength(bytes.length);
  expect(decodeAnswer(Buffer.from([0x1f, 0x8c]), null, null, 100)).toBe('\x1fŒ');
});

test.each([
  ['text/plain;charset="Shift_JIS"', [0x92, 0x8d], '注'],
  ['text/plain; x=1;  charset=shift_jis; y=2', [0x92, 0x8d], '注'],
  ['text/plain; charset=shift_jis', [0xc3, 0xbc], 'ü'],
  ['text/plain; charset=nonsense', [0x80, 0xfc], '€ü'],
  ['text/plain; charset=shift_jis', [0xfc, 0xff], 'üÿ'],
])('text that is not UTF-8 is read as it says, or as Windows-1252: %s', (type, bytes, expected) => {
  expect(decodeAnswer(Buffer.from(bytes), type, null, 100)).toBe(expected);
});
