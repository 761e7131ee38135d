import { mkdirSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openObjects } from '../../src/git/objects.ts';
import type { PathSearch } from '../../src/git/raw-tree.ts';
import { openRepository } from '../../src/git/repository.ts';
import type { TreeSide } from '../../src/git/tree.ts';
import { bothFiles, listedFiles, treeFiles } from '../../src/git/tree-files.ts';
import { remote, runEnv, writeFiles } from './support.ts';

const words = ['A', 'AB', 'PGM1', 'PGM10', 'x', 'ä', 'B C', 'a-b'];
const files = words.flatMap((word, n) => [
  `${word}.RPGLE`,
  `src/${word}.PF`,
  `src/${word}/DEEP${n}.CLLE`,
  `src.d/a/${word}.${word}`,
  `z${n}/${word}${word}`,
]);

function searchFor(parts: readonly string[]): PathSearch {
  const alternatives = ['[^\\0-\\x7f]', ...parts.map(RegExp.escape)];
  return {
    pattern: new RegExp(alternatives.join('|'), 'gi'),
    crossesFolders: parts.some((part) => part.includes('/')),
  };
}

test('what is searched for by name is found as by looking at every path, in the order of the tree', async () => {
  using origin = remote();
  const head = origin.commit(Object.fromEntries(files.map((file) => [file, `${file}\n`])));
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  await using objects = openObjects(repository);
  const tree = await treeFiles(objects, head);
  expect(tree.all()).toHaveLength(files.length);
  const part = fc.constantFrom('A', 'ab', 'pgm1', 'DEEP3', 'src/x', 'c/a', '.PF', 'src', 'nowhere', 'z2', '0', '40000');
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
      const search = searchFor(parts);
      const found = tree.matching(search);
      expect(found).toEqual(listedFiles(tree.all()).matching(search));
      expect(tree.all()).toEqual(expect.arrayContaining([...found]));
    }),
  );
});

test('files are found by what they are called, in the order of the tree; names beyond ASCII are always among them', async () => {
  using origin = remote();
  writeFiles(origin.work, Object.fromEntries(files.map((file) => [file, `${file}\n`])));
  writeFileSync(Buffer.from(`${origin.work}/src/m\u00fc.PF`, 'latin1'), 'odd');
  mkdirSync(Buffer.from(`${origin.work}/src/f\u00fc`, 'latin1'));
  writeFileSync(Buffer.from(`${origin.work}/src/f\u00fc/A.PF`, 'latin1'), 'odd');
  const head = origin.commit({});
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  await using objects = openObjects(repository);
  const tree = await treeFiles(objects, head);
  const all = tree.all();
  expect(all.filter(({ path }) => path.raw !== null)).toHaveLength(2);
  const nameOf = ({ path }: TreeSide) => path.text.slice(path.text.lastIndexOf('/') + 1);
  for (const part of ['A', 'PF', 'PGM1.', '.CLLE', 'nowhere', '']) {
    const asked: string[] = [];
    const isSo = (name: string) => {
      asked.push(name);
      return name.includes(part);
    };
    const expected = all.filter((side) => nameOf(side).includes(part) || /[^\0-\x7f]/.test(nameOf(side)));
    expect(tree.called(isSo)).toEqual(expected);
    expect(asked.toSorted()).toEqual(
      all
        .map(nameOf)
        .filter((name) => /^[\0-\x7f]*$/.test(name))
        .toSorted(),
    );
    expect(bothFiles(tree, listedFiles(all)).called(isSo)).toEqual([...expected, ...expected]);
  }
});
