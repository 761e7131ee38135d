import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { side } from '../plan/support.ts';
import { anyInstalled } from '../service/helper.ts';
import { bench } from './bench.ts';

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

test.each<['gfile' | 'srcn' | 'objn', string[], string]>([
  ['gfile', [], 'X-text.BND'],
  ['srcn', [], 'X'],
  ['srcn', ['srcn=MEMBER'], 'MEMBER'],
  ['objn', ['srcn=MEMBER'], 'X'],
])('--attach-as %s with %j names the part %s', async (attachAs, set, name) => {
  await using at = await bench();
  const { calls } = await at.push({ 'A/X-text.BND': 'x' }, { attachAs, set });
  expect(calls[0]?.file?.name).toBe(name);
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

test.each([
  ['srcn', ['srcn=ONE'], 'A/X.BND', 'ONE', { objectId: 10001 }],
  ['srcn', [], 'A/X.BND', 'X', { objectId: 10001 }],
  ['objn', [], 'A/X.BND', 'X', { objectId: 10001 }],
  ['objn', ['srcn=ONE'], 'A/X.BND', 'X', { objectId: 10001 }],
  // What a call names of the two, the part has to be named like.
  ['srcn', ['srcn=ONE'], 'B/X.BND', 'ONE', { objectId: 10001, srcn: 'ONE', gpath: 'B', gfile: 'X.BND' }],
  ['srcn', [], 'B/X.BND', 'X.BND', { objectId: 10001, gpath: 'B', gfile: 'X.BND' }],
  ['objn', ['srcn=ONE'], 'B/X.BND', 'X.BND', { objectId: 10001, gpath: 'B', gfile: 'X.BND' }],
] as const)(
  '--attach-as %s with %j: an update from %s names its part %s',
  async (attachAs, set, path, name, fields) => {
    await using at = await bench();
    await at.push({ 'A/X.BND': 'one' }, { attachAs, set });
    const changes = [{ before: side('A/X.BND', 'one'), after: side(path, 'two') }];
    const { rows, calls } = await at.push({ [path]: 'two' }, { attachAs, set, changes });
    expect(calls.map((call) => [call.file?.name, call.fields])).toEqual([[name, fields]]);
    expect(rows).toMatchObject([{ outcome: 'updated', warnings: [] }]);
    const texts = at.service.inspectContent(10001).map(({ bytes }) => Buffer.from(bytes).toString());
    expect(texts).toContain('two');
  },
);

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
