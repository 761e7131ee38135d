import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { Problem } from '../../src/errors.ts';
import { toRecordFolder, toRecordPath } from '../../src/ledger/key.ts';
import { deriveSealKeys, verifySeal, withSeal } from '../../src/ledger/seal.ts';
import { git } from '../git/support.ts';
import { adding, checkOut, clone, kept, key, numbersIn, oid, open, plantAt, record, ref, started } from './support.ts';

const keysOf = (...secrets: [token: string, ledgerSecret?: string, ledgerSecretPrevious?: string]) => {
  const [token, ledgerSecret, ledgerSecretPrevious] = secrets;
  return deriveSealKeys({ token, ledgerSecret, ledgerSecretPrevious }) ?? expect.fail('no keys');
};

describe('the seal', () => {
  test('is seen on the bytes as they were written, and on no others', () => {
    const keys = keysOf('demo-token', 'secret');
    const text = withSeal('{\n"version": 2,\n"branch": "mäin"\n}\n', keys);
    const written = Buffer.from(text);
    expect(JSON.parse(text)).toMatchObject({ version: 2, branch: 'mäin' });
    expect([verifySeal(written, keys), verifySeal(written, keysOf('demo-token'))]).toEqual(['present', null]);
    for (let at = 0; at < written.length; at += 1) {
      const other = Buffer.from(written);
      other[at] = (other[at] ?? 0) ^ 1;
      expect(verifySeal(other, keys)).toBeNull();
    }
    const others = ['', '{}', text.slice(1), `${text}\n`, `${text}${text}`, JSON.stringify(JSON.parse(text))];
    for (const other of others) expect(verifySeal(Buffer.from(other), keys)).toBeNull();
  });

  test('is made with the secret of the ledger where there is one; the token and the earlier secret are believed still', () => {
    const sealed = (keys: ReturnType<typeof keysOf>) => Buffer.from(withSeal('{\n"a": 1\n}\n', keys));
    const [byToken, bySecret] = [sealed(keysOf('token')), sealed(keysOf('token', 'secret'))];
    expect(verifySeal(byToken, keysOf('token', 'secret'))).toBe('present');
    expect(verifySeal(bySecret, keysOf('other', 'secret'))).toBe('present');
    expect(verifySeal(bySecret, keysOf('token'))).toBeNull();
    expect(verifySeal(bySecret, keysOf('token', 'newer', 'secret'))).toBe('earlier');
    expect(verifySeal(byToken, keysOf('newer', undefined, 'token'))).toBe('earlier');
    expect(deriveSealKeys({ token: '', ledgerSecret: '', ledgerSecretPrevious: 'x' })).toBeNull();
  });
});

/** A ledger in which main has one check-out. */
async function filed() {
  const at = started();
  const dir = clone(at, 'one');
  {
    await using ledger = await open(dir);
    await ledger.write(adding(checkOut('A', 1)));
  }
  const tip = () => git(at.remote, 'rev-parse', ref);
  return { at, dir, tip, file: toRecordPath(key), [Symbol.dispose]: () => at[Symbol.dispose]() };
}

const spoilt: [string, (text: string) => Record<string, string | Buffer | null>][] = [
  ['altered', (text) => ({ [toRecordPath(key)]: text.replace('"branch": "main"', '"branch": "mean"') })],
  ['without a seal', (text) => ({ [toRecordPath(key)]: text.replace(/,\n"seal.*\n/, '\n') })],
  ['no JSON', () => ({ [toRecordPath(key)]: 'not json' })],
  ['larger than 16 MiB', () => ({ [toRecordPath(key)]: Buffer.alloc(16 * 1024 * 1024 + 1, 32) })],
  ['a folder', () => ({ [toRecordPath(key)]: null, [`${toRecordPath(key)}/x`]: 'x' })],
  ['of a later version', (text) => ({ [toRecordPath(key)]: text.replace('"version": 2', '"version": 3') })],
];
test.each(spoilt)('a record that is %s ends the run with exit code 3, and nothing is touched', async (what, spoil) => {
  using it = await filed();
  plantAt(it.at, spoil(kept(it.at).get(it.file) ?? ''));
  const tip = it.tip();
  for (const mode of ['auto', 'require'] as const) {
    const error = await open(it.dir, { mode }).catch((thrown: unknown) => thrown);
    const why = what.endsWith('MiB') ? `it is ${what}` : '';
    const message = expect.stringMatching(`cannot be verified.*${why}`);
    const remedy = expect.stringMatching(/FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS.*ledger begin/);
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({ code: 'ledger', exitCode: 3, message, remedy });
  }
  expect(it.tip()).toBe(tip);
  // A run of another branch goes on, and a command may begin this one again.
  await using other = await open(it.dir, { key: { ...key, branch: 'other' } });
  expect(await other.write(() => record({ branch: 'other' }))).toMatchObject({ kind: 'written' });
  await using again = await open(it.dir, { replaces: true });
  expect(again.record()).toBeNull();
  await again.write(adding(checkOut('B', 2)));
  await using after = await open(it.dir);
  expect(numbersIn(after.record())).toEqual([2]);
});

test('a link, or a submodule, in the place of a record is not believed', async () => {
  using it = await filed();
  for (const mode of ['120000', '160000']) {
    const blob = git(it.at.remote, 'rev-parse', `${ref}:${it.file}`);
    const target = mode === '160000' ? it.tip() : blob;
    const index = { ...process.env, GIT_INDEX_FILE: `${it.at.root}/index-${mode}` };
    const run = (...args: string[]) =>
      execFileSync('git', args, { cwd: it.at.remote, env: index, encoding: 'utf8' }).trim();
    run('read-tree', ref);
    run('update-index', '--cacheinfo', `${mode},${target},${it.file}`);
    const commit = git(it.at.remote, 'commit-tree', '-m', 'x', run('write-tree'));
    git(it.at.remote, 'update-ref', ref, commit);
    await expect(open(it.dir)).rejects.toMatchObject({ code: 'ledger', message: expect.stringContaining('no file') });
  }
});

test('a record of another branch, service or repository in its place is not believed', async () => {
  using it = await filed();
  for (const other of [{ branch: 'other' }, { repository: 'acme/other' }, { service: 'https://other.example' }]) {
    const theirs = { ...key, ...other };
    await using ledger = await open(it.dir, { key: theirs });
    await ledger.write(() => ({ ...record(adding(checkOut('X', 9))(null) ?? {}), ...theirs }));
    plantAt(it.at, { [it.file]: kept(it.at).get(toRecordPath(theirs)) ?? '' });
    await expect(open(it.dir)).rejects.toMatchObject({ message: expect.stringContaining('it belongs to') });
  }
});

test('a wrong secret is refused; the earlier one beside the new one is believed, and sealed again once the service takes the token', async () => {
  using it = await filed();
  await expect(open(it.dir, { secrets: { token: 'other' } })).rejects.toMatchObject({ exitCode: 3 });
  const secrets = { token: 'new', ledgerSecretPrevious: 'demo-token' };
  const stop = new Problem('token', 'the service refused the token', 'Check it.');
  let asked = 0;
  const ask = (answer: typeof stop | null) => () => {
    asked += 1;
    return Promise.resolve(answer);
  };
  const tip = it.tip();
  await using refused = await open(it.dir, { secrets, ask: ask(stop) });
  expect(numbersIn(refused.record())).toEqual([1]);
  expect(await refused.write(adding(checkOut('B', 2)))).toEqual({ kind: 'refused', why: stop.message, stop });
  await using unasked = await open(it.dir, { secrets });
  expect(await unasked.write(adding(checkOut('B', 2)))).toMatchObject({ kind: 'refused', why: /earlier secret/ });
  expect(it.tip()).toBe(tip);
  await using taken = await open(it.dir, { secrets, ask: ask(null) });
  for (const n of [2, 3]) expect(await taken.write(adding(checkOut(`B${n}`, n)))).toMatchObject({ kind: 'written' });
  expect(asked).toBe(2);
  await using after = await open(it.dir, { secrets: { token: 'new' } });
  expect(numbersIn(after.record())).toEqual([1, 2, 3]);
});

test.each([1, 700])(
  'a record of another secret without a check-out only says where it begins: %d unmapped paths',
  async (count) => {
    using at = started();
    const dir = clone(at, 'one');
    const since = { run: '1-1', actor: null, head: oid('0') };
    const failed = { outcome: 'unmapped', said: '', blob: oid('a'), objectId: null, since, rfp: 0, person: true };
    const exceptions = new Map(Array.from({ length: count }, (_, n) => [`A${n}`, { was: null, failed }]));
    const wrong = { secrets: { token: 'wrong' } };
    {
      await using ledger = await open(dir, wrong);
      const settled = { commit: oid('1'), began: oid('0'), fork: null };
      const begun = () => record({ settled, exceptions });
      expect(await ledger.write(begun)).toMatchObject({ kind: 'written' });
    }
    {
      let asked = 0;
      const ask = async () => {
        asked += 1;
        return null;
      };
      await using ledger = await open(dir, { ask });
      expect([ledger.record(), ledger.begun()?.commit]).toEqual([null, oid('0')]);
      expect(await ledger.write(adding(checkOut('B', 2)))).toMatchObject({ kind: 'written' });
      expect([numbersIn(ledger.record()), asked]).toEqual([[2], 1]);
    }
    await expect(open(dir, wrong)).rejects.toMatchObject({ exitCode: 3 });
  },
);

test('without any secret a record is shown, said not to be verified, and not written', async () => {
  using it = await filed();
  await using ledger = await open(it.dir, { secrets: {} });
  expect([numbersIn(ledger.record()), ledger.verified]).toEqual([[1], false]);
  expect(ledger.trouble).toContain('secret');
  expect(await ledger.write((newest) => newest)).toMatchObject({ kind: 'refused' });
  expect((await ledger.all()).records).toMatchObject([{ verified: null }]);
});

test('records of other branches that are not believed are told as such', async () => {
  using it = await filed();
  await using ledger = await open(it.dir, { key: { ...key, branch: 'other' }, secrets: { token: 'theirs' } });
  const claim = { verified: false, checkOut: { objn: 'A' }, record: { branch: 'main' } };
  expect(await ledger.findClaimsOn([1], true)).toMatchObject([claim]);
  expect(await ledger.findHolders([checkOut('A', 0)])).toMatchObject([{ verified: false }]);
  expect((await ledger.all()).records).toMatchObject([{ verified: false }]);
  const change = () => record({ settled: { commit: oid('9'), began: null, fork: null } });
  await ledger.write(() => record({ branch: 'other' }), { others: [{ key, of: [checkOut('A', 0)], change }] });
  await using main = await open(it.dir);
  expect(main.record()?.settled.commit).toBe(oid('1'));
});

test('a made-up record is looked at before it is used', async () => {
  using it = await filed();
  const text = kept(it.at).get(it.file) ?? '';
  const made = (from: string, to: string) => text.replace('"main"', '"made"').replace(from, to);
  const reason = made('"reason":"*MIGRATE"', '"reason":"*OTHER"');
  for (const [n, bad] of [made('"run":"1-1"', '"run":{}'), made(oid('a'), '../x'), reason].entries()) {
    expect([n, bad]).not.toEqual([n, made('', '')]);
    plantAt(it.at, { [toRecordPath({ ...key, branch: 'made' })]: bad });
    await using ledger = await open(it.dir, { key: { ...key, branch: 'other' } });
    expect(await ledger.findClaimsOn([1], true)).toMatchObject([{ record: { branch: 'main' } }]);
    expect((await ledger.all()).damaged).toHaveLength(1);
  }
  expect(toRecordFolder(it.file)).not.toContain('.json');
});
