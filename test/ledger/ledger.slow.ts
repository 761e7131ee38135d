import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BranchRecord } from '../../src/ledger/record.ts';
import { git, remote, runEnv } from '../git/support.ts';
import { adding, checkOut, clone, key, keyed, numbersIn, oid, open, plant, record, ref, started } from './support.ts';

test('what one clone writes, another one reads, in any kind of clone', async () => {
  using at = started();
  const { head } = at;
  await using first = await open(clone(at, 'one'));
  const settled = { commit: head, began: head, fork: null };
  const written = record({ settled, checkOuts: keyed(checkOut('ORD100', 10001)) });
  expect(await first.write(() => written)).toEqual({ kind: 'written' });
  for (const [n, how] of [[], ['--depth=1'], ['--filter=blob:none'], ['--bare']].entries()) {
    await using again = await open(clone(at, `clone${n}`, ...how), { mode: 'require' });
    expect([how, again.record(), again.trouble]).toEqual([how, written, null]);
  }
});

test('a depth-1 clone writes too, on top of what is there', async () => {
  using at = started();
  for (const [n, name] of ['one', 'two', 'three'].entries()) {
    await using ledger = await open(clone(at, name, '--depth=1'));
    expect(await ledger.write(adding(checkOut(`P${n}`, n + 1)))).toMatchObject({ kind: 'written' });
  }
  await using last = await open(clone(at, 'last'));
  expect(numbersIn(last.record())).toEqual([1, 2, 3]);
  expect(git(at.remote, 'rev-list', '--count', ref)).toBe('3');
});

test('writers at the same time, of two branches each: every record is there, and every commit a fast-forward', async () => {
  using at = started();
  const of = (n: number) => ({ key: { ...key, branch: `b${n % 2}` } });
  const ledgers = await Promise.all([0, 1, 2, 3].map((n) => open(clone(at, `c${n}`), of(n))));
  const ends = await Promise.all(
    ledgers.map((ledger, n) =>
      ledger.write((newest) => adding(checkOut(`P${n}`, n + 1))(newest ?? record({ branch: `b${n % 2}` }))),
    ),
  );
  await Promise.all(ledgers.map((ledger) => ledger[Symbol.asyncDispose]()));
  expect(ends.map(({ kind }) => kind)).toEqual(Array(4).fill('written'));
  const dir = clone(at, 'last');
  for (const n of [0, 1]) {
    await using last = await open(dir, of(n));
    expect(numbersIn(last.record()).toSorted()).toEqual([n + 1, n + 3]);
  }
  expect(git(at.remote, 'rev-list', '--count', ref)).toBe('4');
});

test('a lock that was left behind at the remote is no other writer: Git says what is in the way', async () => {
  using at = started();
  await using ledger = await open(clone(at, 'one'));
  mkdirSync(join(at.remote, 'refs/notes'), { recursive: true });
  writeFileSync(join(at.remote, `${ref}.lock`), '');
  const why = expect.stringMatching(/cannot lock ref .*check-outs/);
  expect(await ledger.write(adding(checkOut('A', 1)))).toEqual({ kind: 'refused', why });
});

test.each([
  ['push.recurseSubmodules', 'only'],
  ['push.gpgSign', 'true'],
  ['push.pushOption', 'ci.skip'],
  ['push.followTags', 'true'],
  ['push.default', 'nothing'],
])('what a person has set for pushes of their own keeps nothing from being written: %s=%s', async (name, value) => {
  using at = started();
  const dir = clone(at, 'one');
  git(dir, 'tag', '-a', '-m', 'x', 'v1', 'HEAD');
  git(dir, 'config', name, value);
  const config = join(at.root, 'theirs');
  writeFileSync(config, '');
  git(dir, 'config', '--file', config, name, value);
  await using ledger = await open(dir, { mode: 'require', env: { ...runEnv, GIT_CONFIG_GLOBAL: config } });
  expect(await ledger.write(adding(checkOut('A', 1)))).toMatchObject({ kind: 'written' });
  expect(git(at.remote, 'for-each-ref', ref)).not.toBe('');
  expect(git(at.remote, 'for-each-ref', 'refs/tags')).toBe('');
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
  expect(await second.findClaimsOn([1], true)).toMatchObject([
    { verified: true, record: { repository: 'acme/orders' } },
  ]);
  await second.write(() => record({ ...theirs, checkOuts: adding(checkOut('A', 2))(null)?.checkOuts ?? new Map() }));
  await using again = await open(clone(one.at, 'c'), { elsewhere });
  expect(numbersIn(again.record())).toEqual([1]);
  expect((await again.findClaimsOn([2], true)).map((claim) => claim.record.repository)).toEqual(['acme/other']);
  for (const { at } of [one, two]) expect(git(at.remote, 'for-each-ref', ref)).toBe('');
});

test('what is taken over leaves the record of the other branch in the same commit, which is looked at first', async () => {
  using at = started();
  const feature = { ...key, branch: 'feature' };
  await using theirs = await open(clone(at, 'theirs'), { key: feature });
  await theirs.write(() => ({ ...record(feature), checkOuts: keyed(checkOut('A', 1), checkOut('B', 2)) }));
  await using mine = await open(clone(at, 'mine'));
  const [claim] = await mine.findClaimsOn([1], true);
  expect(claim?.record.branch).toBe('feature');
  const change = (newest: BranchRecord | null) => newest && { ...newest, checkOuts: keyed(checkOut('B', 2)) };
  const without = { key: feature, of: [checkOut('A', 1)], change };
  let isBusy = false;
  const look = (newest: BranchRecord | null) => {
    isBusy = newest?.leases.length === 0;
    return null;
  };
  const unlessBusy = () => (isBusy ? null : record(key));
  expect(await mine.write(unlessBusy, { others: [{ ...without, change: look }] })).toEqual({ kind: 'nothing' });
  await mine.write(adding(checkOut('A', 1)), { others: [without] });
  expect(git(at.remote, 'rev-list', '--count', ref)).toBe('2');
  await using again = await open(clone(at, 'again'), { key: feature });
  expect(numbersIn(again.record())).toEqual([2]);
});

test('a remote that is gone: trouble under auto, a Problem with a remedy under require', async () => {
  using at = started();
  const dir = clone(at, 'one');
  await using before = await open(dir);
  rmSync(at.remote, { recursive: true });
  expect(await before.write(adding(checkOut('A', 1)))).toEqual({ kind: 'refused', why: expect.stringMatching(/\w/) });
  await using ledger = await open(dir);
  expect([ledger.record(), ledger.trouble]).toEqual([null, expect.stringMatching(/\w/)]);
  expect(await ledger.write(adding(checkOut('A', 1)))).toEqual({ kind: 'refused', why: ledger.trouble });
  const remedy = expect.stringContaining('that may read and push');
  await expect(open(dir, { mode: 'require' })).rejects.toMatchObject({ code: 'ledger', exitCode: 3, remedy });
});

test('a repository without a remote, and a ledger that is off', async () => {
  using at = started();
  const dir = clone(at, 'one');
  await using off = await open(dir, { mode: 'off' });
  expect(await off.write(adding(checkOut('A', 1)))).toMatchObject({ kind: 'refused' });
  git(dir, 'remote', 'remove', 'origin');
  await using ledger = await open(dir);
  expect(ledger.trouble).toContain('no remote');
  await expect(open(dir, { mode: 'require' })).rejects.toMatchObject({ code: 'ledger' });
  expect(git(at.remote, 'for-each-ref', ref)).toBe('');
});

test('a note is shown by Git alone, beside its commit, and later records leave it there', async () => {
  using at = started();
  const { head } = at;
  await using ledger = await open(clone(at, 'one'));
  const text = 'Run: 4711-1\ncreated *MIGRATE ORD/50 ORD100 *PGM #10001 Däöü.RPGLE';
  await ledger.write(adding(checkOut('ORD100', 10001)), { note: { commit: head, text } });
  const second = at.commit({ 'QRPGLESRC/ORD100.PGM.RPGLE': 'two\n' }, 'second');
  at.push(second, 'main');
  await using next = await open(clone(at, 'two'));
  await next.write(adding(checkOut('ORD200', 10002)), { note: { commit: second, text: 'Run: 4712-1' } });
  await using third = await open(clone(at, 'three'));
  await third.write(adding(checkOut('ORD300', 10003)), { note: { commit: second, text: 'Run: 4713-1' } });
  const notes = Object.fromEntries(await third.notes([second, head, oid('9')]));
  expect(notes).toEqual({ [second]: 'Run: 4712-1\n\nRun: 4713-1', [head]: text });
  const reader = clone(at, 'reader');
  git(reader, 'fetch', '--quiet', 'origin', `${ref}:${ref}`);
  const log = git(reader, 'log', '--notes=check-outs', '--format=%s%n%N');
  expect(log.replace(/\n+/g, '\n')).toBe(`second\nRun: 4712-1\nRun: 4713-1\nfirst\n${text}`);
});

test('a record that is damaged between reading and writing is not written over: the reason is told', async () => {
  using at = started();
  await using ledger = await open(clone(at, 'one'));
  plant(at, 'not json');
  const tip = git(at.remote, 'rev-parse', ref);
  const written = await ledger.write(adding(checkOut('A', 1)));
  expect(written).toEqual({ kind: 'refused', why: expect.stringContaining('cannot be verified') });
  expect(git(at.remote, 'rev-parse', ref)).toBe(tip);
});
