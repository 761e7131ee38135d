import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toOldRecordPath, toRecordFolder } from '../../src/ledger/key.ts';
import { deriveSealKeys, hashContent, withSeal } from '../../src/ledger/seal.ts';
import { formatIdentity } from '../../src/plan/identity.ts';
import { git, remote } from '../git/support.ts';
import { adding, checkOut, clone, key, numbersIn, oid, open, pathOf, plantAt, record, started } from './support.ts';

/** A record as version 1 of the tool wrote it, sealed with `demo-token`. */
const text = readFileSync(new URL('version-1.txt', import.meta.url), 'utf8');
const path = toOldRecordPath(key);
const none = '0'.repeat(40);
const keys = deriveSealKeys({ token: 'demo-token' }) ?? expect.fail('no keys');
const sealed = (of: object) => withSeal(`${JSON.stringify(of, null, 1).replace(/\n\}$/, '\n}\n')}`, keys);

test('what it says is settled or owed, and the first write leaves the new record alone', async () => {
  using at = started();
  plantAt(at, { [path]: text, [`${toRecordFolder(path)}/0.json`]: '[]\n' });
  await using ledger = await open(clone(at, 'one'));
  const was = ledger.record() ?? expect.fail('none');
  expect(was.settled).toEqual({ commit: oid('1'), began: none, fork: null });
  const lease = { run: '2-1', id: '2', attempt: 1, instance: 'i', head: oid('4'), until: '2026-11-23T10:00:00.000Z' };
  expect(was.leases).toEqual([lease]);
  const told = [...was.checkOuts.values()].map((one) => {
    const { stands, tried, before } = one;
    const calls = tried.map(({ does, objectId, run }) => [does, objectId, run]);
    return [formatIdentity(one), stands?.objectId ?? null, calls, Object.keys(before).length, one.causes !== undefined];
  });
  expect(told).toEqual([
    ['ORD/50 A *PGM', 1, [['withdraw', 1, '2-1']], 1, false],
    ['ORD/50 B *PGM', 2, [], 0, false],
    ['ORD/50 D *PGM', 4, [], 1, true],
    ['ORD/50 G *PGM', null, [['file', null, '']], 0, false],
  ]);
  expect(was.checkOuts.values().next().value?.stands).toEqual({
    ...{ objectId: 1, reason: '*MIGRATE', path: pathOf('A'), blob: oid('a'), rfp: 77, tkey: '4711-1', user: 'JANE' },
    fields: {
      ...{ appl: 'ORD', lvl: 50, objn: 'A', objt: '*PGM', attr: 'RPGLE', proj: 'CUST', user: 'JANE' },
      ...{ lock: '*YES', rsn: '*MIGRATE' },
    },
    ...{ commit: oid('1'), run: '1-1' },
  });
  expect(
    [...was.exceptions].map(([at, one]) => [at, one.was, one.unknown, one.failed?.outcome, one.failed?.since]),
  ).toEqual([
    [pathOf('E'), null, true, 'rejected', { run: '1-1', actor: 'bob', head: oid('1') }],
    [pathOf('F'), null, undefined, 'unmapped', { run: '', actor: null, head: oid('1') }],
  ]);
  // Another branch knows its numbers meanwhile.
  await using other = await open(clone(at, 'two'), { key: { ...key, branch: 'other' } });
  expect(await other.findClaimsOn([2], true)).toMatchObject([
    { verified: true, record: { branch: 'main', version: 2 } },
  ]);
  expect(await ledger.write(adding(checkOut('NEW', 5)))).toMatchObject({ kind: 'written' });
  expect(git(at.remote, 'ls-tree', '-r', '--name-only', 'refs/notes/check-outs')).not.toContain(toRecordFolder(path));
  await using again = await open(clone(at, 'three'));
  expect(numbersIn(again.record())).toEqual([1, 2, 4, undefined, 5]);
  expect((await again.all()).records).toHaveLength(1);
});

test('one that was kept in parts is read whole, or not at all', async () => {
  using at = started();
  const old = JSON.parse(text);
  const parts = [old.filed.slice(0, 1), old.filed.slice(1)].map((list) => `${JSON.stringify(list)}\n`);
  const open0 = `${JSON.stringify(old.open)}\n`;
  const marks = (of: string[]) => ({ digests: of.map(hashContent), sizes: of.map((one) => Buffer.byteLength(one)) });
  const { seal: _seal, ...rest } = old;
  const head = { ...rest, filed: [], open: [], parts: 2, ...marks(parts), long: { open: marks([open0]) } };
  const files = { '0.json': parts[0], '1.json': parts[1], 'open-0.json': open0 };
  const beside = Object.entries(files).map(([name, of]) => [`${toRecordFolder(path)}/${name}`, of ?? '']);
  plantAt(at, { ...Object.fromEntries(beside), [path]: sealed(head) });
  const dir = clone(at, 'one');
  {
    await using ledger = await open(dir);
    expect(numbersIn(ledger.record())).toEqual([1, 2, 4, undefined]);
    expect(ledger.record()?.exceptions.size).toBe(2);
  }
  plantAt(at, { [`${toRecordFolder(path)}/1.json`]: '[]\n' });
  await expect(open(dir)).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining('a part of it') });
});

test('another secret is as wrong for it as for any other', async () => {
  using at = started();
  plantAt(at, { [path]: text });
  await expect(open(clone(at, 'one'), { secrets: { token: 'other' } })).rejects.toMatchObject({ exitCode: 3 });
});

test('in a ledger that several repositories share it is of the one that has its commit', async () => {
  using at = started();
  const { head } = at;
  using shared = remote();
  using theirs = remote();
  theirs.push(theirs.commit({ 'A.PF': 'x' }), 'main');
  const old = JSON.parse(text);
  const { seal: _seal, ...rest } = old;
  plantAt(shared, { [path]: sealed({ ...rest, head }) });
  const elsewhere = shared.url;
  const other = { ...key, repository: 'acme/other' };
  await using stranger = await open(clone(theirs, 'one'), { elsewhere, key: other });
  expect(stranger.record()).toBeNull();
  await stranger.write(() => record(other));
  await using own = await open(clone(at, 'one'), { elsewhere });
  expect(numbersIn(own.record())).toEqual([1, 2, 4, undefined]);
  expect(git(shared.remote, 'rev-list', '--count', 'refs/notes/check-outs')).toBe('2');
});
