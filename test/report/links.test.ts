import { expect, test } from 'vitest';
import { buildCommitUrl, buildCompareUrl, buildFileUrl, buildPageLinks } from '../../src/report/links.ts';

const at = (host: 'github' | 'gitlab' | 'local', url: string | null) =>
  buildPageLinks({ host, repository: { name: 'orders', fullName: 'acme/orders', url, defaultBranch: 'main' } });
const oid = 'a'.repeat(40);

test.each([
  ['github', 'https://ghe.example.com/octo/orders', '/blob/', '/commit/', '/compare/'],
  ['gitlab', 'https://gitlab.example.com/group/orders', '/-/blob/', '/-/commit/', '/-/compare/'],
] as const)('%s on a server of its own', (host, url, blob, commit, compare) => {
  const links = at(host, url);
  expect(buildFileUrl(links, oid, 'a b/x#1.RPGLE')).toBe(`${url}${blob}${oid}/a%20b/x%231.RPGLE`);
  expect(buildCommitUrl(links, oid)).toBe(`${url}${commit}${oid}`);
  expect(buildCompareUrl(links, oid, oid)).toBe(`${url}${compare}${oid}...${oid}`);
});

test('outside CI there are none', () => {
  const links = at('local', null);
  expect([buildFileUrl(links, oid, 'a'), buildCommitUrl(links, oid), buildCompareUrl(links, oid, oid)]).toEqual([
    null,
    null,
    null,
  ]);
});

test('half a surrogate pair and a name of any length do no harm', () => {
  expect(buildFileUrl(at('github', 'https://x'), oid, 'a\ud800')).toBe(`https://x/blob/${oid}/a%EF%BF%BD`);
  expect(buildFileUrl(at('github', 'https://x'), oid, 'a'.repeat(5000))).toBeNull();
});
