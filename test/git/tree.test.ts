import { expect, test } from 'vitest';
import { Objects } from '../../src/git/objects.ts';
import { openRepository } from '../../src/git/repository.ts';
import { parseTree, readTreeFiles, writeTree } from '../../src/git/tree.ts';
import { commitEntries, entry } from './names.ts';
import { git, gitBytes, remote, runEnv } from './support.ts';

test('a tree is listed as Git lists it, with modes that old tools wrote with a zero before them too', async () => {
  using origin = remote();
  const head = origin.commit({ 'src/a/A.RPGLE': 'a\n', 'src/B.RPGLE': 'b\n', 'Z.RPGLE': 'z\n' });
  const src = git(origin.work, 'rev-parse', `${head}:src`);
  const bytes = Buffer.concat([Buffer.from('040000 old\0'), Buffer.from(src, 'hex')]);
  const tree = gitBytes(origin.work, ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally'], bytes)
    .toString()
    .trim();
  const old = git(origin.work, 'commit-tree', tree, '-m', 'old');
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  await using objects = new Objects(repository);
  for (const commit of [head, old]) {
    const listed = (await readTreeFiles(objects, commit))
      .all()
      .map(({ mode, oid, path }) => `${mode} blob ${oid}\t${path.text}`);
    expect(listed).toEqual(git(origin.work, 'ls-tree', '-r', commit).split('\n'));
    expect(listed.length).toBeGreaterThan(1);
  }
});

test('what is not quite a folder is none: other modes that begin with a four, as somebody may have pushed them', async () => {
  using origin = remote();
  const head = origin.commit({ 'A.RPGLE': 'a\n' });
  const blob = git(origin.work, 'rev-parse', `${head}:A.RPGLE`);
  const entry = (mode: string, name: string) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(blob, 'hex')];
  const bytes = Buffer.concat([...entry('100644', 'A.RPGLE'), ...entry('400', 'zz')]);
  const tree = gitBytes(origin.work, ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally'], bytes);
  const odd = git(origin.work, 'commit-tree', tree.toString().trim(), '-m', 'odd');
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  await using objects = new Objects(repository);
  const files = await readTreeFiles(objects, odd);
  expect(files.all().map(({ mode, path }) => `${mode} ${path.text}`)).toEqual(['100644 A.RPGLE', '400 zz']);
  expect(files.matching((name) => name === 'zz').map(({ path }) => path.text)).toEqual(['zz']);
});

test('a tree is written as Git writes it: in its order, with any name, and without empty folders', async () => {
  using origin = remote();
  const names = ['a.b', 'a/x', 'a0', 'b/c/d', 'b/e', 'b.', 'c', 'z/1/2/3', 'ä/ö', Buffer.from('l\xe4tin/1', 'latin1')];
  const blob = git(origin.work, 'hash-object', '-w', '/dev/null');
  const put = { mode: '100644', oid: blob };
  const toPath = (name: string | Buffer) => Buffer.from(name as string).toString('latin1');
  const committed = (of: readonly (string | Buffer)[]) => of.map((name) => entry(name, ''));
  const treeOf = (of: readonly (string | Buffer)[]) =>
    git(origin.work, 'rev-parse', `${commitEntries(origin, committed(of), null)}^{tree}`);
  const [all, some] = [treeOf(names), treeOf(['a.b', 'a0', 'b/new/x', 'b.', 'c', 'd/e', names.at(-1) ?? ''])];
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  expect(await writeTree(repository, null, new Map(names.map((name) => [toPath(name), put])))).toBe(all);
  const changes = { 'b/new/x': put, b: null, 'a/x': null, 'z/1/2/3': null, 'd/e': put, ä: null, 'no/file': null };
  const puts = new Map(Object.entries(changes).map(([name, what]) => [toPath(name), what]));
  expect(await writeTree(repository, all, puts)).toBe(some);
});

test('a path of more folders than calls can be nested is a path, written and listed', async () => {
  using origin = remote();
  const path = `${'d/'.repeat(8000)}A.RPGLE`;
  const put = { mode: '100644', oid: git(origin.work, 'hash-object', '-w', '/dev/null') };
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  const tree = await writeTree(repository, null, new Map([[path, put]]));
  const [file, ...others] = (await readTreeFiles(repository.objects, tree)).all();
  expect([file?.path.text === path, others]).toEqual([true, []]);
});

test('a tree that ends in the middle of an entry is refused', () => {
  const whole = Buffer.concat([Buffer.from('100644 a\0'), Buffer.alloc(20, 1)]);
  expect(parseTree(whole, 20)).toEqual([{ mode: '100644', name: 'a', oid: '01'.repeat(20) }]);
  for (const length of [5, 8, 9, 14, 28]) {
    expect(() => parseTree(whole.subarray(0, length), 20), `${length} bytes`).toThrow('in the middle');
  }
});
