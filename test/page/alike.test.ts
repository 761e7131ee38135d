import { expect, test } from 'vitest';
import { buildLookalikeKey } from '../../src/plan/object-names.ts';

// The browser gets this very file.
const file = '../../src/service/page/browser/alike.js';
const alike = await import(file);

/** What is said of each name, when these are on the page. */
function said(names: readonly string[], objt = '*PGM'): unknown {
  const requests = names.map((objn) => ({ objn, objt }));
  alike.rememberAlikeNames(requests);
  return requests.map(alike.formatAlike);
}

test.each([
  ['ORD100 0RD100', ['looks like 0RD100', 'looks like ORD100']],
  ['ORDI ORD1 ORDl', ['looks like ORD1, ORDl', 'looks like ORDI, ORDl', 'looks like ORD1, ORDI']],
  ['ORD100 ORD200 ORD10', ['', '', '']],
  ['ORD100 ORD100', ['', '']],
])('%s', (names, marks) => {
  expect(said(names.split(' '))).toEqual(marks);
});

test('case makes another object of a path alone', () => {
  expect(said(['ORD', 'ord'])).toEqual(['', '']);
  expect(said(['a.html', 'A.html'], '*IFS')).toEqual(['looks like A.html', 'looks like a.html']);
});

test('the sentence says which character it is', () => {
  const requests = [
    { objn: 'ord1', objt: '*PGM' },
    { objn: 'ORDl', objt: '*PGM' },
  ] as const;
  alike.rememberAlikeNames(requests);
  const sentence = 'The name looks like ORDl (character 4: here digit 1, there small letter l).';
  expect(alike.describeAlike(requests[0])).toBe(sentence);
  alike.rememberAlikeNames([requests[0]]);
  expect(alike.describeAlike(requests[0])).toBe('');
});

test('the page and a plan see names in the same way', () => {
  const names = ['ORD100', '0rdlOO', 'Iil1', 'Ü0', '\uff21\uff10', 'ﬁ1', '$#@_.', ''];
  expect(names.map(alike.toLookalikeKey)).toEqual(names.map(buildLookalikeKey));
});
