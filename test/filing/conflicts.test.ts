import { expect, test } from 'vitest';
import { bench, pgm } from './bench.ts';

const ord100 = pgm('ORD100');
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
    expect([...at.record.exceptions]).toMatchObject([[path, { failed: { outcome: 'rejected' } }]]);
  },
);
