import { expect, test } from 'vitest';
import { side, type Tree } from '../plan/support.ts';
import { bench, mapping, type PushOptions, pgm } from './bench.ts';

const ord100 = pgm('ORD100');
const [file, lower] = ['ORD100.PGM.RPGLE', 'ord100.pgm.rpgle'];

test.each<[string, before: Tree, now: Tree, sent: object, more?: PushOptions, first?: PushOptions]>([
  ['an edit', { [ord100]: 'one' }, { [ord100]: 'two' }, { objectId: 10001 }],
  [
    'another value in the mapping',
    { [ord100]: 'one' },
    { [ord100]: 'two' },
    { objectId: 10001, srcd: 'Order entry' },
    { set: ['srcd=Order entry', 'csqo=3'] },
    { set: ['srcd=Orders', 'csqo=3'] },
  ],
  ['a move', { [ord100]: 'one' }, { [`A/${lower}`]: 'one' }, { objectId: 10001, gpath: 'A', gfile: lower }],
  ['a move to the root', { [`A/${file}`]: 'one' }, { [file]: 'one' }, { objectId: 10001, gpath: '', gfile: file }],
])('%s updates the request that the branch has, with what changed alone', async (_, before, now, sent, more, first) => {
  await using at = await bench({ mapping: mapping.replace('**/QRPGLESRC', '**') });
  await at.push(before, first);
  const { texts, calls, rows } = await at.push(now, more);
  expect(texts).toEqual(['updated *MIGRATE ORD100 #10001']);
  expect(calls.map(({ method, fields }) => ({ method, fields }))).toEqual([{ method: 'PATCH', fields: sent }]);
  const [content] = Object.values(now);
  const isEdit = content !== 'one';
  expect(calls[0]?.file?.bytes.toString()).toBe(isEdit ? content : undefined);
  expect(rows[0]?.warnings).toEqual([]);
  const { objectId: _objectId, ...stored } = sent as Record<string, unknown>;
  expect(at.inspect().requests).toMatchObject([stored]);
  const held = at.service.inspectContent(10001).map(({ bytes }) => Buffer.from(bytes).toString());
  expect(new Set(held)).toEqual(new Set([content]));
});

test('what stands with this very content makes no call, and is sent again by hand', async () => {
  await using at = await bench();
  const tree = { [ord100]: 'one' };
  await at.push(tree);
  const standing = side(ord100, 'one');
  const changes = [{ before: standing, after: standing }];
  const again = await at.push(tree, { changes });
  expect([again.texts, again.calls]).toEqual([['unchanged *MIGRATE ORD100 #10001'], []]);
  const { texts, calls } = await at.push(tree, { explicit: true, changes });
  expect(texts).toEqual(['updated *MIGRATE ORD100 #10001']);
  expect(calls).toMatchObject([{ method: 'PATCH', file: { bytes: Buffer.from('one') } }]);
});

test('an update that the service stores otherwise is a warning', async () => {
  await using at = await bench();
  await at.push({ 'web/index.html': 'one' });
  const { rows } = await at.push({ 'web/index.html': 'two' }, { set: ['srca=HTML'] });
  expect(rows[0]).toMatchObject({
    outcome: 'updated',
    warnings: [expect.stringContaining('srca not used'), expect.stringContaining('srca: sent "HTML", stored ""')],
  });
});
