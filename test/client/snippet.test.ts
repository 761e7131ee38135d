import { expect, test } from 'vitest';
import { toSnippet } from '../../src/client/answer-text.ts';
import { createSafeText } from '../../src/secrets.ts';

const safe = createSafeText('to"ken/1');

test('a page gives its text, anything else its beginning', () => {
  expect(toSnippet('<html><title>Sign in</title><p>to"ken/1</p></html>', safe)).toBe('Sign in ***');
  expect(toSnippet('plain words', safe)).toBe('plain words');
  expect(toSnippet('', safe)).toBe('');
  expect(toSnippet(`<${'<'.repeat(9_000_000)}`, safe)).toBe('');
});

test('a page is looked at up to a length, which may be within a token', () => {
  const longest = 'secret'.repeat(50);
  expect(toSnippet(`x${longest.repeat(30)}`, createSafeText(longest))).not.toContain('secret');
});
