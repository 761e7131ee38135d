import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toRecordPath } from '../../src/ledger/key.ts';
import { git, hashTree } from '../git/support.ts';
import { adding, checkOut, clone, key, keyed, numbersIn, oid, open, plant, record, ref, started } from './support.ts';

test('a ledger that nobody wrote yet has no record and no trouble', async () => {
  using at = started();
  await using ledger = await open(clone(at, 'one'));
  expect([ledger.record(), ledger.trouble, ledger.verified]).toEqual([null, null, true]);
  expect(git(at.remote, 'for-each-ref', ref)).toBe('');
});

test('what was written is read again, all of it', async () => {
  using at = started();
  const { stands } = checkOut('A', 1);
  const tried = { ...stands, does: 'file', group: '1-1 ORD', reason: '*MIGRATE', fields: {} } as const;
  const odd = { 'Däöü\u2028"\\.RPGLE': { was: null, unknown: true } } as const;
  const exceptions = { ...odd, '\0AAA=': { was: oid('4'), causes: { 'X.RPGLEINC': null } } };
  const whole = record({
    settled: { commit: oid('1'), began: oid('2'), fork: oid('3') },
    exceptions: new Map(Object.entries(exceptions)),
    checkOuts: keyed(checkOut('A', 1), { ...checkOut('B', null), stands: null, tried: [tried as never] }),
    leases: [{ run: '1-1', id: '1', attempt: 1, instance: 'i', head: oid('1'), until: '2026-11-23T10:00:00.000Z' }],
  });
  await using one = await open(clone(at, 'one'));
  expect(await one.write(() => whole)).toEqual({ kind: 'written' });
  await using two = await open(clone(at, 'two'));
  expect(two.record()).toEqual(whole);
});

test('two writers of one record: who comes second looks again, and nothing is lost', async () => {
  using at = started();
  await using one = await open(clone(at, 'one'));
  await using two = await open(clone(at, 'two'));
  const seen: number[] = [];
  expect(await one.write(adding(checkOut('ONE', 1)))).toMatchObject({ kind: 'written' });
  const late = await two.write((newest) => {
    seen.push(newest?.checkOuts.size ?? -1);
    return adding(checkOut('TWO', 2))(newest);
  });
  expect([late.kind, seen]).toEqual(['written', [-1, 1]]);
  await using last = await open(clone(at, 'last'));
  expect(numbersIn(last.record())).toEqual([1, 2]);
});

test('each service, repository, ID, mapping file and branch has a record of its own', () => {
  // The last: parts that run together must not meet.
  const keys = [
    key,
    { ...key, service: 'https://other.example' },
    { ...key, repository: 'acme/other' },
    { ...key, repo: 'OTHER' },
    { ...key, mapping: 'other.yml' },
    { ...key, branch: 'other' },
    { ...key, repo: 'ORDERS.file', mapping: '-checkouts.yml' },
  ];
  expect(new Set(keys.map(toRecordPath)).size).toBe(keys.length);
});

test('a number is looked up over all branches of its service, as it stands and as it was tried, and at no other service', async () => {
  using at = started();
  const dir = clone(at, 'one');
  const { stands } = checkOut('T', 10003);
  const tried = { ...checkOut('T', null), stands: null, tried: [{ ...stands, does: 'file', group: null } as never] };
  for (const [of, one] of [
    [{ ...key, branch: 'feature/a' }, checkOut('MINE', 10001)],
    [{ ...key, branch: 'feature/b' }, tried],
    [{ ...key, service: 'https://other.example' }, checkOut('THEIRS', 10001)],
  ] as const) {
    await using ledger = await open(dir, { key: of });
    expect(ledger.record()).toBeNull();
    await ledger.write(() => record({ ...of, checkOuts: keyed(one) }));
  }
  plant(at, 'not json', { ...key, branch: 'broken' });
  await using ledger = await open(dir);
  const claims = await ledger.findClaimsOn([10001, 10003, 1], true);
  const told = claims.map((claim) => `${claim.record.branch} ${claim.checkOut.objn} ${claim.verified}`);
  expect(told.sort()).toEqual(['feature/a MINE true', 'feature/b T true']);
  expect(await ledger.findClaimsOn([10002, 1000], true)).toEqual([]);
  const holders = await ledger.findHolders([checkOut('MINE', 0), checkOut('NOBODYS', 0)]);
  expect(holders.map((one) => one.checkOut.objn)).toEqual(['MINE']);
  expect((await ledger.all()).records.map(({ record: { branch } }) => branch)).toEqual(['feature/a', 'feature/b']);
  await using whole = await open(dir, { isWhole: true });
  const { records, damaged } = await whole.all();
  expect(records.map((one) => `${one.record.service} ${one.record.branch} ${one.verified}`)).toEqual([
    'https://other.example main true',
    ...['https://s.example feature/a true', 'https://s.example feature/b true'],
  ]);
  expect(damaged).toEqual([expect.stringMatching(/^check-outs\/.*\.json: it is not JSON$/)]);
});

test('a change to null writes nothing', async () => {
  using at = started();
  await using ledger = await open(clone(at, 'one'));
  expect(await ledger.write(() => null)).toEqual({ kind: 'nothing' });
  expect(git(at.remote, 'for-each-ref', ref)).toBe('');
});

test("the user's checkout is byte-identical after reading and writing", async () => {
  using at = started();
  const { head } = at;
  const dir = clone(at, 'one', '--depth=1');
  writeFileSync(join(dir, 'dirty.txt'), 'not committed');
  const before = hashTree(dir);
  await using other = await open(clone(at, 'two'));
  {
    await using ledger = await open(dir);
    await other.write(adding(checkOut('OTHER', 1)));
    const written = await ledger.write(adding(checkOut('ORD100', 2)), { note: { commit: head, text: 'Run: 1-1' } });
    expect(written.kind).toBe('written');
  }
  expect(hashTree(dir)).toBe(before);
});

test('a remote that refuses the push: the reason in words, nothing written', async () => {
  using at = started();
  mkdirSync(join(at.remote, 'hooks'), { recursive: true });
  const hook = join(at.remote, 'hooks', 'pre-receive');
  writeFileSync(hook, '#!/bin/sh\necho "deploy keys are read-only here" >&2\nexit 1\n');
  chmodSync(hook, 0o755);
  await using ledger = await open(clone(at, 'one'));
  expect(ledger.trouble).toBeNull();
  const why = expect.stringMatching(/pre-receive hook declined|read-only/);
  expect(await ledger.write(adding(checkOut('A', 1)))).toEqual({ kind: 'refused', why });
  expect(git(at.remote, 'for-each-ref', ref)).toBe('');
});
