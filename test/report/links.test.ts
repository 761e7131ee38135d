import { expect, test } from 'vitest';
import { commitUrl, compareUrl, fileUrl, linksOf } from '../../src/report/links.ts';

const at = (host: 'github' | 'gitlab' | 'local', url: string | null) =>
  linksOf({ host, repository: { name: 'orders', fullName: 'acme/orders', url, defaultBranch: 'main' } });
const oid = 'a'.repeat(40);

test.each([
  ['github', 'https://ghe.example.com/octo/orders', '/blob/', '/commit/', '/compare/'],
  ['gitlab', 'https://gitlab.example.com/group/orders', '/-/blob/', '/-/commit/', '/-/compare/'],
] as const)('%s on a server of its own', (host, url, blob, commit, compare) => {
  const links = at(host, url);
  expect(fileUrl(links, oid, 'a b/x#1.RPGLE')).toBe(`${url}${blob}${oid}/a%20b/x%231.RPGLE`);
  expect(commitUrl(links, oid)).toBe(`${url}${commit}${oid}`);
  expect(compareUrl(links, oid, oid)).toBe(`${url}${compare}${oid}...${oid}`);
});

test('outside CI there are none', () => {
  const links = at('local', null);
  expect([fileUrl(links, oid, 'a'), commitUrl(links, oid), compareUrl(links, oid, oid)]).toEqual([null, null, null]);
});

test('half a surrogate pair and a name of any length do no harm', () => {
  expect(fileUrl(at('github', 'https://x'), oid, 'a\ud800')).toBe(`https://x/blob/${oid}/a%EF%BF%BD`);
  expect(fileUrl(at('github', 'https://x'), oid, 'a'.repeat(5000))).toBeNull();
});
