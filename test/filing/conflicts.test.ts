import { expect, test } from 'vitest';
import { bench } from './bench.ts';

test.each<[string, object, string | undefined, string, string]>([
  ['an attribute that nothing gives', { attr: undefined, objt: undefined }, undefined, 'Attribute missing', 'Set attr'],
  ['an unlinked branch', { branch: 'feature/other' }, undefined, 'feature/other', 'proj: null'],
  ['a user without authority', {}, 'demo-viewer-token', 'authori', 'authority to add requests'],
])('refused (%s): rejected, with the words of the service and a remedy', async (_, more, token, msg, remedy) => {
  await using at = await bench(token === undefined ? {} : { token });
  const [row] = await at.push({ 'X.BND': 'x' }, {}, () => more);
  expect(row).toMatchObject({ outcome: 'rejected', sev: 30, objectId: null });
  expect([row?.msg, row?.remedy]).toEqual([expect.stringContaining(msg), expect.stringContaining(remedy)]);
  expect(at.inspect().requests).toEqual([]);
});
