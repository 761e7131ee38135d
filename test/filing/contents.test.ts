import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AttachAs } from '../../src/plan/contents.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { checkOut, planned, standing } from '../checkout/support.ts';
import { bench } from './bench.ts';
import { fileOne, lostAnswer, scriptedRun } from './scripted.ts';

const contents: Readonly<Record<string, Buffer>> = {
  CRLF: Buffer.from('a\r\nb\r\n'),
  LONECR: Buffer.from('a\rb\n\r\n\r\n'),
  NUL: Buffer.from([0, 1, 0, 255, 0]),
  BOM: Buffer.from('\ufeff**free'),
  LATIN: Buffer.from('D\xe4\xf6\xfc', 'latin1'),
  EBCDIC: Buffer.from([0xc1, 0x40, 0x15, 0x25, 0x0d, 0x0a]),
  EMPTY: Buffer.alloc(0),
  DASHES: Buffer.from('--\r\n----boundary\r\nContent-Disposition: form-data; name="payload"\r\n\r\n{}\r\n--'),
  LARGE: Buffer.alloc(700_000, 'x\r\n'),
};
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('contents arrive byte for byte, on creates and on updates', async () => {
  await using at = await bench();
  const held = () => Object.fromEntries(at.inspect().attachments.map(({ filename, sha256: hash }) => [filename, hash]));
  const hashes = (files: typeof contents) =>
    Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)]));
  const rows = await at.push(contents, { concurrency: 8 });
  expect(rows.every(({ outcome }) => outcome === 'created')).toBe(true);
  expect(held()).toEqual(hashes(contents));
  const turned = Object.fromEntries(
    Object.entries(contents).map(([name, bytes]) => [name, Buffer.from(bytes).reverse()]),
  );
  const again = await at.push(turned, { concurrency: 8 });
  expect(again.filter(({ outcome }) => outcome === 'updated').length).toBeGreaterThan(6);
  expect(held()).toEqual(hashes(turned));
});

test.each(['Däöü 日本.BND', 'with blank.BND'])('the file part is named %j', async (name) => {
  await using at = await bench();
  expect(await at.push({ [name]: 'x' }, { disposition: 'attachment' })).toMatchObject([{ outcome: 'created' }]);
  expect(at.inspect().attachments).toMatchObject([{ filename: name, place: `git A/${name}` }]);
});

const moved = { objectId: 7, gpath: 'SRC', gfile: 'ORD100.RPGLE' };
test.each<[AttachAs, srcn: string | undefined, string, string, object]>([
  ['gfile', undefined, 'ORD100.RPGLE', 'ORD100.RPGLE', moved],
  ['gfile', 'ONE', 'ORD100.RPGLE', 'ORD100.RPGLE', moved],
  // What a call names of the two, the part has to be named like.
  ['srcn', undefined, 'ORD100', 'ORD100.RPGLE', moved],
  ['srcn', 'ONE', 'ONE', 'ONE', { ...moved, srcn: 'ONE' }],
  ['objn', undefined, 'ORD100', 'ORD100.RPGLE', moved],
  ['objn', 'ONE', 'ORD100', 'ORD100.RPGLE', moved],
])('--attach-as %s, srcn %s: the part is named %s, after a move %s', async (attachAs, srcn, name, again, sent) => {
  const request = planned({ fields: { ...planned().fields, ...(srcn && { srcn }) } });
  const asked = { should: { kind: 'request', request } as const, filing: { run: { ...scriptedRun, attachAs } } };
  expect((await fileOne(asked, lostAnswer)).calls).toMatchObject([{ content: `${name}: content of new` }]);
  const before = (more: object) => checkOut({ stands: standing({ fields: request.fields, ...more }) });
  const edited = await fileOne({ ...asked, known: before({}) }, lostAnswer);
  expect(edited.calls).toEqual([{ method: 'PATCH', fields: { objectId: 7 }, content: `${name}: content of new` }]);
  const other = await fileOne({ ...asked, known: before({ path: 'X/ORD100.RPGLE' }) }, lostAnswer);
  expect(other.calls).toEqual([{ method: 'PATCH', fields: sent, content: `${again}: content of new` }]);
  const unedited = await fileOne({ ...asked, known: before({ path: 'X/ORD100.RPGLE', blob: 'new' }) }, lostAnswer);
  expect(unedited.calls).toEqual([{ method: 'PATCH', fields: moved, content: null }]);
});

test('the part of an update has a name that can be sent', async () => {
  const request = planned({ fields: { ...planned().fields, gfile: 'payload', srcn: 'ONE' } });
  const how = {
    known: checkOut({ stands: standing() }),
    filing: { run: { ...scriptedRun, attachAs: 'objn' as const } },
  };
  const { calls } = await fileOne({ should: { kind: 'request', request }, ...how }, lostAnswer);
  expect(calls).toMatchObject([{ content: 'ONE: content of new' }]);
});

const { gfile: _, ...nameless } = planned().fields;
test.each<[string, Partial<PlannedRequest>, string | null]>([
  ['without gfile: of the file alone', { fields: nameless }, 'ORD100.RPGLE: content of new'],
  ['copy', { fields: { ...planned().fields, copy: '*YES' } }, null],
  ['a reason without content', { reason: '*RECOMPILE' }, null],
])('the part of a create: %s', async (_name, more, content) => {
  const asked = { should: { kind: 'request', request: planned(more) } } as const;
  expect((await fileOne(asked, lostAnswer)).calls).toMatchObject([{ content }]);
});

test.each(['gfile', 'srcn', 'objn'] as const)(
  '--attach-as %s: an update replaces what was filled',
  async (attachAs) => {
    await using at = await bench();
    const web = () => ({ objn: 'A.css', objt: '*IFS', attr: 'WEBF', rpth: '/web', srcn: 'ONE' });
    await at.push({ 'A.css': 'one' }, { attachAs }, web);
    expect(at.inspect().attachments.length).toBeGreaterThan(0);
    expect(await at.push({ 'A.css': 'two' }, { attachAs }, web)).toMatchObject([{ outcome: 'updated', warnings: [] }]);
    const texts = at.service.inspectContent(10001).map(({ bytes }) => Buffer.from(bytes).toString());
    expect(new Set(texts)).toEqual(new Set(['two']));
  },
);
