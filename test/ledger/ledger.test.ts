import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordPath } from '../../src/ledger/place.ts';
import type { BranchRecord } from '../../src/ledger/record.ts';
import { git, hashTree, remote } from '../git/support.ts';
import { adding, checkOut, clone, key, keyed, numbersIn, oid, open, plant, record, ref, started } from './support.ts';

test('a ledger that nobody wrote yet has no record and no trouble', async () => {
  const { at } = started();
  using _ = at;
  await using ledger = await open(clone(at, 'one'));
  expect([ledger.record(), ledger.trouble, ledger.verified]).toEqual([null, null, true]);
  expect(git(at.remote, 'for-each-ref', ref)).toBe('');
});

test('what was written is read again, all of it', async () => {
  const { at } = started();
  using _ = at;
  const { stands } = checkOut('A', 1);
  const tried = { ...stands, does: 'file', group: '1-1 ORD', reason: '*MIGRATE', fields: {} } as const;
  const whole = record({
    settled: { commit: oid('1'), began: oid('2'), fork: oid('3') },
    exceptions: new Map([
      ['Däöü\u2028"\\.RPGLE', { was: null, unknown: true }],
      ['\0AAA=', { was: oid('4'), causes: { 'X.RPGLEINC': null } }],
    ]),
    checkOuts: keyed(checkOut('A', 1), { ...checkOut('B', null), stands: null, tried: [tried as never] }),
    leases: [{ run: '1-1', id: '1', attempt: 1, instance: 'i', head: oid('1'), until: '2026-11-23T10:00:00.000Z' }],
  });
  await using one = await open(clone(at, 'one'));
  expect(await one.write(() => whole)).toEqual({ kind: 'written', record: whole });
  await using two = await open(clone(at, 'two'));
  expect(two.record()).toEqual(whole);
});

test('two writers of one record: who comes second looks again, and nothing is lost', async () => {
  const { at } = started();
  using _ = at;
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
  const keys = [
    key,
    { ...key, service: 'https://other.example' },
    { ...key, repository: 'acme/other' },
    { ...key, repo: 'OTHER' },
    { ...key, mapping: 'other.yml' },
    { ...key, branch: 'other' },
    // Parts that run together must not meet.
    { ...key, repo: 'ORDERS.file', mapping: '-checkouts.yml' },
  ];
  expect(new Set(keys.map(recordPath)).size).toBe(keys.length);
});

test('a number is looked up over all branches of its service, as it stands and as it was tried, and at no other service', async () => {
  const { at } = started();
  using _ = at;
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
  const claims = await ledger.claimsOn([10001, 10003, 1], true);
  const told = claims.map((claim) => [claim.record.branch, claim.checkOut.objn, claim.believed]);
  expect(told.sort()).toEqual([
    ['feature/a', 'MINE', true],
    ['feature/b', 'T', true],
  ]);
  expect(await ledger.claimsOn([10002, 1000], true)).toEqual([]);
  expect(
    (await ledger.holdersOf([checkOut('MINE', 0), checkOut('NOBODYS', 0)])).map((one) => one.checkOut.objn),
  ).toEqual(['MINE']);
  expect((await ledger.all()).records.map(({ record: { branch } }) => branch)).toEqual(['feature/a', 'feature/b']);
  await using whole = await open(dir, { isWhole: true });
  const { records, damaged } = await whole.all();
  expect(records.map((one) => [one.record.service, one.record.branch, one.verified])).toEqual([
    ['https://other.example', 'main', true],
    ['https://s.example', 'feature/a', true],
    ['https://s.example', 'feature/b', true],
  ]);
  expect(damaged).toEqual([expect.stringMatching(/^check-outs\/.*\.json: it is not JSON$/)]);
});

test('what is taken over leaves the record of the other branch in the same commit', async () => {
  const { at } = started();
  using _ = at;
  const feature = { ...key, branch: 'feature' };
  await using theirs = await open(clone(at, 'theirs'), { key: feature });
  await theirs.write(() => ({
    ...record(feature),
    checkOuts: keyed(checkOut('A', 1), checkOut('B', 2)),
  }));
  await using mine = await open(clone(at, 'mine'));
  const [claim] = await mine.claimsOn([1], true);
  expect(claim?.record.branch).toBe('feature');
  const change = (newest: BranchRecord | null) => newest && { ...newest, checkOuts: keyed(checkOut('B', 2)) };
  const without = { key: feature, of: [checkOut('A', 1)], change };
  await mine.write(adding(checkOut('A', 1)), { others: [without] });
  expect(git(at.remote, 'rev-list', '--count', ref)).toBe('2');
  await using again = await open(clone(at, 'again'), { key: feature });
  expect(numbersIn(again.record())).toEqual([2]);
});

test('a change to null writes nothing', async () => {
  const { at } = started();
  using _ = at;
  await using ledger = await open(clone(at, 'one'));
  expect(await ledger.write(() => null)).toEqual({ kind: 'nothing' });
  expect(git(at.remote, 'for-each-ref', ref)).toBe('');
});

test('a note is shown by Git alone, beside its commit, and later records leave it there', async () => {
  const { at, head } = started();
  using _ = at;
  await using ledger = await open(clone(at, 'one'));
  const text = 'Run: 4711-1\ncreated *MIGRATE ORD/50 ORD100 *PGM #10001 Däöü.RPGLE';
  await ledger.write(adding(checkOut('ORD100', 10001)), { note: { commit: head, text } });
  const second = at.commit({ 'QRPGLESRC/ORD100.PGM.RPGLE': 'two\n' }, 'second');
  at.push(second, 'main');
  await using next = await open(clone(at, 'two'));
  await next.write(adding(checkOut('ORD200', 10002)), { note: { commit: second, text: 'Run: 4712-1' } });
  await using third = await open(clone(at, 'three'));
  await third.write(adding(checkOut('ORD300', 10003)), { note: { commit: second, text: 'Run: 4713-1' } });
  expect(await third.notes([second, head, oid('9')])).toEqual(
    new Map([
      [second, 'Run: 4712-1\n\nRun: 4713-1'],
      [head, text],
    ]),
  );
  const reader = clone(at, 'reader');
  git(reader, 'fetch', '--quiet', 'origin', `${ref}:${ref}`);
  const log = git(reader, 'log', '--notes=check-outs', '--format=%s%n%N');
  expect(log.split('\n').filter((line) => line !== '')).toEqual([
    ...['second', 'Run: 4712-1', 'Run: 4713-1', 'first'],
    ...text.split('\n'),
  ]);
});

test("the user's checkout is byte-identical after reading and writing", async () => {
  const { at, head } = started();
  using _ = at;
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

test('a record that is damaged between reading and writing is not written over: the reason is told', async () => {
  const { at } = started();
  using _ = at;
  await using ledger = await open(clone(at, 'one'));
  plant(at, 'not json');
  const tip = git(at.remote, 'rev-parse', ref);
  const written = await ledger.write(adding(checkOut('A', 1)));
  expect(written).toEqual({ kind: 'refused', why: expect.stringContaining('is not believed') });
  expect(git(at.remote, 'rev-parse', ref)).toBe(tip);
});

test('a remote that refuses the push: the reason in words, nothing written', async () => {
  const { at } = started();
  using _ = at;
  mkdirSync(join(at.remote, 'hooks'), { recursive: true });
  const hook = join(at.remote, 'hooks', 'pre-receive');
  writeFileSync(hook, '#!/bin/sh\necho "deploy keys are read-only here" >&2\nexit 1\n');
  chmodSync(hook, 0o755);
  await using ledger = await open(clone(at, 'one'));
  expect(ledger.trouble).toBeNull();
  expect(await ledger.write(adding(checkOut('A', 1)))).toEqual({
    kind: 'refused',
    why: expect.stringMatching(/pre-receive hook declined|read-only/),
  });
  expect(git(at.remote, 'for-each-ref', ref)).toBe('');
});

test('a push that would push submodules alone pushes the ledger', async () => {
  const { at } = started();
  using _ = at;
  const dir = clone(at, 'one');
  git(dir, 'config', 'push.recurseSubmodules', 'only');
  await using ledger = await open(dir, { mode: 'require' });
  expect(await ledger.write(adding(checkOut('A', 1)))).toMatchObject({ kind: 'written' });
  expect(git(at.remote, 'for-each-ref', ref)).not.toBe('');
});

test('a remote that is gone: trouble under auto, a Problem with a remedy under require', async () => {
  const { at } = started();
  using _ = at;
  const dir = clone(at, 'one');
  await using before = await open(dir);
  rmSync(at.remote, { recursive: true });
  expect(await before.write(adding(checkOut('A', 1)))).toEqual({ kind: 'refused', why: expect.stringMatching(/\w/) });
  await using ledger = await open(dir);
  expect([ledger.record(), ledger.trouble]).toEqual([null, expect.stringMatching(/\w/)]);
  expect(await ledger.write(adding(checkOut('A', 1)))).toEqual({ kind: 'refused', why: ledger.trouble });
  await expect(open(dir, { mode: 'require' })).rejects.toMatchObject({
    ...{ code: 'ledger', exitCode: 3, remedy: expect.stringContaining('--ledger auto') },
  });
});

test('a repository without a remote, and a ledger that is off', async () => {
  const { at } = started();
  using _ = at;
  const dir = clone(at, 'one');
  await using off = await open(dir, { mode: 'off' });
  expect(await off.write(adding(checkOut('A', 1)))).toMatchObject({ kind: 'refused' });
  git(dir, 'remote', 'remove', 'origin');
  await using ledger = await open(dir);
  expect(ledger.trouble).toContain('no remote');
  await expect(open(dir, { mode: 'require' })).rejects.toMatchObject({ code: 'ledger' });
  expect(git(at.remote, 'for-each-ref', ref)).toBe('');
});

test('two repositories with one ID, branch and token in one ledger: each has its own record, and knows the other’s numbers', async () => {
  const [one, two] = [started(), started()];
  using _one = one.at;
  using _two = two.at;
  using shared = remote();
  const elsewhere = shared.url;
  const theirs = { ...key, repository: 'acme/other' };
  await using first = await open(clone(one.at, 'a'), { elsewhere });
  await first.write(adding(checkOut('A', 1)));
  await using second = await open(clone(two.at, 'b'), { elsewhere, key: theirs });
  expect(second.record()).toBeNull();
  expect(await second.claimsOn([1], true)).toMatchObject([{ believed: true, record: { repository: 'acme/orders' } }]);
  await second.write(() => record({ ...theirs, checkOuts: adding(checkOut('A', 2))(null)?.checkOuts ?? new Map() }));
  await using again = await open(clone(one.at, 'c'), { elsewhere });
  expect(numbersIn(again.record())).toEqual([1]);
  expect((await again.claimsOn([2], true)).map((claim) => claim.record.repository)).toEqual(['acme/other']);
  for (const { at } of [one, two]) expect(git(at.remote, 'for-each-ref', ref)).toBe('');
});
