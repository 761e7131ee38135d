import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Problem } from '../../src/errors.ts';
import { recordPath } from '../../src/ledger/record-path.ts';
import { git, hashTree } from '../git/support.ts';
import { adding, clone, entry, key, oid, open, plant, record, ref, started } from './support.ts';

test('a ledger that nobody wrote yet has no record and no trouble', async () => {
  const { at } = started();
  using _ = at;
  await using ledger = await open(clone(at, 'one'));
  expect([ledger.record, ledger.trouble]).toEqual([null, null]);
  expect(git(at.remote, 'for-each-ref', ref)).toBe('');
});

test('two writers of one record: who comes second looks again, and nothing is lost', async () => {
  const { at } = started();
  using _ = at;
  await using one = await open(clone(at, 'one'));
  await using two = await open(clone(at, 'two'));
  const seen: number[] = [];
  expect(await one.write(adding('ONE', 1))).toMatchObject({ kind: 'written' });
  const late = await two.write((newest) => {
    seen.push(newest?.filed.length ?? -1);
    return adding('TWO', 2)(newest);
  });
  expect([late.kind, seen]).toEqual(['written', [-1, 1]]);
  await using last = await open(clone(at, 'last'));
  expect(last.record?.filed.map(({ objn }) => objn)).toEqual(['ONE', 'TWO']);
});

test('each service, repository, mapping file and branch has a record of its own', () => {
  const keys = [
    key,
    { ...key, service: 'https://other.example' },
    { ...key, repo: 'OTHER' },
    { ...key, mapping: 'other.yml' },
    { ...key, branch: 'other' },
    // Parts that run together must not meet.
    { ...key, repo: 'ORDERS.file', mapping: '-checkouts.yml' },
  ];
  expect(new Set(keys.map(recordPath)).size).toBe(keys.length);
});

test('a number is looked up over all branches of its service, and at no other service', async () => {
  const { at } = started();
  using _ = at;
  const dir = clone(at, 'one');
  const feature = { ...key, branch: 'feature/a' };
  const elsewhere = { ...key, service: 'https://other.example' };
  for (const [of, objn] of [
    [feature, 'MINE'],
    [elsewhere, 'THEIRS'],
  ] as const) {
    await using ledger = await open(dir, 'auto', of);
    expect(ledger.record).toBeNull();
    await ledger.write(() => record({ ...of, filed: [entry(objn, 10001)] }));
  }
  plant(at, 'not json', { ...key, branch: 'broken' });
  await using ledger = await open(dir);
  expect(ledger.record).toBeNull();
  const holders = await ledger.holdersOf(10001);
  expect(holders.map((holder) => [holder.record.branch, holder.entry.objn])).toEqual([['feature/a', 'MINE']]);
  expect(await ledger.holdersOf(10002)).toEqual([]);
  const { records, damaged } = await ledger.all();
  expect(records.map(({ service, branch }) => [service, branch]).sort()).toEqual([
    ['https://other.example', 'main'],
    ['https://s.example', 'feature/a'],
  ]);
  expect(damaged).toEqual([expect.stringMatching(/^check-outs\/.*\.json: it is not JSON$/)]);
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
  await ledger.write(adding('ORD100', 10001), { commit: head, text });
  const second = at.commit({ 'QRPGLESRC/ORD100.PGM.RPGLE': 'two\n' }, 'second');
  at.push(second, 'main');
  await using next = await open(clone(at, 'two'));
  await next.write(adding('ORD200', 10002), { commit: second, text: 'Run: 4712-1' });
  const reader = clone(at, 'reader');
  git(reader, 'fetch', '--quiet', 'origin', `${ref}:${ref}`);
  const log = git(reader, 'log', '--notes=check-outs', '--format=%s%n%N');
  expect(log.split('\n').filter((line) => line !== '')).toEqual([
    'second',
    'Run: 4712-1',
    'first',
    ...text.split('\n'),
  ]);
  expect(git(reader, 'notes', '--ref=check-outs', 'list').split('\n')).toHaveLength(2);
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
    await other.write(adding('OTHER', 1));
    const written = await ledger.write(adding('ORD100', 2), { commit: head, text: 'Run: 1-1' });
    expect(written.kind).toBe('written');
  }
  expect(hashTree(dir)).toBe(before);
});

test('a record that is damaged is reported with a remedy, and never trusted nor written over', async () => {
  const { at } = started();
  using _ = at;
  plant(at, JSON.stringify({ ...record(), version: 2 }));
  const tip = git(at.remote, 'rev-parse', ref);
  const dir = clone(at, 'one');
  for (const mode of ['auto', 'require'] as const) {
    const error = await open(dir, mode).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({
      code: 'ledger',
      exitCode: 1,
      message: expect.stringContaining('its version is 2; this tool knows version 1'),
      remedy: expect.stringContaining('--ledger-key'),
    });
  }
  expect(git(at.remote, 'rev-parse', ref)).toBe(tip);
});

test('a record that is damaged between reading and writing is not written over: the reason is told', async () => {
  const { at } = started();
  using _ = at;
  await using ledger = await open(clone(at, 'one'));
  plant(at, 'not json');
  const tip = git(at.remote, 'rev-parse', ref);
  expect(await ledger.write(adding('A', 1))).toEqual({
    kind: 'refused',
    why: expect.stringContaining('cannot be used'),
  });
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
  expect(await ledger.write(adding('A', 1))).toEqual({
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
  await using ledger = await open(dir, 'require');
  expect(await ledger.write(adding('A', 1))).toMatchObject({ kind: 'written' });
  expect(git(at.remote, 'for-each-ref', ref)).not.toBe('');
});

test('a remote that is gone: trouble under auto, a Problem with a remedy under require', async () => {
  const { at } = started();
  using _ = at;
  const dir = clone(at, 'one');
  rmSync(at.remote, { recursive: true });
  await using ledger = await open(dir);
  expect(ledger.record).toBeNull();
  expect(ledger.trouble).toMatch(/\w/);
  expect(await ledger.write(adding('A', 1))).toEqual({ kind: 'refused', why: ledger.trouble });
  const error = await open(dir, 'require').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'ledger', exitCode: 1, remedy: expect.stringContaining('--ledger auto') });
});

test('a remote that goes away between reading and writing: the reason is told', async () => {
  const { at } = started();
  using _ = at;
  await using ledger = await open(clone(at, 'one'));
  rmSync(at.remote, { recursive: true });
  expect(await ledger.write(adding('A', 1))).toEqual({ kind: 'refused', why: expect.stringMatching(/\w/) });
});

test('a repository without a remote', async () => {
  const { at } = started();
  using _ = at;
  const dir = clone(at, 'one');
  git(dir, 'remote', 'remove', 'origin');
  await using ledger = await open(dir);
  expect(ledger.trouble).toContain('no remote');
  await expect(open(dir, 'require')).rejects.toMatchObject({ code: 'ledger' });
});

test('off: nothing is read and nothing written', async () => {
  const { at } = started();
  using _ = at;
  plant(at, 'not json');
  await using ledger = await open(clone(at, 'one'), 'off');
  expect(ledger.record).toBeNull();
  expect(await ledger.write(() => record({ head: oid('2') }))).toMatchObject({ kind: 'refused' });
  expect(git(at.remote, 'rev-list', '--count', ref)).toBe('1');
});
