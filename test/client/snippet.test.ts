import { expect, test } from 'vitest';
import { snippetOf } from '../../src/client/snippet.ts';
import { safeTextFor } from '../../src/secrets.ts';

const safe = safeTextFor('to"ken/1');

test('a page gives its text, anything else its beginning', () => {
  expect(snippetOf('<html><title>Sign in</title><p>to"ken/1</p></html>', safe)).toBe('Sign in ***');
  expect(snippetOf('plain words', safe)).toBe('plain words');
  expect(snippetOf('', safe)).toBe('');
  expect(snippetOf(`<${'<'.repeat(9_000_000)}`, safe)).toBe('');
});

test('a page is looked at up to a length, which may be within a token', () => {
  const longest = 'secret'.repeat(50);
  expect(snippetOf(`x${longest.repeat(30)}`, safeTextFor(longest))).not.toContain('secret');
});
