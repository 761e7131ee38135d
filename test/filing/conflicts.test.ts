import { expect, test } from 'vitest';
import { bench, pgm } from './bench.ts';

const ord100 = pgm('ORD100');
const theirs = { appl: 'ORD', lvl: 50, objn: 'ORD100', objt: '*PGM', attr: 'RPGLE', srcd: 'of LEAD' };

test("somebody else's lock is a conflict that names the request; nothing of theirs is touched", async () => {
  await using at = await bench();
  const held = await at.stranger(theirs);
  const before = at.inspect().requests;
  const { rows, calls } = await at.push({ [ord100]: 'mine', 'A/X.BND': 'mine too' });
  expect(rows.map(({ outcome }) => outcome)).toEqual(['conflict', 'created']);
  expect(rows[0]).toMatchObject({ objectId: held, sev: 30, msg: expect.stringContaining(`request ${held}`) });
  expect(rows[0]?.remedy).toContain('completed or deleted at the service');
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  expect(at.inspect().requests.filter(({ objectId }) => objectId === held)).toEqual(before);
  expect(at.service.inspectContent(held)).toEqual([]);
});

test.each<[string, string, string, string | undefined, string, string]>([
  ['an attribute that nothing gives', 'misc/X.OPEN', 'main', undefined, 'Attribute missing', 'Set attr'],
  ['an unlinked branch', ord100, 'feature/other', undefined, 'feature/other', 'proj: null'],
  ['a user without authority', ord100, 'main', 'demo-viewer-token', 'authori', 'authority to add requests'],
])(
  'refused (%s): rejected, with the words of the service and a remedy',
  async (_, path, branch, token, msg, remedy) => {
    await using at = await bench({ branch, ...(token === undefined ? {} : { token }) });
    const { rows } = await at.push({ [path]: 'x' });
    expect(rows).toMatchObject([{ outcome: 'rejected', sev: 30, objectId: null }]);
    expect(rows[0]?.msg).toContain(msg);
    expect(rows[0]?.remedy).toContain(remedy);
    expect(at.inspect().requests).toEqual([]);
    expect(at.known().unpaid).toMatchObject([{ path, outcome: 'rejected' }]);
  },
);
