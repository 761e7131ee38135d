import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openObjects } from '../../src/git/objects.ts';
import { openRepository } from '../../src/git/repository.ts';
import { listedFiles, type PathSearch, treeFiles } from '../../src/git/tree-files.ts';
import { remote, runEnv } from './support.ts';

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
