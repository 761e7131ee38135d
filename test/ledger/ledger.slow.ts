import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, runEnv } from '../git/support.ts';
import { adding, checkOut, clone, key, keyed, numbersIn, open, record, ref, started } from './support.ts';

test('what one clone writes, another one reads, in any kind of clone', async () => {
  const { at, head } = started();
  using _ = at;
  await using first = await open(clone(at, 'one'));
  const written = record({
    settled: { commit: head, began: head, fork: null },
    checkOuts: keyed(checkOut('ORD100', 10001)),
  });
  expect(await first.write(() => written)).toEqual({ kind: 'written', record: written });
  for (const [name, ...how] of [
    ['full'],
    ['shallow', '--depth=1'],
    ['blobless', '--filter=blob:none'],
    ['bare', '--bare'],
  ]) {
    await using again = await open(clone(at, name ?? '', ...how), { mode: 'require' });
    expect([name, again.record(), again.trouble]).toEqual([name, written, null]);
  }
});

test('a depth-1 clone writes too, on top of what is there', async () => {
  const { at } = started();
  using _ = at;
  for (const [n, name] of ['one', 'two', 'three'].entries()) {
    await using ledger = await open(clone(at, name, '--depth=1'));
    expect(await ledger.write(adding(checkOut(`P${n}`, n + 1)))).toMatchObject({ kind: 'written' });
  }
  await using last = await open(clone(at, 'last'));
  expect(numbersIn(last.record())).toEqual([1, 2, 3]);
  expect(git(at.remote, 'rev-list', '--count', ref)).toBe('3');
});

test('writers at the same time, of two branches each: every record is there, and every commit a fast-forward', async () => {
  const { at } = started();
  using _ = at;
  const ledgers = await Promise.all(
    [0, 1, 2, 3].map((n) => open(clone(at, `c${n}`), { key: { ...key, branch: `b${n % 2}` } })),
  );
  const ends = await Promise.all(
    ledgers.map((ledger, n) =>
      ledger.write((newest) => adding(checkOut(`P${n}`, n + 1))(newest ?? record({ branch: `b${n % 2}` }))),
    ),
  );
  await Promise.all(ledgers.map((ledger) => ledger[Symbol.asyncDispose]()));
  expect(ends.map(({ kind }) => kind)).toEqual(Array(4).fill('written'));
  const dir = clone(at, 'last');
  for (const n of [0, 1]) {
    await using last = await open(dir, { key: { ...key, branch: `b${n}` } });
    expect(numbersIn(last.record()).toSorted()).toEqual([n + 1, n + 3]);
  }
  expect(git(at.remote, 'rev-list', '--count', ref)).toBe('4');
});

test('a lock that was left behind at the remote is no other writer: Git says what is in the way', async () => {
  const { at } = started();
  using _ = at;
  await using ledger = await open(clone(at, 'one'));
  mkdirSync(join(at.remote, 'refs/notes'), { recursive: true });
  writeFileSync(join(at.remote, `${ref}.lock`), '');
  expect(await ledger.write(adding(checkOut('A', 1)))).toEqual({
    kind: 'refused',
    why: expect.stringMatching(/cannot lock ref .*check-outs/),
  });
});

test.each([
  ['push.recurseSubmodules', 'only'],
  ['push.gpgSign', 'true'],
  ['push.pushOption', 'ci.skip'],
  ['push.followTags', 'true'],
  ['push.default', 'nothing'],
])('what a person has set for pushes of their own keeps nothing from being written: %s=%s', async (name, value) => {
  const { at } = started();
  using _ = at;
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
