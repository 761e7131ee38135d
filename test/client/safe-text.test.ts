import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeTextFor, snippetOf } from '../../src/client/safe-text.ts';

describe('safe text', () => {
  const safe = safeTextFor('to"ken/1');

  test('the token is masked as it is, in JSON and in a URL', () => {
    expect(safe('a to"ken/1 b to\\"ken/1 c to%22ken%2F1')).toBe('a *** b *** c ***');
  });

  test('one printable line', () => {
    expect(safe('a\r\nb\x1b[31m\u2028c\u202ed\t\te ')).toBe('a b [31m c d e');
  });

  test('short, and no character cut in two', () => {
    expect(safe('x'.repeat(500))).toBe(`${'x'.repeat(199)}…`);
    expect(safe('😀'.repeat(100), 4)).toBe('😀…');
    expect(safe('abcd', 4)).toBe('abcd');
  });

  test('whatever comes: printable, within the limit, without the token', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\x1b', '\u2028', '😀', 'to', '"', 'ken/1'), maxLength: 50 }),
        fc.nat({ max: 30 }),
        (text, at) => {
          const shown = safe(`${text.slice(0, at)}to"ken/1${text.slice(at)}`, 20);
          expect(shown).not.toContain('to"ken/1');
          expect(shown.length).toBeLessThanOrEqual(20);
          expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        },
      ),
    );
  });

  test('a page gives its text, anything else its beginning', () => {
    expect(snippetOf('<html><title>Sign in</title><p>to"ken/1</p></html>', safe)).toBe('Sign in ***');
    expect(snippetOf('plain words', safe)).toBe('plain words');
    expect(snippetOf('', safe)).toBe('');
    expect(snippetOf(`<${'<'.repeat(9_000_000)}`, safe)).toBe('');
  });
});
