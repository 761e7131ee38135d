import { expect, test } from 'vitest';
import { side } from '../plan/support.ts';
import { bench, pgm } from './bench.ts';

const ord100 = pgm('ORD100');

test('a new file is created with its Git link and content, and the service holds it', async () => {
  await using at = await bench();
  const { rows, calls } = await at.push({ [ord100]: '**free\r\n' });
  expect(rows).toEqual([
    expect.objectContaining({ outcome: 'created', sev: 10, msg: 'Request created', objectId: 10001, vref: '4711-1.1' }),
  ]);
  expect(calls).toEqual([
    {
      method: 'POST',
      fields: {
        appl: 'ORD',
        lvl: 50,
        objn: 'ORD100',
        objt: '*PGM',
        attr: 'RPGLE',
        repo: 'ORDERS',
        gpath: 'QRPGLESRC',
        gfile: 'ORD100.PGM.RPGLE',
        branch: 'main',
        proj: '*BRANCH',
        arfp: '*NO',
        vref: '4711-1.1',
      },
      file: {
        disposition: 'form-data',
        name: 'ORD100.PGM.RPGLE',
        filename: 'ORD100.PGM.RPGLE',
        bytes: Buffer.from('**free\r\n'),
      },
    },
  ]);
  expect(at.inspect().requests).toMatchObject([
    { objectId: 10001, objn: 'ORD100', rsn: '*MIGRATE', lock: '*YES', branch: 'main', proj: 'CUST', user: 'DEMO' },
  ]);
});

test('an edited file updates the request that the branch has, with nothing but the content', async () => {
  await using at = await bench();
  await at.push({ [ord100]: 'one' });
  const { texts, calls } = await at.push({ [ord100]: 'two' });
  expect(texts).toEqual(['updated *MIGRATE ORD100 #10001']);
  expect(calls).toMatchObject([{ method: 'PATCH', fields: { objectId: 10001 }, file: { bytes: Buffer.from('two') } }]);
  expect(Object.keys(calls[0]?.fields ?? {})).toEqual(['objectId']);
  const held = at.service.inspectContent(10001).map(({ bytes }) => Buffer.from(bytes).toString());
  expect(new Set(held)).toEqual(new Set(['two']));
});

test('what changed in the mapping goes along, and only that', async () => {
  await using at = await bench();
  await at.push({ [ord100]: 'one' }, { set: ['srcd=Orders', 'csqo=3'] });
  const { rows, calls } = await at.push({ [ord100]: 'two' }, { set: ['srcd=Order entry', 'csqo=3'] });
  expect(calls.map(({ fields }) => fields)).toEqual([{ objectId: 10001, srcd: 'Order entry' }]);
  expect(rows[0]?.warnings).toEqual([]);
  expect(at.inspect().requests).toMatchObject([{ srcd: 'Order entry', csqo: 3 }]);
});

test('what stands at the service with this very content, path and reason is unchanged: no call', async () => {
  await using at = await bench();
  const tree = { [ord100]: 'one' };
  await at.push(tree);
  const { texts, calls } = await at.push(tree, { changes: [{ before: null, after: side(ord100, 'one') }] });
  expect(texts).toEqual(['unchanged *MIGRATE ORD100 #10001']);
  expect(calls).toEqual([]);
});

test('a refile by hand sends the content again, and the head stays', async () => {
  await using at = await bench();
  const tree = { [ord100]: 'one' };
  await at.push(tree);
  const head = at.record.settled.commit;
  const standing = side(ord100, 'one');
  const { texts, calls } = await at.push(tree, { explicit: true, changes: [{ before: standing, after: standing }] });
  expect(texts).toEqual(['updated *MIGRATE ORD100 #10001']);
  expect(calls).toMatchObject([{ method: 'PATCH', file: { bytes: Buffer.from('one') } }]);
  expect(at.record.settled.commit).toBe(head);
});

test('a deleted file becomes a *DELETE request without a file', async () => {
  await using at = await bench({ before: { [ord100]: 'one' } });
  const { texts, calls } = await at.push({});
  expect(texts).toEqual(['created *DELETE ORD100 #10001']);
  expect(calls).toMatchObject([{ method: 'POST', fields: { rsn: '*DELETE', gfile: 'ORD100.PGM.RPGLE' }, file: null }]);
  expect(at.inspect().requests).toMatchObject([{ rsn: '*DELETE', lock: '*YES' }]);
});

test('a moved file updates gpath and gfile of its request, without the content that stayed', async () => {
  await using at = await bench();
  await at.push({ [ord100]: 'one' });
  const { texts, calls } = await at.push({ 'app/QRPGLESRC/ord100.pgm.rpgle': 'one' });
  expect(texts).toEqual(['updated *MIGRATE ORD100 #10001']);
  expect(calls).toEqual([
    { method: 'PATCH', fields: { objectId: 10001, gpath: 'app/QRPGLESRC', gfile: 'ord100.pgm.rpgle' }, file: null },
  ]);
  expect(at.inspect().requests).toMatchObject([{ gpath: 'app/QRPGLESRC', gfile: 'ord100.pgm.rpgle' }]);
});

test('a move to the root sends an empty gpath, which the service stores', async () => {
  await using at = await bench();
  await at.push({ 'A/X.BND': 'one' });
  const { texts } = await at.push({ 'X.BND': 'one' });
  expect(texts).toEqual(['updated *MIGRATE X #10001']);
  expect(at.inspect().requests).toMatchObject([{ gpath: '', gfile: 'X.BND' }]);
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
