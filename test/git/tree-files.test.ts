import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toPathKey } from '../../src/git/git-path.ts';
import { Objects } from '../../src/git/objects.ts';
import { openRepository } from '../../src/git/repository.ts';
import { findFilesAt, isFile, readTreeFiles, type TreeSide } from '../../src/git/tree.ts';
import { remote, runEnv, writeFiles } from './support.ts';

const words = ['A', 'AB', 'PGM1', 'PGM10', 'x', 'ä', 'B C', 'a-b'];
const files = words.flatMap((word, n) => [
  ...[`${word}.RPGLE`, `src/${word}.PF`, `src/${word}/D${n}.CLLE`, `src.d/a/${word}.${word}`, `z${n}/${word}${word}`],
]);

test('files are found by their paths, of which each byte is a character, in the order of the tree', async () => {
  using origin = remote();
  writeFiles(origin.work, Object.fromEntries(files.map((file) => [file, `${file}\n`])));
  writeFileSync(Buffer.from(`${origin.work}/src/m\u00fc.PF`, 'latin1'), 'odd');
  mkdirSync(Buffer.from(`${origin.work}/src/f\u00fc`, 'latin1'));
  writeFileSync(Buffer.from(`${origin.work}/src/f\u00fc/A.PF`, 'latin1'), 'odd');
  const head = origin.commit({});
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  await using objects = new Objects(repository);
  const tree = await readTreeFiles(objects, head);
  const all = tree.all();
  expect(all).toHaveLength(files.length + 2);
  expect(all.filter(({ path }) => path.raw !== null)).toHaveLength(2);
  const bytesOf = ({ path }: TreeSide) => (path.raw ?? Buffer.from(path.text)).toString('latin1');
  for (const part of ['A', 'PF', 'PGM1.', '.CLLE', 'src/x', 'c/a', 'z2', '40000', 'f\u00fc', 'nowhere', '']) {
    const asked: string[] = [];
    const found = tree.matching((name, folder) => {
      asked.push(folder + name);
      return `${folder}${name}`.includes(part);
    });
    expect(found).toEqual(all.filter((side) => bytesOf(side).includes(part)));
    expect(asked.toSorted()).toEqual(all.map(bytesOf).toSorted());
  }
});

test('files at some paths: those that are none, odd names, and a tree that stands in two places', async () => {
  using origin = remote();
  writeFiles(origin.work, { 'a/x/A.PF': 'a\n', 'b/x/A.PF': 'a\n', 'a/new\nline.PF': 'n\n', 'TOP.PF': 't\n' });
  writeFileSync(Buffer.from(`${origin.work}/a/m\u00fc.PF`, 'latin1'), 'odd');
  symlinkSync('TOP.PF', `${origin.work}/link`);
  const head = origin.commit({});
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  const { objects } = repository;
  const all = (await readTreeFiles(objects, head)).all();
  const keys = all.map(({ path }) => toPathKey(path)).filter((key) => key !== 'a/x/A.PF');
  const none = ['a', 'a/x', 'a/x/B.PF', 'TOP.PF/x', 'link/x', 'nowhere/A.PF', ''];
  const found = await findFilesAt(objects, head, [...keys, ...none]);
  const expected = all.map((side): [string, TreeSide | null] => [toPathKey(side.path), isFile(side) ? side : null]);
  const others = none.map((key) => [key, null] as const);
  expect(found).toEqual(new Map([...expected.filter(([key]) => key !== 'a/x/A.PF'), ...others]));
  const missing = '1'.repeat(40);
  expect(await findFilesAt(objects, missing, ['TOP.PF'])).toEqual(new Map([['TOP.PF', null]]));
  await expect(readTreeFiles(objects, missing)).rejects.toMatchObject({ code: 'git' });
});
