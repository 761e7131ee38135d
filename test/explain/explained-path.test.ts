import { expect, test } from 'vitest';
import { toRepositoryPath } from '../../src/explain/explain-path.ts';

const tracked = new Set(['Q/A.RPGLE', 'web/a/index.html', 'a b/c d.PF', 'web/we?ird*.html', 'index.html']);
const inTop = { cwd: '/r', top: '/r', tracked };
const inWeb = { cwd: '/r/web', top: '/r', tracked };

test.each([
  ['Q/A.RPGLE', inTop, 'Q/A.RPGLE'],
  ['Q/A.RPGLE', inWeb, 'Q/A.RPGLE'],
  ['./Q/A.RPGLE', inTop, 'Q/A.RPGLE'],
  ['Q//./A.RPGLE', inTop, 'Q/A.RPGLE'],
  ['a/index.html', inWeb, 'web/a/index.html'],
  ['../Q/A.RPGLE', inWeb, 'Q/A.RPGLE'],
  ['/r/Q/A.RPGLE', inWeb, 'Q/A.RPGLE'],
  ['a b/c d.PF', inTop, 'a b/c d.PF'],
  ['web/we?ird*.html', inTop, 'web/we?ird*.html'],
])('%s is a tracked file', (word, context, path) => {
  expect(toRepositoryPath(word, context)).toBe(path);
});

test.each([
  ['from the top', 'Q/GONE.RPGLE', inWeb, 'Q/GONE.RPGLE'],
  ['from here', './gone.html', inWeb, 'web/gone.html'],
  ['absolute', '/r/Q/GONE.RPGLE', inTop, 'Q/GONE.RPGLE'],
  ['with a leading slash too many', 'Q//GONE.RPGLE', inTop, 'Q/GONE.RPGLE'],
])('a file that is not there (any more): %s', (_, word, context, path) => {
  expect(toRepositoryPath(word, context)).toBe(path);
});

test.each([
  ['web', inTop, 'web is a directory'],
  ['web/', inTop, 'web/ is a directory'],
  ['.', inWeb, '. is a directory'],
  ['a', inWeb, 'a is a directory'],
  ['', inTop, '"" is a directory'],
  ['..', inTop, '.. is outside of the repository'],
  ['../../x', inWeb, '../../x is outside of the repository'],
  ['/etc/passwd', inTop, '/etc/passwd is outside of the repository'],
  ['web/*.html', inTop, 'web/*.html is a pattern, not a path'],
])('%s is no file', (word, context, message) => {
  expect(() => toRepositoryPath(word, context)).toThrow(expect.objectContaining({ code: 'usage', message }));
});
