import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AttachAs } from '../../src/plan/contents.ts';
import { checkOut, planned, standing } from '../checkout/support.ts';
import { anyInstalled } from '../service/helper.ts';
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
  const tree = Object.fromEntries(Object.entries(contents).map(([name, bytes]) => [`A/${name}.BND`, bytes]));
  const { rows } = await at.push(tree, { concurrency: 8 });
  const held = () => Object.fromEntries(at.inspect().attachments.map(({ filename, sha256: hash }) => [filename, hash]));
  const expected = Object.fromEntries(Object.entries(contents).map(([name, bytes]) => [`${name}.BND`, sha256(bytes)]));
  expect(rows.every(({ outcome }) => outcome === 'created')).toBe(true);
  expect(held()).toEqual(expected);
  const turned = Object.fromEntries(Object.entries(tree).map(([path, bytes]) => [path, Buffer.from(bytes).reverse()]));
  const again = await at.push(turned, { concurrency: 8 });
  const others = Object.entries(tree).filter(([path, bytes]) => !bytes.equals(turned[path] ?? bytes));
  expect(others.length).toBeGreaterThan(6);
  expect(again.rows.map(({ outcome }) => outcome)).toEqual(others.map(() => 'updated'));
  const now = Object.entries(turned).map(([path, bytes]) => [path.slice(2), sha256(bytes)]);
  expect(held()).toEqual(Object.fromEntries(now));
});

test.each(['Däöü 日本.BND', 'with blank.BND'])('the file part is named %j', async (name) => {
  await using at = await bench();
  const { rows, calls } = await at.push({ [`A/${name}`]: 'x' });
  expect(rows).toMatchObject([{ outcome: 'created' }]);
  expect(calls[0]?.file).toMatchObject({ name, filename: name });
  expect(at.inspect().attachments).toMatchObject([{ place: `git A/${name}` }]);
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

test('without gfile the part is named after the file alone, never a path', async () => {
  await using at = await bench();
  const { calls } = await at.push({ 'A/X.BND': 'x' }, { set: ['gfile='] });
  expect(calls[0]?.fields).not.toHaveProperty('gfile');
  expect(calls[0]?.file?.filename).toBe('X.BND');
});

test('--disposition attachment', async () => {
  await using at = await bench();
  const { rows, calls } = await at.push({ 'A/X.BND': 'x' }, { disposition: 'attachment' });
  expect(calls[0]?.file?.disposition).toBe('attachment');
  expect(rows).toMatchObject([{ outcome: 'created' }]);
  expect(at.inspect().attachments).toHaveLength(1);
});

test.each(['copy=*YES', 'rsn=*RECOMPILE'])('no file goes with %s', async (set) => {
  await using at = await bench({ service: anyInstalled });
  const { rows, calls } = await at.push({ 'A/X.BND': 'x' }, { set: [set] });
  expect(rows).toMatchObject([{ outcome: 'created', reason: set.startsWith('rsn') ? '*RECOMPILE' : '*MIGRATE' }]);
  expect(calls.map(({ file }) => file)).toEqual([null]);
});

test.each(['gfile', 'srcn', 'objn'] as const)(
  '--attach-as %s: an update replaces what was filled',
  async (attachAs) => {
    await using at = await bench();
    const set = ['srcn=ONE'];
    await at.push({ 'web/A.css': 'one' }, { attachAs, set });
    const before = at.inspect().attachments.map(({ place }) => place);
    const { rows } = await at.push({ 'web/A.css': 'two' }, { attachAs, set });
    expect(rows).toMatchObject([{ outcome: 'updated', warnings: [] }]);
    const texts = at.service.inspectContent(10001).map(({ bytes }) => Buffer.from(bytes).toString());
    expect(before.length).toBeGreaterThan(0);
    expect(texts.every((text) => text === 'two')).toBe(true);
  },
);
