import { expect, test } from 'vitest';
import { openObjects } from '../../src/git/objects.ts';
import { openRepository } from '../../src/git/repository.ts';
import { listTree } from '../../src/git/tree-files.ts';
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
  await using objects = openObjects(repository);
  for (const commit of [head, old]) {
    const listed = (await listTree(objects, commit)).map(({ mode, oid, path }) => `${mode} blob ${oid}\t${path.text}`);
    expect(listed).toEqual(git(origin.work, 'ls-tree', '-r', commit).split('\n'));
    expect(listed.length).toBeGreaterThan(1);
  }
});
